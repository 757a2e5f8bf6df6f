"""Plots in words for a screen reader and a tooltip, and in numbers for a table."""

from typing import NamedTuple

import numpy as np

from attnstudio.state.figures import Array
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number, format_significant
from attnstudio.state.plots import Curves, Histogram, Plot, Series, edge_decimals
from attnstudio.ui.bars import COVERED, with_other
from attnstudio.ui.plot_axis import tick_text
from attnstudio.ui.plot_plan import LAW, MISSING, NOTHING, PINNED, is_empty
from attnstudio.ui.plot_strokes import Shown, axes_of, comparable, has_numbers
from attnstudio.ui.tokens import told
from attnstudio.ui.words import said

BARS = QT_TRANSLATE_NOOP(
    "attnstudio", "{title}: {y} in {count} bins of {x} from {low} to {high}; the largest {most} from {left} to {right}"
)
BELOW, ABOVE = QT_TRANSLATE_NOOP("attnstudio", "less"), QT_TRANSLATE_NOOP("attnstudio", "more")
CURVES = QT_TRANSLATE_NOOP("attnstudio", "{title}: {y} over {x} from {low} to {high}; at {cursor}: {readings}; {runs}")
RUN = QT_TRANSLATE_NOOP("attnstudio", "{label} goes from {first} to {last}")
FROM, TO = QT_TRANSLATE_NOOP("attnstudio", "from"), QT_TRANSLATE_NOOP("attnstudio", "to")
LOWER, UPPER = QT_TRANSLATE_NOOP("attnstudio", "lower quartile"), QT_TRANSLATE_NOOP("attnstudio", "upper quartile")
OF = QT_TRANSLATE_NOOP("attnstudio", "{label}, {what}")
HIDDEN = QT_TRANSLATE_NOOP("attnstudio", "covered")


class Table(NamedTuple):
    """A plot as rows of texts under headers."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def written(value: float) -> str:
    """Write a number of a table."""
    return format_significant(value, 4) if np.isfinite(value) else format_number(value)


def summary_of(shown: Shown) -> str:
    """Return a plot as a sentence."""
    plot, beside = shown
    now = _told(plot)
    if beside is None or not comparable(plot, beside):
        return now
    return with_other(now, _told(beside))


def _told(plot: Plot) -> str:
    title = told(plot.title)
    if plot.covered:
        return said(Message(COVERED, {"title": title}))
    if is_empty(plot):
        return f"{title}: {said(NOTHING)}"
    if isinstance(plot, Histogram):
        parts = [_told_bars(plot), *(told(line.label) for line in plot.lines)]
    else:
        parts = [_told_curves(plot)]
    caption = told(plot.caption)
    return "; ".join([*parts, caption] if caption else parts)


def _told_bars(plot: Histogram) -> str:
    fullest = int(np.nanargmax(plot.shares))
    edges = _edges(plot.edges)
    values = {"low": edges[0], "high": edges[-1], "left": edges[fullest], "right": edges[fullest + 1]}
    values |= {part: told(axis.title) for part, axis in zip("xy", axes_of(plot), strict=True)}
    most = written(float(plot.shares[fullest]))
    return said(Message(BARS, {"title": told(plot.title), "count": len(plot.shares), "most": most, **values}))


def _edges(edges: Array) -> list[str]:
    """Write the edges of bins, all with the same decimals."""
    decimals = edge_decimals(edges)
    return [format_number(edge, decimals) for edge in edges.tolist()]


def _told_curves(plot: Curves) -> str:
    x_axis, y_axis = axes_of(plot)
    readings = "; ".join(
        told(series.reading) if has_numbers(series) else said(Message(MISSING, {"label": told(series.label)}))
        for series in plot.series
    )
    runs = "; ".join(_run(series) for series in plot.series if has_numbers(series))
    low, high = map(tick_text, x_axis.limits)
    values = {"title": told(plot.title), "y": told(y_axis.title), "x": told(x_axis.title), "low": low, "high": high,
              "cursor": tick_text(plot.cursor), "readings": readings, "runs": runs}  # fmt: skip
    return said(Message(CURVES, values))


def _run(series: Series) -> str:
    known = series.values[np.isfinite(series.values)]
    first, last = written(float(known[0])), written(float(known[-1]))
    return said(Message(RUN, {"label": told(series.label), "first": first, "last": last}))


def table_of(shown: Shown) -> Table:
    """Return all numbers of a plot; of a covered one no more than what they are."""
    plot, beside = shown
    headers, columns = _columns(plot, None)
    if plot.covered:
        return Table(headers, ((said(HIDDEN),) * len(headers),))
    if beside is not None and comparable(plot, beside):
        more, numbers = _columns(beside, plot)
        headers = (*headers, *(said(Message(OF, {"label": said(PINNED), "what": header})) for header in more))
        columns = [*columns, *numbers]
    return Table(headers, tuple(zip(*columns, strict=True)))


def _columns(plot: Plot, on: Plot | None) -> tuple[tuple[str, ...], list[list[str]]]:
    """Return headers and columns of a plot; without its x, at those of another plot, where there is one."""
    if isinstance(plot, Histogram):
        return _bar_columns(plot, on if isinstance(on, Histogram) else None)
    return _curve_columns(plot, on if isinstance(on, Curves) else None)


def _bar_columns(plot: Histogram, on: Histogram | None) -> tuple[tuple[str, ...], list[list[str]]]:
    x_axis, y_axis = axes_of(plot)
    edges = [*map(written, plot.edges.tolist())] if plot.covered else _edges(plot.edges)
    shares = [*map(written, (plot.outside[0], *plot.shares.tolist(), plot.outside[1]))]
    middles = (plot.edges[:-1] + plot.edges[1:]) / 2
    lines = [["", *map(written, np.interp(middles, line.x, line.y).tolist()), ""] for line in plot.lines]
    bins = [[said(BELOW), *edges], [*edges, said(ABOVE)]]
    ends = [said(Message(OF, {"label": told(x_axis.title), "what": said(end)})) for end in (FROM, TO)]
    headers = (*ends, told(y_axis.title), *(told(line.label) for line in plot.lines))
    columns = [*bins, shares, *lines]
    if on is not None and len(on.shares) != len(plot.shares):  # bins of its own: by place in the table, they pad it
        size = len(on.shares) + 2
        columns = [(column + [""] * size)[:size] for column in columns]
    return headers, columns


def _curve_columns(plot: Curves, on: Curves | None) -> tuple[tuple[str, ...], list[list[str]]]:
    """Return a column for each curve and all that belongs to it, with a row for the cursor among those of x."""
    x = (on or plot).x
    cursor = (on or plot).cursor
    at = int(np.searchsorted(x, cursor)) if np.isfinite(cursor) and cursor not in x else None
    headers, columns = list[str](), list[list[str]]()
    if on is None:
        headers.append(told(plot.x_axis.title))
        columns.append(_with(x, cursor, at))
    for series in plot.series:
        label = told(series.label)
        headers.append(label)
        value = series.at_cursor if plot.cursor == cursor else np.nan
        columns.append(_with(_at(plot, series.values, x), value, at))
        for what, values in ((LOWER, series.lower), (UPPER, series.upper), (LAW, series.law)):
            if values is not None:
                headers.append(said(Message(OF, {"label": label, "what": said(what)})))
                columns.append(_with(_at(plot, values, x), None, at))
    return tuple(headers), columns


def _at(plot: Curves, values: Array, x: Array) -> Array:
    """Return values at other x; NaN where the plot has none there."""
    if plot.x is x or np.array_equal(plot.x, x):
        return values
    known = dict(zip(plot.x.tolist(), values.tolist(), strict=True))
    return np.array([known.get(place, np.nan) for place in x.tolist()])


def _with(values: Array, value: float | None, at: int | None) -> list[str]:
    """Return numbers as texts, with that of the cursor at its place; "" where there is none."""
    texts = [written(number) for number in values.tolist()]
    if at is not None:
        texts.insert(at, "" if value is None or np.isnan(value) else written(value))
    return texts


def row_at(shown: Shown, x: float) -> str:
    """Return what a plot says of a place along its x axis: the bin there, or the nearest x."""
    plot, table = shown.plot, table_of(Shown(shown.plot))
    if plot.covered or is_empty(plot):
        return ""
    if isinstance(plot, Histogram):
        row = int(np.searchsorted(plot.edges, x, side="right"))
    else:
        places = np.log(plot.x) if plot.x_axis.scale == "log" else plot.x
        near = int(np.argmin(np.abs(places - (np.log(x) if plot.x_axis.scale == "log" else x))))
        row = near + (np.isfinite(plot.cursor) and plot.cursor not in plot.x and plot.cursor < plot.x[near])
    told_parts = zip(table.headers, table.rows[row], strict=True)
    return "; ".join(f"{header} {text}" for header, text in told_parts if text)
