"""The controls of the Scaling panel: sizes, divisor and its traps, the row, how vectors are drawn."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.panels.scaling.view.folds import SampleControls, VectorControls
from attnstudio.panels.scaling.words import key_labels
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.binding import bind, follow_locks
from attnstudio.ui.choice import ChoiceControl
from attnstudio.ui.control_row import PlainLabel, align_labels, describe
from attnstudio.ui.controls import NumberControl
from attnstudio.ui.document import Document
from attnstudio.ui.flow import FlowLayout
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.side_column import SideColumn
from attnstudio.ui.switch import SwitchControl
from attnstudio.ui.whole import WholeControl
from attnstudio.ui.whole_slider import WholeSlider
from attnstudio.ui.words import said

TRAPS: dict[str, tuple[str, dict[str, Any], str]] = {  # what the button says, what it sets, and why to try it
    "one": ("d_k = 1", {"d_k": 1, "divide_by": "sqrt_d_k"},
            QT_TRANSLATE_NOOP("scaling", "Try it: one component alone, where √d_k divides by 1. Is all well then?")),
    "d_k": ("÷ d_k", {"divide_by": "d_k"},
            QT_TRANSLATE_NOOP("scaling", "Try it: divide by d_k where √d_k is meant. What is left of the spread?")),
    "width": ("÷ √d_model", {"divide_by": "sqrt_d_model"},
              QT_TRANSLATE_NOOP("scaling", "Try it: take the width of all heads together for that of one head.")),
}  # fmt: skip
KEYS = QT_TRANSLATE_NOOP("scaling", "Keys n")
TRAPS_LABEL = QT_TRANSLATE_NOOP("scaling", "Traps")
NOT_DRAWN = QT_TRANSLATE_NOOP("scaling", "The textbook row is shown, which is no random row.")
DRAW_TIP = QT_TRANSLATE_NOOP("scaling", "Other random numbers, from the next seed (Ctrl+D)")
RESET_TIP = QT_TRANSLATE_NOOP("scaling", "Bring the panel back to how it was opened (Ctrl+R)")
SCORES = ("score_1", "score_2", "score_3")
TITLE = Message(QT_TRANSLATE_NOOP("scaling", "Dimensions"))
WIDTH = 252  # pixels at 100 %


class SideControls(SideColumn):
    """One column: how large, divided by what, which row, drawn how."""

    trapped = Signal(object)  # fields to set

    def __init__(self, document: Document, name: str, parent: QWidget | None = None) -> None:
        super().__init__(TITLE, WIDTH, parent)
        specs: Any = ScalingScenario.specs()
        start = ScalingScenario()
        self.d_k = WholeSlider(specs["d_k"], name=said(specs["d_k"].label), default=start.d_k)
        self.keys, self.heads = WholeControl(specs["n_keys"]), WholeControl(specs["n_heads"])
        self.keys.set_label(said(KEYS))  # its whole name leaves too little room
        self.divide = ChoiceControl(specs["divide_by"])
        self.divide.set_label("")  # it stands above
        self.traps = {key: QPushButton(text) for key, (text, _, _) in TRAPS.items()}
        self.textbook = SwitchControl(specs["textbook"])
        self.scores = {
            field: NumberControl(specs[field], name=said(specs[field].label), kind="key", default=getattr(start, field))
            for field in SCORES
        }
        for control, label in zip(self.scores.values(), key_labels(len(SCORES)), strict=True):
            control.set_label(f"q·{label}")
        self.row = WholeControl(specs["selected_row"])
        self.gradient = ChoiceControl(specs["gradient"], combo=True)
        self.vectors, self.sample = VectorControls(document, name), SampleControls(document, name)
        self.way = PlainLabel()
        self.way.setWordWrap(True)
        self.way.setProperty("tone", "muted")
        self.randomise = QPushButton(said(QT_TRANSLATE_NOOP("scaling", "Draw again")))
        self.reset = QPushButton(said(QT_TRANSLATE_NOOP("scaling", "Reset")))
        describe(self.randomise, said(DRAW_TIP))
        describe(self.reset, said(RESET_TIP))
        self._build(specs)
        fields: tuple[tuple[str, Any], ...] = (
            ("d_k", self.d_k), ("n_keys", self.keys), ("n_heads", self.heads), ("divide_by", self.divide),
            ("textbook", self.textbook), ("selected_row", self.row), ("gradient", self.gradient), *self.scores.items(),
        )  # fmt: skip
        for field, control in fields:
            bind(control, document, name, field)
        follow_locks(self.randomise, document, name, "seed")
        for key, button in self.traps.items():
            button.clicked.connect(lambda _checked=False, key=key: self.trapped.emit(TRAPS[key][1]))
            follow_locks(button, document, name, *TRAPS[key][1])

    def _build(self, specs: Any) -> None:
        divide_label = PlainLabel(said(specs["divide_by"].label))
        self.fill((
            self.d_k, divide_label, self.divide, self._traps(), self.heads, self.keys, self.textbook,
            *self.scores.values(), self.row, self.gradient, self.vectors, self.sample, self.way,
        ), (self.randomise, self.reset))  # fmt: skip
        align_labels((self.heads, self.keys, self.row))
        align_labels(self.scores.values())

    def _traps(self) -> QWidget:
        """Return the buttons of the classic mistakes, named as such."""
        box = QWidget()
        flow = FlowLayout(box)
        label = PlainLabel(said(TRAPS_LABEL))
        label.setProperty("tone", "muted")
        flow.addWidget(label)
        for key, button in self.traps.items():
            text, _, why = TRAPS[key]
            button.setProperty("chip", True)
            button.setAccessibleName(f"{said(TRAPS_LABEL)}: {text}")
            describe(button, said(why))
            flow.addWidget(button)
        return box

    def show_result(self, result: ScalingResult) -> None:
        """Show what is no single field: folds, the row that is meant, and how the numbers were made."""
        textbook = result.scenario.textbook
        for control in self.scores.values():
            control.setVisible(textbook)
        set_reason(self.row, said(NOT_DRAWN) if textbook else None)
        self.vectors.show_result(result)
        self.sample.show_result(result)
        way = said(result.captions["way"])
        if way != self.way.text():
            self.way.setText(way)
