"""Where words, numbers and the lines between them stand: pure geometry, read by the painter and by tests."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from attnstudio.state.figures import NO_TEXT
from attnstudio.state.head_figures import WordLines
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, listed
from attnstudio.ui.bars_labels import centred
from attnstudio.ui.figure import caption_labels
from attnstudio.ui.labels import Box, Label, Line, number_role, pen
from attnstudio.ui.theme import Look
from attnstudio.ui.word_lines_columns import (
    Measures,
    Placed,
    Rows,
    headings,
    key_places,
    leader,
    line_height,
    measures,
    number_label,
    query_places,
    rows_of,
    word_label,
)
from attnstudio.ui.word_lines_words import (
    LEFT_OUT,
    NO_KEY,
    Shown,
    comparable,
    numbers,
    void_rows,
)
from attnstudio.ui.words import said

NAMED = QT_TRANSLATE_NOOP("attnstudio", "{count} of {all} keys are named: those with the largest weights.")
ONE_NAMED = QT_TRANSLATE_NOOP("attnstudio", "1 of {all} keys is named: that with the largest weight.")
FAINT = QT_TRANSLATE_NOOP("attnstudio", "Weights below {least} have no line.")
FROM = QT_TRANSLATE_NOOP("attnstudio", "Thin lines: weights from {least} on.")
THICK, LEAST_THICK, HAIR = 34, 14, 1.0  # pixels of a line of weight 1, at the most and least; of one that is thinner
NODE, THIN, LEAST_THIN = 4, 3.0, 0.05  # pixels of the query's end and of a thin line of weight 1; its least weight
CROWDED = 6  # pixels between keys below which only lines as thick as a hair are drawn
STEPS, MOST_THIN = 8, 500  # widths of thin lines, and how many there are


class Ribbon(NamedTuple):
    """A line as thick as its weight, from its share of the query's end to its key."""

    key: int
    start: tuple[float, float]  # top and bottom
    end: tuple[float, float]
    hair: bool


class KeyWord(NamedTuple):
    """A key that is named: its word, its number, that which is pinned, and whether a mask or a choice leaves it out."""

    key: int
    box: Box
    word: Label
    number: Label | None
    pinned: Label | None
    leader: Line | None
    blocked: bool
    hidden: bool


class LinesPlan(NamedTuple):
    """Where everything stands, pixels."""

    measures: Measures
    queries: Rows
    keys: Rows
    query_words: tuple[tuple[int, Label], ...]
    key_words: tuple[KeyWord, ...]
    node: Box | None = None  # the end of all lines at the selected query
    ribbons: tuple[Ribbon, ...] = ()
    thin: tuple[tuple[Line, ...], ...] = ()  # of every query, by width
    dashes: tuple[Line, ...] = ()  # what is pinned
    cover: Box | None = None
    notice: tuple[Label, ...] = ()
    headings: tuple[tuple[str, Label], ...] = ()  # with their colours
    caption: tuple[Label, ...] = ()
    note: Message = NO_TEXT  # the caption whole


def plan_lines(shown: Shown, area: Box, look: Look) -> LinesPlan:
    """Fit words, numbers and lines into an area."""
    lines, small = shown.lines, pen(look)
    inner = area.inset(look.px(4))
    headed = area.height >= 10 * small.height and bool(lines.key_labels)
    head = small.height + look.px(3) if headed else 0.0
    caption, note, below, taken = tuple[Label, ...](), NO_TEXT, 0.0, -1.0
    while taken < below:  # what is said takes room, and where there is less, more is to be said
        taken = below
        room = Box(inner.left, inner.top + head, inner.right, inner.bottom - taken)
        queries, keys = (rows_of(len(labels), room, look) for labels in (lines.query_labels, lines.key_labels))
        places = key_places(lines, keys, room, look)
        note = _notes(lines, len(places), keys, look)
        caption, below = caption_labels(note, area, look)
    measured = measures(shown, room, look, led=any(place.moved for place in places))
    plan = LinesPlan(measured, queries, keys, _query_words(lines, queries, room, measured, look), ())
    plan = plan._replace(key_words=_key_words(shown, places, keys, measured, look), caption=caption, note=note)
    if headed:
        plan = plan._replace(headings=headings(inner, measured, look))
    return _with_lines(plan, shown, room, look)


def plan_bare_lines(shown: Shown, area: Box, look: Look) -> LinesPlan:
    """Fit the lines alone into an area."""
    lines, room = shown.lines, area.inset(look.px(4))
    pitches = [room.height / max(1, len(labels)) for labels in (lines.query_labels, lines.key_labels)]
    queries = Rows(room.top, max(pitches[0], 1e-6), len(lines.query_labels))
    keys = Rows(room.top, max(pitches[1], 1e-6), len(lines.key_labels))
    measured = Measures(room.left, (room.left, room.right), room.right, 0.0, None, None, 0)
    return _with_lines(LinesPlan(measured, queries, keys, (), ()), shown, room, look)


def thickness(keys: Rows, look: Look) -> float:
    """Return how thick a line of weight 1 is."""
    return float(min(look.px(THICK), max(look.px(LEAST_THICK), 1.6 * keys.pitch)))


def _notes(lines: WordLines, named: int, keys: Rows, look: Look) -> Message:
    """Return what is to be said below the lines."""
    if lines.covered:
        return Message("")
    notes = [lines.caption] if lines.caption.template else []
    if keys.pitch < look.px(CROWDED):
        least = Message(FAINT, {"least": f"{look.line(HAIR) / thickness(keys, look):.2f}"})
        notes.insert(0, least)
    if lines.every:
        notes.insert(0, Message(FROM, {"least": f"{_least_thin(lines):.2f}"}))
    if named < keys.size:
        notes.insert(0, Message(ONE_NAMED if named == 1 else NAMED, {"count": named, "all": keys.size}))
    return listed(notes, " ") if notes else Message("")


def _query_words(
    lines: WordLines, rows: Rows, room: Box, measured: Measures, look: Look
) -> tuple[tuple[int, Label], ...]:
    found, width = list[tuple[int, Label]](), measured.query_right - look.px(4)
    for place in query_places(lines, rows, room, look):
        bold = place.word == lines.selected
        text, writing = lines.query_labels[place.word], pen(look, "small", bold)
        label = word_label(text, place.y, measured.query_right, width, writing, right=True, bold=bold)
        found.append((place.word, label))
    return tuple(found)


def _key_words(
    shown: Shown, places: Sequence[Placed], rows: Rows, measured: Measures, look: Look
) -> tuple[KeyWord, ...]:
    return tuple(_key_word(shown, place, rows, measured, look) for place in places)


def _key_word(shown: Shown, place: Placed, rows: Rows, measured: Measures, look: Look) -> KeyWord:
    lines, key, high = shown.lines, place.word, line_height(look)
    known = 0 <= lines.selected < len(lines.weights) and not lines.covered
    blocked = known and lines.blocked is not None and bool(lines.blocked[lines.selected, key])
    hidden, bold = key in lines.hidden_keys, key == lines.selected_key
    writing = pen(look, "small", bold)
    word = word_label(lines.key_labels[key], place.y, measured.key_left, measured.key_width, writing,
                      right=False, bold=bold)  # fmt: skip
    right, then = measured.number_right, measured.pinned_right
    text = said(LEFT_OUT) if hidden else numbers(lines, lines.selected, measured.digits)[key] if known else ""
    own = pinned = None
    if right is not None and text:
        face = pen(look, "small" if hidden else number_role(look), bold and not hidden)
        own = number_label(text, place.y, right, face, bold=bold and not hidden)
    if then is not None and shown.beside is not None:
        text = numbers(shown.beside, shown.beside.selected, measured.digits)[key]
        pinned = number_label(text, place.y, then, pen(look, number_role(look)))
    end = max([word.box.right, *(label.box.right for label in (own, pinned) if label is not None)])
    left = measured.key_left - look.px(3)
    box = Box(left, place.y - high / 2, end + look.px(3), place.y + high / 2)
    return KeyWord(key, box, word, own, pinned, leader(place, rows, measured, look), blocked, hidden)


def _with_lines(plan: LinesPlan, shown: Shown, room: Box, look: Look) -> LinesPlan:
    """Add the lines of the selected query, thin ones of all, and those that are pinned."""
    lines, (left, right) = shown.lines, plan.measures.lines
    if not (0 <= lines.selected < len(lines.query_labels) and lines.key_labels):
        return plan
    if lines.covered:
        return plan._replace(cover=Box(left, room.top, right, room.bottom))
    if lines.every:
        plan = plan._replace(thin=_thin(lines, plan))
    if comparable(lines, shown.beside) and shown.beside is not None:
        plan = plan._replace(dashes=_dashes(shown.beside, lines, plan))
    if lines.selected in void_rows(lines):
        return plan._replace(notice=_notice(plan, room, look))
    return _with_ribbons(plan, lines, room, look)


def _with_ribbons(plan: LinesPlan, lines: WordLines, room: Box, look: Look) -> LinesPlan:
    """Share the query's end among the keys in their order, so that no line crosses another."""
    weights = [max(0.0, w) if math.isfinite(w) else 0.0 for w in lines.weights[lines.selected].tolist()]
    total, one, hair = sum(weights), thickness(plan.keys, look), look.line(HAIR)
    if total <= 0:
        return plan
    one /= max(1.0, total)  # of rows that do not sum to 1
    high = one * total
    top = min(max(plan.queries.at(lines.selected) - high / 2, room.top), room.bottom - high)
    node = Box(plan.measures.lines[0], top, plan.measures.lines[0] + look.px(NODE), top + high)
    ribbons, y = list[Ribbon](), top
    crowded = plan.keys.pitch < look.px(CROWDED)
    for key, weight in enumerate(weights):
        thick, middle = weight * one, plan.keys.at(key)
        if thick >= hair or (weight > 0 and not crowded):
            ribbons.append(Ribbon(key, (y, y + thick), (middle - thick / 2, middle + thick / 2), thick < hair))
        y += thick
    return plan._replace(node=node, ribbons=tuple(ribbons))


def _thin(lines: WordLines, plan: LinesPlan) -> tuple[tuple[Line, ...], ...]:
    """Return a straight line for every pair of another query with a weight that is worth one, by its width."""
    known = np.nan_to_num(lines.weights, nan=0.0)
    steps = np.ceil(np.clip(known, 0.0, 1.0) * STEPS).astype(np.int64) * (known >= _least_thin(lines))
    steps[lines.selected] = 0
    left, right = plan.measures.lines
    groups = [list[Line]() for _ in range(STEPS)]
    for query, key in np.argwhere(steps).tolist():
        groups[steps[query, key] - 1].append(Line(left, plan.queries.at(query), right, plan.keys.at(key)))
    return tuple(map(tuple, groups))


def _least_thin(lines: WordLines) -> float:
    """Return the weight from which a pair has a thin line: where very many would have one, the largest have it."""
    known = np.nan_to_num(lines.weights, nan=0.0).ravel()
    most = np.sort(known[known >= LEAST_THIN])[-MOST_THIN:]
    return float(np.ceil(most[0] * 100) / 100) if most.size == MOST_THIN else LEAST_THIN


def _dashes(beside: WordLines, lines: WordLines, plan: LinesPlan) -> tuple[Line, ...]:
    """Return the lines of the pinned row that are worth one; from its own query where both have the same queries."""
    same = beside.query_labels == lines.query_labels
    start = plan.queries.at(beside.selected if same else lines.selected)
    weights, (left, right) = beside.weights[beside.selected].tolist(), plan.measures.lines
    return tuple(Line(left, start, right, plan.keys.at(key)) for key, w in enumerate(weights) if w >= LEAST_THIN)


def _notice(plan: LinesPlan, room: Box, look: Look) -> tuple[Label, ...]:
    small, (left, right) = pen(look), plan.measures.lines
    lines = small.lines(said(NO_KEY), right - left, 3)
    x, y = (left + right) / 2, (room.top + room.bottom - len(lines) * small.height) / 2
    return tuple(centred(line, x, y + i * small.height, small) for i, line in enumerate(lines))
