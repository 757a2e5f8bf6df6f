"""What a guess is entered with: what to guess, of which cell or row, and the number or the order."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from attnstudio.state.figures import Matrix
from attnstudio.state.guesses import Guess, LargestGuess, NumberGuess, RankingGuess
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.control_row import describe
from attnstudio.ui.guess_field import GuessField
from attnstudio.ui.guess_parts import CellChoice, Labels, OrderChips, OrderList, Words
from attnstudio.ui.matrix_words import place
from attnstudio.ui.words import said

NUMBER, RANKING, LARGEST = range(3)
WHATS = (
    QT_TRANSLATE_NOOP("attnstudio", "number"), QT_TRANSLATE_NOOP("attnstudio", "ranking"),
    QT_TRANSLATE_NOOP("attnstudio", "largest"),
)  # fmt: skip
WHAT = QT_TRANSLATE_NOOP("attnstudio", "What to guess")
WHAT_TIP = QT_TRANSLATE_NOOP(
    "attnstudio",
    "Guess the number of a cell, the order of a row from the largest number down, or the largest of a row.",
)
FIELD = QT_TRANSLATE_NOOP("attnstudio", "Your guess for {place}")
NO_CELL = QT_TRANSLATE_NOOP("attnstudio", "Choose a cell first: click it, or take it from the list.")
NO_CELL_YET = QT_TRANSLATE_NOOP("attnstudio", "Choose a cell for this number, or reveal again without it.")
NO_NUMBER = QT_TRANSLATE_NOOP("attnstudio", "Type a number first.")
NO_ORDER = QT_TRANSLATE_NOOP("attnstudio", "Choose the largest first, then the next.")
NOTHING_TO_ORDER = QT_TRANSLATE_NOOP("attnstudio", "This row has fewer than two cells that are not masked.")


class GuessEntry(QObject):
    """The widgets that take a guess at one matrix, and the guess that stands in them."""

    changed = Signal()
    entered = Signal()  # Enter, in the field with a number
    cell_chosen = Signal(int, int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.what = ChipRow([said(what) for what in WHATS], name=said(WHAT), tip=said(WHAT_TIP))
        self.kind = Labels()  # in place of the chips where there is little room
        self.kind.show_labels([said(what) for what in WHATS], NUMBER)
        self.kind.setAccessibleName(said(WHAT))
        describe(self.kind, said(WHAT_TIP))
        self.kind.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._short, self._ranked, self._lack = False, True, ""
        self.cell, self.field, self.order = CellChoice(), GuessField(), OrderChips()
        self.order_list = OrderList(self.order)
        self.refusal = Words(tone="error")
        for signal in (self.what.edited, self.field.changed, self.field.refused, self.order.changed):
            signal.connect(lambda *_: self._change())
        self.kind.activated.connect(self._choose_kind)
        self.cell.chosen.connect(self._choose)
        self.field.entered.connect(self.entered)

    @property
    def all(self) -> tuple[QWidget, ...]:
        """Every part, shown or not."""
        return (self.what, self.kind, self.cell, self.field, self.order, self.order_list, self.refusal)

    @property
    def parts(self) -> list[QWidget]:
        """The parts that what is guessed needs, but for the refusal."""
        if not self._ranked:
            return [self.cell, self.field]
        what = self.kind if self._short else self.what
        if self.what.value() == RANKING:
            return [what, *([self.cell] if self.cell.has_rows else []), self.order_list if self._short else self.order]
        return [what, self.cell, *([self.field] if self.what.value() == NUMBER else [])]

    @property
    def first(self) -> QWidget:
        """The part that takes the keyboard where its place has gone."""
        if self.what.value() == RANKING:
            return self.order_list if self._short else self.order.stop()
        return self.field if self.what.value() == NUMBER else self.cell.columns

    @property
    def lacking(self) -> str | None:
        """What has to be done before there is a guess."""
        if self.what.value() == RANKING:
            return None if self.order.order else said(NO_ORDER)
        if self.cell.column is None:
            return said(NO_CELL)
        missing = self.what.value() == NUMBER and not self.field.text().strip()
        return said(NO_NUMBER) if missing else None

    def set_short(self, short: bool) -> None:
        """Offer what to guess in a list, and do without names, where there is little room."""
        self._short = short
        self.cell.set_short(short)

    def take(self) -> bool:
        """Take the number that is being typed; return False where it is refused, which is said."""
        return self.field.commit() and self.field.refusal is None

    def guess(self, stage: str) -> Guess:
        """Return what stands here as a guess at a stage; nothing may be lacking."""
        i, j = self.cell.row, self.cell.column or 0
        if self.what.value() == RANKING:
            return RankingGuess(stage, i, self.order.order)
        return (
            LargestGuess(stage, i, j) if self.what.value() == LARGEST else NumberGuess(stage, i, j, self.field.value())
        )

    def leave(self) -> bool:
        """Return whether nothing is lost without a guess; that a number has no cell is said first, once."""
        unfinished = self.what.value() == NUMBER and self.cell.column is None and bool(self.field.text().strip())
        known, self._lack = bool(self._lack), said(NO_CELL_YET) if unfinished else ""
        return known or not unfinished

    def start(self, row: int) -> None:
        """Forget what was entered."""
        self.cell.row, self.cell.column, self._lack = row, None, ""
        self.field.show_guess(None)
        self.order.show_order(())

    def show_matrix(self, matrix: Matrix, title: str) -> None:
        """Show the labels of a matrix, and what of it was chosen."""
        self._ranked = matrix.ranked
        if not matrix.ranked:
            self.what.show_value(NUMBER)
        if matrix.shape[1] == 1:
            self.cell.column = 0  # there is no other
        i, j = self.cell.row, self.cell.column
        self._lack = "" if j is not None else self._lack
        self.order.show_row(matrix, i)
        self.order_list.follow()
        few = len(self.order.columns) < 2
        self.what.set_reason(RANKING, said(NOTHING_TO_ORDER) if few else None)
        if few and self.what.value() == RANKING:
            self.what.show_value(NUMBER)
        what = self.what.value()
        self.kind.setCurrentIndex(int(what))  # type: ignore[arg-type]
        self.kind.set_reason(RANKING, said(NOTHING_TO_ORDER) if few else None)
        self.cell.show_cell(matrix, i, j, with_column=what != RANKING, equals=what == NUMBER)
        named = title if j is None else place(matrix, i, j)
        self.field.setAccessibleName(said(Message(FIELD, {"place": named})))
        refusal = self.field.refusal if what == NUMBER else None
        self.refusal.setText(said(refusal) if refusal else self._lack)

    def _choose_kind(self, kind: int) -> None:
        self.what.show_value(kind)
        self._change()

    def _change(self) -> None:
        self._lack = ""
        self.changed.emit()

    def _choose(self) -> None:
        self._change()
        if self.cell.column is not None:
            self.cell_chosen.emit(self.cell.row, self.cell.column)
