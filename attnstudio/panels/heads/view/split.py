"""Split and join: how one layer's numbers are cut into heads and come together again, one head lit all the way."""

from itertools import chain

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.following import followed
from attnstudio.state.message import Message, listed
from attnstudio.ui.formula import FormulaView
from attnstudio.ui.formula_items import Choice, Item
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.note_text import NoteText
from attnstudio.ui.theme import look
from attnstudio.ui.tokens import told

Arrangements = list[list[tuple[str, ...]]]
LEARNED = ("x", "times", "w_q", "w_k", "w_v")
SPLIT = ("projected_query", "projected_key", "projected_value")
OF_HEAD = ("query", "key", "value", "arrow", "output")
JOINED, MIXED = ("concat", "joined"), ("concat", "times", "w_o", "equals", "joined")
SIGNS = {"times": Message("·"), "equals": Message("="), "arrow": Message("→")}
MATRICES = tuple(name for name in dict.fromkeys((*LEARNED, *SPLIT, *OF_HEAD, *MIXED)) if name not in SIGNS)
TOLD = ("split", "attend", "concat", "join")
ROOMY = 400  # pixels at 100 % in height from which the learned matrices are shown too
LOW = 150  # likewise, below which what is joined stands alone
SHARES = (4, 3, 3)  # of the height, of the parts under each other
SMALLEST = 20  # pixels that a part keeps
LARGEST = 0.5  # of the height, for a cell


class SplitView(QWidget):
    """What is learned, how it is split, how it is joined; of trained models the large head, and the concat."""

    opened = Signal()
    pointed = Signal(str, object)
    picked = Signal(str, int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.matrices = {name: MatrixView(parent=self) for name in MATRICES}
        self._parts = [FormulaView([], ((),)) for _ in SHARES]
        self._told = NoteText(3)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        for part, share in zip(self._parts, SHARES, strict=True):
            column.addWidget(part, share)
            part.stand_on("card")
            part.setMinimumSize(SMALLEST, SMALLEST)
        column.addWidget(self._told)
        for name, view in self.matrices.items():
            view.stand_on("card")
            view.hide()
            view.opened.connect(self.opened)
            view.hovered.connect(lambda cell, name=name: self.pointed.emit(name, cell))
            view.picked.connect(lambda i, j, name=name: self.picked.emit(name, i, j))

    def show_result(self, result: HeadsResult, head: int, *, explained: bool) -> None:
        """Show a Result, the columns of one head lit; `explained`: with what is done in words."""
        lit, arranged = followed(result, head), self._lines(result)
        seen = {name for lines in chain.from_iterable(arranged) for line in lines for name in line}
        for name, view in self.matrices.items():
            if name in seen and name in result.matrices:
                view.show_matrix(result.matrices[name], lit=lit)
        parts = list(zip(self._parts, arranged, strict=True))
        for part, lines in sorted(parts, key=lambda each: bool(each[1])):  # first those that let go of matrices
            part.setVisible(bool(lines))
            part.set_choices([self._choice(*each) for each in lines or [[]]])
            part.show_signs(SIGNS)
        self._told.show_text(told(listed([result.captions[name] for name in TOLD if name in result.captions], "; ")))
        self._told.setVisible(explained)

    def _lines(self, result: HeadsResult) -> tuple[Arrangements, ...]:
        """Return the lines of each part, in every arrangement that it may have."""
        roomy = self.height() >= look().px(ROOMY)
        if "x" not in result.matrices:
            return [], [[OF_HEAD]], [[("concat",)]]
        if not roomy:
            names = (*SPLIT, *JOINED) if self.height() >= look().px(LOW) else JOINED
            return [], [[(name,) for name in names]], []
        return [[LEARNED]], [[SPLIT], [(name,) for name in SPLIT]], [[MIXED]]

    def _choice(self, *lines: tuple[str, ...]) -> Choice:
        items: list[Item] = [self.matrices.get(name, name) for line in lines for name in line]
        starts = [sum(map(len, lines[: i + 1])) for i in range(len(lines) - 1)]
        return Choice(tuple(items), (tuple(starts),), LARGEST)
