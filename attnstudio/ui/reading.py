"""The reading line: the arithmetic of the cell pointed at, written out."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.state.message import Message
from attnstudio.ui.control_row import describe
from attnstudio.ui.labels import pen
from attnstudio.ui.painted import Painted
from attnstudio.ui.theme import look, text_width
from attnstudio.ui.words import said

LINES = 2  # a long sum wraps once, so that the formula never moves


class ReadingLine(Painted):
    """A few lines of text on a pale ground, with a strong frame while a click keeps them.

    Parameters
    ----------
    note : Message
        What always holds, at the right: which way the axes go.
    """

    def __init__(self, note: Message, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._note = said(note)
        self._text = ""
        self._kept = False
        self._lines = LINES
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        return self._text

    def show_note(self, note: Message) -> None:
        """Show another note from now on."""
        if said(note) != self._note:
            self._note = said(note)
            self.update()

    def show_text(self, text: Message, *, kept: bool = False) -> None:
        """Show a sentence; `kept` marks one that stays while the pointer moves on."""
        shown = said(text)
        if (shown, kept) != (self._text, self._kept):
            self._text, self._kept = shown, kept
            self.setAccessibleName(shown)
            describe(self, shown)
            self.update()

    def set_lines(self, lines: int) -> None:
        """Take this many lines; a sentence that needs more is shown smaller, and whole in the tooltip."""
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        high = QFontMetricsF(look().font("body")).lineSpacing() * self._lines
        return QSize(look().px(200), round(high) + look().px(8))

    def paint(self, painter: QPainter) -> None:
        rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        edge = look().colour("accent" if self._kept else "border")
        painter.setPen(QPen(edge, look().line(2.0 if self._kept else 1.0)))
        painter.setBrush(look().colour("note"))
        painter.drawRoundedRect(rect, look().px(5), look().px(5))
        room = rect.adjusted(look().px(10), 0, -look().px(10), 0)
        room.setRight(room.right() - self._paint_note(painter, room))
        painter.setPen(look().colour("text"))
        font, text = self._fitting(room)
        painter.setFont(font)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap), text)

    def _paint_note(self, painter: QPainter, room: QRectF) -> float:
        """Write the note at the right where it leaves room for a sentence; return the width it takes."""
        small = look().font("small")
        width = text_width(small, self._note)
        if width > room.width() * 0.42:
            return 0.0
        painter.setFont(small)
        painter.setPen(look().colour("muted"))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), self._note)
        return width + look().px(14)

    def _fitting(self, room: QRectF) -> tuple[QFont, str]:
        """Return the larger font in which the text fits; in the smaller one as much of the text as does."""
        wrapped = int(Qt.TextFlag.TextWordWrap)
        for font in (look().font("body"), look().font("small")):
            needed = QFontMetricsF(font).boundingRect(QRectF(0, 0, room.width(), 1e6), wrapped, self._text)
            if needed.height() <= room.height():
                return font, self._text
        small = pen(look())
        lines = small.lines(self._text, room.width(), max(1, int(room.height() / small.height)))
        return small.font, "\n".join(lines)
