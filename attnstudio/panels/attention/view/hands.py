"""What a hand on a matrix or a figure does: points, keeps an arithmetic, guesses, edits and opens."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from attnstudio.panels.attention.moves import QUERY
from attnstudio.panels.attention.view.focus import USED_IN
from attnstudio.ui.matrix import MatrixView

if TYPE_CHECKING:
    from attnstudio.panels.attention.view.panel import AttentionPanel


class Hands:
    """Hears what is done on a panel.

    Parameters
    ----------
    panel : AttentionPanel
    point : callable
        Is told (stage, cell), the cell None where nothing is pointed at any more.
    follow : callable
        Shows what is kept now.
    """

    def __init__(
        self, panel: "AttentionPanel", point: Callable[[str, object], None], follow: Callable[[], None]
    ) -> None:
        self._panel, self._follow = panel, follow
        for stage, view in panel.matrices.items():
            view.hovered.connect(partial(point, stage))
            view.picked.connect(partial(self._pick, stage))
            view.cell_edited.connect(partial(panel.gestures.edit_cell, stage))
            view.opened.connect(partial(self._open, stage))
            view.edit_finished.connect(panel.gestures.end)
        self._hear_comparison()
        self._hear_mask(panel.matrices["masked_logits"])
        self._hear_figures()

    def _hear_mask(self, mask: MatrixView) -> None:
        gestures = self._panel.gestures
        mask.cell_painted.connect(gestures.paint_mask)
        mask.paint_finished.connect(gestures.end)
        mask.paint_taken_back.connect(gestures.take_back_paint)

    def _hear_comparison(self) -> None:
        comparison, gestures = self._panel.comparison, self._panel.gestures
        comparison.opened.connect(self._panel.enlarge)
        comparison.picked.connect(self._pick_compared)
        comparison.cell_painted.connect(gestures.paint_mask)
        comparison.paint_finished.connect(gestures.end)
        comparison.paint_taken_back.connect(gestures.take_back_paint)

    def _hear_figures(self) -> None:
        panel, gestures = self._panel, self._panel.gestures
        for name, figure in panel.figures.items():
            figure.opened.connect(partial(panel.enlarge, name))
        panel.dial.tip_moved.connect(gestures.move_tip)
        panel.dial.tip_placed.connect(gestures.place_tip)
        panel.dial.handle_chosen.connect(lambda i: gestures.choose("query" if i == QUERY else "key", i))
        panel.plane.point_moved.connect(gestures.move_point)
        panel.plane.handle_chosen.connect(partial(gestures.choose, "value"))
        for moving in (panel.dial, panel.plane):
            moving.moved_finished.connect(gestures.end)
            moving.hindered.connect(panel.tell)

    def _open(self, stage: str) -> None:
        """Enlarge the stage that a matrix is the end of; operands belong to the stage that uses them first."""
        self._panel.enlarge(USED_IN.get(stage, stage))

    def _pick(self, stage: str, i: int, j: int) -> None:
        """Keep the arithmetic of a cell, or let go of it; guess at a covered one; select what it belongs to."""
        panel = self._panel
        if panel.matrices[stage].covered and stage == panel.prediction.asked:
            panel.prediction.bar.set_cell(i, j)
        else:
            panel.arithmetic.keep(stage, (i, j))
        panel.gestures.pick(stage, i, j)
        self._follow()

    def _pick_compared(self, stage: str, i: int, j: int) -> None:
        """Guess at a covered cell of B; select what a cell of A or B belongs to, which keeps its own arithmetic."""
        panel = self._panel
        panel.arithmetic.let_go()
        if stage == panel.prediction.asked:
            panel.prediction.bar.set_cell(i, j)
        panel.gestures.pick(stage, i, j)
