"""How far apart two colours are, and what is left of that for colour-blind eyes and in grey.

References
----------
Machado, Oliveira, Fernandes (2009), "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
TVCG 15(6): the matrices for severity 1.0, on linear RGB.
Stone, Szafir, Setlur (2014), "An Engineering Model for Color Difference as a Function of Size", CIC 22: the
steps in CIELAB that half of the viewers notice between marks of a size.
WCAG 2.2, "relative luminance" and "contrast ratio".
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from PySide6.QtGui import QColor

Triple = tuple[float, float, float]

MATRICES = {
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}
_LUMINANCE = (0.2126, 0.7152, 0.0722)
EYES = ("all colours", *MATRICES, "grey")
_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)  # D65


class Lab(NamedTuple):
    lightness: float
    a: float
    b: float


def seen(colour: QColor, eyes: str) -> Triple:
    """Return the linear RGB of a colour as some eyes see it, or as it is in grey."""
    linear = _linear((colour.redF(), colour.greenF(), colour.blueF()))
    if eyes == "all colours":
        return linear
    if eyes == "grey":
        grey = _dot(_LUMINANCE, linear)
        return grey, grey, grey
    return tuple(min(1.0, max(0.0, _dot(row, linear))) for row in MATRICES[eyes])  # type: ignore[return-value]


def luminance(colour: QColor) -> float:
    """Return the relative luminance of WCAG 2.2, 0 to 1."""
    return _luminance(colour.redF(), colour.greenF(), colour.blueF())


@cache
def _luminance(*rgb: float) -> float:
    return _dot(_LUMINANCE, _linear(rgb))


def contrast(a: QColor, b: QColor) -> float:
    """Return the contrast ratio of WCAG 2.2, 1 to 21."""
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def lab(colour: QColor, eyes: str = "all colours") -> Lab:
    """Return a colour in CIELAB, white D65, as some eyes see it."""
    rgb = seen(colour, eyes)
    x, y, z = (_cube(_dot(row, rgb) / white) for row, white in zip(_TO_XYZ, _WHITE, strict=True))
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def noticeable(one: QColor, other: QColor, eyes: str, *, degrees: float) -> float:
    """Return how many steps that half of the viewers notice lie between two colours, on marks so wide in the eye."""
    steps = (0.5 * (10.16 + 1.50 / degrees), 0.5 * (10.68 + 3.08 / degrees), 0.5 * (10.70 + 5.74 / degrees))
    pairs = zip(lab(one, eyes), lab(other, eyes), steps, strict=True)
    return math.sqrt(sum(((a - b) / step) ** 2 for a, b, step in pairs))


def _linear(rgb: Sequence[float]) -> Triple:
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb)  # type: ignore[return-value]


def _cube(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def _dot(row: Triple, rgb: Triple) -> float:
    return sum(a * b for a, b in zip(row, rgb, strict=True))
