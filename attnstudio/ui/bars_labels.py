"""Numbers above bars and key labels below them: all where they fit, fewer where they do not, never two on one place."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from attnstudio.ui.labels import Box, Label, Line, Pen, pen
from attnstudio.ui.theme import Look


def centred(text: str, centre: float, top: float, writing: Pen, bold: bool = False) -> Label:
    """Return a label in the middle of a column."""
    half = writing.width(text) / 2
    return Label(text, Box(centre - half, top, centre + half, top + writing.height), bold)


def stacked(
    lines: Sequence[str], centre: float, top: float, bounds: tuple[float, float], writing: Pen, bold: bool = False
) -> tuple[Label, ...]:
    """Return centred lines below each other, moved sideways where they would leave their bounds."""
    rows = (centred(line, centre, top + i * writing.height, writing, bold) for i, line in enumerate(lines))
    return tuple(_shifted(row, bounds) for row in rows)


def numbers(
    texts: Sequence[str],
    boxes: Sequence[Box],
    downward: Sequence[bool],
    room: Box,
    selected: int | None,
    hatched: Sequence[bool],
    look: Look,
) -> list[Label | None]:
    """Place a number at the end of each bar, never nearer to another bar than to its own.

    A number may stand a line farther out where its neighbour is in the way; that of the selected bar as far as a leader
    joins it to its bar. Where not all have a place, only those of the selected bar and of the hatched ones stay, of
    these every second, third, … one: some numbers without the others would only puzzle.
    """
    chosen = selected if selected is not None and 0 <= selected < len(texts) and texts[selected] else None
    stubs = [i for i in range(len(texts)) if hatched[i] and i != chosen and texts[i]]
    ends = _Ends(texts, boxes, downward, room, look)
    shown = [i for i in stubs if ends.near(i, 1)]
    if chosen is not None and not ends.chosen(chosen) and stubs:
        ends = _Ends(texts, boxes, downward, room, look)
        ends.chosen(chosen)
        return ends.placed
    few = list(ends.placed)
    others = [i for i in range(len(texts)) if texts[i] and i != chosen and i not in stubs]
    return ends.placed if shown == stubs and all(ends.near(i, 3) for i in others) else few


_STEPS = (0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 22)  # half lines that a number at a leader may stand off its bar


class _Ends:
    """The places at the ends of bars, as far as they are taken."""

    def __init__(
        self, texts: Sequence[str], boxes: Sequence[Box], downward: Sequence[bool], room: Box, look: Look
    ) -> None:
        self._texts, self._boxes, self._downward, self._room = texts, boxes, downward, room
        self._bounds = room.left, room.right
        self._lefts, self._rights = [box.left for box in boxes], [box.right for box in boxes]
        self._small, self._bold = pen(look), pen(look, "small", True)
        self._off, self._apart = look.px(1), look.px(2)
        self.placed: list[Label | None] = [None] * len(texts)

    def near(self, i: int, steps: int, bold: bool = False) -> bool:
        """Place a number in the middle of its bar's end, or from there outward in steps of half a line; or say no."""
        left, right, others = self._column(i, 0.5, bold)
        for step in range(steps):
            top, bottom, reach = self._height(i, step, bold)
            box = Box(left, top, right, bottom)
            if self._room.contains(box) and _clear(others, top, bottom, reach) and self._put(i, box, bold):
                return True
        return False

    def chosen(self, i: int) -> bool:
        """Place the number of the selected bar: at its end, or over it at a leader, well off the other bars."""
        if self.near(i, 1, True):
            return True
        line, bar = self._small.height, self._boxes[i]
        (x, _), high = bar.centre, bar.height
        columns = [self._column(i, share, True) for share in (0.5, 0.0, 1.0)]
        over = [(*column, line if any(b - t > high for t, b in column[2]) else line / 2)
                for column in columns if column[0] <= x <= column[1]]  # fmt: skip
        for step in _STEPS:
            top, bottom, _ = self._height(i, step, True)
            for left, right, others, off in over:
                box = Box(left, top, right, bottom)
                clear = self._room.contains(box) and _clear(others, top, bottom, off)
                if clear and self._put(i, box, True, led=step > 0):
                    return True
        return self.near(i, 3, True)

    def _leader(self, i: int, label: Box) -> Line:
        (x, _), bar = self._boxes[i].centre, self._boxes[i]
        return Line(x, bar.bottom, x, label.top) if self._downward[i] else Line(x, label.bottom, x, bar.top)

    def _column(self, i: int, share: float, bold: bool) -> tuple[float, float, list[tuple[float, float]]]:
        """Return left and right of a number over its bar, left, in the middle or right of it by `share`.

        With them come top and bottom of the other bars that stand there.
        """
        half, (start, _, end, _) = (self._bold if bold else self._small).width(self._texts[i]) / 2, self._boxes[i]
        x = (start + end) / 2 + (1 - 2 * share) * max(0.0, half - (end - start) / 2)
        left, right = _inside(x - half, x + half, self._bounds)
        there = range(bisect_right(self._rights, left), bisect_left(self._lefts, right))
        return left, right, [self._boxes[j][1::2] for j in there if j != i]

    def _height(self, i: int, step: int, bold: bool) -> tuple[float, float, float]:
        """Return top and bottom of a number some half lines off its bar, and how far off it is."""
        high, (_, top, _, bottom) = (self._bold if bold else self._small).height, self._boxes[i]
        reach = step * high / 2 + self._off
        start = bottom + reach if self._downward[i] else top - reach - high
        return start, start + high, reach

    def _put(self, i: int, box: Box, bold: bool, *, led: bool = False) -> bool:
        """Give bar i its label unless that touches one that has its place; return whether it does not."""
        wide, leader = _widened(box, self._apart), self._leader(i, box) if led else None
        left, top, right, bottom = wide
        for other in self.placed:
            if other is None:
                continue
            start, t, end, b = other.box
            if (
                (left < end and start < right and top < b and t < bottom)
                or (other.leader is not None and wide.crossed_by(other.leader))
                or (leader is not None and other.box.crossed_by(leader))
            ):
                return False
        self.placed[i] = Label(self._texts[i], box, bold, leader)
        return True


def _clear(others: Sequence[tuple[float, float]], top: float, bottom: float, off: float) -> bool:
    """Return whether everything from one height to another ends at least so far above or below."""
    return all(t - bottom >= off or top - b >= off for t, b in others)


def _widened(box: Box, by: float) -> Box:
    return Box(box.left - by, box.top, box.right + by, box.bottom)


def rows_needed(labels: Sequence[str], pitch: float, look: Look) -> int:
    """Return 2 where key labels fit only when every other one stands a line lower."""
    widest = max((pen(look).width(label) for label in labels), default=0.0) + look.px(2)
    return 2 if pitch < widest <= 2 * pitch else 1


def key_labels(
    texts: Sequence[str], columns: Sequence[Box], room: Box, selected: int | None, rows: int, look: Look
) -> list[Label | None]:
    """Place key labels under their columns; the selected one has the first right to its place."""
    placed: list[Label | None] = [None] * len(texts)
    most = max(float(look.px(54)), rows * columns[0].width - look.px(4)) if columns else 0.0
    for i in _order(texts, columns, selected, rows, most, look):
        writing = pen(look, "small", i == selected)
        text = writing.elided(texts[i], most)
        top = room.bottom + look.px(3) + (i % rows) * writing.height
        label = _shifted(centred(text, columns[i].centre[0], top, writing, i == selected), (room.left, room.right))
        wide = _widened(label.box, look.px(2))
        if not any(other is not None and wide.overlaps(other.box) for other in placed):
            placed[i] = label
    return placed


def _order(
    texts: Sequence[str], columns: Sequence[Box], selected: int | None, rows: int, most: float, look: Look
) -> Iterator[int]:
    """Yield the selected key, then every key, or every second, third, … so that an even row of labels fits."""
    if selected is not None and 0 <= selected < len(texts):
        yield selected
    if columns:
        writing = pen(look)
        widest = max(min(most, writing.width(text)) for text in texts)
        pitch = rows * columns[0].width
        step = 1 if pitch >= widest + look.px(2) else math.ceil((widest + look.px(6)) / pitch)
        yield from (i for i in range(0, len(texts), step) if i != selected)


def _shifted(label: Label, bounds: tuple[float, float]) -> Label:
    """Move a label that would stick out of its group sideways."""
    left, top, right, bottom = label.box
    start, end = _inside(left, right, bounds)
    return label if start == left else label._replace(box=Box(start, top, end, bottom))


def _inside(left: float, right: float, bounds: tuple[float, float]) -> tuple[float, float]:
    """Move what would stick out of some bounds."""
    low, high = bounds
    if left >= low and right <= high:
        return left, right
    by = max(0.0, low - left) - max(0.0, right - high)
    return left + by, right + by
