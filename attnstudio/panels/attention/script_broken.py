"""The lines of a script that a fault adds or changes, so that it comes to the broken numbers on the screen."""

import numpy as np

from attnstudio.files.scripts import Script, masked
from attnstudio.panels.attention.broken import active, broken_stages, every_head, padded_queries
from attnstudio.panels.attention.faults import RATE
from attnstudio.panels.attention.scenario import AttentionScenario, may_attend

TO_BE_FOUND = "A fault of the screen is to be found. This is the right attention, compared with the right side."
DIVISORS = {"no_scale": "1", "d_model": "(n_heads * d_k)**0.5"}


def say_split(made: Script, scenario: AttentionScenario) -> None:
    """Say what Q, K and V are where heads were split wrongly."""
    if active(scenario) == "split":
        made.note("The mistake: heads split without a transpose, so that their rows hold numbers of other tokens.")


def divisor(made: Script, scenario: AttentionScenario) -> str:
    """Return what the scores are divided by, after lines that it needs."""
    right = {"one": "1", "sqrt_d_k": "d_k**0.5", "d_k": "d_k"}[scenario.divide_by]
    fault = active(scenario)
    if fault in DIVISORS:
        made.note(f"The mistake: not {right}.")
    if fault == "d_model":
        made.add(f"n_heads = {scenario.tensors.n_heads}")
    return DIVISORS.get(fault, right)


def turn_mask(made: Script, scenario: AttentionScenario) -> None:
    """Exchange the axes of the mask where that is the fault."""
    if active(scenario) == "transposed":
        made.note("The mistake: query and key of the mask exchanged.")
        made.add("allowed = allowed.T")


def padding_line(scenario: AttentionScenario) -> str:
    """Return the line that hides padding, as keys or, where that is the fault, as queries."""
    if active(scenario) == "padding":
        return f"allowed[{padded_queries(scenario)}, :] = False  # padding. The mistake: of queries, not keys"
    return f"allowed[:, {sorted(key for key in scenario.padding if key < scenario.tensors.T_k)}] = False  # padding"


def softmax_axis(made: Script, scenario: AttentionScenario) -> tuple[int, str]:
    """Return the axis of softmax and the shape of its sums, after the lines that a fault needs."""
    fault = active(scenario)
    if fault == "axis":
        made.note("The mistake: of every column.")
        return 0, "1, T_k"
    if fault != "averaged":
        return 1, "T_q, 1"
    made.note("The mistake: of all heads, for the mean of them.")
    for role in ("query", "key"):
        made.add(f"heads_{role} = {made.array(every_head(scenario, role))}")
    made.add(f"masked_logits = heads_query @ heads_key.swapaxes(1, 2) / {divisor(made, scenario)}")
    if may_attend(scenario):
        made.add(f"masked_logits = {masked(made, 'masked_logits', 'allowed', f'-{made.lib}.inf')}")
    return 2, "heads, T_q, 1"


def spoil_weights(made: Script, scenario: AttentionScenario) -> None:
    """Do to the weights what a fault does after softmax."""
    fault = active(scenario)
    if fault == "averaged":
        made.add("weights = weights.mean(0)")
    if fault == "dropout":
        kept = (broken_stages(scenario, fault).weights > 0).astype(np.float64)
        made.note("The mistake: dropout, as in training. What it keeps (1) is divided by the share that it keeps.")
        made.add(f"weights = weights * {made.array(kept)} / {1 - RATE!r}")
