"""The small map of one head: a picture of its weights, kept while the weights are the same arrays."""

import math
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QImage, QPainter

from attnstudio.state.figures import NO_TEXT, Array, Flags, Matrix
from attnstudio.ui.labels import Box
from attnstudio.ui.matrix_image import cells_image, hatching_tile
from attnstudio.ui.matrix_painter import draw_cover_sign
from attnstudio.ui.matrix_shapes import draw_shapes, keeps_shapes, pixels_of
from attnstudio.ui.strokes import NO_BRUSH, stroke
from attnstudio.ui.theme import Look

APART = 5  # pixels of a cell from which gaps set it off its neighbours
_MOST = 64  # maps that are kept
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


class MapPictures:
    """Pictures of maps as they stand on the screen, several in one image.

    They are found by the identity of their arrays, which nobody can change: scrolling and a new selection make none.
    """

    def __init__(self) -> None:
        self._kept = OrderedDict[_Key, tuple[Array, Flags | None, QImage, QRectF]]()

    def pictures(
        self, shades: Sequence[Array], blocked: Flags | None, many: int, screen: "Screen", look: Look
    ) -> list[tuple[QImage, QRectF]]:
        """Return an image for each of some maps of one size, and the part of it that is the map.

        Of a square of cells the largest shade shows; one that has no number shows before all, and one is a hole, where
        hatching shows through, if a mask forbids all of it.
        """
        keys = [(id(each), id(blocked), many, screen, look) for each in shades]
        new = {key: each for key, each in zip(keys, shades, strict=True) if key not in self._kept}
        if new:
            image = _enlarged(_cells(list(new.values()), blocked, many, look), len(new), screen, look)
            wide, high = screen.size
            for i, (key, each) in enumerate(new.items()):
                self._kept[key] = each, blocked, image, QRectF(0, i * high, wide, high)  # no other array takes its id
        for key in keys:
            self._kept.move_to_end(key)
        found = [self._kept[key][2:] for key in keys]
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return found


class Screen(NamedTuple):
    """Width and height of a map in the pixels of what is painted on, and how many of them a pixel of the figure has."""

    size: tuple[int, int]
    ratio: float

    @classmethod
    def of(cls, painter: QPainter, area: Box) -> "Screen":
        ratio = painter.deviceTransform().m11()
        return cls((max(1, round(area.width * ratio)), max(1, round(area.height * ratio))), ratio)


_Key = tuple[int, int, int, Screen, Look]


def _cells(shades: Sequence[Array], blocked: Flags | None, many: int, look: Look) -> QImage:
    """Return maps one below the other, a pixel a cell or a square of cells: that takes little longer than one alone."""
    parts = [pooled(each, many, np.maximum) for each in shades]
    shut = None if blocked is None else np.tile(pooled(blocked, many, np.logical_and), (len(parts), 1))
    matrix = Matrix("", NO_TEXT, "weight", np.concatenate(parts), (), (), NO_TEXT, NO_TEXT, (0.0, 1.0), 0,
                    blocked=shut)  # fmt: skip
    return cells_image(matrix, look, transposed=False)


def _enlarged(cells: QImage, count: int, screen: Screen, look: Look) -> QImage:
    """Return so many maps that lie below each other in the size of the screen, with gaps between their cells."""
    (wide, high), rows, columns = screen.size, cells.height() // count, cells.width()
    gap = round(_gap(wide / columns, high / rows, screen.ratio, look))
    framed = np.full((count, rows + 1, columns + 1), look.colour("card").rgba(), np.uint32)
    framed[:, :rows, :columns] = pixels_of(cells).reshape(count, rows, columns)
    image = QImage(wide, count * high, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(screen.ratio)
    pixels = np.frombuffer(image.bits(), np.uint32).reshape(count, high, wide)
    framed.take(_seen(columns, wide, gap), axis=2).take(_seen(rows, high, gap), axis=1, out=pixels, mode="clip")
    return image


@lru_cache(maxsize=64)
def _seen(cells: int, pixels: int, gap: int) -> npt.NDArray[np.intp]:
    """Return which of so many cells each pixel along an edge shows; one more stands for a gap after a cell."""
    places = (np.arange(pixels) + 0.5) * cells / pixels
    seen = places.astype(np.intp)
    ends = (seen + 1 - places) * pixels / cells  # pixels from the middle of one to the end of its cell
    seen[(ends < gap) & (seen < cells - 1)] = cells
    return seen


def _gap(wide: float, high: float, ratio: float, look: Look) -> float:
    """Return how far rows and columns stand apart, where cells have room for it: whole pixels, as cells are."""
    return max(1, round(look.line(0.7))) * ratio if min(wide, high) >= APART * ratio else 0.0


def draw_map_shapes(painter: QPainter, area: Box, shades: Array, blocked: Flags | None, many: int, look: Look) -> None:
    """Draw one map as shapes, with lines in its holes."""
    cells = _cells([shades], blocked, many, look)
    holes = blocked is not None and bool(pooled(blocked, many, np.logical_and).any())
    draw_shapes(painter, area.rect(), cells, _spacing(look) if holes else 0, look, apart=False)
    rows, columns = shades.shape
    wide, high = area.width / columns, area.height / rows
    if width := _gap(wide, high, 1.0, look):
        upright = [QRectF(area.left + j * wide - width, area.top, width, area.height) for j in range(1, columns)]
        level = [QRectF(area.left, area.top + i * high - width, area.width, width) for i in range(1, rows)]
        for rect in upright + level:
            painter.fillRect(rect, look.colour("card"))


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
