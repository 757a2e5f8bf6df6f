"""Typed text that a field has not handed over yet: asked for before anything else is done with the document."""

import re
from typing import Protocol, runtime_checkable

from PySide6.QtWidgets import QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number

NOT_TAKEN = QT_TRANSLATE_NOOP("attnstudio", "“{text}” was not taken. {wanted}")
RANGE = QT_TRANSLATE_NOOP("attnstudio", "Type a number from {low} to {high}.")
MILLION = 1_000_000
MOST_SHOWN = 30  # characters of what was typed
_NOT_DONE = QT_TRANSLATE_NOOP("attnstudio", "Nothing was done, because of the number that is being typed. {refusal}")


_NUMBER = re.compile(r"[+\-−]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+\-−]?[0-9]+)?")


@runtime_checkable
class Typed(Protocol):
    """A field that is typed in."""

    @property
    def refusal(self) -> Message | None:
        """Why what was typed last was not taken."""

    def commit(self) -> bool:
        """Hand over what is typed, if anything is; False where it cannot be taken, which the field then says."""

    def drop(self) -> None:
        """Let what is typed go."""


@runtime_checkable
class Teller(Protocol):
    """A window that says what became of typed text."""

    def tell_typed(self, refusal: Message | None) -> None:
        """Say why typed text was not taken; None where that is over."""


def parse_number(text: str) -> float:
    """Return the number that a person typed, whatever their locale.

    Parameters
    ----------
    text : str
        With a decimal point or a decimal comma and an ASCII or real minus sign; no group separators.

    Raises
    ------
    ValueError
        If it is not one number.
    """
    if not _NUMBER.fullmatch(text.strip()):
        raise ValueError(f"expected a number such as 0.5 or 0,5, got {text.strip()!r}")
    return float(text.strip().replace("−", "-").replace(",", "."))


def not_taken(text: str, wanted: Message) -> Message:
    """Say that typed text was not taken, and what would be."""
    text = text.strip()
    if not text:
        return wanted
    shown = text if len(text) <= MOST_SHOWN else f"{text[: MOST_SHOWN - 1]}…"
    return Message(NOT_TAKEN, {"text": shown, "wanted": wanted})


def number_from(low: float, high: float, template: str = RANGE) -> Message:
    """Say which numbers can be typed."""
    return Message(template, {"low": written(low), "high": written(high)})


def written(limit: float) -> str:
    """Write the end of a range; below a million a comma between digits would be read as a decimal one."""
    if abs(limit) >= MILLION:
        return f"{limit:,.0f}".replace("-", "−")
    return format_number(limit, decimals_needed(limit, 3))


def settle(window: QWidget, *, strict: bool = False) -> bool:
    """Have the field that has the keyboard hand over what is typed in it.

    Parameters
    ----------
    window : QWidget
    strict : bool
        What cannot be taken stays in its field, to be put right. Otherwise it goes, and what was wanted goes on.

    Returns
    -------
    bool
        Whether to go on.
    """
    field = window.focusWidget()
    if not isinstance(field, Typed):
        return True
    refusal = None if field.commit() else field.refusal
    if refusal is None:
        tell_typed(window, None)
        return True
    if not strict:
        field.drop()
    tell_typed(window, Message(_NOT_DONE, {"refusal": refusal}) if strict else refusal)
    return not strict


def tell_typed(window: QWidget, refusal: Message | None) -> None:
    """Have the window say why typed text was not taken, or that it need not be said any more."""
    if isinstance(window, Teller):
        window.tell_typed(refusal)
