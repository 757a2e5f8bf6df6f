"""Laws of attention for any sizes, masks and options."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import problems, slow_attention

from attnstudio.core import tiles
from attnstudio.core.attention import attention_output, scaled_dot_product_attention


@given(problems(min_keys=0))
def test_a_slow_loop_agrees(problem):
    (query, key, value), options = problem
    stages = scaled_dot_product_attention(query, key, value, **options)
    lead, (T_q, T_k) = stages.weights.shape[:-2], stages.weights.shape[-2:]
    bias = options.get("bias")
    for head in np.ndindex(lead):
        weights, output = slow_attention(
            query[head],
            key[head],
            value[head],
            options.get("mask"),
            None if bias is None else np.broadcast_to(bias, (*lead, T_q, T_k))[head],
            options["causal"],
            stages.scale,
            options["temperature"],
            options["softcap"],
        )
        np.testing.assert_allclose(stages.weights[head], weights, rtol=1e-10, atol=1e-13)
        np.testing.assert_allclose(stages.output[head], output, rtol=1e-10, atol=1e-12)


@given(problems(min_keys=0))
def test_rows_sum_to_1_or_are_flagged_and_0(problem):
    arrays, options = problem
    stages = scaled_dot_product_attention(*arrays, **options)
    np.testing.assert_allclose(stages.weights.sum(axis=-1), ~stages.fully_masked, atol=1e-14)
    np.testing.assert_array_equal(stages.fully_masked, (stages.masked_logits == -np.inf).all(axis=-1))
    assert not stages.output[stages.fully_masked].any()
    assert not stages.weights[stages.masked_logits == -np.inf].any()
    assert (stages.weights >= 0).all()


@given(problems(size=20.0))
def test_each_stage_is_made_from_the_one_before(problem):
    arrays, options = problem
    stages = scaled_dot_product_attention(*arrays, **options)
    with np.errstate(under="ignore"):
        exp = np.exp((stages.masked_logits - stages.shift[..., None]) / options["temperature"])
    np.testing.assert_allclose(stages.exp, exp, rtol=1e-12)
    np.testing.assert_allclose(stages.row_sums, stages.exp.sum(axis=-1), rtol=1e-14)
    sums = np.where(stages.fully_masked, 1, stages.row_sums)
    np.testing.assert_array_equal(stages.weights, stages.exp / sums[..., None])
    finite = np.where(stages.masked_logits > -np.inf, stages.masked_logits, 0)
    needs_shift = np.abs(finite).max(axis=-1) > 30
    np.testing.assert_array_equal(stages.shift, np.where(needs_shift, stages.masked_logits.max(axis=-1), 0))


@given(problems(), st.floats(-1e3, 1e3))
def test_adding_a_constant_to_a_row_changes_no_weight(problem, constant):
    arrays, options = problem
    bias = options.pop("bias", 0.0)
    plain = scaled_dot_product_attention(*arrays, **options, bias=bias)
    moved = scaled_dot_product_attention(*arrays, **options, bias=bias + constant)
    np.testing.assert_allclose(moved.weights, plain.weights, rtol=1e-8, atol=1e-12)


@given(problems())
def test_a_cold_softmax_takes_the_best_key_and_a_hot_one_all_alike(problem):
    arrays, options = problem
    cold, hot = (scaled_dot_product_attention(*arrays, **{**options, "temperature": t}) for t in (1e-9, 1e12))
    gap = np.sort(np.where(cold.masked_logits > -np.inf, cold.masked_logits, -1e30), axis=-1)[..., ::-1]
    clear = ~cold.fully_masked & (np.diff(gap, axis=-1)[..., :1] < -1e-6).all(axis=-1)
    assert (cold.weights.max(axis=-1)[clear] > 1 - 1e-9).all()
    allowed = hot.masked_logits > -np.inf
    counts = np.maximum(1, allowed.sum(axis=-1, keepdims=True))
    np.testing.assert_allclose(hot.weights, allowed / counts, atol=1e-9)


@given(problems(), st.randoms(use_true_random=False))
def test_keys_shuffled_with_their_values_change_no_output(problem, random):
    (query, key, value), options = problem
    options["causal"] = None
    order = random.sample(range(key.shape[-2]), key.shape[-2])
    plain = scaled_dot_product_attention(query, key, value, **options)
    for name in options.keys() & {"mask", "bias"}:
        options[name] = options[name][..., order]
    shuffled = scaled_dot_product_attention(query, key[..., order, :], value[..., order, :], **options)
    np.testing.assert_allclose(shuffled.output, plain.output, rtol=1e-9, atol=1e-12)


@given(st.integers(0, 2**32 - 1), st.permutations(range(5)))
def test_self_attention_shuffles_with_its_tokens_until_a_causal_mask_comes(seed, order):
    x = np.random.default_rng(seed).normal(size=(5, 3))
    output, shuffled = attention_output(x, x, x), attention_output(x[order], x[order], x[order])
    np.testing.assert_allclose(shuffled, output[order], rtol=1e-10, atol=1e-12)
    causal = attention_output(x[order], x[order], x[order], causal="top-left")
    if order != sorted(order):
        assert not np.allclose(causal, attention_output(x, x, x, causal="top-left")[order])


@given(problems(), st.data())
def test_a_later_key_cannot_change_an_earlier_row(problem, data):
    (query, key, value), options = problem
    options["causal"] = data.draw(st.sampled_from(["top-left", "bottom-right"]))
    start = key.shape[-2] - query.shape[-2] if options["causal"] == "bottom-right" else 0
    changed = data.draw(st.integers(0, key.shape[-2] - 1))
    before = scaled_dot_product_attention(query, key, value, **options)
    key[..., changed, :] += 7
    value[..., changed, :] -= 7
    after = scaled_dot_product_attention(query, key, value, **options)
    earlier = max(0, changed - start)  # rows before this one stand before the changed key
    np.testing.assert_allclose(after.output[..., :earlier, :], before.output[..., :earlier, :], rtol=1e-13, atol=1e-14)
    assert not after.weights[..., :earlier, changed].any()


@given(problems())
def test_the_output_lies_in_the_hull_of_the_values(problem):
    (query, key, value), options = problem
    stages = scaled_dot_product_attention(query, key, value, **options)
    direction = np.random.default_rng(0).normal(size=(value.shape[-1], 9))
    shadows, heights = value @ direction, stages.output @ direction
    low, high = shadows.min(axis=-2, keepdims=True), shadows.max(axis=-2, keepdims=True)
    inside = (heights >= low - 1e-12) & (heights <= high + 1e-12)
    assert inside[~stages.fully_masked].all()


@given(problems(size=10.0, min_keys=0), st.sampled_from([(1, 1), (2, 3), (512, 256)]), st.sampled_from(["f8", "f4"]))
def test_tiles_give_the_full_output(problem, sizes, dtype):
    arrays, options = problem
    arrays = [x.astype(dtype) for x in arrays]
    full = scaled_dot_product_attention(*arrays, **options).output
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiles, "QUERIES", sizes[0])
        patch.setattr(tiles, "KEYS", sizes[1])
        tiled = attention_output(*arrays, **options)
    assert tiled.dtype == full.dtype
    tolerance = 1e-10 if dtype == "f8" else 2e-4
    np.testing.assert_allclose(tiled, full, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("size", [1, 40, 400])
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_tiles_give_the_full_output_at_any_size_of_the_logits(size, dtype):
    rng = np.random.default_rng(size)
    query, key, value = (rng.normal(size=(2, 600, 4)).astype(dtype) for _ in range(3))
    for options in ({}, {"causal": "top-left"}, {"softcap": 50.0}, {"temperature": 0.1}, {"bias": -1e6 * key[..., 0]}):
        if "bias" in options:
            options["bias"] = options["bias"][:, None]
        full = scaled_dot_product_attention(size * query, key, value, **options).output
        tiled = attention_output(size * query, key, value, **options)
        tolerance = 1e-9 if dtype == "f8" else 1e-3 * size**0.5
        np.testing.assert_allclose(tiled, full, rtol=tolerance, atol=tolerance, err_msg=str(options))


@pytest.mark.parametrize(
    "shapes",
    [
        [(3, 4), (5, 4), (2, 5, 6)],
        [(2, 1, 3, 4), (7, 5, 4), (5, 6)],
        [(2, 4, 3, 4), (2, 2, 5, 4), (2, 1, 5, 6)],
        [(1, 3, 4), (3, 5, 4), (3, 5, 6)],
        [(4, 3, 4), (5, 4), (4, 5, 6)],
        [(0, 3, 4), (0, 5, 4), (0, 5, 6)],
    ],
)
def test_leading_axes_broadcast(shapes):
    rng = np.random.default_rng(3)
    query, key, value = (rng.normal(size=shape) for shape in shapes)
    stages = scaled_dot_product_attention(query, key, value)
    mask = rng.random(stages.weights.shape) < 0.7
    stages = scaled_dot_product_attention(query, key, value, mask=mask)
    assert [x.shape for x in (stages.query, stages.key, stages.value)] == shapes
    np.testing.assert_allclose(attention_output(query, key, value, mask=mask), stages.output, rtol=1e-10, atol=1e-13)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiles, "QUERIES", 2)
        patch.setattr(tiles, "KEYS", 2)
        small = attention_output(query, key, value, mask=mask)
    np.testing.assert_allclose(small, stages.output, rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("most", [1, 2, 3, 4, 5, 6, 12, 50])
@pytest.mark.parametrize("lead", [(), (5,), (2, 3), (3, 1, 4), (0, 2), (2, 0)])
def test_parts_cover_every_head_once_and_are_small(lead, most):
    seen = np.zeros(lead, int)
    for part in tiles._parts(lead, most):
        assert len(part) == len(lead)
        assert seen[part].size <= most
        seen[part] += 1
    assert (seen == 1).all()


def test_the_output_alone_never_holds_all_scores():
    T = 3000
    query, key, value = (np.random.default_rng(i).normal(size=(T, 8)) for i in range(3))
    bias = np.zeros((1, T))
    tracemalloc.start()
    try:
        attention_output(query, key, value, causal="top-left", bias=bias)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < T * T * 8 / 8
