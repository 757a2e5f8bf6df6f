"""attnstudio grade: challenges of a lesson, judged on scenes that were handed in."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attnstudio import catalog
from attnstudio.commands.arguments import Parser, UserFault, opened_lesson, output
from attnstudio.files.faults import FileFault, shown_path, told_in_words

if TYPE_CHECKING:
    from attnstudio.files.tables import Row
    from attnstudio.state.grading import Grading, Mark

EPILOG = """\
Every scene is judged by every challenge of the lesson, by what judges it while the lesson runs: one row each, and one
row (total) for each scene.

  points, of     1 of 1 where the goal is met by what the step lets change
  met            yes or no: whether the goal is met, in whatever way
  condition      the one that is furthest from being met, with its value and the distance to go
  locked         fields that were changed though the step locks them: then there is no point

--students adds one row (student) for each student at the end: a challenge counts where any of their scenes meets it.
Whose a scene is tells its folder (--students folder), or the name of its file up to the first _ (--students name).

Questions leave nothing in a scene, and neither do challenges whose answer is that they cannot be done.
Scenes that cannot be read are named in the table and on stderr, and the exit status is 1; the others are judged.

examples:
  attnstudio grade lookup handed-in/*.attn.json -o marks.csv
  attnstudio grade lookup handed-in/*/*.attn.json --students folder -o marks.csv
  attnstudio grade my-lesson.toml anna.attn.json
"""


def run(given: Sequence[str]) -> int:
    """Write the marks; the exit status is 1 if a scene cannot be read."""
    options = _parser().parse_args(given)
    from attnstudio.files.marks import COLUMNS, STUDENTS, mark_rows, student_row, unread_row
    from attnstudio.state.grading import Grading

    grading = Grading(opened_lesson(options.lesson), catalog.final, catalog.randomised)
    if not grading.possible:
        problem = "this lesson has no challenge that can be met, and nothing else shows in a scene"
        raise UserFault(f"{options.lesson}: {problem}")
    rows: list[Row] = [COLUMNS]
    handed_in: dict[str, list[list[Mark] | None]] = {}
    status = 0
    for path in _once(options.scenes):
        marks = None
        try:
            marks = _marks(path, grading)
            rows += mark_rows(path, marks)
        except FileFault as fault:
            print(f"attnstudio: {fault}", file=sys.stderr)
            rows.append(unread_row(path, fault, grading.possible))
            status = 1
        if options.students:
            handed_in.setdefault(STUDENTS[options.students](path), []).append(marks)
    rows += [student_row(student, scenes, grading.possible) for student, scenes in handed_in.items()]
    _write(rows, options.output)
    return status


def _parser() -> Parser:
    parser = Parser("attnstudio grade", "Judge scenes that were handed in by the challenges of a lesson.", EPILOG)
    parser.add_argument("-o", dest="output", metavar="MARKS.csv", type=output(".csv"),
                        help="the file to write; without it, the table is printed")  # fmt: skip
    parser.add_argument("--students", choices=("folder", "name"), help="add a row for each student: whose a scene is")
    parser.add_argument("lesson", metavar="LESSON", help="the name of a lesson that ships, or a lesson file")
    parser.add_argument("scenes", nargs="+", metavar="SCENE", help="a scene that was handed in")
    return parser


def _once(names: Iterable[str]) -> Iterator[Path]:
    """Yield each of the files once, however often it is named."""
    seen = set()
    for path in map(Path, names):
        if path.absolute() in seen:
            print(f"attnstudio: {shown_path(path)}: named more than once; judged once", file=sys.stderr)
        else:
            seen.add(path.absolute())
            yield path


def _marks(path: Path, grading: "Grading") -> "list[Mark]":
    """Return the marks of one scene; FileFault if it cannot be read or computed."""
    from attnstudio.files.scenes import read_scene

    with told_in_words(path):
        return grading.marks(read_scene(path, catalog.scenario_types()))


def _write(rows: "Iterable[Row]", path: Path | None) -> None:
    from attnstudio.files.atomic import write_whole
    from attnstudio.files.tables import rows_text, table_bytes

    table = rows_text(rows)
    if path is None:
        print(table.replace("\r\n", "\n"), end="")
    else:
        write_whole(path, table_bytes(table))
