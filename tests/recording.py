"""What a window paints, mark by mark, with what lies beneath each: read from a QPicture of every widget.

A QPicture keeps what Qt's own widgets draw in C++ as well as what is painted in Python. It is replayed on an image, so
that the ground of a mark is what has been painted up to then.
"""

import weakref
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from grounds import Flags, Pixels
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPicture, QRegion
from PySide6.QtWidgets import QAbstractScrollArea, QWidget
from real_window import settle
from replay import Left, Replay, has_text


@dataclass(frozen=True)
class Mark:
    """Something painted.

    Attributes
    ----------
    shape : {"text", "fill", "line", "picture"}
    colour : QColor
        As it shows on its ground; of a picture or a gradient, the colour that stands out most.
    grounds : dict of str to float
        Colours that were there before, each with its share: in the box of a text, along the edges of everything else;
        empty where nothing can be seen of it.
    box : QRectF
        In the window, as if nothing were clipped; of a text its ink.
    room : QRectF
        What it may fill without being cut off: the part of its widget that shows, or could be scrolled to.
    seen : QRectF
        What of the box shows.
    pixels : float
        Size of the font of a text.
    """

    widget: QWidget
    shape: str
    colour: QColor
    grounds: dict[str, float]
    box: QRectF
    room: QRectF
    seen: QRectF
    text: str
    pixels: float
    bold: bool

    @property
    def ground(self) -> str:
        """The colour of most that was there before."""
        return max(self.grounds, key=lambda name: self.grounds[name])

    @property
    def where(self) -> str:
        """Its place in words, for messages."""
        widget: QWidget | None = self.widget
        names = list[str]()
        while widget is not None and len(names) < 3:
            names.append(type(widget).__name__ + (f" “{widget.accessibleName()}”" if widget.accessibleName() else ""))
            widget = widget.parentWidget()
        box = self.box
        place = f"({box.left():.0f}, {box.top():.0f}, {box.width():.0f} × {box.height():.0f})"
        return f"{self.shape} {self.text!r} at {place} in {' < '.join(names)}"


@dataclass
class Recording:
    """All marks of a window in the order in which they are painted, and the picture that they make."""

    image: QImage
    marks: list[Mark] = field(default_factory=list)

    def of(self, *shapes: str) -> list[Mark]:
        return [mark for mark in self.marks if mark.shape in shapes]


class _Place(NamedTuple):
    """Where a widget stands in the window, what of it shows, and what shows or could be scrolled to."""

    widget: QWidget
    at: QPoint
    seen: QRect
    reached: QRect


def recorded(window: QWidget, part: QWidget | None = None) -> Recording:
    """Return what a window and all visible widgets in it paint; of a part alone, with what lies behind it."""
    image = QImage(window.size(), QImage.Format.Format_RGB32)
    image.fill(window.palette().color(window.backgroundRole()))
    made = Recording(image)
    pixels = np.frombuffer(image.bits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    seen = window.rect() if part is None else QRect(part.mapTo(window, QPoint()), part.size()) & window.rect()
    for place in _stacked(_Place(window, QPoint(), seen, window.rect()), part):
        if part is None or place.widget is part or part.isAncestorOf(place.widget):
            made.marks += _marks(place, image, pixels)
        else:
            _marks(place, image, None)
    return made


def texts(window: QWidget) -> list[Mark]:
    """Return the texts of a window without painting it, which is far quicker; none has a ground."""
    settle()
    marks, screen = list[Mark](), _Screen.of(window)
    for place in _stacked(_Place(window, QPoint(), window.rect(), window.rect())):
        where = place.at.toTuple(), place.seen.getRect(), place.reached.getRect()
        left = screen.left(place)
        if left is None:
            left = _texts(_picture_of(place.widget).data(), *where)
        screen.kept[place.widget] = place[1:], left
        marks += [Mark(place.widget, *each) for each in left]
    return marks


class _Screen:
    """The pixels of a window: a widget none of whose pixels has changed since the last look has the same texts."""

    last: "_Screen | None" = None

    def __init__(self, window: QWidget, before: "_Screen | None") -> None:
        image = window.screen().grabWindow(window.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)
        bits = image.constBits() or b""  # none of what does not show
        self._pixels = np.frombuffer(bits, np.uint32).reshape(-1, max(1, image.width())).copy()
        self._scale = image.width() / window.width()
        self._window, self.kept = weakref.ref(window), WeakKeyDictionary[QWidget, tuple[object, list[Left]]]()
        self._changed: Flags | None = None
        if before is not None and before._window() is window and before._pixels.shape == self._pixels.shape != (0, 1):
            self.kept, self._changed = before.kept, before._pixels != self._pixels

    @classmethod
    def of(cls, window: QWidget) -> "_Screen":
        cls.last = cls(window, cls.last)
        return cls.last

    def left(self, place: _Place) -> list[Left] | None:
        """Return what a widget was found to leave, if it stands where it did, is wholly seen, and has not changed."""
        known, whole = self.kept.get(place.widget), QRect(place.at, place.widget.size())
        if self._changed is None or known is None or known[0] != place[1:] or place.seen != whole:
            return None
        left, top, right, bottom = (round(self._scale * edge) for edge in QRectF(whole).getCoords())
        return None if self._changed[top : bottom + 1, left : right + 1].any() else known[1]


@lru_cache(2_000)
def _texts(picture: bytes, at: Sequence[int], seen: Sequence[int], reached: Sequence[int]) -> list[Left]:
    """Return the texts of a picture at a place; most of a window stays as it was from one of its states to the next."""
    if not has_text(picture):
        return []
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.setClipRect(QRect(*seen))
        painter.translate(QPoint(*at))
        return Replay(painter, None, QRect(*seen), QRect(*reached), texts_only=True).play(QByteArray(picture))


def _marks(place: _Place, image: QImage, pixels: Pixels | None) -> list[Mark]:
    """Paint a widget and return the marks that it leaves, if the pixels that it changes are given."""
    with QPainter(image) as painter:
        painter.setClipRect(place.seen)
        painter.translate(place.at)
        marks = Replay(painter, pixels, place.seen, place.reached).play(_picture_of(place.widget))
    return [Mark(place.widget, *mark) for mark in marks]


def _stacked(place: _Place, part: QWidget | None = None) -> Iterator[_Place]:
    """Yield a widget and what in it shows or could be scrolled to, back to front; of a part, all around and in it."""
    yield place
    widget, at, seen, reached = place
    parent = widget.parentWidget()
    scrolls = isinstance(parent, QAbstractScrollArea) and widget is parent.viewport()
    for child in widget.children():
        if not isinstance(child, QWidget) or child.isWindow() or not child.isVisible():
            continue
        if part is not None and child is not part and not child.isAncestorOf(part):
            continue
        whole = QRect(at + child.pos(), child.size())
        reach = whole if scrolls else whole & reached
        if not reach.isEmpty():
            within = None if child is part else part
            yield from _stacked(_Place(child, at + child.pos(), whole & seen, reach), within)


def _picture_of(widget: QWidget) -> QByteArray:
    picture, buffer = QPicture(), QBuffer()
    flag = QWidget.RenderFlag.DrawWindowBackground if widget.isWindow() else QWidget.RenderFlag(0)
    widget.render(picture, QPoint(), QRegion(), flag)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer)
    return buffer.data()
