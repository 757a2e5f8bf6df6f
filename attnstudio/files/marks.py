"""Marks as a CSV file: a row for each challenge on each scene, and the sum of each scene and of each student."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from attnstudio.files.faults import FileFault, shown_path
from attnstudio.files.tables import Row, harmless
from attnstudio.state.grading import Mark
from attnstudio.state.message import Message
from attnstudio.state.scene import SCENE_SUFFIX

COLUMNS = ("scene", "step", "title", "points", "of", "met", "condition", "value", "distance", "locked", "note")
TOTAL, STUDENT = "(total)", "(student)"  # no step can have these names
CANNOT = "the answer is that it cannot be done: a scene shows nothing of that"

STUDENTS: Mapping[str, Callable[[Path], str]] = {  # whose a scene is
    "folder": lambda path: shown_path(path.parent),
    "name": lambda path: path.name.removesuffix(SCENE_SUFFIX).partition("_")[0],
}


def mark_rows(path: Path, marks: Iterable[Mark]) -> list[Row]:
    """Return the rows of a scene that was judged."""
    marks = tuple(marks)
    points, possible = sum(mark.points for mark in marks), sum(not mark.impossible for mark in marks)
    return [*(_judged(path, mark) for mark in marks), _row(path, TOTAL, points=points, of=possible)]


def unread_row(path: Path, fault: FileFault, possible: int) -> Row:
    """Return the row of a scene that could not be read: no points, which are not the same as 0."""
    return _row(path, TOTAL, of=possible, note=_text("; ".join(map(str, fault.faults))))


def student_row(student: str, scenes: Sequence[Iterable[Mark] | None], possible: int) -> Row:
    """Return the row of a student: each challenge counts where it was met in any of the scenes.

    Parameters
    ----------
    student : str
    scenes : sequence of Mark of every challenge
        None for a scene that could not be read; of those alone there are no points.
    possible : int
        The points that there are.
    """
    read = [marks for marks in scenes if marks is not None]
    best: dict[str, int] = {}
    for mark in (one for marks in read for one in marks if not one.impossible):
        best[mark.step.name] = max(mark.points, best.get(mark.step.name, 0))
    missed, unread = [name for name, points in best.items() if not points], len(scenes) - len(read)
    notes = [f"{len(scenes)} scene{'s' if len(scenes) > 1 else ''}", *([f"{unread} cannot be read"] if unread else [])]
    notes += [f"without a point: {', '.join(missed)}"] if missed else []
    points = {"points": sum(best.values())} if read else {}
    return _row(student, STUDENT, **points, of=possible, note="; ".join(notes))


def _judged(path: Path, mark: Mark) -> Row:
    step, locked = mark.step, ", ".join(mark.locked)
    row: dict[str, str | int] = {"title": _text(step.title)}
    if mark.impossible:
        return _row(path, step.name, **row, note=CANNOT)
    row |= {"points": mark.points, "of": 1, "met": "yes" if mark.met else "no", "locked": locked}
    if mark.standing is None:
        return _row(path, step.name, **row, note=f"the scene has nothing of the panel {step.panel}")
    furthest = mark.standing.furthest
    row["condition"] = _text(furthest.condition.notation)
    if isinstance(furthest.value, Message):
        return _row(path, step.name, **row, note=_text(str(furthest.value)))
    row |= {"value": _number(furthest.value), "distance": _number(furthest.distance)}
    note = f"met by changing what is locked: {locked}" if mark.met and mark.locked else ""
    return _row(path, step.name, **row, note=note)


def _row(whose: Path | str, step: str, **cells: str | int) -> Row:
    """Return the row of a scene or a student in which what is not given stays empty."""
    row = {"scene": _text(whose if isinstance(whose, str) else shown_path(whose)), "step": step, **cells}
    return tuple(row.get(name, "") for name in COLUMNS)


def _text(text: str) -> str:
    """Return text on one line, which no spreadsheet computes."""
    return harmless(" ".join(text.split()))


def _number(value: float) -> str:
    return f"{value + 0.0:.6g}"
