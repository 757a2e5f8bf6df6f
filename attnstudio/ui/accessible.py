"""Matrices and figures for screen readers: a table with a cell in words for every cell, and a summary in words."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface

from attnstudio.state.figures import Cell
from attnstudio.ui.accessible_painted import PaintedSide
from attnstudio.ui.accessible_part import Part
from attnstudio.ui.matrix_words import spoken, table_description
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.ui.figure import FigureView
    from attnstudio.ui.matrix import MatrixView


def announce_cell(view: "MatrixView", cell: Cell) -> None:
    """Tell a screen reader, where one runs, that the keyboard is now on a cell."""
    if QAccessible.isActive() and view.hasFocus():
        event = QAccessibleEvent(view, QAccessible.Event.Focus)
        event.setChild(_index(view, cell))
        QAccessible.updateAccessibility(event)


def _index(view: "MatrixView", cell: Cell) -> int:
    """Return the place of a cell of the data in the table, which is in the order of the screen."""
    row, column = view.turned(cell)
    return row * view.turned(view.matrix.shape)[1] + column


def announce_summary(view: "FigureView[Any, Any]") -> None:
    """Tell a screen reader, where one runs, that a figure would now be said in other words."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleEvent(view, QAccessible.Event.DescriptionChanged))


class FigureSummary(PaintedSide["FigureView[Any, Any]"]):
    """A figure whose description is put into words when it is asked for: no frame waits for words nobody hears."""

    def __init__(self, view: "FigureView[Any, Any]", role: QAccessible.Role = QAccessible.Role.Graphic) -> None:
        super().__init__(view, role)

    def text(self, kind: QAccessible.Text) -> str:
        view = self.view
        summary = view.summary() if view is not None and kind == QAccessible.Text.Description else ""
        return summary or super().text(kind)


class MatrixTable(PaintedSide["MatrixView"]):
    """A matrix as a table; cells count row by row as they are on the screen, and are named as in the data.

    A cell is made when it is first asked for and never again, however often the matrix changes: Qt does not let go of
    one that was handed out.
    """

    def __init__(self, view: "MatrixView") -> None:
        super().__init__(view, QAccessible.Role.Table)
        self._cells: list[MatrixCell] = []

    @property
    def columns(self) -> int:
        view = self.view
        return view.turned(view.matrix.shape)[1] if view is not None else 0

    def childCount(self) -> int:
        view = self.view
        return view.matrix.values.size if view is not None else 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < self.childCount():
            return None
        while len(self._cells) <= index:
            self._cells.append(MatrixCell(self, len(self._cells)))
        return self._cells[index]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.index if isinstance(child, MatrixCell) and child.table is self else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        cells = (self.child(index) for index in range(self.childCount()))
        return next((cell for cell in cells if cell is not None and cell.rect().contains(x, y)), None)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        view = self.view
        if view is None or not view.hasFocus() or view.focus_cell is None:
            return None
        return self.child(_index(view, view.focus_cell))

    def text(self, kind: QAccessible.Text) -> str:
        view = self.view
        if view is None:
            return ""
        if kind == QAccessible.Text.Name:
            return said(view.matrix.title)
        if kind == QAccessible.Text.Description:
            return table_description(view.matrix, transposed=view.transposed)
        return super().text(kind)


class MatrixCell(Part):
    """One cell of the table, whatever matrix it shows now."""

    def __init__(self, table: MatrixTable, index: int) -> None:
        super().__init__(table, index)
        self.table = table

    def _cell(self, view: "MatrixView") -> Cell:
        """Return its cell of the data."""
        return view.turned(divmod(self.index, self.table.columns))

    def isValid(self) -> bool:
        return self.index < self.table.childCount()

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    def rect(self) -> QRect:
        view = self.table.view
        if view is None or not self.isValid():
            return QRect()
        rect = view.cell_rect(*self._cell(view)).toRect()
        return QRect(view.mapToGlobal(rect.topLeft()), rect.size())

    def text(self, kind: QAccessible.Text) -> str:
        view = self.table.view
        if view is None or kind != QAccessible.Text.Name or not self.isValid():
            return ""
        return spoken(view.matrix, *self._cell(view))

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        view = self.table.view
        if view is None or not self.isValid():
            state.invalid = True
            return state
        state.focusable = state.selectable = True
        cell = self._cell(view)
        state.focused = view.hasFocus() and view.focus_cell == cell
        state.selected = view.selected_row == cell[0]
        state.readOnly = not view.editable
        return state
