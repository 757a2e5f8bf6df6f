"""Progress through lessons: the step that was last open, and what has become of each task."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Self

from attnstudio.state.lesson import Lesson, Step


@dataclass(frozen=True)
class StepProgress:
    """What has become of the task of one step.

    Parameters
    ----------
    done : bool
        Whether the goal was met, or the right answer given; it stays so.
    tries : int
        Answers given, or goes at a challenge.
    given_up : bool
        Whether the reason was asked for before the answer was right.
    first_try : bool
        Whether the first of the tries was the right one.
    """

    done: bool = False
    tries: int = 0
    given_up: bool = False
    first_try: bool = False

    def joined(self, other: Self) -> Self:
        """Return what is known of a task of which two windows know something: the better, or the larger, of each."""
        first_try = self.first_try or other.first_try
        given_up = (self.given_up or other.given_up) and not first_try
        return replace(
            self, done=self.done or other.done, tries=max(self.tries, other.tries), given_up=given_up,
            first_try=first_try,
        )  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """How many tasks there are, and how they went: each counts once.

    Parameters
    ----------
    tasks, first_try, later, given_up : int
        All; right at the first try; right after more; with the reason shown before. The others are open.
    """

    tasks: int
    first_try: int
    later: int
    given_up: int


@dataclass(frozen=True)
class LessonProgress:
    """What has become of one lesson.

    Parameters
    ----------
    at : str
        The name of the step that was last open; "" where none was.
    steps : mapping of str to StepProgress
        By the names of the steps; those without a task, or not tried, need not be there.
    draws : int
        How often other questions were drawn than those drawn first.
    file : str
        The whole path of the own file whose lesson it is; "" where it ships, or where none was kept.
    lasting : tuple of str
        The names of the steps of which all is kept when other questions are drawn, as they were at the last draw.
    """

    at: str = ""
    steps: Mapping[str, StepProgress] = field(default_factory=dict)
    draws: int = 0
    file: str = ""
    lasting: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", MappingProxyType(dict(self.steps)))
        object.__setattr__(self, "lasting", tuple(self.lasting))

    def since(self, known: Self) -> Self:
        """Return what it is without the tasks that stand as they stood."""
        return replace(self, steps={name: one for name, one in self.steps.items() if one != known.steps.get(name)})

    def joined(self, other: Self) -> Self:
        """Return what is known of a lesson of which two windows know something; the page open is that of this one.

        Where they are at questions that were drawn one after the other, the later ones count, and of the earlier what
        outlasts a draw.
        """
        if self.draws != other.draws:
            early, late = sorted((self, other), key=lambda one: one.draws)
            lasting = {name: one for name, one in early.steps.items() if name in late.lasting}
            return replace(late, steps=late._both(lasting))
        both = self._both(other.steps)
        return replace(self, steps=both, file=self.file or other.file, lasting=self.lasting or other.lasting)

    def _both(self, steps: Mapping[str, StepProgress]) -> dict[str, StepProgress]:
        """Return the steps with what is known of some of them besides."""
        joined = {name: one.joined(self.steps[name]) if name in self.steps else one for name, one in steps.items()}
        return {**self.steps, **joined}


@dataclass(frozen=True)
class Progress:
    """What has become of all lessons, of one learner.

    Parameters
    ----------
    seed : int
        The learner's: it shuffles answers, and varies numbers.
    lessons : mapping of str to LessonProgress
        By the names of the lessons; those that were never opened are not there.
    """

    seed: int = 0
    lessons: Mapping[str, LessonProgress] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lessons", MappingProxyType(dict(self.lessons)))

    def lesson(self, lesson: str) -> LessonProgress:
        """Return what has become of a lesson."""
        return self.lessons.get(lesson, LessonProgress())

    def step(self, lesson: str, step: str) -> StepProgress:
        """Return what has become of the task of a step."""
        return self.lesson(lesson).steps.get(step, StepProgress())

    def at(self, lesson: str, step: str, file: str = "") -> Self:
        """Return what it is once a step is open, of a lesson that may be an own one of a file."""
        return self._with(lesson, replace(self.lesson(lesson), at=step, file=file))

    def with_step(self, lesson: str, step: str, now: StepProgress) -> Self:
        """Return what it is once the task of a step stands otherwise."""
        before = self.lesson(lesson)
        return self._with(lesson, replace(before, steps={**before.steps, step: now}))

    def joined(self, now: Self, known: Self) -> Self:
        """Return what it is, with its seed, once what another window has is put in, too.

        Parameters
        ----------
        now : Progress
            All that the window has; of another learner, who was reset meanwhile, what is new since `known` counts.
        known : Progress
            What the window last knew to be kept.
        """
        changed = {name: one for name, one in now.lessons.items() if one != known.lessons.get(name)}
        if now.seed != self.seed:
            news = {name: one.since(known.lesson(name)) for name, one in changed.items()}
        else:
            old = {name: replace(one, at=self.lesson(name).at or one.at) for name, one in now.lessons.items()}
            news = {**old, **changed}
        return replace(self, lessons={**self.lessons, **{n: one.joined(self.lesson(n)) for n, one in news.items()}})

    def drawn(self, lesson: Lesson) -> Lesson:
        """Return a lesson as this learner gets it now."""
        return lesson.drawn(self.seed + self.lesson(lesson.key).draws)

    def drawn_again(self, lesson: str, kept: Collection[str] = ()) -> Self:
        """Return what it is once other questions are drawn: of those that were, nothing is kept; of some steps, all."""
        before = self.lesson(lesson)
        steps = {name: one for name, one in before.steps.items() if name in kept}
        return self._with(lesson, LessonProgress("", steps, before.draws + 1, before.file, tuple(kept)))

    def share(self, lesson: Lesson) -> tuple[int, int]:
        """Return how many tasks of a lesson are done, and how many of them this learner gets."""
        tasks = self.drawn(lesson).tasks
        return len(tasks) - len(self.open_tasks(lesson)), len(tasks)

    def open_tasks(self, lesson: Lesson) -> tuple[str, ...]:
        """Return the names of the steps whose task is not done, of those that this learner gets."""
        return tuple(step for step in self.drawn(lesson).tasks if not self.step(lesson.key, step).done)

    def outcome(self, lesson: Lesson, tasks: Collection[str] | None = None) -> Outcome:
        """Return how the tasks of a lesson went, or some of them by the names of their steps."""
        steps = [self.step(lesson.key, step) for step in (self.drawn(lesson).tasks if tasks is None else tasks)]
        first, given_up = sum(one.first_try for one in steps), sum(one.given_up for one in steps)
        later = sum(one.done and not (one.first_try or one.given_up) for one in steps)
        return Outcome(len(steps), first, later, given_up)

    def to_read_again(self, lesson: Lesson) -> dict[str, tuple[Step, ...]]:
        """Return the lessons that teach what was not right at the first try, each with the steps that asked it."""
        found: dict[str, tuple[Step, ...]] = {}
        for step in self.drawn(lesson).steps:
            one = self.step(lesson.key, step.name)
            if step.lesson and not one.first_try and (one.tries or one.given_up):
                found[step.lesson] = (*found.get(step.lesson, ()), step)
        return found

    def resumed(self, lesson: Lesson) -> str:
        """Return the step at which to go on with a lesson; "", its beginning, where it was worked to the end."""
        at = self.lesson(lesson.key).at
        ended = at == self.drawn(lesson).steps[-1].name and not self.open_tasks(lesson)
        return "" if ended else at

    def _with(self, lesson: str, now: LessonProgress) -> Self:
        return replace(self, lessons={**self.lessons, lesson: now})
