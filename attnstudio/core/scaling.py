"""What random scores become when they are divided: their spread, and how decided and how frozen softmax is then."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from attnstudio.core.arrays import Floats, positive_number, whole_number
from attnstudio.core.decided_rows import Softened, logit_norms, query_norms, softened

if TYPE_CHECKING:
    from attnstudio.core.score_rows import ScoreRows

GRADIENTS = ("logits", "query")  # what the gradients of the weights are taken by
FROZEN = 0.99  # a row whose largest weight is above it hardly changes any more


class Measured(NamedTuple):
    """A number from samples with its standard error; the rows are what is independent in them."""

    value: float
    error: float


class Moments(NamedTuple):
    """Of scores: their standard deviation, their mean, and by how much their kurtosis exceeds that of a normal law."""

    spread: Measured
    mean: float
    excess_kurtosis: float


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
    gradients : mapping of str to Quartiles
        Those that were asked for: `logits`, of ‖∂α/∂logits‖, the Frobenius norm of diag(α) − α αᵀ, which over the
        divisor is that by the raw scores; and `query`, of ‖∂α/∂q‖, the Frobenius norm of (diag(α) − α αᵀ) K / divisor.
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
    gradients: Mapping[str, Quartiles]
    n_rows: int
    n_keyed: int

    @property
    def logit_gradient(self) -> Quartiles:
        return self.gradients["logits"]

    @property
    def query_gradient(self) -> Quartiles:
        return self.gradients["query"]


def divisors(d_k: int, n_heads: int) -> dict[str, float]:
    """Return what scores may be divided by: one, sqrt_d_k, d_k, and sqrt_d_model for the width of all heads."""
    d, heads = whole_number("d_k", d_k, 1), whole_number("n_heads", n_heads, 1)
    return {"one": 1.0, "sqrt_d_k": math.sqrt(d), "d_k": float(d), "sqrt_d_model": math.sqrt(heads * d)}


def row_statistics(rows: "ScoreRows", divisor: float, gradients: Iterable[str] = GRADIENTS) -> RowStatistics:
    """Return what softmax does with rows of scores over a divisor.

    Parameters
    ----------
    rows : ScoreRows
    divisor : float, > 0
    gradients : iterable of {"logits", "query"}
        What to take the gradients by; each is a third of the work.

    Returns
    -------
    RowStatistics
        Every number finite. The error of the spread is 0 where there is none.

    Raises
    ------
    ValueError
        If the divisor is not positive.
    """
    by = positive_number("divisor", divisor)
    soft = softened(rows.scores, by)
    norms = {"logits": lambda: logit_norms(soft), "query": lambda: _query_norms(rows, soft, by)}
    spread, mean, kurtosis = rows.moments
    count = rows.n_rows
    return RowStatistics(
        divisor=divisor,
        spread=Measured(spread.value / by, spread.error / by),
        mean=mean / by,
        excess_kurtosis=kurtosis,
        max_weight=mean_of(soft.top),
        entropy_share=mean_of(soft.entropy / math.log(rows.scores.shape[1])),
        frozen_share=_share(int(np.count_nonzero(soft.top > FROZEN)), count),
        gradients={name: _quartiles(norms[name]()) for name in gradients},
        n_rows=count,
        n_keyed=len(rows.gram),
    )


def _query_norms(rows: "ScoreRows", soft: Softened, divisor: float) -> Floats:
    """Return ‖∂α/∂q‖ of the rows with known keys, which may be others than those that are softened already."""
    keyed = soft.first(len(rows.gram)) if rows.apart is None else softened(rows.apart, divisor)
    return query_norms(keyed, rows.gram) / divisor


def moments_of(scores: Floats) -> Moments:
    """Return the standard deviation of rows of scores (rows, n) with its error, their mean, and the excess kurtosis."""
    mean = float(scores.mean())
    squares = (scores - mean) ** 2  # (rows, n)
    variance = float(squares.mean())
    spread = math.sqrt(variance)
    error = mean_of(squares.mean(axis=-1)).error / (2 * spread) if spread else 0.0
    kurtosis = float((squares**2).mean()) / variance**2 - 3 if variance else 0.0
    return Moments(Measured(spread, error), mean, kurtosis)


def mean_of(values: Floats) -> Measured:
    """Return the mean of numbers, one a row, with its standard error."""
    count, mean = len(values), float(values.mean())
    off = values - mean  # (rows,)
    return Measured(mean, math.sqrt(float((off**2).sum()) / (count - 1) / count) if count > 1 else 0.0)


def _share(found: int, count: int) -> Measured:
    """Return the share of rows that have something, with its standard error."""
    share = found / count
    return Measured(share, math.sqrt(share * (1 - share) / (count - 1)) if count > 1 else 0.0)


def _quartiles(values: Floats) -> Quartiles:
    """Return the quartiles, between two numbers in proportion."""
    places = [share * (len(values) - 1) for share in (0.25, 0.5, 0.75)]
    around = [(math.floor(place), math.ceil(place)) for place in places]
    ordered = np.sort(values)  # (rows,), in less time than it takes to find six of them
    lower, median, upper = (
        float(ordered[low]) + (place - low) * float(ordered[high] - ordered[low])
        for place, (low, high) in zip(places, around, strict=True)
    )
    return Quartiles(lower, median, upper, float(values.mean()))
