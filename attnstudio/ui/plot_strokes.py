"""The lines and fills of a plot, from 0 to 1 along both axes: plain arrays, pens and brushes."""

from collections.abc import Iterator
from functools import lru_cache
from operator import is_
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPen

from attnstudio.state.figures import Array
from attnstudio.state.plots import Axis, Curves, Histogram, Line, Plot, Series
from attnstudio.ui.plot_axis import place, sound
from attnstudio.ui.strokes import NO_BRUSH, NO_PEN
from attnstudio.ui.theme import Look

COLOURS = {"raw": "muted", "scaled": "weight"}
BAND, BARS = 44, 180  # how much of 255 a fill covers
NARROW = 1 / 90  # of the axis: narrower bars are not parted
DASHES, PINNED_DASHES, DOTS = (4.0, 3.0), (6.0, 2.5, 1.2, 2.5), (0.1, 3.4)
ORDER = ("bars", "between", "band", "quartile", "pinned", "series", "law", "curve")  # back to front


class Shown(NamedTuple):
    """A plot, and the one that it is compared with."""

    plot: Plot
    beside: Plot | None = None


class Still:
    """What of a shown plot stays while its cursor moves: equal where it is made of the very same objects."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        plot, beside = shown
        parts: list[object] = [plot, beside]
        if isinstance(plot, Curves):
            parts = [plot.title, plot.caption, plot.x_axis, plot.y_axis, plot.x, plot.covered, beside]
            for each in plot.series:
                parts += each.label, each.style, each.values, each.lower, each.upper, each.law
        self._parts = parts

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Still)
            and len(self._parts) == len(other._parts)
            and all(map(is_, self._parts, other._parts))
        )

    def __hash__(self) -> int:
        return hash(tuple(map(id, self._parts)))


class Stroke(NamedTuple):
    """One line, or one filled outline.

    Parameters
    ----------
    kind, number : str, int
        Which it is: lines of the same kind are counted.
    x, y : (m,) ndarray
        Shares of the axes; NaN interrupts.
    pen, brush : QPen, QBrush
    pairs : bool
        True where each two points are a line of their own, which stands on whole pixels.
    """

    kind: str
    number: int
    x: Array
    y: Array
    pen: QPen
    brush: QBrush = NO_BRUSH
    pairs: bool = False


@lru_cache(maxsize=256)
def ink(style: Look, colour: str, width: float = 1.0, dashes: tuple[float, ...] = ()) -> QPen:
    """Return a pen whose width and dashes are the same at every scale."""
    made = QPen(style.colour(colour), style.line(width))
    made.setCosmetic(True)
    if dashes:
        made.setDashPattern(dashes)
        made.setCapStyle(Qt.PenCapStyle.RoundCap if dashes == DOTS else Qt.PenCapStyle.FlatCap)
    return made


@lru_cache(maxsize=64)
def wash(style: Look, colour: str, covering: int) -> QBrush:
    """Return a fill that lets through what is behind it."""
    made = QColor(style.colour(colour))
    made.setAlpha(covering)
    return QBrush(made)


def series_pen(style: Look, of: str) -> QPen:
    """Return the pen of what is raw, dashed and grey, or scaled, solid and in its colour."""
    return ink(style, "muted", 1.5, DASHES) if of == "raw" else ink(style, COLOURS[of], 2.0)


def pinned_pen(style: Look) -> QPen:
    """Return the pen of what is pinned: dots between its dashes tell it from what is raw without colours."""
    return ink(style, "outline", 1.2, PINNED_DASHES)


def quartile_pen(style: Look, of: str) -> QPen:
    """Return the pen of the ends of a band, which alone would be too pale: thinner than the curve between them."""
    return ink(style, COLOURS[of], 0.8, DASHES if of == "raw" else ())


def law_pen(style: Look) -> QPen:
    """Return the pen of a closed form: dots."""
    return ink(style, "text", 1.8, DOTS)


def curve_pen(style: Look, number: int) -> QPen:
    """Return the pen of a curve over a histogram: the first solid, the others dotted."""
    return law_pen(style) if number else ink(style, "text", 1.2)


def comparable(plot: Plot, beside: Plot | None) -> bool:
    """Return whether two plots show the same kind of thing, and both are known."""
    return beside is not None and type(plot) is type(beside) and not (plot.covered or beside.covered)


def present(values: Array) -> Array:
    """Return values with NaN for all that are no finite numbers."""
    return np.where(np.isfinite(values), values, np.nan)


@lru_cache(maxsize=64)
def has_numbers(part: Histogram | Series) -> bool:
    """Return whether there is anything to draw."""
    if isinstance(part, Histogram):
        return bool(np.isfinite(part.edges).all() and np.isfinite(part.shares).any())
    return bool(np.isfinite(part.values).any())


@lru_cache(maxsize=64)  # by the plot: to look up its axes takes longer, since all they say is compared
def axes_of(plot: Plot) -> tuple[Axis, Axis]:
    """Return the axes of a plot as they are drawn, x first."""
    return sound(plot.x_axis), sound(plot.y_axis)


def strokes_of(shown: Shown, style: Look) -> Iterator[Stroke]:
    """Yield all lines and fills inside the frame of a plot that is not covered."""
    plot, beside = shown
    if isinstance(plot, Histogram):
        yield from _of_histogram(plot, beside if isinstance(beside, Histogram) else None, style)
    else:
        yield from _of_curves(plot, beside if isinstance(beside, Curves) else None, style)


_NO_LINES = np.empty(0), np.empty(0)


def _of_histogram(plot: Histogram, beside: Histogram | None, style: Look) -> Iterator[Stroke]:
    colour = COLOURS[plot.style]
    if has_numbers(plot):
        pen = ink(style, "muted", 1.0, DASHES) if plot.style == "raw" else ink(style, colour)
        x, heights, floor = _columns(plot, plot)
        yield Stroke("bars", 0, *_steps(x, heights, floor), pen, wash(style, colour, BARS))
        yield Stroke("between", 0, *_between(x, heights, floor), ink(style, "card", 0.6), pairs=True)
        for number, line in enumerate(plot.lines):
            yield Stroke("curve", number, *_placed(plot, line), curve_pen(style, number))
    if beside is not None and comparable(plot, beside) and has_numbers(beside):
        yield Stroke("pinned", 0, *_steps(*_columns(beside, plot)), pinned_pen(style))


def _columns(of: Histogram, on: Histogram) -> tuple[Array, Array, float]:
    """Return edges and heights of the bars of a histogram on the axes of another, and where they stand."""
    x_axis, y_axis = axes_of(on)
    heights = y_axis.place(np.where(np.isfinite(of.shares), of.shares, 0.0))
    return x_axis.place(of.edges), heights, place(y_axis, 0.0)


def _steps(x: Array, heights: Array, floor: float) -> tuple[Array, Array]:
    """Return the outline of bars."""
    return np.repeat(x, 2), np.concatenate(([floor], np.repeat(heights, 2), [floor]))


def _between(x: Array, heights: Array, floor: float) -> tuple[Array, Array]:
    """Return a line between each two bars, as pairs of points, where bars are wide enough to be told apart."""
    if x[-1] - x[0] < NARROW * len(heights):
        return _NO_LINES
    tops = np.minimum(heights[:-1], heights[1:])
    return np.repeat(x[1:-1], 2), np.stack([np.full_like(tops, floor), tops], axis=1).ravel()


def _placed(on: Plot, line: Line) -> tuple[Array, Array]:
    """Return a curve on the axes of a plot; it ends where they do."""
    x_axis, y_axis = axes_of(on)
    low, high = x_axis.limits
    inside = (line.x >= low) & (line.x <= high)
    return x_axis.place(line.x[inside]), y_axis.place(present(line.y[inside]))


def _of_curves(plot: Curves, beside: Curves | None, style: Look) -> Iterator[Stroke]:
    x_axis, y_axis = axes_of(plot)
    x = x_axis.place(plot.x)
    for number, series in enumerate(plot.series):
        if has_numbers(series):
            yield from _of_series(number, series, x, y_axis, style)
    if beside is not None and comparable(plot, beside):
        for number, series in enumerate(beside.series):
            if has_numbers(series) and not _as_now(plot, beside, series):
                y = y_axis.place(present(series.values))
                yield Stroke("pinned", number, x_axis.place(beside.x), y, pinned_pen(style))


def _as_now(plot: Curves, beside: Curves, series: Series) -> bool:
    """Return whether a pinned curve would lie on one of now."""
    known = np.array_equal(plot.x, beside.x)
    return known and any(np.array_equal(series.values, now.values, equal_nan=True) for now in plot.series)


def _of_series(number: int, series: Series, x: Array, y_axis: Axis, style: Look) -> Iterator[Stroke]:
    if series.lower is not None and series.upper is not None:
        known = np.isfinite(series.lower) & np.isfinite(series.upper)
        edge = np.concatenate((y_axis.place(series.lower[known]), y_axis.place(series.upper[known])[::-1]))
        fill = wash(style, COLOURS[series.style], BAND)
        yield Stroke("band", number, np.concatenate((x[known], x[known][::-1])), edge, NO_PEN, fill)
        for end, values in enumerate((series.lower, series.upper)):
            y = y_axis.place(present(values))
            yield Stroke("quartile", 2 * number + end, x, y, quartile_pen(style, series.style))
    yield Stroke("series", number, x, y_axis.place(present(series.values)), series_pen(style, series.style))
    if series.law is not None:
        yield Stroke("law", number, x, y_axis.place(present(series.law)), law_pen(style))
