"""Softmax, its logarithm and its Jacobian."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.core.measures import jacobian_norm
from attnstudio.core.softmax import log_softmax, softmax, softmax_jacobian

logits = st.lists(st.floats(-700, 700), min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("row", "weights", "largest_slope", "norm"),
    [([8, 4, 0], [0.982, 0.018, 0.000], 0.018, 0.035), ([1, 0.5, 0], [0.506, 0.307, 0.186], 0.250, 0.451)],
)
def test_the_textbook_row_raw_and_divided(row, weights, largest_slope, norm):
    got = softmax(row)
    assert got == pytest.approx(weights, abs=5e-4)
    assert got[0] * (1 - got[0]) == pytest.approx(largest_slope, abs=5e-4)
    assert np.linalg.norm(softmax_jacobian(got)) == pytest.approx(norm, abs=5e-4)
    assert jacobian_norm(got) == pytest.approx(norm, abs=5e-4)


def test_the_last_weight_of_the_textbook_row_is_not_0():
    assert softmax([8, 4, 0])[2] == pytest.approx(3.3e-4, abs=5e-6)


def test_minus_100_leaks_and_minus_infinity_does_not():
    assert softmax([0, 0, -100])[2] == pytest.approx(1.9e-44, rel=0.02)
    assert softmax([0, 0, -np.inf]).tolist() == [0.5, 0.5, 0]


def test_dividing_gains_more_slope_than_it_costs():
    raw, divided = (np.linalg.norm(softmax_jacobian(softmax(x))) for x in ([8, 4, 0], [1, 0.5, 0]))
    assert divided / raw == pytest.approx(12.7, abs=0.05)
    assert divided / 8 / raw == pytest.approx(1.6, abs=0.05)


def test_at_twice_the_spread_the_raw_row_is_frozen_and_the_divided_one_free():
    raw, divided = (softmax(x)[0] for x in ([32, 16, 0], [4, 2, 0]))
    assert raw * (1 - raw) == pytest.approx(1.1e-7, rel=0.05)
    assert divided * (1 - divided) / 8 == pytest.approx(0.014, abs=5e-4)


@given(logits)
def test_weights_are_a_distribution_in_the_order_of_the_logits(row):
    weights = softmax(row)
    assert weights.sum() == pytest.approx(1, abs=1e-12)
    assert (weights >= 0).all()
    assert (np.diff(weights[np.argsort(row)]) >= -1e-15).all()


@given(logits, st.floats(-1e3, 1e3))
def test_a_constant_changes_nothing(row, constant):
    np.testing.assert_allclose(softmax(np.add(row, constant)), softmax(row), rtol=1e-9, atol=1e-300)


@given(logits)
def test_the_logarithm_is_exact_where_the_weight_rounds_to_0(row):
    logs = log_softmax(row)
    np.testing.assert_allclose(np.diff(logs), np.diff(row), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(np.exp(logs), softmax(row), rtol=1e-9, atol=1e-300)


@given(logits)
def test_the_jacobian_is_that_of_finite_differences(row):
    jacobian = softmax_jacobian(softmax(row))
    step = 1e-5
    moved = np.array(row) + step * np.eye(len(row)), np.array(row) - step * np.eye(len(row))
    slopes = (softmax(moved[0]) - softmax(moved[1])) / (2 * step)
    np.testing.assert_allclose(jacobian, slopes.T, atol=1e-8)
    np.testing.assert_allclose(jacobian, jacobian.T)
    np.testing.assert_allclose(jacobian.sum(axis=-1), 0, atol=1e-14)


@given(st.integers(0, 2**32 - 1), st.integers(-3, 2))
def test_any_axis(seed, axis):
    x = np.random.default_rng(seed).normal(size=(2, 3, 4))
    e = np.exp(x)
    expected = e / e.sum(axis=axis, keepdims=True)
    np.testing.assert_allclose(softmax(x, axis=axis), expected, rtol=1e-12)
    np.testing.assert_allclose(log_softmax(x, axis=axis), np.log(expected), rtol=1e-12)
    rows = np.moveaxis(expected, axis, -1)
    np.testing.assert_allclose(softmax_jacobian(expected, axis=axis), softmax_jacobian(rows), rtol=1e-12)


def test_a_row_of_minus_infinity_is_zeros():
    x = np.array([[-np.inf, -np.inf], [0, -np.inf]])
    assert softmax(x).tolist() == [[0, 0], [1, 0]]
    assert log_softmax(x).tolist() == [[-np.inf, -np.inf], [0, -np.inf]]


@pytest.mark.parametrize("function", [softmax, log_softmax])
def test_extreme_and_empty_rows(function):
    assert np.exp(function([1e308, -1e308])).tolist() in ([1, 0], [np.e, 1])
    assert function(np.ones((2, 0))).shape == (2, 0)
    assert function(np.ones((0, 2))).shape == (0, 2)
    assert function(np.array([1, 2, 3], np.int8)).dtype == np.float64
    assert function(np.array([1, 2, 3], np.float16)).dtype == np.float32


@pytest.mark.parametrize("function", [softmax, log_softmax])
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_nan_and_infinity_are_refused(function, bad):
    with pytest.raises(ValueError, match=r"logits must be finite in float64; got .* in row \(1,\)"):
        function([[0, 1], [bad, 1]])


@pytest.mark.parametrize("function", [softmax, log_softmax, softmax_jacobian])
def test_an_axis_that_is_not_there_is_refused(function):
    with pytest.raises(ValueError, match=r"axis must be one of the 1 axes of .*; got axis 1 and .* \(3,\)"):
        function([0.0, 1, 2], axis=1)
    with pytest.raises(ValueError, match=r"axis must be one of the 0 axes"):
        function(1.0)
