"""The list of lessons, with what one can do at the end of each and how far one has come; and that of scenes."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from attnstudio.state.counted import TASKS, Words, counted
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.button import Button, entered
from attnstudio.ui.control_row import describe
from attnstudio.ui.key_uses import goes_on
from attnstudio.ui.scroll_column import ScrollColumn
from attnstudio.ui.theme import look
from attnstudio.ui.words import said
from attnstudio.ui.wrapped import WRAP, Sentence, breakable, wrapped_height, wraps

T = QT_TRANSLATE_NOOP
HEADING = T("lessons", "Lessons")
ABOUT = T("lessons", "Each takes about ten minutes. Read, try, answer; you can stop anywhere and come back.")
DONE = T("lessons", "{done} of {tasks} done")
ALL_DONE: Words = T("lessons", "{count:,} task, done"), T("lessons", "all {count:,} tasks done")
OPENED = T("lessons", "opened")
CURRENT = T("lessons", "open now")
OWN = T("lessons", "Open a lesson from a file")
OWN_TIP = T("lessons", "A lesson file (.toml), your own or one that you were given")
ALL, ALL_TIP = T("lessons", "All lessons"), T("lessons", "Back to the list of lessons (Ctrl+L)")


class Listed(NamedTuple):
    """One lesson, or one scene of a playlist, as a list shows it."""

    key: str  # by which it is opened
    title: str
    goal: str = ""
    number: int = 0
    done: int = 0
    tasks: int = 0
    begun: bool = False
    current: bool = False

    def progress(self) -> str:
        """Say how far the learner has come."""
        if not self.tasks:
            return said(OPENED) if self.begun else ""
        if self.done >= self.tasks:
            return said(counted(self.tasks, ALL_DONE))
        tasks = counted(self.tasks, TASKS)
        return said(Message(DONE, {"done": self.done, "tasks": tasks}) if self.begun and self.tasks > 1 else tasks)


class LessonEntry(QAbstractButton):
    """A lesson: number, title, goal and progress; a click, Enter or Space opens it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lesson = Listed("", "")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(wraps())

    @property
    def lesson(self) -> Listed:
        return self._lesson

    def show_lesson(self, lesson: Listed) -> None:
        """Show a lesson."""
        if lesson != self._lesson:
            self._lesson = lesson
            self.setAccessibleName(", ".join(filter(None, (self._title(), self._state()))))
            describe(self, lesson.goal)
            self.setToolTip("")  # all of it is to be read already
            self.updateGeometry()
            self.update()

    def _title(self) -> str:
        lesson = self._lesson
        return f"{lesson.number}  {lesson.title}" if lesson.number else lesson.title

    def _state(self) -> str:
        current = [said(CURRENT)] if self._lesson.current else []
        return "  ·  ".join(filter(None, [*current, self._lesson.progress()]))

    def _lines(self) -> tuple[tuple[str, str, bool, str], ...]:
        """Return each text with its font and colour."""
        lines = (
            (breakable(self._title()), "title", True, "text"),
            (breakable(self._lesson.goal), "body", False, "text"),
            (self._state(), "small", False, "muted"),
        )
        return tuple(line for line in lines if line[0])

    def heightForWidth(self, width: int) -> int:
        style = look()
        room = width - 2 * style.px(12)
        heights = [wrapped_height(style.font(role, bold=bold), text, room) for text, role, bold, _ in self._lines()]
        return round(sum(heights)) + style.px(4) * (len(heights) - 1) + 2 * style.px(9)

    def sizeHint(self) -> QSize:
        width = max(self.width(), look().px(200))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(look().px(80), look().px(30))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()  # layouts keep the height of the width before

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not (goes_on(event) or entered(self, event)):
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        style, painter = look(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        marked = self.underMouse() or self.isDown() or self._lesson.current
        pen = QPen(style.colour("accent"), 2) if self.hasFocus() else QPen(style.colour("outline"), 1)
        painter.setPen(pen)
        painter.setBrush(style.colour("pressed" if marked else "field"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), style.px(6), style.px(6))
        room = QRectF(self.rect()).adjusted(style.px(12), style.px(9), -style.px(12), 0)
        for text, role, bold, colour in self._lines():
            font = style.font(role, bold=bold)
            painter.setFont(font)
            painter.setPen(style.colour(colour))
            painter.drawText(room, WRAP, text)
            room.setTop(room.top() + wrapped_height(font, text, room.width()) + style.px(4))
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()


class LessonList(ScrollColumn):
    """A heading, what it is about, entries one under another, and a button.

    Parameters
    ----------
    button, tip : str
    """

    chosen = Signal(str)  # the key of an entry
    more = Signal()  # the button is pressed

    def __init__(self, button: str, tip: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entries: list[LessonEntry] = []
        self.heading, self.about = Sentence("heading", bold=True), Sentence(tone="muted")
        self.button = Button(button, tip)
        self.button.clicked.connect(self.more)
        for widget in (self.heading, self.about, self.button):
            self.column.addWidget(widget)
        self.column.addStretch(1)

    def show_lessons(self, heading: str, about: str, lessons: Sequence[Listed]) -> None:
        """Show these lessons, or scenes."""
        self.heading.show_text(heading)
        self.about.show_text(about)
        while len(self.entries) < len(lessons):
            entry = LessonEntry()
            entry.clicked.connect(lambda _checked=False, entry=entry: self.chosen.emit(entry.lesson.key))
            self.column.insertWidget(2 + len(self.entries), entry)
            self.entries.append(entry)
        for i, entry in enumerate(self.entries):
            entry.setVisible(i < len(lessons))
            if i < len(lessons):
                entry.show_lesson(lessons[i])

    def give_focus(self) -> None:
        """Give the keyboard to the lesson that is open, to the first that is not done, or to the first."""
        shown = [entry for entry in self.entries if not entry.isHidden()]
        current = [entry for entry in shown if entry.lesson.current]
        undone = [entry for entry in shown if not entry.lesson.tasks or entry.lesson.done < entry.lesson.tasks]
        for entry in (*current, *undone, *shown)[:1]:
            entry.setFocus(Qt.FocusReason.OtherFocusReason)
            self.ensureWidgetVisible(entry)
