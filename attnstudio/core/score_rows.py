"""Rows of scores q·k: the keys of a row share one query, and the rows do not depend on each other."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from attnstudio.core.arrays import Floats
from attnstudio.core.scaling import Moments, moments_of

Generator = np.random.Generator
Stream = Callable[[int], Generator]  # independent generators by their number

Component = TypeVar("Component", bound=np.generic)

KEYED = 2**18  # numbers in Gram matrices, at most: 2 MB


@dataclass(frozen=True, eq=False)
class ScoreRows:
    """Scores of independent rows; the keys of a row are scored by one query.

    Parameters
    ----------
    scores : (rows, n) float array
        q·k, the largest of each row first.
    gram : (keyed, n - 1, n - 1) float array
        Of the rows whose keys are known: inner products of the other keys, each less the key with the largest score.
    apart : (keyed, n) float array, optional
        The scores of the rows with known keys where these are not the first of `scores`, but others of the same law.
    """

    scores: Floats
    gram: Floats
    apart: Floats | None = None

    @property
    def n_rows(self) -> int:
        return len(self.scores)

    @cached_property
    def moments(self) -> Moments:
        """What is known of the scores whatever divides them."""
        return moments_of(self.scores)


def joined(rows: Iterable[ScoreRows]) -> ScoreRows:
    """Return all rows of several literal draws in one."""
    parts = tuple(rows)
    if len(parts) == 1:
        return parts[0]
    return ScoreRows(_stacked([part.scores for part in parts]), _stacked([part.gram for part in parts]))


def best_first(scores: Floats) -> Floats:
    """Return rows (rows, n) in which the largest number has changed places with the first; rows lie side by side."""
    rows, best = np.arange(len(scores)), scores.argmax(axis=1)  # (rows,), (rows,)
    ordered = np.array(scores, order="F")  # (rows, n)
    ordered[rows, best] = scores[:, 0]
    ordered[:, 0] = scores[rows, best]
    return ordered


def best_apart(keys: NDArray[Component], scores: Floats) -> tuple[NDArray[Component], NDArray[Component]]:
    """Return the key of the largest score of each row, (rows, ...), and the others, (rows, n - 1, ...).

    Parameters
    ----------
    keys : (rows, n, ...) array
        The first one of a row takes the place of that which is taken away.
    scores : (rows or more, n) float array
    """
    rows, best = np.arange(len(keys)), scores[: len(keys)].argmax(axis=1)  # (rows,), (rows,)
    ordered = keys.copy()  # (rows, n, ...)
    ordered[rows, best] = keys[:, 0]
    return keys[rows, best], ordered[:, 1:]


def most_keyed(n_keys: int) -> int:
    """Return of how many rows the keys' Gram matrices are kept, at most."""
    return KEYED // (n_keys - 1) ** 2


def _stacked(arrays: Sequence[Floats]) -> Floats:
    """Return arrays joined along their rows, which lie side by side: short rows are summed up faster so."""
    return np.asfortranarray(np.concatenate(arrays))
