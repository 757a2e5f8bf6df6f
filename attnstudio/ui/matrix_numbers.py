"""The numbers in cells: one size and one count of digits for a whole matrix, chosen so that every number fits."""

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QStaticText, QTransform

from attnstudio.state.message import format_number
from attnstudio.ui.theme import PIXELS, Look

NO_NUMBER = "?"
_COMFORT = 0.9  # share of the room that numbers take unless they must be small


class Writing(NamedTuple):
    """How the numbers of a matrix are written: all alike, so that they can be compared."""

    pixels: int
    digits: int


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
        self.width = lru_cache(maxsize=8192)(self._metrics.horizontalAdvance)

    def _text(self, text: str) -> tuple[QStaticText, float]:
        """Return a text and its width."""
        static = QStaticText(text)
        static.setTextFormat(Qt.TextFormat.PlainText)
        static.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
        static.prepare(QTransform(), self._font)
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


def fit_numbers(values: Iterable[float], digits: int, room: QSizeF, look: Look) -> Writing | None:
    """Choose size and digits with which every number fits in a cell: a smaller font first, then fewer digits.

    Parameters
    ----------
    values : iterable of float
        All numbers of the matrix; NaN is left out.
    digits : int
        Digits after the point where there is room.
    room : QSizeF
        Inside of a cell, pixels.

    Returns
    -------
    Writing or None
        None where the cells have room for colours only. Sizes lie between the roles "small" and twice "cell"; for
        the projector never below "cell".
    """
    numbers = list(values)
    finite = [value for value in numbers if math.isfinite(value)]
    ends = [min(finite), max(finite)] if finite else []
    fewest = fewest_digits(ends, digits)
    if len(finite) < len(numbers) and any(map(math.isinf, numbers)):
        ends.append(-math.inf)
    cell = look.px(PIXELS["cell"])
    smallest = cell if look.projector else look.px(PIXELS["small"])
    high, wide = room.height(), room.width()
    wanted = min(2 * cell, max(cell, 0.36 * high))
    width = number_face(look, 100).width  # glyphs are not hinted: widths grow in proportion
    for count in range(digits, fewest - 1, -1):
        widest = max([width(format_number(value, count)) for value in ends], default=width(NO_NUMBER))
        space = wide - (look.px(3) if count > fewest else 0)  # digits that can go are not squeezed in
        largest = min(100 * space / widest, high / 1.1)
        if largest >= smallest:
            return Writing(math.floor(max(smallest, min(wanted, _COMFORT * largest))), count)
    return None
