"""Two Results side by side: the lines of A and B next to each other, and their weights in numbers."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.declarations import SENTENCES
from attnstudio.panels.heads.words import pair_words
from attnstudio.state.comparison import IN_A, IN_B
from attnstudio.state.fields import exchanged
from attnstudio.state.figures import Cell, Matrix, Operand
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.control_row import PlainLabel
from attnstudio.ui.formula import FormulaView
from attnstudio.ui.formula_items import Choice
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.theme import look
from attnstudio.ui.tokens import told
from attnstudio.ui.word_lines import WordLinesView

NARROW = 420  # pixels at 100 % in width below which A is dashed in the lines of B
OF = QT_TRANSLATE_NOOP("heads", "{name}, {query}")
IN = QT_TRANSLATE_NOOP("heads", "{of}: {sentence}")
LARGEST = 0.3  # of the height, for a cell


class LinesBeside(QWidget):
    """The lines of one head; while a result is pinned, those of A at the left and of B at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view, self.pinned = WordLinesView(), WordLinesView()
        self._names = {"A": PlainLabel(), "B": PlainLabel()}
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(0)
        self._results: tuple[HeadsResult, HeadsResult | None] | None = None
        for name, view in (("A", self.pinned), ("B", self.view)):
            column = QVBoxLayout()
            self._line.addLayout(column, 1)
            column.setSpacing(0)
            column.addWidget(self._names[name])
            column.addWidget(view, 1)
            view.stand_on("card")
            self._names[name].setProperty("tone", "muted")
            self._names[name].setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._show_pinned(None)

    def show_results(self, result: HeadsResult, pinned: HeadsResult | None) -> None:
        """Show the lines of a Result, beside those of a pinned one where there is one."""
        self._results = result, pinned
        apart = pinned is not None and self.width() >= look().px(NARROW)
        self._show_pinned(pinned if apart else None)
        if apart and pinned is not None:
            self.pinned.show_lines(pinned.lines)
            for name, each in (("A", pinned), ("B", result)):
                self._names[name].setText(f"{name}: {_of(each)}")
        self.view.show_lines(result.lines, None if apart or pinned is None else pinned.lines)

    def _show_pinned(self, pinned: HeadsResult | None) -> None:
        self._line.setStretch(0, 0 if pinned is None else 1)
        for widget in (self.pinned, *self._names.values()):
            widget.setVisible(pinned is not None)

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        if self._results is not None and self._results[1] is not None:
            self.show_results(*self._results)


def _of(result: HeadsResult) -> str:
    """Say whose lines they are, and which word asks."""
    scenario = result.scenario
    name = scenario.data.head_name(scenario.layer_index, scenario.head_index)
    of = Message(OF, {"name": name, "query": pair_words(scenario)["query"]})
    return told(Message(IN, {"of": of, "sentence": SENTENCES[scenario.sentence]}) if scenario.data.shipped else of)


class WeightsBeside(FormulaView):
    """The weights of one head; while a result is pinned, those of A before them."""

    hovered = Signal(object)  # Cell or None, of B
    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__([], ((),), parent)
        self.view, self._pinned = MatrixView(parent=self), MatrixView(parent=self)
        self._pinned.hide()
        self._pair: Cell | None = None
        self._titled: dict[str, tuple[Matrix, Matrix]] = {}
        for view in (self.view, self._pinned):
            view.stand_on("card")
            view.opened.connect(self.opened)
            view.axis_titles_shown = True
        self.view.hovered.connect(self.hovered)

    def show_results(self, result: HeadsResult, pinned: HeadsResult | None, lit: tuple[Operand, ...]) -> None:
        """Show the weights of a Result, after those of a pinned one where there is one."""
        matrix = result.matrices["weights"]
        row, pair = result.scenario.query_index, (result.scenario.query_index, result.scenario.key_index)
        here = None if pair == self._pair else pair  # else the keyboard stays: a click may be on its way
        self._pair = pair
        if pinned is None:
            self.view.show_matrix(matrix, lit=lit, selected_row=row, focus_cell=here)
            self.set_choices([Choice((self.view,), ((),), LARGEST)])
        else:
            before = self._with_title(IN_A, pinned.matrices["weights"])
            self._pinned.show_matrix(before, selected_row=pinned.scenario.query_index)
            self.view.show_matrix(self._with_title(IN_B, matrix), lit=lit, selected_row=row, focus_cell=here)
            self.set_choices([Choice((self._pinned, self.view), ((), (1,)), LARGEST)])
        self.show_signs({})

    def _with_title(self, template: str, matrix: Matrix) -> Matrix:
        """Return a matrix that says whose it is; the same one again while it is the same."""
        before = self._titled.get(template)
        if before is None or before[0] is not matrix:
            titled = exchanged(matrix, {"title": Message(template, {"title": matrix.title})})
            before = self._titled[template] = (matrix, titled)
        return before[1]
