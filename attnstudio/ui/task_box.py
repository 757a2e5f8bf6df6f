"""A framed place for the task of a step."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from attnstudio.ui.flow import FlowLayout
from attnstudio.ui.lesson_text import LessonText, Pictures
from attnstudio.ui.painted import Painted
from attnstudio.ui.theme import look
from attnstudio.ui.words import said
from attnstudio.ui.wrapped import Sentence

if TYPE_CHECKING:
    from attnstudio.ui.lesson_run import LessonRun


class TaskBox(Painted):
    """A framed place for a task: what kind it is, then its parts one under another."""

    finished = Signal()  # what has the keyboard is gone: nothing is left to do here

    def __init__(self, title: str, pictures: Pictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self.title = Sentence("title", bold=True)
        self.title.show_text(said(title))
        self.text = self._words(said(title))
        self.column = QVBoxLayout(self)
        for part in (self.title, self.text):
            self.column.addWidget(part)
        self._space()

    @property
    def said(self) -> tuple[QWidget, ...]:
        """What is said of what was done, in the order in which it is read."""
        raise NotImplementedError(f"{type(self).__name__} must say what it says.")

    def follow(self, run: "LessonRun") -> None:
        """Show how the task of a run stands; a keyboard whose place goes is given on."""
        focus = QApplication.focusWidget()
        had = focus is not None and self.isAncestorOf(focus)
        self._follow(run)
        if had and focus is not None and not (focus.isVisibleTo(self) and focus.isEnabled()):
            self._give_on()

    def _follow(self, run: "LessonRun") -> None:
        raise NotImplementedError(f"{type(self).__name__} must say how its task stands.")

    def _give_on(self) -> None:
        self.finished.emit()

    def _words(self, name: str) -> LessonText:
        text = LessonText(name, self._pictures)
        text.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        text.show_markdown("")
        return text

    def _row(self, *buttons: QWidget) -> QWidget:
        row = QWidget()
        flow = FlowLayout(row)
        for button in buttons:
            flow.addWidget(button)
        return row

    def _space(self) -> None:
        edge = look().px(12)
        self.column.setContentsMargins(edge + look().px(4), look().px(9), edge, edge)
        self.column.setSpacing(look().px(7))

    def paint(self, painter: QPainter) -> None:
        style, round_ = look(), look().px(4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(style.colour("note"))
        painter.drawRoundedRect(QRectF(self.rect()), round_, round_)
        painter.fillRect(QRectF(0, 0, style.px(4), self.height()), style.colour("accent"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "column"):
            self._space()
