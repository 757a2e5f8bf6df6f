"""The question of a step: choices or a number, what is said of an answer, and the reason in the end."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QButtonGroup, QVBoxLayout, QWidget

from attnstudio.state.lesson_questions import Choice, ChoiceQuestion, NumberQuestion, Tries
from attnstudio.state.lesson_work import Work
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.aloud import announce
from attnstudio.ui.answer_field import AnswerField
from attnstudio.ui.button import Button
from attnstudio.ui.key_uses import ENTER, OTHER_KEYS
from attnstudio.ui.lesson_text import Pictures
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.task_box import TaskBox
from attnstudio.ui.words import said
from attnstudio.ui.wrapped import Sentence, WrappedRadio

if TYPE_CHECKING:
    from attnstudio.ui.lesson_run import LessonRun

T = QT_TRANSLATE_NOOP
QUESTION = T("lessons", "Question")
CHECK, CHECK_TIP = T("lessons", "Check"), T("lessons", "Have the answer judged")
AGAIN, AGAIN_TIP = T("lessons", "Another try"), T("lessons", "Put the answer away and give another one")
REASON, REASON_TIP = T("lessons", "Show the reason"), T("lessons", "End the question and read what holds, and why")
CHOOSE, JUDGED = T("lessons", "Choose an answer first"), T("lessons", "This answer was judged: choose another one")
NUMBER, OVER = T("lessons", "Type a number first"), T("lessons", "The question is answered")
ANSWER = T("lessons", "Your answer")
RIGHT, WRONG, GIVEN_UP = T("lessons", "✓ Right."), T("lessons", "✗ {feedback}"), T("lessons", "The reason:")


class QuestionBox(TaskBox):
    """A question: choices or a number, the answer's feedback, and in the end the reason."""

    answered = Signal(object)  # the Choice, or the number
    given_up = Signal()
    refused = Signal()  # it is said why a number was not taken

    def __init__(self, pictures: Pictures, parent: QWidget | None = None) -> None:
        super().__init__(QUESTION, pictures, parent)
        self._asked: Work | None = None  # the go at the question
        self._judged: Choice | float | None = None  # the answer that the feedback is about
        self._put_away = 0  # verdicts that are no longer shown
        self.group = QButtonGroup(self)
        self.radios: list[WrappedRadio] = []
        self._choices: tuple[Choice, ...] = ()
        self.field, self.refusal = AnswerField(), Sentence(tone="error")
        self.feedback, self.reason = self._words(said(QUESTION)), self._words(said(GIVEN_UP))
        self.outcome = Sentence(bold=True)
        self.check_button, self.again_button = Button(CHECK, CHECK_TIP), Button(AGAIN, AGAIN_TIP)
        self.reason_button = Button(REASON, REASON_TIP)
        self.check_button.setProperty("primary", True)
        self._answers = QVBoxLayout()
        self.column.addLayout(self._answers)
        self._answers.addWidget(self.field, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self.refusal)
        self.buttons = self._row(self.check_button, self.again_button, self.reason_button)
        for part in (self.feedback, self.buttons, self.outcome, self.reason):
            self.column.addWidget(part)
        self._connect()

    def _connect(self) -> None:
        self.group.idToggled.connect(lambda *_: self._offer())
        self.field.changed.connect(self._offer)
        self.field.refused.connect(self._show_refusal)
        self.field.entered.connect(self._check)
        self.check_button.clicked.connect(self._check)
        self.again_button.clicked.connect(self._try_again)
        self.reason_button.clicked.connect(self.given_up)

    @property
    def said(self) -> tuple[QWidget, ...]:
        return self.refusal, self.feedback, self.buttons, self.outcome, self.reason

    def begin(self) -> None:
        """Ask anew; an answer that was not judged yet is kept for when the question is come back to."""
        if self._asked is not None:
            self.field.commit()
            answer = self._answer
            self._asked.draft = None if self._tries.finished or answer == self._judged else answer
        self._asked = None

    def _follow(self, run: "LessonRun") -> None:
        task, tries = None if run.step is None else run.step.task, run.tries
        if tries is None or not isinstance(task, ChoiceQuestion | NumberQuestion):
            return
        if self._asked is not run.work:
            self.begin()
            self._asked, draft = run.work, None if run.work is None else run.work.draft
            self._put_away, self._judged = (0, tries.last) if draft is None else (len(tries.verdicts), None)
            self.text.show_markdown(task.text)
            self._show_answers(task, run.choices)
            self._show_answer(tries.last if draft is None else draft)
        self._put_away = min(self._put_away, len(tries.verdicts))
        if not tries.verdicts:
            self._judged = None
        self._tries = tries
        self._show_tries(task, tries)

    def _show_answers(self, task: object, choices: tuple[Choice, ...]) -> None:
        for radio in self.radios:
            self.group.removeButton(radio)
            radio.hide()
            radio.deleteLater()
        self._choices = choices
        self.radios = [WrappedRadio(choice.text) for choice in choices]
        question = self.text.toPlainText()
        for i, radio in enumerate(self.radios):
            self.group.addButton(radio, i)
            self._answers.addWidget(radio)
            radio.setAccessibleDescription(question)
        self.field.setVisible(isinstance(task, NumberQuestion))
        self.field.show_guess(None)
        self.field.setAccessibleName(f"{said(ANSWER)}: {question}")

    def _show_answer(self, answer: Choice | float | None) -> None:
        """Show the answer that was there last, on coming back to the question."""
        for radio, choice in zip(self.radios, self._choices, strict=True):
            radio.setChecked(choice is answer)
        self.field.show_guess(answer if isinstance(answer, float) else None)

    def _show_tries(self, task: "ChoiceQuestion | NumberQuestion", tries: Tries) -> None:
        over = tries.finished
        if over and tries.given_up:
            for radio, choice in zip(self.radios, self._choices, strict=True):
                radio.setChecked(choice.right)
        for control in (*self.radios, self.field):
            set_reason(control, said(OVER) if over else None)
        shown = tries.verdicts[-1] if len(tries.verdicts) > self._put_away else None
        wrong = shown is not None and not shown.right
        words = "" if shown is None else said(shown.feedback) if isinstance(shown.feedback, Message) else shown.feedback
        self.feedback.show_markdown(said(Message(WRONG, {"feedback": words})) if wrong else words)
        self.again_button.setVisible(wrong and not over)
        self.reason_button.setVisible(bool(tries.verdicts) and not over)
        self.check_button.setVisible(not over)
        self.buttons.setVisible(not over)
        ended = [said(GIVEN_UP if tries.given_up else RIGHT), "" if tries.told is None else said(tries.told)]
        self.outcome.show_text(" ".join(filter(None, ended)) if over else "")
        self.reason.show_markdown(task.reason if over else "")
        self._offer()

    def _show_refusal(self, refusal: Message | None) -> None:
        """Say under the field why a number was not taken, and to a screen reader where one runs."""
        words = "" if refusal is None else said(refusal)
        self.refusal.show_text(words)
        if words:
            self.refused.emit()
            announce(self.refusal, lambda: words)

    @property
    def _answer(self) -> Choice | float | None:
        """What is chosen or typed; None before anything is."""
        if self.radios:
            at = self.group.checkedId()
            return self._choices[at] if at >= 0 else None
        return self.field.guess if self.field.text().strip() else None

    def _offer(self) -> None:
        """Offer to check what has not been judged yet."""
        if self.radios:
            answer = self._answer
            reason = CHOOSE if answer is None else JUDGED if answer is self._judged else None
        else:
            reason = None if self.field.text().strip() else NUMBER
        set_reason(self.check_button, None if reason is None else said(reason))

    def _check(self) -> None:
        if self._tries.finished or not (self.radios or self.field.commit()):
            return
        answer = self._answer
        if answer is None or (self.radios and answer is self._judged):
            return
        self._judged = answer
        self.answered.emit(answer)

    def _try_again(self) -> None:
        self._put_away, self._judged = len(self._tries.verdicts), None
        self.feedback.show_markdown("")
        self.again_button.hide()
        self.group.setExclusive(False)
        for radio in self.radios:
            radio.setChecked(False)
        self.group.setExclusive(True)
        self.field.show_guess(None)
        self._offer()
        self.give_focus()

    def give_focus(self) -> None:
        """Give the keyboard to the first answer."""
        first: QWidget = self.radios[0] if self.radios else self.field
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _give_on(self) -> None:
        if self._tries.finished:
            self.finished.emit()
        elif self.again_button.isVisibleTo(self):
            self.again_button.setFocus()
        else:
            self.give_focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enters = event.key() in ENTER and not event.modifiers() & OTHER_KEYS
        if enters and isinstance(QApplication.focusWidget(), WrappedRadio):
            self._check()
        else:
            super().keyPressEvent(event)
