"""Attention tile by tile: the output without the T_q x T_k matrices."""

import math
from collections.abc import Iterator

import numpy as np

from attnstudio.core.arrays import Floats
from attnstudio.core.inputs import Inputs, repeated_heads
from attnstudio.core.masks import Mask, diagonal_start, window_cells

Index = tuple[int | slice, ...]

QUERIES, KEYS = 512, 256  # a tile of float64 is 1 MB: it stays in the cache between its two products


def tiled_output(inputs: Inputs) -> Floats:
    """Return the attention output, (..., T_q, d_v), of checked inputs."""
    key, value = repeated_heads(inputs.key, inputs.query), repeated_heads(inputs.value, inputs.query)
    T_q, T_k = inputs.shape[-2:]
    lead = np.broadcast_shapes(inputs.shape[:-2], value.shape[:-2])
    whole = inputs._replace(
        query=np.broadcast_to(inputs.query, (*lead, *inputs.query.shape[-2:])),
        key=np.broadcast_to(key, (*lead, *key.shape[-2:])),
        value=np.broadcast_to(value, (*lead, *value.shape[-2:])),
        mask=None if inputs.mask is None else np.broadcast_to(inputs.mask, (*lead, T_q, T_k)),
        bias=None if inputs.bias is None else np.broadcast_to(inputs.bias, (*lead, T_q, T_k)),
    )
    output = np.empty((*lead, T_q, value.shape[-1]), value.dtype)  # (..., T_q, d_v)
    tile = min(T_q, QUERIES) * min(T_k, KEYS)
    heads = max(1, QUERIES * KEYS // max(1, tile))
    workspace = np.empty(min(math.prod(lead), heads) * tile, value.dtype)
    for part in _parts(lead, heads):
        for start in range(0, T_q, QUERIES):
            rows = (*part, slice(start, start + QUERIES))
            output[rows] = _rows_output(_rows_of(whole, part, rows), start, workspace)
    return output


def _parts(lead: tuple[int, ...], most: int) -> Iterator[Index]:
    """Yield indices of all leading axes that cut them into parts of at most `most` heads."""
    inner = math.prod(lead[1:])
    if inner > most:
        yield from ((first, *rest) for first in range(lead[0]) for rest in _parts(lead[1:], most))
    elif lead:
        step = most // max(1, inner)
        rest = (slice(None),) * (len(lead) - 1)
        yield from ((slice(first, first + step), *rest) for first in range(0, lead[0], step))
    else:
        yield ()


def _rows_of(whole: Inputs, part: Index, rows: Index) -> Inputs:
    """Return the inputs of some query rows of some heads."""
    return whole._replace(
        query=whole.query[rows],
        key=whole.key[part],
        value=whole.value[part],
        mask=None if whole.mask is None else whole.mask[rows],
        bias=None if whole.bias is None else whole.bias[rows],
    )


def _rows_output(rows: Inputs, start: int, workspace: Floats) -> Floats:
    """Return the output of the query rows from `start` on, (..., T, d_v)."""
    # Most rows need no shift against overflow. Their sums show it, and only for the others is the maximum sought.
    total, mixed = _sums(rows, start, workspace, shifted=False)
    low, high = (1e-200, 1e200) if mixed.dtype.itemsize == 8 else (1e-18, 1e30)
    if not ((total > low) & (total < high)).all():
        total, mixed = _sums(rows, start, workspace, shifted=True)
        if not np.isfinite(total).all():
            raise ValueError(f"logits must be finite in {mixed.dtype}; got NaN, an infinity or an overflow")
        total = np.where(total == 0, 1, total)  # a fully masked row stays zeros
    mixed /= total[..., None]
    return mixed


def _sums(rows: Inputs, start: int, workspace: Floats, *, shifted: bool) -> tuple[Floats, Floats]:
    """Return the sums of exp, (..., T), and of exp times value, (..., T, d_v), over all keys."""
    power, factor, late = _power(rows)
    query = rows.query * (rows.scale * (factor if rows.softcap is None else 1.0))  # (..., T, d_k)
    total = np.zeros(query.shape[:-1], query.dtype)  # (..., T)
    mixed = np.zeros((*total.shape, rows.value.shape[-1]), query.dtype)  # (..., T, d_v)
    peak = np.full(total.shape, -np.inf, query.dtype)  # (..., T)
    for first in range(0, rows.key.shape[-2], KEYS):
        keys = slice(first, first + KEYS)
        key, value = rows.key[..., keys, :], rows.value[..., keys, :]
        allowed = _tile_mask(rows, start, first, key.shape[-2])  # broadcasts to (..., T, keys)
        if allowed is not None and not allowed.any():
            continue
        tile = _tile_logits(rows, query, key, keys, factor, workspace)  # (..., T, keys)
        if shifted:
            where = True if allowed is None else allowed
            old, peak = peak, np.max(tile, axis=-1, initial=-np.inf, where=where)  # (..., T)
            peak = np.maximum(old, peak)
            base = np.where(peak == -np.inf, 0, peak)  # (..., T)
            tile -= base[..., None]
            fade = power((old - base) / late)  # (..., T)
            total *= fade
            mixed *= fade[..., None]
        if late != 1.0:
            tile /= late
        if allowed is None:
            power(tile, out=tile)
        else:
            power(tile, out=tile, where=allowed)
            np.copyto(tile, 0, where=~allowed)
        total += tile @ np.ones(tile.shape[-1], tile.dtype)
        mixed += tile @ value
    return total, mixed


def _power(rows: Inputs) -> tuple[np.ufunc, float, float]:
    """Return the exponential to use, what the logits are multiplied by for it, and what they are divided by late."""
    if rows.bias is not None:  # -1e9 plus a logit must round here as it does in the stages
        return np.exp, 1.0, rows.temperature
    if rows.query.dtype.itemsize == 8:  # 2^x takes less time than e^x, and its factor costs nothing
        return np.exp2, 1 / math.log(2) / rows.temperature, 1.0
    return np.exp, 1 / rows.temperature, 1.0


def _tile_logits(
    rows: Inputs, scaled_query: Floats, key: Floats, keys: slice, factor: float, workspace: Floats
) -> Floats:
    """Return the logits (times the factor) of some keys, (..., T, keys), in the workspace."""
    shape = (*scaled_query.shape[:-1], key.shape[-2])
    tile = np.matmul(scaled_query, key.mT, out=workspace[: math.prod(shape)].reshape(shape))  # (..., T, keys)
    if rows.softcap is not None:
        tile /= rows.softcap
        np.tanh(tile, out=tile)
        tile *= rows.softcap * factor
    if rows.bias is not None:
        tile += rows.bias[..., keys]
    return tile


def _tile_mask(rows: Inputs, start: int, first_key: int, n_keys: int) -> Mask | None:
    """Return where the queries from `start` on may attend to the keys from `first_key` on, or None if everywhere."""
    mask = None if rows.mask is None else rows.mask[..., first_key : first_key + n_keys]
    if rows.causal is None:
        return mask
    position = start + diagonal_start(rows.shape[-2], rows.shape[-1], rows.causal)
    if position >= first_key + n_keys - 1:
        return mask
    positions = range(position, position + rows.query.shape[-2])
    causal = window_cells(positions, range(first_key, first_key + n_keys), None, 0)  # (T, keys)
    return causal if mask is None else mask & causal
