"""Matrices of stages, for tests that need no screen."""

from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.state.figures import Matrix, frozen_float
from attnstudio.state.message import Message

WORDS = ("the", "cat", "sat", "on")


def stage(values: npt.ArrayLike, **fields: Any) -> Matrix:
    """Build weights of the last words of "the cat sat on" over its first ones, with what is given otherwise."""
    numbers = frozen_float(np.atleast_2d(np.array(values, dtype=np.float64)))
    rows, columns = numbers.shape
    defaults: dict[str, Any] = {
        "name": "weights",
        "title": Message("weights"),
        "kind": "weight",
        "row_labels": WORDS[::-1][:rows],
        "column_labels": WORDS[:columns],
        "row_title": Message("query"),
        "column_title": Message("key"),
        "limits": (0.0, 1.0),
        "digits": 3,
    }
    return Matrix(values=numbers, **(defaults | fields))
