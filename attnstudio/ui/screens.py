"""Where the window is: fully on a screen that exists, in full screen and back."""

from collections.abc import Sequence

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

EDGE = 8  # pixels left free for the frame that the system draws around a window


def fitted(place: QRect, areas: Sequence[QRect], title_bar: int) -> QRect:
    """Return `place` moved and shrunk until it lies, with its frame, inside one of the areas.

    Parameters
    ----------
    place : QRect
        Wanted place of the window's inside, in pixels.
    areas : sequence of QRect
        Free part of each screen, at least one; the one that shares most with `place` is taken, else the first.
    title_bar : int
        Height that the system adds above.

    Returns
    -------
    QRect
        Inside one area; equal to `place` where that already is.
    """

    def shared(area: QRect) -> int:
        common = area.intersected(place)
        return common.width() * common.height() if common.isValid() else 0

    area = max(areas, key=shared).adjusted(0, title_bar, 0, 0)
    if area.contains(place):
        return place
    area = area.adjusted(EDGE, 0, -EDGE, -EDGE)
    fit = QRect(place.topLeft(), place.size().boundedTo(area.size()))
    fit.moveLeft(min(max(fit.left(), area.left()), area.right() + 1 - fit.width()))
    fit.moveTop(min(max(fit.top(), area.top()), area.bottom() + 1 - fit.height()))
    return fit


class FullScreen:
    """Takes a window to full screen, on the screen it is on, and back to how it was.

    Parameters
    ----------
    window : QWidget
    """

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._was_maximised = False
        self._place = QRect()

    @property
    def maximised(self) -> bool:
        """Whether the window is maximised, or will be once full screen ends."""
        return self._was_maximised if self._window.isFullScreen() else self._window.isMaximized()

    @property
    def place(self) -> QRect:
        """Where the window is when neither maximised nor full screen."""
        return self._place if self._window.isFullScreen() else self._window.normalGeometry()

    def enter(self) -> None:
        """Fill the screen; nothing happens where it is filled."""
        if not self._window.isFullScreen():
            self._was_maximised, self._place = self._window.isMaximized(), self._window.normalGeometry()
            self._window.showFullScreen()

    def leave(self) -> None:
        """Return to the maximised or the normal window; nothing happens outside full screen."""
        if not self._window.isFullScreen():
            return
        if self._was_maximised:
            self._window.showMaximized()
        else:
            self._window.showNormal()
