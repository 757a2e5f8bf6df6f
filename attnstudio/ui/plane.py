"""The plane of two value components: values as discs, their hull, and the output inside it."""

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import Points
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number
from attnstudio.ui import handle_view
from attnstudio.ui.handle_field import Part
from attnstudio.ui.handle_view import SHIFT, HandleView
from attnstudio.ui.handles import Numbers
from attnstudio.ui.key_uses import KeyUse
from attnstudio.ui.labels import Box, pen, write_all
from attnstudio.ui.matrix_keys import FINE_STEP, STEP
from attnstudio.ui.plane_plan import PlanePlan, names, plan_bare_plane, plan_plane
from attnstudio.ui.strokes import NO_PEN, disc, rule, stroke
from attnstudio.ui.theme import Look
from attnstudio.ui.tokens import token, told
from attnstudio.ui.typed import RANGE, number_from, written
from attnstudio.ui.words import said

TIP = QT_TRANSLATE_NOOP(
    "attnstudio", "A disc a value, its area the weight: drag them; the ring is their mix, the output"
)
WEIGHTS_COVERED = QT_TRANSLATE_NOOP("attnstudio", "weights: covered")
OUTPUT_COVERED = QT_TRANSLATE_NOOP("attnstudio", "output: covered")
TYPE_BOTH = QT_TRANSLATE_NOOP("attnstudio", "Type two numbers from {low} to {high}, such as 0.5; −2.")
ENDS = QT_TRANSLATE_NOOP("attnstudio", "{name} stays: its numbers are from {low} to {high}.")
ONE_COMPONENT = QT_TRANSLATE_NOOP("attnstudio", "{name} stays: values of one component move to the left and right.")
DIGITS, FINE_DIGITS = 2, 3  # of a number that is dragged to
WITHOUT_DUST = 10  # digits that are kept of a number that is stepped to
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
KEYS = (
    KeyUse(_ARROWS, QT_TRANSLATE_NOOP("attnstudio", "Move a value by 0.1")),
    KeyUse(_ARROWS, QT_TRANSLATE_NOOP("attnstudio", "Move a value by 0.01"), SHIFT),
    *handle_view.KEYS,
)


class PlaneView(HandleView[Points, PlanePlan]):
    """Values in the plane with area by weight, each a handle; the output lies inside their hull."""

    point_moved = Signal(int, float, float)  # value, and its two components

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(said("Plane of values"), said(TIP), parent)

    def show_points(self, points: Points) -> None:
        """Show values, their hull and the output."""
        self._show(points)

    def describe(self, handle: int) -> str:
        digits = self.shown.digits
        numbers = ", ".join(format_number(number, decimals_needed(number, digits)) for number in self._numbers(handle))
        return f"{token(self.shown.labels[handle])}: [{numbers}]"

    def _parts(self, handle: int) -> tuple[Part, ...]:
        parts = tuple(Part(number, *self.handle_range) for number in self.shown.points[handle].tolist())
        return parts if self.shown.component_titles[1].template else parts[:1]  # values of one component have no other

    def _radius(self, handle: int) -> float:
        plan = self.plan()
        disc = None if plan is None else plan.discs[handle]
        return 0.0 if disc is None else disc.radius

    def _wanted(self, handle: int) -> Message:
        return number_from(*self.handle_range, TYPE_BOTH if len(self._parts(handle)) > 1 else RANGE)

    def _tell(self, handle: int, numbers: Numbers) -> None:
        self.point_moved.emit(handle, numbers[0], numbers[1] if len(numbers) > 1 else 0.0)

    def _numbers_at(self, handle: int, x: float, y: float, *, fine: bool) -> Numbers:
        numbers = (round(number, FINE_DIGITS if fine else DIGITS) + 0.0 for number in (x, y))  # turns −0 into 0
        return tuple(numbers)[: len(self._parts(handle))]

    def _numbers_after(self, handle: int, right: int, up: int, *, fine: bool) -> Numbers:
        step = FINE_STEP if fine else STEP
        moved = zip(self._numbers(handle), (right, up), strict=False)
        return tuple(round(number + by * step, WITHOUT_DUST) if by else number for number, by in moved)

    def _hindrance(self, handle: int, right: int) -> Message:
        low, high = map(written, self.handle_range)
        template = ENDS if right or len(self._parts(handle)) > 1 else ONE_COMPONENT
        return Message(template, {"name": token(self.shown.labels[handle]), "low": low, "high": high})

    def _make_plan(self, data: Points, area: Box, style: Look) -> PlanePlan:
        return plan_plane(data, area, style, self._frame)

    def _make_bare_plan(self, data: Points, area: Box, style: Look) -> PlanePlan:
        return plan_bare_plane(data, area, style)

    def _summary(self, data: Points) -> str:
        values = ", ".join(
            f"{name} [{format_number(x, data.digits)}, {format_number(y, data.digits)}]"
            for name, (x, y) in zip(names(data), data.points.tolist(), strict=True)
        )
        weights = said(WEIGHTS_COVERED) if data.weights_covered else ""
        output = said(OUTPUT_COVERED) if data.output_covered else told(data.output_label)
        return "; ".join(filter(None, (values, weights, output, told(data.caption))))

    def _still(self, plan: PlanePlan) -> object:
        return plan.area, plan.origin, plan.marks, plan.hull, plan.caption

    def _draw_still(self, painter: QPainter, plan: PlanePlan, style: Look) -> None:
        _draw_axes(painter, plan, style)
        _draw_hull(painter, plan, style)
        write_all(painter, [(style.colour("muted"), plan.caption)], style)

    def _draw_shapes(self, painter: QPainter, plan: PlanePlan, style: Look) -> None:
        _draw_discs(painter, plan, style)
        if plan.output is not None:
            _draw_output(painter, plan.output, style)

    def _draw_texts(self, painter: QPainter, plan: PlanePlan, style: Look) -> None:
        texts = (("muted", plan.notes), ("value", plan.labels), ("text", (plan.output_label,)))
        write_all(painter, [(style.colour(colour), labels) for colour, labels in texts], style)


def _draw_axes(painter: QPainter, plan: PlanePlan, style: Look) -> None:
    (ox, oy), edge = plan.origin, plan.area.inset(style.px(2))
    bottom = edge.bottom - len(plan.caption) * pen(style).height
    width, colour = style.line(0.8), style.colour("outline")
    axes = (edge.left, oy, edge.right, oy), (ox, edge.top, ox, bottom)
    for line in (*axes, *plan.marks):
        rule(painter, line, width, colour)


def _draw_hull(painter: QPainter, plan: PlanePlan, style: Look) -> None:
    painter.setPen(stroke(style, "value", 1.2))
    painter.setBrush(style.cell("value", 0.12, (0.0, 1.0)))
    corners = [QPointF(x, y) for x, y in plan.hull]
    if len(corners) > 2:
        painter.drawPolygon(QPolygonF(corners))
    elif len(corners) == 2:
        painter.drawLine(corners[0], corners[1])


def _draw_discs(painter: QPainter, plan: PlanePlan, style: Look) -> None:
    """Draw discs, the largest below; one too small to see gets a ring around it, and hollow ones are rings alone."""
    least, edge, width, card = style.px(4), style.colour("value"), style.line(1.2), style.colour("card")
    fill = card if plan.hollow else style.strong("value")
    painter.setPen(NO_PEN)
    for x, y, radius in sorted([each for each in plan.discs if each is not None], key=lambda each: -each.radius):
        centre = QPointF(x, y)
        if radius < least and not plan.hollow:
            disc(painter, centre, least, card, edge, width)
            disc(painter, centre, radius, fill)
        else:
            disc(painter, centre, radius, fill, edge, width)


def _draw_output(painter: QPainter, output: tuple[float, float], style: Look) -> None:
    centre, text = QPointF(*output), style.colour("text")
    disc(painter, centre, style.px(7), style.colour("card"), text, style.line(1.5))
    disc(painter, centre, style.px(4), text)
