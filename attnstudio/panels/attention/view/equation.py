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
from attnstudio.ui.formula_items import Choice
from attnstudio.ui.formula_sizes import MOST_COLUMNS
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.matrix_drawing import NOTHING

VECTORS = ("query", "key", "value")
CHANGING = ("divide", "mask", "softmax")  # signs that say what is done


class Setting(NamedTuple):
    """What the formula consists of.

    `stage` is the one that fills the panel, in little room (`alone`) without what it is made from. `turning`: where the
    whole has no room for its numbers, one stage does that others can be turned to.
    """

    orientation: Orientation
    stage: str | None
    alone: bool
    turning: bool


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
        self.present = "weights"  # the stage to show where there is room for one alone
        self._one: str | None = None  # that one, where it is a choice
        self._pinned = False
        self._made_of: object = None

    @property
    def one(self) -> str | None:
        """The stage that is shown alone for want of room."""
        one = self._one if self.formula.largest is not None else None
        return self.comparison.one if self._pinned else one

    def show_result(
        self, result: AttentionResult, pinned: AttentionResult | None, lit: Sequence[Operand], setting: Setting
    ) -> None:
        """Draw a Result, or what differs from a pinned one."""
        self._pinned, self.present = pinned is not None, setting.stage or self.present
        made_of = setting, pinned is None, tuple(result.matrices), self.present
        other, self._made_of = made_of != self._made_of, made_of
        if other:
            self._turn(setting)
        if pinned is not None:
            if not any(matrix.covered for matrix in result.matrices.values()):  # else it is the one that is asked for
                focused = (name for name in NAMES if self.matrices[name].hasFocus())
                self.present = next(focused, self.present)
            self.comparison.show_results(pinned, result, transposed=setting.orientation == "columns")
            self.formula.set_choices(self.comparison.choices(setting.stage, self.present))
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
        """Give the formula its choices: all of it, one stage's line, one stage alone."""
        stage = setting.stage
        self._one = self._present_of(result) if setting.turning and not stage else None
        choices = [] if stage else [self._choice(*formula(setting.orientation), result)]
        if (one := stage or self._one) is not None:
            line = self._choice(*stage_line(one, setting.orientation), result, LARGEST)
            alone = self._choice((one,), ((),), result, LARGEST)
            choices += [alone] if setting.alone and stage else [line._replace(yields=stage is not None), alone]
        self.formula.set_choices(choices)

    def _present_of(self, result: AttentionResult) -> str | None:
        """Return the stage that is shown where all have no room for their numbers; of many tokens, none has."""
        one = self.present if self.present in result.matrices else "weights"
        return one if max(result.matrices["weights"].shape) <= MOST_COLUMNS else None

    def _choice(self, names: Items, breaks: Breaks, result: AttentionResult, largest: float | None = None) -> Choice:
        """Return what the formula may consist of; a line of one stage begins with labels of rows."""
        names, breaks = present(names, breaks, result.matrices)
        stages = [name for name in names if name in self.matrices]
        labels = {self.matrices[name]: self._labels(name) for name in stages}
        if largest is not None:
            labels[self.matrices[stages[0]]] = (True, labels[self.matrices[stages[0]]][1])
        if len(stages) == 1:
            labels = dict.fromkeys(labels, (True, True))
        return Choice(tuple(self.matrices.get(name, name) for name in names), breaks, largest, labels)

    def _labels(self, stage: str) -> tuple[bool, bool]:
        """Return whether a matrix in a line has row and column labels: what stands beside it may have them already."""
        vectors, turned = stage in VECTORS, self.matrices[stage].transposed
        return stage == "weights" or (vectors and not turned), stage != "output" and (turned or not vectors)

    def _turn(self, setting: Setting) -> None:
        """Draw matrices as rows or as columns ask: Kᵀ is the one that stands the other way round."""
        for stage, view in self.matrices.items():
            view.transposed = (stage == "key") != (setting.orientation == "columns")


def present(names: Items, breaks: Breaks, matrices: Collection[str]) -> tuple[Items, Breaks]:
    """Leave out of a formula the matrices that a Result does not have, and the signs that stand beside one."""
    needed = [(i,) if name in MATRICES else (i - 1, i + 1) for i, name in enumerate(names)]
    kept = [i for i, each in enumerate(needed) if all(names[k] in matrices for k in each)]
    starts = [{bisect_left(kept, start) for start in each} - {0, len(kept)} for each in breaks]
    return tuple(names[i] for i in kept), tuple(dict.fromkeys(tuple(sorted(each)) for each in starts))


def _selected_row(stage: str, scenario: AttentionScenario) -> int | None:
    """Row to outline: the selected query where there are several, and the vector that the sliders move."""
    if stage in ("key", "value"):
        return scenario.key_index if scenario.role == stage else None
    several = scenario.tensors.T_q > 1
    return scenario.query_index if several or (stage == "query" and scenario.role == "query") else None
