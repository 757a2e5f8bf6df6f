"""Splitting, merging and attending with several heads."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.core.attention import scaled_dot_product_attention
from attnstudio.core.heads import merge_heads, multi_head_attention, split_heads


@given(st.integers(1, 5), st.integers(0, 4), st.integers(0, 5), st.sampled_from([(), (2,), (2, 3)]))
def test_merging_undoes_splitting(n_heads, d, T, lead):
    x = np.random.default_rng(0).normal(size=(*lead, T, n_heads * d))
    split = split_heads(x, n_heads)
    assert split.shape == (*lead, n_heads, T, d)
    np.testing.assert_array_equal(merge_heads(split), x)
    np.testing.assert_array_equal(split_heads(merge_heads(split), n_heads), split)


def matrices(d_model=6, n_heads=4, n_key_heads=2, d_k=3, d_v=2, seed=0):
    rng = np.random.default_rng(seed)
    shapes = {
        "W_q": (d_model, n_heads * d_k),
        "W_k": (d_model, n_key_heads * d_k),
        "W_v": (d_model, n_key_heads * d_v),
        "W_o": (n_heads * d_v, d_model),
        "b_q": (n_heads * d_k,),
        "b_k": (n_key_heads * d_k,),
        "b_v": (n_key_heads * d_v,),
        "b_o": (d_model,),
    }
    return {name: rng.normal(size=shape) for name, shape in shapes.items()}


@pytest.mark.parametrize("n_key_heads", [1, 2, 4])
def test_each_head_attends_alone_with_its_own_columns(n_key_heads):
    W = matrices(n_key_heads=n_key_heads)
    x = np.random.default_rng(1).normal(size=(2, 5, 6))
    stages = multi_head_attention(x, x, x, **W, n_heads=4, causal="top-left", temperature=0.5)
    assert stages.heads.scores.shape == (2, 4, 5, 5)
    for head in range(4):
        shared = head // (4 // n_key_heads)
        columns = slice(3 * head, 3 * head + 3), slice(3 * shared, 3 * shared + 3), slice(2 * shared, 2 * shared + 2)
        q, k, v = (x @ W[f"W_{n}"][:, c] + W[f"b_{n}"][c] for n, c in zip("qkv", columns, strict=True))
        alone = scaled_dot_product_attention(q, k, v, causal="top-left", temperature=0.5)
        np.testing.assert_allclose(stages.heads.weights[:, head], alone.weights, rtol=1e-11)
        np.testing.assert_allclose(stages.concat[..., 2 * head : 2 * head + 2], alone.output, rtol=1e-11, atol=1e-13)
    np.testing.assert_allclose(stages.output, stages.concat @ W["W_o"] + W["b_o"], rtol=1e-13)


def test_the_shapes_and_the_scale_of_the_bill():
    x = np.zeros((2, 6, 64))
    stages = multi_head_attention(x, x, x, **{f"W_{n}": np.eye(64) for n in "qkvo"}, n_heads=8)
    assert stages.heads.query.shape == (2, 8, 6, 8)
    assert stages.heads.scores.shape == (2, 8, 6, 6)
    assert stages.heads.scale == 8**-0.5
    assert stages.query.shape == stages.concat.shape == stages.output.shape == (2, 6, 64)


def test_a_mask_may_differ_by_head():
    x = np.random.default_rng(2).normal(size=(3, 4))
    mask = np.stack([np.eye(3, dtype=bool), np.ones((3, 3), bool)])
    heads = multi_head_attention(x, x, x, **{f"W_{n}": np.eye(4) for n in "qkvo"}, n_heads=2, mask=mask).heads
    np.testing.assert_array_equal(heads.weights[0], np.eye(3))
    assert (heads.weights[1] > 0).all()


def test_only_the_product_of_the_query_and_key_matrices_counts():
    W, x = matrices(n_key_heads=4), np.random.default_rng(3).normal(size=(5, 6))
    plain = multi_head_attention(x, x, x, **W, n_heads=4)
    for name, factor in {"W_q": 2, "b_q": 2, "W_k": 0.5, "b_k": 0.5}.items():
        W[name] = W[name] * factor
    np.testing.assert_allclose(multi_head_attention(x, x, x, **W, n_heads=4).heads.weights, plain.heads.weights)


def test_the_stages_are_read_only():
    stages = multi_head_attention(*[np.ones((2, 6))] * 3, **matrices(), n_heads=4)
    for field in dataclasses.fields(stages):
        part = getattr(stages, field.name)
        assert field.name == "heads" or not part.flags.writeable


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"n_heads": 5}, r"n_heads must divide the columns of W_q, at least 1 each; got 5 and 12"),
        ({"W_q": np.ones((5, 12))}, r"W_q must have .* each component of query; got W_q \(5, 12\) and query \(2, 6\)"),
        ({"W_k": np.ones((6, 7))}, r"W_k must have columns .* d_k = 3 that divides n_heads = 4; got 7 columns"),
        ({"W_k": np.ones((6, 9)), "b_k": None}, r"W_k must have columns .*; got 9 columns, 3 heads"),
        ({"W_v": np.ones((6, 5)), "b_v": None}, r"W_v must have columns for the 2 key heads of W_k; got 5 columns"),
        ({"W_o": np.ones((9, 6))}, r"W_o must have .* concat; got W_o \(9, 6\) and concat \(2, 8\)"),
        ({"b_q": np.ones(3)}, r"b_q must have one number per column of W_q \(6, 12\); got \(3,\)"),
        ({"query": np.ones(6)}, r"query must have at least 2 axes"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(changed, message):
    arguments = {name: np.ones((2, 6)) for name in ("query", "key", "value")} | matrices() | {"n_heads": 4} | changed
    if message.startswith("W_k must have columns .* d_k = 3 that"):
        arguments["b_k"] = None
    with pytest.raises(ValueError, match=message):
        multi_head_attention(**arguments)


def test_axes_that_are_not_there_are_refused():
    with pytest.raises(ValueError, match=r"x must have at least 2 axes .*; got shape \(4,\)"):
        split_heads(np.ones(4), 2)
    with pytest.raises(ValueError, match=r"x must have at least 3 axes .*; got shape \(4, 2\)"):
        merge_heads(np.ones((4, 2)))
