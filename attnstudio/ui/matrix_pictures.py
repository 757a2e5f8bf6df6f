"""The picture of a matrix's cells from one repaint to the next, and which of the cells are to be drawn anew."""

import numpy as np
from PySide6.QtCore import QRect, QRectF

from attnstudio.state.figures import Matrix
from attnstudio.ui.matrix_cells import Numbered, Part, Picture, picture, writing_beside, writing_of
from attnstudio.ui.matrix_layout import MatrixLayout
from attnstudio.ui.matrix_numbers import Writing

Beside = tuple[Numbered, ...]  # matrices whose numbers can be compared, as they are now


class CellPictures:
    """What was drawn of the cells of a matrix; a plain object, since attributes of widgets take long to find."""

    def __init__(self) -> None:
        self._written: tuple[MatrixLayout, Writing | None] | None = None
        self._whole: tuple[MatrixLayout, Writing | None, Picture] | None = None
        self._asked: tuple[MatrixLayout, QRect, Part] | None = None  # where some cells alone are to be repainted

    def forget(self) -> None:
        """Draw all cells again, in whatever way they are written then."""
        self._written = self._whole = self._asked = None

    def follow(self, matrix: Matrix, layout: MatrixLayout, beside: Beside) -> bool:
        """Return whether the numbers are written in another way now; all cells are to be drawn again then."""
        if self._written is None or self._written == (layout, _writing(matrix, layout, beside)):
            return False
        self.forget()
        return True

    def touched(self, before: Matrix, matrix: Matrix, layout: MatrixLayout, beside: Beside) -> QRect:
        """Return where cells with other numbers are; all cells where numbers are written in another way now."""
        self._whole = self._asked = None
        written, self._written = self._written, (layout, _writing(matrix, layout, beside))
        other = before.values != matrix.values
        rows, columns = (np.logical_or.reduce(other, axis=axis).nonzero()[0].tolist() for axis in (1, 0))
        if written != self._written or not rows:
            return layout.cells.toRect()
        part = range(rows[0], rows[-1] + 1), range(columns[0], columns[-1] + 1)
        area = layout.part_rect(*(part[::-1] if layout.sheet.shown.transposed else part))
        self._asked = layout, area, part
        return area

    def within(self, area: QRect, matrix: Matrix, layout: MatrixLayout, beside: Beside) -> Picture:
        """Return a picture for the repaint of an area of the screen."""
        if self._asked is not None and self._asked[0] is layout and self._asked[1] == area:
            return self._picture(self._asked[2], matrix, layout, beside)
        return self.inside(QRectF(area), matrix, layout, beside)

    def inside(self, clip: QRectF, matrix: Matrix, layout: MatrixLayout, beside: Beside) -> Picture:
        """Return a picture of all cells, or of those that lie in an area at least where that holds nothing else."""
        return self._picture(_part(clip, matrix, layout), matrix, layout, beside)

    def _picture(self, part: Part, matrix: Matrix, layout: MatrixLayout, beside: Beside) -> Picture:
        writing = _writing(matrix, layout, beside)
        self._written = layout, writing
        if self._whole is not None and self._whole[:2] == (layout, writing):
            return self._whole[2]
        if 2 * len(part[0]) * len(part[1]) <= matrix.values.size:
            return picture(matrix, layout, writing, part)
        made = picture(matrix, layout, writing)
        self._whole = layout, writing, made
        return made


def _writing(matrix: Matrix, layout: MatrixLayout, beside: Beside) -> Writing | None:
    return writing_beside(matrix, layout, beside) if beside else writing_of(matrix, layout)


def _part(clip: QRectF, matrix: Matrix, layout: MatrixLayout) -> Part:
    """Return the rows and columns of the data that an area touches; all where it holds more than cells."""
    if not layout.cells.contains(clip):
        return range(matrix.shape[0]), range(matrix.shape[1])
    first, last = layout.nearest_cell(clip.topLeft()), layout.nearest_cell(clip.bottomRight())
    across, down = range(first[1], last[1] + 1), range(first[0], last[0] + 1)
    return (across, down) if layout.sheet.shown.transposed else (down, across)
