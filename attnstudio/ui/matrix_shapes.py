"""Many cells as rectangles and lines, for devices that keep shapes: no bitmap is in an SVG or a PDF."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPaintEngine, QPainter, QPen

from attnstudio.state.figures import Flags
from attnstudio.ui.theme import Look

Pixels = npt.NDArray[np.uint32]


def keeps_shapes(painter: QPainter) -> bool:
    """Return whether what a painter draws becomes SVG or PDF."""
    return painter.paintEngine().type() in (QPaintEngine.Type.SVG, QPaintEngine.Type.Pdf)


def draw_shapes(painter: QPainter, area: QRectF, image: QImage, spacing: int, look: Look, *, apart: bool) -> None:
    """Draw an image with one pixel a cell; in its holes are slanting lines, where a tile of hatching has them.

    Parameters
    ----------
    painter : QPainter
    area : QRectF
        Of all cells.
    image : QImage
        As `cells_image` makes it.
    spacing : int
        Of the lines; 0 where the image has no holes.
    look : Look
    apart : bool
        Whether gaps will set the cells apart.
    """
    draw_runs(painter, area, image, look.colour("blocked"), apart=apart)
    if spacing:
        flat = Qt.PenCapStyle.FlatCap  # no line reaches into a cell that is allowed
        painter.setPen(QPen(look.colour("hatch"), look.line(0.7), Qt.PenStyle.SolidLine, flat))
        painter.drawLines(list(_lines(pixels_of(image) == 0, area, spacing)))


def draw_runs(painter: QPainter, area: QRectF, image: QImage, hole: QColor, *, apart: bool) -> None:
    """Draw neighbours of one colour of an image as one rectangle, holes in a colour of their own.

    Where no gaps will hide the edges, which set cells `apart`, all is drawn larger by half a pixel before: else a
    viewer that smooths edges lets the ground shine through between cells.
    """
    cells = pixels_of(image)
    cells = np.where(cells == 0, np.uint32(hole.rgba()), cells)
    shapes = [(QColor(rgb), list(_runs(cells == rgb, area))) for rgb in map(int, np.unique(cells))]
    painter.setPen(Qt.PenStyle.NoPen)
    for more in (0.0,) if apart else (0.5, 0.0):
        for colour, rects in shapes:
            painter.setBrush(colour)
            painter.drawRects([rect.adjusted(-more, -more, more, more) & area for rect in rects])


def pixels_of(image: QImage) -> Pixels:
    """Return the pixels of an image of 32 bits, row by row; they are its own."""
    raw = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    return raw[:, : image.width()]


def _runs(flags: Flags, area: QRectF) -> Iterator[QRectF]:
    """Yield a rectangle for each unbroken row of cells that are flagged."""
    left, top = area.left(), area.top()
    wide, high = area.width() / flags.shape[1], area.height() / flags.shape[0]
    rows, starts, ends = _stretches(flags)
    for row, start, end in zip(rows.tolist(), starts.tolist(), ends.tolist(), strict=True):
        yield QRectF(left + start * wide, top + row * high, (end - start) * wide, high)


def _stretches(flags: Flags) -> tuple[npt.NDArray[np.intp], ...]:
    """Return row, first column and end of each unbroken stretch of flags."""
    steps = np.diff(np.pad(flags, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(steps > 0)
    return rows, starts, np.nonzero(steps < 0)[1]


def _lines(holes: Flags, area: QRectF, spacing: int) -> Iterator[QLineF]:
    """Yield lines through pixels with x + y divisible by the spacing, each through as many holes as lie in a row."""
    left, top = round(area.left()), round(area.top())
    height, width = round(area.height()), round(area.width())
    rows, columns = (np.arange(n) * size // n for n, size in zip((height, width), holes.shape, strict=True))
    pixels = holes[rows][:, columns]
    for k in range(-(left + top) % spacing, height + width - 1, spacing):  # x + y, from the corner of the cells
        first = max(0, k - width + 1)  # row of the first pixel
        slanting = pixels[:, ::-1].diagonal(width - 1 - k)
        _, starts, ends = _stretches(slanting[np.newaxis])
        for start, end in zip((first + starts).tolist(), (first + ends).tolist(), strict=True):
            yield QLineF(left + k - start + 1, top + start, left + k - end + 1, top + end)
