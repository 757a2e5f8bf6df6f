"""From a Scenario of the Attention panel to all that its screen shows."""

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.core.attention import AttentionStages, scaled_dot_product_attention
from attnstudio.core.masks import combine_masks
from attnstudio.panels.attention import captions, labels
from attnstudio.panels.attention.figures import figures_of
from attnstudio.panels.attention.scenario import AttentionScenario, may_attend
from attnstudio.state.figures import Kind, Matrix, Result, frozen_float, known_sum
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

Array = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]
SUMS = QT_TRANSLATE_NOOP("attention", "rows sum to 1")
SUMS_WITH_VOID = QT_TRANSLATE_NOOP("attention", "rows sum to 1 or 0")
FEW = 64  # numbers that Python looks through faster than NumPy

_TITLES: dict[str, tuple[str, Kind]] = {
    "query": (QT_TRANSLATE_NOOP("attention", "Q"), "query"),
    "key": (QT_TRANSLATE_NOOP("attention", "Kᵀ"), "key"),
    "value": (QT_TRANSLATE_NOOP("attention", "V"), "value"),
    "scores": (QT_TRANSLATE_NOOP("attention", "scores"), "score"),
    "logits": (QT_TRANSLATE_NOOP("attention", "logits"), "score"),
    "masked_logits": (QT_TRANSLATE_NOOP("attention", "masked logits"), "score"),
    "exp": (QT_TRANSLATE_NOOP("attention", "exp"), "exp"),
    "weights": (QT_TRANSLATE_NOOP("attention", "weights α"), "weight"),
    "output": (QT_TRANSLATE_NOOP("attention", "output z"), "output"),
}
_QUERIES = Message(QT_TRANSLATE_NOOP("attention", "query"))
_KEYS = Message(QT_TRANSLATE_NOOP("attention", "key"))
_VALUES = Message(QT_TRANSLATE_NOOP("attention", "value"))
_COMPONENTS = Message(QT_TRANSLATE_NOOP("attention", "component"))


@dataclass(frozen=True, eq=False)
class AttentionResult(Result):
    """Result of the Attention panel; `stages` is None where only weights are known."""

    scenario: AttentionScenario = field(default_factory=AttentionScenario)
    stages: AttentionStages | None = None
    query_labels: tuple[str, ...] = ()
    key_labels: tuple[str, ...] = ()


def compute(scenario: AttentionScenario) -> AttentionResult:
    """Return all that the panel shows; every Scenario that can be built has a Result."""
    if not scenario.tensors.has_vectors:
        return _stored_weights(scenario)
    pack, where = scenario.tensors, (scenario.layer_index, scenario.head_index)
    mask = combine_masks(*may_attend(scenario).values())
    stages = scaled_dot_product_attention(
        *(pack.array(role, *where) for role in ("query", "key", "value")),
        mask=mask,
        scale=scenario.scale,
        temperature=scenario.softmax_temperature,
    )
    matrices = _matrices(scenario, stages, None if mask is None else ~mask)
    return AttentionResult(
        matrices=matrices,
        quantities=_quantities(scenario, stages.weights),
        captions=captions.captions(scenario, stages),
        figures=figures_of(scenario, stages, matrices),
        notices=captions.notices(scenario, stages),
        scenario=scenario,
        stages=stages,
        query_labels=labels.query_labels(pack),
        key_labels=labels.key_labels(pack),
    )


def _matrices(scenario: AttentionScenario, stages: AttentionStages, blocked: Flags | None) -> dict[str, Matrix]:
    pack = scenario.tensors
    rows, keys = labels.query_labels(pack), labels.key_labels(pack)
    k_components, v_components = (tuple(str(j + 1) for j in range(d)) for d in (pack.d_k, pack.d_v))
    signed, value_limits = _limits(stages.scores, stages.logits), _limits(stages.value)
    void = frozenset(np.flatnonzero(stages.fully_masked).tolist())
    padded = frozenset(k for k in scenario.padding if k < pack.T_q) if pack.T_q == pack.T_k else frozenset()

    def matrix(name: str, values: Array, limits: tuple[float, float], digits: int, **more: Any) -> Matrix:
        title, kind = _TITLES[name]
        values = frozen_float(values)
        usual: dict[str, Any] = {
            "row_labels": rows, "column_labels": keys, "row_title": _QUERIES, "column_title": _KEYS,
            "subtitle": _shape(values),
        }  # fmt: skip
        return Matrix(
            name=name, title=Message(title), kind=kind, values=values, limits=limits, digits=digits,
            **(usual | more),
        )  # fmt: skip

    pairs: dict[str, Any] = {"blocked": blocked, "void_rows": void, "dimmed_rows": padded}
    vectors: dict[str, Any] = {"column_title": _COMPONENTS, "editable": True}
    key_rows = {"row_labels": keys, "row_title": _KEYS}
    logit_digits = max(1, _digits(stages.logits, 2))
    made = [
        matrix("query", stages.query, _limits(stages.query), _digits(stages.query, 2), column_labels=k_components,
               **vectors),
        matrix("key", stages.key, _limits(stages.key), _digits(stages.key, 2), column_labels=k_components, **key_rows,
               **vectors, subtitle=_shape(stages.key.T)),
        matrix("value", stages.value, value_limits, _digits(stages.value, 2), column_labels=v_components, **vectors,
               row_labels=labels.value_labels(pack), row_title=_VALUES),
        matrix("scores", stages.scores, signed, _digits(stages.scores, 2)),
        matrix("logits", stages.logits, signed, logit_digits, subtitle=captions.divided(scenario)),
        matrix("masked_logits", stages.masked_logits, signed, logit_digits, **pairs, paintable=True,
               subtitle=captions.masks_named(scenario)),
        matrix("exp", stages.exp, (0.0, float(stages.exp.max(initial=0.0)) or 1.0), _digits(stages.exp, 3), **pairs),
        matrix("weights", stages.weights, (0.0, 1.0), 3, **pairs,
               subtitle=Message(SUMS_WITH_VOID if void else SUMS)),
        matrix("output", stages.output, value_limits, _digits(stages.output, 2), column_labels=v_components,
               column_title=_COMPONENTS, void_rows=void, dimmed_rows=padded),
    ]  # fmt: skip
    return {m.name: m for m in made}


def _stored_weights(scenario: AttentionScenario) -> AttentionResult:
    """Return the Result of weights without Q and K: shown as stored, never rescaled."""
    pack = scenario.tensors
    values = frozen_float(pack.array("weights", scenario.layer_index, scenario.head_index))
    rows, keys = labels.query_labels(pack), labels.key_labels(pack)
    top = float(np.nanmax(values, initial=0.0))
    weights = Matrix(
        name="weights", title=Message(_TITLES["weights"][0]), kind="weight", values=values, row_labels=rows,
        column_labels=keys, row_title=_QUERIES, column_title=_KEYS, limits=(0.0, max(1.0, top)), digits=3,
        subtitle=Message(QT_TRANSLATE_NOOP("attention", "as stored")),
    )  # fmt: skip
    result = AttentionResult(
        matrices={"weights": weights},
        quantities=_quantities(scenario, values),
        captions=captions.common_captions(scenario, values),
        figures={},
        notices=(
            Message(QT_TRANSLATE_NOOP("attention", "Weights without Q and K: they can be looked at, not recomputed.")),
        ),
        scenario=scenario,
        query_labels=rows,
        key_labels=keys,
    )
    return replace(result, figures=figures_of(scenario, None, result.matrices))


def _limits(*arrays: Array) -> tuple[float, float]:
    """Return limits around 0 that hold all numbers, in steps so coarse that a drag seldom changes them."""
    top = max((float(np.abs(a).max(initial=0.0)) for a in arrays), default=0.0)
    return (-nice(top), nice(top))


def nice(top: float) -> float:
    """Return the smallest of 1, 2, 3, 5 times a power of ten, at least 1, that is not below `top`."""
    power = 1.0
    while power * 10 < top:
        power *= 10
    return next(step * power for step in (1.0, 2.0, 3.0, 5.0, 10.0) if step * power >= top)


def _digits(values: Array, most: int) -> int:
    """Digits that show every number without rounding, `most` at the most."""
    if values.size > FEW:
        rounded = values[np.isfinite(values)].round(9)
        return next((d for d in range(most) if np.array_equal(rounded.round(d), rounded)), most)
    finite = [number for number in set(values.ravel().tolist()) if math.isfinite(number)]
    return next((d for d in range(most) if all(abs(round(number, d) - number) <= 1e-9 for number in finite)), most)


def _shape(values: Array) -> Message:
    return Message("{rows} × {columns}", {"rows": values.shape[0], "columns": values.shape[1]})


def _quantities(scenario: AttentionScenario, weights: Array) -> dict[str, float]:
    row = weights[scenario.query_index]
    return {"max_weight": float(np.nanmax(row, initial=0.0)), "row_sum": float(known_sum(row))}
