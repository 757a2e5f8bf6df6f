"""A remark below a display: muted, wrapped, always as high, so that nothing moves while its numbers change."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnstudio.ui.control_row import describe
from attnstudio.ui.labels import Box, Label, pen, write_all
from attnstudio.ui.painted import Painted
from attnstudio.ui.theme import look


class NoteText(Painted):
    """A few lines of text; where they do not hold it, the whole is its tooltip.

    Parameters
    ----------
    lines : int
    """

    def __init__(self, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines, self._text = lines, ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.stand_on("card")

    @property
    def text(self) -> str:
        return self._text

    def show_text(self, text: str) -> None:
        """Show another text."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self._tell()
            self.update()

    def _shown(self) -> tuple[str, ...]:
        return pen(look()).lines(self._text, self.width() - look().px(4), self._lines)

    def _tell(self) -> None:
        whole = " ".join(self._shown()) == self._text
        describe(self, "" if whole else self._text)

    def sizeHint(self) -> QSize:
        return QSize(look().px(60), round(pen(look()).height * self._lines))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paint(self, painter: QPainter) -> None:
        left, high = look().px(2), pen(look()).height
        boxes = (Box(left, i * high, self.width(), (i + 1) * high) for i in range(self._lines))
        write_all(painter, [(look().colour("muted"), list(map(Label, self._shown(), boxes)))], look())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell()
