"""Arrays of a .npz, its directory checked before any member is unpacked."""

import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from attnstudio.files.array_file import CHUNK, MAPPED_FROM, ArrayFile, Entry, Loading, Progress
from attnstudio.files.faults import FileFault, check_regular, told_in_words, whole_file_fault
from attnstudio.files.npy import LARGEST_DATA, Header, array_of, check_promise, entry, mapped, read_header
from attnstudio.state.arrays import Array
from attnstudio.state.faults import Fault

MOST_MEMBERS = 10_000
LARGEST_DIRECTORY = 256 * MOST_MEMBERS  # bytes
MOST_LOOKED_AT = 1_000  # arrays whose headers are read
BOMB_FROM, BOMB_RATIO = 64 * 2**20, 200  # a member of this size may not be packed tighter than this
DAMAGED = (
    zipfile.BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError, RuntimeError, OverflowError,
    UnicodeError,
)  # fmt: skip


class NpzFile(ArrayFile):
    """A .npz, its headers read; nothing in it is executed.

    Raises
    ------
    FileFault
        If the file is damaged or promises too much.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._headers: dict[str, Header] = {}
        self._size = check_regular(path)
        with told_in_words(path), path.open("rb") as file:
            _check_directory(path, file, self._size)
            try:
                with zipfile.ZipFile(file) as archive:
                    self._members = _members(path, archive, self._size)
                    for name, info in self._members.items():
                        self.entries[name] = self._entry(archive, name, info)
            except (*DAMAGED, ValueError) as error:
                raise whole_file_fault(path, f"the file is incomplete or not a .npz ({error})") from None

    def _entry(self, archive: zipfile.ZipFile, name: str, info: zipfile.ZipInfo) -> Entry:
        if len(self.entries) >= MOST_LOOKED_AT:
            return Entry(problem=f"only the first {MOST_LOOKED_AT:,} arrays are looked at")
        try:
            with _in_words(), archive.open(info) as stream:
                header = self._headers[name] = read_header(stream)
                check_promise(header, info.file_size)
            return entry(header)
        except ValueError as error:
            return Entry(problem=str(error))

    def to_read(self, name: str) -> int:
        return self._headers[name].data_bytes

    def check(self, names: Iterable[str], progress: Progress | None = None) -> None:
        wanted = [name for name in names if name in self._headers]
        loading = Loading(sum(map(self.to_read, wanted)), progress)
        with told_in_words(self.path), zipfile.ZipFile(self.path) as archive:
            for name in wanted:
                try:
                    _read_through(archive, self._members[name], loading)
                except ValueError as error:
                    self.entries[name] = Entry(problem=str(error))

    def array(self, name: str, loading: Loading) -> Array:
        header, info = self._headers[name], self._members[name]
        with _in_words(), zipfile.ZipFile(self.path) as archive:
            if info.compress_type == zipfile.ZIP_STORED and header.data_bytes >= MAPPED_FROM:
                _read_through(archive, info, loading)
                return mapped(self.path, header, self._start(info))
            with archive.open(info) as stream:
                stream.read(header.length)
                held = loading.read(stream, header.data_bytes)
                stream.read(1)  # reaching the end checks the sum
        return array_of(header, held)

    def _start(self, info: zipfile.ZipInfo) -> int:
        """Return where the bytes of a member begin that is not packed."""
        with self.path.open("rb") as file:
            file.seek(info.header_offset + 26)
            name, extra = struct.unpack("<HH", file.read(4))
        return int(info.header_offset) + 30 + int(name) + int(extra)


def _read_through(archive: zipfile.ZipFile, info: zipfile.ZipInfo, loading: Loading) -> None:
    """Read all bytes of a member, which checks its sum, and keep none."""
    with _in_words(), archive.open(info) as stream:
        while chunk := stream.read(CHUNK):
            loading.step(len(chunk))


@contextmanager
def _in_words() -> Iterator[None]:
    """Turn what Python says of a damaged member into a ValueError for people."""
    try:
        yield
    except DAMAGED as error:
        raise ValueError(f"it is damaged ({error})") from None


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
    if info.compress_type == zipfile.ZIP_STORED and info.compress_size != info.file_size:
        return f"its sizes contradict each other: {info.compress_size:,} bytes that are not packed, {info.file_size:,}"
    if info.file_size > BOMB_FROM and info.file_size > BOMB_RATIO * info.compress_size:
        return f"it unpacks from {info.compress_size:,} bytes to {info.file_size:,}, which no real numbers do"
    return None
