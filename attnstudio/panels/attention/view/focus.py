"""Where the keyboard goes when what has it is put away: to what stands in its place, never out of the panel."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.panels.attention.stages import FIGURES, NAMES
from attnstudio.panels.attention.view.comparison import B

if TYPE_CHECKING:
    from attnstudio.panels.attention.view.panel import AttentionPanel

USED_IN = {"query": "scores", "key": "scores", "value": "output"}  # the stage that an operand belongs to


class FocusKeeper:
    """Finds what the keyboard goes to.

    Parameters
    ----------
    panel : AttentionPanel
    """

    def __init__(self, panel: "AttentionPanel") -> None:
        self._panel = panel
        self._arranging = 0  # how deep

    @property
    def name(self) -> str | None:
        """The stage, operand or figure that has the keyboard."""
        focus = QApplication.focusWidget()
        return None if focus is None or not self._panel.isAncestorOf(focus) else self._name_of(focus)

    def __enter__(self) -> None:
        """Wait with the keyboard until everything stands in its place."""
        self._arranging += 1

    def __exit__(self, *_raised: object) -> None:
        self._arranging -= 1
        self.bring_back()

    def is_lost(self) -> bool:
        """Return whether the keyboard is with a part of the panel that does not show."""
        focus = QApplication.focusWidget()
        return focus is not None and self._panel.isAncestorOf(focus) and not focus.isVisibleTo(self._panel)

    def bring_back(self) -> None:
        """Give the keyboard to what stands in the place of the part that was put away with it."""
        if not self._arranging and self.is_lost():
            self.give(self.name)

    def give(self, name: str | None) -> None:
        """Give the keyboard to a stage, an operand or a figure, else to what there is."""
        target = next((part for part in self._candidates(name) if part.isVisibleTo(self._panel)), None)
        if target is not None:
            target.setFocus(Qt.FocusReason.OtherFocusReason)

    def _candidates(self, name: str | None) -> Iterator[QWidget]:
        panel = self._panel
        for wanted in (name, USED_IN.get(name or ""), panel.enlarged, *NAMES, *FIGURES):
            if wanted in FIGURES:
                yield panel.figures[wanted]
            elif wanted is not None:
                views = panel.comparison.views.get((B, wanted)), panel.matrices.get(wanted)
                yield from (view for view in views if view is not None)
        yield from (chip for chip in panel.tabs.chips if chip.isChecked())
        if panel.side is not None:
            yield panel.side.randomise

    def _name_of(self, focus: QWidget) -> str | None:
        """Return the stage, operand or figure that a part belongs to."""
        panel = self._panel
        named = [
            *panel.matrices.items(), *((name, view) for (_, name), view in panel.comparison.views.items()),
            *panel.figures.items(), *((button.key, button) for button in panel.thumbnails.buttons),
            (panel.question.before, panel.prediction.bar),
        ]  # fmt: skip
        return next((name for name, part in named if part is focus or part.isAncestorOf(focus)), None)
