"""The three figures under the formula: key dial, softmax of the selected row, and the plane of the values."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.core.attention import AttentionStages
from attnstudio.core.geometry import convex_hull, seen_from_query
from attnstudio.panels.attention import labels
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.state.figures import Bars, Dial, Figure, Matrix, Points, frozen_float, known_sum
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number, format_significant

Array = npt.NDArray[Any]


def figures_of(
    scenario: AttentionScenario, stages: AttentionStages | None, matrices: Mapping[str, Matrix]
) -> dict[str, Figure]:
    """Return the figures of the selected query; only the bars where there is no more than weights."""
    bars = softmax_bars(scenario, stages, matrices)
    if stages is None:
        return {"bars": bars}
    return {"dial": key_dial(scenario, stages), "bars": bars, "plane": value_plane(scenario, stages)}


def softmax_bars(
    scenario: AttentionScenario, stages: AttentionStages | None, matrices: Mapping[str, Matrix]
) -> tuple[Bars, ...]:
    """Logits, their exponentials and the weights of the selected query's row."""
    i = scenario.query_index
    weights = _row(
        matrices["weights"], i, QT_TRANSLATE_NOOP("attention", "weights"), (0.0, 1.0), _weight_sum(matrices, i)
    )
    if stages is None:
        return (weights,)
    logits = matrices["masked_logits"].values[i]
    finite = logits[np.isfinite(logits)]
    low, high = float(finite.min(initial=0.0)), float(finite.max(initial=0.0))
    shift = float(stages.shift[i])
    exp_title = QT_TRANSLATE_NOOP("attention", "exp") if scenario.base == "e" else QT_TRANSLATE_NOOP("attention", "2ˣ")
    exp_values = matrices["exp"].values[i]
    total = Message(
        QT_TRANSLATE_NOOP("attention", "sum {sum}"), {"sum": format_significant(float(stages.row_sums[i]), 4)}
    )
    if shift:
        total = Message(QT_TRANSLATE_NOOP("attention", "{sum}, after − {shift}"),
                        {"sum": total, "shift": format_number(shift, 1)})  # fmt: skip
    return (
        _row(
            matrices["masked_logits"],
            i,
            QT_TRANSLATE_NOOP("attention", "logits"),
            (low, max(high, low + 1)),
            Message(""),
        ),
        _row(matrices["exp"], i, exp_title, (0.0, float(exp_values.max(initial=0.0)) or 1.0), total),
        weights,
    )


def _row(matrix: Matrix, i: int, title: str, limits: tuple[float, float], caption: Message) -> Bars:
    return Bars(
        title=Message(title),
        kind=matrix.kind,
        values=matrix.values[i],
        labels=matrix.column_labels,
        limits=limits,
        digits=matrix.digits,
        caption=caption,
        blocked=None if matrix.blocked is None else matrix.blocked[i],
    )


def _weight_sum(matrices: Mapping[str, Matrix], i: int) -> Message:
    total = float(known_sum(matrices["weights"].values[i]))
    text = format_number(total, decimals_needed(total, 3))
    return Message(QT_TRANSLATE_NOOP("attention", "sum {sum}"), {"sum": text})


def key_dial(scenario: AttentionScenario, stages: AttentionStages) -> Dial:
    """Every key at its true angle and length to the selected query, its shadow on the query."""
    i, j = scenario.query_index, scenario.key_index
    query = stages.query[i].astype(np.float64)
    length, lengths, angles, shadows = seen_from_query(query, stages.key.astype(np.float64))
    keys = labels.key_labels(scenario.tensors)
    query_label = labels.query_labels(scenario.tensors)[i]
    readings = tuple(
        _reading(key, query_label, float(angle), float(score))
        for key, angle, score in zip(keys, angles, stages.scores[i], strict=True)
    )
    return Dial(
        query_length=length,
        lengths=frozen_float(lengths),
        angles=frozen_float(angles),
        shadows=frozen_float(shadows),
        labels=keys,
        readings=readings,
        query_label=query_label,
        selected=j,
        caption=_shadow_text(keys[j], query_label, length, float(shadows[j]), float(stages.scores[i, j])),
    )


def _reading(key: str, query: str, angle: float, score: float) -> Message:
    number = format_number(score, decimals_needed(score, 2))
    if np.isnan(angle):
        return Message(QT_TRANSLATE_NOOP("attention", "{key}, {query}·{key} = {score}"),
                       {"key": key, "query": query, "score": number})  # fmt: skip
    return Message(QT_TRANSLATE_NOOP("attention", "{key} {angle}°, {query}·{key} = {score}"),
                   {"key": key, "angle": format_number(angle, 0), "query": query, "score": number})  # fmt: skip


def _shadow_text(key: str, query: str, length: float, shadow: float, score: float) -> Message:
    if length == 0:
        return Message(QT_TRANSLATE_NOOP("attention", "{query} is zero: it asks nothing, every score is 0"),
                       {"query": query})  # fmt: skip
    return Message(
        QT_TRANSLATE_NOOP("attention", "length of {query} × shadow of {key}: {length} × {shadow} = {score}"),
        {"key": key, "query": query, "length": format_significant(length, 4), "shadow": format_significant(shadow, 4),
         "score": format_number(score, decimals_needed(score, 2))},
    )  # fmt: skip


def value_plane(scenario: AttentionScenario, stages: AttentionStages) -> Points:
    """Return the values in the plane of two components, and the output inside the hull of those that are seen."""
    i, d_v = scenario.query_index, scenario.tensors.d_v
    x, y = min(scenario.value_x, d_v - 1), min(scenario.value_y, d_v - 1)
    value, output = stages.value.astype(np.float64), stages.output[i].astype(np.float64)
    points = np.stack([value[:, x], value[:, y] if d_v > 1 else np.zeros(len(value))], axis=-1)  # (T_k, 2)
    seen = np.flatnonzero(np.isfinite(stages.masked_logits[i]))
    hull = tuple(int(seen[c]) for c in convex_hull(points[seen])) if seen.size else ()
    shown = [float(output[x]), float(output[y]) if d_v > 1 else 0.0]
    numbers = ", ".join(format_number(number, 2) for number in (shown if d_v > 1 else shown[:1]))
    name = "z" if scenario.tensors.T_q == 1 else f"z{labels.subscript(i + 1)}"
    return Points(
        points=frozen_float(points),
        weights=frozen_float(stages.weights[i]),
        labels=labels.value_labels(scenario.tensors),
        hull=hull,
        output=(shown[0], shown[1]),
        output_label=Message("{name} = [{numbers}]", {"name": name, "numbers": numbers}),
        component_titles=(_component(x), _component(y) if d_v > 1 else Message("")),
        digits=3,
        caption=_plane_caption(len(hull), d_v),
    )


def _component(index: int) -> Message:
    return Message(QT_TRANSLATE_NOOP("attention", "component {index}"), {"index": index + 1})


def _plane_caption(corners: int, d_v: int) -> Message:
    if corners == 0:
        return Message(QT_TRANSLATE_NOOP("attention", "no key may be looked at: z is 0"))
    if d_v > 2:
        return Message(
            QT_TRANSLATE_NOOP("attention", "two of {d_v} components; z is inside the hull in all"), {"d_v": d_v}
        )
    if corners == 2 and d_v > 1:
        return Message(QT_TRANSLATE_NOOP("attention", "the values lie on one line, and z on it"))
    return Message(QT_TRANSLATE_NOOP("attention", "z is always inside the values"))
