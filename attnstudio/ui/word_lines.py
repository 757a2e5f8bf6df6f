"""Where words look: a line from the selected query to each key, as thick as its weight, and the weights in numbers."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import Cell, Matrix
from attnstudio.state.head_figures import WordLines
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.key_uses import OTHER_KEYS, KeyUse
from attnstudio.ui.labels import Box
from attnstudio.ui.table_figure import TableFigure
from attnstudio.ui.theme import Look
from attnstudio.ui.tokens import told
from attnstudio.ui.word_lines_drawing import (
    draw_lines,
    draw_lit,
    draw_marks,
    still_of,
    write_numbers,
    write_words,
)
from attnstudio.ui.word_lines_plan import LinesPlan, plan_bare_lines, plan_lines
from attnstudio.ui.word_lines_words import Shown, as_matrix, summary, weight_tip, weight_words
from attnstudio.ui.words import said

NAME = QT_TRANSLATE_NOOP("attnstudio", "Lines from word to word")
TIP = QT_TRANSLATE_NOOP(
    "attnstudio", "Queries left, keys right; a line is as thick as its weight. Click a query for its row"
)
_QUERIES: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -10, Qt.Key.Key_PageDown: 10}
_KEYS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)
KEYS = (
    KeyUse((Qt.Key.Key_Up, Qt.Key.Key_Down), QT_TRANSLATE_NOOP("attnstudio", "Choose the query before or after")),
    KeyUse((Qt.Key.Key_PageUp, Qt.Key.Key_PageDown), QT_TRANSLATE_NOOP("attnstudio", "Choose the query ten on")),
    KeyUse(_ENDS, QT_TRANSLATE_NOOP("attnstudio", "Choose the first or last query")),
    KeyUse((Qt.Key.Key_Left, Qt.Key.Key_Right), QT_TRANSLATE_NOOP("attnstudio", "Pick the key before or after")),
)


class WordLinesView(TableFigure[Shown, LinesPlan]):
    """Words left and right with lines between them; cells are the weights of all queries, row by row."""

    chosen = Signal(int)  # a query whose weights should be written out
    picked = Signal(int, int)  # a query and a key
    hovered = Signal(object)  # (query, key) under the pointer, or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(said(NAME), said(TIP), parent)
        self._under: Cell | None = None
        self._matrix: Matrix | None = None
        self.setMouseTracking(True)

    def show_lines(self, lines: WordLines, beside: WordLines | None = None) -> None:
        """Show where words look.

        Parameters
        ----------
        lines : WordLines
        beside : WordLines, optional
            What it is compared with, where both have the same keys: dashed lines, and its numbers in a column.
        """
        before = self._data
        self._show(Shown(lines, beside))
        if self._data is before:
            return
        self._matrix = None
        if (title := told(lines.title)) != self.accessibleName():
            self.setAccessibleName(title)
        if before is not None and _current(before.lines) != _current(lines):
            self.announce_current()

    def query_at(self, place: QPointF) -> int | None:
        """Return the query whose word, or the place of it, is under a point."""
        plan = self.plan()
        if plan is None or not plan.queries.size or place.x() > plan.measures.lines[0]:
            return None
        return plan.queries.nearest(place.y()) if plan.queries.holds(place.y()) else None

    def key_at(self, place: QPointF) -> int | None:
        """Return the key whose word, number or end of a line is under a point."""
        plan, x, y = self.plan(), place.x(), place.y()
        if plan is None or not plan.keys.size or x < plan.measures.lines[1]:
            return None
        if x >= plan.measures.key_left - 1:
            found = next((word.key for word in plan.key_words if word.box.top <= y < word.box.bottom), None)
            if found is not None:
                return found
        return plan.keys.nearest(y) if plan.keys.holds(y) else None

    def tip_at(self, place: QPointF) -> str:
        plan, at = self.plan(), Box(place.x(), place.y(), place.x(), place.y())
        if plan is not None and any(label.box.contains(at) for label in plan.caption):
            return told(plan.note)
        cell = self._cell_at(place)
        return "" if cell is None else weight_tip(self._as_matrix(), self.shown, *cell)

    @property
    def cell_count(self) -> int:
        return 0 if self._data is None else int(self._data.lines.weights.size)

    @property
    def current_cell(self) -> int | None:
        return _current(self.shown.lines) if self.cell_count else None

    def cell_words(self, index: int) -> str:
        return weight_words(self._as_matrix(), self.shown.lines, *divmod(index, len(self.shown.lines.key_labels)))

    def cell_box(self, index: int) -> Box | None:
        query, key = divmod(index, len(self.shown.lines.key_labels))
        plan = self.plan()
        if plan is None or query != self.shown.lines.selected:
            return None
        return next((word.box for word in plan.key_words if word.key == key), None)

    def cell_under(self, place: QPointF) -> int | None:
        cell = self._cell_at(place)
        return None if cell is None else cell[0] * len(self.shown.lines.key_labels) + cell[1]

    def is_selected(self, index: int) -> bool:
        return index // len(self.shown.lines.key_labels) == self.shown.lines.selected

    def _cell_at(self, place: QPointF) -> Cell | None:
        """Return the pair of the selected query and the key under a point."""
        key = self.key_at(place)
        lines = self._data.lines if self._data is not None else None
        if key is None or lines is None or not 0 <= lines.selected < len(lines.query_labels):
            return None
        return lines.selected, key

    def _as_matrix(self) -> Matrix:
        if self._matrix is None:
            self._matrix = as_matrix(self.shown.lines)
        return self._matrix

    def _make_plan(self, data: Shown, area: Box, style: Look) -> LinesPlan:
        return plan_lines(data, area, style)

    def _make_bare_plan(self, data: Shown, area: Box, style: Look) -> LinesPlan:
        return plan_bare_lines(data, area, style)

    def _summary(self, data: Shown) -> str:
        return summary(data.lines)

    def _still(self, plan: LinesPlan) -> object:
        return still_of(plan, self.shown.lines)

    def _draw_still(self, painter: QPainter, plan: LinesPlan, style: Look) -> None:
        draw_lit(painter, plan, self.shown.lines, style)
        draw_marks(painter, plan, style)
        write_words(painter, plan, style)

    def _draw_shapes(self, painter: QPainter, plan: LinesPlan, style: Look) -> None:
        draw_lines(painter, plan, self.shown.lines, style)

    def _draw_texts(self, painter: QPainter, plan: LinesPlan, style: Look) -> None:
        write_numbers(painter, plan, style)

    def _action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        key, lines = event.key(), self._data.lines if self._data is not None else None
        if lines is None or not lines.weights.size or event.modifiers() & OTHER_KEYS:
            return None
        last_query, last_key = len(lines.query_labels) - 1, len(lines.key_labels) - 1
        if key in _QUERIES:
            return partial(self._choose, min(max(lines.selected + _QUERIES[key], 0), last_query))
        if key in _ENDS:
            return partial(self._choose, last_query if key == Qt.Key.Key_End else 0)
        if key in _KEYS:
            return partial(self._pick, min(max(lines.selected_key + _KEYS[key], 0), last_key))
        return super()._action_of(event)

    def _choose(self, query: int) -> None:
        if query != self.shown.lines.selected:
            self.chosen.emit(query)

    def _pick(self, key: int) -> None:
        if key != self.shown.lines.selected_key:
            self.picked.emit(self.shown.lines.selected, key)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        query, cell = self.query_at(event.position()), self._cell_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or (query is None and cell is None):
            super().mousePressEvent(event)
        elif query is not None:
            self.chosen.emit(query)
        elif cell is not None:
            self.picked.emit(*cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._cell_at(event.position()))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def _hover(self, under: Cell | None) -> None:
        if under != self._under:
            self._under = under
            self.hovered.emit(under)


def _current(lines: WordLines) -> int:
    """Return the cell of the selected pair."""
    return lines.selected * len(lines.key_labels) + lines.selected_key
