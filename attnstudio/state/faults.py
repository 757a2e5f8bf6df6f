"""Faults of what people wrote: where each one is, what was expected and what came."""

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

MOST_COUNTED = 1_000


def joined(outer: str, inner: str) -> str:
    """Join two places: fields with a dot, positions as they are ("tensors" and "[2]" give "tensors[2]")."""
    return outer + inner if not outer or not inner or inner.startswith("[") else f"{outer}.{inner}"


class Fault(NamedTuple):
    """One fault: its place, like panels.attention.scenario.temperature, and a sentence on it."""

    place: str
    problem: str

    def within(self, outer: str) -> "Fault":
        """Return the fault as seen from further out."""
        return Fault(joined(outer, self.place), self.problem)

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}" if self.place else self.problem


class Faults(ValueError):  # noqa: N818 (it holds the faults, and is raised with all of them)
    """Every fault of one value, each with its place inside it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, self.faults)))


def shortened(faults: Iterable[Fault], most: int) -> tuple[Fault, ...]:
    """Return the first faults; the last of them says how many more there are, as far as they are looked for."""
    found = iter(faults)
    first = tuple(islice(found, most))
    return with_rest(first, sum(1 for _ in islice(found, MOST_COUNTED)))


def with_rest(faults: tuple[Fault, ...], more: int) -> tuple[Fault, ...]:
    """Return faults of which the last one says how many more places are wrong."""
    if not more:
        return faults
    count = f"{more:,}" + " or more" * (more >= MOST_COUNTED)
    return (*faults[:-1], Fault(faults[-1].place, f"{faults[-1].problem}; further wrong places: {count}"))


def faults_of(error: ValueError, place: str) -> tuple[Fault, ...]:
    """Return what an error says, as faults at or below `place`."""
    found = error.faults if isinstance(error, Faults) else (Fault("", str(error)),)
    return tuple(fault.within(place) for fault in found)
