"""The key dial: the query to the right, every key at its true angle and length, its shadow on the query."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import Dial
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.figure import NO_PEN, FigureView, arrow, caption_labels, fitted, rule, stroke
from attnstudio.ui.labels import Box, Label, pen, write_all
from attnstudio.ui.places import Places, Wish
from attnstudio.ui.theme import Look
from attnstudio.ui.tokens import token, told
from attnstudio.ui.words import said

NAMED = 4  # keys that carry a label beside the selected one where there are many
MANY = 6
TIP = QT_TRANSLATE_NOOP("attnstudio", "An arrow a key, at its true angle and length to the query")
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


class DialView(FigureView[Dial, DialPlan]):
    """Keys around a query: aligned, at right angles, or opposed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(said("Key dial"), said(TIP), parent)

    def show_dial(self, dial: Dial) -> None:
        """Show keys around a query."""
        self._show(dial)

    def _make_plan(self, data: Dial, area: Box, style: Look) -> DialPlan:
        return _plan(data, area, style)

    def _summary(self, data: Dial) -> str:
        return "; ".join(text for text in (*_readings(data), told(data.caption)) if text)

    def _draw(self, painter: QPainter, plan: DialPlan, style: Look) -> None:
        (x, y), (left, _, right, _), edge, dot = plan.origin, plan.area, style.px(4), style.px(2.5)
        rule(painter, (left + edge, y, right - edge, y), style.line(), style.colour("cell_border"))
        _draw_arrows(painter, (x, plan.query.tip[1]), [plan.query], "query", 3.4, style)
        others = [key for i, key in enumerate(plan.keys) if i != plan.selected]
        _draw_arrows(painter, plan.origin, others, "key", 2.0 if len(plan.keys) <= MANY else 1.2, style)
        if plan.foot is not None:
            _draw_shadow(painter, plan, plan.foot, style)
        if 0 <= plan.selected < len(plan.keys):
            _draw_arrows(painter, plan.origin, [plan.keys[plan.selected]], "key", 3.4, style)
        painter.setPen(NO_PEN)
        painter.setBrush(style.colour("text"))
        painter.drawEllipse(QPointF(x, y), dot, dot)
        texts = (("key", plan.labels), ("query", (plan.query_label,)), ("muted", plan.caption))
        write_all(painter, [(style.colour(colour), labels) for colour, labels in texts], style)


def _readings(data: Dial) -> list[str]:
    """Return what stands beside each key."""
    return [
        f"{token(label)} = 0" if length == 0 else told(reading)
        for label, length, reading in zip(data.labels, data.lengths.tolist(), data.readings, strict=True)
    ]


def _plan(data: Dial, area: Box, look: Look) -> DialPlan:
    small = pen(look)
    caption, below = caption_labels(data.caption, area, look)
    free = area._replace(bottom=area.bottom - below).inset(look.px(2))
    side = look.px(14) + max([small.width(token(text)) for text in (data.query_label, *data.labels[:1])])
    inner = Box(free.left + side, free.top + small.height + look.px(4),
                free.right - side, free.bottom - look.px(18))  # fmt: skip
    vectors = [_vector(*pair) for pair in zip(data.lengths.tolist(), data.angles.tolist(), strict=True)]
    units = [unit for unit, _, _ in vectors]
    query = data.query_length if math.isfinite(data.query_length) else 0.0
    units.append((query, 0.0))
    (ox, oy), scale = fitted([*units, (0.0, 0.0)], inner, _lean(units))
    keys = tuple([Arrow((ox + scale * x, oy - scale * y), angle, along) for (x, y), angle, along in vectors])
    arrow = Arrow((ox + scale * query, oy + look.px(BELOW)), 0.0 if query > 0 else None)
    shown = 0 <= data.selected < len(keys) and keys[data.selected].degrees is not None and query > 0
    foot = (ox + scale * float(data.shadows[data.selected]), oy) if shown else None
    plan = DialPlan(area, (ox, oy), scale, arrow, keys, data.selected, foot, (), None, caption)
    return _labelled(plan, data, free, look)


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
    readings, named, gap = _readings(data), _named(plan), look.px(5)
    (ox, oy), foot, selected, few = plan.origin, plan.foot, plan.selected, len(plan.keys) <= MANY
    lines = [(ox, oy, *arrow.tip) for arrow in (plan.query, *plan.keys) if arrow.degrees is not None]
    lines.append((free.left, oy, free.right, oy))
    if foot is not None:
        lines += [(*plan.keys[selected].tip, *foot), (ox, oy, *foot)]
    wishes = [_wish(plan.keys[i], (readings[i], token(data.labels[i])), gap, i == selected, few) for i in named]
    name = token(data.query_label) + ("" if plan.query.degrees is not None else " = 0")
    wishes.insert(1, Wish((name,), *plan.query.tip, gap, (1.0, 0.5), bold=True))
    placed = list(Places(free, look, lines=lines).give(wishes))
    query_label = placed.pop(min(1, len(placed) - 1))
    labels = dict(zip(named, placed, strict=True))
    return plan._replace(labels=tuple(map(labels.get, range(len(plan.keys)))), query_label=query_label)


def _wish(key: Arrow, texts: tuple[str, ...], gap: float, bold: bool, few: bool) -> Wish:
    """Wish for a place beyond the tip; at the query itself, above it."""
    if key.degrees is None:
        return Wish(texts, *key.tip, gap, (-0.3, 1.0), bold)
    return Wish(texts, *key.tip, gap, (key.along[0], key.along[1] - 0.4), bold, needed=bold, roams=bold or few)


def _draw_arrows(
    painter: QPainter, origin: tuple[float, float], arrows: Sequence[Arrow], colour: str, width: float, style: Look
) -> None:
    """Draw arrows of one colour and width."""
    thick = style.line(width)
    longest = style.px(5) + thick * 2
    painter.setPen(NO_PEN)
    painter.setBrush(style.colour(colour))
    for tip, degrees, along in arrows:
        if degrees is not None:
            painter.drawPolygon(arrow(origin, tip, along, min(math.dist(origin, tip), longest), thick))


def _draw_shadow(painter: QPainter, plan: DialPlan, foot: tuple[float, float], style: Look) -> None:
    """Draw the dashed line to the foot, the shadow along the query, and the arc of the angle."""
    key, (ox, oy), tick, colour = plan.keys[plan.selected], plan.origin, style.px(3), style.colour("key")
    painter.setPen(stroke(style, "key", 1.4, dashed=True))
    painter.drawLine(QLineF(*key.tip, *foot))
    rule(painter, (ox, oy, *foot), style.line(3.0), colour)
    rule(painter, (foot[0], oy - tick, foot[0], oy + tick), style.line(1.4), colour)
    painter.setPen(stroke(style, "key", 1.4))
    radius = min(float(style.px(22)), 0.5 * math.dist(plan.origin, key.tip))
    painter.drawArc(QRectF(ox - radius, oy - radius, 2 * radius, 2 * radius), 0, round(16 * (key.degrees or 0.0)))
