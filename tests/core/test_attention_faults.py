"""Faults that really bit users of other programs, as small cases; the names carry the cases' numbers."""

import math

import numpy as np
import pytest

from attnstudio.core.attention import attention_output, scaled_dot_product_attention
from attnstudio.core.heads import merge_heads, multi_head_attention, split_heads
from attnstudio.core.masks import causal_mask, combine_masks, padding_mask
from attnstudio.core.mistakes import (
    averaged_heads,
    mask_after_softmax,
    mask_zero_before_softmax,
    padding_on_queries,
    scaled_by_d_model,
    softmax_over_queries,
    split_heads_without_transpose,
)
from attnstudio.core.softmax import softmax

PLACES = {"abs": 1e-4, "rel": 0}


def rows(T_q, T_k=None, dtype=float, **options):
    """Return the weights for Q = K = 0, where allowed keys share the weight equally."""
    T_k = T_q if T_k is None else T_k
    stages = scaled_dot_product_attention(
        np.zeros((T_q, 2), dtype), np.zeros((T_k, 2), dtype), np.eye(T_k, dtype=dtype), **options
    )
    np.testing.assert_allclose(stages.output, stages.weights, atol=1e-7)
    np.testing.assert_allclose(
        attention_output(stages.query, stages.key, stages.value, **options), stages.output, atol=1e-7
    )
    return stages.weights


def row(logits, **options):
    """Return the stages of one query whose logits are given."""
    keys = np.array(logits, float)[:, None]
    return scaled_dot_product_attention(np.ones((1, 1), keys.dtype), keys, np.eye(len(keys)), scale=1, **options)


def test_A01_a_fully_masked_row_is_zeros_and_flagged():
    mask = np.ones((4, 4), bool)
    mask[2] = False
    stages = scaled_dot_product_attention(np.eye(4), np.eye(4), np.eye(4), mask=mask)
    assert stages.weights[2].tolist() == stages.output[2].tolist() == [0, 0, 0, 0]
    assert stages.fully_masked.tolist() == [False, False, True, False]
    np.testing.assert_allclose(stages.weights.sum(axis=-1), [1, 1, 0, 1])
    assert not np.isnan(stages.output).any()
    assert attention_output(np.eye(4), np.eye(4), np.eye(4), mask=mask)[2].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("how", ["mask", "bias"])
def test_A02_left_padding_and_causal_combine(dtype, how):
    hidden = padding_mask(5, [0, 1, 2])
    option = {"mask": hidden} if how == "mask" else {"bias": np.where(hidden, 0, -np.inf).astype(dtype)}
    weights = rows(5, dtype=dtype, causal="top-left", **option)
    np.testing.assert_array_equal(weights, [[0] * 5, [0] * 5, [0] * 5, [0, 0, 0, 1, 0], [0, 0, 0, 0.5, 0.5]])


def test_A04_true_means_may_attend():
    np.testing.assert_array_equal(rows(2, mask=[[True, False], [True, True]]), [[1, 0], [0.5, 0.5]])


def test_A05_a_mask_of_zeros_and_ones_is_never_read_silently():
    given = np.array([[0.0, 1], [0, 1]])
    with pytest.raises(ValueError, match=r"mask must be Boolean, True = may attend; got an array of type float64"):
        rows(2, mask=given)
    with pytest.raises(ValueError, match=r"mask must be Boolean"):
        rows(2, mask=given.astype(int))
    assert rows(2, bias=given) == pytest.approx(np.array([[0.2689, 0.7311]] * 2), **PLACES)
    assert rows(2, mask=given.astype(bool)).tolist() == [[0, 1], [0, 1]]


def test_A06_an_additive_padding_vector_blocks():
    assert rows(3, bias=[0, 0, -np.inf]).tolist() == [[0.5, 0.5, 0]] * 3


def test_A07_the_corner_of_the_causal_mask_is_named():
    np.testing.assert_array_equal(rows(2, 5, causal="top-left"), [[1, 0, 0, 0, 0], [0.5, 0.5, 0, 0, 0]])
    np.testing.assert_allclose(rows(2, 5, causal="bottom-right"), [[0.25] * 4 + [0], [0.2] * 5])


def test_A09_causal_and_custom_mask_always_combine():
    custom = np.ones((4, 4), bool)
    custom[3, 0] = False
    expected = [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [1 / 3, 1 / 3, 1 / 3, 0], [0, 1 / 3, 1 / 3, 1 / 3]]
    np.testing.assert_allclose(rows(4, causal="top-left", mask=custom), expected)
    np.testing.assert_allclose(rows(4, causal="top-left", mask=custom, bias=np.zeros((4, 4))), expected)
    np.testing.assert_allclose(rows(4, mask=combine_masks(causal_mask(4), custom)), expected)


def test_A10_a_custom_mask_need_not_be_square():
    mask = [[False, False, True, True], [True, True, True, False]]
    np.testing.assert_allclose(rows(2, 4, mask=mask), [[0, 0, 0.5, 0.5], [1 / 3, 1 / 3, 1 / 3, 0]])


def test_A11_padding_hides_columns_not_rows():
    assert rows(3, mask=padding_mask(3, [2])).tolist() == [[0.5, 0.5, 0]] * 3
    wrong = padding_on_queries(np.zeros((3, 1)), np.zeros((3, 1)), np.zeros((3, 1)), hidden=[2])
    np.testing.assert_allclose(wrong.weights, [[1 / 3] * 3, [1 / 3] * 3, [0] * 3])
    assert wrong.fully_masked.tolist() == [False, False, True]


def test_A13_a_hidden_key_gets_no_weight():
    hide = {"mask": [True, True, False]}
    right = row([1, 0, -1], **hide)
    assert right.weights[0] == pytest.approx([0.7311, 0.2689, 0], **PLACES)
    assert right.weights[0, 2] == 0
    wrong = mask_zero_before_softmax(right.query, right.key, right.value, scale=1, **hide)
    assert wrong.weights[0] == pytest.approx([0.5761, 0.2119, 0.2119], **PLACES)


def test_A14_rows_sum_to_1():
    hide = {"mask": [True, True, False]}
    right = row([1, 0, -1], **hide)
    assert right.weights.sum() == pytest.approx(1, abs=1e-12)
    wrong = mask_after_softmax(right.query, right.key, right.value, scale=1, **hide)
    assert wrong.weights.sum() == pytest.approx(0.91, abs=0.005)


@pytest.mark.parametrize(("logits", "weights"), [([1000, 999, 0], [0.7311, 0.2689, 0]), ([90, 2, -2], [1, 0, 0])])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_A15_large_logits_do_not_overflow(dtype, logits, weights):
    keys = np.array(logits, dtype)[:, None]
    stages = scaled_dot_product_attention(np.ones((1, 1), dtype), keys, np.eye(3, dtype=dtype), scale=1)
    assert stages.weights[0] == pytest.approx(weights, **PLACES)
    assert attention_output(stages.query, keys, stages.value, scale=1)[0] == pytest.approx(weights, **PLACES)
    assert softmax(np.array(logits, dtype)) == pytest.approx(weights, **PLACES)


def test_A15_the_greatest_query_of_the_state_does_not_overflow():
    x = np.full((3, 1024), 1e6, np.float32)
    assert np.isfinite(scaled_dot_product_attention(x, x, x).output).all()
    assert np.isfinite(attention_output(x, x, x)).all()


def test_A16_an_infinity_is_refused_with_its_array_and_cell():
    query = np.ones((2, 3))
    query[1, 2] = np.inf
    with pytest.raises(ValueError, match=r"^query must be finite.*got inf in row, column \(1, 2\) of query \(2, 3\)"):
        scaled_dot_product_attention(query, np.ones((2, 3)), np.ones((2, 3)))
    with pytest.raises(ValueError, match=r"^logits must be finite"):
        softmax([np.inf, 0.0])


def test_A18_float16_masks_hold_no_nan():
    weights = rows(4, dtype=np.float16, causal="top-left")
    assert weights[0].tolist() == [1, 0, 0, 0]
    assert weights[3].tolist() == [0.25] * 4
    masked = scaled_dot_product_attention(*[np.zeros((4, 1), np.float16)] * 3, causal="top-left").masked_logits
    assert not np.isnan(masked).any()
    with np.errstate(over="ignore"):
        assert rows(4, dtype=np.float16, bias=np.where(causal_mask(4), 0, np.float16(-1e9)))[0].tolist() == [1, 0, 0, 0]


def test_A19_the_scale_is_that_of_one_head():
    x = np.zeros((2, 64))
    x[0, :16] = 1
    weights = {f"W_{letter}": np.eye(64) for letter in "qkvo"}
    head = multi_head_attention(x[:1], x, x, n_heads=4, **weights).heads
    assert head.scale == 1 / math.sqrt(16)
    assert head.scores[0, 0].tolist() == [16, 0]
    assert head.logits[0, 0].tolist() == [4, 0]
    assert head.weights[0, 0] == pytest.approx([0.9820, 0.0180], **PLACES)
    wrong = scaled_by_d_model(head.query, head.key, head.value, n_heads=4)
    assert wrong.logits[0, 0].tolist() == [2, 0]
    assert wrong.weights[0, 0] == pytest.approx([0.8808, 0.1192], **PLACES)


def test_A20_scaling_on_off_and_on_again_gives_the_same_bits():
    query, key, value = np.ones((1, 16)), np.stack([np.ones(16), np.zeros(16)]), np.eye(2)
    on, off, again = (scaled_dot_product_attention(query, key, value, scale=scale) for scale in (None, 1, None))
    assert [x.logits[0, 0] for x in (on, off, again)] == [4, 16, 4]
    assert off.weights[0, 0] > 0.999999
    assert on.weights.tobytes() == again.weights.tobytes()
    for scale, logit in ((None, 4), (1, 16)):
        whole = {f"W_{letter}": np.eye(16) for letter in "qk"} | {"W_v": np.eye(2), "W_o": np.eye(2)}
        stages = multi_head_attention(query, key, value, n_heads=1, scale=scale, **whole)
        assert stages.heads.logits[0, 0, 0] == logit


def test_A21_softmax_runs_along_the_keys():
    query, key = np.eye(2), np.array([[0.0, 2], [1, 1], [2, 0]])
    right = scaled_dot_product_attention(query, key, np.eye(3), scale=1)
    assert right.logits.tolist() == [[0, 1, 2], [2, 1, 0]]
    expected = np.array([0.0900, 0.2447, 0.6652])
    assert right.weights == pytest.approx(np.stack([expected, expected[::-1]]), **PLACES)
    wrong = softmax_over_queries(query, key, np.eye(3), scale=1)
    assert wrong.weights[:, 0] == pytest.approx([0.1192, 0.8808], **PLACES)


def test_A22_heads_are_split_with_a_transpose():
    x = np.array([[1, 2, 3, 4], [5, 6, 7, 8]])
    split = split_heads(x, 2)
    assert split.tolist() == [[[1, 2], [5, 6]], [[3, 4], [7, 8]]]
    np.testing.assert_array_equal(merge_heads(split), x)
    assert split_heads_without_transpose(x, 2).tolist() == [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
    weights = {f"W_{letter}": np.eye(4) for letter in "qkvo"}
    np.testing.assert_array_equal(multi_head_attention(x, x, x, n_heads=2, **weights).heads.query, split)


def test_A23_neighbouring_query_heads_share_a_key_head():
    rng = np.random.default_rng(23)
    query, key, value = rng.normal(size=(4, 3, 2)), rng.normal(size=(2, 5, 2)), rng.normal(size=(2, 5, 2))
    output = scaled_dot_product_attention(query, key, value).output
    for head in range(4):
        alone = scaled_dot_product_attention(query[head], key[head // 2], value[head // 2])
        np.testing.assert_allclose(output[head], alone.output, rtol=1e-13)


def test_A24_query_heads_must_be_a_multiple_of_key_heads():
    with pytest.raises(ValueError, match=r"key must have a number of heads that divides the 6 query heads; got 4"):
        scaled_dot_product_attention(np.ones((6, 2, 2)), np.ones((4, 2, 2)), np.ones((4, 2, 2)))
    matrices = {"W_q": np.ones((3, 12)), "W_k": np.ones((3, 8)), "W_v": np.ones((3, 8)), "W_o": np.ones((12, 3))}
    with pytest.raises(ValueError, match=r"W_k must .* n_heads = 6; got 8 columns, 4 heads"):
        multi_head_attention(*[np.ones((2, 3))] * 3, **matrices, n_heads=6)


def test_A25_heads_must_divide_the_width():
    with pytest.raises(ValueError, match=r"n_heads must divide the last axis of x, 8; got 3"):
        split_heads(np.ones((2, 8)), 3)


@pytest.mark.parametrize("n_heads", [0, -1, 2.0, True])
def test_A26_heads_must_be_a_whole_number_from_1(n_heads):
    with pytest.raises(ValueError, match=r"n_heads must be a whole number, at least 1; got"):
        split_heads(np.ones((2, 8)), n_heads)
    with pytest.raises(ValueError, match=r"n_heads must be a whole number, at least 1; got"):
        multi_head_attention(*[np.ones((2, 8))] * 3, **{f"W_{x}": np.eye(8) for x in "qkvo"}, n_heads=n_heads)


def test_A26_a_head_needs_components():
    nothing = {f"W_{x}": np.ones((8, 0)) for x in "qkv"} | {"W_o": np.ones((0, 8))}
    with pytest.raises(ValueError, match=r"n_heads must divide the columns of W_q, at least 1 each; got 2 and 0"):
        multi_head_attention(*[np.ones((2, 8))] * 3, **nothing, n_heads=2)


def test_A27_no_keys_is_a_plain_state():
    stages = scaled_dot_product_attention(np.ones((2, 3)), np.ones((0, 3)), np.ones((0, 4)))
    assert stages.output.tolist() == [[0] * 4] * 2
    assert stages.fully_masked.tolist() == [True, True]
    assert scaled_dot_product_attention(*[np.ones((0, 3))] * 3).output.shape == (0, 3)


@pytest.mark.parametrize("temperature", [0, -1, 1e-308, math.inf, math.nan, None])
def test_A29_a_temperature_out_of_range_is_refused(temperature):
    with pytest.raises(ValueError, match=r"temperature must be a (finite number|number from 1e-30 to 1e\+30); got"):
        row([1, 0], temperature=temperature)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("temperature", [1e-30, 1e30])
def test_A29_the_ends_of_the_range_work(dtype, temperature):
    keys = np.array([[1], [1], [0.5]], dtype)
    arguments = np.ones((1, 1), dtype), keys, np.eye(3, dtype=dtype)
    weights = [0.5, 0.5, 0] if temperature < 1 else [1 / 3] * 3
    np.testing.assert_allclose(scaled_dot_product_attention(*arguments, temperature=temperature).weights[0], weights)
    np.testing.assert_allclose(attention_output(*arguments, temperature=temperature)[0], weights, rtol=1e-6)


def test_A29_scale_0_is_uniform_and_below_0_refused():
    stages = scaled_dot_product_attention([[1.0]], [[1.0], [2]], [[1.0], [2]], scale=0)
    assert stages.weights.tolist() == [[0.5, 0.5]]
    with pytest.raises(ValueError, match=r"scale must be 0 or more"):
        scaled_dot_product_attention([[1.0]], [[1.0], [2]], [[1.0], [2]], scale=-1)


def test_A31_each_head_keeps_its_own_weights():
    query, key = np.ones((2, 1, 1)), np.array([[[1e3], [0]], [[0], [1e3]]])
    assert scaled_dot_product_attention(query, key, key).weights.tolist() == [[[1, 0]], [[0, 1]]]
    assert averaged_heads(query, key, key).weights.tolist() == [[[0.5, 0.5]]] * 2


def test_A32_the_cap_comes_before_the_mask():
    for hide in ({"mask": [True, False]}, {"bias": [0, -np.inf]}):
        stages = row([5, 3], softcap=1, **hide)
        assert stages.weights[0].tolist() == [1, 0]
        assert stages.logits[0] == pytest.approx([math.tanh(5), math.tanh(3)])
