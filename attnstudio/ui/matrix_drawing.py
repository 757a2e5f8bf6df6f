"""The drawn side of a matrix: what it shows, where its cells are, and what their tooltips say."""

from operator import attrgetter
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.state.figures import Cell, Matrix, Operand, alike, frozen_float
from attnstudio.state.message import Message
from attnstudio.ui.matrix_cells import Picture, picture
from attnstudio.ui.matrix_layout import MatrixLayout, Sheet, Shown, lay_out
from attnstudio.ui.matrix_painter import MatrixPainter
from attnstudio.ui.matrix_words import cell_tip, heading_tip, label_tip
from attnstudio.ui.painted import Painted
from attnstudio.ui.theme import Look, look

NOTHING = Matrix("", Message(""), "score", frozen_float(np.zeros((0, 0))), (), (), Message(""), Message(""), (0, 0), 0)

_frame = attrgetter(
    "title", "subtitle", "row_title", "column_title", "row_labels", "column_labels", "void_rows", "dimmed_rows"
)  # what is drawn around cells
_scale = attrgetter("kind", "limits", "digits")  # how cells are drawn

MOST_LAYOUTS = 512  # kept, because whoever arranges matrices tries many sizes


def _flag(name: str) -> Any:
    """Make an attribute, true or false, whose change lays the matrix out and draws it again."""
    kept = f"_{name}"

    def put(view: "MatrixDrawing", on: bool) -> None:
        if on != getattr(view, kept):
            setattr(view, kept, on)
            view.lay_out_again()

    return property(lambda view: getattr(view, kept), put)


class MatrixDrawing(Painted):
    """Draws a Matrix; rows and columns in arguments and results are those of the data, however it lies on the screen.

    Attributes
    ----------
    transposed : bool
        Rows are drawn as columns.
    row_labels_shown, column_labels_shown : bool
        Labels at the left and over the cells, of the rows and columns of the screen.
    labels_below : bool
        Column labels stand under the cells.
    axis_titles_shown : bool
        A line over the cells says what rows and columns are.
    subtitle_shown : bool
        A line under the title gives the shape or says what was done.
    covered : bool
        Numbers and colours are hidden, and nothing that is read out or shown as a tooltip gives them away.
    """

    transposed = _flag("transposed")
    row_labels_shown = _flag("row_labels_shown")
    column_labels_shown = _flag("column_labels_shown")
    labels_below = _flag("labels_below")
    axis_titles_shown = _flag("axis_titles_shown")
    subtitle_shown = _flag("subtitle_shown")
    covered = _flag("covered")

    def __init__(self, *, transposed: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._transposed = transposed
        self._row_labels_shown = self._column_labels_shown = self._subtitle_shown = True
        self._labels_below = self._axis_titles_shown = self._covered = False
        self._matrix = NOTHING
        self._selected_row: int | None = None
        self._lit: tuple[Operand, ...] = ()
        self._cell = QSizeF(look().px(40), look().px(34))
        self._sheet = Sheet.of(NOTHING, self._shown())
        self._layouts: dict[tuple[Shown, int, int, Look], MatrixLayout] = {}
        self._places: MatrixLayout | None = None  # kept while nothing moves
        self._picture: tuple[MatrixLayout, Picture] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def matrix(self) -> Matrix:
        """The matrix that is drawn; one of shape (0, 0) before the first."""
        return self._matrix

    @property
    def selected_row(self) -> int | None:
        return self._selected_row

    def show_matrix(self, matrix: Matrix, *, lit: tuple[Operand, ...] = (), selected_row: int | None = None) -> None:
        """Draw `matrix` from now on, with outlines around the operands that are its own and around one row."""
        before, self._matrix = self._matrix, matrix
        marks = lit and tuple(operand for operand in lit if operand.matrix == matrix.name), selected_row
        if marks != (self._lit, self._selected_row):
            self._lit, self._selected_row = marks
            self.update()
        if matrix is before:
            return
        if _frame(matrix) != _frame(before):
            self._sheet = Sheet.of(matrix, self._sheet.shown)
            self._layouts.clear()
            self._places = self._picture = None
            self.updateGeometry()
            self.update()
        elif _scale(matrix) != _scale(before) or not (
            alike(matrix.values, before.values) and alike(matrix.blocked, before.blocked)
        ):
            self._picture = None
            self.update(self.places().cells.toRect())

    def extent(self, cell: QSizeF) -> QSizeF:
        """Return the whole size with heading, labels and cells of this size; a cell is counted with its gap."""
        return self.places_for(cell).size

    def places_for(self, cell: QSizeF) -> MatrixLayout:
        """Return the layout that cells of this size would have."""
        key = (self._sheet.shown, int(cell.width()), int(cell.height()), look())
        if key not in self._layouts:
            if len(self._layouts) >= MOST_LAYOUTS:
                self._layouts.clear()
            self._layouts[key] = lay_out(self._sheet, key[1], key[2], look())
        return self._layouts[key]

    def set_cell(self, cell: QSizeF) -> None:
        """Draw cells of this size, rounded down to whole pixels."""
        if cell != self._cell:
            self._cell = QSizeF(cell)
            self._places = None
            self.updateGeometry()
            self.update()

    def cells_rect(self) -> QRectF:
        """Return where the cells are, with the gaps around them."""
        return QRectF(self.places().cells)

    def cell_rect(self, i: int, j: int) -> QRectF:
        """Return where cell (i, j) is drawn."""
        return self.places().cell_rect(*self.turned((i, j)))

    def places(self) -> MatrixLayout:
        """Return the layout that holds now."""
        if self._places is None or self._places.look is not look():
            self._places = self.places_for(self._cell)
        return self._places

    def turned(self, cell: Cell) -> Cell:
        """Turn a cell of the data into (row, column) on the screen, or back."""
        return (cell[1], cell[0]) if self._transposed else cell

    def cell_at(self, point: QPointF) -> Cell | None:
        """Return the cell of the data that a point is in."""
        cell = self.places().cell_at(point)
        return None if cell is None else self.turned(cell)

    def lay_out_again(self) -> None:
        """Follow a change of what is shown, or of the look."""
        self._sheet = Sheet.of(self._matrix, self._shown())
        self._places = self._picture = None
        self.updateGeometry()
        self.update()

    def tip_at(self, point: QPointF) -> str:
        """Return the tooltip for a point: a cell, the label of a row or column, the heading; else ""."""
        cell, layout, matrix = self.cell_at(point), self.places(), self._matrix
        if cell is not None:
            return cell_tip(matrix, *cell, covered=self._covered)
        row, column = layout.nearest_cell(point)
        i, j = self.turned((row, column))
        rows, columns = (matrix.row_title, matrix.row_labels, i), (matrix.column_title, matrix.column_labels, j)
        if self._transposed:
            rows, columns = columns, rows
        for band, (title, labels, index) in ((layout.row_labels, rows), (layout.column_labels, columns)):
            if band.contains(point) and labels:
                return label_tip(title, labels[index])
        heading = layout.title.united(layout.subtitle)
        return heading_tip(matrix, covered=self._covered) if heading.contains(point) else ""

    def paint(self, painter: QPainter) -> None:
        layout, matrix = self.places(), self._matrix
        if self._picture is None or self._picture[0] is not layout:
            self._picture = layout, picture(matrix, layout, covered=self._covered)
        drawing = MatrixPainter(painter, layout)
        if not (painter.hasClipping() and layout.cells.contains(painter.clipBoundingRect())):
            drawing.heading(matrix.kind)
            marked, plain = (matrix.dimmed_rows, self._selected_row), (frozenset[int](), None)
            drawing.row_labels(*(plain if self._transposed else marked))
            drawing.column_labels(*(marked if self._transposed else plain))
            drawing.notes(() if self._covered else matrix.void_rows)
        drawing.cells(self._picture[1])
        if self._selected_row is not None and self._selected_row < matrix.shape[0]:
            drawing.outline(self._span(self._selected_row, None), "outline", 1.6)
        for operand in self._lit:
            drawing.outline(self._span(operand.row, operand.column), "text", 2.2)
        self._paint_focus(drawing)

    def _paint_focus(self, drawing: MatrixPainter) -> None:
        """Mark where the keyboard is; a drawing has none."""

    def _span(self, i: int | None, j: int | None) -> QRectF:
        """Return where a cell is, or a whole row or column."""
        return self.places().cells_rect(*((j, i) if self._transposed else (i, j)))

    def _shown(self) -> Shown:
        return Shown(
            transposed=self._transposed,
            row_labels=self._row_labels_shown,
            column_labels=self._column_labels_shown,
            labels_below=self._labels_below,
            axis_titles=self._axis_titles_shown,
            subtitle=self._subtitle_shown,
        )

    def sizeHint(self) -> QSize:
        size = self.extent(self._cell)
        return QSize(int(size.width()), int(size.height()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.lay_out_again()
