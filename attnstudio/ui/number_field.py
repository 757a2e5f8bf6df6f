"""The typed value: a field that takes a decimal point or comma, and says why it refuses what it refuses."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QWidget

from attnstudio.state.fields import Number, Whole
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number
from attnstudio.ui.control_row import describe, line_height
from attnstudio.ui.field_frame import FieldFrame
from attnstudio.ui.key_uses import ENTER, OTHER_KEYS, KeyUse, goes_on, undoes_nothing
from attnstudio.ui.theme import look, text_width
from attnstudio.ui.typed import RANGE, not_taken, number_from, parse_number
from attnstudio.ui.words import said

EXACT_DIGITS = 15  # decimals that a typed value keeps
_ARROWS = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
_PAGES = {Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}
STEPS = _ARROWS | _PAGES
_LEAVE = (Qt.Key.Key_Escape,)
_OURS = (*STEPS, *ENTER, *_LEAVE)
_SHIFT = Qt.KeyboardModifier.ShiftModifier
KEYS = (
    KeyUse(tuple(_ARROWS), QT_TRANSLATE_NOOP("attnstudio", "Change the number by a step")),
    KeyUse(tuple(_ARROWS), QT_TRANSLATE_NOOP("attnstudio", "Change it by a fine step, where it has them"), _SHIFT),
    KeyUse(tuple(_PAGES), QT_TRANSLATE_NOOP("attnstudio", "Change the number by ten steps")),
    KeyUse(ENTER, QT_TRANSLATE_NOOP("attnstudio", "Take the number that was typed")),
    KeyUse(_LEAVE, QT_TRANSLATE_NOOP("attnstudio", "Leave the number as it was")),
)
WHOLE_RANGE = QT_TRANSLATE_NOOP("attnstudio", "Type a whole number from {low} to {high}.")
_ELSEWHERE = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)


class NumberField(QDoubleSpinBox):
    """One number of a Scenario, typed.

    Shows fixed digits; all of them while it has the focus. What it cannot take leaves the last good value standing,
    marked and explained until typing goes on, Enter or Escape is pressed, the focus moves again, or a value is shown.

    Parameters
    ----------
    spec : Number or Whole
    parent : QWidget, optional
    """

    edited = Signal(float)  # a typed value was accepted
    stepped = Signal(int, bool)  # steps up or down by key, and whether they are fine
    finished = Signal()  # Enter, focus out, or a step key let go
    refused = Signal(object)  # Message: what is allowed and what came; None once that is over
    left = Signal()  # Enter or Escape: the keyboard goes back to where it came from

    def __init__(self, spec: Number | Whole, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec = spec
        self.tip = ""
        self._refusal: Message | None = None
        self._frame = FieldFrame()
        low, high = (spec.allowed_low, spec.allowed_high) if isinstance(spec, Number) else (spec.low, spec.high)
        self._decimals = EXACT_DIGITS if isinstance(spec, Number) else 0
        self.setDecimals(self._decimals)
        self.setRange(low, high)
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.valueChanged.connect(self.edited)
        self.lineEdit().textEdited.connect(self._forgive)

    @property
    def refusal(self) -> Message | None:
        """Why the last typed text was not taken; None once typing goes on."""
        return self._refusal

    def show_value(self, value: float) -> None:
        """Show a number without telling anyone."""
        if round(value, self._decimals) != self.value():
            blocked = self.blockSignals(True)
            self.setValue(value)
            self.blockSignals(blocked)
        if self.lineEdit().isModified():
            self._show_again()
        if self._refusal is not None:
            self._forgive()

    def set_tip(self, text: str) -> None:
        self.tip = text
        describe(self, text)

    def start_typing(self, text: str) -> None:
        """Take the keyboard; `text` replaces the value, empty text selects it."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()
        if text:
            self.lineEdit().insert(text)
            self.lineEdit().setModified(True)
            self._forgive()

    def commit(self) -> bool:
        """Take what is being typed, if anything is; False where it was refused."""
        if not self.lineEdit().isModified():
            return True
        self._take()
        self.finished.emit()
        return self._refusal is None

    def drop(self) -> None:
        """Show the number that stands instead of what is being typed."""
        self._show_again()

    def _take(self) -> None:
        """Take what was typed, or refuse it; a refusal that was seen goes where nothing was typed since."""
        if not self.lineEdit().isModified():
            self._forgive()
        self.interpretText()

    def _read(self, text: str) -> float:
        number = parse_number(text)
        return float(self.spec.check(int(number) if number.is_integer() else round(number, EXACT_DIGITS)))

    def _forgive(self) -> None:
        if self._refusal is not None:
            self._refusal = None
            describe(self, self.tip)
            self.update()
            self.refused.emit(None)

    def wanted(self) -> Message:
        """Say what can be typed."""
        spec = self.spec
        if isinstance(spec, Number):
            return number_from(spec.allowed_low, spec.allowed_high, RANGE)
        return number_from(spec.low, spec.high, WHOLE_RANGE)

    def _refuse(self, text: str) -> None:
        self._refusal = not_taken(text, self.wanted())
        describe(self, said(self._refusal))
        self.update()
        self.refused.emit(self._refusal)

    def _show_again(self) -> None:
        self.lineEdit().setText(self.textFromValue(self.value()))
        self.lineEdit().setModified(False)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() in _OURS:  # no shortcut takes away what the field uses itself
                event.setAccepted(not event.modifiers() & OTHER_KEYS)
                return True
            if undoes_nothing(event, self.lineEdit()):
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _OURS and goes_on(event):
            return
        if key in STEPS:
            self._take()
            self.stepped.emit(STEPS[key], bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in ENTER:
            self._take()
            self.finished.emit()
            if self._refusal is None:
                self.left.emit()
            else:
                self.selectAll()
        elif key in _LEAVE:
            self._forgive()
            self._show_again()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        super().keyReleaseEvent(event)
        if event.key() in STEPS and not event.isAutoRepeat():
            self.finished.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_again()
        if event.reason() not in _ELSEWHERE:
            self._forgive()
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if event.reason() not in _ELSEWHERE:
            self._take()
        super().focusOutEvent(event)
        self._show_again()
        self.finished.emit()

    def stepBy(self, steps: int) -> None:
        """Pass on the steps that assistive tools ask for."""
        self.stepped.emit(steps, False)

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:
        try:
            if self.lineEdit().isModified():  # else the text is our own
                self._read(text)
        except ValueError:
            return QValidator.State.Intermediate, text, pos
        return QValidator.State.Acceptable, text, pos

    def fixup(self, text: str) -> str:
        """Explain the refusal of what was typed; the last good value stands again."""
        try:
            self._read(text)
        except ValueError:
            self._refuse(text)
        return self.textFromValue(self.value())

    def valueFromText(self, text: str) -> float:
        if self._refusal is not None or not self.lineEdit().isModified():
            return self.value()  # what is shown may be rounded: it must not become the value
        return self._read(text)

    def textFromValue(self, value: float) -> str:
        if isinstance(self.spec, Whole):
            return format_number(value, 0)
        digits = max(self.spec.digits, decimals_needed(value, EXACT_DIGITS)) if self.hasFocus() else self.spec.digits
        return format_number(value, digits)

    def _longest(self) -> tuple[str, ...]:
        """Return the texts that have room."""
        spec = self.spec
        if not isinstance(spec, Number):
            return (str(spec.high),)
        ends = (-10.0, spec.allowed_low, spec.allowed_high)
        return tuple(format_number(end, spec.digits) for end in ends)

    def sizeHint(self) -> QSize:
        widest = max(text_width(look().font(), text) for text in self._longest())
        return QSize(round(widest) + look().px(16) + 7, line_height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the page scrolls, whatever lies under the pointer

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
            self._place_text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_text()

    def hideEvent(self, event: QHideEvent) -> None:
        if not self.isVisibleTo(self.window()):
            self._forgive()
            self._show_again()  # what hides it may be a change being told, when nothing can be edited
        super().hideEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._place_text()

    def _place_text(self) -> None:
        """Give the text the whole field: under a style sheet Qt leaves one pixel where there are no buttons."""
        margin = look().px(4)
        self.lineEdit().setGeometry(self.rect().adjusted(margin, 0, -margin, 0))

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._frame.draw(self, refused=self._refusal is not None)
