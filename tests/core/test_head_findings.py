"""Single numbers that say where a head mostly looks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnstudio.core.attention import attention_weights, scaled_dot_product_attention
from attnstudio.core.head_findings import (
    at_offset,
    distances,
    known_mean,
    mean_entropy_share,
    mean_weight_by_distance,
    mean_weight_on,
    same_token_before,
    targets,
)
from attnstudio.core.masks import causal_mask

WEIGHTS = np.array([
    [0.7, 0.2, 0.1],
    [0.5, 0.3, 0.2],
    [0.1, 0.6, 0.3],
])  # fmt: skip


def test_the_mean_weight_on_the_token_before_is_that_of_the_rows_that_have_one():
    assert mean_weight_on(WEIGHTS, targets(at_offset(3, 3, -1))) == pytest.approx((0.5 + 0.6) / 2)


def test_a_row_that_could_look_nowhere_else_does_not_count():
    """Under a causal mask row 1 has only itself and the token before, so its weight there says nothing."""
    assert mean_weight_on(WEIGHTS, targets(at_offset(3, 3, -1), causal_mask(3))) == pytest.approx(0.6)


def test_a_row_with_only_itself_to_look_at_does_not_count():
    assert mean_weight_on(WEIGHTS, targets(at_offset(3, 3, 0), causal_mask(3))) == pytest.approx((0.3 + 0.3) / 2)


def test_weights_on_several_wanted_keys_of_a_row_are_added():
    weights = np.array([[0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1]])
    wanted = np.array([[False, True, True, False], [True, False, False, False]])
    assert mean_weight_on(weights, targets(wanted)) == pytest.approx(((0.2 + 0.3) + 0.4) / 2)


def test_where_no_row_counts_there_is_no_value():
    assert np.isnan(mean_weight_on(WEIGHTS, targets(np.zeros((3, 3), bool))))


def test_a_row_with_an_unknown_weight_does_not_count():
    weights = WEIGHTS.copy()
    weights[1, 0] = np.nan
    assert mean_weight_on(weights, targets(at_offset(3, 3, -1))) == pytest.approx(0.6)


def test_with_fewer_queries_than_keys_the_first_may_stand_further_on():
    """Two queries at positions 1 and 2 of three keys: the token before is key 0, then key 1."""
    assert mean_weight_on(WEIGHTS[1:], targets(at_offset(2, 3, 1 - 1), None, 1)) == pytest.approx((0.5 + 0.6) / 2)


@given(st.integers(1, 4), st.integers(1, 7), st.integers(1, 7), st.integers(0, 99))
def test_many_heads_at_once_are_measured_as_one_by_one(n_heads, T_q, T_k, seed):
    rng = np.random.default_rng(seed)
    weights, wanted, allowed = (
        rng.random((n_heads, T_q, T_k)),
        rng.random((T_q, T_k)) < 0.4,
        rng.random((T_q, T_k)) < 0.8,
    )
    where = targets(wanted, allowed)
    found = mean_weight_on(weights, where)
    assert found.shape == (n_heads,)
    for head in range(n_heads):
        rows = []
        for i in range(T_q):
            others = [j for j in range(T_k) if allowed[i, j] and not wanted[i, j] and j != i]
            if wanted[i].any() and others:
                rows.append(sum(weights[head, i, j] for j in range(T_k) if wanted[i, j]))
        assert found[head] == pytest.approx(np.mean(rows) if rows else np.nan, nan_ok=True)


def test_the_same_token_is_looked_for_before_and_never_after():
    cells = same_token_before(["the", "cat", "the", "the"])
    assert np.argwhere(cells).tolist() == [[2, 0], [3, 0], [3, 2]]


def test_tokens_of_any_text_are_compared_whole():
    assert np.argwhere(same_token_before(["a", "a ", "", ""])).tolist() == [[3, 2]]


def test_the_mean_weight_of_each_distance_is_that_of_its_diagonal():
    where = distances(np.ones((3, 3), bool), 2)
    assert where.values == (-2, -1, 0, 1, 2)
    found = mean_weight_by_distance(WEIGHTS, where)
    assert found == pytest.approx([0.1, (0.5 + 0.6) / 2, (0.7 + 0.3 + 0.3) / 3, (0.2 + 0.2) / 2, 0.1])


def test_distances_leave_out_what_does_not_count_and_what_is_unknown():
    counted = np.ones((3, 3), bool)
    counted[:, 0] = False
    weights = WEIGHTS.copy()
    weights[1, 1] = np.nan
    where = distances(counted, 1)
    assert where.values == (-1, 0, 1)
    assert mean_weight_by_distance(weights, where) == pytest.approx([0.6, 0.3, 0.2])


def test_without_a_choice_there_is_no_distance():
    assert distances(np.ones((1, 1), bool), 3).values == ()
    assert mean_weight_by_distance(np.ones((1, 1)), distances(np.ones((1, 1), bool), 3)).size == 0


def test_entropy_counts_the_rows_that_have_a_choice():
    weights = np.array([[1.0, 0.0], [0.5, 0.5]])
    assert mean_entropy_share(weights) == pytest.approx(0.5)
    assert mean_entropy_share(weights, causal_mask(2)) == pytest.approx(1.0)
    assert np.isnan(mean_entropy_share(np.ones((2, 1))))
    assert np.isnan(mean_entropy_share(np.ones((1, 1)), causal_mask(1)))


def test_entropy_of_a_row_with_an_unknown_weight_does_not_count():
    assert mean_entropy_share(np.array([[np.nan, 0.0], [0.5, 0.5]])) == pytest.approx(1.0)


@given(hnp.arrays(np.float64, (3, 4), elements=st.floats(0, 1) | st.just(np.nan)))
def test_the_mean_of_the_known_leaves_out_what_is_unknown(values):
    for row, mean in zip(values, known_mean(values), strict=True):
        known = row[~np.isnan(row)]
        assert mean == pytest.approx(known.mean() if known.size else np.nan, nan_ok=True)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("key_heads", [1, 2, 4])
def test_the_weights_alone_are_those_of_all_stages(dtype, key_heads):
    rng = np.random.default_rng(3)
    q, k = (rng.standard_normal((heads, 5, 8)).astype(dtype) for heads in (4, key_heads))
    how = {"mask": rng.random((5, 5)) < 0.7, "causal": "top-left", "scale": 0.3, "temperature": 1.7}
    np.testing.assert_array_equal(attention_weights(q, k, **how), scaled_dot_product_attention(q, k, k, **how).weights)


def test_the_weights_alone_refuse_what_the_stages_refuse():
    with pytest.raises(ValueError, match="d_k = 3"):
        attention_weights(np.ones((2, 3)), np.ones((2, 4)))
