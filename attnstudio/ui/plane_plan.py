"""Where discs, hull and labels of the plane of values stand: pure geometry, read by the painter and by tests."""

import math
from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from attnstudio.state.figures import Points
from attnstudio.state.message import format_number
from attnstudio.ui.figure import caption_labels
from attnstudio.ui.fitting import fitted
from attnstudio.ui.handles import Frame, Point
from attnstudio.ui.labels import Box, Label, Line, pen
from attnstudio.ui.places import Places, Wish
from attnstudio.ui.theme import Look
from attnstudio.ui.tokens import token, told

MOST = 10  # values with a label
HOLLOW = 6  # radius of the discs while their weights are covered


class Disc(NamedTuple):
    """A value: `radius` goes with the root of its weight, so that the area is the weight."""

    x: float
    y: float
    radius: float


class PlanePlan(NamedTuple):
    """Where everything stands, pixels; `origin` is where the axes cross."""

    area: Box
    origin: tuple[float, float]
    scale: float  # pixels a unit, the same in x and y
    discs: tuple[Disc | None, ...]  # None where a value is no number
    hull: tuple[tuple[float, float], ...]
    output: tuple[float, float] | None
    marks: tuple[Line, ...]
    labels: tuple[Label | None, ...]
    output_label: Label | None
    notes: tuple[Label | None, ...]
    caption: tuple[Label, ...]
    hollow: bool  # as the weights are covered

    @property
    def frame(self) -> Frame:
        return Frame(self.origin, self.scale)

    @property
    def tips(self) -> dict[int, Point]:
        """The middles of the discs, which are handles."""
        return {i: (disc.x, disc.y) for i, disc in enumerate(self.discs) if disc is not None}


def names(data: Points) -> list[str]:
    """Return the values with their weights, as far as these are known."""
    if data.weights_covered:
        return [token(label) for label in data.labels]
    return [f"{token(label)} {weight}" for label, weight in zip(data.labels, _written_weights(data), strict=True)]


def _written_weights(data: Points) -> list[str]:
    """Return how the weights are written: as the data says, or by digits; of a masked key a plain 0."""
    blocked = repeat(False) if data.blocked is None else data.blocked.tolist()
    return [
        text or format_number(weight, 0 if weight == 0 and forbidden else 3)
        for text, weight, forbidden in zip(data.written or repeat(""), data.weights.tolist(), blocked, strict=False)
    ]


def _weights(data: Points) -> list[float]:
    """Return the weights, 0 where one is no number."""
    return [weight if math.isfinite(weight) else 0.0 for weight in data.weights.tolist()]


def _finite(point: Sequence[float]) -> bool:
    return math.isfinite(point[0]) and math.isfinite(point[1])


def plan_plane(data: Points, area: Box, look: Look, frame: Frame | None) -> PlanePlan:
    """Fit values, hull, output and labels into an area; a given frame says where the points are instead."""
    small = pen(look)
    caption, below = caption_labels(data.caption, area, look)
    free = area._replace(bottom=area.bottom - below).inset(look.px(2))
    most = _largest(free, look)
    above = max(most, (1.5 if data.component_titles[1].template else 1.0) * small.height) + 2
    inner = Box(free.left + most + look.px(8), free.top + above,
                free.right - most - look.px(8), free.bottom - max(most, small.height) - 2)  # fmt: skip
    seen, plan = _points(data, area, inner, most, look, frame)
    marks, ticks = _ticks(seen, plan.origin, plan.scale, look)
    return _labelled(plan._replace(marks=marks, caption=caption), data, ticks, free, look)


def plan_bare_plane(data: Points, area: Box, look: Look) -> PlanePlan:
    """Fit values, hull and output alone into an area."""
    most = _largest(area, look)
    return _points(data, area, area.inset(most + look.px(4)), most, look, None)[1]


def _largest(area: Box, look: Look) -> float:
    """Radius of a disc of weight 1."""
    return min(float(look.px(20)), 0.11 * min(area.width, area.height))


def _points(
    data: Points, area: Box, inner: Box, most: float, look: Look, frame: Frame | None
) -> tuple[list[Point], PlanePlan]:
    """Return the points that are numbers, and a plan of the shapes."""
    points = [point if _finite(point) else None for point in (*data.points.tolist(), data.output)]
    seen = [*(point for point in points if point is not None), (0.0, 0.0)]
    (ox, oy), scale = frame or fitted(seen, inner, 0.15)
    *places, output = [None if point is None else (ox + scale * point[0], oy - scale * point[1]) for point in points]
    hollow = min(float(look.px(HOLLOW)), most) if data.weights_covered else None
    discs = tuple(
        [
            None if place is None else Disc(*place, hollow or most * math.sqrt(min(1.0, max(0.0, weight))))
            for place, weight in zip(places, _weights(data), strict=True)
        ]
    )
    hull = tuple([place for i in data.hull if (place := places[i]) is not None])
    return seen, PlanePlan(area, (ox, oy), scale, discs, hull, output, (), (), None, (), (), data.weights_covered)


def _labelled(plan: PlanePlan, data: Points, ticks: list[Wish], free: Box, look: Look) -> PlanePlan:
    """Place the labels: of the output, of the values by weight, of the axes, and of the ticks."""
    lines, boxes = _obstacles(plan, free, look)
    places = Places(free, look, boxes, lines)
    corners = plan.hull or (plan.origin,)
    xs, ys = zip(*corners, strict=True)
    centre = sum(xs) / len(xs), sum(ys) / len(ys)
    output_label = None
    if plan.output is not None:
        wish = Wish((told(data.output_label),), *plan.output, look.px(11), _away(centre, *plan.output), bold=True)
        output_label = places.give([wish])[0] or _in_a_corner(wish.texts[0], free, places, look)
    titles = _Titles(data, plan, free, places, look)
    titles.at_ends()
    weights = _weights(data)
    named = sorted([i for i, disc in enumerate(plan.discs) if disc is not None], key=lambda i: -weights[i])[:MOST]
    labels = dict(zip(named, places.give(_wishes(plan, data, named, centre, look)), strict=True))
    titles.elsewhere()
    places.keep_clear([box.inset(-look.px(2)) for box in boxes])
    return plan._replace(
        labels=tuple(map(labels.get, range(len(plan.discs)))),
        output_label=output_label, notes=(*titles.labels, *places.give(ticks)),
    )  # fmt: skip


def _in_a_corner(text: str, free: Box, places: Places, look: Look) -> Label | None:
    """Place the label of the output away from it, where there is no room beside it."""
    bold = pen(look, "small", True)
    right, low = free.right - bold.width(text), free.bottom - bold.height
    corners = [(x, y) for y in (low, free.top) for x in (free.left, right, (free.left + right) / 2)]
    return places.give_first(text, corners, bold=True)


def _obstacles(plan: PlanePlan, free: Box, look: Look) -> tuple[list[Line], list[Box]]:
    """Return the lines that labels should not cross and the discs that they must not cover."""
    lines = [Line(*a, *b) for a, b in zip(plan.hull, (*plan.hull[1:], *plan.hull[:1]), strict=True)]
    ox, oy = plan.origin
    lines += [Line(free.left, oy, free.right, oy), Line(ox, free.top, ox, free.bottom)]
    least = look.px(4)
    round_ones = [(d.x, d.y, max(d.radius, least)) for d in plan.discs if d is not None]
    if plan.output is not None:
        round_ones.append((*plan.output, look.px(7)))
    return lines, [Box(x - r, y - r, x + r, y + r) for x, y, r in round_ones]


def _wishes(
    plan: PlanePlan, data: Points, named: Sequence[int], centre: tuple[float, float], look: Look
) -> Iterator[Wish]:
    texts, room = names(data), look.px(4)
    for i in named:
        x, y, radius = plan.discs[i] or Disc(*plan.origin, 0.0)
        yield Wish((texts[i], token(data.labels[i])), x, y, max(radius, room) + room, _away(centre, x, y))


def _away(centre: tuple[float, float], x: float, y: float) -> tuple[float, float]:
    """Direction out of the hull, leaning to the right where that is no matter."""
    dx, dy = x - centre[0], y - centre[1]
    far = math.hypot(dx, dy)
    return (dx / far + 0.5, dy / far) if far > 4 else (1.0, 0.0)


class _Titles:
    """The titles of the axes: at their ends, else along them, else in a corner; never on the hull, discs or labels."""

    def __init__(self, data: Points, plan: PlanePlan, free: Box, places: Places, look: Look) -> None:
        self._texts = [told(title) for title in data.component_titles]
        self._hull, self._free, self._places, self._look = plan.hull, free, places, look
        (ox, oy), small, near, clear = plan.origin, pen(look), look.px(3), look.px(16)
        across, up = map(small.width, self._texts)
        self._far = free.right - across, free.bottom - small.height
        self._right = free.right - up
        self._beside = (
            [y for off in (near, clear) for y in (oy - small.height - off, oy + off)],
            [x for off in (near, clear) for x in (ox + off, ox - off - up)],
        )
        self.labels: list[Label | None] = [None, None]

    def at_ends(self) -> None:
        """Place the titles whose axis has a free end."""
        self._along(0, (self._far[0], self._free.left))
        self._along(1, (self._free.top, self._far[1]))

    def elsewhere(self) -> None:
        """Place the other titles between what stands already."""
        (left, top, _, _), (far, low), step = self._free, self._far, self._look.px(20)
        if self.labels[0] is None:
            self._along(0, [far - by for by in range(0, int(far - left), step)])
            self._take(0, [(x, y) for y in (low, top) for x in (far, left)])
        if self.labels[1] is None:
            self._along(1, [top + by for by in range(0, int(low - top), step)])
            self._take(1, [(x, y) for y in (top, low) for x in (left, self._right)])

    def _along(self, axis: int, ends: Sequence[float]) -> None:
        """Place a title at one of some distances along its axis, on either side of it."""
        besides = self._beside[axis]
        across = axis == 0
        self._take(axis, [(end, by) if across else (by, end) for end in ends for by in besides])

    def _take(self, axis: int, corners: list[tuple[float, float]]) -> None:
        text = self._texts[axis]
        if text and self.labels[axis] is None:
            self.labels[axis] = self._places.give_first(text, corners, alone=True, allowed=self._outside)

    def _outside(self, box: Box) -> bool:
        return not _holds(self._hull, box.centre)


def _holds(hull: Sequence[tuple[float, float]], point: tuple[float, float]) -> bool:
    """Return whether a point lies in a convex hull."""
    (px, py), after = point, (*hull[1:], *hull[:1])
    turns = [(bx - ax) * (py - ay) - (by - ay) * (px - ax) for (ax, ay), (bx, by) in zip(hull, after, strict=True)]
    return len(hull) > 2 and (min(turns) >= 0 or max(turns) <= 0)


def _ticks(
    seen: Sequence[tuple[float, float]], origin: tuple[float, float], scale: float, look: Look
) -> tuple[tuple[Line, ...], list[Wish]]:
    """Return marks at the ends of what is seen, and the wishes of their numbers."""
    (ox, oy), tick = origin, look.px(3)
    lines, wishes = list[Line](), list[Wish]()
    for axis, (values, toward) in enumerate(zip(zip(*seen, strict=True), ((0.0, 1.0), (-1.0, 0.0)), strict=True)):
        for value in (max(values), min(values)):
            if value == 0:
                continue
            x, y = (ox + scale * value, oy) if axis == 0 else (ox, oy - scale * value)
            lines.append(Line(x, y - tick, x, y + tick) if axis == 0 else Line(x - tick, y, x + tick, y))
            wishes.append(Wish((f"{value:.3g}".replace("-", "−"),), x, y, tick + 1.0, toward, near=True))
    return tuple(lines), wishes
