"""The key dial: the query to the right, every key at its true angle and length, its shadow on the query."""

import math
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import Dial
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.figure import FigureView, arrow_head, caption_lines, draw_caption, fitted, stroke
from attnstudio.ui.labels import Box, Label, Line, pen, write
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
    caption: tuple[str, ...]


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
        x, y = plan.origin
        inner = plan.area.inset(style.px(4))
        painter.setPen(stroke(style, "cell_border"))
        painter.drawLine(QPointF(inner.left, y), QPointF(inner.right, y))
        _draw_arrow(painter, (x, plan.query.tip[1]), plan.query, "query", 3.4, style)
        others = (i for i in range(len(plan.keys)) if i != plan.selected)
        for i in others:
            _draw_arrow(painter, plan.origin, plan.keys[i], "key", 2.0 if len(plan.keys) <= MANY else 1.2, style)
        if plan.foot is not None:
            _draw_shadow(painter, plan, style)
        if 0 <= plan.selected < len(plan.keys):
            _draw_arrow(painter, plan.origin, plan.keys[plan.selected], "key", 3.4, style)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(style.colour("text"))
        painter.drawEllipse(QPointF(x, y), style.px(2.5), style.px(2.5))
        write(painter, plan.labels, style, style.colour("key"))
        write(painter, [plan.query_label], style, style.colour("query"))
        draw_caption(painter, plan.caption, plan.area, style)


def _readings(data: Dial) -> list[str]:
    """Return what stands beside each key."""
    return [
        f"{token(label)} = 0" if length == 0 else told(reading)
        for label, length, reading in zip(data.labels, data.lengths.tolist(), data.readings, strict=True)
    ]


def _plan(data: Dial, area: Box, look: Look) -> DialPlan:
    small = pen(look)
    caption, below = caption_lines(data.caption, area, look)
    free = area._replace(bottom=area.bottom - below).inset(look.px(2))
    side = look.px(14) + max(small.width(text) for text in map(token, (data.query_label, *data.labels[:1])))
    inner = Box(free.left + side, free.top + small.height + look.px(4),
                free.right - side, free.bottom - look.px(18))  # fmt: skip
    angles = [
        a if math.isfinite(a) and length > 0 else None
        for a, length in zip(data.angles.tolist(), data.lengths.tolist(), strict=True)
    ]
    units = [_unit(length, angle) for length, angle in zip(data.lengths.tolist(), angles, strict=True)]
    query = (data.query_length if math.isfinite(data.query_length) else 0.0, 0.0)
    (ox, oy), scale = fitted([*units, query, (0.0, 0.0)], inner, _lean([*units, query]))
    keys = tuple(Arrow((ox + scale * x, oy - scale * y), a) for (x, y), a in zip(units, angles, strict=True))
    arrow = Arrow((ox + scale * query[0], oy + look.px(BELOW)), 0.0 if query[0] > 0 else None)
    shown = 0 <= data.selected < len(keys) and keys[data.selected].degrees is not None and query[0] > 0
    foot = (ox + scale * float(data.shadows[data.selected]), oy) if shown else None
    plan = DialPlan(area, (ox, oy), scale, arrow, keys, data.selected, foot, (), None, caption)
    return _labelled(plan, data, free, look)


def _lean(tips: list[tuple[float, float]]) -> float:
    """Share of the spare width left of the arrows: less where they point to the right, as their labels stand there."""
    low, high = min(0.0, *(x for x, _ in tips)), max(0.0, *(x for x, _ in tips))
    return 0.2 + 0.6 * (-low / (high - low) if high > low else 0.5)


def _unit(length: float, angle: float | None) -> tuple[float, float]:
    if angle is None:
        return 0.0, 0.0
    return length * math.cos(math.radians(angle)), length * math.sin(math.radians(angle))


def _named(plan: DialPlan) -> list[int]:
    """Return the keys that get a label, the most important first: the selected one, then those nearest to the query."""
    keys = range(len(plan.keys))
    nearest = sorted(keys, key=lambda i: (i != plan.selected, 180.0 if (a := plan.keys[i].degrees) is None else abs(a)))
    return nearest[: NAMED + 1] if len(nearest) > MANY else nearest


def _labelled(plan: DialPlan, data: Dial, free: Box, look: Look) -> DialPlan:
    readings, named, gap = _readings(data), _named(plan), look.px(5)
    lines = [Line(*plan.origin, *arrow.tip) for arrow in (plan.query, *plan.keys) if arrow.degrees is not None]
    lines.append(Line(free.left, plan.origin[1], free.right, plan.origin[1]))
    if plan.foot is not None:
        lines += [Line(*plan.keys[plan.selected].tip, *plan.foot), Line(*plan.origin, *plan.foot)]
    texts = ((readings[i], token(data.labels[i])) for i in named)
    few = len(plan.keys) <= MANY
    wishes = [_wish(plan.keys[i], text, gap, i == plan.selected, few) for i, text in zip(named, texts, strict=True)]
    name = token(data.query_label) + ("" if plan.query.degrees is not None else " = 0")
    x, y = plan.query.tip
    wishes.insert(1, Wish((name,), x, y, gap, (1.0, 0.5), bold=True))
    placed = list(Places(free, look, lines=lines).give(wishes))
    query_label = placed.pop(min(1, len(placed) - 1))
    labels = dict(zip(named, placed, strict=True))
    return plan._replace(labels=tuple(labels.get(i) for i in range(len(plan.keys))), query_label=query_label)


def _wish(key: Arrow, texts: tuple[str, ...], gap: float, bold: bool, few: bool) -> Wish:
    """Wish for a place beyond the tip; at the query itself, above it."""
    if key.degrees is None:
        return Wish(texts, *key.tip, gap, (-0.3, 1.0), bold)
    angle = math.radians(key.degrees)
    toward = (math.cos(angle), -math.sin(angle) - 0.4)
    return Wish(texts, *key.tip, gap, toward, bold, needed=bold, roams=bold or few)


def _draw_arrow(
    painter: QPainter, origin: tuple[float, float], arrow: Arrow, colour: str, width: float, style: Look
) -> None:
    if arrow.degrees is None:
        return
    angle = math.radians(arrow.degrees)
    along = (math.cos(angle), -math.sin(angle))
    length = math.dist(origin, arrow.tip)
    head = min(length, style.px(5) + style.line(width) * 2)
    shaft = QPointF(arrow.tip[0] - along[0] * head * 0.8, arrow.tip[1] - along[1] * head * 0.8)
    painter.setPen(stroke(style, colour, width))
    painter.drawLine(QPointF(*origin), shaft)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.colour(colour))
    painter.drawPolygon(arrow_head(arrow.tip, along, head))


def _draw_shadow(painter: QPainter, plan: DialPlan, style: Look) -> None:
    """Draw the dashed line to the foot, the shadow along the query, and the arc of the angle."""
    key, (ox, oy), foot = plan.keys[plan.selected], plan.origin, QPointF(*(plan.foot or plan.origin))
    tick = style.px(3)
    painter.setPen(stroke(style, "key", 1.4, dashed=True))
    painter.drawLine(QPointF(*key.tip), foot)
    painter.setPen(stroke(style, "key", 3.0))
    painter.drawLine(QPointF(ox, oy), foot)
    painter.setPen(stroke(style, "key", 1.4))
    painter.drawLine(QPointF(foot.x(), oy - tick), QPointF(foot.x(), oy + tick))
    radius = min(float(style.px(22)), 0.5 * math.dist(plan.origin, key.tip))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawArc(QRectF(ox - radius, oy - radius, 2 * radius, 2 * radius), 0, round(16 * (key.degrees or 0.0)))
