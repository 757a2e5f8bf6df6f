"""What is said of a lesson as it goes on: in the status line, in the tab, and to a screen reader."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.aloud import announce
from attnstudio.ui.lesson_tab import LessonTab
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.ui.lesson_run import LessonRun

T = QT_TRANSLATE_NOOP
SCENE = T("lessons", "Scene {step} of {all}: {title}")
STEP = T("lessons", "Step {step} of {all}: {title}")


class StepNews(QObject):
    """Says each step once.

    Parameters
    ----------
    window : QWidget
    """

    told = Signal(object)  # a Message for the status line
    began = Signal()  # another step is on the screen
    left = Signal()  # no step of the lesson is on the screen any more

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._told: object = None
        self.tab = LessonTab()

    def follow(self, run: "LessonRun | None") -> None:
        """Say what is new of a run."""
        if run is None or (lesson := run.lesson) is None or (step := run.step) is None:
            self._told = None
            return
        before, self._told = self._told, None if run.away else (lesson, run.index)
        if self._told == before:
            return
        if run.away:
            self.left.emit()
        else:
            self.began.emit()
            place = {**_place(run), "title": step.heading or lesson.title}
            self.announce(Message(SCENE if lesson.is_playlist else STEP, place))

    def announce(self, message: Message) -> None:
        """Say something in the status line, and to a screen reader where one runs."""
        self.told.emit(message)
        announce(self._window, lambda: said(message))

    def show_tab(self, run: "LessonRun | None", *, seen: bool, new: bool) -> None:
        """Say in the tab where one is; `new`: to someone who has opened no lesson yet."""
        self.tab.setChecked(seen)
        if run is not None and run.lesson is not None:
            self.tab.show_step(_place(run), scene=run.lesson.is_playlist)
        else:
            self.tab.show_lessons(new=new)


def _place(run: "LessonRun") -> dict[str, object]:
    return {"step": run.index + 1, "all": len(run.lesson.steps) if run.lesson else 0}
