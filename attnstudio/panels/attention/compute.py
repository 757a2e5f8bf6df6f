"""From a Scenario of the Attention panel to all that its screen shows."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from attnstudio.core.attention import AttentionStages, scaled_dot_product_attention
from attnstudio.core.masks import combine_masks
from attnstudio.panels.attention import captions, labels, mask_names
from attnstudio.panels.attention.figures import figures_of
from attnstudio.panels.attention.paper import exactly_written
from attnstudio.panels.attention.scenario import AttentionScenario, mask_way, may_attend
from attnstudio.panels.attention.wrong_masks import WrongMask, measured, void_notes, wrong_mask
from attnstudio.state.arrays import Held
from attnstudio.state.fields import exchanged
from attnstudio.state.figures import NO_TEXT, Kind, Matrix, Result, frozen_float, known_sum
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed
from attnstudio.state.tensors import TensorPack
from attnstudio.state.token_names import component_labels

Array = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]
FEW = 64  # numbers that Python looks through faster than NumPy

_KINDS: dict[str, tuple[str, Kind]] = {
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
_TITLES = {name: Message(title) for name, (title, _) in _KINDS.items()}
_QUERIES = Message(QT_TRANSLATE_NOOP("attention", "query"))
_KEYS = Message(QT_TRANSLATE_NOOP("attention", "key"))
_VALUES = Message(QT_TRANSLATE_NOOP("attention", "value"))
_COMPONENTS = Message(QT_TRANSLATE_NOOP("attention", "component"))
_ROWS = {"query": _QUERIES, "key": _KEYS, "value": _VALUES}


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
    stages = _broken(scenario) if scenario.breaking else _stages(scenario, where, mask)
    masked = _masked(scenario, mask, stages)
    matrices = _matrices(scenario, where, stages, masked)
    sums = known_sum(stages.weights)
    return AttentionResult(
        matrices=matrices,
        quantities=_quantities(scenario, stages.weights, sums) | {"leak": masked.leak(scenario.query_index)},
        captions=captions.captions(scenario, stages.weights.dtype, sums, masked.wrong),
        figures=figures_of(scenario, stages, matrices),
        notices=captions.notices(scenario, masked.void, masked.wrong),
        scenario=scenario,
        stages=stages,
        query_labels=labels.query_labels(pack),
        key_labels=labels.key_labels(pack),
    )


def _stages(scenario: AttentionScenario, where: tuple[int, int], mask: Flags | None) -> AttentionStages:
    return _attention(mask_way(scenario))(
        *(scenario.tensors.array(role, *where) for role in ("query", "key", "value")),
        mask=mask,
        scale=scenario.scale,
        temperature=scenario.softmax_temperature,
    )


def _broken(scenario: AttentionScenario) -> AttentionStages:
    from attnstudio.panels.attention.broken import active, broken_stages  # seldom wanted

    return broken_stages(scenario, active(scenario))


def _attention(way: str) -> Callable[..., AttentionStages]:
    """Return the attention that applies its mask in this way."""
    if way == "before":
        return scaled_dot_product_attention
    from attnstudio.core import mistakes  # slow to load, and seldom wanted

    return mistakes.mask_zero_before_softmax if way == "zero_before" else mistakes.mask_after_softmax


class _Masked(NamedTuple):
    """What the mask does: pairs that it forbids, rows that it leaves without a key, and what a wrong way breaks."""

    way: str
    blocked: Flags | None
    void: frozenset[int]
    wrong: WrongMask | None

    def leak(self, i: int) -> float:
        return self.wrong.leak(i) if self.wrong else 0.0


def _masked(scenario: AttentionScenario, mask: Flags | None, stages: AttentionStages) -> _Masked:
    way = mask_way(scenario)
    blocked = None if mask is None else ~mask
    empty: Flags = stages.fully_masked
    if blocked is not None and way == "zero_after":
        empty = np.logical_and.reduce(blocked, axis=1)  # there the stages are those without a mask
    void = frozenset(empty.nonzero()[0].tolist())
    if scenario.breaking:
        wrong: WrongMask | None = measured(stages.weights, mask, void)
    else:
        wrong = None if mask is None or way == "before" else wrong_mask(way, stages.weights, mask, void)
    return _Masked(way, blocked, void, wrong)


def _matrices(
    scenario: AttentionScenario, where: tuple[int, int], stages: AttentionStages, masked: _Masked
) -> dict[str, Matrix]:
    pack, void = scenario.tensors, masked.void
    rows, keys = labels.query_labels(pack), labels.key_labels(pack)
    padded = frozenset(k for k in scenario.padding if k < pack.T_q) if pack.T_q == pack.T_k else frozenset()
    query, key, value = (_operand(pack, where, *of) for of in (
        ("query", rows), ("key", keys), ("value", labels.value_labels(pack))
    ))  # fmt: skip
    signed = _limits(stages.scores, stages.logits)
    product_digits = min(2, query.digits + key.digits)  # by the factors: a count by the products flickers in a drag
    logit_digits = 2 if product_digits else max(0 if scenario.base == "2" else 1, _digits(stages.logits, 2))
    usual: dict[str, Any] = {
        "row_labels": rows, "column_labels": keys, "row_title": _QUERIES, "column_title": _KEYS
    }  # fmt: skip
    notes = void_notes(void, pack.T_q)
    mixed = usual | {"void_rows": void, "dimmed_rows": padded, "row_notes": notes}
    pairs = mixed | {"blocked": masked.blocked}
    weighed = pairs | {"row_notes": masked.wrong.row_notes() if masked.wrong else notes}
    summed, turned = captions.weights_named(scenario, masked.way, void=bool(void))
    mixed |= {"column_labels": value.column_labels, "column_title": _COMPONENTS}
    made = [
        query, key, value,
        _matrix("scores", stages.scores, signed, product_digits, **usual),
        _matrix("logits", stages.logits, signed, logit_digits, captions.divided(scenario), **usual),
        _matrix("masked_logits", stages.masked_logits, signed, logit_digits, mask_names.masks_on(scenario), **pairs,
                paintable=True),
        _matrix("exp", stages.exp, (0.0, float(stages.exp.max(initial=0.0)) or 1.0), _digits(stages.exp, 3), **pairs),
        _matrix("weights", stages.weights, (0.0, 1.0), 3, summed, **weighed, turned_subtitle=turned),
        _matrix("output", stages.output, value.limits, _digits(stages.output, 2), **mixed),
    ]  # fmt: skip
    matrices = {m.name: m for m in made}
    if scenario.base == "2":
        zeroed = masked.blocked if masked.way == "zero_after" else None
        for name, written in exactly_written(stages, scenario.temperature, zeroed).items():
            matrices[name] = exchanged(matrices[name], {"written": written})
    return matrices


def _matrix(
    name: str, values: Array, limits: tuple[float, float], digits: int, subtitle: Message = NO_TEXT, **more: Any
) -> Matrix:
    numbers = {"values": frozen_float(values), "limits": limits, "digits": digits, "subtitle": subtitle}
    return exchanged(_titled(name), numbers | more)


@cache
def _titled(name: str) -> Matrix:
    """Return a matrix without numbers, which others are made from: quicker than each by itself."""
    return Matrix(name, _TITLES[name], _KINDS[name][1], frozen_float([[]]), (), (), NO_TEXT, NO_TEXT, (0.0, 0.0), 0)


def _operand(pack: TensorPack, where: tuple[int, int], role: str, names: tuple[str, ...]) -> Matrix:
    """Return the matrix of the queries, keys or values on the screen; while others are edited it stays the same."""
    array = pack.whole(role)
    return _vectors(role, Held(array), pack.place(array, *where), names)


@lru_cache(maxsize=6)  # of two Results: arrays of a file can be large
def _vectors(role: str, held: Held, place: tuple[int, ...], names: tuple[str, ...]) -> Matrix:
    values = frozen_float(held.array[place])
    return _matrix(
        role, values, _limits(values), _digits(values, 2),
        row_labels=names, column_labels=component_labels(values.shape[1]),
        row_title=_ROWS[role], column_title=_COMPONENTS, editable=True,
    )  # fmt: skip


def _stored_weights(scenario: AttentionScenario) -> AttentionResult:
    """Return the Result of weights without Q and K: shown as stored, never rescaled."""
    pack = scenario.tensors
    values = frozen_float(pack.array("weights", scenario.layer_index, scenario.head_index))
    rows, keys = labels.query_labels(pack), labels.key_labels(pack)
    top, sums = float(np.nanmax(values, initial=0.0)), known_sum(values)
    weights = Matrix(
        name="weights", title=_TITLES["weights"], kind="weight", values=values, row_labels=rows,
        column_labels=keys, row_title=_QUERIES, column_title=_KEYS, limits=(0.0, max(1.0, top)), digits=3,
        subtitle=Message(QT_TRANSLATE_NOOP("attention", "as stored")),
    )  # fmt: skip
    result = AttentionResult(
        matrices={"weights": weights},
        quantities=_quantities(scenario, values, sums),
        captions=captions.common_captions(scenario, values.dtype, values.sum(axis=-1)),
        figures={},
        notices=(
            Message(QT_TRANSLATE_NOOP("attention", "Weights without Q and K: they can be looked at, not recomputed.")),
            *captions.fault_notices(scenario),
        ),
        scenario=scenario,
        query_labels=rows,
        key_labels=keys,
    )
    return replace(result, figures=figures_of(scenario, None, result.matrices))


def _limits(*arrays: Array) -> tuple[float, float]:
    """Return limits around 0 that hold all numbers, in steps so coarse that a drag seldom changes them."""
    top = max(float(np.maximum.reduce(np.abs(a), axis=None, initial=0.0)) for a in arrays)
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
    return max(map(decimals_needed, values.ravel().tolist(), repeat(most)), default=0)


def _quantities(scenario: AttentionScenario, weights: Array, sums: Array) -> dict[str, float]:
    i = scenario.query_index
    return {"max_weight": float(np.fmax.reduce(weights[i], initial=0.0)), "row_sum": float(sums[i])}
