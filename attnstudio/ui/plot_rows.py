"""The lines of text around the frame of a plot, each where there is room for it."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtGui import QPen

from attnstudio.ui.labels import Box, Label, Line, Pen, pen
from attnstudio.ui.theme import Look

FRAME = 0.36  # of the height that the frame keeps, whatever texts there are
MARK = 8.0  # height of the mark on top of the cursor, in widths of a line
CLEAR = 4  # pixels around all texts, for the frame of the focus
SAMPLE = 22  # pixels of a line that stands before what it is
Texts = tuple[str, tuple[Label, ...]]  # and their colour


class Key(NamedTuple):
    """A short piece of a line, and what it is."""

    pen: QPen
    line: Line
    label: Label


class Rows:
    """Lines of text above and below a frame that keeps its share of the height.

    Parameters
    ----------
    area : Box
    style : Look
    top, taken : float
        Where to go on, and what was taken of the height by then.
    """

    def __init__(self, area: Box, style: Look, top: float | None = None, taken: float = 0.0) -> None:
        self.small, self.bold, self.style = pen(style), pen(style, bold=True), style
        self.high, self.texts, self.moving = self.small.height, list[Texts](), list[Texts]()
        self.area = area.inset(style.px(CLEAR))
        self.width = self.area.width
        self.top, self.bottom = self.area.top if top is None else top, self.area.bottom
        self.taken = taken  # of the height, by texts
        self.most = area.height * (1 - FRAME)

    def fits(self, text: str, most: int, indent: float = 0) -> tuple[str, ...]:
        """Return a text in so many lines at most, if there is room for them; what follows its first comma may go."""
        lines = self._lines(text, self.width - indent, most) if text else ()
        if self.taken + len(lines) * self.high > self.most:
            return ()
        self.taken += len(lines) * self.high
        return lines

    def fit_all(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        """Return texts each in a line, or in two if there is room for that."""
        lines = [self.fits(text, 1) for text in texts]
        for i, text in enumerate(texts):
            if lines[i] and (whole := self.small.lines(text, self.width, 2)) != lines[i]:
                more = (len(whole) - 1) * self.high
                if self.taken + more <= self.most:
                    self.taken += more
                    lines[i] = whole
        return lines

    def _lines(self, text: str, width: float, most: int) -> tuple[str, ...]:
        whole = self.small.lines(text, width, most)
        return whole if " ".join(whole) == text else self.small.lines(text.partition(", ")[0], width, most)

    def fits_beside(self, left: str, text: str) -> bool:
        """Return whether a line and what it is have room in a row with another text."""
        return self.small.width(left) + self.small.width(text) + 2 * self.style.px(SAMPLE) < self.width

    def above(self, colour: str, lines: Sequence[str], *, bold: bool = False, moving: bool = False) -> None:
        """Write lines under those that are above the frame; `moving`: with the cursor their words change."""
        writing = self.bold if bold else self.small
        texts = self._stacked(writing, lines, self.top, [self.area.left] * len(lines), bold)
        (self.moving if moving else self.texts).append((colour, texts))
        self.top += len(lines) * self.high

    def above_beside(self, texts: Sequence[tuple[str, str]]) -> bool:
        """Write readings with their colours side by side in one row, if there are any and they all fit there."""
        gap = self.style.px(SAMPLE)
        wide = sum(self.small.width(text) + gap for _, text in texts)
        if not texts or wide > self.width or self.taken + self.high > self.most:
            return False
        left = self.area.left
        for colour, text in texts:
            self.moving.append((colour, self._stacked(self.small, [text], self.top, [left])))
            left += self.small.width(text) + gap
        self.taken += self.high
        self.top += self.high
        return True

    def below(self, colour: str, lines: Sequence[str], centred: bool = False) -> None:
        """Write lines over those that are below the frame."""
        self.bottom -= len(lines) * self.high
        spare = [(self.width - self.small.width(line)) / 2 if centred else 0 for line in lines]
        lefts = [self.area.left + room for room in spare]
        self.texts.append((colour, self._stacked(self.small, lines, self.bottom, lefts)))

    def centred(self, text: str, frame: Box) -> Texts:
        """Return a text in the middle of a frame."""
        lines = self.small.lines(text, frame.width, 2)
        lefts = [frame.centre[0] - self.small.width(line) / 2 for line in lines]
        top = frame.centre[1] - len(lines) * self.high / 2
        return "muted", self._stacked(self.small, lines, top, lefts)

    def _stacked(
        self, writing: Pen, lines: Sequence[str], top: float, lefts: Sequence[float], bold: bool = False
    ) -> tuple[Label, ...]:
        tops = [top + i * self.high for i in range(len(lines))]
        return tuple(
            Label(line, Box(left, y, left + writing.width(line), y + self.high), bold)
            for line, left, y in zip(lines, lefts, tops, strict=True)
        )

    def sample(self, line: QPen, text: str) -> Key:
        """Write what a line is after a piece of it, in a row of its own."""
        self.top += self.high
        return self._key(line, text, self.area.left, self.top - self.high)

    def sample_beside(self, line: QPen, text: str) -> Key:
        """Write what a line is at the end of the row that comes next."""
        return self._key(line, text, self.area.right - self.style.px(SAMPLE) - self.small.width(text), self.top)

    def _key(self, line: QPen, text: str, left: float, top: float) -> Key:
        wide, middle = self.style.px(SAMPLE), top + self.high / 2
        box = Box(left + wide, top, left + wide + self.small.width(text), top + self.high)
        return Key(line, Line(left, middle, left + 0.75 * wide, middle), Label(text, box))

    def frame(self) -> Box:
        """Return what is left between the texts."""
        return Box(self.area.left, self.top + self.style.px(3), self.area.right, self.bottom - self.style.px(3))


def apart(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return places in the same order, moved as little as it takes to be `gap` apart, inside low…high if they fit."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    moved = [min(max(places[i], low), high) for i in order]
    for k in range(1, len(moved)):
        over = gap - (moved[k] - moved[k - 1])
        if over > 0:
            moved[k - 1] -= over / 2
            moved[k] += over / 2
    for k in range(1, len(moved)):
        moved[k] = max(moved[k], moved[k - 1] + gap)
    below, found = len(moved) - 1, [0.0] * len(places)  # how many come after each
    for k, i in enumerate(order):
        found[i] = max(min(moved[k], high - gap * (below - k)), low + gap * k)
    return found
