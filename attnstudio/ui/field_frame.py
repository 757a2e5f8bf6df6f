"""The frame of a field for numbers, kept as a picture: a style sheet takes long to draw one."""

from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QAbstractSpinBox, QStyle, QStyleOptionSpinBox

from attnstudio.ui.backdrop import Backdrop
from attnstudio.ui.painted import smooth
from attnstudio.ui.theme import look

_CLEAR = QColor(0, 0, 0, 0)


class FieldFrame:
    """Draws all of a spin box but its text, which is a widget of its own."""

    def __init__(self) -> None:
        self._backdrop = Backdrop()

    def draw(self, box: QAbstractSpinBox, *, refused: bool) -> None:
        """Draw the frame as the style has it, marked where what was typed is refused."""
        option = QStyleOptionSpinBox()
        box.initStyleOption(option)
        with QPainter(box) as painter:
            key = look(), option.rect.getRect(), option.state.value
            self._backdrop.lay(painter, box, _CLEAR, key, partial(_draw_frame, box, option))
            if refused:
                smooth(painter)
                width = look().line(2)
                painter.setPen(QPen(look().colour("error"), width))
                frame = QRectF(box.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
                painter.drawRoundedRect(frame, look().px(4), look().px(4))


def _draw_frame(box: QAbstractSpinBox, option: QStyleOptionSpinBox, painter: QPainter) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)  # as Qt draws it
    box.style().drawComplexControl(QStyle.ComplexControl.CC_SpinBox, option, painter, box)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
