"""Weights of many heads: of all at once where they are few and short, else of each when it is wanted."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from attnstudio.core.arrays import as_floats
from attnstudio.core.attention import attention_weights
from attnstudio.core.inputs import repeated_heads
from attnstudio.core.measures import length
from attnstudio.core.positions import rotary
from attnstudio.core.softmax import exponents_of, plain_limit, weights_at
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.state.arrays import Array, Held
from attnstudio.state.figures import known_sum
from attnstudio.state.tensors import TensorPack

Place = tuple[int, ...]
AT_ONCE = 2_000_000  # weights of all layers that are computed together
KEPT = 36  # heads of large data that are kept: those in sight of two Results, and as many again


@dataclass(frozen=True)
class Way:
    """All that the weights of a data set depend on; equal ways give equal weights.

    Parameters
    ----------
    query, key, stored : Held, optional
        Arrays of the pack: the first two, or weights alone.
    theta : float
        Base of the rotary positions that are undone; 0 where none are.
    pairs : str
    allowed : Held, optional
        Where a query may look, (T_q, T_k).
    hide_first : bool
        Whether stored weights are rescaled without their first key; in `allowed` it is forbidden.
    scale, temperature : float
    """

    query: Held | None
    key: Held | None
    stored: Held | None
    theta: float
    pairs: str
    allowed: Held | None
    hide_first: bool
    scale: float
    temperature: float

    @property
    def whole(self) -> bool:
        """Whether the weights of all heads are computed together."""
        if self.query is None or self.key is None:
            assert self.stored is not None
            return bool(self.stored.array.size <= AT_ONCE)
        query = self.query.array
        return bool(query.size // query.shape[-1] * self.key.array.shape[-2] <= AT_ONCE)

    @property
    def mask(self) -> Array | None:
        return None if self.allowed is None else self.allowed.array


@lru_cache(maxsize=8)  # every measure of a Result asks
def way_of(scenario: HeadsScenario) -> Way:
    """Return what the weights that a Scenario shows depend on."""
    data, allowed = scenario.data, scenario.shown_allowed
    pack = data.pack
    stored = not pack.has_vectors
    return Way(
        query=_held(pack.query),
        key=_held(pack.key),
        stored=_held(pack.weights),
        theta=(pack.rope_theta or 0.0) if scenario.positions_undone else 0.0,
        pairs=data.rope_pairs,
        allowed=_held(allowed),
        hide_first=scenario.hide_first and stored,
        scale=1.0 if stored else scenario.scale,
        temperature=1.0 if stored else scenario.temperature,
    )


def _held(array: Array | None) -> Held | None:
    return None if array is None else Held(array)


def weights_of(scenario: HeadsScenario, layer: int, heads: range) -> Array | list[Array]:
    """Return the weights of some heads of a layer as they are shown, each (T_q, T_k) and read-only.

    Of large data they are a list of those that are kept for each head.
    """
    way = way_of(scenario)
    if way.whole:
        return all_weights(way)[layer, heads.start : heads.stop]  # (heads, T_q, T_k)
    return [weights_of_one(scenario, layer, head) for head in heads]


def weights_of_head(scenario: HeadsScenario, layer: int, head: int) -> Array:
    """Return the weights of one head as they are shown, (T_q, T_k) and read-only."""
    return weights_of(scenario, layer, range(head, head + 1))[0]


def weights_of_one(scenario: HeadsScenario, layer: int, head: int) -> Array:
    """Return the weights of one head without computing those of the others, read-only."""
    return _kept_weights(way_of(scenario), *_places(scenario.data.pack, layer, head))


def weights_in_passing(scenario: HeadsScenario, layer: int, head: int) -> Array:
    """Return the same without keeping them, so that those in sight stay kept."""
    return _weights_of_head(way_of(scenario), *_places(scenario.data.pack, layer, head))


def masked_row(scenario: HeadsScenario) -> Array | None:
    """Return the masked logits of the selected query in the large head, (T_k,); None but of small data with vectors."""
    way = way_of(scenario)
    if way.query is None or way.key is None or not way.whole:
        return None
    place = scenario.layer_index, scenario.head_index, scenario.query_index
    logits: Array = _all_scores(way.query, way.key, way.theta, way.pairs)[place] * way.scale
    allowed = scenario.allowed
    return logits if allowed is None else np.where(allowed[place[-1]], logits, -np.inf)


def _places(pack: TensorPack, layer: int, head: int) -> tuple[Place, Place]:
    """Return where the query (or the stored weights) and the key of a head lie in their arrays."""
    if pack.query is None or pack.key is None:
        place = pack.place(pack.whole("weights"), layer, head)
        return place, place
    return pack.place(pack.query, layer, head), pack.place(pack.key, layer, head)


@lru_cache(maxsize=6)  # a drag needs none again; a pin and covers do
def all_weights(way: Way) -> Array:
    """Return the weights of all heads of a small data set, (layers, heads, T_q, T_k), read-only."""
    if way.query is None or way.key is None:
        assert way.stored is not None
        return _locked(_rescaled(_with_axes(way.stored.array), way))
    limit = plain_limit(_all_scores(way.query, way.key, way.theta, way.pairs).dtype, way.temperature)
    with np.errstate(all="ignore"):
        exponents = _all_exponents(way.query, way.key, way.theta, way.pairs, way.scale, way.allowed, limit)
        return _locked(weights_at(exponents, way.temperature))


@lru_cache(maxsize=2)  # a temperature does not move them
def _all_exponents(
    query: Held, key: Held, theta: float, pairs: str, scale: float, allowed: Held | None, limit: float
) -> Array:
    """Return what the weights of all heads are made from at temperatures of one limit."""
    logits = _all_scores(query, key, theta, pairs) * scale  # (layers, heads, T_q, T_k)
    return _locked(exponents_of(logits, None if allowed is None else allowed.array, limit))


@lru_cache(maxsize=4)  # no slider moves them
def _all_scores(query: Held, key: Held, theta: float, pairs: str) -> Array:
    """Return the products of all queries and keys, (layers, heads, T_q, T_k)."""
    turned = [_turned_back(held, theta, pairs) for held in (query, key)]
    q, k = as_floats(query=turned[0], key=turned[1])
    return _locked(q @ repeated_heads(k, q).mT)


def _weights_of_head(way: Way, place: Place, key_place: Place) -> Array:
    if way.query is None or way.key is None:
        assert way.stored is not None
        return _locked(_rescaled(way.stored.array[place], way))
    query, key = way.query.array[place], way.key.array[key_place]  # (T_q, d_k), (T_k, d_k)
    if way.theta:
        query, key = (rotary(x, way.theta, inverse=True, pairs=way.pairs) for x in (query, key))
    return _locked(attention_weights(query, key, mask=way.mask, scale=way.scale, temperature=way.temperature))


_kept_weights = lru_cache(maxsize=KEPT)(_weights_of_head)


@lru_cache(maxsize=8)
def _turned_back(held: Held, theta: float, pairs: str) -> Array:
    """Return the queries or keys of all heads, (layers, heads, T, d_k), in a type to compute in."""
    array = _with_axes(held.array)
    if theta:
        return rotary(array, theta, inverse=True, pairs=pairs)
    return array.astype(np.float32) if array.dtype == np.float16 else array


@lru_cache(maxsize=8)  # no slider moves them
def value_lengths(value: Held, n_heads: int) -> Array:
    """Return the lengths of the values of all heads, (layers, n_heads, 1, T_k), shared ones repeated; read-only."""
    lengths = length(_with_axes(value.array))  # (layers, key heads, T_k)
    return _locked(lengths.repeat(n_heads // lengths.shape[1], axis=1)[:, :, None])


def _with_axes(array: Array) -> Array:
    return array.reshape((1,) * (4 - array.ndim) + array.shape)


def _rescaled(stored: Array, way: Way) -> Array:
    """Return stored weights in float64; without their first key, if it is hidden, rescaled to sum 1."""
    weights = stored.astype(np.float64)
    if way.hide_first:
        weights[..., 0] = 0.0
        total = known_sum(weights)[..., None]  # (..., T_q, 1)
        np.divide(weights, total, out=weights, where=total > 0)
    return weights


def _locked(weights: Array) -> Array:
    weights.setflags(write=False)
    return weights
