"""A slider that counts whole ticks of a declared Number, coarse and fine."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QWidget

from attnstudio.state.fields import Number
from attnstudio.state.message import QT_TRANSLATE_NOOP, format_number
from attnstudio.ui.accessible_sides import offer
from attnstudio.ui.key_uses import DIGITS, DOUBLE_CLICK, ENTER, OTHER_KEYS, KeyUse
from attnstudio.ui.slider_access import SliderAccess
from attnstudio.ui.strokes import disc
from attnstudio.ui.theme import look

_ARROWS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1}
_PAGES = {Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}
_STEPS = _ARROWS | _PAGES
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)
_DEFAULT = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_OPEN = (Qt.Key.Key_F2, *ENTER)
_TYPED = "0123456789.,-−+"
_SHIFT = Qt.KeyboardModifier.ShiftModifier
KEYS = (
    KeyUse(tuple(_ARROWS), QT_TRANSLATE_NOOP("attnstudio", "Move by a step")),
    KeyUse(tuple(_ARROWS), QT_TRANSLATE_NOOP("attnstudio", "Move by a fine step"), _SHIFT),
    KeyUse(tuple(_PAGES), QT_TRANSLATE_NOOP("attnstudio", "Move by ten steps")),
    KeyUse(_ENDS, QT_TRANSLATE_NOOP("attnstudio", "Go to the lowest or the highest value")),
    KeyUse(_OPEN, QT_TRANSLATE_NOOP("attnstudio", "Type the value"), also=(DIGITS,)),
    KeyUse(_DEFAULT, QT_TRANSLATE_NOOP("attnstudio", "Go back to the default"), also=(DOUBLE_CLICK,)),
)


class NumberSlider(QSlider):
    """One number of a Scenario, dragged or stepped.

    Its integer position counts fine steps, so that a typed 0.37 stands where it belongs; the pointer and the arrow
    keys move by whole steps, with Shift by fine ones.

    Parameters
    ----------
    spec : Number
    kind : str
        Colour of the look.
    default : float
        Where a double click and Delete go.
    parent : QWidget, optional
    """

    edited = Signal(float)  # the person moved it
    finished = Signal()  # pointer or key let go, focus gone: the gesture is over
    typing = Signal(str)  # typing began here: the field should go on

    def __init__(self, spec: Number, *, kind: str = "accent", default: float = 0.0, parent: QWidget | None = None):
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.spec = spec
        self.kind = kind
        self.default = default
        self._per_step = spec.fine_per_tick
        self._value = spec.low
        self._grip: float | None = None  # from the pointer to the middle of the handle while it is dragged
        self.setRange(0, spec.ticks * self._per_step)
        self.setSingleStep(self._per_step)
        self.setPageStep(10 * self._per_step)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.valueChanged.connect(self._moved)

    def shown_value(self) -> float:
        """Return the number it stands for, in its own unit; one typed beyond the ends is kept."""
        return self._value

    def value_text(self) -> str:
        """Return the number in words for a screen reader."""
        return f"{format_number(self._value, self.spec.digits)} {self.spec.unit}".strip()

    def show_value(self, value: float) -> None:
        """Stand at a number without telling anyone."""
        if value != self._value:
            self._value = value
            with QSignalBlocker(self):
                self.setValue(self._position_of(value))
            self.update()

    def choose(self, value: float) -> None:
        """Move to a number as if it had been dragged there."""
        self._go(self._position_of(value))

    def step(self, steps: int, *, fine: bool = False) -> None:
        """Move by steps, held at the ends; a value beyond an end is not pulled back by a step outward."""
        here = self.value()
        position = self.spec.fine_position(here, steps) if fine else here + steps * self._per_step
        position = min(max(position, 0), self.maximum())
        if (self._value_at(position) - self._value) * steps > 0:
            self._go(position)

    def _position_of(self, value: float) -> int:
        return round(self.spec.tick_of(value) * self._per_step)

    def _value_at(self, position: int) -> float:
        return self.spec.value_at(position / self._per_step)

    def _go(self, position: int) -> None:
        if position != self.value():
            self.setValue(position)
        elif self._value_at(position) != self._value:
            self._moved(position)

    def _moved(self, position: int) -> None:
        self._value = self._value_at(position)
        self.update()
        self.edited.emit(self._value)

    def _radius(self) -> float:
        return look().px(8)

    def _ends(self) -> tuple[float, float]:
        """Return where the middle of the handle is at the low and at the high end."""
        margin = self._radius() + look().line(3)
        return margin, max(margin + 1, self.width() - margin)

    def _x_of(self, value: float) -> float:
        left, right = self._ends()
        return left + (right - left) * self.spec.tick_of(value) / self.spec.ticks

    def _drag_to(self, x: float, *, fine: bool) -> None:
        left, right = self._ends()
        share = min(max((x - left) / (right - left), 0.0), 1.0)
        unit = 1 if fine else self._per_step
        self._go(round(share * self.maximum() / unit) * unit)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._takes(event):
            event.accept()  # no shortcut of the window takes a key away from the slider that has the focus
            return True
        return super().event(event)

    def _takes(self, event: QKeyEvent) -> bool:
        if event.modifiers() & OTHER_KEYS:
            return False
        key = Qt.Key(event.key())
        return key in _STEPS or key in (*_ENDS, *_DEFAULT, *_OPEN) or bool(event.text() and event.text() in _TYPED)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if not self._takes(event):
            event.ignore()
        elif key in _STEPS:
            self.step(_STEPS[key], fine=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in _ENDS:
            self._go(0 if key == Qt.Key.Key_Home else self.maximum())
        elif key in _DEFAULT:
            self.choose(self.default)
        else:
            self.typing.emit("" if key in _OPEN else event.text())

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat() and Qt.Key(event.key()) in (*_STEPS, *_ENDS, *_DEFAULT):
            self.finished.emit()
        event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        x = event.position().x()
        offset = self._x_of(self._value) - x
        held = abs(offset) <= self._radius()
        self._grip = offset if held else 0.0
        if not held:
            self._drag_to(x, fine=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None and event.buttons() & Qt.MouseButton.LeftButton:
            fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._drag_to(event.position().x() + self._grip, fine=fine)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._grip is not None:
            self._grip = None
            self.update()
            self.finished.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.choose(self.default)
            self.finished.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the page scrolls, whatever lies under the pointer

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.finished.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(look().px(130), round(2 * (self._radius() + look().line(3))))

    def minimumSizeHint(self) -> QSize:
        return QSize(look().px(36), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        colour = look().colour(self.kind if self.isEnabled() else "outline")
        left, right = self._ends()
        x = self._x_of(self._value)
        self._paint_bar(painter, left, right, look().colour("groove"))
        self._paint_bar(painter, self._x_of(0.0) if self.spec.low < 0 else left, x, colour)
        self._paint_handle(painter, QPointF(x, self.height() / 2), colour)

    def _paint_bar(self, painter: QPainter, start: float, end: float, colour: QColor) -> None:
        thick = look().px(4)
        bar = QRectF(min(start, end), (self.height() - thick) / 2, abs(end - start), thick)
        painter.setBrush(colour)
        painter.drawRoundedRect(bar, thick / 2, thick / 2)

    def _paint_handle(self, painter: QPainter, middle: QPointF, colour: QColor) -> None:
        ring = look().line(2.5)
        inside = look().colour("pressed" if self._grip is not None or self.underMouse() else "card")
        disc(painter, middle, self._radius() - ring / 2, inside, colour, ring)
        beyond = (self._value > self.spec.high) - (self._value < self.spec.low)
        if beyond:  # the handle stands at the end and points to where its number lies
            painter.setPen(QPen(colour, ring))
            a = self._radius() / 3
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ends = [QPointF(-a / 2 * beyond, -a), QPointF(a / 2 * beyond, 0), QPointF(-a / 2 * beyond, a)]
            painter.drawPolyline(QPolygonF([middle + point for point in ends]))
        if self.hasFocus():
            painter.setPen(QPen(look().colour("text"), look().line(1.5)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            reach = self._radius() + look().line(1.5)
            painter.drawEllipse(middle, reach, reach)


offer(NumberSlider, SliderAccess)
