"""The numbers and lines at the ticks of a plot, and the number under its cursor."""

import math
from functools import lru_cache

from attnstudio.state.plots import Axis
from attnstudio.ui.labels import Box, Label, pen
from attnstudio.ui.plot_axis import place, tick_text, ticks_of
from attnstudio.ui.theme import Look

GAP = 4  # pixels between the frame and the numbers at its ticks


def across(axis: Axis, value: float, frame: Box) -> float:
    """Return where a value stands from left to right."""
    return frame.left + place(axis, value) * frame.width


def up(axis: Axis, value: float, frame: Box) -> float:
    """Return where a value stands from top to bottom."""
    return frame.bottom - place(axis, value) * frame.height


@lru_cache(maxsize=64)
def rules(x_axis: Axis | None, y_axis: Axis, frame: Box) -> tuple[tuple[float, float, float, float], ...]:
    """Return a line across for every tick of y, and one up for every tick of x."""
    level = ((frame.left, y, frame.right, y) for y in (up(y_axis, tick, frame) for tick in ticks_of(y_axis)))
    ups = () if x_axis is None else (across(x_axis, tick, frame) for tick in ticks_of(x_axis))
    return (*level, *((x, frame.top, x, frame.bottom) for x in ups))


def below(axis: Axis, frame: Box, style: Look) -> tuple[Label, ...]:
    """Return the numbers under a frame that do not overlap; some come before the others."""
    labels = list[Label]()
    for value in _in_turn(axis, frame, style):
        label = under(tick_text(value), across(axis, value, frame), frame, style)
        room = roomy(label, style)
        if not any(other.box.overlaps(room) for other in labels):
            labels.append(label)
    return tuple(labels)


def roomy(label: Label, style: Look) -> Box:
    """Return the room of a number under a frame, which no other one should reach."""
    return label.box.inset(-style.px(GAP) / 2)


@lru_cache(maxsize=64)
def beside(axis: Axis, frame: Box, style: Look) -> tuple[Label, ...]:
    """Return the numbers at the left of a frame that do not overlap."""
    small, right, labels = pen(style), frame.left - style.px(GAP), list[Label]()
    for value in ticks_of(axis):
        text, y = tick_text(value, axis.fractions), up(axis, value, frame)
        label = Label(text, Box(right - small.width(text), y - small.height / 2, right, y + small.height / 2))
        if not any(label.box.overlaps(other.box) for other in labels):
            labels.append(label)
    return tuple(labels)


def _in_turn(axis: Axis, frame: Box, style: Look) -> tuple[float, ...]:
    """Return the ticks below a frame that come first: its ends, or of round numbers every so many from 0."""
    ticks = ticks_of(axis)
    if axis.ticks:
        return tuple(dict.fromkeys((ticks[0], ticks[-1], *ticks)))
    room = frame.width / max(1, len(ticks))
    widest = max(map(pen(style).width, map(tick_text, ticks)))
    by = max(1, math.ceil((widest + style.px(GAP)) / max(1.0, room)))
    return ticks[(ticks.index(0.0) if 0.0 in ticks else 0) % by :: by]


def under(text: str, x: float, frame: Box, style: Look, *, bold: bool = False) -> Label:
    """Return a number under a frame, off those at its left."""
    writing, gap = pen(style, bold=bold), style.px(GAP)
    half = writing.width(text) / 2
    x, top = max(x, frame.left - gap + half), frame.bottom + gap
    return Label(text, Box(x - half, top, x + half, top + writing.height), bold)
