"""attnstudio check: what is wrong with files."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from attnstudio import catalog
from attnstudio.commands.arguments import Parser
from attnstudio.state.message import Message

EPILOG = """\
Every fault is named with its place: a path in a scene, a line and field in a lesson, an array and its first wrong
index in tensors. A note says what a file leaves open, which is asked when it is opened, and is no fault; so it says
of a challenge that is said to be impossible that no way to do it was found. A way that is found is a fault.

example:
  attnstudio check *.attn.json head.npz my-lesson.toml
"""


def run(given: Sequence[str]) -> int:
    """Print every fault of every file; the exit status is 1 if there is any."""
    parser = Parser(
        "attnstudio check", "Say what is wrong with scenes, lessons and tensors; exit 1 if anything is.", EPILOG
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a scene, a lesson, or tensors")
    names = parser.parse_args(given).files
    from attnstudio.files.checking import checked
    from attnstudio.files.faults import shown_path

    status = 0
    for name in names:
        found = checked(Path(name), _opened)
        said = [*found.faults, *([] if found.faults else ["good"]), *(f"note: {note}" for note in found.notes)]
        print(*(f"{shown_path(name)}: {sentence}" for sentence in said), sep="\n")
        status = 1 if found.faults else status
    return status


def _opened(path: Path) -> Iterable[Message]:
    """Open a file as the app does, and return what must be known about it."""
    from attnstudio.files.toml_lines import SUFFIX

    if path.suffix.lower() == SUFFIX:
        from attnstudio.files.lesson_attempts import doubts

        return doubts(path, catalog.open_lesson(path), catalog.final)
    return catalog.open_file(path).notices
