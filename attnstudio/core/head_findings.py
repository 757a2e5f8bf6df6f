"""Single numbers that say where a head mostly looks: at neighbours, at like words, at later ones, at one key."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from attnstudio.core.arrays import Floats
from attnstudio.core.masks import Mask
from attnstudio.core.measures import entropy_bits

Indices = NDArray[np.intp]


class Targets(NamedTuple):
    """Cells whose weights are added up in each row that counts; made by `targets`.

    Shapes: rows and keys (cells,), row by row; starts (counted,), where each row begins among the cells.
    """

    rows: Indices
    keys: Indices
    starts: Indices


def targets(wanted: Mask, allowed: Mask | None = None, start: int = 0) -> Targets:
    """Return the wanted cells of the rows that count.

    Parameters
    ----------
    wanted : (T_q, T_k) bool array
    allowed : (T_q, T_k) bool array, optional
        True = may attend; None = everywhere.
    start : int
        Position among the keys of the first query.

    Returns
    -------
    Targets
        A row counts if it has a wanted cell and a choice: it may attend to a key that is neither wanted nor the token
        itself.
    """
    others = ~wanted if allowed is None else allowed & ~wanted  # (T_q, T_k)
    others = others & ~at_offset(wanted.shape[0], wanted.shape[1], start)
    counted = np.logical_and(np.any(wanted, axis=1), np.any(others, axis=1))  # (T_q,)
    rows, keys = np.nonzero(wanted & counted[:, None])
    return Targets(rows, keys, np.flatnonzero(np.diff(rows, prepend=-1)))


def mean_weight_on(weights: Floats, where: Targets) -> Floats:
    """Return the mean over the rows that count of the weight on their wanted cells.

    Parameters
    ----------
    weights : (..., T_q, T_k) float array
        NaN marks an unknown weight; a row in which a wanted one is unknown does not count.
    where : Targets

    Returns
    -------
    (...) float array
        NaN where no row counts.
    """
    if not where.starts.size:
        return np.full(weights.shape[:-2], np.nan)
    cells = weights[..., where.rows, where.keys]  # (..., cells)
    if where.starts.size < where.rows.size:
        cells = np.add.reduceat(cells, where.starts, axis=-1)  # (..., counted)
    return known_mean(cells)


def known_mean(values: Floats) -> Floats:
    """Return the mean over the last axis of the numbers that are known, (...); NaN where none is."""
    mean: Floats = np.add.reduce(values, axis=-1, dtype=np.float64) / values.shape[-1]
    if bool(np.isnan(mean).any()):
        known = ~np.isnan(values)
        count = known.sum(axis=-1)
        total = np.add.reduce(values, axis=-1, where=known, dtype=np.float64)
        mean = np.divide(total, count, out=np.full(np.shape(total), np.nan), where=count > 0)
    return mean


class Distances(NamedTuple):
    """The cells of each distance from query to key; made by `distances`.

    Shapes: rows, keys and places (cells,), the last an index into values (distances,), which rise.
    """

    rows: Indices
    keys: Indices
    places: Indices
    values: tuple[int, ...]


def distances(counted: Mask, farthest: int, allowed: Mask | None = None, start: int = 0) -> Distances:
    """Return the counted cells of each distance that a row with a choice has.

    Parameters
    ----------
    counted : (T_q, T_k) bool array
    farthest : int
        Places, before and after.
    allowed, start
        As for `targets`.

    Returns
    -------
    Distances
        −1 is the token before.
    """
    found = {}
    for distance in range(-farthest, farthest + 1):
        where = targets(counted & at_offset(counted.shape[0], counted.shape[1], start + distance), allowed, start)
        if where.rows.size:
            found[distance] = where
    parts = list(found.values())
    empty = np.zeros(0, np.intp)
    rows, keys = (np.concatenate([empty, *(getattr(part, name) for part in parts)]) for name in ("rows", "keys"))
    return Distances(rows, keys, np.repeat(np.arange(len(parts)), [part.rows.size for part in parts]), tuple(found))


def mean_weight_by_distance(weights: Floats, where: Distances) -> Floats:
    """Return the mean weight of one head at each distance.

    Parameters
    ----------
    weights : (T_q, T_k) float array
        NaN marks an unknown weight, which does not count.
    where : Distances

    Returns
    -------
    (distances,) float array
        NaN where no weight is known.
    """
    cells = weights[where.rows, where.keys].astype(np.float64)  # (cells,)
    known = ~np.isnan(cells)
    places, most = where.places[known], len(where.values)
    total, count = np.bincount(places, cells[known], most), np.bincount(places, minlength=most)  # (distances,)
    means: Floats = np.divide(total, count, out=np.full(most, np.nan), where=count > 0)  # (distances,)
    return means


def mean_entropy_share(weights: Floats, allowed: Mask | None = None) -> Floats:
    """Return the mean entropy share of a head over the rows that have at least two keys to choose from.

    Parameters
    ----------
    weights : (..., T_q, T_k) float array
        NaN marks an unknown weight; its row does not count.
    allowed : (T_q, T_k) bool array, optional

    Returns
    -------
    (...) float array
        From 0 to 1; NaN where no row counts.
    """
    if allowed is None:
        return _mean_share(weights, np.log2(max(1, weights.shape[-1])))
    choices = np.count_nonzero(allowed, axis=1)  # (T_q,)
    chosen = choices > 1  # (T_q,)
    return _mean_share(weights[..., chosen, :], np.log2(choices[chosen]))


def _mean_share(weights: Floats, most: Floats) -> Floats:
    """Return the mean entropy as a share of `most`, bits of each row or of all."""
    if 0 in weights.shape[-2:] or weights.shape[-1] < 2:
        return np.full(weights.shape[:-2], np.nan)
    bits = entropy_bits(weights)  # (..., T_q)
    return known_mean(np.divide(bits, most, out=bits, casting="same_kind"))


def at_offset(T_q: int, T_k: int, offset: int) -> Mask:
    """Return the cells of each query and the key `offset` places after it, (T_q, T_k)."""
    return np.eye(T_q, T_k, offset, dtype=bool)


def same_token_before(tokens: Sequence[Any]) -> Mask:
    """Return the cells of each token and the equal tokens before it, (T, T)."""
    names = np.array(tokens, dtype=object)
    same: Mask = names[:, None] == names
    return np.tril(same.astype(bool), -1)
