"""Plane geometry of the figures: convex hull, and a vector seen from a query."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Point = tuple[float, float]


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
    places = {(x, y): i for i, (x, y) in reversed(list(enumerate(points.tolist())))}  # of equal points the first
    order = sorted(places)
    if len(order) == 1:
        return (places[order[0]],)
    return tuple(places[point] for point in (*_half(order), *_half(order[::-1])))


def _half(points: Sequence[Point]) -> list[Point]:
    """Lower side of the hull of sorted points, its last corner left to the other side."""
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain[:-1]


def _turn(a: Point, b: Point, c: Point) -> float:
    """Twice the signed area of the triangle a, b, c: positive where it turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


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
