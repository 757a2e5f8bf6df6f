"""The stages of a Result as a CSV file that spreadsheets and CSV readers take alike."""

import codecs
import csv
import io
import math
import re
from collections.abc import Iterable, Iterator

from attnstudio.files.number_text import type_of, written
from attnstudio.state.figures import Matrix, Result
from attnstudio.state.token_names import BrokenLabel

COLUMNS = ("stage", "row", "column", "row label", "column label", "value", "type", "note")
COVERED, MASKED, MINUS_INFINITY, MISSING, NO_KEY = "covered", "masked", "masked −∞", "no number", "no key"
_LIKE_A_FORMULA = re.compile("['=+\\-@\t\r\n＝＋－＠]")
Row = tuple[str | int, ...]


def csv_bytes(result: Result) -> bytes:
    r"""Return every matrix of a Result as one long table: a row for each cell, query-first however it is drawn.

    Parameters
    ----------
    result : Result
        As it is shown: of a covered matrix there is one row that says so, and no number.

    Returns
    -------
    bytes
        RFC 4180: commas, quotes where needed, "\r\n" after every row. Rows and columns count from 0. A value is a
        finite number with a point, exact when read in its type, or nothing; the note says why, and marks the zeros of a
        mask. A label that a spreadsheet would compute begins with an apostrophe. UTF-8 with a byte order mark, which
        Excel needs to take it for that.
    """
    return b"".join(csv_parts(result))


def csv_parts(result: Result) -> Iterator[bytes]:
    """Yield the file of `csv_bytes` in parts: its head, then all cells of one row of a matrix after the other."""
    yield codecs.BOM_UTF8
    yield _encoded([COLUMNS])
    for matrix in result.matrices.values():
        yield from map(_encoded, _rows(matrix))


def n_parts(result: Result) -> int:
    """Return how many parts `csv_parts` yields."""
    return 2 + sum(1 if matrix.covered else len(matrix.values) for matrix in result.matrices.values())


def rows_text(rows: Iterable[Row]) -> str:
    """Return rows of a table as they stand in a CSV file."""
    buffer = io.StringIO(newline="")
    csv.writer(buffer).writerows(rows)
    return buffer.getvalue()


def table_bytes(text: str) -> bytes:
    """Return the file of a table: UTF-8 with a byte order mark, which Excel needs to take it for that."""
    return codecs.BOM_UTF8 + text.encode("utf-8", "replace")


def _encoded(rows: Iterable[Row]) -> bytes:
    return rows_text(rows).encode("utf-8", "replace")


def harmless(text: str) -> str:
    """Return text that no spreadsheet computes: an apostrophe stands before a sign of a formula, or before its own."""
    return "'" + text if _LIKE_A_FORMULA.match(text) else text


def _label(label: str) -> str:
    return harmless(label.whole if isinstance(label, BrokenLabel) else label)


def _rows(matrix: Matrix) -> Iterator[list[Row]]:
    """Yield the rows of the table for each row of a matrix."""
    if matrix.covered:
        yield [(matrix.name, "", "", "", "", "", "", COVERED)]
        return
    dtype = type_of(matrix.values)
    rows, columns = (tuple(map(_label, labels)) for labels in (matrix.row_labels, matrix.column_labels))
    for i, numbers in enumerate(matrix.values):
        yield [
            (matrix.name, i, j, rows[i], columns[j], written(number, dtype) if math.isfinite(number) else "",
             dtype.name, _note(matrix, i, j, number))
            for j, number in enumerate(numbers.tolist())
        ]  # fmt: skip


def _note(matrix: Matrix, i: int, j: int, number: float) -> str:
    """Say why a cell has no number, or is 0 for another reason than arithmetic."""
    if math.isnan(number):
        return MISSING
    if number == -math.inf:
        return MINUS_INFINITY
    if matrix.blocked is not None and matrix.blocked[i, j]:
        return MASKED
    return NO_KEY if i in matrix.void_rows else ""
