"""The numbers in cells: one size and one count of digits for a whole matrix, chosen so that every number fits."""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QStaticText, QTransform

from attnstudio.state.figures import Matrix
from attnstudio.state.message import format_number
from attnstudio.ui.labels import zeroed
from attnstudio.ui.theme import PIXELS, Look

NO_NUMBER = "?"
INPUTS = frozenset(("query", "key", "value"))  # kinds whose numbers are given, not computed
LEADING = 1.1  # times its size that a line of numbers is high
SPARE = 3  # pixels that must be left beside a number for a digit that can go
_COMFORT = 0.9  # share of the room that numbers take unless they must be small
_HIGH = 0.36  # share of the height of a cell that the type of its number has where there is room
_PLAIN, _KEPT, _UNTURNED = Qt.TextFormat.PlainText, QStaticText.PerformanceHint.AggressiveCaching, QTransform()
_LARGEST = 3  # times the role "cell" that numbers are written in at the most


class Writing(NamedTuple):
    """How the numbers of a matrix are written: all alike, so that they can be compared.

    Without a count of digits every number is written as the data says.
    """

    pixels: int
    digits: int | None


def shown_digits(digits: int, look: Look) -> int:
    """Return how many digits after the point a computed number shows: those that were asked for, else its own."""
    return digits if look.digits is None else look.digits


def digits_of(matrix: Matrix, look: Look) -> int:
    """Return how many digits after the point the numbers of a matrix show where they have room."""
    return matrix.digits if matrix.kind in INPUTS else shown_digits(matrix.digits, look)


@lru_cache(maxsize=64)
def cell_font(look: Look, pixels: int) -> QFont:
    """Return the font of cells at another size."""
    font = QFont(look.font("cell"))
    font.setPixelSize(pixels)
    return font


class NumberFace:
    """The font of numbers in one size; a text is laid out once, which draws several times faster."""

    def __init__(self, look: Look, pixels: int) -> None:
        self._font = cell_font(look, pixels)
        self._metrics = QFontMetricsF(self._font)
        self.rise = self._metrics.capHeight()
        self.top = self.rise / 2 - self._metrics.ascent()  # of a text, from the middle of its digits
        self.text = lru_cache(maxsize=8192)(self._text)
        self.width = lru_cache(maxsize=8192)(self._width)
        self._measured = lru_cache(maxsize=1024)(self._measure)

    def _width(self, text: str) -> float:
        return self._measured(zeroed(text))

    def _measure(self, text: str) -> float:
        return self._metrics.horizontalAdvance(text)  # a cache around Qt's own would read its help text: 80 ms

    def _text(self, text: str) -> tuple[QStaticText, float]:
        """Return a text and its width."""
        static = QStaticText(text)
        static.setTextFormat(_PLAIN)
        static.setPerformanceHint(_KEPT)
        static.prepare(_UNTURNED, self._font)
        return static, self.width(text)


@lru_cache(maxsize=64)
def number_face(look: Look, pixels: int) -> NumberFace:
    """Return the measured font of numbers of a size, made once."""
    return NumberFace(look, pixels)


def fewest_digits(numbers: Iterable[float], digits: int) -> int:
    """Return the digits after the point that may not be left out, `digits` at the most.

    One always stays, so that a fraction never looks like a whole number; where all numbers are small, as many as
    the largest needs to show one significant digit.
    """
    largest = max(map(abs, numbers), default=0.0)
    needed = 1 if largest == 0 else max(1, -math.floor(math.log10(largest)))
    return min(digits, needed)


def fit_numbers(
    values: Iterable[float], digits: int, room: QSizeF, look: Look, written: Sequence[str] = ()
) -> Writing | None:
    """Choose size and digits with which every number fits in a cell: a smaller font first, then fewer digits.

    Parameters
    ----------
    values : iterable of float
        All numbers of the matrix; NaN is left out.
    digits : int
        Digits after the point where there is room.
    room : QSizeF
        Inside of a cell, pixels.
    written : sequence of str
        Texts that stand in place of the numbers if all of them fit; none where they are written by digits alone.

    Returns
    -------
    Writing or None
        None where the cells have room for colours only. Sizes lie between the roles "small" and three times "cell";
        for the projector never below "cell".
    """
    numbers = list(values)
    width = number_face(look, 100).width  # glyphs are not hinted: widths grow in proportion
    if written:
        texts = [text or format_number(value, digits) for text, value in zip(written, numbers, strict=True)]
        pixels = _pixels(max(map(width, texts)), room.width(), room.height(), look)
        if pixels is not None:
            return Writing(pixels, None)
    finite = [value for value in numbers if math.isfinite(value)]
    ends = [min(finite), max(finite)] if finite else []
    fewest = fewest_digits(ends, digits)
    if len(finite) < len(numbers) and any(map(math.isinf, numbers)):
        ends.append(-math.inf)
    high, wide = room.height(), room.width()
    for count in range(digits, fewest - 1, -1):
        widest = max([width(format_number(value, count)) for value in ends], default=width(NO_NUMBER))
        space = wide - (look.px(SPARE) if count > fewest else 0)  # digits that can go are not squeezed in
        pixels = _pixels(widest, space, high, look)
        if pixels is not None:
            return Writing(pixels, count)
    return None


def smallest_pixels(look: Look) -> int:
    """Return the least size that numbers are written in."""
    return look.px(PIXELS["cell" if look.projector else "small"])


def wanted_pixels(high: float, look: Look) -> float:
    """Return the size of numbers that suits a cell so high inside."""
    cell = look.px(PIXELS["cell"])
    return min(_LARGEST * cell, max(cell, _HIGH * high))


@lru_cache(maxsize=1024)  # digits are of equal width, so that few widths come
def _pixels(widest: float, wide: float, high: float, look: Look) -> int | None:
    """Return the size in which a text that is so wide at 100 pixels is written; None where it would be too small."""
    smallest = smallest_pixels(look)
    largest = min(100 * wide / widest, high / LEADING)
    if largest < smallest:
        return None
    return math.floor(max(smallest, min(wanted_pixels(high, look), _COMFORT * largest)))
