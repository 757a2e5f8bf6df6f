"""Writing a file so that at every moment either the old or the new one is there, whole."""

import errno
import os
import time
from contextlib import suppress
from pathlib import Path

from attnstudio.files.faults import real_path, shown_path, told_in_words, whole_file_fault

PREFIX, SUFFIX = ".attnstudio-", ".tmp"
LEFT_BEHIND_AFTER = 600.0  # seconds after which a temporary file can only be from a process that was killed


def write_whole(path: Path, data: bytes) -> None:
    """Write a file as a whole or not at all; permissions of the old one are kept.

    Raises
    ------
    FileFault
        With the path and the reason; an old file is then as it was.
    """
    target = real_path(path)  # a link goes on pointing to what it points to
    if not target.parent.exists():
        raise whole_file_fault(path, f"there is no folder {shown_path(Path(path).parent)} to write it in")
    with told_in_words(path):
        mode = _mode_kept(target)
        draft = target.parent / f"{PREFIX}{os.urandom(6).hex()}{SUFFIX}"
        try:
            _write(draft, data, mode)
            os.replace(draft, target)  # noqa: PTH105 (the tests stand in for it)
        except BaseException:
            with suppress(OSError):
                draft.unlink()
            raise
    _settle(target.parent)


def _mode_kept(target: Path) -> int | None:
    """Return the permission bits of the file to be replaced; one that is marked read-only is left alone."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "")
    if not mode & 0o222 or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "")
    return mode & 0o777


def _write(draft: Path, data: bytes, mode: int | None) -> None:
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        draft.chmod(mode)


def _settle(folder: Path) -> None:
    """Make the new name last a power cut where the system allows it, and clear up after processes that were killed."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    with suppress(OSError):
        for old in folder.glob(f"{PREFIX}*{SUFFIX}"):
            if time.time() - old.stat().st_mtime > LEFT_BEHIND_AFTER:
                old.unlink()
