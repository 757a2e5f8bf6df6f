"""What of a painted widget stays while its numbers change, kept as a picture for the screen."""

from collections.abc import Callable

from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from attnstudio.ui.painted import smooth

_RASTER = QPaintEngine.Type.Raster


class Backdrop:
    """The ground of a widget and what stays on it: a picture from the second time on, as long as it is the same.

    What was there before is kept too: a drag often comes back to it.
    """

    def __init__(self) -> None:
        self._kept: list[tuple[object, QPixmap | None]] = []  # at most two keys with their pictures, newest first

    def lay(
        self, painter: QPainter, widget: QWidget, ground: QColor, key: object, draw: Callable[[QPainter], object]
    ) -> None:
        """Cover a widget with its ground and what `draw` draws on it; both are the same as long as `key` is equal.

        There is no picture where its pixels would not lie on those of the screen, nor for a recording, which has texts
        and lines. What is drawn over it has to ask for smooth edges itself where it needs them.
        """
        ratio, area = widget.devicePixelRatioF(), widget.rect()
        painter.setClipRect(area)  # as `Painted` does: Qt smooths lines otherwise where there is no clip
        key = key, ratio
        known = next((kept for kept in self._kept if kept[0] == key), None)
        if known is None or not ratio.is_integer() or painter.paintEngine().type() is not _RASTER:
            self._kept = [(key, None), *(kept for kept in self._kept if kept is not known)][:2]
            painter.fillRect(area, ground)
            smooth(painter)
            draw(painter)
            return
        if known is not self._kept[0]:
            self._kept.reverse()
        picture = known[1]
        if picture is None:  # what changes with every frame never gets here
            picture = QPixmap(area.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(ground)
            with QPainter(picture) as still:
                still.setClipRect(area)
                smooth(still)
                draw(still)
            self._kept[0] = key, picture
        painter.drawPixmap(0, 0, picture)
