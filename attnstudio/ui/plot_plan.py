"""Where the texts of a plot stand around its frame, and what is left out where there is no room."""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PySide6.QtGui import QPen

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.plots import Axis, Curves, Histogram, Plot, Series
from attnstudio.ui.labels import Box, Label, Line, Pen, pen
from attnstudio.ui.plot_axis import place, tick_text, ticks_of
from attnstudio.ui.plot_rows import MARK, SAMPLE, Key, Rows, Texts, apart
from attnstudio.ui.plot_strokes import (
    COLOURS,
    Shown,
    axes_of,
    comparable,
    curve_pen,
    has_numbers,
    law_pen,
    pinned_pen,
)
from attnstudio.ui.theme import Look
from attnstudio.ui.tokens import told
from attnstudio.ui.words import said

LAW = QT_TRANSLATE_NOOP("attnstudio", "closed form")
PINNED = QT_TRANSLATE_NOOP("attnstudio", "pinned")
NOTHING = QT_TRANSLATE_NOOP("attnstudio", "There are no numbers to draw.")
MISSING = QT_TRANSLATE_NOOP("attnstudio", "{label}: no numbers to draw")
MARGIN = 0.45  # of the width that labels at the ends of lines may take
GAP = 4  # pixels between the frame and the numbers at its ticks
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
    dots = () if is_empty(shown.plot) else _dots(shown.plot, frame)
    return PlotPlan(frame, dots=dots, cursor=_cursor(shown.plot, frame), empty=is_empty(shown.plot))


def plan_plot(shown: Shown, area: Box, style: Look) -> PlotPlan:
    """Plan texts and frame: axis titles, readings, keys and caption in this order, as far as there is room."""
    plot = shown.plot
    rows = Rows(area, style)
    title = rows.bold.lines(told(plot.title), rows.width, 2 if area.height > TALL * rows.high else 1)
    rows.above("text", title, bold=True)
    rows.taken += len(title) * rows.high
    if plot.covered:
        frame = rows.frame()
        return PlotPlan(frame, cover=frame, still=tuple(rows.texts))
    return _plan_open(shown, rows, style)


def _plan_open(shown: Shown, rows: Rows, style: Look) -> PlotPlan:
    plot = shown.plot
    x_axis, y_axis = axes_of(plot)
    rows.taken += rows.high + style.px(GAP)  # of the ticks
    x_title = rows.fits(told(x_axis.title), 1)
    y_title = rows.fits(told(y_axis.title), 1)
    series = plot.series if isinstance(plot, Curves) else ()
    readings = [(COLOURS[each.style], _reading(each)) for each in series]
    in_lines = () if rows.above_beside(readings) else rows.fit_all([text for _, text in readings])
    keys = _keys(shown, style)
    beside = keys.pop() if keys and y_title and rows.fits_beside(y_title[0], keys[-1][1]) else None
    above = [(line, rows.fits(text, 1, style.px(SAMPLE))) for line, text in keys]
    caption = rows.fits(told(plot.caption), 2) or rows.fits(told(plot.caption), 1)
    rows.below("muted", caption)
    rows.below("muted", x_title, centred=True)
    for (colour, _), lines in zip(readings, in_lines, strict=False):
        rows.above(colour, lines, moving=True)
    samples = [rows.sample(line, lines[0]) for line, lines in above if lines]
    if beside is not None:
        samples.append(rows.sample_beside(*beside))
    rows.above("muted", y_title)
    frame = _framed(plot, rows, style)
    here, ticks = _tick_texts(plot, frame, style)
    rows.moving.append(here)
    rows.texts.append(ticks)
    empty = is_empty(plot)
    if empty:
        rows.texts.append(rows.centred(said(NOTHING), frame))
    else:
        rows.texts += _ends(plot, frame, rows, style)
    dots, grid = () if empty else _dots(plot, frame), _grid(plot, frame)
    still, moving = tuple(rows.texts), tuple(rows.moving)
    return PlotPlan(frame, None, still, moving, tuple(samples), dots, _cursor(plot, frame), grid, empty)


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


def _across(axis: Axis, value: float, frame: Box) -> float:
    return frame.left + place(axis, value) * frame.width


def _up(axis: Axis, value: float, frame: Box) -> float:
    return frame.bottom - place(axis, value) * frame.height


def _grid(plot: Plot, frame: Box) -> tuple[tuple[float, float, float, float], ...]:
    """Return a line across for every tick of y, and over curves one up for every tick of x."""
    x_axis, y_axis = axes_of(plot)
    return _rules(None if isinstance(plot, Histogram) else x_axis, y_axis, frame)


@lru_cache(maxsize=64)
def _rules(x_axis: Axis | None, y_axis: Axis, frame: Box) -> tuple[tuple[float, float, float, float], ...]:
    across = ((frame.left, y, frame.right, y) for y in (_up(y_axis, tick, frame) for tick in ticks_of(y_axis)))
    ups = () if x_axis is None else (_across(x_axis, tick, frame) for tick in ticks_of(x_axis))
    return (*across, *((x, frame.top, x, frame.bottom) for x in ups))


def _cursor(plot: Plot, frame: Box) -> float | None:
    if not isinstance(plot, Curves) or not np.isfinite(plot.cursor):
        return None
    return _across(axes_of(plot)[0], plot.cursor, frame)


def _dots(plot: Plot, frame: Box) -> tuple[tuple[str, float, float], ...]:
    cursor = _cursor(plot, frame)
    if cursor is None or not isinstance(plot, Curves):
        return ()
    y_axis = axes_of(plot)[1]
    return tuple(
        (COLOURS[series.style], cursor, _up(y_axis, series.at_cursor, frame))
        for series in plot.series
        if np.isfinite(series.at_cursor) and has_numbers(series)
    )


def _tick_texts(plot: Plot, frame: Box, style: Look) -> tuple[Texts, Texts]:
    """Return the x of the cursor, and the numbers at the ticks that overlap neither that nor each other."""
    x_axis, y_axis = axes_of(plot)
    here, gap = list[Label](), style.px(GAP)
    if isinstance(plot, Curves) and (x := _cursor(plot, frame)) is not None:
        here.append(_under(tick_text(plot.cursor), x, frame, pen(style, bold=True), gap, bold=True))
    below = list(here)
    for label in _below(x_axis, frame, style):
        roomy = label.box.inset(-gap / 2)
        if not any(roomy.overlaps(other.box) for other in below):
            below.append(label)
    return ("accent", tuple(here)), ("muted", (*below[len(here) :], *_beside(y_axis, frame, style)))


@lru_cache(maxsize=64)
def _below(axis: Axis, frame: Box, style: Look) -> tuple[Label, ...]:
    """Return the numbers under a frame, those that come first before the others."""
    small, gap = pen(style), style.px(GAP)
    ticks = ((value, _across(axis, value, frame)) for value in _in_turn(axis, frame, small, gap))
    return tuple(_under(tick_text(value), x, frame, small, gap) for value, x in ticks)


@lru_cache(maxsize=64)
def _beside(axis: Axis, frame: Box, style: Look) -> tuple[Label, ...]:
    """Return the numbers at the left of a frame that do not overlap."""
    small, right, labels = pen(style), frame.left - style.px(GAP), list[Label]()
    for value in ticks_of(axis):
        text, y = tick_text(value, axis.fractions), _up(axis, value, frame)
        label = Label(text, Box(right - small.width(text), y - small.height / 2, right, y + small.height / 2))
        if not any(label.box.overlaps(other.box) for other in labels):
            labels.append(label)
    return tuple(labels)


def _in_turn(axis: Axis, frame: Box, small: Pen, gap: float) -> tuple[float, ...]:
    """Return the ticks below a frame that come first: its ends, or of round numbers every so many from 0."""
    ticks = ticks_of(axis)
    if axis.ticks:
        return tuple(dict.fromkeys((ticks[0], ticks[-1], *ticks)))
    room = frame.width / max(1, len(ticks))
    by = max(1, math.ceil((max(map(small.width, map(tick_text, ticks))) + gap) / max(1.0, room)))
    return ticks[(ticks.index(0.0) if 0.0 in ticks else 0) % by :: by]


def _under(text: str, x: float, frame: Box, writing: Pen, gap: float, bold: bool = False) -> Label:
    half = writing.width(text) / 2
    x, top = max(x, frame.left - gap + half), frame.bottom + gap  # off the numbers at the left
    return Label(text, Box(x - half, top, x + half, top + writing.height), bold)


def _ends(plot: Plot, frame: Box, rows: Rows, style: Look) -> list[Texts]:
    """Return the label of each curve at its end, moved apart where they would overlap; none where they have no room."""
    small = rows.small
    if not isinstance(plot, Curves):
        return []
    y_axis, left = axes_of(plot)[1], frame.right + style.px(6)
    named = [series for series in plot.series if has_numbers(series)]
    ends = [_up(y_axis, float(series.values[np.isfinite(series.values)][-1]), frame) for series in named]
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
