"""Rows of scores q·k of normal components, from their exact joint law."""

import math
from dataclasses import dataclass

import numpy as np

from attnstudio.core.arrays import Floats
from attnstudio.core.score_laws import Components
from attnstudio.core.score_rows import Generator, ScoreRows, Stream, best_first, most_keyed

FEW = 8  # keys, of which einsum makes Gram matrices faster than many small matrix products


@dataclass(frozen=True, eq=False)
class NormalNumbers:
    """Standard normal numbers that rows of scores are made of, whatever d_k, the mean and the correlation.

    Parameters
    ----------
    own : (rows, n) float array
        Of each key along its query, the largest first.
    along : (rows,) float array
        Of the query along (1, …, 1).
    across : ((n - 1) (n - 2) / 2, keyed) float array
        Of the first rows, below the diagonals of the triangles that make their Gram matrices.
    """

    own: Floats
    along: Floats
    across: Floats


@dataclass(frozen=True, eq=False)
class NormalDraws:
    """What rows of scores for one d_k are made of, whatever the mean and the correlation.

    Parameters
    ----------
    d_k : int
    own : (rows, n) float array
    along, rest : (rows,) float array
        Of the query: its part along (1, …, 1), and the squared length of the part across it.
    gram : (keyed, n - 1, n - 1) float array
        Of the first rows: inner products of the other keys less the first one.
    """

    d_k: int
    own: Floats
    along: Floats
    rest: Floats
    gram: Floats


def normal_numbers(n_keys: int, n_rows: int, stream: Stream) -> NormalNumbers:
    """Draw what does not depend on d_k; it takes the streams 0, 1 and 3."""
    own = best_first(stream(0).standard_normal((n_keys, n_rows)).T)  # (rows, n)
    keyed = min(n_rows, most_keyed(n_keys))
    across = stream(3).standard_normal(((n_keys - 1) * (n_keys - 2) // 2, keyed))
    return NormalNumbers(own, stream(1).standard_normal(n_rows), across)


def normal_draws(d_k: int, numbers: NormalNumbers, stream: Stream) -> NormalDraws:
    """Draw what depends on d_k: squared lengths, from the streams 2 and 4."""
    own, (n_rows, n_keys) = numbers.own, numbers.own.shape
    rest = _chi_squares(stream(2), d_k - 1, n_rows)  # (rows,)
    keyed = min(n_rows, most_keyed(n_keys))
    along_query = (own[:keyed, 1:] - own[:keyed, :1]).T  # (n - 1, keyed)
    across = _across_query(d_k - 1, n_keys - 1, numbers.across, stream(4))  # (n - 1, m, keyed)
    return NormalDraws(d_k, own, numbers.along, rest, _gram(np.concatenate([along_query[:, None], across], axis=1)))


def normal_rows(components: Components, draws: NormalDraws) -> ScoreRows:
    """Return the scores given ‖q‖² and the sum of its components, and the Gram matrices given the scores."""
    shift, rho = components.mean * math.sqrt(draws.d_k), components.correlation
    along = draws.along  # (rows,)
    query_squares = (shift + along) ** 2 + draws.rest  # (rows,)
    common = shift * (shift + along) + rho * (shift * along + along**2 + draws.rest)  # (rows,)
    own_share = 1 - rho**2
    scores = common[:, None] + np.sqrt(own_share * query_squares)[:, None] * draws.own  # (rows, n)
    return ScoreRows(scores, draws.gram if own_share == 1 else own_share * draws.gram)


def _across_query(size: int, count: int, normals: Floats, stream: Generator) -> Floats:
    """Draw differences of keys to one key, across the query: as many coordinates as their Gram matrix needs.

    Of independent normal vectors the Gram matrix is that of a triangle of normal numbers with roots of chi-square
    numbers on its diagonal (Bartlett). Differences to one vector have the covariance I + 1 1ᵀ: each gets the same share
    of those before it.

    References
    ----------
    Bartlett, "On the theory of statistical regression", Proceedings of the Royal Society of Edinburgh 53, 1933.
    """
    width, rows = min(size, count), normals.shape[1]
    differences = np.zeros((count, width, rows))  # (n - 1, m, rows)
    shared = np.zeros((width, rows))  # (m, rows)
    for i in range(count):
        filled, first = min(i + 1, width), i * (i - 1) // 2
        own = differences[i, :filled]  # (filled, rows)
        own[:i] = normals[first : first + min(i, width)]
        if i < width:
            own[i] = np.sqrt(_chi_squares(stream, size - i, rows))
        passed_on = own / math.sqrt((i + 1) * (i + 2))  # (filled, rows)
        own *= math.sqrt((i + 2) / (i + 1))
        own += shared[:filled]
        shared[:filled] += passed_on
    return differences


def _gram(differences: Floats) -> Floats:
    """Return the inner products of (n - 1, m, rows) vectors, (rows, n - 1, n - 1)."""
    if len(differences) < FEW:
        return np.moveaxis(np.einsum("ikr,jkr->ijr", differences, differences), -1, 0)
    vectors = np.ascontiguousarray(np.moveaxis(differences, -1, 0))  # (rows, n - 1, m)
    return np.asarray(vectors @ vectors.mT)


def _chi_squares(stream: Generator, degrees: int, count: int) -> Floats:
    return np.asarray(stream.chisquare(degrees, count)) if degrees else np.zeros(count)
