"""The toy model: random tokens and matrices, projected and cut into heads."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from attnstudio.core.heads import split_heads
from attnstudio.state.figures import Array, frozen_float
from attnstudio.state.origin import Origin
from attnstudio.state.tensors import TensorPack

MOST_B, MOST_T = 4, 16


@dataclass(frozen=True, eq=False)
class Toy:
    """A layer of random numbers, from its input to the projected queries, keys and values.

    Shapes: x (B, T, d_model); w_q and w_o (d_model, d_model); w_k and w_v (d_model, n_key_heads d_k); query
    (B, T, d_model); key and value (B, T, n_key_heads d_k).
    """

    n_heads: int
    n_key_heads: int
    seed: int
    x: Array
    w_q: Array
    w_k: Array
    w_v: Array
    w_o: Array
    query: Array
    key: Array
    value: Array

    def pack(self, item: int) -> TensorPack:
        """Return one sequence of the batch, cut into heads."""
        query, key, value = (
            split_heads(array[item], heads)
            for array, heads in (
                (self.query, self.n_heads),
                (self.key, self.n_key_heads),
                (self.value, self.n_key_heads),
            )
        )
        origin = Origin("random", seed=self.seed)
        return TensorPack(query=query[None], key=key[None], value=value[None], layers=(0,), origin=origin)


def n_key_heads(n_heads: int, sharing: str) -> int:
    """Return how many key and value heads there are where so many query heads are to share one."""
    group = {"none": 1, "all": n_heads}.get(sharing) or int(sharing)
    return n_heads // math.gcd(n_heads, group)


@lru_cache(maxsize=4)
def toy_model(B: int, T: int, n_heads: int, d_k: int, sharing: str, seed: int) -> Toy:
    """Return the toy model: x standard normal, matrices normal / √d_model.

    More tokens, sequences or shared keys leave the other numbers as they are; so does another number of heads while
    d_model stays.
    """
    d_model, key_heads = n_heads * d_k, n_key_heads(n_heads, sharing)
    x = _normal(seed, 0, MOST_B, MOST_T, d_model)[:B, :T]  # (B, T, d_model)
    w_q, w_k, w_v, w_o = (_normal(seed, part, d_model, d_model) / math.sqrt(d_model) for part in range(1, 5))
    w_k, w_v = (w[:, : key_heads * d_k].copy() for w in (w_k, w_v))  # (d_model, n_key_heads d_k)
    arrays = map(frozen_float, (x.copy(), w_q, w_k, w_v, w_o, x @ w_q, x @ w_k, x @ w_v))
    return Toy(n_heads, key_heads, seed, *arrays)


def _normal(seed: int, part: int, *shape: int) -> Array:
    drawn: Array = np.random.default_rng((seed, part)).standard_normal(shape)
    return drawn
