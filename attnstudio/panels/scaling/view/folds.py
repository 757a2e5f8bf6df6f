"""What is seldom changed, folded: how the components of vectors are drawn, and how many."""

from typing import Any

from PySide6.QtWidgets import QWidget

from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.declarations import DISTRIBUTION
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.binding import bind
from attnstudio.ui.choice import ChoiceControl
from attnstudio.ui.control_row import align_labels
from attnstudio.ui.controls import NumberControl
from attnstudio.ui.document import Document
from attnstudio.ui.fold import Fold
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.whole import WholeControl
from attnstudio.ui.whole_slider import WholeSlider
from attnstudio.ui.words import said

VECTORS = QT_TRANSLATE_NOOP("scaling", "Vectors")
SAMPLE = QT_TRANSLATE_NOOP("scaling", "Sample")
DRAWN = QT_TRANSLATE_NOOP("scaling", "Vectors: {distribution}")
DRAWN_OTHERWISE = QT_TRANSLATE_NOOP("scaling", "Vectors: {distribution}, changed")
COUNTED = QT_TRANSLATE_NOOP("scaling", "{pairs} pairs · seed {seed}")
NO_LAW = QT_TRANSLATE_NOOP("scaling", "No law of q·k is known for uniform components: they are drawn one by one.")


class WayControl(ChoiceControl):
    """Shows how components are drawn, which is not as it was chosen where no law is known."""

    _chosen_word, _forced = "law", ""

    def show_value(self, word: str) -> None:
        self._chosen_word = word
        super().show_value(self._forced or word)

    def show_forced(self, word: str | None) -> None:
        """Show this option in place of the chosen one; with None the chosen one again."""
        self._forced = word or ""
        self.show_value(self._chosen_word)


class VectorControls(Fold):
    """Distribution, correlation, mean, and whether every component is drawn."""

    def __init__(self, document: Document, name: str, parent: QWidget | None = None) -> None:
        super().__init__(said(VECTORS), parent)
        self._document, self._name = document, name

    def fill(self) -> None:
        specs: Any = ScalingScenario.specs()
        self.distribution = ChoiceControl(specs["distribution"])
        self.distribution.set_label("")
        self.correlation, self.mean = (
            NumberControl(specs[field], name=said(specs[field].label)) for field in ("correlation", "mean")
        )
        self.way = WayControl(specs["way"], combo=True)
        for field, control in (
            ("distribution", self.distribution), ("correlation", self.correlation), ("mean", self.mean),
            ("way", self.way),
        ):  # fmt: skip
            bind(control, self._document, self._name, field)
            self.rows.addWidget(control)
        align_labels((self.correlation, self.mean, self.way))
        self.show_result(self._result)

    def show_result(self, result: ScalingResult) -> None:
        self._result = result
        scenario = result.scenario
        named = {"distribution": Message(dict(DISTRIBUTION.options)[scenario.distribution])}
        changed = scenario.correlation or scenario.mean or scenario.way != "law"
        self.set_text(said(Message(DRAWN_OTHERWISE if changed else DRAWN, named)))
        if self.filled:
            self.way.show_forced(None if scenario.components.has_law else "literal")
            set_reason(self.way, None if scenario.components.has_law else said(NO_LAW))


class SampleControls(Fold):
    """How many pairs are drawn, and from which seed."""

    def __init__(self, document: Document, name: str, parent: QWidget | None = None) -> None:
        super().__init__(said(SAMPLE), parent)
        self._document, self._name = document, name

    def fill(self) -> None:
        specs: Any = ScalingScenario.specs()
        self.pairs = WholeSlider(specs["pairs"], name=said(specs["pairs"].label), default=ScalingScenario().pairs)
        self.seed = WholeControl(specs["seed"])
        for field, control in (("pairs", self.pairs), ("seed", self.seed)):
            bind(control, self._document, self._name, field)
            self.rows.addWidget(control)

    def show_result(self, result: ScalingResult) -> None:
        scenario = result.scenario
        self.set_text(said(Message(COUNTED, {"pairs": f"{scenario.pairs:,}", "seed": scenario.seed})))
