"""Keys that are the window's first, whatever has the keyboard: a remote control in a lecture knows only these."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

KEYS = (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)


class FirstKeys(QObject):
    """While it is on, no part of a window takes the page keys from its actions.

    Parameters
    ----------
    window : QWidget
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._on = False

    def turn(self, *, on: bool) -> None:
        """Turn it on or off; while it is off, it costs nothing."""
        app = QCoreApplication.instance()
        if on != self._on and app is not None:
            self._on = on
            (app.installEventFilter if on else app.removeEventFilter)(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        inside = isinstance(watched, QWidget) and watched.window() is self._window
        if not inside or event.key() not in KEYS or event.modifiers() != Qt.KeyboardModifier.NoModifier:
            return False
        event.ignore()
        return True
