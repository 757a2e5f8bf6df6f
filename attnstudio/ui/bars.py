"""Bars of one query: groups side by side, each an axis of its own, the selected key lit in all of them."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import Bars
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number
from attnstudio.ui.bars_axis import comparable, read
from attnstudio.ui.bars_plan import BarPlan, BarsPlan, GroupPlan, plan_bare_bars, plan_bars
from attnstudio.ui.figure import FigureView
from attnstudio.ui.labels import Box, write_all
from attnstudio.ui.matrix_painter import draw_cover_sign
from attnstudio.ui.strokes import NO_BRUSH, NO_PEN, arrow, arrow_head, hatching, rule, stroke
from attnstudio.ui.theme import Look, look
from attnstudio.ui.tokens import token, told
from attnstudio.ui.words import said

TIP = QT_TRANSLATE_NOOP("attnstudio", "One bar a key; point at a bar for all its digits")
COVERED = QT_TRANSLATE_NOOP("attnstudio", "{title}: covered")
PINNED = QT_TRANSLATE_NOOP("attnstudio", "{now}; pinned: {then}")


class Row(NamedTuple):
    """What BarsView shows."""

    groups: tuple[Bars, ...]
    selected: int | None
    beside: tuple[Bars, ...]


class BarsView(FigureView[Row, BarsPlan]):
    """Groups of bars, as logits → exp → weights; numbers and labels thin out where there is no room."""

    hovered = Signal(object)  # (group, index) under the pointer, or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(said("Bars of the selected query"), said(TIP), parent)
        self.setMouseTracking(True)
        self._under: tuple[int, int] | None = None

    def show_bars(self, groups: tuple[Bars, ...], selected: int | None, beside: tuple[Bars, ...] | None = None) -> None:
        """Show groups of bars, with one key lit.

        Parameters
        ----------
        groups : tuple of Bars
        selected : int or None
        beside : tuple of Bars, optional
            Groups to compare with, in the same order: dashed outlines beside the bars, where labels agree.
        """
        self._show(Row(groups, selected, beside or ()))

    def bar_at(self, place: QPointF) -> tuple[int, int] | None:
        """Return (group, index) of the bar whose column holds a point."""
        plan = self.plan()
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
        bars, beside = self._pair(group)
        now = f"{told(bars.title)}, {token(bars.labels[index])}: {_exact(bars, index)}"
        return now if beside is None else said(Message(PINNED, {"now": now, "then": _exact(beside, index)}))

    def tip_at(self, place: QPointF) -> str:
        under = self.bar_at(place)
        return "" if under is None else self.exact(*under)

    def _pair(self, group: int) -> tuple[Bars, Bars | None]:
        """Return a group, and that which it is compared with."""
        groups, _, beside = self.shown
        pinned = beside[group] if group < len(beside) and comparable(groups[group], beside[group]) else None
        return groups[group], pinned

    def _make_plan(self, data: Row, area: Box, style: Look) -> BarsPlan:
        return plan_bars(data.groups, data.selected, area, style, data.beside)

    def _make_bare_plan(self, data: Row, area: Box, style: Look) -> BarsPlan:
        return plan_bare_bars(data.groups, data.selected, area, style, data.beside)

    def _summary(self, data: Row) -> str:
        return "; ".join(_in_words(*self._pair(group)) for group in range(len(data.groups)))

    def _draw_shapes(self, painter: QPainter, plan: BarsPlan, style: Look) -> None:
        _draw_axes(painter, plan.groups, style)
        for group in plan.groups:
            _draw_bars(painter, group, style)
        for group in plan.groups:
            if group.cover is not None:
                _draw_cover(painter, group.cover.rect(), style)
                continue
            ends = (group.plot.left, group.zero, group.plot.right, group.zero)
            rule(painter, ends, style.line(), style.colour("outline"))
        _draw_arrows(painter, plan.arrows, style)

    def _draw_texts(self, painter: QPainter, plan: BarsPlan, style: Look) -> None:
        for group in plan.groups:
            if group.cover is not None:
                draw_cover_sign(painter, group.cover.rect(), style)
        bars = [bar for group in plan.groups for bar in group.bars]
        texts = [
            *((style.colour(group.kind), group.titles) for group in plan.groups),
            (style.colour("key"), [bar.label for bar in bars]),
            (style.colour("text"), [bar.number for bar in bars]),
            (style.colour("muted"), [label for group in plan.groups for label in (*group.captions, *group.ticks)]),
        ]
        write_all(painter, texts, style)

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


def _exact(bars: Bars, index: int) -> str:
    """Return a number with all its digits, after the way it is written."""
    value, text = float(bars.values[index]), "" if bars.written is None else bars.written[index]
    digits = format_number(value, 0) if not math.isfinite(value) else f"{value:.9g}".replace("-", "−")
    return f"{text}, {digits}" if text and text != digits else digits


def _in_words(bars: Bars, beside: Bars | None) -> str:
    group = read(bars, look())
    if bars.covered:
        return said(Message(COVERED, {"title": group.title}))
    now = f"{group.title}: {_listed(bars)}"
    text = now if beside is None else said(Message(PINNED, {"now": now, "then": _listed(beside)}))
    return f"{text}; {group.caption}" if group.caption else text


def _listed(bars: Bars) -> str:
    """Return every bar with its number, and in brackets its digits where it is written otherwise."""
    group = read(bars, look())
    plain = [format_number(value, group.digits) for value in group.values]
    written = ("",) * len(plain) if bars.written is None else bars.written
    return ", ".join(
        f"{label} {number} ({digits})" if text and text != digits else f"{label} {number}".strip()
        for label, number, digits, text in zip(group.labels, group.numbers, plain, written, strict=True)
    )


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
    _draw_raw(painter, [bar for bar in group.bars if bar.raw is not None], style)
    for bar in group.bars:
        if bar.beyond and bar.negative and bar.box.bottom <= group.zero:
            _draw_outside(painter, bar, style)
            continue
        _draw_bar(painter, bar, "negative" if bar.negative else group.kind, style)
        if bar.beyond:
            _draw_break(painter, bar, style)


def _draw_cover(painter: QPainter, rect: QRectF, style: Look) -> None:
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
