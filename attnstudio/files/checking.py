"""Checking: all that is wrong with a file, and what it leaves open, without showing it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from attnstudio.files.faults import FileFault
from attnstudio.state.message import Message


@dataclass(frozen=True)
class Checked:
    """What is wrong with a file, and what is asked or told when it is opened; each is a sentence with its place."""

    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def checked(path: Path, opened: Callable[[Path], Iterable[Message]]) -> Checked:
    """Return every fault of a file, and every note on it.

    Parameters
    ----------
    path : Path
    opened : callable (Path)
        Opens the file as the app does and returns what must be known about it; its FileFault says what is wrong.
    """
    try:
        return Checked(notes=tuple(map(str, opened(path))))
    except FileFault as fault:
        asked = {question.fault for question in fault.questions}
        faults = tuple(str(one) for one in fault.faults if one not in asked)
        return Checked(faults, tuple(str(one) for one in fault.faults if one in asked))
