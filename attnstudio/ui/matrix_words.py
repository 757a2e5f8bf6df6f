"""The words of a matrix: labels that can be seen, cells read out, and tooltips."""

import math
import unicodedata
from functools import lru_cache

from attnstudio.state.figures import Matrix
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number
from attnstudio.ui.words import said

NO_KEY = QT_TRANSLATE_NOOP("attnstudio", "no key")
NO_VALUE = QT_TRANSLATE_NOOP("attnstudio", "no value")
COVERED = QT_TRANSLATE_NOOP("attnstudio", "covered")
MASKED_INFINITY = QT_TRANSLATE_NOOP("attnstudio", "masked, minus infinity")
MASKED_WEIGHT = QT_TRANSLATE_NOOP("attnstudio", "masked, weight {number}")
MASKED = QT_TRANSLATE_NOOP("attnstudio", "masked, {number}")
VOID = QT_TRANSLATE_NOOP("attnstudio", "{number}, no key allowed")
PLACE = QT_TRANSLATE_NOOP("attnstudio", "{row_title} {row}, {column_title} {column}")
COLOURS = QT_TRANSLATE_NOOP("attnstudio", "colours from {low} to {high}")
SHAPE = QT_TRANSLATE_NOOP("attnstudio", "{rows} rows ({row_title}), {columns} columns ({column_title})")

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


def _reading(matrix: Matrix, i: int, j: int, number: str) -> str:
    """Put the value of a cell into words; `number` is how its number is written."""
    value = float(matrix.values[i, j])
    if math.isnan(value):
        return said(NO_VALUE)
    if is_blocked(matrix, i, j):
        if math.isinf(value):
            return said(MASKED_INFINITY)
        template = MASKED_WEIGHT if matrix.kind == "weight" else MASKED
        return said(Message(template, {"number": number if value else "0"}))
    if i in matrix.void_rows:
        return said(Message(VOID, {"number": number if value else "0"}))
    return number


def place(matrix: Matrix, i: int, j: int) -> str:
    """Name the row and the column of a cell: "query sat, key cat"."""
    names = {
        "row_title": said(matrix.row_title),
        "row": isolated(visible(matrix.row_labels[i])),
        "column_title": said(matrix.column_title),
        "column": isolated(visible(matrix.column_labels[j])),
    }
    return said(Message(PLACE, names))


def spoken(matrix: Matrix, i: int, j: int, *, covered: bool = False) -> str:
    """Return a cell in words, for a screen reader: "query sat, key cat: 0.61"."""
    number = format_number(float(matrix.values[i, j]), matrix.digits)
    return f"{place(matrix, i, j)}: {said(COVERED) if covered else _reading(matrix, i, j, number)}"


def cell_tip(matrix: Matrix, i: int, j: int, *, covered: bool = False) -> str:
    """Return the tooltip of a cell; no label is in its first line, by which Qt decides whether it is rich text."""
    number = exact(float(matrix.values[i, j]))
    return f"{said(COVERED) if covered else _reading(matrix, i, j, number)}\n{place(matrix, i, j)}"


def label_tip(title: Message, label: str) -> str:
    """Return the tooltip of a row or column label, under its title for the same reason."""
    return f"{said(title)}\n{isolated(visible(label))}"


def heading_tip(matrix: Matrix, *, covered: bool = False) -> str:
    """Return the tooltip of the heading: the whole of what is under the title, and the range of the colours."""
    low, high = (format_number(x, decimals_needed(x, matrix.digits)) for x in matrix.limits)
    colours = "" if covered else said(Message(COLOURS, {"low": low, "high": high}))
    return "\n".join(filter(None, (said(matrix.subtitle), colours)))


def table_description(matrix: Matrix) -> str:
    """Describe a matrix: what is under its heading, and its shape."""
    rows, columns = matrix.shape
    titles = {"row_title": matrix.row_title, "column_title": matrix.column_title}
    shape = said(Message(SHAPE, {"rows": rows, "columns": columns, **titles}))
    return "; ".join(filter(None, (said(matrix.subtitle), shape)))
