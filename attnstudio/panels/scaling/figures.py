"""The plots of the panel, and the bars of the row that is shown."""

import math
from functools import lru_cache

from attnstudio.core.score_laws import score_law
from attnstudio.panels.scaling import histograms
from attnstudio.panels.scaling.curves import Curve, CurveNumbers
from attnstudio.panels.scaling.declarations import GRADIENT
from attnstudio.panels.scaling.row import ShownRow, Softened
from attnstudio.panels.scaling.samples import GRID, Sample, measured
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.panels.scaling.words import SYMBOLS, divisor_text, key_labels, percent, significant, small, with_error
from attnstudio.state.figures import NO_TEXT, Array, Bars, Figure, Kind
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, kept
from attnstudio.state.plots import Axis, Curves, Plot, Series, Style, rounded_up

SCORES = QT_TRANSLATE_NOOP("scaling", "q·k, as it comes")
RAW = "q·k"  # where there is no room for more, beside what it is divided by
DIVIDED = QT_TRANSLATE_NOOP("scaling", "q·k ÷ {by}")
SCORE_AXIS = Message(QT_TRANSLATE_NOOP("scaling", "q·k, undivided or divided"))
LABEL = "÷ {by}"
D_K_AXIS = Axis(
    Message(QT_TRANSLATE_NOOP("scaling", "components, d_k")),
    (1.0, float(GRID[-1])), "log", tuple(float(d_k) for d_k in GRID[::2]),
)  # fmt: skip
SHARE_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
SMALLEST_GRADIENT, LARGEST_GRADIENT = 1e-9, 10.0
ROUNDED = 1e-9  # of a limit: what is nearer than that lies on it

CURVES = {  # short enough for the narrowest card; the axis says the rest
    "spread": QT_TRANSLATE_NOOP("scaling", "Spread of the logits"),
    "max_weight": QT_TRANSLATE_NOOP("scaling", "Largest weight"),
    "entropy_share": QT_TRANSLATE_NOOP("scaling", "Entropy ÷ log n"),
    "gradient": QT_TRANSLATE_NOOP("scaling", "Gradient {by}"),
    "frozen_share": QT_TRANSLATE_NOOP("scaling", "Frozen rows"),
}
GRADIENTS = {name: Message(label) for name, label in GRADIENT.options}
MEAN = Message(QT_TRANSLATE_NOOP("scaling", "mean of all rows"))
Y_TITLES = {
    "spread": Message(QT_TRANSLATE_NOOP("scaling", "standard deviation")),
    "max_weight": MEAN,
    "entropy_share": MEAN,
    "gradient": Message(QT_TRANSLATE_NOOP("scaling", "median and quartiles")),
    "frozen_share": Message(QT_TRANSLATE_NOOP("scaling", "largest weight above 0.99")),
}
SPREAD = QT_TRANSLATE_NOOP("scaling", "÷ {by}: {value}, closed form {law}")
VALUE = "÷ {by}: {value}"
QUARTILES = QT_TRANSLATE_NOOP("scaling", "÷ {by}: {median}, half from {lower} to {upper}")
AT_THE_EDGE = QT_TRANSLATE_NOOP("scaling", "Below {limit}: at the edge.")


def plots_of(scenario: ScalingScenario, cursor: Sample, numbers: CurveNumbers) -> dict[str, Plot]:
    """Return the two histograms at the cursor, and the five curves."""
    divisor, by = scenario.divisor, divisor_text(scenario)
    axis = histograms.common_axis(cursor, divisor, SCORE_AXIS)
    raw = histograms.histogram(cursor, 1.0, "raw", kept(SCORES), axis)
    divided = histograms.histogram(cursor, divisor, "scaled", kept(DIVIDED, by=by), axis)
    curves = {name: _curves(name, scenario, cursor, numbers) for name in CURVES}
    return {"raw_histogram": raw, "histogram": divided, **curves}


def _curves(name: str, scenario: ScalingScenario, cursor: Sample, numbers: CurveNumbers) -> Curves:
    y_axis, caption = _y_axis(name, numbers)
    return Curves(
        title=kept(CURVES[name], by=GRADIENTS[scenario.gradient]),
        x=numbers.x,
        series=tuple(_series(name, scenario, cursor, by, curve) for by, curve in numbers.curves[name].items()),
        x_axis=D_K_AXIS,
        y_axis=y_axis,
        cursor=float(scenario.d_k),
        caption=caption,
    )


def _series(name: str, scenario: ScalingScenario, cursor: Sample, by: str, curve: Curve) -> Series:
    value, reading = _at_cursor(name, scenario, cursor, by)
    style: Style = "raw" if by == "one" else "scaled"
    return Series(by, kept(LABEL, by=SYMBOLS[by]), style, curve.values, value, reading,
                  lower=curve.lower, upper=curve.upper, law=curve.law)  # fmt: skip


def _at_cursor(name: str, scenario: ScalingScenario, cursor: Sample, by: str) -> tuple[float, Message]:
    """Return the value of a curve at the cursor, and how it is said."""
    divisor = 1.0 if by == "one" else scenario.divisor
    of, said = measured(cursor, divisor, scenario.gradient), divisor_text(scenario, by)
    if name == "spread":
        law = score_law(scenario.components, scenario.d_k).spread / divisor
        value = with_error(*of.spread)
        return of.spread.value, Message(SPREAD, {"by": said, "value": value, "law": significant(law, 4)})
    if name == "gradient":
        quartiles = of.gradients[scenario.gradient]
        told = {part: significant(getattr(quartiles, part), 2) for part in ("lower", "upper")}
        return quartiles.median, Message(QUARTILES, {"by": said, "median": small(quartiles.median), **told})
    if name == "frozen_share":
        return of.frozen_share.value, Message(VALUE, {"by": said, "value": percent(of.frozen_share.value)})
    share = of.max_weight if name == "max_weight" else of.entropy_share
    return share.value, Message(VALUE, {"by": said, "value": with_error(*share)})


@lru_cache(maxsize=64)
def _y_axis(name: str, numbers: CurveNumbers) -> tuple[Axis, Message]:
    """Return the axis of a measure, and what is to be said where a curve leaves it; once while the curves stay."""
    curves = list(numbers.curves[name].values())
    axis = _axis_of(name, curves)
    lowest = [curve.values if curve.lower is None else curve.lower for curve in curves]
    if axis.scale != "log" or not any(axis.beyond(values) for values in lowest):
        return axis, NO_TEXT
    return axis, kept(AT_THE_EDGE, limit=significant(axis.limits[0], 2).removeprefix("1.0×"))


def _axis_of(name: str, curves: list[Curve]) -> Axis:
    if name == "gradient":
        ticks = tuple(10.0**power for power in range(-9, 2, 2))
        return Axis(Y_TITLES[name], (SMALLEST_GRADIENT, LARGEST_GRADIENT), "log", ticks)
    if name == "spread":
        low, high = _powers_of_two([curve.values for curve in curves])
        ticks = tuple(2.0**i for i in range(low, high + 1, 2))
        return Axis(Y_TITLES[name], (2.0**low, 2.0**high), "log", ticks, fractions=True)
    return Axis(Y_TITLES[name], (0.0, 1.0), "linear", SHARE_TICKS)


def _powers_of_two(arrays: list[Array]) -> tuple[int, int]:
    """Return the even powers of two that all positive numbers lie between, the default's at least."""
    positive = [value for array in arrays for value in array.tolist() if value > 0] or [1.0]
    low = math.floor(math.log2(min(positive) * (1 - ROUNDED)) / 2) * 2
    high = math.ceil(math.log2(max(positive) * (1 + ROUNDED)) / 2) * 2
    return min(low, -2), max(high, 6)


def figures_of(scenario: ScalingScenario, row: ShownRow) -> dict[str, Figure]:
    """Return the bars of the row: scores and weights undivided, logits and weights divided."""
    labels = key_labels(row.scores.shape[1])
    numbers = [0.0, *row.scores[0].tolist()]
    limits = (-_limit(-min(numbers)), max(_limit(max(numbers)), 1.0))
    by = divisor_text(scenario)
    return {
        "raw_row": _bars(row.raw, kept(RAW), limits, labels),
        "row": _bars(row.divided, kept(DIVIDED, by=by), limits, labels),
    }


def _limit(value: float) -> float:
    return rounded_up(value) if value > 0 else 0.0


def _bars(of: Softened, title: Message, limits: tuple[float, float], labels: tuple[str, ...]) -> tuple[Bars, ...]:
    logits, weights = of.logits[0], of.weights[0]
    digits = max(decimals_needed(value, 2) for value in logits.tolist())
    return (
        _group(title, "score", logits, labels, limits, digits),
        _group(kept(QT_TRANSLATE_NOOP("scaling", "weights α")), "weight", weights, labels, (0.0, 1.0), 3),
    )


def _group(
    title: Message, kind: Kind, values: Array, labels: tuple[str, ...], limits: tuple[float, float], digits: int
) -> Bars:
    return Bars(title=title, kind=kind, values=values, labels=labels, limits=limits, digits=digits)
