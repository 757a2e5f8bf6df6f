"""What one key does to the output of a query."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.core.attention import scaled_dot_product_attention
from attnstudio.core.head_effects import key_effects


def by_hand(logits, value, j):
    """Return how far z moves if value j is set to 0, and if key j is forbidden, by attention done again."""

    def output(row, v):
        mask = np.isfinite(row)[None]
        return scaled_dot_product_attention([[1.0]], np.where(mask, row, 0).T, v, mask=mask, scale=1.0).output[0]

    z = output(logits, value)
    silent, forbidden = value.copy(), logits.copy()
    silent[j], forbidden[j] = 0.0, -np.inf
    return [float(np.linalg.norm(z - other)) for other in (output(logits, silent), output(forbidden, value))]


@given(st.integers(1, 6), st.integers(1, 4), st.integers(0, 999))
def test_effects_are_those_of_attention_done_again(T_k, d_v, seed):
    rng = np.random.default_rng(seed)
    logits, value = rng.normal(0, 3, T_k), rng.normal(0, 2, (T_k, d_v))
    logits[rng.random(T_k) < 0.2] = -np.inf
    found = key_effects(logits, value)
    for j in range(T_k):
        assert [found.zeroed[j], found.forbidden[j]] == pytest.approx(by_hand(logits, value, j), abs=1e-12)
    np.testing.assert_allclose(found.zeroed, found.shares, atol=1e-12)
    assert found.weights.sum() == pytest.approx(1.0 if np.isfinite(logits).any() else 0.0)


def test_a_masked_key_does_nothing():
    found = key_effects([0.0, -np.inf], [[1.0], [5.0]])
    assert [effect[1] for effect in (found.weights, found.shares, found.zeroed, found.forbidden)] == [0, 0, 0, 0]


def test_without_its_only_key_nothing_is_left():
    found = key_effects([2.0], [[3.0, 4.0]])
    assert found.forbidden.tolist() == [5.0]


def test_a_key_that_takes_all_the_weight_can_be_forbidden():
    """1 − α is 0 in floats there; the others share all the same."""
    found = key_effects([500.0, 0.0, 0.0], [[0.0], [2.0], [4.0]])
    assert found.weights[0] == 1.0
    assert found.forbidden[0] == pytest.approx(3.0)


def test_temperature_flattens_before_anything_is_forbidden():
    assert key_effects([2.0, 0.0], [[1.0], [0.0]], 2.0).weights == pytest.approx(
        key_effects([1.0, 0.0], [[1.0], [0.0]]).weights
    )
