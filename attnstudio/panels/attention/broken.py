"""What a fault makes of an attention: whether it has a hold on the present state, and the stages that it leaves."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np
import numpy.typing as npt

from attnstudio.core.attention import AttentionStages, scaled_dot_product_attention
from attnstudio.core.masks import combine_masks
from attnstudio.panels.attention.faults import FAULTS, NONE, RATE, d_model
from attnstudio.panels.attention.scenario import AttentionScenario, may_attend
from attnstudio.state.message import QT_TRANSLATE_NOOP

Array = npt.NDArray[Any]
Flags = npt.NDArray[np.bool_]
ROLES = ("query", "key", "value")
NO_VECTORS = QT_TRANSLATE_NOOP("attention", "It needs Q and K: of weights alone nothing is computed.")


def has_hold(scenario: AttentionScenario, fault: str) -> bool:
    """Return whether a fault has anything to bite on; one that has none leaves all as it is."""
    pack = scenario.tensors
    if fault == NONE or not pack.has_vectors:
        return False
    several = pack.n_heads > 1
    match fault:
        case "axis":
            return pack.T_q > 1 or pack.T_k > 1
        case "no_scale":
            return scenario.scale != 1
        case "d_model":
            return several and scenario.scale != d_model(scenario) ** -0.5
        case "zero" | "after" | "transposed":
            return _bites(may_attend(scenario), turned=fault == "transposed")
        case "padding":
            return "padding" in may_attend(scenario)
        case "split":
            return several and (pack.T_q > 1 or pack.T_k > 1)
        case "averaged":
            return several
    return True


def _bites(masks: Mapping[str, Flags], *, turned: bool) -> bool:
    """Return whether masks hide anything, and where they are `turned`, whether that hides anything else."""
    mask = combine_masks(*masks.values())
    if mask is None or mask.all():
        return False
    return not turned or (mask.shape[0] == mask.shape[1] and not np.array_equal(mask, mask.T))


def active(scenario: AttentionScenario) -> str:
    """Return the fault that is at work: the one that is chosen, if it has a hold."""
    fault = scenario.fault
    return fault if fault != NONE and has_hold(scenario, fault) else NONE


def missing(scenario: AttentionScenario, fault: str) -> str:
    """Return the sentence on what a fault needs; "" where it has a hold."""
    if fault == NONE or has_hold(scenario, fault):
        return ""
    return FAULTS[fault].needs if scenario.tensors.has_vectors else NO_VECTORS


def broken_stages(scenario: AttentionScenario, fault: str) -> AttentionStages:
    """Return the stages that a fault makes of the head on the screen; those of a right attention where it has no hold.

    Parameters
    ----------
    scenario : AttentionScenario
    fault : str
        A name of FAULTS.

    Returns
    -------
    AttentionStages
        Of one head.
    """
    from attnstudio.core import mistakes  # slow to load, and seldom wanted

    pack = scenario.tensors
    masks = may_attend(scenario)
    given: dict[str, Any] = {role: pack.array(role, scenario.layer_index, scenario.head_index) for role in ROLES}
    given |= {"mask": combine_masks(*masks.values()), "scale": scenario.scale}
    given["temperature"] = scenario.softmax_temperature
    match fault if has_hold(scenario, fault) else NONE:
        case "axis":
            return mistakes.softmax_over_queries(**given)
        case "no_scale":
            return mistakes.no_scale(**given)
        case "d_model":
            return mistakes.scaled_by_d_model(**given, n_heads=pack.n_heads)
        case "zero":
            return mistakes.mask_zero_before_softmax(**given)
        case "after":
            return mistakes.mask_after_softmax(**given)
        case "transposed":
            return mistakes.transposed_mask(**given)
        case "padding":
            others = combine_masks(*(mask for name, mask in masks.items() if name != "padding"))
            return mistakes.padding_on_queries(**given | {"mask": others}, hidden=padded_queries(scenario))
        case "split":
            return scaled_dot_product_attention(**given | _mixed_up(scenario))
        case "averaged":
            whole = {role: _all_heads(scenario, role) for role in ROLES}
            return _of_head(mistakes.averaged_heads(**given | whole), scenario)
        case "dropout":
            return mistakes.dropout_left_on(**given, rate=RATE, seed=scenario.seed)
    return scaled_dot_product_attention(**given)


def padded_queries(scenario: AttentionScenario) -> list[int]:
    """Return the queries that padding on the wrong axis hides."""
    return sorted(i for i in scenario.padding if i < scenario.tensors.T_q)


def every_head(scenario: AttentionScenario, role: str) -> Array:
    """Return the array of one role for every query head of the layer, (n_heads, T, d): shared ones again and again."""
    heads = _all_heads(scenario, role)
    return heads.repeat(scenario.tensors.n_heads // len(heads), axis=0)


def _all_heads(scenario: AttentionScenario, role: str) -> Array:
    """Return the array of one role in all its heads of the layer, (heads, T, d)."""
    array = scenario.tensors.whole(role)
    return array if array.ndim == 3 else array[scenario.layer_index]


def _mixed_up(scenario: AttentionScenario) -> dict[str, Array]:
    """Return Q, K and V of the head on the screen, as a reshape without transpose cuts them out of all heads."""
    from attnstudio.core.heads import merge_heads
    from attnstudio.core.mistakes import split_heads_without_transpose

    pack, mixed = scenario.tensors, {}
    for role in ROLES:
        heads = _all_heads(scenario, role)
        wrong = split_heads_without_transpose(merge_heads(heads), len(heads))  # (heads, T, d)
        mixed[role] = wrong[pack.place(wrong, 0, scenario.head_index)]
    return mixed


def _of_head(stages: AttentionStages, scenario: AttentionScenario) -> AttentionStages:
    """Return the stages of the head on the screen out of those of all heads."""
    pack, found = scenario.tensors, dict[str, Any]()
    for field in fields(stages):
        value = getattr(stages, field.name)
        per_head = isinstance(value, np.ndarray) and value.ndim > 0
        head = pack.place(value, 0, scenario.head_index) if field.name in ROLES else (scenario.head_index,)
        found[field.name] = value[head] if per_head else value
    return type(stages)(**found)
