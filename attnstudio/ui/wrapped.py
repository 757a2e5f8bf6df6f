"""Words that wrap where Qt's own widgets keep to one line: buttons and choices of a pane that may be narrow."""

import re

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QLabel, QRadioButton, QSizePolicy, QWidget

from attnstudio.ui.control_row import line_height
from attnstudio.ui.key_uses import goes_on
from attnstudio.ui.theme import look

WRAP = int(Qt.TextFlag.TextWordWrap)
_LONG = re.compile(r"\S{24}(?=\S)")
_BREAK = "\u200b"  # no character of its own: a line may end there


def breakable(text: str) -> str:
    """Return a text in which lines may end inside words that are longer than any word should be."""
    return _LONG.sub(lambda word: word[0] + _BREAK, text)


def wrapped_height(font: QFont, text: str, width: float) -> float:
    """Return the height of a text in lines of a width."""
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, max(1.0, width), 1e6), WRAP, text).height() if text else 0.0


def wraps() -> QSizePolicy:
    """Return the policy of what is as wide as it may be, and as high as it must be then."""
    policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    return policy


class Sentence(QLabel):
    """Plain words in as many lines as they need, in a font of the look.

    Parameters
    ----------
    role : str
    bold : bool
    tone : str
        muted or error; plain without it.
    """

    def __init__(self, role: str = "body", *, bold: bool = False, tone: str = "") -> None:
        super().__init__()
        self._role, self._bold = role, bold
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setProperty("tone", tone)
        self.setSizePolicy(wraps())
        self._dress()

    def show_text(self, text: str) -> None:
        """Show another text; none takes no place."""
        self.setText(breakable(text))
        self.setAccessibleName(text)
        if not text or self.parentWidget() is not None:  # what stands nowhere yet would be a window
            self.setVisible(bool(text))

    def _dress(self) -> None:
        self.setFont(look().font(self._role, bold=self._bold))

    def heightForWidth(self, width: int) -> int:
        return round(wrapped_height(self.font(), self.text(), width)) + 1

    def sizeHint(self) -> QSize:
        return QSize(look().px(40), self.heightForWidth(max(self.width(), look().px(40))))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()  # layouts keep the height of the width before

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._dress()


class WrappedRadio(QRadioButton):
    """One of several answers, in as many lines as it needs."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = breakable(text)
        self.setAccessibleName(text)
        self.setSizePolicy(wraps())

    def _left(self) -> int:
        return look().px(26)

    def heightForWidth(self, width: int) -> int:
        text = wrapped_height(look().font(), self.words, width - self._left() - look().px(4))
        return max(round(text) + 2 * look().px(4), line_height())

    def sizeHint(self) -> QSize:
        width = max(self.width(), look().px(120))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(look().px(80), line_height())

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not goes_on(event):
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        style, painter = look(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(style.colour("accent"), style.line(1.5)) if self.hasFocus() else Qt.PenStyle.NoPen)
        shaded = (self.hasFocus() or self.underMouse()) and self.isEnabled()
        painter.setBrush(style.colour("pressed") if shaded else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame, style.px(4), style.px(4))
        size = style.px(14)
        ring = QRectF(style.px(6), style.px(4) + (line_height() - 2 * style.px(4) - size) / 2, size, size)
        accent = style.colour("accent" if self.isEnabled() else "muted")
        painter.setPen(QPen(accent if self.isChecked() else style.colour("outline"), style.line(1.5)))
        painter.setBrush(style.colour("field"))
        painter.drawEllipse(ring)
        if self.isChecked():
            inset = size * 0.25
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(accent)
            painter.drawEllipse(ring.adjusted(inset, inset, -inset, -inset))
        painter.setFont(style.font())
        painter.setPen(style.colour("text" if self.isEnabled() or self.isChecked() else "muted"))
        room = QRectF(self._left(), style.px(4), self.width() - self._left() - style.px(4), self.height())
        painter.drawText(room, WRAP, self.words)
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
