"""The tab that opens the side pane: at the end of the status line, where it takes no room from the panel."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QToolButton, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.control_row import describe
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

T = QT_TRANSLATE_NOOP
NEW = Message(T("lessons", "New here? 2 minutes"))
NEW_TIP = T("lessons", "Open the first lesson beside the panel: what attention does, in a few steps (F4)")
LESSONS = Message(T("lessons", "Lessons"))
LESSONS_TIP = T("lessons", "Open or fold the lessons beside the panel (F4)")
AT, SCENE = T("lessons", "Lesson: {step} of {all}"), T("lessons", "Scene {step} of {all}")
SCENE_TIP = T("lessons", "List the scenes of the playlist (F4), or return to the one that was left")


class LessonTab(QToolButton):
    """As low as the line it stands in."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("tab", True)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_lessons(new=True)

    def show_lessons(self, *, new: bool) -> None:
        """Offer the lessons; `new`: the first, to someone who has opened none."""
        self._show(NEW if new else LESSONS, NEW_TIP if new else LESSONS_TIP)

    def show_step(self, place: Mapping[str, object], *, scene: bool) -> None:
        """Say where in a lesson one is, its `step` of `all`; `scene`: in a playlist."""
        self._show(Message(SCENE if scene else AT, place), SCENE_TIP if scene else LESSONS_TIP)

    def _show(self, words: Message, tip: str) -> None:
        self.setText(said(words))
        self.setAccessibleName(said(words))
        describe(self, said(tip))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(look().font(bold=True))
        return QSize(round(metrics.horizontalAdvance(self.text())) + look().px(20), round(metrics.height()) + 2)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
