"""A matrix to the clipboard, as text in one of four forms."""

from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.files import matrix_text
from attnstudio.state.figures import Matrix, Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.plots import PlottedResult
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.theme import look

FORMS = {
    "latex": (matrix_text.latex, "LaTeX"),
    "numpy": (matrix_text.numpy_text, "NumPy"),
    "markdown": (matrix_text.markdown, "Markdown"),
    "tabs": (matrix_text.tab_separated, QT_TRANSLATE_NOOP("attnstudio", "a table with tabs")),
}
ROUNDED = ("latex", "markdown")  # for reading: with the digits of the screen
NO_MATRIX = QT_TRANSLATE_NOOP(
    "attnstudio", "Nothing was copied: go to a matrix first, by Tab or a click, or enlarge a stage."
)
NO_FIGURE = QT_TRANSLATE_NOOP(
    "attnstudio", "Nothing was copied: go to a figure first, by Tab or a click, or enlarge one."
)
COPIED = QT_TRANSLATE_NOOP("attnstudio", "Copied as {form}: {title}, {rows} × {columns}.")
NOT_COPIED = QT_TRANSLATE_NOOP("attnstudio", "Nothing was copied. {reason}")


def matrix_meant(focused: QWidget | None, meant: str | None, result: Result) -> Matrix | None:
    """Return the matrix that has the keyboard, else the one that the panel means."""
    if isinstance(focused, MatrixView):
        return focused.matrix
    return result.matrices.get(meant or "")


def nothing_copied(result: Result) -> Message:
    """Say where to go first: to a matrix, or to what else the panel has the numbers of."""
    return Message(NO_FIGURE if isinstance(result, PlottedResult) else NO_MATRIX)


def copy(matrix: Matrix, form: str) -> Message:
    """Put a matrix on the clipboard and return what to say of it.

    Raises
    ------
    ValueError
        In words, where its numbers are covered; the clipboard stays as it was.
    """
    write, name = FORMS[form]
    QApplication.clipboard().setText(write(matrix, look().digits if form in ROUNDED else None))
    rows, columns = matrix.shape
    return Message(COPIED, {"form": Message(name), "title": matrix.title, "rows": rows, "columns": columns})
