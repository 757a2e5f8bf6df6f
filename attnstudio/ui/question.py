"""The stage that is asked for is to be seen: it is brought into view, and no other one is revealed out of sight."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attnstudio.ui.staged_panel import StagedPanel


class QuestionKeeper:
    """Follows what is asked with what is shown.

    Parameters
    ----------
    panel : StagedPanel
    """

    def __init__(self, panel: "StagedPanel") -> None:
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
        else:
            self.find()

    def show(self) -> None:
        """Bring the stage that is asked for into view."""
        if self._asked is not None:
            self._turn_to(self._asked)
            self._panel.rearrange()

    def find(self) -> None:
        """Note whether the stage that is asked for is in sight, once something else may be.

        What comes into sight because the bar asks for nothing stays away: the bar would need that room to ask for it.
        """
        away = self._asked is not None and not self._panel.shows(self._asked)
        if away or not self._panel.prediction.bar.arranging:
            self._note(away=away)

    def _turn_to(self, stage: str) -> None:
        self._panel.turn_to(stage)
        self._note(away=False)

    def _note(self, *, away: bool) -> None:
        self.away = away
        self._panel.prediction.bar.set_away(away)
