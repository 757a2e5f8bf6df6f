"""A plot with axes: a histogram, or curves with a cursor that can be moved; drawn by pyqtgraph, which loads with it."""

from collections.abc import Callable
from functools import partial

import numpy as np
import shiboken6
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QPaintEngine, QPainter
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import alike
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.state.plots import Curves, Plot
from attnstudio.ui.figure import FigureView
from attnstudio.ui.key_uses import OTHER_KEYS, KeyUse
from attnstudio.ui.labels import Box
from attnstudio.ui.plot_axis import value_at
from attnstudio.ui.plot_marks import draw_cover, draw_cursor, write_still, write_texts
from attnstudio.ui.plot_plan import PlotPlan, plan_bare_plot, plan_plot
from attnstudio.ui.plot_strokes import Shown, axes_of
from attnstudio.ui.plot_words import Table, row_at, summary_of, table_of
from attnstudio.ui.table_sheet import TableSheet
from attnstudio.ui.theme import Look, look
from attnstudio.ui.tokens import told
from attnstudio.ui.words import said

NAME = QT_TRANSLATE_NOOP("attnstudio", "Plot")
TIP = QT_TRANSLATE_NOOP("attnstudio", "Point at a place for its numbers; T shows all of them as a table")
AS_TABLE = QT_TRANSLATE_NOOP("attnstudio", "Show as table")
TABLE, SHIFT = Qt.Key.Key_T, Qt.KeyboardModifier.ShiftModifier
ARROWS: dict[int, int] = {Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1}
ENDS: dict[int, int] = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: 1}
_ARROW_KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Up)
KEYS = (
    KeyUse((TABLE,), AS_TABLE),
    KeyUse(_ARROW_KEYS, QT_TRANSLATE_NOOP("attnstudio", "Move the cursor of the curves to the next marked place")),
    KeyUse(_ARROW_KEYS, QT_TRANSLATE_NOOP("attnstudio", "Move the cursor of the curves by 1"), SHIFT),
    KeyUse((Qt.Key.Key_Home, Qt.Key.Key_End), QT_TRANSLATE_NOOP("attnstudio", "Move the cursor to an end of the axis")),
)
REACH = 8  # pixels around the frame in which a press still moves the cursor


class PlotView(FigureView[Shown, PlotPlan]):
    """A histogram or curves on the axes that the data says; neither wheel nor drag changes them.

    One gesture on the cursor, a drag, a click or a key until it is let go, ends with one `moved_finished`.
    """

    cursor_moved = Signal(float)  # where the cursor should be, in units of the x axis
    moved_finished = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(said(NAME), said(TIP), parent)
        from attnstudio.ui.plot_drawing import PlotDrawing

        self._drawing = PlotDrawing(self)
        self._told: float | None = None  # where the cursor was last moved to while a gesture lasts
        self._dragging = False
        self._before: float | None = None  # where it was before the last click
        self._sheet_shown: TableSheet | None = None
        self.table_action = QAction(said(AS_TABLE), self)
        self.table_action.triggered.connect(self.show_table)
        self.addAction(self.table_action)

    def show_plot(self, plot: Plot, beside: Plot | None = None) -> None:
        """Show a plot; nothing happens where it is as it was.

        Parameters
        ----------
        plot : Histogram or Curves
        beside : Histogram or Curves, optional
            The same plot of the pinned result: behind it, grey, in dashes and dots.
        """
        if alike(Shown(plot, beside), self._data):
            return
        self._data = Shown(plot, beside)
        if (title := told(plot.title)) != self.accessibleName():
            self.setAccessibleName(title)
        self._changed()
        if self._sheet_shown is not None and shiboken6.isValid(self._sheet_shown) and self._sheet_shown.isVisible():
            self._sheet_shown.set_table(title, *self.table())

    def table(self) -> Table:
        """Return the numbers as headers and rows of texts."""
        return Table((), ()) if self._data is None else table_of(self._data)

    def show_table(self) -> None:
        """Show the numbers as a table in a window of its own, which follows the plot."""
        if self._data is not None:
            self._sheet_shown = TableSheet.of(self.window())
            self._sheet_shown.show_table(told(self._data.plot.title), *self.table())

    def tip_at(self, place: QPointF) -> str:
        plan = self.plan()
        if plan is None or plan.cover is not None or not plan.frame.rect().contains(place):
            return ""
        return row_at(self.shown, self._value_at(place.x(), plan))

    @staticmethod
    def _share(x: float, plan: PlotPlan) -> float:
        return (x - plan.frame.left) / plan.frame.width

    def _value_at(self, x: float, plan: PlotPlan) -> float:
        return value_at(axes_of(self.shown.plot)[0], self._share(x, plan))

    def _make_plan(self, data: Shown, area: Box, style: Look) -> PlotPlan:
        return plan_plot(data, area, style)

    def _make_bare_plan(self, data: Shown, area: Box, style: Look) -> PlotPlan:
        return plan_bare_plot(data, area, style)

    def _summary(self, data: Shown) -> str:
        return summary_of(data)

    def _draw_shapes(self, painter: QPainter, plan: PlotPlan, style: Look) -> None:
        if plan.cover is not None:
            draw_cover(painter, plan.cover.rect(), style)
            return
        on_screen = painter.device() is self and painter.paintEngine().type() == QPaintEngine.Type.Raster
        if on_screen and isinstance(self.shown.plot, Curves):
            self._drawing.paint_kept(painter, plan, self.shown, style, self.devicePixelRatioF())
        else:
            self._drawing.paint(painter, plan, self.shown, style)
        draw_cursor(painter, plan, style)

    def _still(self, plan: PlotPlan) -> object:
        return plan.still, plan.keys

    def _draw_still(self, painter: QPainter, plan: PlotPlan, style: Look) -> None:
        write_still(painter, plan, style)

    def _draw_texts(self, painter: QPainter, plan: PlotPlan, style: Look) -> None:
        write_texts(painter, plan.moving, style)

    @property
    def _curves(self) -> Curves | None:
        """The curves whose cursor can be moved, if they are shown."""
        plot = None if self._data is None else self._data.plot
        return plot if isinstance(plot, Curves) and not plot.covered and np.isfinite(plot.cursor) else None

    def _move_to(self, value: float) -> None:
        curves = self._curves
        if curves is not None and value != (curves.cursor if self._told is None else self._told):
            self._told = value
            self.cursor_moved.emit(value)

    def _step(self, by: int, fine: bool) -> None:
        if (curves := self._curves) is None:
            return
        (low, high), at = axes_of(curves)[0].limits, curves.cursor
        if fine:
            wanted = at + by
        else:
            places = [x for x in (low, *curves.x.tolist(), high) if low <= x <= high and (x > at if by > 0 else x < at)]
            wanted = (min if by > 0 else max)(places, default=at)
        self._move_to(min(max(wanted, low), high))

    def _end_gesture(self) -> None:
        moved = self._told is not None
        self._told, self._dragging = None, False
        if moved:
            self.moved_finished.emit()

    def _action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        key, modifiers = event.key(), event.modifiers()
        if modifiers & OTHER_KEYS:
            return None
        if key == TABLE and not modifiers & SHIFT:
            return self.show_table
        if (curves := self._curves) is None:
            return super()._action_of(event)
        if key in ARROWS:
            return partial(self._step, ARROWS[key], bool(modifiers & SHIFT))
        if key in ENDS:
            return partial(self._move_to, axes_of(curves)[0].limits[ENDS[key]])
        return super()._action_of(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat() and not self._dragging:
            self._end_gesture()
        super().keyReleaseEvent(event)

    def _grips(self, place: QPointF) -> bool:
        plan, reach = self.plan(), look().px(REACH)
        if plan is None or self._curves is None:
            return False
        return plan.frame.rect().adjusted(-reach, -reach, reach, reach).contains(place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self._grips(event.position()):
            super().mousePressEvent(event)
            return
        curves = self._curves
        self._before = None if curves is None else curves.cursor
        self._dragging = True
        self._pull_to(event.position())

    def _pull_to(self, place: QPointF) -> None:
        if (plan := self.plan()) is not None:
            self._move_to(self._value_at(place.x(), plan))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragging:
            self._pull_to(event.position())
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragging and event.button() == Qt.MouseButton.LeftButton:
            self._end_gesture()
        else:
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the plot, with the cursor where it was before the first of the two clicks."""
        if event.button() == Qt.MouseButton.LeftButton and self._before is not None and self._grips(event.position()):
            self._move_to(self._before)
            self._end_gesture()
        super().mouseDoubleClickEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._end_gesture()
        super().focusOutEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._end_gesture()
        super().hideEvent(event)
