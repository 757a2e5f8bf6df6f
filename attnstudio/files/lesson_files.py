"""Lesson files, `.toml`: steps with Markdown text that set a panel's state, set a challenge or ask a question.

A file holds, with what must be there marked by *::

    format* = "attnstudio lesson"      version* = 1
    title*, goal, simplified           one line each
    number                             its place among lessons
    draw                               how many of its questions each learner gets, in an order of their own; then come
                                       all of its challenges, and the pages that stand between and behind the questions
    [[steps]]
    name, title, text                  name: for progress and marks, lower-case words joined by "-"; text: Markdown,
                                       with formulas that ship as ![](formula:softmax)
    example | scene | panel            what the step begins as; without any, as the step before it began; of a scene
                                       or an example with several panels, panel says which
    cover = ["weights"]                stages that are covered
    free = ["temperature"]             all that may be changed, also "tensors.query" or "tensors.key[2]" (from 1)
    point_at = "temperature"           a field, stage, matrix or figure
    lesson = "softmax"                 with a question: the lesson that ships and is to be read again, as the last page
                                       says, where the answer was not right at the first try
    vary = true                        random numbers, other ones for each learner; with a task that is measured
    [steps.set]                        fields with other values; tensors need only the parts that differ
    [steps.challenge]                  text*, hint, insight; impossible = true where it cannot be done
    [[steps.challenge.conditions]]     quantity*, minus | over, at_least | at_most | above | below | near*, within
    [steps.question]                   text*, reason*; choices*, or answer*, within*, carried, otherwise*, wrong
    [[steps.question.choices]]         text*, right, feedback (* where not right)
    [[steps.question.wrong]]           value*, feedback*, within: how far it reaches; else as far as the answer

Quantities are those of `attnstudio.state.quantities`. A lesson without text is a playlist of scenes.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from attnstudio.files.faults import FileFault, real_path
from attnstudio.files.lesson_steps import StepReader
from attnstudio.files.lesson_tables import Notes, Table, line, whole
from attnstudio.files.resources import resource_path
from attnstudio.files.toml_lines import SUFFIX, read_toml
from attnstudio.state.fields import Scenario, expected
from attnstudio.state.figures import Result
from attnstudio.state.lesson import MOST_STEPS, Lesson

FORMAT, VERSION = "attnstudio lesson", 1
FIELDS = ("format", "version", "title", "goal", "simplified", "number", "draw", "steps")


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
    notes = Notes(lines)
    _check_format(path, raw, notes)
    table = Table(notes, (), raw, FIELDS)
    table.take("version", _version)
    title, goal, simplified = (table.take(name, line, *more) for name, more in _LINES.items())
    number, draw = (table.take(name, whole, 0) for name in ("number", "draw"))
    if "steps" not in table:
        notes.add((), "steps is missing")
    read_step = StepReader(notes, path.parent, scenarios, compute).step
    steps = table.tables("steps", MOST_STEPS, read_step)
    own = "" if real_path(path).is_relative_to(resource_path()) else str(path.absolute())
    lesson = table.made(lambda: Lesson(path.stem, title, steps, goal, simplified, number, draw, own))
    if lesson is None:
        raise FileFault(path, notes.faults())
    return lesson


def _check_format(path: Path, raw: Mapping[str, Any], notes: Notes) -> None:
    """Raise FileFault where a file is no lesson, or one that nothing else can be said of."""
    version = raw.get("version")
    if raw.get("format") != FORMAT:
        notes.add(("format",), f'this is TOML, but no lesson: expected format = "{FORMAT}"')
    elif type(version) is int and version > VERSION:
        problem = f"a newer attnstudio wrote this lesson (version {version}); this one reads version {VERSION}"
        notes.add(("version",), problem)
    if notes.found:
        raise FileFault(path, notes.faults())


_LINES: dict[str, tuple[str, ...]] = {"title": (), "goal": ("",), "simplified": ("",)}


def _version(raw: Any) -> int:
    if type(raw) is not int or raw != VERSION:
        raise expected(f"the number {VERSION}", raw)
    return raw


@dataclass(frozen=True)
class Outline:
    """One lesson, as far as lists tell of it.

    Parameters
    ----------
    name : str
        As on the command line.
    title, goal : str
    number : int
        Its place among the lessons.
    path : Path
    tasks : tuple of str
        The names of the steps that set a challenge or ask a question.
    count : int
        How many of these tasks a learner gets.
    """

    name: str
    title: str
    path: Path
    goal: str = ""
    number: int = 0
    tasks: tuple[str, ...] = ()
    count: int = 0


def lessons(folder: str = "lessons") -> tuple[Outline, ...]:
    """Return the lessons of a folder of resources in the order of their numbers; without a number they are the last."""
    found = filter(None, map(outline, resource_path(folder).glob(f"*{SUFFIX}")))
    return tuple(sorted(found, key=lambda one: (one.number or math.inf, one.name)))


_TOLD: dict[str, Any] = {"title": None, "goal": "", "number": 0, "draw": 0, "steps": None}


def outline(path: Path) -> Outline | None:
    """Return what a file tells of its lesson at a glance; None where that is none, or cannot be read."""
    try:
        raw, _ = read_toml(path)
    except FileFault:
        return None
    title, goal, number, drawn, steps = (raw.get(name, none) for name, none in _TOLD.items())
    kinds = {str: (title, goal), int: (number, drawn), list: (steps,)}
    good = all(type(one) is kind for kind, values in kinds.items() for one in values)
    if raw.get("format") != FORMAT or not good or not all(isinstance(step, dict) for step in steps):
        return None
    asks = ["question" in step for step in steps]
    tasks = [asked or "challenge" in step for asked, step in zip(asks, steps, strict=True)]
    names = tuple(str(step.get("name", f"step-{i}")) for i, step in enumerate(steps, 1) if tasks[i - 1])
    count = len(names) - (sum(asks) - drawn if drawn else 0)
    return Outline(path.stem, title.strip(), path, goal, number, names, count)
