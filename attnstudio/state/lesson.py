"""Lesson: steps that set a panel's state, say a few sentences, and may set a challenge or ask a question."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from attnstudio.state.challenges import Challenge
from attnstudio.state.faults import Fault, Faults
from attnstudio.state.fields import Scenario, expected
from attnstudio.state.lesson_questions import ChoiceQuestion, NumberQuestion
from attnstudio.state.locks import Free, locked_changes
from attnstudio.state.scene import PanelState

Task = Challenge | ChoiceQuestion | NumberQuestion
NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
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
    """

    name: str
    panel: str
    state: PanelState
    title: str = ""
    text: str = ""
    free: tuple[Free, ...] | None = None
    point_at: str = ""
    task: Task | None = None

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise Faults([Fault("name", str(expected("lower-case words joined by -", self.name)))])

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
    """

    name: str
    title: str
    steps: tuple[Step, ...]
    goal: str = ""
    simplified: str = ""
    number: int = 0

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

    @property
    def is_playlist(self) -> bool:
        """Whether it is scenes alone, to be stepped through in front of a class."""
        return not any(step.text or step.task for step in self.steps)

    @property
    def tasks(self) -> dict[str, Task]:
        """The challenges and questions, by the names of their steps."""
        return {step.name: step.task for step in self.steps if step.task is not None}
