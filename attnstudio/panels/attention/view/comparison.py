"""Pin A|B: the stages of the pinned result and of the present one, and what differs between them."""

from functools import partial
from itertools import product

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from attnstudio.panels.attention.cover import COVERED, explain_shown
from attnstudio.panels.attention.stages import NAMES, Breaks
from attnstudio.state.comparison import Comparison, compared, differences
from attnstudio.state.figures import Cell, Matrix, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_significant
from attnstudio.ui.matrix import MatrixView

A, B, DIFFERENCE = "A", "B", "B − A"
ROWS = (A, B, DIFFERENCE)
PINNED = QT_TRANSLATE_NOOP("attention", "From A to B: {changes}.")
SUBTRACTED = QT_TRANSLATE_NOOP("attention", "{b} − {a} = {difference}")
PINNED_NOTE = QT_TRANSLATE_NOOP("attention", "From A to B: {changes}. {note}")


class ComparisonViews(QObject):
    """The matrices that stand in the formula's place while a result is pinned."""

    hovered = Signal(object)  # Message: the arithmetic of the cell pointed at; None where that is over
    opened = Signal(str)

    def __init__(self, formula: QWidget) -> None:
        super().__init__(formula)
        self._formula = formula
        self._results: tuple[Result, Result] | None = None
        self._comparison: Comparison | None = None
        self.views: dict[tuple[str, str], MatrixView] = {}  # made when something is pinned first

    def _build(self) -> None:
        for row, name in product(ROWS, NAMES):
            view = self.views[row, name] = MatrixView(parent=self._formula)
            view.stand_on("card")
            view.row_labels_shown = name in (NAMES[0], "weights")
            view.column_labels_shown = row == A and name != "output"
            view.hovered.connect(partial(self._point, row, name))
            view.opened.connect(partial(self.opened.emit, name))

    def show_results(self, pinned: Result, result: Result, *, transposed: bool) -> None:
        """Compare two Results."""
        if not self.views:
            self._build()
        if self._results is None or (pinned, result) != self._results:
            self._results = (pinned, result)
            self._comparison = compared(pinned, result)
        assert self._comparison is not None
        for name in self._names():
            for row, matrix in zip(ROWS, self._comparison.matrices[name], strict=True):
                if matrix is not None:
                    self.views[row, name].transposed = transposed
                    self.views[row, name].show_matrix(matrix)

    def items(self, stage: str | None) -> tuple[list[MatrixView], Breaks]:
        """Return the matrices to show, all stages or one, and where lines may break: A, B and B − A are a line each."""
        names = [stage] if stage is not None else self._names()
        assert self._comparison is not None
        rows = [
            row for i, row in enumerate(ROWS) if any(self._comparison.matrices[name][i] is not None for name in names)
        ]
        views = [
            self.views[row, name] for row in rows for name in names
            if self._comparison.matrices[name][ROWS.index(row)] is not None
        ]  # fmt: skip
        if stage is not None:
            return views, ((), tuple(range(1, len(rows))))
        return views, (tuple(len(names) * i for i in range(1, len(rows))),)

    def note(self) -> Message:
        """Say what was changed from A to B, and what cannot be compared."""
        assert self._results is not None
        assert self._comparison is not None
        a, b = (result.scenario for result in self._results)  # type: ignore[attr-defined]
        changes, note = differences(a, b), self._comparison.note
        return Message(PINNED_NOTE if note.template else PINNED, {"changes": changes, "note": note})

    def _names(self) -> list[str]:
        """Return the stages that both results have."""
        return [name for name in NAMES if self._comparison is not None and name in self._comparison.matrices]

    def _point(self, row: str, name: str, cell: Cell | None) -> None:
        self.hovered.emit(None if cell is None else self._explained(row, name, *cell))

    def _explained(self, row: str, name: str, i: int, j: int) -> Message:
        assert self._results is not None
        assert self._comparison is not None
        a, b, difference = self._comparison.matrices[name]
        if row == DIFFERENCE and difference is not None:
            return _subtraction(a, b, difference, i, j)
        return explain_shown(self._results[row == B], name, i, j).text  # type: ignore[arg-type]


def _subtraction(a: Matrix, b: Matrix, difference: Matrix, i: int, j: int) -> Message:
    """Write out one cell of B − A."""
    if difference.covered:
        return COVERED
    numbers = {name: float(matrix.values[i, j]) for name, matrix in (("a", a), ("b", b), ("difference", difference))}
    written = {name: format_significant(number, 5) for name, number in numbers.items()}
    if numbers["a"] < 0:
        written["a"] = f"({written['a']})"
    return Message(SUBTRACTED, written)
