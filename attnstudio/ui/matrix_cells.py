"""The cells of a matrix as they are drawn: fills, hatching, signs and numbers, worked out once for many repaints."""

import itertools
import math
from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtCore import QLineF, QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QStaticText

from attnstudio.state.figures import Matrix
from attnstudio.state.message import format_number
from attnstudio.ui.matrix_image import MOST, cells_image, extremes, forbidden, hatching_tile, veiled
from attnstudio.ui.matrix_layout import MatrixLayout
from attnstudio.ui.matrix_numbers import NO_NUMBER, Writing, fit_numbers, number_face
from attnstudio.ui.theme import Look, text_on

Lines = list[QLineF]
Texts = list[tuple[int, int, QStaticText]]  # left, top


@dataclass
class Picture:
    """All that stands in the cells, in widget coordinates; texts and minus signs by their colour, as rgb."""

    pixels: int = 0  # size of the numbers; 0 where there is no room for any
    borders: list[QRectF] = field(default_factory=list)
    fills: list[tuple[QRectF, QColor]] = field(default_factory=list)
    hatching: Lines = field(default_factory=list)
    crosses: Lines = field(default_factory=list)
    plates: list[tuple[QRectF, QColor]] = field(default_factory=list)
    texts: dict[int, Texts] = field(default_factory=dict)
    minuses: dict[int, Lines] = field(default_factory=dict)
    image: QImage | None = None  # of all cells, where they are many
    beneath: QImage | None = None  # hatching, over and over, that shows through holes of the image


@dataclass(frozen=True, eq=False)
class _Grid:
    """Every cell of a layout in data order: with its border, inside of it, and its middle (x, y)."""

    borders: list[QRectF]
    insides: list[QRectF]
    middles: list[tuple[float, float]]


@lru_cache(maxsize=64)
def _grid(layout: MatrixLayout, border: int) -> _Grid:
    if layout.sheet.shown.transposed:
        cells = [layout.cell_rect(row, column) for column in range(layout.columns) for row in range(layout.rows)]
    else:
        cells = [layout.cell_rect(row, column) for row in range(layout.rows) for column in range(layout.columns)]
    insides = [cell.adjusted(border, border, -border, -border) for cell in cells]
    return _Grid(cells, insides, [(cell.center().x(), cell.center().y()) for cell in cells])


@lru_cache(maxsize=8192)
def _plate(grid: _Grid, index: int, width: float, height: float) -> QRectF:
    """Return the plate of a text in the middle of a cell, no larger than the cell."""
    x, y = grid.middles[index]
    return QRectF(x - width / 2, y - height / 2, width, height) & grid.insides[index]


@lru_cache(maxsize=64)
def _hatching(layout: MatrixLayout, border: int, spacing: float, hatched: tuple[int, ...]) -> Lines:
    """Return slanting lines through some cells, which go on from one cell to the next."""
    lines = []
    for index in hatched:
        rect = _grid(layout, border).insides[index]
        left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
        for k in range(math.ceil((left + top) / spacing), math.ceil((right + bottom) / spacing)):
            start, end = max(left, k * spacing - bottom), min(right, k * spacing - top)
            lines.append(QLineF(start, k * spacing - start, end, k * spacing - end))
    return lines


def _spacing(layout: MatrixLayout, look: Look) -> float:
    """Return the distance of the lines of hatching along an edge."""
    return max(3.0, min(look.px(7), min(layout.pitch.width(), layout.pitch.height()) / 2))


def picture(matrix: Matrix, layout: MatrixLayout, look: Look, *, covered: bool) -> Picture:
    """Work out what stands in every cell; nothing but their number shows of covered cells."""
    if not matrix.values.size:
        return Picture()
    room = layout.cell_rect(0, 0).size() - QSizeF(2, 2) * look.line()
    many = matrix.values.size > MOST
    numbers = () if covered else extremes(matrix.values) if many else matrix.values.ravel().tolist()
    writing = fit_numbers(numbers, 0 if covered else matrix.digits, room, look)
    if many and writing is None:
        return _of_many(matrix, layout, look, covered=covered)
    drawing = _Drawing(look, layout, writing)
    if covered:
        drawing.cover()
    else:
        drawing.fill(matrix)
    return drawing.picture


def _of_many(matrix: Matrix, layout: MatrixLayout, look: Look, *, covered: bool) -> Picture:
    """Put cells into one image, over hatching that shows where it has holes."""
    image = cells_image(matrix, look, transposed=layout.sheet.shown.transposed, covered=covered)
    holes = not covered and forbidden(matrix).any()
    return Picture(image=image, beneath=hatching_tile(look, max(4, round(_spacing(layout, look)))) if holes else None)


class _Drawing:
    """Puts cells into a picture, one by one, making as few Qt objects as it can."""

    def __init__(self, look: Look, layout: MatrixLayout, writing: Writing | None) -> None:
        self._look, self._layout = look, layout
        self._border = 0 if layout.tiny else max(1, round(look.line()))  # whole, so that edges are sharp
        self._grid = _grid(layout, self._border)
        self._face = number_face(look, writing.pixels) if writing else None
        self._digits = writing.digits if writing else 0
        self._margins = (look.px(4), look.px(6))
        self.picture = Picture(writing.pixels if writing else 0, self._grid.borders)
        self._pale, self._veil, self._muted = (look.colour(name) for name in ("cell", "blocked", "muted"))

    def cover(self) -> None:
        for index, inside in enumerate(self._grid.insides):
            self.picture.fills.append((inside, self._pale))
            self._write(index, NO_NUMBER, self._muted)

    def fill(self, matrix: Matrix) -> None:
        kind, limits, columns = matrix.kind, matrix.limits, matrix.shape[1]
        blocked = itertools.repeat(False) if matrix.blocked is None else matrix.blocked.ravel().tolist()
        hatched = list[int]()
        for index, (value, shut) in enumerate(zip(matrix.values.ravel().tolist(), blocked, strict=False)):
            row = index // columns
            if math.isnan(value):
                self._no_value(index)
            elif shut or row in matrix.void_rows or value == -math.inf:
                hatched.append(index)
                self._fill(index, self._veil)
                self._write_on_plate(index, format_number(value, self._digits) if value else "0", self._veil)
            else:
                colour = self._look.cell(kind, value, limits)
                self._number(index, value, veiled(colour, self._veil) if row in matrix.dimmed_rows else colour)
        self.picture.hatching = _hatching(
            self._layout, self._border, _spacing(self._layout, self._look), tuple(hatched)
        )

    def _fill(self, index: int, colour: QColor) -> None:
        self.picture.fills.append((self._grid.insides[index], colour))

    def _number(self, index: int, value: float, colour: QColor) -> None:
        self._fill(index, colour)
        if self._face:
            self._write(index, format_number(value, self._digits), text_on(colour))
        elif value < 0 and min(self._layout.pitch.width(), self._layout.pitch.height()) >= 5:
            x, y = self._grid.middles[index]
            half = min(self._layout.pitch.width() * 0.18, self._look.px(4))
            self.picture.minuses.setdefault(text_on(colour).rgb(), []).append(QLineF(x - half, y, x + half, y))

    def _no_value(self, index: int) -> None:
        inside = self._grid.insides[index]
        self._fill(index, self._pale)
        self.picture.crosses.append(QLineF(inside.topLeft(), inside.bottomRight()))
        self.picture.crosses.append(QLineF(inside.bottomLeft(), inside.topRight()))
        self._write_on_plate(index, NO_NUMBER, self._pale)

    def _write_on_plate(self, index: int, text: str, plate: QColor) -> None:
        if self._face:
            across, down = self._margins
            size = self._face.text(text)[1] + across, self._face.rise + down
            self.picture.plates.append((_plate(self._grid, index, *size), plate))
            self._write(index, text, self._muted)

    def _write(self, index: int, text: str, colour: QColor) -> None:
        if self._face:
            static, width = self._face.text(text)
            x, y = self._grid.middles[index]
            place = round(x - width / 2), round(y + self._face.top)
            self.picture.texts.setdefault(colour.rgb(), []).append((*place, static))
