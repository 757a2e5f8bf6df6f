"""Softmax of rows of scores, and its gradients, exact also where nearly all weight is on one key."""

from typing import NamedTuple

import numpy as np

from attnstudio.core.arrays import Floats


class Softened(NamedTuple):
    """Rows of weights, all but the largest in units of the second largest, so that no row is too decided for it.

    Parameters
    ----------
    top, unit : (rows,) float array
        The largest weight of each row, and the second largest.
    others : (rows, n - 1) float array
        All but the largest, over the second largest.
    entropy : (rows,) float array
        In units of e; without numbers where weights alone are known.
    """

    top: Floats
    unit: Floats
    others: Floats
    entropy: Floats

    def first(self, count: int) -> "Softened":
        """Return the first rows alone."""
        return self if count == len(self.top) else Softened(*(part[:count] for part in self))


def softened(scores: Floats, divisor: float) -> Softened:
    """Return the softmax of rows of scores (rows, n) over a divisor, the largest score of each row first."""
    below = (scores[:, 1:] - scores[:, :1]) / divisor  # (rows, n - 1), none above 0
    nearest = below.max(axis=-1)  # (rows,)
    with np.errstate(under="ignore"):
        others = np.exp(below - nearest[:, None])  # (rows, n - 1)
        second = np.exp(nearest)  # (rows,), in units of the largest weight
        rest = second * others.sum(axis=-1)  # (rows,), the same
        top = 1 / (1 + rest)  # (rows,)
        unit = second * top  # (rows,)
        entropy = np.log1p(rest) - unit * (others * below).sum(axis=-1)  # (rows,)
    return Softened(top, unit, others, entropy)


def _split(weights: Floats) -> Softened:
    """Return rows of weights (rows, n), the largest first, as `Softened` has them."""
    top, rest = weights[:, 0], weights[:, 1:]  # (rows,), (rows, n - 1)
    unit = np.max(rest, axis=-1)  # (rows,)
    with np.errstate(under="ignore"):
        others = rest / np.where(unit > 0, unit, 1)[:, None]  # (rows, n - 1)
    return Softened(top, unit, others, np.empty(0))


def logit_norms(soft: Softened) -> Floats:
    """Return what `logit_gradient_norms` does."""
    top, unit, others, _ = soft
    squares = others**2  # (rows, n - 1)
    sums, square_sums = others.sum(axis=-1), squares.sum(axis=-1)  # (rows,), (rows,)
    cubes = unit * (squares * others).sum(axis=-1)  # (rows,)
    inside = (top * sums) ** 2 + square_sums * (1 + 2 * top**2 + unit**2 * square_sums) - 2 * cubes  # (rows,)
    norms: Floats = unit * np.sqrt(np.maximum(inside, 0))
    return norms


def query_norms(soft: Softened, gram: Floats) -> Floats:
    """Return what `query_gradient_norms` does."""
    top, unit, others, _ = soft
    pulled = (gram * others[:, None, :]).sum(axis=-1)  # (rows, n - 1), in units
    drift = (others * pulled).sum(axis=-1)  # (rows,), squared length of Σ α_j (k_j − k_1), in units²
    own = np.einsum("rii->ri", gram)  # (rows, n - 1), squared length of k_j − k_1
    distances = own - 2 * unit[:, None] * pulled + (unit**2 * drift)[:, None]  # (rows, n - 1)
    inside = top**2 * drift + (others**2 * distances).sum(axis=-1)  # (rows,)
    norms: Floats = unit * np.sqrt(np.maximum(inside, 0))
    return norms


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
    return logit_norms(_split(weights))


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
    return query_norms(_split(weights), gram)
