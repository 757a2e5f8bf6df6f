"""Gradients of attention against finite differences."""

import numpy as np
import pytest
from hypothesis import given
from samples import problems

from attnstudio.core.attention import scaled_dot_product_attention
from attnstudio.core.gradients import attention_gradients


def differences(arrays, options, d_output, step=1e-5):
    """Return central differences of sum(output * d_output) by every number of the arrays."""

    def loss():
        return (scaled_dot_product_attention(*arrays, **options).output * d_output).sum()

    slopes = [np.empty_like(array) for array in arrays]
    for array, slope in zip(arrays, slopes, strict=True):
        for cell in np.ndindex(array.shape):
            kept = array[cell]
            array[cell] = kept + step
            above = loss()
            array[cell] = kept - step
            below = loss()
            array[cell] = kept
            slope[cell] = (above - below) / (2 * step)
    return slopes


def check(arrays, options):
    stages = scaled_dot_product_attention(*arrays, **options)
    d_output = np.random.default_rng(5).normal(size=stages.output.shape)
    gradients = attention_gradients(stages, d_output)
    for gradient, array, slope in zip(gradients, arrays, differences(arrays, options, d_output), strict=True):
        assert gradient.shape == array.shape
        np.testing.assert_allclose(gradient, slope, rtol=1e-4, atol=1e-6)


@given(problems(most=3, size=1.0))
def test_any_masks_bias_temperature_and_cap(problem):
    check(*problem)


@pytest.mark.parametrize(
    "shapes",
    [
        [(4, 2, 3), (2, 3, 3), (2, 3, 2)],
        [(4, 2, 3), (1, 3, 3), (2, 3, 2)],
        [(2, 4, 2, 3), (1, 2, 3, 3), (3, 2)],
        [(2, 3), (3, 3), (2, 3, 2)],
        [(1, 2, 3), (3, 3, 3), (3, 3, 2)],
        [(2, 1, 2, 3), (2, 1, 3), (2, 1, 1, 2)],
    ],
)
def test_broadcasting_and_grouped_queries_sum_up(shapes):
    rng = np.random.default_rng(7)
    check([rng.normal(size=shape) for shape in shapes], {"causal": "bottom-right", "softcap": 2.0, "temperature": 0.7})


def test_masked_cells_and_fully_masked_rows_pass_nothing_back():
    query, key, value = np.eye(3), np.eye(3), np.eye(3)
    key[2] = value[2] = np.nan
    stages = scaled_dot_product_attention(
        query, key, value, mask=[[True, True, False], [False] * 3, [True, False, False]]
    )
    d_query, d_key, d_value = attention_gradients(stages, np.ones((3, 3)) * [1, 2, 3])
    assert not d_query[1].any()
    assert not d_key[2].any()
    assert not d_value[2].any()
    assert d_query[0].any()


def test_a_one_hot_row_gets_no_signal_but_its_value_does():
    stages = scaled_dot_product_attention([[100.0]], [[1.0], [-1]], [[1.0], [2]])
    d_query, d_key, d_value = attention_gradients(stages, [[1.0]])
    assert np.abs(d_query).max() < 1e-80
    assert np.abs(d_key).max() < 1e-80
    assert d_value[0].tolist() == [1]


def test_the_type_stays():
    x = np.ones((2, 3), np.float32)
    assert {g.dtype for g in attention_gradients(scaled_dot_product_attention(x, x, x), np.ones((2, 3)))} == {x.dtype}


def test_what_does_not_fit_is_refused():
    stages = scaled_dot_product_attention(np.eye(2), np.eye(2), np.eye(2))
    with pytest.raises(ValueError, match=r"d_output must have the shape of output; got \(2, 3\) and output \(2, 2\)"):
        attention_gradients(stages, np.ones((2, 3)))
    with pytest.raises(ValueError, match=r"d_output must be finite"):
        attention_gradients(stages, [[np.nan, 0], [0, 0]])
