"""Grading: the challenges of a lesson judged on scenes that were handed in, as they are judged while it runs."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from attnstudio.state.challenges import Challenge, Standing
from attnstudio.state.fields import Scenario
from attnstudio.state.figures import Result
from attnstudio.state.lesson import Lesson, Step
from attnstudio.state.lesson_work import Randomised
from attnstudio.state.locks import locked_changes
from attnstudio.state.quantity_measures import Moment
from attnstudio.state.scene import Scene


@dataclass(frozen=True)
class Mark:
    """How one challenge stands on one scene.

    Parameters
    ----------
    step : Step
        Whose challenge it is.
    standing : Standing, optional
        None where a scene cannot show it: it has nothing of the panel, or the answer is that it cannot be done.
    locked : tuple of str
        Fields that were changed though the step locks them.
    """

    step: Step
    standing: Standing | None = None
    locked: tuple[str, ...] = ()

    @property
    def impossible(self) -> bool:
        """Whether the answer is that it cannot be done: a scene shows nothing of that."""
        return isinstance(self.step.task, Challenge) and self.step.task.impossible

    @property
    def met(self) -> bool:
        return self.standing is not None and self.standing.met

    @property
    def points(self) -> int:
        """1 where the goal is met by what the step lets change, else 0."""
        return int(self.met and not self.locked)


class Grading:
    """What judges scenes by the challenges of one lesson.

    Parameters
    ----------
    lesson : Lesson
    final : callable (panel, Scenario) -> Result
        What a panel shows in the end, without covers.
    randomised : callable (panel, Scenario, seed) -> Scenario
        Draws other numbers, for steps that vary: a scene keeps the seed that its numbers were drawn from.
    """

    def __init__(self, lesson: Lesson, final: Callable[[str, Scenario], Result], randomised: Randomised) -> None:
        self._goals = [(step, task) for step in lesson.steps if isinstance(task := step.task, Challenge)]
        self._final, self._randomised = final, randomised
        self._started: dict[str, Moment] = {}

    @property
    def possible(self) -> int:
        """How many points a scene can get."""
        return sum(not challenge.impossible for _, challenge in self._goals)

    def marks(self, scene: Scene) -> list[Mark]:
        """Return how every challenge of the lesson stands on a scene."""
        shown = cache(lambda panel: self._moment(panel, scene.panels[panel].scenario))
        return [
            Mark(step)
            if challenge.impossible or step.panel not in scene.panels
            else self._mark(step, challenge, shown(step.panel))
            for step, challenge in self._goals
        ]

    def _mark(self, step: Step, challenge: Challenge, now: Moment) -> Mark:
        start = self._start(step, now.scenario)
        return Mark(step, challenge.standing(now, start), locked_changes(step.free, start.scenario, now.scenario))

    def _start(self, step: Step, handed_in: Any) -> Moment:
        """Return what was shown when a step began."""
        if step.vary:
            return self._moment(step.panel, self._randomised(step.panel, step.state.scenario, handed_in.seed))
        if step.name not in self._started:
            self._started[step.name] = self._moment(step.panel, step.state.scenario)
        return self._started[step.name]

    def _moment(self, panel: str, scenario: Scenario) -> Moment:
        return Moment(scenario, self._final(panel, scenario))
