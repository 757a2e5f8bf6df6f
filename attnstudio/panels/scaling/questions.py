"""What a class can guess of each stage: its matrix without the columns that nobody could foretell."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from attnstudio.panels.scaling.tables import ASKED
from attnstudio.state.deferred import DeferredEach
from attnstudio.state.figures import Matrix, frozen_float


def questions(matrices: Mapping[str, Matrix]) -> DeferredEach[Matrix]:
    """Return the matrices, those of the stages with the columns that make a question alone.

    What a row of theirs measures is of different kinds, which nobody puts in order.
    """
    as_they_are = {name: partial(matrices.__getitem__, name) for name in matrices}
    return DeferredEach({**as_they_are, **{name: partial(_asked, matrices, name) for name in ASKED}})


def _asked(matrices: Mapping[str, Matrix], name: str) -> Matrix:
    matrix, columns = matrices[name], ASKED[name]
    at = [matrix.column_labels.index(column) for column in columns]
    written = matrix.written and tuple(tuple(row[j] for j in at) for row in matrix.written)
    values = frozen_float(matrix.values[:, at])  # (rows, columns)
    return replace(matrix, values=values, column_labels=columns, written=written, ranked=False)
