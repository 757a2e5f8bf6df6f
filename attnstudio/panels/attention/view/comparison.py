"""Pin A|B: the stages of the pinned result and of the present one, and what differs between them."""

from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from attnstudio.panels.attention.compare import sides, told_differences
from attnstudio.panels.attention.cover import COVERED, explain_shown
from attnstudio.panels.attention.faults import FAULTS, named
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.panels.attention.stages import NAMES, STAGES
from attnstudio.state.fields import exchanged
from attnstudio.state.figures import Cell, Matrix, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_significant, listed
from attnstudio.ui.formula import FormulaView
from attnstudio.ui.formula_items import Choice
from attnstudio.ui.matrix import MatrixView

if TYPE_CHECKING:
    from attnstudio.state.comparison import Comparison

A, B, DIFFERENCE = "A", "B", "B − A"
ROWS = (A, B, DIFFERENCE)
LOGITS = ("logits", "masked_logits")  # the same numbers, so with the same digits
LARGEST = 0.33  # of the height, for a cell of a stage that fills the space
PINNED = QT_TRANSLATE_NOOP("attention", "From A to B: {changes}.")
LOOK = QT_TRANSLATE_NOOP(
    "attention", "Which stage differs first, and how? Point at a cell of the right one to see how it should be made."
)
SUBTRACTED = QT_TRANSLATE_NOOP("attention", "{b} − {a} = {difference}")
ONE_STAGE = QT_TRANSLATE_NOOP("attention", "{number} {stage}; the other numbers 1–5 show other stages.")

Place = tuple[str, str, Cell]  # row, stage and cell


class ComparisonViews(QObject):
    """The matrices that stand in the formula's place while a result is pinned."""

    hovered = Signal(object)  # Message: the arithmetic of the cell pointed at; None where that is over
    opened = Signal(str)
    picked = Signal(str, int, int)  # a cell of B, or the one in its place
    cell_painted = Signal(int, int)
    paint_finished = Signal()
    paint_taken_back = Signal()

    def __init__(self, formula: FormulaView) -> None:
        super().__init__(formula)
        self._formula = formula
        self._one: str | None = None  # the stage that is the last choice
        self._pointed: Place | None = None
        self._kept: Place | None = None
        self._results: tuple[Result, Result] | None = None
        self._comparison: Comparison | None = None
        self._sides: tuple[str, str, str] | None = None  # titles of the right, the broken and their difference
        self.views: dict[tuple[str, str], MatrixView] = {}  # made when something is pinned first

    def _build(self) -> None:
        for row, name in product(ROWS, NAMES):
            view = self.views[row, name] = MatrixView(parent=self._formula)
            view.stand_on("card")
            view.hovered.connect(partial(self._point, row, name))
            view.picked.connect(partial(self._pick, row, name))
            view.opened.connect(partial(self.opened.emit, name))
        for name in NAMES:
            shared = LOGITS if name in LOGITS else (name,)
            for row in ROWS:
                self.views[row, name].stand_beside([self.views[place] for place in product(ROWS, shared)])
        mask = self.views[B, "masked_logits"]
        mask.cell_painted.connect(self.cell_painted)
        mask.paint_finished.connect(self.paint_finished)
        mask.paint_taken_back.connect(self.paint_taken_back)

    @property
    def differs(self) -> bool:
        """Whether there are stages of other shapes, which is said at length."""
        return self._comparison is not None and bool(self._comparison.note.template)

    @property
    def one(self) -> str | None:
        """The stage that is shown alone for want of room."""
        return self._one if self._formula.largest is not None else None

    @property
    def kept(self) -> bool:
        """Whether a click keeps the arithmetic of a cell."""
        return self._kept is not None

    @property
    def place(self) -> Place | None:
        """The cell whose arithmetic is written out."""
        return self._pointed or self._kept

    def let_go(self) -> bool:
        """Keep no cell; True if one was kept."""
        had, self._pointed, self._kept = self.kept, None, None
        return had

    def show_results(self, pinned: Result, result: Result, *, transposed: bool) -> None:
        """Compare two Results."""
        from attnstudio.state.comparison import compared  # seldom wanted

        if not self.views:
            self._build()
        if self._results is None or (pinned, result) != self._results:
            self._results = (pinned, result)
            self._sides, self._comparison = sides(*self._scenarios), compared(pinned, result)
            if self._sides is not None:
                self._comparison = _retitled(self._comparison, self._sides)
        assert self._comparison is not None
        for name in self._names():
            for row, matrix in zip(ROWS, self._comparison.matrices[name], strict=True):
                if matrix is not None:
                    self.views[row, name].transposed = transposed
                    self.views[row, name].show_matrix(matrix)

    def choices(self, stage: str | None, present: str) -> list[Choice]:
        """Return what to show, the first of them that has room: all stages, else the present one alone; or a given one.

        A, B and B − A are a line each where all stages stand.
        """
        names, self._one = self._names(), None
        if stage is not None and stage in names:
            return [self._alone(stage)]
        if len(names) > 1:
            self._one = present if present in names else names[-1]
            return [self._all(names, labelled=True), self._all(names, labelled=False), self._alone(self._one)]
        return [self._alone(name) for name in names] or [Choice((), ((),))]

    def _all(self, names: list[str], *, labelled: bool) -> Choice:
        """Return all stages; without `labelled` column labels stand once where those of A are those of B."""
        lines = [[view for name in names for view in self._row(row, name)] for row in ROWS]
        labels = {
            self.views[row, name]: (name in (NAMES[0], "weights"), name != "output" and (
                labelled or row == A or not self._same_labels(name)
            ))
            for row, name in product(ROWS, names)
        }  # fmt: skip
        starts = {sum(map(len, lines[:i])) for i in (1, 2)} - {sum(map(len, lines))}
        return Choice(tuple(view for line in lines for view in line), (tuple(sorted(starts)),), labels=labels)

    def _alone(self, name: str) -> Choice:
        """Return one stage with all its labels, side by side or one below the other."""
        views = tuple(view for row in ROWS for view in self._row(row, name))
        return Choice(views, ((), (2,), tuple(range(1, len(views)))), LARGEST, dict.fromkeys(views, (True, True)))

    def _row(self, row: str, name: str) -> list[MatrixView]:
        """Return the matrix of a row, or none where there is none."""
        assert self._comparison is not None
        return [] if self._comparison.matrices[name][ROWS.index(row)] is None else [self.views[row, name]]

    def _same_labels(self, name: str) -> bool:
        assert self._comparison is not None
        a, b, _ = self._comparison.matrices[name]
        return (a.row_labels, a.column_labels) == (b.row_labels, b.column_labels)

    def text(self) -> Message:
        """Write out the arithmetic of the cell that is kept, else say what is compared."""
        place = self._kept
        if place is None or not self._has(place):
            self._kept = None
            return self.note()
        return self._explained(place[0], place[1], *place[2])

    def note(self) -> Message:
        """Say what was changed from A to B, what cannot be compared, and which stage it is if it is one alone."""
        assert self._results is not None
        assert self._comparison is not None
        notes = [Message(PINNED, {"changes": told_differences(*self._scenarios)}), self._comparison.note]
        if self._sides is not None:
            notes = [_sought(self._scenarios[1])]
        if self.one is not None:
            index = NAMES.index(self.one)
            notes.insert(0, Message(ONE_STAGE, {"number": index + 1, "stage": Message(STAGES[index].title)}))
        return listed([note for note in notes if note.template], " ")

    @property
    def _scenarios(self) -> tuple[AttentionScenario, AttentionScenario]:
        assert self._results is not None
        a, b = (result.scenario for result in self._results)  # type: ignore[attr-defined]
        return a, b

    def _names(self) -> list[str]:
        """Return the stages that both results have."""
        return [name for name in NAMES if self._comparison is not None and name in self._comparison.matrices]

    def _point(self, row: str, name: str, cell: Cell | None) -> None:
        self._pointed = None if cell is None else (row, name, cell)
        self.hovered.emit(None if cell is None else self._explained(row, name, *cell))

    def _pick(self, row: str, name: str, i: int, j: int) -> None:
        """Keep the arithmetic of a cell, or let go of it, and tell what it belongs to, unless A withholds it."""
        place, covered = (row, name, (i, j)), self.views[row, name].covered
        if not covered:
            self._kept = None if place == self._kept else place
            self.hovered.emit(self.text())
        if self._has((B, name, (i, j))) and (row == B or not covered):
            self.picked.emit(name, i, j)

    def _has(self, place: Place) -> bool:
        """Return whether there still is such a cell."""
        row, name, (i, j) = place
        if name not in self._names() or not self._row(row, name):
            return False
        rows, columns = self.views[row, name].matrix.shape
        return i < rows and j < columns

    def _explained(self, row: str, name: str, i: int, j: int) -> Message:
        assert self._results is not None
        assert self._comparison is not None
        a, b, difference = self._comparison.matrices[name]
        if row == DIFFERENCE and difference is not None:
            return _subtraction(a, b, difference, i, j)
        return explain_shown(self._results[row == B], name, i, j).text  # type: ignore[arg-type]


def _retitled(comparison: "Comparison", titles: tuple[str, str, str]) -> "Comparison":
    """Return the same with other titles of A, B and B − A."""
    matrices = {
        name: tuple(
            matrix and exchanged(matrix, {"title": Message(title, matrix.title.values)})
            for title, matrix in zip(titles, three, strict=True)
        )
        for name, three in comparison.matrices.items()
    }
    return comparison._replace(matrices=matrices)  # type: ignore[arg-type]  # they are three still


def _sought(scenario: AttentionScenario) -> Message:
    """Say what to look at: for a fault, or at what shows it."""
    return Message(LOOK) if scenario.hide_fault else Message(FAULTS[named(scenario)].shows)


def _subtraction(a: Matrix, b: Matrix, difference: Matrix, i: int, j: int) -> Message:
    """Write out one cell of B − A."""
    if difference.covered:
        return COVERED
    numbers = {name: float(matrix.values[i, j]) for name, matrix in (("a", a), ("b", b), ("difference", difference))}
    written = {name: format_significant(number, 5) for name, number in numbers.items()}
    if numbers["a"] < 0:
        written["a"] = f"({written['a']})"
    return Message(SUBTRACTED, written)
