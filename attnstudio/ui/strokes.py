"""What figures draw with: covers, hatching, rules and arrows, the quickest that a painter has."""

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from attnstudio.ui.labels import Box
from attnstudio.ui.theme import Look

NO_PEN = QPen(Qt.PenStyle.NoPen)
NO_BRUSH = QBrush(Qt.BrushStyle.NoBrush)


@lru_cache(maxsize=256)  # what is masked has its place while numbers change
def hatching(box: Box, step: float) -> tuple[QLineF, ...]:
    """Return diagonal lines that fill a box; real lines, since patterned brushes turn into pictures in vector files."""
    if box.width <= 0 or box.height <= 0:
        return ()
    lines = list[QLineF]()
    for i in range(1, int((box.width + box.height) / step) + 1):
        reach = i * step  # the line on which (x − left) + (y − top) = reach
        x1, x2 = max(0.0, reach - box.height), min(box.width, reach)
        lines.append(QLineF(box.left + x1, box.top + reach - x1, box.left + x2, box.top + reach - x2))
    return tuple(lines)


@lru_cache(maxsize=256)
def stroke(style: Look, colour: str, width: float = 1.0, dashed: bool = False) -> QPen:
    """Return the pen for lines in a named colour."""
    made = QPen(style.colour(colour), style.line(width))
    made.setCapStyle(Qt.PenCapStyle.RoundCap)
    if dashed:
        made.setDashPattern([3.0, 3.0])
        made.setCapStyle(Qt.PenCapStyle.FlatCap)
    return made


def rule(painter: QPainter, line: Sequence[float], width: float, colour: QColor) -> None:
    """Draw a line (x1, y1, x2, y2) that is level or upright, several times quicker than a pen does."""
    x1, y1, x2, y2 = line
    across, down = (0.0, width / 2) if y1 == y2 else (width / 2, 0.0)
    left, top = min(x1, x2) - across, min(y1, y2) - down
    painter.fillRect(QRectF(left, top, abs(x2 - x1) + 2 * across, abs(y2 - y1) + 2 * down), colour)


def disc(
    painter: QPainter, middle: QPointF, radius: float, fill: QColor, edge: QColor | None = None, width: float = 0.0
) -> None:
    """Draw a disc without a pen; an edge is a disc below, far quicker than a line around one."""
    if edge is not None:
        outer = radius + width / 2
        painter.setBrush(edge)
        painter.drawEllipse(middle, outer, outer)
    inner = radius - width / 2
    painter.setBrush(fill)
    painter.drawEllipse(middle, inner, inner)


def arrow_head(tip: tuple[float, float], direction: tuple[float, float], size: float) -> QPolygonF:
    """Return a filled triangle that ends at `tip` and points along a direction of length 1."""
    (x, y), (dx, dy) = tip, direction
    back, side = size, size * 0.5
    return QPolygonF(
        [
            QPointF(x, y),
            QPointF(x - back * dx - side * dy, y - back * dy + side * dx),
            QPointF(x - back * dx + side * dy, y - back * dy - side * dx),
        ]
    )


def arrow(
    start: tuple[float, float], tip: tuple[float, float], direction: tuple[float, float], size: float, width: float
) -> QPolygonF:
    """Return a whole arrow as one shape: its head as `arrow_head` has it, and a shaft of a width from `start`."""
    (ox, oy), (x, y), (dx, dy) = start, tip, direction
    side, half = size * 0.5, width / 2
    bx, by = x - size * dx, y - size * dy  # where shaft and head meet
    return QPolygonF(
        [
            QPointF(x, y),
            QPointF(bx - side * dy, by + side * dx),
            QPointF(bx - half * dy, by + half * dx),
            QPointF(ox - half * dy, oy + half * dx),
            QPointF(ox + half * dy, oy - half * dx),
            QPointF(bx + half * dy, by - half * dx),
            QPointF(bx + side * dy, by - side * dx),
        ]
    )
