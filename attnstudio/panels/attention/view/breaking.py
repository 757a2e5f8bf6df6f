"""Break it: the fault that is on, or the question what is wrong, its answers and what is said of them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.faults import FAULTS, NONE, named
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.panels.attention.view.gestures import Gestures
from attnstudio.state.message import QT_TRANSLATE_NOOP as T
from attnstudio.state.message import Message
from attnstudio.ui.aloud import announce
from attnstudio.ui.binding import bind, follow_locks
from attnstudio.ui.choice import ChoiceControl, ListBox
from attnstudio.ui.control_row import PlainLabel, describe
from attnstudio.ui.document import Document
from attnstudio.ui.fold import Fold
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.switch import SwitchControl
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.panels.attention.view.panel import AttentionPanel

NAME = T("attention", "Break it")
LINE = T("attention", "Break it: {state}")
OFF, TO_FIND = T("attention", "off"), T("attention", "find the fault")
QUESTION = T("attention", "What is wrong?")
ASKED = T("attention", "What is wrong with the suspect, if anything. Then press Check.")
CHOOSE = T("attention", "choose …")
CHECK, ANOTHER, SHOW = T("attention", "Check"), T("attention", "Another fault"), T("attention", "Show it")
CHECK_TIP = T("attention", "Judge the answer, and say why")
NO_ANSWER = T("attention", "Choose an answer first.")
ANOTHER_TIP = T("attention", "Hide another fault, in an order of your own; sometimes there is none")
SHOW_TIP = T("attention", "Name the fault that is hidden")
EXAMPLE = "break-it"
FEW = T("attention", "{count} of the {all} faults can be at work on these numbers. The Break it example has them all.")
EXAMPLE_BUTTON = T("attention", "Open the Break it example")
EXAMPLE_TIP = T("attention", "A sentence with two heads and a mask, on which every fault can be at work")
NOTHING = T("attention", "Nothing is wrong here. {shows}")
CODE = T("attention", "In code, and after # what belongs there:")


class FaultControl(ChoiceControl):
    """The fault that is on, in a list; one that is to be found is not even in the list that nobody sees."""

    def __init__(self, document: Document, name: str) -> None:
        super().__init__(AttentionScenario.specs()["fault"], combo=True)  # type: ignore[arg-type]
        self._document, self._name = document, name

    def show_value(self, word: str) -> None:
        """Show a fault, or none of the entries where it is hidden."""
        if getattr(self._document.scenario(self._name), "hide_fault", False):
            assert isinstance(self.chooser, ListBox)
            self.chooser.setCurrentIndex(-1)
        else:
            super().show_value(word)


class BreakControls(Fold):
    """A fold that names the fault; open, it has the list of faults, or the question which one it is."""

    asked = Signal()  # there is a question to be seen
    judged = Signal()  # there is a verdict to be seen
    example_wanted = Signal(str)  # its name

    def __init__(self, document: Document, name: str, parent: QWidget | None = None) -> None:
        super().__init__(said(NAME), parent)
        self._document, self._name = document, name
        self._gestures = Gestures(document, name)
        self._about: tuple[str, bool] | None = None  # the fault that was answered for, and whether it was hidden

    def fill(self) -> None:
        self.fault = FaultControl(self._document, self._name)
        self.fault.set_label("")  # the fold says what it is
        bind(self.fault, self._document, self._name, "fault")
        self.hide_fault = SwitchControl(AttentionScenario.specs()["hide_fault"])  # type: ignore[arg-type]
        bind(self.hide_fault, self._document, self._name, "hide_fault")
        self.answers = ListBox()
        self.answers.setPlaceholderText(said(CHOOSE))
        self.answers.addItems([said(words.name) for words in FAULTS.values()])
        self.answers.setAccessibleName(said(QUESTION))
        describe(self.answers, said(ASKED))
        self.answers.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.answers.activated.connect(self._answered)
        self._question = _text(QUESTION)
        self._question.setBuddy(self.answers)
        self.verdict, self.code_title, self.code = _text(), _text(CODE), _text()
        self.check, self.another, self.show_it = (
            _button(text, tip) for text, tip in ((CHECK, CHECK_TIP), (ANOTHER, ANOTHER_TIP), (SHOW, SHOW_TIP))
        )
        self.few, self.example = _text(), _button(EXAMPLE_BUTTON, EXAMPLE_TIP)
        self.few.setProperty("tone", "muted")
        self.example.clicked.connect(lambda: self.example_wanted.emit(EXAMPLE))
        self.check.clicked.connect(self._check)
        self.another.clicked.connect(self._gestures.hide_another)
        self.show_it.clicked.connect(self._show_it)
        follow_locks(self.another, self._document, self._name, "fault", "hide_fault")
        follow_locks(self.show_it, self._document, self._name, "hide_fault")
        self._build()
        self._show_question(self._result.scenario, other=True)

    def _build(self) -> None:
        self.rows.setSpacing(look().px(6))
        for chooser in (self.fault.chooser, self.answers):  # no wider than the column for the sake of a long name
            chooser.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for widget in (self.fault, self.hide_fault, self._question, self.answers, self.check):
            self.rows.addWidget(widget)
        line = QHBoxLayout()
        self.rows.addLayout(line)
        line.addWidget(self.another, 1)
        line.addWidget(self.show_it, 1)
        for widget in (self.verdict, self.code_title, self.code, self.few, self.example):
            self.rows.addWidget(widget)
        self._fit_look()

    def _fit_look(self) -> None:
        self.code.setFont(look().font(code=True))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and self.filled:
            self._fit_look()

    def show_result(self, result: AttentionResult) -> None:
        """Show what is broken, or ask for it."""
        self._result = result
        scenario = result.scenario
        self.set_text(said(Message(LINE, {"state": Message(_state(scenario))})))
        other, self._about = (scenario.fault, scenario.hide_fault) != self._about, (scenario.fault, scenario.hide_fault)
        if other and scenario.hide_fault:
            self.button.setChecked(True)
            self.asked.emit()
        if self.filled:
            self._show_question(scenario, other=other)

    def _show_question(self, scenario: AttentionScenario, *, other: bool) -> None:
        """Ask for the fault that is hidden, or show the wrong line; `other`: than was answered for."""
        hidden, at_work = scenario.hide_fault, named(scenario)
        had_focus = any(widget.hasFocus() for widget in (self.hide_fault, self.show_it, self.fault.chooser))
        told: tuple[QWidget, ...] = (self.fault, self.hide_fault)
        asked: tuple[QWidget, ...] = (self._question, self.answers, self.check, self.show_it)
        for widget in (*told, *asked):
            widget.setVisible((widget in asked) == hidden)
        if had_focus and not self.isHidden():
            (self.answers if hidden else self.fault.chooser).setFocus()
        self.code.setText(FAULTS[at_work].code.replace("  # ", "\n# "))
        for label in (self.code_title, self.code):
            label.setVisible(at_work != NONE)
        self._show_few(scenario, asked=hidden and self._document.locks_on(self._name) is None)
        if other:
            self.answers.setCurrentIndex(-1)
            self._answered()

    def _show_few(self, scenario: AttentionScenario, *, asked: bool) -> None:
        """Say how many faults can be hidden here, and where all can."""
        from attnstudio.panels.attention.broken import missing  # seldom wanted

        faults = [fault for fault in FAULTS if fault != NONE]
        count = sum(not missing(scenario, fault) for fault in faults) if asked else len(faults)
        if count < len(faults):
            self.few.setText(said(Message(FEW, {"count": count, "all": len(faults)})))
        for widget in (self.few, self.example):
            widget.setVisible(count < len(faults))

    def ask(self) -> None:
        """Open, and give the keyboard to the answers."""
        self.button.setChecked(True)
        self.answers.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _answered(self) -> None:
        """Forget what was said of another answer."""
        self.verdict.clear()
        self.verdict.hide()
        set_reason(self.check, said(NO_ANSWER) if self.answers.currentIndex() < 0 else None)

    def _check(self) -> None:
        from attnstudio.panels.attention.finding import verdict  # seldom wanted

        judged = verdict(self._result.scenario, list(FAULTS)[self.answers.currentIndex()])
        self._say(said(judged.text), "✓ " if judged.right else "✗ ")

    def _say(self, text: str, mark: str = "") -> None:
        """Show a sentence under the answers, and have it read out."""
        self.verdict.setText(mark + text)
        self.verdict.show()
        self.judged.emit()
        announce(self.verdict, lambda: text)

    def _show_it(self) -> None:
        """Name the fault; where there is none, say so and go on asking: nothing could be left on."""
        if self._result.scenario.fault == NONE:
            self._say(said(Message(NOTHING, {"shows": Message(FAULTS[NONE].shows)})))
        else:
            self._document.edit(self._name, hide_fault=False)
            self._document.end_gesture()


def _state(scenario: AttentionScenario) -> str:
    """Say in short what is broken."""
    if scenario.hide_fault:
        return TO_FIND
    return OFF if scenario.fault == NONE else FAULTS[scenario.fault].name


def _text(words: str = "") -> PlainLabel:
    label = PlainLabel(said(words))
    label.setWordWrap(True)
    return label


def _button(words: str, tip: str) -> QPushButton:
    button = QPushButton(said(words))
    describe(button, said(tip))
    return button


def break_it(panel: "AttentionPanel") -> None:
    """Hide a fault and ask for it; where one is on or to be found, make everything right again."""
    panel.gestures.toggle_fault()
    if panel.side is None or not panel.gestures.breaking:
        return
    if not panel.side.isVisibleTo(panel):
        panel.show_controls()
    panel.side.breaks.ask()
