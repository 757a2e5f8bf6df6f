"""Plane geometry of the figures: convex hull, and a vector seen from a query or turned to an angle with it."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Point = tuple[float, float]
ROUNDING = 1e-12  # of a unit vector: what is left across a line by a vector on it


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
    query_length = math.sqrt(query @ query)
    lengths = np.sqrt(np.add.reduce(keys * keys, axis=-1))  # (T_k,)
    dots = keys @ query  # (T_k,)
    shadows = dots / query_length if query_length > 0 else np.zeros_like(lengths)
    product = lengths * query_length
    cosines = dots / np.where(product > 0, product, np.nan)
    return query_length, lengths, np.degrees(np.arccos(np.maximum(np.minimum(cosines, 1.0), -1.0))), shadows


def turned_to(query: Array, vector: Array, angle_degrees: float, length: float) -> Array:
    """Turn a vector to an angle and length as seen from a query, in the plane of the two.

    Parameters
    ----------
    query, vector : ndarray
        (d_k,).
    angle_degrees : float
        0 (aligned) to 180 (opposed).
    length : float
        Euclidean, not below 0.

    Returns
    -------
    ndarray
        (d_k,), on the side of the query where `vector` lies. Where that has no side (on the line of the query, or zero)
        the side is that of the first axis that lies farthest from this line, so the same call gives the same vector. To
        a zero query there is no angle: the vector keeps its direction, or takes the first axis, and only its length
        changes. One component has no side either: to 90 degrees it takes the sign of the query, beyond the other.

    Raises
    ------
    ValueError
        If the shapes differ or are empty, a number is not finite, or angle or length are out of range.

    Notes
    -----
    At 0 and 180 degrees the plane is lost: a gesture turns the vector it began with.
    """
    query, vector = _checked(query=query, vector=vector)
    if query.shape != vector.shape:
        raise ValueError(f"vector: expected shape {query.shape}, as the query has, got {vector.shape}")
    if not 0 <= angle_degrees <= 180:
        raise ValueError(f"angle_degrees: expected 0 to 180, got {angle_degrees}")
    along = _direction(query)  # (d_k,)
    if along is None:
        return stretched(vector, length)
    if len(query) == 1:
        return stretched(along if angle_degrees <= 90 else -along, length)
    cosine, sine = _cosine_and_sine(angle_degrees)
    return stretched(cosine * along + sine * _side(along, vector), length)


def stretched(query: Array, length: float) -> Array:
    """Return a query with another length; a zero query gets it along the first axis.

    Raises
    ------
    ValueError
        If the query is not one row of finite numbers, or the length not a finite one from 0 on.
    """
    (query,) = _checked(query=query)
    if not 0 <= length < math.inf:
        raise ValueError(f"length: expected a finite number from 0 on, got {length}")
    direction = _direction(query)  # (d_k,)
    return length * (_axis(len(query), 0) if direction is None else direction) + 0.0  # turns −0 into 0


def _checked(**vectors: Array) -> tuple[Array, ...]:
    """Return vectors in float64, or say which has no components or no finite numbers."""
    for name, vector in vectors.items():
        if np.ndim(vector) != 1 or not np.size(vector):
            raise ValueError(f"{name}: expected one row of components, got shape {np.shape(vector)}")
        if not np.isfinite(vector).all():
            raise ValueError(f"{name}: expected finite numbers, got {vector}")
    return tuple(np.asarray(vector, dtype=np.float64) for vector in vectors.values())


def _direction(vector: Array) -> Array | None:
    """Return a vector over its length; None for a zero vector."""
    largest = np.abs(vector).max()
    if largest == 0:
        return None
    scaled = vector / largest  # first, or the squares of tiny and huge components would leave the range
    direction: Array = scaled / math.sqrt(scaled @ scaled)
    return direction


def _cosine_and_sine(degrees: float) -> tuple[float, float]:
    """Return both, without rounding where they are whole: a right angle makes a product of exactly 0."""
    whole = {90.0: (0.0, 1.0), 180.0: (-1.0, 0.0)}
    return whole.get(degrees) or (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))


def _axis(count: int, i: int) -> Array:
    """Return the unit vector of axis `i`."""
    axis = np.zeros(count)
    axis[i] = 1.0
    return axis


def _side(along: Array, vector: Array) -> Array:
    """Return the direction across `along` on the side of `vector`; a fixed one where that has none."""
    towards = _direction(vector)
    across = None if towards is None else _across(along, towards)
    if across is None or across @ across < ROUNDING**2:
        across = _across(along, _axis(len(along), int(np.abs(along).argmin())))
    across = across / math.sqrt(across @ across)
    across = _across(along, across)  # once more: of a narrow angle the first leaves rounding errors along the query
    side: Array = across / math.sqrt(across @ across)
    return side


def _across(along: Array, vector: Array) -> Array:
    """Return the part of a vector at a right angle to the direction `along`."""
    part: Array = vector - (vector @ along) * along
    return part
