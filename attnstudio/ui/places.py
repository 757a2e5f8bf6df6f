"""Finding places for labels beside points, so that no two overlap and lines stay free where they can."""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple

from attnstudio.ui.labels import Box, Label, Line, bounded, pen
from attnstudio.ui.theme import Look


class Wish(NamedTuple):
    """A label that wants a place beside a point.

    Parameters
    ----------
    texts : tuple of str
        The fullest first; the next one is tried where it does not fit.
    x, y : float
        The point, pixels.
    distance : float
        Room to leave around the point, pixels.
    toward : (float, float)
        Direction in which the label would best stand, y downward.
    near : bool
        Stands that way and close by, or nowhere.
    needed : bool
        Rather covers lines than that it is left out.
    roams : bool
        Rather stands far off, at a leader that crosses nothing, than nowhere, or where needed on a line.
    """

    texts: tuple[str, ...]
    x: float
    y: float
    distance: float
    toward: tuple[float, float] = (1.0, 0.0)
    bold: bool = False
    near: bool = False
    needed: bool = True
    roams: bool = False


_Four = tuple[float, float, float, float]


def _direction(i: int) -> _Four:
    """Return a direction, and which share of a label's width and height lies before its point there."""
    x, y = math.cos(i * math.pi / 8), math.sin(i * math.pi / 8)
    return x, y, (1 - max(-1.0, min(1.0, 1.6 * x))) / 2, (1 - max(-1.0, min(1.0, 1.6 * y))) / 2


_ROUND = tuple(_direction(i) for i in range(16))

_DISTANT = sorted(  # steps to a corner or the middle of an edge, and which share of the label lies before that
    (
        (dx, dy, share, 1.0 if dy < 0 else 0.0)
        for dx in range(-12, 13, 4) for dy in (-24, -20, -16, -12, -9, -6, 6, 9, 12)
        for share in (0.0, 0.5, 1.0)
    ),
    key=lambda place: math.hypot(place[0], place[1]),
)  # fmt: skip


@cache
def _rings(turn: int, near: bool, needed: bool) -> tuple[tuple[int, bool, tuple[_Four, ...]], ...]:
    """Return steps off a point, whether that is far from it, and directions, the nearest to `turn` sixteenths first."""
    order = sorted(range(16), key=lambda i: min((i - turn) % 16, (turn - i) % 16))
    directions = tuple(_ROUND[i] for i in order)
    if near:
        return tuple((steps, False, directions[:3]) for steps in (0, 1, 2, 3))
    return tuple(
        (steps, steps > 2, directions[::2] if steps > 2 else directions)
        for steps in ((0, 2, 5, 8) if needed else (0, 2, 5))
    )


class Places:
    """The room that labels share: each gets the best place that those before it have left.

    Parameters
    ----------
    area : Box
        What no label may leave.
    look : Look
    boxes : iterable of Box
        What no label may cover.
    lines : iterable of Line
        What a label covers only where there is no other place.
    """

    def __init__(self, area: Box, look: Look, boxes: Iterable[Box] = (), lines: Iterable[_Four] = ()) -> None:
        self._area, self._pens, self._step = _plain(area), (pen(look), pen(look, "small", True)), look.px(5)
        self._clear = look.px(2)
        self._boxes = list(map(_plain, boxes))
        self._lines = [bounded(line) for line in lines]

    def give(self, wishes: Iterable[Wish]) -> tuple[Label | None, ...]:
        """Place labels, the most important first; inside the area and no two overlap, None where there is no room."""
        return tuple([self._keep(self._best(wish)) for wish in wishes])

    def give_first(
        self,
        text: str,
        corners: Iterable[tuple[float, float]],
        *,
        bold: bool = False,
        alone: bool = False,
        allowed: Callable[[Box], bool] = lambda _box: True,
    ) -> Label | None:
        """Place a label at the first of some top left corners that is free and `allowed`.

        One that stands `alone` keeps off the other boxes and touches no line.
        """
        width, height, off = self._pens[bold].width(text), self._pens[bold].height, self._clear if alone else 0
        for left, top in corners:
            right, bottom = left + width, top + height
            if self._is_free(left, top, right, bottom, off):
                box = Box(left, top, right, bottom)
                if not (alone and self._crossings(*box, 1)) and allowed(box):
                    return self._keep(Label(text, box, bold))
        return None

    def keep_clear(self, boxes: Iterable[Box]) -> None:
        """Leave less room to the labels that follow."""
        self._boxes += map(_plain, boxes)

    def _keep(self, label: Label | None) -> Label | None:
        if label is not None:
            self._boxes.append(_plain(label.box))
            self._lines += [bounded(label.leader)] if label.leader is not None else []
        return label

    def _is_free(self, left: float, top: float, right: float, bottom: float, off: float = 0) -> bool:
        """Return whether a box lies in the area, with no other nearer than `off`; flat, as it is hot."""
        area_left, area_top, area_right, area_bottom = self._area
        if left < area_left or top < area_top or right > area_right or bottom > area_bottom:
            return False
        left, top, right, bottom = left - off, top - off, right + off, bottom + off
        for l, t, r, b in self._boxes:  # noqa: E741, SIM110
            if left < r and l < right and top < b and t < bottom:
                return False
        return True

    def _crossings(self, left: float, top: float, right: float, bottom: float, enough: int) -> int:
        """Return how many lines come near a box, counted no further than `enough`."""
        off, found = self._clear, 0
        left, top, right, bottom = left - off, top - off, right + off, bottom + off
        width, height, across, down = right - left, bottom - top, left + right, top + bottom
        for l, t, r, b, dx, dy, x, y in self._lines:  # noqa: E741
            if l <= right and r >= left and t <= bottom and b >= top:
                reach = width * (b - t) + height * (r - l)
                if -reach <= (across - 2 * x) * dy - (down - 2 * y) * dx <= reach:
                    found += 1
                    if found >= enough:
                        break
        return found

    def _best(self, wish: Wish) -> Label | None:
        """Find the place with fewest crossings, the nearest of those; a shorter text where the full one has none."""
        texts, x, y, distance, toward, bold, near, needed, roams = wish
        writing, least = self._pens[bold], len(self._lines) + 1 if needed else 1
        height, turn = writing.height, round(math.atan2(toward[1], toward[0]) / (math.pi / 8)) % 16
        best: Label | None = None
        for text in texts:
            width = writing.width(text)
            for steps, far, directions in _rings(turn, near, needed):
                reach = distance + steps * self._step
                for dx, dy, share_x, share_y in directions:
                    left, top = x + dx * reach - width * share_x, y + dy * reach - height * share_y
                    right, bottom = left + width, top + height
                    if not self._is_free(left, top, right, bottom):
                        continue
                    crossings = self._crossings(left, top, right, bottom, least)
                    if crossings < least:
                        box = Box(left, top, right, bottom)
                        leader = _leader(wish, *_nearest(wish, box)) if far else None
                        if leader is None or not self._hidden(leader, wish):
                            best, least = Label(text, box, bold, leader), crossings
                            if least == 0:
                                return best
            if roams and needed and (distant := self._distant(wish, text)) is not None:
                return distant
            if least <= 1 and best is not None and not roams:
                return best
        if best is None and roams:
            return next(filter(None, (self._distant(wish, text) for text in texts)), None)
        return best

    def _distant(self, wish: Wish, text: str) -> Label | None:
        """Find a place away from all lines whose leader crosses none of them either, the nearest first."""
        width, height, step = self._pens[wish.bold].width(text), self._pens[wish.bold].height, self._step
        for dx, dy, share_x, share_y in _DISTANT:
            left, top = wish.x + dx * step - width * share_x, wish.y + dy * step - height * share_y
            right, bottom = left + width, top + height
            if not self._is_free(left, top, right, bottom) or self._crossings(left, top, right, bottom, 1):
                continue
            box, edge = Box(left, top, right, bottom), bottom if bottom < wish.y else top
            for end in (_nearest(wish, box), (left + step, edge), (right - step, edge)):
                leader = _leader(wish, *end)
                if not self._hidden(leader, wish):
                    return Label(text, box, wish.bold, leader)
        return None

    def _hidden(self, leader: Line, wish: Wish) -> bool:
        """Return whether a leader would strike through something else than its own point."""
        point = Box(wish.x, wish.y, wish.x, wish.y)
        if wish.roams and any(_meet(leader, line) for line in self._lines):
            return True
        return any(box.crossed_by(leader) and not box.contains(point) for box in map(Box._make, self._boxes))


def _plain(box: Box) -> _Four:
    """Return a box as a plain tuple, which is taken apart twice as fast."""
    left, top, right, bottom = box
    return left, top, right, bottom


def _meet(a: Line, b: Sequence[float]) -> bool:
    """Return whether a line crosses one that is `bounded`."""
    left, top, right, bottom, dx, dy, x, y = b
    if max(a.x1, a.x2) < left or min(a.x1, a.x2) > right or max(a.y1, a.y2) < top or min(a.y1, a.y2) > bottom:
        return False
    ends = (a.x1 - x) * dy - (a.y1 - y) * dx, (a.x2 - x) * dy - (a.y2 - y) * dx
    across, down = a.x2 - a.x1, a.y2 - a.y1
    others = (x - a.x1) * down - (y - a.y1) * across, (x + dx - a.x1) * down - (y + dy - a.y1) * across
    return ends[0] * ends[1] <= 0 and others[0] * others[1] <= 0


def _nearest(wish: Wish, box: Box) -> tuple[float, float]:
    """Return the place on a box that is nearest to the point."""
    return min(max(wish.x, box.left), box.right), min(max(wish.y, box.top), box.bottom)


def _leader(wish: Wish, x: float, y: float) -> Line:
    """Return the line from the edge of the point to a place on the box."""
    length = math.hypot(x - wish.x, y - wish.y)
    share = min(1.0, max(0.0, wish.distance - 3.0) / length) if length > 0 else 0.0
    return Line(wish.x + share * (x - wish.x), wish.y + share * (y - wish.y), x, y)
