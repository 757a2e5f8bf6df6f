"""Whose arithmetic is written out: the cell pointed at, else the one that a click keeps."""

from collections.abc import Callable
from typing import Generic, TypeVar

from attnstudio.state.figures import Cell, Explanation, Result

Place = tuple[str, Cell]  # a matrix and a cell of it
Shown = TypeVar("Shown", bound=Result)


class Arithmetic(Generic[Shown]):
    """Remembers the cell pointed at and the cell that is kept.

    Parameters
    ----------
    explain : callable (Result, matrix, row, column) -> Explanation
        Writes the arithmetic of a cell out, as far as it is not covered.
    """

    def __init__(self, explain: Callable[[Shown, str, int, int], Explanation]) -> None:
        self._explain = explain
        self._pointed: Place | None = None
        self._kept: Place | None = None

    @property
    def kept(self) -> bool:
        return self._kept is not None

    @property
    def place(self) -> Place | None:
        """The matrix and the cell whose arithmetic is written out."""
        return self._pointed or self._kept

    def point(self, stage: str, cell: Cell | None) -> None:
        """Follow the pointer, or the keyboard, to a cell or away from all."""
        self._pointed = None if cell is None else (stage, cell)

    def keep(self, stage: str, cell: Cell) -> None:
        """Keep a cell; the same one again is let go."""
        self._kept = None if self._kept == (stage, cell) else (stage, cell)

    def let_go(self) -> bool:
        """Keep no cell; True if one was kept."""
        had, self._kept = self._kept is not None, None
        return had

    def explanation(self, result: Shown) -> Explanation | None:
        """Write out the arithmetic of the present cell; a cell that the sizes no longer have is forgotten."""
        self._pointed, self._kept = _still(self._pointed, result), _still(self._kept, result)
        place = self.place
        return None if place is None else self._explain(result, place[0], *place[1])


def _still(place: Place | None, result: Result) -> Place | None:
    if place is None or place[0] not in result.matrices:
        return None
    (rows, columns), (i, j) = result.matrices[place[0]].shape, place[1]
    return place if i < rows and j < columns else None
