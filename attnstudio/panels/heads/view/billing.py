"""The bill: how many scores a layer computes, for this input or for a length that is set, and for known sizes."""

from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.state.fields import Scenario
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.binding import follow_locks
from attnstudio.ui.document import Document
from attnstudio.ui.row_list import RowListView
from attnstudio.ui.row_list_plan import ListRow, RowList
from attnstudio.ui.tokens import told
from attnstudio.ui.whole_slider import WholeSlider
from attnstudio.ui.words import said

TITLE = QT_TRANSLATE_NOOP("heads", "The bill")
TOKENS = QT_TRANSLATE_NOOP("heads", "Tokens T")
NO_T = QT_TRANSLATE_NOOP("heads", "T (0: {T_q} × {T_k})")
TIP = QT_TRANSLATE_NOOP(
    "heads",
    "Scores are h · T_q · T_k numbers, h · T² where queries are as many as keys; every line says what is counted and "
    "what it comes to",
)


class BillView(QWidget):
    """A slider for the number of tokens, and the lines of the bill."""

    def __init__(self, document: Document, name: str, *, controls: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._name = document, name
        spec: Any = HeadsScenario.specs()["bill_tokens"]
        self.tokens = WholeSlider(spec, name=said(spec.label), default=HeadsScenario().bill_tokens, below=True)
        self.rows = RowListView(said(TIP), choosing=False)
        self.rows.stand_on("card")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.tokens)
        column.addWidget(self.rows, 1)
        self.tokens.setVisible(controls)
        self.tokens.edited.connect(self._edit)
        follow_locks(self.tokens, document, name, "bill_tokens")
        self.tokens.finished.connect(document.end_gesture)

    def _edit(self, tokens: int) -> None:
        self._document.edit(self._name, bill_tokens=tokens)
        self._show_tokens(self._document.scenario(self._name))

    def _show_tokens(self, scenario: Scenario) -> None:
        """Show for how many tokens the bill is made out; nobody has set any: those of this input."""
        assert isinstance(scenario, HeadsScenario)
        self.tokens.show_value(scenario.bill_length)

    def show_result(self, result: HeadsResult) -> None:
        """Show the lines of a Result."""
        self._show_tokens(result.scenario)
        pack = result.scenario.data.pack
        alike = pack.T_q == pack.T_k
        self.tokens.set_label(said(TOKENS if alike else Message(NO_T, {"T_q": pack.T_q, "T_k": pack.T_k})))
        rows = tuple(ListRow(told(line), told(comes_to)) for line, comes_to in result.bill)
        self.rows.show_rows(RowList(said(TITLE), "score", rows))
