"""Where every bar, number and label of a bar chart stands: pure geometry, read by the painter and by tests."""

from collections.abc import Sequence
from functools import lru_cache
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
    small = pen(look)
    groups = [read(group) for group in bars]
    faces = tuple(_face(group, small) for group in groups)
    slots = _slots(faces, area, look)
    most = 2 if area.height > 11 * small.height else 1
    captions = max(len(_caption(group.caption, slot, most, look)) for group, slot in zip(groups, slots, strict=True))
    layout = _layout(faces, slots, most, captions, selected, area, look)
    planned = tuple(
        _plan_group(*both, layout.captions, selected, look) for both in zip(groups, layout.stands, strict=True)
    )
    return BarsPlan(planned, layout.arrows)


class _Face(NamedTuple):
    """What the layout of a group follows from, which changes far less often than its numbers."""

    kind: str
    title: str
    labels: tuple[str, ...]
    number: float  # width of the wider number of the ends of the axis
    tick: float  # width of the widest tick


def _face(group: Reading, small: Pen) -> _Face:
    low, high = group.limits
    number = max(small.width(format_number(low, group.digits)), small.width(format_number(high, group.digits)))
    tick = max(map(small.width, map(tick_text, group.ticks)))
    return _Face(group.kind, group.title, group.labels, number, tick)


class _Slot(NamedTuple):
    """The width of a group: its plot from left to right, and the bounds that its texts may fill."""

    left: float
    right: float
    bounds: tuple[float, float]
    ticks: bool


@lru_cache(maxsize=64)
def _slots(faces: tuple[_Face, ...], area: Box, look: Look) -> tuple[_Slot, ...]:
    """Share the width by what numbers need; ticks beside other bars than weights only where there is much room."""
    pad = look.px(4)
    gap = min(float(look.px(16)), max(float(look.px(8)), 0.05 * area.width))
    needs = [_need(face, look) for face in faces]
    wanted = [face.tick + look.px(4) for face in faces]
    whole = area.width - 2 * pad - gap * (len(faces) - 1)
    roomy = sum(wanted) < 0.3 * whole
    ticks = [face.kind == "weight" or (roomy and len(face.labels) > 8) for face in faces]
    margins = [margin if shown else 0.0 for margin, shown in zip(wanted, ticks, strict=True)]
    room, slots, x = max(1.0, whole - sum(margins)), list[_Slot](), area.left + pad
    if room < 0.6 * sum(needs):  # too narrow for numbers anyhow
        needs = [float(max(1, len(face.labels))) for face in faces]
    for need, margin, shown in zip(needs, margins, ticks, strict=True):
        left, right = x + margin, x + margin + room * need / sum(needs)
        slots.append(_Slot(left, right, (x - gap / 2 if slots else area.left, right + gap / 2), shown))
        x = right + gap
    slots[-1] = slots[-1]._replace(bounds=(slots[-1].bounds[0], area.right))
    return tuple(slots)


def _need(face: _Face, look: Look) -> float:
    """Width that a group would like: a column as wide as its widest number for each bar."""
    columns = max(1, len(face.labels)) * max(face.number + look.px(4), look.px(28))
    words = (face.title or " ").split(" ")
    return max(columns, *(pen(look, "small", True).width(word) + look.px(10) for word in words))


@lru_cache(maxsize=256)
def _caption(caption: str, slot: _Slot, most: int, look: Look) -> tuple[str, ...]:
    """Return the lines of a caption, or none: half a number would say something else."""
    lines = pen(look).lines(caption, slot.bounds[1] - slot.bounds[0] - look.px(2), most)
    return () if any(line.endswith("…") for line in lines) else lines


class _Stand(NamedTuple):
    """What of a group stays where it is while its numbers change; numbers keep to `room`, captions lie `below`."""

    slot: _Slot
    plot: Box
    room: Box
    pitch: float
    columns: tuple[Box, ...]
    labels: tuple[Label | None, ...]
    titles: tuple[Label, ...]
    below: float


class _Layout(NamedTuple):
    """Where groups stand, the arrows between them, and how many lines their captions have."""

    stands: tuple[_Stand, ...]
    arrows: tuple[tuple[float, float, float], ...]
    captions: int


@lru_cache(maxsize=64)
def _layout(
    faces: tuple[_Face, ...],
    slots: tuple[_Slot, ...],
    most: int,
    captions: int,
    selected: int | None,
    area: Box,
    look: Look,
) -> _Layout:
    """Share the height into titles, plot, key labels and captions, and place what stays in it."""
    line = pen(look).height
    both = list(zip(faces, slots, strict=True))
    titles = max(len(_title(face, slot, most, look)) for face, slot in both)
    rows = max(rows_needed(face.labels, _pitch(face, slot, look), look) for face, slot in both)
    if area.height / line < 2.5 + titles + rows + captions:
        captions = 0
    if area.height / line < 2.5 + titles + rows:
        rows = 1
    top = area.top + titles * line + look.px(2)
    bottom = max(top + 1, area.bottom - captions * line - rows * line - look.px(4))
    stands = tuple(_stand(face, slot, (top, bottom), titles, rows, selected, look) for face, slot in both)
    return _Layout(stands, tuple(_arrow(a, b, look) for a, b in pairwise(stands)), captions)


def _stand(
    face: _Face, slot: _Slot, height: tuple[float, float], titles: int, rows: int, selected: int | None, look: Look
) -> _Stand:
    bold, (low, high), plot = pen(look, "small", True), slot.bounds, Box(slot.left, height[0], slot.right, height[1])
    left = plot.left - look.px(2) if slot.ticks else low + 1  # clear of the numbers of the ticks
    room = Box(left, plot.top - 1, high - 1, plot.bottom)
    pitch, count = _pitch(face, slot, look), len(face.labels)
    start = plot.centre[0] - pitch * count / 2
    columns = tuple(Box(start + i * pitch, plot.top, start + (i + 1) * pitch, plot.bottom) for i in range(count))
    title = _title(face, slot, titles, look)
    above = plot.top - look.px(2) - len(title) * bold.height
    return _Stand(
        slot, plot, room, pitch, columns, tuple(key_labels(face.labels, columns, room, selected, rows, look)),
        stacked(title, plot.centre[0], above, (low + look.px(4), high - look.px(4)), bold, True),
        plot.bottom + look.px(3) + rows * pen(look).height,
    )  # fmt: skip


def _title(face: _Face, slot: _Slot, most: int, look: Look) -> tuple[str, ...]:
    width = slot.bounds[1] - slot.bounds[0] - look.px(8)
    return pen(look, "small", True).lines(face.title, width, most)


def _pitch(face: _Face, slot: _Slot, look: Look) -> float:
    return min((slot.right - slot.left) / max(1, len(face.labels)), float(look.px(72)))


def _arrow(before: _Stand, after: _Stand, look: Look) -> tuple[float, float, float]:
    """Return the arrow from one title to the next."""
    gap, bottom = look.px(3), after.plot.top
    start = max((title.box.right for title in before.titles), default=before.plot.right) + gap
    end = min((title.box.left for title in after.titles), default=after.plot.left) - gap
    return start, end, (bottom + min((title.box.top for title in after.titles), default=bottom)) / 2


def _plan_group(group: Reading, stand: _Stand, captions: int, selected: int | None, look: Look) -> GroupPlan:
    """Place what changes with the numbers of a group."""
    slot, plot, small = stand.slot, stand.plot, pen(look)
    widest = max(map(small.width, group.numbers), default=0.0)
    axis = _axis(group, stand, widest, look)
    zero, *ends = axis.heights((0.0, *group.values))
    boxes = _boxes(group, stand, axis, zero, ends, widest, look)
    negative = [value < 0 and not stub for value, stub in zip(group.values, group.stubs, strict=True)]
    downward = [below and axis.low < 0 for below in negative]
    texts = group.numbers if axis.head else ("",) * len(boxes)
    figures = numbers(texts, boxes, downward, stand.room, selected, group.stubs, look)
    lit = [i == selected for i in range(len(boxes))]
    bars = map(BarPlan, boxes, stand.columns, figures, stand.labels, negative, group.blocked, lit, group.beyond)
    grid, numbered = ticks(group.ticks, axis, plot.left - look.px(3), small) if slot.ticks else ((), ())
    low, high = slot.bounds
    caption = stacked(
        _caption(group.caption, slot, captions, look), plot.centre[0], stand.below, (low + 1, high - 1), small
    )
    return GroupPlan(group.kind, plot, zero, grid, numbered, tuple(bars), stand.titles, caption)


def _axis(group: Reading, stand: _Stand, widest: float, look: Look) -> Axis:
    """Leave room for numbers at the ends: a line, and another one where neighbours may have to give way."""
    (low, high), plot, line = group.limits, stand.plot, pen(look).height
    narrow = widest + look.px(2) > stand.pitch
    lines = 0 if plot.height < 3 * line else 2 if narrow and plot.height > 7 * line else 1
    head = lines * line + (look.px(1) if lines else 0)
    return Axis(low, high, plot.bottom - (head if low < 0 else 0), plot.top + (head if high > 0 else 0), head)


def _boxes(
    group: Reading, stand: _Stand, axis: Axis, zero: float, ends: Sequence[float], widest: float, look: Look
) -> list[Box]:
    """Return the shapes: as tall as the value, and a stub where a mask or the axis leaves nothing to draw."""
    half, stub, boxes = _half_width(stand.pitch, widest, look), max(zero - look.px(9), axis.top), list[Box]()
    for column, end, stubbed, beyond in zip(stand.columns, ends, group.stubs, group.beyond, strict=True):
        y = stub if stubbed or (beyond and end == zero) else end
        centre = (column.left + column.right) / 2
        left, right = (centre - half, centre + half) if half < 3 else (round(centre - half), round(centre + half))
        boxes.append(Box(left, min(y, zero), right, max(y, zero)))
    return boxes


def _half_width(pitch: float, widest: float, look: Look) -> float:
    """Half the width of a bar: slimmer where that lets a number wider than the column stand between two neighbours."""
    wanted = min(look.px(36), 0.62 * pitch)
    slim = 2 * pitch - widest - look.px(3)
    return (slim if 0.3 * pitch <= slim < wanted else wanted) / 2
