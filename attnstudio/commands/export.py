"""attnstudio export: the numbers of a scene, a script that proves them, or the scene as one file."""

from collections.abc import Callable, Sequence

from attnstudio import catalog
from attnstudio.commands.arguments import Parser, UserFault, opened, output, with_options
from attnstudio.state.scene import Scene

EPILOG = """\
out.csv    every stage as a table: one row a cell, exact
out.py     a script that computes every stage again and compares; it needs NumPy alone, or with --torch PyTorch alone
out.json   the scene with all its numbers

Covered stages stay covered: their numbers are in no table, and a script does not compare them.

examples:
  attnstudio export toy-sentence -o stages.csv
  attnstudio export lesson.attn.json -o proof.py --torch
  attnstudio export head.npz -o head.attn.json
"""


def run(given: Sequence[str]) -> int:
    """Write the file."""
    options = _parser().parse_args(given)
    ending = options.output.suffix.lower()
    if options.torch and ending != ".py":
        raise UserFault(f"{options.output}: --torch is for a script; expected a name that ends in .py")
    scene = with_options(opened(options.scene, options.panel), options).scene
    from attnstudio.files.atomic import write_whole

    library = "torch" if options.torch else "numpy"
    write_whole(options.output, _script(scene, library) if ending == ".py" else CONTENTS[ending](scene))
    return 0


def _table(scene: Scene) -> bytes:
    from attnstudio.files.tables import csv_bytes

    state = scene.panels[scene.open_panel]
    result = catalog.final(scene.open_panel, state.scenario)
    return csv_bytes(catalog.cover(scene.open_panel, result, state.covered))


def _script(scene: Scene, library: str) -> bytes:
    try:
        return catalog.script(scene.open_panel, scene.panels[scene.open_panel], library).encode()
    except ValueError as error:
        raise UserFault(str(error)) from None


def _scene(scene: Scene) -> bytes:
    from attnstudio.files.scenes import scene_text

    return scene_text(scene).encode("utf-8", "replace")


CONTENTS: dict[str, Callable[[Scene], bytes]] = {".csv": _table, ".json": _scene}


def _parser() -> Parser:
    parser = Parser(
        "attnstudio export", "Write the numbers of a scene, a script that proves them, or the scene.", EPILOG
    )
    parser.add_argument("-o", dest="output", metavar="OUT.csv|.py|.json", type=output(".csv", ".py", ".json"),
                        required=True, help="the file to write")  # fmt: skip
    parser.add_scene()
    parser.add_argument("--torch", action="store_true", help="a script for PyTorch in place of NumPy")
    return parser
