"""Marks as a CSV file: a row for each challenge on each scene, and one with the sum for each scene."""

from collections.abc import Iterable
from pathlib import Path

from attnstudio.files.faults import FileFault, shown_path
from attnstudio.files.tables import Row, harmless
from attnstudio.state.grading import Mark
from attnstudio.state.message import Message

COLUMNS = ("scene", "step", "title", "points", "of", "met", "condition", "value", "distance", "locked", "note")
TOTAL = "(total)"  # no step can have this name
CANNOT = "the answer is that it cannot be done: a scene shows nothing of that"


def mark_rows(path: Path, marks: Iterable[Mark]) -> list[Row]:
    """Return the rows of a scene that was judged."""
    marks = tuple(marks)
    points, possible = sum(mark.points for mark in marks), sum(not mark.impossible for mark in marks)
    return [*(_judged(path, mark) for mark in marks), _row(path, TOTAL, points=points, of=possible)]


def unread_row(path: Path, fault: FileFault, possible: int) -> Row:
    """Return the row of a scene that could not be read: no points, which are not the same as 0."""
    return _row(path, TOTAL, of=possible, note=_text("; ".join(map(str, fault.faults))))


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


def _row(path: Path, step: str, **cells: str | int) -> Row:
    """Return a row in which what is not given stays empty."""
    row = {"scene": _text(shown_path(path)), "step": step, **cells}
    return tuple(row.get(name, "") for name in COLUMNS)


def _text(text: str) -> str:
    """Return text on one line, which no spreadsheet computes."""
    return harmless(" ".join(text.split()))


def _number(value: float) -> str:
    return f"{value + 0.0:.6g}"
