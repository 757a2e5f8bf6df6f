"""Text in figures: measured once, broken into lines, and written at its place."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QStaticText, QTransform

from attnstudio.ui.theme import Look

_SPACES = re.compile(r"[ \n]+")  # where lines end: not at the spaces that bind what stands beside them


class Box(NamedTuple):
    """A rectangle in pixels, y downward; plain floats, since placing compares thousands of them."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def rect(self) -> QRectF:
        left, top, right, bottom = self
        return QRectF(left, top, right - left, bottom - top)

    def inset(self, by: float) -> "Box":
        left, top, right, bottom = self
        return Box(left + by, top + by, right - by, bottom - by)

    def overlaps(self, other: "Box") -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def contains(self, other: "Box") -> bool:
        return (
            self.left <= other.left
            and other.right <= self.right
            and self.top <= other.top
            and other.bottom <= self.bottom
        )

    def crossed_by(self, line: "Line") -> bool:
        """Return whether a straight line from one point to another touches the box."""
        left, top, right, bottom, dx, dy, x, y = bounded(line)
        if left > self.right or right < self.left or top > self.bottom or bottom < self.top:
            return False
        middle = (self.left + self.right - 2 * x) * dy - (self.top + self.bottom - 2 * y) * dx
        return abs(middle) <= self.width * abs(dy) + self.height * abs(dx)


class Line(NamedTuple):
    """A straight line in pixels that labels should keep off."""

    x1: float
    y1: float
    x2: float
    y2: float


def bounded(line: tuple[float, float, float, float]) -> tuple[float, ...]:
    """Return left, top, right and bottom of a line, its direction and its start."""
    x1, y1, x2, y2 = line
    left, right = (x1, x2) if x1 < x2 else (x2, x1)
    top, bottom = (y1, y2) if y1 < y2 else (y2, y1)
    return left, top, right, bottom, x2 - x1, y2 - y1, x1, y1


_PLAIN, _UNTURNED = Qt.TextFormat.PlainText, QTransform()
_DIGITS = str.maketrans("123456789", "000000000")


def zeroed(text: str) -> str:
    """Return a text as wide: digits are of equal width in all fonts of the look, so that few have to be measured."""
    return text.translate(_DIGITS)


class Pen:
    """A font of a look with its measures: what writes a label."""

    def __init__(self, font: QFont) -> None:
        metrics = QFontMetricsF(font)
        self.font = font
        self.height = metrics.height()
        self.ascent = metrics.ascent()
        self._metrics = metrics
        self.width = lru_cache(maxsize=4096)(self._width)
        self._measured = lru_cache(maxsize=1024)(self._measure)
        self.lines = lru_cache(maxsize=1024)(self._lines)
        self.laid_out = lru_cache(maxsize=4096)(self._laid_out)

    def _width(self, text: str) -> float:
        """Return the width of a text, which is that of its words, most of which were measured before."""
        words = text.split(" ")
        if len(words) > 1 and text != " ":
            return sum(map(self.width, words)) + (len(words) - 1) * self.width(" ")
        return self._measured(zeroed(text))

    def _measure(self, text: str) -> float:
        return self._metrics.horizontalAdvance(text)  # a cache around Qt's own would read its help text: 80 ms

    def _laid_out(self, text: str) -> QStaticText:
        """Return a text laid out once, which draws twice as fast."""
        static = QStaticText(text)
        static.setTextFormat(_PLAIN)
        static.prepare(_UNTURNED, self.font)
        return static

    def elided(self, text: str, width: float) -> str:
        """Return `text`, or as much of its beginning as fits with an ellipsis; "" where nothing does."""
        if self.width(text) <= width:
            return text
        end = self._end(text, width)
        return _shortened(text, end) if end else ""

    def _end(self, text: str, width: float) -> int:
        """Return how many characters fit with an ellipsis: guessed from those before it, and then measured."""
        ends = list(accumulate(map(self.width, text)))
        end = min(bisect_right(ends, width - self.width("…")), len(text) - 1)
        while end + 1 < len(text) and self._width_shortened(text, end + 1) <= width:
            end += 1
        while end and self._width_shortened(text, end) > width:
            end -= 1
        return end

    def _width_shortened(self, text: str, end: int) -> float:
        return self._width(_shortened(text, end))

    def _lines(self, text: str, width: float, most: int) -> tuple[str, ...]:
        """Break `text` at spaces into at most `most` lines no wider than `width`; the last one may be elided."""
        words, lines = [word for word in _SPACES.split(text) if word], list[str]()
        while words and len(lines) < most:
            count = self._fitting(words, width)
            if len(lines) == most - 1:
                lines.append(self.elided(" ".join(words[: count + 1]), width))  # what is beyond is not seen
                break
            lines.append(self.elided(" ".join(words[:count]), width))
            words = words[count:]
        return tuple(line for line in lines if line)

    def _fitting(self, words: Sequence[str], width: float) -> int:
        """Return how many words fit in a line, one at the least."""
        space = self.width(" ")
        ends = accumulate(self.width(word) + space for word in words)
        return next((count for count, end in enumerate(ends) if end > width + space), len(words)) or 1


def _shortened(text: str, end: int) -> str:
    return text[:end].rstrip() + "…"


@lru_cache(maxsize=64)
def pen(look: Look, role: str = "small", bold: bool = False) -> Pen:
    """Return the measured font of a role in a look."""
    return Pen(look.font(role, bold=bold))


def number_role(look: Look) -> str:
    """Return in which font numbers stand: from the back row they are read as those in cells are."""
    return "cell" if look.projector else "small"


class Label(NamedTuple):
    """A text that has its place; `leader` joins it to its point where it stands far from it."""

    text: str
    box: Box
    bold: bool = False
    leader: Line | None = None


def write_all(
    painter: QPainter, groups: Sequence[tuple[QColor, Sequence[Label | None]]], look: Look, role: str = "small"
) -> None:
    """Write groups of labels, each in its colour: first what is plain, then what is bold, as fonts take time to set."""
    for bold in (False, True):
        writing: Pen | None = None
        for colour, labels in groups:
            alike = [label for label in labels if label is not None and label.bold is bold]
            if not alike:
                continue
            if writing is None:
                writing = pen(look, role, bold)
                painter.setFont(writing.font)
            painter.setPen(colour)
            for text, (left, top, _, _), _, leader in alike:
                if leader is not None:
                    painter.drawLine(QLineF(*leader))
                painter.drawStaticText(QPointF(left, top), writing.laid_out(text))
