"""What a class can guess of each stage: its matrix without the columns that nobody could foretell."""

from collections.abc import Mapping
from dataclasses import replace

from attnstudio.panels.scaling.tables import ASKED
from attnstudio.state.figures import Matrix, frozen_float


def questions(matrices: Mapping[str, Matrix]) -> dict[str, Matrix]:
    """Return the matrices, those of the stages with the columns that make a question alone.

    What a row of theirs measures is of different kinds, which nobody puts in order.
    """
    return {**matrices, **{name: _asked(matrices[name], ASKED[name]) for name in ASKED}}


def _asked(matrix: Matrix, columns: tuple[str, ...]) -> Matrix:
    at = [matrix.column_labels.index(column) for column in columns]
    written = matrix.written and tuple(tuple(row[j] for j in at) for row in matrix.written)
    values = frozen_float(matrix.values[:, at])  # (rows, columns)
    return replace(matrix, values=values, column_labels=columns, written=written, ranked=False)
