"""What stands where on the panel: all displays in three rows, those of one stage, or one that fills the panel."""

from typing import NamedTuple

from PySide6.QtWidgets import QBoxLayout, QWidget

from attnstudio.panels.scaling.view.displays import Displays, Rows, rows_of
from attnstudio.ui.theme import look

LOWEST, NARROWEST = 560, 880  # pixels at 100 %; below, one stage at a time
TIGHT = 340  # below, what is read stands in the window's status line alone


class Room(NamedTuple):
    """How much room a panel has."""

    compact: bool
    tight: bool

    @classmethod
    def of(cls, panel: QWidget) -> "Room":
        """Measure a panel."""
        compact = panel.height() < look().px(LOWEST) or panel.width() < look().px(NARROWEST)
        return cls(compact, panel.height() < look().px(TIGHT))


class Wanted(NamedTuple):
    """What is to be seen: the stage shown where only one has room, and what fills the panel."""

    stage: str
    enlarged: str | None
    textbook: bool

    def rows(self, room: Room) -> Rows:
        """Return the displays to show."""
        return rows_of(self.enlarged or (self.stage if room.compact else None), textbook=self.textbook)


class Arrangement:
    """Moves the parts of a panel, only when something about them has changed.

    Parameters
    ----------
    whole, right : QBoxLayout
        Side pane and the rest; what stands under each other there.
    displays : Displays
    """

    def __init__(self, whole: QBoxLayout, right: QBoxLayout, displays: Displays) -> None:
        self._whole, self._right, self._displays = whole, right, displays
        self._last: object = None

    def arrange(self, wanted: Wanted, room: Room) -> bool:
        """Show what is wanted; True where anything moved."""
        now = (wanted, room, look())
        if now == self._last:
            return False
        self._last = now
        edge = look().px(5 if room.compact else 8)
        self._whole.setContentsMargins(edge, edge, edge, edge)
        self._whole.setSpacing(edge)
        self._right.setSpacing(edge)
        self._displays.show_rows(wanted.rows(room), edge)
        return True
