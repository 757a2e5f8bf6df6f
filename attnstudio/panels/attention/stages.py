"""The numbered stages, the figures beside them, and the order in which the formula is read."""

from typing import NamedTuple

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.scene import Orientation

Items = tuple[str, ...]  # names of matrices and signs
Breaks = tuple[tuple[int, ...], ...]  # items that start a new line, one tuple an arrangement


class Stage(NamedTuple):
    """One numbered stage: the matrix it ends in, and its own line of the formula as rows and as columns ask."""

    name: str
    title: str
    kind: str
    rows: Items
    columns: Items

    def line(self, orientation: Orientation) -> Items:
        """Return its line of the formula."""
        return self.rows if orientation == "rows" else self.columns


def _stage(name: str, title: str, kind: str, *line: str, turned: Items = ()) -> Stage:
    return Stage(name, title, kind, line, turned or line)


STAGES = (
    _stage("scores", QT_TRANSLATE_NOOP("attention", "Compare"), "score", "query", "times", "key", "equals", "scores",
           turned=("key", "times", "query", "equals", "scores")),
    _stage("logits", QT_TRANSLATE_NOOP("attention", "Scale"), "score", "scores", "divide", "logits"),
    _stage("masked_logits", QT_TRANSLATE_NOOP("attention", "Mask"), "score", "logits", "mask", "masked_logits"),
    _stage("weights", QT_TRANSLATE_NOOP("attention", "Softmax"), "weight", "masked_logits", "softmax", "weights"),
    _stage("output", QT_TRANSLATE_NOOP("attention", "Mix"), "value", "weights", "times", "value", "equals", "output",
           turned=("value", "times", "weights", "equals", "output")),
)  # fmt: skip
NAMES = tuple(stage.name for stage in STAGES)
MATRICES = ("query", "key", "scores", "logits", "masked_logits", "weights", "value", "output")
HOLDING = {"query": "scores", "key": "scores", "value": "output"}  # the stage that another matrix is seen in
FIGURES = {
    "dial": QT_TRANSLATE_NOOP("attention", "Key dial"),
    "bars": QT_TRANSLATE_NOOP("attention", "Bars"),
    "plane": QT_TRANSLATE_NOOP("attention", "Value plane"),
}

_MIDDLE = ("equals", "scores", "divide", "logits", "mask", "masked_logits", "softmax", "weights")
_FORMULA: dict[Orientation, Items] = {
    "rows": ("query", "times", "key", *_MIDDLE, "times", "value", "equals", "output"),
    "columns": ("key", "times", "query", *_MIDDLE, "then", "value", "times weights", "output"),
}
_BREAKS: Breaks = ((), (7,), (9,), (5, 9), (5, 9, 11))
SIGNS = {
    "times": Message("·"),
    "equals": Message("="),
    "then": Message(";"),
    "times weights": Message("· α ="),
}


def formula(orientation: Orientation) -> tuple[Items, Breaks]:
    """Return the whole formula in reading order: Q Kᵀ … V, or where columns ask Kᵀ Q …; V α."""
    return _FORMULA[orientation], _BREAKS


def stage_line(name: str, orientation: Orientation) -> tuple[Items, Breaks]:
    """Return one stage's own line, which may fill the panel."""
    items = STAGES[NAMES.index(name)].line(orientation)
    return items, ((), (len(items) - 2,))
