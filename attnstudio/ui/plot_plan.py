"""Where the texts of a plot stand around its frame, and what is left out where there is no room."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PySide6.QtGui import QPen

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.plots import Curves, Histogram, Plot, Series
from attnstudio.ui.labels import Box, Label, Line
from attnstudio.ui.plot_axis import tick_text, ticks_of
from attnstudio.ui.plot_rows import MARK, SAMPLE, Key, Rows, Texts, apart
from attnstudio.ui.plot_strokes import (
    COLOURS,
    Shown,
    Still,
    axes_of,
    comparable,
    curve_pen,
    has_numbers,
    law_pen,
    pinned_pen,
)
from attnstudio.ui.plot_ticks import GAP, across, below, beside, roomy, rules, under, up
from attnstudio.ui.theme import Look
from attnstudio.ui.tokens import told
from attnstudio.ui.words import said

LAW = QT_TRANSLATE_NOOP("attnstudio", "closed form")
PINNED = QT_TRANSLATE_NOOP("attnstudio", "pinned")
NOTHING = QT_TRANSLATE_NOOP("attnstudio", "There are no numbers to draw.")
MISSING = QT_TRANSLATE_NOOP("attnstudio", "{label}: no numbers to draw")
MARGIN = 0.45  # of the width that labels at the ends of lines may take
TALL = 13  # lines, from which on a title may take two of them


class PlotPlan(NamedTuple):
    """Where everything stands.

    Parameters
    ----------
    frame : Box
        What the axes span.
    cover : Box, optional
    still, moving : tuple of (str, tuple of Label)
        Texts with the name of their colour: those that stay while the cursor moves, and the others.
    keys : tuple of Key
        What a line is that has no label at its end.
    dots : tuple of (str, float, float)
        Where the curves meet the cursor: colour and place.
    cursor : float, optional
        Where the cursor stands from left to right.
    grid : tuple of tuple of float
        Lines across and up, each from x, y to x, y.
    empty : bool
        True where there is nothing to draw.
    """

    frame: Box
    cover: Box | None = None
    still: tuple[Texts, ...] = ()
    moving: tuple[Texts, ...] = ()
    keys: tuple[Key, ...] = ()
    dots: tuple[tuple[str, float, float], ...] = ()
    cursor: float | None = None
    grid: tuple[tuple[float, float, float, float], ...] = ()
    empty: bool = False

    @property
    def texts(self) -> tuple[Texts, ...]:
        return self.still + self.moving


def plan_bare_plot(shown: Shown, area: Box, style: Look) -> PlotPlan:
    """Plan the shapes alone."""
    frame = area.inset(style.px(3))
    if isinstance(shown.plot, Curves):
        frame = frame._replace(top=min(frame.bottom, area.top + style.line(MARK) + 1))
    if shown.plot.covered:
        return PlotPlan(frame, cover=frame)
    cursor, empty = _cursor(shown.plot, frame), is_empty(shown.plot)
    return PlotPlan(frame, dots=() if empty else _dots(shown.plot, frame, cursor), cursor=cursor, empty=empty)


def plan_plot(shown: Shown, area: Box, style: Look) -> PlotPlan:
    """Plan texts and frame: axis titles, readings, keys and caption in this order, as far as there is room."""
    plot, still = shown.plot, Still(shown)
    head = _head(still, area, style)
    rows = Rows(area, style, head.top, head.taken)
    if plot.covered:
        rows.texts.append(head.title)
        frame = rows.frame()
        return PlotPlan(frame, cover=frame, still=tuple(rows.texts))
    if isinstance(plot, Curves):
        _read(plot, rows)
    around = _around(still, rows.top, rows.taken, area, style)
    return _with_cursor(around, plot, rows.moving, style)


class _Head(NamedTuple):
    """What has room before all else: the title, the titles of the axes; `taken` is what they and the ticks take."""

    title: Texts
    top: float  # under the title
    taken: float
    x_title: tuple[str, ...] = ()
    y_title: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def _head(still: Still, area: Box, style: Look) -> _Head:
    plot, rows = still.shown.plot, Rows(area, style)
    title = rows.bold.lines(told(plot.title), rows.width, 2 if area.height > TALL * rows.high else 1)
    rows.above("text", title, bold=True)
    rows.taken += (len(title) + 1) * rows.high + style.px(GAP)
    x_title, y_title = (rows.fits(told(axis.title), 1) for axis in axes_of(plot))
    return _Head(rows.texts[0], rows.top, rows.taken, x_title, y_title)


def _read(plot: Curves, rows: Rows) -> None:
    """Write the readings under the title: in one row, or each in its own."""
    readings = [(COLOURS[each.style], _reading(each)) for each in plot.series]
    if not rows.above_beside(readings):
        for (colour, _), lines in zip(readings, rows.fit_all([text for _, text in readings]), strict=True):
            rows.above(colour, lines, moving=True)


class _Around(NamedTuple):
    """What stays around a cursor, and of that the numbers under the frame, which make room for the cursor's own."""

    plan: PlotPlan
    below: tuple[Label, ...]


@lru_cache(maxsize=64)
def _around(still: Still, top: float, taken: float, area: Box, style: Look) -> _Around:
    """Plan all that stays while the cursor moves; the readings leave it the room from `top` on."""
    shown, head, rows = still.shown, _head(still, area, style), Rows(area, style, top, taken)
    plot = shown.plot
    x_axis, y_axis = axes_of(plot)
    rows.texts.append(head.title)
    keys, y_title = _keys(shown, style), head.y_title
    beside_it = keys.pop() if keys and y_title and rows.fits_beside(y_title[0], keys[-1][1]) else None
    above = [(line, rows.fits(text, 1, style.px(SAMPLE))) for line, text in keys]
    rows.below("muted", rows.fits(told(plot.caption), 2) or rows.fits(told(plot.caption), 1))
    rows.below("muted", head.x_title, centred=True)
    samples = [rows.sample(line, lines[0]) for line, lines in above if lines]
    if beside_it is not None:
        samples.append(rows.sample_beside(*beside_it))
    rows.above("muted", y_title)
    frame, empty = _framed(plot, rows, style), is_empty(plot)
    rows.texts += [rows.centred(said(NOTHING), frame)] if empty else _ends(plot, frame, rows, style)
    rows.texts.append(("muted", beside(y_axis, frame, style)))
    grid = rules(x_axis if isinstance(plot, Curves) else None, y_axis, frame)
    plan = PlotPlan(frame, still=tuple(rows.texts), keys=tuple(samples), grid=grid, empty=empty)
    return _Around(plan, below(x_axis, frame, style))


def _with_cursor(around: _Around, plot: Plot, readings: list[Texts], style: Look) -> PlotPlan:
    (plan, ticks), frame, here = around, around.plan.frame, list[Label]()
    cursor = _cursor(plot, frame)
    if cursor is not None and isinstance(plot, Curves):
        here.append(under(tick_text(plot.cursor), cursor, frame, style, bold=True))
        room = roomy(here[0], style)
        ticks = tuple(label for label in ticks if not label.box.overlaps(room))
    return plan._replace(
        still=(*plan.still, ("muted", ticks)),
        moving=(*readings, ("accent", tuple(here))),
        dots=() if plan.empty else _dots(plot, frame, cursor),
        cursor=cursor,
    )


def is_empty(plot: Plot) -> bool:
    """Return whether there is nothing to draw: no number, or none that is finite."""
    return not (has_numbers(plot) if isinstance(plot, Histogram) else any(map(has_numbers, plot.series)))


def _reading(series: Series) -> str:
    return told(series.reading) if has_numbers(series) else told(Message(MISSING, {"label": told(series.label)}))


def _keys(shown: Shown, style: Look) -> list[tuple[QPen, str]]:
    """Return the lines that have no label at their end, and what they are."""
    plot, beside = shown
    if isinstance(plot, Histogram):
        found = [(curve_pen(style, number), told(line.label)) for number, line in enumerate(plot.lines)]
    else:
        found = [(law_pen(style), said(LAW))] if any(series.law is not None for series in plot.series) else []
    return [*found, (pinned_pen(style), said(PINNED))] if comparable(plot, beside) else found


def _framed(plot: Plot, rows: Rows, style: Look) -> Box:
    """Return the frame, with room for ticks at the left and below and for labels at the right."""
    small, (x_axis, y_axis) = rows.small, axes_of(plot)
    left = max(small.width(tick_text(tick, y_axis.fractions)) for tick in ticks_of(y_axis)) + style.px(5)
    labels = [told(series.label) for series in plot.series if has_numbers(series)] if isinstance(plot, Curves) else []
    right = small.width(tick_text(ticks_of(x_axis)[-1])) / 2
    if labels:
        right = max(right, min(MARGIN * rows.width, max(map(small.width, labels)) + style.px(8)))
    top, bottom = rows.top + max(rows.high / 2, style.line(MARK) + 1), rows.bottom - rows.high - style.px(GAP) - 1
    return Box(
        rows.area.left + left, top, max(rows.area.left + left + 1, rows.area.right - right), max(top + 1, bottom)
    )


def _cursor(plot: Plot, frame: Box) -> float | None:
    if not isinstance(plot, Curves) or not np.isfinite(plot.cursor):
        return None
    return across(axes_of(plot)[0], plot.cursor, frame)


def _dots(plot: Plot, frame: Box, cursor: float | None) -> tuple[tuple[str, float, float], ...]:
    if cursor is None or not isinstance(plot, Curves):
        return ()
    y_axis = axes_of(plot)[1]
    return tuple(
        (COLOURS[series.style], cursor, up(y_axis, series.at_cursor, frame))
        for series in plot.series
        if np.isfinite(series.at_cursor) and has_numbers(series)
    )


def _ends(plot: Plot, frame: Box, rows: Rows, style: Look) -> list[Texts]:
    """Return the label of each curve at its end, moved apart where they would overlap; none where they have no room."""
    small = rows.small
    if not isinstance(plot, Curves):
        return []
    y_axis, left = axes_of(plot)[1], frame.right + style.px(6)
    named = [series for series in plot.series if has_numbers(series)]
    ends = [up(y_axis, float(series.values[np.isfinite(series.values)][-1]), frame) for series in named]
    lowest = frame.bottom + style.px(GAP) - small.height / 2  # above the numbers below the frame
    if (len(ends) - 1) * small.height > lowest - frame.top:
        return []
    middles = apart(ends, small.height, frame.top, lowest)
    return [
        (COLOURS[series.style], (Label(
            text := small.elided(told(series.label), rows.area.right - left),
            Box(left, y - small.height / 2, left + small.width(text), y + small.height / 2),
            leader=Line(frame.right + 1, end, left - 1, y) if abs(end - y) > small.height / 2 else None,
        ),))
        for series, end, y in zip(named, ends, middles, strict=True)
    ]  # fmt: skip
