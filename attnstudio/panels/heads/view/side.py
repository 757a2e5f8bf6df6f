"""The controls of the Heads panel: whose heads, which of them, how they attend, and how they are shown."""

from typing import Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QWidget

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.view.places import PlaceControls
from attnstudio.panels.heads.view.refusals import NO_VECTORS, no_positions
from attnstudio.panels.heads.view.toy_controls import ToyControls
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.binding import bind, follow_locks
from attnstudio.ui.choice import ChoiceControl
from attnstudio.ui.control_row import PlainLabel, describe
from attnstudio.ui.controls import NumberControl
from attnstudio.ui.document import Document
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.side_column import SideColumn
from attnstudio.ui.switch import SwitchControl
from attnstudio.ui.words import said

T = QT_TRANSLATE_NOOP
TITLE = Message(T("heads", "Heads"))
DRAW_TIP = T("heads", "A toy model of other random numbers, from the next seed (Ctrl+D)")
RESET_TIP = T("heads", "Bring the panel back to how it was opened (Ctrl+R)")
OPEN_TIP = T("heads", "Queries, keys and values of your own, or weights alone, from a file (Ctrl+O)")
SWITCHES = ("undo_positions", "hide_first", "darken", "every_word")
RECOMPUTED = ("divide_by", "temperature", "mask")
WIDTH = 252  # pixels at 100 %


class SideControls(SideColumn):
    """One column; what does not go with the source is not there, what has no effect says why."""

    def __init__(self, document: Document, name: str, parent: QWidget | None = None) -> None:
        super().__init__(TITLE, WIDTH, parent)
        specs: Any = HeadsScenario.specs()
        start = HeadsScenario()
        self.source = ChoiceControl(specs["source"])
        self.source.set_label("")  # what it offers says what it is
        self.place, self.toy = PlaceControls(document, name), ToyControls(document, name)
        self.pairs = ChoiceControl(specs["rope_pairs"])
        self.divide, self.masking = ChoiceControl(specs["divide_by"]), ChoiceControl(specs["mask"])
        self.divide.set_label("")  # it stands above
        self.temperature = NumberControl(
            specs["temperature"], name=said(specs["temperature"].label), default=start.temperature, below=True
        )
        self.switches = {field: SwitchControl(specs[field]) for field in SWITCHES}
        self.open = QPushButton(said(T("heads", "Open a file")))
        describe(self.open, said(OPEN_TIP))
        self.open.clicked.connect(self._open)
        self.randomise = QPushButton(said(T("heads", "Draw again")))
        self.reset = QPushButton(said(T("heads", "Reset")))
        describe(self.randomise, said(DRAW_TIP))
        describe(self.reset, said(RESET_TIP))
        self._build(specs)
        fields: dict[str, Any] = {
            "source": self.source, "rope_pairs": self.pairs, "divide_by": self.divide, "mask": self.masking,
            "temperature": self.temperature, **self.switches,
        }  # fmt: skip
        for field, control in fields.items():
            bind(control, document, name, field)
        follow_locks(self.randomise, document, name, "seed")
        self._recomputed = [fields[field] for field in RECOMPUTED]

    def _build(self, specs: Any) -> None:
        self.fill((
            self.source, self.open, self.place, self.toy, self.pairs, PlainLabel(said(specs["divide_by"].label)),
            self.divide, self.temperature, self.masking, *self.switches.values(),
        ), (self.randomise, self.reset))  # fmt: skip

    def show_result(self, result: HeadsResult) -> None:
        """Show what goes with the source, and why something has no effect."""
        data = result.scenario.data
        self.place.show_result(result)
        self.toy.setVisible(data.toy is not None)
        self.toy.show_result(result)
        self.open.setVisible(data.source == "own")
        self.pairs.setVisible(data.source == "own" and bool(data.pack.rope_theta))
        self.randomise.setVisible(data.toy is not None)
        fixed = None if data.pack.has_vectors else said(NO_VECTORS)
        for control in self._recomputed:
            set_reason(control, fixed)
        positions = no_positions(data)
        set_reason(self.switches["undo_positions"], None if positions is None else said(positions))

    def _open(self) -> None:
        """Ask for a file as the menu does."""
        action = self.window().findChild(QAction, "open")
        if isinstance(action, QAction):
            action.trigger()
