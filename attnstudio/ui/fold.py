"""A fold: a button that opens and closes what stands under it."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAccessible, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QAccessibleWidget, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.accessible_sides import offer
from attnstudio.ui.control_row import hint
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

OPENED = QT_TRANSLATE_NOOP("attnstudio", "{name}: opened")
CLOSED = QT_TRANSLATE_NOOP("attnstudio", "{name}: closed")


class FoldButton(QToolButton):
    """A line of text as wide as its column, in fewer words where it does not fit; all are its tooltip and its name."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._wordings: tuple[str, ...] = ("",)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setProperty("words", True)
        self.toggled.connect(self._fit)

    def show_words(self, words: str, *shorter: str) -> None:
        """Show a text, or the first of shorter ones that fits, or as much of the last as does."""
        if self._wordings != (wordings := (words, *shorter)):
            self._wordings = wordings
            self.setAccessibleName(words)
            self.setToolTip(hint(words))
            self._fit()

    def _fit(self) -> None:
        """Shorten the text before the mark, which tells whether the fold is open."""
        template, mark = (OPENED, " ▴") if self.isChecked() else (CLOSED, " ▾")
        self.setAccessibleDescription(said(Message(template, {"name": self._name})))
        metrics = QFontMetricsF(look().font(bold=True))  # as it is while opened
        room = self.width() - look().px(24) - metrics.horizontalAdvance(mark)  # its padding and frame
        fitting = (words for words in self._wordings if metrics.horizontalAdvance(words) <= room)
        words = next(fitting, metrics.elidedText(self._wordings[-1], Qt.TextElideMode.ElideRight, room))
        self.setText(words.replace("&", "&&") + mark)

    def sizeHint(self) -> QSize:
        return QSize(look().px(64), super().sizeHint().height())  # the column gives it its width

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()


class Fold(QWidget):
    """A line of text with a mark; a click, Enter or Space opens the content below it.

    A subclass makes the content in `fill`, when it is first opened: a window with closed folds starts sooner.

    Parameters
    ----------
    name : str
        What is folded, for assistive tools; the text may say more.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filled = False
        self.button = FoldButton(name)
        self.content = QWidget()
        self.content.hide()
        self.rows = QVBoxLayout(self.content)
        self.rows.setContentsMargins(0, 0, 0, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look().px(6))
        column.addWidget(self.button)
        column.addWidget(self.content)
        self.button.toggled.connect(self._open)
        self.set_text(name)

    def set_text(self, text: str, *shorter: str) -> None:
        """Change what the line says, and what it says instead in less room."""
        self.button.show_words(text, *shorter)

    @property
    def filled(self) -> bool:
        """Whether the content is there."""
        return self._filled

    def fill(self) -> None:
        """Make the content and show in it what is."""
        raise NotImplementedError(f"{type(self).__name__} must say what is in it.")

    def make(self) -> None:
        """Have the content, folded or not."""
        if not self._filled:
            self._filled = True
            self.fill()

    def _open(self, opened: bool) -> None:
        self.make()
        self.content.setVisible(opened)


class _FoldAccess(QAccessibleWidget):
    """A fold's button as assistive tools see it: it expands, it is not merely pressed."""

    def __init__(self, button: FoldButton) -> None:
        super().__init__(button, QAccessible.Role.Button)

    def state(self) -> QAccessible.State:
        state, button = super().state(), self.object()
        if isinstance(button, FoldButton):
            state.expandable = True
            state.expanded = button.isChecked()
            state.collapsed = not button.isChecked()
        return state

    def actionNames(self) -> list[str]:
        return [self.pressAction(), *super().actionNames()]

    def doAction(self, name: str) -> None:
        button = self.object()
        if name == self.pressAction() and isinstance(button, FoldButton):
            button.click()
        else:
            super().doAction(name)


offer(FoldButton, _FoldAccess)
