"""The Attention panel as a short script that computes every stage again and checks it against the screen."""

from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.core.attention import AttentionStages
from attnstudio.files.scripts import (
    FLOORS,
    Library,
    Script,
    all_allowed,
    at_least,
    causal_line,
    diagonal,
    forbidden_line,
    masked,
    token_list,
)
from attnstudio.panels.attention.compute import AttentionResult, compute
from attnstudio.panels.attention.scenario import AttentionScenario, mask_way, may_attend
from attnstudio.panels.attention.script_broken import (
    TO_BE_FOUND,
    divisor,
    padding_line,
    say_split,
    softmax_axis,
    spoil_weights,
    turn_mask,
)
from attnstudio.state.figures import known_sum
from attnstudio.state.tensors import TensorPack

Array = npt.NDArray[Any]
TITLE = "Attention, softmax(Q Kᵀ / √d_k + M) V: every stage computed again, and compared with the screen of attnstudio."
ROUND = 30.0  # logits up to this size are exponentiated as they are; see the core's softmax


def script(scenario: AttentionScenario, library: Library, covered: AbstractSet[str] = frozenset()) -> str:
    """Return a script that needs nothing but NumPy or PyTorch.

    Parameters
    ----------
    scenario : AttentionScenario
    library : {"numpy", "torch"}
    covered : set of str
        Stages whose numbers are withheld: they are computed, but not compared.

    Raises
    ------
    ValueError
        In words, where there are too many numbers for a script.

    Notes
    -----
    While a fault is to be found, it is the script of the right attention beside it.
    """
    right = scenario.beside if scenario.hide_fault else None
    scenario = right or scenario
    result = compute(scenario)
    if result.stages is None:
        return _stored_weights(scenario, result, library, covered)
    made = Script(library, result.stages.query.dtype, TITLE)
    if right is not None:
        made.note(TO_BE_FOUND)
    _say_data(made, scenario)
    _inputs(made, scenario, result.stages)
    errors = _tolerances(scenario, result.stages)

    def check(name: str) -> None:
        if name in covered:
            made.withhold(name)
        else:
            made.check(name, getattr(result.stages, name), errors[name])

    for part in (_compare, _scale, _mask, _softmax, _mix):
        check(part(made, scenario))
    return made.text()


def _say_data(made: Script, scenario: AttentionScenario) -> None:
    pack = scenario.tensors
    stored = next(a.dtype for a in (pack.query, pack.weights) if a is not None)
    made.section(f"Data: {pack.origin.badge()}. Stored as {stored}, computed in {made.dtype_name}.")
    if pack.lead:
        layer = pack.layers[scenario.layer_index] if pack.layers else None
        shared = pack.shared_head(scenario.head_index)
        words = [] if layer is None else [f"layer {layer}"]
        words.append(f"head {scenario.head_index} of {pack.n_heads}, counted from 0")
        words += [] if shared is None else [f"which shares key and value head {shared} with others"]
        made.note(", ".join(words)[:1].upper() + ", ".join(words)[1:] + ".")
    made.note("Rows ask (queries), columns are asked (keys).")
    _say_tokens(made, pack)


def _say_tokens(made: Script, pack: TensorPack) -> None:
    for name, tokens in (("query_tokens", pack.query_tokens), ("key_tokens", pack.key_tokens)):
        if tokens:
            made.add(f"{name} = {token_list(tokens)}")


def _inputs(made: Script, scenario: AttentionScenario, stages: AttentionStages) -> None:
    pack = scenario.tensors
    say_split(made, scenario)
    for name, sizes in (("query", "T_q, d_k"), ("key", "T_k, d_k"), ("value", "T_k, d_v")):
        array = getattr(stages, name)
        made.note(f"{name}: ({sizes}) = {array.shape}")
        made.add(f"{name} = {made.array(array)}")
    made.add(f"T_q, T_k, d_k = {pack.T_q}, {pack.T_k}, {pack.d_k}")


def _compare(made: Script, scenario: AttentionScenario) -> str:
    made.section("1 Compare: each query with each key.")
    made.add(f"scores = query @ key.T  # {_pairs(scenario)}")
    return "scores"


def _scale(made: Script, scenario: AttentionScenario) -> str:
    made.section("2 Scale: divide by what was chosen.")
    made.add(f"logits = scores / {divisor(made, scenario)}  # {_pairs(scenario)}")
    return "logits"


def _mask(made: Script, scenario: AttentionScenario) -> str:
    way, on = mask_way(scenario), may_attend(scenario)
    made.section("3 Mask: forbidden pairs." if on else "3 Mask: none is on.")
    if on:
        made.add(all_allowed(made), *(_mask_line(made, scenario, name) for name in on))
        turn_mask(made, scenario)
    if not on:
        made.add("masked_logits = logits")
    elif way == "zero_after":
        made.note("A mistake, shown on purpose: the mask waits until after softmax.")
        made.add("masked_logits = logits")
    elif way == "zero_before":
        made.note("A mistake, shown on purpose: 0 in place of −∞, and e⁰ = 1.")
        made.add(f"masked_logits = {masked(made, 'logits', 'allowed', '0.0')}")
    else:
        made.add(f"masked_logits = {masked(made, 'logits', 'allowed', f'-{made.lib}.inf')}")
    return "masked_logits"


def _mask_line(made: Script, scenario: AttentionScenario, name: str) -> str:
    sizes = scenario.tensors.T_q, scenario.tensors.T_k
    corner = "top-left" if scenario.causal == "off" else scenario.causal
    if name == "causal":
        return causal_line(made, *sizes, corner)
    if name == "window":
        away = f"{made.lib}.arange(T_k) - {diagonal(made, *sizes, corner)}"
        return f"allowed &= abs({away}) < {scenario.window}  # window, {corner}"
    if name == "padding":
        return padding_line(scenario)
    return forbidden_line(made, ~may_attend(scenario)["custom"], "pairs painted by hand")


def _softmax(made: Script, scenario: AttentionScenario) -> str:
    numpy, pairs = made.library == "numpy", _pairs(scenario)
    made.section("4 Softmax: of every row. What is subtracted makes no difference, and nothing overflows.")
    axis, sizes = softmax_axis(made, scenario)
    rows = f"axis={axis}, keepdims=True" if numpy else f"dim={axis}, keepdim=True"
    made.add(f"largest = masked_logits.{'max' if numpy else 'amax'}({rows})  # ({sizes})")
    void = mask_way(scenario) == "before" and bool(may_attend(scenario))
    if void:
        made.add(f"largest[largest == -{made.lib}.inf] = 0  # a query without a key")
    exponent = "masked_logits - largest"
    if scenario.temperature != 1:
        exponent = f"({exponent}) / {scenario.temperature!r}"
    power = f"2.0 ** ({exponent})" if scenario.base == "2" else f"{made.lib}.exp({exponent})"
    made.add(f"exp = {power}  # {pairs}")
    made.add(f"sums = exp.sum({rows})  # ({sizes}), at least 1 where there is a key")
    made.add(f"weights = exp / sums{('.clip(1)' if numpy else '.clamp(min=1)') if void else ''}  # {pairs}")
    if mask_way(scenario) == "zero_after":
        made.note("The mistake: the rest no longer sums to 1.")
        made.add("weights = weights * allowed")
    spoil_weights(made, scenario)
    return "weights"


def _mix(made: Script, scenario: AttentionScenario) -> str:
    made.section("5 Mix: of the values.")
    made.add(f"output = weights @ value  # (T_q, d_v) = {(scenario.tensors.T_q, scenario.tensors.d_v)}")
    return "output"


def _pairs(scenario: AttentionScenario) -> str:
    return f"(T_q, T_k) = {(scenario.tensors.T_q, scenario.tensors.T_k)}"


def _tolerances(scenario: AttentionScenario, stages: AttentionStages) -> dict[str, float]:
    """Return by how much two right ways of rounding may differ at each stage, the script's and the screen's."""
    eps, floor = float(np.finfo(stages.query.dtype).eps), FLOORS[stages.query.dtype.name]
    pack, temperature = scenario.tensors, scenario.softmax_temperature
    query, key, value = (np.abs(a.astype(np.float64)) for a in (stages.query, stages.key, stages.value))
    logits = float(np.abs(stages.logits).max(initial=0.0))
    scores_error = 2 * (pack.d_k + 1) * eps * float((query @ key.T).max(initial=0.0))
    logits_error = scores_error * stages.scale + 2 * eps * logits
    exponent_error = 2 * (logits_error + eps * min(2 * logits, 2 * ROUND)) / temperature + 8 * eps
    share_error = min(1.0, 2 * exponent_error + (max(pack.T_q, pack.T_k) + 4) * eps)
    most = float(stages.weights.sum(axis=1).max(initial=1.0))  # more than 1 only where something is broken
    errors = {
        "scores": scores_error,
        "logits": logits_error,
        "masked_logits": logits_error,
        "weights": share_error * max(1.0, float(stages.weights.max(initial=0.0))),
        "output": 2 * (share_error + pack.T_k * eps) * most * float(value.max(initial=0.0)),
    }
    return {name: at_least(2 * error, floor) for name, error in errors.items()}


def _stored_weights(
    scenario: AttentionScenario, result: AttentionResult, library: Library, covered: AbstractSet[str]
) -> str:
    """Return the script of weights without Q and K: only their sums can be checked."""
    weights = result.matrices["weights"].values
    if "weights" in covered:
        raise ValueError("the weights are covered, and there is nothing else to write into a script")
    made = Script(library, weights.dtype, "Attention weights as they were stored, compared with attnstudio.")
    _say_data(made, scenario)
    made.note("Without Q and K the weights can be looked at, not computed again.", f"weights: {_pairs(scenario)}")
    made.add(f"weights = {made.array(weights)}")
    rows = "axis=1" if library == "numpy" else "dim=1"
    made.add(f"row_sums = {made.lib}.nansum(weights, {rows})  # (T_q,); a missing number counts as 0")
    sums = known_sum(weights)
    size = float(np.nansum(np.abs(weights), axis=1).max())
    made.check("row_sums", sums, at_least(4 * weights.shape[1] * 2.0**-52 * size, FLOORS["float64"]))
    return made.text()
