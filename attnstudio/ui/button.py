"""A push button of the height of a chip."""

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton

from attnstudio.ui.control_row import describe
from attnstudio.ui.key_uses import ENTER, goes_on
from attnstudio.ui.words import said


class Button(QPushButton):
    """A button of the height of a chip, which Enter presses as Space does."""

    def __init__(self, text: str, tip: str) -> None:
        super().__init__(said(text))
        self.setProperty("chip", True)
        describe(self, said(tip))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if goes_on(event):
            return
        if event.key() not in ENTER:
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():  # Enter that kept a guess and is still held reveals nothing
            self.click()
