"""A formula of live matrices: they and the signs between them stand in reading order and wrap into lines."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QPainter, QRegion, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from attnstudio.state.message import Message
from attnstudio.ui.formula_choice import chosen, has_room
from attnstudio.ui.formula_items import Choice, Item, Placed
from attnstudio.ui.formula_sizes import APART
from attnstudio.ui.formula_widths import Detail, number_width, sign_font
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.painted import Painted
from attnstudio.ui.theme import look
from attnstudio.ui.words import said


class FormulaView(Painted):
    """Matrices and signs in reading order, aligned on the middle of the cells of each line.

    Parameters
    ----------
    items : sequence of MatrixView or str
        What the formula is made of; a str names a sign.
    breaks : sequence of tuples of int
        The arrangements to choose from: indices of the items that start a new line.
    """

    chosen = Signal()  # what it consists of, where there are several choices

    def __init__(self, items: Sequence[Item], breaks: Sequence[tuple[int, ...]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._signs: dict[str, Message] = {}
        self._written: list[tuple[QRectF, Placed]] = []
        self._laid_out_for: object = None
        self._followed: object = None
        self.crowded = False  # whether it has too little room, however it is arranged
        self._take((Choice(tuple(items), tuple(breaks)),))

    @property
    def largest(self) -> float | None:
        """Share of the height that a cell may have; None where cells are of the usual size at the most."""
        return self._choices[self.choice].largest

    @property
    def matrices(self) -> list[MatrixView]:
        """The matrices that it consists of."""
        return self._choices[self.choice].matrices

    def set_items(
        self, items: Sequence[Item], breaks: Sequence[tuple[int, ...]], *, largest: float | None = None
    ) -> None:
        """Exchange what the formula is made of.

        Parameters
        ----------
        items, breaks
            As at the start.
        largest : float, optional
            Share of the height that a cell may have where few matrices fill a large space: about a third.
        """
        self.set_choices([Choice(tuple(items), tuple(breaks), largest)])

    def set_choices(self, choices: Sequence[Choice]) -> None:
        """Let the formula consist of the first choice that has room, else of the last; other matrices are hidden."""
        if tuple(choices) == self._choices:
            return
        before = self._views
        self._take(tuple(choices))
        for view in before:
            if view not in self._views:
                view.hide()
        self._laid_out_for = self._followed = None
        self._follow()

    def _take(self, choices: tuple[Choice, ...]) -> None:
        self._choices, self.choice = choices, 0
        self._views = list(dict.fromkeys(view for choice in choices for view in choice.matrices))
        for view in self._views:
            if view.parent() is not self:
                view.setParent(self)

    def show_signs(self, signs: Mapping[str, Message]) -> None:
        """Set the text of every sign once the matrices are shown; everything moves only where a size has changed."""
        self._signs = dict(signs)
        self._follow()

    def _follow(self) -> None:
        """Lay out what has changed; out of sight nothing has its size yet, and showing it brings it here again."""
        if not self.isVisible():
            return
        now = self.size(), look(), self._signs, self._views, [view.reshaped for view in self._views]
        if now == self._followed:
            return  # as with most moves of a slider
        self._followed = now
        if self._needs() != self._laid_out_for:
            self.lay_out()

    def paint(self, painter: QPainter) -> None:
        painter.setPen(look().colour("text"))
        for rect, placed in self._written:
            painter.setFont(sign_font(placed.pixels, look()))
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), self._text(str(placed.item)))

    def lay_out(self) -> None:
        """Choose lines and cell size for the present space and put everything in its place."""
        before = self.choice
        self.choice, lines = chosen(self._choices, self._text, QSizeF(self.size()))
        self.crowded = not has_room(lines, QSizeF(self.size()))
        heights = [max(p.above for p in line) + max(p.below for p in line) for line in lines]
        spare = max(0.0, self.height() - sum(heights)) / (len(lines) + 1)
        top = spare
        self._written = []
        for line, height in zip(lines, heights, strict=True):
            self._place(line, top + max(p.above for p in line))
            top += height + spare
        shown = self.matrices
        for view in self._views:
            view.setVisible(view in shown and bool(view.matrix.values.size))
        for view in shown:
            view.follow_others()
        self._laid_out_for = self._needs()
        self.update(self._beside())
        if self.choice != before:
            self.chosen.emit()

    def _beside(self) -> QRegion:
        """Return where no matrix stands: matrices that are drawn anew say so themselves, and would be painted twice."""
        free = QRegion(self.rect())
        for view in self._views:
            if not view.isHidden():
                free -= view.geometry()
        return free

    def _place(self, line: list[Placed], middle: float) -> None:
        width = sum(p.width for p in line)
        free = max(0.0, self.width() - width)
        gap = min(look().px(26), free / (len(line) + 1))
        between = max(0.0, free - 2) / max(1, len(line) - 1)  # whole pixels around the first and the last need one each
        gap = max(gap, min(look().px(APART), between))
        left = (self.width() - width - gap * (len(line) - 1)) / 2
        for placed in line:
            rect = QRectF(left, middle - placed.above, placed.width, placed.above + placed.below)
            if isinstance(placed.item, MatrixView):
                placed.item.set_cell(placed.cell)
                placed.item.setGeometry(rect.toAlignedRect())
            else:
                self._written.append((rect, placed))
            left += placed.width + gap

    def _text(self, sign: str) -> str:
        return said(self._signs.get(sign, sign))

    def _needs(self) -> object:
        """All that the layout depends on."""
        return self.size(), look(), self._signs, [*map(_size_of, self._views)]

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
            self._follow()


def _size_of(view: MatrixView) -> object:
    """All of a matrix that its place depends on."""
    return view.sheet, round(number_width(view.matrix, Detail.FULL, look()))
