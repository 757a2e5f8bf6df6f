"""Trying what a lesson says to be impossible: a way that is found refutes it, and none that is found proves nothing."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from attnstudio.files.faults import FileFault
from attnstudio.files.lesson_checks import never_met
from attnstudio.files.lesson_tables import Notes
from attnstudio.files.toml_lines import read_toml
from attnstudio.state.challenges import Challenge, Standing
from attnstudio.state.fields import Choice, Field, Number, Scenario, Switch, Whole
from attnstudio.state.figures import Result
from attnstudio.state.lesson import Lesson, Step
from attnstudio.state.message import Message
from attnstudio.state.quantity_measures import Moment
from attnstudio.state.tensors import ROLES, TensorPack

MOST_TRIES = 200
PARTS = 8  # that the range of a number is tried in
COMPONENTS = (-3.0, -1.0, 0.0, 1.0, 3.0)
LARGEST_PACK = 256  # numbers of tensors that are tried one by one
FAR = 1e9  # how far a goal is that cannot be measured
DONE = "it can be done: with {way}"
UNKNOWN = "{count} tries found no way to do it; whether there is none is not known here"


@dataclass(frozen=True)
class _Knob:
    """One thing that a learner may turn: its name as `free` writes it, some values, and what sets one."""

    name: str
    values: tuple[Any, ...]
    put: Callable[[Scenario, Any], Scenario]


@dataclass(frozen=True)
class Attempt:
    """What came of trying: how many Scenarios were, and where one of them meets the goal, what was set in it."""

    count: int
    way: str = ""


def doubts(path: Path, lesson: Lesson, compute: Callable[[str, Scenario], Result]) -> list[Message]:
    """Say of each challenge of a file that is said to be impossible that this is not known, unless it is.

    Parameters
    ----------
    path : Path
        The file of the lesson.
    lesson : Lesson
    compute : callable (panel, Scenario)
        Returns the Result.

    Raises
    ------
    FileFault
        Where a way was found to do one, with all those and the ways.
    """
    _, lines = read_toml(path)
    refuted, unknown = Notes(lines), Notes(lines)
    for i, step in enumerate(lesson.steps):
        found = attempt(step, compute) if isinstance(step.task, Challenge) and step.task.impossible else None
        place = "steps", i, "challenge", "impossible"
        if found is not None and found.way:
            refuted.add(place, DONE.format(way=found.way))
        elif found is not None:
            unknown.add(place, UNKNOWN.format(count=found.count))
    if refuted.found:
        raise FileFault(path, refuted.faults())
    return [Message(str(fault)) for fault in unknown.faults()]


def attempt(step: Step, compute: Callable[[str, Scenario], Result]) -> Attempt | None:
    """Turn one thing after the other that a step leaves free to where its goal is nearest, until that helps no more.

    None where the conditions of its challenge say already that nothing meets them.
    """
    challenge, now = step.task, step.state.scenario
    assert isinstance(challenge, Challenge)
    start = Moment(now, compute(step.panel, now))
    if any(never_met(challenge, start)):
        return None
    nearest, count, way, helped = _distance(challenge.standing(start, start)), 0, dict[str, Any](), True
    while helped:
        helped = False
        for knob in _knobs(step.state.scenario):
            turned = ((value, knob.put(now, value)) for value in knob.values)
            for value, other in [one for one in turned if one[1] != now and not step.refused(one[1])]:
                if count == MOST_TRIES:
                    return Attempt(count)
                count += 1
                standing = challenge.standing(Moment(other, compute(step.panel, other)), start)
                if standing.met or _distance(standing) < nearest:
                    now, nearest, helped = other, _distance(standing), True
                    way[knob.name] = value
                if standing.met:
                    return Attempt(count, ", ".join(f"{name} = {value}" for name, value in way.items()))
    return Attempt(count)


def _distance(standing: Standing) -> float:
    return sum(min(reading.share, FAR) for reading in standing.readings)


def _knobs(scenario: Scenario) -> Iterator[_Knob]:
    for name, spec in scenario.specs().items():
        yield _Knob(name, _values(spec), partial(_with_field, name))
        held = getattr(scenario, name)
        if isinstance(held, TensorPack) and held.has_vectors and not held.lead and held.size <= LARGEST_PACK:
            for role in ROLES:
                for i, j in _cells(held, role):
                    yield _Knob(f"tensors.{role}[{i + 1}][{j + 1}]", COMPONENTS, partial(_with_cell, name, role, i, j))


def _values(spec: Field) -> tuple[Any, ...]:
    match spec:
        case Choice():
            return tuple(word for word, _ in spec.options)
        case Switch():
            return (False, True)
        case Whole():
            powers = (2**i for i in range(spec.high.bit_length()))
            return tuple(sorted({spec.low, spec.high, *(one for one in powers if one > spec.low)}))
        case Number():
            return tuple(spec.value_at(spec.ticks * i / PARTS) for i in range(PARTS + 1))
    return ()


def _cells(pack: TensorPack, role: str) -> Iterator[tuple[int, int]]:
    rows, columns = pack.whole(role).shape
    return ((i, j) for i in range(rows) for j in range(columns))


def _with_field(name: str, scenario: Scenario, value: Any) -> Scenario:
    return scenario.with_changes(**{name: value})


def _with_cell(name: str, role: str, i: int, j: int, scenario: Scenario, value: float) -> Scenario:
    return scenario.with_changes(**{name: getattr(scenario, name).with_cell(role, i, j, value)})
