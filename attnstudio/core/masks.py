"""Boolean masks: True = the query may attend to the key."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnstudio.core.arrays import whole_number

Mask = NDArray[np.bool_]

ALIGNMENTS = ("top-left", "bottom-right")


def causal_mask(T_q: int, T_k: int | None = None, alignment: str = "top-left") -> Mask:
    """Let each query attend to its own position and to those before it.

    Parameters
    ----------
    T_q, T_k : int
        Numbers of queries and of keys; T_k is T_q by default.
    alignment : "top-left" or "bottom-right"
        Which corner the diagonal starts from when T_q != T_k: query 0 stands at key 0, or the last at the last.

    Returns
    -------
    (T_q, T_k) bool array

    Raises
    ------
    ValueError
        If a size is negative or the alignment unknown.
    """
    return sliding_window_mask(T_q, T_q if T_k is None else T_k, right=0, alignment=alignment)


def sliding_window_mask(
    T_q: int, T_k: int, left: int | None = None, right: int | None = None, alignment: str = "top-left"
) -> Mask:
    """Let each query attend to the keys from `left` before its position to `right` after it.

    Parameters
    ----------
    T_q, T_k : int
        Numbers of queries and of keys.
    left, right : int, optional
        Reach in keys; None or -1 = without limit.
    alignment : "top-left" or "bottom-right"
        As in `causal_mask`.

    Returns
    -------
    (T_q, T_k) bool array

    Raises
    ------
    ValueError
        If a size or reach is negative or the alignment unknown.
    """
    T_q, T_k = whole_number("T_q", T_q, 0), whole_number("T_k", T_k, 0)
    start = diagonal_start(T_q, T_k, alignment)
    return window_cells(range(start, start + T_q), range(T_k), _reach("left", left), _reach("right", right))


def window_cells(positions: range, keys: range, left: int | None, right: int | None) -> Mask:
    """Return the part of a sliding window mask that queries at `positions` and `keys` share."""
    ahead = np.arange(keys.start, keys.stop) - np.arange(positions.start, positions.stop)[:, None]  # (T_q, T_k)
    if left is None and right is not None:
        return ahead <= right
    allowed = np.ones(ahead.shape, bool)  # (T_q, T_k)
    if left is not None:
        allowed &= ahead >= -left
    if right is not None:
        allowed &= ahead <= right
    return allowed


def diagonal_start(T_q: int, T_k: int, alignment: str) -> int:
    """Return the key position at which query 0 stands; ValueError where the alignment is unknown."""
    if alignment not in ALIGNMENTS:
        raise ValueError(f'causal alignment must be "top-left" or "bottom-right"; got {alignment!r}')
    return T_k - T_q if alignment == "bottom-right" else 0


def _reach(name: str, reach: int | None) -> int | None:
    return None if reach is None or reach == -1 else whole_number(name, reach, 0)


def padding_mask(T_k: int, hidden: Iterable[int]) -> Mask:
    """Hide keys from every query.

    Parameters
    ----------
    T_k : int
        Number of keys.
    hidden : iterable of int
        Indices of the keys that are padding.

    Returns
    -------
    (1, T_k) bool array
        Broadcasts over the queries: a hidden key is a column, never a row.

    Raises
    ------
    ValueError
        If an index is not a key.
    """
    allowed = np.ones((1, whole_number("T_k", T_k, 0)), bool)  # (1, T_k)
    for index in hidden:
        if whole_number("hidden", index, 0) >= T_k:
            raise ValueError(f"hidden must hold key indices below T_k = {T_k}; got {index}")
        allowed[0, index] = False
    return allowed


def combine_masks(*masks: ArrayLike | None) -> Mask | None:
    """Allow what every mask allows.

    Parameters
    ----------
    *masks : bool array or None
        None allows everything. Shapes broadcast.

    Returns
    -------
    bool array or None
        None if all masks are None.

    Raises
    ------
    ValueError
        If a mask is not Boolean or two shapes do not broadcast.
    """
    combined: Mask | None = None
    for given in masks:
        if given is None:
            continue
        mask = as_mask(given)
        try:
            combined = mask if combined is None else combined & mask
        except ValueError:
            assert combined is not None
            raise ValueError(f"masks must broadcast together; got {combined.shape} and {mask.shape}") from None
    return combined


def as_mask(given: Any) -> Mask:
    """Return `given` as a Boolean array or raise ValueError."""
    mask = np.asarray(given)
    if mask.dtype != bool:
        raise ValueError(
            f"mask must be Boolean, True = may attend; got an array of type {mask.dtype} "
            f"(numbers to be added to the logits are a bias)"
        )
    return mask
