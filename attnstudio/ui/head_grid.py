"""The heads of one layer: a small map each, the one that is shown large lit, and rows that scroll where they must."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from attnstudio.state.head_figures import HeadGrid, HeadMap
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.head_grid_drawing import draw_maps, draw_still, still_of, write_readings
from attnstudio.ui.head_grid_plan import GridPlan, plan_bare_grid, plan_grid
from attnstudio.ui.head_maps import MapPictures
from attnstudio.ui.key_uses import OTHER_KEYS, KeyUse
from attnstudio.ui.labels import Box
from attnstudio.ui.matrix_words import COVERED
from attnstudio.ui.table_figure import TableFigure
from attnstudio.ui.theme import Look, look
from attnstudio.ui.tokens import told
from attnstudio.ui.words import said

NAME = QT_TRANSLATE_NOOP("attnstudio", "Heads of a layer")
TIP = QT_TRANSLATE_NOOP(
    "attnstudio", "A map a head, queries down and keys across; click one, or walk with the arrow keys"
)
SELECTED = QT_TRANSLATE_NOOP("attnstudio", "selected")
_ACROSS: Mapping[int, int] = MappingProxyType({Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1})
_DOWN: Mapping[int, int] = MappingProxyType({Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1})
_PAGES: Mapping[int, int] = MappingProxyType({Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1})
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)
KEYS = (
    KeyUse(
        (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
        QT_TRANSLATE_NOOP("attnstudio", "Choose the next head in the row or column"),
    ),
    KeyUse(
        (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
        QT_TRANSLATE_NOOP("attnstudio", "Choose a head as many rows on as are in sight"),
    ),
    KeyUse(_ENDS, QT_TRANSLATE_NOOP("attnstudio", "Choose the first or last head of the layer")),
)
BAR = 14  # pixels that the scroll bar takes
NOTCH = 120  # of a wheel, in the units of Qt


class HeadGridView(TableFigure[HeadGrid, GridPlan]):
    """Small maps of heads; whoever shows the grid computes the heads from where it is scrolled to."""

    chosen = Signal(int)  # a head that should be shown large
    hovered = Signal(object)  # the head under the pointer, or None
    scrolled = Signal(int)  # the head that should be the first in sight

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(said(NAME), said(TIP), parent)
        self._pictures = MapPictures()
        self._under: int | None = None
        self._barred: object = None  # what the scroll bar stands for
        self._turned = 0  # of a notch of the wheel
        self._bar = QScrollBar(Qt.Orientation.Vertical, self)
        self._bar.valueChanged.connect(self._scroll_to_row)
        self._bar.hide()
        self.setMouseTracking(True)

    def show_grid(self, grid: HeadGrid) -> None:
        """Show the heads of a layer; the keyboard is on the selected one."""
        before = self._data
        self._show(grid)
        if grid is not self._data:
            return
        if (title := told(grid.title)) != self.accessibleName():
            self.setAccessibleName(title)
        if before is not None and before.selected != grid.selected:
            self.announce_current()
        self._set_bar()

    @property
    def in_sight(self) -> range:
        """The heads that there is room for at present."""
        plan = self.plan()
        return range(self.shown.first, self.shown.first + len(plan.tiles)) if plan is not None else range(0)

    def head_at(self, place: QPointF) -> int | None:
        """Return the head whose tile holds a point."""
        plan, x, y = self.plan(), place.x(), place.y()
        tiles = plan.tiles if plan is not None else ()
        return next((tile.head for tile in tiles if tile.box.contains(Box(x, y, x, y))), None)

    def tip_at(self, place: QPointF) -> str:
        index = self.cell_under(place)
        return "" if index is None else self.cell_words(index)

    @property
    def cell_count(self) -> int:
        return 0 if self._data is None else len(self._data.heads)

    @property
    def current_cell(self) -> int | None:
        return next((i for i in range(self.cell_count) if self.is_selected(i)), None)

    def cell_words(self, index: int) -> str:
        return _in_words(self.shown, self.shown.heads[index])

    def cell_box(self, index: int) -> Box | None:
        plan = self.plan()
        return plan.tiles[index].box if plan is not None and index < len(plan.tiles) else None

    def cell_under(self, place: QPointF) -> int | None:
        head = self.head_at(place)
        return None if head is None else next(i for i, one in enumerate(self.shown.heads) if one.head == head)

    def is_selected(self, index: int) -> bool:
        return self.shown.heads[index].head == self.shown.selected

    def _make_plan(self, data: HeadGrid, area: Box, style: Look) -> GridPlan:
        return plan_grid(data, area, style, look().px(BAR))

    def _make_bare_plan(self, data: HeadGrid, area: Box, style: Look) -> GridPlan:
        return plan_bare_grid(data, area, style)

    def _summary(self, data: HeadGrid) -> str:
        heads = [_in_words(data, head) for head in data.heads]
        return "; ".join(filter(None, (*heads, "" if data.covered else told(data.caption))))

    def _still(self, plan: GridPlan) -> object:
        return still_of(plan, self.shown)

    def _draw_still(self, painter: QPainter, plan: GridPlan, style: Look) -> None:
        draw_still(painter, plan, self.shown, style)

    def _draw_shapes(self, painter: QPainter, plan: GridPlan, style: Look) -> None:
        draw_maps(painter, plan, self.shown, self._pictures, style)

    def _draw_texts(self, painter: QPainter, plan: GridPlan, style: Look) -> None:
        write_readings(painter, plan, style)

    def _action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        key, plan = event.key(), self.plan()
        if plan is None or self.shown.n_heads == 0 or event.modifiers() & OTHER_KEYS:
            return None
        at, columns, last = self.shown.selected, plan.columns, self.shown.n_heads - 1
        if key in _ACROSS:
            return partial(self._choose, min(max(at + _ACROSS[key], 0), last))
        if key in _DOWN or key in _PAGES:
            by = columns * (_DOWN[key] if key in _DOWN else _PAGES[key] * plan.rows)
            there = at + by if key in _DOWN else min(max(at + by, 0), last)
            return partial(self._choose, there if 0 <= there <= last else at)
        if key in _ENDS:
            return partial(self._choose, last if key == Qt.Key.Key_End else 0)
        return super()._action_of(event)

    def _choose(self, head: int) -> None:
        """Choose a head, and bring it in sight."""
        if head != self.shown.selected:
            self.chosen.emit(head)
        plan, first = self.plan(), self.shown.first
        if plan is None or first <= head < first + len(plan.tiles):
            return
        row = head // plan.columns
        self._scroll_to_row(row if head < first else row - plan.rows + 1)

    def _set_bar(self) -> None:
        """Let the scroll bar stand for what is in sight."""
        plan = self.plan()
        if plan is None:
            return
        hidden = self.shown.n_heads - len(plan.tiles)
        if (state := (hidden, plan.columns, plan.rows, self.shown.first, self.size(), look())) == self._barred:
            return
        self._barred = state
        last = -(-hidden // plan.columns)
        self._bar.blockSignals(True)
        self._bar.setRange(0, last)
        self._bar.setPageStep(plan.rows)
        self._bar.setValue(-(-self.shown.first // plan.columns))
        self._bar.blockSignals(False)
        width = look().px(BAR)
        self._bar.setGeometry(self.width() - width + 2, 4, width - 4, max(0, self.height() - 8))
        self._bar.setVisible(hidden > 0)

    def _scroll_to_row(self, row: int) -> None:
        plan = self.plan()
        if plan is not None and (first := min(max(row, 0), self._bar.maximum()) * plan.columns) != self.shown.first:
            self.scrolled.emit(first)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._bar.isHidden():
            super().wheelEvent(event)
            return
        self._turned += event.angleDelta().y()
        rows = int(self._turned / NOTCH)
        self._turned -= rows * NOTCH
        if rows:
            self._scroll_to_row(self._bar.value() - rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_bar()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._set_bar()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        head = self.head_at(event.position())
        if head is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.chosen.emit(head)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.head_at(event.position()))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def _hover(self, under: int | None) -> None:
        if under != self._under:
            self._under = under
            self.hovered.emit(under)


def _in_words(grid: HeadGrid, head: HeadMap) -> str:
    """Say one head: its name, what it often does, its reading, and whether it is selected."""
    known = [] if grid.covered else [told(head.label), told(head.reading)]
    if grid.covered or head.covered:
        known.append(said(COVERED))
    selected = said(SELECTED) if head.head == grid.selected else ""
    return ", ".join(filter(None, (told(head.title), *known, selected)))
