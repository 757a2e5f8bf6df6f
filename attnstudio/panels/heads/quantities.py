"""Named numbers of the Heads panel, which challenges test."""

import math

import numpy as np

from attnstudio.core.head_effects import KeyEffects
from attnstudio.core.measures import entropy_share
from attnstudio.panels.heads.bill import bill_of
from attnstudio.panels.heads.findings import Findings, first_position
from attnstudio.panels.heads.ranking import Ranking
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.weights import all_weights, value_lengths, way_of
from attnstudio.state.arrays import Held
from attnstudio.state.figures import Array, known_sum

NEAR_ZERO = 0.05


def quantities(
    scenario: HeadsScenario, weights: Array, found: Findings, ranked: Ranking, of_keys: KeyEffects | None
) -> dict[str, float]:
    """Return the named numbers that are known.

    Parameters
    ----------
    scenario : HeadsScenario
    weights : (T_q, T_k) ndarray
        Of the large head, as they are shown.
    found : Findings
        MEASURES of all heads that are known.
    ranked : Ranking
    of_keys : KeyEffects, optional

    Returns
    -------
    dict of str to float
        Finite: what has no value is missing.
    """
    bill, data = bill_of(scenario), scenario.data
    numbers = _of_row(scenario, weights) | _of_head(scenario, found, weights)
    numbers |= {"scores_count": bill.count, "score_bytes": bill.size, "d_model": data.d_model}
    numbers |= {"n_heads": data.pack.n_heads, "d_k": data.pack.d_k, "n_key_heads": data.n_key_heads}
    if data.pack.has_vectors:
        numbers["divisor"] = 1 / scenario.scale
    if ranked.best is not None:
        layer, head = ranked.best
        numbers |= {"found": float(ranked.values[ranked.best]), "found_layer": data.layer_number(layer)}
        numbers["found_head"] = head
        if ranked.runner_up is not None:
            numbers["runner_up"] = ranked.runner_up
    if of_keys is not None:
        numbers |= _of_key(scenario, of_keys)
    numbers |= _of_all_heads(scenario)
    return {name: float(number) for name, number in numbers.items() if math.isfinite(number)}


def _of_row(scenario: HeadsScenario, weights: Array) -> dict[str, float]:
    i, allowed = scenario.query_index, scenario.shown_allowed
    row = weights[i]
    return {
        "weight": float(row[scenario.key_index]),
        "max_weight": float(np.fmax.reduce(row, initial=0.0)),
        "entropy_share": float(entropy_share(row, None if allowed is None else allowed[i])),
        "row_sum": float(known_sum(row)),
    }


def _of_head(scenario: HeadsScenario, found: Findings, weights: Array) -> dict[str, float]:
    measured = found.of_head(scenario.layer_index, scenario.head_index)
    if "entropy_share" in measured:
        measured["head_entropy_share"] = measured.pop("entropy_share")
    ahead = np.triu(weights, 1 + first_position(scenario.data))  # (T_q, T_k)
    return measured | {"later": float(known_sum(ahead).mean())}


def _of_key(scenario: HeadsScenario, of_keys: KeyEffects) -> dict[str, float]:
    j = scenario.key_index
    named = {"value_length": of_keys.value_lengths, "weight_times_value": of_keys.shares, "zeroed": of_keys.zeroed,
             "forbidden": of_keys.forbidden}  # fmt: skip
    return {name: float(values[j]) for name, values in named.items()}


def _of_all_heads(scenario: HeadsScenario) -> dict[str, float]:
    """Return what is counted over all heads of small data: small weights, and rows that weight and share tell apart."""
    way, pack = way_of(scenario), scenario.data.pack
    if not way.whole:
        return {}
    weights = all_weights(way)  # (layers, heads, T_q, T_k)
    numbers = {"near_zero_share": float(np.count_nonzero(weights < NEAR_ZERO) / weights.size)}
    if pack.value is not None:
        lengths = value_lengths(Held(pack.value), weights.shape[1])
        numbers["disagreeing_rows"] = float(np.count_nonzero(weights.argmax(-1) != (weights * lengths).argmax(-1)))
    return numbers
