"""Arrays of a .npz, its directory checked before any member is unpacked."""

import struct
import zipfile
import zlib
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from attnstudio.files.faults import FileFault, check_regular, told_in_words, whole_file_fault
from attnstudio.files.npy import LARGEST_DATA, read_array, read_header
from attnstudio.state.arrays import Array
from attnstudio.state.faults import Fault

MOST_MEMBERS = 10_000
LARGEST_DIRECTORY = 256 * MOST_MEMBERS  # bytes
MOST_LOOKED_AT = 100  # arrays of other names whose headers are read, to say what they are
BOMB_FROM, BOMB_RATIO = 64 * 2**20, 200  # a member of this size may not be packed tighter than this
DAMAGED = (
    zipfile.BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError, RuntimeError, OverflowError,
    UnicodeError,
)  # fmt: skip


@dataclass
class Arrays:
    """Arrays of the names that were wanted, and what there is besides: name, and why it cannot be used or ""."""

    wanted: dict[str, Array] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)


def read_npz(path: Path, names: Collection[str]) -> Arrays:
    """Return the arrays of a .npz that have one of these names; nothing in the file is executed.

    Raises
    ------
    FileFault
        If the file is damaged, promises too much, or a wanted array is not one of plain values.
    """
    size = check_regular(path)
    with told_in_words(path), path.open("rb") as file:
        _check_directory(path, file, size)
        try:
            with zipfile.ZipFile(file) as archive:
                return _arrays(path, archive, _members(path, archive, size), names)
        except (*DAMAGED, ValueError) as error:
            raise whole_file_fault(path, f"the file is incomplete or not a .npz ({error})") from None


def _check_directory(path: Path, file: IO[bytes], size: int) -> None:
    """Refuse a directory of too many members before zipfile reads it into memory."""
    start = max(0, size - 65_557)  # the end record, and the longest comment after it
    file.seek(start)
    tail = file.read(size - start)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 22:
        raise whole_file_fault(path, "the file is incomplete or not a .npz")
    count, length = struct.unpack_from("<HI", tail, at + 10)
    if at >= 76 and tail[at - 20 : at - 16] == b"PK\x06\x07":  # the record of large archives, right before
        count, length = struct.unpack_from("<QQ", tail, at - 76 + 32)
    if count > MOST_MEMBERS or length > LARGEST_DIRECTORY:
        problem = f"expected at most {MOST_MEMBERS:,} arrays, got {count:,}"
        if count <= MOST_MEMBERS:
            problem = f"its directory is said to take {length:,} bytes, more than {MOST_MEMBERS:,} arrays need"
        raise whole_file_fault(path, problem)
    file.seek(0)


def _members(path: Path, archive: zipfile.ZipFile, size: int) -> dict[str, zipfile.ZipInfo]:
    """Return the members that are arrays, by name, once their sizes have been found possible."""
    faults, members = [], {}
    for info in archive.infolist()[: MOST_MEMBERS + 1]:
        name = info.filename.removesuffix(".npy")
        if name in members:
            faults.append(Fault(name, "it stands in the file twice"))
        if problem := _problem(info, size):
            faults.append(Fault(name, problem))
        members[name] = info
    total = sum(info.file_size for info in members.values())
    if total > LARGEST_DATA:
        faults.append(Fault("", f"expected at most {LARGEST_DATA:,} bytes in all arrays, the file promises {total:,}"))
    if faults:
        raise FileFault(path, faults)
    return members


def _problem(info: zipfile.ZipInfo, size: int) -> str | None:
    if info.flag_bits & 1:
        return "it is locked with a password"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "it is packed in a way that NumPy does not use"
    if info.compress_size > size:
        return f"it is said to take {info.compress_size:,} bytes of a file that has {size:,}"
    if info.file_size > BOMB_FROM and info.file_size > BOMB_RATIO * info.compress_size:
        return f"it unpacks from {info.compress_size:,} bytes to {info.file_size:,}, which no real numbers do"
    return None


def _arrays(
    path: Path, archive: zipfile.ZipFile, members: dict[str, zipfile.ZipInfo], names: Collection[str]
) -> Arrays:
    found, faults = Arrays(), []
    for name, info in members.items():
        try:
            if name in names:
                with archive.open(info) as stream:
                    found.wanted[name] = read_array(stream, info.file_size)
                    stream.read(1)  # reaching the end checks the sum
            else:
                found.others[name] = _what_it_is(archive, info, len(found.others))
        except (*DAMAGED, ValueError) as error:
            problem = str(error) if type(error) is ValueError else f"it is damaged ({error})"
            if name in names:
                faults.append(Fault(name, problem))
            else:
                found.others[name] = problem
    if faults:
        raise FileFault(path, faults)
    return found


def _what_it_is(archive: zipfile.ZipFile, info: zipfile.ZipInfo, seen: int) -> str:
    """Return "" for an array of another name that could be read, as far as its header tells."""
    if seen < MOST_LOOKED_AT:
        with archive.open(info) as stream:
            read_header(stream)
    return ""
