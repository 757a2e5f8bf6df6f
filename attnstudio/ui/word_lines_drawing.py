"""Draws words and the lines between them as a plan has them."""

from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from attnstudio.state.head_figures import WordLines
from attnstudio.ui.labels import Box, Label, number_role, write_all
from attnstudio.ui.plot_marks import draw_cover
from attnstudio.ui.strokes import NO_BRUSH, NO_PEN, hatching, rule, stroke
from attnstudio.ui.theme import Look
from attnstudio.ui.word_lines_columns import MARK
from attnstudio.ui.word_lines_plan import HAIR, STEPS, THIN, KeyWord, LinesPlan, Ribbon

CORNER = 4


def draw_lit(painter: QPainter, plan: LinesPlan, lines: WordLines, look: Look) -> None:
    """Light the selected words, in frames."""
    wide = look.px(3)
    words = [label.box for query, label in plan.query_words if query == lines.selected]
    boxes = [("query", box._replace(left=box.left - wide, right=box.right + wide)) for box in words]
    boxes += [("key", word.box) for word in plan.key_words if word.key == lines.selected_key]
    painter.setBrush(look.colour("note"))
    for colour, box in boxes:
        painter.setPen(stroke(look, colour, 1.2))
        painter.drawRoundedRect(box.rect(), look.px(CORNER), look.px(CORNER))


def draw_lines(painter: QPainter, plan: LinesPlan, lines: WordLines, look: Look) -> None:
    """Draw thin lines of all queries, those of the selected one over them, and dashed ones that are pinned."""
    if plan.cover is not None:
        draw_cover(painter, plan.cover.rect(), look)
        return
    for step, thin in enumerate(plan.thin, 1):
        if thin:
            painter.setPen(_thin_pen(look, step))
            painter.drawLines([QLineF(*line) for line in thin])
    _draw_ribbons(painter, plan, lines.selected_key, look)
    if plan.dashes:
        painter.setPen(stroke(look, "text", 1.2, dashed=True))
        painter.setBrush(NO_BRUSH)
        for x1, y1, x2, y2 in plan.dashes:
            painter.drawPath(_curve(x1, y1, x2, y2))
    if plan.node is not None:
        painter.fillRect(plan.node.rect(), look.colour("query"))


def _draw_ribbons(painter: QPainter, plan: LinesPlan, selected: int, look: Look) -> None:
    left, right = plan.measures.lines
    hairs = stroke(look, "weight", HAIR)
    painter.setBrush(NO_BRUSH)
    painter.setPen(hairs)
    for ribbon in plan.ribbons:
        if ribbon.hair:
            painter.drawPath(_curve(left, sum(ribbon.start) / 2, right, sum(ribbon.end) / 2))
    painter.setBrush(look.strong("weight"))
    painter.setPen(NO_PEN)
    for ribbon in sorted(plan.ribbons, key=lambda ribbon: ribbon.key == selected):
        if not ribbon.hair:
            if ribbon.key == selected:
                painter.setPen(stroke(look, "text", 0.8))
            painter.drawPath(_band(ribbon, left, right))


def _curve(x1: float, y1: float, x2: float, y2: float) -> QPainterPath:
    path, middle = QPainterPath(QPointF(x1, y1)), (x1 + x2) / 2
    path.cubicTo(middle, y1, middle, y2, x2, y2)
    return path


def _band(ribbon: Ribbon, left: float, right: float) -> QPainterPath:
    """Return the outline of a line that is as thick as its weight."""
    _, (top, bottom), (end_top, end_bottom), _ = ribbon
    path, middle = _curve(left, top, right, end_top), (left + right) / 2
    path.lineTo(right, end_bottom)
    path.cubicTo(middle, end_bottom, middle, bottom, left, bottom)
    path.closeSubpath()
    return path


@lru_cache(maxsize=64)
def _thin_pen(look: Look, step: int) -> QPen:
    pen = QPen(look.colour("outline"), look.line(max(0.6, THIN * step / STEPS)))
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def draw_marks(painter: QPainter, plan: LinesPlan, look: Look) -> None:
    """Hatch a small square before each key that a mask forbids; strike out those that are left out."""
    side, width = look.px(MARK), look.line()
    for word in plan.key_words:
        if word.leader is not None:
            painter.setPen(stroke(look, "outline", 0.8))
            painter.drawLine(QLineF(*word.leader))
        y = word.word.box.centre[1]
        if word.blocked:
            left = plan.measures.key_left - look.px(5) - side
            box = Box(left, y - side / 2, left + side, y + side / 2)
            painter.fillRect(box.rect(), look.colour("hatch"))
            painter.fillRect(box.inset(width).rect(), look.colour("card"))
            painter.setPen(stroke(look, "hatch"))
            painter.drawLines(hatching(box.inset(width), look.px(3)))
        if word.hidden:
            left, right = word.word.box.left, word.word.box.right
            rule(painter, (left, y, right, y), width, look.colour("muted"))


def still_of(plan: LinesPlan, lines: WordLines) -> object:
    """Return all of a plan that stays while weights change."""
    words = [(word.word, word.box, word.leader, word.blocked, word.hidden, _left_out(word)) for word in plan.key_words]
    places = plan.measures.key_left, lines.selected, lines.selected_key
    return places, plan.query_words, words, plan.headings, plan.caption, plan.notice


def write_words(painter: QPainter, plan: LinesPlan, look: Look) -> None:
    """Write words, headings and what is said below."""
    keys, muted = list[Label](), [*plan.caption, *plan.notice]
    for word in plan.key_words:
        (muted if word.blocked or word.hidden else keys).append(word.word)
        muted += _left_out(word)
    texts = [(look.colour("query"), [label for _, label in plan.query_words]), (look.colour("key"), keys)]
    texts += [(look.colour("muted"), muted)]
    texts += [(look.colour(colour), [label]) for colour, label in plan.headings]
    write_all(painter, texts, look)


def _left_out(word: KeyWord) -> tuple[Label, ...]:
    """Return what a key that is left out has in place of a number."""
    return (word.number,) if word.hidden and word.number is not None else ()


def write_numbers(painter: QPainter, plan: LinesPlan, look: Look) -> None:
    """Write the weights, those that a mask forbids and those that are pinned less strongly."""
    numbers, muted = list[Label | None](), [word.pinned for word in plan.key_words]
    for word in plan.key_words:
        if not word.hidden:
            (muted if word.blocked else numbers).append(word.number)
    write_all(painter, [(look.colour("text"), numbers), (look.colour("muted"), muted)], look, number_role(look))
