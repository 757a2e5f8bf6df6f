"""Figures that a screen reader walks as a table: one cell in words for every part that has a number."""

import math
from abc import abstractmethod

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface

from attnstudio.ui.accessible import FigureSummary
from attnstudio.ui.accessible_part import Part
from attnstudio.ui.figure import Data, FigureView, Plan
from attnstudio.ui.labels import Box


class TableFigure(FigureView[Data, Plan]):
    """A figure of cells, counted in the order of reading, one of which the keyboard is on."""

    @property
    @abstractmethod
    def cell_count(self) -> int: ...

    @property
    @abstractmethod
    def current_cell(self) -> int | None:
        """The cell where the keyboard is."""

    @abstractmethod
    def cell_words(self, index: int) -> str:
        """Say a cell in words."""

    @abstractmethod
    def cell_box(self, index: int) -> Box | None:
        """Return where a cell stands; None where it is out of sight."""

    @abstractmethod
    def cell_under(self, place: QPointF) -> int | None:
        """Return the cell at a place."""

    @abstractmethod
    def is_selected(self, index: int) -> bool:
        """Return whether a cell belongs to what is shown large."""

    def make_accessible(self) -> FigureSummary:
        return FigureTable(self)

    def announce_current(self) -> None:
        """Tell a screen reader, where one runs, that the keyboard is now on another cell."""
        if QAccessible.isActive() and self.hasFocus() and (index := self.current_cell) is not None:
            event = QAccessibleEvent(self, QAccessible.Event.Focus)
            event.setChild(index)
            QAccessible.updateAccessibility(event)


class FigureTable(FigureSummary):
    """A figure as a table; a cell is made when it is first asked for, since Qt does not let go of it."""

    def __init__(self, figure: TableFigure[Data, Plan]) -> None:
        super().__init__(figure, QAccessible.Role.Table)
        self._cells = dict[int, FigureCell]()

    @property
    def figure(self) -> "TableFigure[object, object] | None":
        """The figure, as long as it lives and is not put away."""
        figure = self.view
        return figure if isinstance(figure, TableFigure) else None

    def childCount(self) -> int:
        figure = self.figure
        return 0 if figure is None else figure.cell_count

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < self.childCount():
            return None
        return self._cells.setdefault(index, FigureCell(self, index))

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.index if isinstance(child, FigureCell) and child.table is self else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        figure = self.figure
        index = None if figure is None else figure.cell_under(QPointF(figure.mapFromGlobal(QPoint(x, y))))
        return None if index is None else self.child(index)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        figure = self.figure
        if figure is None or not figure.hasFocus() or figure.current_cell is None:
            return None
        return self.child(figure.current_cell)


class FigureCell(Part):
    """One cell of the table, whatever the figure shows now."""

    def __init__(self, table: FigureTable, index: int) -> None:
        super().__init__(table, index)
        self.table = table

    def isValid(self) -> bool:
        return self.index < self.table.childCount()

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Cell

    def rect(self) -> QRect:
        figure = self.table.figure
        box = figure.cell_box(self.index) if figure is not None and self.isValid() else None
        if figure is None or box is None:
            return QRect()
        corner = figure.mapToGlobal(QPoint(math.floor(box.left), math.floor(box.top)))
        return QRect(corner, box.rect().toAlignedRect().size())

    def text(self, kind: QAccessible.Text) -> str:
        figure = self.table.figure
        if figure is None or kind != QAccessible.Text.Name or not self.isValid():
            return ""
        return figure.cell_words(self.index)

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        figure = self.table.figure
        if figure is None or not self.isValid():
            state.invalid = True
            return state
        state.focusable = state.selectable = state.readOnly = True
        state.focused = figure.hasFocus() and figure.current_cell == self.index
        state.selected = figure.is_selected(self.index)
        state.offscreen = figure.cell_box(self.index) is None
        return state
