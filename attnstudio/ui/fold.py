"""A fold: a button that opens and closes what stands under it."""

from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget

from attnstudio.ui.theme import look


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
        self._name = name
        self._text = name
        self._filled = False
        self.button = QToolButton()
        self.button.setCheckable(True)
        self.button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.button.setProperty("fold", True)
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
        self._write()

    def set_text(self, text: str) -> None:
        """Change what the closed fold says."""
        if text != self._text:
            self._text = text
            self._write()

    @property
    def filled(self) -> bool:
        """Whether the content is there."""
        return self._filled

    def fill(self) -> None:
        """Make the content and show in it what is."""
        raise NotImplementedError(f"{type(self).__name__} must say what is in it.")

    def _open(self, opened: bool) -> None:
        if not self._filled:
            self._filled = True
            self.fill()
        self.content.setVisible(opened)
        self._write()

    def _write(self) -> None:
        opened = self.button.isChecked()
        self.button.setText(f"{self._text} {'▴' if opened else '▾'}")
        self.button.setAccessibleName(self._text)
        self.button.setToolTip(self.tr("Close") if opened else self.tr("Open"))
