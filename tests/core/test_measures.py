"""Measures of rows, vectors and matrices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.core.measures import (
    angle_degrees,
    asymmetry,
    cosine,
    entropy_bits,
    entropy_share,
    jacobian_norm,
    leak,
    length,
)
from attnstudio.core.softmax import softmax, softmax_jacobian


def test_entropy_counts_equal_choices_in_bits():
    assert entropy_bits([[0.25] * 4, [1, 0, 0, 0], [0.5, 0.5, 0, 0], [0] * 4]).tolist() == [2, 0, 1, 0]


def test_the_share_is_of_the_allowed_keys():
    weights = [[0.5, 0.5, 0, 0], [0.25] * 4, [1, 0, 0, 0]]
    allowed = [[True, True, False, False], [True] * 4, [True, False, False, False]]
    assert entropy_share(weights, allowed).tolist() == [1, 1, 0]
    assert entropy_share(weights).tolist() == [0.5, 1, 0]
    assert entropy_share(np.zeros((2, 0))).tolist() == [0, 0]


@given(st.integers(0, 2**32 - 1), st.integers(1, 9), st.floats(0, 50))
def test_entropy_and_slope_stay_in_their_ranges(seed, n, size):
    weights = softmax(np.random.default_rng(seed).normal(0, size, (3, n)))
    assert ((entropy_share(weights) >= 0) & (entropy_share(weights) <= 1 + 1e-12)).all()
    norms = [np.linalg.norm(softmax_jacobian(row)) for row in weights]
    np.testing.assert_allclose(jacobian_norm(weights), norms, atol=1e-7)


def test_leak():
    weights = np.array([[0.7, 0.2, 0.1], [0.1, 0.1, 0.8]])
    np.testing.assert_allclose(leak(weights, [[True, False, True], [True, True, False]]), [0.2, 0.8])


def test_directions_and_lengths():
    query, key = [[1, 0]], [[2, 0], [0, 3], [-1, 0], [1, 1], [0, 0]]
    assert cosine(query, key)[0] == pytest.approx([1, 0, -1, 0.5**0.5, 0])
    assert angle_degrees(query, key)[0] == pytest.approx([0, 90, 180, 45, 90])
    assert length([[3, 4], [0, 0]]).tolist() == [5, 0]
    assert cosine([[1e-200, 0]], [[1e200, 1e200]])[0, 0] == pytest.approx(0.5**0.5)
    assert cosine([[0.1, 0.3]], [[0.1, 0.3]])[0, 0] <= 1


def test_asymmetry_is_0_for_one_projection_and_grows_with_two():
    x = np.random.default_rng(7).normal(size=(6, 4))
    assert asymmetry(x @ x.T) == 0
    W = np.eye(4)
    values = []
    for W[0, 1] in (1, 2):
        values.append(asymmetry(x @ W @ x.T))
    assert values == pytest.approx([0.332, 0.569], abs=5e-4)
    assert asymmetry([[0, 1], [-1, 0]]) == 2
    assert asymmetry(np.zeros((2, 3, 3))).tolist() == [0, 0]
    with pytest.raises(ValueError, match=r"scores must be square .* got shape \(2, 3\)"):
        asymmetry(np.ones((2, 3)))
