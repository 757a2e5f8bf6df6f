"""A list of rows with bars: a ranking, or what things come to; a row is chosen by a click or by the arrow keys."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.key_uses import OTHER_KEYS, KeyUse
from attnstudio.ui.labels import Box, write_all
from attnstudio.ui.matrix_words import COVERED
from attnstudio.ui.row_list_plan import ListPlan, RowList, plan_list
from attnstudio.ui.strokes import NO_BRUSH, stroke
from attnstudio.ui.table_figure import TableFigure
from attnstudio.ui.theme import Look, look
from attnstudio.ui.words import said

NAME = QT_TRANSLATE_NOOP("attnstudio", "List")
ROW = QT_TRANSLATE_NOOP("attnstudio", "{label}: {text}")
_STEPS: Mapping[int, int] = MappingProxyType(
    {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10}
)
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)
KEYS = (
    KeyUse((Qt.Key.Key_Up, Qt.Key.Key_Down), QT_TRANSLATE_NOOP("attnstudio", "Choose the row before or after")),
    KeyUse((Qt.Key.Key_PageUp, Qt.Key.Key_PageDown), QT_TRANSLATE_NOOP("attnstudio", "Choose the row ten on")),
    KeyUse(_ENDS, QT_TRANSLATE_NOOP("attnstudio", "Choose the first or last row")),
)
NOTCH = 120  # of a wheel, in the units of Qt


class RowListView(TableFigure[RowList, ListPlan]):
    """Rows under each other, as many as have room; the wheel and the keys reach the others.

    Parameters
    ----------
    tip : str
        What the list is for, in the language of the application.
    choosing : bool
        Whether rows are chosen; else the keys only scroll.
    """

    chosen = Signal(int)

    def __init__(self, tip: str, *, choosing: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(said(NAME), tip, parent)
        self._choosing, self._first, self._turned = choosing, 0, 0

    def show_rows(self, data: RowList) -> None:
        """Show a list, from its top where it has other rows or another order; bring in sight another lit row."""
        before, lit = self._data, None if self._data is None else self._data.selected
        anew = before is None or [row.label for row in before.rows] != [row.label for row in data.rows]
        if anew:
            self._first = 0
        self._show(data)
        if data.title != self.accessibleName():
            self.setAccessibleName(data.title)
        if anew or lit != data.selected:
            self._bring_in_sight(data.selected or 0)
            self.announce_current()

    @property
    def cell_count(self) -> int:
        return 0 if self._data is None else len(self._data.rows)

    @property
    def current_cell(self) -> int | None:
        return self.shown.selected if self._choosing and self.cell_count else None

    def cell_words(self, index: int) -> str:
        row, covered = self.shown.rows[index], self.shown.covered
        words = said(Message(ROW, {"label": row.label, "text": said(COVERED) if covered else row.text}))
        return f"{words}, {row.note}" if row.note and not covered else words

    def cell_box(self, index: int) -> Box | None:
        plan = self.plan()
        return next((row.box for row in plan.rows if row.at == index), None) if plan is not None else None

    def cell_under(self, place: QPointF) -> int | None:
        plan, x, y = self.plan(), place.x(), place.y()
        rows = plan.rows if plan is not None else ()
        return next((row.at for row in rows if row.box.contains(Box(x, y, x, y))), None)

    def is_selected(self, index: int) -> bool:
        return index == self.shown.selected

    def tip_at(self, place: QPointF) -> str:
        index = self.cell_under(place)
        return "" if index is None else self.cell_words(index)

    def _make_plan(self, data: RowList, area: Box, style: Look) -> ListPlan:
        return plan_list(data, area, style, self._first)

    def _make_bare_plan(self, data: RowList, area: Box, style: Look) -> ListPlan:
        return plan_list(data, area, style, 0)

    def _summary(self, data: RowList) -> str:
        return "; ".join(map(self.cell_words, range(len(data.rows))))

    def _draw_shapes(self, painter: QPainter, plan: ListPlan, style: Look) -> None:
        for row in plan.rows:
            if row.at == self.shown.selected:
                painter.fillRect(row.box.rect(), style.colour("note"))
            if row.track is not None:
                painter.fillRect(row.track.rect(), style.colour("blocked"))
            if row.bar is not None:
                painter.fillRect(row.bar.rect(), style.strong(self.shown.kind))
        lit = [row.box for row in plan.rows if row.at == self.shown.selected]
        painter.setPen(stroke(style, self.shown.kind, 1.6))
        painter.setBrush(NO_BRUSH)
        for box in lit:
            painter.drawRoundedRect(box.inset(style.line(0.8)).rect(), style.px(4), style.px(4))

    def _draw_texts(self, painter: QPainter, plan: ListPlan, style: Look) -> None:
        written = [label for row in plan.rows for label in (row.label, *row.texts)]
        write_all(painter, [(style.colour("text"), written)], style, "body")
        write_all(painter, [(style.colour("muted"), [*(row.note for row in plan.rows), plan.more])], style)

    def _action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        key, last = event.key(), self.cell_count - 1
        if last < 0 or event.modifiers() & OTHER_KEYS:
            return None
        lit = self.shown.selected if self._choosing else self._first
        if key in _STEPS:
            return partial(self._go, min(max((-1 if lit is None else lit) + _STEPS[key], 0), last))
        if key in _ENDS:
            return partial(self._go, last if key == Qt.Key.Key_End else 0)
        return super()._action_of(event)

    def _go(self, row: int) -> None:
        if not self._choosing:
            self._scroll(row)
        elif row != self.shown.selected:
            self.chosen.emit(row)

    def _bring_in_sight(self, row: int) -> None:
        plan = self.plan()
        rows = [each.at for each in plan.rows] if plan is not None else []
        if rows and row not in rows:
            self._scroll(row if row < rows[0] else row - len(rows) + 1)

    def _scroll(self, first: int) -> None:
        """Begin with another row, as far as there are more than have room."""
        plan = self.plan()
        most = self.cell_count - (len(plan.rows) if plan is not None else 0)
        first = min(max(first, 0), max(0, most))
        if first != self._first:
            self._first, self._kept = first, None
            self._changed()

    def minimumSizeHint(self) -> QSize:
        return QSize(look().px(90), look().px(20))

    def wheelEvent(self, event: QWheelEvent) -> None:
        plan = self.plan()
        if plan is None or len(plan.rows) == self.cell_count:
            super().wheelEvent(event)
            return
        self._turned += event.angleDelta().y()
        notches = int(self._turned / NOTCH)
        self._turned -= notches * NOTCH
        self._scroll(self._first - notches)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.cell_under(event.position())
        if row is None or not self._choosing or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.chosen.emit(row)
