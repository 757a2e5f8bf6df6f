"""Several heads side by side: split, attend, concatenate, project."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from attnstudio.core.arrays import Floats, as_floats, lock, whole_number
from attnstudio.core.attention import AttentionStages, scaled_dot_product_attention


@dataclass(frozen=True, slots=True, eq=False)
class MultiHeadStages:
    """Every stage of multi-head attention; all arrays are read-only.

    Shapes: query (..., T_q, n_heads d_k), key and value the same with T_k and their own heads, all projected and not
    yet split; heads = the attention stages with the head axis third from last; concat (..., T_q, n_heads d_v);
    output (..., T_q, d_out).
    """

    query: Floats
    key: Floats
    value: Floats
    heads: AttentionStages
    concat: Floats
    output: Floats


def split_heads(x: ArrayLike, n_heads: int) -> Floats:
    """Cut the last axis into heads and bring the head axis before the tokens.

    Parameters
    ----------
    x : (..., T, n_heads d) array
    n_heads : int, >= 1

    Returns
    -------
    (..., n_heads, T, d) float array

    Raises
    ------
    ValueError
        If n_heads does not divide the last axis.
    """
    (array,) = as_floats(x=x)
    n_heads = whole_number("n_heads", n_heads, 1)
    if array.ndim < 2:
        raise ValueError(f"x must have at least 2 axes (tokens, components); got shape {array.shape}")
    if array.shape[-1] % n_heads:
        raise ValueError(
            f"n_heads must divide the last axis of x, {array.shape[-1]}; got {n_heads} and x {array.shape}"
        )
    parts = (*array.shape[:-1], n_heads, array.shape[-1] // n_heads)
    return array.reshape(parts).swapaxes(-3, -2)  # (..., n_heads, T, d)


def merge_heads(x: ArrayLike) -> Floats:
    """Set the heads side by side again, the inverse of `split_heads`.

    Parameters
    ----------
    x : (..., n_heads, T, d) array

    Returns
    -------
    (..., T, n_heads d) float array

    Raises
    ------
    ValueError
        If x has fewer than 3 axes.
    """
    (array,) = as_floats(x=x)
    if array.ndim < 3:
        raise ValueError(f"x must have at least 3 axes (heads, tokens, components); got shape {array.shape}")
    *lead, n_heads, tokens, width = array.shape
    return array.swapaxes(-3, -2).reshape(*lead, tokens, n_heads * width)  # (..., T, n_heads d)


def multi_head_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    *,
    W_q: ArrayLike,
    W_k: ArrayLike,
    W_v: ArrayLike,
    W_o: ArrayLike,
    n_heads: int,
    b_q: ArrayLike | None = None,
    b_k: ArrayLike | None = None,
    b_v: ArrayLike | None = None,
    b_o: ArrayLike | None = None,
    mask: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    causal: str | None = None,
    scale: float | None = None,
    temperature: float = 1.0,
) -> MultiHeadStages:
    """Return every stage of multi-head attention.

    Parameters
    ----------
    query : (..., T_q, d_model) array
    key, value : (..., T_k, any width) arrays
    W_q : (d_model, n_heads d_k) array
    W_k : (width of key, n_key_heads d_k) array
        Fewer columns than W_q = fewer key heads, each shared by n_heads / n_key_heads query heads (grouped query).
    W_v : (width of value, n_key_heads d_v) array
    W_o : (n_heads d_v, d_out) array
    n_heads : int, >= 1
    b_q, b_k, b_v, b_o : arrays, optional
        Added after the product, one number per column.
    mask, bias, causal, scale, temperature
        As for `scaled_dot_product_attention`, with scores (..., n_heads, T_q, T_k); scale None = 1/sqrt(d_k) with the
        d_k of one head.

    Returns
    -------
    MultiHeadStages
        ``output = concat W_o + b_o`` and ``concat`` is the heads' outputs side by side.

    Raises
    ------
    ValueError
        If shapes do not fit or an argument is out of range.

    References
    ----------
    Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2. Ainslie et al. 2023, "GQA" (shared key heads).
    """
    projected_query = _projected("query", query, "q", W_q, b_q)  # (..., T_q, n_heads d_k)
    projected_key = _projected("key", key, "k", W_k, b_k)  # (..., T_k, n_key_heads d_k)
    projected_value = _projected("value", value, "v", W_v, b_v)  # (..., T_k, n_key_heads d_v)
    n_key_heads = _key_heads(projected_query.shape[-1], projected_key.shape[-1], projected_value.shape[-1], n_heads)
    stages = scaled_dot_product_attention(
        split_heads(projected_query, n_heads),
        split_heads(projected_key, n_key_heads),
        split_heads(projected_value, n_key_heads),
        mask=mask,
        bias=bias,
        causal=causal,
        scale=scale,
        temperature=temperature,
    )
    concat = merge_heads(stages.output)  # (..., T_q, n_heads d_v)
    output = _projected("concat", concat, "o", W_o, b_o)  # (..., T_q, d_out)
    lock(projected_query, projected_key, projected_value, concat, output)
    return MultiHeadStages(projected_query, projected_key, projected_value, stages, concat, output)


def _projected(name: str, x: ArrayLike, letter: str, W: ArrayLike, b: ArrayLike | None) -> Floats:
    """Return x W + b, naming the arguments if they do not fit."""
    array, matrix = as_floats(**{name: x, f"W_{letter}": W})
    if array.ndim < 2:
        raise ValueError(f"{name} must have at least 2 axes (tokens, components); got shape {array.shape}")
    if matrix.ndim != 2 or matrix.shape[0] != array.shape[-1]:
        raise ValueError(
            f"W_{letter} must have 2 axes and a row for each component of {name}; "
            f"got W_{letter} {matrix.shape} and {name} {array.shape}"
        )
    with np.errstate(all="ignore"):
        product = array @ matrix  # (..., T, columns)
    if b is None:
        return product
    (added,) = as_floats(**{f"b_{letter}": b})
    if added.shape != matrix.shape[1:]:
        raise ValueError(f"b_{letter} must have one number per column of W_{letter} {matrix.shape}; got {added.shape}")
    return product + added  # (..., T, columns)


def _key_heads(query_width: int, key_width: int, value_width: int, n_heads: int) -> int:
    """Return the number of key heads that the projected widths make, or raise ValueError."""
    n_heads = whole_number("n_heads", n_heads, 1)
    if not query_width or query_width % n_heads:
        raise ValueError(f"n_heads must divide the columns of W_q, at least 1 each; got {n_heads} and {query_width}")
    d_k = query_width // n_heads
    n_key_heads, rest = divmod(key_width, d_k)
    if rest or not n_key_heads or n_heads % n_key_heads:
        raise ValueError(
            f"W_k must have columns for a number of heads of d_k = {d_k} that divides n_heads = {n_heads}; "
            f"got {key_width} columns, {key_width / d_k:g} heads"
        )
    if value_width % n_key_heads:
        raise ValueError(f"W_v must have columns for the {n_key_heads} key heads of W_k; got {value_width} columns")
    return n_key_heads
