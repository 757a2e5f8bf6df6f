"""Finding places for labels beside points, so that no two overlap and lines stay free where they can."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from attnstudio.ui.labels import Box, Label, Line, bounded, pen
from attnstudio.ui.theme import Look


@dataclass(frozen=True)
class Wish:
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
    """

    texts: tuple[str, ...]
    x: float
    y: float
    distance: float
    toward: tuple[float, float] = (1.0, 0.0)
    bold: bool = False
    near: bool = False
    needed: bool = True


def _direction(i: int) -> tuple[float, float, float, float]:
    """Return a direction, and which share of a label's width and height lies before its point there."""
    x, y = math.cos(i * math.pi / 8), math.sin(i * math.pi / 8)
    return x, y, (1 - max(-1.0, min(1.0, 1.6 * x))) / 2, (1 - max(-1.0, min(1.0, 1.6 * y))) / 2


_ROUND = tuple(_direction(i) for i in range(16))


@cache
def _directions(turn: int) -> tuple[tuple[float, float, float, float], ...]:
    """Sixteen directions, the nearest to `turn` sixteenths first."""
    order = sorted(range(16), key=lambda i: min((i - turn) % 16, (turn - i) % 16))
    return tuple(_ROUND[i] for i in order)


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

    def __init__(self, area: Box, look: Look, boxes: Iterable[Box] = (), lines: Iterable[Line] = ()) -> None:
        self._area, self._pens, self._step = area, (pen(look), pen(look, "small", True)), look.px(5)
        self._clear = look.px(2)
        self._boxes, self._lines = list(boxes), [bounded(line) for line in lines]

    def give(self, wishes: Iterable[Wish]) -> tuple[Label | None, ...]:
        """Place labels, the most important first; inside the area and no two overlap, None where there is no room."""
        return tuple(self._keep(self._best(wish)) for wish in wishes)

    def give_first(self, text: str, corners: Iterable[tuple[float, float]], *, bold: bool = False) -> Label | None:
        """Place a label at the first of some top left corners that is free."""
        width, height = self._pens[bold].width(text), self._pens[bold].height
        boxes = (Box(x, y, x + width, y + height) for x, y in corners)
        return self._keep(next((Label(text, box, bold) for box in boxes if self._free(*box)), None))

    def _keep(self, label: Label | None) -> Label | None:
        if label is not None:
            self._boxes.append(label.box)
            self._lines += [bounded(label.leader)] if label.leader is not None else []
        return label

    def _free(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Return whether a box lies in the area and covers no other; written flat, since it is asked most of all."""
        area = self._area
        if left < area[0] or top < area[1] or right > area[2] or bottom > area[3]:
            return False
        for l, t, r, b in self._boxes:  # noqa: E741, SIM110
            if left < r and l < right and top < b and t < bottom:
                return False
        return True

    def _crossings(self, left: float, top: float, right: float, bottom: float, enough: int) -> int:
        """Return how many lines come near a box, counted no further than `enough`."""
        off, found = self._clear, 0
        left, top, right, bottom = left - off, top - off, right + off, bottom + off
        for l, t, r, b, dx, dy, x, y in self._lines:  # noqa: E741
            if l <= right and r >= left and t <= bottom and b >= top:
                middle = (left + right - 2 * x) * dy - (top + bottom - 2 * y) * dx
                if abs(middle) <= (right - left) * abs(dy) + (bottom - top) * abs(dx):
                    found += 1
                    if found >= enough:
                        break
        return found

    def _best(self, wish: Wish) -> Label | None:
        """Find the place with fewest crossings, the nearest of those; a shorter text where the full one has none."""
        writing, least = self._pens[wish.bold], len(self._lines) + 1 if wish.needed else 1
        best: Label | None = None
        for text in wish.texts:
            width = writing.width(text)
            for left, top, far in _places(wish, width, writing.height, self._step):
                right, bottom = left + width, top + writing.height
                if not self._free(left, top, right, bottom):
                    continue
                crossings = self._crossings(left, top, right, bottom, least)
                if crossings < least:
                    box = Box(left, top, right, bottom)
                    leader = _leader(wish, box) if far else None
                    if leader is None or not self._covered_by(leader, wish):
                        best, least = Label(text, box, wish.bold, leader), crossings
                if least == 0:
                    return best
            if least <= 1 and best is not None:
                return best
        return best

    def _covered_by(self, leader: Line, wish: Wish) -> bool:
        """Return whether a leader would strike through something else than its own point."""
        point = Box(wish.x, wish.y, wish.x, wish.y)
        return any(box.crossed_by(leader) and not box.contains(point) for box in self._boxes)


def _leader(wish: Wish, box: Box) -> Line:
    """Return the line from the edge of the point to the nearest place on the box."""
    x, y = min(max(wish.x, box.left), box.right), min(max(wish.y, box.top), box.bottom)
    length = math.hypot(x - wish.x, y - wish.y)
    share = min(1.0, max(0.0, wish.distance - 3.0) / length) if length > 0 else 0.0
    return Line(wish.x + share * (x - wish.x), wish.y + share * (y - wish.y), x, y)


def _places(wish: Wish, width: float, height: float, step: float) -> Iterable[tuple[float, float, bool]]:
    """Yield left and top of boxes around the point, `distance` off, then farther; and whether they are far from it."""
    turn = round(math.atan2(wish.toward[1], wish.toward[0]) / (math.pi / 8)) % 16
    directions = _directions(turn)[:3] if wish.near else _directions(turn)
    for steps in (0, 1, 2, 3) if wish.near else (0, 2, 5, 8) if wish.needed else (0, 2, 5):
        reach, far = wish.distance + steps * step, steps > 2 and not wish.near
        for dx, dy, share_x, share_y in directions[::2] if far else directions:
            yield wish.x + dx * reach - width * share_x, wish.y + dy * reach - height * share_y, far
