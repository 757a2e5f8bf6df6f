"""The two columns of words and the numbers beside them: all where they fit, fewer where there are many."""

import math
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from attnstudio.state.head_figures import WordLines
from attnstudio.ui.labels import Box, Label, Line, Pen, number_role, pen
from attnstudio.ui.matrix_numbers import shown_digits
from attnstudio.ui.plot_rows import apart
from attnstudio.ui.theme import Look
from attnstudio.ui.tokens import token
from attnstudio.ui.word_lines_words import KEY, LEFT_OUT, PINNED, QUERY, WEIGHT, Shown, comparable, numbers, strongest
from attnstudio.ui.words import said

SHARES, LEAST = (0.3, 0.26, 0.22), 40  # of the width, that words may take on a side; pixels that lines keep
FEWEST = 2  # digits with which weights are told apart
GAP, MARK, LEADER = 6, 9, 12  # between words and what is beside them; a mark of a mask; from a word to its true place
TALLEST = 3.2  # lines of text that a row may take


class Measures(NamedTuple):
    """Where the columns stand, from left to right, and what is written in them."""

    query_right: float  # where words of queries end
    lines: tuple[float, float]  # where lines start and end
    key_left: float
    key_width: float
    number_right: float | None  # None where numbers have no room
    pinned_right: float | None
    digits: int


class Rows(NamedTuple):
    """The places of so many words, from the top down."""

    top: float
    pitch: float
    size: int

    def at(self, index: int) -> float:
        return self.top + (index + 0.5) * self.pitch

    def holds(self, y: float) -> bool:
        return self.top <= y < self.top + self.pitch * self.size

    def nearest(self, y: float) -> int:
        return min(max(int((y - self.top) // self.pitch), 0), self.size - 1)


@lru_cache(maxsize=64)
def line_height(look: Look) -> float:
    """Return how high a row of a word and its number is."""
    return max(pen(look).height, pen(look, number_role(look), True).height)


def rows_of(count: int, room: Box, look: Look) -> Rows:
    """Spread words over a height; few of them stand no farther apart than is easy to follow."""
    pitch = min(room.height / max(1, count), TALLEST * line_height(look))
    return Rows(room.top, max(pitch, 1e-6), count)


def measures(shown: Shown, area: Box, look: Look, *, led: bool) -> Measures:
    """Share the width: words first, then numbers with as many digits as there is room for.

    Parameters
    ----------
    shown : Shown
    area : Box
    look : Look
    led : bool
        Whether words of keys may stand off their places.
    """
    lines, gap, known = shown.lines, look.px(GAP), not shown.lines.covered and shown.lines.weights.size
    aside = (look.px(MARK) + gap if lines.blocked is not None else 0) + (look.px(LEADER) if led else 0)
    digits = shown_digits(lines.digits, look)
    counts = range(digits, min(digits, FEWEST) - 1, -1) if known else ()
    both = (True, False) if comparable(lines, shown.beside) else (False,)
    for compared, share, count in product(both, SHARES, counts):
        query, key = (_widest(labels, share * area.width, look) for labels in (lines.query_labels, lines.key_labels))
        numbers = _numbers_width(lines, count, look)
        other = _pinned_width(shown.beside, count, look) if compared and shown.beside else 0.0
        taken = query + key + numbers + other + (5 + 2 * compared) * gap + aside
        if area.width - taken >= look.px(LEAST):
            right = area.right - (other + 2 * gap if other else 0.0)
            columns = _columns(area, query, key, right, numbers, aside, look)
            return columns._replace(digits=count, pinned_right=area.right if other else None)
    query, key = (_widest(labels, SHARES[0] * area.width, look) for labels in (lines.query_labels, lines.key_labels))
    return _columns(area, query, key, area.right, 0.0, aside, look)._replace(number_right=None)


def _columns(area: Box, query: float, key: float, right: float, numbers: float, aside: float, look: Look) -> Measures:
    gap = look.px(GAP)
    key_left = right - numbers - (2 * gap if numbers else 0) - key
    start = area.left + query + 2 * gap
    return Measures(
        area.left + query + gap / 2, (start, max(start, key_left - aside - gap)), key_left, key, right, None, 0
    )


@lru_cache(maxsize=64)
def _widest(labels: tuple[str, ...], most: float, look: Look) -> float:
    widest = max((pen(look, "small", True).width(token(label)) for label in labels), default=0.0)
    return min(widest, most)


def _numbers_width(lines: WordLines, digits: int, look: Look) -> float:
    bold, small = pen(look, number_role(look), True), pen(look)
    wide = max(map(bold.width, numbers(lines, lines.selected, digits)))
    return max(wide, small.width(said(LEFT_OUT))) if lines.hidden_keys else wide


def _pinned_width(beside: WordLines, digits: int, look: Look) -> float:
    """Return the width of a second column, whose heading must not run into that of the first."""
    return max(_numbers_width(beside, digits, look), pen(look).width(said(PINNED)) + look.px(GAP))


class Placed(NamedTuple):
    """The middle of a word, at its true place or moved off it."""

    word: int
    y: float
    moved: bool


def query_places(lines: WordLines, rows: Rows, room: Box, look: Look) -> list[Placed]:
    """Choose the queries that are named: every one, or every second, third, …, and always the selected one."""
    high, chosen = pen(look).height, lines.selected
    if rows.pitch >= high:
        return [Placed(i, rows.at(i), False) for i in range(rows.size)]
    step, first = math.ceil(high / rows.pitch), max(0, math.ceil(high / 2 / rows.pitch - 0.5))
    low, end = room.top + high / 2, room.bottom - high / 2
    named = {i: rows.at(i) for i in range(first, rows.size, step) if rows.at(i) <= end}
    if 0 <= chosen < rows.size:
        y = min(max(rows.at(chosen), low), max(low, end))
        named = {i: there for i, there in named.items() if abs(there - y) >= high} | {chosen: y}
    return [Placed(i, y, False) for i, y in named.items()]


def key_places(lines: WordLines, rows: Rows, room: Box, look: Look) -> list[Placed]:
    """Choose the keys that are named: all, or those with the largest weights, moved apart as far as they must be."""
    high = line_height(look)
    if rows.pitch >= high or not rows.size:
        return [Placed(i, rows.at(i), False) for i in range(rows.size)]
    capacity = max(1, int(room.height // high))
    named = sorted({min(max(lines.selected_key, 0), rows.size - 1), *_worth_naming(lines, capacity - 1, look)})
    true = [rows.at(i) for i in named]
    moved = apart(true, high, room.top + high / 2, max(room.top, room.bottom - high / 2))
    return [Placed(i, y, abs(y - there) > 1) for i, y, there in zip(named, moved, true, strict=True)]


def _worth_naming(lines: WordLines, most: int, look: Look) -> list[int]:
    """Return so many keys with the largest weights, none written as 0; evenly spread ones where none is known."""
    if lines.covered or not 0 <= lines.selected < len(lines.weights):
        count = len(lines.key_labels)
        return list(range(0, count, math.ceil(count / most))) if most else []
    weights, least = lines.weights[lines.selected], 0.5 * 10.0 ** -shown_digits(lines.digits, look)
    return [key for key in strongest(lines)[:most] if weights[key] >= least]


@lru_cache(maxsize=2048)
def word_label(text: str, y: float, edge: float, width: float, writing: Pen, *, right: bool, bold: bool) -> Label:
    """Return a word that ends, or starts, at an edge."""
    shown = writing.elided(token(text), width + 0.5)
    wide, top = writing.width(shown), y - writing.height / 2
    left = edge - wide if right else edge
    return Label(shown, Box(left, top, left + wide, top + writing.height), bold)


def number_label(text: str, y: float, edge: float, writing: Pen, *, bold: bool = False) -> Label:
    """Return a number that ends at an edge; each frame has others."""
    wide, top = writing.width(text), y - writing.height / 2
    left = edge - wide
    return Label(text, Box(left, top, left + wide, top + writing.height), bold)


def leader(place: Placed, rows: Rows, measured: Measures, look: Look) -> Line | None:
    """Return the line from the true place of a moved word to the word."""
    if not place.moved:
        return None
    left, right = measured.lines[1] + look.px(1), measured.lines[1] + look.px(LEADER)
    return Line(left, rows.at(place.word), right, place.y)


def headings(inner: Box, measured: Measures, look: Look) -> tuple[tuple[str, Label], ...]:
    """Write what the columns are over them, where none of it runs into the next, each with its colour."""
    small, kept = pen(look), list[tuple[str, Label]]()
    query, key = said(QUERY), said(KEY)
    ends = [("query", query, max(inner.left + small.width(query), measured.query_right))]
    ends.append(("key", key, measured.key_left + small.width(key)))
    rights = (WEIGHT, measured.number_right), (PINNED, measured.pinned_right)
    ends += [("muted", said(text), right) for text, right in rights if right is not None]
    for colour, text, right in ends:
        box = Box(right - small.width(text), inner.top, right, inner.top + small.height)
        if not any(box.overlaps(other.box.inset(-look.px(3))) for _, other in kept):
            kept.append((colour, Label(text, box)))
    return tuple(kept)
