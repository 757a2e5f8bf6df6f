"""Numbers as the shortest text that gives exactly the same numbers back."""

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
FLOAT64, FLOAT32 = np.dtype(np.float64), np.dtype(np.float32)


def type_of(values: Array) -> np.dtype[Any]:
    """Return the type in which the shortest text of every number is to be read.

    Parameters
    ----------
    values : ndarray of float64
        As a Result has them, also where they were computed in float32.

    Returns
    -------
    dtype
        float32 where all are float32 numbers and that spares digits, else float64. Read in this type the numbers are
        the same to the last bit.
    """
    known = values[np.isfinite(values)]
    with np.errstate(over="ignore"):
        narrow = known.astype(FLOAT32)
    if not np.array_equal(narrow, known):
        return FLOAT64
    shorter = (float(written(number, FLOAT32)) != number for number in known.tolist())
    return FLOAT32 if any(shorter) else FLOAT64


def written(number: float, dtype: np.dtype[Any]) -> str:
    """Return the shortest text that is this number again when read in a type."""
    return repr(float(number)) if dtype == FLOAT64 else str(dtype.type(number))
