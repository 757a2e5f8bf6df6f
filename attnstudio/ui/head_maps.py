"""The small map of one head: an image of its weights, kept while the weights are the same arrays."""

import math
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QBrush, QImage, QPainter

from attnstudio.state.figures import NO_TEXT, Array, Flags, Matrix
from attnstudio.ui.labels import Box
from attnstudio.ui.matrix_image import cells_image, hatching_tile
from attnstudio.ui.matrix_painter import draw_cover_sign
from attnstudio.ui.matrix_shapes import draw_shapes, keeps_shapes
from attnstudio.ui.painted import smooth
from attnstudio.ui.strokes import NO_BRUSH, stroke
from attnstudio.ui.theme import Look

APART = 5  # pixels of a cell from which gaps set it off its neighbours
_MOST = 64  # images that are kept
_HATCH = 4  # pixels from one line of the hatching to the next, at 100 %


def together(shape: tuple[int, int], width: float, height: float) -> int:
    """Return how many rows, and columns, of a map share a pixel of a room, so that all of it fits."""
    rows, columns = shape
    return max(1, math.ceil(rows / max(1.0, height)), math.ceil(columns / max(1.0, width)))


def pooled(values: Any, many: int, largest: np.ufunc) -> Any:
    """Return the largest of each square of `many` × `many` values, so that no bright cell falls between pixels."""
    for axis in (0, 1) if many > 1 else ():
        values = largest.reduceat(values, np.arange(0, values.shape[axis], many), axis=axis)
    return values


class MapImages:
    """Images of maps, one pixel a cell or a square of cells.

    They are found by the identity of their arrays, which nobody can change: scrolling and a new selection make none.
    """

    def __init__(self) -> None:
        self._kept = OrderedDict[tuple[int, int, int, Look], tuple[Array, Flags | None, QImage, bool]]()

    def images(
        self, shades: Sequence[Array], blocked: Flags | None, many: int, look: Look
    ) -> list[tuple[QImage, bool]]:
        """Return the images of maps of one size, and whether they have holes for hatching to show through.

        Of a square of cells the largest shade shows; one that has no number shows before all, and one is hatched where
        a mask forbids all of it.
        """
        keys = [(id(each), id(blocked), many, look) for each in shades]
        new = {key: each for key, each in zip(keys, shades, strict=True) if key not in self._kept}
        made = _made(list(new.values()), blocked, many, look) if new else []
        for (key, each), of in zip(new.items(), made, strict=True):
            self._kept[key] = (each, blocked, *of)  # no other array takes its id
        for key in keys:
            self._kept.move_to_end(key)
        found = [self._kept[key][2:] for key in keys]
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return found


def _made(shades: Sequence[Array], blocked: Flags | None, many: int, look: Look) -> list[tuple[QImage, bool]]:
    """Return images of maps, which are made as one below the other: that takes little longer than one alone."""
    parts = [pooled(each, many, np.maximum) for each in shades]
    shut = None if blocked is None else pooled(blocked, many, np.logical_and)
    stacked = None if shut is None else np.tile(shut, (len(parts), 1))
    matrix = Matrix("", NO_TEXT, "weight", np.concatenate(parts), (), (), NO_TEXT, NO_TEXT, (0.0, 1.0), 0,
                    blocked=stacked)  # fmt: skip
    whole, holes = cells_image(matrix, look, transposed=False), shut is not None and bool(shut.any())
    rows, columns = parts[0].shape
    return [(whole.copy(0, i * rows, columns, rows), holes) for i in range(len(parts))]


def draw_gaps(painter: QPainter, area: Box, shape: tuple[int, int], look: Look) -> None:
    """Set rows and columns apart where cells have room for it."""
    rows, columns = shape
    if min(area.width / columns, area.height / rows) < APART:
        return
    if keeps_shapes(painter):
        for rect in _gaps(area, rows, columns, look):
            painter.fillRect(rect, look.colour("card"))
        return
    inside = Box(0, 0, area.width, area.height)
    picture = _gap_picture(inside, rows, columns, look, painter.device().devicePixelRatioF())
    painter.drawImage(QPointF(area.left, area.top), picture)


def _gaps(area: Box, rows: int, columns: int, look: Look) -> list[QRectF]:
    width = max(1, round(look.line(0.7)))  # whole pixels, as cells are
    wide, high = area.width / columns, area.height / rows
    upright = [QRectF(area.left + j * wide - width, area.top, width, area.height) for j in range(1, columns)]
    return upright + [QRectF(area.left, area.top + i * high - width, area.width, width) for i in range(1, rows)]


@lru_cache(maxsize=16)
def _gap_picture(area: Box, rows: int, columns: int, look: Look, ratio: float) -> QImage:
    """Return all gaps of a map as a picture, which is drawn at once."""
    size = math.ceil(area.width * ratio), math.ceil(area.height * ratio)
    picture = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(ratio)
    picture.fill(0)
    with QPainter(picture) as painter:
        smooth(painter)
        for rect in _gaps(area, rows, columns, look):
            painter.fillRect(rect, look.colour("card"))
    return picture


def draw_map(painter: QPainter, area: QRectF, image: QImage, *, holes: bool, look: Look) -> None:
    """Draw the cells of one map; in its holes shows what `draw_hatching` has drawn, or lines of their own."""
    if keeps_shapes(painter):
        draw_shapes(painter, area, image, _spacing(look) if holes else 0, look, apart=False)
    else:
        painter.drawImage(area, image)


def draw_hatching(painter: QPainter, areas: Iterable[QRectF], blocked: Flags, many: int, look: Look) -> None:
    """Draw slanting lines below maps that have holes, where a picture is drawn on."""
    if not keeps_shapes(painter) and bool(pooled(blocked, many, np.logical_and).any()):
        brush = QBrush(hatching_tile(look, _spacing(look)))
        for area in areas:
            painter.fillRect(area, brush)


def _spacing(look: Look) -> int:
    return max(3, look.px(_HATCH))


def draw_covered_map(painter: QPainter, area: QRectF, look: Look) -> None:
    """Draw a map that is withheld."""
    painter.fillRect(area, look.colour("blocked"))
    draw_cover_sign(painter, area, look)


def draw_light(painter: QPainter, area: QRectF, look: Look) -> None:
    """Light the tile of the selected head, in a frame."""
    width, corner = look.line(2.0), look.px(5)
    painter.fillRect(area, look.colour("note"))
    painter.setPen(stroke(look, "weight", 2.0))
    painter.setBrush(NO_BRUSH)
    painter.drawRoundedRect(area.adjusted(width / 2, width / 2, -width / 2, -width / 2), corner, corner)
