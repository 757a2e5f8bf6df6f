"""Random scores q·k in rows of keys that share one query: drawn component by component, or from their known law."""

import math
from collections.abc import Iterator, Sequence

import numpy as np

from attnstudio.core.arrays import Floats, whole_number
from attnstudio.core.normal_samples import NormalNumbers, normal_draws, normal_numbers, normal_rows
from attnstudio.core.score_laws import Components, Distribution
from attnstudio.core.score_rows import Generator, ScoreRows, Stream, best_apart, best_first, most_keyed
from attnstudio.core.sign_samples import (
    SignNumbers,
    counted_rows,
    drawn_signs,
    shifted_sign_scores,
    sign_numbers,
    sign_scores,
)

CHUNK = 2**18  # components drawn at a time: 2 MB, a few milliseconds
LITERAL_KEYED = 2**20  # components drawn for the Gram matrices that have no law
LAW_STREAMS = 5
Numbers = NormalNumbers | SignNumbers


def rows_from_law(components: Components, d_k: int, n_keys: int, n_rows: int, generator: Generator) -> ScoreRows:
    """Draw rows of scores from their exact joint law; the time does not grow with d_k.

    Normal components: given q the scores of a row are independent normal numbers with standard deviation
    √(1 − ρ²) ‖q‖ around a common mean, and ‖q‖² is a chi-square number, shifted by the mean. Signs: a score is made of
    a binomial number; with a mean of two, given how many components of q are +1.

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
    stream = generator.spawn(LAW_STREAMS).__getitem__
    return lawful_rows(components, d_k, law_numbers(components.distribution, n_keys, n_rows, stream), stream)


def law_numbers(distribution: Distribution, n_keys: int, n_rows: int, stream: Stream) -> Numbers:
    """Draw what rows by a law are made of, whatever d_k, the mean and the correlation: it may be kept."""
    return (normal_numbers if distribution == "normal" else sign_numbers)(n_keys, n_rows, stream)


def lawful_rows(components: Components, d_k: int, numbers: Numbers, stream: Stream) -> ScoreRows:
    """Return what `rows_from_law` does, from numbers that are drawn already and streams like those of it."""
    if isinstance(numbers, NormalNumbers):
        return normal_rows(components, normal_draws(d_k, numbers, stream))
    n_rows, n_keys = numbers.ranks.shape
    if components.mean:
        scores = shifted_sign_scores(components, d_k, n_keys, n_rows, stream)  # (rows, n)
    else:
        scores = sign_scores(components, d_k, numbers)  # (rows, n)
    few = min(n_rows, most_keyed(n_keys), max(1, LITERAL_KEYED // ((n_keys + 1) * d_k)))
    drawn = counted_rows(components, d_k, n_keys, few, few, (stream(3), stream(4)))
    return ScoreRows(scores, drawn.gram, apart=drawn.scores)


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
        count, keyed = min(step, n_rows - start), max(0, most_keyed(n_keys) - start)
        if components.distribution == "signs":
            yield counted_rows(components, d_k, n_keys, count, keyed, streams)
        else:
            yield scored_rows(*_vectors(components, d_k, n_keys, count, streams), keyed)


def growing_row(components: Components, most: int, n_keys: int, generator: Generator) -> tuple[Floats, Floats]:
    """Return one query (most,) and its keys (n, most); their first d_k components are a row for every d_k."""
    _check_sizes(most, n_keys, 1)
    query, keys = _vectors(components, most, n_keys, 1, generator.spawn(2))
    return query[0], keys[0]


def scored_rows(query: Floats, keys: Floats, keyed: int) -> ScoreRows:
    """Return rows of keys (rows, n, d_k) scored by queries (rows, d_k); the first `keyed` have Gram matrices."""
    scores = np.einsum("rnd,rd->rn", keys, query)  # (rows, n)
    best, others = best_apart(keys[:keyed], scores)  # (keyed, d_k), (keyed, n - 1, d_k)
    differences = others - best[:, None]  # (keyed, n - 1, d_k)
    gram = np.einsum("rid,rjd->rij", differences, differences)  # (keyed, n - 1, n - 1)
    return ScoreRows(best_first(scores), gram)


def _check_sizes(d_k: int, n_keys: int, n_rows: int) -> None:
    for name, size, low in (("d_k", d_k, 1), ("n_keys", n_keys, 2), ("n_rows", n_rows, 1)):
        whole_number(name, size, low)


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


def _independent(distribution: Distribution, stream: Generator, shape: tuple[int, int, int]) -> Floats:
    if distribution == "normal":
        return stream.standard_normal(shape)
    if distribution == "uniform":
        return math.sqrt(12) * (stream.random(shape) - 0.5)
    return drawn_signs(stream, shape)
