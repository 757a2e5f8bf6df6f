"""A column of widgets that scrolls where it must, and to whatever gets the keyboard."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QTextEdit, QVBoxLayout, QWidget

from attnstudio.ui.painted import Ground
from attnstudio.ui.theme import look


class ScrollColumn(QScrollArea):
    """Holds widgets one under another in `column`, as wide as itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inside = Ground("card")
        self.column = QVBoxLayout(self._inside)
        self.setWidget(self._inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.space()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._reveal)

    def space(self) -> None:
        """Keep the distances of the present look."""
        edge = look().px(14)
        self.column.setContentsMargins(edge, look().px(8), edge, edge)
        self.column.setSpacing(look().px(8))

    def _reveal(self, _before: QObject | None, now: QWidget | None) -> None:
        """Scroll to what has the keyboard, however it came there; a text that is read is left where it is."""
        if now is not None and self._inside.isAncestorOf(now) and not isinstance(now, QTextEdit):
            self.ensureWidgetVisible(now)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "column"):
            self.space()
