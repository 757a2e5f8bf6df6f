"""The three figures under the formula: key dial, softmax of the selected row, and the plane of the values."""

import math
from collections.abc import Mapping
from functools import lru_cache
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.core.attention import AttentionStages
from attnstudio.core.geometry import convex_hull, seen_from_query
from attnstudio.panels.attention import labels
from attnstudio.panels.attention.faults import named
from attnstudio.panels.attention.paper import total_written
from attnstudio.panels.attention.scenario import AttentionScenario, mask_way
from attnstudio.panels.attention.wrong_masks import LEAK, ROUNDING, share_written
from attnstudio.state.arrays import Held
from attnstudio.state.figures import NO_TEXT, Bars, Dial, Figure, Matrix, Points, frozen_float, known_sum
from attnstudio.state.message import (
    QT_TRANSLATE_NOOP,
    Message,
    decimals_needed,
    format_number,
    format_significant,
    kept,
)
from attnstudio.state.token_names import subscript

Array = npt.NDArray[Any]
SUM = QT_TRANSLATE_NOOP("attention", "sum {sum}")
SHORT = QT_TRANSLATE_NOOP("attention", "the weights sum to {sum}: z is drawn towards 0")
OVER = QT_TRANSLATE_NOOP("attention", "the weights sum to {sum}: z is driven away from 0")


def figures_of(
    scenario: AttentionScenario, stages: AttentionStages | None, matrices: Mapping[str, Matrix]
) -> dict[str, Figure]:
    """Return the figures of the selected query; only the bars where there is no more than weights."""
    bars = softmax_bars(scenario, stages, matrices)
    if stages is None:
        return {"bars": bars}
    dial, plane = key_dial(scenario, stages, matrices), value_plane(scenario, stages, matrices)
    return {"dial": dial, "bars": bars, "plane": plane}


def softmax_bars(
    scenario: AttentionScenario, stages: AttentionStages | None, matrices: Mapping[str, Matrix]
) -> tuple[Bars, ...]:
    """Logits, their exponentials and the weights of the selected query's row."""
    i = scenario.query_index
    weights = _row(
        matrices["weights"], i, QT_TRANSLATE_NOOP("attention", "weights"), (0.0, 1.0),
        _weight_sum(matrices["weights"], i),
    )  # fmt: skip
    if stages is None:
        return (weights,)
    logits = matrices["masked_logits"].values[i].tolist()
    finite = [0.0, *filter(math.isfinite, logits)]
    low, high = min(finite), max(finite)
    shift = float(stages.shift[i])
    exp_title = QT_TRANSLATE_NOOP("attention", "exp") if scenario.base == "e" else QT_TRANSLATE_NOOP("attention", "2ˣ")
    top = max(matrices["exp"].values[i].tolist())
    exact = matrices["exp"].written
    total_text = format_significant(float(stages.row_sums[i]), 4) if exact is None else total_written(exact[i])
    total = Message(SUM, {"sum": total_text})
    if shift:
        total = Message(QT_TRANSLATE_NOOP("attention", "{sum}, after − {shift}"),
                        {"sum": total, "shift": format_number(shift, 1)})  # fmt: skip
    return (
        _row(
            matrices["masked_logits"],
            i,
            QT_TRANSLATE_NOOP("attention", "logits"),
            (low, max(high, low + 1)),
            NO_TEXT,
        ),
        _row(matrices["exp"], i, exp_title, (0.0, top or 1.0), total),
        weights,
    )


def _weight_sum(weights: Matrix, i: int) -> Message:
    """Say what a row of weights sums to, and how much of that leaks to hidden keys."""
    if weights.written is None:
        number = float(known_sum(weights.values[i]))
        text = format_number(number, decimals_needed(number, 3))
    else:
        text = total_written(weights.written[i])
    total = kept(SUM, sum=text)
    note = weights.row_notes[i] if weights.row_notes else ""
    leaking = isinstance(note, Message) and note.template == LEAK
    return kept(QT_TRANSLATE_NOOP("attention", "{sum}, {leak}"), sum=total, leak=note) if leaking else total


def _row(matrix: Matrix, i: int, title: str, limits: tuple[float, float], caption: Message) -> Bars:
    return Bars(
        title=kept(title),
        kind=matrix.kind,
        values=matrix.values[i],
        labels=matrix.column_labels,
        limits=limits,
        digits=matrix.digits,
        caption=caption,
        blocked=None if matrix.blocked is None else matrix.blocked[i],
        written=None if matrix.written is None else matrix.written[i],
    )


def key_dial(scenario: AttentionScenario, stages: AttentionStages, matrices: Mapping[str, Matrix]) -> Dial:
    """Every key at its true angle and length to the selected query, its shadow on the query."""
    i, j = scenario.query_index, scenario.key_index
    query, keys = matrices["query"], matrices["key"]
    length, lengths, angles, shadows = seen_from_query(query.values[i], keys.values)
    scores, query_label = stages.scores[i].tolist(), query.row_labels[i]
    if scenario.breaking:  # the dial is of the vectors shown, whatever was made of them
        scores = (keys.values @ query.values[i]).tolist()
    readings = tuple(map(_reading, keys.row_labels, repeat(query_label), angles.tolist(), scores))
    return Dial(
        query_length=length,
        lengths=frozen_float(lengths),
        angles=frozen_float(angles),
        shadows=frozen_float(shadows),
        labels=keys.row_labels,
        readings=readings,
        query_label=query_label,
        selected=j,
        caption=_shadow_text(keys.row_labels[j], query_label, length, float(shadows[j]), scores[j]),
        on_a_line=query.values.shape[1] == 1,
    )


@lru_cache(maxsize=4096)
def _reading(key: str, query: str, angle: float, score: float) -> Message:
    number = format_number(score, decimals_needed(score, 2))
    if math.isnan(angle):
        return Message(QT_TRANSLATE_NOOP("attention", "{key}, {query}·{key} = {score}"),
                       {"key": key, "query": query, "score": number})  # fmt: skip
    return Message(QT_TRANSLATE_NOOP("attention", "{key} {angle}°, {query}·{key} = {score}"),
                   {"key": key, "angle": format_number(angle, 0), "query": query, "score": number})  # fmt: skip


def _shadow_text(key: str, query: str, length: float, shadow: float, score: float) -> Message:
    if length == 0:
        return Message(QT_TRANSLATE_NOOP("attention", "{query} is zero: it asks nothing, every score is 0"),
                       {"query": query})  # fmt: skip
    return Message(
        QT_TRANSLATE_NOOP("attention", "length of {query} × shadow of {key}: {length} × {shadow} =\u00a0{score}"),
        {"key": key, "query": query, "length": format_significant(length, 4), "shadow": format_significant(shadow, 4),
         "score": format_number(score, decimals_needed(score, 2))},
    )  # fmt: skip


def value_plane(scenario: AttentionScenario, stages: AttentionStages, matrices: Mapping[str, Matrix]) -> Points:
    """Return the values in the plane of two components, and the output inside the hull of those that are seen."""
    i, d_v = scenario.query_index, scenario.tensors.d_v
    x, y = min(scenario.value_x, d_v - 1), min(scenario.value_y, d_v - 1)
    points = _in_plane(Held(matrices["value"].values), x, y)
    weights, seen = matrices["weights"], np.isfinite(stages.masked_logits[i])
    weight_sum = 1.0
    if weights.blocked is not None and mask_way(scenario) == "zero_after":
        seen, weight_sum = ~weights.blocked[i], float(weights.values[i].sum())
    elif scenario.breaking:
        weight_sum = float(weights.values[i].sum())
    hull = _hull(Held(points), tuple(seen.nonzero()[0].tolist()))
    output = matrices["output"].values[i].tolist()
    shown = [output[x], output[y]] if d_v > 1 else [output[x]]
    exact = matrices["output"].written
    numbers = ", ".join(
        [format_number(number, 2) for number in shown] if exact is None else [exact[i][x], exact[i][y]][: len(shown)]
    )
    name = "z" if scenario.tensors.T_q == 1 else f"z{subscript(i + 1)}"
    return Points(
        points=points,
        weights=weights.values[i],
        labels=labels.value_labels(scenario.tensors),
        hull=hull,
        output=(shown[0], shown[1] if d_v > 1 else 0.0),
        output_label=Message("{name} = [{numbers}]", {"name": name, "numbers": numbers}),
        component_titles=(_component(x), _component(y) if d_v > 1 else NO_TEXT),
        digits=3,
        caption=_plane_caption(len(hull), d_v, weight_sum, named(scenario), hidden=scenario.hide_fault),
        blocked=None if weights.blocked is None else weights.blocked[i],
        written=None if weights.written is None else weights.written[i],
    )


@lru_cache(maxsize=2)
def _in_plane(values: Held, x: int, y: int) -> Array:
    """Return two components of each value, (T_k, 2); of values with one component the other is 0."""
    array = values.array
    other = array[:, y] if array.shape[1] > 1 else np.zeros(len(array))
    return frozen_float(np.stack([array[:, x], other], axis=-1))


@lru_cache(maxsize=16)
def _hull(points: Held, seen: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seen[corner] for corner in convex_hull(points.array[list(seen)])) if seen else ()


def _component(index: int) -> Message:
    return kept(QT_TRANSLATE_NOOP("attention", "component {index}"), index=index + 1)


def _plane_caption(corners: int, d_v: int, weight_sum: float, fault: str, *, hidden: bool) -> Message:
    if corners == 0:
        return kept(QT_TRANSLATE_NOOP("attention", "no key may be looked at: z is 0"))
    if abs(weight_sum - 1) > ROUNDING:
        return kept(SHORT if weight_sum < 1 else OVER, sum=share_written(weight_sum))
    if hidden:
        return NO_TEXT  # what is always so need not be
    if fault == "split":
        return kept(QT_TRANSLATE_NOOP("attention", "z is mixed from other vectors than these"))
    if d_v > 2:
        return kept(QT_TRANSLATE_NOOP("attention", "two of {d_v} components; z is inside the hull in all"), d_v=d_v)
    if corners == 2 and d_v > 1:
        return kept(QT_TRANSLATE_NOOP("attention", "the values lie on one line, and z on it"))
    return kept(QT_TRANSLATE_NOOP("attention", "z is always inside the values"))
