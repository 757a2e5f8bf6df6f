"""What one key does to the output of a query: its share, and what happens when it is silenced or forbidden."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attnstudio.core.arrays import Floats, as_floats, lock, positive_number
from attnstudio.core.masks import Mask
from attnstudio.core.measures import length
from attnstudio.core.softmax import exponents_of, plain_limit, weights_at


class KeyEffects(NamedTuple):
    """Of every key on the output z of one query, each (T_k,).

    Parameters
    ----------
    weights, value_lengths : ndarray
    shares : ndarray
        weight × ‖value‖.
    zeroed : ndarray
        How far z moves if the value is set to 0: ‖Δz‖, which is the share.
    forbidden : ndarray
        How far z moves if the key is forbidden and the others are renormalised: ‖Δz‖.
    """

    weights: Floats
    value_lengths: Floats
    shares: Floats
    zeroed: Floats
    forbidden: Floats


def key_effects(masked_logits: ArrayLike, value: ArrayLike, temperature: float = 1.0) -> KeyEffects:
    """Return what each key does to the output of one query.

    Parameters
    ----------
    masked_logits : (T_k,) float array
        -inf where a key is masked.
    value : (T_k, d_v) array
    temperature : float

    Returns
    -------
    KeyEffects
        In float64, from the logits, so that a key that takes all the weight can be forbidden too. Without its only key
        a row is fully masked and its output 0.

    References
    ----------
    Kobayashi et al. 2020, "Attention is Not Only a Weight", section 3 (weight × ‖value‖).
    """
    row, v = as_floats(masked_logits=masked_logits, value=value)
    logits = row.astype(np.float64) / positive_number("temperature", temperature)  # (T_k,)
    v = v.astype(np.float64)  # (T_k, d_v)
    T_k = len(logits)
    known = logits > -np.inf  # (T_k,)
    rows = np.broadcast_to(np.where(known, logits, 0), (T_k + 1, T_k))
    allowed = _all_and_without_each(T_k) & known  # (T_k + 1, T_k)
    limit = plain_limit(rows.dtype, 1.0)
    alternatives = weights_at(exponents_of(rows, allowed, limit), 1.0)  # (T_k + 1, T_k)
    outputs = alternatives @ v  # (T_k + 1, d_v)
    weights, output = alternatives[0], outputs[0]  # (T_k,), (d_v,)
    silenced = output - weights[:, None] * v  # (T_k, d_v), z without the value of each key
    lengths = length(v)  # (T_k,)
    zeroed, forbidden = length(output - silenced), length(output - outputs[1:])  # (T_k,), (T_k,)
    return KeyEffects(weights, lengths, weights * lengths, zeroed, forbidden)


@lru_cache(maxsize=8)
def _all_and_without_each(T_k: int) -> Mask:
    """Return all keys, and then all but one, for each of them, (T_k + 1, T_k)."""
    keys = ~np.eye(T_k + 1, T_k, -1, dtype=bool)
    lock(keys)
    return keys
