"""Handles of a figure: points that stand for numbers, of which one has the keyboard, and the field to type into."""

import math
from abc import abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.aloud import announce
from attnstudio.ui.figure import FigureView
from attnstudio.ui.handle_field import HandleField, Part
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

Point = tuple[float, float]
Numbers = tuple[float, ...]
REACH = 14  # pixels around a handle in which the pointer takes it
HOW = QT_TRANSLATE_NOOP("attnstudio", "{handle} (drag it, use the arrow keys, or type after F2)")


class Frame(NamedTuple):
    """How data lie on the screen: where (0, 0) is, and the pixels a unit."""

    origin: Point
    scale: float


class HandlePlan(Protocol):
    """A plan with handles, by their index."""

    @property
    def frame(self) -> Frame: ...

    @property
    def tips(self) -> Mapping[int, Point]: ...


Data = TypeVar("Data")
Plan = TypeVar("Plan", bound=HandlePlan)


class HandleFigure(FigureView[Data, Plan]):
    """A figure with handles; typed numbers place them.

    Attributes
    ----------
    handle_range : (float, float)
        Components that a handle can be brought to; a length goes from 0 to its end.
    """

    handle_chosen = Signal(int)
    moved_finished = Signal()

    def __init__(self, name: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(name, tip, parent)
        self.handle_range = (-100.0, 100.0)
        self._current = 0
        self._field: HandleField | None = None
        self._typed_for: tuple[int, Numbers] = 0, ()

    @property
    def current(self) -> int | None:
        """The handle that keys move; None where there is none."""
        tips = self._tips()
        return self._current if self._current in tips else next(iter(tips), None)

    @current.setter
    def current(self, handle: int) -> None:
        if handle != self._current:
            self._current = handle
            self.update()

    @property
    def field(self) -> HandleField | None:
        """The open field, if one is."""
        return self._field

    @abstractmethod
    def describe(self, handle: int) -> str:
        """Say what a handle is and where it stands."""

    @abstractmethod
    def _parts(self, handle: int) -> tuple[Part, ...]:
        """Return the numbers that a handle stands for."""

    @abstractmethod
    def _wanted(self, handle: int) -> Message:
        """Say what can be typed for a handle."""

    @abstractmethod
    def _tell(self, handle: int, numbers: Numbers) -> None:
        """Emit that a handle is dragged."""

    def _tell_placed(self, handle: int, numbers: Numbers) -> None:
        """Emit that a handle is placed exactly: by typed numbers, or a key."""
        self._tell(handle, numbers)

    def _preferred(self) -> int | None:
        """Return the handle that is taken rather than others on the same place."""
        return None

    def _radius(self, handle: int) -> float:  # noqa: ARG002
        """Return how far a handle reaches around its middle."""
        return 0.0

    def _tips(self) -> Mapping[int, Point]:
        plan = self.plan()
        return {} if plan is None else plan.tips

    def _numbers(self, handle: int) -> Numbers:
        return tuple(part.value for part in self._parts(handle))

    def handle_at(self, place: QPointF) -> int | None:
        """Return the nearest handle in reach; of several on one place the current one, then the preferred one."""
        reach = look().px(REACH)
        far = [(math.hypot(place.x() - x, place.y() - y), i) for i, (x, y) in self._tips().items()]
        near = [(d, i) for d, i in far if d <= max(reach, self._radius(i))]
        if not near:
            return None
        least, rank = min(near)[0], {self._preferred(): 1, self._current: 0}
        return min((rank.get(i, 2), d, i) for d, i in near if d <= least + 1)[-1]

    def tip_at(self, place: QPointF) -> str:
        handle = self.handle_at(place)
        return "" if handle is None else said(Message(HOW, {"handle": self.describe(handle)}))

    def choose(self, handle: int) -> None:
        """Give the keyboard to another handle, and tell so."""
        if handle != self._current:
            self.current = handle
            self.handle_chosen.emit(handle)
            self._announce()

    def _announce(self) -> None:
        """Let a screen reader say where the current handle is, if one runs."""
        if self.hasFocus() and (handle := self.current) is not None:
            announce(self, partial(self.describe, handle))

    def open_field(self) -> None:
        """Open the field over the current handle, with the numbers that it has."""
        handle = self.current
        if self._field is not None or handle is None:
            return
        field = HandleField(self, self._parts(handle), self._wanted(handle))
        field.setAccessibleName(said(field.wanted()))
        field.committed.connect(partial(self._take, handle))
        field.closed.connect(self._field_closed)
        field.left.connect(lambda by: self.focusNextPrevChild(by > 0))
        self._field, self._typed_for = field, (handle, self._numbers(handle))
        field.open_around(*self._tips()[handle])

    def _take(self, handle: int, numbers: Numbers) -> None:
        if numbers != self._numbers(handle):
            self._tell_placed(handle, numbers)
            self.moved_finished.emit()

    def _field_closed(self) -> None:
        if self._field is not None:
            if self._field.hasFocus():
                self.setFocus(Qt.FocusReason.OtherFocusReason)
            self._field.deleteLater()
            self._field = None

    def _keep_field(self) -> None:
        """Let the open field follow its handle, or close it where that has other numbers now."""
        if self._field is not None:
            handle, numbers = self._typed_for
            if handle in self._tips() and self._numbers(handle) == numbers:
                self._field.place_around(*self._tips()[handle])
            else:
                self._field.lose_cell()

    def _changed(self) -> None:
        super()._changed()
        self._keep_field()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_field()
