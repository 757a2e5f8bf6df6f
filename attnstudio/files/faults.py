"""FileFault: the one exception for a file that cannot be read or written, in words for people."""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from attnstudio.state.faults import Fault
from attnstudio.state.questions import Question

MOST_SHOWN = 20
REASONS = {
    errno.ENOENT: "there is no such file or folder",
    errno.EISDIR: "it is a folder, not a file",
    errno.ENOTDIR: "a part of its path is a file, not a folder",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
    errno.EROFS: "it is on a disk that can only be read",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "it would be larger than the disk allows",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ELOOP: "its links lead in a circle",
}


def shown_path(path: str | Path) -> str:
    """Return a path as text that can always be shown, even where its bytes are no text."""
    return str(path).encode("utf-8", "replace").decode()


class FileFault(Exception):  # noqa: N818 (a fault is what it is called everywhere)
    """A file is not what it should be, or cannot be read or written.

    Parameters
    ----------
    path : str or Path
        The file.
    faults : iterable of Fault
        All that is wrong with it; a place is empty where the whole file is meant.
    questions : iterable of Question
        What it does not say and must be known besides.
    """

    def __init__(self, path: str | Path, faults: Iterable[Fault], questions: Iterable[Question] = ()) -> None:
        self.path = shown_path(path)
        self.questions = tuple(questions)
        self.faults = (*faults, *dict.fromkeys(question.fault for question in self.questions))
        super().__init__(self._text())

    def _text(self) -> str:
        if len(self.faults) == 1:
            return f"{self.path}: {self.faults[0]}"
        lines = [f"  {fault}" for fault in self.faults[:MOST_SHOWN]]
        rest = len(self.faults) - MOST_SHOWN
        return "\n".join([f"{self.path}: {len(self.faults)} faults", *lines, *([f"  … and {rest} more"] * (rest > 0))])


def whole_file_fault(path: str | Path, problem: str) -> FileFault:
    """Build the fault of a file as a whole."""
    return FileFault(path, [Fault("", problem)])


class Unanswered(FileFault):
    """A file does not say something that must be known.

    Parameters
    ----------
    path : str or Path
    questions : iterable of Question
        With these answered the file can be opened, or more can be asked.
    """

    def __init__(self, path: str | Path, questions: Iterable[Question]) -> None:
        super().__init__(path, (), questions)


class MissingTensors(FileFault):
    """A scene links to a file of tensors that is not there, or not as it was.

    Parameters
    ----------
    path : str or Path
        The scene file.
    faults : iterable of Fault
    wanted : str
        The link as it stands in the scene: where the file is now can be said under this name.
    sha256 : str, optional
        The checksum that its content must have.
    """

    def __init__(self, path: str | Path, faults: Iterable[Fault], wanted: str, sha256: str | None) -> None:
        self.wanted, self.sha256 = wanted, sha256
        super().__init__(path, faults)


class Cancelled(Exception):  # noqa: N818 (no error: it was asked for)
    """What a report of progress raises to stop the opening of a file; nothing was changed by it."""


@contextmanager
def told_in_words(path: str | Path) -> Iterator[None]:
    """Turn what the operating system says about a file into a FileFault."""
    try:
        yield
    except OSError as error:
        reason = REASONS.get(error.errno or 0) or error.strerror or str(error)
        raise whole_file_fault(path, reason) from error
    except MemoryError as error:
        raise whole_file_fault(path, "it needs more memory than is free") from error


def real_path(path: str | Path) -> Path:
    """Return the absolute path that a path leads to, links followed; names that no file can have are refused."""
    try:
        possible = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise whole_file_fault(str(path).replace("\0", "␀"), "its name has a character that no file name may have")
    with told_in_words(path):
        return Path(os.path.realpath(path))


def check_regular(path: Path) -> int:
    """Return the size of a file in bytes; folders, pipes and devices are refused before they are opened."""
    path = real_path(path)
    with told_in_words(path):
        status = path.stat()
    if path.is_dir():
        raise whole_file_fault(path, REASONS[errno.EISDIR])
    if not path.is_file():
        raise whole_file_fault(path, "it is not an ordinary file")
    return status.st_size
