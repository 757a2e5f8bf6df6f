"""Layer and head of a real model."""

from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.binding import follow_locks
from attnstudio.ui.choice import ListBox
from attnstudio.ui.control_row import PlainLabel, describe
from attnstudio.ui.document import Document
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.words import said

COUNTED = QT_TRANSLATE_NOOP("attention", "Counted from 0, as in the model.")
ALONE = {
    "layer": QT_TRANSLATE_NOOP("attention", "There is one layer."),
    "head": QT_TRANSLATE_NOOP("attention", "There is one head."),
}
SHARED = QT_TRANSLATE_NOOP("attention", "{head} (keys and values {shared})")


class SourceControls(QWidget):
    """Two lists, shown only where the data has more than one layer or head; the numbers are the model's own."""

    def __init__(self, document: Document, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._name = document, name
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self.lists: dict[str, QComboBox] = {}  # made for the first data that has layers or heads

    def _build(self) -> None:
        for field, label in (
            ("layer", QT_TRANSLATE_NOOP("attention", "Layer")), ("head", QT_TRANSLATE_NOOP("attention", "Head")),
        ):  # fmt: skip
            box = ListBox()
            box.setAccessibleName(said(label))
            describe(box, said(COUNTED))
            box.activated.connect(lambda index, field=field: self._choose(field, index))
            self._form.addRow(PlainLabel(said(label)), box)
            self.lists[field] = box
            follow_locks(box, self._document, self._name, field)

    def show_result(self, result: AttentionResult) -> None:
        pack, scenario = result.scenario.tensors, result.scenario
        self.setVisible(bool(pack.lead))
        if not pack.lead:
            return
        if not self.lists:
            self._build()
        layers = [str(layer) for layer in pack.layers] or ["0"]
        self._fill("layer", layers, scenario.layer_index)
        self._fill("head", [self._head_name(result, head) for head in range(pack.n_heads)], scenario.head_index)

    def _head_name(self, result: AttentionResult, head: int) -> str:
        """Name a query head, and the key and value head that it shares where there are fewer of those."""
        pack = result.scenario.tensors
        shared = pack.shared_head(head)
        if shared is None:
            return str(head)
        return said(Message(SHARED, {"head": head, "shared": shared}))

    def _fill(self, field: str, names: list[str], index: int) -> None:
        box = self.lists[field]
        if [box.itemText(i) for i in range(box.count())] != names:
            box.clear()
            box.addItems(names)
        box.setCurrentIndex(index)
        set_reason(box, None if len(names) > 1 else said(ALONE[field]))

    def _choose(self, field: str, index: int) -> None:
        self._document.edit(self._name, **{field: index})
        self._document.end_gesture()
