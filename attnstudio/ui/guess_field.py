"""The field of a guessed number: empty until something is guessed, and it takes fractions."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from attnstudio.state.fields import Number
from attnstudio.state.guess_words import DIGITS, typed
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number
from attnstudio.ui.key_uses import ENTER, OTHER_KEYS
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.typed import number_from, parse_number
from attnstudio.ui.words import said

GUESSED = Number(
    label=QT_TRANSLATE_NOOP("attnstudio", "Your guess"),
    help=QT_TRANSLATE_NOOP("attnstudio", "Type a number, or a fraction such as 4/7; Enter keeps it as your guess."),
    low=-1e6, high=1e6, digits=4,
)  # fmt: skip
EMPTY = QT_TRANSLATE_NOOP(
    "attnstudio", "Empty: type a number, or a fraction such as 4/7; Enter keeps it as your guess."
)
OR_FRACTION = QT_TRANSLATE_NOOP("attnstudio", "Type a number from {low} to {high}, or a fraction such as 4/7.")
FLOAT_DIGITS = 15  # decimals that a fraction keeps


class GuessField(NumberField):
    """A number that is none until one is typed or stepped to."""

    changed = Signal()  # while it is typed, too
    entered = Signal()  # Enter, with a number that was taken
    declared, empty = GUESSED, EMPTY  # what can be typed, and what is said where nothing is
    letters_are_keys = True  # of the window while a number is typed: N goes on, P reveals; but for the e of 2e5
    _empty = True  # the value is 0 then

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(self.declared, parent)
        self.setDecimals(FLOAT_DIGITS)
        self.edited.connect(self.changed)
        self.lineEdit().textEdited.connect(self.changed)
        self.stepped.connect(self._step)
        self.show_guess(None)

    @property
    def guess(self) -> float | None:
        return None if self._empty else self.value()

    def show_guess(self, value: float | None) -> None:
        """Show a number without telling anyone; None empties the field."""
        self._note(empty=value is None)
        self.show_value(0.0 if value is None else value)
        self._show_again()

    def wanted(self) -> Message:
        return number_from(self.declared.low, self.declared.high, OR_FRACTION)

    def _step(self, steps: int, fine: bool) -> None:
        by = steps * (self.declared.fine if fine else self.declared.step)
        self.take(round((self.guess or 0.0) + by, 10))

    def take(self, value: float) -> None:
        """Take a number that was not typed, as far as there are such numbers."""
        self.show_guess(min(max(value, self.declared.low), self.declared.high))
        self.changed.emit()

    def _read(self, text: str) -> float:
        text = text.strip()
        if not text:
            return 0.0
        if "/" not in text:
            return round(super()._read(text), DIGITS)
        above, below = map(parse_number, text.split("/", 1))
        if not below:
            raise ValueError(f"expected a fraction of something, got {text}")
        return self.declared.check(above / below)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._lets_go(event):
            event.ignore()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        enters = event.key() in ENTER and not event.modifiers() & OTHER_KEYS
        if enters and self.refusal is None and self.guess is not None:
            self.entered.emit()

    def _longest(self) -> tuple[str, ...]:
        return (format_number(-10.0, self.declared.digits),)  # most guesses; a longer one can be scrolled

    def textFromValue(self, value: float) -> str:
        return "" if self._empty else typed(value)

    def valueFromText(self, text: str) -> float:
        if self.refusal is None and self.lineEdit().isModified():
            self._note(empty=not text.strip())
        return super().valueFromText(text)

    def _note(self, *, empty: bool) -> None:
        """Remember whether there is a number, and say so."""
        self._empty = empty
        self.set_tip(said(self.empty if empty else self.declared.help))

    def _lets_go(self, event: QKeyEvent) -> bool:
        return self.letters_are_keys and event.text().isalpha() and event.text() not in "eE"
