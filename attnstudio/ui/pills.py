"""A pill of the strip of stages: its number, its title, and the eye that covers it."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from attnstudio.ui.eye import paint_eye
from attnstudio.ui.labels import Box
from attnstudio.ui.strokes import hatching, stroke
from attnstudio.ui.theme import Look, look, text_on, text_width


class Measures(NamedTuple):
    """How roomy pills are, in pixels at 100 %.

    Parameters
    ----------
    role : str
        Of the font of titles, which may be bold.
    bold : bool
    lead, pad, eye, end : int
        Before a title, between it and the eye, the eye, and after that.
    gap : int
        Between pills.
    disc : bool
        Whether the number stands on a disc.
    """

    role: str
    bold: bool
    lead: int
    pad: int
    eye: int
    end: int
    gap: int
    disc: bool = True

    def font(self, style: Look) -> QFont:
        return style.font(self.role, bold=self.bold)


MEASURES = (
    Measures("body", True, 30, 6, 18, 10, 8),
    Measures("small", True, 30, 6, 18, 10, 8),
    Measures("small", True, 23, 3, 12, 5, 4),
    Measures("small", False, 23, 3, 12, 5, 4),
    Measures("small", False, 18, 3, 12, 5, 2, disc=False),
)


class Pill(NamedTuple):
    """What a pill shows.

    Parameters
    ----------
    number : int
    title, kind : str
        The kind colours it.
    rect : QRectF
        With the room for a ring around it.
    measures : Measures
    covered, enlarged : bool
    eye : bool
        Whether its eye shows.
    """

    number: int
    title: str
    kind: str
    rect: QRectF
    measures: Measures
    covered: bool
    enlarged: bool
    eye: bool


def eye_of(rect: QRectF, measures: Measures) -> QRectF:
    """Return the end of a pill that is its eye: as high as the pill, since small marks are hard to hit."""
    width = look().px(measures.pad + measures.eye + measures.end)
    return QRectF(rect.right() - width, rect.top(), width, rect.height())


def laid_out(titles: Sequence[str], width: float, height: float, style: Look) -> tuple[Measures, list[QRectF]]:
    """Return the roomiest measures in which titles and eyes stand side by side, and the place of each pill.

    Pills are equal, or as wide as their titles need; where even the tightest measures take more room, all give way.
    """
    count = len(titles)
    for measures in MEASURES:
        font, gap = measures.font(style), style.px(measures.gap)
        room = width - gap * (count - 1)
        sides = style.px(measures.lead + measures.pad + measures.eye + measures.end)
        widths = [sides + text_width(font, title) for title in titles]
        spare = (room - sum(widths)) / count
        if spare >= 0:
            break
    equal = max(widths) <= room / count
    widths = [room / count if equal else own + spare for own in widths]
    return measures, [QRectF(sum(widths[:i]) + gap * i, 0, widths[i], height) for i in range(count)]


def are_cut(titles: Sequence[str], measures: Measures, places: Sequence[QRectF], style: Look) -> bool:
    """Return whether pills have too little room for their titles, with the eyes left out."""
    font, sides = measures.font(style), style.px(measures.lead + measures.end)
    return any(
        sides + text_width(font, title) > place.width() + 0.5 for title, place in zip(titles, places, strict=True)
    )


def paint_pill(painter: QPainter, pill: Pill) -> None:
    """Draw a pill: a covered one with a dashed edge, hatching and a closed eye, an enlarged one filled."""
    style = look()
    edge, ink = style.px(2) + 0.5, style.colour(pill.kind)
    rect = pill.rect.adjusted(edge, edge, -edge, -edge)
    face = ink if pill.enlarged else style.colour("blocked") if pill.covered else style.cell(pill.kind, 0.08, (0, 1))
    front = text_on(face) if pill.enlarged else style.colour("text")
    dashed = pill.covered and not pill.enlarged
    painter.setPen(stroke(style, pill.kind, 1.4 if dashed else 1.0, dashed=dashed))
    painter.setBrush(face)
    painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
    _paint_number(painter, pill, rect, front if pill.enlarged else ink)
    eye = eye_of(pill.rect, pill.measures)
    left = pill.rect.left() + style.px(pill.measures.lead)
    right = eye.left() if pill.eye else pill.rect.right() - style.px(pill.measures.end)
    painter.setPen(front)
    end = _paint_title(painter, pill, QRectF(left, rect.top(), right - left, rect.height()))
    if pill.covered:
        _hatch(
            painter, Box(end + style.px(6), rect.top() + 1, right, rect.bottom() - 1), front if pill.enlarged else None
        )
    if pill.eye:
        wide, right = style.px(pill.measures.eye), eye.right() - style.px(pill.measures.end)
        place = QRectF(right - wide, eye.center().y() - wide / 3, wide, wide / 1.5)
        paint_eye(painter, place, front, opened=not pill.covered)


def _hatch(painter: QPainter, box: Box, colour: QColor | None) -> None:
    """Fill the room beside a title with slanting lines; where it is too narrow they would look like dirt."""
    style = look()
    if box.width >= style.px(12):
        painter.setPen(QPen(colour or style.colour("hatch"), style.line(0.7)))
        painter.drawLines(hatching(box, style.px(6)))


def _paint_number(painter: QPainter, pill: Pill, rect: QRectF, ink: QColor) -> None:
    """Write the number at the left end, on a disc where there is room for one."""
    lead = look().px(pill.measures.lead) - (rect.left() - pill.rect.left())
    side = min(rect.height() * 0.72, look().px(pill.measures.lead - 8))
    inset = min((rect.height() - side) / 2, lead - side - look().px(4))
    disc = QRectF(rect.left() + inset, rect.center().y() - side / 2, side, side)
    if pill.measures.disc:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(disc)
    painter.setPen(text_on(ink) if pill.measures.disc else ink)
    painter.setFont(look().font("small", bold=True))
    painter.drawText(disc, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip), str(pill.number))


def _paint_title(painter: QPainter, pill: Pill, room: QRectF) -> float:
    """Write the title, as much of it as fits; return where it ends."""
    font = pill.measures.font(look())
    shown = QFontMetricsF(font).elidedText(pill.title, Qt.TextElideMode.ElideRight, room.width() + 0.5)
    painter.setFont(font)
    painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip), shown)
    return room.left() + text_width(font, shown)
