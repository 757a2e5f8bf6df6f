"""What of a bar chart stays where it is while its numbers change: widths, plots, columns, titles and key labels."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from attnstudio.state.message import format_number
from attnstudio.ui.bars_axis import Reading, tick_text
from attnstudio.ui.bars_labels import key_labels, rows_needed, stacked
from attnstudio.ui.figure import CLEAR
from attnstudio.ui.labels import Box, Label, Pen, pen
from attnstudio.ui.theme import Look


class Face(NamedTuple):
    """What the layout of a group follows from, which changes far less often than its numbers."""

    kind: str
    title: str
    labels: tuple[str, ...]
    number: float  # width of the wider number of the ends of the axis
    tick: float  # width of the widest tick


def face_of(group: Reading, small: Pen) -> Face:
    """Return what the layout of a group follows from."""
    low, high = group.limits
    number = max(small.width(format_number(low, group.digits)), small.width(format_number(high, group.digits)))
    tick = max(map(small.width, map(tick_text, group.ticks)))
    return Face(group.kind, group.title, group.labels, number, tick)


class Slot(NamedTuple):
    """The width of a group: its plot from left to right, and the bounds that its texts may fill."""

    left: float
    right: float
    bounds: tuple[float, float]
    ticks: bool


@lru_cache(maxsize=64)
def slots_of(faces: tuple[Face, ...], area: Box, look: Look) -> tuple[Slot, ...]:
    """Share the width by what numbers need; ticks beside other bars than weights only where there is much room."""
    pad = look.px(4)
    gap = min(float(look.px(16)), max(float(look.px(8)), 0.05 * area.width))
    needs = [_need(face, look) for face in faces]
    wanted = [face.tick + look.px(4) for face in faces]
    whole = area.width - 2 * pad - gap * (len(faces) - 1)
    roomy = sum(wanted) < 0.3 * whole
    ticks = [face.kind == "weight" or (roomy and len(face.labels) > 8) for face in faces]
    margins = [margin if shown else 0.0 for margin, shown in zip(wanted, ticks, strict=True)]
    room, slots, x = max(1.0, whole - sum(margins)), list[Slot](), area.left + pad
    if room < 0.6 * sum(needs):  # too narrow for numbers anyhow
        needs = [float(max(1, len(face.labels))) for face in faces]
    for need, margin, shown in zip(needs, margins, ticks, strict=True):
        left, right = x + margin, x + margin + room * need / sum(needs)
        slots.append(Slot(left, right, (x - gap / 2 if slots else area.left, right + gap / 2), shown))
        x = right + gap
    slots[-1] = slots[-1]._replace(bounds=(slots[-1].bounds[0], area.right))
    return tuple(slots)


def _need(face: Face, look: Look) -> float:
    """Width that a group would like: a column as wide as its widest number for each bar."""
    columns = max(1, len(face.labels)) * max(face.number + look.px(4), look.px(28))
    words = (face.title or " ").split(" ")
    return max(columns, *(pen(look, "small", True).width(word) + look.px(10) for word in words))


@lru_cache(maxsize=256)
def caption_lines(caption: str, slot: Slot, most: int, look: Look) -> tuple[str, ...]:
    """Return the lines of a caption, or none: half a number would say something else."""
    lines = pen(look).lines(caption, slot.bounds[1] - slot.bounds[0] - look.px(2), most)
    return () if any(line.endswith("…") for line in lines) else lines


class Stand(NamedTuple):
    """What of a group stays where it is while its numbers change; numbers keep to `room`, captions lie `below`."""

    slot: Slot
    plot: Box
    room: Box
    pitch: float
    columns: tuple[Box, ...]
    labels: tuple[Label | None, ...]
    titles: tuple[Label, ...]
    below: float
    bare: bool = False  # without any text


class Layout(NamedTuple):
    """Where groups stand, the arrows between them, and how many lines their captions have."""

    stands: tuple[Stand, ...]
    arrows: tuple[tuple[float, float, float], ...]
    captions: int


@lru_cache(maxsize=64)
def laid_out(
    faces: tuple[Face, ...],
    slots: tuple[Slot, ...],
    most: int,
    captions: int,
    selected: int | None,
    area: Box,
    look: Look,
) -> Layout:
    """Share the height into titles, plot, key labels and captions, and place what stays in it."""
    line = pen(look).height
    both = list(zip(faces, slots, strict=True))
    titles = max(len(_title(face, slot, most, look)) for face, slot in both)
    rows = max(rows_needed(face.labels, _pitch(len(face.labels), slot, look), look) for face, slot in both)
    if area.height / line < 2.5 + titles + rows + captions:
        captions = 0
    if area.height / line < 2.5 + titles + rows:
        rows = 1
    top = area.top + titles * line + look.px(2)
    bottom = max(top + 1, area.bottom - captions * line - rows * line - look.px(3 + CLEAR))
    stands = tuple(_stand(face, slot, (top, bottom), titles, rows, selected, look) for face, slot in both)
    return Layout(stands, tuple(_arrow(a, b, look) for a, b in pairwise(stands)), captions)


def _stand(
    face: Face, slot: Slot, height: tuple[float, float], titles: int, rows: int, selected: int | None, look: Look
) -> Stand:
    bold, (low, high), plot = pen(look, "small", True), slot.bounds, Box(slot.left, height[0], slot.right, height[1])
    left = plot.left - look.px(2) if slot.ticks else low + 1  # clear of the numbers of the ticks
    room = Box(left, plot.top - 1, high - 1, plot.bottom)
    pitch = _pitch(len(face.labels), slot, look)
    columns = _columns(len(face.labels), pitch, plot)
    title = _title(face, slot, titles, look)
    above = plot.top - look.px(2) - len(title) * bold.height
    return Stand(
        slot, plot, room, pitch, columns, tuple(key_labels(face.labels, columns, room, selected, rows, look)),
        stacked(title, plot.centre[0], above, (low + look.px(4), high - look.px(4)), bold, True),
        plot.bottom + look.px(3) + rows * pen(look).height,
    )  # fmt: skip


def _title(face: Face, slot: Slot, most: int, look: Look) -> tuple[str, ...]:
    width = slot.bounds[1] - slot.bounds[0] - look.px(8)
    return pen(look, "small", True).lines(face.title, width, most)


def _pitch(count: int, slot: Slot, look: Look) -> float:
    return min((slot.right - slot.left) / max(1, count), float(look.px(72)))


def _columns(count: int, pitch: float, plot: Box) -> tuple[Box, ...]:
    start = plot.centre[0] - pitch * count / 2
    return tuple(Box(start + i * pitch, plot.top, start + (i + 1) * pitch, plot.bottom) for i in range(count))


def _arrow(before: Stand, after: Stand, look: Look) -> tuple[float, float, float]:
    """Return the arrow from one title to the next."""
    gap, bottom = look.px(3), after.plot.top
    start = max((title.box.right for title in before.titles), default=before.plot.right) + gap
    end = min((title.box.left for title in after.titles), default=after.plot.left) - gap
    return start, end, (bottom + min((title.box.top for title in after.titles), default=bottom)) / 2


def bare_stands(counts: Sequence[int], area: Box, look: Look) -> list[Stand]:
    """Share an area among groups of so many bars each, without room for texts."""
    gap, stands = look.px(8), list[Stand]()
    width = (area.width - gap * (len(counts) + 1)) / max(1, len(counts))
    for i, count in enumerate(counts):
        left = area.left + gap + i * (width + gap)
        plot = Box(left, area.top + gap, left + width, area.bottom - gap)
        slot = Slot(plot.left, plot.right, (plot.left, plot.right), False)
        pitch = width / max(1, count)
        columns = _columns(count, pitch, plot)
        stands.append(Stand(slot, plot, plot, pitch, columns, (None,) * count, (), plot.bottom, bare=True))
    return stands
