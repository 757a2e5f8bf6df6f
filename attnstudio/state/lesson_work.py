"""What has become of the steps of a lesson that is open: what each begins as, and how its task stands."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Self, cast

from attnstudio.state.challenges import Challenge, Pursuit, Standing
from attnstudio.state.fields import Scenario
from attnstudio.state.lesson import Lesson, Step
from attnstudio.state.lesson_questions import (
    Choice,
    ChoiceQuestion,
    Measure,
    NumberQuestion,
    Question,
    Tries,
    Verdict,
)
from attnstudio.state.locks import Locks
from attnstudio.state.message import Message
from attnstudio.state.progress import StepProgress
from attnstudio.state.quantities import measured
from attnstudio.state.quantity_measures import Moment
from attnstudio.state.scene import PanelState

SEEDS = 1_000_000  # from 0 on, as every panel takes them
Randomised = Callable[[str, Scenario, int], Scenario]


@dataclass
class Work:
    """One go at a step: what it began as, and what has become of its task since.

    Parameters
    ----------
    step : Step
    state : PanelState
        What it began as: the step's own, or varied for the learner.
    start : Moment, optional
        What was shown when it began; None before that.
    draft : Choice or float, optional
        An answer that was chosen or typed and not judged yet, when the page was left.
    """

    step: Step = field(compare=False)
    state: PanelState = field(compare=False)
    pursuit: Pursuit | None = None
    tries: Tries | None = None
    standing: Standing | None = None
    hint_shown: bool = False
    start: Moment | None = field(default=None, compare=False)
    draft: Choice | float | None = field(default=None, compare=False)

    @classmethod
    def on(cls, step: Step, state: PanelState | None = None) -> Self:
        """Return a go that has just begun."""
        go = cls(step, state or step.state)
        if isinstance(step.task, Challenge):
            go.pursuit = Pursuit(step.task)
        elif step.task is not None:
            go.tries = Tries()
        return go

    @property
    def finished(self) -> bool:
        """Whether no question is open any more: what is covered for it may be seen."""
        return self.tries is None or self.tries.finished

    @property
    def done(self) -> bool:
        """Whether its goal was met, or its answer is right."""
        return self.pursuit.solved if self.pursuit is not None else self.tries is not None and self.tries.right

    @property
    def locks(self) -> Locks | None:
        """What may not be changed now; None where all may.

        An open question that covers something locks all that its step does not say to be free: or a move would show it.
        """
        keeps_covers = bool(self.state.covered) and not self.finished
        free = self.step.free
        if free is None and not keeps_covers:
            return None
        return Locks(self.step.panel, self.state, free or (), keeps_covers, for_now=free is None)

    def judge(self, now: Moment) -> bool:
        """Let the challenge stand as it does on what is shown; return whether that has solved it.

        Nothing is solved before anything was changed, or on a Result that is not final.
        """
        begins = now.scenario is self.state.scenario
        if self.start is None or (begins and self.start.result.progress < 1):
            self.start = now
        if self.pursuit is None:
            return False
        self.standing = self.pursuit.challenge.standing(now, self.start)
        if begins or now.result.progress < 1:
            return False
        before, self.pursuit = self.pursuit, self.pursuit.seen(self.standing)
        return self.pursuit.solved and not before.solved

    @property
    def question(self) -> Question:
        """The task of a step that asks."""
        assert isinstance(self.step.task, ChoiceQuestion | NumberQuestion)  # since there are tries
        return self.step.task

    def answer(self, answer: Choice | float, now: Moment) -> Verdict:
        """Take an answer to the open question, a choice or a number as it asks for; return what is said of it."""
        assert self.tries is not None
        question, told = self.question, None
        if isinstance(answer, Choice):
            verdict = cast(ChoiceQuestion, question).verdict(answer)
        else:
            verdict = cast(NumberQuestion, question).verdict(answer, self._measure(now))
            told = None if verdict.feedback else self._told(now, answer)
        self.tries = self.tries.answered(verdict, answer, told)
        return verdict

    def give_up(self, now: Moment) -> None:
        """End the open question, with the number that it asks for."""
        assert self.tries is not None
        self.tries = self.tries.giving_up(self._told(now))

    def _measure(self, now: Moment) -> Measure:
        return lambda quantity: measured(quantity, now, self.start or now)

    def _told(self, now: Moment, given: float | None = None) -> Message | None:
        question = self.question
        return question.told(self._measure(now), given) if isinstance(question, NumberQuestion) else None


@dataclass(eq=False)
class Pages:
    """A lesson that is open: the last go at each of its steps."""

    lesson: Lesson
    works: list[Work]


class Goes:
    """Begins goes at steps; the numbers of those that vary are the learner's own, and others each time.

    Parameters
    ----------
    randomised : callable (panel, Scenario, seed) -> Scenario
    """

    def __init__(self, randomised: Randomised) -> None:
        self._randomised = randomised
        self._begun: Counter[tuple[str, str]] = Counter()

    def work(self, lesson: Lesson, step: Step, seed: int) -> Work:
        """Return a new go at a step by the learner whom a seed stands for."""
        if not step.vary:
            return Work.on(step)
        at = lesson.key, step.name
        own = random.Random(" ".join(map(str, (seed, *at, self._begun[at])))).randrange(SEEDS)
        self._begun[at] += 1
        return Work.on(step, replace(step.state, scenario=self._randomised(step.panel, step.state.scenario, own)))

    def pages(self, lesson: Lesson, seed: int) -> Pages:
        """Return a lesson that has just been opened."""
        return Pages(lesson, [self.work(lesson, step, seed) for step in lesson.steps])


def after_try(before: StepProgress, *, right: bool) -> StepProgress:
    """Return what has become of a task after one more try; what is done stays as it was done."""
    if before.done:
        return before
    at_once = right and not before.tries and not before.given_up
    return replace(before, done=right, tries=before.tries + 1, first_try=at_once)


def after_giving_up(before: StepProgress) -> StepProgress:
    """Return what has become of a task once its reason was asked for."""
    return before if before.done else replace(before, given_up=True)
