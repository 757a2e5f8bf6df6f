"""Attention done wrong in the ways people really do it, to be set beside the right way.

Each takes the arguments of `scaled_dot_product_attention` (as `options` where it only hands them on) and returns the
same stages, in which everything from the mistake on is what the mistake makes of it.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from attnstudio.core.arrays import Floats, as_floats, lock, real_number, whole_number
from attnstudio.core.attention import AttentionStages, scaled_dot_product_attention
from attnstudio.core.heads import split_heads
from attnstudio.core.inputs import repeated_heads
from attnstudio.core.masks import as_mask, combine_masks, padding_mask
from attnstudio.core.softmax import softmax, softmax_stages


def mask_zero_before_softmax(query: ArrayLike, key: ArrayLike, value: ArrayLike, **options: Any) -> AttentionStages:
    """Put 0 instead of -inf in the masked logits: e^0 = 1, so that hidden keys still get weight."""
    stages = scaled_dot_product_attention(query, key, value, **options)
    masked_logits = np.where(_allowed(stages), stages.masked_logits, 0)  # (..., T_q, T_k)
    with np.errstate(under="ignore"):
        wrong = softmax_stages(masked_logits, temperature=stages.temperature)
    lock(masked_logits, *wrong)
    return _reweighted(replace(stages, masked_logits=masked_logits, **wrong._asdict()), wrong.weights)


def mask_after_softmax(query: ArrayLike, key: ArrayLike, value: ArrayLike, **options: Any) -> AttentionStages:
    """Set hidden weights to 0 after a softmax over all keys: the rows no longer sum to 1."""
    right = scaled_dot_product_attention(query, key, value, **options)
    unmasked = {name: option for name, option in options.items() if name not in ("mask", "causal", "bias")}
    bias = options.get("bias")
    if bias is not None:
        unmasked["bias"] = np.where(np.isneginf(bias), 0, bias)
    stages = scaled_dot_product_attention(right.query, right.key, right.value, **unmasked)
    return _reweighted(stages, stages.weights * _allowed(right))


def softmax_over_queries(query: ArrayLike, key: ArrayLike, value: ArrayLike, **options: Any) -> AttentionStages:
    """Take the softmax along the wrong axis: columns sum to 1, rows do not. shift, exp and row_sums stay by row."""
    stages = scaled_dot_product_attention(query, key, value, **options)
    with np.errstate(over="ignore"):
        logits = stages.masked_logits / stages.temperature  # (..., T_q, T_k)
    return _reweighted(stages, softmax(logits, axis=-2))


def no_scale(query: ArrayLike, key: ArrayLike, value: ArrayLike, **options: Any) -> AttentionStages:
    """Forget to divide by sqrt(d_k): the larger d_k, the harder the softmax."""
    return scaled_dot_product_attention(query, key, value, **{**options, "scale": 1.0})


def scaled_by_d_model(
    query: ArrayLike, key: ArrayLike, value: ArrayLike, *, n_heads: int, **options: Any
) -> AttentionStages:
    """Divide by the root of the whole width, n_heads d_k, instead of one head's: too flat."""
    d_model = max(1, np.shape(query)[-1] * whole_number("n_heads", n_heads, 1))
    return scaled_dot_product_attention(query, key, value, **{**options, "scale": d_model**-0.5})


def transposed_mask(
    query: ArrayLike, key: ArrayLike, value: ArrayLike, *, mask: ArrayLike, **options: Any
) -> AttentionStages:
    """Swap the axes of the mask: a causal mask then shows the future and hides the past. Needs T_q = T_k."""
    return scaled_dot_product_attention(query, key, value, mask=as_mask(mask).swapaxes(-1, -2), **options)


def padding_on_queries(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    hidden: Iterable[int],
    mask: ArrayLike | None = None,
    **options: Any,
) -> AttentionStages:
    """Hide padding as rows instead of columns: pads ask nothing, but everyone still attends to them."""
    rows = padding_mask(np.shape(query)[-2], hidden).T  # (T_q, 1)
    return scaled_dot_product_attention(query, key, value, mask=combine_masks(mask, rows), **options)


def averaged_heads(query: ArrayLike, key: ArrayLike, value: ArrayLike, **options: Any) -> AttentionStages:
    """Show the mean over the heads (third axis from last) as if it were each head's own weights.

    Raises
    ------
    ValueError
        If there is no head axis.
    """
    stages = scaled_dot_product_attention(query, key, value, **options)
    if stages.weights.ndim < 3:
        raise ValueError(f"query must have a head axis, third from last; got shape {stages.query.shape}")
    mean = stages.weights.mean(axis=-3, keepdims=True)  # (..., 1, T_q, T_k)
    return _reweighted(stages, np.broadcast_to(mean, stages.weights.shape).copy())


def dropout_left_on(
    query: ArrayLike, key: ArrayLike, value: ArrayLike, *, rate: float, seed: int, **options: Any
) -> AttentionStages:
    """Drop weights at random and enlarge the rest, as in training: another answer for each seed.

    Raises
    ------
    ValueError
        If the rate, the share of weights that is dropped, is not from 0 to below 1.
    """
    if not 0 <= real_number("rate", rate) < 1:
        raise ValueError(f"rate must be from 0 to below 1; got {rate!r}")
    stages = scaled_dot_product_attention(query, key, value, **options)
    kept = np.random.default_rng(seed).random(stages.weights.shape) >= rate  # (..., T_q, T_k)
    return _reweighted(stages, stages.weights * kept / (1 - rate))


def split_heads_without_transpose(x: ArrayLike, n_heads: int) -> Floats:
    """Reshape (..., T, n_heads d) to (..., n_heads, T, d) directly: right shape, but heads hold mixed-up tokens."""
    (array,) = as_floats(x=x)
    return array.reshape(split_heads(array, n_heads).shape)  # (..., n_heads, T, d)


def _allowed(stages: AttentionStages) -> np.ndarray[Any, np.dtype[np.bool_]]:
    return stages.masked_logits > -np.inf


def _reweighted(stages: AttentionStages, weights: Floats) -> AttentionStages:
    """Return the stages with other weights and the output that they give."""
    output = weights @ repeated_heads(stages.value, stages.query)  # (..., T_q, d_v)
    lock(weights, output)
    return replace(stages, weights=weights, output=output)
