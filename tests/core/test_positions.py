"""Sinusoidal codes and rotary turns."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.core.positions import rotary, sinusoidal

kinds = st.sampled_from(["adjacent", "halves"])
seeds = st.integers(0, 2**32 - 1)


def test_sines_and_cosines_alternate_with_falling_frequency():
    code = sinusoidal(3, 4)
    assert code[0].tolist() == [0, 1, 0, 1]
    np.testing.assert_allclose(code[2], [np.sin(2), np.cos(2), np.sin(0.02), np.cos(0.02)])
    np.testing.assert_allclose(sinusoidal(3, 5)[1, 4], np.sin(10_000 ** (-4 / 5)))
    assert sinusoidal(0, 4).shape == (0, 4)
    assert sinusoidal(4, 0).shape == (4, 0)


@given(st.integers(1, 20), st.integers(1, 8))
def test_the_product_of_two_codes_depends_on_their_distance(T, pairs):
    code = sinusoidal(T, 2 * pairs)
    products = code @ code.T
    for distance in range(T):
        assert np.ptp(np.diagonal(products, distance)) < 1e-9


@given(seeds, st.integers(0, 9), st.integers(0, 4), kinds)
def test_turning_back_undoes_turning_and_lengths_stay(seed, T, pairs, kind):
    x = np.random.default_rng(seed).normal(size=(2, T, 2 * pairs))
    turned = rotary(x, 100.0, pairs=kind)
    np.testing.assert_allclose(rotary(turned, 100.0, inverse=True, pairs=kind), x, atol=1e-13)
    np.testing.assert_allclose(np.linalg.norm(turned, axis=-1), np.linalg.norm(x, axis=-1), atol=1e-13)


@given(seeds, kinds)
def test_scores_of_turned_vectors_depend_on_the_distance_alone(seed, kind):
    rng = np.random.default_rng(seed)
    query, key = (rotary(np.tile(rng.normal(size=6), (8, 1)), 50.0, pairs=kind) for _ in range(2))
    scores = query @ key.T
    for distance in range(-7, 8):
        assert np.ptp(np.diagonal(scores, distance)) < 1e-12


def test_the_two_ways_of_pairing_differ_by_the_order_of_the_components():
    x = np.random.default_rng(0).normal(size=(5, 6))
    order = [0, 2, 4, 1, 3, 5]
    np.testing.assert_allclose(rotary(x[:, order], pairs="halves"), rotary(x, pairs="adjacent")[:, order])
    np.testing.assert_allclose(rotary([[1.0, 0]] * 2)[1], [np.cos(1), np.sin(1)])


def test_float32_stays():
    assert rotary(np.ones((2, 4), np.float32)).dtype == np.float32


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rotary(np.ones((2, 3))), r"x must have at least 2 axes and an even last one; got shape \(2, 3\)"),
        (lambda: rotary(np.ones(2)), r"x must have at least 2 axes"),
        (lambda: rotary(np.ones((2, 2)), 0), r"theta must be a number from 1e-30 to 1e\+30; got 0"),
        (lambda: rotary(np.ones((2, 2)), pairs="odd"), r'pairs must be "adjacent" or "halves"; got \'odd\''),
        (lambda: sinusoidal(-1, 4), r"T must be a whole number, at least 0; got -1"),
        (lambda: sinusoidal(1, 4.0), r"d_model must be a whole number"),
    ],
)
def test_what_cannot_be_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
