"""Widgets that can draw themselves on any paint device, and the drawing of a whole tree of them."""

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QLabel, QWidget

from attnstudio.ui.accessible_painted import PaintedSide
from attnstudio.ui.accessible_sides import offer
from attnstudio.ui.theme import look

_SMOOTH = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing


class Painted(QWidget):
    """A widget whose look is one method, the same for the screen, an image, SVG and PDF."""

    _ground: str | None = None

    def stand_on(self, ground: str) -> None:
        """Say what colour of the look lies behind it all: repainting it then repaints nothing beneath."""
        self._ground = ground
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paint(self, painter: QPainter) -> None:
        """Draw the whole widget in its own coordinates."""
        raise NotImplementedError(f"{type(self).__name__} must say how it is painted.")

    def paint_miniature(self, painter: QPainter, rect: QRectF) -> None:
        """Draw shapes and colours without any text, fitted in a rectangle; nothing where there is nothing to see."""

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            dirty = event.rect()
            if self._ground is not None:
                painter.fillRect(dirty, look().colour(self._ground))
            painter.setClipRect(dirty)  # what `paint` may ask for
            smooth(painter)
            self.paint(painter)


offer(Painted, PaintedSide)


class Ground(Painted):
    """A plain area in a colour of the look, for widgets to stand on."""

    def __init__(self, colour: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour = colour
        self.stand_on(colour)

    def paint(self, painter: QPainter) -> None:
        """Draw nothing: what lies behind has the same colour."""

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), look().colour(self._colour))


def smooth(painter: QPainter) -> None:
    """Turn on smooth edges and text, as every figure has them."""
    painter.setRenderHints(_SMOOTH)


def paint_tree(widget: QWidget, painter: QPainter) -> None:
    """Draw a widget and all Painted widgets and labels in it that show, back to front.

    Parameters
    ----------
    widget : QWidget
        Laid out; it need not be on the screen.
    painter : QPainter
        Its origin becomes the top left corner of `widget`. Its state is left as it was.
    """
    painter.save()
    smooth(painter)
    _paint_below(widget, widget, QPoint(), widget.rect(), painter)
    painter.restore()


def _paint_below(widget: QWidget, root: QWidget, at: QPoint, within: QRect, painter: QPainter) -> None:
    room = within.translated(-at) & widget.rect()
    if room.isEmpty():  # nothing to see; and not every reader of SVG cuts off what a file has
        return
    painter.save()
    painter.translate(at)
    painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
    if isinstance(widget, Painted):
        painter.save()
        widget.paint(painter)
        painter.restore()
    elif isinstance(widget, QLabel):
        _paint_label(widget, painter)
    for child in widget.children():
        if isinstance(child, QWidget) and not child.isWindow() and child.isVisibleTo(root):
            _paint_below(child, root, child.pos(), room, painter)
    painter.restore()


def _paint_label(label: QLabel, painter: QPainter) -> None:
    """Draw a plain label through the painter, since QWidget.render would leave a picture instead of text."""
    label.ensurePolished()
    if not label.mask().isEmpty():
        painter.setClipRegion(QRegion(label.mask()), Qt.ClipOperation.IntersectClip)
    flags = int(label.alignment())
    flags |= int(Qt.TextFlag.TextWordWrap) if label.wordWrap() else 0
    flags |= int(Qt.TextFlag.TextHideMnemonic) if label.buddy() is not None else 0
    painter.setFont(label.font())
    painter.setPen(label.palette().color(label.foregroundRole()))
    margin = label.margin()
    painter.drawText(label.contentsRect().adjusted(margin, margin, -margin, -margin), flags, label.text())
