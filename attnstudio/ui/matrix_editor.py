"""Fields that open over what they edit, such as a cell, to type its numbers."""

import math
import re
from abc import abstractmethod

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.control_row import PlainLabel
from attnstudio.ui.key_uses import ENTER, OTHER_KEYS, goes_on, undoes_nothing
from attnstudio.ui.matrix_keys import LEAVE
from attnstudio.ui.theme import look
from attnstudio.ui.typed import not_taken, number_from, tell_typed
from attnstudio.ui.words import said

LOST = QT_TRANSLATE_NOOP("attnstudio", "“{text}” was not taken, because its cell changed meanwhile.")
NUMBER_STARTS = frozenset("0123456789-−+.,")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?")


def typed_number(text: str, low: float, high: float) -> float | None:
    """Return the number that was typed, with a point or a comma and either minus; None where it is none or outside."""
    plain = text.strip().lower().replace("−", "-").replace(",", ".")
    if not _NUMBER.fullmatch(plain):
        return None
    number = float(plain) + 0.0  # turns −0 into 0
    return number if math.isfinite(number) and low <= number <= high else None


class OpenField(QLineEdit):
    """Takes what is typed in place; what cannot be taken stays, with what is allowed under it.

    Attributes
    ----------
    lost : str
        Says that what was typed has lost its place.
    """

    lost = LOST
    committed = Signal(object)
    left = Signal(int)  # by Tab (1) or Shift+Tab (−1), after `committed`
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._host = parent
        self._open = True
        self._message: PlainLabel | None = None
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFont(look().font("cell"))
        self.setMaxLength(30)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.textEdited.connect(self._forgive)

    @abstractmethod
    def read(self) -> object | None:
        """Return what was typed; None where it cannot be taken."""

    @abstractmethod
    def wanted(self) -> Message:
        """Say what can be taken."""

    def open_at(self, cell: QRect, text: str, *, select: bool) -> None:
        """Show the field over a cell; `select` its text, so that typing replaces it."""
        self.setText(text)
        self.setModified(not select)
        self.place(cell)
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        if select:
            self.selectAll()

    def place(self, cell: QRect) -> None:
        """Lay the field over a cell, at least as large as its text, inside the parent."""
        width = max(cell.width(), look().px(64))
        height = max(cell.height(), self.sizeHint().height())
        rect = QRect(0, 0, width, height)
        rect.moveCenter(cell.center())
        bounds = self._host.rect()
        rect.moveLeft(max(0, min(rect.left(), bounds.width() - width)))
        rect.moveTop(max(0, min(rect.top(), bounds.height() - height)))
        self.setGeometry(rect)

    def commit(self) -> bool:
        """Hand over what was typed; where it cannot be taken, say what can and stay open."""
        typed = self.read()
        if typed is None:
            self._refuse()
            return False
        self.close_now()
        tell_typed(self.window(), None)
        self.committed.emit(typed)
        return True

    def drop(self) -> None:
        """Close without taking anything."""
        self.close_now()

    def lose_cell(self) -> None:
        """Close because what it edits is no longer what it was; say so where something was typed."""
        said_so = self._open and self.isModified()
        self.close_now()
        if said_so:
            tell_typed(self.window(), Message(self.lost, {"text": self.text()}))

    def close_now(self) -> None:
        """Close without taking anything; closing twice does nothing."""
        if self._open:
            self._open = False
            self._forgive()
            self.closed.emit()  # lets the focus go where it belongs before Qt moves it on from a hidden field
            self.hide()

    @property
    def message(self) -> str:
        """The sentence under the field, empty while nothing is wrong."""
        return self._message.text() if self._message else ""

    @property
    def refusal(self) -> Message | None:
        """What was not taken and what would be; None while nothing is wrong."""
        return not_taken(self.text(), self.wanted()) if self._message else None

    def _refuse(self) -> None:
        self._forgive()
        text = said(self.wanted())
        self.setStyleSheet(f"border: {look().px(2)}px solid {look().colour('error').name()};")
        self.setAccessibleDescription(text)
        self._message = _under(self, text)
        self.selectAll()

    def _forgive(self) -> None:
        if self._message:
            self._message.hide()
            self._message.deleteLater()
            self._message = None
            self.setStyleSheet("")
            self.setAccessibleDescription("")

    def focusNextPrevChild(self, forward: bool) -> bool:
        if self._open and self.commit():
            self.left.emit(1 if forward else -1)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (*ENTER, LEAVE) and goes_on(event):
            return
        if event.key() in ENTER:
            self.commit()
        elif event.key() == LEAVE:
            self.close_now()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() == LEAVE:
                event.setAccepted(not event.modifiers() & OTHER_KEYS)  # it closes the field, nothing of the window
                return True
            if undoes_nothing(event, self):
                return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        elsewhere = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
        if self._open and event.reason() not in elsewhere and not self.commit():
            refusal = self.refusal
            self.close_now()
            tell_typed(self.window(), refusal)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not self.isVisibleTo(self.window()):
            self.lose_cell()  # what hides it may be a change being told, when nothing can be edited


class CellEditor(OpenField):
    """Takes the number of a cell."""

    def __init__(self, parent: QWidget, low: float, high: float) -> None:
        super().__init__(parent)
        self._low, self._high = low, high

    def read(self) -> float | None:
        return typed_number(self.text(), self._low, self._high)

    def wanted(self) -> Message:
        return number_from(self._low, self._high)


def _under(field: QWidget, text: str) -> PlainLabel:
    """Show a plain sentence under a field, above everything else in its window and inside of it."""
    window = field.window()
    label = PlainLabel(text, window)
    label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    label.setFont(look().font("small"))
    label.setMargin(look().px(4))
    label.setProperty("tone", "error")
    label.setFrameStyle(QFrame.Shape.Box | QFrame.Shadow.Plain)
    label.setAutoFillBackground(True)
    label.adjustSize()
    at = field.mapTo(window, QPoint(0, field.height() + look().px(2)))
    at.setX(max(0, min(at.x(), window.width() - label.width())))
    if at.y() + label.height() > window.height():
        at.setY(field.mapTo(window, QPoint(0, 0)).y() - label.height() - look().px(2))
    label.move(at)
    label.show()
    label.raise_()
    return label
