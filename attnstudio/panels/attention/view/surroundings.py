"""What stands beside the cards: tabs or a list, strip, guess bar, reading line and thumbnails, by the room there is."""

from typing import TYPE_CHECKING

from attnstudio.panels.attention.stages import NAMES
from attnstudio.panels.attention.view.chooser import TITLES
from attnstudio.ui.display_list import CONTROLS
from attnstudio.ui.painted import Painted
from attnstudio.ui.room import Room
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.panels.attention.view.panel import AttentionPanel

LITTLE = 20  # pixels at 100 % in height that the formula keeps when the guess bar takes the room


class Surroundings:
    """Shows of them what has room.

    Parameters
    ----------
    panel : AttentionPanel
    """

    def __init__(self, panel: "AttentionPanel") -> None:
        self._panel = panel

    def fit(self, room: Room) -> None:
        """Show beside the cards what there is room for."""
        panel = self._panel
        alone = room.compact and not room.low and panel.enlarged is None and panel.controls
        self._offer_parts(room, tabs=alone)
        if panel.side is not None:
            panel.side.set_compact(room.compact, filling=room.narrow)
        panel.prediction.bar.set_compact(room.compact, short=room.tight and room.narrow)
        panel.formula.setMinimumHeight(look().px(LITTLE) if room.compact and panel.controls else 0)
        differs = panel.sight.wanted(room).differs and not room.low
        panel.reading.set_lines((3 if differs else 1) if room.compact else 2)
        panel.reading.setVisible(differs or not (room.compact and room.tight and panel.controls))
        panel.strip.setVisible(not room.low)
        panel.strip.show_enlarged(NAMES.index(panel.enlarged) if panel.enlarged in NAMES else None)
        panel.thumbnails.setVisible(panel.enlarged is not None and panel.controls and not room.low)
        panel.thumbnails.set_low(room.compact)  # as the tabs that give way to them: a stage loses no room
        if panel.enlarged is not None:
            panel.thumbnails.show_items([self._thumbnail(name) for name in panel.sight.possible], panel.enlarged)

    def show_list(self, room: Room) -> None:
        """Show the list of a low room, unless the guess bar needs its room."""
        panel = self._panel
        panel.choice.list.setVisible(room.low and (panel.prediction.asked is None or not panel.sight.seen[0]))

    def _offer_parts(self, room: Room, *, tabs: bool) -> None:
        """Offer tabs, or in a low room the list."""
        choice, sight = self._panel.choice, self._panel.sight
        self.show_list(room)
        if room.low:
            names = (*sight.possible, *([CONTROLS] if room.narrow else []))
            choice.show_list(names, sight.filling(room) or CONTROLS)
        choice.show_tabs(room, shown=tabs)

    def _thumbnail(self, name: str) -> tuple[str, str, Painted]:
        source: Painted = self._panel.matrices[name] if name in NAMES else self._panel.figures[name]
        return name, said(TITLES[name]), source
