"""What of a painted widget stays while its numbers change, kept as a picture for the screen."""

from collections.abc import Callable

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from attnstudio.ui.painted import smooth


class Backdrop:
    """The ground of a widget and what stays on it: a picture from the second time on, as long as it is the same."""

    def __init__(self) -> None:
        self._key: object = None
        self._picture: QPixmap | None = None

    def lay(
        self, painter: QPainter, widget: QWidget, ground: QColor, key: object, draw: Callable[[QPainter], object]
    ) -> None:
        """Cover a widget with its ground and what `draw` draws on it; both are the same as long as `key` is equal."""
        ratio, area = widget.devicePixelRatioF(), widget.rect()
        _prepare(painter, area)
        key = key, ratio
        if key != self._key or not _takes_pictures(painter, ratio):
            self._key, self._picture = key, None
            painter.fillRect(area, ground)
            draw(painter)
            return
        if self._picture is None:  # what changes with every frame never gets here
            self._picture = QPixmap(area.size() * ratio)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(ground)
            with QPainter(self._picture) as still:
                _prepare(still, area)
                draw(still)
        painter.drawPixmap(0, 0, self._picture)


def _takes_pictures(painter: QPainter, ratio: float) -> bool:
    """Return whether the pixels of a picture would lie on those of what is painted on: files have texts and lines."""
    return ratio.is_integer() and painter.paintEngine().type() == QPaintEngine.Type.Raster


def _prepare(painter: QPainter, area: QRect) -> None:
    painter.setClipRect(area)  # as `Painted` does: Qt smooths lines otherwise where there is no clip
    smooth(painter)
