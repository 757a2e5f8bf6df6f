"""Lesson: steps that set a panel's state, say a few sentences, and may set a challenge or ask a question."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Self

from attnstudio.state.challenges import Challenge
from attnstudio.state.faults import Fault, Faults
from attnstudio.state.fields import Scenario, expected
from attnstudio.state.lesson_questions import ChoiceQuestion, NumberQuestion
from attnstudio.state.locks import Free, locked_changes
from attnstudio.state.scene import PanelState

Task = Challenge | ChoiceQuestion | NumberQuestion
NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_NUMBER = re.compile(r"\d+ · ")  # before the titles of a playlist: where a scene is told, its place is told already
MOST_STEPS = 200


@dataclass(frozen=True)
class Step:
    """One page of a lesson.

    Parameters
    ----------
    name : str
        By which progress is kept: lower-case words joined by "-".
    panel : str
    state : PanelState
        What the panel shows when the step begins, covers included.
    title, text : str
        Plain text, and Markdown.
    free : tuple of Free, optional
        All that may be changed; None where nothing is locked.
    point_at : str
        The field, stage, matrix or figure that is pointed at; "" for none.
    task : Challenge, ChoiceQuestion or NumberQuestion, optional
    vary : bool
        Whether the numbers that it begins with are drawn anew for each learner.
    lesson : str
        The lesson that ships and teaches what is asked; "" for none.
    """

    name: str
    panel: str
    state: PanelState
    title: str = ""
    text: str = ""
    free: tuple[Free, ...] | None = None
    point_at: str = ""
    task: Task | None = None
    vary: bool = False
    lesson: str = ""

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise Faults([Fault("name", str(expected("lower-case words joined by -", self.name)))])

    @property
    def heading(self) -> str:
        """The title without the number before it."""
        number = _NUMBER.match(self.title)
        return self.title if number is None else self.title[number.end() :]

    def refused(self, scenario: Scenario) -> tuple[str, ...]:
        """Return the locked fields in which a Scenario differs from that of the start."""
        return locked_changes(self.free, self.state.scenario, scenario)


@dataclass(frozen=True)
class Lesson:
    """Steps in their order.

    Parameters
    ----------
    name : str
        As on the command line.
    title, goal, simplified : str
        What it is about, what the learner can do at the end, and what it leaves out or makes simpler than it is.
    steps : tuple of Step
    number : int
        Its place among others; 0 where it has none.
    draw : int
        How many of its questions a learner gets, of the pool that they are; 0 for all of them, as they stand. Nothing
        is drawn of its challenges.
    pool : Lesson, optional
        What it was drawn from.
    file : str
        The whole path of a person's own file that it was read from; "" for those that ship.
    apart : str
        What keeps it apart from another own lesson of its name and title; "" for the first that was opened.
    """

    name: str
    title: str
    steps: tuple[Step, ...]
    goal: str = ""
    simplified: str = ""
    number: int = 0
    draw: int = 0
    file: str = ""
    apart: str = ""
    pool: "Lesson | None" = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if faults := list(self._faults()):
            raise Faults(faults)

    def _faults(self) -> Iterator[Fault]:
        if not self.title.strip():
            yield Fault("title", "expected a title, got none")
        if not 1 <= len(self.steps) <= MOST_STEPS:
            yield Fault("steps", f"expected 1 to {MOST_STEPS} steps, got {len(self.steps)}")
        names = [step.name for step in self.steps]
        for i, name in enumerate(names):
            if name in names[:i]:
                yield Fault(f"steps[{i}].name", f"another step has the name {name}")
        pool = sum(map(_asks, self.steps))
        if not 0 <= self.draw <= pool:
            yield Fault("draw", str(expected(f"a number from 0 to {pool}, the questions there are", self.draw)))

    @property
    def key(self) -> str:
        """The name by which progress is kept: one's own lesson is another one than what ships under its name.

        It tells of the title, not of the folder: a file that is moved, or opened elsewhere, goes on.
        """
        return own_key(self.name, self.title, self.apart) if self.file else self.name

    @property
    def is_playlist(self) -> bool:
        """Whether it is scenes alone, to be stepped through in front of a class."""
        return not any(step.text or step.task for step in self.steps)

    def drawn(self, seed: int) -> Self:
        """Return the lesson as the learner of a seed gets it: `draw` of its questions, in an order of their own.

        What stands before the first question stays there; challenges and pages between and after the questions, all of
        them in their order, close the lesson.
        """
        if not self.draw:
            return self
        asking = [i for i, step in enumerate(self.steps) if _asks(step)]
        chosen = random.Random(f"{seed} {self.name}").sample(asking, self.draw)
        opening = range(asking[0])
        closing = (i for i in range(asking[0], len(self.steps)) if i not in asking)
        return replace(self, steps=tuple(self.steps[i] for i in (*opening, *chosen, *closing)), draw=0, pool=self)

    @property
    def tasks(self) -> dict[str, Task]:
        """The challenges and questions, by the names of their steps."""
        return {step.name: step.task for step in self.steps if step.task is not None}

    @property
    def challenges(self) -> tuple[str, ...]:
        """The names of the steps that set one."""
        return tuple(name for name, task in self.tasks.items() if isinstance(task, Challenge))

    @property
    def questions(self) -> tuple[str, ...]:
        """The names of the steps that ask one."""
        return tuple(step.name for step in self.steps if _asks(step))


def own_key(name: str, title: str, apart: str = "") -> str:
    """Return the name by which progress in an own lesson is kept."""
    return f"{name} (own {_short(title)}{f' {apart}' if apart else ''})"


def apart_of(key: str, name: str, title: str) -> str | None:
    """Return what keeps a lesson apart by whose name progress is kept; None where it has another name or title."""
    first = own_key(name, title)
    if key == first:
        return ""
    begun = f"{first[:-1]} "
    return key[len(begun) : -1] if key.startswith(begun) else None


def apart_by(folder: str) -> str:
    """Return what keeps the lesson of a folder apart from others."""
    return _short(folder)


def _short(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:6]


def _asks(step: Step) -> bool:
    return isinstance(step.task, ChoiceQuestion | NumberQuestion)
