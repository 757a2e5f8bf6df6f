"""What random scores become when they are divided: their spread, and how decided and how frozen softmax is then."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from attnstudio.core.arrays import Floats, positive_number, whole_number
from attnstudio.core.measures import entropy_bits, largest_weight
from attnstudio.core.softmax import softmax_stages

if TYPE_CHECKING:
    from attnstudio.core.score_samples import ScoreRows

FROZEN = 0.99  # a row whose largest weight is above it hardly changes any more


class Measured(NamedTuple):
    """A number from samples with its standard error; the rows are what is independent in them."""

    value: float
    error: float


class Quartiles(NamedTuple):
    """Of numbers, one a row, some so small that their mean says nothing of most rows; the mean is there to show it."""

    lower: float
    median: float
    upper: float
    mean: float


@dataclass(frozen=True)
class RowStatistics:
    """What softmax does with rows of scores that are divided by one number.

    Parameters
    ----------
    divisor : float
    spread : Measured
        Standard deviation of the logits: of all of them, about their mean.
    mean : float
        Of the logits.
    excess_kurtosis : float
        Of the logits: 0 for a normal law, and where there is no spread.
    max_weight, entropy_share, frozen_share : Measured
        Means over the rows of the largest weight and of the entropy as a share of log n, and the share of rows whose
        largest weight exceeds 0.99.
    logit_gradient : Quartiles
        Of ‖∂α/∂logits‖, the Frobenius norm of diag(α) − α αᵀ. That by the raw scores is this over the divisor.
    query_gradient : Quartiles
        Of ‖∂α/∂q‖, the Frobenius norm of (diag(α) − α αᵀ) K / divisor.
    n_rows, n_keyed : int
        Rows in all, and those of which the keys are known and ∂α/∂q was taken.
    """

    divisor: float
    spread: Measured
    mean: float
    excess_kurtosis: float
    max_weight: Measured
    entropy_share: Measured
    frozen_share: Measured
    logit_gradient: Quartiles
    query_gradient: Quartiles
    n_rows: int
    n_keyed: int


def divisors(d_k: int, n_heads: int) -> dict[str, float]:
    """Return what scores may be divided by: one, sqrt_d_k, d_k, and sqrt_d_model for the width of all heads."""
    d, heads = whole_number("d_k", d_k, 1), whole_number("n_heads", n_heads, 1)
    return {"one": 1.0, "sqrt_d_k": math.sqrt(d), "d_k": float(d), "sqrt_d_model": math.sqrt(heads * d)}


def row_statistics(rows: "ScoreRows", divisor: float) -> RowStatistics:
    """Return what softmax does with rows of scores over a divisor.

    Parameters
    ----------
    rows : ScoreRows
    divisor : float, > 0

    Returns
    -------
    RowStatistics
        Every number finite. The error of the spread is 0 where there is none.

    Raises
    ------
    ValueError
        If the divisor is not positive.
    """
    logits = rows.scores / positive_number("divisor", divisor)  # (rows, n)
    weights = _weights(logits)  # (rows, n)
    keyed = weights[: len(rows.gram)] if rows.apart is None else _weights(rows.apart / divisor)  # (keyed, n)
    largest = largest_weight(weights)  # (rows,)
    spread, mean, kurtosis = _moments(logits)
    return RowStatistics(
        divisor=divisor,
        spread=spread,
        mean=mean,
        excess_kurtosis=kurtosis,
        max_weight=_mean(largest),
        entropy_share=_mean(entropy_bits(weights) / math.log2(weights.shape[1])),
        frozen_share=_mean((largest > FROZEN).astype(float)),
        logit_gradient=_quartiles(logit_gradient_norms(weights)),
        query_gradient=_quartiles(query_gradient_norms(keyed, rows.gram) / divisor),
        n_rows=len(weights),
        n_keyed=len(keyed),
    )


def logit_gradient_norms(weights: Floats) -> Floats:
    """Return the Frobenius norm of each row's softmax Jacobian, exact for one-hot rows too.

    Parameters
    ----------
    weights : (rows, n) float array
        The largest of each row first.

    Returns
    -------
    (rows,) float array
        ‖diag(α) − α αᵀ‖ to rounding, however small: everything is counted in units of the second largest weight, and
        1 − α of the largest is added up from the others.
    """
    top, unit, others = _split(weights)  # (rows,), (rows,), (rows, n - 1)
    squares = others**2  # (rows, n - 1)
    sums, square_sums = others.sum(axis=-1), squares.sum(axis=-1)  # (rows,), (rows,)
    cubes = unit * (squares * others).sum(axis=-1)  # (rows,)
    inside = (top * sums) ** 2 + square_sums * (1 + 2 * top**2 + unit**2 * square_sums) - 2 * cubes  # (rows,)
    norms: Floats = unit * np.sqrt(np.maximum(inside, 0))
    return norms


def query_gradient_norms(weights: Floats, gram: Floats) -> Floats:
    """Return the Frobenius norm of (diag(α) − α αᵀ) K of each row: ∂α/∂q, but for the divisor.

    Parameters
    ----------
    weights : (rows, n) float array
        The largest of each row first.
    gram : (rows, n - 1, n - 1) float array
        Inner products of the other keys, each less the first; what is common to all keys has no effect.

    Returns
    -------
    (rows,) float array
    """
    top, unit, others = _split(weights)  # (rows,), (rows,), (rows, n - 1)
    pulled = (gram * others[:, None, :]).sum(axis=-1)  # (rows, n - 1), in units
    drift = (others * pulled).sum(axis=-1)  # (rows,), squared length of Σ α_j (k_j − k_1), in units²
    own = np.einsum("rii->ri", gram)  # (rows, n - 1), squared length of k_j − k_1
    distances = own - 2 * unit[:, None] * pulled + (unit**2 * drift)[:, None]  # (rows, n - 1)
    inside = top**2 * drift + (others**2 * distances).sum(axis=-1)  # (rows,)
    norms: Floats = unit * np.sqrt(np.maximum(inside, 0))
    return norms


def _weights(logits: Floats) -> Floats:
    with np.errstate(under="ignore"):
        return softmax_stages(logits).weights  # (rows, n)


def _split(weights: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the largest weight, the second largest, and all but the largest in units of the second."""
    top, rest = weights[:, 0], weights[:, 1:]  # (rows,), (rows, n - 1)
    unit = np.max(rest, axis=-1)  # (rows,)
    with np.errstate(under="ignore"):
        others = rest / np.where(unit > 0, unit, 1)[:, None]  # (rows, n - 1)
    return top, unit, others


def _moments(logits: Floats) -> tuple[Measured, float, float]:
    """Return the standard deviation with its standard error, the mean, and the excess kurtosis."""
    mean = float(logits.mean())
    squares = (logits - mean) ** 2  # (rows, n)
    variance = float(squares.mean())
    spread = math.sqrt(variance)
    error = _mean(squares.mean(axis=-1)).error / (2 * spread) if spread else 0.0
    kurtosis = float((squares**2).mean()) / variance**2 - 3 if variance else 0.0
    return Measured(spread, error), mean, kurtosis


def _mean(values: Floats) -> Measured:
    count = len(values)
    error = float(values.std(ddof=1)) / math.sqrt(count) if count > 1 else 0.0
    return Measured(float(values.mean()), error)


def _quartiles(values: Floats) -> Quartiles:
    """Return the quartiles, between two numbers in proportion."""
    places = [share * (len(values) - 1) for share in (0.25, 0.5, 0.75)]
    around = [(math.floor(place), math.ceil(place)) for place in places]
    ordered = np.partition(values, sorted({i for pair in around for i in pair}))  # (rows,)
    lower, median, upper = (
        float(ordered[low]) + (place - low) * float(ordered[high] - ordered[low])
        for place, (low, high) in zip(places, around, strict=True)
    )
    return Quartiles(lower, median, upper, float(values.mean()))
