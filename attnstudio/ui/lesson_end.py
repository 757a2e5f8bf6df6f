"""The end of a lesson: how it went, which tasks are still open, and other questions."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.progress import Outcome
from attnstudio.ui.flow import FlowLayout
from attnstudio.ui.guess_parts import Button
from attnstudio.ui.lesson_text import EDGE
from attnstudio.ui.theme import look
from attnstudio.ui.words import said
from attnstudio.ui.wrapped import Sentence

if TYPE_CHECKING:
    from attnstudio.ui.lesson_run import LessonRun

T = QT_TRANSLATE_NOOP
OUTCOME = T("lessons", "Of {tasks} questions: {first} right at the first try, {later} right later, "
                       "{given_up} with the reason shown.")  # fmt: skip
OPEN, ONE_OPEN = T("lessons", "{count} tasks on other pages are open."), T("lessons", "1 task on another page is open.")
FIRST, FIRST_TIP = T("lessons", "Go to the first"), T("lessons", "Show the first step whose task is not done yet")
ONLY = T("lessons", "Go to it")
OTHERS = T("lessons", "Other questions")
OTHERS_TIP = T("lessons", "Begin with questions that are drawn anew; the answers to these are put away")


class LessonEnd(QWidget):
    """Stands on the last page."""

    wanted = Signal(int)  # a step, from 0
    others_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._first = 0
        self.outcome, self.open = Sentence(), Sentence()
        self.first_button, self.others_button = Button(FIRST, FIRST_TIP), Button(OTHERS, OTHERS_TIP)
        self._column, buttons = QVBoxLayout(self), QWidget()
        flow = FlowLayout(buttons)
        for button in (self.first_button, self.others_button):
            flow.addWidget(button)
        for part in (self.outcome, self.open, buttons):
            self._column.addWidget(part)
        self.first_button.clicked.connect(lambda: self.wanted.emit(self._first))
        self.others_button.clicked.connect(self.others_wanted)

    def show_run(self, run: "LessonRun") -> None:
        """Say how a run went, on its last page."""
        last = run.lesson is not None and not run.can_forward
        outcome, others = run.outcome, [index for index in run.open_tasks if index != run.index]
        self.setVisible(last and (outcome is not None or bool(others)))
        self.outcome.show_text("" if outcome is None else said(Message(OUTCOME, _counts(outcome))))
        words = Message(ONE_OPEN) if len(others) == 1 else Message(OPEN, {"count": len(others)})
        self.open.show_text(said(words) if others else "")
        self._first = others[0] if others else 0
        self.first_button.setVisible(bool(others))
        self.first_button.setText(said(ONLY if len(others) == 1 else FIRST))
        self.others_button.setVisible(outcome is not None)
        self._column.setContentsMargins(look().px(EDGE), 0, 0, 0)  # as the text over it has
        self._column.setSpacing(look().px(6))


def _counts(outcome: Outcome) -> dict[str, object]:
    counts = {"tasks": outcome.tasks, "first": outcome.first_try, "later": outcome.later}
    return {**counts, "given_up": outcome.given_up}
