"""Guesses at the numbers of a covered matrix, and what they turn out to be worth."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from attnstudio.state.figures import Matrix
from attnstudio.state.guess_words import DIGITS, column, exactly, joined, number, of_row, place, rank_named, typed
from attnstudio.state.message import (
    QT_TRANSLATE_NOOP,
    Message,
    decimals_needed,
    format_number,
    format_significant,
)

TIE = 1e-9  # numbers that differ by less are equal: the rest is rounding
FINE = 12  # decimals of a number without the rounding of floats
LEAST = 2  # decimals that a number in place of a fraction has at the least

NUMBER = QT_TRANSLATE_NOOP("guess", "{number} for {place}")
LARGEST = QT_TRANSLATE_NOOP("guess", "{column} is the largest")
THE_REST = QT_TRANSLATE_NOOP("guess", "{order} > the rest")
RIGHT = QT_TRANSLATE_NOOP("guess", "You said {said} for {place}: right, it is {value}.")
TOO_HIGH = QT_TRANSLATE_NOOP("guess", "You said {said} for {place}: it is {value}, so {error} too high.")
TOO_LOW = QT_TRANSLATE_NOOP("guess", "You said {said} for {place}: it is {value}, so {error} too low.")
INFINITE = QT_TRANSLATE_NOOP("guess", "You said {said} for {place}: it is masked, −∞.")
NO_NUMBER = QT_TRANSLATE_NOOP("guess", "There is no number for {place}.")
ORDER_RIGHT = QT_TRANSLATE_NOOP("guess", "The order is right: {order}.")
OTHER_WAY = QT_TRANSLATE_NOOP("guess", "It is the other way round: {order}.")
PAIRS = QT_TRANSLATE_NOOP("guess", "{right} of {pairs} pairs in the right order; right is {order}.")
NO_ORDER = QT_TRANSLATE_NOOP("guess", "There is nothing to put in order: fewer than two numbers.")
ONE_LARGEST = QT_TRANSLATE_NOOP("guess", "The largest is {columns} with {value}")
SOME_LARGEST = QT_TRANSLATE_NOOP("guess", "The largest are {columns} with {value}")
LARGEST_RIGHT = QT_TRANSLATE_NOOP("guess", "{largest}: right.")
LARGEST_WRONG = QT_TRANSLATE_NOOP("guess", "{largest}; you chose {column} with {chosen}, {rank}.")
CHOSE_MASKED = QT_TRANSLATE_NOOP("guess", "{largest}; you chose {column}, which is masked.")
CHOSE_NOTHING = QT_TRANSLATE_NOOP("guess", "{largest}; you chose {column}, which has no number.")
NO_LARGEST = QT_TRANSLATE_NOOP("guess", "There is no largest: this row has no number that is not masked.")


@dataclass(frozen=True)
class NumberGuess:
    """The number of cell (i, j) of a stage."""

    stage: str
    i: int
    j: int
    value: float


@dataclass(frozen=True)
class RankingGuess:
    """The columns of row `i` of a stage from the largest number down; those left out follow, in no order."""

    stage: str
    i: int
    order: tuple[int, ...]


@dataclass(frozen=True)
class LargestGuess:
    """The column `j` that has the largest number of row `i` of a stage."""

    stage: str
    i: int
    j: int


Guess = NumberGuess | RankingGuess | LargestGuess


@dataclass(frozen=True)
class Verdict:
    """How a guess compares with the numbers.

    Parameters
    ----------
    text : Message
        One sentence with the numbers in it.
    right : bool
    error : float
        Of a number: guess less truth. Of a ranking: share of pairs in the wrong order. Of a largest: how much smaller
        than the largest it is. NaN where there was nothing to guess.
    """

    text: Message
    right: bool
    error: float


def judged(guess: Guess, matrix: Matrix) -> Verdict:
    """Compare a guess with the numbers of its stage.

    Parameters
    ----------
    guess : NumberGuess, RankingGuess or LargestGuess
    matrix : Matrix
        The stage, not covered.

    Returns
    -------
    Verdict
        A number is right within half a unit of the last digit shown, and of the first after the point where whole
        numbers are. One that is written as a fraction is right where the guess is its value rounded to the decimals
        that were typed, two at least. Equal numbers are right either way. A masked cell counts with the number it has:
        the smallest, unless the mask was applied wrongly.

    Raises
    ------
    ValueError
        If the guess names a cell that the matrix does not have, or a column twice.
    """
    columns = guess.order if isinstance(guess, RankingGuess) else (guess.j,)
    rows, count = matrix.shape
    if not 0 <= guess.i < rows or not all(0 <= j < count for j in columns) or len(set(columns)) < len(columns):
        raise ValueError(f"guess: expected cells of the {rows} × {count} matrix {matrix.name}, each once, got {guess}")
    if isinstance(guess, NumberGuess):
        return _judged_number(guess, matrix)
    return _judged_ranking(guess, matrix) if isinstance(guess, RankingGuess) else _judged_largest(guess, matrix)


def in_words(guess: Guess, matrix: Matrix) -> Message:
    """Say what is guessed, without a number of the matrix: "0.5 for sat, cat", or "query sat: cat > the"."""
    if isinstance(guess, NumberGuess):
        return Message(NUMBER, {"number": typed(guess.value), "place": place(matrix, guess.i, guess.j)})
    if isinstance(guess, LargestGuess):
        return of_row(matrix, guess.i, Message(LARGEST, {"column": column(matrix, guess.j)}))
    left = [j for j in rankable(matrix, guess.i) if j not in guess.order]
    order = joined(matrix, [[j] for j in (*guess.order, *(left if len(left) == 1 else ()))], " > ")
    return of_row(matrix, guess.i, Message(THE_REST, {"order": order}) if len(left) > 1 else order)


def rankable(matrix: Matrix, i: int) -> tuple[int, ...]:
    """Return the columns of a row that no mask forbids: these can be put in order, even while they are covered."""
    blocked = matrix.blocked
    return tuple(j for j in range(matrix.shape[1]) if blocked is None or not blocked[i, j])


def _judged_number(guess: NumberGuess, matrix: Matrix) -> Verdict:
    value, said = float(matrix.values[guess.i, guess.j]), typed(guess.value)
    error = 0.0 if value == guess.value else guess.value - value
    if exactly(matrix, guess.i, guess.j):
        right = _is_rounded(guess.value, value)
    else:
        right = abs(error) <= 0.5 * 10.0 ** -max(1, matrix.digits) * (1 + TIE)
    if math.isnan(value):
        template = NO_NUMBER
    elif right:
        template = RIGHT
    elif math.isinf(value):
        template = INFINITE
    else:
        template = TOO_HIGH if error > 0 else TOO_LOW
    decimals = max(matrix.digits, 0 if "/" in said else decimals_needed(guess.value, DIGITS))
    rounded = format_number(abs(error), decimals)
    values = {
        "said": said,
        "place": place(matrix, guess.i, guess.j),
        "value": number(matrix, guess.i, guess.j, decimals),
        "error": rounded if rounded.strip("0.") else format_significant(abs(error), 2),
    }
    return Verdict(Message(template, values), right, error)


def _is_rounded(said: float, value: float) -> bool:
    """Return whether a number is another, rounded to the decimals that it has itself, LEAST at the least."""
    decimals = max(LEAST, decimals_needed(said, DIGITS))
    return format_number(round(said, FINE), decimals) == format_number(round(value, FINE), decimals)


def _judged_ranking(guess: RankingGuess, matrix: Matrix) -> Verdict:
    numbers = matrix.values[guess.i].tolist()
    named = [j for j in guess.order if not math.isnan(numbers[j])]
    left = [j for j in rankable(matrix, guess.i) if j not in guess.order and not math.isnan(numbers[j])]
    ranked = _ranked(numbers, [*named, *left])
    rank = {j: at for at, equal in enumerate(ranked) for j in equal}
    pairs = [rank[a] <= rank[b] for at, a in enumerate(named, 1) for b in (*named[at:], *left)]
    if not pairs:
        return Verdict(of_row(matrix, guess.i, Message(NO_ORDER)), right=False, error=math.nan)
    template = ORDER_RIGHT if all(pairs) else PAIRS if len(pairs) > 1 else OTHER_WAY
    values = {"right": sum(pairs), "pairs": len(pairs), "order": joined(matrix, ranked)}
    error = 1 - sum(pairs) / len(pairs)
    return Verdict(of_row(matrix, guess.i, Message(template, values)), all(pairs), error)


def _judged_largest(guess: LargestGuess, matrix: Matrix) -> Verdict:
    i, j, numbers = guess.i, guess.j, matrix.values[guess.i].tolist()
    seen = [k for k, value in enumerate(numbers) if not math.isnan(value) and not _is_masked(matrix, i, k)]
    if not seen:
        return Verdict(of_row(matrix, i, Message(NO_LARGEST)), right=False, error=math.nan)
    ranked = _ranked(numbers, seen)
    top = ranked[0]
    larger = sum(len(equal) for equal in ranked if j not in equal and numbers[equal[0]] > numbers[j])
    if math.isnan(numbers[j]):
        template = CHOSE_NOTHING
    elif j not in seen:
        template = CHOSE_MASKED
    else:
        template = LARGEST_RIGHT if j in top else LARGEST_WRONG
    largest = {"columns": joined(matrix, [[k] for k in top]), "value": number(matrix, i, top[0], matrix.digits)}
    values = {
        "largest": Message(ONE_LARGEST if len(top) == 1 else SOME_LARGEST, largest),
        "column": column(matrix, j),
        "chosen": number(matrix, i, j, matrix.digits),
        "rank": rank_named(larger + 1),
    }
    error = 0.0 if j in top else numbers[top[0]] - numbers[j]
    return Verdict(of_row(matrix, i, Message(template, values)), j in top, error)


def _is_masked(matrix: Matrix, i: int, j: int) -> bool:
    """Return whether a mask leaves a cell nothing; where it was applied wrongly, a forbidden cell has a number."""
    nothing = -math.inf if matrix.kind == "score" else 0.0
    return matrix.blocked is not None and bool(matrix.blocked[i, j]) and float(matrix.values[i, j]) == nothing


def _ranked(numbers: Sequence[float], columns: Iterable[int]) -> list[list[int]]:
    """Return columns from the largest number to the smallest, those with equal ones together."""
    ranked: list[list[int]] = []
    for j in sorted(columns, key=lambda k: (-numbers[k], k)):
        if ranked and math.isclose(numbers[ranked[-1][0]], numbers[j], rel_tol=TIE, abs_tol=TIE):
            ranked[-1].append(j)
        else:
            ranked.append([j])
    return ranked
