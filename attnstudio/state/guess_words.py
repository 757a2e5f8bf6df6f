"""How guesses and the cells they are about are written."""

import math
from collections.abc import Sequence

from attnstudio.state.figures import Matrix
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number

DIGITS = 6  # decimals of a typed number; what needs more was typed as a fraction
DENOMINATORS = 10_000  # of fractions, at most
NAMED = 12  # columns that an order names, at most

PLACE = QT_TRANSLATE_NOOP("guess", "{row}, {column}")
TITLED = QT_TRANSLATE_NOOP("guess", "{title} {label}")
OF_ROW = QT_TRANSLATE_NOOP("guess", "{row_title} {row}: {text}")
RANKS = (
    QT_TRANSLATE_NOOP("guess", "the {rank}th largest"), QT_TRANSLATE_NOOP("guess", "the {rank}st largest"),
    QT_TRANSLATE_NOOP("guess", "the {rank}nd largest"), QT_TRANSLATE_NOOP("guess", "the {rank}rd largest"),
)  # fmt: skip


def typed(value: float) -> str:
    """Write a guessed number as it was typed: in decimals, or as a fraction where six of them do not hold it."""
    if not math.isfinite(value) or abs(round(value, DIGITS) - value) < 1e-12:
        return format_number(value, decimals_needed(value, DIGITS))
    from fractions import Fraction  # rarely needed, and slow to load

    fraction = Fraction(value).limit_denominator(DENOMINATORS)
    if abs(fraction - Fraction(value)) > 1e-12:
        return format_number(value, DIGITS)
    return str(fraction).replace("-", "−")


def exactly(matrix: Matrix, i: int, j: int) -> str | None:
    """Return how the number of a cell is written without decimals, where it is."""
    return (matrix.written[i][j] or None) if matrix.written is not None else None


def number(matrix: Matrix, i: int, j: int, decimals: int) -> str:
    """Write the number of a cell; a fraction has its decimals beside it."""
    value = float(matrix.values[i, j])
    text, exact = format_number(value, decimals), exactly(matrix, i, j)
    if exact is None or "/" not in exact:
        return exact or text
    return f"{exact} {'=' if decimals_needed(value, decimals + 1) <= decimals else '≈'} {text}"


def column(matrix: Matrix, j: int) -> str | Message:
    """Name a column by its label; one that is a bare number, as that of a component, has its title before it."""
    label = matrix.column_labels[j]
    return Message(TITLED, {"title": matrix.column_title, "label": label}) if label.isdigit() else label


def place(matrix: Matrix, i: int, j: int) -> Message:
    """Name a cell by its labels."""
    return Message(PLACE, {"row": matrix.row_labels[i], "column": column(matrix, j)})


def of_row(matrix: Matrix, i: int, text: Message) -> Message:
    """Put the name of the row before a sentence, where there are several rows."""
    if matrix.shape[0] == 1:
        return text
    return Message(OF_ROW, {"row_title": matrix.row_title, "row": matrix.row_labels[i], "text": text})


def rank_named(rank: int) -> Message:
    """Say which place from the top a number has."""
    ending = 0 if rank % 100 in (11, 12, 13) else rank % 10
    return Message(RANKS[ending if ending < len(RANKS) else 0], {"rank": rank})


def joined(matrix: Matrix, ranked: Sequence[Sequence[int]], between: str = ", ") -> Message:
    """Name columns in their order, with = between those that are equal."""
    columns = [j for equal in ranked for j in equal]
    firsts = {equal[0] for equal in ranked}
    parts = [f"{between if j in firsts else ' = '}{{column{j}}}" for j in columns[:NAMED]]
    more = f"{between}…" if len(columns) > NAMED else ""
    names = {f"column{j}": column(matrix, j) for j in columns[:NAMED]}
    return Message("".join(parts).removeprefix(between) + more, names)
