"""Draws what the plan of a bar chart holds, with the quickest that a painter has."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from attnstudio.ui.bars_plan import BarPlan, GroupPlan
from attnstudio.ui.labels import Box
from attnstudio.ui.strokes import NO_BRUSH, NO_PEN, arrow, arrow_head, hatching, rule, stroke
from attnstudio.ui.theme import Look


def draw_axes(painter: QPainter, groups: Sequence[GroupPlan], style: Look) -> None:
    """Draw the lit columns, the axes that have ticks and their grid lines below the bars."""
    for column in [bar.column for group in groups for bar in group.bars if bar.selected]:
        painter.fillRect(column.rect(), style.colour("note"))
    width, pale, strong = style.line(), style.colour("cell_border"), style.colour("outline")
    for plot, grid in [(group.plot, group.grid) for group in groups if group.ticks]:
        for y in grid:
            rule(painter, (plot.left, y, plot.right, y), width, pale)
        rule(painter, (plot.left, grid[0], plot.left, grid[-1]), width, strong)


def draw_bars(painter: QPainter, groups: Sequence[GroupPlan], style: Look) -> None:
    """Draw the bars of all groups, and what they are compared with below them."""
    drawn, outside = list[tuple[str, BarPlan]](), list[BarPlan]()
    for group in groups:
        _draw_raw(painter, [bar for bar in group.bars if bar.raw is not None], style)
        for bar in group.bars:
            if bar.beyond and bar.negative and bar.box.bottom <= group.zero:
                outside.append(bar)
            else:
                drawn.append((group.kind, bar))
    _fill_bars(painter, drawn, style)
    for bar in outside:
        _draw_outside(painter, bar, style)
    for _, bar in drawn:
        if bar.beyond:
            _draw_break(painter, bar, style)


def draw_cover(painter: QPainter, rect: QRectF, style: Look) -> None:
    """Draw an empty area where bars are covered."""
    painter.setPen(QPen(style.colour("cell_border"), style.line()))
    painter.setBrush(style.colour("blocked"))
    painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))


def _draw_raw(painter: QPainter, bars: Sequence[BarPlan], style: Look) -> None:
    """Draw what the bars are compared with: dashed, and interrupted where a number stands on it."""
    numbers = [bar.number.box for bar in bars if bar.number is not None]
    for bar in bars:
        if bar.raw is not None:
            painter.setPen(stroke(style, "outline", 1.4, dashed=True))
            painter.setBrush(NO_BRUSH)
            painter.drawRect(bar.raw.rect())
    for bar in bars:
        if bar.raw is not None:
            for number in numbers:
                if number.overlaps(bar.raw):
                    hidden = number.rect() & bar.raw.inset(-style.line()).rect()
                    painter.fillRect(hidden, style.colour("note" if bar.selected else "card"))


def _fill_bars(painter: QPainter, bars: Sequence[tuple[str, BarPlan]], style: Look) -> None:
    """Fill borders and then insides, alike ones at once: far quicker than pens around them, and sharper."""
    alike = dict[tuple[str, bool, bool], list[Box]]()
    for kind, bar in bars:
        alike.setdefault(("negative" if bar.negative else kind, bar.selected, bar.blocked), []).append(bar.box)
    painter.setPen(NO_PEN)
    for (named, selected, blocked), boxes in alike.items():
        edge = style.colour("text" if selected else "hatch" if blocked else named)
        narrow, whole, insides = _parts(boxes, style.line(2.0 if selected else 1.0))
        _fill(painter, narrow, edge if selected else style.strong(named))
        _fill(painter, whole, edge)
        _fill(painter, insides, style.colour("card") if blocked else style.strong(named))
        if blocked:
            places = [Box(*inside.getCoords()) for inside in insides]  # type: ignore[misc]  # it returns four numbers
            painter.setPen(stroke(style, "hatch"))
            painter.drawLines([line for place in places for line in hatching(place, style.px(4))])
            painter.setPen(NO_PEN)


def _parts(boxes: Sequence[Box], border: float) -> tuple[list[QRectF], list[QRectF], list[QRectF]]:
    """Return the bars too small to have anything within a border, and the others with what lies within theirs."""
    narrow, whole, insides = list[QRectF](), list[QRectF](), list[QRectF]()
    for left, top, right, bottom in boxes:
        wide, high = right - left, bottom - top
        edge = min(border, wide / 4)
        if wide < 4 or high <= 2 * edge:
            narrow.append(QRectF(left, top, wide, high))
        else:
            whole.append(QRectF(left, top, wide, high))
            insides.append(QRectF(left + edge, top + edge, wide - 2 * edge, high - 2 * edge))
    return narrow, whole, insides


def _fill(painter: QPainter, rects: Sequence[QRectF], colour: QColor) -> None:
    if rects:
        painter.setBrush(colour)
        painter.drawRects(rects)


def _draw_outside(painter: QPainter, bar: BarPlan, style: Look) -> None:
    """Point to a bar that hangs below an axis that starts at zero."""
    painter.setPen(NO_PEN)
    painter.setBrush(style.colour("negative"))
    painter.drawPolygon(arrow_head((bar.box.centre[0], bar.box.bottom), (0.0, 1.0), bar.box.height))


def _draw_break(painter: QPainter, bar: BarPlan, style: Look) -> None:
    """Cut a bar twice near its end, as paper does where a bar is too long."""
    painter.setPen(NO_PEN)
    painter.setBrush(style.colour("note" if bar.selected else "card"))
    left, right, rise, cut = bar.box.left - 1, bar.box.right + 1, style.px(4), style.px(2)
    for off in (5, 10):
        y = bar.box.bottom - style.px(off) - rise if bar.negative else bar.box.top + style.px(off)
        corners = ((left, y + rise), (right, y), (right, y + cut), (left, y + rise + cut))
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))


def draw_arrows(painter: QPainter, arrows: Sequence[tuple[float, float, float]], style: Look) -> None:
    """Draw the arrows from group to group, each (start, end, y)."""
    size, longest, width = style.px(5), style.px(26), style.line(1.4)
    painter.setPen(NO_PEN)
    painter.setBrush(style.colour("muted"))
    for start, end, y in arrows:
        painter.drawPolygon(arrow((max(start, end - longest), y), (end, y), (1.0, 0.0), size, width))
