"""What breaks where a mask or softmax goes wrong: hidden keys keep weight, or weights do not sum to 1."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from attnstudio.core.measures import leak
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number, format_significant, kept

Array = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]
ROUNDING = 1e-12  # what is closer to right than this is not wrong

LEAK = QT_TRANSLATE_NOOP("attention", "leak {amount}")
SUM = "Σ {amount}"
NO_KEY = QT_TRANSLATE_NOOP("attention", "no key")
LEAKS = QT_TRANSLATE_NOOP(
    "attention", "0 is not −∞: {base}⁰ = 1, so hidden keys still get {leak} of the weight of {query}."
)
FALLS_SHORT = QT_TRANSLATE_NOOP(
    "attention", "Softmax came first, so the mask took weight away: the weights of {query} sum to {sum}, not 1."
)


class WrongMask(NamedTuple):
    """What a wrong way does to every row.

    Parameters
    ----------
    leaks : bool
        True where hidden keys have weight, as where 0 was put in before softmax; False where sums are not 1.
    amounts : tuple of float
        The weight of hidden keys where it leaks, else what is left of all weight.
    void : frozenset of int
        Rows that have no weight because they have no key: nothing else is wrong with them.
    """

    leaks: bool
    amounts: tuple[float, ...]
    void: frozenset[int]

    def leak(self, i: int) -> float:
        """Return the weight of hidden keys in row `i`."""
        return self.amounts[i] if self.leaks else 0.0

    def row_notes(self) -> tuple[str | Message, ...]:
        """Return what is wrong with each row, in short."""
        if all(self._off(i) <= ROUNDING for i in range(len(self.amounts))):
            return void_notes(self.void, len(self.amounts))
        return tuple(map(self._note, range(len(self.amounts))))

    def notice(self, i: int, base: str, names: tuple[str, ...]) -> tuple[Message, ...]:
        """Say what is wrong with row `i`, or with the worst one where that is right."""
        if self._off(i) <= ROUNDING:
            i = max(range(len(self.amounts)), key=self._off)
        if self._off(i) <= ROUNDING:
            return ()
        if self.leaks:
            return (kept(LEAKS, base=base, leak=share_written(self.amounts[i]), query=names[i]),)
        return (kept(FALLS_SHORT, sum=share_written(self.amounts[i]), query=names[i]),)

    def _off(self, i: int) -> float:
        """Return how far a row is from right."""
        if self.leaks:
            return self.amounts[i]
        return 0.0 if i in self.void else abs(1 - self.amounts[i])

    def _note(self, i: int) -> str | Message:
        if i in self.void:
            return kept(NO_KEY)
        if self._off(i) <= ROUNDING:
            return ""
        return kept(LEAK if self.leaks else SUM, amount=_two_digits(self.amounts[i]))


def wrong_mask(way: str, weights: Array, mask: Flags | None, void: frozenset[int]) -> WrongMask:
    """Measure what a wrong way of applying a mask does to the weights, (T_q, T_k)."""
    if mask is not None and way == "zero_before":
        return WrongMask(True, tuple(leak(weights, mask).tolist()), void)
    return WrongMask(False, tuple(weights.sum(axis=1).tolist()), void)


def measured(weights: Array, mask: Flags | None, void: frozenset[int]) -> WrongMask:
    """Measure what is wrong with weights, (T_q, T_k), whatever did it: what leaks through the mask meant, or sums."""
    leaks = mask is not None and bool((leak(weights, mask) > ROUNDING).any())
    return wrong_mask("zero_before" if leaks else "zero_after", weights, mask, void)


@lru_cache(maxsize=16)
def void_notes(void: frozenset[int], rows: int) -> tuple[str | Message, ...]:
    """Mark the rows whose keys are all masked."""
    return tuple(kept(NO_KEY) if i in void else "" for i in range(rows)) if void else ()


def share_written(amount: float) -> str:
    """Write a share of 1 with three digits, and more zeros before them where it is tiny."""
    return format_significant(amount, 3) if 0 < amount < 1e-3 else format_number(amount, 3)


def _two_digits(amount: float) -> str:
    """Write a share of 1 with two digits, never as all or nothing where it is not."""
    text = format_number(amount, 2)
    if text == "0.00":
        return "<0.01"
    if text != "1.00" or abs(1 - amount) <= ROUNDING:
        return text
    return ">0.99" if amount < 1 else ">1.00"
