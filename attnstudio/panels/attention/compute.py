"""From a Scenario of the Attention panel to all that its screen shows."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.core.attention import AttentionStages, scaled_dot_product_attention
from attnstudio.core.masks import causal_mask, combine_masks, padding_mask, sliding_window_mask
from attnstudio.panels.attention import labels
from attnstudio.panels.attention.figures import figures_of
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.state.figures import Kind, Matrix, Result, frozen_float
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number

Array = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]
STAGES = ("scores", "logits", "masked_logits", "weights", "output")

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


def may_attend(scenario: AttentionScenario) -> dict[str, Flags]:
    """Return the masks that are on, by name, True where a query may look: each (T_q, T_k)."""
    T_q, T_k = scenario.tensors.T_q, scenario.tensors.T_k
    masks: dict[str, Flags] = {}
    corner = "top-left" if scenario.causal == "off" else scenario.causal
    if scenario.causal != "off":
        masks["causal"] = causal_mask(T_q, T_k, scenario.causal)
    padded = [key for key in scenario.padding if key < T_k]
    if padded:
        masks["padding"] = np.broadcast_to(padding_mask(T_k, padded), (T_q, T_k))
    if scenario.window:
        reach = scenario.window - 1
        masks["window"] = sliding_window_mask(T_q, T_k, reach, reach, corner)
    cells = [(i, j) for i, j in scenario.custom if i < T_q and j < T_k]
    if cells:
        masks["custom"] = np.ones((T_q, T_k), bool)
        masks["custom"][tuple(np.array(cells).T)] = False
    return masks


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
        captions=_captions(scenario, stages),
        figures=figures_of(scenario, stages, matrices),
        notices=_notices(scenario, stages),
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

    def matrix(name: str, values: Array, limits: tuple[float, float], most: int, **more: Any) -> Matrix:
        title, kind = _TITLES[name]
        values = frozen_float(values)
        usual: dict[str, Any] = {
            "row_labels": rows, "column_labels": keys, "row_title": _QUERIES, "column_title": _KEYS,
            "subtitle": _shape(values),
        }  # fmt: skip
        return Matrix(
            name=name, title=Message(title), kind=kind, values=values, limits=limits, digits=_digits(values, most),
            **(usual | more),
        )  # fmt: skip

    pairs: dict[str, Any] = {"blocked": blocked, "void_rows": void, "dimmed_rows": padded}
    vectors: dict[str, Any] = {"column_title": _COMPONENTS, "editable": True}
    key_rows = {"row_labels": keys, "row_title": _KEYS}
    made = [
        matrix("query", stages.query, _limits(stages.query), 2, column_labels=k_components, **vectors),
        matrix("key", stages.key, _limits(stages.key), 2, column_labels=k_components, **key_rows, **vectors,
               subtitle=_shape(stages.key.T)),
        matrix("value", stages.value, value_limits, 2, column_labels=v_components, **vectors,
               row_labels=labels.value_labels(pack), row_title=_VALUES),
        matrix("scores", stages.scores, signed, 2),
        matrix("logits", stages.logits, signed, 2, subtitle=_divided(scenario)),
        matrix("masked_logits", stages.masked_logits, signed, 2, **pairs, paintable=True,
               subtitle=_masks_named(scenario)),
        matrix("exp", stages.exp, (0.0, float(stages.exp.max(initial=0.0)) or 1.0), 3, **pairs),
        matrix("weights", stages.weights, (0.0, 1.0), 3, **pairs,
               subtitle=Message(QT_TRANSLATE_NOOP("attention", "rows sum to 1"))),
        matrix("output", stages.output, value_limits, 2, column_labels=v_components, column_title=_COMPONENTS,
               void_rows=void, dimmed_rows=padded),
    ]  # fmt: skip
    made[4] = replace(made[4], digits=max(1, made[4].digits))
    made[5] = replace(made[5], digits=made[4].digits)
    made[7] = replace(made[7], digits=3)
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
        captions=_common_captions(scenario, values),
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
    finite = values[np.isfinite(values)]
    rounded = finite.round(9)
    return next((d for d in range(most) if (rounded.round(d) == rounded).all()), most)


def _shape(values: Array) -> Message:
    return Message("{rows} × {columns}", {"rows": values.shape[0], "columns": values.shape[1]})


def divisor_text(scenario: AttentionScenario) -> str:
    """Return what the scores are divided by, as it is written: √4, 4 or 1."""
    d_k = scenario.tensors.d_k
    return {"one": "1", "sqrt_d_k": f"√{d_k}", "d_k": str(d_k)}[scenario.divide_by]


def _divided(scenario: AttentionScenario) -> Message:
    return Message(QT_TRANSLATE_NOOP("attention", "÷ {by}"), {"by": divisor_text(scenario)})


MASK_NAMES = {
    "causal": QT_TRANSLATE_NOOP("attention", "causal"),
    "padding": QT_TRANSLATE_NOOP("attention", "padding"),
    "window": QT_TRANSLATE_NOOP("attention", "window"),
    "custom": QT_TRANSLATE_NOOP("attention", "custom"),
}


def _masks_named(scenario: AttentionScenario) -> Message:
    on = list(may_attend(scenario))
    if not on:
        return Message(QT_TRANSLATE_NOOP("attention", "no mask"))
    if on == ["causal"] and scenario.tensors.T_q != scenario.tensors.T_k:
        return Message(QT_TRANSLATE_NOOP("attention", "causal, {corner}"), {"corner": scenario.causal})
    return Message(" + ".join("{" + name + "}" for name in on), {name: Message(MASK_NAMES[name]) for name in on})


def _common_captions(scenario: AttentionScenario, weights: Array) -> dict[str, Message]:
    pack = scenario.tensors
    sums = np.nansum(weights, axis=-1)
    return {
        "origin": pack.origin.badge(),
        "shapes": Message(
            QT_TRANSLATE_NOOP("attention", "T_q {T_q} · T_k {T_k} · d_k {d_k} · d_v {d_v} · {dtype} · seed {seed}"),
            {"T_q": pack.T_q, "T_k": pack.T_k, "d_k": pack.d_k or "–", "d_v": pack.d_v or "–", "dtype": weights.dtype,
             "seed": scenario.seed},
        ),
        "row_sums": _row_sum_check(sums),
    }  # fmt: skip


def _row_sum_check(sums: Array) -> Message:
    """Say the exact row sums, because the digits in the cells are rounded."""
    full = sums[sums != 0]
    if full.size == 0:
        return Message(QT_TRANSLATE_NOOP("attention", "no row has a key to look at"))
    error = float(np.abs(full - 1).max())
    if error > 1e-6:
        return Message(
            QT_TRANSLATE_NOOP("attention", "row sums {low} to {high}"),
            {"low": format_number(full.min(), 4), "high": format_number(full.max(), 4)},
        )
    return Message(QT_TRANSLATE_NOOP("attention", "rows sum to 1, to {error}"), {"error": f"{max(error, 2**-53):.0e}"})


def _captions(scenario: AttentionScenario, stages: AttentionStages) -> dict[str, Message]:
    temperature = scenario.temperature
    power = {"e": QT_TRANSLATE_NOOP("attention", "softmax"), "2": QT_TRANSLATE_NOOP("attention", "softmax 2ˣ")}
    text = Message("{name} →", {"name": Message(power[scenario.base])})
    if temperature != 1:
        text = Message(
            "{name}\nT = {T}", {"name": text, "T": format_number(temperature, decimals_needed(temperature, 4))}
        )
    return _common_captions(scenario, stages.weights) | {
        "divide": Message("÷ {by} =", {"by": divisor_text(scenario)}),
        "softmax": text,
    }


def _quantities(scenario: AttentionScenario, weights: Array) -> dict[str, float]:
    row = weights[scenario.query_index]
    return {"max_weight": float(np.nanmax(row, initial=0.0)), "row_sum": float(np.nansum(row))}


def _notices(scenario: AttentionScenario, stages: AttentionStages) -> tuple[Message, ...]:
    void = np.flatnonzero(stages.fully_masked).tolist()
    if not void:
        return ()
    names = labels.query_labels(scenario.tensors)
    return (
        Message(
            QT_TRANSLATE_NOOP("attention", "Every key is masked for {rows}: zero weights and zero output."),
            {"rows": ", ".join(names[i] for i in void)},
        ),
    )
