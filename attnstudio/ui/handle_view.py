"""The gestures on handles: the mouse drags them, and keys go through and move them."""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.aloud import announce
from attnstudio.ui.handles import Data, Frame, HandleFigure, Numbers, Plan, Point
from attnstudio.ui.key_uses import DOUBLE_CLICK, OTHER_KEYS, KeyUse
from attnstudio.ui.matrix_keys import LEAVE
from attnstudio.ui.painted import smooth
from attnstudio.ui.strokes import stroke
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

SLACK = 3  # pixels that the pointer moves before a press is a drag
RING = 9  # radius of the mark around a handle that is itself no larger
TYPE = Qt.Key.Key_F2
LENGTHWISE: dict[int, int] = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
SIDEWAYS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
KEYS = (
    KeyUse(
        (Qt.Key.Key_Left, Qt.Key.Key_Right),
        QT_TRANSLATE_NOOP("attnstudio", "Go to the handle before or after"),
        CONTROL,
    ),
    KeyUse((TYPE,), QT_TRANSLATE_NOOP("attnstudio", "Type the numbers of the handle"), also=(DOUBLE_CLICK,)),
    KeyUse((LEAVE,), QT_TRANSLATE_NOOP("attnstudio", "While typing: leave the numbers as they were; else end a drag")),
)


@dataclass(eq=False)
class Drag:
    """A handle that the pointer holds, how far off its middle, and the numbers that it was last brought to."""

    handle: int
    start: QPointF
    off: Point
    told: Numbers = ()


class HandleView(HandleFigure[Data, Plan]):
    """A figure whose handles move; what is drawn keeps its scale while one is dragged.

    One gesture, a drag, a key until it is let go, or typed numbers, ends with one `moved_finished`.
    """

    hindered = Signal(object)  # a Message: why a key moved nothing

    def __init__(self, name: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(name, tip, parent)
        self._hovered: int | None = None
        self._drag: Drag | None = None
        self._frame: Frame | None = None  # of the drawing when the drag began
        self._stepping = False
        self.setMouseTracking(True)

    @abstractmethod
    def _numbers_at(self, handle: int, x: float, y: float, *, fine: bool) -> Numbers:
        """Return the numbers of a handle at a place in data units, in whole ticks."""

    @abstractmethod
    def _numbers_after(self, handle: int, right: int, up: int, *, fine: bool) -> Numbers:
        """Return the numbers of a handle a step on."""

    @abstractmethod
    def _hindrance(self, handle: int, right: int) -> Message:
        """Say why a step, sideways where `right` is not 0, leads nowhere."""

    def _inside(self, handle: int, numbers: Numbers) -> Numbers:
        parts = self._parts(handle)
        return tuple(min(max(number, part.low), part.high) for number, part in zip(numbers, parts, strict=True))

    def _go(self, by: int) -> None:
        self._end_gesture()
        handles = list(self._tips())
        at = handles.index(self._current) if self._current in handles else 0
        self.choose(handles[min(max(at + by, 0), len(handles) - 1)])

    def _step(self, right: int, up: int, fine: bool) -> None:
        handle = self.current
        if handle is None:
            return
        numbers = self._inside(handle, self._numbers_after(handle, right, up, fine=fine))
        if numbers != self._numbers(handle):
            self._stepping = True
            self._tell_placed(handle, numbers)
            self._announce()
        else:
            why = self._hindrance(handle, right)
            self.hindered.emit(why)
            announce(self, partial(said, why))

    def _pull_to(self, drag: Drag, place: QPointF, *, fine: bool) -> None:
        plan = self.plan()
        if plan is None or drag.handle not in plan.tips:
            return
        if self._frame is None:
            if (place - drag.start).manhattanLength() < look().px(SLACK):
                return
            self._frame = plan.frame
            self.setCursor(Qt.CursorShape.SizeAllCursor)
        (ox, oy), scale = self._frame
        x, y = (place.x() - drag.off[0] - ox) / scale, (oy - place.y() + drag.off[1]) / scale
        numbers = self._inside(drag.handle, self._numbers_at(drag.handle, x, y, fine=fine))
        if numbers != drag.told:
            drag.told = numbers
            self._tell(drag.handle, numbers)

    def _end_gesture(self) -> None:
        """End a drag, or the steps of a key."""
        moved = self._stepping or self._frame is not None
        self._stepping, self._drag = False, None
        if self._frame is not None:
            self._frame = self._kept = None
            self.update()
        if moved:
            self.moved_finished.emit()

    def _hover(self, handle: int | None) -> None:
        if handle is None:
            self.unsetCursor()
        else:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        if handle != self._hovered:
            self._hovered = handle
            self.update()

    def _action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        key, modifiers = event.key(), event.modifiers()
        if key == LEAVE and self._drag is not None:
            return self._end_gesture
        if self.current is None:
            return super()._action_of(event)
        if modifiers & OTHER_KEYS:
            alone = modifiers & OTHER_KEYS == CONTROL
            return partial(self._go, SIDEWAYS[key]) if alone and key in SIDEWAYS else None
        if key in SIDEWAYS | LENGTHWISE:
            return partial(self._step, SIDEWAYS.get(key, 0), LENGTHWISE.get(key, 0), bool(modifiers & SHIFT))
        return self.open_field if key == TYPE else super()._action_of(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if self._stepping and not event.isAutoRepeat() and event.key() in SIDEWAYS | LENGTHWISE:
            self._end_gesture()
        super().keyReleaseEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = event.position()
        handle = self.handle_at(place) if event.button() == Qt.MouseButton.LeftButton else None
        if handle is None:
            super().mousePressEvent(event)
            return
        self._hover(handle)
        self.choose(handle)
        if (tip := self._tips().get(handle)) is not None:  # where it is now that it is chosen
            self._drag = Drag(handle, place, (place.x() - tip[0], place.y() - tip[1]))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is not None:
            self._pull_to(self._drag, event.position(), fine=bool(event.modifiers() & SHIFT))
        else:
            self._hover(self.handle_at(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._drag is not None:
            self._end_gesture()
            self._hover(self.handle_at(event.position()))
        else:
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        handle = self.handle_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if handle is None:
            super().mouseDoubleClickEvent(event)
        else:
            self.choose(handle)
            self.open_field()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._end_gesture()
        super().focusOutEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._end_gesture()
        super().hideEvent(event)

    def _marked(self) -> bool:
        return self._hovered is not None or super()._marked()

    def _draw_marks(self, painter: QPainter) -> None:
        super()._draw_marks(painter)
        tips, style = self._tips(), look()
        shown = {self._hovered: 1.6} | ({self.current: 2.6} if self.hasFocus() else {})
        smooth(painter)
        for handle, width in shown.items():
            if handle is not None and handle in tips:
                radius = max(style.px(RING), self._radius(handle) + style.px(3))
                painter.setPen(stroke(style, "accent", width))
                painter.drawEllipse(QPointF(*tips[handle]), radius, radius)
