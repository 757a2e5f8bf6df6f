"""The mask switches: causal, padding, window and custom; they combine. And how what they forbid is applied."""

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.mask_names import masks_in_short, masks_on
from attnstudio.panels.attention.scenario import AttentionScenario, may_attend, told_way
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.binding import bind, follow_locks
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.choice import ChoiceControl
from attnstudio.ui.control_row import PlainLabel, describe
from attnstudio.ui.controls import WholeControl
from attnstudio.ui.document import Document
from attnstudio.ui.fold import Fold
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

PAINTED = QT_TRANSLATE_NOOP("attention", "Custom: {cells} painted. Click or drag over the masked logits.")
CLEAR_TIP = QT_TRANSLATE_NOOP("attention", "Allow every pair that was painted.")
NONE_PAINTED = QT_TRANSLATE_NOOP("attention", "No cell is painted.")
LINE = QT_TRANSLATE_NOOP("attention", "Mask: {named}")
NONE = QT_TRANSLATE_NOOP("attention", "none")
STORED = QT_TRANSLATE_NOOP("attention", "as stored")
MISTAKEN = QT_TRANSLATE_NOOP("attention", "Mask: {named} (mistake)")
WRONG = QT_TRANSLATE_NOOP("attention", "Wrong mask: {named}")
MEANWHILE = QT_TRANSLATE_NOOP("attention", "While something is broken under “Break it”, this does not count.")
SAME_CORNERS = QT_TRANSLATE_NOOP("attention", "With as many queries as keys both corners are the same.")


class MaskControls(Fold):
    """A fold that names the masks that are on; open, it has a switch for each."""

    def __init__(self, document: Document, name: str, parent: QWidget | None = None) -> None:
        super().__init__(said(QT_TRANSLATE_NOOP("attention", "Mask")), parent)
        self._document, self._name = document, name

    def fill(self) -> None:
        specs = AttentionScenario.specs()
        self.causal = ChoiceControl(specs["causal"])  # type: ignore[arg-type]
        self.padding = ChipRow(
            name=said(specs["padding"].label), several=True, kind="key", tip=said(specs["padding"].help)
        )
        self.reach = WholeControl(specs["window"])  # type: ignore[arg-type]
        self.clear = QPushButton(said(QT_TRANSLATE_NOOP("attention", "Clear")))
        self.way = ChoiceControl(specs["mask_as"], combo=True)  # type: ignore[arg-type]
        self.way.set_label("")  # it stands above
        for field, control in (
            ("causal", self.causal), ("padding", self.padding), ("window", self.reach), ("mask_as", self.way),
        ):  # fmt: skip
            bind(control, self._document, self._name, field)
        describe(self.clear, said(CLEAR_TIP))
        self.clear.clicked.connect(self._clear)
        follow_locks(self.clear, self._document, self._name, "custom")
        self._build()

    def _build(self) -> None:
        self.rows.setSpacing(look().px(6))
        self.rows.addWidget(self.causal)
        self._padding_label = PlainLabel(said(QT_TRANSLATE_NOOP("attention", "Padding: keys that are only filling")))
        self._padding_label.setWordWrap(True)
        self.rows.addWidget(self._padding_label)
        self.rows.addWidget(self.padding)
        self.rows.addWidget(self.reach)
        custom = QHBoxLayout()
        self.rows.addLayout(custom)
        self._custom_label = PlainLabel()
        self._custom_label.setWordWrap(True)
        custom.addWidget(self._custom_label, 1)
        custom.addWidget(self.clear)
        self._way_label = PlainLabel(said(self.way.spec.label))
        self._way_label.setBuddy(self.way.chooser)
        self.rows.addWidget(self._way_label)
        self.rows.addWidget(self.way)
        self.show_result(self._result)

    def show_result(self, result: AttentionResult) -> None:
        self._result = result
        self.set_text(*map(said, self._wordings(result)))
        if not self.filled:
            return
        self._show_corners(result.scenario)
        for widget in (self._way_label, self.way):
            widget.setVisible(bool(may_attend(result.scenario)))
        set_reason(self.way, said(MEANWHILE) if result.scenario.breaking else None)
        self.padding.set_labels(result.key_labels)
        self.padding.show_value(result.scenario.padding)
        cells = len(result.scenario.custom)
        set_reason(self.clear, None if cells else said(NONE_PAINTED))
        self._custom_label.setText(said(Message(PAINTED, {"cells": cells})))

    def _wordings(self, result: AttentionResult) -> list[Message]:
        """Name the masks that are on, in fewer and fewer words, and say when they are applied in a wrong way."""
        scenario = result.scenario
        if not scenario.tensors.has_vectors or not may_attend(scenario):
            return [Message(LINE, {"named": Message(NONE if scenario.tensors.has_vectors else STORED)})]
        right = told_way(scenario) == "before"
        full, short = (LINE, LINE) if right else (MISTAKEN, WRONG)
        return [Message(full, {"named": masks_on(scenario)}),
                *(Message(short, {"named": named}) for named in masks_in_short(scenario))]  # fmt: skip

    def _show_corners(self, scenario: AttentionScenario) -> None:
        """Offer one corner where both are the same."""
        same = scenario.tensors.T_q == scenario.tensors.T_k
        spare = "top-left" if scenario.causal == "bottom-right" else "bottom-right"
        for corner in ("top-left", "bottom-right"):
            self.causal.set_enabled_reason(corner, said(SAME_CORNERS) if same and corner == spare else None)

    def _clear(self) -> None:
        self._document.edit(self._name, custom=frozenset())
        self._document.end_gesture()
