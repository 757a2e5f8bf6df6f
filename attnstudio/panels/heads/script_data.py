"""What a Heads script holds of the numbers, and how far two right ways of rounding may lie apart."""

from dataclasses import dataclass

import numpy as np

from attnstudio.core.positions import rotary
from attnstudio.files.scripts import FLOORS, at_least
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.state.arrays import Array

MOST_HELD = 100_000  # numbers of a whole layer that a script holds; of larger ones it holds the large head alone


@dataclass(frozen=True, eq=False)
class Held:
    """The heads of one layer that a script computes.

    Parameters
    ----------
    heads : range
        Their numbers in the layer.
    arrays : dict of str to ndarray
        "query", "key" and "value", or "weights": (heads, tokens, components), keys and values of groups once.
    """

    heads: range
    arrays: dict[str, Array]

    @property
    def key_heads(self) -> int:
        return len(self.arrays["key"])


def held(scenario: HeadsScenario) -> Held:
    """Return the whole layer where it is small, or drawn again by a seed; else the large head alone."""
    pack, layer, head = scenario.data.pack, scenario.layer_index, scenario.head_index
    roles = ("query", "key", "value") if pack.has_vectors else ("weights",)
    whole = {role: pack.whole(role) for role in roles}
    size = sum(array.size for array in whole.values()) // pack.n_layers
    if scenario.data.toy is None and size > MOST_HELD:
        return Held(range(head, head + 1), {role: pack.array(role, layer, head)[None] for role in roles})
    arrays = {role: array[pack.place(array, layer, 0)[:-1]] for role, array in whole.items()}
    return Held(range(pack.n_heads), {role: array.reshape(-1, *array.shape[-2:]) for role, array in arrays.items()})


def tolerances(scenario: HeadsScenario, of: Held, dtype: np.dtype[np.floating]) -> dict[str, float]:
    """Return by how much the numbers of a script and of the screen may differ, for every kind of number."""
    eps, floor = float(np.finfo(dtype).eps), FLOORS[dtype.name]
    if "weights" in of.arrays:
        top = float(np.nanmax(np.abs(of.arrays["weights"].astype(np.float64)), initial=1.0))
        return dict.fromkeys(("share", "entropy"), at_least(1e3 * scenario.data.pack.T_k * eps * top, floor))
    T_k, d_k = scenario.data.pack.T_k, scenario.data.pack.d_k
    query, key, value = (np.abs(array) for array in _vectors(scenario, of))
    projected, few = _projected(scenario, eps), 4 * d_k**0.5 + 4  # roundings of a long sum hardly ever add up
    size = float((query @ np.repeat(key, len(query) // len(key), axis=0).mT).max())
    turned = 4 if scenario.positions_undone else 0
    score = (few + turned) * eps * size + 2 * d_k * projected * max(float(query.max()), float(key.max()))
    logit = score * scenario.scale
    exponent = (logit + 2 * eps * size * scenario.scale) / scenario.temperature + 4 * eps
    share = min(1.0, 2 * exponent + (T_k + 4) * eps)
    longest = float(np.sqrt((value**2).sum(axis=-1)).max())
    output = 2 * (share + T_k * eps) * float(value.max()) + projected
    found = {
        "projected": projected,
        "logit": logit,
        "share": share,
        "entropy": 3 * share,
        "output": output,
        "effect": 6 * (share + T_k * eps) * max(1.0, longest) + 4 * projected * d_k,
        "joined": _joined(scenario, output, float(value.max()), eps),
    }
    return {name: at_least(2 * error, floor) for name, error in found.items()}


def _vectors(scenario: HeadsScenario, of: Held) -> list[Array]:
    """Return queries, keys and values in float64, without the positions that are undone."""
    arrays = [of.arrays[role].astype(np.float64) for role in ("query", "key", "value")]
    if scenario.positions_undone:
        theta, pairs = scenario.data.pack.rope_theta or 1.0, scenario.data.rope_pairs
        arrays[:2] = [rotary(array, theta, inverse=True, pairs=pairs) for array in arrays[:2]]
    return arrays


def _projected(scenario: HeadsScenario, eps: float) -> float:
    """Return the error of X W; none of stored queries and keys."""
    toy = scenario.data.toy
    if toy is None:
        return 0.0
    size = float(np.abs(toy.x).max() * max(np.abs(w).sum(axis=0).max() for w in (toy.w_q, toy.w_k, toy.w_v)))
    return 2 * (scenario.data.d_model + 1) * eps * size


def _joined(scenario: HeadsScenario, output: float, top: float, eps: float) -> float:
    toy = scenario.data.toy
    if toy is None:
        return 0.0
    columns = float(np.abs(toy.w_o).sum(axis=0).max())
    return (output + 2 * scenario.data.d_model * eps * top) * columns
