"""A sheet over the window: what is asked in a column that scrolls where it must, and its buttons under it."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from attnstudio.ui.control_row import PlainLabel
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

WIDTH = 560  # pixels at 100 %


class Sheet(QDialog):
    """Takes no event loop of its own: it is opened, and tells by signals what became of it; Esc closes it.

    Parameters
    ----------
    title : str
    action : str
        What its first button says.
    parent : QWidget
        The window; the sheet takes no more room than it has.
    """

    def __init__(self, title: str, action: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._room = parent
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._inside = QWidget()
        self.column = QVBoxLayout(self._inside)
        self.column.setContentsMargins(0, 0, 0, 0)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._inside)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.action: QPushButton = self.buttons.addButton(action, QDialogButtonBox.ButtonRole.AcceptRole)
        self.action.setDefault(True)
        self.cancel: QPushButton = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        self.cancel.setText(said("Cancel"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self._area, 1)
        layout.addWidget(self.buttons)
        self._space()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._reveal)

    def text(self, words: str, *, bold: bool = False, muted: bool = False) -> PlainLabel:
        """Return a sentence of the column, shown letter for letter."""
        label = PlainLabel(words, self._inside)
        label.setWordWrap(True)
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        if bold:
            font = label.font()
            font.setBold(True)
            label.setFont(font)
        if muted:
            label.setProperty("tone", "muted")
        return label

    def fit(self) -> None:
        """Take the height that the column needs, within the window."""
        room, layout = self._room.size(), self.layout()
        assert layout is not None
        margins = layout.contentsMargins()
        width = min(look().px(WIDTH), room.width())
        inside = width - margins.left() - margins.right()
        self.column.activate()
        least = self._inside.minimumSizeHint()
        high = self.column.heightForWidth(inside) if self.column.hasHeightForWidth() else least.height()
        high += margins.top() + layout.spacing() + self.buttons.sizeHint().height() + margins.bottom()
        width = max(width, min(least.width() + margins.left() + margins.right(), room.width()))
        self.resize(QSize(width, min(high, room.height())))
        layout.activate()
        more = self._area.verticalScrollBar().maximum()  # what parts of parts need
        self.resize(QSize(width, min(self.height() + more, room.height())))

    def _reveal(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Scroll to what has the keyboard, however it came there."""
        if now is not None and self._inside.isAncestorOf(now):
            self._area.ensureWidgetVisible(now)

    def _space(self) -> None:
        layout, gap = self.layout(), look().px(14)
        assert layout is not None
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(look().px(12))
        self.column.setSpacing(look().px(6))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and self.isVisible():
            self._space()
            self.fit()
