"""A screen in words, for those who do not see it and for those who want to say what they see."""

from collections.abc import Sequence
from dataclasses import dataclass

from attnstudio.state.figures import Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, listed

MOST = 12  # names or numbers in a sentence
MORE = QT_TRANSLATE_NOOP("descriptions", "and {count} more")


@dataclass(frozen=True)
class Description:
    """The four parts of a screen in words, each of one sentence a line.

    Parameters
    ----------
    play_area : Message
        What is shown.
    controls : Message
        What can be set, and to what it is set.
    details : Message
        The numbers that matter now.
    hint : Message
        What to try next, and the keys for it.
    """

    play_area: Message
    controls: Message
    details: Message
    hint: Message


def covered_places(result: Result, stages: Sequence[str]) -> list[int]:
    """Return the places of the stages whose numbers are withheld."""
    matrices = map(result.matrices.get, stages)
    return [i for i, matrix in enumerate(matrices) if matrix is not None and matrix.covered]


def numbered(i: int, title: str) -> Message:
    """Name a stage by its place, counted from 1 as on the screen, and its title."""
    return Message("{number} {stage}", {"number": i + 1, "stage": Message(title)})


def few(parts: Sequence[Message | str]) -> Message:
    """List names or numbers; of many the first, and how many there are besides."""
    more = [Message(MORE, {"count": len(parts) - MOST})] if len(parts) > MOST else []
    return listed([*parts[:MOST], *more], ", ")
