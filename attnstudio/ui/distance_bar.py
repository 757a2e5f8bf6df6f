"""A bar for how near the goal of a challenge is, of the longest way that it has been."""

import math

from PySide6.QtWidgets import QProgressBar

from attnstudio.state.challenges import Standing
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.control_row import describe
from attnstudio.ui.words import said

DISTANCE = QT_TRANSLATE_NOOP("lessons", "How near the goal is")
FINE = 1000  # steps of the bar


class DistanceBar(QProgressBar):
    """Full where a challenge stands as it should."""

    def __init__(self) -> None:
        super().__init__()
        self._longest = 0.0  # way to go since the step began
        self.setRange(0, FINE)
        self.setTextVisible(False)
        self.setAccessibleName(said(DISTANCE))

    def begin(self) -> None:
        """Measure the way from here on."""
        self._longest = 0.0

    def show_standing(self, standing: Standing) -> str:
        """Show how far the furthest condition is; return that in words."""
        share = standing.furthest.share
        self._longest = max(self._longest, share if math.isfinite(share) else 0.0)
        measured = math.isfinite(share) and self._longest > 0
        near = 1.0 if standing.met else 1 - share / self._longest if measured else 0.0
        words = said(standing.furthest.words())
        self.setValue(round(FINE * near))
        describe(self, words)
        return words
