"""The Attention panel: the living equation, its controls and the three figures of the selected query."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.explain import explain
from attnstudio.panels.attention.scenario import (
    drawn_again,
    toggled,
    with_component,
    with_entry,
)
from attnstudio.panels.attention.side import SideControls
from attnstudio.state.figures import Cell, Explanation, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.actions import ActionSpec, make_actions
from attnstudio.ui.bars import BarsView
from attnstudio.ui.card import Card
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.dial import DialView
from attnstudio.ui.document import Document
from attnstudio.ui.formula import FormulaView
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.matrix_drawing import NOTHING
from attnstudio.ui.panel import Panel
from attnstudio.ui.plane import PlaneView
from attnstudio.ui.reading import ReadingLine
from attnstudio.ui.strip import StageStrip
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

STAGES = (
    (QT_TRANSLATE_NOOP("attention", "Compare"), "score", "scores"),
    (QT_TRANSLATE_NOOP("attention", "Scale"), "score", "logits"),
    (QT_TRANSLATE_NOOP("attention", "Mask"), "score", "masked_logits"),
    (QT_TRANSLATE_NOOP("attention", "Softmax"), "weight", "weights"),
    (QT_TRANSLATE_NOOP("attention", "Mix"), "value", "output"),
)
MATRICES = ("query", "key", "scores", "logits", "masked_logits", "weights", "value", "output")
FORMULA = (
    "query", "times", "key", "equals", "scores", "divide", "logits", "mask", "masked_logits", "softmax", "weights",
    "times", "value", "equals", "output",
)  # fmt: skip
BREAKS = ((), (7,), (9,), (5, 9), (5, 9, 11))  # items that start a new line, one tuple an arrangement
HINT = Message(
    QT_TRANSLATE_NOOP("attention", "Point at a cell to see the arithmetic that made it; a click keeps it here.")
)
NO_CELL = Explanation(HINT)
AXES = Message(QT_TRANSLATE_NOOP("attention", "rows ask: queries ↓   columns are asked: keys →"))
CARDS = {
    "dial": Message(QT_TRANSLATE_NOOP("attention", "Key dial: angle and length to {query}")),
    "bars": Message(QT_TRANSLATE_NOOP("attention", "Softmax of this row")),
    "plane": Message(QT_TRANSLATE_NOOP("attention", "Output: a mix of the values")),
}
TABS = {
    "formula": QT_TRANSLATE_NOOP("attention", "Formula"),
    "dial": QT_TRANSLATE_NOOP("attention", "Key dial"),
    "bars": QT_TRANSLATE_NOOP("attention", "Softmax"),
    "plane": QT_TRANSLATE_NOOP("attention", "Output"),
}
TABS_NAME = QT_TRANSLATE_NOOP("attention", "What is shown")
SHARES = {False: (58, 42), True: (68, 32)}  # of the height, for formula and figures: many rows need more
FEW_ROWS = 4
LOWEST, NARROWEST = 560, 820  # pixels at 100 %; below, one figure at a time
TIGHT = 430  # below, the arithmetic stands in the window's status line alone
LEAST = (692, 340)  # pixels at 100 % that one figure at a time needs
ACTIONS = (
    ActionSpec("randomise", QT_TRANSLATE_NOOP("attention", "&Randomise"),
               QT_TRANSLATE_NOOP("attention", "New random numbers of the same sizes, from the next seed"), ("Ctrl+D",)),
    ActionSpec("base", QT_TRANSLATE_NOOP("attention", "&2ˣ in place of eˣ"),
               QT_TRANSLATE_NOOP("attention", "Softmax with powers of 2, as on paper"), ("Ctrl+B",), checkable=True),
    *(ActionSpec(f"stage {i}", title, QT_TRANSLATE_NOOP("attention", "Go to this stage of the formula"), (str(i),))
      for i, (title, _, _) in enumerate(STAGES, 1)),
)  # fmt: skip


class AttentionPanel(Panel):
    """Draws an AttentionResult and turns gestures into edits of its Scenario."""

    def __init__(
        self,
        document: Document,
        name: str,
        *,
        show_covers: bool = True,
        controls: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(document, name, show_covers=show_covers, controls=controls, parent=parent)
        self._pointed: tuple[str, Cell] | None = None
        self._outline: object = None
        self._arrangement: object = None
        self._kept: tuple[str, Cell] | None = None  # the cell whose arithmetic a click keeps
        self.matrices = {stage: MatrixView(transposed=stage == "key") for stage in MATRICES}
        for stage, view in self.matrices.items():
            view.row_labels_shown = stage in ("query", "weights", "value")
            view.column_labels_shown = stage not in ("query", "value", "output")  # components need no numbers here
        self.strip = StageStrip([(title, kind) for title, kind, _ in STAGES])
        self.formula = FormulaView([self.matrices.get(item, item) for item in FORMULA], BREAKS)
        self.reading = ReadingLine(AXES)
        self.dial, self.bars, self.plane = DialView(), BarsView(), PlaneView()
        self.side = SideControls(document, name) if controls else None
        self._build()
        self._connect()
        self.refresh()

    def own_actions(self) -> list[QAction]:
        return list(self._actions.values())

    def _build(self) -> None:
        equation = Card(Message(""))
        for widget in (self.strip, self.formula, self.reading):
            equation.content.addWidget(widget, 1 if widget is self.formula else 0)
        self._cards = {"formula": equation} | {name: Card(title) for name, title in CARDS.items()}
        for name, figure in (("dial", self.dial), ("bars", self.bars), ("plane", self.plane)):
            self._cards[name].content.addWidget(figure)
        for painted in (
            self.strip,
            self.formula,
            self.reading,
            self.dial,
            self.bars,
            self.plane,
            *self.matrices.values(),
        ):
            painted.stand_on("card")
        self.tabs = ChipRow(
            [said(title) for title in TABS.values()], name=said(TABS_NAME), tip=said(TABS_NAME), fill=True, parent=self
        )
        self.tabs.edited.connect(lambda _index: self._show_cards())
        self._figures = QHBoxLayout()
        for name in CARDS:
            self._figures.addWidget(self._cards[name], 1)
        self._right = QVBoxLayout()
        if self.side is not None:
            self._right.addWidget(self.tabs)
        self._right.addWidget(equation, 58)
        self._right.addLayout(self._figures, 42)
        self._whole = QHBoxLayout(self)
        if self.side is not None:
            self._whole.addWidget(self.side)
        self._whole.addLayout(self._right, 1)
        slots: dict[str, Callable[[], object]] = {
            "randomise": self._randomise,
            "base": self._toggle_base,
            **{f"stage {i}": partial(self._go_to, i - 1) for i in range(1, len(STAGES) + 1)},
        }
        self._actions = make_actions(self, ACTIONS, slots)
        self._space()

    def _connect(self) -> None:
        self.strip.chosen.connect(self._go_to)
        for stage, view in self.matrices.items():
            view.hovered.connect(partial(self._point, stage))
            view.picked.connect(partial(self._pick, stage))
            view.cell_edited.connect(partial(self._edit_cell, stage))
            view.edit_finished.connect(self.document.end_gesture)
            view.paint_finished.connect(self.document.end_gesture)
        self.matrices["masked_logits"].cell_painted.connect(self._paint_mask)
        if self.side is not None:
            self.side.randomise.clicked.connect(self._randomise)
            self.side.reset.clicked.connect(self.document.reset)

    def draw(self, result: Result) -> None:
        assert isinstance(result, AttentionResult)
        self._result = result
        self._forget_lost_cells()
        self._show_outline()
        self._show_matrices()
        signs = {name: text for name, text in result.captions.items() if name in ("divide", "softmax")}
        self.formula.show_signs(signs | SIGNS)
        self._show_figures()
        if self.side is not None:
            self.side.show_result(result)
        self._actions["base"].setChecked(result.scenario.base == "2")

    def _show_outline(self) -> None:
        """Show the parts that there are, under their titles."""
        result, several = self._result, self._result.scenario.tensors.T_q > 1
        query = result.query_labels[result.scenario.query_index]
        outline = (tuple(result.matrices), tuple(result.figures), result.scenario.tensors.T_q, query)
        if outline == self._outline:
            return
        self._outline = outline
        for stage, view in self.matrices.items():
            view.setVisible(stage in result.matrices)
        self._cards["dial"].set_title(Message(CARDS["dial"].template, {"query": query}))
        row = Message(QT_TRANSLATE_NOOP("attention", "Softmax of the row of {query}"), {"query": query})
        self._cards["bars"].set_title(row if several else CARDS["bars"])
        self._show_cards()

    def _show_matrices(self) -> None:
        explanation, selected = self._explanation(), self._selected_rows()
        for stage, view in self.matrices.items():
            matrix = self._result.matrices.get(stage, NOTHING)  # or the formula would keep the room of its last one
            view.show_matrix(matrix, lit=explanation.operands, selected_row=selected[stage])
        self.reading.show_text(explanation.text, kept=self._kept is not None)
        if not self.reading.isVisibleTo(self):
            self.status.emit(explanation.text)

    def _selected_rows(self) -> dict[str, int | None]:
        """Rows to outline: the selected query where there are several, and the vector that the sliders move."""
        scenario = self._result.scenario
        query = scenario.query_index if scenario.tensors.T_q > 1 else None
        return dict.fromkeys(MATRICES, query) | {"key": None, "value": None} | {scenario.role: scenario.entry}

    def _show_figures(self) -> None:
        draw: dict[str, Callable[[Any], None]] = {
            "dial": self.dial.show_dial,
            "bars": lambda bars: self.bars.show_bars(bars, self._result.scenario.key_index),
            "plane": self.plane.show_points,
        }
        for name, figure in self._result.figures.items():
            draw[name](figure)

    def _show_cards(self) -> None:
        """Show formula and figures together, or where that is too cramped the one that is chosen."""
        compact = self.height() < look().px(LOWEST) or self.width() < look().px(NARROWEST)
        tab = self.tabs.value()
        chosen = list(TABS)[tab] if isinstance(tab, int) and compact and self.side is not None else "formula"
        if chosen not in self._result.figures:
            chosen = "formula"
        many_rows = self._result.scenario.tensors.T_q > FEW_ROWS
        tight = self.height() < look().px(TIGHT)
        arrangement = (compact, tight, many_rows, chosen, *self._result.figures, look())
        if arrangement == self._arrangement:
            return  # whatever is set on a layout lays out the whole window again
        self._arrangement = arrangement
        edge = look().px(5 if compact else 10)
        self._whole.setContentsMargins(edge, edge, edge, edge)
        for layout in (self._whole, self._right, self._figures):
            layout.setSpacing(edge)
        self.tabs.setVisible(compact and self.side is not None)
        if self.side is not None:
            self.side.set_compact(compact)
        self.reading.set_lines(1 if compact else 2)
        self.reading.setVisible(not (compact and tight and self.controls))
        for name, card in self._cards.items():
            card.setVisible(name == chosen if compact else name == "formula" or name in self._result.figures)
        formula, figures = SHARES[many_rows]
        self._right.setStretchFactor(self._cards["formula"], 0 if compact and chosen != "formula" else formula)
        self._right.setStretchFactor(self._figures, 0 if compact and chosen == "formula" else figures)

    def _explanation(self) -> Explanation:
        place = self._pointed or self._kept
        if place is None:
            return NO_CELL
        stage, (i, j) = place
        return explain(self._result, stage, i, j)

    def _forget_lost_cells(self) -> None:
        """Let go of a cell that the new sizes no longer have."""
        for name in ("_pointed", "_kept"):
            place = getattr(self, name)
            if place is not None:
                matrix = self._result.matrices.get(place[0])
                if matrix is None or place[1][0] >= matrix.shape[0] or place[1][1] >= matrix.shape[1]:
                    setattr(self, name, None)

    def _point(self, stage: str, cell: Cell | None) -> None:
        self._pointed = None if cell is None else (stage, cell)
        self._show_matrices()

    def _pick(self, stage: str, i: int, j: int) -> None:
        """Keep the arithmetic of a cell, or let go of it; select what the cell belongs to."""
        place = (stage, (i, j))
        self._kept = None if self._kept == place else place
        self.document.edit(self.name, **self._selection(stage, i, j))
        self._show_matrices()

    def _selection(self, stage: str, i: int, j: int) -> dict[str, object]:
        scenario = self._result.scenario
        if stage in ("query", "key", "value"):
            chosen = scenario.with_changes(role=stage)
            return {"role": stage, **with_entry(chosen, i)}
        if stage == "output":
            return {"selected_query": i}
        return {"selected_query": i, "selected_key": j}

    def _edit_cell(self, stage: str, i: int, j: int, value: float) -> None:
        tensors = with_component(self._result.scenario, stage, i, j, value)
        self.document.edit(self.name, tensors=tensors)

    def _paint_mask(self, i: int, j: int) -> None:
        cells = self._result.scenario.custom
        self.document.edit(self.name, custom=toggled(cells, i, j, (i, j) not in cells))

    def _randomise(self) -> None:
        scenario = drawn_again(self._result.scenario)
        self.document.edit(self.name, tensors=scenario.tensors, seed=scenario.seed)
        self.document.end_gesture()

    def _toggle_base(self) -> None:
        self.document.edit(self.name, base="e" if self._result.scenario.base == "2" else "2")
        self.document.end_gesture()

    def _go_to(self, index: int) -> None:
        self.matrices[STAGES[index][2]].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _space(self) -> None:
        if self.side is not None:
            self.side.setFixedWidth(look().px(244))

    def minimumSizeHint(self) -> QSize:
        """Return the same in both arrangements: room made for one would bring on the other, without end."""
        return QSize(*map(look().px, LEAST))

    def hasHeightForWidth(self) -> bool:
        return False  # for the same reason

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._kept is not None:
            self._kept = None
            self._show_matrices()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_cards()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_whole"):
            self._space()


SIGNS = {
    "times": Message("·"),
    "equals": Message("="),
    "mask": Message(QT_TRANSLATE_NOOP("attention", "+ M =")),
}
