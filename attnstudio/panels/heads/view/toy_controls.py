"""The sizes of the toy model."""

from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.binding import bind
from attnstudio.ui.choice import ChoiceControl
from attnstudio.ui.control_row import PlainLabel, align_labels
from attnstudio.ui.document import Document
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.whole import WholeControl
from attnstudio.ui.words import said

SIZES = ("B", "T", "n_heads", "d_k", "batch_item", "seed")
ONE_SEQUENCE = QT_TRANSLATE_NOOP("heads", "The batch has one sequence.")
ONE_HEAD = QT_TRANSLATE_NOOP("heads", "One head has nothing to share.")


class ToyControls(QWidget):
    """How many sequences, tokens, heads and components; who shares keys and values; which sequence; which seed."""

    def __init__(self, document: Document, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        specs: Any = HeadsScenario.specs()
        self.sizes = {field: WholeControl(specs[field]) for field in SIZES}
        self.sharing = ChoiceControl(specs["sharing"], combo=True)
        self.sharing.set_label("")  # it stands above
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(4)
        for field in SIZES:
            rows.addWidget(self.sizes[field])
            bind(self.sizes[field], document, name, field)
        for place, widget in enumerate(
            (PlainLabel(said(specs["sharing"].label)), self.sharing), SIZES.index("d_k") + 1
        ):
            rows.insertWidget(place, widget)
        bind(self.sharing, document, name, "sharing")
        align_labels([*self.sizes.values()])

    def show_result(self, result: HeadsResult) -> None:
        """Say why something has no effect."""
        scenario = result.scenario
        set_reason(self.sizes["batch_item"], said(ONE_SEQUENCE) if scenario.B == 1 else None)
        set_reason(self.sharing, said(ONE_HEAD) if scenario.n_heads == 1 else None)
