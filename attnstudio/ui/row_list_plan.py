"""Where the rows of a list stand: label, bar, number and note, in one line or two; pure geometry, and tests read it."""

import math
from itertools import accumulate
from typing import NamedTuple, Self

from attnstudio.state.figures import Matrix
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number
from attnstudio.ui.labels import Box, Label, pen
from attnstudio.ui.theme import Look
from attnstudio.ui.tokens import token
from attnstudio.ui.words import said

MORE = QT_TRANSLATE_NOOP("attnstudio", "{count} more")
LONG = 0.5  # share of the width; a label that needs more has a line of its own
MOST_LINES = 3  # of a text
SPREAD = 1.6  # times its height that a row takes at the most where there is room
EDGE, GAP, AIR = 6, 8, 3  # left and right of a row, between its parts, above and below them


class ListRow(NamedTuple):
    """One row: its label, what stands at its right end, how long its bar is (None: it has none), and a note."""

    label: str
    text: str
    share: float | None = None
    note: str = ""


class RowList(NamedTuple):
    """The rows of a list and the one that is lit; `kind` colours bars; covered rows have labels alone."""

    title: str
    kind: str
    rows: tuple[ListRow, ...]
    selected: int | None = None
    covered: bool = False


class RowPlan(NamedTuple):
    """One row in sight: what a click takes, where its bar may reach, and its bar and texts."""

    at: int
    box: Box
    track: Box | None
    bar: Box | None
    label: Label
    texts: tuple[Label, ...]
    note: Label | None


class ListPlan(NamedTuple):
    """The rows in sight, and how many are out of it."""

    rows: tuple[RowPlan, ...]
    more: Label | None = None


def rows_of(matrix: Matrix, *, selected: int | None = None) -> RowList:
    """Return the list of a matrix of one column: a row for each of its rows that has a number."""
    most, notes = matrix.limits[1], matrix.row_notes or ("",) * len(matrix.row_labels)
    rows = []
    for label, value, note in zip(matrix.row_labels, matrix.values[:, 0].tolist(), notes, strict=True):
        known = math.isfinite(value)
        share = min(max(value / most, 0.0), 1.0) if known and most > 0 else 0.0
        written = format_number(value, matrix.digits) if known else ""
        rows.append(ListRow(token(label), written, share, said(note)))
    return RowList(said(matrix.title), matrix.kind, tuple(rows), selected, matrix.covered)


def plan_list(data: RowList, area: Box, look: Look, first: int) -> ListPlan:
    """Place as many rows as have room, from `first` on; where some have none, a line says how many."""
    parts, small, count = _Parts.of(data, area.width, look), pen(look), len(data.rows)
    heights = [parts.height(row) for row in data.rows]
    room, more = area.height, None
    if sum(heights) > room:
        told = room >= small.height + max(heights)
        room -= small.height if told else 0.0
        first = min(max(first, 0), count - _fitting(heights[::-1], room))
        heights = heights[first : first + _fitting(heights[first:], room)]
        text = said(Message(MORE, {"count": count - len(heights)}))
        left = area.right - look.px(EDGE) - small.width(text)
        more = Label(text, Box(left, area.bottom - small.height, area.right, area.bottom)) if told else None
    else:
        first = 0
    spread = max(1.0, min(SPREAD, room / sum(heights))) if heights and more is None else 1.0
    rows, top = [], area.top
    for index, height in enumerate(heights, first):
        rows.append(parts.row(data, index, Box(area.left, top, area.right, top + height * spread)))
        top += height * spread
    return ListPlan(tuple(rows), more)


def _fitting(heights: list[float], room: float) -> int:
    """Return how many of these rows have room, one at the least."""
    return max(1, sum(total <= room for total in accumulate(heights)))


class _Parts(NamedTuple):
    """What all rows of a list share; `stacked`: labels stand over their bars."""

    look: Look
    width: float
    widest: float
    tail: float
    stacked: bool

    @classmethod
    def of(cls, data: RowList, width: float, look: Look) -> Self:
        writing, lit = pen(look, "body"), pen(look, "body", True)
        widest = max((lit.width(row.label) for row in data.rows), default=0.0)  # any of them may be
        tail = max((writing.width(row.text) for row in data.rows), default=0.0)
        return cls(look, width, widest, tail, widest > LONG * width)

    def _lines(self, row: ListRow) -> int:
        if row.share is not None:
            return 2 if self.stacked else 1
        writing, px = pen(self.look, "body"), self.look.px
        beside = writing.width(row.label) + writing.width(row.text) + px(2 * EDGE + GAP) <= self.width
        return 1 if beside else 1 + len(self._texts(row))

    def _texts(self, row: ListRow) -> tuple[str, ...]:
        """Return the text of a row in lines that have room."""
        return pen(self.look, "body").lines(row.text, self.width - 2 * self.look.px(EDGE), MOST_LINES)

    def height(self, row: ListRow) -> float:
        """Return the height that a row needs."""
        return pen(self.look, "body").height * self._lines(row) + 2 * self.look.px(AIR)

    def row(self, data: RowList, index: int, box: Box) -> RowPlan:
        """Place one row."""
        row, writing, px = data.rows[index], pen(self.look, "body"), self.look.px
        high, lines = writing.height, self._lines(row)
        left, right = box.left + px(EDGE), box.right - px(EDGE)
        top = box.top + (box.height - high * lines) / 2
        below = top + high * min(lines - 1, 1)
        room = self.widest if lines == 1 and row.share is not None else right - left
        area = Box(left, top, left + room, top + high)
        lit = index == data.selected
        label = Label(pen(self.look, "body", lit).elided(row.label, room), area, lit)
        if data.covered:
            return RowPlan(index, box, self._track(row, left, right, below, lines), None, label, (), None)
        tops = enumerate((row.text,) if row.share is not None else self._texts(row))
        texts = tuple(
            Label(text, Box(right - writing.width(text), below + i * high, right, below + (i + 1) * high))
            for i, text in tops
        )
        small = pen(self.look)
        wide = small.width(row.note) + px(GAP) if row.note else 0.0
        track = self._track(row, left, right - self.tail - px(GAP) - wide, below, lines)
        if track is None:
            return RowPlan(index, box, None, None, label, texts, None)
        bar = track._replace(right=track.left + (row.share or 0.0) * track.width)
        at = Box(track.right + px(GAP) / 2, below + (high - small.height) / 2, track.right + wide, below + high)
        return RowPlan(index, box, track, bar, label, texts, Label(row.note, at) if row.note else None)

    def _track(self, row: ListRow, left: float, right: float, top: float, lines: int) -> Box | None:
        """Return how far the bar of a row may reach."""
        if row.share is None:
            return None
        high, start = pen(self.look, "body").height, left
        if lines == 1:
            start += self.widest + self.look.px(GAP)
        return Box(start, top + 0.2 * high, max(start, right), top + 0.8 * high)
