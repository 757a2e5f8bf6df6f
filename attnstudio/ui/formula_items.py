"""What a formula consists of, and where an item of it stands."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from PySide6.QtCore import QSizeF

from attnstudio.ui.matrix import MatrixView

Item = MatrixView | str  # a sign is named; its text comes with every draw
Line = tuple[Item, ...]


class Choice(NamedTuple):
    """What a formula may consist of.

    Parameters
    ----------
    items : tuple of MatrixView or str
        A str names a sign.
    breaks : sequence of tuples of int
        The arrangements to choose from: indices of the items that start a new line.
    largest : float, optional
        Share of the height that a cell may have; otherwise cells are never larger than `HIGHEST`.
    labels : mapping of MatrixView to (bool, bool)
        Which matrices have row and column labels where that differs from choice to choice.
    yields : bool
        Whether it gives way to the last choice where its cells would be smaller than they are usually in that one.
    """

    items: Line
    breaks: Sequence[tuple[int, ...]]
    largest: float | None = None
    labels: Mapping[MatrixView, tuple[bool, bool]] = MappingProxyType({})
    yields: bool = False

    @property
    def matrices(self) -> list[MatrixView]:
        return [item for item in self.items if isinstance(item, MatrixView)]


class Placed(NamedTuple):
    """An item with its cell size and how far it reaches above and below the middle of its line.

    A sign has the size of its type.
    """

    item: Item
    cell: QSizeF
    width: float
    above: float
    below: float
    pixels: int = 0
