"""The controls of the Attention panel: numbers, sizes, divisor, mask, temperature, random numbers."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.scenario import AttentionScenario, randomised, with_component, with_entry
from attnstudio.panels.attention.view.breaking import BreakControls
from attnstudio.panels.attention.view.masks import MaskControls
from attnstudio.panels.attention.view.sizes import SizeControls
from attnstudio.panels.attention.view.source import SourceControls
from attnstudio.panels.attention.view.vectors import MOST_COMPONENTS, Vector, VectorSliders
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.binding import bind, follow_locks
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.choice import ChoiceControl, ListBox
from attnstudio.ui.control_row import PlainLabel, describe
from attnstudio.ui.controls import NumberControl
from attnstudio.ui.document import Document
from attnstudio.ui.fold import Fold
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.side_column import SideColumn
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

NO_VECTORS = QT_TRANSLATE_NOOP("attention", "Weights alone: without Q and K nothing can be recomputed.")
TOO_LONG = QT_TRANSLATE_NOOP("attention", "{size} components: change a number in its cell (Enter or double click).")
ENTRY = QT_TRANSLATE_NOOP("attention", "Entry")
ENTRY_TIP = QT_TRANSLATE_NOOP("attention", "The entry whose vector the sliders move")
TITLE = Message(QT_TRANSLATE_NOOP("attention", "Numbers"))
ROLES = ("query", "key", "value")
MOST_CHIPS = 40  # more entries are a list
WIDTH = 244  # pixels at 100 % beside the rest
AROUND, GAP = 24, 6  # of them beside what it holds, and between two chips


class SideControls(SideColumn):
    """One column: what the numbers are, then what is done with them."""

    def __init__(self, document: Document, name: str, parent: QWidget | None = None) -> None:
        super().__init__(TITLE, WIDTH, parent)
        self._document, self._name = document, name
        self._result: AttentionResult | None = None
        specs: Any = AttentionScenario.specs()
        self.source = SourceControls(document, name)
        self.sizes = SizeControls(document, name)
        self.entry = ChipRow(name=said(ENTRY), tip=said(ENTRY_TIP), fill=True)
        self.entries = ListBox()  # in place of the chips where there are many
        self.entries.setAccessibleName(said(ENTRY))
        describe(self.entries, said(ENTRY_TIP))
        self.entries.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.entries.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.role = ChoiceControl(specs["role"], kinds=ROLES)
        self.role.set_label("")
        self.sliders = VectorSliders()
        self._remark = PlainLabel()
        self._remark.setWordWrap(True)
        self._remark.setProperty("tone", "muted")
        self.all_numbers = QPushButton(said(QT_TRANSLATE_NOOP("attention", "All numbers")))
        self.all_numbers.setToolTip(said(QT_TRANSLATE_NOOP("attention", "Open the sliders of every vector at once")))
        self.all_numbers.setCheckable(True)
        self.divide = ChoiceControl(specs["divide_by"])
        self.masks, self.breaks = MaskControls(document, name), BreakControls(document, name)
        temperature = specs["temperature"]
        self.temperature = NumberControl(temperature, name=said(temperature.label), default=1.0, below=True)
        self.randomise = QPushButton(said(QT_TRANSLATE_NOOP("attention", "Randomise")))
        self.randomise.setToolTip(said(QT_TRANSLATE_NOOP("attention", "New random numbers of the same sizes (Ctrl+D)")))
        self.reset = QPushButton(said(QT_TRANSLATE_NOOP("attention", "Reset")))
        self.reset.setToolTip(
            said(QT_TRANSLATE_NOOP("attention", "Bring the panel back to how it was opened (Ctrl+R)"))
        )
        self._build()
        self._connect()

    def _build(self) -> None:
        self.fill((
            self.source, self.sizes, self.entry, self.entries, self.role, self._remark, self.sliders,
            self.all_numbers, self.divide, self.masks, self.temperature, self.breaks,
        ), (self.randomise, self.reset))  # fmt: skip
        for fold in (self.masks, self.breaks):
            fold.button.toggled.connect(partial(self._follow_fold, fold))
        self.breaks.asked.connect(partial(self._follow_fold, self.breaks))
        self.breaks.judged.connect(partial(QTimer.singleShot, 0, self, self._show_verdict))

    def _show_verdict(self) -> None:
        self._bring(self.breaks.verdict)

    def _follow_fold(self, fold: Fold, *_: bool) -> None:
        QTimer.singleShot(0, self, partial(self._show_fold, fold))

    def _show_fold(self, fold: Fold) -> None:
        """Bring the content of an opened fold into sight, its line at the top where that needs all of the room."""
        if fold.button.isChecked():
            self._bring(fold, fold.button)

    def _bring(self, *parts: QWidget) -> None:
        """Scroll to what has just come, once all layouts have asked each other for its room."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        for part in parts:
            self._scroll.ensureWidgetVisible(part, 0, 0)

    def set_compact(self, compact: bool, *, filling: bool = False) -> None:
        other = compact != self._compact
        super().set_compact(compact, filling=filling)
        if other and self._result is not None:
            self._show_settings()

    def _connect(self) -> None:
        bind(self.role, self._document, self._name, "role")
        bind(self.divide, self._document, self._name, "divide_by")
        bind(self.temperature, self._document, self._name, "temperature")
        self.sizes.seed_edited.connect(self._draw)
        self.entry.edited.connect(self._select)
        self.entries.activated.connect(self._select)
        self.sliders.edited.connect(self._edit)
        self.sliders.finished.connect(self._document.end_gesture)
        self.all_numbers.toggled.connect(self._show_settings)
        follow_locks(self.randomise, self._document, self._name, "tensors", "seed")
        self._document.held.connect(self._show_locks)

    def show_result(self, result: AttentionResult) -> None:
        """Show a Result in every control."""
        before, self._result = self._result, result
        if before is None or not _same_but_numbers(before, result):
            self._show_settings()
        elif not self.sliders.isHidden():
            self.sliders.show_numbers(result)

    def _show_settings(self) -> None:
        if (result := self._result) is None:
            return
        pack, scenario = result.scenario.tensors, result.scenario
        self.source.show_result(result)
        self.sizes.show_result(result)
        self.masks.show_result(result)
        self.breaks.show_result(result)
        self.breaks.setVisible(scenario.breaking)  # the column has no room to spare
        self._show_entries(result.query_labels if scenario.role == "query" else result.key_labels, scenario)
        longest = max(pack.d_v if scenario.role == "value" else pack.d_k, 0)
        has_sliders = pack.has_vectors and longest <= MOST_COMPONENTS
        self.sliders.setVisible(has_sliders)
        self._remark.setVisible(not has_sliders)
        if has_sliders:
            self.sliders.show_vectors(result, self._vectors(scenario))
            self._show_locks()
        else:
            self._remark.setText(
                said(Message(TOO_LONG, {"size": longest}) if pack.has_vectors else Message(NO_VECTORS))
            )
        for widget in (self.role, self.divide, self.temperature, self.masks, self.all_numbers, self.breaks):
            set_reason(widget, None if pack.has_vectors else said(NO_VECTORS))

    def _show_locks(self) -> None:
        self.sliders.show_locks(self._document.locks_on(self._name))

    def _show_entries(self, labels: Sequence[str], scenario: AttentionScenario) -> None:
        """Show what can be selected, as chips or in a list."""
        many = len(labels) > MOST_CHIPS
        if not many:
            self.entry.set_labels(labels)
            self.entry.show_value(scenario.entry)
            self.entry.set_kind(scenario.role)
        listed = many or (self._compact and self._wraps())
        self.entry.setVisible(not listed)
        self.entries.setVisible(listed)
        if not listed:
            return
        if [self.entries.itemText(i) for i in range(self.entries.count())] != [*labels]:
            self.entries.clear()
            self.entries.addItems([*labels])
        self.entries.setCurrentIndex(scenario.entry)

    def _wraps(self) -> bool:
        """Return whether the chips take more than one line of the column beside the rest."""
        widths = [chip.sizeHint().width() for chip in self.entry.chips]
        return sum(widths) + look().px(GAP) * (len(widths) - 1) > look().px(WIDTH - AROUND)

    def _vectors(self, scenario: AttentionScenario) -> list[Vector]:
        if not self.all_numbers.isChecked():
            return [(scenario.role, scenario.entry)]
        pack = scenario.tensors
        keys = [(role, i) for role in ("key", "value") for i in range(pack.T_k)]
        return [*(("query", i) for i in range(pack.T_q)), *keys]

    def _scenario(self) -> AttentionScenario:
        scenario = self._document.scenario(self._name)
        assert isinstance(scenario, AttentionScenario)
        return scenario

    def _select(self, entry: int) -> None:
        self._document.edit(self._name, **with_entry(self._scenario(), entry))

    def _edit(self, role: str, i: int, j: int, value: float) -> None:
        self._document.edit(self._name, tensors=with_component(self._scenario(), role, i, j, value))

    def _draw(self, seed: int) -> None:
        """Another seed draws other numbers where the numbers are random; else it is kept for the next draw."""
        scenario = self._scenario()
        if scenario.tensors.origin.kind == "random":
            scenario = randomised(scenario, seed)
            self._document.edit(self._name, tensors=scenario.tensors, seed=seed)
        else:
            self._document.edit(self._name, seed=seed)


def _same_but_numbers(a: AttentionResult, b: AttentionResult) -> bool:
    """Return whether two Results differ in the numbers of their vectors at most: then a slider was moved."""
    ours, others = a.scenario.tensors, b.scenario.tensors
    named = (ours.shapes, ours.layers, a.query_labels, a.key_labels)
    same = named == (others.shapes, others.layers, b.query_labels, b.key_labels)
    return same and vars(a.scenario) | {"tensors": others} == vars(b.scenario)
