"""How quantities are measured on a Result: cells, rows, vectors and whole matrices, or why there is no number."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from attnstudio.core.measures import angle_degrees, asymmetry, cosine, entropy_share, jacobian_norm, length
from attnstudio.state.fields import Scenario
from attnstudio.state.figures import Array, Matrix, Result, known_sum
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

CELLS = {
    "score": ("scores", "qk"), "logit": ("logits", "qk"), "masked_logit": ("masked_logits", "qk"),
    "exp": ("exp", "qk"), "weight": ("weights", "qk"), "query": ("query", "qc"), "key": ("key", "kc"),
    "value": ("value", "kc"), "output": ("output", "qc"),
}  # fmt: skip
VECTORS = {"q": ("query", "q"), "k": ("key", "k"), "v": ("value", "k"), "z": ("output", "q")}
SELECTED = {"q": "selected_query", "k": "selected_key"}
T = QT_TRANSLATE_NOOP
NAMES_OF = {"q": T("lessons", "query"), "k": T("lessons", "key"), "c": T("lessons", "component")}
NO_MATRIX = T("lessons", "this panel has no {name} now")
COVERED = T("lessons", "{name} is covered")
NO_INDEX = T("lessons", "there is no {kind} {index}: it is one of {labels}, or a position from 1 to {count}")
NO_VECTOR = T("lessons", "there is no vector {name}: it is one of q, k, v, z, or one with a position, as k2")
NO_SELECTION = T("lessons", "no {kind} is selected on this panel")
NO_FIELD = T("lessons", "this panel has no field {name}; it has {names}")
RESIZED = T("lessons", "{name} has another size than at the start")
NOT_SQUARE = T("lessons", "scores are symmetric or not only where as many queries as keys are")
_PLAIN = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_VECTOR = re.compile(r"([qkvz])(\d*)")
_POSITION = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class Moment:
    """What a panel shows at one moment."""

    scenario: Scenario
    result: Result


class Missing(Exception):  # noqa: N818 (nothing is wrong: there is no number, for a reason)
    """There is no number, for this reason."""

    def __init__(self, template: str, **values: object) -> None:
        self.reason = Message(template, values)
        super().__init__(self.reason)


def indexed(name: str, indices: tuple[str, ...], now: Moment) -> float:
    """Return a quantity with indices; Missing says why there is none."""
    if name == "length":
        return _length(indices[0], now)
    axes = zip(indices, INDEXED[name], strict=True)
    i, *rest = (_position(index, axis, _labels(name, axis, now), now) for index, axis in axes)
    if name in _OF_ROW:
        return _OF_ROW[name](_matrix("weights", now), i)
    (j,) = rest
    if name in CELLS:
        return float(_matrix(CELLS[name][0], now).values[i, j])
    query, key = _matrix("query", now).values[i, None], _matrix("key", now).values[j, None]
    return float(_OF_PAIR[name](query, key)[0, 0])


def label_at(name: str, index: str, axis: str, now: Moment) -> tuple[str, int]:
    """Return the label on the screen that an index of a quantity names, and how many there are beside it."""
    labels = _labels(name, axis, now)
    return labels[_position(index, axis, labels, now)], len(labels)


def _labels(name: str, axis: str, now: Moment) -> tuple[str, ...]:
    """Return the labels along one axis of a quantity with indices."""
    if name in _OF_PAIR:
        return _matrix("query" if axis == "q" else "key", now).row_labels
    matrix_name, axes = CELLS.get(name, ("weights", "q"))
    matrix = _matrix(matrix_name, now)
    return matrix.row_labels if axis == axes[0] else matrix.column_labels


def plain(name: str) -> str:
    """Return a name of code as it can be read."""
    return name.replace("_", " ")


def _matrix(name: str, now: Moment) -> Matrix:
    matrix = now.result.matrices.get(name)
    if matrix is None:
        raise Missing(NO_MATRIX, name=plain(name))
    if matrix.covered:
        raise Missing(COVERED, name=matrix.title)
    return matrix


def _position(index: str, axis: str, labels: tuple[str, ...], now: Moment) -> int:
    """Return the place, from 0, that an index names."""
    kind = Message(NAMES_OF[axis])
    if index == axis and axis in SELECTED:
        selected = getattr(now.scenario, SELECTED[axis], 0 if len(labels) == 1 else None)
        if selected is None:
            raise Missing(NO_SELECTION, kind=kind)
        return min(int(selected), len(labels) - 1)
    if _POSITION.fullmatch(index):
        if 1 <= int(index) <= len(labels):
            return int(index) - 1
    else:
        names = [label.translate(_PLAIN) for label in labels]
        if (sought := index.translate(_PLAIN)) in names:
            return names.index(sought)
    raise Missing(NO_INDEX, kind=kind, index=index, labels=", ".join(labels[:12]), count=len(labels))


def _length(index: str, now: Moment) -> float:
    form = _VECTOR.fullmatch(index.translate(_PLAIN))
    if form is None:
        raise Missing(NO_VECTOR, name=index)
    matrix_name, axis = VECTORS[form[1]]
    matrix = _matrix(matrix_name, now)
    return float(length(matrix.values[_position(form[2] or axis, axis, matrix.row_labels, now)]))


def _leak(weights: Matrix, i: int) -> float:
    return 0.0 if weights.blocked is None else float(known_sum(weights.values[i][weights.blocked[i]]))


def _entropy_share(weights: Matrix, i: int) -> float:
    return float(entropy_share(weights.values[i], None if weights.blocked is None else ~weights.blocked[i]))


_OF_ROW: Mapping[str, Callable[[Matrix, int], float]] = {
    "row_sum": lambda weights, i: float(known_sum(weights.values[i])),
    "max_weight": lambda weights, i: float(weights.values[i].max()),
    "entropy_share": _entropy_share,
    "jacobian_norm": lambda weights, i: float(jacobian_norm(weights.values[i])),
    "leak": _leak,
}
_OF_PAIR: Mapping[str, Callable[[Array, Array], Array]] = {"cos": cosine, "angle": angle_degrees}
INDEXED: Mapping[str, str] = {
    **{name: axes for name, (_, axes) in CELLS.items()}, **dict.fromkeys(_OF_ROW, "q"), **dict.fromkeys(_OF_PAIR, "qk"),
    "length": "x",
}  # fmt: skip


def _asymmetry(now: Moment) -> float:
    scores = _matrix("scores", now)
    if scores.shape[0] != scores.shape[1]:
        raise Missing(NOT_SQUARE)
    return float(asymmetry(scores.values))


def _row_sum_error(now: Moment) -> float:
    weights = _matrix("weights", now)
    kept = [i for i in range(weights.shape[0]) if i not in weights.void_rows]
    return float(np.abs(known_sum(weights.values[kept]) - 1).max(initial=0.0))


def _largest_leak(now: Moment) -> float:
    weights = _matrix("weights", now)
    return max(_leak(weights, i) for i in range(weights.shape[0]))


WHOLE: Mapping[str, Callable[[Moment], float]] = {
    "asymmetry": _asymmetry,
    "void_rows": lambda now: float(len(_matrix("weights", now).void_rows)),
    "row_sum_error": _row_sum_error,
    "largest_leak": _largest_leak,
}


def _changes(name: str, now: Moment, start: Moment) -> Array:
    after, before = _matrix(name, now), _matrix(name, start)
    if after.shape != before.shape:
        raise Missing(RESIZED, name=after.title)
    same = after.values == before.values  # −∞ from −∞ would be NaN
    with np.errstate(invalid="ignore"):
        changes: Array = np.where(same, 0.0, np.abs(after.values - before.values))
    return changes


def touched(now: Moment, start: Moment) -> list[str]:
    """Return the fields that have changed, without what is only selected."""
    specs = now.scenario.specs()
    return [name for name in now.scenario.differences(start.scenario) if specs[name].undoable]


def _field_touched(name: str, now: Moment, start: Moment) -> float:
    if name not in (specs := now.scenario.specs()):
        raise Missing(NO_FIELD, name=name, names=", ".join(specs))
    return float(name in now.scenario.differences(start.scenario))


OF_NAMED: Mapping[str, Callable[[str, Moment, Moment], float]] = {
    "changed": lambda name, now, start: float(_changes(name, now, start).max(initial=0.0)),
    "least_changed": lambda name, now, start: float(_changes(name, now, start).min(initial=math.inf)),
    "touched": _field_touched,
}
