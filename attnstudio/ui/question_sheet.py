"""What a file does not say is asked, all of it at once; an answer is chosen only where names or shapes tell it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QGroupBox, QRadioButton, QVBoxLayout, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.questions import Question
from attnstudio.ui.choice import ListBox
from attnstudio.ui.control_row import describe
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.sheet import Sheet
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

MOST_IN_SIGHT = 5  # answers; more of them are in a list that opens
TITLE = QT_TRANSLATE_NOOP("attnstudio", "Open {name}")
NOTHING_YET = QT_TRANSLATE_NOOP("attnstudio", "Choose…")
FIRST = QT_TRANSLATE_NOOP("attnstudio", "Choose an answer to every question first")
INTRODUCTION = QT_TRANSLATE_NOOP(
    "attnstudio", "The file does not say everything, and nothing is guessed. Please choose:"
)
TOLD = QT_TRANSLATE_NOOP(
    "attnstudio",
    "The file does not say everything. What its names or shapes tell is chosen already, and nothing is guessed. "
    "Please choose, and check:",
)


class QuestionSheet(Sheet):
    """Asks the questions of one file.

    Parameters
    ----------
    name : str
        Of the file.
    questions : sequence of Question
    parent : QWidget
    """

    answered = Signal(object)  # a dict of the name of each question and the key of its answer

    def __init__(self, name: str, questions: Sequence[Question], parent: QWidget) -> None:
        super().__init__(said(Message(TITLE, {"name": name})), said("&Open"), parent)
        told = any(question.default is not None for question in questions)
        self.column.addWidget(self.text(said(TOLD if told else INTRODUCTION), muted=True))
        self.parts = {question.name: _Asked(question, self) for question in questions}
        for part in self.parts.values():
            self.column.addWidget(part)
        self.column.addStretch(1)
        self.accepted.connect(lambda: self.answered.emit({n: part.answer for n, part in self.parts.items()}))
        next(iter(self.parts.values())).give_focus()
        for part in self.parts.values():
            part.chosen.connect(self._offer)
        self._offer()

    def _offer(self) -> None:
        open_questions = [part for part in self.parts.values() if part.answer is None]
        set_reason(self.action, said(FIRST) if open_questions else None)


class _Asked(QGroupBox):
    """One question over its answers; a screen reader says it with each of them."""

    chosen = Signal()

    def __init__(self, question: Question, sheet: Sheet) -> None:
        super().__init__()
        self.setFlat(True)
        words = said(question.text)
        self.setAccessibleName(words)
        self._keys = [choice.key for choice in question.choices]
        told = self._keys.index(question.default) if question.default in self._keys else -1
        labels = [said(choice.text) for choice in question.choices]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, look().px(6), 0, look().px(2))
        layout.setSpacing(look().px(4))
        layout.addWidget(sheet.text(words, bold=True))
        self.list = self._list(labels, told, words) if len(labels) > MOST_IN_SIGHT else None
        self.radios = QButtonGroup(self)
        self.radios.idClicked.connect(self.chosen)
        if self.list is not None:
            layout.addWidget(self.list)
        else:
            for i, label in enumerate(labels):
                layout.addWidget(self._radio(i, label, words, chosen=i == told))

    @property
    def answer(self) -> str | None:
        """The key of what is chosen; None before anything is."""
        at = self.list.currentIndex() if self.list is not None else self.radios.checkedId()
        return self._keys[at] if at >= 0 else None

    def give_focus(self) -> None:
        """Give the keyboard to what is chosen."""
        chosen = self.list or self.radios.checkedButton() or self.radios.buttons()[0]
        chosen.setFocus()

    def _list(self, labels: Sequence[str], told: int, words: str) -> ListBox:
        chooser = ListBox(self)
        chooser.setPlaceholderText(said(NOTHING_YET))
        chooser.addItems(list(labels))
        chooser.setCurrentIndex(told)
        chooser.setAccessibleName(words)
        describe(chooser, words)
        chooser.activated.connect(self.chosen)
        return chooser

    def _radio(self, i: int, label: str, words: str, *, chosen: bool) -> QRadioButton:
        radio = QRadioButton(label.replace("&", "&&"), self)
        radio.setAccessibleName(label)
        describe(radio, words)
        radio.setChecked(chosen)
        self.radios.addButton(radio, i)
        return radio
