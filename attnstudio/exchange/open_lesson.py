"""The lesson that is open: its run, what is kept of the learner, and what both say of the present step."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from attnstudio import catalog
from attnstudio.exchange.desk import Desk
from attnstudio.ui.document import Document

if TYPE_CHECKING:
    from attnstudio.exchange.learner import Learner
    from attnstudio.state.lesson import Lesson, Step
    from attnstudio.ui.lesson_run import LessonRun


class OpenLesson(QObject):
    """Makes neither the run nor the learner before it is first wanted.

    Parameters
    ----------
    document : Document
    desk : Desk
        Its dialogs and notices are used.
    window : QWidget
    """

    went_on = Signal()  # the run is at another step, or something of its step is new
    announced = Signal(object)  # the Message of what was done in the step
    forgotten = Signal()  # what was kept of the learner

    def __init__(self, document: Document, desk: Desk, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._desk, self._window = document, desk, window
        self._run: LessonRun | None = None
        self._learner: Learner | None = None

    @property
    def learner(self) -> "Learner":
        """What is kept of the lessons."""
        if self._learner is None:
            from attnstudio.exchange.learner import Learner

            self._learner = Learner(self._desk, self._window)
            self._learner.joined.connect(lambda: self.run.take_up(self.learner.progress))
            self._learner.forgotten.connect(self.forgotten)
        return self._learner

    @property
    def run(self) -> "LessonRun":
        """The run of the lesson that is open, if any is."""
        if self._run is None:
            from attnstudio.ui.lesson_run import LessonRun

            self._run = LessonRun(self._document, catalog.randomised, self, self.learner.progress)
            self._run.changed.connect(self.went_on)
            self._run.announced.connect(self.announced)
            self._run.recorded.connect(self.learner.keep)
        return self._run

    @property
    def lesson(self) -> "Lesson | None":
        """The lesson that is open."""
        return None if self._run is None else self._run.lesson

    @property
    def step(self) -> "Step | None":
        """The step that is on the screen."""
        return None if self._run is None or self._run.away else self._run.step

    @property
    def resumed(self) -> str:
        """What opens the lesson whose step is on the screen, at the next start; "" where there is none."""
        from attnstudio.exchange.lesson_shelf import path_of

        lesson = None if self.step is None else self.lesson
        key = "" if lesson is None or lesson.is_playlist else lesson.file or lesson.name
        return key if key and path_of(key).is_file() else ""

    @property
    def title(self) -> str:
        """What is open, in words, while it is a step of a lesson or was begun as one; else ""."""
        if (lesson := self.lesson) is None or (step := self.run.step) is None:
            return ""
        title, scene = step.heading or lesson.title, self._document.scene
        if not self.run.away:
            return title
        left = scene.title == title and scene.open_panel != step.panel
        return catalog.panel_named(scene.open_panel).title if left else ""

    @property
    def _is_playlist(self) -> bool:
        return self.lesson is not None and self.lesson.is_playlist

    @property
    def _is_new(self) -> bool:
        """Whether no lesson was ever opened."""
        return self.lesson is None and not self.learner.progress.lessons

    def offered(self) -> dict[str, bool]:
        """Say what can be done now: whether a lesson is open, has a step on either side, is a playlist."""
        run, lesson = self._run, self.lesson
        return {
            "opened": lesson is not None, "forward": run is not None and (run.can_forward or run.away),
            "back": run is not None and (run.can_back or run.away),
            "playlist": lesson is not None and lesson.is_playlist,
        }  # fmt: skip

    def leave(self) -> None:
        """Try once more to keep what could not be kept, since the window closes."""
        if self._learner is not None:
            self._learner.leave()

    def _come_back(self) -> None:
        """Show the step as it was left; as it began, where something else was opened since."""
        run, step = self.run, self.run.step
        if step is not None and step.panel != self._document.scene.open_panel:
            self._document.open_panel(step.panel)
        if run.away:
            run.go(run.index)
