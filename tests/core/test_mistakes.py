"""The wrong variants are wrong in the known way, and right where the mistake has no hold."""

import numpy as np
import pytest
from samples import SENTENCE, WORKED

from attnstudio.core import mistakes
from attnstudio.core.attention import AttentionStages, scaled_dot_product_attention
from attnstudio.core.masks import causal_mask
from attnstudio.core.measures import leak


def test_zero_before_softmax_leaks_into_the_future():
    wrong = mistakes.mask_zero_before_softmax(**SENTENCE, causal="top-left")
    leaks = leak(wrong.weights, causal_mask(6))
    assert leaks == pytest.approx([0.892, 0.622, 0.238, 0.332, 0.163, 0], abs=5e-4)
    np.testing.assert_allclose(wrong.weights.sum(axis=-1), 1)
    assert not wrong.masked_logits[~causal_mask(6)].any()
    right = scaled_dot_product_attention(**SENTENCE, causal="top-left")
    assert not leak(right.weights, causal_mask(6)).any()


def test_zero_after_softmax_breaks_the_row_sums():
    wrong = mistakes.mask_after_softmax(**SENTENCE, causal="top-left")
    assert wrong.weights.sum(axis=-1)[:3] == pytest.approx([0.077, 0.421, 0.792], abs=5e-4)
    assert not leak(wrong.weights, causal_mask(6)).any()
    unmasked = scaled_dot_product_attention(**SENTENCE).weights
    np.testing.assert_array_equal(wrong.weights, unmasked * causal_mask(6))


def test_blocking_by_bias_is_mistaken_alike():
    bias = np.where(causal_mask(6), 0, -np.inf)
    for mistake in (mistakes.mask_zero_before_softmax, mistakes.mask_after_softmax):
        by_bias, by_switch = mistake(**SENTENCE, bias=bias), mistake(**SENTENCE, causal="top-left")
        np.testing.assert_array_equal(by_bias.weights, by_switch.weights)


def test_softmax_over_queries_sums_to_1_down_the_columns():
    wrong = mistakes.softmax_over_queries(**SENTENCE, temperature=0.5)
    np.testing.assert_allclose(wrong.weights.sum(axis=0), 1)
    assert not np.allclose(wrong.weights.sum(axis=1), 1)
    assert mistakes.softmax_over_queries(**WORKED).weights.tolist() == [[1, 1, 1]]


def test_the_wrong_divisors():
    assert mistakes.no_scale(**WORKED).weights[0] == pytest.approx([0.665, 0.090, 0.245], abs=5e-4)
    wrong = mistakes.scaled_by_d_model(**WORKED, n_heads=4)
    assert wrong.scale == 0.25
    assert wrong.weights[0] == pytest.approx([0.419, 0.254, 0.326], abs=5e-4)


def test_a_transposed_causal_mask_hides_the_past():
    wrong = mistakes.transposed_mask(**SENTENCE, mask=causal_mask(6))
    assert not np.tril(wrong.weights, -1).any()
    assert (np.triu(wrong.weights)[np.triu_indices(6)] > 0).all()


def test_padding_on_queries_leaves_the_padding_in_sight():
    wrong = mistakes.padding_on_queries(**SENTENCE, hidden=[4, 5], causal="top-left")
    assert wrong.fully_masked.tolist() == [False] * 4 + [True] * 2
    unmasked = mistakes.padding_on_queries(**SENTENCE, hidden=[4, 5])
    assert (unmasked.weights[:4, 4:] > 0).all()


def test_dropout_left_on_answers_differently_each_time_and_right_on_average():
    right = scaled_dot_product_attention(**SENTENCE)
    first, again, other = (mistakes.dropout_left_on(**SENTENCE, rate=0.5, seed=seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first.weights, again.weights)
    assert (first.weights != other.weights).any()
    np.testing.assert_allclose(first.weights[first.weights > 0], 2 * right.weights[first.weights > 0])
    mean = np.mean([mistakes.dropout_left_on(**SENTENCE, rate=0.5, seed=i).weights for i in range(400)], axis=0)
    np.testing.assert_allclose(mean, right.weights, atol=0.1)
    with pytest.raises(ValueError, match=r"rate must be from 0 to below 1; got 1"):
        mistakes.dropout_left_on(**WORKED, rate=1, seed=0)


def test_averaged_heads_need_heads():
    with pytest.raises(ValueError, match=r"query must have a head axis"):
        mistakes.averaged_heads(**WORKED)


@pytest.mark.parametrize(
    "mistake",
    [
        mistakes.mask_zero_before_softmax,
        mistakes.mask_after_softmax,
        mistakes.no_scale,
        lambda *args: mistakes.dropout_left_on(*args, rate=0, seed=0),
        lambda *args: mistakes.scaled_by_d_model(*args, n_heads=1),
        lambda *args: mistakes.transposed_mask(*args, mask=np.eye(3, dtype=bool) | True),
        lambda *args: mistakes.padding_on_queries(*args, hidden=[]),
        mistakes.averaged_heads,
    ],
)
def test_where_a_mistake_has_no_hold_it_changes_nothing(mistake):
    x = np.random.default_rng(0).normal(size=(1, 3, 1))  # one head, d_k = 1, no mask
    wrong, right = mistake(x, x, x), scaled_dot_product_attention(x, x, x)
    assert isinstance(wrong, AttentionStages)
    np.testing.assert_allclose(wrong.output, right.output, rtol=1e-14)
    np.testing.assert_allclose(wrong.weights @ wrong.value, wrong.output, rtol=1e-14)
    assert not any(x.flags.writeable for x in (wrong.masked_logits, wrong.exp, wrong.weights, wrong.output))
