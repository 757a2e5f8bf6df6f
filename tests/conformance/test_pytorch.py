"""Results of PyTorch in float64, outputs, weights and gradients, run through the face of the core."""

import numpy as np
import pytest
from stored import Case, stored_cases

from attnstudio.core.attention import attention_output, scaled_dot_product_attention
from attnstudio.core.gradients import attention_gradients
from attnstudio.core.heads import multi_head_attention
from attnstudio.core.softmax import log_softmax, softmax, softmax_jacobian

CASES = stored_cases("torch_cases.json", "torch_cases.npz")
# Parameters' gradients, and the cotangent's way through softmax alone, are no part of the face.
NOT_OFFERED = ("d_", "dx", "dMask", "entropy_nats")


def test_there_are_77_cases():
    assert len({case.name for case in CASES}) == 77


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_core_agrees_with_pytorch(case):
    runners = {"F.scaled_dot_product_attention": run_attention, "nn.MultiheadAttention": run_multi_head}
    got = runners.get(case.operator, run_softmax)(case)
    offered = {name: array for name, array in case.expected.items() if not name.startswith(NOT_OFFERED)}
    assert offered
    assert got.keys() >= offered.keys()
    for name, expected in offered.items():
        assert got[name].shape == expected.shape
        assert np.isfinite(got[name]).all() or name == "log_softmax"
        known = ~np.isnan(expected)  # PyTorch's module gives NaN for a fully masked row, the core zeros
        np.testing.assert_allclose(got[name][known], expected[known], rtol=1e-9, atol=1e-11, err_msg=name)
        if name == "W":
            assert not got[name][~known].any()


def run_attention(case: Case) -> dict[str, np.ndarray]:
    inputs = case.inputs
    given = inputs.get("attn_mask")
    options = {
        "causal": "top-left" if case.attributes["is_causal"] else None,
        "scale": case.attributes["scale"],
        "mask" if given is not None and given.dtype == bool else "bias": given,
    }
    stages = scaled_dot_product_attention(inputs["Q"], inputs["K"], inputs["V"], **options)
    tiled = attention_output(inputs["Q"], inputs["K"], inputs["V"], **options)
    np.testing.assert_allclose(tiled, stages.output, rtol=1e-9, atol=1e-11)
    d_query, d_key, d_value = attention_gradients(stages, inputs["cotangent"])
    return {"Y": stages.output, "W": stages.weights, "dQ": d_query, "dK": d_key, "dV": d_value}


def run_multi_head(case: Case) -> dict[str, np.ndarray]:
    inputs, attributes = case.inputs, case.attributes
    to_batch, back = layout(inputs["query"].ndim, attributes["batch_first"])
    query, key, value = (to_batch(inputs[name]) for name in ("query", "key", "value"))
    if "in_proj_weight" in inputs:
        projections = np.split(inputs["in_proj_weight"], 3)
    else:
        projections = [inputs[f"{name}_proj_weight"] for name in "qkv"]
    biases = np.split(inputs["in_proj_bias"], 3) if "in_proj_bias" in inputs else [None] * 3
    mask, bias = masks_of(case, len(query))
    stages = multi_head_attention(
        query,
        key,
        value,
        **{f"W_{letter}": matrix.T for letter, matrix in zip("qkv", projections, strict=True)},
        **{f"b_{letter}": vector for letter, vector in zip("qkv", biases, strict=True)},
        W_o=inputs["out_proj.weight"].T,
        b_o=inputs.get("out_proj.bias"),
        n_heads=attributes["num_heads"],
        mask=mask,
        bias=bias,
    )
    weights = stages.heads.weights.mean(axis=-3) if attributes["average_attn_weights"] else stages.heads.weights
    return {"Y": back(stages.output), "W": weights[0] if inputs["query"].ndim == 2 else weights}


def layout(ndim: int, batch_first: bool):
    """Return how to bring arrays to (batch, tokens, width), and back."""
    if ndim == 2:
        return (lambda x: x[None]), (lambda x: x[0])
    if batch_first:
        return (lambda x: x), (lambda x: x)
    return (lambda x: x.swapaxes(0, 1)), (lambda x: x.swapaxes(0, 1))


def masks_of(case: Case, batch: int) -> tuple[np.ndarray | None, np.ndarray | None]:
    """Return mask and bias; in this module of PyTorch True means blocked, and masks per head are stacked in axis 0."""
    blocked, bias = [], []
    given = case.inputs.get("attn_mask")
    if given is not None:
        shaped = given if given.ndim == 2 else given.reshape(batch, -1, *given.shape[-2:])
        (blocked if given.dtype == bool else bias).append(shaped)
    padding = case.inputs.get("key_padding_mask")
    if padding is not None:
        columns = padding.reshape(batch, 1, 1, -1)
        (blocked if padding.dtype == bool else bias).append(columns)
    return (~sum(blocked, np.False_) if blocked else None), (sum(bias) if bias else None)


def run_softmax(case: Case) -> dict[str, np.ndarray]:
    x, axis = case.inputs["x"], case.attributes["dim"]
    weights = softmax(x, axis=axis)
    got = {"Y": weights, "log_softmax": log_softmax(x, axis=axis)}
    if x.ndim == 1:
        got["jacobian"] = softmax_jacobian(weights)
    return got
