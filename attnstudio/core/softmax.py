"""Softmax with every intermediate number kept, its logarithm and its Jacobian."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnstudio.core.arrays import Floats, as_floats

PLAIN_LIMIT = 30.0  # up to this size exp(logit) is a number that people can read, so nothing is subtracted


class SoftmaxStages(NamedTuple):
    """The steps of a softmax along the last axis; see `softmax_stages`."""

    shift: Floats
    exp: Floats
    row_sums: Floats
    weights: Floats
    fully_masked: NDArray[np.bool_]


def softmax_stages(
    logits: Floats, allowed: NDArray[np.bool_] | None = None, temperature: float = 1.0, bound: float = np.inf
) -> SoftmaxStages:
    """Take the softmax of each row over its allowed cells and keep every step.

    Parameters
    ----------
    logits : (..., T_q, T_k) float array
        What stands in cells that are not allowed has no effect, whatever it is.
    allowed : bool array, broadcastable to logits, optional
        True = takes part; None = all do.
    temperature : float, > 0
    bound : float
        No logit is larger in size, which can spare a search for the largest.

    Returns
    -------
    SoftmaxStages
        ``exp = e^((logits - shift) / temperature)`` and 0 where not allowed; ``weights = exp / row_sums``. ``shift``,
        ``row_sums`` and ``fully_masked`` have shape (..., T_q). The shift is 0 where every allowed logit of a row has
        size <= 30 (and exp cannot overflow), else the row's maximum. A row without an allowed cell has zero weights.

    Raises
    ------
    ValueError
        If an allowed logit is NaN or infinite.
    """
    shift = _row_shift(logits, allowed, plain_limit(logits.dtype, temperature), bound)  # (..., T_q)
    exponents = logits if shift is None else logits - shift[..., None]  # (..., T_q, T_k)
    if temperature != 1.0:
        exponents = exponents / temperature  # (..., T_q, T_k)
    if allowed is None:
        exp = np.exp(exponents)  # (..., T_q, T_k)
    else:
        exp = np.exp(exponents, out=np.zeros(logits.shape, logits.dtype), where=allowed)  # (..., T_q, T_k)
    row_sums = np.add.reduce(exp, axis=-1)  # (..., T_q)
    if allowed is None and logits.shape[-1]:
        fully_masked = np.zeros(row_sums.shape, bool)  # (..., T_q)
        weights = exp / row_sums[..., None]  # (..., T_q, T_k)
    else:
        fully_masked = row_sums == 0  # (..., T_q)
        weights = exp / np.where(fully_masked, 1, row_sums)[..., None]  # (..., T_q, T_k)
    if shift is None:
        shift = np.zeros(row_sums.shape, logits.dtype)  # (..., T_q)
    return SoftmaxStages(shift, exp, row_sums, weights, fully_masked)


def plain_limit(dtype: np.dtype[Any], temperature: float) -> float:
    """Return up to which size of the logits of a row nothing is subtracted from them."""
    return min(PLAIN_LIMIT, temperature * (600.0 if dtype.itemsize == 8 else 60.0))


def exponents_of(logits: Floats, allowed: NDArray[np.bool_] | None, limit: float) -> Floats:
    """Return what `weights_at` makes weights from: the part of a softmax that a temperature does not change.

    Parameters
    ----------
    logits : (..., T_q, T_k) float array
    allowed : bool array, broadcastable to logits, optional
    limit : float
        Of the temperatures that are wanted: see `plain_limit`.

    Returns
    -------
    (..., T_q, T_k) float array
        ``logits - shift``, as in `softmax_stages`; -inf where not allowed.

    Raises
    ------
    ValueError
        If an allowed logit is NaN or infinite.
    """
    shift = _row_shift(logits, allowed, limit, np.inf)  # (..., T_q)
    exponents = logits if shift is None else logits - shift[..., None]  # (..., T_q, T_k)
    return exponents if allowed is None else np.where(allowed, exponents, exponents.dtype.type(-np.inf))


def weights_at(exponents: Floats, temperature: float) -> Floats:
    """Return the weights of `softmax_stages`, (..., T_q, T_k), from `exponents_of` its logits."""
    weights: Floats = exponents / temperature  # (..., T_q, T_k)
    np.exp(weights, out=weights)
    row_sums = np.add.reduce(weights, axis=-1, keepdims=True)  # (..., T_q, 1)
    row_sums[row_sums == 0] = 1
    weights /= row_sums
    return weights


def _row_shift(logits: Floats, allowed: NDArray[np.bool_] | None, limit: float, bound: float) -> Floats | None:
    """Return what to subtract from each row, (..., T_q), or None where that is 0 for all."""
    if bound <= limit or not logits.size:
        return None
    # Two plain reductions settle the usual case; cells that are not allowed can only make the test stricter.
    if np.maximum.reduce(logits, axis=None) <= limit and np.minimum.reduce(logits, axis=None) >= -limit:
        return None
    where = True if allowed is None else allowed
    top = np.max(logits, axis=-1, where=where, initial=-np.inf)  # (..., T_q)
    low = np.min(logits, axis=-1, where=where, initial=np.inf)  # (..., T_q)
    finite = (top < np.inf) & (low > -np.inf)  # (..., T_q)
    if not finite.all():
        row = tuple(np.argwhere(~finite)[0].tolist())
        raise ValueError(f"logits must be finite in {logits.dtype}; got NaN, an infinity or an overflow in row {row}")
    return np.where((top <= limit) & (low >= -limit), 0, top)


def softmax(logits: ArrayLike, axis: int = -1) -> Floats:
    """Return e^x / sum(e^x) along an axis.

    Parameters
    ----------
    logits : float array
        Entries of -inf get the weight 0.
    axis : int

    Returns
    -------
    float array of the same shape
        Non-negative; sums to 1 along `axis`, to 0 where every entry is -inf.

    Raises
    ------
    ValueError
        If `logits` holds NaN or +inf, or has no such axis.
    """
    stages, _, axis = _along_axis(logits, axis)
    return np.moveaxis(stages.weights, -1, axis)


def log_softmax(logits: ArrayLike, axis: int = -1) -> Floats:
    """Return the logarithm of `softmax`, exact where the weight itself would round to 0.

    Parameters
    ----------
    logits : float array
    axis : int

    Returns
    -------
    float array of the same shape
        At most 0; -inf exactly where the entry is -inf.

    Raises
    ------
    ValueError
        If `logits` holds NaN or +inf, or has no such axis.
    """
    stages, rows, axis = _along_axis(logits, axis)
    log_sums = np.log(np.where(stages.fully_masked, 1, stages.row_sums))  # (..., T_q)
    with np.errstate(over="ignore"):
        logs = (rows - stages.shift[..., None]) - log_sums[..., None]  # (..., T_q, T_k)
    return np.moveaxis(logs, -1, axis)


def _along_axis(logits: ArrayLike, axis: int) -> tuple[SoftmaxStages, Floats, int]:
    """Return the stages with `axis` last, the logits with `axis` last, and the axis counted from 0."""
    (x,) = as_floats(logits=logits)
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"axis must be one of the {x.ndim} axes of logits; got axis {axis} and logits {x.shape}")
    rows = np.moveaxis(x, axis, -1)
    blocked = rows == -np.inf
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        return softmax_stages(rows, ~blocked if blocked.any() else None), rows, axis % x.ndim


def softmax_jacobian(weights: ArrayLike, axis: int = -1) -> Floats:
    """Return the derivative of each weight by each logit, diag(w) - w w^T.

    Parameters
    ----------
    weights : (..., n) float array
        Rows of softmax weights (not logits).
    axis : int
        The axis along which they sum to 1.

    Returns
    -------
    (..., n, n) float array
        Symmetric; every row sums to 0.

    Raises
    ------
    ValueError
        If weights have no such axis.
    """
    (w,) = as_floats(weights=weights)
    if not -w.ndim <= axis < w.ndim:
        raise ValueError(f"axis must be one of the {w.ndim} axes of weights; got axis {axis} and weights {w.shape}")
    w = np.moveaxis(w, axis, -1)  # (..., n)
    jacobian: Floats = w[..., :, None] * (np.eye(w.shape[-1], dtype=w.dtype) - w[..., None, :])  # (..., n, n)
    return jacobian
