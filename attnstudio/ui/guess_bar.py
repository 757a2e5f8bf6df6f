"""The guess bar: where a class says what a covered stage will show, before it is revealed."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QApplication, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from attnstudio.state.figures import Matrix
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.aloud import announce
from attnstudio.ui.flow import FlowLayout
from attnstudio.ui.key_uses import KeyUse
from attnstudio.ui.painted import Painted
from attnstudio.ui.reasons import set_reason
from attnstudio.ui.theme import look
from attnstudio.ui.tokens import told
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.state.guesses import Guess, Verdict

GUESS, GUESS_SHORT = QT_TRANSLATE_NOOP("attnstudio", "Guess {title}:"), QT_TRANSLATE_NOOP("attnstudio", "{title}:")
AWAY = QT_TRANSLATE_NOOP("attnstudio", "The next question is about {title}.")
AWAY_ASKING = QT_TRANSLATE_NOOP("attnstudio", "Next: {title}")  # of a title that ends in a question mark
YOUR_GUESS = QT_TRANSLATE_NOOP("attnstudio", "Your guess: {guess}.")
KEEP = QT_TRANSLATE_NOOP("attnstudio", "Keep")
KEEP_TIP = QT_TRANSLATE_NOOP("attnstudio", "Commit to this answer: it is compared once the numbers are revealed.")
CHANGE = QT_TRANSLATE_NOOP("attnstudio", "Change")
CHANGE_TIP = QT_TRANSLATE_NOOP("attnstudio", "Take the guess back and make another one.")
REVEAL = QT_TRANSLATE_NOOP("attnstudio", "Reveal")
REVEAL_TIP = QT_TRANSLATE_NOOP("attnstudio", "Show the numbers, and how the guess compares with them.")
GO_ON = QT_TRANSLATE_NOOP("attnstudio", "Go on")
GO_ON_TIP = QT_TRANSLATE_NOOP("attnstudio", "Go on to the next question.")
KEYS = (KeyUse((Qt.Key.Key_Backspace,), QT_TRANSLATE_NOOP("attnstudio", "Take the last of a ranking away")),)


class GuessBar(Painted):
    """Takes a guess, shows the one that is kept, and then the verdict; it needs no number of the matrix.

    A guess stays while the same cells are covered, whatever moves underneath. Until a stage is covered first, the bar
    has no parts.
    """

    guessed = Signal(object)  # the Guess that is kept; None where it was taken back, or starts anew
    reveal = Signal()
    cell_chosen = Signal(int, int)  # in the lists of the bar, so that the matrix can point at it
    closed = Signal()  # the verdict was put away, or the stage that is asked for is to be seen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._matrix: Matrix | None = None
        self._about: tuple[object, ...] = ()
        self._stage = ""  # its title
        self._row = 0  # that was asked for
        self._compact = self._short = self._away = False
        self._guess: Guess | None = None
        self._verdict: Verdict | None = None
        self._parts: list[QWidget] = []
        self.arranging = False  # what follows from another height of the bar may ask for other parts at once
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def _build(self) -> None:
        from attnstudio.ui.button import Button
        from attnstudio.ui.guess_entry import GuessEntry
        from attnstudio.ui.guess_parts import Words

        self.title, self.message, self.away, self.entry = Words(), Words(), Words(), GuessEntry(self)
        self.keep_button, self.change_button = Button(KEEP, KEEP_TIP), Button(CHANGE, CHANGE_TIP)
        self.reveal_button, self.go_on_button = Button(REVEAL, REVEAL_TIP), Button(GO_ON, GO_ON_TIP)
        self.entry.set_short(self._short)
        self._place_parts()
        self._space()
        self.entry.changed.connect(self._arrange)
        self.entry.entered.connect(self._keep)
        self.entry.cell_chosen.connect(self.cell_chosen)
        self.keep_button.clicked.connect(self._keep)
        self.change_button.clicked.connect(self._take_back)
        self.reveal_button.clicked.connect(self.reveal)
        self.go_on_button.clicked.connect(self.go_on)

    def _place_parts(self) -> None:
        self._line, self._buttons = QWidget(self), QWidget()
        self._flow, self._row_of_buttons = FlowLayout(self._line), QHBoxLayout(self._buttons)
        for each in (self.keep_button, self.change_button, self.reveal_button, self.go_on_button):
            self._row_of_buttons.addWidget(each)
        self._all = (self.title, self.message, self.away, *self.entry.all, self._buttons)
        for part in self._all:
            part.setParent(self._line)
            part.hide()
        self._frame = QVBoxLayout(self)
        self._frame.addWidget(self._line)

    @property
    def guess(self) -> "Guess | None":
        """The guess that is kept."""
        return self._guess

    def set_compact(self, compact: bool, *, short: bool = False) -> None:
        """Say the title alone, in narrow margins; `short`: in as few lines as can be."""
        if (compact, short) != (self._compact, self._short):
            self._compact, self._short = compact, short
            if self._matrix is not None:
                self.entry.set_short(short)
                self._space()
                self._show_title()
                self._arrange()

    def set_away(self, away: bool) -> None:
        """Ask for nothing while the stage is out of sight, but offer to go on to it."""
        if away != self._away:
            self._away = away
            self._arrange()

    def _show_title(self) -> None:
        title = {"title": self._stage}
        self.setAccessibleName(said(Message(GUESS, title)))
        self.title.setText(said(Message(GUESS_SHORT, title)) if self._compact else self.accessibleName())
        self.away.setText(said(Message(AWAY_ASKING if self._stage.endswith("?") else AWAY, title)))

    def show_stage(self, title: str, matrix: Matrix, row: int) -> None:
        """Ask for a guess at a covered matrix; `row` is the row that is meant until another is chosen."""
        forbidden = None if matrix.blocked is None else matrix.blocked.tobytes()
        about = (title, matrix.name, matrix.row_labels, matrix.column_labels, forbidden)
        if self._matrix is None:
            self._build()
        self._matrix = matrix
        if about != self._about:
            self._about, self._stage, self._row = about, title, row
            self._show_title()
            self.forget()
        elif row != self._row:
            self._row = row
            self.set_cell(row, self.entry.cell.column)

    def set_cell(self, i: int, j: int | None) -> None:
        """Take the cell that was clicked in the matrix; a guess that is kept stays as it is."""
        rows, columns = self._matrix.shape if self._matrix is not None else (0, 0)
        if self._guess is None and i < rows and (j is None or j < columns):
            self.entry.cell.row, self.entry.cell.column = i, j
            self._arrange()

    def show_verdict(self, verdict: "Verdict | None") -> None:
        """Show what the guess was worth; None asks for the next one."""
        if verdict == self._verdict:
            return
        self._verdict = verdict
        self.message.clear()
        if verdict is not None:
            self.message.setText(f"{'✓' if verdict.right else '✗'} {told(verdict.text)}")
            announce(self, lambda: told(verdict.text))
        self.forget()

    def forget(self) -> None:
        """Forget the guess and what was entered."""
        self.entry.start(self._row)
        self._take_back()

    def commit(self) -> bool:
        """Keep what was entered where it is a guess; False where it is refused or unfinished, which is seen first."""
        if self._guess is None and self._verdict is None:
            self._keep()
        if self._matrix is None or self._guess is not None or (self.entry.take() and self.entry.leave()):
            return True
        self._arrange()
        if self._away:
            self.closed.emit()
        return False

    def _keep(self) -> None:
        if self._matrix is None or not self.entry.take() or self.entry.lacking is not None:
            return
        from attnstudio.state.guesses import in_words

        self._guess = self.entry.guess(self._matrix.name)
        self.message.setText(said(Message(YOUR_GUESS, {"guess": told(in_words(self._guess, self._matrix))})))
        self._arrange()
        self.guessed.emit(self._guess)

    def _take_back(self) -> None:
        had_guess, self._guess = self._guess is not None, None
        self._arrange()
        if had_guess:
            self.guessed.emit(None)

    def go_on(self) -> None:
        """Go on to the next question."""
        self.show_verdict(None)
        self.closed.emit()

    def _arrange(self) -> None:
        """Show what this moment needs; a keyboard that was in the bar stays in it."""
        if self._matrix is None or self.arranging:
            return
        focus = QApplication.focusWidget()
        had_focus = focus is not None and self.isAncestorOf(focus)
        self.entry.show_matrix(self._matrix, self._stage)
        set_reason(self.keep_button, self.entry.lacking)
        parts, first = self._needed()
        self.arranging = True
        while parts != self._parts:
            self._put(parts)
            parts, first = self._needed()
        self.arranging = False
        if had_focus and focus is not None and not focus.isVisibleTo(self):
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _needed(self) -> tuple[list[QWidget], QWidget]:
        """Show the buttons of this moment; return the parts to show, and which takes a keyboard without a place."""
        verdict, kept = self._verdict is not None, self._guess is not None
        waits = verdict or self._away
        self.keep_button.setVisible(not waits and not kept)
        self.change_button.setVisible(not waits and kept)
        self.reveal_button.setVisible(not waits)
        self.go_on_button.setVisible(waits)
        if waits:
            return [self.message if verdict else self.away, self._buttons], self.go_on_button
        if kept:
            return [self.title, self.message, self._buttons], self.reveal_button
        refusal = [self.entry.refusal] if self.entry.refusal.text() else []
        return [self.title, *self.entry.parts, self._buttons, *refusal], self.entry.first

    def _put(self, parts: list[QWidget]) -> None:
        """Put parts into the line, in their order."""
        for part in self._parts:
            self._flow.removeWidget(part)
        self._parts = parts
        for part in self._all:
            part.setVisible(part in parts)
        for part in parts:
            self._flow.addWidget(part)
        self._flow.invalidate()
        self._line.updateGeometry()
        self._frame.activate()  # now: the height is known before the next frame

    def _space(self) -> None:
        across, down = (look().px(6), look().px(3)) if self._compact else (look().px(10), look().px(6))
        self._frame.setContentsMargins(across, down, across, down)
        self._row_of_buttons.setContentsMargins(0, 0, 0, 0)
        self._row_of_buttons.setSpacing(look().px(4))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and self._matrix is not None:
            self._space()

    def paint(self, painter: QPainter) -> None:
        painter.setPen(QPen(look().colour("border"), look().line()))
        painter.setBrush(look().colour("note"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), look().px(5), look().px(5))
