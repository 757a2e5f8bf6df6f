"""What stands where on the panel: all displays in three rows, those of one stage, one alone, or the controls."""

from typing import NamedTuple

from PySide6.QtWidgets import QBoxLayout, QWidget

from attnstudio.panels.scaling.view.displays import TITLES, Displays, Rows, first_of, rows_of
from attnstudio.ui.room import Room
from attnstudio.ui.theme import look

NARROWEST = 880  # pixels at 100 %; in less, not all figures at once


class Wanted(NamedTuple):
    """What is to be seen: the stage shown where only one has room, and what fills the panel.

    Parameters
    ----------
    stage : str
    enlarged : str or None
        A stage or a display.
    controls : bool
        True where the controls are wanted in place of a display; it counts in a narrow room.
    textbook : bool
        Whether there are Jacobians to show.
    asked : bool
        Whether a guess is asked for, which takes room.
    guessing : bool
        Whether it is being entered: what is asked for is covered, and can be done without.
    readings : bool
        True where all sentences are wanted: in place of a display where one alone has room.
    """

    stage: str
    enlarged: str | None
    controls: bool
    textbook: bool
    asked: bool
    guessing: bool
    readings: bool

    def controls_alone(self, room: Room) -> bool:
        """Return whether the controls have the panel to themselves."""
        return self.controls and room.narrow

    def readings_alone(self, room: Room) -> bool:
        """Return whether all sentences have the place of the displays."""
        return self.readings and room.for_one and not self.controls_alone(room)

    def strip(self, room: Room) -> bool:
        """Return whether there is room for the strip, which says no more than a list of displays."""
        return not (room.low or self.controls_alone(room) or (room.narrow and self.asked))

    def filling(self, room: Room) -> str | None:
        """Return the stage or the display that has the panel to itself, if not the controls."""
        name = self.enlarged or (self.stage if room.compact else None)
        return first_of(name) if room.for_one and name is not None and name not in TITLES else name

    def rows(self, room: Room) -> Rows:
        """Return the displays to show."""
        if self.controls_alone(room) or self.readings_alone(room) or (room.low and self.guessing):
            return ()
        return rows_of(self.filling(room), textbook=self.textbook)


class Arrangement:
    """Moves the parts of a panel, only when something about them has changed.

    Parameters
    ----------
    whole, right : QBoxLayout
        Side pane and the rest; what stands under each other there.
    displays : Displays
    side : QWidget or None
        The controls, where there are any.
    """

    def __init__(self, whole: QBoxLayout, right: QBoxLayout, displays: Displays, side: QWidget | None) -> None:
        self._whole, self._right, self._displays, self._side = whole, right, displays, side
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
        if self._side is not None:
            self._whole.removeWidget(self._side)
            self._right.removeWidget(self._side)
            (self._right if room.narrow else self._whole).insertWidget(1 if room.narrow else 0, self._side)
            self._side.setVisible(not room.narrow or wanted.controls)
        rows = wanted.rows(room)
        self._displays.setVisible(bool(rows))
        self._displays.show_rows(rows, edge)
        return True
