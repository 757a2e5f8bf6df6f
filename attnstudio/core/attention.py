"""Scaled dot-product attention: every stage of it, or its output alone."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnstudio.core.arrays import Floats, lock
from attnstudio.core.inputs import Inputs, allowed_cells, checked_inputs, repeated_heads
from attnstudio.core.softmax import PLAIN_LIMIT, softmax_stages
from attnstudio.core.tiles import tiled_output


@dataclass(frozen=True, slots=True, eq=False)
class AttentionStages:
    """Every matrix from the query to the output; all arrays are read-only.

    Shapes: query (..., T_q, d_k), key (..., T_k, d_k), value (..., T_k, d_v); scores, logits, masked_logits, exp and
    weights (..., T_q, T_k); shift, row_sums and fully_masked (..., T_q); output (..., T_q, d_v).
    """

    query: Floats
    key: Floats
    value: Floats
    scale: float
    temperature: float
    softcap: float | None
    scores: Floats
    logits: Floats
    masked_logits: Floats
    shift: Floats
    exp: Floats
    row_sums: Floats
    weights: Floats
    output: Floats
    fully_masked: NDArray[np.bool_]


def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    causal: str | None = None,
    scale: float | None = None,
    temperature: float = 1.0,
    softcap: float | None = None,
) -> AttentionStages:
    """Return every stage of softmax((q k^T scale + bias, masked) / temperature) v.

    Parameters
    ----------
    query : (..., T_q, d_k) array
    key : (..., T_k, d_k) array
    value : (..., T_k, d_v) array
        Leading axes broadcast. Key and value heads (third axis from last) that divide the query heads are repeated:
        of 4 query heads on 2 key heads, 0 and 1 share key head 0, 2 and 3 share key head 1.
    mask : bool array, broadcastable to (..., T_q, T_k), optional
        True = may attend.
    bias : float array, broadcastable to (..., T_q, T_k), optional
        Added to the logits; -inf blocks as the mask does.
    causal : None, "top-left" or "bottom-right"
        Let query t attend to keys up to its own position; the name says which corner the diagonal starts from.
    scale : float, >= 0, optional
        Factor on the scores; None = 1/sqrt(d_k).
    temperature : float, 1e-30 to 1e30
        Divides the masked logits.
    softcap : float, 1e-30 to 1e30, optional
        Bounds the scaled scores by c tanh(x / c), before bias and mask.

    Returns
    -------
    AttentionStages
        Each row of weights sums to 1 over the allowed keys and is exactly 0 elsewhere. A row without an allowed key
        has zero weights, zero output and is flagged in fully_masked. Integers are computed in float64, float16 in
        float32. Rows of query, key or value that the mask hides altogether are zeros if they were not finite.

    Raises
    ------
    ValueError
        If shapes do not fit, an argument is out of range, or a number is not finite where the mask does not hide it.

    References
    ----------
    Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1, equation 1.
    """
    with np.errstate(all="ignore"):
        return _all_stages(checked_inputs(query, key, value, mask, bias, causal, scale, temperature, softcap))


def _all_stages(inputs: Inputs) -> AttentionStages:
    query, key, value = inputs.query.copy(), inputs.key.copy(), inputs.value.copy()
    scores = query @ repeated_heads(key, query).mT  # (..., T_q, T_k)
    logits = scores * inputs.scale  # (..., T_q, T_k)
    if inputs.softcap is not None:
        logits = np.tanh(logits / inputs.softcap) * inputs.softcap  # (..., T_q, T_k)
    masked_logits = biased = logits if inputs.bias is None else logits + inputs.bias  # (..., T_q, T_k)
    allowed = allowed_cells(inputs)  # broadcasts to (..., T_q, T_k)
    if allowed is not None:
        masked_logits = np.where(allowed, biased, -np.inf)  # (..., T_q, T_k)
    bound = inputs.bound
    if PLAIN_LIMIT < bound < np.inf:  # the longest query and key bound it more tightly than all together
        bound = inputs.scale * (_longest_squared(query) * _longest_squared(key)) ** 0.5
    shift, exp, row_sums, weights, fully_masked = softmax_stages(biased, allowed, inputs.temperature, bound)
    output = weights @ repeated_heads(value, query)  # (..., T_q, d_v)
    lock(query, key, value, scores, logits, masked_logits, shift, exp, row_sums, weights, output, fully_masked)
    return AttentionStages(
        query, key, value, inputs.scale, inputs.temperature, inputs.softcap,
        scores, logits, masked_logits, shift, exp, row_sums, weights, output, fully_masked,
    )  # fmt: skip


def _longest_squared(x: Floats) -> float:
    return float(np.einsum("...d,...d->...", x, x).max(initial=0))


def attention_weights(
    query: ArrayLike,
    key: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    causal: str | None = None,
    scale: float | None = None,
    temperature: float = 1.0,
) -> Floats:
    """Return the weights of `scaled_dot_product_attention` alone: in less time and memory where many heads are shown.

    Parameters
    ----------
    query, key, mask, causal, scale, temperature
        As for `scaled_dot_product_attention`.

    Returns
    -------
    (..., T_q, T_k) float array

    Raises
    ------
    ValueError
        As for `scaled_dot_product_attention`.
    """
    with np.errstate(all="ignore"):
        inputs = checked_inputs(query, key, key, mask, None, causal, scale, temperature, None)
        logits = inputs.query @ repeated_heads(inputs.key, inputs.query).mT  # (..., T_q, T_k)
        logits *= inputs.scale
        return softmax_stages(logits, allowed_cells(inputs), inputs.temperature, inputs.bound).weights


def attention_output(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    causal: str | None = None,
    scale: float | None = None,
    temperature: float = 1.0,
    softcap: float | None = None,
) -> Floats:
    """Return the output of `scaled_dot_product_attention` alone, without ever holding T_q x T_k numbers.

    Parameters
    ----------
    query, key, value, mask, bias, causal, scale, temperature, softcap
        As for `scaled_dot_product_attention`.

    Returns
    -------
    (..., T_q, d_v) float array
        The same numbers to rounding, computed tile by tile.

    Raises
    ------
    ValueError
        As for `scaled_dot_product_attention`.

    References
    ----------
    Milakov and Gimelshein 2018, "Online normalizer calculation for softmax", algorithm 3.
    Rabe and Staats 2021, "Self-attention Does Not Need O(n^2) Memory". Dao et al. 2022, "FlashAttention".
    """
    with np.errstate(all="ignore"):
        return tiled_output(checked_inputs(query, key, value, mask, bias, causal, scale, temperature, softcap))
