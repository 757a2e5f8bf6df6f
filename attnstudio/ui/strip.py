"""The numbered strip over a formula: the order of reading, and the way to a stage."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.key_uses import KeyUse
from attnstudio.ui.painted import Painted
from attnstudio.ui.theme import look, text_on, text_width

_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
_GO = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
KEYS = (
    KeyUse(tuple(_STEPS), QT_TRANSLATE_NOOP("attnstudio", "Point at the next or previous stage")),
    KeyUse(_GO, QT_TRANSLATE_NOOP("attnstudio", "Go to the matrix of the stage")),
)


class StageStrip(Painted):
    """Numbered pills in one line; one tab stop, arrows move, Enter chooses.

    Parameters
    ----------
    stages : sequence of (str, str)
        Title of each stage and the kind that colours it.
    """

    chosen = Signal(int)

    def __init__(self, stages: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stages = tuple(stages)
        self._current = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(", ".join(f"{i + 1} {title}" for i, (title, _) in enumerate(self._stages)))
        self.setToolTip(self.tr("Press a number, or click, to go to a stage"))

    def sizeHint(self) -> QSize:
        return QSize(look().px(300), look().px(28))

    def pill(self, index: int) -> QRectF:
        """Where pill `index` stands."""
        gap = look().px(8)
        wide = (self.width() - gap * (len(self._stages) - 1)) / len(self._stages)
        spread = (self.width() - wide * len(self._stages)) / max(1, len(self._stages) - 1)
        return QRectF(index * (wide + spread), 1, wide, self.height() - 2)

    def paint(self, painter: QPainter) -> None:
        for index, (title, kind) in enumerate(self._stages):
            self._paint_pill(painter, index, title, kind)

    def _paint_pill(self, painter: QPainter, index: int, title: str, kind: str) -> None:
        rect, ink = self.pill(index), look().colour(kind)
        focused = self.hasFocus() and index == self._current
        painter.setPen(QPen(ink, look().line(2.5 if focused else 1.0)))
        painter.setBrush(look().cell(kind, 0.08, (0.0, 1.0)))
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), rect.height() / 2, rect.height() / 2)
        disc = QRectF(
            rect.left() + rect.height() * 0.16, rect.top() + rect.height() * 0.16, *[rect.height() * 0.68] * 2
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(disc)
        painter.setPen(text_on(ink))
        painter.setFont(look().font("small", bold=True))
        painter.drawText(disc, int(Qt.AlignmentFlag.AlignCenter), str(index + 1))
        painter.setPen(look().colour("text"))
        room = QRectF(
            disc.right() + look().px(6), rect.top(), rect.right() - disc.right() - look().px(8), rect.height()
        )
        font = look().font("body", bold=True)
        if text_width(font, title) > room.width():
            font = look().font("small", bold=True)
        painter.setFont(font)
        shown = QFontMetricsF(font).elidedText(title, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), shown)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for index in range(len(self._stages)):
            if self.pill(index).contains(event.position()):
                self._go(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _STEPS:
            self._current = (self._current + _STEPS[Qt.Key(event.key())]) % len(self._stages)
            self.update()
        elif event.key() in _GO:
            self._go(self._current)
        else:
            super().keyPressEvent(event)

    def _go(self, index: int) -> None:
        self._current = index
        self.update()
        self.chosen.emit(index)
