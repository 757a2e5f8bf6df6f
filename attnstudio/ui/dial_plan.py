"""Where arrows and labels of the key dial stand: pure geometry, read by the painter and by tests."""

import math
from typing import NamedTuple

from attnstudio.state.figures import Dial
from attnstudio.state.message import format_number
from attnstudio.ui.figure import caption_labels
from attnstudio.ui.fitting import fitted
from attnstudio.ui.handles import Frame, Point
from attnstudio.ui.labels import Box, Label, pen
from attnstudio.ui.places import Places, Wish
from attnstudio.ui.theme import Look
from attnstudio.ui.tokens import token, told

QUERY = -1  # the handle of the query; those of keys are counted from 0
NAMED = 4  # keys that carry a label beside the selected one where there are many
MANY = 6
RING = 11  # pixels around a tip that the mark of a handle takes
BELOW = 4  # how far under the line of the shadows the query is drawn, so that a key that lies on it is seen


class Arrow(NamedTuple):
    """A vector on the screen; without a direction it is a point at the origin."""

    tip: tuple[float, float]
    degrees: float | None  # counter-clockwise from the query; None where the vector is zero
    along: tuple[float, float] = (1.0, 0.0)  # its direction, y downward


class DialPlan(NamedTuple):
    """Where everything stands, pixels."""

    area: Box
    origin: tuple[float, float]
    scale: float
    query: Arrow
    keys: tuple[Arrow, ...]
    selected: int
    foot: tuple[float, float] | None  # of the selected key's shadow
    labels: tuple[Label | None, ...]
    query_label: Label | None
    caption: tuple[Label, ...]

    @property
    def frame(self) -> Frame:
        return Frame(self.origin, self.scale)

    @property
    def tips(self) -> dict[int, Point]:
        """The tips of the arrows, which are handles."""
        return {i: key.tip for i, key in enumerate(self.keys)} | {QUERY: self.query.tip}


def readings(data: Dial) -> list[str]:
    """Return what stands beside each key."""
    return [
        f"{token(label)} = 0" if length == 0 else told(reading)
        for label, length, reading in zip(data.labels, data.lengths.tolist(), data.readings, strict=True)
    ]


def plan_dial(data: Dial, area: Box, look: Look, frame: Frame | None) -> DialPlan:
    """Fit arrows and labels into an area; a given frame says where the arrows are instead."""
    small = pen(look)
    caption, below = caption_labels(data.caption, area, look)
    free = area._replace(bottom=area.bottom - below).inset(look.px(2))
    side = look.px(RING + 9) + max([small.width(token(text)) for text in (data.query_label, *data.labels[:1])])
    inner = Box(free.left + side, free.top + small.height + look.px(4),
                free.right - side, free.bottom - look.px(18))  # fmt: skip
    return _labelled(_arrows(data, area, inner, look, frame)._replace(caption=caption), data, free, look)


def plan_bare_dial(data: Dial, area: Box, look: Look) -> DialPlan:
    """Fit the arrows alone into an area."""
    return _arrows(data, area, area.inset(look.px(8)), look, None)


def _arrows(data: Dial, area: Box, inner: Box, look: Look, frame: Frame | None) -> DialPlan:
    vectors = [_vector(*pair) for pair in zip(data.lengths.tolist(), data.angles.tolist(), strict=True)]
    units = [unit for unit, _, _ in vectors]
    query = data.query_length if math.isfinite(data.query_length) else 0.0
    units.append((query, 0.0))
    (ox, oy), scale = frame or fitted([*units, (0.0, 0.0)], inner, _lean(units))
    keys = tuple([Arrow((ox + scale * x, oy - scale * y), angle, along) for (x, y), angle, along in vectors])
    arrow = Arrow((ox + scale * query, oy + look.px(BELOW)), 0.0 if query > 0 else None)
    shown = 0 <= data.selected < len(keys) and keys[data.selected].degrees is not None and query > 0
    foot = (ox + scale * float(data.shadows[data.selected]), oy) if shown else None
    return DialPlan(area, (ox, oy), scale, arrow, keys, data.selected, foot, (), None, ())


def _lean(tips: list[tuple[float, float]]) -> float:
    """Share of the spare width left of the arrows: less where they point to the right, as their labels stand there."""
    across = [x for x, _ in tips]
    low, high = min(0.0, *across), max(0.0, *across)
    return 0.2 + 0.6 * (-low / (high - low) if high > low else 0.5)


def _vector(length: float, degrees: float) -> tuple[tuple[float, float], float | None, tuple[float, float]]:
    """Return a key in units, y upward, its angle if it has one, and its direction on the screen."""
    if not (math.isfinite(degrees) and length > 0):
        return (0.0, 0.0), None, (1.0, 0.0)
    angle = math.radians(degrees)
    x, y = math.cos(angle), math.sin(angle)
    return (length * x, length * y), degrees, (x, -y)


def _named(plan: DialPlan) -> list[int]:
    """Return the keys that get a label, the most important first: the selected one, then those nearest to the query."""
    keys = range(len(plan.keys))
    nearest = sorted(keys, key=lambda i: (i != plan.selected, 180.0 if (a := plan.keys[i].degrees) is None else abs(a)))
    return nearest[: NAMED + 1] if len(nearest) > MANY else nearest


def _labelled(plan: DialPlan, data: Dial, free: Box, look: Look) -> DialPlan:
    texts, named, gap = readings(data), _named(plan), look.px(RING)
    (ox, oy), foot, selected, few = plan.origin, plan.foot, plan.selected, len(plan.keys) <= MANY
    lines = [(ox, oy, *arrow.tip) for arrow in (plan.query, *plan.keys) if arrow.degrees is not None]
    lines.append((free.left, oy, free.right, oy))
    if foot is not None:
        lines += [(*plan.keys[selected].tip, *foot), (ox, oy, *foot)]
    wishes = [_wish(plan.keys[i], texts[i], token(data.labels[i]), gap, i == selected, few) for i in named]
    name = token(data.query_label) + ("" if plan.query.degrees is not None else " = 0")
    wishes.insert(1, Wish((name,), *plan.query.tip, gap, (1.0, 0.5), bold=True))
    placed = list(Places(free, look, lines=lines).give(wishes))
    query_label = placed.pop(min(1, len(placed) - 1))
    labels = dict(zip(named, placed, strict=True))
    return plan._replace(labels=tuple(map(labels.get, range(len(plan.keys)))), query_label=query_label)


def _wish(key: Arrow, text: str, name: str, gap: float, bold: bool, few: bool) -> Wish:
    """Wish for a place beyond the tip; at the query itself, above it. The selected key is never without its angle."""
    if key.degrees is None:
        return Wish((text, name), *key.tip, gap, (-0.3, 1.0), bold)
    angle = f"{name} {format_number(key.degrees, 0)}°"
    texts = (text, angle) if bold else (text, angle, name)
    return Wish(texts, *key.tip, gap, (key.along[0], key.along[1] - 0.4), bold, needed=bold, roams=bold or few)
