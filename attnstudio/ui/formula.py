"""A formula of live matrices: they and the signs between them stand in reading order and wrap into lines.

One number is chosen for a given space, the height of a cell; the arrangement in which cells are highest wins.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import pairwise

from PySide6.QtCore import QEvent, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import Matrix
from attnstudio.state.message import Message
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.painted import Painted
from attnstudio.ui.theme import Look, look
from attnstudio.ui.words import said

Item = MatrixView | str  # a sign is named; its text comes with every draw
Line = tuple[Item, ...]
HIGHEST = 46  # pixels of the light theme at 100 % that a cell is high at the most
MOST_COLUMNS = 16  # with more, cells have no numbers
MOST_SHARE = (0.21, 0.27)  # of the width and height that one matrix takes at the most where its cells are many


WIDENINGS = (2.2, 1.7, 1.3)  # how much wider than high cells without numbers may be


class Dress(Enum):
    """What stands around the cells of a formula."""

    ALL = "title, subtitle and labels"
    LABELS = "title and labels"
    TITLE = "title alone"


class Detail(Enum):
    """How much of its numbers a formula shows."""

    FULL = "all digits"
    FEWER = "one or two digits"
    NONE = "colours alone"


@dataclass(frozen=True)
class Placed:
    """An item with its cell size and how far it reaches above and below the middle of its line."""

    item: Item
    cell: QSizeF
    width: float
    above: float
    below: float


class FormulaView(Painted):
    """Matrices and signs in reading order, aligned on the middle of the cells of each line.

    Parameters
    ----------
    items : sequence of MatrixView or str
        What the formula is made of; a str names a sign.
    breaks : sequence of tuples of int
        The arrangements to choose from: indices of the items that start a new line.
    """

    def __init__(self, items: Sequence[Item], breaks: Sequence[tuple[int, ...]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items = tuple(items)
        self._breaks = tuple(breaks)
        self._signs: dict[str, Message] = {}
        self._written: list[tuple[QRectF, str]] = []
        self._laid_out_for: object = None
        self._detail = Detail.FULL
        self._widening = 1.0
        self.matrices = [item for item in self._items if isinstance(item, MatrixView)]
        self._labels = [(matrix.row_labels_shown, matrix.column_labels_shown) for matrix in self.matrices]
        for matrix in self.matrices:
            matrix.setParent(self)

    def show_signs(self, signs: Mapping[str, Message]) -> None:
        """Set the text of every sign once the matrices are shown; everything moves only where a size has changed."""
        self._signs = dict(signs)
        if self.isVisible():
            self._follow()

    def _follow(self) -> None:
        if self._needs() != self._laid_out_for:
            self.lay_out()

    def paint(self, painter: QPainter) -> None:
        painter.setPen(look().colour("text"))
        for rect, name in self._written:
            painter.setFont(_sign_font(self._sign_role, look()))
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), self._text(name))

    def lay_out(self) -> None:
        """Choose lines and cell size for the present space and put everything in its place."""
        self._laid_out_for = self._needs()
        lines = self._best()
        heights = [max(p.above for p in line) + max(p.below for p in line) for line in lines]
        spare = max(0.0, self.height() - sum(heights)) / (len(lines) + 1)
        top = spare
        self._written = []
        for line, height in zip(lines, heights, strict=True):
            self._place(line, top + max(p.above for p in line))
            top += height + spare
        self.update()

    def _place(self, line: list[Placed], middle: float) -> None:
        width = sum(p.width for p in line)
        gap = min(look().px(26), (self.width() - width) / (len(line) + 1))
        left = (self.width() - width - gap * (len(line) - 1)) / 2
        for placed in line:
            rect = QRectF(left, middle - placed.above, placed.width, placed.above + placed.below)
            if isinstance(placed.item, MatrixView):
                placed.item.set_cell(placed.cell)
                placed.item.setGeometry(rect.toAlignedRect())
            else:
                self._written.append((rect, placed.item))
            left += placed.width + gap

    def _best(self) -> list[list[Placed]]:
        """Return the arrangement with the highest cells that still have numbers; without them where none has room."""
        pixels = look().font("cell" if look().projector else "small").pixelSize()
        least = pixels * 1.16 + look().px(3)  # a line of digits in a cell, and the gap between cells
        for detail, dressed, needed in (
            (Detail.FULL, Dress.ALL, least * 1.4), (Detail.FEWER, Dress.ALL, least),
            (Detail.FULL, Dress.LABELS, least * 1.4), (Detail.FEWER, Dress.LABELS, least),
            (Detail.NONE, Dress.ALL, look().px(9)), (Detail.NONE, Dress.LABELS, look().px(7)),
            (Detail.NONE, Dress.TITLE, 0.0),
        ):  # fmt: skip
            self._put_on(dressed)
            self._detail, self._widening = detail, 1.0
            height, best = 1, list[Line]()
            for lines in self._arrangements():
                if self._fits(self._sized(lines, height + 1)):
                    height, best = self._highest(lines, height + 1), lines
            if best and height >= needed:
                return self._widened(self._sized(best, height), height)
        return self._sized(self._arrangements()[-1], 2)

    def _put_on(self, dressed: "Dress") -> None:
        for matrix, (row_labels, column_labels) in zip(self.matrices, self._labels, strict=True):
            matrix.subtitle_shown = dressed is Dress.ALL
            matrix.row_labels_shown = row_labels and dressed is not Dress.TITLE
            matrix.column_labels_shown = column_labels and dressed is not Dress.TITLE

    def _widened(self, placed: list[list[Placed]], height: float) -> list[list[Placed]]:
        """Return lines whose cells use the width that is left: for more digits, or for wider cells without numbers."""
        if self._detail is Detail.FEWER:
            return [self._with_all_digits(line, height) for line in placed]
        for widening in WIDENINGS if self._detail is Detail.NONE else ():
            self._widening = widening
            wider = self._sized([tuple(p.item for p in line) for line in placed], height)
            if self._fits(wider):
                return wider
        return placed

    def _with_all_digits(self, line: list[Placed], height: float) -> list[Placed]:
        """Return a line with full numbers in as many matrices as it is wide enough for, weights first."""
        views = [i for i, placed in enumerate(line) if isinstance(placed.item, MatrixView)]
        for i in sorted(views, key=lambda i: _kind(line[i].item) != "weight"):
            self._detail = Detail.FULL
            wider = [*line[:i], self._measured(line[i].item, height), *line[i + 1 :]]
            self._detail = Detail.FEWER
            line = wider if self._fits([wider]) else line
        return line

    def _arrangements(self) -> list[list[Line]]:
        """Return the lines of every arrangement, without matrices that the data set does not have."""
        arrangements = []
        for starts in self._breaks:
            edges = [0, *starts, len(self._items)]
            lines = [self._shown(self._items[a:b]) for a, b in pairwise(edges)]
            arrangements.append([line for line in lines if line])
        return arrangements

    def _shown(self, line: Line) -> Line:
        """Leave out matrices that the data set does not have, and the signs of a line that lacks one."""
        if all(item.matrix.values.size for item in line if isinstance(item, MatrixView)):
            return line
        return tuple(item for item in line if isinstance(item, MatrixView) and item.matrix.values.size)

    def _highest(self, lines: list[Line], low: int) -> int:
        """Return the largest cell height at which lines fit; they do at `low`."""
        high = look().px(HIGHEST)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._fits(self._sized(lines, middle)) else (low, middle - 1)
        return low

    def _fits(self, lines: list[list[Placed]]) -> bool:
        gap = look().px(3)
        wide = max((sum(p.width for p in line) + gap * (len(line) - 1) for line in lines), default=0.0)
        high = sum(max(p.above for p in line) + max(p.below for p in line) for line in lines)
        return wide <= self.width() and high + gap * (len(lines) - 1) <= self.height()

    def _sized(self, lines: list[Line], height: float) -> list[list[Placed]]:
        return [[self._measured(item, height) for item in line] for line in lines]

    def _measured(self, item: Item, height: float) -> Placed:
        if isinstance(item, str):
            size = _sign_size(self._text(item), self._sign_role, look())
            return Placed(item, QSizeF(), size.width(), size.height() / 2, size.height() / 2)
        cell = self._cell(item, height)
        layout = item.places_for(cell)
        middle = layout.cells.center().y()
        return Placed(item, cell, layout.size.width(), middle, layout.size.height() - middle)

    def _cell(self, item: MatrixView, height: float) -> QSizeF:
        """Cell size of one matrix: as wide as its numbers need where they have room, else narrow enough to fit."""
        rows, columns = item.matrix.shape[::-1] if item.transposed else item.matrix.shape
        share_wide, share_high = MOST_SHARE
        if rows > MOST_COLUMNS:
            height = max(1.0, min(height, self.height() * share_high / rows))
        most = self.width() * share_wide / columns
        small, large = look().font("small").pixelSize(), look().font("cell").pixelSize()
        pixels = min(large, max(small, height * 0.5))
        wanted = number_width(item.matrix, self._detail, look()) * pixels / large + pixels * 0.42
        if self._detail is Detail.NONE or columns > MOST_COLUMNS:
            return QSizeF(max(2, math.floor(min(height * 1.1 * self._widening, most))), height)
        return QSizeF(math.ceil(max(wanted, height)), height)

    @property
    def _sign_role(self) -> str:
        return "heading" if self._detail is Detail.FULL else "title"

    def _text(self, sign: str) -> str:
        return said(self._signs.get(sign, sign))

    def _needs(self) -> object:
        """All that the layout depends on."""
        return self.size(), look(), self._signs, [_size_of(view.matrix) for view in self.matrices]

    def minimumSizeHint(self) -> QSize:
        return QSize(look().px(400), look().px(230))  # in less than that a window scrolls

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.lay_out()


def _size_of(matrix: Matrix) -> object:
    """All of a matrix that its place depends on."""
    words = matrix.title, matrix.subtitle, matrix.row_labels, matrix.column_labels
    return words, bool(matrix.void_rows), round(number_width(matrix, Detail.FULL, look()))


def _kind(item: Item) -> str:
    return item.matrix.kind if isinstance(item, MatrixView) else ""


def number_width(matrix: Matrix, detail: Detail, style: Look) -> float:
    """Width that a number of a matrix may take in full-size type.

    With all digits it keeps room for some that are not needed now, so that nothing moves while a number is dragged.
    """
    signed = matrix.kind not in ("weight", "exp")
    usual = 1 if matrix.editable else 2
    digits = max(matrix.digits, usual) if detail is Detail.FULL else min(matrix.digits, 1 if signed else 2)
    whole = math.floor(math.log10(max(1.0, max(map(abs, matrix.limits)) * 0.999))) + 1
    return _written_width(whole + digits, signed, style)


@cache
def _written_width(digits: int, signed: bool, style: Look) -> float:
    metrics = QFontMetricsF(style.font("cell"))
    return metrics.horizontalAdvance(("−" if signed else "") + "0" * digits + ".")


def _sign_font(role: str, style: Look) -> QFont:
    return style.font(role, bold=True)


@cache
def _sign_size(text: str, role: str, style: Look) -> QSizeF:
    metrics = QFontMetricsF(_sign_font(role, style))
    lines = text.split("\n")
    return QSizeF(max(metrics.horizontalAdvance(line) for line in lines) + 1, metrics.lineSpacing() * len(lines))
