"""What a group of bars says, read once, and the axis that it stands on."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from attnstudio.state.figures import Bars
from attnstudio.state.message import format_number, format_significant
from attnstudio.ui.labels import Box, Label, Pen
from attnstudio.ui.matrix_numbers import shown_digits
from attnstudio.ui.theme import Look
from attnstudio.ui.tokens import token, told


class Axis(NamedTuple):
    """Values low…high on heights bottom…top."""

    low: float
    high: float
    bottom: float
    top: float
    head: float  # room for numbers beyond the ends

    def heights(self, values: Sequence[float]) -> list[float]:
        """Heights of values, held inside the axis; NaN lies on zero."""
        low, high, bottom, top, _ = self
        inside = [low if v < low else high if v > high else v if v == v else 0.0 for v in values]
        return [bottom + (value - low) / (high - low) * (top - bottom) for value in inside]


class Reading(NamedTuple):
    """A group in plain values and texts.

    A stub stands where a mask leaves nothing of a bar; a bar beyond the axis would reach farther by more than rounding.
    Of a covered group nothing but title and labels is known. `raw` are the values that it is compared with.
    """

    kind: str
    title: str
    caption: str
    values: tuple[float, ...]
    numbers: tuple[str, ...]
    labels: tuple[str, ...]
    blocked: tuple[bool, ...]
    stubs: tuple[bool, ...]
    beyond: tuple[bool, ...]
    limits: tuple[float, float]
    digits: int
    covered: bool
    raw: tuple[float, ...]

    @property
    def ticks(self) -> tuple[float, ...]:
        """Values that the axis names, from the top down."""
        low, high = self.limits
        return (high, 0.0, low) if low < 0 < high else (high, low)


def read(bars: Bars, look: Look, beside: Bars | None = None) -> Reading:
    """Return a group as plain values; `beside` is what it is compared with, on an axis for both."""
    values, covered, digits = tuple(bars.values.tolist()), bars.covered, shown_digits(bars.digits, look)
    blocked = (False,) * len(values) if bars.blocked is None else tuple(bars.blocked.tolist())
    stubs = blocked
    if bars.blocked is not None:
        stubs = tuple(b and value in (0.0, -math.inf) for b, value in zip(blocked, values, strict=True))
    raw = () if covered or beside is None or not comparable(bars, beside) else tuple(beside.values.tolist())
    low, high = limits = _limits(bars, beside if raw else None)
    least, most = low - 5e-4 * (high - low), high + 5e-4 * (high - low)
    beyond = tuple(not stub and (value > most or value < least) for value, stub in zip(values, stubs, strict=True))
    title, caption, labels = told(bars.title), "" if covered else told(bars.caption), _tokens(bars.labels)
    return Reading(
        bars.kind, title, caption, values, _numbers(bars, stubs, digits), labels, blocked, stubs, beyond, limits,
        digits, covered, raw,
    )  # fmt: skip


@lru_cache(maxsize=64)
def _tokens(labels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(token, labels))


def comparable(bars: Bars, beside: Bars) -> bool:
    """Return whether two groups have a bar for the same keys, and both are known."""
    return bars.labels == beside.labels and bars.kind == beside.kind and not (bars.covered or beside.covered)


def _limits(bars: Bars, beside: Bars | None) -> tuple[float, float]:
    """Return the ends of the axis: always with 0 between them, 0…1 for weights and what is covered."""
    if bars.kind == "weight" or bars.covered:
        return 0.0, 1.0
    low, high = min(0.0, bars.limits[0]), max(0.0, bars.limits[1])
    if beside is not None:
        low, high = min(low, beside.limits[0]), max(high, beside.limits[1])
    usable = math.isfinite(high - low) and high - low > 1e-300
    return (low, high) if usable else (0.0, 1.0)


def _numbers(bars: Bars, stubs: Sequence[bool], digits: int) -> tuple[str, ...]:
    """Return how the numbers are written: as the data says, or by digits."""
    numbers = [
        _number(value, 0 if stub else digits, bars.kind)
        for value, stub in zip(bars.values.tolist(), stubs, strict=True)
    ]
    return tuple(numbers if bars.written is None else [a or b for a, b in zip(bars.written, numbers, strict=True)])


def _number(value: float, digits: int, kind: str) -> str:
    """Return the number of a bar; an exponential has no limits, so a tiny one is written with its power of ten."""
    if value != value:
        return ""
    if kind == "exp" and 0 < value < 0.5 * 10.0**-digits:
        return format_significant(value, 2)
    return format_number(value, digits)


@lru_cache(maxsize=1024)
def tick_text(value: float) -> str:
    """Return the number beside a tick."""
    return f"{value:.3g}".replace("-", "−")


@lru_cache(maxsize=64)  # an axis of weights never changes
def ticks(
    values: tuple[float, ...], axis: Axis, right: float, small: Pen
) -> tuple[tuple[float, ...], tuple[Label, ...]]:
    """Return the heights of the ticks from the top down, and those of their numbers that do not overlap."""
    labels = list[Label]()
    heights = tuple(axis.heights(values))
    for value, y in zip(values, heights, strict=True):
        text = tick_text(value)
        top = max(y - small.height / 2, axis.top - axis.head)  # off the title
        box = Box(right - small.width(text), top, right, top + small.height)
        if not any(box.overlaps(other.box) for other in labels):
            labels.append(Label(text, box))
    return heights, tuple(labels)
