"""The drawn side of a matrix: what it shows, where its cells are, and what their tooltips say."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.state.figures import Cell, Matrix, Operand, alike, frozen_float
from attnstudio.state.message import Message
from attnstudio.ui.backdrop import Backdrop
from attnstudio.ui.matrix_cells import Picture
from attnstudio.ui.matrix_layout import MatrixLayout, lay_out, notes_width, whole
from attnstudio.ui.matrix_miniature import draw_miniature
from attnstudio.ui.matrix_painter import MatrixPainter
from attnstudio.ui.matrix_pictures import Beside, CellPictures
from attnstudio.ui.matrix_sheet import Sheet, Shown
from attnstudio.ui.matrix_tips import tip_at
from attnstudio.ui.matrix_words import notes_of
from attnstudio.ui.painted import Painted
from attnstudio.ui.theme import Look, look

NOTHING = Matrix("", Message(""), "score", frozen_float(np.zeros((0, 0))), (), (), Message(""), Message(""), (0, 0), 0)

_frame = attrgetter(
    "title", "subtitle", "turned_subtitle", "row_title", "column_title", "row_labels", "column_labels", "dimmed_rows"
)  # what is drawn around cells, but for notes
_scale = attrgetter("kind", "limits", "digits", "written", "void_rows", "covered", "editable")  # how cells are drawn

MOST_LAYOUTS = 512  # kept, because whoever arranges matrices tries many sizes


def _flag(name: str) -> Any:
    """Make an attribute, true or false, whose change lays the matrix out and draws it again."""
    kept = f"_{name}"

    def put(view: "MatrixDrawing", on: bool) -> None:
        if on != getattr(view, kept):
            setattr(view, kept, on)
            view.lay_out_again()

    return property(lambda view: getattr(view, kept), put)


def _width(notes: tuple[str, ...]) -> int:
    return notes_width(notes, look())


class MatrixDrawing(Painted):
    """Draws a Matrix; rows and columns in arguments and results are those of the data, however it lies on the screen.

    Attributes
    ----------
    transposed : bool
        Rows are drawn as columns.
    row_labels_shown, column_labels_shown : bool
        Labels at the left and over the cells, of the rows and columns of the screen.
    labels_shown : bool
        Where False, neither of them.
    labels_below : bool
        Column labels stand under the cells.
    axis_titles_shown : bool
        A line over the cells says what rows and columns are.
    subtitle_shown : bool
        A line under the title gives the shape or says what was done.
    reshaped : int
        How often something has changed that its size depends on: as long as it is the same, nothing has to move.
    """

    transposed = _flag("transposed")
    row_labels_shown = _flag("row_labels_shown")
    column_labels_shown = _flag("column_labels_shown")
    labels_shown = _flag("labels_shown")
    labels_below = _flag("labels_below")
    axis_titles_shown = _flag("axis_titles_shown")
    subtitle_shown = _flag("subtitle_shown")

    def __init__(self, *, transposed: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._transposed = transposed
        self._row_labels_shown = self._column_labels_shown = self._labels_shown = self._subtitle_shown = True
        self._labels_below = self._axis_titles_shown = False
        self.reshaped = 0
        self._matrix = NOTHING
        self._notes: tuple[str, ...] = ()
        self._selected_row: int | None = None
        self._lit: tuple[Operand, ...] = ()
        self._cell = QSizeF(look().px(40), look().px(34))
        self._sheet = Sheet.of(NOTHING, self._shown())
        self._layouts: dict[tuple[Shown, float, float, Look], MatrixLayout] = {}
        self._places: MatrixLayout | None = None  # kept while nothing moves
        self._cells = CellPictures()
        self._beside: tuple[MatrixDrawing, ...] = ()
        self._backdrop = Backdrop()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def matrix(self) -> Matrix:
        """The matrix that is drawn; one of shape (0, 0) before the first."""
        return self._matrix

    @property
    def sheet(self) -> Sheet:
        """All that decides where things are at a given size of cells."""
        return self._sheet

    @property
    def covered(self) -> bool:
        """Whether the numbers are withheld."""
        return self._matrix.covered

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
        self._take_in(before, matrix)
        for other in self._beside:
            other.follow_others()

    def _take_in(self, before: Matrix, matrix: Matrix) -> None:
        """Draw anew what differs between two matrices."""
        noted, self._notes = self._notes, notes_of(matrix)
        other_notes = noted != self._notes
        if _frame(matrix) != _frame(before) or (other_notes and _width(noted) != _width(self._notes)):
            self._layouts.clear()
            self._read_sheet()
            return
        if other_notes:
            self.update()
        if _scale(matrix) != _scale(before) or not alike(matrix.blocked, before.blocked):
            self.reshaped += 1
            self._cells.forget()
            self.update(self.places().cells.toRect())
        elif not alike(matrix.values, before.values):
            self.update(self._cells.touched(before, matrix, self.places(), self._seen_beside()))

    def stand_beside(self, others: "Sequence[MatrixDrawing]") -> None:
        """Write as many digits from now on as these matrices do where they can be seen."""
        self._beside = tuple(other for other in others if other is not self)

    def follow_others(self) -> None:
        """Draw the numbers again where those of the matrices beside it are written in another way now."""
        if self._cells.follow(self._matrix, self.places(), self._seen_beside()):
            self.update(self.places().cells.toRect())

    def _seen_beside(self) -> Beside:
        seen = [other for other in self._beside if not other.isHidden()] if self._beside else ()
        return tuple([(other._matrix, other.places()) for other in seen])

    def extent(self, cell: QSizeF) -> QSizeF:
        """Return the whole size with heading, labels and cells of this size; a cell is counted with its gap."""
        return self.places_for(cell).size

    def places_for(self, cell: QSizeF) -> MatrixLayout:
        """Return the layout that cells of this size would have."""
        key = (self._sheet.shown, whole(cell.width()), whole(cell.height()), look())
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
        places = self._places
        if places is None or places.look is not look():
            places = self._places = self.places_for(self._cell)
        return places

    def turned(self, cell: Cell) -> Cell:
        """Turn a cell of the data into (row, column) on the screen, or back."""
        return (cell[1], cell[0]) if self._transposed else cell

    def cell_at(self, point: QPointF) -> Cell | None:
        """Return the cell of the data that a point is in."""
        cell = self.places().cell_at(point)
        return None if cell is None else self.turned(cell)

    def lay_out_again(self) -> None:
        """Follow a change of what is shown, or of the look."""
        self._read_sheet()

    def _read_sheet(self) -> None:
        self._sheet = Sheet.of(self._matrix, self._shown())
        self._places = None
        self.reshaped += 1
        self._cells.forget()
        self.updateGeometry()
        self.update()

    def tip_at(self, point: QPointF) -> str:
        """Return the tooltip for a point: a cell, the label of a row or column, the heading; else ""."""
        return tip_at(self._matrix, self.places(), point)

    def paint(self, painter: QPainter) -> None:
        clip = painter.clipBoundingRect() if painter.hasClipping() else QRectF(self.rect())
        picture = self._cells.inside(clip, self._matrix, self.places(), self._seen_beside())
        drawing = MatrixPainter(painter, self.places())
        self._draw_still(drawing, picture)
        self._draw_moving(drawing, picture)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._ground is None:
            super().paintEvent(event)
            return
        layout, matrix = self.places(), self._matrix
        picture = self._cells.within(event.rect(), matrix, layout, self._seen_beside())
        key = layout, matrix.kind, matrix.dimmed_rows, self._selected_row, self._notes, picture.image is None
        with QPainter(self) as painter:
            ground = layout.look.colour(self._ground)
            self._backdrop.lay(
                painter, self, ground, key, lambda still: self._draw_still(MatrixPainter(still, layout), picture)
            )
            self._draw_moving(MatrixPainter(painter, layout), picture)

    def _draw_still(self, drawing: MatrixPainter, picture: Picture) -> None:
        """Draw what no number changes: heading, labels, notes and the borders of the cells."""
        matrix = self._matrix
        drawing.heading(matrix.kind)
        marked, plain = (matrix.dimmed_rows, self._selected_row), (frozenset[int](), None)
        drawing.row_labels(*(plain if self._transposed else marked))
        drawing.column_labels(*(marked if self._transposed else plain))
        drawing.notes(self._notes)
        drawing.borders(picture)

    def _draw_moving(self, drawing: MatrixPainter, picture: Picture) -> None:
        drawing.cells(picture)
        if self._selected_row is not None and self._selected_row < self._matrix.shape[0]:
            drawing.outline(self._span(self._selected_row, None), "outline", 1.6)
        for operand in self._lit:
            last = operand.column if operand.last is None else operand.last
            span = self._span(operand.row, operand.column).united(self._span(operand.row, last))
            drawing.outline(span, "text", 2.2)
        self._paint_focus(drawing)

    def paint_miniature(self, painter: QPainter, rect: QRectF) -> None:
        draw_miniature(painter, rect, self._matrix, look(), transposed=self._transposed)

    def _paint_focus(self, drawing: MatrixPainter) -> None:
        """Mark where the keyboard is; a drawing has none."""

    def _span(self, i: int | None, j: int | None) -> QRectF:
        """Return where a cell is, or a whole row or column."""
        return self.places().cells_rect(*((j, i) if self._transposed else (i, j)))

    def _shown(self) -> Shown:
        return Shown(
            transposed=self._transposed,
            row_labels=self._row_labels_shown and self._labels_shown,
            column_labels=self._column_labels_shown and self._labels_shown,
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
