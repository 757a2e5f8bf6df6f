"""A matrix in miniature, as a thumbnail shows it: its cells in their colours, and no text."""

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from attnstudio.state.figures import Flags, Matrix
from attnstudio.ui.matrix_image import cells_image
from attnstudio.ui.matrix_painter import draw_cover_sign
from attnstudio.ui.matrix_shapes import draw_runs, keeps_shapes, pixels_of
from attnstudio.ui.theme import Look

_ROOMY = 4  # pixels of a cell from which it has a border, and a line where a mask forbids it


def draw_miniature(painter: QPainter, rect: QRectF, matrix: Matrix, look: Look, *, transposed: bool) -> None:
    """Draw square cells in the middle of a rectangle, as large as it has room for.

    Where cells are large enough, forbidden pairs have one slanting line each, and cells without a number a cross; a
    cover is one pale area with its sign.
    """
    if not matrix.values.size or rect.isEmpty():
        return
    image = cells_image(matrix, look, transposed=transposed, no_number="blocked")
    missing = np.isnan(matrix.values)
    side = min(rect.width() / image.width(), rect.height() / image.height())
    area = QRectF(0, 0, side * image.width(), side * image.height())
    area.moveCenter(rect.center())
    painter.save()
    if matrix.covered:
        painter.fillRect(area, look.colour("cell"))
        draw_cover_sign(painter, area, look)
    elif side >= _ROOMY:
        _draw_cells(painter, area, image, missing.T if transposed else missing, look)
    else:
        _draw_many(painter, area, image, look)
    painter.setPen(QPen(look.colour("cell_border"), look.line()))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(area)
    painter.restore()


def _draw_cells(painter: QPainter, area: QRectF, image: QImage, missing: Flags, look: Look) -> None:
    pixels, side, blocked = pixels_of(image), area.width() / image.width(), look.colour("blocked")
    painter.fillRect(area, look.colour("cell_border"))
    lines = list[QLineF]()
    for (row, column), rgb in np.ndenumerate(pixels):
        cell = QRectF(area.left() + column * side, area.top() + row * side, side, side).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.fillRect(cell, QColor(int(rgb)) if rgb else blocked)
        if not rgb or missing[row, column]:
            lines.append(QLineF(cell.bottomLeft(), cell.topRight()))
        if missing[row, column]:
            lines.append(QLineF(cell.topLeft(), cell.bottomRight()))
    painter.setPen(QPen(look.colour("hatch"), look.line(0.7)))
    painter.drawLines(lines)


def _draw_many(painter: QPainter, area: QRectF, image: QImage, look: Look) -> None:
    if keeps_shapes(painter):
        draw_runs(painter, area, image, look.colour("blocked"), apart=False)
    else:
        painter.fillRect(area, look.colour("blocked"))
        painter.drawImage(area, image)
