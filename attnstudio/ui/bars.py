"""Bars of one query: groups side by side, each an axis of its own, the selected key lit in all of them."""

import html
import math
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from attnstudio.state.figures import Bars
from attnstudio.state.message import QT_TRANSLATE_NOOP, format_number
from attnstudio.ui.bars_axis import read
from attnstudio.ui.bars_plan import BarPlan, BarsPlan, GroupPlan, plan_bars
from attnstudio.ui.figure import FigureView, arrow_head, hatching, stroke
from attnstudio.ui.labels import Box, write
from attnstudio.ui.theme import Look
from attnstudio.ui.tokens import token, told
from attnstudio.ui.words import said

TIP = QT_TRANSLATE_NOOP("attnstudio", "One bar a key; point at a bar for all its digits")


class Row(NamedTuple):
    """What BarsView shows."""

    groups: tuple[Bars, ...]
    selected: int | None


class BarsView(FigureView[Row, BarsPlan]):
    """Groups of bars, as logits → exp → weights; numbers and labels thin out where there is no room."""

    hovered = Signal(object)  # (group, index) under the pointer, or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(said("Bars of the selected query"), said(TIP), parent)
        self.setMouseTracking(True)
        self._under: tuple[int, int] | None = None

    def show_bars(self, groups: tuple[Bars, ...], selected: int | None) -> None:
        """Show groups of bars, with one key lit."""
        self._show(Row(groups, selected))

    def bar_at(self, place: QPointF) -> tuple[int, int] | None:
        """Return (group, index) of the bar whose column holds a point."""
        plan = None if self.covered else self.plan()
        for g, group in enumerate(plan.groups if plan else ()):
            if group.bars and group.plot.left <= place.x() < group.plot.right:
                nearest = min(range(len(group.bars)), key=lambda i: abs(group.bars[i].column.centre[0] - place.x()))
                column = group.bars[nearest].column
                return (g, nearest) if column.left <= place.x() <= column.right else None
        return None

    def exact(self, group: int, index: int) -> str:
        """Return one bar in words, with all the digits that its number has."""
        if self._data is None:
            return ""
        bars = self._data.groups[group]
        value = float(bars.values[index])
        number = format_number(value, 0) if not math.isfinite(value) else f"{value:.9g}".replace("-", "−")
        return f"{told(bars.title)}, {token(bars.labels[index])}: {number}"

    def _make_plan(self, data: Row, area: Box, style: Look) -> BarsPlan:
        return plan_bars(data.groups, data.selected, area, style)

    def _summary(self, data: Row) -> str:
        return "; ".join(_in_words(bars) for bars in data.groups)

    def _draw(self, painter: QPainter, plan: BarsPlan, style: Look) -> None:
        for group in plan.groups:
            _draw_frame(painter, group, style)
            for bar in group.bars:
                if bar.beyond and bar.negative and bar.box.bottom <= group.zero:
                    _draw_outside(painter, bar, style)
                    continue
                _draw_bar(painter, bar, group, style)
                if bar.beyond:
                    _draw_break(painter, bar, style)
            painter.setPen(stroke(style, "outline"))
            painter.drawLine(QPointF(group.plot.left, group.zero), QPointF(group.plot.right, group.zero))
            write(painter, group.titles, style, style.colour(group.kind))
            write(painter, [bar.label for bar in group.bars], style, style.colour("key"))
            write(painter, [bar.number for bar in group.bars], style, style.colour("text"))
            write(painter, [*group.captions, *group.ticks], style, style.colour("muted"))
        for start, end, y in plan.arrows:
            _draw_arrow(painter, start, end, y, style)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.bar_at(event.position()))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def _hover(self, under: tuple[int, int] | None) -> None:
        if under != self._under:
            self._under = under
            self.hovered.emit(under)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            under = self.bar_at(QPointF(event.pos()))
            text = "" if under is None else f"<span>{html.escape(self.exact(*under))}</span>"
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)


def _in_words(bars: Bars) -> str:
    group = read(bars)
    parts = (f"{label} {number}".strip() for label, number in zip(group.labels, group.numbers, strict=True))
    return f"{group.title}: {', '.join(parts)}" + (f"; {group.caption}" if group.caption else "")


def _draw_frame(painter: QPainter, group: GroupPlan, style: Look) -> None:
    """Draw the lit column, the axis and its grid line below the bars."""
    for bar in group.bars:
        if bar.selected:
            painter.fillRect(bar.column.rect(), style.colour("note"))
    if group.ticks:
        painter.setPen(stroke(style, "cell_border"))
        for y in group.grid:
            painter.drawLine(QPointF(group.plot.left, y), QPointF(group.plot.right, y))
        painter.setPen(stroke(style, "outline"))
        painter.drawLine(QPointF(group.plot.left, group.grid[0]), QPointF(group.plot.left, group.grid[-1]))


def _draw_bar(painter: QPainter, bar: BarPlan, group: GroupPlan, style: Look) -> None:
    """Fill the border and then the inside: far quicker than a pen around a rectangle, and sharper."""
    kind = "negative" if bar.negative else group.kind
    edge = style.colour("text" if bar.selected else "hatch" if bar.blocked else kind)
    border = min(style.line(2.0 if bar.selected else 1.0), bar.box.width / 4)
    inside = bar.box.inset(border)
    if bar.box.width < 4 or inside.height <= 0:
        painter.fillRect(bar.box.rect(), edge if bar.selected else style.strong(kind))
        return
    painter.fillRect(bar.box.rect(), edge)
    painter.fillRect(inside.rect(), style.colour("card") if bar.blocked else style.strong(kind))
    if bar.blocked:
        painter.setPen(stroke(style, "hatch"))
        painter.drawLines(hatching(inside, style.px(4)))


def _draw_outside(painter: QPainter, bar: BarPlan, style: Look) -> None:
    """Point to a bar that hangs below an axis that starts at zero."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.colour("negative"))
    painter.drawPolygon(arrow_head((bar.box.centre[0], bar.box.bottom), (0.0, 1.0), bar.box.height))


def _draw_break(painter: QPainter, bar: BarPlan, style: Look) -> None:
    """Cut a bar twice near its end, as paper does where a bar is too long."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.colour("note" if bar.selected else "card"))
    left, right, rise, cut = bar.box.left - 1, bar.box.right + 1, style.px(4), style.px(2)
    for off in (5, 10):
        y = bar.box.bottom - style.px(off) - rise if bar.negative else bar.box.top + style.px(off)
        corners = ((left, y + rise), (right, y), (right, y + cut), (left, y + rise + cut))
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))


def _draw_arrow(painter: QPainter, start: float, end: float, y: float, style: Look) -> None:
    size = style.px(5)
    start = max(start, end - style.px(26))
    painter.setPen(stroke(style, "muted", 1.4))
    painter.drawLine(QPointF(start, y), QPointF(end - size, y))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.colour("muted"))
    painter.drawPolygon(arrow_head((end, y), (1.0, 0.0), size))
