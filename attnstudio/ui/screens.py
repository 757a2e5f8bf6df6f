"""Where the window is: fully on a screen that exists, in full screen and back."""

from collections.abc import Sequence

from PySide6.QtCore import QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

Place = tuple[int, int, int, int]
EDGE = 8  # pixels left free for the frame that the system draws around a window
TITLE_BAR = 32  # height that systems add above one at the most
FIRST_SIZE = (1440, 900)  # of a window that was nowhere before


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


def corners(place: QRect) -> Place:
    """Return left, top, width and height."""
    return place.x(), place.y(), place.width(), place.height()


def put_on_screen(window: QWidget, place: Place | None) -> None:
    """Put a window where it is wanted, or as near to that as lies wholly on a screen that exists.

    Parameters
    ----------
    window : QWidget
    place : (int, int, int, int), optional
        Left, top, width and height; in the middle without it.
    """
    wanted = QRect(*place) if place else QRect(0, 0, *FIRST_SIZE)
    if not place:
        wanted.moveCenter(window.screen().availableGeometry().center())
    areas = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    window.setGeometry(fitted(wanted, areas, TITLE_BAR))


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
