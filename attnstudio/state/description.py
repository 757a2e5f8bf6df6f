"""A screen in words, for those who do not see it and for those who want to say what they see."""

from dataclasses import dataclass

from attnstudio.state.message import Message


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
