"""A panel as a picture of exactly the size asked for, without a screen: pixels, or shapes and text that stay sharp."""

import hashlib
import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QEventLoop, QHashSeed, QIODevice, QMarginsF, QSize, QSizeF, Qt, QUuid
from PySide6.QtGui import QImage, QPageSize, QPaintDevice, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QWidget

import attnstudio
from attnstudio.ui.painted import paint_tree
from attnstudio.ui.theme import look

DOTS = 96  # pixels an inch, as a browser has them
MAKER = f"attnstudio {attnstudio.__version__}"
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FAMILIES = re.compile('font-family="([^"]*)"')
_MILLIMETRES = re.compile(r'width="[\d.]+mm" height="[\d.]+mm"')
_BOX = re.compile(rb"Box \[0 0 [\d.]+ ([\d.]+)\]")
_CHARACTERS = re.compile(rb"(?<=\[)<[<>\dA-F ]+(?= \])")  # of the glyphs of a font
_DATES = re.compile(rb'/(?:Creation|Mod)Date \(D:[^)]*\)|xmp:\w+Date="[^"]*"')
_NO_NAME = "00000000-0000-5000-8000-000000000000"  # stands in a PDF until its bytes, which name it, are known


@dataclass(frozen=True)
class Caption:
    """What a file says of its picture: a title, and a sentence or two."""

    title: str = ""
    description: str = ""


def laid_out(widget: QWidget, size: QSize) -> None:
    """Give a widget and all within it their places, as showing it would; nothing appears."""
    widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    widget.setFixedSize(size)
    widget.show()
    QApplication.sendPostedEvents()
    QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)  # nobody acts half-way


def picture(widget: QWidget) -> QImage:
    """Return what a laid out widget shows, one pixel a logical pixel, on the background of the theme."""
    image = QImage(widget.size(), QImage.Format.Format_RGB32)
    if image.isNull():
        raise MemoryError(f"a picture of {widget.width()} × {widget.height()} pixels")
    _paint(widget, image)
    return image


def png(widget: QWidget, caption: Caption) -> bytes:
    """Return the picture of a laid out widget as a PNG file."""
    image = picture(widget)
    for name, text in (("Title", caption.title), ("Description", caption.description), ("Software", MAKER)):
        image.setText(name, text)
    buffer = _buffer()
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]  # the stubs ask for bytes, Qt takes text
        raise OSError("Qt could not make a PNG file of the picture.")
    return _content(buffer)


def svg(widget: QWidget, caption: Caption) -> bytes:
    """Return a laid out widget as an SVG file: real text in named fonts, no bitmap."""
    buffer, size = _buffer(), widget.size()
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # the older one leaves out what clips
    generator.setOutputDevice(buffer)
    generator.setResolution(DOTS)
    generator.setSize(size)
    generator.setViewBox(widget.rect())
    generator.setTitle(caption.title)
    generator.setDescription(caption.description)
    _paint(widget, generator)
    text = _NOT_XML.sub("\ufffd", _content(buffer).decode())
    text = _MILLIMETRES.sub(f'width="{size.width()}" height="{size.height()}"', text, count=1)  # those are rounded
    return _FAMILIES.sub(r'font-family="\1,sans-serif"', text).encode()


def pdf(widget: QWidget, caption: Caption) -> bytes:
    """Return a laid out widget as a PDF file of one page: real text in embedded fonts, no bitmap."""
    QHashSeed.setDeterministicGlobalSeed()  # the order of the fonts depends on it
    buffer, size = _buffer(), QSizeF(widget.size()) * 72 / DOTS
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS)
    writer.setPageSize(QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF())
    writer.setTitle(caption.title)
    writer.setCreator(MAKER)
    writer.setDocumentId(QUuid(_NO_NAME))
    _paint(widget, writer)
    QHashSeed.resetRandomGlobalSeed()
    return _named_by_content(_corrected(_content(buffer), size))


FORMATS: dict[str, Callable[[QWidget, Caption], bytes]] = {".png": png, ".svg": svg, ".pdf": pdf}
"""How to make a file, by the end of its name. The same picture gives the same bytes."""


def _paint(widget: QWidget, device: QPaintDevice) -> None:
    with QPainter(device) as painter:
        painter.fillRect(widget.rect(), look().colour("window"))
        paint_tree(widget, painter)


def _corrected(data: bytes, size: QSizeF) -> bytes:
    """Give the page of a PDF its exact size, which Qt rounds, and make copied spaces spaces, not tabs of the same look.

    No byte moves, since a PDF has a table of places.
    """

    def exact(box: re.Match[bytes]) -> bytes:
        top = float(box[1])  # where the picture begins
        return f"Box [0 {top - size.height()} {size.width()} {top}".encode().ljust(len(box[0]) - 1) + b"]"

    return _CHARACTERS.sub(lambda found: found[0].replace(b"<0009>", b"<0020>"), _BOX.sub(exact, data))


def _named_by_content(data: bytes) -> bytes:
    """Leave the time out of a PDF, and let its content decide its identity; no byte moves."""
    data = _DATES.sub(lambda date: b" " * len(date[0]), data)
    name = str(uuid.UUID(bytes=hashlib.sha256(data).digest()[:16], version=5))
    for here, there in ((_NO_NAME, name), (_NO_NAME.encode().hex(), name.encode().hex())):
        data = data.replace(here.encode(), there.encode())
    return data


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def _content(buffer: QBuffer) -> bytes:
    return bytes(buffer.data().data())
