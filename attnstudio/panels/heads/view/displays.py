"""The displays of the panel, each on a card: the layer, one head, the search, the effects, split and join, the bill."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.declarations import SENTENCES
from attnstudio.panels.heads.view.beside import LinesBeside, WeightsBeside
from attnstudio.panels.heads.view.billing import BillView
from attnstudio.panels.heads.view.finding import FindView
from attnstudio.panels.heads.view.split import SplitView
from attnstudio.panels.heads.view.titles import SHORT, TITLES
from attnstudio.panels.heads.words import found_words
from attnstudio.state.figures import NO_TEXT, Bars, Cell, Operand
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept
from attnstudio.ui.bars import BarsView
from attnstudio.ui.card import NO_NOTE, Card
from attnstudio.ui.display_rows import Display
from attnstudio.ui.document import Document
from attnstudio.ui.formula import FormulaView
from attnstudio.ui.head_grid import HeadGridView
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.note_text import NoteText
from attnstudio.ui.painted import Painted
from attnstudio.ui.row_list import RowListView
from attnstudio.ui.row_list_plan import rows_of
from attnstudio.ui.tokens import told
from attnstudio.ui.words import said

T = QT_TRANSLATE_NOOP
FIND = T("heads", "Find a head")
FOUND = T("heads", "Best: {found}")
BARS = {"distance": "distance", "entropy": "entropy", "bars": "effects"}  # the matrix or figure that bars show
TABLES = {"measures": "statistics", "all_heads": "map"}  # the matrix that a table shows
HEADED = (*TABLES, "numbers")  # displays with a heading of their own
LARGEST = 0.3  # of the height, for a cell of a table
SMALLEST = 60  # pixels in which a table can be drawn at all
TRIALS_TIP = T("heads", "The measure of this head on each of the twelve sentences; click one to read it")


class Displays(QObject):
    """Makes the displays and draws a HeadsResult in them."""

    pointed = Signal(str, object)  # a matrix and a cell of it, or None
    picked = Signal(str, int, int)
    walked = Signal(str, int, int)  # to a pair of words, or to a head of the map
    tried = Signal(int)  # a sentence of the trials

    def __init__(self, document: Document, name: str, *, controls: bool, parent: QObject) -> None:
        super().__init__(parent)
        self._controls, self._head = controls, 0
        self._followed: int | None = None  # the head under the pointer
        self._place: Cell | None = None  # of the head that is lit in the map
        self.grid, self.lines, self.weights = HeadGridView(), LinesBeside(), WeightsBeside()
        self.bars = {key: BarsView(sequence=False) for key in BARS}
        self.tables = {key: MatrixView() for key in TABLES}
        self._formulas = {key: FormulaView([view], ((),)) for key, view in self.tables.items()}
        self.find = FindView(document, name, controls=controls)
        self.trials = RowListView(said(TRIALS_TIP))
        self.split = SplitView()
        self.bill = BillView(document, name, controls=controls)
        self._effects = NoteText(3)
        self.displays = {key: Display(title, SHORT[key], Card(NO_NOTE if key in HEADED else kept(title)), figure)
                         for key, title in TITLES.items() for figure in (self._figure(key),)}  # fmt: skip
        self._fill()
        self._connect()

    def _figure(self, name: str) -> Painted:
        """Return what of a display takes the keyboard and stands in its thumbnail."""
        figures: dict[str, Painted] = {
            "grid": self.grid, "lines": self.lines.view, "numbers": self.weights.view, "ranking": self.find.ranking,
            "trials": self.trials, "split": self.split.matrices["concat"], "bill": self.bill.rows,
        }  # fmt: skip
        return (figures | self.bars | self.tables)[name]

    def _fill(self) -> None:
        parts: Mapping[str, QWidget] = {
            "grid": self.grid, "lines": self.lines, "numbers": self.weights, "ranking": self.find,
            "trials": self.trials, "split": self.split, "bill": self.bill, **self.bars, **self._formulas,
        }  # fmt: skip
        for name, part in parts.items():
            self.displays[name].card.content.addWidget(part, 1)
            if isinstance(part, Painted):
                part.stand_on("card")
        self.displays["bars"].card.content.addWidget(self._effects)
        for name, view in self.tables.items():
            view.stand_on("card")
            view.axis_titles_shown = True
            self._formulas[name].setMinimumSize(SMALLEST, SMALLEST)
        self.tables["measures"].transposed = True  # heads across, as in the bars beside it
        self.weights.setMinimumSize(SMALLEST, SMALLEST)
        for name, bars in self.bars.items():
            bars.setAccessibleName(said(TITLES[name]))

    def _connect(self) -> None:
        self.grid.hovered.connect(self._follow)
        self.lines.view.hovered.connect(lambda cell: self.pointed.emit("weights", cell))
        self.weights.hovered.connect(lambda cell: self.pointed.emit("weights", cell))
        self.weights.view.picked.connect(lambda i, j: self.picked.emit("weights", i, j))
        self.weights.view.walked.connect(lambda i, j: self.walked.emit("weights", i, j))
        self.tables["all_heads"].walked.connect(lambda i, j: self.walked.emit("map", i, j))
        for name, view in self.tables.items():
            view.hovered.connect(lambda cell, matrix=TABLES[name]: self.pointed.emit(matrix, cell))
            view.picked.connect(lambda i, j, matrix=TABLES[name]: self.picked.emit(matrix, i, j))
        for name, bars in self.bars.items():
            bars.hovered.connect(lambda under, name=name: self._point(name, under))
        self.split.pointed.connect(self.pointed)
        self.split.picked.connect(self.picked)
        self.trials.chosen.connect(self.tried)

    def _point(self, name: str, under: tuple[int, int] | None) -> None:
        """Tell which number a bar stands for, where its matrix has it."""
        cell = None
        if under is not None:
            group, index = under
            label = self._bars(name, self._result)[0].labels[index]
            if name == "bars":
                rows = self._result.matrices["effects"].row_labels
                cell = (rows.index(label), group)
            elif name == "distance":
                cell = (0, index)
            elif label in (rows := self._result.matrices["statistics"].row_labels):
                cell = (rows.index(label), len(self._result.matrices["statistics"].column_labels) - 1)
        self.pointed.emit("statistics" if name == "entropy" else BARS[name], cell)

    def _follow(self, head: int | None) -> None:
        """Light a head through split and join while the pointer is on it."""
        self._followed = head
        if not self.displays["split"].card.isHidden():
            self._show_split()

    def _show_split(self) -> None:
        if "concat" in self._result.matrices:
            followed = self._head if self._followed is None else self._followed
            self.split.show_result(self._result, followed, explained=self._explained)

    def show_result(
        self, result: HeadsResult, pinned: HeadsResult | None, lit: tuple[Operand, ...], *, explained: bool, small: bool
    ) -> None:
        """Draw a Result, beside a pinned one where there is one.

        Where there is room they are `explained` below. What is out of sight is drawn when it is seen, or if it is seen
        in `small`.
        """
        self._result, self._pinned, self._head = result, pinned, result.scenario.head_index
        self._explained = explained
        self._show_titles(result)
        for name, display in self.displays.items():
            if small or not display.card.isHidden():
                self.show_one(name, lit)

    def show_one(self, name: str, lit: tuple[Operand, ...] = ()) -> None:
        """Draw one display."""
        result, pinned, scenario = self._result, self._pinned, self._result.scenario
        if name == "grid":
            self.grid.show_grid(result.grid)
        elif name == "lines":
            self.lines.show_results(result, pinned)
        elif name == "numbers":
            self.weights.show_results(result, pinned, lit)
        elif name in self.bars and (bars := self._bars(name, result)):
            self.bars[name].show_bars(bars, self._lit(name, bars[0].labels), self._bars(name, pinned) or None)
            if name == "bars":
                self._effects.show_text(told(result.captions.get("effects", NO_TEXT)))
                self._effects.setVisible(self._explained)
        elif name in TABLES:
            self._show_table(name, lit)
        elif name == "ranking":
            self.find.show_result(result, warned=self._explained)
        elif name == "trials" and "trials" in result.matrices:
            at = list(SENTENCES).index(scenario.sentence)
            self.trials.show_rows(rows_of(result.matrices["trials"], selected=at))
        elif name == "split":
            self._show_split()
        elif name == "bill":
            self.bill.show_result(result)

    def _show_table(self, name: str, lit: tuple[Operand, ...]) -> None:
        scenario, view = self._result.scenario, self.tables[name]
        here: tuple[Operand, ...] = ()
        at: Cell | None = None  # where the keyboard goes: only to a new selection, a click is still on its way
        if name == "all_heads":
            here = (Operand("map", scenario.layer_index, scenario.head_index),)
            place = scenario.layer_index, scenario.head_index
            at, self._place = (None if place == self._place else place), place
        row = scenario.head_index - scenario.in_sight.start if name == "measures" else None
        view.show_matrix(self._result.matrices[TABLES[name]], lit=(*here, *lit), selected_row=row, focus_cell=at)
        self._formulas[name].set_items([view], ((),), largest=LARGEST)
        self._formulas[name].show_signs({})

    def _bars(self, name: str, result: HeadsResult | None) -> tuple[Bars, ...]:
        figure = None if result is None else result.figures.get(BARS[name])
        return figure if isinstance(figure, tuple) else ()

    def _lit(self, name: str, labels: tuple[str, ...]) -> int | None:
        """Return the bar of what is selected."""
        scenario = self._result.scenario
        selected = {"entropy": str(scenario.head_index), "bars": scenario.data.key_labels[scenario.key_index]}
        label = selected.get(name)
        return labels.index(label) if label in labels else None

    def light(self, lit: tuple[Operand, ...]) -> None:
        """Light the operands of an arithmetic."""
        for name in ("numbers", *TABLES):
            if not self.displays[name].card.isHidden():
                self.show_one(name, lit)

    def _show_titles(self, result: HeadsResult) -> None:
        """Say over the displays whose they are."""
        find = kept(FIND) if self._controls else Message(FOUND, {"found": found_words(result.scenario)})
        titles = {"grid": result.grid.title, "lines": result.lines.title, "ranking": find}
        notes = {"lines": result.captions["explains"]}
        for name, title in titles.items():
            self.displays[name].card.set_title(title, notes.get(name, NO_TEXT))
