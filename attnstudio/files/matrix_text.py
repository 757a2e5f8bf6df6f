"""One matrix as text for the clipboard: LaTeX, NumPy, Markdown, or tabs between the columns."""

import math
import re
from collections.abc import Iterable

from attnstudio.files.number_text import type_of, written
from attnstudio.files.tables import harmless
from attnstudio.state.counted import DIGITS, counted
from attnstudio.state.figures import Matrix
from attnstudio.state.message import format_number

_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
}  # fmt: skip
_LATEX_WORDS = {"−∞": r"-\infty", "no value": r"\mbox{no value}"}
_BREAKS = re.compile(r"[\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")
_MARKDOWN = re.compile(r"([\\|`*_\[\]<>#])")
_SUBSCRIPTED = re.compile("(.*?)([₀-₉]+)", re.DOTALL)
_PLAIN_DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_POWER = re.compile(r"e([+-]?)0*(\d+)")


def latex(matrix: Matrix, digits: int | None = None) -> str:
    r"""Return a matrix as a LaTeX array with its labels; it belongs into mathematics and needs no package.

    Parameters
    ----------
    matrix : Matrix
    digits : int, optional
        After the point, as on the screen; by default every number is written exactly.

    Raises
    ------
    ValueError
        In words, where the matrix is covered.
    """
    cells = [[_in_latex(text) for text in row] for row in _numbers(matrix, digits)]
    head = ["", *map(_latex_label, matrix.column_labels)]
    lines = [head, *([_latex_label(label), *row] for label, row in zip(matrix.row_labels, cells, strict=True))]
    body = [" & ".join(line).lstrip() for line in lines]
    rule = f"{body[0]} \\\\ \\hline"
    columns = "r|" + "r" * matrix.shape[1]
    rows = " \\\\\n".join(body[1:])
    return f"{_stated(matrix, digits, '%')}\\begin{{array}}{{{columns}}}\n{rule}\n{rows}\n\\end{{array}}\n"


def numpy_text(matrix: Matrix, digits: int | None = None) -> str:
    """Return a matrix as an expression of NumPy, its labels in a comment; arguments as for `latex`."""
    names = {"−∞": "-np.inf", "no value": "np.nan"}
    rows = [[names.get(text, text).replace("−", "-") for text in row] for row in _numbers(matrix, digits)]
    body = ",\n    ".join(f"[{', '.join(row)}]" for row in rows)
    labels = f"# rows: {_one_line(matrix.row_labels)}; columns: {_one_line(matrix.column_labels)}\n"
    dtype = "float64" if digits is not None else type_of(matrix.values).name
    return f"{_stated(matrix, digits, '#')}{labels}np.array([\n    {body},\n], dtype=np.{dtype})\n"


def markdown(matrix: Matrix, digits: int | None = None) -> str:
    """Return a matrix as a Markdown table with its labels; arguments as for `latex`."""
    head = ["", *map(_markdown_label, matrix.column_labels)]
    named = zip(map(_markdown_label, matrix.row_labels), _plain_numbers(matrix, digits), strict=True)
    lines = [head, ["---", *["---:"] * matrix.shape[1]], *([label, *row] for label, row in named)]
    note = f"\nRounded to {counted(digits, DIGITS)} after the point.\n" if digits is not None else ""
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) + note


def tab_separated(matrix: Matrix, digits: int | None = None) -> str:
    """Return a matrix with its labels as a spreadsheet takes it from the clipboard; arguments as for `latex`."""
    head = ["", *map(_tab_label, matrix.column_labels)]
    named = zip(map(_tab_label, matrix.row_labels), _plain_numbers(matrix, digits), strict=True)
    return "".join("\t".join(line) + "\n" for line in [head, *([label, *row] for label, row in named)])


def _numbers(matrix: Matrix, digits: int | None) -> list[list[str]]:
    """Return the cells as text with the signs of the screen."""
    if matrix.covered:
        raise ValueError(f"{matrix.title}: it is covered; uncover it to copy its numbers")
    dtype = type_of(matrix.values)

    def text(number: float) -> str:
        if digits is not None or not math.isfinite(number):
            return format_number(number, digits or 0)
        return written(number, dtype).replace("-", "−")

    return [list(map(text, row)) for row in matrix.values.tolist()]


def _plain_numbers(matrix: Matrix, digits: int | None) -> list[list[str]]:
    """Return the cells as text that programs read as numbers, but for −∞ and what has no value."""
    return [[text.replace("−", "-") if text != "−∞" else text for text in row] for row in _numbers(matrix, digits)]


def _stated(matrix: Matrix, digits: int | None, sign: str) -> str:
    """Say what the numbers are, as a comment."""
    exact = f"exact in {type_of(matrix.values).name}"
    how = exact if digits is None else f"rounded to {counted(digits, DIGITS)} after the point"
    return f"{sign} {_BREAKS.sub(' ', str(matrix.title))}, {matrix.shape[0]} × {matrix.shape[1]}, {how}\n"


def _in_latex(number: str) -> str:
    if number in _LATEX_WORDS:
        return _LATEX_WORDS[number]
    return _POWER.sub(lambda found: rf" \cdot 10^{{{found[1].strip('+')}{found[2]}}}", number.replace("−", "-"))


def _latex_label(label: str) -> str:
    """Return a label as text in mathematics, an index below the line."""
    parts = _SUBSCRIPTED.fullmatch(label)
    word, index = (parts[1], parts[2].translate(_PLAIN_DIGITS)) if parts else (label, "")
    escaped = "".join(_LATEX.get(letter, letter) for letter in _BREAKS.sub(" ", word))
    return rf"\mbox{{{escaped}}}" + (f"_{{{index}}}" if index else "")


def _markdown_label(label: str) -> str:
    return _MARKDOWN.sub(r"\\\1", _BREAKS.sub(" ", label))


def _tab_label(label: str) -> str:
    return harmless(_BREAKS.sub(" ", label))


def _one_line(labels: Iterable[str]) -> str:
    return ", ".join(_BREAKS.sub(" ", label) for label in labels)
