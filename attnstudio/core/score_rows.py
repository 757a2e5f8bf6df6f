"""Rows of scores q·k: the keys of a row share one query, and the rows do not depend on each other."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from attnstudio.core.arrays import Floats
from attnstudio.core.scaling import Moments, moments_of


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


def _stacked(arrays: Sequence[Floats]) -> Floats:
    """Return arrays joined along their rows, which lie side by side: short rows are summed up faster so."""
    return np.asfortranarray(np.concatenate(arrays))
