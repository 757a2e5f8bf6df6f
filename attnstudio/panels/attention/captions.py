"""The words of the Attention panel: what the data is, what was done, and what must be known of this state."""

from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.core.attention import AttentionStages
from attnstudio.panels.attention import labels
from attnstudio.panels.attention.scenario import AttentionScenario, may_attend
from attnstudio.state.figures import known_sum
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number

Array = npt.NDArray[Any]


def divisor_text(scenario: AttentionScenario) -> str:
    """Return what the scores are divided by, as it is written: √4, 4 or 1."""
    d_k = scenario.tensors.d_k
    return {"one": "1", "sqrt_d_k": f"√{d_k}", "d_k": str(d_k)}[scenario.divide_by]


def divided(scenario: AttentionScenario) -> Message:
    """Say what the scores were divided by."""
    return Message(QT_TRANSLATE_NOOP("attention", "÷ {by}"), {"by": divisor_text(scenario)})


MASK_NAMES = {
    "causal": QT_TRANSLATE_NOOP("attention", "causal"),
    "padding": QT_TRANSLATE_NOOP("attention", "padding"),
    "window": QT_TRANSLATE_NOOP("attention", "window"),
    "custom": QT_TRANSLATE_NOOP("attention", "custom"),
}


def masks_named(scenario: AttentionScenario) -> Message:
    """Name the masks that are on."""
    on = list(may_attend(scenario))
    if not on:
        return Message(QT_TRANSLATE_NOOP("attention", "no mask"))
    if on == ["causal"] and scenario.tensors.T_q != scenario.tensors.T_k:
        return Message(QT_TRANSLATE_NOOP("attention", "causal, {corner}"), {"corner": scenario.causal})
    return Message(" + ".join("{" + name + "}" for name in on), {name: Message(MASK_NAMES[name]) for name in on})


def common_captions(scenario: AttentionScenario, weights: Array) -> dict[str, Message]:
    """Return the sentences that do not need vectors: what the data is, its shapes, and the exact row sums."""
    random = scenario.tensors.origin.kind == "random"
    title = {"title": Message(QT_TRANSLATE_NOOP("attention", "Random numbers"))} if random else {}
    return title | {
        "origin": scenario.tensors.origin.badge(),
        "shapes": _shapes(scenario, weights),
        "row_sums": _row_sum_check(known_sum(weights)),
    }


def _shapes(scenario: AttentionScenario, weights: Array) -> Message:
    pack = scenario.tensors
    stored = next(a.dtype for a in (pack.query, pack.weights) if a is not None)
    computed = Message(QT_TRANSLATE_NOOP("attention", "{stored}, computed in {computed}"),
                       {"stored": stored, "computed": weights.dtype})  # fmt: skip
    values = {
        "T_q": pack.T_q, "T_k": pack.T_k, "d_k": pack.d_k, "d_v": pack.d_v, "layers": pack.n_layers,
        "heads": pack.n_heads, "dtype": stored if stored == weights.dtype else computed, "seed": scenario.seed,
    }  # fmt: skip
    parts = ["T_q {T_q}", "T_k {T_k}", *(["d_k {d_k}", "d_v {d_v}"] if pack.has_vectors else [])]
    if pack.lead:
        parts.append(QT_TRANSLATE_NOOP("attention", "{layers} layers × {heads} heads"))
    parts.append("{dtype}")
    if pack.origin.kind == "random":
        parts.append(QT_TRANSLATE_NOOP("attention", "seed {seed}"))
    named = {f"part{i}": Message(part, values) for i, part in enumerate(parts)}
    return Message(" · ".join("{" + name + "}" for name in named), named)


def _row_sum_check(sums: Array) -> Message:
    """Say the exact row sums, because the digits in the cells are rounded."""
    full = sums[sums != 0]
    if full.size == 0:
        return Message(QT_TRANSLATE_NOOP("attention", "no row has a key to look at"))
    error = float(np.abs(full - 1).max())
    if error > 1e-6:
        low, high = format_number(full.min(), 4), format_number(full.max(), 4)
        text = Message(QT_TRANSLATE_NOOP("attention", "row sums {low} to {high}"), {"low": low, "high": high})
    else:
        bound = f"{max(error, 2**-53):.0e}"
        text = Message(QT_TRANSLATE_NOOP("attention", "rows sum to 1, to {error}"), {"error": bound})
    if full.size == sums.size:
        return text
    return Message(QT_TRANSLATE_NOOP("attention", "{text}; {count} all masked: 0"),
                   {"text": text, "count": sums.size - full.size})  # fmt: skip


def captions(scenario: AttentionScenario, stages: AttentionStages) -> dict[str, Message]:
    """Return all sentences of a computed attention, the signs of its formula among them."""
    temperature = scenario.temperature
    power = {"e": QT_TRANSLATE_NOOP("attention", "softmax"), "2": QT_TRANSLATE_NOOP("attention", "softmax 2ˣ")}
    text = Message("{name} →", {"name": Message(power[scenario.base])})
    if temperature != 1:
        text = Message(
            "{name}\nT = {T}", {"name": text, "T": format_number(temperature, decimals_needed(temperature, 4))}
        )
    return common_captions(scenario, stages.weights) | {
        "divide": Message("÷ {by} =", {"by": divisor_text(scenario)}),
        "softmax": text,
    }


def notices(scenario: AttentionScenario, stages: AttentionStages) -> tuple[Message, ...]:
    """Return what must be known of this state: the rows whose keys are all masked."""
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
