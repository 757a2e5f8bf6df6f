"""Displays on cards in rows under each other: all that have room, some of them, or one alone."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnstudio.ui.card import Card
from attnstudio.ui.painted import Painted

Rows = tuple[tuple[str, ...], ...]


class Display(NamedTuple):
    """One display: its title in lists, the shorter one of a thumbnail, its card, and what of it takes the keyboard."""

    title: str
    short: str
    card: Card
    figure: Painted


class DisplayRows(QWidget):
    """Cards that can be shown and hidden by their names.

    Parameters
    ----------
    cards : mapping of str to Card
    widths : mapping of str to int
        How wide a card is beside others, where that is not `USUAL`.
    heights : mapping of str to int
        Likewise how high the row is whose first card it is.
    """

    USUAL = 10

    def __init__(
        self,
        cards: Mapping[str, Card],
        *,
        widths: Mapping[str, int],
        heights: Mapping[str, int],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.cards = dict(cards)
        self.shown: list[str] = []
        self._widths, self._heights = widths, heights
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._lines: list[QHBoxLayout] = []
        for card in self.cards.values():
            card.setParent(self)
            card.hide()

    def show_rows(self, rows: Rows, spacing: int) -> None:
        """Put these displays under each other, row by row; the others go."""
        self.shown = [name for row in rows for name in row]
        for name, card in self.cards.items():
            if name not in self.shown:
                card.hide()
        self._need(len(rows))
        self._column.setSpacing(spacing)
        for i, line in enumerate(self._lines):
            self._fill(line, rows[i] if i < len(rows) else (), spacing)
            high = self._heights.get(rows[i][0], self.USUAL) if i < len(rows) else 0
            self._column.setStretch(i, high)
        for name in self.shown:
            self.cards[name].show()

    def _need(self, count: int) -> None:
        while len(self._lines) < count:
            line = QHBoxLayout()
            self._lines.append(line)
            self._column.addLayout(line)

    def _fill(self, line: QHBoxLayout, row: Sequence[str], spacing: int) -> None:
        line.setSpacing(spacing)
        for name in row:  # out of the row where it stood before
            line.addWidget(self.cards[name], self._widths.get(name, self.USUAL))
