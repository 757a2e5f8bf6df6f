"""Plane geometry of the figures: convex hull, and a vector seen from a query."""

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def convex_hull(points: Array) -> tuple[int, ...]:
    """Corners of the convex hull of points in the plane.

    Parameters
    ----------
    points : ndarray
        (n, 2).

    Returns
    -------
    tuple of int
        Indices of the corners, counter-clockwise; two for points on a line, one where all coincide.

    References
    ----------
    Andrew 1979, Another efficient algorithm for convex hulls in two dimensions (monotone chain).
    """
    order = np.lexsort((points[:, 1], points[:, 0]))

    def half(indices: Array) -> list[int]:
        chain: list[int] = []
        for i in indices.tolist():
            while len(chain) > 1 and _turn(points[chain[-2]], points[chain[-1]], points[i]) <= 0:
                chain.pop()
            chain.append(i)
        return chain[:-1]

    distinct = order[np.concatenate(([True], np.any(np.diff(points[order], axis=0) != 0, axis=1)))]
    if len(distinct) == 1:
        return (int(distinct[0]),)
    return tuple(half(distinct) + half(distinct[::-1]))


def _turn(a: Array, b: Array, c: Array) -> float:
    """Twice the signed area of the triangle a, b, c: positive where it turns left."""
    return float((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))


def seen_from_query(query: Array, keys: Array) -> tuple[float, Array, Array, Array]:
    """Length and angle of each key as seen along a query.

    Parameters
    ----------
    query : ndarray
        (d_k,).
    keys : ndarray
        (T_k, d_k).

    Returns
    -------
    query_length : float
    lengths : ndarray
        (T_k,) Euclidean.
    angles : ndarray
        (T_k,) in degrees from 0 (aligned) to 180 (opposed); NaN where a vector is zero and has no direction.
    shadows : ndarray
        (T_k,) signed length of each key along the query, q·k / ‖q‖; 0 for a zero query.
    """
    query_length = float(np.linalg.norm(query))
    lengths = np.linalg.norm(keys, axis=-1)  # (T_k,)
    dots = keys @ query  # (T_k,)
    shadows = dots / query_length if query_length > 0 else np.zeros_like(lengths)
    product = lengths * query_length
    cosines = np.divide(dots, product, out=np.full_like(lengths, np.nan), where=product > 0)
    return query_length, lengths, np.degrees(np.arccos(np.clip(cosines, -1.0, 1.0))), shadows
