"""The edited side of a matrix: where the keyboard is, and how the number of a cell is typed, stepped or pulled."""

from PySide6.QtCore import QSizeF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.state.figures import Cell, Matrix
from attnstudio.ui.matrix_drawing import MatrixDrawing
from attnstudio.ui.matrix_editor import CellEditor
from attnstudio.ui.matrix_keys import FINE_STEP, STEP, Pull, following, stepped
from attnstudio.ui.matrix_words import exact, place
from attnstudio.ui.theme import look

_SHIFT = Qt.KeyboardModifier.ShiftModifier


class MatrixEditing(MatrixDrawing):
    """A drawn matrix with one cell that has the keyboard, whose number can be typed, stepped or pulled up and down.

    Attributes
    ----------
    edit_range : (float, float)
        Numbers that an editable cell takes.
    """

    cell_edited = Signal(int, int, float)
    edit_finished = Signal()

    def __init__(self, *, transposed: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(transposed=transposed, parent=parent)
        self.edit_range = (-100.0, 100.0)
        self._at: Cell = (0, 0)
        self._editor: CellEditor | None = None
        self._edited: Cell = (0, 0)
        self._edited_in = self.matrix  # as it was when the field opened
        self._stepping = False
        self._pull: Pull | None = None

    @property
    def focus_cell(self) -> Cell | None:
        """Where the keyboard is; None in an empty matrix."""
        return self._at if self.matrix.values.size else None

    @property
    def editable(self) -> bool:
        return self.matrix.editable and not self.covered

    @property
    def editor(self) -> CellEditor | None:
        """The open field, if one is."""
        return self._editor

    def set_focus_cell(self, cell: Cell) -> None:
        """Move the keyboard to a cell."""
        if cell != self._at:
            self._at = cell
            self.update()

    def set_cell(self, cell: QSizeF) -> None:
        """Draw cells of this size, rounded down to whole pixels; an open field goes with its cell."""
        super().set_cell(cell)
        self._keep_editor()

    def lay_out_again(self) -> None:
        """Follow a change of what is shown, or of the look; a field over a covered cell closes."""
        super().lay_out_again()
        self._keep_editor()

    def open_editor(self, text: str | None = None) -> None:
        """Open the field over the focus cell, with `text` or with the number that the cell has."""
        if self._editor is not None or not self.editable or self.focus_cell is None:
            return
        cell = self._at
        editor = CellEditor(self, *self.edit_range)
        editor.setAccessibleName(place(self.matrix, *cell))
        editor.committed.connect(lambda number: self._take(cell, number))
        editor.closed.connect(self._editor_closed)
        editor.left.connect(self._go_on)
        self._editor, self._edited, self._edited_in = editor, cell, self.matrix
        shown = exact(float(self.matrix.values[cell])) if text is None else text
        editor.open_at(self.cell_rect(*cell).toRect(), shown, select=text is None)

    def _keep_editor(self) -> None:
        """Let the open field follow its cell, or close it where that is no longer the cell that it was opened on."""
        if self._editor is None:
            return
        if self.editable and _same_cell(self._edited, self._edited_in, self.matrix):
            self._editor.place(self.cell_rect(*self._edited).toRect())
        else:
            self._editor.lose_cell()

    def _editor_closed(self) -> None:
        if self._editor is not None:
            if self._editor.hasFocus():
                self.setFocus(Qt.FocusReason.OtherFocusReason)
            self._editor.deleteLater()
            self._editor = None

    def _take(self, cell: Cell, number: float) -> None:
        self.cell_edited.emit(*cell, number)
        self.edit_finished.emit()

    def _go_on(self, by: int) -> None:
        """Move to the next cell after Tab, or to the next widget after the last one."""
        rows, columns = self.turned(self.matrix.shape)
        cell = following(self.turned(self._at), by, rows, columns)
        if cell is not None:
            self.set_focus_cell(self.turned(cell))
        else:
            self.focusNextPrevChild(by > 0)

    def _step(self, steps: int, step: float) -> None:
        value = stepped(float(self.matrix.values[self._at]), steps, step, self.edit_range)
        self._stepping = True  # one gesture until the key is let go
        self.cell_edited.emit(*self._at, value)

    def _end_steps(self) -> None:
        if self._stepping:
            self._stepping = False
            self.edit_finished.emit()

    def _pull_to(self, pull: Pull, event: QMouseEvent) -> None:
        distance = abs(event.position().y() - pull.start.y())
        if not pull.began and distance < QApplication.startDragDistance():
            return
        pull.began = True
        step = FINE_STEP if event.modifiers() & _SHIFT else STEP
        value = pull.value_at(event.position(), look().px(4), step, self.edit_range)
        if value != float(self.matrix.values[pull.cell]):
            self.cell_edited.emit(*pull.cell, value)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_editor()  # which stays inside the matrix


def _same_cell(cell: Cell, before: Matrix, now: Matrix) -> bool:
    """Return whether a cell still stands for the same and has the same number."""
    if (before.name, before.row_labels, before.column_labels) != (now.name, now.row_labels, now.column_labels):
        return False
    return bool(before.values[cell] == now.values[cell])
