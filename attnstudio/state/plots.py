"""Plots with axes as plain immutable data: histograms, and curves that have a cursor."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from attnstudio.state.figures import NO_TEXT, Array, Result, frozen_float
from attnstudio.state.message import Message

Scale = Literal["linear", "log"]
Style = Literal["raw", "scaled"]  # as it comes, or divided; drawn dashed and grey, or solid
ROUNDING = 1e-9  # of an axis: what is beyond it by less lies on it


@dataclass(frozen=True)
class Axis:
    """One axis of a plot.

    Parameters
    ----------
    title : Message
    limits : (float, float)
        What the axis spans; above 0 on a logarithmic one. A value beyond them stands at the end of the axis.
    scale : {"linear", "log"}
    ticks : tuple of float
        Where it is marked; all inside the limits.
    fractions : bool
        True where ticks below 1 are 1 over a whole number, and written so.
    """

    title: Message
    limits: tuple[float, float]
    scale: Scale = "linear"
    ticks: tuple[float, ...] = ()
    fractions: bool = False

    def place(self, values: Array | float) -> Array:
        """Return where values stand along the axis, 0 at its start and 1 at its end; NaN stays NaN."""
        low, high = self.limits
        held = np.clip(values, low, high)
        if self.scale == "log":
            return frozen_float(np.log(held / low) / np.log(high / low))
        return frozen_float((held - low) / (high - low))

    def beyond(self, values: Array | float) -> bool:
        """Say whether any value lies beyond the ends by more than rounding, where it cannot be told from others."""
        low, high = self.limits
        slack = ROUNDING * (low if self.scale == "log" else high - low)
        return bool(np.any((np.asarray(values) < low - slack) | (np.asarray(values) > high + slack)))


@dataclass(frozen=True, eq=False)
class Line:
    """A smooth curve over a histogram, and what it is."""

    label: Message
    x: Array  # (m,)
    y: Array  # (m,), share that a bin there would have


@dataclass(frozen=True, eq=False)
class Histogram:
    """Shares of numbers that fall into bins.

    Parameters
    ----------
    title, caption : Message
    style : {"raw", "scaled"}
    edges : (bins + 1,) ndarray
        Rising.
    shares : (bins,) ndarray
        With `outside` they sum to 1.
    outside : (float, float)
        Shares of the numbers below the first edge and from the last edge on.
    lines : tuple of Line
        Curves to compare with, the one that fits first.
    x_axis, y_axis : Axis
    covered : bool
        True where the numbers are withheld: shares and edges are NaN then, and there are no lines.
    """

    title: Message
    style: Style
    edges: Array
    shares: Array
    x_axis: Axis
    y_axis: Axis
    outside: tuple[float, float] = (0.0, 0.0)
    lines: tuple[Line, ...] = ()
    caption: Message = NO_TEXT
    covered: bool = False


@dataclass(frozen=True, eq=False)
class Series:
    """One curve of a plot.

    Parameters
    ----------
    name : str
        Of the divisor, or of what else it stands for.
    label : Message
        Stands at the end of the line.
    style : {"raw", "scaled"}
    values : (m,) ndarray
        At each x.
    at_cursor : float
        The value at the cursor, which may lie between two x.
    reading : Message
        The value at the cursor in words, with its error or its quartiles.
    lower, upper : (m,) ndarray, optional
        Ends of a band around the curve: the quartiles.
    law : (m,) ndarray, optional
        The closed form at each x.
    """

    name: str
    label: Message
    style: Style
    values: Array
    at_cursor: float
    reading: Message
    lower: Array | None = None
    upper: Array | None = None
    law: Array | None = None


@dataclass(frozen=True, eq=False)
class Curves:
    """Numbers against one number that all of them depend on.

    Parameters
    ----------
    title, caption : Message
    x : (m,) ndarray
        Rising.
    series : tuple of Series
        Each with m values; covered ones have NaN for all.
    x_axis, y_axis : Axis
    cursor : float
        The present x.
    covered : bool
    """

    title: Message
    x: Array
    series: tuple[Series, ...]
    x_axis: Axis
    y_axis: Axis
    cursor: float
    caption: Message = NO_TEXT
    covered: bool = False


Plot = Histogram | Curves


@dataclass(frozen=True, eq=False)
class PlottedResult(Result):
    """A Result with plots.

    Parameters
    ----------
    plots : mapping of str to Histogram or Curves
    """

    plots: Mapping[str, Plot] = field(default_factory=dict)


def edge_decimals(edges: Array) -> int:
    """Return the decimals that tell the edges of bins (bins + 1,) apart: all they have, or three digits of a bin."""
    width = float(edges[1] - edges[0])
    most = max(0, 2 - math.floor(math.log10(width)))
    near = ROUNDING * np.maximum(1.0, np.abs(edges))  # (bins + 1,)
    return next((d for d in range(most) if bool((np.abs(edges.round(d) - edges) <= near).all())), most)


def rounded_up(value: float) -> float:
    """Return the smallest of 1, 2, 3, 5 times a power of ten that is not below a positive `value`; 1 for none."""
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next((step * power for step in (1.0, 2.0, 3.0, 5.0) if step * power >= value), 10 * power)
