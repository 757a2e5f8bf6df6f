"""Fields of a Scenario, declared once: default, range, step, label and help.

From one declaration come validation, the control on the screen, the keys, the tooltip, the JSON form and the test
strategy. `check` refuses what is out of range, `to_json` and `from_json` are the two halves of the file form.
"""

import dataclasses
import math
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

from attnstudio.state.message import format_number

Frozen = TypeVar("Frozen")
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = 60
LOG_TICKS, LOG_FINE = 200, 10  # of a slider whose ticks are even in the logarithm, and fine steps in one


class Field(Protocol):
    """What every kind of field can do."""

    @property
    def label(self) -> str: ...
    @property
    def help(self) -> str: ...
    @property
    def undoable(self) -> bool: ...

    def check(self, value: Any) -> Any:
        """Return `value` in its canonical form, or raise ValueError with what is allowed and what came."""

    def to_json(self, value: Any) -> Any: ...

    def from_json(self, raw: Any) -> Any:
        """Return the value that `raw` stands for, or raise ValueError."""


def expected(what: str, got: object) -> ValueError:
    """Build the error all fields raise: expected …, got …."""
    return ValueError(f"expected {what}, got {SHORT.repr(got)}")


def exchanged(whole: Frozen, fields: Mapping[str, Any]) -> Frozen:
    """Return a frozen dataclass with other values in some fields; they are known to be allowed, nothing is checked."""
    made = object.__new__(type(whole))
    object.__setattr__(made, "__dict__", {**vars(whole), **fields})  # quicker than one by one
    return made


def plain_number(raw: object) -> float:
    """Return a JSON number as float; booleans, text and non-finite numbers are refused."""
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        raise expected("a number", raw)
    try:
        number = float(raw)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise expected("a finite number", raw)
    return number


class Number(NamedTuple):
    """A float in low…high that the slider moves in whole ticks of `step`.

    `typed_low` and `typed_high` widen the range for typed values; with `log` the ticks are even in the logarithm and
    a tick's value keeps three significant digits.
    """

    label: str
    help: str
    low: float
    high: float
    step: float = 0.1
    fine: float = 0.01
    typed_low: float | None = None
    typed_high: float | None = None
    digits: int = 2
    log: bool = False
    unit: str = ""
    undoable: bool = True

    @property
    def allowed_low(self) -> float:
        return self.low if self.typed_low is None else self.typed_low

    @property
    def allowed_high(self) -> float:
        return self.high if self.typed_high is None else self.typed_high

    @property
    def ticks(self) -> int:
        """Number of slider steps between low and high."""
        return LOG_TICKS if self.log else round((self.high - self.low) / self.step)

    @property
    def fine_per_tick(self) -> int:
        """Fine steps in a tick, which are the positions of a slider."""
        return LOG_FINE if self.log else round(self.step / self.fine)

    def fine_position(self, position: int, steps: int) -> int:
        """Return the position so many fine steps from another; it may lie beyond the ends."""
        return position + steps

    def value_at(self, tick: float) -> float:
        """Value of a slider position counted in ticks; a fraction of a tick is a fine step."""
        if not self.log:
            return round(self.low + round(tick * self.fine_per_tick) * self.fine, 10)
        value = self.low * math.exp(tick / LOG_TICKS * math.log(self.high / self.low))
        return round(value, 2 - math.floor(math.log10(value)))

    def tick_of(self, value: float) -> float:
        """Slider position of a value, in ticks, held inside the slider."""
        inside = min(max(value, self.low), self.high)
        if self.log:
            return LOG_TICKS * math.log(inside / self.low) / math.log(self.high / self.low)
        return (inside - self.low) / self.step

    def check(self, value: Any) -> float:
        number = plain_number(value)
        if not self.allowed_low <= number <= self.allowed_high:
            low, high = format_number(self.allowed_low, self.digits), format_number(self.allowed_high, self.digits)
            raise expected(f"a number from {low} to {high}", value)
        return number + 0.0  # turns −0 into 0

    def to_json(self, value: float) -> float:
        return value

    def from_json(self, raw: Any) -> float:
        return self.check(raw)


@dataclass(frozen=True, kw_only=True)
class Whole:
    """An integer in low…high."""

    label: str
    help: str
    low: int
    high: int
    undoable: bool = True

    def check(self, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise expected(f"a whole number from {self.low} to {self.high}", value)
        return value

    def after(self, value: int) -> int:
        """Return the next number; after the highest comes the lowest."""
        return value + 1 if value < self.high else self.low

    def to_json(self, value: int) -> int:
        return value

    def from_json(self, raw: Any) -> int:
        return self.check(raw)


class Choice(NamedTuple):
    """One of a few named options: pairs of the stored word and the label that people see."""

    label: str
    help: str
    options: tuple[tuple[str, str], ...]
    undoable: bool = True

    def check(self, value: Any) -> str:
        words = [word for word, _ in self.options]
        if not isinstance(value, str) or value not in words:
            raise expected(f"one of {', '.join(words)}", value)
        return value

    def to_json(self, value: str) -> str:
        return value

    def from_json(self, raw: Any) -> str:
        return self.check(raw)


class Switch(NamedTuple):
    """On or off."""

    label: str
    help: str
    undoable: bool = True

    def check(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise expected("true or false", value)
        return value

    def to_json(self, value: bool) -> bool:
        return value

    def from_json(self, raw: Any) -> bool:
        return self.check(raw)


class Indices(NamedTuple):
    """A set of positions, or of (row, column) cells where `axes` is 2; those out of range are ignored later."""

    label: str
    help: str
    axes: int = 1
    most: int = 262_144
    undoable: bool = True

    def check(self, value: Any) -> frozenset[Any]:
        if not isinstance(value, frozenset) or len(value) > self.most:
            raise expected(f"a set of at most {self.most:,} positions", value)
        for item in value:
            self._check_item(item if self.axes > 1 else (item,))
        return value

    def to_json(self, value: frozenset[Any]) -> list[Any]:
        return [list(item) if self.axes > 1 else item for item in sorted(value)]

    def from_json(self, raw: Any) -> frozenset[Any]:
        if not isinstance(raw, list):
            raise expected("a list of positions", raw)
        items = [tuple(item) if isinstance(item, list) else item for item in raw] if self.axes > 1 else raw
        for item in items:  # before the set, in which True would pass for 1
            self._check_item(item if self.axes > 1 else (item,))
        return self.check(frozenset(items))

    def _check_item(self, item: Any) -> None:
        whole = isinstance(item, tuple) and len(item) == self.axes
        if not whole or any(isinstance(i, bool) or not isinstance(i, int) or i < 0 for i in item):
            shape = "a position counted from 0" if self.axes == 1 else "a [row, column] cell counted from 0"
            raise expected(shape, item if self.axes > 1 else item[0])


def declared(spec: Field, default: Any) -> Any:
    """Declare a Scenario field: its default and its specification."""
    return dataclasses.field(default=default, metadata={"spec": spec})


@dataclass(frozen=True)
class Scenario:
    """What the user can change on one panel; subclasses declare every field with `declared`.

    Each field is right or wrong by itself: every mix of allowed values is a Scenario. `stages` names the matrices that
    can be covered, in the order of reading.
    """

    stages: ClassVar[tuple[str, ...]] = ()

    @property
    def beside(self) -> "Scenario | None":
        """The Scenario that this one is shown beside where nothing is pinned."""
        return None

    def __post_init__(self) -> None:
        vars(self).update(self._allowed(vars(self)))

    def _allowed(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return values of fields in their canonical form, or raise ValueError."""
        specs, allowed = self.specs(), {}
        for name, value in values.items():
            try:
                allowed[name] = specs[name].check(value)
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
        return allowed

    @classmethod
    def specs(cls) -> Mapping[str, Field]:
        """Return the declared fields in their order."""
        return _specs(cls)  # type: ignore[arg-type]  # a class can be hashed, whatever its instances do

    def with_changes(self, **changes: Any) -> Self:
        """Return a Scenario with some fields changed; ValueError leaves this one as it was."""
        if unknown := changes.keys() - self.specs().keys():
            raise ValueError(f"{min(unknown)}: no such field; the fields are {', '.join(self.specs())}")
        return exchanged(self, self._allowed(changes))

    def differences(self, other: "Scenario") -> list[str]:
        """Return the names of the fields in which two Scenarios of one panel differ."""
        ours, others = vars(self), vars(other)
        return [name for name in ours if ours[name] is not others[name] and ours[name] != others[name]]


@cache
def _specs(scenario: type[Scenario]) -> Mapping[str, Field]:
    return MappingProxyType({field.name: field.metadata["spec"] for field in dataclasses.fields(scenario)})
