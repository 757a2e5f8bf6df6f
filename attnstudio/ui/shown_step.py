"""The step of a lesson that is shown: where it is, what has become of its task, and what was done before."""

from dataclasses import dataclass

from PySide6.QtCore import QObject

from attnstudio.state.challenges import Pursuit, Standing
from attnstudio.state.lesson import Lesson, Step
from attnstudio.state.lesson_questions import Choice, ChoiceQuestion, Tries
from attnstudio.state.lesson_work import Pages, Work
from attnstudio.state.progress import Outcome, Progress
from attnstudio.state.quantity_measures import Moment
from attnstudio.state.scene import Scene
from attnstudio.ui.document import Document


@dataclass(frozen=True, eq=False)
class Begun:
    """A beginning of a step: the Scene that the history knows it by, and the go at its task that began with it."""

    scene: Scene
    pages: Pages
    index: int
    work: Work


class ShownStep(QObject):
    """What can be read of a run; nothing is changed here.

    Parameters
    ----------
    document : Document
    progress : Progress
    parent : QObject, optional
    """

    def __init__(self, document: Document, progress: Progress, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self.progress = document, progress
        self._seed = progress.seed  # of the lesson that is open
        self._now: Begun | None = None
        self._shown: Moment | None = None  # what the task is judged on; None while the screen shows no step

    @property
    def lesson(self) -> Lesson | None:
        return None if self._now is None else self._now.pages.lesson

    @property
    def index(self) -> int:
        """Which step of the lesson it is, from 0."""
        return 0 if self._now is None else self._now.index

    @property
    def step(self) -> Step | None:
        return None if self._now is None else self._now.work.step

    @property
    def away(self) -> bool:
        """Whether the screen shows no step: another panel is in front, or something else was opened."""
        return self._now is not None and self._shown is None

    @property
    def work(self) -> Work | None:
        """The go at the step."""
        return None if self._now is None else self._now.work

    @property
    def pursuit(self) -> Pursuit | None:
        """What has become of the step's challenge; None where it has none."""
        return None if self._now is None else self._now.work.pursuit

    @property
    def standing(self) -> Standing | None:
        """How its challenge stands on what the step showed last."""
        return None if self._now is None else self._now.work.standing

    @property
    def tries(self) -> Tries | None:
        """What has become of the step's question; None where it has none."""
        return None if self._now is None else self._now.work.tries

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The answers of the step's question in the learner's own order; none where a number is asked for."""
        task = None if self.step is None else self.step.task
        return task.shuffled(self._seed) if isinstance(task, ChoiceQuestion) else ()

    @property
    def hint_shown(self) -> bool:
        return self._now is not None and self._now.work.hint_shown

    @property
    def can_forward(self) -> bool:
        return self.lesson is not None and self.index < len(self.lesson.steps) - 1

    @property
    def can_back(self) -> bool:
        return self.index > 0

    @property
    def done_before(self) -> bool:
        """Whether the step's task was done in another go than this one."""
        if self._now is None or self._now.work.done:
            return False
        return self.progress.step(self._now.pages.lesson.key, self._now.work.step.name).done

    @property
    def can_reveal(self) -> bool:
        """Whether an answered question's covers are still there, which can be taken away from now on."""
        if (now := self._now) is None or self.away or now.work.tries is None or not now.work.finished:
            return False
        return bool(now.work.state.covered & self._document.state(now.work.step.panel).covered)

    @property
    def open_tasks(self) -> tuple[int, ...]:
        """The steps whose task is not done, from 0."""
        if (lesson := self.lesson) is None:
            return ()
        names = self.progress.open_tasks(lesson)
        return tuple(i for i, step in enumerate(lesson.steps) if step.name in names)

    @property
    def outcome(self) -> Outcome | None:
        """How the questions went that were drawn; None where none were."""
        lesson = self.lesson
        return None if lesson is None or lesson.pool is None else self.progress.outcome(lesson, lesson.questions)

    @property
    def challenges(self) -> Outcome | None:
        """How the challenges went that stand behind questions that were drawn; None where there are none."""
        lesson = self.lesson
        if lesson is None or lesson.pool is None or not lesson.challenges:
            return None
        return self.progress.outcome(lesson, lesson.challenges)

    @property
    def to_read_again(self) -> dict[str, tuple[Step, ...]]:
        """The lessons that teach what was not right at the first try, each with the steps that asked it."""
        return {} if self.lesson is None else self.progress.to_read_again(self.lesson)
