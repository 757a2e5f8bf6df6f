"""One line over the panel that stands for the page of a step while that is out of sight."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnstudio.state.lesson_words import heard
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.button import Button
from attnstudio.ui.challenge_box import IMPOSSIBLE, SOLVED
from attnstudio.ui.control_row import describe, line_height
from attnstudio.ui.distance_bar import DistanceBar
from attnstudio.ui.lesson_foot import NEXT, NEXT_TIP
from attnstudio.ui.lesson_text import Pictures
from attnstudio.ui.theme import look
from attnstudio.ui.top_bar import ElidedLabel
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.ui.lesson_run import LessonRun

T = QT_TRANSLATE_NOOP
TASK = T("lessons", "Task of the lesson")
LESSON, LESSON_TIP = T("lessons", "Lesson"), T("lessons", "Turn to the page of this step (F4)")
BAR, BAR_LEAST = 90, 40  # pixels at 100 % in width
GOAL_LEAST = 60  # below, the goal gives way to the distance


class TaskLine(QWidget):
    """The goal of a challenge and how far it is, else the title of the step; it places its parts itself.

    A layout would lay out the whole window for each move of a slider.

    Parameters
    ----------
    pictures : Pictures
        Of the texts of lessons: in one line stand their words.
    """

    wanted = Signal()  # the page of the step
    forward = Signal()

    def __init__(self, pictures: Pictures, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pictures = pictures
        self._work: object = None  # the go at the step
        self._challenged = self._solved = False
        self.goal, self.distance, self.bar = ElidedLabel(self), ElidedLabel(self), DistanceBar()
        self.next_button, self.lesson_button = Button(NEXT, NEXT_TIP), Button(LESSON, LESSON_TIP)
        self.next_button.setProperty("primary", True)
        for part in (self.bar, self.next_button, self.lesson_button):
            part.setParent(self)
        self.next_button.clicked.connect(self.forward)
        self.lesson_button.clicked.connect(self.wanted)
        self.setAccessibleName(said(TASK))
        self._dress()

    def follow(self, run: "LessonRun") -> None:
        """Show how the step of a run stands; out of sight too, so that the bar knows the longest way."""
        lesson, step, pursuit = run.lesson, run.step, run.pursuit
        if lesson is None or step is None:
            return
        if run.work is not self._work:
            self._work = run.work
            self.bar.begin()
        goal = "" if pursuit is None else heard(self._pictures.in_words(pursuit.challenge.text))
        self.goal.show_text(goal or step.heading or lesson.title)
        describe(self, self.goal.accessibleName())
        words = "" if run.standing is None else self.bar.show_standing(run.standing)
        self._challenged, self._solved = pursuit is not None, pursuit is not None and pursuit.solved
        if pursuit is not None and self._solved:
            words = said(IMPOSSIBLE if pursuit.challenge.impossible else SOLVED)
        self.distance.show_text(words)
        self._show_parts(last=not run.can_forward)
        self._place()

    def _show_parts(self, *, last: bool) -> None:
        leaving = self.next_button.hasFocus()
        self.distance.setVisible(self._challenged)
        self.distance.setFont(look().font(bold=self._solved))
        self.bar.setVisible(self._challenged and not self._solved)
        self.next_button.setVisible(self._solved and not last)
        if leaving and self.next_button.isHidden():
            self.lesson_button.setFocus()

    def _place(self) -> None:
        """Give buttons, bar and distance what they need from the right on, and the goal what is left."""
        edge, gap, width, height = look().px(10), look().px(10), self.width(), self.height()
        right = width - edge
        for button in (self.lesson_button, self.next_button):
            if not button.isHidden():
                needed = button.sizeHint()
                right -= needed.width()
                button.setGeometry(right, (height - 1 - needed.height()) // 2, needed.width(), needed.height())
                right -= gap
        room = right - edge
        if not self.distance.isHidden():
            bar = 0 if self.bar.isHidden() else look().px(BAR if room > 6 * look().px(BAR) else BAR_LEAST) + gap
            wanted = min(self.distance.sizeHint().width(), max(1, room - bar))
            if bar:
                high = look().px(10)
                self.bar.setGeometry(right - bar + gap, (height - 1 - high) // 2, bar - gap, high)
            left = right - bar - wanted
            room -= bar + wanted + gap
            if room < look().px(GOAL_LEAST):  # the goal is in the tooltip alone
                left, wanted, room = edge, right - bar - edge, 1
            self.distance.setGeometry(left, 0, max(1, wanted), height - 1)
        self.goal.setGeometry(edge, 0, max(1, room), height - 1)

    def _dress(self) -> None:
        self.goal.setFont(look().font())
        self.distance.setFont(look().font(bold=self._solved))
        self.updateGeometry()
        self._place()

    def minimumSizeHint(self) -> QSize:
        return QSize(1, line_height() + look().px(3))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # of a text that is longer, or a button in another font
            self._place()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "next_button"):
            self._dress()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), look().colour("note"))
            painter.fillRect(0, 0, look().px(4), self.height(), look().colour("accent"))
            painter.fillRect(0, self.height() - 1, self.width(), 1, look().colour("border"))
