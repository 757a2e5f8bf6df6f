"""The node tests of ONNX for Attention, Softmax and LogSoftmax, run through the face of the core."""

import numpy as np
import pytest
from stored import Case, stored_cases

from attnstudio.core.attention import attention_output, scaled_dot_product_attention
from attnstudio.core.heads import merge_heads, split_heads
from attnstudio.core.masks import combine_masks, sliding_window_mask
from attnstudio.core.softmax import log_softmax, softmax

OPERATORS = ("Attention", "Softmax", "LogSoftmax")
CASES = [case for case in stored_cases("onnx_cases.json", "onnx_cases.npz") if case.operator in OPERATORS]


def test_there_are_107_cases():
    assert len({case.name for case in CASES}) == 107


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_core_agrees_with_onnx(case):
    got = run_attention(case) if case.operator == "Attention" else {"output": run_softmax(case)}
    assert got.keys() >= case.expected.keys()
    rtol, atol = (case.rtol, case.atol) if case.dtype in ("float16", "bfloat16") else (1e-5, 1e-6)
    for name, expected in case.expected.items():
        assert got[name].shape == expected.shape
        np.testing.assert_allclose(rounded(got[name], case.dtype), expected, rtol=rtol, atol=atol, err_msg=name)


def run_softmax(case: Case) -> np.ndarray:
    function = softmax if case.operator == "Softmax" else log_softmax
    return function(case.inputs["input"], axis=case.attributes.get("axis", -1))


def run_attention(case: Case) -> dict[str, np.ndarray]:
    attributes, inputs = case.attributes, case.inputs
    query, key, value = inputs["Q"], inputs["K"], inputs["V"]
    merged = query.ndim == 3
    if merged:
        query = split_heads(query, attributes["q_num_heads"])
        key, value = (split_heads(x, attributes["kv_num_heads"]) for x in (key, value))
    if "past_key" in inputs:
        key = np.concatenate([inputs["past_key"], key], axis=-2)
        value = np.concatenate([inputs["past_value"], value], axis=-2)
    mask, bias = masks_of(case, query.shape[-2], key.shape[-2])
    options = {
        "mask": mask,
        "bias": bias,
        "scale": attributes.get("scale"),
        "softcap": attributes.get("softcap") or None,
    }
    if case.dtype == "bfloat16":
        output = bfloat16_output(query, key, value, options)
        return {"Y": merge_heads(output) if merged else output}
    stages = scaled_dot_product_attention(query, key, value, **options)
    tiled = attention_output(query, key, value, **options)
    np.testing.assert_allclose(tiled, stages.output, rtol=1e-5, atol=1e-6)
    shown = stages.scores * stages.scale, stages.logits, stages.masked_logits, stages.weights
    return {
        "Y": merge_heads(stages.output) if merged else stages.output,
        "present_key": key,
        "present_value": value,
        "qk_matmul_output": shown[attributes.get("qk_matmul_output_mode", 0)],
    }


def bfloat16_output(query: np.ndarray, key: np.ndarray, value: np.ndarray, options: dict) -> np.ndarray:
    """Round each step to bfloat16, as the reference does: its result differs from the exact one by two such roundings.

    The exact one is held to that distance; the rounded one must come out to the last digit.
    """

    def near(array: np.ndarray) -> np.ndarray:
        return rounded(array, "bfloat16")

    root = near(np.float32(query.shape[-1] ** -0.25))
    stages = scaled_dot_product_attention(near(query * root), near(key * root), value, **{**options, "scale": 1.0})
    bias = np.float32(0) if options["bias"] is None else options["bias"]
    logits = np.where(stages.masked_logits > -np.inf, near(near(stages.scores) + bias), -np.inf)
    exp = near(np.exp(near(logits - logits.max(axis=-1, keepdims=True, initial=-1e30))))
    sums = np.zeros_like(exp[..., :1])
    for j in range(exp.shape[-1]):
        sums = near(sums + exp[..., j : j + 1])
    output = near(near(exp / np.where(sums == 0, 1, sums)) @ value)
    exact = scaled_dot_product_attention(query, key, value, **options).output
    np.testing.assert_allclose(exact, output, rtol=2**-6, atol=2**-7)
    return output


def masks_of(case: Case, T_q: int, T_k: int) -> tuple[np.ndarray | None, np.ndarray | None]:
    """Put ONNX's mask, window, causal switch and count of real keys into one mask and one bias."""
    inputs, attributes = case.inputs, case.attributes
    lengths = inputs.get("nonpad_kv_seqlen")
    starts = [inputs["past_key"].shape[-2] if "past_key" in inputs else 0]  # where query 0 stands, per example
    mask = None
    if lengths is not None:
        starts = (lengths - T_q).tolist()
        mask = (np.arange(T_k) < lengths[:, None])[:, None, None, :]
    left, right = attributes.get("left_window_size"), attributes.get("right_window_size")
    if attributes.get("is_causal"):
        right = 0
    if left is not None or right is not None:
        windows = [window(T_q, T_k, start, left, right) for start in starts]
        mask = combine_masks(mask, np.stack(windows)[:, None])
    given = inputs.get("attn_mask")
    if given is None:
        return mask, None
    missing = [(0, 0)] * (given.ndim - 1) + [(0, T_k - given.shape[-1])]
    if given.dtype == bool:
        return combine_masks(mask, np.pad(given, missing)), None
    return mask, np.pad(given, missing, constant_values=-np.inf)


def window(T_q: int, T_k: int, start: int, left: int | None, right: int | None) -> np.ndarray:
    """Return a sliding window whose query 0 stands at key `start`; before key 0 there is nothing to see."""
    rows = sliding_window_mask(max(0, start + T_q), T_k, left, right)[max(0, start) :]
    return np.concatenate([np.zeros((T_q - len(rows), T_k), bool), rows])


def rounded(array: np.ndarray, dtype: str) -> np.ndarray:
    """Round as storing in `dtype` does."""
    if dtype == "float16":
        return array.astype(np.float16).astype(np.float32)
    if dtype == "bfloat16":  # the upper half of a float32, to nearest, ties to even
        bits = np.ascontiguousarray(array, np.float32).view(np.uint32)
        return ((bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000).astype(np.uint32).view(np.float32)
    return array
