"""Rows of displays that pale while their numbers are not final."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.ui.card import Card
from attnstudio.ui.display_rows import DisplayRows
from attnstudio.ui.theme import look

VEIL = 120  # of 255, how much of the card's colour lies over numbers that are not final


class _Veil(QWidget):
    """Pales what lies beneath: numbers that are not final yet."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, _event: QPaintEvent) -> None:
        pale = QColor(look().colour("card"))
        pale.setAlpha(VEIL)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), pale)


class VeiledRows(DisplayRows):
    """Rows of displays over which a veil can be drawn."""

    def __init__(self, cards: Mapping[str, Card], *, widths: Mapping[str, int]) -> None:
        super().__init__(cards, widths=widths, heights={})
        self._veil = _Veil(self)

    def show_dimmed(self, dimmed: bool) -> None:
        """Pale everything while its numbers are not final."""
        self._veil.setVisible(dimmed)
        if dimmed:
            self._veil.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._veil.setGeometry(self.rect())
