"""The cells of a matrix as they are drawn: fills, hatching, signs and numbers, worked out once for many repaints."""

import math
from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache

from PySide6.QtCore import QLineF, QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QStaticText

from attnstudio.state.figures import Kind, Matrix
from attnstudio.state.message import format_number
from attnstudio.ui.matrix_image import MOST, cells_image, extremes, forbidden, veiled
from attnstudio.ui.matrix_layout import MatrixLayout
from attnstudio.ui.matrix_numbers import NO_NUMBER, Writing, fit_numbers, number_face
from attnstudio.ui.theme import STEPS, Look, text_on

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
    texts: defaultdict[int, Texts] = field(default_factory=lambda: defaultdict(list))
    minuses: defaultdict[int, Lines] = field(default_factory=lambda: defaultdict(list))
    image: QImage | None = None  # of all cells, where they are many
    spacing: int = 0  # of the hatching that shows through holes of the image; 0 where it has none


@dataclass(frozen=True, eq=False)
class _Grid:
    """Every cell of a layout in data order: with its border, inside of it, and its middle (x, y)."""

    borders: list[QRectF]
    insides: list[QRectF]
    middles: list[tuple[float, float]]


@lru_cache(maxsize=64)
def _grid(layout: MatrixLayout) -> _Grid:
    border = 0 if layout.tiny else max(1, round(layout.look.line()))  # whole, so that edges are sharp
    if layout.sheet.shown.transposed:
        cells = [layout.cell_rect(row, column) for column in range(layout.columns) for row in range(layout.rows)]
    else:
        cells = [layout.cell_rect(row, column) for row in range(layout.rows) for column in range(layout.columns)]
    insides = [cell.adjusted(border, border, -border, -border) for cell in cells]
    return _Grid(cells, insides, [(cell.center().x(), cell.center().y()) for cell in cells])


@lru_cache(maxsize=64)
def _room(layout: MatrixLayout) -> QSizeF:
    """Return the room that the number of a cell has."""
    return layout.cell_rect(0, 0).size() - QSizeF(2, 2) * layout.look.line()


@lru_cache(maxsize=64)
def _shades(look: Look, kind: Kind, *, dimmed: bool) -> list[tuple[QColor, int]]:
    """Return what Look.cell has for every step from 0 to full, then from full below 0, with the colour of text on it.

    So the step of a number is its index, below 0 too.
    """
    fills = [look.cell(kind, step / STEPS, (0.0, 1.0)) for step in (*range(STEPS + 1), *range(-STEPS, 0))]
    if dimmed:
        fills = [veiled(fill, look.colour("blocked")) for fill in fills]
    return [(fill, text_on(fill).rgb()) for fill in fills]


@lru_cache(maxsize=8192)
def _plate(grid: _Grid, index: int, width: float, height: float) -> QRectF:
    """Return the plate of a text in the middle of a cell, no larger than the cell."""
    x, y = grid.middles[index]
    return QRectF(x - width / 2, y - height / 2, width, height) & grid.insides[index]


@lru_cache(maxsize=64)
def _hatching(layout: MatrixLayout, hatched: tuple[int, ...]) -> Lines:
    """Return slanting lines through some cells, which go on from one cell to the next."""
    lines, spacing, insides = [], _spacing(layout), _grid(layout).insides
    for index in hatched:
        rect = insides[index]
        left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
        for k in range(math.ceil((left + top) / spacing), math.ceil((right + bottom) / spacing)):
            start, end = max(left, k * spacing - bottom), min(right, k * spacing - top)
            lines.append(QLineF(start, k * spacing - start, end, k * spacing - end))
    return lines


def _spacing(layout: MatrixLayout) -> float:
    """Return the distance of the lines of hatching along an edge."""
    return max(3.0, min(layout.look.px(7), min(layout.pitch.width(), layout.pitch.height()) / 2))


def picture(matrix: Matrix, layout: MatrixLayout, *, covered: bool) -> Picture:
    """Work out what stands in every cell; nothing but their number shows of covered cells."""
    if not matrix.values.size:
        return Picture()
    many = matrix.values.size > MOST
    numbers = () if covered else extremes(matrix.values) if many else matrix.values.ravel().tolist()
    writing = fit_numbers(numbers, 0 if covered else matrix.digits, _room(layout), layout.look)
    if many and writing is None:
        return _of_many(matrix, layout, covered=covered)
    drawing = _Drawing(layout, writing)
    if covered:
        drawing.cover()
    else:
        drawing.fill(matrix)
    drawing.write()
    return drawing.picture


def _of_many(matrix: Matrix, layout: MatrixLayout, *, covered: bool) -> Picture:
    """Put cells into one image, over hatching that shows where it has holes."""
    look = layout.look
    image = cells_image(matrix, look, transposed=layout.sheet.shown.transposed, covered=covered)
    holes = not covered and forbidden(matrix).any()
    return Picture(image=image, spacing=max(4, round(_spacing(layout))) if holes else 0)


class _Drawing:
    """Puts cells into a picture, one by one, with as few calls and Qt objects as it can."""

    def __init__(self, layout: MatrixLayout, writing: Writing | None) -> None:
        self._layout, self._look, self._grid = layout, layout.look, _grid(layout)
        self._face = number_face(layout.look, writing.pixels) if writing else None
        self._digits = writing.digits if writing else 0
        self._written: list[tuple[int, str, int]] = []  # cell, text, and its colour as rgb
        self.picture = Picture(writing.pixels if writing else 0, self._grid.borders)

    def cover(self) -> None:
        pale, muted = self._look.colour("cell"), self._look.colour("muted").rgb()
        self.picture.fills = [(inside, pale) for inside in self._grid.insides]
        self._written = [(index, NO_NUMBER, muted) for index in range(len(self._grid.insides))]

    def fill(self, matrix: Matrix) -> None:
        fills, written, insides = self.picture.fills, self._written, self._grid.insides
        span = max(map(abs, matrix.limits)) or math.inf
        index, hatched = 0, list[int]()
        for row, (numbers, shut) in enumerate(zip(matrix.values.tolist(), forbidden(matrix).tolist(), strict=True)):
            shades = _shades(self._look, matrix.kind, dimmed=row in matrix.dimmed_rows)
            for value, forbids in zip(numbers, shut, strict=True):
                if math.isnan(value):
                    self._no_value(index)
                elif forbids:
                    hatched.append(index)
                    self._on_plate(index, format_number(value, self._digits) if value else "0", "blocked")
                else:
                    fill, ink = shades[round(max(-1.0, min(1.0, value / span)) * STEPS)]
                    fills.append((insides[index], fill))
                    if self._face:
                        written.append((index, format_number(value, self._digits), ink))
                    elif value < 0:
                        self._minus(index, ink)
                index += 1
        if hatched:
            self.picture.hatching = _hatching(self._layout, tuple(hatched))

    def write(self) -> None:
        """Give every text its place."""
        if not self._face:
            return
        text_of, down, middles, texts = self._face.text, self._face.top, self._grid.middles, self.picture.texts
        for index, text, ink in self._written:
            static, width = text_of(text)
            x, y = middles[index]
            texts[ink].append((round(x - width / 2), round(y + down), static))

    def _minus(self, index: int, ink: int) -> None:
        """Mark a number below 0 that cannot be written."""
        pitch = self._layout.pitch
        if min(pitch.width(), pitch.height()) >= 5:
            x, y = self._grid.middles[index]
            half = min(pitch.width() * 0.18, self._look.px(4))
            self.picture.minuses[ink].append(QLineF(x - half, y, x + half, y))

    def _no_value(self, index: int) -> None:
        inside = self._grid.insides[index]
        self._on_plate(index, NO_NUMBER, "cell")
        self.picture.crosses.append(QLineF(inside.topLeft(), inside.bottomRight()))
        self.picture.crosses.append(QLineF(inside.bottomLeft(), inside.topRight()))

    def _on_plate(self, index: int, text: str, ground: str) -> None:
        """Fill a cell that lines will cross, with a text that they leave out."""
        plain = self._look.colour(ground)
        self.picture.fills.append((self._grid.insides[index], plain))
        if self._face:
            size = self._face.width(text) + self._look.px(4), self._face.rise + self._look.px(6)
            self.picture.plates.append((_plate(self._grid, index, *size), plain))
            self._written.append((index, text, self._look.colour("muted").rgb()))
