"""Challenges: goals over named quantities of what is on the screen, with the distance to go."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, Self, get_args

from attnstudio.state.faults import Fault, Faults
from attnstudio.state.fields import expected
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_significant
from attnstudio.state.quantities import NO_NUMBER, NO_QUANTITY, Measured, Quantity, measured
from attnstudio.state.quantity_measures import Moment
from attnstudio.state.quantity_words import value_words

Comparison = Literal["at_least", "at_most", "above", "below", "near"]
COMPARISONS: tuple[Comparison, ...] = get_args(Comparison)
ROUNDING = 1e-12  # of the target's size: what floats lose on the way to a number that is just met
T = QT_TRANSLATE_NOOP
WORDS = {
    "at_least": T("lessons", "{what} at least {target}"),
    "at_most": T("lessons", "{what} at most {target}"),
    "above": T("lessons", "{what} above {target}"),
    "below": T("lessons", "{what} below {target}"),
    "near": T("lessons", "{what} within {within} of {target}"),
}
TO_GO = T("lessons", "Now {what} is {value}, {distance} to go")
THERE = T("lessons", "Now {what} is {value}: there")
EXACT = T("lessons", "{what} exactly {target}")
MINUS, OVER = T("lessons", "{first} minus {second}"), T("lessons", "{first} divided by {second}")
NO_RATIO = T("lessons", "{name} is 0: there is nothing to divide by")


@dataclass(frozen=True)
class Condition:
    """One comparison of a quantity, of its difference from a second one, or of its ratio to it.

    Parameters
    ----------
    quantity : Quantity
    comparison : {"at_least", "at_most", "above", "below", "near"}
    target : float
    within : float
        By how much the target may be missed; half the width of what is near.
    minus, over : Quantity, optional
        Taken away from the quantity, or dividing it; not both.
    """

    quantity: Quantity
    comparison: Comparison
    target: float
    within: float = 0.0
    minus: Quantity | None = None
    over: Quantity | None = None

    def __post_init__(self) -> None:
        if faults := list(self._faults()):
            raise Faults(faults)

    def _faults(self) -> Iterator[Fault]:
        if self.comparison not in COMPARISONS:
            yield Fault("comparison", str(expected(f"one of {', '.join(COMPARISONS)}", self.comparison)))
        if not math.isfinite(self.target):
            yield Fault("target", str(expected("a finite number", self.target)))
        if not 0 <= self.within < math.inf:
            yield Fault("within", str(expected("a finite number from 0 on", self.within)))
        if self.comparison in ("above", "below") and self.within:
            yield Fault("within", f"{self.comparison} has no tolerance; at_least and at_most have one")
        if self.minus is not None and self.over is not None:
            yield Fault("over", "expected minus or over, got both")

    @property
    def what(self) -> str:
        """What is compared, as lesson files write it."""
        if self.minus is not None:
            return f"{self.quantity} − {self.minus}"
        return f"{self.quantity} ÷ {self.over}" if self.over is not None else str(self.quantity)

    @property
    def notation(self) -> str:
        """What is wanted, as lesson files write it."""
        values = {"target": format_significant(self.target, 3), "within": format_significant(self.within, 3)}
        return str(Message(WORDS[self.comparison], {"what": self.what, **values}))

    def words(self, now: Moment | None = None) -> Message:
        """Say what is wanted, with the labels of what is shown."""
        values = {"target": self.written(self.target, 3), "within": self.written(self.within, 3)}
        exact = self.comparison == "near" and not self.within
        return Message(EXACT if exact else WORDS[self.comparison], {"what": self.what_words(now), **values})

    def what_words(self, now: Moment | None = None) -> Message:
        """Say what is compared, with the labels of what is shown."""
        first, second = self.quantity.words(now), self.minus or self.over
        if second is None:
            return first
        return Message(MINUS if self.minus is not None else OVER, {"first": first, "second": second.words(now)})

    def written(self, value: float, digits: int) -> str:
        """Write a value of what is compared; a ratio has no unit."""
        return value_words("" if self.over is not None else self.quantity.name, value, digits)

    def reading(self, now: Moment, start: Moment) -> "Reading":
        """Return how far this is from being met."""
        value = self._measured(now, start)
        if isinstance(value, Message):
            return Reading(self, value, math.inf, met=False, what=self.what_words(now))
        gap, rounding = self._gap(value), ROUNDING * max(1.0, abs(self.target))
        met = gap < -rounding if self.comparison in ("above", "below") else gap <= rounding
        return Reading(self, value, 0.0 if met else max(0.0, gap), met=met, what=self.what_words(now))

    def _measured(self, now: Moment, start: Moment) -> Measured:
        value, second = measured(self.quantity, now, start), self.minus or self.over
        if isinstance(value, Message) or second is None:
            return value
        other = measured(second, now, start)
        if isinstance(other, Message):
            return other
        if self.over is not None and other == 0:
            return Message(NO_RATIO, {"name": self.over.words(now)})
        both = value - other if self.over is None else value / other
        return 0.0 if math.isnan(both) else both  # ∞ − ∞: they are alike

    def _gap(self, value: float) -> float:
        if self.comparison == "near":
            return abs(value - self.target) - self.within
        below = self.target - value
        return (below if self.comparison in ("at_least", "above") else -below) - self.within


@dataclass(frozen=True)
class Reading:
    """How one condition stands: its value, or why there is none, and the distance to go in units of the value.

    `what` names what is compared, with the labels that were shown.
    """

    condition: Condition
    value: Measured
    distance: float
    met: bool
    what: Message

    @property
    def share(self) -> float:
        """The distance as a share of the target's size, at least of 1: what makes conditions comparable."""
        return self.distance / max(1.0, abs(self.condition.target))

    def words(self) -> Message:
        """Say the value and the distance to go."""
        if isinstance(self.value, Message):
            known = self.value.template != NO_QUANTITY  # which lists the names that lesson files use
            return self.value if known else Message(NO_NUMBER, {"name": self.what})
        values = {"what": self.what, "value": self.condition.written(self.value, 3)}
        if self.met:
            return Message(THERE, values)
        return Message(TO_GO, values | {"distance": self.condition.written(self.distance, 2)})


@dataclass(frozen=True)
class Standing:
    """How a challenge stands at one moment."""

    readings: tuple[Reading, ...]

    @property
    def met(self) -> bool:
        return all(reading.met for reading in self.readings)

    @property
    def furthest(self) -> Reading:
        """The condition that has the longest way to go; of several, the first."""
        return max(self.readings, key=lambda reading: (not reading.met, reading.share))


@dataclass(frozen=True)
class Challenge:
    """A goal that the learner reaches by changing what is on the screen.

    Parameters
    ----------
    text : str
        What is wanted, in words.
    conditions : tuple of Condition
        All true at once.
    hint, insight : str
        A way in; and what to take from it, shown once it is solved.
    impossible : bool
        True where the right answer is that it cannot be done; `insight` says why.
    """

    text: str
    conditions: tuple[Condition, ...]
    hint: str = ""
    insight: str = ""
    impossible: bool = False

    def __post_init__(self) -> None:
        if faults := list(self._faults()):
            raise Faults(faults)

    def _faults(self) -> Iterator[Fault]:
        if not self.text.strip():
            yield Fault("text", "expected a sentence that says what is wanted, got none")
        if not self.conditions:
            yield Fault("conditions", "expected at least one condition, got none")
        if self.impossible and not self.insight.strip():
            yield Fault("insight", "expected the reason why it cannot be done, got none")

    def standing(self, now: Moment, start: Moment) -> Standing:
        """Return how this stands for a step that began at `start`; both moments with Results without their covers."""
        return Standing(tuple(condition.reading(now, start) for condition in self.conditions))


@dataclass(frozen=True)
class Pursuit:
    """What has become of a challenge: success is not lost when the value leaves again."""

    challenge: Challenge
    solved: bool = False
    denied: bool = False  # "cannot be done" was said of what can be

    def seen(self, standing: Standing) -> Self:
        """Return what it is after a move."""
        return replace(self, solved=True, denied=False) if standing.met and not self.solved else self

    def said_impossible(self) -> Self:
        """Return what it is once the learner has said that it cannot be done."""
        if self.solved:
            return self
        return replace(self, solved=self.challenge.impossible, denied=not self.challenge.impossible)
