"""Plane geometry: the hull holds every point, and vectors are seen at their true angle."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.core.geometry import convex_hull, seen_from_query

COORDINATES = st.integers(-4, 4).map(float)
POINTS = st.lists(st.tuples(COORDINATES, COORDINATES), min_size=1, max_size=12).map(np.array)


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@given(POINTS)
def test_every_point_lies_left_of_every_side_and_corners_turn_left(points):
    hull = convex_hull(points)
    corners = points[list(hull)]
    assert len(set(map(tuple, corners))) == len(hull)
    if len(hull) > 2:
        sides = list(zip(corners, np.roll(corners, -1, axis=0), strict=True))
        assert all(turn(a, b, point) >= 0 for a, b in sides for point in points)
        assert all(turn(a, b, c) > 0 for (a, b), (_, c) in zip(sides, sides[1:] + sides[:1], strict=True))


def test_points_on_a_line_have_two_ends_and_equal_points_one():
    assert convex_hull(np.array([[2.0, 0.0], [0.0, 2.0], [1.0, 1.0]])) == (1, 0)
    assert convex_hull(np.array([[1.0, 1.0], [1.0, 1.0]])) == (0,)


def test_angles_lengths_and_shadows():
    length, lengths, angles, shadows = seen_from_query(
        np.array([3.0, 4.0]), np.array([[6, 8], [-4, 3], [-3, -4], [0, 0.0]])
    )
    assert length == 5
    assert lengths.tolist() == [10, 5, 5, 0]
    assert angles[:3].tolist() == pytest.approx([0, 90, 180])
    assert np.isnan(angles[3])
    assert shadows.tolist() == [10, 0, -5, 0]


def test_a_zero_query_has_no_direction():
    length, _, angles, shadows = seen_from_query(np.zeros(2), np.eye(2))
    assert length == 0
    assert np.isnan(angles).all()
    assert shadows.tolist() == [0, 0]
