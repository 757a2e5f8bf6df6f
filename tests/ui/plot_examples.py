"""Plots with known numbers, for the tests of what draws and says them."""

import math

import numpy as np

from attnstudio.state.figures import NO_TEXT, Array, frozen_float
from attnstudio.state.message import Message
from attnstudio.state.plots import Axis, Curves, Histogram, Line, Series, Style

POWERS = tuple(4.0**i for i in range(6))
D_K = Axis(Message("d_k"), (1.0, 1024.0), "log", POWERS)
SPREAD = Axis(Message("standard deviation"), (0.25, 64.0), "log", (0.25, 1.0, 4.0, 16.0, 64.0))
X = frozen_float(2.0 ** np.arange(11))
ROOTS = frozen_float(np.sqrt(X))


def series(values: object, label: str = "÷ 1", style: Style = "raw", **more: object) -> Series:
    array = frozen_float(values)
    given = {"at_cursor": float(array[6]), "reading": Message(f"{label}: {array[6]:.3g}")} | more
    return Series(label, Message(label), style, array, **given)  # type: ignore[arg-type]


def curves(*parts: Series, y_axis: Axis = SPREAD, cursor: float = 64.0, **more: object) -> Curves:
    return Curves(Message("Spread of the logits"), X, parts, D_K, y_axis, cursor, **more)  # type: ignore[arg-type]


def spread(cursor: float = 64.0) -> Curves:
    return curves(
        series(ROOTS, law=ROOTS), series(np.ones(11), "÷ √d_k", "scaled", law=frozen_float(np.ones(11))), cursor=cursor
    )


def constant(value: float, y_axis: Axis = SPREAD) -> Curves:
    return curves(series(np.full(11, value)), y_axis=y_axis)


def quartiles() -> Curves:
    median = ROOTS
    return curves(series(median, lower=frozen_float(median / 2), upper=frozen_float(median * 2)))


def histogram(style: Style = "raw", spread_by: float = 8.0, covered: bool = False) -> Histogram:
    edges = np.linspace(-32, 32, 17) * spread_by / 8
    shares = np.exp(-(((edges[:-1] + edges[1:]) / 2 / spread_by) ** 2) / 2)
    shares: Array = shares / shares.sum()
    normal = () if covered else (Line(Message("normal curve"), frozen_float(edges), frozen_float(np.r_[shares, 0.0])),)
    return Histogram(
        title=Message("q·k"), style=style, edges=frozen_float(edges * math.nan if covered else edges),
        shares=frozen_float(shares * math.nan if covered else shares), x_axis=Axis(Message("q·k"), (-32.0, 32.0)),
        y_axis=Axis(Message("share per bin"), (0.0, 0.2)), lines=normal, caption=NO_TEXT, covered=covered,
    )  # fmt: skip
