"""A push button of the height of a chip, and what Enter does to a button."""

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QPushButton

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
        if not (goes_on(event) or entered(self, event)):
            super().keyPressEvent(event)


def entered(button: QAbstractButton, event: QKeyEvent) -> bool:
    """Have Enter press a button, but not while it is held since it did something else; return whether it is Enter."""
    if event.key() not in ENTER:
        return False
    if not event.isAutoRepeat():
        button.click()
    return True
