"""Origin: where the numbers of a data set come from, in words for people."""

from dataclasses import dataclass
from typing import Any

from attnstudio.state.faults import Fault, Faults
from attnstudio.state.fields import expected
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

BADGES = {
    "toy": QT_TRANSLATE_NOOP("origin", "toy, made by hand"),
    "random": QT_TRANSLATE_NOOP("origin", "random, seed {seed}"),
    "real": QT_TRANSLATE_NOOP("origin", "real model, {name}"),
    "file": QT_TRANSLATE_NOOP("origin", "from the file {name}"),
}


@dataclass(frozen=True)
class Origin:
    """Where numbers come from, said on the screen with every data set.

    Parameters
    ----------
    kind : {"toy", "random", "real", "file"}
    name : str
        Model of real data, file of the rest.
    seed : int, optional
        Of random data.
    edited : bool
        True once a number was changed by hand.
    """

    kind: str = "toy"
    name: str = ""
    seed: int | None = None
    edited: bool = False

    def __post_init__(self) -> None:
        if self.kind not in BADGES:
            raise expected(f"a kind that is one of {', '.join(BADGES)}", self.kind)
        check_text(self.name, "name")

    def badge(self) -> Message:
        """Say what the data set is, in a few words."""
        known = Message(BADGES[self.kind], {"seed": self.seed, "name": self.name})
        if self.edited and self.kind != "toy":
            return Message(QT_TRANSLATE_NOOP("origin", "{known}, edited by hand"), {"known": known})
        return known


def check_text(text: Any, name: str) -> None:
    """Refuse what is not text, or has halves of characters, which neither screen nor file can take."""
    if not isinstance(text, str):
        raise Faults([Fault(name, str(expected("text", text)))])
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Faults([Fault(name, f"expected whole characters, got {text!a}")]) from None
