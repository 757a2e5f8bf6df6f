"""One array in NumPy's .npy format, its header checked before any memory is taken for its numbers."""

import ast
import math
import re
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np

from attnstudio.files.array_file import MAPPED_FROM, ArrayFile, Entry, Loading
from attnstudio.files.faults import check_regular, told_in_words, whole_file_fault
from attnstudio.state.arrays import Array
from attnstudio.state.counted import BYTES, THERE, counted

MAGIC = b"\x93NUMPY"
ALONE = "the array"  # in messages: a .npy has no name for it
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


def check_promise(header: Header, available: int) -> None:
    """Refuse a header that promises more or fewer bytes than the `available` ones, with a ValueError."""
    there = available - header.length
    promised = counted(header.data_bytes, BYTES)
    promise = f"its header promises {promised} of numbers, shape {header.shape} of {header.dtype}"
    if header.data_bytes > LARGEST_DATA:
        raise ValueError(f"expected at most {LARGEST_DATA:,} bytes of numbers; {promise}")
    if there < header.data_bytes:
        raise ValueError(f"it is incomplete: {promise}, and {counted(max(there, 0), THERE)}")
    if there > header.data_bytes:
        raise ValueError(f"it holds more than one array: {promise}, and {counted(there, THERE)}")


def entry(header: Header) -> Entry:
    """Return what a header says of its array."""
    return Entry(header.shape, header.dtype.name, header.dtype.kind in "fiu")


def array_of(header: Header, held: Array) -> Array:
    """Return the array that bytes stand for."""
    array: Array = np.ndarray(header.shape, header.dtype, held, order="F" if header.fortran_order else "C")
    return array


class NpyFile(ArrayFile):
    """A .npy: one array without a name.

    Raises
    ------
    FileFault
        If its header is refused, or promises other bytes than there are.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        size = check_regular(path)
        with told_in_words(path), path.open("rb") as file:
            try:
                self._header = read_header(file)
                check_promise(self._header, size)
            except ValueError as error:
                raise whole_file_fault(path, str(error)) from None
        self.entries = {ALONE: entry(self._header)}

    def to_read(self, name: str) -> int:
        del name
        size = self._header.data_bytes
        return 0 if size >= MAPPED_FROM else size

    def array(self, name: str, loading: Loading) -> Array:
        header = self._header
        if not self.to_read(name) and header.data_bytes:
            return mapped(self.path, header)
        with self.path.open("rb") as file:
            file.seek(header.length)
            return array_of(header, loading.read(file, header.data_bytes))


def mapped(path: Path, header: Header, start: int = 0) -> Array:
    """Return an array whose numbers stay in the file; its header begins at the byte `start`."""
    order: Literal["F", "C"] = "F" if header.fortran_order else "C"
    in_file: Array = np.memmap(path, header.dtype, "r", start + header.length, header.shape, order)
    return in_file.view(np.ndarray)
