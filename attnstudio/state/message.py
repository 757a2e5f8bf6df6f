"""Text for people: a template with named values, and the one way numbers are written."""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Mark `text` for lupdate without importing Qt; the text itself is returned."""
    del context
    return text


@lru_cache(maxsize=16384)  # a panel writes most of its numbers again with every frame
def format_number(value: float, digits: int = 3) -> str:
    """Write a number the way every cell, readout and sentence does.

    Parameters
    ----------
    value : float
        Any float; infinities and NaN have their own signs.
    digits : int
        Digits after the point.

    Returns
    -------
    str
        With the real minus sign U+2212 and never a negative zero. Rounded as on a blackboard: half away from zero, on
        the shortest decimal that stands for the number, so that 0.125 is 0.13, −0.25 is −0.3 and 2.675 is 2.68.
    """
    if not math.isfinite(value):
        return "no value" if math.isnan(value) else "∞" if value > 0 else "−∞"
    units = abs(value) * 10.0**digits
    near_half = abs(units % 1.0 - 0.5) < _NEAR or units > _LARGE
    text = _half_away(value, digits) if near_half else f"{value:.{digits}f}"
    if text[0] == "-":
        return text[1:] if units < 1 and float(text) == 0 else "−" + text[1:]
    return text


_NEAR, _LARGE, _LARGEST = 1e-6, 1e9, 1e15  # of units of the last digit: how far products of floats are off at the most


def _half_away(value: float, digits: int) -> str:
    """Round half away from zero, on the shortest decimal; where floats are too coarse for halves, as they are."""
    if abs(value) * 10.0**digits > _LARGEST:
        return f"{value:.{digits}f}"
    from decimal import ROUND_HALF_UP, Decimal  # few numbers are halves, and a start has none

    return f"{Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP):f}"


_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


@lru_cache(maxsize=4096)
def format_significant(value: float, significant: int = 6, most: int = 7) -> str:
    """Write a number with so many significant digits, without the zeros that an exact one does not need.

    Parameters
    ----------
    value : float
    significant : int
        Digits from the first that is not 0.
    most : int
        Digits before the point, from which on a power of ten stands in place of more.

    Returns
    -------
    str
        With a power of ten below 0.0001 and from 10⁷ (10 to the power of `most`) on: 3.0590×10⁻⁷.
    """
    if value == 0 or not math.isfinite(value):
        return format_number(value, 0)
    power = math.floor(math.log10(abs(value)))
    if -4 <= power < most:
        return format_number(value, decimals_needed(value, max(0, significant - 1 - power)))
    return f"{format_number(value / 10.0**power, significant - 1)}×10{str(power).translate(_SUPERSCRIPTS)}"


@lru_cache(maxsize=16384)
def decimals_needed(value: float, at_most: int) -> int:
    """Digits after the point that show `value` without rounding, `at_most` at the most."""
    if not math.isfinite(value):
        return 0
    near = 1e-9 * max(1.0, abs(value))
    digits = 0
    while digits < at_most and abs(round(value, digits) - value) > near:
        digits += 1
    return digits


NO_VALUES: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Message:
    """A sentence for people, kept apart from its values so that it can be translated.

    Parameters
    ----------
    template : str
        Text with named placeholders in braces.
    values : mapping of str to object
        What fills the placeholders; a nested Message is formatted too.
    """

    template: str
    values: Mapping[str, Any] = field(default_factory=lambda: NO_VALUES)

    def __post_init__(self) -> None:
        if self.values is not NO_VALUES:
            object.__setattr__(self, "values", MappingProxyType(dict(self.values)))

    def __hash__(self) -> int:
        return hash(self.template)

    def text(self, translate: Callable[[str], str] = lambda template: template) -> str:
        """Return the sentence, its template put through `translate` first."""
        if not self.values:
            return translate(self.template)
        filled = {
            name: value.text(translate) if isinstance(value, Message) else value for name, value in self.values.items()
        }
        return translate(self.template).format(**filled)

    def __str__(self) -> str:
        return self.text()


@lru_cache(maxsize=4096, typed=True)
def kept(template: str, **values: Hashable) -> Message:
    """Return a Message that is made once: what shows the same object again need not be drawn or said again."""
    return Message(template, values)


def listed(parts: Sequence[Message | str], between: str) -> Message:
    """Return sentences or words as one Message, in their order."""
    if len(parts) == 1 and isinstance(parts[0], Message):
        return parts[0]
    names = [f"part{i}" for i in range(len(parts))]
    return Message(between.join(f"{{{name}}}" for name in names), dict(zip(names, parts, strict=True)))
