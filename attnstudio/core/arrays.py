"""What counts as a number here: the working type of arrays, and checks that name the argument."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[Any]

FLOAT64, FLOAT32, FLOAT16 = np.dtype(np.float64), np.dtype(np.float32), np.dtype(np.float16)
TEMPERATURE_RANGE = (1e-30, 1e30)  # inside it 1/temperature is a number in float32 too


def as_floats(**arrays: ArrayLike) -> list[Floats]:
    """Return the named arrays in one working type.

    float16 and float32 are computed in float32, everything else (integers, Booleans, float64, other byte orders) in
    native float64, so that no product wraps around or overflows before it is scaled.

    Raises
    ------
    ValueError
        If an array is not of real numbers.
    """
    given = [np.asarray(array) for array in arrays.values()]
    if {array.dtype for array in given} == {FLOAT64}:
        return given
    for array, name in zip(given, arrays, strict=True):
        if array.dtype.kind not in "fiub":
            raise ValueError(f"{name} must hold real numbers; got an array of type {array.dtype}")
    dtype = given[0].dtype if len(given) == 1 else np.result_type(*given)
    dtype = FLOAT32 if dtype in (FLOAT32, FLOAT16) else FLOAT64
    return [array.astype(dtype, copy=False) for array in given]


def sum_of_squares(array: Floats) -> float:
    """Return the sum of all squares; if it is finite, so is every entry, and one fast pass has shown it."""
    return float(np.vdot(array, array))


def all_finite(array: Floats) -> bool:
    """Say whether no entry is NaN or infinite."""
    return math.isfinite(sum_of_squares(array)) or bool(np.isfinite(array).all())


def lock(*arrays: NDArray[Any]) -> None:
    """Make arrays read-only, so that they can be shared."""
    for array in arrays:
        array.setflags(write=False)


def real_number(name: str, given: Any) -> float:
    """Return `given` as a finite float or raise ValueError naming it."""
    try:
        number = float(given)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{name} must be a finite number; got {given!r}")
    return number


def positive_number(name: str, given: Any) -> float:
    """Return `given` as a float from 1e-30 to 1e30 or raise ValueError naming it."""
    number = real_number(name, given)
    low, high = TEMPERATURE_RANGE
    if not low <= number <= high:
        raise ValueError(f"{name} must be a number from {low:g} to {high:g}; got {given!r}")
    return number


def whole_number(name: str, given: Any, low: int) -> int:
    """Return `given` as an int >= `low` or raise ValueError naming it."""
    if isinstance(given, bool) or not isinstance(given, (int, np.integer)) or given < low:
        raise ValueError(f"{name} must be a whole number, at least {low}; got {given!r}")
    return int(given)
