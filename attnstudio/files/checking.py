"""Checking: all that is wrong with a file, and what it leaves open, without showing it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from attnstudio.files.faults import FileFault
from attnstudio.files.roles import NAMES
from attnstudio.state.message import Message
from attnstudio.state.questions import Question


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
        asked = {question.fault for question in fault.questions if not _damage(question)}
        faults = tuple(str(one) for one in fault.faults if one not in asked)
        return Checked(faults, tuple(str(one) for one in fault.faults if one in asked))


def _damage(question: Question) -> bool:
    """Whether it is asked what stands in for an array that is damaged: that is a fault, whatever the answer."""
    return question.name in NAMES and bool(question.fault.place)
