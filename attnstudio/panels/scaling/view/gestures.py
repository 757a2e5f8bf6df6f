"""What a hand does on the panel, as edits of its Scenario."""

from collections.abc import Mapping

from attnstudio.panels.scaling.declarations import D_K, SEED
from attnstudio.panels.scaling.scenario import ScalingScenario, randomised
from attnstudio.ui.document import Document


class Gestures:
    """Edits one panel of a Document."""

    def __init__(self, document: Document, name: str) -> None:
        self._document, self._name = document, name

    @property
    def _scenario(self) -> ScalingScenario:
        scenario = self._document.scenario(self._name)
        assert isinstance(scenario, ScalingScenario)
        return scenario

    def end(self) -> None:
        """End a gesture: what comes next is another undo step."""
        self._document.end_gesture()

    def move_cursor(self, d_k: float) -> None:
        """Follow the cursor of a curve, from one whole number to another."""
        self._document.edit(self._name, d_k=min(max(round(d_k), D_K.low), D_K.high))

    def set_fields(self, fields: Mapping[str, object]) -> None:
        """Set some fields in one step."""
        self._document.edit(self._name, **fields)
        self.end()

    def randomise(self) -> None:
        """Draw other random numbers."""
        self.set_fields({"seed": randomised(self._scenario, SEED.after(self._scenario.seed)).seed})

    def toggle_textbook(self) -> None:
        """Show the row set by hand, or a random one."""
        self.set_fields({"textbook": not self._scenario.textbook})

    def toggle_pin(self) -> None:
        """Keep the present Scenario as A, or let go of the one that is kept."""
        pinned = self._document.state(self._name).pinned
        self._document.edit_state(self._name, pinned=None if pinned is not None else self._scenario)
