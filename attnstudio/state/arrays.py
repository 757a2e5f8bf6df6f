"""Arrays that nobody can change, of real numbers in a range that arithmetic and screen can take, that fit together."""

import math
import mmap
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.state.counted import COMPONENTS, TOKENS, counted
from attnstudio.state.faults import Fault, Faults, with_rest

Array = npt.NDArray[Any]
LARGEST = 1e6
HALF_INFINITY = 0x7C00  # bits of ∞ in float16, whose finite numbers are all below LARGEST
BLOCK = 2**21  # numbers that are looked at together, so that a look at a large array takes little memory


def frozen(array: npt.ArrayLike, name: str, *, nan_allowed: bool = False) -> Array:
    """Return a read-only array of real numbers in native byte order, its type kept; what is read-only is not copied.

    Raises
    ------
    Faults
        At `name`, or at places in it, if it is not an array of real numbers, or a number is not finite or larger than
        10⁶ in size.
    """
    values = np.asarray(array)
    if values.dtype.kind not in "fiu":
        raise Faults([Fault(name, f"expected real numbers, got values of type {values.dtype}")])
    values = native(values)
    if faults := _faults(values, name, nan_allowed):
        raise Faults(faults)
    if nan_allowed and not _is_mapped(values) and values.dtype.kind == "f" and (missing := np.isnan(values)).any():
        values = np.where(missing, values.dtype.type(np.nan), values)  # a NaN that signals makes NumPy warn
    if not _unchangeable(values):
        values = values.copy()
        values.flags.writeable = False
    return values


def native(values: Array) -> Array:
    """Return numbers row by row, in native byte order and at most 8 bytes each, copied only if they must be."""
    dtype = values.dtype.newbyteorder("=")
    if dtype.kind == "f" and dtype.itemsize > 8:
        dtype = np.dtype(np.float64)
    if values.dtype == dtype and values.flags.c_contiguous:
        return values
    with np.errstate(invalid="ignore", over="ignore"):  # what is no number any more is refused in words
        return np.asarray(values, dtype, order="C")


def _unchangeable(values: Array) -> bool:
    """Whether an array is read-only down to the memory that it looks at."""
    held: Any = values
    while isinstance(held, np.ndarray):
        if held.flags.writeable:
            return False
        held = held.base
    return held is None or isinstance(held, bytes | mmap.mmap)


def blocks(values: Array) -> Iterator[Array]:
    """Yield the numbers of an array in order, a row of them at a time; a mapped file then leaves memory again."""
    flat = values.reshape(-1)
    for start in range(0, flat.size, BLOCK):
        yield flat[start : start + BLOCK]
        let_go(values)


def _ground(values: Array) -> Any:
    """Return what holds the memory that an array looks at."""
    held: Any = values
    while isinstance(held, np.ndarray):
        held = held.base
    return held


def _is_mapped(values: Array) -> bool:
    return isinstance(_ground(values), mmap.mmap)


def let_go(values: Array) -> None:
    """Let the system take back the memory in which it holds what was read of a mapped file."""
    held = _ground(values)
    if isinstance(held, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
        held.madvise(mmap.MADV_DONTNEED)


def _faults(values: Array, name: str, nan_allowed: bool) -> tuple[Fault, ...]:
    """Return the first number that is not finite or too large, with the count of the others; nothing without one."""
    faults: tuple[Fault, ...] = ()
    more = 0
    for start, block in zip(range(0, values.size, BLOCK), blocks(values), strict=True):
        if _within(block, nan_allowed):
            continue
        with np.errstate(invalid="ignore"):  # a NaN that signals is told below, and nowhere else
            bad = ~(np.abs(block.astype(np.float64)) <= LARGEST)
        if nan_allowed:
            bad &= ~np.isnan(block)
        wrong = np.flatnonzero(bad)
        more += len(wrong)
        if len(wrong) and not faults:
            place = [int(i) for i in np.unravel_index(start + int(wrong[0]), values.shape)]
            problem = f"expected a finite number of at most 10⁶ in size, got {block[wrong[0]]}"
            faults = (Fault(f"{name}{place}", problem),)
    return with_rest(faults, more - len(faults))


def _within(values: Array, nan_allowed: bool) -> bool:
    """Whether all numbers are at most LARGEST in size; takes no memory of the size of `values`."""
    if values.dtype == np.float16 and int(np.max(values.view(np.uint16) & 0x7FFF, initial=0)) < HALF_INFINITY:
        return True  # as bits, many times as fast
    least, most = (np.fmin, np.fmax) if nan_allowed else (np.minimum, np.maximum)
    with np.errstate(invalid="ignore"):
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
        problem = f"expected {counted(query.shape[-1], COMPONENTS)}, as many as a query has, got shape {key.shape}"
        raise Faults([Fault("key", problem)])
    if value.shape[-2] != key.shape[-2]:
        problem = f"expected {counted(key.shape[-2], TOKENS)}, as many as there are keys, got shape {value.shape}"
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
    pairs = zip(blocks(a), blocks(b), strict=True) if a.size > BLOCK and a.shape == b.shape else [(a, b)]
    return a.dtype == b.dtype and a.shape == b.shape and all(((x == y) | ((x != x) & (y != y))).all() for x, y in pairs)
