"""The challenge of a step: a goal with the distance to go."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from attnstudio.state.challenges import Standing
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.button import Button
from attnstudio.ui.distance_bar import DistanceBar
from attnstudio.ui.lesson_text import Pictures
from attnstudio.ui.task_box import TaskBox
from attnstudio.ui.words import said
from attnstudio.ui.wrapped import Sentence

if TYPE_CHECKING:
    from attnstudio.ui.lesson_run import LessonRun

T = QT_TRANSLATE_NOOP
CHALLENGE = T("lessons", "Challenge")
HINT, HINT_TIP = T("lessons", "Hint"), T("lessons", "A way in, without the answer")
CANNOT, CANNOT_TIP = T("lessons", "Cannot be done"), T("lessons", "Answer that nothing in the allowed range does it")
MET = T("lessons", "{met} of {all} conditions met")
SOLVED, IMPOSSIBLE = T("lessons", "✓ Solved"), T("lessons", "✓ Right: it cannot be done")
CAN = T("lessons", "✗ It can be done. Try again.")


class ChallengeBox(TaskBox):
    """A goal, how far it is, and what can be asked for on the way."""

    hint_wanted = Signal()
    denied = Signal()  # "cannot be done"

    def __init__(self, pictures: Pictures, parent: QWidget | None = None) -> None:
        super().__init__(CHALLENGE, pictures, parent)
        self._work: object = None  # the go at the challenge
        self.bar = DistanceBar()
        self.distance, self.met, self.outcome = Sentence(), Sentence("small", tone="muted"), Sentence(bold=True)
        self.hint, self.insight = self._words(said(HINT)), self._words(said(SOLVED))
        self.hint_button, self.cannot_button = Button(HINT, HINT_TIP), Button(CANNOT, CANNOT_TIP)
        self.buttons = self._row(self.hint_button, self.cannot_button)
        for part in (
            self.distance, self.bar, self.met, self.buttons, self.hint, self.outcome, self.insight,
        ):  # fmt: skip
            self.column.addWidget(part)
        self.hint_button.clicked.connect(self.hint_wanted)
        self.cannot_button.clicked.connect(self.denied)

    @property
    def said(self) -> tuple[QWidget, ...]:
        return self.hint, self.outcome, self.insight

    def begin(self) -> None:
        """Measure the way from here on."""
        self._work = None

    def _follow(self, run: "LessonRun") -> None:
        pursuit, standing = run.pursuit, run.standing
        if pursuit is None:
            return
        challenge = pursuit.challenge
        if run.work is not self._work:
            self._work = run.work
            self.bar.begin()
            self.text.show_markdown(challenge.text)
        solved = pursuit.solved
        if standing is not None:
            self._show_distance(standing, solved=solved, impossible=challenge.impossible)
        self.hint_button.setVisible(bool(challenge.hint) and not run.hint_shown)
        self.buttons.setVisible(not solved)
        self.hint.show_markdown(challenge.hint if run.hint_shown and not solved else "")
        said_so = IMPOSSIBLE if challenge.impossible else SOLVED
        self.outcome.show_text(said(said_so) if solved else said(CAN) if pursuit.denied else "")
        self.insight.show_markdown(challenge.insight if solved else "")

    def give_focus(self) -> None:
        """Give the keyboard to the words of the challenge."""
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _give_on(self) -> None:
        if self.buttons.isHidden():
            super()._give_on()
        else:  # a second press of the button would skip the challenge
            (self.text if self.hint.isHidden() else self.hint).setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_distance(self, standing: Standing, *, solved: bool, impossible: bool) -> None:
        words = self.bar.show_standing(standing)
        hidden = solved and impossible
        self.bar.setVisible(not hidden)
        self.distance.show_text("" if hidden else words)
        met, count = sum(reading.met for reading in standing.readings), len(standing.readings)
        self.met.show_text(said(Message(MET, {"met": met, "all": count})) if count > 1 and not hidden else "")
