"""Axes of plots: limits that can be drawn, and where and how they are marked."""

import math
from dataclasses import replace
from functools import lru_cache

from attnstudio.state.message import format_significant
from attnstudio.state.plots import ROUNDING, Axis

INTERVALS = 8  # between ticks, at the most, where an axis has none of its own


@lru_cache(maxsize=256)
def sound(axis: Axis) -> Axis:
    """Return an axis with room between finite ends: itself, or one around what it says."""
    low, high = axis.limits
    log = axis.scale == "log"
    finite = math.isfinite(low) and math.isfinite(high) and math.isfinite(high - low)
    if finite and high - low > ROUNDING * max(abs(low), abs(high)) and (low > 0 or not log):
        return axis
    around = (1.0, 10.0) if log else (0.0, 1.0)
    if finite and low <= high and (low > 0 or not log):
        half = max(abs(low), 1.0) / 2
        around = (low / 2, 2 * high) if log else (low - half, high + half)
    return replace(axis, limits=around, ticks=())


@lru_cache(maxsize=256)
def ticks_of(axis: Axis) -> tuple[float, ...]:
    """Return where an axis is marked: as it says, or at round numbers."""
    if axis.ticks:
        return axis.ticks
    low, high = axis.limits
    if axis.scale == "log":
        first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
        step = max(1, math.ceil((last - first) / INTERVALS))
        return tuple(10.0**power for power in range(first, last + 1, step)) if last > first else axis.limits
    width = _round_step((high - low) / INTERVALS)
    places = (width * i for i in range(math.ceil(low / width - 1e-9), math.floor(high / width + 1e-9) + 1))
    return tuple(dict.fromkeys(min(max(place, low), high) for place in places)) or axis.limits


def _round_step(least: float) -> float:
    """Return the smallest of 1, 2, 5 times a power of ten that is not below a positive number."""
    power: float = 10.0 ** math.floor(math.log10(least))
    return next((by * power for by in (1.0, 2.0, 5.0) if by * power >= least * (1 - 1e-9)), 10 * power)


def place(axis: Axis, value: float) -> float:
    """Return where one value stands along an axis, as `Axis.place` has it, but quickly."""
    low, high = axis.limits
    held = min(max(value, low), high)  # NaN stays NaN
    return math.log(held / low) / math.log(high / low) if axis.scale == "log" else (held - low) / (high - low)


@lru_cache(maxsize=1024)
def tick_text(value: float, fractions: bool = False) -> str:
    """Write the number at a tick: 0.25, 1024, 10⁻⁹; 1/4 where small ones are fractions."""
    if fractions and 0 < value < 1:
        return f"1/{round(1 / value)}"
    head, times, power = format_significant(value, 4).partition("×")
    if not times:
        return head
    head = head.rstrip("0").rstrip(".")
    return head[:-1] + power if head in ("1", "−1") else head + times + power


def value_at(axis: Axis, share: float) -> float:
    """Return the value that stands so far along an axis, the inverse of `Axis.place`."""
    low, high = axis.limits
    share = min(max(share, 0.0), 1.0)
    value = low * (high / low) ** share if axis.scale == "log" else low + share * (high - low)
    return min(max(value, low), high)
