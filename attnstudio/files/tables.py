"""The stages of a Result as a CSV file that spreadsheets and CSV readers take alike."""

import csv
import io
import math
import re
from collections.abc import Iterator

from attnstudio.files.number_text import type_of, written
from attnstudio.state.figures import Matrix, Result

COLUMNS = ("stage", "row", "column", "row label", "column label", "value", "type", "note")
COVERED, MASKED, MINUS_INFINITY, MISSING, NO_KEY = "covered", "masked", "masked −∞", "no number", "no key"
_LIKE_A_FORMULA = re.compile("['=+\\-@\t\r\n＝＋－＠]")
Row = tuple[str | int, ...]


def csv_bytes(result: Result) -> bytes:
    """Return the file of `csv_text`: UTF-8 with a byte order mark, which Excel needs to take it for that."""
    return csv_text(result).encode("utf-8-sig", "replace")


def csv_text(result: Result) -> str:
    r"""Return every matrix of a Result as one long table: a row for each cell, query-first however it is drawn.

    Parameters
    ----------
    result : Result
        As it is shown: of a covered matrix there is one row that says so, and no number.

    Returns
    -------
    str
        RFC 4180: commas, quotes where needed, "\r\n" after every row. Rows and columns count from 0. A value is a
        finite number with a point, exact when read in its type, or nothing; the note says why, and marks the zeros of a
        mask. A label that a spreadsheet would compute begins with an apostrophe, which `plain_text` takes away.
    """
    buffer = io.StringIO(newline="")
    table = csv.writer(buffer)
    table.writerow(COLUMNS)
    for matrix in result.matrices.values():
        table.writerows(_rows(matrix))
    return buffer.getvalue()


def harmless(text: str) -> str:
    """Return text that no spreadsheet computes: an apostrophe stands before a sign of a formula, or before its own."""
    return "'" + text if _LIKE_A_FORMULA.match(text) else text


def plain_text(cell: str) -> str:
    """Return the text that `harmless` was given."""
    return cell.removeprefix("'")


def _rows(matrix: Matrix) -> Iterator[Row]:
    if matrix.covered:
        yield (matrix.name, "", "", "", "", "", "", COVERED)
        return
    dtype = type_of(matrix.values)
    rows, columns = (tuple(map(harmless, labels)) for labels in (matrix.row_labels, matrix.column_labels))
    for i, numbers in enumerate(matrix.values.tolist()):
        for j, number in enumerate(numbers):
            value = written(number, dtype) if math.isfinite(number) else ""
            yield (matrix.name, i, j, rows[i], columns[j], value, dtype.name, _note(matrix, i, j, number))


def _note(matrix: Matrix, i: int, j: int, number: float) -> str:
    """Say why a cell has no number, or is 0 for another reason than arithmetic."""
    if math.isnan(number):
        return MISSING
    if number == -math.inf:
        return MINUS_INFINITY
    if matrix.blocked is not None and matrix.blocked[i, j]:
        return MASKED
    return NO_KEY if i in matrix.void_rows else ""
