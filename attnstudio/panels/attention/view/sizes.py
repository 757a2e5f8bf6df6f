"""Sizes of the attention: numbers of queries, keys and components."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.scenario import LARGEST_SIZES, AttentionScenario, with_sizes
from attnstudio.state.fields import Whole
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.binding import follow_locks
from attnstudio.ui.controls import WholeControl
from attnstudio.ui.document import Document
from attnstudio.ui.fold import Fold
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.words import said

HELP = {
    "T_q": QT_TRANSLATE_NOOP("attention", "How many queries: rows of the weights."),
    "T_k": QT_TRANSLATE_NOOP("attention", "How many keys, each with its value: columns of the weights."),
    "d_k": QT_TRANSLATE_NOOP("attention", "Components of each query and key."),
    "d_v": QT_TRANSLATE_NOOP("attention", "Components of each value and output."),
}
TOO_LARGE = QT_TRANSLATE_NOOP("attention", "Data from a file keeps its sizes.")


class SizeControls(Fold):
    """A fold with the four sizes, where what is new is 0, and the seed of random numbers."""

    seed_edited = Signal(int)

    def __init__(self, document: Document, name: str, parent: QWidget | None = None) -> None:
        super().__init__(said(QT_TRANSLATE_NOOP("attention", "Sizes")), parent)
        self._document, self._name = document, name

    def fill(self) -> None:
        self.controls = {
            size: WholeControl(Whole(label=size, help=HELP[size], low=1, high=high))
            for size, high in LARGEST_SIZES.items()
        }
        for size, control in self.controls.items():
            control.edited.connect(partial(self._resize, size))
            follow_locks(control, self._document, self._name, "tensors")
        self.seed = WholeControl(AttentionScenario.specs()["seed"])  # type: ignore[arg-type]
        self.seed.edited.connect(self.seed_edited)
        follow_locks(self.seed, self._document, self._name, "tensors", "seed")
        for control in (*self.controls.values(), self.seed):
            self.rows.addWidget(control)
            control.finished.connect(self._document.end_gesture)
        self.show_result(self._result)

    def show_result(self, result: AttentionResult) -> None:
        self._result = result
        pack = result.scenario.tensors
        sizes = {"T_q": pack.T_q, "T_k": pack.T_k, "d_k": pack.d_k, "d_v": pack.d_v}
        components = [f"{name} {sizes[name]}" for name in ("d_k", "d_v") if sizes[name]]
        self.set_text(" · ".join([f"{pack.T_q} × {pack.T_k}", *components]))
        if not self.filled:
            return
        self.seed.show_value(result.scenario.seed)
        fixed = not pack.has_vectors or any(size > LARGEST_SIZES[name] for name, size in sizes.items())
        for name, control in self.controls.items():
            set_reason(control, said(TOO_LARGE) if fixed else None)
            if not fixed:
                control.show_value(sizes[name])

    def _resize(self, size: str, value: int) -> None:
        scenario = self._document.scenario(self._name)
        assert isinstance(scenario, AttentionScenario)
        self._document.edit(self._name, tensors=with_sizes(scenario, **{size: value}))
