"""The words of the Attention panel: what the data is, what was done, and what must be known of this state."""

from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.panels.attention import labels
from attnstudio.panels.attention.faults import FAULTS, NONE, d_model, named
from attnstudio.panels.attention.scenario import AttentionScenario, may_attend, told_way
from attnstudio.panels.attention.wrong_masks import WrongMask, share_written
from attnstudio.state.counted import HEADS, LAYERS, counted
from attnstudio.state.figures import NO_TEXT
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number, kept, listed
from attnstudio.state.origin import Origin

Array = npt.NDArray[Any]


def divisor_text(scenario: AttentionScenario) -> str:
    """Return what the scores are divided by, as it is written: √4, 4 or 1; the right one where that is to be found."""
    d_k, fault = scenario.tensors.d_k, named(scenario)
    if fault == "d_model":
        return f"√{d_model(scenario)}"
    return {"one": "1", "sqrt_d_k": f"√{d_k}", "d_k": str(d_k)}["one" if fault == "no_scale" else scenario.divide_by]


def divided(scenario: AttentionScenario) -> Message:
    """Say what the scores were divided by."""
    return kept(QT_TRANSLATE_NOOP("attention", "÷ {by}"), by=divisor_text(scenario))


def common_captions(
    scenario: AttentionScenario, computed: np.dtype[Any], sums: Array, wrong: WrongMask | None = None
) -> dict[str, Message]:
    """Return the sentences that do not need vectors: what the data is, its shapes, and the exact row sums."""
    random = scenario.tensors.origin.kind == "random"
    title = {"title": kept(QT_TRANSLATE_NOOP("attention", "Random numbers"))} if random else {}
    return title | {
        "origin": _badge(scenario.tensors.origin),
        "shapes": _shapes(scenario, computed),
        "row_sums": _row_sum_check(sums, wrong),
    }


@lru_cache(maxsize=64)
def _badge(origin: Origin) -> Message:
    return origin.badge()


def _shapes(scenario: AttentionScenario, computed: np.dtype[Any]) -> Message:
    pack = scenario.tensors
    stored = next(a.dtype for a in (pack.query, pack.weights) if a is not None)
    vectors = (pack.d_k, pack.d_v) if pack.has_vectors else ()
    seed = scenario.seed if pack.origin.kind == "random" else None
    return _sizes_named((pack.T_q, pack.T_k, *vectors), pack.lead, stored, computed, seed)


@lru_cache(maxsize=64)
def _sizes_named(
    sizes: tuple[int, ...], lead: tuple[int, ...], stored: np.dtype[Any], computed: np.dtype[Any], seed: int | None
) -> Message:
    both = Message(QT_TRANSLATE_NOOP("attention", "{stored}, computed in {computed}"),
                   {"stored": stored, "computed": computed})  # fmt: skip
    layers, heads = (1, 1, *lead)[-2:]
    values = {
        **dict(zip(("T_q", "T_k", "d_k", "d_v"), sizes, strict=False)),
        "layers": counted(layers, LAYERS), "heads": counted(heads, HEADS),
        "dtype": stored if stored == computed else both, "seed": seed,
    }  # fmt: skip
    parts = ["T_q {T_q}", "T_k {T_k}", "d_k {d_k}", "d_v {d_v}"][: len(sizes)]
    if lead:
        parts.append("{layers} × {heads}")
    parts.append("{dtype}")
    if seed is not None:
        parts.append(QT_TRANSLATE_NOOP("attention", "seed {seed}"))
    named = {f"part{i}": Message(part, values) for i, part in enumerate(parts)}
    return Message(" · ".join("{" + name + "}" for name in named), named)


def _row_sum_check(sums: Array, wrong: WrongMask | None) -> Message:
    """Say the exact row sums, because the digits in the cells are rounded, and the most that leaks."""
    known = sums[~np.isnan(sums)]
    full = [total for total in known.tolist() if total != 0]
    if known.size < sums.size:
        return _incomplete_sums(full, sums.size - known.size)
    if not full:
        return kept(QT_TRANSLATE_NOOP("attention", "no query has a key to look at"))
    text = _sums_named(min(full), max(full))
    if wrong is not None and wrong.leaks:
        text = kept(QT_TRANSLATE_NOOP("attention", "{text}; hidden keys get up to {leak} of it"),
                    text=text, leak=share_written(max(wrong.amounts)))  # fmt: skip
    if len(full) == sums.size:
        return text
    return kept(QT_TRANSLATE_NOOP("attention", "{text}; {count} all masked: 0"),
                text=text, count=sums.size - len(full))  # fmt: skip


WITHOUT = {
    True: QT_TRANSLATE_NOOP("attention", "{text}; without 1 that lacks weights"),
    False: QT_TRANSLATE_NOOP("attention", "{text}; without {count} that lack weights"),
}


def _incomplete_sums(full: list[float], missing: int) -> Message:
    """Say the sums of the rows that have all their weights, and how many have not."""
    if not full:
        return kept(QT_TRANSLATE_NOOP("attention", "no query has all its weights"))
    return kept(WITHOUT[missing == 1], text=_sums_named(min(full), max(full)), count=missing)


def _sums_named(low: float, high: float) -> Message:
    error = max(1 - low, high - 1)
    if error <= 1e-6:
        return kept(QT_TRANSLATE_NOOP("attention", "weights of each query sum to 1, to {error}"),
                    error=f"{max(error, 2**-53):.0e}")  # fmt: skip
    least, most = format_number(low, 4), format_number(high, 4)
    if least == most:
        return kept(QT_TRANSLATE_NOOP("attention", "weights of each query sum to {sum}, not 1"), sum=least)
    return kept(QT_TRANSLATE_NOOP("attention", "weights of a query sum to between {least} and {most}, not 1"),
                least=least, most=most)  # fmt: skip


POWERS = {"e": QT_TRANSLATE_NOOP("attention", "softmax"), "2": QT_TRANSLATE_NOOP("attention", "softmax 2ˣ")}
MASK_SIGNS = {
    "before": QT_TRANSLATE_NOOP("attention", "+ M ="),
    "zero_before": QT_TRANSLATE_NOOP("attention", "0 where\nmasked ="),
    "zero_after": QT_TRANSLATE_NOOP("attention", "mask\nlater ="),
}
TRANSPOSED = QT_TRANSLATE_NOOP("attention", "+ Mᵀ =")


def captions(
    scenario: AttentionScenario, computed: np.dtype[Any], sums: Array, wrong: WrongMask | None
) -> dict[str, Message]:
    """Return all sentences of a computed attention, the signs of its formula among them."""
    temperature, fault = scenario.temperature, named(scenario)
    over = "{name} ↓" if fault == "axis" else "{name} →"
    text = kept(over, name=kept(POWERS[scenario.base]))
    if temperature != 1:
        text = kept("{name}\nT = {T}", name=text, T=format_number(temperature, decimals_needed(temperature, 4)))
    return common_captions(scenario, computed, sums, wrong) | {
        "divide": kept("÷ {by} =", by=divisor_text(scenario)),
        "mask": kept(TRANSPOSED if fault == "transposed" else MASK_SIGNS[told_way(scenario)]),
        "softmax": text,
    }


ROWS_SUM = {
    False: (QT_TRANSLATE_NOOP("attention", "rows sum to 1"), QT_TRANSLATE_NOOP("attention", "columns sum to 1")),
    True: (QT_TRANSLATE_NOOP("attention", "rows sum to 1 or 0"),
           QT_TRANSLATE_NOOP("attention", "columns sum to 1 or 0")),
}  # fmt: skip
THEN_ZERO = QT_TRANSLATE_NOOP("attention", "then 0 where masked")
AFTERWARDS = {
    "averaged": QT_TRANSLATE_NOOP("attention", "mean over the heads"),
    "dropout": QT_TRANSLATE_NOOP("attention", "then dropout"),
}


def weights_named(scenario: AttentionScenario, way: str, *, void: bool) -> tuple[Message, Message]:
    """Say what the weights sum to, or what was done to them; as they stand, and with rows and columns swapped.

    Nothing is said while a fault is to be found: it would be false of some.
    """
    if scenario.hide_fault:
        return NO_TEXT, NO_TEXT
    fault = named(scenario)
    if way == "zero_after" or fault in AFTERWARDS:
        straight = turned = AFTERWARDS.get(fault, THEN_ZERO)
    else:
        straight, turned = ROWS_SUM[void]
    return (kept(turned), kept(straight)) if fault == "axis" else (kept(straight), kept(turned))


BROKEN = QT_TRANSLATE_NOOP("attention", "Broken on purpose: {name}. {does}")
NO_HOLD = QT_TRANSLATE_NOOP("attention", "Nothing is broken yet by “{name}”. {needs}")
TO_BE_FOUND = QT_TRANSLATE_NOOP(
    "attention", "Something may be broken here, on purpose: the words say what is meant, the numbers what is done. "
                 "Find the fault under “Break it” and press Check.")  # fmt: skip
IN_PLACE = QT_TRANSLATE_NOOP("attention", "“How it is applied” does not count meanwhile.")


def fault_notices(scenario: AttentionScenario) -> tuple[Message, ...]:
    """Say what is broken on purpose, what it needs to be, or that it is to be found."""
    if not scenario.breaking:
        return ()
    from attnstudio.panels.attention.broken import missing  # seldom wanted

    in_place = [kept(IN_PLACE)] if scenario.mask_as != "before" and may_attend(scenario) else []
    words = FAULTS[scenario.fault]
    if scenario.hide_fault:
        said = kept(TO_BE_FOUND)
    elif named(scenario) != NONE:
        said = kept(BROKEN, name=kept(words.name), does=kept(words.does))
    else:
        said = kept(NO_HOLD, name=kept(words.name), needs=kept(missing(scenario, scenario.fault)))
    return (listed([said, *in_place], " "),)


def notices(scenario: AttentionScenario, void: AbstractSet[int], wrong: WrongMask | None) -> tuple[Message, ...]:
    """Return what must be known of this state: rows whose keys are all masked, what a wrong mask breaks, a fault."""
    if scenario.breaking:
        return fault_notices(scenario)  # whose rows without a key are marked, and are part of what is to be seen
    if not void and wrong is None:
        return ()
    names = labels.query_labels(scenario.tensors)
    broken = wrong.notice(scenario.query_index, scenario.base, names) if wrong else ()
    if not void:
        return broken
    masked = kept(
        QT_TRANSLATE_NOOP("attention", "Every key is masked for {rows}: zero weights and zero output."),
        rows=", ".join(names[i] for i in sorted(void)),
    )
    return (masked, *broken)
