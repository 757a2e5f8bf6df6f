"""The reading line: the arithmetic of the cell pointed at, written out."""

import math
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPen, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.state.message import Message
from attnstudio.ui.control_row import describe
from attnstudio.ui.labels import Pen, pen
from attnstudio.ui.painted import Painted
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

LINES = 2  # a long sum wraps once, so that the formula never moves


class ReadingText(Painted):
    """A sentence on a pale ground, with a strong frame while a click keeps it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._kept = False
        self._fit: tuple[object, tuple[Pen, str]] | None = None

    @property
    def text(self) -> str:
        return self._text

    def show_text(self, text: Message, *, kept: bool = False) -> None:
        """Show a sentence; `kept` marks one that stays while the pointer moves on."""
        shown = said(text)
        if (shown, kept) == (self._text, self._kept):
            return
        before = self._written()
        self._text, self._kept = shown, kept
        self.setAccessibleName(shown)
        describe(self, shown)
        if self._written() != before:  # what changes may have no room
            self.update()

    def _written(self) -> object:
        """Return all of the sentence that is seen."""
        return self.isVisible() and (self._kept, self._fitting(self._room()))

    def paint(self, painter: QPainter) -> None:
        rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        edge = look().colour("accent" if self._kept else "border")
        painter.setPen(QPen(edge, look().line(2.0 if self._kept else 1.0)))
        painter.setBrush(look().colour("note"))
        painter.drawRoundedRect(rect, look().px(5), look().px(5))
        room = self._room()
        writing, text = self._fitting(room)
        layout, height = laid_out(writing, text, room.width())
        painter.setPen(look().colour("text"))
        layout.draw(painter, QPointF(room.left(), room.top() + (room.height() - height) / 2))

    def _room(self) -> QRectF:
        """Return where the sentence stands."""
        return QRectF(self.rect()).adjusted(1 + look().px(10), 1, -1 - look().px(10), -1)

    def _fitting(self, room: QRectF) -> tuple[Pen, str]:
        """Return the larger pen with which the text fits; with the smaller one as much of the text as does."""
        key = self._text, room.width(), room.height(), look()
        if self._fit is None or self._fit[0] != key:
            self._fit = key, self._fitted(room)
        return self._fit[1]

    def _fitted(self, room: QRectF) -> tuple[Pen, str]:
        small = pen(look())
        for writing in (pen(look(), "body"), small):
            if may_fit(writing, self._text, room) and needed(writing, self._text, room.width()) <= room.height():
                return writing, self._text
        lines = small.lines(self._text, room.width(), max(1, int(room.height() / small.height)))
        return small, "\n".join(lines)


class ReadingLine(ReadingText):
    """A few lines of the panel.

    Parameters
    ----------
    note : Message
        What always holds, at the right: which way the axes go.
    """

    clicked = Signal()

    def __init__(self, note: Message, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._note, self._note_stays = said(note), False
        self._lines = LINES
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def holds_all(self) -> bool:
        """Whether the whole sentence has room."""
        return self._fitting(self._room())[1] == self._text

    def show_note(self, note: Message, *, stays: bool = False) -> None:
        """Show another note from now on; `stays`: also where the sentence has no room beside it."""
        if (said(note), stays) != (self._note, self._note_stays):
            self._note, self._note_stays = said(note), stays
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def set_lines(self, lines: int) -> None:
        """Take this many lines; a sentence that needs more is shown smaller, and whole in the tooltip."""
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()

    def set_page(self, page: bool) -> None:
        """Take all the height that there is, where nothing else is read; else that of its lines."""
        high = QSizePolicy.Policy.Expanding if page else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, high)

    def sizeHint(self) -> QSize:
        high = QFontMetricsF(look().font("body")).lineSpacing() * self._lines
        return QSize(look().px(200), round(high) + look().px(8))

    def paint(self, painter: QPainter) -> None:
        if not self._text and not self._note_width():
            return  # an empty box in a picture
        super().paint(painter)
        if self._note_width():
            painter.setFont(look().font("small"))
            painter.setPen(look().colour("muted"))
            flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
            painter.drawText(super()._room(), flags, self._note)

    def _note_width(self) -> float:
        """Return the width of the note, 0 where it would leave no room for the sentence."""
        width, room = pen(look()).width(self._note), super()._room()
        if not width or width > room.width() * (0.42 if self._text else 1.0):
            return 0.0
        if self._note_stays:
            return width
        beside = room.adjusted(0, 0, -width - look().px(14), 0)
        return width if self._fitting(beside)[1] == self._text else 0.0

    def _room(self) -> QRectF:
        width = self._note_width()
        return super()._room().adjusted(0, 0, -width - look().px(14) if width else 0, 0)


class ReadingSheet(ReadingText):
    """An arithmetic that has no room in the reading line, over the panel: nothing moves under the pointer for it.

    It takes no clicks, and as many lines as the sentence needs.
    """

    SHARE = 0.45  # of the panel's height; a longer sentence is written smaller

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def float_over(self, area: QRectF, avoided: Sequence[QRectF]) -> None:
        """Stand at the bottom of an area, or at its top where that covers less of `avoided`, the first ones first."""
        height = self._height(area)
        bottom, top = area.adjusted(0, area.height() - height, 0, 0), area.adjusted(0, 0, 0, height - area.height())
        least = min((bottom, top), key=lambda place: [_overlap(place, each) for each in avoided])
        self.setGeometry(least.toAlignedRect())
        self.raise_()
        self.show()

    def _height(self, area: QRectF) -> float:
        width, around = area.width() - 2 - 2 * look().px(10), 2 + look().px(8)
        body, small = (needed(pen(look(), role), self._text, width) + around for role in ("body", "small"))
        return min(body if body <= area.height() * self.SHARE else small, area.height())


def needed(writing: Pen, text: str, width: float) -> float:
    """Return the height that a text takes with a pen, wrapped to a width."""
    return laid_out(writing, text, width)[1]


def may_fit(writing: Pen, text: str, room: QRectF) -> bool:
    """Return whether a text is not surely too long for a room, as its words say, most of which were measured before."""
    words, lines = text.split(), int(room.height() / writing.height)
    spaces = max(0, len(words) - lines)  # none where a line ends
    return sum(map(writing.width, words)) + spaces * writing.width(" ") <= lines * room.width()


@lru_cache(maxsize=16)  # of a sentence that is drawn once it was measured
def laid_out(writing: Pen, text: str, width: float) -> tuple[QTextLayout, float]:
    """Return a text wrapped to a width, and its height; lines start at whole pixels, as those of `drawText` do."""
    layout, option, height = QTextLayout(text.replace("\n", "\u2028"), writing.font), QTextOption(), 0.0
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)  # or drawing would shape it again
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0.0, math.ceil(height)))
        height = math.ceil(height) + line.rect().height()
    layout.endLayout()
    return layout, height


def _overlap(a: QRectF, b: QRectF) -> float:
    common = a & b
    return common.width() * common.height() if common.isValid() else 0.0
