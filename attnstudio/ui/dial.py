"""The key dial: the query to the right, every key at its true angle and length, its shadow on the query."""

import math
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import Dial
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number
from attnstudio.ui import handle_view
from attnstudio.ui.dial_plan import MANY, QUERY, Arrow, DialPlan, plan_bare_dial, plan_dial, readings
from attnstudio.ui.handle_field import Part
from attnstudio.ui.handle_view import SHIFT, HandleView
from attnstudio.ui.handles import Numbers
from attnstudio.ui.key_uses import KeyUse
from attnstudio.ui.labels import Box, write_all
from attnstudio.ui.strokes import NO_PEN, arrow_head, rule, stroke
from attnstudio.ui.theme import Look
from attnstudio.ui.tokens import token, told
from attnstudio.ui.typed import written
from attnstudio.ui.words import said

TIP = QT_TRANSLATE_NOOP("attnstudio", "An arrow a key, at its true angle and length to the query; drag the tips")
LENGTH = QT_TRANSLATE_NOOP("attnstudio", "{name}: length {length}")
ANGLE_AND_LENGTH = QT_TRANSLATE_NOOP("attnstudio", "{name}: angle {angle}°, length {length}")
TYPE_LENGTH = QT_TRANSLATE_NOOP("attnstudio", "Type the length of {name}, from 0 to {high}.")
TYPE_BOTH = QT_TRANSLATE_NOOP(
    "attnstudio", "Type the angle (0 to 180) and the length (0 to {high}) of {name}, such as 90; 1.5."
)
TYPE_ON_A_LINE = QT_TRANSLATE_NOOP(
    "attnstudio",
    "Type the angle (0 or 180: one component has no other) and the length (0 to {high}) of {name}, such as 180; 1.5.",
)
LENGTH_ENDS = QT_TRANSLATE_NOOP("attnstudio", "{name} stays: its length is from 0 to {high}.")
ANGLE_ENDS = QT_TRANSLATE_NOOP("attnstudio", "{name} stays: its angle is from 0° to 180°.")
QUERY_STANDS = QT_TRANSLATE_NOOP(
    "attnstudio", "{query} stays: angles are measured from it. Up and Down change its length."
)
QUERY_IS_ZERO = QT_TRANSLATE_NOOP("attnstudio", "{name} stays: {query} is zero, so there is no angle to it.")
KEY_IS_ZERO = QT_TRANSLATE_NOOP("attnstudio", "{name} stays: it is zero, so it has no angle. Up makes it longer.")
TURN, FINE_TURN = 5, 1  # degrees
ON_A_LINE = 0.0, 180.0  # the angles there are with one component
STEP, FINE_STEP = 0.1, 0.01
DIGITS = 2  # of a length that is dragged to
CLEAN = 9  # digits of what is stepped to: without the noise of arithmetic
_TURNS, _LENGTHS = (Qt.Key.Key_Left, Qt.Key.Key_Right), (Qt.Key.Key_Up, Qt.Key.Key_Down)
KEYS = (
    KeyUse(_TURNS, QT_TRANSLATE_NOOP("attnstudio", "Turn a key by 5°")),
    KeyUse(_TURNS, QT_TRANSLATE_NOOP("attnstudio", "Turn a key by 1°"), SHIFT),
    KeyUse(_LENGTHS, QT_TRANSLATE_NOOP("attnstudio", "Make an arrow longer or shorter by 0.1")),
    KeyUse(_LENGTHS, QT_TRANSLATE_NOOP("attnstudio", "Make an arrow longer or shorter by 0.01"), SHIFT),
    *handle_view.KEYS,
)


class DialView(HandleView[Dial, DialPlan]):
    """Keys around a query: aligned, at right angles, or opposed; their tips and that of the query are handles."""

    tip_moved = Signal(int, float, float)  # key or QUERY, angle to the query 0…180 (none of the query), length
    tip_placed = Signal(int, float, float)  # the same where it was typed, or stepped to by a key: exactly there

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(said("Key dial"), said(TIP), parent)

    def show_dial(self, dial: Dial) -> None:
        """Show keys around a query; a key that is selected newly has the keyboard."""
        if self._data is None or dial.selected != self._data.selected:
            self._current = dial.selected
        self._show(dial)

    def describe(self, handle: int) -> str:
        *angle, length = self._numbers(handle)
        texts = {"name": self._name(handle), "length": format_number(length, decimals_needed(length, DIGITS))}
        if angle and length > 0:
            return said(Message(ANGLE_AND_LENGTH, texts | {"angle": format_number(angle[0], 0)}))
        return said(Message(LENGTH, texts))

    def _name(self, handle: int) -> str:
        return token(self.shown.query_label if handle == QUERY else self.shown.labels[handle])

    def _preferred(self) -> int:
        return self.shown.selected

    def _parts(self, handle: int) -> tuple[Part, ...]:
        data, high = self.shown, self.handle_range[1]
        if handle == QUERY:
            return (Part(data.query_length, 0.0, high),)
        length = Part(float(data.lengths[handle]), 0.0, high)
        if not data.query_length > 0:  # then there are no angles
            return (length,)
        angle = float(data.angles[handle])
        only = ON_A_LINE if data.on_a_line else ()
        return Part(0.0 if math.isnan(angle) else angle, 0.0, 180.0, only), length

    def _wanted(self, handle: int) -> Message:
        both = TYPE_ON_A_LINE if self.shown.on_a_line else TYPE_BOTH
        template = both if len(self._parts(handle)) > 1 else TYPE_LENGTH
        return Message(template, {"name": self._name(handle), "high": written(self.handle_range[1])})

    def _tell(self, handle: int, numbers: Numbers) -> None:
        self.tip_moved.emit(handle, numbers[0] if len(numbers) > 1 else 0.0, numbers[-1])

    def _tell_placed(self, handle: int, numbers: Numbers) -> None:
        self.tip_placed.emit(handle, numbers[0] if len(numbers) > 1 else 0.0, numbers[-1])

    def _numbers_at(self, handle: int, x: float, y: float, *, fine: bool) -> Numbers:  # noqa: ARG002
        length = round(max(0.0, x) if handle == QUERY else math.hypot(x, y), DIGITS)
        if len(self._parts(handle)) == 1:
            return (length,)
        return float(round(abs(math.degrees(math.atan2(y, x))))), length  # below the axis as above it

    def _numbers_after(self, handle: int, right: int, up: int, *, fine: bool) -> Numbers:
        *angle, length = self._numbers(handle)
        if up:
            length = round(length + up * (FINE_STEP if fine else STEP), CLEAN)
        if not length > 0:  # then there is nothing to turn
            return *angle, length
        if right and self.shown.on_a_line:
            angle = [ON_A_LINE[right < 0] for _ in angle]
        elif right:
            angle = [round(degrees - right * (FINE_TURN if fine else TURN), CLEAN) for degrees in angle]
        return *angle, length

    def _hindrance(self, handle: int, right: int) -> Message:
        data, template = self.shown, ANGLE_ENDS
        if not right:
            template = LENGTH_ENDS
        elif handle == QUERY:
            template = QUERY_STANDS
        elif not data.query_length > 0:
            template = QUERY_IS_ZERO
        elif not data.lengths[handle] > 0:
            template = KEY_IS_ZERO
        high = written(self.handle_range[1])
        return Message(template, {"name": self._name(handle), "query": self._name(QUERY), "high": high})

    def _make_plan(self, data: Dial, area: Box, style: Look) -> DialPlan:
        return plan_dial(data, area, style, self._frame)

    def _make_bare_plan(self, data: Dial, area: Box, style: Look) -> DialPlan:
        return plan_bare_dial(data, area, style)

    def _summary(self, data: Dial) -> str:
        return "; ".join(text for text in (*readings(data), told(data.caption)) if text)

    def _still(self, plan: DialPlan) -> object:
        return plan.origin, plan.query, _others(plan)

    def _draw_still(self, painter: QPainter, plan: DialPlan, style: Look) -> None:
        (x, y), (left, _, right, _), edge = plan.origin, plan.area, style.px(4)
        rule(painter, (left + edge, y, right - edge, y), style.line(), style.colour("cell_border"))
        _draw_arrows(painter, (x, plan.query.tip[1]), [plan.query], "query", 3.4, style)
        _draw_arrows(painter, plan.origin, _others(plan), "key", 2.0 if len(plan.keys) <= MANY else 1.2, style)

    def _draw_shapes(self, painter: QPainter, plan: DialPlan, style: Look) -> None:
        (x, y), dot = plan.origin, style.px(2.5)
        if plan.foot is not None:
            _draw_shadow(painter, plan, plan.foot, style)
        if 0 <= plan.selected < len(plan.keys):
            _draw_arrows(painter, plan.origin, [plan.keys[plan.selected]], "key", 3.4, style)
        painter.setPen(NO_PEN)
        painter.setBrush(style.colour("text"))
        painter.drawEllipse(QPointF(x, y), dot, dot)

    def _draw_texts(self, painter: QPainter, plan: DialPlan, style: Look) -> None:
        texts = (("key", plan.labels), ("query", (plan.query_label,)), ("muted", plan.caption))
        write_all(painter, [(style.colour(colour), labels) for colour, labels in texts], style)


def _others(plan: DialPlan) -> list[Arrow]:
    """Return the keys that are not selected, which stay while the selected one is moved."""
    return [key for i, key in enumerate(plan.keys) if i != plan.selected]


def _draw_arrows(
    painter: QPainter, origin: tuple[float, float], arrows: Sequence[Arrow], colour: str, width: float, style: Look
) -> None:
    """Draw arrows of one colour and width: shafts that end within their heads, far quicker than both as one shape."""
    thick = style.line(width)
    longest = style.px(5) + thick * 2
    sized = [(each, min(math.dist(origin, each.tip), longest)) for each in arrows if each.degrees is not None]
    shafts = [_shaft(origin, each, size) for each, size in sized if size == longest]
    painter.setPen(_shaft_pen(style, colour, width))
    painter.drawLines(shafts)
    painter.setPen(NO_PEN)
    painter.setBrush(style.colour(colour))
    for each, size in sized:
        painter.drawPolygon(arrow_head(each.tip, each.along, size))


def _shaft(origin: tuple[float, float], shown: Arrow, head: float) -> QLineF:
    (x, y), (dx, dy) = shown.tip, shown.along
    return QLineF(*origin, x - head / 2 * dx, y - head / 2 * dy)


@lru_cache(maxsize=64)
def _shaft_pen(style: Look, colour: str, width: float) -> QPen:
    made = QPen(style.colour(colour), style.line(width))
    made.setCapStyle(Qt.PenCapStyle.FlatCap)
    return made


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
