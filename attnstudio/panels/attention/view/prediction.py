"""Predict, then reveal: the covers of the stages, the guess at the next one, and what it was worth."""

from PySide6.QtCore import QObject

from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.stages import NAMES, STAGES
from attnstudio.state.figures import Matrix
from attnstudio.state.guesses import Guess, RankingGuess, judged
from attnstudio.ui.document import Document
from attnstudio.ui.guess_bar import GuessBar
from attnstudio.ui.words import said


class Prediction(QObject):
    """Turns covers on and off, and follows them with the guess bar.

    A guess is at the first covered stage; it is judged when that stage is revealed, whoever reveals it.
    """

    def __init__(self, document: Document, name: str, bar: GuessBar, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._name, self.bar = document, name, bar
        self._guess: Guess | None = None
        self._answered = False
        bar.guessed.connect(self._keep)
        bar.reveal.connect(self.reveal_next)
        bar.closed.connect(self._close)

    @property
    def covered(self) -> frozenset[str]:
        return self._document.state(self._name).covered

    @property
    def asked(self) -> str | None:
        """The stage that is guessed at now."""
        return next((name for name in NAMES if name in self.covered), None)

    def show_result(self, result: AttentionResult) -> None:
        """Ask for the next covered stage; judge a guess whose stage has been revealed."""
        guess = self._guess
        if guess is not None and guess.stage not in self.covered:
            self._guess = None
            matrix = result.matrices.get(guess.stage)
            if matrix is not None and _fits(guess, matrix):
                self._answered = True
                self.bar.show_verdict(judged(guess, matrix))
        asked = self.asked
        if asked is not None and asked in result.matrices:
            stage = STAGES[NAMES.index(asked)]
            self.bar.show_stage(said(stage.title), result.matrices[asked], result.scenario.query_index)
        self.bar.setVisible(self._answered or (asked is not None and asked in result.matrices))

    def toggle_all(self) -> None:
        """Cover every stage, or reveal all that is covered."""
        self._cover(frozenset() if self.covered else frozenset(NAMES))

    def toggle(self, index: int) -> None:
        """Cover or reveal one stage."""
        self._cover(self.covered ^ {NAMES[index]})

    def reveal_next(self) -> bool:
        """Reveal the first covered stage; False where nothing is covered."""
        asked = self.asked
        if asked is not None:
            self._cover(self.covered - {asked})
        return asked is not None

    def cover_last(self) -> bool:
        """Cover the stage before the first covered one again; False where nothing is covered."""
        asked = self.asked
        if asked is not None and asked != NAMES[0]:
            self._cover(self.covered | {NAMES[NAMES.index(asked) - 1]})
        return asked is not None

    def _cover(self, names: frozenset[str]) -> None:
        if names - self.covered:
            self._close()
        self._document.edit_state(self._name, covered=names)

    def _keep(self, guess: Guess) -> None:
        self._guess = guess

    def _close(self) -> None:
        """Put the answer away."""
        self._answered = False
        self.bar.show_verdict(None)
        self.bar.setVisible(self.asked is not None)


def _fits(guess: Guess, matrix: Matrix) -> bool:
    """Return whether a matrix still has the cells that were guessed at."""
    rows, columns = matrix.shape
    guessed = guess.order if isinstance(guess, RankingGuess) else (guess.j,)
    return guess.i < rows and all(j < columns for j in guessed)
