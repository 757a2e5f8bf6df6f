"""Where every bar, number and label of a bar chart stands: pure geometry, read by the painter and by tests."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from attnstudio.state.figures import Bars
from attnstudio.ui.bars_axis import Axis, Reading, read, ticks
from attnstudio.ui.bars_labels import numbers, stacked
from attnstudio.ui.bars_layout import Stand, bare_stands, caption_lines, face_of, laid_out, slots_of
from attnstudio.ui.labels import Box, Label, pen
from attnstudio.ui.theme import Look


class BarPlan(NamedTuple):
    """One bar: its shape, the column it stands in, its number and its key label where they have room.

    `beyond` marks a bar that would reach farther than its axis; where the axis has no room on its side of zero at all,
    its box is a stub on the other side, for an arrow that points out. `raw` is the bar that it is compared with.
    """

    box: Box
    column: Box
    number: Label | None
    label: Label | None
    negative: bool
    blocked: bool
    selected: bool
    beyond: bool
    raw: Box | None


class GroupPlan(NamedTuple):
    """One group: `zero` and `grid` are heights on the screen, grid from the top tick to the bottom one.

    A covered group has a cover and nothing else but its titles.
    """

    kind: str
    plot: Box
    zero: float
    grid: tuple[float, ...]
    ticks: tuple[Label, ...]
    bars: tuple[BarPlan, ...]
    titles: tuple[Label, ...]
    captions: tuple[Label, ...]
    cover: Box | None = None


class BarsPlan(NamedTuple):
    """All groups, and the arrows between them as (start, end, y)."""

    groups: tuple[GroupPlan, ...]
    arrows: tuple[tuple[float, float, float], ...]


def plan_bars(
    bars: Sequence[Bars], selected: int | None, area: Box, look: Look, beside: Sequence[Bars] = ()
) -> BarsPlan:
    """Lay groups out side by side; widths follow the widest numbers of the axes."""
    if not bars:
        return BarsPlan((), ())
    small = pen(look)
    groups = _read(bars, beside, look)
    faces = tuple(face_of(group, small) for group in groups)
    slots = slots_of(faces, area, look)
    most = 2 if area.height > 11 * small.height else 1
    captions = max(
        len(caption_lines(group.caption, slot, most, look)) for group, slot in zip(groups, slots, strict=True)
    )
    layout = laid_out(faces, slots, most, captions, selected, area, look)
    both = zip(groups, layout.stands, strict=True)
    return BarsPlan(tuple(_plan_group(*each, layout.captions, selected, area, look) for each in both), layout.arrows)


def plan_bare_bars(
    bars: Sequence[Bars], selected: int | None, area: Box, look: Look, beside: Sequence[Bars] = ()
) -> BarsPlan:
    """Lay out bars and covers alone, without any text."""
    groups = _read(bars, beside, look)
    stands = bare_stands([len(group.labels) for group in groups], area, look)
    both = zip(groups, stands, strict=True)
    return BarsPlan(tuple(_plan_group(*each, 0, selected, area, look) for each in both), ())


def _read(bars: Sequence[Bars], beside: Sequence[Bars], look: Look) -> list[Reading]:
    return [read(group, look, raw) for group, raw in zip_longest(bars, beside[: len(bars)])]


def _plan_group(group: Reading, stand: Stand, captions: int, selected: int | None, area: Box, look: Look) -> GroupPlan:
    """Place what changes with the numbers of a group."""
    slot, plot, small = stand.slot, stand.plot, pen(look)
    if group.covered:
        cover = Box(plot.left, plot.top, plot.right, area.bottom)
        return GroupPlan(group.kind, plot, plot.bottom, (), (), (), stand.titles, (), cover)
    widest = max(map(small.width, group.numbers), default=0.0)
    axis = _axis(group, stand, widest, look)
    zero, *ends = axis.heights((0.0, *group.values))
    boxes = _boxes(group, stand, axis, zero, ends, widest, look)
    negative = [value < 0 and not stub for value, stub in zip(group.values, group.stubs, strict=True)]
    downward = [below and axis.low < 0 for below in negative]
    texts = group.numbers if axis.head else ("",) * len(boxes)
    figures = numbers(texts, boxes, downward, stand.room, selected, group.stubs, look)
    lit = [i == selected for i in range(len(boxes))]
    raws = _raws(group.raw, boxes, axis, zero)
    bars = map(BarPlan, boxes, stand.columns, figures, stand.labels, negative, group.blocked, lit, group.beyond, raws)
    grid, numbered = ticks(group.ticks, axis, plot.left - look.px(3), small) if slot.ticks else ((), ())
    low, high = slot.bounds
    caption = stacked(
        caption_lines(group.caption, slot, captions, look), plot.centre[0], stand.below, (low + 1, high - 1), small
    )
    return GroupPlan(group.kind, plot, zero, grid, numbered, tuple(bars), stand.titles, caption)


def _axis(group: Reading, stand: Stand, widest: float, look: Look) -> Axis:
    """Leave room for numbers at the ends: a line, and another one where neighbours may have to give way."""
    (low, high), plot, line = group.limits, stand.plot, pen(look).height
    narrow = widest + look.px(2) > stand.pitch
    lines = 0 if stand.bare or plot.height < 3 * line else 2 if narrow and plot.height > 7 * line else 1
    head = lines * line + (look.px(1) if lines else 0)
    return Axis(low, high, plot.bottom - (head if low < 0 else 0), plot.top + (head if high > 0 else 0), head)


def _boxes(
    group: Reading, stand: Stand, axis: Axis, zero: float, ends: Sequence[float], widest: float, look: Look
) -> list[Box]:
    """Return the shapes: as tall as the value, and a stub where a mask or the axis leaves nothing to draw."""
    half, stub, boxes = _half_width(group, stand.pitch, widest, look), max(zero - look.px(9), axis.top), list[Box]()
    sides = _sides(stand.columns, half, half if group.raw else 0.0)
    for (left, right), end, stubbed, beyond in zip(sides, ends, group.stubs, group.beyond, strict=True):
        y = stub if stubbed or (beyond and end == zero) else end
        boxes.append(Box(left, y, right, zero) if y < zero else Box(left, zero, right, y))
    return boxes


@lru_cache(maxsize=64)
def _sides(columns: tuple[Box, ...], half: float, aside: float) -> tuple[tuple[float, float], ...]:
    """Return left and right of the bars in some columns, on whole pixels unless they are narrow."""
    centres = [(column.left + column.right) / 2 + aside for column in columns]
    sides = [(centre - half, centre + half) for centre in centres]
    return tuple(sides if half < 3 else [(round(left), round(right)) for left, right in sides])


def _raws(values: Sequence[float], boxes: Sequence[Box], axis: Axis, zero: float) -> list[Box | None]:
    """Return what the bars are compared with, as bars left of theirs."""
    if not values:
        return [None] * len(boxes)
    return [
        Box(2 * box.left - box.right, min(y, zero), box.left, max(y, zero)) if math.isfinite(value) else None
        for value, y, box in zip(values, axis.heights(values), boxes, strict=True)
    ]


def _half_width(group: Reading, pitch: float, widest: float, look: Look) -> float:
    """Half the width of a bar: slimmer where that lets a number wider than the column stand between two neighbours.

    Half of it where there is one to compare with beside it.
    """
    if group.raw:
        return min(look.px(48), 0.8 * pitch) / 4
    wanted = min(look.px(36), 0.62 * pitch)
    slim = 2 * pitch - widest - look.px(3)
    return (slim if 0.3 * pitch <= slim < wanted else wanted) / 2
