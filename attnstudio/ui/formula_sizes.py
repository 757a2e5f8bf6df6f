"""The lines of a formula and the sizes in it: of the arrangements that there are, the one with the highest cells.

One number is chosen for a given space, the height of a cell; all else follows from it.
"""

import math
from collections.abc import Callable
from enum import Enum
from itertools import pairwise

from PySide6.QtCore import QSizeF

from attnstudio.ui.formula_items import Choice, Item, Line, Placed
from attnstudio.ui.formula_widths import Detail, is_signed, is_small, number_width, sign_size
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.matrix_layout import around_numbers
from attnstudio.ui.matrix_numbers import INPUTS, LEADING, SPARE, smallest_pixels, wanted_pixels
from attnstudio.ui.theme import look
from attnstudio.ui.titles import HIGHEST, growth

MOST_COLUMNS = 16  # with more, cells have no numbers
MOST_SHARE = (0.21, 0.27)  # of the width and height that one matrix takes at the most where its cells are many
MOST_OF_FEW = (0.86, 0.8)  # the same for all matrices of a line, where few of them fill the space
WIDENINGS = (2.2, 1.7, 1.3)  # how much wider than high cells without numbers may be
APART, CLOSE = 12, 3  # pixels at 100 % between two matrices, whose titles would read as one, and beside a sign
LEGIBLE = 6  # pixels at 100 % that the sides of cells have at least where their colours can be compared
SHRINKING = 12  # steps in which cells are made as small as they must be


class Dress(Enum):
    """What stands around the cells of a formula."""

    ALL = "title, subtitle and labels"
    LABELS = "title and labels"
    TITLE = "title alone"


class Sizing:
    """Looks for the arrangement of a formula that suits a space.

    Parameters
    ----------
    choice : Choice
        What the formula is made of.
    text : callable
        Returns the text of a sign.
    room : QSizeF
    """

    def __init__(self, choice: Choice, text: Callable[[str], str], room: QSizeF) -> None:
        self._choice, self._text, self._room, largest = choice, text, room, choice.largest
        self._usual = look().px(HIGHEST)
        self._most = self._usual if largest is None else max(self._usual, math.floor(largest * room.height()))
        self._share = MOST_SHARE if largest is None else self._share_of_few()
        self._least = smallest_pixels(look()) * LEADING + around_numbers(look())  # for a line of digits
        self._detail, self._widening, self._scale = Detail.FULL, 1.0, 1.0
        self._known: dict[tuple[object, ...], Placed] = {}  # arrangements have the same items at the same heights

    def best(self) -> list[list[Placed]]:
        """Return the arrangement with the highest cells that still have numbers; without them where none has room."""
        return self.with_numbers() or self.with_colours() or self._bare()

    def with_numbers(self) -> list[list[Placed]]:
        """Return the best arrangement whose cells, unless they are many, have numbers; nothing where none fits."""
        least = self._least
        return self._first(
            (Detail.FULL, Dress.ALL, least * 1.4), (Detail.FEWER, Dress.ALL, least),
            (Detail.FULL, Dress.LABELS, least * 1.4), (Detail.FEWER, Dress.LABELS, least),
        )  # fmt: skip

    def with_colours(self) -> list[list[Placed]]:
        """Return the best arrangement without numbers; nothing where not even titles and labels have room."""
        return self._first((Detail.NONE, Dress.ALL, look().px(9)), (Detail.NONE, Dress.LABELS, look().px(7)))

    def numbered(self, lines: list[list[Placed]]) -> bool:
        """Return whether there are lines in which every matrix, unless its cells are many, has room for its numbers."""
        views = [(p.item, p.cell) for line in lines for p in line if isinstance(p.item, MatrixView)]
        few = [cell for view, cell in views if view.turned(view.matrix.shape)[1] <= MOST_COLUMNS]
        return bool(few) and all(cell.height() >= self._least for cell in few)

    def _first(self, *levels: tuple[Detail, Dress, float]) -> list[list[Placed]]:
        """Return the best arrangement at the first level, each with the height that its cells need, where one fits."""
        for detail, dressed, needed in levels:
            self._put_on(dressed)
            self._detail, self._widening = detail, 1.0
            height, best = 1, list[Line]()
            for lines in self._arrangements():
                if self._fits(self._sized(lines, height + 1)):
                    height, best = self._highest(lines, height + 1), lines
            if best and height >= needed:
                sized = self._sized(best, height)
                return sized if detail is Detail.FULL else self._widened(sized, height)
        return []

    def _bare(self) -> list[list[Placed]]:
        """Return the arrangement with the largest cells without labels, smaller than a pixel if they must be."""
        if lines := self._first((Detail.NONE, Dress.TITLE, 0.0)):
            return lines
        scale, best = max(((self._shrunk(lines), lines) for lines in self._arrangements()), key=lambda each: each[0])
        self._scale = scale
        return self._sized(best, look().px(LEGIBLE))

    def _shrunk(self, lines: list[Line]) -> float:
        """Return the largest scale at which lines fit."""
        low, high = 2.0**-SHRINKING, 1.0  # of cells without any size nothing can be laid out
        for _ in range(SHRINKING):
            self._scale = (low + high) / 2
            fits = self._fits(self._sized(lines, look().px(LEGIBLE)))
            low, high = (self._scale, high) if fits else (low, self._scale)
        return low

    def _share_of_few(self) -> tuple[float, float]:
        lines = self._arrangements()[0]
        wide, high = MOST_OF_FEW
        most = max(sum(isinstance(item, MatrixView) for item in line) for line in lines) if lines else 1
        return wide / max(1, most), high / max(1, len(lines))

    def _put_on(self, dressed: Dress) -> None:
        self._known.clear()
        for view in self._choice.matrices:
            view.subtitle_shown = dressed is Dress.ALL
            if view in self._choice.labels:
                view.row_labels_shown, view.column_labels_shown = self._choice.labels[view]
            view.labels_shown = dressed is not Dress.TITLE

    def _widened(self, placed: list[list[Placed]], height: float) -> list[list[Placed]]:
        """Return lines whose cells use the width that is left: for more digits, or for wider cells without numbers."""
        if height >= self._least:
            for detail in (Detail.FEWER, Detail.FULL):
                placed = [self._with_digits(line, height, detail) for line in placed]
            return placed
        for widening in WIDENINGS:
            self._widening = widening
            wider = self._sized([tuple(p.item for p in line) for line in placed], height)
            if self._fits(wider):
                return wider
        return placed

    def _with_digits(self, line: list[Placed], height: float, detail: Detail) -> list[Placed]:
        """Return a line with more digits in as many matrices as it is wide enough for: weights first, inputs last."""
        views = [i for i, placed in enumerate(line) if isinstance(placed.item, MatrixView)]
        usual = self._detail
        for i in sorted(views, key=lambda i: _rank(line[i].item)):
            self._detail = detail
            wider = [*line[:i], self._measured(line[i].item, height), *line[i + 1 :]]
            line = wider if self._fits([wider]) else line
        self._detail = usual
        return line

    def _arrangements(self) -> list[list[Line]]:
        """Return the lines of every arrangement, without matrices that the data set does not have."""
        arrangements = []
        items = self._choice.items
        for starts in self._choice.breaks:
            edges = [0, *starts, len(items)]
            lines = [_shown(items[a:b]) for a, b in pairwise(edges)]
            arrangements.append([line for line in lines if line])
        return arrangements

    def _highest(self, lines: list[Line], low: int) -> int:
        """Return the largest cell height at which lines fit; they do at `low`."""
        high = self._most
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._fits(self._sized(lines, middle)) else (low, middle - 1)
        return low

    def _fits(self, lines: list[list[Placed]]) -> bool:
        wide = max((sum(p.width for p in line) + _between(line) for line in lines), default=0.0)
        high = sum(max(p.above for p in line) + max(p.below for p in line) for line in lines)
        return wide <= self._room.width() and high + look().px(CLOSE) * (len(lines) - 1) <= self._room.height()

    def _sized(self, lines: list[Line], height: float) -> list[list[Placed]]:
        return [[self._measured(item, height) for item in line] for line in lines]

    def _measured(self, item: Item, height: float) -> Placed:
        key = item, height, self._detail, self._widening, self._scale
        return self._known.get(key) or self._known.setdefault(key, self._measure(item, height))

    def _measure(self, item: Item, height: float) -> Placed:
        if isinstance(item, str):
            role = "heading" if self._detail is Detail.FULL else "title"
            pixels = round(look().font(role).pixelSize() * growth(height, look()))
            size = sign_size(self._text(item), pixels, look())
            return Placed(item, QSizeF(), size.width(), size.height() / 2, size.height() / 2, pixels)
        cell = self._cell(item, height) * self._scale
        layout = item.places_for(cell)
        middle = layout.cells.center().y()
        return Placed(item, cell, layout.size.width(), middle, layout.size.height() - middle)

    def _cell(self, item: MatrixView, height: float) -> QSizeF:
        """Cell size of one matrix: as wide as its numbers need where they have room, else narrow enough to fit."""
        rows, columns = item.turned(item.matrix.shape)
        share_wide, share_high = self._share
        if rows > MOST_COLUMNS:
            height = max(1.0, min(height, self._room.height() * share_high / rows))
        most = self._room.width() * share_wide / columns
        if self._detail is Detail.NONE or columns > MOST_COLUMNS:
            return QSizeF(max(2, math.floor(min(height * 1.1 * self._widening, most))), height)
        squeezed = self._detail is Detail.FEWER and is_signed(item.matrix)  # no room is kept for what may not be there
        large = look().font("cell").pixelSize()
        pixels = min(wanted_pixels(height - look().px(6), look()), max(smallest_pixels(look()), height * 0.5))
        spare = 0 if squeezed else look().px(SPARE)
        wanted = number_width(item.matrix, self._detail, look()) * pixels / large
        wanted += max(pixels * 0.42, around_numbers(look()) + spare)
        return QSizeF(math.ceil(max(wanted, height)), height)


def _between(line: list[Placed]) -> float:
    """Return the least room between the items of a line."""
    apart = sum(not (isinstance(left.item, str) or isinstance(right.item, str)) for left, right in pairwise(line))
    return look().px(APART) * apart + look().px(CLOSE) * (len(line) - 1 - apart)


def _shown(line: Line) -> Line:
    """Leave out matrices that the data set does not have, and the signs of a line that lacks one."""
    if all(item.matrix.values.size for item in line if isinstance(item, MatrixView)):
        return line
    return tuple(item for item in line if isinstance(item, MatrixView) and item.matrix.values.size)


def _rank(item: Item) -> int:
    """Return when a matrix gets more digits: the lower the earlier, so what differs between weights before these."""
    if not isinstance(item, MatrixView) or item.matrix.kind in INPUTS:
        return 3
    return 2 if not is_small(item.matrix) else 0 if is_signed(item.matrix) else 1
