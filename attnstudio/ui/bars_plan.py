"""Where every bar, number and label of a bar chart stands: pure geometry, read by the painter and by tests."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from attnstudio.state.figures import Bars
from attnstudio.state.message import format_number
from attnstudio.ui.bars_axis import Axis, Reading, read, tick_text, ticks
from attnstudio.ui.bars_labels import key_labels, numbers, rows_needed, stacked
from attnstudio.ui.labels import Box, Label, Pen, pen
from attnstudio.ui.theme import Look


class BarPlan(NamedTuple):
    """One bar: its shape, the column it stands in, its number and its key label where they have room.

    `beyond` marks a bar that would reach farther than its axis; where the axis has no room on its side of zero at all,
    its box is a stub on the other side, for an arrow that points out.
    """

    box: Box
    column: Box
    number: Label | None
    label: Label | None
    negative: bool
    blocked: bool
    selected: bool
    beyond: bool


class GroupPlan(NamedTuple):
    """One group: `zero` and `grid` are heights on the screen, grid from the top tick to the bottom one."""

    kind: str
    plot: Box
    zero: float
    grid: tuple[float, ...]
    ticks: tuple[Label, ...]
    bars: tuple[BarPlan, ...]
    titles: tuple[Label, ...]
    captions: tuple[Label, ...]


class BarsPlan(NamedTuple):
    """All groups, and the arrows between them as (start, end, y)."""

    groups: tuple[GroupPlan, ...]
    arrows: tuple[tuple[float, float, float], ...]


def plan_bars(bars: Sequence[Bars], selected: int | None, area: Box, look: Look) -> BarsPlan:
    """Lay groups out side by side; widths follow the widest numbers of the axes."""
    if not bars:
        return BarsPlan((), ())
    groups = [read(group) for group in bars]
    slots = _slots(groups, area, look)
    heights = _Heights.of(groups, slots, area, look)
    planned = tuple(
        _plan_group(group, slot, selected, heights, look) for group, slot in zip(groups, slots, strict=True)
    )
    return BarsPlan(planned, tuple(_arrow(a, b, heights.top, look) for a, b in pairwise(planned)))


def _arrow(before: GroupPlan, after: GroupPlan, bottom: float, look: Look) -> tuple[float, float, float]:
    """Return the arrow from one title to the next."""
    gap = look.px(3)
    start = max((title.box.right for title in before.titles), default=before.plot.right) + gap
    end = min((title.box.left for title in after.titles), default=after.plot.left) - gap
    return start, end, (bottom + min((title.box.top for title in after.titles), default=bottom)) / 2


class _Slot(NamedTuple):
    """The width of a group: its plot from left to right, and the bounds that its texts may fill."""

    left: float
    right: float
    bounds: tuple[float, float]
    ticks: bool


def _slots(groups: Sequence[Reading], area: Box, look: Look) -> list[_Slot]:
    """Share the width by what numbers need; ticks beside other bars than weights only where there is much room."""
    small, pad = pen(look), look.px(4)
    gap = min(float(look.px(16)), max(float(look.px(8)), 0.05 * area.width))
    needs = [_need(group, small, look) for group in groups]
    wanted = [_margin(group, small, look) for group in groups]
    whole = area.width - 2 * pad - gap * (len(groups) - 1)
    roomy = sum(wanted) < 0.3 * whole
    ticks = [group.kind == "weight" or (roomy and len(group.values) > 8) for group in groups]
    margins = [margin if shown else 0.0 for margin, shown in zip(wanted, ticks, strict=True)]
    room, slots, x = max(1.0, whole - sum(margins)), list[_Slot](), area.left + pad
    if room < 0.6 * sum(needs):  # too narrow for numbers anyhow
        needs = [float(max(1, len(group.values))) for group in groups]
    for need, margin, shown in zip(needs, margins, ticks, strict=True):
        left, right = x + margin, x + margin + room * need / sum(needs)
        slots.append(_Slot(left, right, (x - gap / 2 if slots else area.left, right + gap / 2), shown))
        x = right + gap
    slots[-1] = slots[-1]._replace(bounds=(slots[-1].bounds[0], area.right))
    return slots


def _need(group: Reading, small: Pen, look: Look) -> float:
    """Width that a group would like: a column as wide as its widest number for each bar."""
    low, high = group.limits
    widest = max(small.width(format_number(end, group.digits)) for end in (low, high))
    columns = max(1, len(group.values)) * max(widest + look.px(4), look.px(28))
    words = (group.title or " ").split(" ")
    return max(columns, *(pen(look, "small", True).width(word) + look.px(10) for word in words))


def _margin(group: Reading, small: Pen, look: Look) -> float:
    """Room for tick labels left of a group."""
    return max(small.width(tick_text(value)) for value in group.ticks) + look.px(4)


class _Heights(NamedTuple):
    """The bands of the figure from the top down: titles, plot, key labels, captions."""

    titles: int
    top: float
    bottom: float
    rows: int
    captions: int

    @classmethod
    def of(cls, groups: Sequence[Reading], slots: Sequence[_Slot], area: Box, look: Look) -> "_Heights":
        line = pen(look).height
        most = 2 if area.height > 11 * line else 1
        both = list(zip(groups, slots, strict=True))
        titles = max(len(_title(group, slot, most, look)) for group, slot in both)
        captions = max(len(_caption(group, slot, most, look)) for group, slot in both)
        pitches = [_pitch(len(group.labels), slot.right - slot.left, look) for group, slot in both]
        rows = max(rows_needed(group.labels, pitch, look) for group, pitch in zip(groups, pitches, strict=True))
        if area.height / line < 2.5 + titles + rows + captions:
            captions = 0
        if area.height / line < 2.5 + titles + rows:
            rows = 1
        top = area.top + titles * line + look.px(2)
        bottom = area.bottom - captions * line - rows * line - look.px(4)
        return cls(titles, top, max(top + 1, bottom), rows, captions)


def _title(group: Reading, slot: _Slot, most: int, look: Look) -> tuple[str, ...]:
    width = slot.bounds[1] - slot.bounds[0] - look.px(8)
    return pen(look, "small", True).lines(group.title, width, most)


def _caption(group: Reading, slot: _Slot, most: int, look: Look) -> tuple[str, ...]:
    """Return the lines of a caption, or none: half a number would say something else."""
    lines = pen(look).lines(group.caption, slot.bounds[1] - slot.bounds[0] - look.px(2), most)
    return () if any(line.endswith("…") for line in lines) else lines


def _pitch(count: int, width: float, look: Look) -> float:
    return min(width / max(1, count), float(look.px(72)))


def _plan_group(group: Reading, slot: _Slot, selected: int | None, heights: _Heights, look: Look) -> GroupPlan:
    small, bold = pen(look), pen(look, "small", True)
    plot = Box(slot.left, heights.top, slot.right, heights.bottom)
    left = plot.left - look.px(2) if slot.ticks else slot.bounds[0] + 1  # clear of the numbers of the ticks
    room = Box(left, plot.top - 1, slot.bounds[1] - 1, plot.bottom)
    axis = _axis(group, plot, look)
    columns = _columns(len(group.values), plot, look)
    planned = _plan_bars(group, columns, axis, room, selected, heights.rows, look)
    titles = _title(group, slot, heights.titles, look)
    captions = _caption(group, slot, heights.captions, look)
    above = plot.top - look.px(2) - len(titles) * bold.height
    below = plot.bottom + look.px(3) + heights.rows * small.height
    grid, numbered = ticks(group, axis, plot.left - look.px(3), small) if slot.ticks else ((), ())
    low, high = slot.bounds
    return GroupPlan(
        group.kind, plot, axis.y(0), grid, numbered, planned,
        stacked(titles, plot.centre[0], above, (low + look.px(4), high - look.px(4)), bold, True),
        stacked(captions, plot.centre[0], below, (low + 1, high - 1), small),
    )  # fmt: skip


def _plan_bars(
    group: Reading, columns: Sequence[Box], axis: Axis, room: Box, selected: int | None, rows: int, look: Look
) -> tuple[BarPlan, ...]:
    boxes = _boxes(group, columns, axis, look)
    texts = group.numbers if axis.head else ("",) * len(boxes)
    negative = [value < 0 and not stub for value, stub in zip(group.values, group.stubs, strict=True)]
    downward = [below and axis.low < 0 for below in negative]
    figures = numbers(texts, boxes, downward, room, selected, group.stubs, look)
    labels = key_labels(group.labels, columns, room, selected, rows, look)
    return tuple(
        BarPlan(box, column, figure, label, negative[i], group.blocked[i], i == selected, group.beyond(i))
        for i, (box, column, figure, label) in enumerate(zip(boxes, columns, figures, labels, strict=True))
    )


def _axis(group: Reading, plot: Box, look: Look) -> Axis:
    """Leave room for numbers at the ends: a line, and another one where neighbours may have to give way."""
    (low, high), small = group.limits, pen(look)
    narrow = _widest(group, small) + look.px(2) > _pitch(len(group.values), plot.width, look)
    lines = 0 if plot.height < 3 * small.height else 2 if narrow and plot.height > 7 * small.height else 1
    head = lines * small.height + (look.px(1) if lines else 0)
    return Axis(low, high, plot.bottom - (head if low < 0 else 0), plot.top + (head if high > 0 else 0), head)


def _widest(group: Reading, small: Pen) -> float:
    return max((small.width(number) for number in group.numbers), default=0.0)


def _columns(count: int, plot: Box, look: Look) -> list[Box]:
    pitch = _pitch(count, plot.width, look)
    start = plot.centre[0] - pitch * count / 2
    return [Box(start + i * pitch, plot.top, start + (i + 1) * pitch, plot.bottom) for i in range(count)]


def _boxes(group: Reading, columns: Sequence[Box], axis: Axis, look: Look) -> list[Box]:
    """Return the shapes: as tall as the value, and a stub where a mask leaves nothing to draw."""
    if not columns:
        return []
    pitch = columns[0].width
    half = _half_width(group, pitch, look)
    zero, boxes = axis.y(0), list[Box]()
    for i, column in enumerate(columns):
        y = max(zero - look.px(9), axis.top) if group.stubs[i] or _outside(group, axis, i) else axis.y(group.values[i])
        centre = column.centre[0]
        left, right = (centre - half, centre + half) if half < 3 else (round(centre - half), round(centre + half))
        boxes.append(Box(left, min(y, zero), right, max(y, zero)))
    return boxes


def _outside(group: Reading, axis: Axis, i: int) -> bool:
    """Return whether a bar lies wholly off the axis."""
    return group.beyond(i) and axis.y(group.values[i]) == axis.y(0)


def _half_width(group: Reading, pitch: float, look: Look) -> float:
    """Half the width of a bar: slimmer where that lets a number wider than the column stand between two neighbours."""
    wanted = min(look.px(36), 0.62 * pitch)
    slim = 2 * pitch - _widest(group, pen(look)) - look.px(3)
    return (slim if 0.3 * pitch <= slim < wanted else wanted) / 2
