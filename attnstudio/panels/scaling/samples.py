"""Rows of scores and what was measured of them, kept as long as they may be wanted again."""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from threading import Lock
from typing import NamedTuple

import numpy as np

from attnstudio.core.arrays import Floats
from attnstudio.core.normal_samples import NormalDraws, NormalNumbers, normal_draws, normal_rows
from attnstudio.core.scaling import RowStatistics, row_statistics
from attnstudio.core.score_laws import Components, Distribution
from attnstudio.core.score_rows import ScoreRows, joined
from attnstudio.core.score_samples import Numbers, growing_row, law_numbers, lawful_rows, literal_rows
from attnstudio.panels.scaling.scenario import LARGEST_D_K, ScalingScenario

GRID = tuple(2**i for i in range(11))  # d_k of the curves
SCORES, ROWS = 21, 22  # streams of a seed; with this one the default seed draws a sample like most others
FIRST_COMPONENTS = {True: 2**18, False: 2**16}  # drawn literally before all others, at the cursor and for the curves
KEPT = 24  # samples: a curve and its cursor twice over


@dataclass(frozen=True)
class Source:
    """What all samples of a Scenario have in common, whatever their d_k."""

    components: Components
    n_keys: int
    n_rows: int
    seed: int
    literal: bool

    @classmethod
    def of(cls, scenario: ScalingScenario) -> "Source":
        return cls(
            scenario.components, scenario.n_keys, scenario.n_rows, scenario.seed, literal=scenario.drawn_literally
        )


class Sample(NamedTuple):
    """Rows of scores for one d_k; the first `n_rows` of those that the source asks for."""

    source: Source
    d_k: int
    n_rows: int

    @property
    def complete(self) -> bool:
        return self.n_rows == self.source.n_rows


def first_sample(source: Source, d_k: int, *, cursor: bool) -> Sample:
    """Return the sample that can be had at once: all rows by the law, some rows literally."""
    if not source.literal:
        return Sample(source, d_k, source.n_rows)
    affordable = FIRST_COMPONENTS[cursor] // ((source.n_keys + 1) * d_k)
    return Sample(source, d_k, min(source.n_rows, max(2, affordable)))


@lru_cache(maxsize=512)
def measured(sample: Sample, divisor: float, gradient: str) -> RowStatistics:
    """Return what softmax makes of the rows of a sample, divided, with one of the two gradients."""
    return row_statistics(rows_of(sample), divisor, (gradient,))


def rows_of(sample: Sample) -> ScoreRows:
    """Return the rows of a sample, drawing them if they are not at hand."""
    return STORE.get(sample) or STORE.keep(sample, _drawn(sample))


def drawn_in_steps(source: Source, d_k: int) -> Iterator[tuple[int, ScoreRows | None]]:
    """Draw all rows literally, a few milliseconds at a time.

    Yields
    ------
    (int, ScoreRows or None)
        How many rows there are by now; with the last of them, all rows.
    """
    whole = Sample(source, d_k, source.n_rows)
    if (kept := STORE.get(whole)) is not None:
        yield source.n_rows, kept
        return
    parts: list[ScoreRows] = []
    count = 0
    for part in literal_rows(source.components, d_k, source.n_keys, source.n_rows, _generator(source.seed, SCORES)):
        parts.append(part)
        count += part.n_rows
        if count < source.n_rows:
            yield count, None
    yield count, STORE.keep(whole, joined(parts))


@lru_cache(maxsize=8)
def vectors_of_row(components: Components, n_keys: int, seed: int, row: int) -> tuple[Floats, Floats]:
    """Return a query and its keys with as many components as d_k can be: its first d_k make the row for a d_k."""
    return growing_row(components, LARGEST_D_K, n_keys, _generator(seed, ROWS, row))


@lru_cache(maxsize=4)
def _numbers(distribution: Distribution, n_keys: int, n_rows: int, seed: int) -> Numbers:
    """Return what all samples of a law are made of: the same while d_k, mean and correlation change."""
    return law_numbers(distribution, n_keys, n_rows, partial(_generator, seed, SCORES))


@lru_cache(maxsize=len(GRID))
def _draws(d_k: int, n_keys: int, n_rows: int, seed: int) -> NormalDraws:
    """Return what the curves of normal components are made of: the same while their mean and correlation change."""
    numbers = _numbers("normal", n_keys, n_rows, seed)
    assert isinstance(numbers, NormalNumbers)
    return normal_draws(d_k, numbers, partial(_generator, seed, SCORES))


def _drawn(sample: Sample) -> ScoreRows:
    source, d_k, n_rows = sample
    components, n_keys, seed = source.components, source.n_keys, source.seed
    if source.literal:
        return joined(literal_rows(components, d_k, n_keys, n_rows, _generator(seed, SCORES)))
    if d_k in GRID and components.distribution == "normal":
        return normal_rows(components, _draws(d_k, n_keys, n_rows, seed))
    numbers = _numbers(components.distribution, n_keys, n_rows, seed)
    return lawful_rows(components, d_k, numbers, partial(_generator, seed, SCORES))


def _generator(seed: int, *stream: int) -> np.random.Generator:
    """Return a generator of its own for each stream of a seed; the d_k do not matter, so that a drag is smooth."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=stream))


class _Store:
    """The samples used last. What a sample holds follows from its key, so it does not matter who drew it."""

    def __init__(self) -> None:
        self._rows: OrderedDict[Sample, ScoreRows] = OrderedDict()
        self._lock = Lock()  # the worker and the window both come here

    def get(self, sample: Sample) -> ScoreRows | None:
        with self._lock:
            rows = self._rows.get(sample)
            if rows is not None:
                self._rows.move_to_end(sample)
            return rows

    def keep(self, sample: Sample, rows: ScoreRows) -> ScoreRows:
        with self._lock:
            self._rows[sample] = rows
            self._rows.move_to_end(sample)
            while len(self._rows) > KEPT:
                self._rows.popitem(last=False)
        return rows


STORE = _Store()
