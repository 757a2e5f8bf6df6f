"""Positions for tokens: sinusoidal codes to add, rotary turns of query and key."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnstudio.core.arrays import Floats, as_floats, positive_number, whole_number


def sinusoidal(T: int, d_model: int, base: float = 10_000.0) -> Floats:
    """Return a code for each position: sines and cosines of falling frequency.

    Parameters
    ----------
    T : int
        Number of positions.
    d_model : int
        Width; even columns are sines, odd columns the cosines of the same angle.
    base : float
        The longest wave is 2 pi base.

    Returns
    -------
    (T, d_model) float array
        In [-1, 1]; row 0 is 0, 1, 0, 1, ...

    Raises
    ------
    ValueError
        If a size is negative or the base not positive.

    References
    ----------
    Vaswani et al. 2017, "Attention Is All You Need", section 3.5.
    """
    T, d_model = whole_number("T", T, 0), whole_number("d_model", d_model, 0)
    even = np.arange(0, d_model, 2)  # (d_model / 2,)
    angles = _angles(T, even, d_model, positive_number("base", base))  # (T, d_model / 2)
    code = np.empty((T, d_model))  # (T, d_model)
    code[:, 0::2] = np.sin(angles)
    code[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return code


def rotary(x: ArrayLike, theta: float = 10_000.0, inverse: bool = False, pairs: str = "adjacent") -> Floats:
    """Turn each pair of components by an angle that grows with the position.

    Parameters
    ----------
    x : (..., T, d) array, d even
        Queries or keys; row t is turned t times.
    theta : float
        Base of the frequencies theta^(-2i/d).
    inverse : bool
        Turn back.
    pairs : "adjacent" or "halves"
        Components (0, 1), (2, 3), ... make the pairs, or (0, d/2), (1, d/2 + 1), ...

    Returns
    -------
    (..., T, d) float array
        Lengths are kept; the product of a turned query and a turned key depends on the distance of their positions.

    Raises
    ------
    ValueError
        If d is odd or an argument is out of range.

    References
    ----------
    Su et al. 2021, "RoFormer", section 3.2.2, equation 15.
    """
    (array,) = as_floats(x=x)
    if array.ndim < 2 or array.shape[-1] % 2:
        raise ValueError(f"x must have at least 2 axes and an even last one; got shape {array.shape}")
    if pairs not in ("adjacent", "halves"):
        raise ValueError(f'pairs must be "adjacent" or "halves"; got {pairs!r}')
    T, d = array.shape[-2:]
    first, second = (np.s_[0::2], np.s_[1::2]) if pairs == "adjacent" else (np.s_[: d // 2], np.s_[d // 2 :])
    angles = _angles(T, np.arange(0, d, 2), d, positive_number("theta", theta))  # (T, d / 2)
    cos, sin = np.cos(angles), np.sin(-angles if inverse else angles)  # (T, d / 2)
    turned = np.empty_like(array)  # (..., T, d)
    turned[..., first] = array[..., first] * cos - array[..., second] * sin
    turned[..., second] = array[..., first] * sin + array[..., second] * cos
    return turned


def _angles(T: int, even: NDArray[Any], width: int, base: float) -> Floats:
    """Return position times frequency, (T, pairs), for the even components."""
    return np.arange(T)[:, None] * base ** (-even / max(1, width))
