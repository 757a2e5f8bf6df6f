"""The displays of the panel: histograms, bars of one row, Jacobians and curves, each on a card."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.stages import FIGURES, PLOTS
from attnstudio.panels.scaling.words import divisor_text
from attnstudio.state.figures import Operand, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept
from attnstudio.ui.bars import BarsView
from attnstudio.ui.card import NO_NOTE, Card
from attnstudio.ui.display_rows import Display, Rows
from attnstudio.ui.formula import FormulaView
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.plot import PlotView
from attnstudio.ui.words import said

HISTOGRAMS = ("raw_histogram", "histogram")
BARS = ("raw_row", "row")
JACOBIANS = ("raw_jacobian", "jacobian")
CURVES = {f"{name}_by_d_k": name for name in ("spread", "max_weight", "entropy_share", "frozen_share", "gradient")}
ROWS: Rows = (
    (*HISTOGRAMS, "spread_by_d_k"),
    (BARS[0], JACOBIANS[0], BARS[1], JACOBIANS[1]),
    ("max_weight_by_d_k", "entropy_share_by_d_k", "frozen_share_by_d_k", "gradient_by_d_k"),
)
STAGE_ROWS: dict[str, Rows] = {  # what each stage shows where it has the panel to itself
    "spread": (HISTOGRAMS, ("spread_by_d_k",)),
    "weights": (BARS, JACOBIANS),
    "saturation": (("max_weight_by_d_k", "entropy_share_by_d_k"), ("frozen_share_by_d_k",)),
    "gradient": (("gradient_by_d_k",), JACOBIANS),
}
WIDTHS = dict.fromkeys(JACOBIANS, 8)
JACOBIAN_TITLES = {
    "raw_jacobian": QT_TRANSLATE_NOOP("scaling", "Undivided Jacobian"),
    "jacobian": QT_TRANSLATE_NOOP("scaling", "Divided Jacobian"),
}
TITLES = {  # of the displays, as they are read; last those that are there for the textbook row alone
    name: (PLOTS | FIGURES)[CURVES.get(name, name)] for row in ROWS for name in row if name not in JACOBIANS
} | JACOBIAN_TITLES
SHORT = {
    "raw_histogram": "q·k",
    "histogram": QT_TRANSLATE_NOOP("scaling", "logits"),
    "raw_row": QT_TRANSLATE_NOOP("scaling", "Row"),
    "row": QT_TRANSLATE_NOOP("scaling", "Row ÷"),
    "spread_by_d_k": QT_TRANSLATE_NOOP("scaling", "Spread"),
    "max_weight_by_d_k": QT_TRANSLATE_NOOP("scaling", "Largest"),
    "entropy_share_by_d_k": QT_TRANSLATE_NOOP("scaling", "Entropy"),
    "frozen_share_by_d_k": QT_TRANSLATE_NOOP("scaling", "Frozen"),
    "gradient_by_d_k": QT_TRANSLATE_NOOP("scaling", "Gradient"),
    "raw_jacobian": QT_TRANSLATE_NOOP("scaling", "Jacobian"),
    "jacobian": QT_TRANSLATE_NOOP("scaling", "Jacobian ÷"),
}
HOLDING = {  # the display that another matrix or plot is seen in
    "scores": "raw_row", "raw_weights": "raw_row", "logits": "row",
    **{name: f"{name}_by_d_k" for name in ("max_weight", "entropy_share", "frozen_share")},
}  # fmt: skip
TIPS = {
    "raw_row": QT_TRANSLATE_NOOP("scaling", "q·k, as it comes, and its softmax; point at a bar for its arithmetic"),
    "row": QT_TRANSLATE_NOOP("scaling", "q·k, divided, and its softmax; point at a bar for its arithmetic"),
}
RAW_ROW = Message(QT_TRANSLATE_NOOP("scaling", "Softmax, undivided"))
ROW = QT_TRANSLATE_NOOP("scaling", "Softmax, ÷ {by}")
DASHED = Message(QT_TRANSLATE_NOOP("scaling", "dashed: A"))
GROUPS_OF_BARS = {"raw_row": ("scores", "raw_weights"), "row": ("logits", "weights")}  # the matrices that bars show
GAUGES = {"raw_jacobian": ("raw_slope", "raw_norm"), "jacobian": ("slope", "norm")}  # captions over a Jacobian
SMALLEST = 60  # pixels in which a Jacobian can be drawn at all
LARGEST = 0.4  # of the height, for a cell of a Jacobian


class Displays(QObject):
    """Makes the displays and draws a ScalingResult in them."""

    cursor_moved = Signal(float)
    moved_finished = Signal()
    pointed = Signal(str, object)  # a matrix and a cell of it, or None
    picked = Signal(str, int, int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.plots = {name: PlotView() for name in (*HISTOGRAMS, *CURVES)}
        self.bars = {name: BarsView() for name in BARS}
        self.jacobians = {name: MatrixView() for name in JACOBIANS}
        self._formulas = {name: FormulaView([view], ((),)) for name, view in self.jacobians.items()}
        figures = self.plots | self.bars | self.jacobians
        self.displays = {
            name: Display(title, SHORT[name], Card(NO_NOTE), figures[name]) for name, title in TITLES.items()
        }
        self.cards = {name: self.displays[name].card for row in ROWS for name in row}
        self._fill()
        self._connect()

    def _fill(self) -> None:
        for name, view in (self.plots | self.bars | self._formulas).items():
            view.stand_on("card")
            self.cards[name].content.addWidget(view)
        for formula in self._formulas.values():
            formula.setMinimumSize(SMALLEST, SMALLEST)  # three by three numbers need less than a formula
        for jacobian in self.jacobians.values():
            jacobian.stand_on("card")
        for name, bars in self.bars.items():
            bars.setAccessibleName(said(FIGURES[name]))
            bars.setToolTip(said(TIPS[name]))

    def _connect(self) -> None:
        for name in CURVES:
            self.plots[name].cursor_moved.connect(self.cursor_moved)
            self.plots[name].moved_finished.connect(self.moved_finished)
        for name, jacobian in self.jacobians.items():
            jacobian.hovered.connect(lambda cell, name=name: self.pointed.emit(name, cell))
            jacobian.picked.connect(lambda i, j, name=name: self.picked.emit(name, i, j))
        for name, bars in self.bars.items():
            bars.hovered.connect(lambda under, name=name: self._point(name, under))

    def _point(self, name: str, under: tuple[int, int] | None) -> None:
        """Tell which number a bar stands for."""
        group, index = under or (0, 0)
        self.pointed.emit(GROUPS_OF_BARS[name][group], None if under is None else (0, index))

    def show_result(self, result: ScalingResult, pinned: Result | None, lit: Iterable[Operand]) -> None:
        """Draw a Result, beside a pinned one where there is one."""
        beside = pinned if isinstance(pinned, ScalingResult) else None
        for name, view in self.plots.items():
            key = CURVES.get(name, name)
            view.show_plot(result.plots[key], beside=None if beside is None else beside.plots[key])
        note, by = NO_NOTE if beside is None else DASHED, divisor_text(result.scenario)
        for name, title in (("raw_row", RAW_ROW), ("row", kept(ROW, by=by))):
            self.cards[name].set_title(title, note)
        for name, (slope, norm) in GAUGES.items() if result.scenario.textbook else ():
            self.cards[name].set_title(result.captions.get(slope, NO_NOTE), result.captions.get(norm, NO_NOTE))
        self.light(result, pinned, lit)

    def light(self, result: ScalingResult, pinned: Result | None, lit: Iterable[Operand]) -> None:
        """Draw the numbers of the row with some of them lit: what others were made from."""
        operands = tuple(lit)
        for name, bars in self.bars.items():
            key = next((each.column for each in operands if each.matrix in GROUPS_OF_BARS[name]), None)
            beside = None if pinned is None else pinned.figures[name]
            bars.show_bars(result.figures[name], selected=key, beside=beside)  # type: ignore[arg-type]
        if not result.scenario.textbook:
            return
        for name, view in self.jacobians.items():
            view.show_matrix(result.matrices[name], lit=operands)
            self._formulas[name].set_items([view], ((),), largest=LARGEST)
            self._formulas[name].show_signs({})
