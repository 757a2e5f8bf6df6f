"""One array in NumPy's .npy format, its header checked before any memory is taken for its numbers."""

import ast
import math
import re
import warnings
from dataclasses import dataclass
from typing import IO, Any

import numpy as np

from attnstudio.state.arrays import Array

MAGIC = b"\x93NUMPY"
LARGEST_HEADER = 10_000  # bytes of text
LARGEST_DATA = 2 * 2**30  # bytes of numbers that a file may promise
MOST_AXES = 8
NO_OBJECTS = "object arrays are not accepted (they could run a program); save plain numbers"
INCOMPLETE = "the file is incomplete or not a .npy"
DESCRIPTION = re.compile(r"[<>|=]?(?P<kind>[a-zA-Z?])(?P<size>\d{0,9})(\[\w+\])?")


@dataclass(frozen=True)
class Header:
    """What a .npy says about its array: type, order, shape, and how many bytes stand before the numbers."""

    dtype: np.dtype[Any]
    fortran_order: bool
    shape: tuple[int, ...]
    length: int

    @property
    def data_bytes(self) -> int:
        """Bytes that the numbers take; text of no length counts as one byte an item."""
        return math.prod(self.shape) * max(self.dtype.itemsize, 1)


def read_header(stream: IO[bytes]) -> Header:
    """Return the header at the start of a stream, which then stands before the numbers.

    Raises
    ------
    ValueError
        If it is no .npy header, is too long, or describes objects, records or an impossible shape.
    """
    start = stream.read(8)
    if len(start) < 8 or start[:6] != MAGIC or start[6] not in (1, 2, 3):
        raise ValueError(INCOMPLETE)
    width = 2 if start[6] == 1 else 4
    size = int.from_bytes(stream.read(width), "little")
    if size > LARGEST_HEADER:
        raise ValueError(f"expected a header of at most {LARGEST_HEADER:,} bytes, got {size:,}")
    text = stream.read(size)
    if len(text) < size:
        raise ValueError(INCOMPLETE)
    fields = _fields(text.decode("utf-8" if start[6] == 3 else "latin-1", "replace"))
    return Header(_dtype(fields["descr"]), fields["fortran_order"], _shape(fields["shape"]), 8 + width + size)


def _fields(text: str) -> dict[str, Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the Python parser, about odd text
            fields = ast.literal_eval(text.strip())
        right = set(fields) == {"descr", "fortran_order", "shape"} and isinstance(fields["fortran_order"], bool)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        right = False
    if not right:
        raise ValueError("its header is damaged: expected descr, fortran_order and shape")
    known: dict[str, Any] = fields
    return known


def _dtype(description: Any) -> np.dtype[Any]:
    if isinstance(description, list):
        raise ValueError("expected plain numbers, got records (a structured type)")
    match = DESCRIPTION.fullmatch(description) if isinstance(description, str) else None
    if match and match["kind"] == "O":
        raise ValueError(NO_OBJECTS)
    try:
        if match:
            dtype: np.dtype[Any] = np.dtype(description)
            return dtype
    except (TypeError, ValueError):
        pass
    raise ValueError(f"its header names a type that NumPy does not know, {str(description)[:40]!r}")


def _shape(shape: Any) -> tuple[int, ...]:
    if not isinstance(shape, tuple) or not all(type(size) is int and 0 <= size < 2**40 for size in shape):
        raise ValueError("its header gives a shape that is impossible")
    if len(shape) > MOST_AXES:
        raise ValueError(f"expected at most {MOST_AXES} axes, got {len(shape)}")
    return shape


def read_array(stream: IO[bytes], available: int) -> Array:
    """Return the array of a stream that has `available` bytes.

    Raises
    ------
    ValueError
        If the header is refused, or promises more or fewer bytes than there are.
    """
    header = read_header(stream)
    there = available - header.length
    promise = f"its header promises {header.data_bytes:,} bytes of numbers, shape {header.shape} of {header.dtype}"
    if header.data_bytes > LARGEST_DATA:
        raise ValueError(f"expected at most {LARGEST_DATA:,} bytes of numbers; {promise}")
    if there < header.data_bytes:
        raise ValueError(f"it is incomplete: {promise}, and {max(there, 0):,} are there")
    if there > header.data_bytes:
        raise ValueError(f"it holds more than one array: {promise}, and {there:,} are there")
    data = stream.read(header.data_bytes)
    if len(data) < header.data_bytes:
        raise ValueError(INCOMPLETE)
    array: Array = np.ndarray(header.shape, header.dtype, data, order="F" if header.fortran_order else "C")
    return array
