"""Rows of scores q·k of components that are +1 or −1: a component is a bit, and products are counted."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from attnstudio.core.arrays import Floats
from attnstudio.core.score_laws import Components
from attnstudio.core.score_rows import Generator, ScoreRows, Stream, best_apart, best_first

Whole = np.ndarray[Any, np.dtype[np.int64]]
Bits = np.ndarray[Any, np.dtype[np.uint8]]
Words = np.ndarray[Any, np.dtype[np.uint64]]

NEVER = 1e-300  # a chance that is not seen, in place of 0


@dataclass(frozen=True, eq=False)
class SignNumbers:
    """Uniform numbers that scores of signs with mean 0 are made of, whatever d_k and the correlation.

    Parameters
    ----------
    rising : (rows · n,) float array
    ranks : (rows, n) int array
        Which of them stands for each key, the largest of a row first.
    """

    rising: Floats
    ranks: Whole


def sign_numbers(n_keys: int, n_rows: int, stream: Stream) -> SignNumbers:
    """Draw what does not depend on d_k, from the stream 0."""
    uniform = best_first(stream(0).random((n_keys, n_rows)).T)  # (rows, n), row by row in memory as it was drawn
    order = uniform.T.argsort(axis=None)  # (rows · n,)
    ranks = np.empty_like(order)
    ranks[order] = np.arange(len(order))
    return SignNumbers(uniform.T.ravel()[order], ranks.reshape(n_keys, n_rows).T)


def sign_scores(components: Components, d_k: int, numbers: SignNumbers) -> Floats:
    """Return scores (rows, n) with mean 0 of components, the largest of a row first.

    How many components of a key are those of its query is a binomial number: where a uniform one lies among the sums
    of its chances.
    """
    below = np.searchsorted(numbers.rising, _binomial_sums(d_k, components.correlation))  # (d_k + 1,)
    scores = np.repeat(np.arange(-d_k, d_k + 1, 2.0), np.diff(below, prepend=0))  # (rows · n,), rising
    return scores.take(numbers.ranks.T).T


def _binomial_sums(d_k: int, correlation: float) -> Floats:
    """Return the chances (d_k + 1,) that up to so many of d_k components are alike, from the ratios of neighbours."""
    odds = math.log(max(1 + correlation, NEVER)) - math.log(max(1 - correlation, NEVER))
    alike = np.arange(1.0, d_k + 1)  # (d_k,)
    logs = np.cumsum(np.log(alike[::-1] / alike) + odds)  # (d_k,), over the chance of none
    sums = np.cumsum(np.exp(np.concatenate([[0.0], logs]) - max(0.0, float(logs.max()))))  # (d_k + 1,)
    return np.asarray(sums / sums[-1])


def shifted_sign_scores(components: Components, d_k: int, n_keys: int, n_rows: int, stream: Stream) -> Floats:
    """Draw scores (rows, n) of components with a mean, from the streams 0, 1 and 2.

    They are made of how many components of q, and then of k beside those and beside the others, are +1.
    """
    mean, same, shape = components.mean, (1 + components.correlation) / 2, (n_keys, n_rows)
    plus: Whole = stream(0).binomial(d_k, 0.5, n_rows)  # (rows,)
    beside_plus = 2.0 * stream(1).binomial(plus, same, shape) - plus  # (n, rows)
    beside_minus = 2.0 * stream(2).binomial(d_k - plus, 1 - same, shape) - (d_k - plus)  # (n, rows)
    common = mean * (mean * d_k + 2.0 * plus - d_k)  # (rows,)
    return best_first((common + (mean + 1) * beside_plus + (mean - 1) * beside_minus).T)


def drawn_signs(stream: Generator, shape: tuple[int, int, int]) -> Floats:
    """Draw vectors (rows, vectors, d_k) of signs: a bit a component, 1 for +1 and 0 for −1."""
    return 2.0 * np.unpackbits(_drawn_words(stream, shape).view(np.uint8), axis=-1, count=shape[-1]) - 1


def _drawn_words(stream: Generator, shape: tuple[int, int, int]) -> Words:
    """Draw vectors (rows, vectors, d_k) as words of 64 bits; fewer rows are the first of more."""
    rows, vectors, d_k = shape
    return stream.integers(0, 2**64, (rows, vectors, -(-d_k // 64)), np.uint64)  # (rows, vectors, words)


def counted_rows(
    components: Components, d_k: int, n_keys: int, n_rows: int, keyed: int, streams: Sequence[Generator]
) -> ScoreRows:
    """Draw rows literally: every component of every vector.

    Parameters
    ----------
    components : Components
        Signs.
    d_k, n_keys, n_rows : int
    keyed : int
        Of how many rows, from the first on, the Gram matrices are made.
    streams : sequence of numpy.random.Generator
        Of the components, and of which of them a key has from its query.
    """
    drawn = _drawn_words(streams[0], (n_rows, n_keys + 1, d_k))  # (rows, n + 1, words)
    vectors = drawn & _packed(np.ones(d_k, np.uint8))  # (rows, n + 1, words), 0 beyond d_k
    query, keys = vectors[:, :1], vectors[:, 1:]  # (rows, 1, words), (rows, n, words)
    rho, mean = components.correlation, components.mean
    if rho:
        copied = _packed((streams[1].random((n_rows, n_keys, d_k)) < abs(rho)).view(np.uint8))  # (rows, n, words)
        keys = keys ^ ((keys ^ (query if rho > 0 else ~query)) & copied)  # (rows, n, words)
    scores = d_k - 2.0 * _count(query ^ keys)  # (rows, n)
    if mean:
        sums = 2.0 * _count(vectors[:, :1]) + 2.0 * _count(keys) - 2 * d_k  # (rows, n), of both vectors
        scores += mean * (sums + mean * d_k)
    best, others = best_apart(keys[:keyed], scores)  # (keyed, words), (keyed, n - 1, words)
    to_best = 2.0 * _count(others ^ best[:, None])  # (keyed, n - 1)
    between = 2.0 * _count(others[:, :, None] ^ others[:, None])  # (keyed, n - 1, n - 1)
    return ScoreRows(best_first(scores), to_best[:, :, None] + to_best[:, None] - between)


def _packed(bits: Bits) -> Words:
    """Return bits (…, d_k) as words (…, words), the last one filled up with 0."""
    eighths = np.packbits(bits, axis=-1)  # (…, bytes)
    whole = np.zeros((*eighths.shape[:-1], -(-eighths.shape[-1] // 8) * 8), np.uint8)  # (…, 8 · words)
    whole[..., : eighths.shape[-1]] = eighths
    return whole.view(np.uint64)


def _count(words: Words) -> Whole:
    """Return how many bits of words (…, words) are 1."""
    counts: Whole = np.bitwise_count(words).sum(axis=-1, dtype=np.int64)
    return counts
