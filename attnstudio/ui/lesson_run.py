"""The run of a lesson: which step is shown, what it locks, and how its task stands."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from attnstudio.state import lesson_words
from attnstudio.state.lesson import Lesson
from attnstudio.state.lesson_questions import Choice, ChoiceQuestion, NumberQuestion
from attnstudio.state.lesson_work import Goes, Pages, Randomised, after_giving_up, after_try
from attnstudio.state.message import Message, listed
from attnstudio.state.progress import Progress, StepProgress
from attnstudio.state.quantity_measures import Moment
from attnstudio.state.scene import Scene
from attnstudio.ui.document import Document
from attnstudio.ui.shown_step import Begun, ShownStep


class LessonRun(ShownStep):
    """One lesson at a time, its page following the Document's history.

    Parameters
    ----------
    document : Document
    randomised : callable (panel, Scenario, seed) -> Scenario
        Draws other numbers, for steps that vary.
    parent : QObject, optional
    progress : Progress
        What the learner has done so far; its seed shuffles choices and varies numbers.

    Notes
    -----
    A step begins as an undo step, and the Document's `start` is its Scene until something else is opened: undo and redo
    turn the pages too. A go at a task belongs to its beginnings: what a question covers is seen where it is finished.
    """

    changed = Signal()  # another lesson or step, an answer, another standing
    announced = Signal(object)  # Message: what is to be heard at once
    recorded = Signal(object)  # Progress, to be kept at once

    def __init__(
        self, document: Document, randomised: Randomised, parent: QObject | None = None,
        progress: Progress = Progress(),  # noqa: B008 (frozen)
    ) -> None:  # fmt: skip
        super().__init__(document, progress, parent)
        self._goes = Goes(randomised)
        self._begun: dict[int, Begun] = {}  # by identity of their Scenes: a step that begins again has an equal one
        self._told: tuple[object, ...] = ()
        document.changed.connect(self._follow)

    def open(self, lesson: Lesson, step: str = "") -> None:
        """Begin a lesson at a step, by its name; at the first where none has it."""
        self._seed = self.progress.seed
        lesson = self.progress.drawn(lesson)
        pages = self._goes.pages(lesson, self._seed)
        names = [one.name for one in lesson.steps]
        self._begin(pages, names.index(step) if step in names else 0)

    def draw_again(self) -> None:
        """Begin the lesson with other questions of its pool; of those that were, nothing is kept.

        Undo does not turn back to their pages, which would say that nothing was answered.
        """
        if (lesson := self.lesson) is not None and lesson.pool is not None:
            self._begun = {at: one for at, one in self._begun.items() if one.pages.lesson.key != lesson.key}
            self._keep(self.progress.drawn_again(lesson.key, lesson.challenges))
            self.open(lesson.pool)

    def take_up(self, progress: Progress) -> None:
        """Go on from other progress; a lesson that is open keeps the numbers that it has."""
        self.progress = progress

    def close(self) -> None:
        """Put the lesson away: what is shown stays, and nothing is locked."""
        self._now = self._shown = None
        self._begun.clear()
        self._document.hold(None)
        self._document.end_practice()
        self._tell()

    def go(self, index: int) -> None:
        """Begin another step of the lesson."""
        if self._now is not None and 0 <= index < len(self._now.pages.works):
            self._begin(self._now.pages, index)

    def forward(self) -> None:
        self.go(self.index + 1)

    def back(self) -> None:
        self.go(self.index - 1)

    def again(self) -> None:
        """Begin the step anew, and its task with it; with other numbers where it varies."""
        if (now := self._now) is not None:
            now.pages.works[now.index] = self._goes.work(now.pages.lesson, now.work.step, self._seed)
            self._begin(now.pages, now.index)

    def show_hint(self) -> None:
        if self._now is not None:
            self._now.work.hint_shown = True
            self._tell()

    def choose(self, choice: Choice) -> None:
        """Answer the step's question with one of its choices."""
        if self.step is not None and isinstance(self.step.task, ChoiceQuestion):
            self._answer(choice)

    def answer(self, number: float) -> None:
        """Answer the step's question with a number, judged on what is on the screen."""
        if self.step is not None and isinstance(self.step.task, NumberQuestion):
            self._answer(number)

    def give_up(self) -> None:
        """Ask for the reason of the step's question instead of answering it."""
        if (now := self._now) is not None and self._shown is not None and not now.work.finished:
            now.work.give_up(self._shown)
            self._record(now, after_giving_up)
            self._settle(now, lesson_words.of_reason(now.work.question))

    def say_impossible(self) -> None:
        """Answer the step's challenge with: it cannot be done."""
        if (now := self._now) is None or self.away or (pursuit := now.work.pursuit) is None or pursuit.solved:
            return
        now.work.pursuit = after = pursuit.said_impossible()
        self._record(now, partial(after_try, right=after.solved))
        self._settle(now, lesson_words.CANNOT if after.solved else lesson_words.CAN)

    def _answer(self, answer: Choice | float) -> None:
        """Take an answer to the question that is on the screen, if it is open."""
        if (now := self._now) is not None and self._shown is not None and not now.work.finished:
            verdict = now.work.answer(answer, self._shown)
            self._record(now, partial(after_try, right=verdict.right))
            self._settle(now, lesson_words.of_verdict(verdict))

    def _settle(self, now: Begun, message: Message) -> None:
        """Tell of an answer; what was covered for it can be seen from now on."""
        self._document.hold(now.work.locks)
        self._tell()
        told = None if now.work.tries is None else now.work.tries.told
        self.announced.emit(message if told is None else listed([message, told], " "))

    def _record(self, now: Begun, change: Callable[[StepProgress], StepProgress]) -> None:
        lesson, step = now.pages.lesson.key, now.work.step.name
        before = self.progress.step(lesson, step)
        if (after := change(before)) != before:
            self._keep(self.progress.with_step(lesson, step, after))

    def _keep(self, progress: Progress) -> None:
        self.progress = progress
        self.recorded.emit(progress)

    def _begin(self, pages: Pages, index: int) -> None:
        """Show a step as it begins, as an undo step; all other panels stay as they are."""
        work = pages.works[index]
        panels = {**self._document.scene.panels, work.step.panel: work.state}
        scene = Scene(work.step.panel, panels, work.step.heading or pages.lesson.title)
        self._begun[id(scene)] = Begun(scene, pages, index, work)
        self._document.load_as_edit(scene, practice=True)

    def _follow(self) -> None:
        """Turn to the page of what the Document shows, with its locks, and judge it."""
        document = self._document
        begun = self._begun.get(id(document.start))
        document.hold(None if begun is None else begun.work.locks)
        if begun is None or document.scene.open_panel != begun.work.step.panel:
            self._now, self._shown = begun or self._now, None
            self._tell()
            return
        if self._now is begun and self._shown is not None and self._shown.result is document.result:
            self._tell()  # of a cover, say; a pin is nothing new
            return
        lesson, step = begun.pages.lesson, begun.work.step
        self._now, self._shown = begun, Moment(document.scenario(step.panel), document.result)
        kept = self.progress.lesson(lesson.key)
        if (kept.at, kept.file) != (step.name, lesson.file):
            self._keep(self.progress.at(lesson.key, step.name, lesson.file))
        if begun.work.judge(self._shown):
            self._record(begun, partial(after_try, right=True))
            self._settle(begun, lesson_words.SOLVED)
        else:
            self._tell()

    def _tell(self) -> None:
        """Tell of a change where there is one."""
        told = (self._now, self.away, self.can_reveal, None if self._now is None else replace(self._now.work))
        if told != self._told:
            self._told = told
            self.changed.emit()
