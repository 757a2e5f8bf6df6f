"""The numbers against d_k, as arrays and as tables that stay the same while the cursor moves."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from attnstudio.core.scaling import Quartiles, RowStatistics, divisors
from attnstudio.core.score_laws import score_law
from attnstudio.panels.scaling.samples import Sample, measured
from attnstudio.panels.scaling.words import SYMBOLS, significant
from attnstudio.state.figures import Array, Kind, Matrix, frozen_float
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.plots import rounded_up

D_K = Message("d_k")
DIVIDED = "÷ {by}"
OF = "{what}, {by}"
LAW = QT_TRANSLATE_NOOP("scaling", "closed form")
QUARTILES = (
    QT_TRANSLATE_NOOP("scaling", "lower quartile"), QT_TRANSLATE_NOOP("scaling", "median"),
    QT_TRANSLATE_NOOP("scaling", "upper quartile"),
)  # fmt: skip
SERIES = Message(QT_TRANSLATE_NOOP("scaling", "divided by"))
TITLES: dict[str, tuple[Message, Kind]] = {
    "spread": (Message(QT_TRANSLATE_NOOP("scaling", "standard deviation over d_k")), "exp"),
    "max_weight": (Message(QT_TRANSLATE_NOOP("scaling", "largest weight over d_k")), "weight"),
    "entropy_share": (Message(QT_TRANSLATE_NOOP("scaling", "entropy as a share of log n over d_k")), "weight"),
    "frozen_share": (Message(QT_TRANSLATE_NOOP("scaling", "share of frozen rows over d_k")), "weight"),
    "gradient": (Message(QT_TRANSLATE_NOOP("scaling", "gradient over d_k")), "exp"),
}


@dataclass(frozen=True, eq=False)
class Curve:
    """One measure against d_k for one divisor: values (m,), and quartiles and closed form where there are any."""

    values: Array
    lower: Array | None = None
    upper: Array | None = None
    law: Array | None = None


@dataclass(frozen=True, eq=False)
class CurveNumbers:
    """All measures against d_k: `x` (m,), `curves` by measure and divisor, and `tables` of the same numbers."""

    x: Array
    curves: dict[str, dict[str, Curve]]
    tables: dict[str, Matrix]


@lru_cache(maxsize=16)
def curve_numbers(samples: tuple[Sample, ...], divide_by: str, n_heads: int, gradient: str) -> CurveNumbers:
    """Return the curves of some samples, one for each d_k, undivided and divided; once where that is the same."""
    x = frozen_float([sample.d_k for sample in samples])
    names = tuple(dict.fromkeys(("one", divide_by)))
    points = {
        name: [measured(sample, divisors(sample.d_k, n_heads)[name], gradient) for sample in samples] for name in names
    }
    curves = {
        "spread": {name: _spreads(samples, points[name]) for name in names},
        "max_weight": {name: _values(points[name], lambda of: of.max_weight.value) for name in names},
        "entropy_share": {name: _values(points[name], lambda of: of.entropy_share.value) for name in names},
        "frozen_share": {name: _values(points[name], lambda of: of.frozen_share.value) for name in names},
        "gradient": {name: _quartiles([of.gradients[gradient] for of in points[name]]) for name in names},
    }
    tables = {f"{measure}_by_d_k": _table(measure, x, by_divisor) for measure, by_divisor in curves.items()}
    return CurveNumbers(x, curves, tables)


def _values(points: list[RowStatistics], read: Callable[[RowStatistics], float]) -> Curve:
    return Curve(frozen_float([read(point) for point in points]))


def _spreads(samples: tuple[Sample, ...], points: list[RowStatistics]) -> Curve:
    laws = [
        score_law(sample.source.components, sample.d_k).spread / point.divisor
        for sample, point in zip(samples, points, strict=True)
    ]
    return Curve(frozen_float([point.spread.value for point in points]), law=frozen_float(laws))


def _quartiles(points: list[Quartiles]) -> Curve:
    return Curve(
        frozen_float([point.median for point in points]),
        lower=frozen_float([point.lower for point in points]),
        upper=frozen_float([point.upper for point in points]),
    )


def _table(measure: str, x: Array, curves: dict[str, Curve]) -> Matrix:
    """Return a measure as a table: a row for each d_k."""
    columns: dict[str, Array] = {}
    for name, curve in curves.items():
        by = DIVIDED.format(by=SYMBOLS[name])
        if curve.lower is not None and curve.upper is not None:
            parts = zip(QUARTILES, (curve.lower, curve.values, curve.upper), strict=True)
            columns |= {OF.format(what=what, by=by): values for what, values in parts}
        else:
            columns[by] = curve.values
        if curve.law is not None:
            columns[OF.format(what=LAW, by=by)] = curve.law
    values = frozen_float(np.stack(list(columns.values()), axis=1))  # (m, columns)
    title, kind = TITLES[measure]
    return Matrix(
        name=f"{measure}_by_d_k",
        title=title,
        kind=kind,
        values=values,
        row_labels=tuple(str(int(d_k)) for d_k in x.tolist()),
        column_labels=tuple(columns),
        row_title=D_K,
        column_title=SERIES,
        limits=(0.0, 1.0 if kind == "weight" else rounded_up(float(values.max()))),
        digits=3,
        written=tuple(tuple(significant(value, 3) for value in row) for row in values.tolist()),
    )
