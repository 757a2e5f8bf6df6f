"""The words of the Scaling panel: how the numbers were made, what they say, and where the law does not hold."""

import math
from collections.abc import Iterator

from attnstudio.core.scaling import RowStatistics
from attnstudio.core.score_laws import Components, ScoreLaw, score_law
from attnstudio.panels.scaling.row import ShownRow
from attnstudio.panels.scaling.samples import Sample
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.panels.scaling.words import (
    divisor_text,
    grouped,
    percent,
    plain,
    positive,
    significant,
    small,
    with_error,
)
from attnstudio.state.deferred import DeferredEach
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept, listed
from attnstudio.state.origin import Origin

T = QT_TRANSLATE_NOOP
ROW_BY_HAND = T("scaling", "{origin}; the row made by hand")
SHAPES = T("scaling", "d_k {d_k} · {n} keys · {pairs} pairs · float64 · seed {seed}")
LAW_WAY = T("scaling", "{pairs} pairs in {rows} rows, drawn from the exact law of q·k.")
LITERAL_WAY = T("scaling", "{pairs} pairs in {rows} rows, drawn component by component.")
SO_FAR = T("scaling", "So far {drawn} of {pairs} pairs, drawn component by component.")
KEYED = T("scaling", "{way} The gradient by the query: the first {keyed} rows.")
KEYED_APART = T("scaling", "{way} The gradient by the query: {keyed} more rows, drawn component by component.")
LAW = T("scaling", "With mean 0, and q and k independent, Var(q·k) = d_k.")
OTHER_LAW = T("scaling", "With {reasons}, Var(q·k) = {variance}.")
REASON_MEAN = T("scaling", "mean {mean}")
REASON_CORRELATION = T("scaling", "correlation {correlation}")
SPREAD = T("scaling", "Standard deviation of q·k: {raw}; closed form {law}. Divided by {by}: {value}; closed form "
                      "{divided_law}.")  # fmt: skip
WEIGHTS = T("scaling", "Largest weight of this row: {raw} undivided, {value} divided by {by}.")
GAIN = T("scaling", "Dividing makes its gradient by the logits {logits} × as large. By the raw scores, where dividing "
                    "by {by} counts once more, it is {scores} ×.")  # fmt: skip
SLOPES = T("scaling", "α(1 − α) of its largest weight: {raw} undivided, {value} divided by {by}, {scores} by the raw "
                      "score. Norm of its Jacobian: {raw_norm}, {norm}, {score_norm} by the raw scores.")  # fmt: skip
SLOPE, NORM = T("scaling", "α(1 − α) {slope}"), T("scaling", "norm {norm}")
NO_GAIN = T("scaling", "Undivided, its weights are one-hot to rounding: there is no gradient to compare with.")
SUMS = T("scaling", "weights of the row sum to 1, to {error}")
SATURATION = T("scaling", "Largest weight, mean of all rows: {raw} undivided, {value} divided by {by}. Frozen rows "
                          "(above 0.99): {raw_frozen} and {frozen}.")  # fmt: skip
GRADIENT = T("scaling", "Median of {norm}: {raw} undivided, {value} divided by {by}. Means: {raw_mean} and {mean}.")
CARRIED = T("scaling", "{text} The undivided mean hides that most rows are frozen: a few near-ties carry it.")
NORMS = {"query": T("scaling", "‖∂α/∂q‖, the factor 1/divisor in it"), "logits": T("scaling", "‖∂α/∂logits‖")}

NO_LAW = T("scaling", "No law of q·k is known for uniform components: they are drawn one by one.")
LAW_FAILS = T("scaling", "Var(q·k) = d_k needs mean 0 and independent q and k. Here it is {variance} ({reasons}).")
COMMON = T("scaling", "Part of this is the same for all keys of a query, and softmax does not see it: the keys of a "
                      "row differ by a spread of {spread}.")  # fmt: skip
NO_SPREAD = T("scaling", "Every q·k is {mean}: there is no spread at all.")
ALL_ALIKE = T("scaling", "All keys of a query score the same, so every weight is 1/{n}, whatever divides.")
ONE_COMPONENT = T("scaling", "d_k = 1: dividing by √1 changes nothing. A key is one number, so all queries rank the "
                             "keys alike or in reverse.")  # fmt: skip
NOT_NORMAL = T("scaling", "The normal curve is a limit. At d_k = {d_k} it does not fit: excess kurtosis {kurtosis}.")
TOO_FLAT = T("scaling", "÷ {by} over-flattens: a spread of {spread} is left, as if the temperature were {temperature} "
                        "after ÷ √{d_k}.")  # fmt: skip
FLAT_BY_WIDTH = T("scaling", "÷ {by} is the root of d_model = {heads} × {d_k}, all heads together, not of one head's "
                             "{d_k}. It over-flattens, as if the temperature were {temperature}.")  # fmt: skip
FEW_CARRY = 4  # times as large as the median is a mean that a few rows make
SMALL_D_K = 4  # up to it the normal curve is seen not to fit
HARDLY = 1e-9


def captions(
    scenario: ScalingScenario, cursor: Sample, row: ShownRow, raw: RowStatistics, divided: RowStatistics
) -> DeferredEach[Message]:
    """Return all sentences on the numbers at the cursor."""
    law = score_law(scenario.components, scenario.d_k)
    return DeferredEach({
        "origin": lambda: _origin(scenario),
        "shapes": lambda: _shapes(scenario),
        "way": lambda: _way(scenario, cursor, raw),
        "law": lambda: _law(scenario, law),
        "spread": lambda: _spread(scenario, law, raw, divided),
        "weights": lambda: _row(scenario, row),
        "gain": lambda: _gain(scenario, row),
        "slopes": lambda: _slopes(scenario, row),
        "raw_slope": lambda: kept(SLOPE, slope=positive(row.raw.slope)),
        "slope": lambda: kept(SLOPE, slope=positive(row.divided.slope)),
        "raw_norm": lambda: kept(NORM, norm=positive(row.raw.logit_norm)),
        "norm": lambda: kept(NORM, norm=positive(row.divided.logit_norm)),
        "row_sums": lambda: kept(SUMS, error=f"{max(abs(float(row.divided.weights.sum()) - 1), 2**-53):.0e}"),
        "saturation": lambda: _saturation(scenario, raw, divided),
        "gradient": lambda: _gradient(scenario, raw, divided),
    })  # fmt: skip


def _origin(scenario: ScalingScenario) -> Message:
    badge = Origin("random", seed=scenario.seed).badge()
    return Message(ROW_BY_HAND, {"origin": badge}) if scenario.textbook else badge


def _shapes(scenario: ScalingScenario) -> Message:
    pairs = grouped(scenario.n_rows * scenario.n_keys)
    return Message(SHAPES, {"d_k": scenario.d_k, "n": scenario.n_keys, "pairs": pairs, "seed": scenario.seed})


def _way(scenario: ScalingScenario, cursor: Sample, raw: RowStatistics) -> Message:
    """Say how the numbers were made, and where not all rows count for a number."""
    rows = scenario.n_rows
    counts = {name: grouped(count * scenario.n_keys) for name, count in (("pairs", rows), ("drawn", cursor.n_rows))}
    literal = cursor.source.literal
    template = SO_FAR if not cursor.complete else LITERAL_WAY if literal else LAW_WAY
    way = Message(template, {**counts, "rows": grouped(rows)})
    apart = not literal and scenario.distribution != "normal"
    if apart or raw.n_keyed < raw.n_rows:
        return Message(KEYED_APART if apart else KEYED, {"way": way, "keyed": grouped(raw.n_keyed)})
    return way


def _reasons(components: Components) -> Message:
    found = []
    if components.mean:
        found.append(kept(REASON_MEAN, mean=plain(components.mean)))
    if components.correlation:
        found.append(kept(REASON_CORRELATION, correlation=plain(components.correlation)))
    return listed(found, ", ")


def _variance(scenario: ScalingScenario, law: ScoreLaw) -> str:
    """Write Var(q·k) in units of d_k."""
    factor = significant(law.variance / scenario.d_k, 4)
    return {"0": "0", "1": "d_k"}.get(factor, f"{factor} d_k")


def _law(scenario: ScalingScenario, law: ScoreLaw) -> Message:
    components = scenario.components
    if components.textbook:
        return kept(LAW)
    return Message(OTHER_LAW, {"reasons": _reasons(components), "variance": _variance(scenario, law)})


def _spread(scenario: ScalingScenario, law: ScoreLaw, raw: RowStatistics, divided: RowStatistics) -> Message:
    laws = {"law": law.spread, "divided_law": law.spread / divided.divisor}
    values = {"raw": with_error(*raw.spread), "value": with_error(*divided.spread), "by": divisor_text(scenario)}
    return Message(SPREAD, values | {name: significant(value, 4) for name, value in laws.items()})


def _row(scenario: ScalingScenario, row: ShownRow) -> Message:
    largest = {name: small(float(of.weights.max())) for name, of in (("raw", row.raw), ("value", row.divided))}
    return Message(WEIGHTS, largest | {"by": divisor_text(scenario)})


def _gain(scenario: ScalingScenario, row: ShownRow) -> Message:
    """Say what dividing does to the gradients of the row."""
    if row.gains is None:
        return kept(NO_GAIN)
    logits, scores = map(small, row.gains)
    return Message(GAIN, {"by": divisor_text(scenario), "logits": logits, "scores": scores})


def _slopes(scenario: ScalingScenario, row: ShownRow) -> Message:
    """Say the two measures of how far the row can still move, which are often taken for each other."""
    raw, divided = row.raw, row.divided
    values = {
        "raw": raw.slope, "value": divided.slope, "scores": divided.score_slope, "raw_norm": raw.logit_norm,
        "norm": divided.logit_norm, "score_norm": divided.score_norm,
    }  # fmt: skip
    return Message(SLOPES, {"by": divisor_text(scenario), **{name: positive(value) for name, value in values.items()}})


def _saturation(scenario: ScalingScenario, raw: RowStatistics, divided: RowStatistics) -> Message:
    values = {
        "raw": with_error(*raw.max_weight), "value": with_error(*divided.max_weight), "by": divisor_text(scenario),
        "raw_frozen": percent(raw.frozen_share.value), "frozen": percent(divided.frozen_share.value),
    }  # fmt: skip
    return Message(SATURATION, values)


def _gradient(scenario: ScalingScenario, raw: RowStatistics, divided: RowStatistics) -> Message:
    before, after = (of.gradients[scenario.gradient] for of in (raw, divided))
    values = {
        "norm": kept(NORMS[scenario.gradient]), "by": divisor_text(scenario), "raw": small(before.median),
        "value": small(after.median), "raw_mean": small(before.mean), "mean": small(after.mean),
    }  # fmt: skip
    text = Message(GRADIENT, values)
    return Message(CARRIED, {"text": text}) if before.mean > FEW_CARRY * before.median else text


def notices(scenario: ScalingScenario, cursor: Sample) -> tuple[Message, ...]:
    """Return what must be known of this state, most important first."""
    return tuple(_notices(scenario, cursor))


def _notices(scenario: ScalingScenario, cursor: Sample) -> Iterator[Message]:
    law, components = score_law(scenario.components, scenario.d_k), scenario.components
    if not cursor.complete:
        drawn, pairs = (grouped(rows * scenario.n_keys) for rows in (cursor.n_rows, scenario.n_rows))
        yield Message(SO_FAR, {"drawn": drawn, "pairs": pairs})
    if scenario.d_k == 1:
        yield kept(ONE_COMPONENT)
    elif scenario.divide_by == "d_k" and law.spread:
        spread = significant(law.spread / scenario.d_k, 3)
        temperature = significant(math.sqrt(scenario.d_k), 3)
        yield kept(TOO_FLAT, by=divisor_text(scenario), spread=spread, temperature=temperature, d_k=scenario.d_k)
    if scenario.divide_by == "sqrt_d_model" and scenario.n_heads > 1:
        temperature = significant(math.sqrt(scenario.n_heads), 3)
        yield kept(FLAT_BY_WIDTH, by=divisor_text(scenario), heads=scenario.n_heads, d_k=scenario.d_k,
                   temperature=temperature)  # fmt: skip
    if not components.textbook:
        yield from _other_law(scenario, law)
    if scenario.d_k <= SMALL_D_K and abs(law.excess_kurtosis) > HARDLY:
        yield kept(NOT_NORMAL, d_k=scenario.d_k, kurtosis=significant(law.excess_kurtosis, 3))
    if not components.has_law:
        yield kept(NO_LAW)


def _other_law(scenario: ScalingScenario, law: ScoreLaw) -> Iterator[Message]:
    """Say what is otherwise with a mean, or where keys lean on their query."""
    if not law.spread:
        yield kept(NO_SPREAD, mean=plain(law.mean))
    else:
        yield Message(LAW_FAILS, {"variance": _variance(scenario, law), "reasons": _reasons(scenario.components)})
    if law.row_variance <= HARDLY * max(1.0, law.variance):
        yield kept(ALL_ALIKE, n=scenario.n_keys)
    elif law.row_variance < law.variance * (1 - HARDLY):
        yield kept(COMMON, spread=significant(math.sqrt(law.row_variance), 3))
