"""Bars of one query: groups side by side, each an axis of its own, the selected key lit in all of them."""

import html
import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from attnstudio.state.figures import Bars
from attnstudio.state.message import QT_TRANSLATE_NOOP, format_number
from attnstudio.ui.bars_axis import read
from attnstudio.ui.bars_plan import BarPlan, BarsPlan, GroupPlan, plan_bars
from attnstudio.ui.figure import NO_PEN, FigureView, arrow, arrow_head, hatching, rule, stroke
from attnstudio.ui.labels import Box, write_all
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
        groups, bars = plan.groups, [bar for group in plan.groups for bar in group.bars]
        _draw_axes(painter, groups, style)
        for group in groups:
            _draw_bars(painter, group, style)
        for group in groups:
            ends = (group.plot.left, group.zero, group.plot.right, group.zero)
            rule(painter, ends, style.line(), style.colour("outline"))
        texts = [
            *((style.colour(group.kind), group.titles) for group in groups),
            (style.colour("key"), [bar.label for bar in bars]),
            (style.colour("text"), [bar.number for bar in bars]),
            (style.colour("muted"), [label for group in groups for label in (*group.captions, *group.ticks)]),
        ]
        write_all(painter, texts, style)
        _draw_arrows(painter, plan.arrows, style)

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


def _draw_axes(painter: QPainter, groups: Sequence[GroupPlan], style: Look) -> None:
    """Draw the lit columns, the axes that have ticks and their grid lines below the bars."""
    for column in [bar.column for group in groups for bar in group.bars if bar.selected]:
        painter.fillRect(column.rect(), style.colour("note"))
    width, pale, strong = style.line(), style.colour("cell_border"), style.colour("outline")
    for plot, grid in [(group.plot, group.grid) for group in groups if group.ticks]:
        for y in grid:
            rule(painter, (plot.left, y, plot.right, y), width, pale)
        rule(painter, (plot.left, grid[0], plot.left, grid[-1]), width, strong)


def _draw_bars(painter: QPainter, group: GroupPlan, style: Look) -> None:
    for bar in group.bars:
        if bar.beyond and bar.negative and bar.box.bottom <= group.zero:
            _draw_outside(painter, bar, style)
            continue
        _draw_bar(painter, bar, "negative" if bar.negative else group.kind, style)
        if bar.beyond:
            _draw_break(painter, bar, style)


def _draw_bar(painter: QPainter, bar: BarPlan, kind: str, style: Look) -> None:
    """Fill the border and then the inside: far quicker than a pen around a rectangle, and sharper."""
    edge = style.colour("text" if bar.selected else "hatch" if bar.blocked else kind)
    left, _, right, _ = bar.box
    border = min(style.line(2.0 if bar.selected else 1.0), (right - left) / 4)
    inside = bar.box.inset(border)
    if right - left < 4 or inside.bottom <= inside.top:
        painter.fillRect(bar.box.rect(), edge if bar.selected else style.strong(kind))
        return
    painter.fillRect(bar.box.rect(), edge)
    painter.fillRect(inside.rect(), style.colour("card") if bar.blocked else style.strong(kind))
    if bar.blocked:
        painter.setPen(stroke(style, "hatch"))
        painter.drawLines(hatching(inside, style.px(4)))


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


def _draw_arrows(painter: QPainter, arrows: Sequence[tuple[float, float, float]], style: Look) -> None:
    size, longest, width = style.px(5), style.px(26), style.line(1.4)
    painter.setPen(NO_PEN)
    painter.setBrush(style.colour("muted"))
    for start, end, y in arrows:
        painter.drawPolygon(arrow((max(start, end - longest), y), (end, y), (1.0, 0.0), size, width))
