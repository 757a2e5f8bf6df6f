"""The stage that is asked for is to be seen: it is brought into view, and no other one is revealed out of sight."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attnstudio.panels.attention.view.panel import AttentionPanel


class QuestionKeeper:
    """Follows what is asked with what is shown.

    Parameters
    ----------
    panel : AttentionPanel
    """

    def __init__(self, panel: "AttentionPanel") -> None:
        self._panel = panel
        self._asked: str | None = None
        self.before: str | None = None  # the stage that was asked for last
        self.away = False  # whether the one that is asked for now is out of sight

    def follow(self) -> None:
        """Bring a stage that is newly covered into view; where one alone shows, what was revealed stays there."""
        panel, asked = self._panel, self._panel.prediction.asked
        if asked == self._asked:
            return
        self.before, self._asked = self._asked, asked
        if asked is not None and (self.before is None or self.before in panel.prediction.covered):
            self._turn_to(asked)
        elif panel.document.pinned_result is not None and panel.comparison.alone:
            self._note(away=asked is not None and asked != panel.comparison.present)
        else:
            self.find()

    def show(self) -> None:
        """Bring the stage that is asked for into view."""
        if self._asked is not None:
            self._turn_to(self._asked)
            self._panel.rearrange()

    def find(self) -> None:
        """Note whether the stage that is asked for is in sight, once something else may be."""
        if self._asked is None:
            self._note(away=False)
            return
        formula, filling = self._panel.seen
        if formula and filling is None:
            self._panel.comparison.present = self._asked
        self._note(away=not formula or filling not in (None, self._asked))

    def _turn_to(self, stage: str) -> None:
        self._panel.turn_to(stage)
        self._note(away=False)

    def _note(self, *, away: bool) -> None:
        self.away = away
        self._panel.prediction.bar.set_away(away)
