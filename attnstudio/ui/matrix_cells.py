"""The cells of a matrix as they are drawn: fills, hatching, signs and numbers, worked out once for many repaints."""

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, repeat

from PySide6.QtCore import QLineF, QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QStaticText

from attnstudio.state.figures import Kind, Matrix
from attnstudio.state.message import format_number
from attnstudio.ui.matrix_image import MOST, cells_image, extremes, forbidden, veiled
from attnstudio.ui.matrix_layout import MatrixLayout
from attnstudio.ui.matrix_numbers import NO_NUMBER, Writing, digits_of, fit_numbers, number_face
from attnstudio.ui.theme import STEPS, Look, text_on

FEW = 100  # numbers that are looked at quicker one by one than all at once
Lines = list[QLineF]
Part = tuple[range, range]  # rows and columns of the data
Numbered = tuple[Matrix, MatrixLayout]
Texts = list[tuple[int, int, QStaticText]]  # left, top


@dataclass(eq=False)
class Picture:
    """All that stands in the cells, in widget coordinates; texts and minus signs by their colour, as rgb."""

    pixels: int = 0  # size of the numbers; 0 where there is no room for any
    fills: list[tuple[QRectF, QColor]] = field(default_factory=list)
    hatching: Lines = field(default_factory=list)
    crosses: Lines = field(default_factory=list)
    plates: list[tuple[QRectF, QColor]] = field(default_factory=list)
    texts: defaultdict[int, Texts] = field(default_factory=lambda: defaultdict(list))
    minuses: defaultdict[int, Lines] = field(default_factory=lambda: defaultdict(list))
    covered: bool = False
    image: QImage | None = None  # of all cells, where they are many
    spacing: int = 0  # of the hatching that shows through holes of the image; 0 where it has none


@dataclass(frozen=True, eq=False)
class _Grid:
    """Every cell of a layout in data order: inside of its border, its middle (x, y), and a minus sign there."""

    insides: list[QRectF]
    middles: list[tuple[float, float]]
    minuses: Lines


@lru_cache(maxsize=64)
def _grid(layout: MatrixLayout) -> _Grid:
    border = 0 if layout.tiny else max(1, round(layout.look.line()))  # whole, so that edges are sharp
    if layout.sheet.shown.transposed:
        cells = [layout.cell_rect(row, column) for column in range(layout.columns) for row in range(layout.rows)]
    else:
        cells = [layout.cell_rect(row, column) for row in range(layout.rows) for column in range(layout.columns)]
    insides = [cell.adjusted(border, border, -border, -border) for cell in cells]
    middles = [(cell.center().x(), cell.center().y()) for cell in cells]
    half = min(layout.pitch.width() * 0.18, layout.look.px(4))
    return _Grid(insides, middles, [QLineF(x - half, y, x + half, y) for x, y in middles])


@lru_cache(maxsize=64)
def _room(layout: MatrixLayout) -> QSizeF:
    """Return the room that the number of a cell has."""
    return layout.cell_rect(0, 0).size() - QSizeF(2, 2) * layout.look.line()


class _Shades(dict[int, tuple[QColor, int]]):
    """What Look.cell has for a step from -STEPS to STEPS, with the colour of text on it; made when it is first seen."""

    def __init__(self, look: Look, kind: Kind, *, dimmed: bool) -> None:
        super().__init__()
        self._look, self._kind, self._dimmed = look, kind, dimmed

    def __missing__(self, step: int) -> tuple[QColor, int]:
        fill = self._look.cell(self._kind, step / STEPS, (0.0, 1.0))
        if self._dimmed:
            fill = veiled(fill, self._look.colour("blocked"))
        self[step] = fill, text_on(fill).rgb()
        return self[step]


_shades = lru_cache(maxsize=64)(_Shades)


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


def picture(matrix: Matrix, layout: MatrixLayout, writing: Writing | None, part: Part | None = None) -> Picture:
    """Work out what stands in every cell, or in a part of them; nothing but their number shows of covered cells."""
    if not matrix.values.size:
        return Picture()
    if matrix.values.size > MOST and writing is None:
        return _of_many(matrix, layout)
    drawing = _Drawing(layout, writing, digits_of(matrix, layout.look))
    if matrix.covered:
        drawing.cover()
    else:
        drawing.fill(matrix, *(part or map(range, matrix.shape)))
    drawing.write()
    return drawing.picture


@lru_cache(maxsize=64)  # asked for when a matrix is shown, when others beside it are, and when it is painted
def writing_beside(matrix: Matrix, layout: MatrixLayout, others: tuple[Numbered, ...]) -> Writing | None:
    """Choose how the numbers of a matrix are written so that they can be compared with those of others.

    All have the digits that each of them has room for, and fractions where all that have some have room for these.
    """
    own = writing_of(matrix, layout, as_said=True)
    numbered = [(m, there) for m, there in others if m.values.size and not m.covered]
    if own is None or matrix.covered or not numbered:
        return own
    told = (matrix, layout), *numbered
    said = [writing_of(m, there, as_said=True) for m, there in told if m.written]
    as_said = all(writing.digits is None for writing in said if writing)
    writings = [writing_of(m, there, as_said=as_said) for m, there in told]
    counts = [writing.digits for writing in writings if writing is not None and writing.digits is not None]
    if writings[0] is not None and counts and writings[0].digits == min(counts):
        return writings[0]
    return writing_of(matrix, layout, as_said=as_said, most=min(counts, default=None))


@lru_cache(maxsize=128)  # asked for by a matrix and by those beside it
def writing_of(
    matrix: Matrix, layout: MatrixLayout, *, as_said: bool = True, most: int | None = None
) -> Writing | None:
    """Choose how the numbers of a matrix are written; None where there is no room for them."""
    room, look, digits = _room(layout), layout.look, digits_of(matrix, layout.look)
    digits = digits if most is None else min(digits, most)
    if matrix.covered:
        return fit_numbers((), 0, room, look)
    written = tuple(chain.from_iterable(matrix.written)) if matrix.written and as_said else ()
    if matrix.values.size > (MOST if written else FEW):
        return fit_numbers(extremes(matrix.values), digits, room, look)
    return fit_numbers(matrix.values.ravel().tolist(), digits, room, look, written)


def _of_many(matrix: Matrix, layout: MatrixLayout) -> Picture:
    """Put cells into one image, over hatching that shows where it has holes."""
    image = cells_image(matrix, layout.look, transposed=layout.sheet.shown.transposed)
    holes = not matrix.covered and forbidden(matrix).any()
    spacing = max(4, round(_spacing(layout))) if holes else 0
    return Picture(covered=matrix.covered, image=image, spacing=spacing)


class _Drawing:
    """Puts cells into a picture, one by one, with as few calls and Qt objects as it can."""

    def __init__(self, layout: MatrixLayout, writing: Writing | None, digits: int) -> None:
        self._layout, self._look, self._grid = layout, layout.look, _grid(layout)
        self._face = number_face(layout.look, writing.pixels) if writing else None
        self._as_said = writing is not None and writing.digits is None
        self._digits = digits if writing is None or writing.digits is None else writing.digits
        self._written: list[tuple[int, str, int]] = []  # cell, text, and its colour as rgb
        self._signs = not writing and min(layout.pitch.width(), layout.pitch.height()) >= 5  # in place of numbers
        self.picture = Picture(writing.pixels if writing else 0)

    def cover(self) -> None:
        self.picture.covered = True
        pale, muted = self._look.colour("cell"), self._look.colour("muted").rgb()
        self.picture.fills = [(inside, pale) for inside in self._grid.insides]
        self._written = [(index, NO_NUMBER, muted) for index in range(len(self._grid.insides))]

    def fill(self, matrix: Matrix, rows: range, columns: range) -> None:
        """Put some rows and columns of cells in."""
        fills, written, insides = self.picture.fills, self._written, self._grid.insides
        span, across = max(map(abs, matrix.limits)) or math.inf, slice(columns.start, columns.stop)
        part, hatched = (slice(rows.start, rows.stop), across), list[int]()
        masks = repeat(repeat(False)) if matrix.blocked is None else matrix.blocked[part].tolist()
        for row, numbers, shut in zip(rows, matrix.values[part].tolist(), masks):  # noqa: B905  # nor have unmasked ones
            void = row in matrix.void_rows
            index = row * matrix.shape[1] + columns.start
            shades = _shades(self._look, matrix.kind, dimmed=row in matrix.dimmed_rows)
            texts = self._texts(numbers, matrix.written[row][across] if matrix.written else ())
            for value, forbids, text in zip(numbers, shut, texts):  # noqa: B905  # without room they have no end
                if math.isnan(value):
                    self._no_value(index)
                elif forbids or void or math.isinf(value):
                    hatched.append(index)
                    self._on_plate(index, text if value else "0", "blocked")
                else:
                    fill, ink = shades[round(max(-1.0, min(1.0, value / span)) * STEPS)]
                    fills.append((insides[index], fill))
                    if self._face:
                        written.append((index, text, ink))
                    elif value < 0 and self._signs:
                        self.picture.minuses[ink].append(self._grid.minuses[index])
                index += 1
        if hatched:
            self.picture.hatching = _hatching(self._layout, tuple(hatched))

    def _texts(self, numbers: list[float], written: tuple[str, ...]) -> Iterable[str]:
        """Return how the numbers of a row are written."""
        if not self._face:
            return repeat("")
        digits = self._digits
        if not (written and self._as_said):
            return [format_number(value, digits) for value in numbers]
        return [text or format_number(value, digits) for text, value in zip(written, numbers, strict=True)]

    def write(self) -> None:
        """Give every text its place."""
        if not self._face:
            return
        text_of, down, middles, texts = self._face.text, self._face.top, self._grid.middles, self.picture.texts
        for index, text, ink in self._written:
            static, width = text_of(text)
            x, y = middles[index]
            texts[ink].append((round(x - width / 2), round(y + down), static))

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
