"""Inputs and an oracle that the tests of the core share."""

import math

import numpy as np
from hypothesis import strategies as st

WORKED = {
    "query": [[1, 0, 1, 0]],
    "key": [[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]],
    "value": [[2, 0], [0, 2], [1, 1]],
}
SENTENCE = {
    "query": [[2, 0, 0, 0], [1, 0, 0, -1], [0, 2, 0, 0], [0, 0, 0, 2], [2, 0, 0, 0], [0, 0, 0, -2]],
    "key": [
        [-0.5, 0, -1.1, 0],
        [1, 2, 1, 0],
        [-0.5, 0.2, 0.7, 0.5],
        [-0.5, -0.2, 0, -1],
        [-0.5, 0.1, -2, 0.3],
        [1, -0.5, -0.6, 1.5],
    ],
    "value": [[0, 0], [2, 0], [1, 2], [-1, 1], [0, 0], [-2, -1]],
}


@st.composite
def problems(draw, most=6, size=3.0, min_keys=1):
    """Draw query, key, value and options: any sizes, masks, bias, causal corner, temperature and cap."""
    lead = draw(st.sampled_from([(), (1,), (2,), (2, 2)]))
    T_q, T_k = draw(st.integers(1, most)), draw(st.integers(min_keys, most))
    d_k, d_v = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    arrays = [rng.normal(0, size, (*lead, *shape)) for shape in ((T_q, d_k), (T_k, d_k), (T_k, d_v))]
    options = {
        "causal": draw(st.sampled_from([None, "top-left", "bottom-right"])),
        "scale": draw(st.sampled_from([None, 0.0, 0.3, 2.0])),
        "temperature": draw(st.sampled_from([1.0, 0.2, 5.0])),
        "softcap": draw(st.sampled_from([None, 1.5])),
    }
    if draw(st.booleans()):
        options["mask"] = rng.random((T_q, T_k)) < draw(st.sampled_from([0.0, 0.3, 0.8]))
    if draw(st.booleans()):
        bias = rng.normal(0, size, (*lead, T_q, T_k))
        options["bias"] = np.where(rng.random(bias.shape) < 0.2, -np.inf, bias)
    return arrays, options


def slow_attention(query, key, value, mask, bias, causal, scale, temperature, softcap):
    """Return weights and output of one head, cell by cell in plain Python."""
    T_q, T_k = len(query), len(key)
    corner = T_k - T_q if causal == "bottom-right" else 0
    weights, output = np.zeros((T_q, T_k)), np.zeros((T_q, value.shape[1]))
    for i in range(T_q):
        logits = {}
        for j in range(T_k):
            if causal and j > i + corner:
                continue
            if mask is not None and not mask[i, j]:
                continue
            logit = sum(float(a) * float(b) for a, b in zip(query[i], key[j], strict=True)) * scale
            if softcap is not None:
                logit = softcap * math.tanh(logit / softcap)
            logit += 0.0 if bias is None else float(bias[i, j])
            if logit > -math.inf:
                logits[j] = logit / temperature
        top = max(logits.values(), default=0.0)
        total = sum(math.exp(logit - top) for logit in logits.values())
        for j, logit in logits.items():
            weights[i, j] = math.exp(logit - top) / total
            output[i] += weights[i, j] * value[j]
    return weights, output
