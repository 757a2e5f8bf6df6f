"""A live matrix: painted cells which mouse, keyboard and screen reader can walk, edit and paint."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import Cell, Matrix, Operand
from attnstudio.ui import accessible
from attnstudio.ui.accessible_sides import offer
from attnstudio.ui.key_uses import ENTER
from attnstudio.ui.matrix_editing import MatrixEditing
from attnstudio.ui.matrix_editor import NUMBER_STARTS
from attnstudio.ui.matrix_keys import FINE_STEP, OPEN, PAGES, SPACE, STEP, ZERO, Pull, Stroke, crossed, moved
from attnstudio.ui.matrix_painter import MatrixPainter
from attnstudio.ui.theme import look
from attnstudio.ui.tips import PlaceTip, letter_for_letter

_CONTROL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
_ALT, _META = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.MetaModifier


class MatrixView(MatrixEditing):
    """Lets people point at, edit and paint the cells of a Matrix; all cells are (i, j) of the data, row first.

    `matrix_keys.KEYS` has the keys. The mouse does the same: double click, pull a number up or down, paint a mask in
    one stroke. What opens on a double click or Enter is the field of a cell that takes numbers, else the matrix itself.
    """

    hovered = Signal(object)  # Cell or None: under the pointer, or where the keyboard went
    walked = Signal(int, int)  # the cell that an arrow, Home or End led to
    picked = Signal(int, int)
    cell_painted = Signal(int, int)
    paint_finished = Signal()
    paint_taken_back = Signal()  # the click that painted last has become a double click
    opened = Signal()  # whoever shows the matrix should show it large

    def __init__(self, *, transposed: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(transposed=transposed, parent=parent)
        self._tip = PlaceTip(self, lambda place: letter_for_letter(self.tip_at(place)))
        self._pointed: Cell | None = None
        self._by_key = False  # whether a key, not the pointer, led there
        self._pressed: Cell | None = None
        self._stroke: Stroke | None = None
        self._clicked = False  # whether the press before painted
        self._last = QPointF()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    @property
    def paintable(self) -> bool:
        return self.matrix.paintable and not self.covered

    def show_matrix(
        self,
        matrix: Matrix,
        *,
        lit: tuple[Operand, ...] = (),
        selected_row: int | None = None,
        focus_cell: Cell | None = None,
    ) -> None:
        """Draw a matrix from now on.

        Parameters
        ----------
        matrix : Matrix
        lit : tuple of Operand
            Cells to outline; those of other matrices are left out.
        selected_row : int, optional
            Row to outline.
        focus_cell : (int, int), optional
            Where the keyboard is; otherwise it stays, inside the new shape.
        """
        before = self._matrix
        super().show_matrix(matrix, lit=lit, selected_row=selected_row)
        if focus_cell or matrix.values.shape != before.values.shape:
            (rows, columns), (i, j) = matrix.shape, focus_cell or self._at
            self._at = min(max(i, 0), max(rows - 1, 0)), min(max(j, 0), max(columns - 1, 0))
            if self._pointed and not (self._pointed[0] < rows and self._pointed[1] < columns):
                self._pointed = None
        if self._editor is not None:
            self._keep_editor()
        self._tip.follow()

    def set_focus_cell(self, cell: Cell) -> None:
        """Move the keyboard to a cell."""
        if cell != self._at:
            super().set_focus_cell(cell)
            accessible.announce_cell(self, cell)
        self._point(cell, by_key=True)

    def _walk(self, cell: Cell) -> None:
        self.set_focus_cell(cell)
        self.walked.emit(*cell)

    def _point(self, cell: Cell | None, *, by_key: bool = False) -> None:
        self._by_key = by_key
        if cell != self._pointed:
            self._pointed = cell
            self.hovered.emit(cell)

    def _pick(self) -> None:
        self.picked.emit(*self._at)

    def _paint_cell(self) -> None:
        self.cell_painted.emit(*self._at)
        self.paint_finished.emit()

    def _action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        """Return what a key does here, None where it is not ours."""
        key, modifiers = event.key(), event.modifiers()
        if self.focus_cell is None or modifiers & (_ALT | _META):
            return None
        rows, columns = self.turned(self.matrix.shape)
        cell = moved(self.turned(self._at), key, bool(modifiers & _CONTROL), rows, columns)
        if cell is not None:
            return partial(self._walk, self.turned(cell))
        if modifiers & _CONTROL:
            return self._pick if key == SPACE else None
        if self.editable and (action := self._edit_of(event)):
            return action
        if key == SPACE:
            return self._paint_cell if self.paintable else self._pick
        return self.opened.emit if key in ENTER and not event.isAutoRepeat() else None

    def _edit_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        """Return what a key does to a cell that takes numbers."""
        key, text = event.key(), event.text()
        step = FINE_STEP if event.modifiers() & _SHIFT else STEP
        if key in OPEN:
            return self.open_editor
        if key in PAGES:
            return partial(self._step, PAGES[Qt.Key(key)], step)
        if key in ZERO:
            return partial(self._take, self._at, 0.0)
        return partial(self.open_editor, text) if text and text in NUMBER_STARTS else None

    def _paint_focus(self, drawing: MatrixPainter) -> None:
        if self.hasFocus() and self.focus_cell is not None:
            drawing.outline(self.cell_rect(*self._at), "accent", 2.4, away=look().line(0.6))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and self._action_of(event):
                event.accept()  # a key that does something here is no shortcut of the window
                return True
        elif isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._tip.show(event)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self._action_of(event)
        if action:
            action()
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self._end_steps()
        super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._point(self.focus_cell, by_key=True)
        if self.focus_cell is not None:
            QTimer.singleShot(
                0, self, lambda: accessible.announce_cell(self, self._at)
            )  # after Qt has told of the table
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._end_steps()
        if self._by_key and self._editor is None:
            self._point(None)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position())
        if cell is None or event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self.set_focus_cell(cell)
        self._by_key = False
        self._pressed, self._last, self._clicked = cell, event.position(), False
        if self.paintable:
            self._stroke = Stroke(self.matrix, cell)
            self._paint_along(event.position())
        elif self.editable:
            self._pull = Pull(cell, event.position(), float(self.matrix.values[cell]))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._stroke:
            self._paint_along(event.position())
        elif self._pull:
            self._pull_to(self._pull, event)
            return
        self._point(self.cell_at(event.position()))
        self._last = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        pressed, stroke, pull = self._pressed, self._stroke, self._pull
        self._pressed = self._stroke = self._pull = None
        self._clicked = stroke is not None
        if stroke:
            self.paint_finished.emit()
        if pull and pull.began:
            self.edit_finished.emit()
        elif pressed is not None and pressed == self.cell_at(event.position()) and (not stroke or stroke.is_click):
            self._pick()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        cell = self.cell_at(event.position())
        if self._clicked:  # opening is no change
            self._clicked = False
            self.paint_taken_back.emit()
        if cell is not None:
            self.set_focus_cell(cell)
        if cell is not None and self.editable:
            self.open_editor()
            return
        self.opened.emit()

    def _paint_along(self, to: QPointF) -> None:
        stroke = self._stroke
        for cell in map(self.turned, crossed(self.places(), self._last, to)):
            if stroke and stroke.takes(cell):
                self.cell_painted.emit(*cell)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._clicked = False
        self._point(None)


offer(MatrixView, accessible.MatrixTable)
