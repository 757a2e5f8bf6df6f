"""The end of a lesson: how it went, which tasks are still open, other questions, and lessons to be read again."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnstudio.state.counted import CHALLENGES, QUESTIONS, Words, counted
from attnstudio.state.lesson import Step
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, listed
from attnstudio.state.progress import Outcome
from attnstudio.ui.button import Button
from attnstudio.ui.flow import FlowLayout
from attnstudio.ui.lesson_list import LessonEntry, Listed
from attnstudio.ui.lesson_text import EDGE
from attnstudio.ui.theme import look
from attnstudio.ui.words import said
from attnstudio.ui.wrapped import Sentence

if TYPE_CHECKING:
    from attnstudio.ui.lesson_run import LessonRun

T = QT_TRANSLATE_NOOP
OUTCOME = T("lessons", "Of {questions}: {first} right at the first try, {later} right later, "
                       "{given_up} with the reason shown.")  # fmt: skip
SOLVED = T("lessons", "Of {challenges}: {done} solved.")
OPEN: Words = (
    T("lessons", "{count:,} task on another page is open."), T("lessons", "{count:,} tasks on other pages are open.")
)  # fmt: skip
FIRST, FIRST_TIP = T("lessons", "Go to the first"), T("lessons", "Show the first step whose task is not done yet")
ONLY = T("lessons", "Go to it")
OTHERS = T("lessons", "Other questions")
OTHERS_TIP = T("lessons", "Begin with questions that are drawn anew; you are asked before these are put away")
AGAIN = T("lessons", "Not everything was right at the first try. Worth reading again:")
ASKED = T("lessons", "Asked on: {pages}")
Titles = Callable[[], Mapping[str, Listed]]


class LessonEnd(QWidget):
    """Stands on the last page.

    Parameters
    ----------
    titles : callable () -> mapping of str to Listed
        Returns the lessons that ship, by their names.
    """

    wanted = Signal(int)  # a step, from 0
    others_wanted = Signal()
    lesson_wanted = Signal(str)  # the name of one to be read again

    def __init__(self, titles: Titles, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._first, self._titles = 0, titles
        self.outcome, self.solved, self.open, self.again = Sentence(), Sentence(), Sentence(), Sentence()
        self.entries: list[LessonEntry] = []
        self.first_button, self.others_button = Button(FIRST, FIRST_TIP), Button(OTHERS, OTHERS_TIP)
        self._column, buttons = QVBoxLayout(self), QWidget()
        flow = FlowLayout(buttons)
        for button in (self.first_button, self.others_button):
            flow.addWidget(button)
        for part in (self.outcome, self.solved, self.open, buttons, self.again):
            self._column.addWidget(part)
        self.first_button.clicked.connect(lambda: self.wanted.emit(self._first))
        self.others_button.clicked.connect(self.others_wanted)

    def show_run(self, run: "LessonRun") -> None:
        """Say how a run went, on its last page."""
        last = run.lesson is not None and not run.can_forward
        outcome, others = run.outcome, [index for index in run.open_tasks if index != run.index]
        challenges, again = run.challenges, run.to_read_again if last else {}
        self.setVisible(last and (outcome is not None or bool(others) or bool(again)))
        self.outcome.show_text("" if outcome is None else said(_answered(outcome)))
        self.solved.show_text("" if challenges is None else said(_solved(challenges)))
        self.open.show_text(said(counted(len(others), OPEN)) if others else "")
        self._first = others[0] if others else 0
        self.first_button.setVisible(bool(others))
        self.first_button.setText(said(ONLY if len(others) == 1 else FIRST))
        self.others_button.setVisible(outcome is not None)
        self._column.setContentsMargins(look().px(EDGE), 0, 0, 0)  # as the text over it has
        self._column.setSpacing(look().px(6))
        self._show_again(again)

    @cached_property
    def _lessons(self) -> Mapping[str, Listed]:
        return self._titles()

    def _show_again(self, again: Mapping[str, tuple[Step, ...]]) -> None:
        """Name lessons, in their order, each with the pages that asked what it teaches."""
        self.again.show_text(said(AGAIN) if again else "")
        while len(self.entries) < len(again):
            entry = LessonEntry(self)
            entry.clicked.connect(lambda _checked=False, entry=entry: self.lesson_wanted.emit(entry.lesson.key))
            self._column.addWidget(entry)
            self.entries.append(entry)
        shown = [lesson for name, lesson in self._lessons.items() if name in again] if again else []
        for i, entry in enumerate(self.entries):
            entry.setVisible(i < len(shown))
            if i < len(shown):
                pages = listed([step.heading or step.name for step in again[shown[i].key]], "  ·  ")
                entry.show_lesson(shown[i]._replace(goal=said(Message(ASKED, {"pages": pages}))))


def _answered(outcome: Outcome) -> Message:
    ways = {"first": outcome.first_try, "later": outcome.later, "given_up": outcome.given_up}
    return Message(OUTCOME, {"questions": counted(outcome.tasks, QUESTIONS), **ways})


def _solved(outcome: Outcome) -> Message:
    done = outcome.first_try + outcome.later
    return Message(SOLVED, {"challenges": counted(outcome.tasks, CHALLENGES), "done": done})
