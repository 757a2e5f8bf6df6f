"""Formulas of texts as images: in the colour and the size of the text that they stand in."""

import math
from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

DRAWN_AT = 24.0  # the size of letters in the pictures, in their own units
LOWER = 1.15  # how much larger they must be for the same height of x: those of the text around are DejaVu Sans
KEPT = 64


def formula_image(
    picture: Path, letters: float, colour: QColor, ratio: float = 1.0, widest: float = math.inf
) -> QImage:
    """Return the image of a formula.

    Parameters
    ----------
    picture : Path
        An SVG in one colour, with letters of the size that the formulas have that ship.
    letters : float
        The size of its letters, in logical pixels: that of the font around it.
    colour : QColor
    ratio : float
        Device pixels of one logical pixel.
    widest : float
        Where the formula would be wider, it is drawn smaller.

    Returns
    -------
    QImage
        Transparent but for the formula, with its device pixel ratio set; not to be painted on, since it is kept.
    """
    return _drawn(picture, letters, colour.rgba(), ratio, widest)


@lru_cache(maxsize=KEPT)
def _drawn(picture: Path, letters: float, rgba: int, ratio: float, widest: float) -> QImage:
    from PySide6.QtSvg import QSvgRenderer

    renderer = QSvgRenderer(str(picture))
    size = renderer.viewBoxF().size()
    scale = min(letters * LOWER / DRAWN_AT, widest / size.width()) * ratio
    width, height = (max(1, math.ceil(side * scale)) for side in (size.width(), size.height()))
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, size.width() * scale, size.height() * scale))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(image.rect(), QColor.fromRgba(rgba))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image
