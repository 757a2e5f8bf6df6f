"""Questions about a file: what it does not say and must be known is asked, never guessed."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from attnstudio.state.faults import Fault
from attnstudio.state.message import Message

Answers = Mapping[str, str]  # key of the choice, by the name of the question
UNSAID = Fault("", "it does not say everything that must be known")
NO_ANSWERS: Answers = MappingProxyType({})


class Choice(NamedTuple):
    """One answer: the key by which it is given, and its words."""

    key: str
    text: Message


class Question(NamedTuple):
    """Something that a file does not say.

    Parameters
    ----------
    name : str
        Answers are given by it.
    text : Message
    choices : tuple of Choice
    default : str, optional
        Key of the choice that the file itself speaks for, by a name or a shape; None where nothing tells.
    fault : Fault
        What is missing where, and how the file itself can say it: for those who cannot be asked.
    """

    name: str
    text: Message
    choices: tuple[Choice, ...]
    default: str | None = None
    fault: Fault = UNSAID
