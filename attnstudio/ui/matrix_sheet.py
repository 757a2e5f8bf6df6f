"""What stands around the cells of a matrix in words, as far as its layout depends on it."""

from typing import NamedTuple

from attnstudio.state.figures import Matrix
from attnstudio.ui.matrix_words import notes_of, subtitle_of, visible
from attnstudio.ui.words import said


class Shown(NamedTuple):
    """What stands around the cells, and whether rows and columns are swapped on the screen."""

    transposed: bool = False
    row_labels: bool = True
    column_labels: bool = True
    labels_below: bool = False
    axis_titles: bool = False
    subtitle: bool = True


class Sheet(NamedTuple):
    """All of a matrix that decides its layout, rows and columns as on the screen."""

    title: str
    subtitle: str
    row_title: str
    column_title: str
    row_labels: tuple[str, ...]
    column_labels: tuple[str, ...]
    row_notes: tuple[str, ...]  # as they were when the sheet was read: others that are as wide may stand there
    column_notes: tuple[str, ...]
    shown: Shown

    @classmethod
    def of(cls, matrix: Matrix, shown: Shown) -> "Sheet":
        """Read the sheet of a matrix."""
        rows = (said(matrix.row_title), tuple(map(visible, matrix.row_labels)), notes_of(matrix))
        columns = (said(matrix.column_title), tuple(map(visible, matrix.column_labels)), tuple[str, ...]())
        if shown.transposed:
            rows, columns = columns, rows
        return cls(
            title=said(matrix.title),
            subtitle=subtitle_of(matrix, transposed=shown.transposed) if shown.subtitle else "",
            row_title=rows[0],
            column_title=columns[0],
            row_labels=rows[1],
            column_labels=columns[1],
            row_notes=rows[2],
            column_notes=columns[2],
            shown=shown,
        )
