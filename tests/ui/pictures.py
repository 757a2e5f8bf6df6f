"""What is in the files of pictures: drawn again, and taken apart."""

import re
import zlib

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer


def pixels(image: QImage) -> npt.NDArray[np.int16]:
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    return raw[:, :, :3].astype(np.int16)


def redrawn(data: bytes, *, enlarged: float = 1.0) -> QImage:
    """Draw an SVG file at its own size, or a larger one, on a colour that is in no theme."""
    renderer = QSvgRenderer(QByteArray(data))
    image = QImage(renderer.defaultSize() * enlarged, QImage.Format.Format_RGB32)
    image.fill(0xFF00FF)
    with QPainter(image) as painter:
        renderer.render(painter)
    return image


def streams(data: bytes) -> bytes:
    """Return all that is compressed in a PDF file."""
    found = re.findall(rb"/FlateDecode\s*>>\s*stream\n(.*?)\nendstream", data, re.DOTALL)
    return b"\n".join(map(zlib.decompress, found))


def pdf_texts(data: bytes) -> list[str]:
    """Return the texts of a PDF file, as copying them would."""
    objects = dict(re.findall(rb"^(\d+) 0 obj\n(.*?)^endobj", data, re.DOTALL | re.MULTILINE))
    found = []
    for block in re.findall(rb"BT\n(.*?)ET", streams(data), re.DOTALL):
        font = objects[re.search(rb"/F(\d+) ", block)[1]]  # type: ignore[index]
        letters = _letters(objects[re.search(rb"/ToUnicode (\d+) ", font)[1]])  # type: ignore[index]
        glyphs = "".join(map(bytes.decode, re.findall(rb"<([\da-fA-F]+)> Tj", block)))
        found.append("".join(letters[int(glyphs[i : i + 4], 16)] for i in range(0, len(glyphs), 4)))
    return found


def _letters(table: bytes) -> dict[int, str]:
    """Return the characters of the glyphs of a font."""
    letters = {}
    for first, codes in re.findall(rb"<([\dA-F]+)> <[\dA-F]+> \[(.*?)\]", table):
        for glyph, code in enumerate(re.findall(rb"<([\dA-F]+)>", codes), int(first, 16)):
            letters[glyph] = bytes.fromhex(code.decode()).decode("utf-16-be")
    return letters
