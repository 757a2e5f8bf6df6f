"""Which sentence, layer and head: lists of the model's own numbers, and buttons for the sentence before and after."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.declarations import SENTENCES
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.sources import HeadData
from attnstudio.panels.heads.view.gestures import Gestures
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.binding import follow_locks
from attnstudio.ui.choice import ChoiceControl, ListBox
from attnstudio.ui.control_row import ControlRow, align_labels, describe
from attnstudio.ui.document import Document
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.words import said

T = QT_TRANSLATE_NOOP
COUNTED = T("heads", "Counted from 0, as in the model.")
SHARED = T("heads", "{head} (K and V {shared})")
ONE_LAYER = T("heads", "There is one layer.")
ONE_HEAD = T("heads", "There is one head.")


class PlaceControls(QWidget):
    """The sentence of a trained model, and layer and head of all that has them."""

    def __init__(self, document: Document, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._name = document, name
        self._offered: HeadData | None = None
        self._gestures = Gestures(document, name)  # kept: a signal does not keep what it calls
        specs: Any = HeadsScenario.specs()
        self._help = said(specs["sentence"].help)
        self.sentence = ChoiceControl(specs["sentence"], combo=True)
        self.sentence.chooser.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.sentence.set_label("")
        self.sentence.edited.connect(self._gestures.read)
        self.layer, self.head = (self._list(field, said(specs[field].label)) for field in ("layer", "head"))
        for field, widget in self.places.items():
            follow_locks(widget, document, name, field)
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(4)
        rows.addWidget(self.sentence)
        self._lists = {"layer": self._row(specs["layer"].label, self.layer),
                       "head": self._row(specs["head"].label, self.head)}  # fmt: skip
        for row in self._lists.values():
            rows.addWidget(row)
        align_labels(self._lists.values())

    @property
    def places(self) -> dict[str, QWidget]:
        """What shows each of its fields."""
        return {"sentence": self.sentence, "layer": self.layer, "head": self.head}

    def _list(self, field: str, label: str) -> ListBox:
        box = ListBox()
        box.setAccessibleName(label)
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        describe(box, said(COUNTED))
        box.activated.connect(lambda index: self._choose(field, index))
        return box

    def _row(self, label: str, box: ListBox) -> ControlRow:
        row = ControlRow(said(label))
        row.add(box, 1)
        row.label.setBuddy(box)  # on Linux the name of a list is its text: the label is a relation
        return row

    def _choose(self, field: str, index: int) -> None:
        self._document.edit(self._name, **{field: index})
        self._document.end_gesture()

    def show_result(self, result: HeadsResult) -> None:
        """Offer the layers and heads that there are."""
        scenario, data = result.scenario, result.scenario.data
        if data is not self._offered:
            self._offered = data
            self._offer(data)
        self.layer.setCurrentIndex(scenario.layer_index)
        self.head.setCurrentIndex(scenario.head_index)
        self.sentence.show_value(scenario.sentence)
        tip = f"{SENTENCES[scenario.sentence]}\n{self._help}"
        if self.sentence.chooser.accessibleDescription() != tip:
            describe(self.sentence.chooser, tip)

    def _offer(self, data: HeadData) -> None:
        self.sentence.setVisible(data.shipped)
        self._lists["layer"].setVisible(data.toy is None)
        self._fill(self.layer, list(data.layer_labels), ONE_LAYER)
        self._fill(self.head, [self._head_name(data, head) for head in range(data.pack.n_heads)], ONE_HEAD)

    def _head_name(self, data: HeadData, head: int) -> str:
        """Name a query head, and the key and value head that it shares where there are fewer of those."""
        shared = data.pack.shared_head(head)
        return str(head) if shared is None else said(Message(SHARED, {"head": head, "shared": shared}))

    def _fill(self, box: ListBox, names: list[str], alone: str) -> None:
        if [box.itemText(i) for i in range(box.count())] != names:
            box.clear()
            box.addItems(names)
        set_reason(box, None if len(names) > 1 else said(alone))
