"""Predict, then reveal: the covers of the stages, the guess at the next one, and what it was worth."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject

from attnstudio.state.figures import Matrix
from attnstudio.ui.document import Document
from attnstudio.ui.guess_bar import GuessBar
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.state.guesses import Guess, Verdict


class _Kept(NamedTuple):
    """A guess, and the labels of the cells that it is about."""

    guess: "Guess"
    cells: tuple[object, ...]

    def judged(self, matrices: Mapping[str, Matrix]) -> "Verdict | None":
        """Compare it with the numbers of its stage; None where those are about other cells."""
        from attnstudio.state.guesses import judged

        matrix = matrices.get(self.guess.stage)
        return None if matrix is None or _cells(matrix) != self.cells else judged(self.guess, matrix)


class Prediction(QObject):
    """Turns covers on and off, and follows them with the guess bar.

    A guess is at the matrix of the first covered stage, which has the stage's name; it is judged when that stage is
    revealed, whoever reveals it. The verdict is put away when it no longer holds, and when anything is covered.

    Parameters
    ----------
    document : Document
    name : str
        Of the panel.
    titles : mapping of str to str
        The stages in their order, each with its title; those without a matrix are left out.
    bar : GuessBar
    parent : QObject
    controls : bool
        False for pictures: the bar is never shown.
    """

    def __init__(
        self,
        document: Document,
        name: str,
        titles: Mapping[str, str],
        bar: GuessBar,
        parent: QObject,
        *,
        controls: bool = True,
    ) -> None:
        super().__init__(parent)
        self._document, self._name, self._titles, self.bar = document, name, dict(titles), bar
        self._names = tuple(titles)
        self._controls = controls
        self._matrices: Mapping[str, Matrix] = {}
        self._seen: frozenset[str] = frozenset()  # what was covered when the matrices were shown
        self._guess: _Kept | None = None
        self._answer: tuple[_Kept, Verdict] | None = None
        bar.setVisible(False)
        bar.guessed.connect(self._keep)
        bar.reveal.connect(self.reveal_next)
        bar.closed.connect(self.close)

    @property
    def covered(self) -> frozenset[str]:
        covered = self._document.state(self._name).covered
        return covered.intersection(self._stages) if covered else covered

    @property
    def kept(self) -> frozenset[str]:
        """The stages that the question of a lesson keeps covered: while there are any, no other one is asked."""
        locks = self._document.locks_on(self._name)
        return frozenset() if locks is None else locks.kept_covers

    @property
    def asked(self) -> str | None:
        """The stage that is guessed at now."""
        return self._first(self.covered)

    def _first(self, covered: frozenset[str]) -> str | None:
        return next(filter(covered.__contains__, self._names), None)

    @property
    def is_judged(self) -> bool:
        """Whether a verdict stands, which is to be put away before anything else is asked or revealed."""
        return self._answer is not None

    @property
    def _stages(self) -> list[str]:
        """The stages that there are now, even before they are drawn."""
        matrices = self._document.result.matrices
        return [name for name in self._names if name in matrices]

    def show_matrices(self, matrices: Mapping[str, Matrix], row: int) -> None:
        """Ask for the next covered stage, at a row of it; judge a guess whose stage has been revealed."""
        self._matrices = matrices
        if not self._controls:
            return
        covered = self.covered
        asked = self._first(covered)
        grown, self._seen = covered - self._seen, covered
        if self._answer is not None and (grown or self.kept or not self._holds(*self._answer)):
            self.close()
        if self._guess is not None and self._guess.guess.stage not in covered:
            self._judge(self._guess)
        if asked is not None:
            self.bar.show_stage(said(self._titles[asked]), matrices[asked], row)
        self._show_bar()

    def toggle_all(self) -> None:
        """Cover every stage, or reveal all that is covered."""
        self._cover(frozenset() if self.covered else frozenset(self._stages))

    def toggle(self, index: int) -> None:
        """Cover or reveal one stage."""
        if self._names[index] in self._stages:
            self._cover(self.covered ^ {self._names[index]})

    def reveal_next(self) -> bool:
        """Reveal the first covered stage; False where nothing is covered."""
        asked = self.asked
        if asked is not None:
            self._cover(self.covered - {asked})
        return asked is not None

    def cover_last(self) -> bool:
        """Cover the stage before the first covered one again; False where nothing is covered."""
        asked, stages = self.asked, self._stages
        if asked is not None and asked != stages[0]:
            self._cover(self.covered | {stages[stages.index(asked) - 1]})
        return asked is not None

    def _cover(self, names: frozenset[str]) -> None:
        """Cover these stages alone; a guess that was entered is kept first, one that is refused is to be seen first."""
        if self.asked not in self.covered - names or self.bar.commit():
            self._document.edit_state(self._name, covered=names)

    def _keep(self, guess: "Guess | None") -> None:
        self._guess = None if guess is None else _Kept(guess, _cells(self._matrices[guess.stage]))

    def _judge(self, kept: _Kept) -> None:
        """Show what a guess was worth; one at other cells is forgotten."""
        self._guess, verdict = None, kept.judged(self._matrices)
        if verdict is None:
            self.bar.forget()
        else:
            self._answer = kept, verdict
            self.bar.show_verdict(verdict)

    def _holds(self, kept: _Kept, verdict: "Verdict") -> bool:
        """Return whether the numbers still are what a verdict says."""
        now = kept.judged(self._matrices)
        return now is not None and now.text == verdict.text

    def close(self) -> None:
        """Put the answer away, so that the next stage is asked for."""
        self._answer = None
        self.bar.show_verdict(None)
        self._show_bar()

    def _show_bar(self) -> None:
        self.bar.setVisible(not self.kept and (self._answer is not None or self.asked is not None))


def _cells(matrix: Matrix) -> tuple[object, ...]:
    """Return what tells the cells of a matrix from those of another."""
    return matrix.row_labels, matrix.column_labels
