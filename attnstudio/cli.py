"""The command line; Qt and NumPy are imported only by the commands that need them."""

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import attnstudio
from attnstudio import catalog, preflight
from attnstudio.files.faults import FileFault

THEMES = ("light", "dark", "projector")
PICTURES = (".png", ".svg", ".pdf")
SMALLEST, LARGEST = (320, 240), (16_384, 16_384)  # pixels of a picture
ZOOM_RANGE = (80, 250)  # percent
LARGEST_SEED = 999_999
EPILOG = """\
commands:
  attnstudio [FILE]              open the window (to open a file called like a command, write ./render)
  attnstudio render              make a picture of a scene (PNG, SVG or PDF), without a screen
  attnstudio examples            list the examples, one name a line

examples:
  attnstudio                     the worked example
  attnstudio lesson.attn.json    a scene that was saved
  attnstudio head.npz            query, key and value of one's own
  attnstudio --seed 7            random numbers
  attnstudio render worked-example -o picture.png --size 1920x1080
"""
RENDER_EPILOG = """\
examples:
  attnstudio render worked-example -o picture.png
  attnstudio render lesson.attn.json -o slide.svg --size 1920x1080 --theme projector
  attnstudio render head.npz -o handout.pdf --size 1123x794
"""


class UserFault(Exception):  # noqa: N818 (what it is called everywhere)
    """What a person asked for cannot be done; the text says why."""


class Parser(argparse.ArgumentParser):
    """Reports wrong arguments as UserFault."""

    def error(self, message: str) -> NoReturn:
        raise UserFault(f"{message}; `{self.prog} --help` shows what is possible")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the process by default.

    Returns
    -------
    int
        Exit status: 0, or 1 after one message on stderr.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without √ still gets the rest
    try:
        status = _run(list(sys.argv[1:] if arguments is None else arguments))
        if sys.stdout:
            sys.stdout.flush()
    except (UserFault, FileFault, FileNotFoundError) as fault:
        print(f"attnstudio: {fault}", file=sys.stderr)
        return 1
    except MemoryError:
        print("attnstudio: this needs more memory than is free", file=sys.stderr)
        return 1
    except BrokenPipeError:  # whoever read the output has closed it, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return status


def _run(given: Sequence[str]) -> int:
    command = COMMANDS.get(given[0]) if given else None
    try:
        return command(given[1:]) if command else _open(given)
    except SystemExit as done:  # argparse ends --help and --version like this
        return int(done.code or 0)


def _open(given: Sequence[str]) -> int:
    options = _open_parser().parse_args(given)
    opening = catalog.Opening(catalog.start_scene()) if options.file is None else _opened(options.file)
    opening = _with_options(opening, options)
    fault = preflight.check_display()
    if fault:
        raise UserFault(fault)
    from attnstudio import app

    return app.run(app.Start(opening, options.theme, options.fullscreen, options.fresh))


def _render(given: Sequence[str]) -> int:
    options = _render_parser().parse_args(given)
    if options.output.suffix.lower() not in PICTURES:
        raise UserFault(f"{options.output}: expected a name that ends in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}")
    scene = _with_options(_opened(options.scene), options).scene
    fault = preflight.check_offscreen()
    if fault:
        raise UserFault(fault)
    from attnstudio import app
    from attnstudio.ui.theme import Look

    app.render(scene, options.output, options.size, Look(options.theme, options.zoom))
    return 0


def _examples(given: Sequence[str]) -> int:
    parser = Parser(prog="attnstudio examples", description="List the examples that ship, one name a line.")
    parser.parse_args(given)
    for name in _example_names():
        print(name)
    return 0


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {"render": _render, "examples": _examples}


def _open_parser() -> Parser:
    parser = _parser("attnstudio", "See what attention does: every stage of softmax(QKᵀ/√d_k + M)V, live.", EPILOG)
    parser.add_argument("file", nargs="?", metavar="FILE", help="a scene, tensors, or the name of an example")
    _add_shared(parser)
    parser.add_argument("--theme", type=_theme, help=f"{', '.join(THEMES)}; as the last run left it by default")
    parser.add_argument("--fullscreen", action="store_true", help="fill the screen")
    parser.add_argument(
        "--fresh", action="store_true", help="leave out what the last run left: place, theme, text size"
    )
    parser.add_argument("--version", action="version", version=f"attnstudio {attnstudio.__version__}")
    return parser


def _render_parser() -> Parser:
    parser = _parser("attnstudio render", "Make a picture of a scene, without a screen.", RENDER_EPILOG)
    parser.add_argument("scene", metavar="FILE|EXAMPLE", help="a scene, tensors, or the name of an example")
    parser.add_argument("-o", dest="output", metavar="OUT.png|.svg|.pdf", type=Path, required=True,
                        help="the picture to write")  # fmt: skip
    _add_shared(parser)
    parser.add_argument("--size", type=_size, default=(1440, 900), metavar="WxH", help="in pixels, 1440x900 by default")
    parser.add_argument("--theme", type=_theme, default="light", help=f"{', '.join(THEMES)}; light by default")
    parser.add_argument(
        "--zoom", type=_whole(*ZOOM_RANGE), default=100, metavar="PERCENT", help="size of text, 80 to 250"
    )
    return parser


def _parser(prog: str, description: str, epilog: str) -> Parser:
    return Parser(prog=prog, description=description, epilog=epilog, allow_abbrev=False,
                  formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip


def _add_shared(parser: Parser) -> None:
    parser.add_argument("--panel", type=_panel, metavar="NAME", help=f"panel to show: {', '.join(catalog.NAMES)}")
    parser.add_argument("--seed", type=_whole(0, LARGEST_SEED), metavar="N", help="random numbers from this seed")


def _opened(wanted: str) -> catalog.Opening:
    """Return what a file or an example opens as."""
    path = Path(wanted)
    is_name = path.name == wanted and not path.suffix and not path.exists()
    if is_name and wanted not in _example_names():
        raise UserFault(f"{wanted}: there is no such file, and no such example; `attnstudio examples` lists those")
    return catalog.open_example(wanted) if is_name else catalog.open_file(path)


def _example_names() -> list[str]:
    from attnstudio.files.examples import examples

    return [example.name for example in examples()]


def _with_options(opening: catalog.Opening, options: argparse.Namespace) -> catalog.Opening:
    """Return what was opened with the panel and the random numbers that were asked for."""
    scene = replace(opening.scene, open_panel=options.panel) if options.panel else opening.scene
    if options.seed is None:
        return replace(opening, scene=scene)
    spec, state = catalog.panel_named(scene.open_panel), scene.panels[scene.open_panel]
    random = replace(state, scenario=spec.randomised(state.scenario, options.seed))
    return catalog.Opening(replace(scene.with_panel(spec.name, random), title="", note=""))


def _theme(text: str) -> str:
    if text not in THEMES:
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(THEMES)}, got {text!r}")
    return text


def _panel(text: str) -> str:
    try:
        return catalog.panel_named(text).name
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _size(text: str) -> tuple[int, int]:
    parts = re.fullmatch(r"(\d{1,6})[x×](\d{1,6})", text)
    width, height = (int(parts[1]), int(parts[2])) if parts else (0, 0)
    if not (SMALLEST[0] <= width <= LARGEST[0] and SMALLEST[1] <= height <= LARGEST[1]):
        low, high = (f"{w}x{h}" for w, h in (SMALLEST, LARGEST))
        raise argparse.ArgumentTypeError(f"expected WIDTHxHEIGHT from {low} to {high}, got {text!r}")
    return width, height


def _whole(low: int, high: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"expected a whole number from {low} to {high}, got {text!r}")
        return int(text)

    return number
