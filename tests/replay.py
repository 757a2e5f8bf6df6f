"""Paints the records of a QPicture again, one by one, and notes the mark that each leaves.

Qt keeps the format for what was written with it earlier, but describes it nowhere: a record that is not known fails.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from grounds import Pixels, beside, most_different, over, shares
from PySide6.QtCore import QBuffer, QByteArray, QDataStream, QIODevice, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QRegion,
    QTransform,
)

Outline = tuple[QPainterPath, bool]  # and whether it can be filled

_ELLIPSE, _POLYLINE, _POLYGON, _PIXMAP, _IMAGE, _TEXT, _TILED, _PATH = 7, 12, 13, 17, 18, 21, 24, 25
_BEGIN, _END = 30, 31
_FONT, _PEN, _BRUSH, _MATRIX, _CLIP_REGION, _CLIP_PATH, _HINTS, _COMPOSITION, _CLIPPING, _OPACITY = (
    45, 46, 47, 55, 61, 62, 63, 64, 65, 66,
)  # fmt: skip
_OF_PATTERNS = {40, 41, 43}  # colour and mode of their background, and where they begin: nothing has a pattern
_HEADER = 10  # bytes before the first record
_REACH = 4  # pixels around a shape that lie beside it: more than the border of a cell


class Left(NamedTuple):
    """A mark; `recording.Mark` says what its parts are."""

    shape: str
    colour: QColor
    grounds: dict[str, float]
    box: QRectF
    room: QRectF
    seen: QRectF
    text: str = ""
    pixels: float = 0.0
    bold: bool = False


class Replay:
    """Paints one QPicture.

    Parameters
    ----------
    painter : QPainter
        Its origin is where the picture goes.
    pixels : array of uint32, optional
        What the painter paints on. Without them all is painted, and no mark noted.
    seen : QRect
        Nothing is painted outside of it.
    reached : QRect
        What could be scrolled to.
    texts_only : bool
        True to paint nothing and note only the texts; the rest is not even read.
    """

    def __init__(
        self, painter: QPainter, pixels: Pixels | None, seen: QRect, reached: QRect, *, texts_only: bool = False
    ) -> None:
        self._painter, self._pixels, self._seen, self._reached = painter, pixels, seen, reached
        self._texts_only = texts_only
        self._world = painter.transform()
        self._clip: QPainterPath | None = None
        self._marks: list[Left] = []

    def play(self, picture: QByteArray) -> list[Left]:
        """Paint what a picture has been saved as and return the marks."""
        buffer = QBuffer(picture)
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        stream, skipped = QDataStream(buffer), _NO_TEXT if self._texts_only else frozenset[int]()
        for code, start in _records(picture.data()):
            if code not in skipped:
                buffer.seek(start)
                self._record(code, stream)
                assert stream.status() == QDataStream.Status.Ok, f"a record {code} that cannot be read"
        return self._marks

    def _record(self, code: int, stream: QDataStream) -> None:
        if code in _STATE:
            _STATE[code](self._painter, stream)
        elif code == _MATRIX:
            self._painter.setTransform(_read(stream, QTransform) * self._world)
        elif code in (_CLIP_REGION, _CLIP_PATH):
            self._set_clip(code, stream)
        elif code == _CLIPPING:
            if not stream.readBool():
                self._clip = None
                self._apply_clip()
        elif code == _TEXT:
            self._text(_read(stream, QPointF), stream.readQString(), _read(stream, QFont))
        elif code in (_PIXMAP, _IMAGE, _TILED):
            self._image(code, stream)
        elif code in _SHAPES:
            self._shape(*_SHAPES[code](stream))
        else:
            assert code == _END or code in _OF_PATTERNS, f"a record {code} that is not known"

    def _set_clip(self, code: int, stream: QDataStream) -> None:
        if code == _CLIP_REGION:
            path = QPainterPath()
            path.addRegion(_read(stream, QRegion))
        else:
            path = _read(stream, QPainterPath)
        how, path = Qt.ClipOperation(stream.readUInt8()), self._painter.transform().map(path)
        if how == Qt.ClipOperation.IntersectClip and self._clip is not None:
            path = self._clip.intersected(path)
        self._clip = None if how == Qt.ClipOperation.NoClip else path
        self._apply_clip()

    def _apply_clip(self) -> None:
        kept = self._painter.transform()
        self._painter.resetTransform()
        self._painter.setClipRect(self._seen)
        if self._clip is not None:
            self._painter.setClipPath(self._clip, Qt.ClipOperation.IntersectClip)
        self._painter.setTransform(kept)

    def _shape(self, outline: QPainterPath, closed: bool) -> None:
        """Fill and then stroke, each a mark of its own."""
        painter, pen, brush = self._painter, self._painter.pen(), self._painter.brush()
        if closed and brush.style() != Qt.BrushStyle.NoBrush:
            painter.setPen(Qt.PenStyle.NoPen)
            plain = brush.color() if brush.style() == Qt.BrushStyle.SolidPattern else None
            self._leave("fill", outline.boundingRect(), plain, lambda: painter.drawPath(outline))
        if pen.style() != Qt.PenStyle.NoPen:
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            half = pen.widthF() / 2
            box = outline.boundingRect().adjusted(-half, -half, half, half)
            self._leave("line", box, pen.color(), lambda: painter.drawPath(outline))
        painter.setPen(pen)
        painter.setBrush(brush)

    def _text(self, at: QPointF, text: str, font: QFont) -> None:
        self._painter.setFont(font)
        ink = QFontMetricsF(font).tightBoundingRect(text).translated(at)
        if text.strip() and not ink.isEmpty():
            colour, size = self._painter.pen().color(), float(QFontInfo(font).pixelSize())
            self._leave("text", ink, colour, lambda: self._painter.drawText(at, text), text, size, font.bold())

    def _image(self, code: int, stream: QDataStream) -> None:
        painter, target = self._painter, _read(stream, QRectF)
        if code == _IMAGE:
            image, part = _read(stream, QImage), _read(stream, QRectF)
            self._leave("picture", target, None, lambda: painter.drawImage(target, image, part))
        elif code == _PIXMAP:
            pixmap, part = _read(stream, QPixmap), _read(stream, QRectF)
            self._leave("picture", target, None, lambda: painter.drawPixmap(target, pixmap, part))
        else:
            pixmap, offset = _read(stream, QPixmap), _read(stream, QPointF)
            self._leave("picture", target, None, lambda: painter.drawTiledPixmap(target, pixmap, offset))

    def _leave(self, shape: str, box: QRectF, colour: QColor | None, draw: Callable[[], object], *text: Any) -> None:
        if self._pixels is None and not self._texts_only:
            draw()
            return
        place, room, seen = self._painter.transform().mapRect(box), QRectF(self._reached), QRectF(self._seen)
        if self._clip is not None:
            room, seen = room & self._clip.boundingRect(), seen & self._clip.boundingRect()
        if self._pixels is None:
            self._marks.append(Left(shape, QColor(colour), {}, place, room, place & seen, *text))
            return
        reach = 1 if shape == "text" else _REACH
        part = (place.adjusted(-reach, -reach, reach, reach) & seen).toAlignedRect() & self._seen
        after = self._pixels[part.top() : part.bottom() + 1, part.left() : part.right() + 1]
        before = after.copy()
        draw()
        changed = before != after
        if shape != "text" and not changed.any():
            return
        edges = beside(changed, _REACH)
        grounds = shares(before if shape == "text" or not edges.any() else before[edges])
        ground = QColor(max(grounds, key=lambda name: grounds[name])) if grounds else QColor()
        inked = most_different(after[changed], ground) if colour is None else over(colour, ground)
        self._marks.append(Left(shape, inked, grounds, place, room, place & seen, *text))


def _records(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the kind of every record of a picture, and where it starts."""
    at = _HEADER
    while at < len(data):
        code, length = data[at : at + 2]
        at += 2
        if code == _BEGIN:
            at += 20  # bounds, and the count of records
            continue
        if length == 255:
            length, at = int.from_bytes(data[at : at + 4], "big"), at + 4
        yield code, at
        at += length


def has_text(data: bytes) -> bool:
    """Say whether a picture has a text at all; most have none."""
    return any(code == _TEXT for code, _ in _records(data))


def _read(stream: QDataStream, kind: type[Any]) -> Any:
    value = kind()
    stream >> value
    return value


def _ellipse(stream: QDataStream) -> Outline:
    path = QPainterPath()
    path.addEllipse(_read(stream, QRectF))
    return path, True


def _polygon(stream: QDataStream) -> Outline:
    path, _ = _polyline(stream)
    path.closeSubpath()
    return path, True


def _polyline(stream: QDataStream) -> Outline:
    path = QPainterPath()
    path.addPolygon(_read(stream, QPolygonF))
    return path, False


def _path(stream: QDataStream) -> Outline:
    return _read(stream, QPainterPath), True


def _smooth(painter: QPainter, stream: QDataStream) -> None:
    asked = stream.readUInt32()
    for hint in (QPainter.RenderHint.Antialiasing, QPainter.RenderHint.TextAntialiasing):
        painter.setRenderHint(hint, bool(asked & hint.value))


_SHAPES = {_ELLIPSE: _ellipse, _POLYGON: _polygon, _POLYLINE: _polyline, _PATH: _path}
_STATE: dict[int, Callable[[QPainter, QDataStream], None]] = {
    _FONT: lambda painter, stream: painter.setFont(_read(stream, QFont)),
    _PEN: lambda painter, stream: painter.setPen(_read(stream, QPen)),
    _BRUSH: lambda painter, stream: painter.setBrush(_read(stream, QBrush)),
    _HINTS: _smooth,
    _COMPOSITION: lambda painter, stream: painter.setCompositionMode(QPainter.CompositionMode(stream.readInt32())),
    _OPACITY: lambda painter, stream: painter.setOpacity(stream.readDouble()),
}
_NO_TEXT = frozenset({*_SHAPES, _PIXMAP, _IMAGE, _TILED, _BRUSH, _HINTS, _COMPOSITION, _OPACITY})
