"""Bars of one query: groups side by side, each an axis of its own, the selected key lit in all of them."""

import math
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, Signal
from PySide6.QtGui import QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import Bars
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number
from attnstudio.ui.bars_axis import comparable, read
from attnstudio.ui.bars_drawing import draw_arrows, draw_axes, draw_bars, draw_cover
from attnstudio.ui.bars_plan import BarsPlan, plan_bare_bars, plan_bars
from attnstudio.ui.figure import FigureView
from attnstudio.ui.labels import Box, write_all
from attnstudio.ui.matrix_painter import draw_cover_sign
from attnstudio.ui.strokes import rule
from attnstudio.ui.theme import Look, look
from attnstudio.ui.tokens import token, told
from attnstudio.ui.words import said

TIP = QT_TRANSLATE_NOOP("attnstudio", "One bar a key; point at a bar for all its digits")
COVERED = QT_TRANSLATE_NOOP("attnstudio", "{title}: covered")
BESIDE = QT_TRANSLATE_NOOP("attnstudio", "{now}; {called}: {other}")
PINNED = Message(QT_TRANSLATE_NOOP("attnstudio", "pinned"))


class Row(NamedTuple):
    """What BarsView shows."""

    groups: tuple[Bars, ...]
    selected: int | None
    beside: tuple[Bars, ...]
    called: Message


class BarsView(FigureView[Row, BarsPlan]):
    """Groups of bars, as logits → exp → weights; numbers and labels thin out where there is no room.

    Parameters
    ----------
    sequence : bool
        Whether each group follows from the one before, as arrows say; else they are alternatives.
    """

    hovered = Signal(object)  # (group, index) under the pointer, or None

    def __init__(self, parent: QWidget | None = None, *, sequence: bool = True) -> None:
        super().__init__(said("Bars of the selected query"), said(TIP), parent)
        self._sequence = sequence
        self.setMouseTracking(True)
        self._under: tuple[int, int] | None = None

    def show_bars(
        self,
        groups: tuple[Bars, ...],
        selected: int | None,
        beside: tuple[Bars, ...] | None = None,
        called: Message = PINNED,
    ) -> None:
        """Show groups of bars, with one key lit.

        Parameters
        ----------
        groups : tuple of Bars
        selected : int or None
        beside : tuple of Bars, optional
            Groups to compare with, in the same order: dashed outlines beside the bars, where labels agree.
        called : Message, optional
            What those groups are, in words.
        """
        self._show(Row(groups, selected, beside or (), called))

    @property
    def crowded(self) -> bool:
        groups = plan.groups if (plan := self.plan()) else ()
        return super().crowded or any(line.text.endswith("…") for group in groups for line in group.titles)

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
        return now if beside is None else with_other(now, _exact(beside, index), self.shown.called)

    def tip_at(self, place: QPointF) -> str:
        under = self.bar_at(place)
        return "" if under is None else self.exact(*under)

    def _pair(self, group: int) -> tuple[Bars, Bars | None]:
        """Return a group, and that which it is compared with."""
        groups, beside = self.shown.groups, self.shown.beside
        other = beside[group] if group < len(beside) and comparable(groups[group], beside[group]) else None
        return groups[group], other

    def _make_plan(self, data: Row, area: Box, style: Look) -> BarsPlan:
        plan = plan_bars(data.groups, data.selected, area, style, data.beside)
        return plan if self._sequence else plan._replace(arrows=())

    def _make_bare_plan(self, data: Row, area: Box, style: Look) -> BarsPlan:
        return plan_bare_bars(data.groups, data.selected, area, style, data.beside)

    def _summary(self, data: Row) -> str:
        return "; ".join(_in_words(*self._pair(group), data.called) for group in range(len(data.groups)))

    def _still(self, plan: BarsPlan) -> object:
        return plan.arrows, [
            (group.kind, group.plot, group.grid if group.ticks else (), group.ticks, group.titles,
             [(bar.column, bar.label, bar.selected) for bar in group.bars])
            for group in plan.groups
        ]  # fmt: skip

    def _draw_still(self, painter: QPainter, plan: BarsPlan, style: Look) -> None:
        draw_axes(painter, plan.groups, style)
        draw_arrows(painter, plan.arrows, style)
        for group in plan.groups:
            write_all(painter, [(style.colour(group.kind), group.titles)], style)
        labels = [bar.label for group in plan.groups for bar in group.bars]
        ticks = [tick for group in plan.groups for tick in group.ticks]
        write_all(painter, [(style.colour("key"), labels), (style.colour("muted"), ticks)], style)

    def _draw_shapes(self, painter: QPainter, plan: BarsPlan, style: Look) -> None:
        draw_bars(painter, plan.groups, style)
        for group in plan.groups:
            if group.cover is not None:
                draw_cover(painter, group.cover.rect(), style)
                continue
            ends = (group.plot.left, group.zero, group.plot.right, group.zero)
            rule(painter, ends, style.line(), style.colour("outline"))

    def _draw_texts(self, painter: QPainter, plan: BarsPlan, style: Look) -> None:
        for group in plan.groups:
            if group.cover is not None:
                draw_cover_sign(painter, group.cover.rect(), style)
        numbers = [bar.number for group in plan.groups for bar in group.bars]
        captions = [caption for group in plan.groups for caption in group.captions]
        write_all(painter, [(style.colour("text"), numbers), (style.colour("muted"), captions)], style)

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


def with_other(now: str, other: str, called: Message = PINNED) -> str:
    """Return words with those of what is compared with."""
    return said(Message(BESIDE, {"now": now, "called": called, "other": other}))


def _in_words(bars: Bars, beside: Bars | None, called: Message) -> str:
    group = read(bars, look())
    if bars.covered:
        return said(Message(COVERED, {"title": group.title}))
    now = f"{group.title}: {_listed(bars)}"
    text = now if beside is None else with_other(now, _listed(beside), called)
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
