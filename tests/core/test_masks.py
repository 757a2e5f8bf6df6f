"""Masks: True = may attend."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.core.attention import scaled_dot_product_attention
from attnstudio.core.masks import causal_mask, combine_masks, padding_mask, sliding_window_mask

sizes = st.integers(0, 7)
reaches = st.none() | st.integers(-1, 8)
corners = st.sampled_from(["top-left", "bottom-right"])


@given(sizes, sizes, corners)
def test_a_causal_mask_shows_the_own_position_and_those_before(T_q, T_k, corner):
    start = T_k - T_q if corner == "bottom-right" else 0
    expected = [[j <= i + start for j in range(T_k)] for i in range(T_q)]
    np.testing.assert_array_equal(causal_mask(T_q, T_k, corner), np.array(expected, bool).reshape(T_q, T_k))


@given(sizes, sizes, reaches, reaches, corners)
def test_a_window_shows_what_is_within_reach(T_q, T_k, left, right, corner):
    start = T_k - T_q if corner == "bottom-right" else 0
    low = np.inf if left in (None, -1) else left
    high = np.inf if right in (None, -1) else right
    expected = [[-low <= j - (i + start) <= high for j in range(T_k)] for i in range(T_q)]
    got = sliding_window_mask(T_q, T_k, left, right, corner)
    np.testing.assert_array_equal(got, np.array(expected, bool).reshape(T_q, T_k))


@given(sizes, sizes, corners)
def test_the_causal_switch_is_the_causal_mask(T_q, T_k, corner):
    arrays = np.ones((T_q, 2)), np.ones((T_k, 2)), np.ones((T_k, 1))
    switched = scaled_dot_product_attention(*arrays, causal=corner).weights
    np.testing.assert_array_equal(
        switched, scaled_dot_product_attention(*arrays, mask=causal_mask(T_q, T_k, corner)).weights
    )


def test_a_causal_mask_is_square_by_default():
    assert causal_mask(2).tolist() == [[True, False], [True, True]]


def test_padding_hides_columns():
    assert padding_mask(4, {1, 3}).tolist() == [[True, False, True, False]]
    assert padding_mask(0, []).shape == (1, 0)


def test_combined_masks_allow_what_all_allow():
    assert combine_masks() is None
    assert combine_masks(None, None) is None
    got = combine_masks(causal_mask(3), None, padding_mask(3, [0]))
    assert got.tolist() == [[False, False, False], [False, True, False], [False, True, True]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: causal_mask(-1), r"T_q must be a whole number, at least 0; got -1"),
        (lambda: causal_mask(2, 2.5), r"T_k must be a whole number, at least 0; got 2.5"),
        (lambda: causal_mask(2, 2, "left"), r"causal alignment must be"),
        (lambda: sliding_window_mask(2, 2, -2), r"left must be a whole number, at least 0; got -2"),
        (lambda: padding_mask(3, [3]), r"hidden must hold key indices below T_k = 3; got 3"),
        (lambda: padding_mask(3, [-1]), r"hidden must be a whole number, at least 0; got -1"),
        (lambda: combine_masks([1, 0]), r"mask must be Boolean, True = may attend; got an array of type int64"),
        (lambda: combine_masks(causal_mask(3), causal_mask(2)), r"must broadcast together; got \(3, 3\) and \(2, 2\)"),
    ],
)
def test_what_cannot_be_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
