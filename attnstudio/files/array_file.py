"""Files of named arrays: listed from their headers; numbers are taken in only for the arrays that are wanted."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np

from attnstudio.files.faults import FileFault, told_in_words
from attnstudio.state.arrays import Array, native
from attnstudio.state.faults import Fault

Progress = Callable[[float], None]
LARGEST_IN_MEMORY = 160 * 2**20  # bytes of all arrays that are unpacked, read or converted
MAPPED_FROM = 16 * 2**20  # bytes from which numbers that are not packed stay in the file
CHUNK = 2**20  # bytes between two reports of progress
INCOMPLETE = "the file is incomplete: its numbers break off"


@dataclass(frozen=True)
class Entry:
    """What the header says of one array, or why the array cannot be used."""

    shape: tuple[int, ...] = ()
    dtype: str = ""
    numbers: bool = False
    problem: str = ""


class Loading:
    """What one opening has taken into memory so far, and how far it has come with `total` bytes."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.total, self.progress = total, progress
        self.taken = self.done = 0

    def take(self, size: int) -> None:
        """Count bytes that are about to be taken; ValueError where they would be too many."""
        self.taken += size
        if self.taken > LARGEST_IN_MEMORY:
            raise ValueError(
                f"expected at most {LARGEST_IN_MEMORY:,} bytes in arrays that are packed or must be converted, got "
                f"{self.taken:,}; numbers that are neither packed, transposed nor big-endian stay in the file"
            )

    def step(self, size: int) -> None:
        """Tell that so many bytes more have been read."""
        self.done += size
        if self.progress is not None and self.total:
            self.progress(min(1.0, self.done / self.total))

    def read(self, stream: IO[bytes], size: int) -> Array:
        """Return the next bytes of a stream."""
        self.take(size)
        held = np.empty(size, np.uint8)  # takes memory only as it is filled
        at = 0
        while at < size:
            chunk = stream.read(min(CHUNK, size - at))
            if not chunk:
                raise ValueError(INCOMPLETE)
            held[at : at + len(chunk)] = np.frombuffer(chunk, np.uint8)
            at += len(chunk)
            self.step(len(chunk))
        held.flags.writeable = False
        return held

    def in_native_form(self, array: Array) -> Array:
        """Return numbers row by row in the byte order of this computer; what must be copied for it is counted."""
        if array.dtype.kind not in "fiu":
            return array
        in_form = array.flags.c_contiguous and array.dtype.isnative and array.dtype.itemsize <= 8
        if not in_form and array.size * array.dtype.itemsize >= MAPPED_FROM:
            self.take(array.nbytes)
        array = native(array)
        array.flags.writeable = False
        return array


class ArrayFile(ABC):
    """A file of arrays; `entries` lists them by name, `words` are those that its metadata state."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: dict[str, Entry] = {}
        self.words: dict[str, Array] = {}

    def load(self, names: Iterable[str], progress: Progress | None = None) -> dict[str, Array]:
        """Return arrays by name, read-only; large ones that are not packed stay in the file and are mapped.

        Raises
        ------
        FileFault
            Naming every array that is damaged or too large.
        """
        wanted = [name for name in names if name in self.entries]
        loading = Loading(sum(map(self.to_read, wanted)), progress)
        arrays, faults = {}, []
        with told_in_words(self.path):
            for name in wanted:
                try:
                    arrays[name] = loading.in_native_form(self.array(name, loading))
                except ValueError as error:
                    faults.append(Fault(name, str(error)))
        if faults:
            raise FileFault(self.path, faults)
        return arrays

    def check(self, names: Iterable[str], progress: Progress | None = None) -> None:
        """Note at the entries of these arrays what only shows when all their bytes are read: here nothing does."""
        del names, progress

    @abstractmethod
    def to_read(self, name: str) -> int:
        """Return how many bytes must be read for an array."""

    @abstractmethod
    def array(self, name: str, loading: Loading) -> Array:
        """Return an array as it is stored; ValueError says what is wrong with it."""
