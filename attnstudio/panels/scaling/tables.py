"""The matrices of the panel: what is shown as numbers, in tables, files and to a screen reader."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Literal

from attnstudio.core.scaling import divisors
from attnstudio.core.score_laws import score_law
from attnstudio.panels.scaling import histograms
from attnstudio.panels.scaling.row import ShownRow, Softened
from attnstudio.panels.scaling.samples import Sample, measured
from attnstudio.panels.scaling.scenario import LARGEST_D_K, ScalingScenario
from attnstudio.panels.scaling.words import SYMBOLS, TINIEST, divisor_text, key_labels, of_row, positive, small
from attnstudio.state.deferred import DeferredEach
from attnstudio.state.figures import Array, Kind, Matrix, frozen_float
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, kept
from attnstudio.state.plots import rounded_up

SCORES = "q·k"
LOGITS = "q·k ÷ {by}"
QUERIES = Message(QT_TRANSLATE_NOOP("scaling", "query"))
KEYS = Message(QT_TRANSLATE_NOOP("scaling", "key"))
LOGITS_OF = Message(QT_TRANSLATE_NOOP("scaling", "logits"))
MEASURES = Message(QT_TRANSLATE_NOOP("scaling", "measured"))
WEIGHTS_BY = Message(QT_TRANSLATE_NOOP("scaling", "weight"))
LOGITS_TO = Message(QT_TRANSLATE_NOOP("scaling", "logit"))
DIVISORS = Message(QT_TRANSLATE_NOOP("scaling", "divided by"))
COMPONENTS = Message(QT_TRANSLATE_NOOP("scaling", "component"))
T = QT_TRANSLATE_NOOP
Written = tuple[tuple[str, ...], ...] | None
TITLES = {
    "query": T("scaling", "query"),
    "key": T("scaling", "keys"),
    "spread": T("scaling", "spread"),
    "raw_histogram": T("scaling", "histogram of q·k"),
    "histogram": T("scaling", "histogram of q·k ÷ {by}"),
    "scores": T("scaling", "scores q·k"),
    "logits": T("scaling", "logits q·k ÷ {by}"),
    "raw_weights": T("scaling", "weights α, undivided"),
    "weights": T("scaling", "weights α"),
    "raw_jacobian": T("scaling", "∂α/∂logits, undivided"),
    "jacobian": T("scaling", "∂α/∂logits"),
    "row_gradient": T("scaling", "gradient of this row"),
    "saturation": T("scaling", "how decided rows are"),
    "gradient": T("scaling", "gradient, all rows"),
    "divisors": T("scaling", "four divisors"),
}
SPREAD = (T("scaling", "standard deviation"), T("scaling", "standard error"), T("scaling", "closed form"))
SATURATION = (T("scaling", "largest weight"), T("scaling", "entropy ÷ log n"), T("scaling", "frozen rows"))
GRADIENT = (
    T("scaling", "lower quartile"), T("scaling", "median"), T("scaling", "upper quartile"), T("scaling", "mean"),
)  # fmt: skip
ASKED = {"spread": SPREAD[:1], "saturation": SATURATION, "gradient": (GRADIENT[1], GRADIENT[3])}  # to be guessed
ROW = (
    T("scaling", "α(1 − α)"), T("scaling", "α(1 − α) by the raw score"), T("scaling", "‖∂α/∂logits‖"),
    T("scaling", "‖∂α/∂scores‖, raw"),
)  # fmt: skip
BY_QUERY = T("scaling", "‖∂α/∂q‖")
ALL = (
    T("scaling", "divisor"), SPREAD[0], *SATURATION, T("scaling", "median ‖∂α/∂logits‖"),
    T("scaling", "median ‖∂α/∂q‖"),
)  # fmt: skip


def tables_of(
    scenario: ScalingScenario, cursor: Sample, row: ShownRow, by_d_k: Mapping[str, Matrix]
) -> DeferredEach[Matrix]:
    """Return all matrices, in the order of reading; last those over d_k."""
    by, divisor = divisor_text(scenario), scenario.divisor
    raw, divided = (measured(cursor, each, scenario.gradient) for each in (1.0, divisor))
    law, bins = score_law(scenario.components, scenario.d_k).spread, histograms.bins_of(cursor)
    rows = (SCORES, LOGITS.format(by=by))
    spreads = [(*of.spread, law / of.divisor) for of in (raw, divided)]
    shares = [(of.max_weight.value, of.entropy_share.value, of.frozen_share.value) for of in (raw, divided)]
    gradients = [of.gradients[scenario.gradient] for of in (raw, divided)]
    raw_title, title = kept(TITLES["raw_histogram"]), kept(TITLES["histogram"], by=by)
    return DeferredEach({
        "spread": partial(_table, "spread", spreads, rows, SPREAD, digits=2),
        "raw_histogram": partial(histograms.table, bins, 1.0, "raw_histogram", raw_title),
        "histogram": partial(histograms.table, bins, divisor, "histogram", title),
        **_row_matrices(row, by),
        "row_gradient": partial(_row_table, row, rows),
        "saturation": partial(_table, "saturation", shares, rows, SATURATION, kind="weight", digits=3),
        "gradient": lambda: _table("gradient", gradients, rows, GRADIENT, written=_smalls(gradients)),
        **{name: partial(by_d_k.__getitem__, name) for name in by_d_k},
    })  # fmt: skip


def _table(
    name: str, values: Sequence[Sequence[float]], rows: tuple[str, ...], columns: tuple[str, ...], kind: Kind = "exp",
    digits: int = 3, written: Written = None, row_title: Message = LOGITS_OF,
) -> Matrix:  # fmt: skip
    array = frozen_float([list(row) for row in values])
    top = 1.0 if kind == "weight" else rounded_up(float(array.max()))
    return Matrix(
        name=name, title=kept(TITLES[name]), kind=kind, values=array, row_labels=rows, column_labels=columns,
        row_title=row_title, column_title=MEASURES, limits=(0.0, top), digits=digits, written=written,
    )  # fmt: skip


def _row_matrices(row: ShownRow, by: str) -> dict[str, Callable[[], Matrix]]:
    """Return what makes vectors, scores, logits, weights and Jacobians of the row that is shown."""
    top = rounded_up(float(abs(row.scores).max()))
    signed, share = (-top, top), (0.0, 1.0)
    vectors = {} if row.query is None or row.keys is None else {
        "query": partial(_vectors, "query", row.query[None], ("q",), QUERIES),
        "key": partial(_vectors, "key", row.keys, key_labels(len(row.keys)), KEYS),
    }  # fmt: skip
    return {
        **vectors,
        "scores": partial(_of_row, "scores", row.scores, "score", signed),
        "raw_weights": partial(_of_row, "raw_weights", row.raw.weights, "weight", share),
        "logits": partial(_of_row, "logits", row.divided.logits, "score", signed, by=by),
        "weights": partial(_of_row, "weights", row.divided.weights, "weight", share),
        "raw_jacobian": partial(_jacobian, "raw_jacobian", row.raw),
        "jacobian": partial(_jacobian, "jacobian", row.divided),
    }


def _vectors(name: Literal["query", "key"], values: Array, labels: tuple[str, ...], row_title: Message) -> Matrix:
    return Matrix(
        name=name, title=kept(TITLES[name]), kind=name, values=values, row_labels=labels,
        column_labels=_all_numbered()[: values.shape[1]], row_title=row_title, column_title=COMPONENTS,
        limits=(-3.0, 3.0), digits=2,
    )  # fmt: skip


@cache
def _all_numbered() -> tuple[str, ...]:
    return tuple(str(j + 1) for j in range(LARGEST_D_K))


def _of_row(name: str, values: Array, kind: Kind, limits: tuple[float, float], **named: str) -> Matrix:
    exact = max(decimals_needed(value, 2) for value in values[0].tolist())
    return Matrix(
        name=name, title=kept(TITLES[name], **named), kind=kind, values=values, row_labels=("q",),
        column_labels=key_labels(values.shape[1]), row_title=QUERIES, column_title=KEYS, limits=limits,
        digits=3 if kind == "weight" else exact,
    )  # fmt: skip


def _jacobian(name: str, of: Softened) -> Matrix:
    labels = key_labels(len(of.jacobian))
    return Matrix(
        name=name, title=kept(TITLES[name]), kind="score", values=of.jacobian, row_labels=labels, column_labels=labels,
        row_title=WEIGHTS_BY, column_title=LOGITS_TO, limits=(-0.25, 0.25), digits=3,
    )  # fmt: skip


def _row_table(row: ShownRow, rows: tuple[str, ...]) -> Matrix:
    """Return what the gradients of the row come to; there is one by the query only where there is a query."""
    values = [[of.slope, of.score_slope, of.logit_norm, of.score_norm] for of in (row.raw, row.divided)]
    norms = [of.query_norm for of in (row.raw, row.divided)]
    columns: tuple[str, ...] = ROW
    if None not in norms:
        columns = (*ROW, BY_QUERY)
        values = [[*known, norm or 0.0] for known, norm in zip(values, norms, strict=True)]
    return _table("row_gradient", values, rows, columns, written=tuple(map(_of_one_row, values)))


def _of_one_row(numbers: Sequence[float]) -> tuple[str, ...]:
    """Write slopes and norms: where the slope is a number, one that is 0 is so since all keys are alike."""
    write = of_row if numbers[0] >= TINIEST else positive
    return tuple(map(write, numbers))


def _smalls(rows: Sequence[Sequence[float]]) -> Written:
    return tuple(tuple(map(small, row)) for row in rows)


def four_divisors(scenario: ScalingScenario, cursor: Sample) -> Matrix:
    """Return all divisors side by side; no part of a Result, since it takes as long again."""
    by_name = divisors(scenario.d_k, scenario.n_heads)
    values = [_all_measures(cursor, divisor) for divisor in by_name.values()]
    return _table(
        "divisors", values, tuple(SYMBOLS[name] for name in by_name), ALL, written=_smalls(values), row_title=DIVISORS
    )


def _all_measures(cursor: Sample, divisor: float) -> list[float]:
    of, by_query = measured(cursor, divisor, "logits"), measured(cursor, divisor, "query")
    shares = [of.max_weight.value, of.entropy_share.value, of.frozen_share.value]
    return [divisor, of.spread.value, *shares, of.logit_gradient.median, by_query.query_gradient.median]
