"""One step of a lesson: its title, its text, its task, and the way on."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.state.challenges import Challenge
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.button import Button
from attnstudio.ui.challenge_box import ChallengeBox
from attnstudio.ui.flow import FlowLayout
from attnstudio.ui.lesson_end import LessonEnd, Titles
from attnstudio.ui.lesson_foot import LessonFoot
from attnstudio.ui.lesson_list import ALL, ALL_TIP
from attnstudio.ui.lesson_text import EDGE, LessonText, Pictures
from attnstudio.ui.question_box import QuestionBox
from attnstudio.ui.scroll_column import ScrollColumn
from attnstudio.ui.theme import look
from attnstudio.ui.words import said
from attnstudio.ui.wrapped import Sentence

if TYPE_CHECKING:
    from attnstudio.ui.lesson_run import LessonRun

T = QT_TRANSLATE_NOOP
WHERE = T("lessons", "Step {step} of {all}  ·  {lesson}")
TEXT = T("lessons", "Text of the step")
GOAL = T("lessons", "At the end: {goal}")
SIMPLIFIED = T("lessons", "Simplified here: {what}")
AWAY = T("lessons", "The screen shows something else.")
RETURN, RETURN_TIP = T("lessons", "Back to the step"), T("lessons", "Show the step again, as it began")
SHOW, SHOW_TIP = T("lessons", "Show me: {what}"), T("lessons", "Bring it into sight, and give it the keyboard")
BEFORE = T("lessons", "Done before.")
UNCOVER = T("lessons", "What is covered can be seen now: N shows it.")


class LessonPage(QWidget):
    """Shows what a LessonRun is at.

    Parameters
    ----------
    pictures : Pictures
        Of its texts.
    titles : callable () -> mapping of str to Listed
        Returns the lessons that ship, by their names.
    """

    back, forward, again, listed = Signal(), Signal(), Signal(), Signal()
    pointed = Signal()  # what the step points at is to be brought into sight

    def __init__(self, pictures: Pictures, titles: Titles, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._step: object = None
        self._results: object = None  # what has come of the task
        self.where, self.title = Sentence("small", tone="muted"), Sentence("heading", bold=True)
        self.goal, self.simplified = Sentence(tone="muted"), Sentence("small", tone="muted")
        self.text = LessonText(said(TEXT), pictures)
        self.challenge, self.question = ChallengeBox(pictures), QuestionBox(pictures)
        self.before, self.uncover = Sentence("small", tone="muted"), Sentence("small", tone="muted")
        self.end = LessonEnd(titles)
        self.return_button = Button(RETURN, RETURN_TIP)
        self.show_button = Button(SHOW, SHOW_TIP)
        self.list_button = Button(ALL, ALL_TIP)
        self._build()
        self._connect()
        self._space()

    def _build(self) -> None:
        self.area = ScrollColumn()
        column, whole = self.area.column, QVBoxLayout(self)
        self.away = QWidget()
        away, pointer = FlowLayout(self.away), QWidget()
        self._away_words = Sentence(tone="error")
        self._away_words.show_text(said(AWAY))
        away.addWidget(self._away_words)
        away.addWidget(self.return_button)
        FlowLayout(pointer).addWidget(self.show_button)
        self._pointer = pointer
        head, self._head, self._under = QHBoxLayout(), QVBoxLayout(), QVBoxLayout()
        column.addLayout(self._head)
        self._head.addLayout(head)
        head.addWidget(self.where, 1)
        head.addWidget(self.list_button)
        for part in (self.title, self.away, self.goal):
            self._head.addWidget(part)
        for part in (self.text, pointer, self.challenge, self.question):
            column.addWidget(part)
        column.addLayout(self._under)
        for part in (self.before, self.uncover, self.simplified):
            self._under.addWidget(part)
        column.addWidget(self.end)
        column.addStretch(1)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.area, 1)
        self.foot = LessonFoot(self, self.area)
        self.back_button, self.again_button = self.foot.back_button, self.foot.again_button
        self.next_button = self.foot.next_button

    def _connect(self) -> None:
        self.back_button.clicked.connect(self.back)
        self.again_button.clicked.connect(self.again)
        self.return_button.clicked.connect(self.again)
        self.list_button.clicked.connect(self.listed)
        self.next_button.clicked.connect(self._go)
        self.show_button.clicked.connect(self.pointed)
        self.question.refused.connect(lambda: QTimer.singleShot(0, self, self._show_result))
        for box in (self.challenge, self.question):
            box.finished.connect(self._go_on)

    def show_run(self, run: "LessonRun", pointed: str) -> None:
        """Show the step of a run; `pointed` is what it points at, in words."""
        lesson, step = run.lesson, run.step
        if lesson is None or step is None:
            return
        focus = QApplication.focusWidget()
        self._last = not run.can_forward
        new = (lesson, step) != self._step
        self._step = lesson, step
        if new:
            self.challenge.begin()
            self.question.begin()
            place = {"lesson": lesson.title, "step": run.index + 1, "all": len(lesson.steps)}
            self.where.show_text(said(Message(WHERE, place)))
            self.title.show_text(step.title or lesson.title)
            first, last = run.index == 0, self._last
            self.goal.show_text(said(Message(GOAL, {"goal": lesson.goal})) if first and lesson.goal else "")
            told = lesson.simplified if last else ""
            self.simplified.show_text(said(Message(SIMPLIFIED, {"what": told})) if told else "")
            self.text.show_markdown(step.text)
        self._show_buttons(run, pointed)
        self.challenge.setVisible(isinstance(step.task, Challenge))
        self.question.setVisible(step.task is not None and not isinstance(step.task, Challenge))
        for box in (self.challenge, self.question):
            if not box.isHidden():
                box.follow(run)
        self.before.show_text(said(BEFORE) if run.done_before else "")
        self.uncover.show_text(said(UNCOVER) if run.can_reveal else "")
        self.end.show_run(run)
        if new and focus is not None and self.isAncestorOf(focus):
            self._turn_keyboard(focus)
        results = run.tries, None if run.pursuit is None else run.pursuit.solved, run.hint_shown
        if new:
            QTimer.singleShot(0, self, self._to_top)
        elif results != self._results:
            QTimer.singleShot(0, self, self._show_result)  # once it has its place
        self._results = results

    def _show_buttons(self, run: "LessonRun", pointed: str) -> None:
        self.away.setVisible(run.away)
        self._pointer.setVisible(bool(pointed) and not run.away)
        words = said(Message(SHOW, {"what": pointed}))
        self.show_button.setText(words.replace("&", "&&"))
        self.foot.show_way(first=not run.can_back, last=self._last)

    def _go(self) -> None:
        (self.listed if self._last else self.forward).emit()

    def give_focus(self) -> None:
        """Give the keyboard to what is read first."""
        if self.text.isHidden():
            self._give_task()
        else:
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _give_task(self) -> None:
        """Give the keyboard to the task; to the way on, where none is open."""
        if not self._asks:
            self.next_button.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self.question.isHidden() and not self.text.isHidden():
            self.text.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._task_box.give_focus()

    def _turn_keyboard(self, before: QWidget) -> None:
        """Give the keyboard to what a new page asks: the key that turned it, pressed again, would skip that.

        Where nothing is asked it stays on the way on, and what is on both pages keeps it.
        """
        if before.isVisibleTo(self) and before is not self.next_button:
            return
        if self._asks:
            self._give_task()
        elif before is not self.next_button or self.foot.scrolls:  # which is out of sight there
            self.give_focus()

    @property
    def _asks(self) -> bool:
        """Whether a task of the page is open."""
        return not (self._task_box.isHidden() or self._task_box.buttons.isHidden())

    @property
    def _task_box(self) -> ChallengeBox | QuestionBox:
        return self.question if self.challenge.isHidden() else self.challenge

    def _go_on(self) -> None:
        """Have the keyboard where the next step is, and the end of the task in sight."""
        self.next_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _to_top(self) -> None:
        self.area.verticalScrollBar().setValue(0)

    def _show_result(self) -> None:
        """Bring what is said of the task into sight, from its beginning."""
        for part in reversed(self._task_box.said):
            if part.isVisible():
                self.area.ensureWidgetVisible(part)

    def _space(self) -> None:
        self._head.setContentsMargins(look().px(EDGE), 0, 0, 0)  # as the text under it has
        self._head.setSpacing(look().px(8))
        self._under.setContentsMargins(look().px(EDGE), 0, 0, 0)
        self.foot.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.foot.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "foot"):
            self._space()
