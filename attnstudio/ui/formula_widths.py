"""How wide the numbers of a matrix and the signs of a formula are."""

import math
from enum import Enum
from functools import lru_cache

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QFont, QFontMetricsF

from attnstudio.state.figures import Matrix
from attnstudio.ui.matrix_numbers import INPUTS, digits_of
from attnstudio.ui.theme import Look


class Detail(Enum):
    """How much of its numbers a formula shows."""

    FULL = "all digits"
    FEWER = "one or two digits"
    NONE = "colours alone"


def is_signed(matrix: Matrix) -> bool:
    """Return whether numbers of a matrix may have a minus sign."""
    return matrix.kind not in ("weight", "exp")


def is_small(matrix: Matrix) -> bool:
    """Return whether the computed numbers of a matrix lie between −1 and 1, so that one digit says little."""
    return matrix.kind not in INPUTS and max(map(abs, matrix.limits)) <= 1


def number_width(matrix: Matrix, detail: Detail, style: Look) -> float:
    """Width that a number of a matrix may take in full-size type.

    With all digits it keeps room for some that are not needed now, so that nothing moves while a number is dragged.
    """
    digits = digits_of(matrix, style)
    if detail is Detail.FEWER:
        digits = min(digits, 1 if is_signed(matrix) and not is_small(matrix) else 2)
    elif style.digits is None or matrix.kind in INPUTS:
        digits = max(digits, 1 if matrix.editable else 2)
    by_digits = _digits_width(matrix.limits, digits, is_signed(matrix), style)
    if matrix.written and detail is Detail.FULL:
        return max(by_digits, _texts_width(matrix.written, style))
    return by_digits


@lru_cache(maxsize=1024)
def _digits_width(limits: tuple[float, float], digits: int, signed: bool, style: Look) -> float:
    whole = math.floor(math.log10(max(1.0, max(map(abs, limits)) * 0.999))) + 1
    metrics = QFontMetricsF(style.font("cell"))
    return metrics.horizontalAdvance(("−" if signed else "") + "0" * (whole + digits) + ".")


@lru_cache(maxsize=256)
def _texts_width(written: tuple[tuple[str, ...], ...], style: Look) -> float:
    metrics = QFontMetricsF(style.font("cell"))
    return max((metrics.horizontalAdvance(text) for row in written for text in row), default=0.0)


@lru_cache(maxsize=256)
def sign_font(pixels: int, style: Look) -> QFont:
    """Return the font of a sign."""
    font = QFont(style.font("heading", bold=True))
    font.setPixelSize(pixels)
    return font


@lru_cache(maxsize=1024)
def sign_size(text: str, pixels: int, style: Look) -> QSizeF:
    """Return the size of a sign, which may have several lines."""
    metrics = QFontMetricsF(sign_font(pixels, style))
    lines = text.split("\n")
    return QSizeF(max(metrics.horizontalAdvance(line) for line in lines) + 1, metrics.lineSpacing() * len(lines))
