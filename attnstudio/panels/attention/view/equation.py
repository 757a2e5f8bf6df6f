"""The living equation: which matrices stand in the formula, which way round, and with which labels."""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from typing import NamedTuple

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.panels.attention.stages import MATRICES, NAMES, SIGNS, Breaks, Items, formula, stage_line
from attnstudio.panels.attention.view.comparison import LARGEST, LOGITS, ComparisonViews
from attnstudio.state.figures import Operand
from attnstudio.state.scene import Orientation
from attnstudio.ui.formula import FormulaView
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.matrix_drawing import NOTHING

VECTORS = ("query", "key", "value")
CHANGING = ("divide", "mask", "softmax")  # signs that say what is done


class Setting(NamedTuple):
    """What the formula consists of.

    `stage` is the one that fills the panel, in little room (`alone`) without what it is made from.
    """

    orientation: Orientation
    stage: str | None
    alone: bool


class Equation:
    """A FormulaView with the matrices of a Result, or with those of two Results while one is pinned."""

    def __init__(self) -> None:
        self.formula = FormulaView([], ((),))
        self.comparison = ComparisonViews(self.formula)
        self.matrices = {stage: MatrixView(parent=self.formula) for stage in MATRICES}
        for view in self.matrices.values():
            view.stand_on("card")
            view.hide()  # until it is in the formula
        for stage in LOGITS:
            self.matrices[stage].stand_beside([self.matrices[other] for other in LOGITS])
        self._made_of: object = None

    def show_result(
        self, result: AttentionResult, pinned: AttentionResult | None, lit: Sequence[Operand], setting: Setting
    ) -> None:
        """Draw a Result, or what differs from a pinned one."""
        made_of = setting, pinned is None, tuple(result.matrices)
        other, self._made_of = made_of != self._made_of, made_of
        if other:
            self._turn(setting)
        if pinned is not None:
            if not any(matrix.covered for matrix in result.matrices.values()):  # else it is the one that is asked for
                focused = (name for name in NAMES if self.matrices[name].hasFocus())
                self.comparison.present = next(focused, self.comparison.present)
            self.comparison.show_results(pinned, result, transposed=setting.orientation == "columns")
            self.formula.set_choices(self.comparison.choices(setting.stage))
        self.light(result, lit)
        if other and pinned is None:
            self.comparison.let_go()
            self._fill(result, setting)
        captions = result.captions
        self.formula.show_signs(SIGNS | {name: captions[name] for name in CHANGING if name in captions})

    def light(self, result: AttentionResult, lit: Sequence[Operand]) -> None:
        """Draw the matrices with some cells lit."""
        for stage, view in self.matrices.items():
            matrix = result.matrices.get(stage, NOTHING)
            view.show_matrix(matrix, lit=tuple(lit), selected_row=_selected_row(stage, result.scenario))

    def _fill(self, result: AttentionResult, setting: Setting) -> None:
        """Give the formula its items: all of it, one stage's line, or one stage alone."""
        if setting.stage is None:
            names, breaks = formula(setting.orientation)
        elif setting.alone:
            names, breaks = (setting.stage,), ((),)
        else:
            names, breaks = stage_line(setting.stage, setting.orientation)
        names, breaks = present(names, breaks, result.matrices)
        self.formula.set_items([self.matrices.get(name, name) for name in names], breaks, largest=_largest(setting))

    def _turn(self, setting: Setting) -> None:
        """Draw matrices as rows or as columns ask: Kᵀ is the one that stands the other way round."""
        for stage, view in self.matrices.items():
            view.transposed = turned = (stage == "key") != (setting.orientation == "columns")
            vectors, alone = stage in VECTORS, setting.alone and stage == setting.stage
            view.row_labels_shown = alone or stage == "weights" or (vectors and not turned)
            view.column_labels_shown = alone or (stage != "output" and (turned or not vectors))


def present(names: Items, breaks: Breaks, matrices: Collection[str]) -> tuple[Items, Breaks]:
    """Leave out of a formula the matrices that a Result does not have, and the signs that stand beside one."""
    needed = [(i,) if name in MATRICES else (i - 1, i + 1) for i, name in enumerate(names)]
    kept = [i for i, each in enumerate(needed) if all(names[k] in matrices for k in each)]
    starts = [{bisect_left(kept, start) for start in each} - {0, len(kept)} for each in breaks]
    return tuple(names[i] for i in kept), tuple(dict.fromkeys(tuple(sorted(each)) for each in starts))


def _largest(setting: Setting) -> float | None:
    return LARGEST if setting.stage in NAMES else None


def _selected_row(stage: str, scenario: AttentionScenario) -> int | None:
    """Row to outline: the selected query where there are several, and the vector that the sliders move."""
    if stage in ("key", "value"):
        return scenario.key_index if scenario.role == stage else None
    several = scenario.tensors.T_q > 1
    return scenario.query_index if several or (stage == "query" and scenario.role == "query") else None
