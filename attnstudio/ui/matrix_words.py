"""The words of a matrix: labels that can be seen, cells read out, and tooltips."""

import math
import unicodedata
from functools import lru_cache

from attnstudio.state.counted import COLUMNS, ROWS, counted
from attnstudio.state.figures import Matrix
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number
from attnstudio.ui.matrix_numbers import digits_of
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

NO_VALUE = QT_TRANSLATE_NOOP("attnstudio", "no value")
COVERED = QT_TRANSLATE_NOOP("attnstudio", "covered")
MASKED_INFINITY = QT_TRANSLATE_NOOP("attnstudio", "masked, minus infinity")
MASKED_WEIGHT = QT_TRANSLATE_NOOP("attnstudio", "masked, weight {number}")
MASKED = QT_TRANSLATE_NOOP("attnstudio", "masked, {number}")
VOID = QT_TRANSLATE_NOOP("attnstudio", "{number}, no key allowed")
PLACE = QT_TRANSLATE_NOOP("attnstudio", "{row_title} {row}, {column_title} {column}")
COLOURS = QT_TRANSLATE_NOOP("attnstudio", "colours from {low} to {high}")
DRAWN_SHAPE = QT_TRANSLATE_NOOP("attnstudio", "{rows} × {columns}")
SHAPE = QT_TRANSLATE_NOOP("attnstudio", "{rows} ({row_title}), {columns} ({column_title})")

_SIGNS = {"\n": "⏎", "\t": "⇥", "\r": "␍", "\x7f": "␡", "\u2028": "⏎", "\u2029": "⏎", "\x85": "⏎"}
_HIDDEN = {"Cc", "Cf", "Zs", "Zl", "Zp"}  # categories without ink
_RIGHT_TO_LEFT = {"R", "AL"}


@lru_cache(maxsize=4096)
def visible(label: str) -> str:
    """Return a label with its unseen characters shown: newline ⏎, tab ⇥, spaces at the ends ␣; an empty one ∅."""
    inner = label.strip(" ")
    if not inner:
        return "␣" * len(label) or "∅"
    start = len(label) - len(label.lstrip(" "))
    end = len(label) - len(label.rstrip(" "))
    return "␣" * start + "".join(map(_sign, inner)) + "␣" * end


def _sign(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    if character < " ":
        return chr(0x2400 + ord(character))  # the control pictures
    if character not in " \u200c\u200d" and unicodedata.category(character) in _HIDDEN:
        return "·" if unicodedata.category(character) == "Zs" else f"⟨{ord(character):04X}⟩"
    return character


def isolated(label: str) -> str:
    """Keep a label with right-to-left letters from turning the words around it."""
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in label):
        return f"\u2068{label}\u2069"
    return label


def exact(value: float) -> str:
    """Write a number with every digit it has."""
    return f"{value!r}".removesuffix(".0").replace("-", "−") if value else "0"


def is_blocked(matrix: Matrix, i: int, j: int) -> bool:
    """Return whether a mask forbids the pair of a cell."""
    return matrix.blocked is not None and bool(matrix.blocked[i, j])


def notes_of(matrix: Matrix) -> tuple[str, ...]:
    """Return the notes beside the rows, "" where there is none."""
    return tuple(map(said, matrix.row_notes))


def note_of(matrix: Matrix, i: int) -> str:
    """Return the note beside a row, "" without one."""
    return said(matrix.row_notes[i]) if matrix.row_notes else ""


def _reading(matrix: Matrix, i: int, j: int, number: str) -> str:
    """Put the value of a cell into words; `number` is how its number is written by digits."""
    value = float(matrix.values[i, j])
    if matrix.covered:
        return said(COVERED)
    if math.isnan(value):
        return said(NO_VALUE)
    number = _both(matrix.written[i][j], value) if matrix.written and matrix.written[i][j] else number
    if is_blocked(matrix, i, j):
        if math.isinf(value):
            return said(MASKED_INFINITY)
        template = MASKED_WEIGHT if matrix.kind == "weight" else MASKED
        return said(Message(template, {"number": number if value else "0"}))
    if i in matrix.void_rows and not note_of(matrix, i):
        return said(Message(VOID, {"number": number if value else "0"}))
    return number


def _both(written: str, value: float) -> str:
    """Return a number as it is written, and with every digit where that is something else."""
    digits = exact(value)
    return written if written == digits else f"{written}, {digits}"


def place(matrix: Matrix, i: int, j: int) -> str:
    """Name the row and the column of a cell: "query sat, key cat"."""
    names = {
        "row_title": said(matrix.row_title),
        "row": isolated(visible(matrix.row_labels[i])),
        "column_title": said(matrix.column_title),
        "column": isolated(visible(matrix.column_labels[j])),
    }
    return said(Message(PLACE, names))


def spoken(matrix: Matrix, i: int, j: int) -> str:
    """Return a cell in words, for a screen reader: "query sat, key cat: 0.61", with the note beside its row."""
    number = format_number(float(matrix.values[i, j]), digits_of(matrix, look()))
    reading = "; ".join(filter(None, (_reading(matrix, i, j, number), note_of(matrix, i))))
    return f"{place(matrix, i, j)}: {reading}"


def cell_tip(matrix: Matrix, i: int, j: int) -> str:
    """Return the tooltip of a cell; no label is in its first line, by which Qt decides whether it is rich text."""
    number = exact(float(matrix.values[i, j]))
    return "\n".join(filter(None, (_reading(matrix, i, j, number), place(matrix, i, j), note_of(matrix, i))))


def row_tip(matrix: Matrix, i: int) -> str:
    """Return the tooltip of the label of a row, under its title for the same reason."""
    return _label_tip(matrix.row_title, matrix.row_labels[i])


def column_tip(matrix: Matrix, j: int) -> str:
    """Return the tooltip of the label of a column."""
    return _label_tip(matrix.column_title, matrix.column_labels[j])


def note_tip(matrix: Matrix, i: int) -> str:
    """Return the tooltip of the note beside a row, "" without one."""
    note = note_of(matrix, i)
    return f"{note}\n{said(matrix.row_title)} {isolated(visible(matrix.row_labels[i]))}" if note else ""


def _label_tip(title: Message, label: str) -> str:
    return f"{said(title)}\n{isolated(visible(label))}"


def subtitle_of(matrix: Matrix, *, transposed: bool) -> str:
    """Return what is under the title: what was done or holds, else the shape, as it is on the screen."""
    rows, columns = matrix.shape[::-1] if transposed else matrix.shape
    return _remark(matrix, transposed=transposed) or said(Message(DRAWN_SHAPE, {"rows": rows, "columns": columns}))


def _remark(matrix: Matrix, *, transposed: bool) -> str:
    return (said(matrix.turned_subtitle) if transposed else "") or said(matrix.subtitle)


def heading_tip(matrix: Matrix, *, transposed: bool) -> str:
    """Return the tooltip of the heading: the whole of what is under the title, and the range of the colours."""
    low, high = (format_number(x, decimals_needed(x, matrix.digits)) for x in matrix.limits)
    colours = said(COVERED) if matrix.covered else said(Message(COLOURS, {"low": low, "high": high}))
    return f"{subtitle_of(matrix, transposed=transposed)}\n{colours}"


def table_description(matrix: Matrix, *, transposed: bool) -> str:
    """Describe a matrix: what is under its heading, whether it is covered, and its shape as it is on the screen."""
    (rows, columns), titles = matrix.shape, (matrix.row_title, matrix.column_title)
    if transposed:
        rows, columns, titles = columns, rows, titles[::-1]
    shape = {
        "rows": counted(rows, ROWS), "row_title": titles[0],
        "columns": counted(columns, COLUMNS), "column_title": titles[1],
    }  # fmt: skip
    covered = said(COVERED) if matrix.covered else ""
    return "; ".join(filter(None, (_remark(matrix, transposed=transposed), covered, said(Message(SHAPE, shape)))))
