"""How much room a panel has, in the steps at which panels arrange themselves anew."""

from typing import NamedTuple, Self

from PySide6.QtWidgets import QWidget

from attnstudio.ui.theme import look

LOWEST = 560  # pixels at 100 % in height; below, not all of a panel at once
TIGHT = 430  # below, what is read stands in the window's status line alone
LOW = 200  # below, one stage or figure at a time, chosen in a list
ROOMY = 692  # in width; below, the controls take turns with the rest


class Room(NamedTuple):
    """How much room a panel has."""

    compact: bool
    tight: bool
    narrow: bool
    low: bool

    @classmethod
    def of(cls, panel: QWidget, narrowest: int, whole: int = 0) -> Self:
        """Measure a panel that shows all it has from `narrowest` pixels (at 100 %) in width on.

        `whole` is its height without the notices over it, where these should leave the arrangement as it is; the room
        for one is low with them.
        """
        width, height, px = panel.width(), panel.height(), look().px
        whole, narrow = max(whole, height), width < px(ROOMY)
        compact = whole < px(LOWEST) or width < px(narrowest)
        return cls(compact, whole < px(TIGHT), narrow, (height if narrow else whole) < px(LOW))

    @property
    def for_one(self) -> bool:
        """Whether it is enough for one figure alone."""
        return self.narrow or self.low
