"""A screen in words, for those who do not see it and for those who want to say what they see."""

from collections.abc import Sequence
from dataclasses import dataclass

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


def few(parts: Sequence[Message | str]) -> Message:
    """List names or numbers; of many the first, and how many there are besides."""
    more = [Message(MORE, {"count": len(parts) - MOST})] if len(parts) > MOST else []
    return listed([*parts[:MOST], *more], ", ")
