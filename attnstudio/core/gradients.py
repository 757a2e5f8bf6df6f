"""The gradients of attention by its query, key and value, from the stages of the forward pass."""

import numpy as np
from numpy.typing import ArrayLike

from attnstudio.core.arrays import Floats, all_finite, as_floats
from attnstudio.core.attention import AttentionStages
from attnstudio.core.inputs import repeated_heads


def attention_gradients(stages: AttentionStages, d_output: ArrayLike) -> tuple[Floats, Floats, Floats]:
    """Return the gradients of a loss by query, key and value.

    Parameters
    ----------
    stages : AttentionStages
        Of the forward pass.
    d_output : (..., T_q, d_v) array
        The gradient of the loss by the output.

    Returns
    -------
    d_query, d_key, d_value : float arrays
        In the shapes of stages.query, stages.key and stages.value: summed over what broadcasting or grouped queries
        shared. Masked cells and fully masked rows pass nothing back.

    Raises
    ------
    ValueError
        If d_output is not finite or not of the shape of the output.
    """
    (given,) = as_floats(d_output=d_output)
    if given.shape != stages.output.shape:
        raise ValueError(f"d_output must have the shape of output; got {given.shape} and output {stages.output.shape}")
    if not all_finite(given):
        raise ValueError("d_output must be finite; got NaN or an infinity")
    d_out = given.astype(stages.output.dtype, copy=False)  # (..., T_q, d_v)
    key, value = repeated_heads(stages.key, stages.query), repeated_heads(stages.value, stages.query)
    weights = stages.weights  # (..., T_q, T_k)
    with np.errstate(all="ignore"):
        d_value = weights.mT @ d_out  # (..., T_k, d_v)
        d_weights = _summed_to(d_out @ value.mT, weights.shape)  # (..., T_q, T_k)
        mean = (d_weights * weights).sum(axis=-1, keepdims=True)  # (..., T_q, 1)
        d_logits = weights * (d_weights - mean) / stages.temperature  # (..., T_q, T_k)
        if stages.softcap is not None:
            d_logits *= 1 - (stages.logits / stages.softcap) ** 2
        d_scores = d_logits * stages.scale  # (..., T_q, T_k)
        d_query, d_key = d_scores @ key, d_scores.mT @ stages.query  # (..., T_q, d_k), (..., T_k, d_k)
    return (
        _summed_to(d_query, stages.query.shape),
        _summed_to(d_key, stages.key.shape),
        _summed_to(d_value, stages.value.shape),
    )


def _summed_to(gradient: Floats, shape: tuple[int, ...]) -> Floats:
    """Sum over the axes that broadcasting added or stretched and over the query heads that shared a head."""
    gradient = np.sum(gradient, axis=tuple(range(gradient.ndim - len(shape))))
    if len(shape) > 2 and shape[-3] not in (1, gradient.shape[-3]):
        groups = (*gradient.shape[:-3], shape[-3], -1, *gradient.shape[-2:])
        gradient = gradient.reshape(groups).sum(axis=-3)
    stretched = tuple(i for i, n in enumerate(shape) if n == 1 and gradient.shape[i] != 1)
    summed: Floats = gradient.sum(axis=stretched, keepdims=True)
    return summed
