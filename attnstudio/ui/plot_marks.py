"""What is drawn of a plot beside its lines: grid, axes, cursor, cover and texts."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPolygonF

from attnstudio.ui.labels import Box, write_all
from attnstudio.ui.matrix_painter import draw_cover_sign
from attnstudio.ui.plot_plan import PlotPlan
from attnstudio.ui.plot_rows import MARK, Texts
from attnstudio.ui.plot_strokes import COLOURS
from attnstudio.ui.strokes import NO_PEN, rule, stroke
from attnstudio.ui.theme import Look

DOT, RING = 3.6, 0.8  # radius of a reading on a curve, and half the width of the ring of one that is hollow


def draw_cover(painter: QPainter, rect: QRectF, style: Look) -> None:
    """Hide a whole plot."""
    painter.setPen(stroke(style, "cell_border"))
    painter.setBrush(style.colour("blocked"))
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
    draw_cover_sign(painter, rect, style)


def draw_grid(painter: QPainter, plan: PlotPlan, style: Look) -> None:
    """Draw the lines at the ticks, below all else."""
    for line in plan.grid:
        rule(painter, line, style.line(), style.colour("border"))


def draw_axes(painter: QPainter, plan: PlotPlan, style: Look) -> None:
    """Draw the left and the lower side of the frame."""
    left, top, right, bottom = plan.frame
    for line in ((left, top, left, bottom), (left, bottom, right, bottom)):
        rule(painter, line, style.line(), style.colour("outline"))


def draw_cursor(painter: QPainter, plan: PlotPlan, style: Look) -> None:
    """Draw the cursor, the mark on top of it, and the readings where it meets the curves."""
    painter.setPen(NO_PEN)
    if plan.cursor is not None:
        line = (plan.cursor, plan.frame.top, plan.cursor, plan.frame.bottom)
        rule(painter, line, style.line(1.4), style.colour("accent"))
        painter.setBrush(style.colour("accent"))
        painter.drawPolygon(_mark(plan.cursor, plan.frame, style.line(MARK)))
    for colour, x, y in plan.dots:
        parts = [(colour, DOT + RING)]
        if colour == COLOURS["raw"]:  # a dashed line has a ring, a solid one a disc
            parts.append(("card", DOT - RING))
        for fill, radius in parts:
            painter.setBrush(style.colour(fill))
            painter.drawEllipse(QPointF(x, y), style.line(radius), style.line(radius))


def _mark(x: float, frame: Box, high: float) -> QPolygonF:
    """Return the mark on top of the cursor, by which it is seen to move."""
    corners = ((x - 0.6 * high, frame.top - high), (x + 0.6 * high, frame.top - high), (x, frame.top))
    return QPolygonF([QPointF(*corner) for corner in corners])


def write_texts(painter: QPainter, texts: Sequence[Texts], style: Look) -> None:
    """Write texts in their colours."""
    write_all(painter, [(style.colour(colour), labels) for colour, labels in texts], style)


def write_still(painter: QPainter, plan: PlotPlan, style: Look) -> None:
    """Write what stays while the cursor moves, with the pieces of lines that stand before the keys."""
    write_texts(painter, plan.still, style)
    for pen, line, _ in plan.keys:
        painter.setPen(pen)
        painter.drawLine(QPointF(line.x1, line.y1), QPointF(line.x2, line.y2))
    write_all(painter, [(style.colour("muted"), [key.label for key in plan.keys])], style)
