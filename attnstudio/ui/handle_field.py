"""The field that opens over a handle to type its numbers."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number
from attnstudio.ui.matrix_editor import OpenField, typed_number
from attnstudio.ui.theme import look, text_width

LOST = QT_TRANSLATE_NOOP("attnstudio", "“{text}” was not taken, because what it was typed for changed meanwhile.")
MOST_DIGITS = 3  # after the point, of a number that is offered to be typed over
_BETWEEN = re.compile(r"[\s;]+")


class Part(NamedTuple):
    """One of the numbers that are typed: what it is now, from where to where it may be, or which alone it may be."""

    value: float
    low: float
    high: float
    only: tuple[float, ...] = ()

    @property
    def text(self) -> str:
        return format_number(self.value, decimals_needed(self.value, MOST_DIGITS))

    def read(self, text: str) -> float | None:
        """Return the number that a text says, with all its digits where it is as offered; None if it may not be."""
        if text == self.text:
            return self.value
        number = typed_number(text, self.low, self.high)
        return number if not self.only or number in self.only else None


def typed_numbers(text: str, parts: Sequence[Part]) -> tuple[float, ...] | None:
    """Return the numbers that were typed with spaces or semicolons between them; None where they cannot be taken."""
    pieces = _BETWEEN.split(text.strip().rstrip(";"))
    if len(pieces) != len(parts):
        return None
    numbers = [part.read(piece) for piece, part in zip(pieces, parts, strict=True)]
    taken = [number for number in numbers if number is not None]
    return tuple(taken) if len(taken) == len(parts) else None


class HandleField(OpenField):
    """Takes the numbers of a handle.

    Parameters
    ----------
    parent : QWidget
    parts : sequence of Part
    wanted : Message
        What can be typed.
    """

    lost = LOST

    def __init__(self, parent: QWidget, parts: Sequence[Part], wanted: Message) -> None:
        super().__init__(parent)
        self._parts, self._wanted = parts, wanted
        self.setMaxLength(60)

    def open_around(self, x: float, y: float) -> None:
        """Show the field around a point, with the numbers as they are now."""
        self.open_at(self._room(x, y), self.offered, select=True)

    def place_around(self, x: float, y: float) -> None:
        """Lay the field around a point."""
        self.place(self._room(x, y))

    def _room(self, x: float, y: float) -> QRect:
        width = round(text_width(self.font(), self.offered)) + look().px(32)
        return QRect(round(x - width / 2), round(y), width, 0)

    @property
    def offered(self) -> str:
        """The numbers as they are now."""
        return "; ".join(part.text for part in self._parts)

    def read(self) -> tuple[float, ...] | None:
        return typed_numbers(self.text(), self._parts)

    def wanted(self) -> Message:
        return self._wanted
