"""Theme, text zoom and digits of the application while it runs."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from attnstudio.ui import theme
from attnstudio.ui.settings import MOST_DIGITS, THEMES
from attnstudio.ui.theme import ZOOMS, Look


class Appearance(QObject):
    """What the user chose, and what is borrowed over it for this run.

    Parameters
    ----------
    app : QApplication
    chosen : str
        A theme, or "system" to follow the system.
    zoom : int
        Text zoom in percent.
    borrowed : str, optional
        A theme shown instead and never remembered: the command line's, or the projector's.
    digits : int, optional
        After the point, in every number; as each needs without it.
    """

    changed = Signal()

    def __init__(
        self,
        app: QApplication,
        chosen: str = "system",
        zoom: int = 100,
        borrowed: str | None = None,
        digits: int | None = None,
    ) -> None:
        super().__init__(app)
        self._app = app
        self.chosen, self.zoom, self.borrowed, self.digits = chosen, zoom, borrowed, digits
        app.styleHints().colorSchemeChanged.connect(self.refresh)
        self.refresh()

    @property
    def shown(self) -> str:
        """The choice on the screen: a theme, or "system"."""
        return self.borrowed or self.chosen

    @property
    def slots(self) -> dict[str, Callable[[], None]]:
        """What the actions of these names do."""
        return {
            **{name: partial(self.choose, name) for name in THEMES},
            "zoom_in": partial(self.step_zoom, 1),
            "zoom_out": partial(self.step_zoom, -1),
            "zoom_reset": partial(self.set_zoom, 100),
            "digits": partial(self.set_digits, None),
            **{f"digits {count}": partial(self.set_digits, count) for count in range(MOST_DIGITS + 1)},
        }

    @property
    def checked(self) -> tuple[str, str]:
        """The actions that stand for what is shown: a theme, and digits."""
        return self.shown, "digits" if self.digits is None else f"digits {self.digits}"

    def choose(self, name: str) -> None:
        """Show a theme from now on, also at the next start."""
        self.chosen, self.borrowed = name, None
        self.refresh()

    def borrow(self, name: str | None) -> None:
        """Show a theme in this run only; None returns to the chosen one."""
        self.borrowed = name
        self.refresh()

    def step_zoom(self, steps: int) -> None:
        """Make text larger or smaller by some steps, at most to either end."""
        at = min(range(len(ZOOMS)), key=lambda i: abs(ZOOMS[i] - self.zoom))
        self.set_zoom(ZOOMS[min(max(at + steps, 0), len(ZOOMS) - 1)])

    def set_zoom(self, percent: int) -> None:
        """Set the text zoom."""
        self.zoom = percent
        self.refresh()

    def set_digits(self, digits: int | None) -> None:
        """Write numbers with so many digits after the point; None for as many as each needs."""
        self.digits = digits
        self.refresh()

    def refresh(self) -> None:
        """Show what is chosen or borrowed; called by the system's own changes too."""
        name = theme.preferred(self._app) if self.shown == "system" else self.shown
        wanted = Look(name, self.zoom, self.digits)
        if theme.look() != wanted or not self._app.styleSheet():
            self._app.setStyleSheet("")  # or style, palette and font would each dress every widget: thrice the time
            theme.apply(self._app, wanted)
        self.changed.emit()
