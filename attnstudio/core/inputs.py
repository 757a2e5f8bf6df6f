"""The arguments of attention, checked once for all of its forms."""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnstudio.core.arrays import Floats, all_finite, as_floats, positive_number, real_number, sum_of_squares
from attnstudio.core.masks import Mask, as_mask, causal_mask, combine_masks, diagonal_start

Shape = tuple[int, ...]


class Inputs(NamedTuple):
    """Checked arguments: arrays of one float type, finite but for -inf in the bias."""

    query: Floats
    key: Floats
    value: Floats
    mask: Mask | None
    bias: Floats | None
    causal: str | None
    scale: float
    temperature: float
    softcap: float | None
    shape: Shape  # of the scores, (..., T_q, T_k)
    bound: float  # no logit is larger in size; inf if that is not known


def checked_inputs(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    mask: ArrayLike | None,
    bias: ArrayLike | None,
    causal: str | None,
    scale: float | None,
    temperature: float,
    softcap: float | None,
) -> Inputs:
    """Return the arguments of `scaled_dot_product_attention` in working order or raise ValueError.

    A row of query, key or value that holds NaN or an infinity is taken as zeros where the mask hides it altogether
    (a hidden key, a query that may attend to nothing), and refused where it does not.
    """
    q, k, v = as_floats(query=query, key=key, value=value)
    shape = _score_shape(q, k, v)
    allowed = None if mask is None else _fitting("mask", as_mask(mask), shape)
    additive = None
    if bias is not None:
        additive = _fitting("bias", as_floats(bias=bias)[0].astype(q.dtype, copy=False), shape)
        blocked = additive == -np.inf  # (..., T_q, T_k)
        if blocked.any():
            allowed = combine_masks(allowed, ~blocked)
    if causal is not None:
        diagonal_start(shape[-2], shape[-1], causal)
    factor = _checked_scale(scale, q.shape[-1])
    temperature = 1.0 if temperature == 1.0 else positive_number("temperature", temperature)
    softcap = None if softcap is None else positive_number("softcap", softcap)
    bound = factor * (sum_of_squares(q) * sum_of_squares(k)) ** 0.5 if additive is None else math.inf
    inputs = Inputs(q, k, v, allowed, additive, causal, factor, temperature, softcap, shape, bound)
    if math.isfinite(bound) and all_finite(v):
        return inputs
    return _without_hidden_non_finite(inputs)


def _checked_scale(scale: float | None, d_k: int) -> float:
    if scale is None:
        return d_k**-0.5 if d_k else 1.0  # without components all scores are 0
    factor = real_number("scale", scale)
    if factor < 0:
        raise ValueError(f"scale must be 0 or more, as a negative one turns the ranking round; got {scale!r}")
    return factor


def allowed_cells(inputs: Inputs) -> Mask | None:
    """Return where a query may attend, broadcastable to the scores, or None if everywhere."""
    if inputs.causal is None:
        return inputs.mask
    return combine_masks(inputs.mask, causal_mask(inputs.shape[-2], inputs.shape[-1], inputs.causal))


def repeated_heads(array: Floats, query: Floats) -> Floats:
    """Return key or value with each head repeated for the query heads that share it (grouped query)."""
    if array.ndim < 3 or query.ndim < 3:
        return array
    heads, shared = query.shape[-3], array.shape[-3]
    return array if shared in (1, heads) or heads == 1 else array.repeat(heads // shared, axis=-3)


def _score_shape(query: Floats, key: Floats, value: Floats) -> Shape:
    q, k, v = query.shape, key.shape, value.shape
    if min(len(q), len(k), len(v)) < 2:
        raise ValueError(
            f"query, key and value must have at least 2 axes (tokens, components); got query {q}, key {k} and value {v}"
        )
    if q[-1] != k[-1]:
        raise ValueError(f"key must have the d_k = {q[-1]} of query in its last axis; got query {q} and key {k}")
    if k[-2] != v[-2]:
        raise ValueError(f"value must have the T_k = {k[-2]} of key; got key {k} and value {v}")
    if q[:-2] == k[:-2] == v[:-2]:
        return (*q[:-1], k[-2])
    lead = _leading_axes(query, "key", key)
    _leading_axes(query, "value", value)
    try:
        np.broadcast_shapes(lead, repeated_heads(value, query).shape[:-2])
    except ValueError:
        raise ValueError(f"value must have leading axes that fit key; got key {k} and value {v}") from None
    return (*lead, q[-2], k[-2])


def _leading_axes(query: Floats, name: str, array: Floats) -> Shape:
    """Return the broadcast leading axes of the query with a key or value, or raise."""
    if query.ndim > 2 and array.ndim > 2:
        heads, shared = query.shape[-3], array.shape[-3]
        if heads != 1 and (shared == 0 or heads % shared):
            raise ValueError(
                f"{name} must have a number of heads that divides the {heads} query heads; "
                f"got {shared}: query {query.shape} and {name} {array.shape}"
            )
    try:
        return np.broadcast_shapes(query.shape[:-2], repeated_heads(array, query).shape[:-2])
    except ValueError:
        raise ValueError(
            f"{name} must have leading axes that fit query; got query {query.shape} and {name} {array.shape}"
        ) from None


def _fitting(name: str, array: NDArray[Any], shape: Shape) -> NDArray[Any]:
    try:
        np.broadcast_to(array, shape)
    except ValueError:
        raise ValueError(f"{name} must broadcast to (..., T_q, T_k) = {shape}; got {name} {array.shape}") from None
    return array


def _without_hidden_non_finite(inputs: Inputs) -> Inputs:
    """Put zeros in place of NaN and infinities that the mask hides; refuse the others."""
    bias = inputs.bias
    wrong = np.False_ if bias is None else ~(bias < np.inf)  # (..., T_q, T_k)
    if all_finite(inputs.query) and all_finite(inputs.key) and all_finite(inputs.value) and not wrong.any():
        return inputs
    allowed = allowed_cells(inputs)
    everywhere = np.broadcast_to(True if allowed is None else allowed, inputs.shape)  # (..., T_q, T_k)
    asked, asks = np.any(everywhere, axis=-2), np.any(everywhere, axis=-1)  # (..., T_k), (..., T_q)
    if bias is not None and wrong.any():
        _refuse("bias", bias, wrong & everywhere)
        bias = np.where(wrong, 0, bias)
    return inputs._replace(
        query=_hidden_rows_zeroed("query", inputs.query, inputs.query, asks),
        key=_hidden_rows_zeroed("key", inputs.key, inputs.query, asked),
        value=_hidden_rows_zeroed("value", inputs.value, inputs.query, asked),
        bias=bias,
    )


def _hidden_rows_zeroed(name: str, array: Floats, query: Floats, used: Mask) -> Floats:
    wrong = ~np.isfinite(array)  # (..., T, d)
    if not wrong.any():
        return array
    seen = repeated_heads(wrong, query) & used[..., None]  # (..., T, d)
    _refuse(name, repeated_heads(array, query), seen)
    return np.where(wrong.any(axis=-1, keepdims=True), 0, array)


def _refuse(name: str, array: Floats, seen: Mask) -> None:
    """Raise for the first cell of `array`, broadcast to `seen`, that is seen though it is not finite."""
    if not seen.any():
        return
    cell = tuple(np.argwhere(seen)[0])
    raise ValueError(
        f"{name} must be finite where the mask does not hide it; got {np.broadcast_to(array, seen.shape)[cell]} "
        f"in row, column ({cell[-2]}, {cell[-1]}) of {name} {array.shape}"
    )
