"""What of the panel is in sight: all of it, a tab, one stage or figure that fills it, a stage alone in the formula."""

from typing import TYPE_CHECKING

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.stages import FIGURES, NAMES
from attnstudio.panels.attention.view.arrangement import FEW_ROWS, NARROWEST, Wanted
from attnstudio.ui.display_list import CONTROLS
from attnstudio.ui.room import Room

if TYPE_CHECKING:
    from attnstudio.panels.attention.view.panel import AttentionPanel


class Sight:
    """Answers what is to be seen of a panel in the room that it has.

    Parameters
    ----------
    panel : AttentionPanel
    """

    def __init__(self, panel: "AttentionPanel") -> None:
        self._panel = panel
        self.result: AttentionResult | None = None  # the one that is drawn

    @property
    def room(self) -> Room:
        """How much room there is."""
        panel = self._panel
        room = Room.of(panel, NARROWEST)
        return room if panel.controls else room._replace(narrow=False, low=False)  # nobody chooses in a picture

    @property
    def tab(self) -> str:
        """The tab that is chosen, if any can be."""
        return self._panel.choice.tab if self._panel.controls else "formula"

    @property
    def possible(self) -> tuple[str, ...]:
        """The stages and figures that the data set has."""
        if self.result is None:
            return ()
        stages = (name for name in NAMES if name in self.result.matrices)
        return (*stages, *(name for name in FIGURES if name in self.result.figures))

    def filling(self, room: Room) -> str | None:
        """Return what fills the panel: a stage or a figure in a low room, a stage where the guess bar needs room."""
        panel, enlarged = self._panel, self._panel.enlarged
        little = room.tight and room.narrow and self.tab == "formula"
        low = room.low or (little and panel.controls and panel.prediction.asked is not None)
        if enlarged is not None or not low or (room.narrow and self.tab == CONTROLS):
            return enlarged
        return panel.equation.present if panel.equation.present in self.possible else "weights"

    @property
    def seen(self) -> tuple[bool, str | None]:
        """Whether the formula shows, and what fills the panel or is alone in the formula."""
        room = self.room
        return "formula" in self.wanted(room).shown(room), self.filling(room) or self._panel.equation.one

    def wanted(self, room: Room) -> Wanted:
        """Return what the cards are to show."""
        panel, result = self._panel, self.result
        pinned = panel.pinned_result is not None
        return Wanted(
            tab=self.tab,
            enlarged=self.filling(room),
            figures=tuple(name for name in self.possible if name in FIGURES),
            many_rows=result is not None and result.scenario.tensors.T_q > FEW_ROWS,
            pinned=pinned,
            differs=pinned and panel.comparison.differs,
        )
