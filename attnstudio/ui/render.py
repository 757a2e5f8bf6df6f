"""A panel as a picture of exactly the size asked for, without a screen."""

from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.ui.painted import paint_tree
from attnstudio.ui.theme import look


def laid_out(widget: QWidget, size: QSize) -> None:
    """Give a widget and all within it their places, as showing it would; nothing appears."""
    widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    widget.setFixedSize(size)
    widget.show()
    QApplication.sendPostedEvents()
    QApplication.processEvents()


def picture(widget: QWidget) -> QImage:
    """Return what a laid out widget shows, one pixel a logical pixel, on the background of the theme."""
    image = QImage(widget.size(), QImage.Format.Format_RGB32)
    if image.isNull():
        raise MemoryError(f"a picture of {widget.width()} × {widget.height()} pixels")
    image.fill(look().colour("window"))
    painter = QPainter(image)
    paint_tree(widget, painter)
    painter.end()
    return image


def png(image: QImage) -> bytes:
    """Return an image as the bytes of a PNG file, the same for the same image."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]  # the stubs ask for bytes, Qt takes text
        raise OSError("Qt could not make a PNG file of the picture.")
    return bytes(buffer.data().data())
