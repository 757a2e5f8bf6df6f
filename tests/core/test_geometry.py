"""Plane geometry: the hull holds every point, and vectors are seen at their true angle."""

import math

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from attnstudio.core.geometry import convex_hull, seen_from_query, stretched, turned_to

COORDINATES = st.integers(-4, 4).map(float)
COMPONENT = st.integers(-300, 300).map(lambda hundredths: hundredths / 100)
PAIRS = st.integers(2, 6).flatmap(lambda d_k: st.tuples(*[st.lists(COMPONENT, min_size=d_k, max_size=d_k)] * 2))
ANGLES = st.integers(0, 180).map(float) | st.floats(0, 180)
LENGTHS = st.floats(0.01, 100)
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


@given(PAIRS, ANGLES, LENGTHS)
@example(([1.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0]), 60.0, 1.5)
@example(([1.0, 1.0], [-2.0, -2.0]), 60.0, 1.5)
def test_what_was_turned_is_seen_at_this_angle_and_length(pair, angle, length):
    query, vector = map(np.array, pair)
    assume(query.any())
    turned = turned_to(query, vector, angle, length)
    _, (seen_length,), (seen_angle,), _ = seen_from_query(query, turned[None])
    assert seen_length == pytest.approx(length, rel=1e-12)
    assert seen_angle == pytest.approx(angle, abs=3e-6)  # an arc cosine near 1 keeps half of the digits


@given(PAIRS, st.floats(1, 179), LENGTHS)
def test_a_vector_is_turned_in_its_plane_with_the_query_and_on_its_side(pair, angle, length):
    query, vector = map(np.array, pair)
    assume(np.linalg.matrix_rank([query, vector], tol=1e-6) == 2)
    turned = turned_to(query, vector, angle, length)
    assert np.linalg.matrix_rank([query, vector, turned], tol=1e-6 * length) == 2
    across = vector - query * (vector @ query) / (query @ query)
    assert across @ turned > 0


@given(PAIRS)
def test_a_vector_turned_to_where_it_is_stays(pair):
    query, vector = map(np.array, pair)
    assume(query.any() and vector.any())
    _, (length,), (angle,), _ = seen_from_query(query, vector[None])
    assert turned_to(query, vector, angle, length) == pytest.approx(vector, abs=1e-6)


@given(PAIRS, st.floats(0, 179), st.floats(0, 1), LENGTHS, st.floats(0, 1))
def test_small_turns_and_stretches_move_the_tip_a_little(pair, angle, turn, length, stretch):
    query, vector = map(np.array, pair)
    assume(query.any())
    before, after = turned_to(query, vector, angle, length), turned_to(query, vector, angle + turn, length + stretch)
    assert np.linalg.norm(after - before) <= math.radians(turn) * length + stretch + 1e-9


@pytest.mark.parametrize("vector", [[1.0, 0.0, 1.0, 0.0], [-2.0, 0.0, -2.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
def test_a_vector_without_a_side_of_its_own_is_turned_to_the_axis_farthest_from_the_query(vector):
    assert turned_to(np.array([1.0, 0.0, 1.0, 0.0]), np.array(vector), 90, 2).tolist() == [0, 2, 0, 0]


def test_a_right_angle_makes_a_product_of_exactly_0_and_half_a_turn_the_opposite():
    query, vector = np.array([1.0, 0.0, 1.0, 0.0]), np.array([1.0, 1.0, 0.0, 0.0])
    assert query @ turned_to(query, vector, 90, 1.5) == pytest.approx(0, abs=1e-16)
    assert turned_to(np.array([0.0, 2.0]), np.array([1.0, 1.0]), 90, 3).tolist() == [3, 0]
    assert turned_to(np.array([0.0, 2.0]), np.array([1.0, 1.0]), 180, 3).tolist() == [0, -3]


def test_a_zero_query_gives_no_angle_and_the_vector_takes_only_its_length():
    assert turned_to(np.zeros(2), np.array([3.0, 4.0]), 120, 10).tolist() == [6, 8]
    assert turned_to(np.zeros(3), np.zeros(3), 120, 2).tolist() == [2, 0, 0]


@pytest.mark.parametrize("vector", [-3.0, 0.0, 3.0])
def test_of_one_component_only_the_sign_is_turned(vector):
    turned = [
        turned_to(np.array([q]), np.array([vector]), angle, 2)[0] for q in (0.5, -0.5) for angle in (0, 90, 91, 180)
    ]
    assert turned == [2, 2, -2, -2, -2, -2, 2, 2]
    assert turned_to(np.zeros(1), np.array([vector]), 180, 2)[0] == (-2 if vector < 0 else 2)


def test_a_query_is_stretched_along_itself_and_a_zero_one_along_the_first_axis():
    assert stretched(np.array([3, 4]), 10).tolist() == [6, 8]
    assert stretched(np.array([1e-200, 0.0]), 2).tolist() == [2, 0]
    assert stretched(np.zeros(3), 2).tolist() == [2, 0, 0]
    zero = stretched(np.array([-3.0, 4.0]), 0)
    assert not zero.any()
    assert not np.signbit(zero).any()


@pytest.mark.parametrize(
    ("query", "vector", "angle", "length", "said"),
    [
        ([1.0], [1.0, 2.0], 0, 1, r"vector: expected shape \(1,\), as the query has, got \(2,\)"),
        ([[1.0]], [1.0], 0, 1, r"query: expected one row of components, got shape \(1, 1\)"),
        ([], [], 0, 1, r"query: expected one row of components, got shape \(0,\)"),
        ([1.0, np.nan], [1.0, 2.0], 0, 1, "query: expected finite numbers"),
        ([1.0, 0.0], [1.0, np.inf], 0, 1, "vector: expected finite numbers"),
        ([1.0, 0.0], [1.0, 2.0], -1, 1, "angle_degrees: expected 0 to 180, got -1"),
        ([1.0, 0.0], [1.0, 2.0], 180.5, 1, "angle_degrees: expected 0 to 180"),
        ([1.0, 0.0], [1.0, 2.0], math.nan, 1, "angle_degrees: expected 0 to 180, got nan"),
        ([1.0, 0.0], [1.0, 2.0], 90, -0.1, "length: expected a finite number from 0 on, got -0.1"),
        ([1.0, 0.0], [1.0, 2.0], 90, math.inf, "length: expected a finite number from 0 on, got inf"),
        ([0.0, 0.0], [1.0, 2.0], 90, math.nan, "length: expected a finite number from 0 on, got nan"),
    ],
)
def test_what_cannot_be_turned_is_refused_in_words(query, vector, angle, length, said):
    with pytest.raises(ValueError, match=said):
        turned_to(np.array(query), np.array(vector), angle, length)
