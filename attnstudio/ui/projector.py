"""Full screen, and showing to a class: large type in full screen, with what is not needed folded away."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.ui.appearance import Appearance
from attnstudio.ui.screens import FullScreen, corners, put_on_screen


class Projector(QObject):
    """Takes a window to full screen and back, in the look for the back row where that is wanted.

    Parameters
    ----------
    window : QWidget
    appearance : Appearance
    """

    changed = Signal()  # full screen, or `on`

    def __init__(self, window: QWidget, appearance: Appearance) -> None:
        super().__init__(window)
        self._window, self._appearance = window, appearance
        self._borrowed_before: str | None = None
        self.full_screen = FullScreen(window)
        self.on = False
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.screenRemoved.connect(self._come_back)

    @property
    def slots(self) -> dict[str, Callable[[], None]]:
        """What the actions of these names do."""
        return {"full_screen": self.toggle_full_screen, "leave": self.leave, "project": self.toggle}

    def toggle_full_screen(self) -> None:
        """Fill the screen, or return to the window."""
        if self._window.isFullScreen():
            self.leave()
        else:
            self.full_screen.enter()

    def leave(self) -> None:
        """Return to the window."""
        if self.on:
            self._show(on=False)
        self.full_screen.leave()

    def toggle(self) -> None:
        """Show to a class, or end that."""
        self._show(on=not self.on)

    def follow(self) -> None:
        """Do what follows from a new state of the window: the system's own key ends full screen too."""
        if self.on and not self._window.isFullScreen():
            self._show(on=False)
        self.changed.emit()

    def _come_back(self) -> None:
        """Come back from a screen that was unplugged; a window that fills one is moved by the system."""
        window = self._window
        if not window.isFullScreen() and not window.isMaximized():
            put_on_screen(window, corners(window.geometry()))

    def _show(self, *, on: bool) -> None:
        self.on = on
        if on:
            self._borrowed_before = self._appearance.borrowed
            self.full_screen.enter()
        else:
            self.full_screen.leave()
        self.changed.emit()
        self._appearance.borrow("projector" if on else self._borrowed_before)
