"""Tensors of a .safetensors file: the length of a JSON header, the header, and plain bytes, all checked before use."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from attnstudio.files.array_file import MAPPED_FROM, ArrayFile, Entry, Loading
from attnstudio.files.faults import FileFault, check_regular, told_in_words, whole_file_fault
from attnstudio.files.notices import BFLOAT16
from attnstudio.files.npy import LARGEST_DATA, MOST_AXES
from attnstudio.files.safetensors_words import words
from attnstudio.files.strict_json import parsed
from attnstudio.state.arrays import BLOCK, Array
from attnstudio.state.counted import BYTES, THERE, Words, counted
from attnstudio.state.faults import Fault
from attnstudio.state.fields import expected

LARGEST_HEADER = 8 * 2**20  # bytes
BEFORE: Words = (
    "before its numbers {count:,} byte belongs to no tensor", "before its numbers {count:,} bytes belong to no tensor"
)  # fmt: skip
REST: Words = "the last one belongs to no tensor", "the last ones belong to no tensor"
METADATA = "__metadata__"
ENTRIES = {"dtype", "shape", "data_offsets"}
TYPES = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "|i1",
    "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "|u1", "BOOL": "|b1",
}  # fmt: skip
UNSUPPORTED = {  # bits of a number
    "F8_E4M3": 8, "F8_E5M2": 8, "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8, "F6_E2M3": 6, "F6_E3M2": 6, "F4": 4,
    "C64": 64,
}  # fmt: skip


def starts_like_safetensors(start: bytes) -> bool:
    """Whether a file with these first bytes can be one: a length below 2³², which no text begins with, and a brace."""
    return start[4:9] == b"\0\0\0\0{"


@dataclass(frozen=True)
class _Tensor:
    kind: str
    shape: tuple[int, ...]
    begin: int
    end: int

    @property
    def dtype(self) -> np.dtype[Any]:
        return np.dtype(TYPES[self.kind])


class SafetensorsFile(ArrayFile):
    """A .safetensors file.

    Raises
    ------
    FileFault
        If it is incomplete, or its header contradicts itself: every tensor concerned is named.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        size = check_regular(path)
        header, faults, self._start = _header(path, size)
        metadata = header.pop(METADATA, {})
        self._tensors: dict[str, _Tensor] = {}
        for name, raw in header.items():
            try:
                self._tensors[name] = _tensor(raw)
            except ValueError as error:
                faults.append(Fault(name, str(error)))
        faults += () if faults else _gaps(self._tensors, size - self._start)
        if faults:
            raise FileFault(path, faults)
        self.words = words(path, metadata)
        self.entries = {name: _entry(tensor) for name, tensor in self._tensors.items()}
        if not self.entries:
            raise whole_file_fault(path, "there are no tensors in this file, only its header")

    def to_read(self, name: str) -> int:
        tensor = self._tensors[name]
        size = tensor.end - tensor.begin
        return 0 if size >= MAPPED_FROM else size

    def array(self, name: str, loading: Loading) -> Array:
        tensor = self._tensors[name]
        start = self._start + tensor.begin
        if not self.to_read(name):
            held: Array = np.memmap(self.path, tensor.dtype, "r", start, tensor.shape).view(np.ndarray)
        else:
            with self.path.open("rb") as file:
                file.seek(start)
                held = np.ndarray(tensor.shape, tensor.dtype, loading.read(file, self.to_read(name)))
        return _widened(held, loading) if tensor.kind == "BF16" else held


def _header(path: Path, size: int) -> tuple[dict[str, Any], list[Fault], int]:
    """Return the header of a file, the keys that stand twice in it, and where its numbers begin."""
    with told_in_words(path), path.open("rb") as file:
        start = file.read(8)
        if len(start) < 8:
            raise whole_file_fault(path, f"the file is incomplete: expected at least 8 bytes, got {size:,}")
        length = int.from_bytes(start, "little")
        if length > size - 8:
            wanted, there = counted(length, BYTES), counted(size - 8, THERE)
            raise whole_file_fault(path, f"the file is incomplete: it should have a header of {wanted}, and {there}")
        if length > LARGEST_HEADER:
            raise whole_file_fault(path, f"expected a header of at most {LARGEST_HEADER:,} bytes, got {length:,}")
        text = file.read(length)
    header, twice = parsed(path, text)
    if not isinstance(header, dict):
        raise whole_file_fault(path, "expected a header that is an object of tensors")
    return header, twice, 8 + length


def _tensor(raw: Any) -> _Tensor:
    """Return what an entry of the header says, once it fits together."""
    if not isinstance(raw, dict) or set(raw) != ENTRIES:
        raise expected("an object of dtype, shape and data_offsets", raw)
    kind, shape, offsets = raw["dtype"], raw["shape"], raw["data_offsets"]
    if not isinstance(kind, str) or kind not in {**TYPES, **UNSUPPORTED}:
        raise expected(f"a dtype that is one of {', '.join([*TYPES, *UNSUPPORTED])}", kind)
    if not _sizes(shape) or len(shape) > MOST_AXES:
        raise expected(f"a shape of at most {MOST_AXES} sizes", shape)
    if not _sizes(offsets) or len(offsets) != 2 or offsets[0] > offsets[1]:
        raise expected("data_offsets of two places in the file, the first not after the second", offsets)
    bits = UNSUPPORTED[kind] if kind in UNSUPPORTED else 8 * np.dtype(TYPES[kind]).itemsize
    needed, (begin, end) = math.prod(shape) * bits, offsets
    if needed != 8 * (end - begin):
        taken = counted(-(-needed // 8), BYTES)
        raise ValueError(f"shape {tuple(shape)} of {kind} takes {taken}, its data_offsets have {end - begin:,}")
    if end - begin > LARGEST_DATA:
        raise ValueError(f"expected at most {LARGEST_DATA:,} bytes of numbers, got {end - begin:,}")
    return _Tensor(kind, tuple(shape), begin, end)


def _sizes(raw: Any) -> bool:
    return isinstance(raw, list) and all(type(size) is int and 0 <= size < 2**48 for size in raw)


def _gaps(tensors: dict[str, _Tensor], there: int) -> Iterator[Fault]:
    """Yield where tensors overlap, leave bytes unused, or need more bytes than there are."""
    at, last = 0, ""
    for name, tensor in sorted(tensors.items(), key=lambda item: (item[1].begin, item[1].end)):
        if tensor.begin < at:
            yield Fault(name, f"its numbers overlap those of {last}")
        elif tensor.begin > at:
            yield Fault(name, str(counted(tensor.begin - at, BEFORE)))
        at, last = max(at, tensor.end), name
    if at > there:
        yield Fault("", f"the file is incomplete: expected {counted(at, BYTES)} of numbers, got {there:,}")
    elif at < there:
        yield Fault("", f"expected {counted(at, BYTES)} of numbers, got {there:,}: {counted(there - at, REST)}")


def _entry(tensor: _Tensor) -> Entry:
    if tensor.kind in UNSUPPORTED:
        return Entry(tensor.shape, tensor.kind, problem=f"numbers of type {tensor.kind} are not supported")
    if not math.prod(tensor.shape):
        return Entry(tensor.shape, tensor.kind, problem=f"it is empty, shape {tensor.shape}")
    dtype = BFLOAT16 if tensor.kind == "BF16" else tensor.dtype.name
    return Entry(tensor.shape, dtype, numbers=tensor.kind != "BOOL")


def _widened(held: Array, loading: Loading) -> Array:
    """Return bfloat16 as float32, which is exact: the upper half of the bits is the same."""
    loading.take(4 * held.size)
    wide = np.zeros(held.shape, np.uint32)
    flat, out = held.reshape(-1), wide.reshape(-1)
    for start in range(0, held.size, BLOCK):
        part = slice(start, start + BLOCK)
        np.left_shift(flat[part], 16, out=out[part], dtype=np.uint32)
    return wide.view(np.float32)
