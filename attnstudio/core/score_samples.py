"""Random scores q·k in rows of keys that share one query: drawn component by component, or from their known law."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from attnstudio.core.arrays import Floats, whole_number
from attnstudio.core.score_laws import Components, Distribution
from attnstudio.core.score_rows import ScoreRows, joined

Generator = np.random.Generator
Whole = np.ndarray[Any, np.dtype[np.int64]]

CHUNK = 2**18  # components drawn at a time: 2 MB, a few milliseconds
KEYED = 2**18  # numbers in Gram matrices, at most: 2 MB
LITERAL_KEYED = 2**20  # components drawn for the Gram matrices that have no law
FEW = 8  # keys, of which einsum makes Gram matrices faster than many small matrix products


def rows_from_law(components: Components, d_k: int, n_keys: int, n_rows: int, generator: Generator) -> ScoreRows:
    """Draw rows of scores from their exact joint law; the time does not grow with d_k.

    Normal components: given q the scores of a row are independent normal numbers with standard deviation
    √(1 − ρ²) ‖q‖ around a common mean, and ‖q‖² is a chi-square number, shifted by the mean. Signs: given how many
    components of q are +1, a score is made of two binomial numbers.

    Parameters
    ----------
    components : Components
        With a law.
    d_k, n_keys, n_rows : int, n_keys >= 2
    generator : numpy.random.Generator
        Independent streams are spawned from it.

    Returns
    -------
    ScoreRows
        Of normal components the Gram matrices have their law too (a Wishart law); of signs they belong to rows of
        their own, drawn component by component.

    Raises
    ------
    ValueError
        If the components have no law or a size is too small.
    """
    _check_sizes(d_k, n_keys, n_rows)
    if not components.has_law:
        raise ValueError(f"components must have a law; got {components.distribution} ones")
    if components.distribution == "normal":
        return normal_rows(components, normal_draws(d_k, n_keys, n_rows, generator))
    scores = _sign_scores(components, d_k, n_keys, n_rows, generator.spawn(3))  # (rows, n)
    few = min(n_rows, most_keyed(n_keys), max(1, LITERAL_KEYED // ((n_keys + 1) * d_k)))
    drawn = joined(literal_rows(components, d_k, n_keys, few, generator))
    return ScoreRows(_best_first(scores), drawn.gram, apart=drawn.scores)


@dataclass(frozen=True, eq=False)
class NormalDraws:
    """Random numbers that rows of scores are made of, whatever the mean and the correlation of normal components.

    Parameters
    ----------
    d_k : int
    own : (rows, n) float array
        Of each key along its query, the largest first.
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


def normal_draws(d_k: int, n_keys: int, n_rows: int, generator: Generator) -> NormalDraws:
    """Draw what `normal_rows` makes rows of; arguments as of `rows_from_law`."""
    _check_sizes(d_k, n_keys, n_rows)
    streams = generator.spawn(5)
    own = _best_first(streams[0].standard_normal((n_keys, n_rows)).T)  # (rows, n)
    along = streams[1].standard_normal(n_rows)  # (rows,)
    rest = _chi_squares(streams[2], d_k - 1, n_rows)  # (rows,)
    keyed = min(n_rows, most_keyed(n_keys))
    along_query = (own[:keyed, 1:] - own[:keyed, :1]).T  # (n - 1, keyed)
    across = _across_query(d_k - 1, n_keys - 1, keyed, streams[3:])  # (n - 1, m, keyed)
    return NormalDraws(d_k, own, along, rest, _gram(np.concatenate([along_query[:, None], across], axis=1)))


def normal_rows(components: Components, draws: NormalDraws) -> ScoreRows:
    """Return the scores given ‖q‖² and the sum of its components, and the Gram matrices given the scores."""
    shift, rho = components.mean * math.sqrt(draws.d_k), components.correlation
    along = draws.along  # (rows,)
    query_squares = (shift + along) ** 2 + draws.rest  # (rows,)
    common = shift * (shift + along) + rho * (shift * along + along**2 + draws.rest)  # (rows,)
    own_share = 1 - rho**2
    scores = common[:, None] + np.sqrt(own_share * query_squares)[:, None] * draws.own  # (rows, n)
    return ScoreRows(scores, draws.gram if own_share == 1 else own_share * draws.gram)


def literal_rows(
    components: Components, d_k: int, n_keys: int, n_rows: int, generator: Generator, chunk: int = CHUNK
) -> Iterator[ScoreRows]:
    """Draw rows of scores literally: all components of q and k, which are multiplied and added up.

    Parameters
    ----------
    components : Components
    d_k, n_keys, n_rows : int, n_keys >= 2
    generator : numpy.random.Generator
        Independent streams are spawned from it.
    chunk : int
        Components that are drawn at a time; a row is never split. It does not change what is drawn.

    Yields
    ------
    ScoreRows
        Some rows at a time, all of the same law; the first rows, at most `most_keyed`, have Gram matrices.

    Raises
    ------
    ValueError
        If a size is too small.
    """
    _check_sizes(d_k, n_keys, n_rows)
    streams = generator.spawn(2)
    step = max(1, chunk // ((n_keys + 1) * d_k))
    for start in range(0, n_rows, step):
        query, keys = _vectors(components, d_k, n_keys, min(step, n_rows - start), streams)
        yield scored_rows(query, keys, max(0, most_keyed(n_keys) - start))


def growing_row(components: Components, most: int, n_keys: int, generator: Generator) -> tuple[Floats, Floats]:
    """Return one query (most,) and its keys (n, most); their first d_k components are a row for every d_k."""
    _check_sizes(most, n_keys, 1)
    query, keys = _vectors(components, most, n_keys, 1, generator.spawn(2))
    return query[0], keys[0]


def scored_rows(query: Floats, keys: Floats, keyed: int) -> ScoreRows:
    """Return rows of keys (rows, n, d_k) scored by queries (rows, d_k); the first `keyed` have Gram matrices."""
    scores = np.einsum("rnd,rd->rn", keys, query)  # (rows, n)
    few, count = keys[:keyed], np.arange(len(keys[:keyed]))  # (keyed, n, d_k), (keyed,)
    best = scores[:keyed].argmax(axis=1)  # (keyed,)
    ordered = few.copy()  # (keyed, n, d_k)
    ordered[count, best] = few[:, 0]
    differences = ordered[:, 1:] - few[count, best][:, None]  # (keyed, n - 1, d_k)
    gram = np.einsum("rid,rjd->rij", differences, differences)  # (keyed, n - 1, n - 1)
    return ScoreRows(_best_first(scores), gram)


def most_keyed(n_keys: int) -> int:
    """Return of how many rows the keys' Gram matrices are kept, at most."""
    return KEYED // (n_keys - 1) ** 2


def _check_sizes(d_k: int, n_keys: int, n_rows: int) -> None:
    for name, size, low in (("d_k", d_k, 1), ("n_keys", n_keys, 2), ("n_rows", n_rows, 1)):
        whole_number(name, size, low)


def _across_query(size: int, count: int, rows: int, streams: Sequence[Generator]) -> Floats:
    """Draw differences of keys to one key, across the query: as many coordinates as their Gram matrix needs.

    Of independent normal vectors the Gram matrix is that of a triangle of normal numbers with roots of chi-square
    numbers on its diagonal (Bartlett). Differences to one vector have the covariance I + 1 1ᵀ: each gets the same share
    of those before it.
    """
    width = min(size, count)
    differences = np.zeros((count, width, rows))  # (n - 1, m, rows)
    shared = np.zeros((width, rows))  # (m, rows)
    for i in range(count):
        filled = min(i + 1, width)
        own = differences[i, :filled]  # (filled, rows)
        own[:i] = streams[0].standard_normal((min(i, width), rows))
        if i < width:
            own[i] = np.sqrt(_chi_squares(streams[1], size - i, rows))
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


def _sign_scores(c: Components, d_k: int, n_keys: int, n_rows: int, streams: Sequence[Generator]) -> Floats:
    """Draw scores (rows, n) from the numbers of components of q, and then of k, that are +1."""
    same, shape = (1 + c.correlation) / 2, (n_keys, n_rows)
    if c.mean == 0:
        return (2.0 * streams[0].binomial(d_k, same, shape) - d_k).T
    plus: Whole = streams[0].binomial(d_k, 0.5, n_rows)  # (rows,)
    beside_plus = 2.0 * streams[1].binomial(plus, same, shape) - plus  # (n, rows)
    beside_minus = 2.0 * streams[2].binomial(d_k - plus, 1 - same, shape) - (d_k - plus)  # (n, rows)
    common = c.mean * (c.mean * d_k + 2.0 * plus - d_k)  # (rows,)
    scores: Floats = (common + (c.mean + 1) * beside_plus + (c.mean - 1) * beside_minus).T
    return scores


def _vectors(c: Components, d_k: int, n_keys: int, n_rows: int, streams: Sequence[Generator]) -> tuple[Floats, Floats]:
    """Draw queries (rows, d_k) and keys (rows, n, d_k); fewer rows are the first of more."""
    drawn = _independent(c.distribution, streams[0], (n_rows, n_keys + 1, d_k))  # (rows, n + 1, d_k)
    query, keys = drawn[:, :1], drawn[:, 1:]  # (rows, 1, d_k), (rows, n, d_k)
    rho = c.correlation
    if rho and c.distribution == "normal":
        keys = rho * query + math.sqrt(1 - rho**2) * keys  # (rows, n, d_k)
    elif rho:
        copied = streams[1].random(keys.shape) < abs(rho)  # (rows, n, d_k)
        keys = np.where(copied, math.copysign(1.0, rho) * query, keys)  # (rows, n, d_k)
    return query[:, 0] + c.mean, keys + c.mean


def _independent(distribution: Distribution, stream: Generator, shape: tuple[int, ...]) -> Floats:
    if distribution == "normal":
        return stream.standard_normal(shape)
    if distribution == "uniform":
        return math.sqrt(12) * (stream.random(shape) - 0.5)
    count = math.prod(shape[1:])
    words = stream.integers(0, 2**64, (shape[0], -(-count // 64)), np.uint64)  # (rows, words): a bit a component
    return 2.0 * np.unpackbits(words.view(np.uint8), axis=1, count=count).reshape(shape) - 1


def _best_first(scores: Floats) -> Floats:
    """Return rows (rows, n) in which the largest number has changed places with the first; rows lie side by side."""
    rows, best = np.arange(len(scores)), scores.argmax(axis=1)  # (rows,), (rows,)
    ordered = np.array(scores, order="F")  # (rows, n)
    ordered[rows, best] = scores[:, 0]
    ordered[:, 0] = scores[rows, best]
    return ordered
