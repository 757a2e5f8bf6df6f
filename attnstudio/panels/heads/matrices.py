"""The matrices of one head, and the way from X through all heads to the joined output."""

from functools import lru_cache

import numpy as np

from attnstudio.core.attention import AttentionStages
from attnstudio.core.heads import merge_heads
from attnstudio.core.inputs import repeated_heads
from attnstudio.panels.heads.figures import blocked_of, weight_limits
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.weights import all_weights, way_of
from attnstudio.panels.heads.words import divisor_text
from attnstudio.state.arrays import Held
from attnstudio.state.figures import Array, Kind, Matrix, frozen_float
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept
from attnstudio.state.plots import rounded_up
from attnstudio.state.token_names import component_labels

T = QT_TRANSLATE_NOOP
QUERY, KEY, COMPONENT = T("heads", "query"), T("heads", "key"), T("heads", "component")
TOKEN, OF_HEADS = T("heads", "token"), T("heads", "head and component")
VALUE = T("heads", "value")
AS_STORED = T("heads", "as stored")
RESCALED = T("heads", "first token hidden, rest rescaled")
SUM = T("heads", "rows sum to 1")
OPERANDS: dict[str, tuple[str, Kind, str]] = {
    "query": ("Q", "query", QUERY), "key": ("K", "key", KEY), "value": ("V", "value", VALUE),
}  # fmt: skip
SPLIT: dict[str, tuple[str, Kind]] = {
    "projected_query": ("X W_q", "query"), "projected_key": ("X W_k", "key"), "projected_value": ("X W_v", "value"),
}  # fmt: skip
OF_HEAD = (*OPERANDS, "logits", "masked_logits", "output")
LEARNED: dict[str, tuple[str, Kind]] = {
    "w_q": ("W_q", "query"), "w_k": ("W_k", "key"), "w_v": ("W_v", "value"), "w_o": ("W_o", "output"),
}  # fmt: skip


def weights_matrix(scenario: HeadsScenario, weights: Array) -> Matrix:
    """Return the weights of the large head, as they are shown."""
    data, stored = scenario.data, not scenario.data.pack.has_vectors
    blocked = blocked_of(scenario)
    void = frozenset() if blocked is None else frozenset(np.flatnonzero(blocked.all(axis=1)).tolist())
    subtitle = RESCALED if scenario.hide_first else AS_STORED if stored else SUM
    return Matrix(
        name="weights", title=kept(T("heads", "weights α")), kind="weight", values=weights,
        row_labels=data.query_labels, column_labels=data.key_labels, row_title=kept(QUERY), column_title=kept(KEY),
        limits=weight_limits(weights) if stored else (0.0, 1.0), digits=3, subtitle=kept(subtitle),
        blocked=blocked, void_rows=void,
    )  # fmt: skip


def head_matrices(scenario: HeadsScenario, stages: AttentionStages) -> list[Matrix]:
    """Return what the weights of the large head come from, and its output: always with its real weights."""
    data = scenario.data
    pairs = (data.query_labels, data.key_labels, kept(QUERY), kept(KEY))
    allowed = scenario.allowed
    made = []
    for role, (title, kind, row) in OPERANDS.items():
        named = (role, kept(title), kind, data.query_labels if role == "query" else data.key_labels, kept(row))
        if scenario.positions_undone and role != "value":
            made.append(_vectors(*named, getattr(stages, role)))
        else:
            array = data.pack.whole(role)
            place = data.pack.place(array, scenario.layer_index, scenario.head_index)
            made.append(_kept_vectors(*named, Held(array), place))
    logits = frozen_float(stages.logits)
    limits = _limits(logits)
    divided = kept(T("heads", "Q Kᵀ ÷ {by}"), by=divisor_text(scenario))
    made.append(Matrix("logits", kept(T("heads", "logits")), "score", logits, *pairs, limits, 2, subtitle=divided))
    made.append(Matrix(
        "masked_logits", kept(T("heads", "masked logits")), "score", frozen_float(stages.masked_logits), *pairs, limits,
        2, blocked=None if allowed is None else ~allowed,
    ))  # fmt: skip
    output = kept(T("heads", "output z"))
    made.append(_vectors("output", output, "output", data.query_labels, kept(QUERY), stages.output))
    return made


def joined_names(scenario: HeadsScenario) -> tuple[str, ...]:
    """Return the names of `joined_matrices`, in their order."""
    if scenario.data.pack.value is None or not way_of(scenario).whole:
        return ()
    of_toy = () if scenario.data.toy is None else ("x", *SPLIT, *LEARNED, "joined")
    return (*of_toy, "concat")


def joined_matrices(scenario: HeadsScenario) -> list[Matrix]:
    """Return the way through all heads: of a toy from X to the joined output, of other data the concat alone.

    Of large data there is none: it would take the weights of every head.
    """
    concat = concat_of(scenario)
    if concat is None:
        return []
    data = scenario.data
    of_heads = head_columns(data.pack.n_heads, data.pack.d_v)
    title = kept(T("heads", "concat"))
    joined = _vectors("concat", title, "output", data.query_labels, kept(TOKEN), concat, of_heads)
    return [*_toy_matrices(scenario, concat), joined]


def _toy_matrices(scenario: HeadsScenario, concat: Array) -> list[Matrix]:
    toy, data = scenario.data.toy, scenario.data
    if toy is None:
        return []
    item, rows = (min(scenario.batch_item, scenario.B - 1),), (data.query_labels, kept(TOKEN))
    of_heads = {heads: head_columns(heads, data.pack.d_v) for heads in (toy.n_heads, toy.n_key_heads)}
    made = [_kept_vectors("x", kept("X"), "score", *rows, Held(toy.x), item)]
    for (name, (title, kind)), array, heads in zip(
        SPLIT.items(), (toy.query, toy.key, toy.value), (toy.n_heads, toy.n_key_heads, toy.n_key_heads), strict=True
    ):
        made.append(_kept_vectors(name, kept(title), kind, *rows, Held(array), item, of_heads[heads]))
    wide = component_labels(data.d_model)
    for name, (title, kind) in LEARNED.items():
        array = getattr(toy, name)
        columns = wide if name == "w_o" else of_heads[array.shape[1] // data.pack.d_k]
        labels = of_heads[toy.n_heads] if name == "w_o" else wide
        made.append(_kept_vectors(name, kept(title), kind, labels, kept(COMPONENT), Held(array), (), columns))
    joined = kept(T("heads", "joined: concat W_o"))
    return [*made, _vectors("joined", joined, "output", *rows, concat @ toy.w_o)]


def concat_of(scenario: HeadsScenario) -> Array | None:
    """Return the outputs of all heads of the layer side by side, (T_q, n_heads d_v); None where there is none."""
    pack = scenario.data.pack
    way = way_of(scenario.with_changes(hide_first=False) if scenario.hide_first else scenario)
    if pack.query is None or pack.value is None or not way.whole:
        return None
    place = pack.place(pack.query, scenario.layer_index, 0)[:-1]
    value = pack.value[place].astype(np.result_type(pack.value.dtype, np.float32))  # (heads, T_k, d_v), or (T_k, d_v)
    weights = all_weights(way)[scenario.layer_index]  # (n_heads, T_q, T_k)
    value = value.reshape((-1, *value.shape[-2:]))
    return frozen_float(merge_heads(weights @ repeated_heads(value, weights)))


@lru_cache(maxsize=32)
def head_columns(n_heads: int, width: int) -> tuple[str, ...]:
    """Return the labels of the components of all heads side by side."""
    return tuple(f"h{head}·{component}" for head in range(n_heads) for component in component_labels(width))


@lru_cache(maxsize=32)  # of two Results: what no slider moves stays the same Matrix
def _kept_vectors(
    name: str, title: Message, kind: Kind, rows: tuple[str, ...], row_title: Message, held: Held,
    place: tuple[int, ...], columns: tuple[str, ...] = (),
) -> Matrix:  # fmt: skip
    return _vectors(name, title, kind, rows, row_title, held.array[place], columns)


def _vectors(
    name: str, title: Message, kind: Kind, rows: tuple[str, ...], row_title: Message, vectors: Array,
    columns: tuple[str, ...] = (),
) -> Matrix:  # fmt: skip
    """Return a matrix of vectors, one a row; `columns` names the components of all heads."""
    values = frozen_float(vectors)
    return Matrix(
        name=name, title=title, kind=kind, values=values, row_labels=rows,
        column_labels=columns or component_labels(values.shape[1]), row_title=row_title,
        column_title=kept(OF_HEADS if columns else COMPONENT), limits=_limits(values), digits=2,
    )  # fmt: skip


def _limits(values: Array) -> tuple[float, float]:
    """Return limits around 0 that hold all numbers, in steps so coarse that a drag seldom changes them."""
    top = rounded_up(float(np.abs(values).max(initial=0.0)))
    return (-top, top)
