"""Lesson files, `.toml`: steps with Markdown text that set a panel's state, set a challenge or ask a question.

A file holds, with what must be there marked by *::

    format* = "attnstudio lesson"      version* = 1
    title*, goal, simplified           one line each
    number                             its place among lessons
    [[steps]]
    name, title, text                  name: for progress and marks, lower-case words joined by "-"; text: Markdown
    example | scene | panel            what the step begins as; without any, as the step before it began
    cover = ["weights"]                stages that are covered
    free = ["temperature"]             all that may be changed, also "tensors.query" or "tensors.key[2]" (from 1)
    point_at = "temperature"           a field, stage, matrix or figure
    [steps.set]                        fields with other values; tensors need only the parts that differ
    [steps.challenge]                  text*, hint, insight, impossible
    [[steps.challenge.conditions]]     quantity*, minus | over, at_least | at_most | above | below | near*, within
    [steps.question]                   text*, reason*; choices*, or answer*, within*, carried, otherwise*, wrong
    [[steps.question.choices]]         text*, right, feedback (* where not right)
    [[steps.question.wrong]]           value*, feedback*, within

Quantities are those of `attnstudio.state.quantities`. A lesson without text is a playlist of scenes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from attnstudio.files.faults import FileFault
from attnstudio.files.lesson_steps import StepReader
from attnstudio.files.lesson_tables import Notes, Table, line, whole
from attnstudio.files.resources import resource_path
from attnstudio.files.toml_lines import read_toml
from attnstudio.state.faults import Fault
from attnstudio.state.fields import Scenario, expected
from attnstudio.state.figures import Result
from attnstudio.state.lesson import MOST_STEPS, Lesson

FORMAT, VERSION = "attnstudio lesson", 1
SUFFIX = ".toml"
FIELDS = ("format", "version", "title", "goal", "simplified", "number", "steps")


def read_lesson(
    path: str | Path, scenarios: Mapping[str, type[Scenario]], compute: Callable[[str, Scenario], Result]
) -> Lesson:
    """Return the lesson of a file.

    Parameters
    ----------
    path : str or Path
    scenarios : mapping of str to type
        The Scenario class of every panel that exists.
    compute : callable (panel, Scenario)
        Returns the Result; whether a goal can be measured, and is not met at once, is seen there.

    Raises
    ------
    FileFault
        With every fault of the file, its line and field.
    """
    path = Path(path)
    raw, lines = read_toml(path)
    if raw.get("format") != FORMAT:
        raise FileFault(path, [Fault("format", f'this is TOML, but no lesson: expected format = "{FORMAT}"')])
    version = raw.get("version")
    if type(version) is int and version > VERSION:
        problem = f"a newer attnstudio wrote this lesson (version {version}); this one reads version {VERSION}"
        raise FileFault(path, [Fault("version", problem)])
    notes = Notes(lines)
    table = Table(notes, (), raw, FIELDS)
    table.take("version", _version)
    title, goal, simplified = (table.take(name, line, *more) for name, more in _LINES.items())
    number = table.take("number", whole, 0)
    if "steps" not in table:
        notes.add((), "steps is missing")
    read_step = StepReader(notes, path.parent, scenarios, compute).step
    steps = table.tables("steps", MOST_STEPS, read_step)
    lesson = table.made(lambda: Lesson(path.stem, title, steps, goal, simplified, number))
    if lesson is None:
        raise FileFault(path, notes.faults())
    return lesson


_LINES: dict[str, tuple[str, ...]] = {"title": (), "goal": ("",), "simplified": ("",)}


def _version(raw: Any) -> int:
    if type(raw) is not int or raw != VERSION:
        raise expected(f"the number {VERSION}", raw)
    return raw


@dataclass(frozen=True)
class Shipped:
    """One lesson that ships: its name on the command line, its title for people, and its file."""

    name: str
    title: str
    path: Path


def lessons() -> tuple[Shipped, ...]:
    """Return the lessons that ship in the order of their numbers."""
    found = []
    for path in resource_path("lessons").glob(f"*{SUFFIX}"):
        raw, _ = read_toml(path)
        found.append((raw["number"], Shipped(path.stem, raw["title"], path)))
    return tuple(lesson for _, lesson in sorted(found, key=lambda one: (one[0], one[1].name)))
