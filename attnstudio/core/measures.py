"""Single numbers that say what a row of weights, a pair of vectors or a matrix of scores is like."""

import numpy as np
from numpy.typing import ArrayLike

from attnstudio.core.arrays import Floats, as_floats
from attnstudio.core.masks import as_mask


def entropy_bits(weights: ArrayLike) -> Floats:
    """Return how undecided each row is, in bits.

    Parameters
    ----------
    weights : (..., T_q, T_k) array

    Returns
    -------
    (..., T_q) float array, bits
        0 for all weight on one key (and for a row without weights), log2 n for n equal weights.
    """
    (w,) = as_floats(weights=weights)
    logs = np.log2(np.where(w > 0, w, w.dtype.type(1)))  # (..., T_q, T_k)
    measured: Floats = np.abs(np.add.reduce(w * logs, axis=-1))
    return measured


def entropy_share(weights: ArrayLike, allowed: ArrayLike | None = None) -> Floats:
    """Return the entropy of each row as a share of the greatest possible over its allowed keys.

    Parameters
    ----------
    weights : (..., T_q, T_k) array
    allowed : bool array, broadcastable to weights, optional
        True = may attend; None = everywhere.

    Returns
    -------
    (..., T_q) float array
        From 0 to 1; 0 where a row has at most one key to choose from.
    """
    bits = entropy_bits(weights)  # (..., T_q)
    choices = np.shape(weights)[-1]
    if allowed is not None:
        mask = np.atleast_1d(as_mask(allowed))
        choices = np.sum(np.broadcast_to(mask, (*mask.shape[:-1], choices)), axis=-1)  # broadcastable to (..., T_q)
    most = np.log2(np.maximum(1, choices))
    measured: Floats = np.divide(bits, most, out=np.zeros_like(bits), where=most > 0)
    return measured


def jacobian_norm(weights: ArrayLike) -> Floats:
    """Return the Frobenius norm of each row's softmax Jacobian, (..., T_q): how much a logit can still change."""
    (w,) = as_floats(weights=weights)
    squares = np.sum(w**2, axis=-1)  # (..., T_q)
    measured: Floats = np.sqrt(np.maximum(0, squares - 2 * np.sum(w**3, axis=-1) + squares**2))
    return measured


def leak(weights: ArrayLike, mask: ArrayLike) -> Floats:
    """Return the weight of each row on cells that the mask forbids.

    Parameters
    ----------
    weights : (..., T_q, T_k) array
    mask : bool array, broadcastable to weights
        True = may attend.

    Returns
    -------
    (..., T_q) float array
        Exactly 0 where the mask was applied rightly.
    """
    (w,) = as_floats(weights=weights)
    measured: Floats = np.sum(np.where(as_mask(mask), 0, w), axis=-1)
    return measured


def length(x: ArrayLike) -> Floats:
    """Return the Euclidean length of each row, (..., T)."""
    (array,) = as_floats(x=x)
    measured: Floats = np.linalg.norm(array, axis=-1)
    return measured


def cosine(query: ArrayLike, key: ArrayLike) -> Floats:
    """Return the cosine of the angle between each query and each key.

    Parameters
    ----------
    query : (..., T_q, d_k) array
    key : (..., T_k, d_k) array

    Returns
    -------
    (..., T_q, T_k) float array
        From -1 to 1; 0 where a vector has no length and so no direction.
    """
    q, k = (_directions(x) for x in as_floats(query=query, key=key))
    measured: Floats = np.clip(q @ k.mT, -1, 1)  # (..., T_q, T_k)
    return measured


def angle_degrees(query: ArrayLike, key: ArrayLike) -> Floats:
    """Return the angle between each query and each key, (..., T_q, T_k), 0 to 180 degrees; 90 where `cosine` is 0."""
    measured: Floats = np.degrees(np.arccos(cosine(query, key)))
    return measured


def asymmetry(scores: ArrayLike) -> Floats:
    """Return how far the scores are from symmetric, as a share of their size.

    Parameters
    ----------
    scores : (..., T, T) array

    Returns
    -------
    (...) float array
        ||S - S^T|| / ||S||: 0 if A scores B as B scores A, at most 2; 0 if all scores are 0.

    Raises
    ------
    ValueError
        If the matrices are not square.
    """
    (s,) = as_floats(scores=scores)
    if s.ndim < 2 or s.shape[-1] != s.shape[-2]:
        raise ValueError(f"scores must be square in their last two axes; got shape {s.shape}")
    size = np.linalg.norm(s, axis=(-2, -1))
    difference = np.linalg.norm(s - s.mT, axis=(-2, -1))
    measured: Floats = np.divide(difference, size, out=np.zeros_like(size), where=size > 0)
    return measured


def _directions(x: Floats) -> Floats:
    """Return each row divided by its length, or zeros."""
    # Dividing by the largest component first keeps the squares of tiny and huge components in range.
    largest = np.max(np.abs(x), axis=-1, keepdims=True, initial=0)  # (..., T, 1)
    scaled = np.divide(x, largest, out=np.zeros_like(x), where=largest > 0)  # (..., T, d)
    norms = np.linalg.norm(scaled, axis=-1, keepdims=True)  # (..., T, 1)
    measured: Floats = np.divide(scaled, norms, out=np.zeros_like(x), where=norms > 0)
    return measured
