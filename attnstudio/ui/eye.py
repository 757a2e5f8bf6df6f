"""An eye, open or closed: what covers and reveals."""

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from attnstudio.ui.theme import look


def paint_eye(painter: QPainter, rect: QRectF, colour: QColor, *, opened: bool) -> None:
    """Draw an eye that fills a rectangle, one and a half times as wide as high.

    Parameters
    ----------
    painter : QPainter
    rect : QRectF
    colour : QColor
    opened : bool
        False for a lid with lashes.
    """
    painter.setPen(QPen(colour, look().line(1.3), c=Qt.PenCapStyle.RoundCap))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    reach = rect.height()
    middle = rect.center() if opened else rect.center() - QPointF(0, reach * 0.35)  # a lid hangs down
    left, right = QPointF(rect.left(), middle.y()), QPointF(rect.right(), middle.y())
    lids = QPainterPath(left)
    lids.quadTo(QPointF(middle.x(), middle.y() + reach), right)
    if opened:
        lids.quadTo(QPointF(middle.x(), middle.y() - reach), left)
    painter.drawPath(lids)
    if opened:
        painter.setBrush(colour)
        painter.drawEllipse(middle, reach * 0.18, reach * 0.18)
    else:
        painter.drawLines(_lashes(middle, rect))


def _lashes(middle: QPointF, rect: QRectF) -> list[QLineF]:
    """Return three lashes below the lid."""
    half, down = rect.width() / 2, rect.height() / 2
    ends = ((-0.55, 0.65, -0.75, 1.1), (0.0, 1.0, 0.0, 1.5), (0.55, 0.65, 0.75, 1.1))
    return [
        QLineF(middle.x() + x1 * half, middle.y() + y1 * down, middle.x() + x2 * half, middle.y() + y2 * down)
        for x1, y1, x2, y2 in ends
    ]
