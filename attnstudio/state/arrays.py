"""Arrays that nobody can change, of real numbers in a range that arithmetic and screen can take, that fit together."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.state.faults import Fault, Faults

Array = npt.NDArray[Any]
LARGEST = 1e6


def frozen(array: npt.ArrayLike, name: str, *, nan_allowed: bool = False) -> Array:
    """Return a read-only array of real numbers in native byte order, its type kept.

    Raises
    ------
    Faults
        At `name`, or at a place in it, if it is not an array of real numbers, or a number is not finite or larger than
        10⁶ in size.
    """
    values = np.asarray(array)
    if values.dtype.kind not in "fiu":
        raise Faults([Fault(name, f"expected real numbers, got values of type {values.dtype}")])
    if values.dtype.kind == "f" and values.dtype.itemsize > 8:
        values = values.astype(np.float64)
    if values.size and not _within(values, nan_allowed):
        bad = ~(np.abs(values.astype(np.float64)) <= LARGEST)
        if nan_allowed:
            bad &= ~np.isnan(values)
        place = tuple(int(i) for i in np.argwhere(bad)[0])
        problem = f"expected a finite number of at most 10⁶ in size, got {values[place]}"
        raise Faults([Fault(f"{name}{list(place)}", problem)])
    values = np.array(values, dtype=values.dtype.newbyteorder("="), order="C")
    values.flags.writeable = False
    return values


def _within(values: Array, nan_allowed: bool) -> bool:
    """Whether all numbers are at most LARGEST in size; takes no memory of the size of `values`."""
    least, most = (np.fmin, np.fmax) if nan_allowed else (np.minimum, np.maximum)
    low, high = float(least.reduce(values, axis=None)), float(most.reduce(values, axis=None))
    return (low >= -LARGEST and high <= LARGEST) or (nan_allowed and math.isnan(low))


class Held:
    """A frozen array as part of a cache's key: equal where the array is the same object, not a copy of it."""

    __slots__ = ("array",)

    def __init__(self, array: Array) -> None:
        self.array = array

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self.array is other.array

    def __hash__(self) -> int:
        return id(self.array)


def check_fit(query: Array, key: Array, value: Array) -> None:
    """Refuse arrays whose components, tokens or heads do not belong together.

    Raises
    ------
    Faults
        At the key or the value, with what was expected and the shapes.
    """
    if key.shape[-1] != query.shape[-1]:
        problem = f"expected {query.shape[-1]} components, as many as a query has, got shape {key.shape}"
        raise Faults([Fault("key", problem)])
    if value.shape[-2] != key.shape[-2]:
        problem = f"expected {key.shape[-2]} tokens, as many as there are keys, got shape {value.shape}"
        raise Faults([Fault("value", problem)])
    for name, array in (("key", key), ("value", value)):
        if array.ndim > 2 and (array.shape[:-3] != query.shape[:-3] or query.shape[-3] % array.shape[-3]):
            problem = (
                f"expected a number of heads that divides the {query.shape[-3]} of the queries and the same layers"
            )
            raise Faults([Fault(name, f"{problem}, got shapes {query.shape} and {array.shape}")])


def same_numbers(a: Array | None, b: Array | None) -> bool:
    """Whether two arrays hold the same numbers in the same type; missing ones are the same."""
    if a is b or a is None or b is None:
        return a is b
    return a.dtype == b.dtype and a.shape == b.shape and bool(((a == b) | ((a != a) & (b != b))).all())
