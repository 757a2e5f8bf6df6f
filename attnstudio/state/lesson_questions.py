"""Questions of lessons: one of several choices, or a number; every wrong answer has a feedback of its own."""

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Self

from attnstudio.state.faults import Fault, Faults
from attnstudio.state.fields import expected
from attnstudio.state.message import (
    QT_TRANSLATE_NOOP,
    Message,
    decimals_needed,
    format_number,
    format_significant,
)
from attnstudio.state.quantities import Measured, Quantity

DECIMALS = 3  # as the cells have
ROUNDING = 1e-9  # a typed number that is just as far away as is allowed counts
CARRIED = QT_TRANSLATE_NOOP("lessons", "Right. Numbers rounded on the way moved it a little: unrounded it is {answer}.")
IT_IS = QT_TRANSLATE_NOOP("lessons", "It is {answer}.")
Measure = Callable[[Quantity], Measured]


@dataclass(frozen=True)
class Verdict:
    """What is said of an answer."""

    right: bool
    feedback: str | Message = ""


@dataclass(frozen=True)
class Choice:
    """One answer that can be chosen; a wrong one says what the idea behind it misses."""

    text: str
    feedback: str = ""
    right: bool = False

    def __post_init__(self) -> None:
        faults = [] if self.text.strip() else [Fault("text", "expected an answer, got none")]
        if not self.right and not self.feedback.strip():
            faults.append(Fault("feedback", "expected a feedback for this wrong answer, got none"))
        if faults:
            raise Faults(faults)


@dataclass(frozen=True)
class ChoiceQuestion:
    """A question with one right answer among several; `reason` is told at the end."""

    text: str
    choices: tuple[Choice, ...]
    reason: str

    def __post_init__(self) -> None:
        faults = list(_text_faults(self.text, self.reason))
        right = sum(choice.right for choice in self.choices)
        if len(self.choices) < 2 or right != 1:
            problem = f"expected at least two choices, one of them right, got {len(self.choices)} and {right}"
            faults.append(Fault("choices", problem))
        if len({choice.text for choice in self.choices}) < len(self.choices):
            faults.append(Fault("choices", "two choices have the same text"))
        if faults:
            raise Faults(faults)

    def shuffled(self, seed: int) -> tuple[Choice, ...]:
        """Return the choices in an order that a seed and the question fix: the same seed, the same order."""
        order = list(self.choices)
        random.Random(f"{seed} {self.text}").shuffle(order)
        return tuple(order)

    def verdict(self, chosen: Choice) -> Verdict:
        return Verdict(chosen.right, chosen.feedback)


@dataclass(frozen=True)
class WrongNumber:
    """A wrong number that is often given, and what the idea behind it misses.

    Parameters
    ----------
    value : float or Quantity
    feedback : str
    within : float, optional
        How far what is given may be off to be meant; as far as an answer may be, where nothing is said.
    """

    value: float | Quantity
    feedback: str
    within: float | None = None

    def __post_init__(self) -> None:
        faults = [*_number_faults("value", self.value), *_width_faults("within", self.within or 0.0)]
        if not self.feedback.strip():
            faults.append(Fault("feedback", "expected a feedback for this wrong answer, got none"))
        if faults:
            raise Faults(faults)


@dataclass(frozen=True)
class NumberQuestion:
    """A question for a number, given here or measured on what is on the screen.

    Parameters
    ----------
    text, reason : str
    answer : float or Quantity
        A quantity is measured on the live state, so that an answer from elsewhere does not help.
    within : float
        How far an answer may be off.
    carried : float
        How far it may be off where numbers were rounded on the way; at least `within`.
    wrong : tuple of WrongNumber
        The nearest one is meant.
    otherwise : str
        Feedback for any other number.
    """

    text: str
    answer: float | Quantity
    within: float
    reason: str
    otherwise: str
    carried: float = 0.0
    wrong: tuple[WrongNumber, ...] = ()

    def __post_init__(self) -> None:
        if faults := list(self._faults()):
            raise Faults(faults)

    def _faults(self) -> Iterator[Fault]:
        yield from _text_faults(self.text, self.reason)
        yield from _number_faults("answer", self.answer)
        yield from _width_faults("within", self.within)
        if self.carried and not self.within <= self.carried < math.inf:
            yield Fault("carried", str(expected("a finite number not below within", self.carried)))
        if not self.otherwise.strip():
            yield Fault("otherwise", "expected a feedback for any other number, got none")
        values = [one.value for one in self.wrong]
        for i, value in enumerate(values):
            if value in values[:i]:
                yield Fault(f"wrong[{i}].value", f"another wrong answer has the value {value}: one is never told")
        if isinstance(self.answer, Quantity):
            return
        for i, one in enumerate(self.wrong):
            if not isinstance(one.value, Quantity) and abs(one.value - self.answer) <= max(self.within, self.carried):
                yield Fault(f"wrong[{i}].value", f"{one.value} counts as right")

    def verdict(self, given: float, measure: Measure) -> Verdict:
        """Return what is said of a number; `measure` gives quantities of the Result without its covers."""
        answer = _number(self.answer, measure)
        if isinstance(answer, Message):
            return Verdict(right=False, feedback=answer)
        off = abs(given - answer)
        if off <= self.within + ROUNDING:
            return Verdict(right=True)
        if off <= self.carried + ROUNDING:
            return Verdict(right=True, feedback=Message(CARRIED, {"answer": format_significant(answer, 3)}))
        width = max(self.within, self.carried)
        near = [
            (abs(given - value), one.feedback)
            for one in self.wrong
            if isinstance(value := _number(one.value, measure), float)
            and abs(given - value) <= (width if one.within is None else one.within) + ROUNDING
        ]
        return Verdict(right=False, feedback=min(near)[1] if near else self.otherwise)

    def told(self, measure: Measure, given: float | None = None) -> Message | None:
        """Return the answer in words where it is measured, since no reason can tell it.

        None where the reason tells it, where there is none, and where `given` is the same in as many digits.
        """
        answer = _number(self.answer, measure)
        if not isinstance(self.answer, Quantity) or isinstance(answer, Message):
            return None
        fine = -math.floor(math.log10(2 * self.within)) if self.within else DECIMALS
        most = max(DECIMALS, fine)
        if given is not None and format_number(given, most) == format_number(answer, most):
            return None
        return Message(IT_IS, {"answer": format_number(answer, decimals_needed(answer, most))})


def _number(value: float | Quantity, measure: Measure) -> Measured:
    return measure(value) if isinstance(value, Quantity) else float(value)


def _text_faults(text: str, reason: str) -> Iterator[Fault]:
    if not text.strip():
        yield Fault("text", "expected a question, got none")
    if not reason.strip():
        yield Fault("reason", "expected the reason that is told at the end, got none")


def _number_faults(name: str, value: float | Quantity) -> Iterator[Fault]:
    if not isinstance(value, Quantity) and not math.isfinite(value):
        yield Fault(name, str(expected("a finite number", value)))


def _width_faults(name: str, width: float) -> Iterator[Fault]:
    if not 0 <= width < math.inf:
        yield Fault(name, str(expected("a finite number from 0 on", width)))


Question = ChoiceQuestion | NumberQuestion


@dataclass(frozen=True)
class Tries:
    """What has become of a question: wrong answers can be followed by another try, until it is right or given up."""

    verdicts: tuple[Verdict, ...] = ()
    given_up: bool = False
    last: Choice | float | None = None  # the answer that the last verdict is about
    told: Message | None = None  # the number that was asked for, where it is to be told in the end

    @property
    def right(self) -> bool:
        return bool(self.verdicts) and self.verdicts[-1].right

    @property
    def finished(self) -> bool:
        """Whether the reason is told and no further answer is taken."""
        return self.right or self.given_up

    def answered(self, verdict: Verdict, answer: Choice | float | None = None, told: Message | None = None) -> Self:
        """Return what it is after one more answer; `told` is the number in words, once it is right."""
        if self.finished:
            return self
        return replace(self, verdicts=(*self.verdicts, verdict), last=answer, told=told if verdict.right else None)

    def giving_up(self, told: Message | None = None) -> Self:
        """Return what it is once the learner wants the reason."""
        return self if self.finished else replace(self, given_up=True, told=told)
