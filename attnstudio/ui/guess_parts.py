"""Parts of the guess bar: words that wrap, the choice of a cell, and chips that are put in order."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from attnstudio.state.figures import Matrix
from attnstudio.state.guess_words import column
from attnstudio.state.guesses import rankable
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.chips import WIDEST, ChipRow
from attnstudio.ui.choice import ListBox
from attnstudio.ui.control_row import PlainLabel, describe, line_height
from attnstudio.ui.key_uses import goes_on
from attnstudio.ui.matrix_words import isolated, visible
from attnstudio.ui.theme import look, text_width
from attnstudio.ui.words import said

CHOOSE = QT_TRANSLATE_NOOP("attnstudio", "choose")
CELL_TIP = QT_TRANSLATE_NOOP(
    "attnstudio", "Which cell: click it in the covered matrix, or go through them with Up and Down."
)
ORDER = QT_TRANSLATE_NOOP("attnstudio", "Order, the largest first")
ORDER_TIP = QT_TRANSLATE_NOOP(
    "attnstudio", "Choose the largest first, then the next. Backspace, or choosing one again, takes it away."
)
BLANK, SPACE = "\u2007", "\u00a0"  # as wide as a digit, as wide as a space; both count at the end of a line
PLACED = QT_TRANSLATE_NOOP("attnstudio", "{column}, number {place}")


class Words(PlainLabel):
    """Plain words on one line while there is room, on more where there is none.

    Parameters
    ----------
    text : str
    tone : str
        muted or error; plain without it.
    """

    def __init__(self, text: str = "", *, tone: str = "") -> None:
        super().__init__(text)
        self.setWordWrap(True)
        self.setProperty("tone", tone)

    def sizeHint(self) -> QSize:
        return QSize(round(text_width(look().font(), self.text())) + look().px(4), line_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, line_height())

    def heightForWidth(self, width: int) -> int:
        wrapped, room = int(Qt.TextFlag.TextWordWrap), QRectF(0, 0, width, 1e6)
        height = QFontMetricsF(look().font()).boundingRect(room, wrapped, self.text()).height()
        return max(round(height), line_height())


class Labels(ListBox):
    """A list of labels; while none is chosen it says that one must be."""

    widest = WIDEST

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(said(CHOOSE))

    def show_labels(self, labels: Sequence[str], chosen: int | None) -> None:
        """Show these labels and which is chosen, without telling anyone."""
        wanted = [visible(label) for label in labels]
        if wanted != [self.itemText(i) for i in range(self.count())]:
            self.clear()
            self.addItems(wanted)
            self.updateGeometry()
        self.setCurrentIndex(-1 if chosen is None else chosen)

    def sizeHint(self) -> QSize:
        texts = [self.itemText(i) for i in range(self.count())]
        widest = max(text_width(look().font(), text) for text in (self.placeholderText(), *texts))
        return QSize(round(min(widest, look().px(self.widest))) + look().px(28), line_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(look().px(48), line_height())


class CellChoice(QWidget):
    """Which cell of a matrix: its row, where there are several, and its column."""

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.row: int = 0
        self.column: int | None = None
        self.rows, self.columns = Labels(), Labels()
        self._names, self._equals = (PlainLabel(), PlainLabel()), PlainLabel("=")
        self._short = False
        self._line = QHBoxLayout(self)
        for name, box in zip(self._names, (self.rows, self.columns), strict=True):
            name.setBuddy(box)  # on Linux the name of a list is its text: the label is a relation
            box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            box.activated.connect(self._choose)
            describe(box, said(CELL_TIP))
            self._line.addWidget(name)
            self._line.addWidget(box)
        self._line.addWidget(self._equals)
        self._space()

    @property
    def has_rows(self) -> bool:
        """Whether there is a row to choose."""
        return self.rows.count() > 1

    def set_short(self, short: bool) -> None:
        """Do without the names of row and column; one that is still to be chosen has its name in its place."""
        self._short = short
        self._space()

    def show_cell(self, matrix: Matrix, row: int, column: int | None, *, with_column: bool, equals: bool) -> None:
        """Show the labels of a matrix and the chosen cell, without telling anyone; `equals` says a number follows."""
        self.row, self.column = row, column
        titles, several = (said(matrix.row_title), said(matrix.column_title)), matrix.shape[0] > 1
        self.rows.show_labels(matrix.row_labels, row)
        self.columns.show_labels(matrix.column_labels, column)
        for name, box, title, shown in zip(
            self._names, (self.rows, self.columns), titles, (several, with_column), strict=True
        ):
            name.setText(title.replace("&", "&&"))
            box.setAccessibleName(title)
            box.setPlaceholderText(title if self._short else said(CHOOSE))
            name.setVisible(shown and not self._short)
            box.setVisible(shown)
            box.updateGeometry()
        self._equals.setVisible(equals)

    def _choose(self) -> None:
        self.row = self.rows.currentIndex()
        self.column = self.columns.currentIndex() if self.columns.currentIndex() >= 0 else None
        self.chosen.emit()

    def _space(self) -> None:
        self._line.setSpacing(look().px(5))
        self._line.setContentsMargins(0 if self._short else look().px(6), 0, 0, 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._space()


class OrderChips(ChipRow):
    """The columns of a row as chips that are chosen one after the other, from the largest number down.

    Each has room for its place before its name, so that nothing moves when it is given one.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__(name=said(ORDER), tip=said(ORDER_TIP), several=True)
        self.columns: tuple[int, ...] = ()  # that can be put in order
        self.order: tuple[int, ...] = ()
        self._row = 0
        self._labels_of: tuple[str, ...] = ()  # the columns, as they stand on the chips
        self._names: tuple[str, ...] = ()  # as they stand among other words
        self.edited.connect(self._take)

    def show_row(self, matrix: Matrix, i: int) -> None:
        """Show the columns of a row; in the order so far those stay that belong to it."""
        order = self.order if i == self._row else ()
        self._row, self.columns = i, rankable(matrix, i)
        self._labels_of = tuple(visible(matrix.column_labels[j]) for j in self.columns)
        named = [column(matrix, j) for j in self.columns]
        self._names = tuple(visible(name) if isinstance(name, str) else said(name) for name in named)
        self.show_order(tuple(j for j in order if j in self.columns))

    def turn(self, at: int) -> None:
        """Put a column at the end of the order, or take it away."""
        self._take(frozenset(self.value()) ^ {at})  # type: ignore[arg-type]

    def take_last(self) -> None:
        """Take the last of the order away."""
        self.show_order(self.order[:-1])
        self.changed.emit()

    def so_far(self) -> str:
        """Return the names in their order so far."""
        names = dict(zip(self.columns, self._names, strict=True))
        return " > ".join(isolated(names[j]) for j in self.order)

    def stop(self) -> QWidget:
        """Return the chip that Tab goes to."""
        return next((chip for chip in self.chips if chip.focusPolicy() & Qt.FocusPolicy.TabFocus), self)

    def show_order(self, order: tuple[int, ...]) -> None:
        """Show an order so far, without telling anyone."""
        self.order = order
        places = {j: place for place, j in enumerate(order, 1)}
        standing = [places.get(j) for j in self.columns]
        self.set_labels(
            list(map(self._written, standing, self._labels_of)), list(map(self._named, standing, self._names))
        )
        self.show_value(frozenset(at for at, j in enumerate(self.columns) if j in places))

    def _written(self, place: int | None, name: str) -> str:
        """Write a place and a name; without a place the name in the middle of the same width."""
        digits = len(str(len(self.columns)))
        if place is None:
            return f"{BLANK * digits}{isolated(name)}{SPACE}"
        return f"{str(place).rjust(digits, BLANK)}{SPACE}{isolated(name)}"

    def _named(self, place: int | None, name: str) -> str:
        """Name a chip for assistive tools: with its place, where it has one."""
        return name if place is None else said(Message(PLACED, {"column": name, "place": place}))

    def _take(self, chosen: frozenset[int]) -> None:
        columns = [self.columns[at] for at in sorted(chosen)]
        self.show_order((*(j for j in self.order if j in columns), *(j for j in columns if j not in self.order)))
        self.changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and self.order and not goes_on(event):
            self.take_last()
        else:
            super().keyPressEvent(event)


class OrderList(Labels):
    """The same order in a list, where its chips have no room: what is chosen goes to its end, or is taken away."""

    widest = 2 * WIDEST

    def __init__(self, chips: OrderChips) -> None:
        super().__init__()
        self._chips = chips
        self.setAccessibleName(said(ORDER))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumContentsLength(1)
        self.activated.connect(chips.turn)

    def follow(self) -> None:
        """Show the order as the chips have it."""
        self.show_labels([chip.words for chip in self._chips.chips], None)
        self.setPlaceholderText(self._chips.so_far() or said(ORDER))
        describe(self, self._chips.so_far() or said(ORDER_TIP))
        self.updateGeometry()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and self._chips.order and not goes_on(event):
            self._chips.take_last()
        else:
            super().keyPressEvent(event)
