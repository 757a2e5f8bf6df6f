"""What stands where on the panel: formula and figures together, one of them alone, or one that fills the panel."""

from collections.abc import Mapping
from typing import NamedTuple

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.panels.attention.stages import NAMES
from attnstudio.ui.display_list import CONTROLS
from attnstudio.ui.room import Room
from attnstudio.ui.theme import look

SHARES = {False: (58, 42), True: (68, 32)}  # of the height, for formula and figures: many rows need more
FEW_ROWS = 4
NARROWEST = 820  # pixels at 100 %; in less, not all figures at once


class Wanted(NamedTuple):
    """What is to be seen: a tab where one figure at a time has room, and what fills the panel."""

    tab: str
    enlarged: str | None
    figures: tuple[str, ...]
    many_rows: bool
    pinned: bool
    differs: bool  # in shape from what is pinned

    def shown(self, room: Room) -> frozenset[str]:
        """Return the cards to show: "formula", figures and the controls."""
        controls = frozenset() if room.narrow else frozenset({CONTROLS})
        if self.enlarged is not None:
            return controls | {"formula" if self.enlarged in NAMES else self.enlarged}
        if room.compact:
            possible = (*self.figures, *([CONTROLS] if room.narrow else []))
            return controls | {self.tab if self.tab in possible else "formula"}
        return controls | {"formula", *self.figures}


class Arrangement:
    """Moves the cards of a panel, only when something about them has changed.

    Parameters
    ----------
    whole : QHBoxLayout
        Side pane and the rest.
    right : QVBoxLayout
        Tabs, formula, figures, thumbnails.
    figures : QHBoxLayout
    cards : mapping of str to QWidget
        "formula", the figures, and the controls where there are any.
    """

    def __init__(
        self, whole: QHBoxLayout, right: QVBoxLayout, figures: QHBoxLayout, cards: Mapping[str, QWidget]
    ) -> None:
        self._whole, self._right, self._figures, self._cards = whole, right, figures, cards
        self._last: object = None

    def arrange(self, wanted: Wanted, room: Room) -> bool:
        """Show the cards that are wanted; True where anything moved.

        Whatever is set on a layout lays out the whole window again, so an arrangement that stands is left alone.
        """
        shown = wanted.shown(room)
        now = (wanted, room, look())
        if now == self._last:
            return False
        self._last = now
        edge = look().px(5 if room.compact else 10)
        if (side := self._cards.get(CONTROLS)) is not None:
            self._whole.removeWidget(side)
            self._right.removeWidget(side)
            (self._right if room.narrow else self._whole).insertWidget(2 if room.narrow else 0, side)
        self._whole.setContentsMargins(edge, edge, edge, edge)
        layouts: tuple[QBoxLayout, ...] = (self._whole, self._right, self._figures)
        for layout in layouts:
            layout.setSpacing(edge)
        for name, card in self._cards.items():
            card.setVisible(name in shown)
        formula, figures = SHARES[wanted.many_rows]
        alone = len(shown - {CONTROLS}) == 1
        self._right.setStretchFactor(self._cards["formula"], formula if "formula" in shown else 0)
        self._right.setStretchFactor(self._figures, 0 if alone and "formula" in shown else figures)
        return True
