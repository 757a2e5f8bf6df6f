"""attnstudio check: what is wrong with files."""

from collections.abc import Sequence
from pathlib import Path

from attnstudio import catalog
from attnstudio.commands.arguments import Parser

EPILOG = """\
Every fault is named with its place: a path in a scene, an array and an index in tensors. A note says what a file
leaves open, which is asked when it is opened, and is no fault.

example:
  attnstudio check *.attn.json head.npz
"""


def run(given: Sequence[str]) -> int:
    """Print every fault of every file; the exit status is 1 if there is any."""
    parser = Parser(
        "attnstudio check", "Say what is wrong with scenes and files of tensors; exit 1 if anything is.", EPILOG
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a scene, or tensors")
    names = parser.parse_args(given).files
    from attnstudio.files.checking import checked
    from attnstudio.files.faults import shown_path

    status = 0
    for name in names:
        found = checked(Path(name), catalog.scenario_types())
        said = [*found.faults, *([] if found.faults else ["good"]), *(f"note: {note}" for note in found.notes)]
        print(*(f"{shown_path(name)}: {sentence}" for sentence in said), sep="\n")
        status = 1 if found.faults else status
    return status
