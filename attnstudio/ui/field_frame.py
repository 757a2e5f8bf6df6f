"""The frame of a field for numbers, kept as a picture; drawn here, as Qt's class of styles takes long to load."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QAbstractSpinBox

from attnstudio.ui.backdrop import Backdrop
from attnstudio.ui.theme import look

_CLEAR = QColor(0, 0, 0, 0)


class FieldFrame:
    """Draws all of a spin box but its text, which is a widget of its own."""

    def __init__(self) -> None:
        self._backdrop = Backdrop()

    def draw(self, box: QAbstractSpinBox, *, refused: bool) -> None:
        """Draw the frame as the style sheet has those of other fields, marked where what was typed is refused."""
        line, width = ("error", look().line(2)) if refused else ("accent", 2.0) if box.hasFocus() else ("outline", 1.0)
        ground = "field" if box.isEnabled() else "window"
        frame = QRectF(box.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        radius = look().px(4) - width / 2

        def draw_frame(painter: QPainter) -> None:
            painter.setPen(QPen(look().colour(line), width))
            painter.setBrush(look().colour(ground))
            painter.drawRoundedRect(frame, radius, radius)

        with QPainter(box) as painter:
            self._backdrop.lay(painter, box, _CLEAR, (look(), frame.getRect(), line, ground), draw_frame)
