"""The ten broken attentions: what each is called, what its code does wrong, and what shows it in the picture."""

from typing import TYPE_CHECKING, NamedTuple

from attnstudio.state.message import QT_TRANSLATE_NOOP as T

if TYPE_CHECKING:
    from attnstudio.panels.attention.scenario import AttentionScenario

RATE = 0.3  # of weights that are dropped where dropout was left on
NONE = "none"


class FaultWords(NamedTuple):
    """What is said of one fault.

    Parameters
    ----------
    name : str
    does : str
        A sentence on what the code does wrong.
    shows : str
        A sentence on what can be seen in the picture, and with no other fault.
    code : str
        The wrong line, and after it what belongs there; it is no text to translate.
    needs : str
        A sentence on what it needs to change anything; "" where it always does.
    """

    name: str
    does: str
    shows: str
    code: str = ""
    needs: str = ""


NEEDS_MASK = T("attention", "It needs a mask that hides something.")

FAULTS = {
    NONE: FaultWords(
        T("attention", "nothing is wrong"),
        T("attention", "The code does what the formula says."),
        T("attention", "The difference is 0 in every cell."),
    ),
    "axis": FaultWords(
        T("attention", "softmax on the wrong axis"),
        T("attention", "Softmax runs over the queries of each key, not over the keys of each query."),
        T("attention", "The weights that all queries give to one key sum to 1; those of one query do not."),
        "weights = softmax(masked_logits, axis=0)  # axis=1",
        T("attention", "It needs more than one query or more than one key."),
    ),
    "no_scale": FaultWords(
        T("attention", "no scale"),
        T("attention", "The scores go on undivided."),
        T("attention", "The logits are the scores, number for number, and the largest weight of a query is too large."),
        "logits = query @ key.T  # / d_k**0.5",
        T("attention", "It needs a divisor: here the scores are divided by 1 anyway."),
    ),
    "d_model": FaultWords(
        T("attention", "÷ √d_model, not √d_k"),
        T("attention", "The scores are divided by the root of the whole width, heads × d_k, not of one head’s d_k."),
        T("attention", "All logits are too close to 0, by one and the same factor, and the weights too equal."),
        "logits = query @ key.T / d_model**0.5  # / d_k**0.5",
        T("attention", "It needs several heads (of one alone d_model is d_k), and another divisor than √d_model."),
    ),
    "zero": FaultWords(
        T("attention", "0 in place of −∞"),
        T("attention", "The mask writes 0 into the logits, and softmax makes e⁰ = 1 of it, not 0."),
        T("attention", "The masked logits have a 0 where −∞ belongs, so that hidden keys keep weight."),
        "masked_logits = where(allowed, logits, 0)  # -inf",
        NEEDS_MASK,
    ),
    "after": FaultWords(
        T("attention", "mask after softmax"),
        T("attention", "Softmax shares the weight among all keys, and only then hidden keys are set to 0."),
        T("attention", "The masked logits are not masked at all; hidden keys have no weight, and the rest sums to "
                       "less than 1."),
        "weights = softmax(logits) * allowed  # softmax(masked_logits)",
        NEEDS_MASK,
    ),
    "transposed": FaultWords(
        T("attention", "mask transposed"),
        T("attention", "The mask is laid on with query and key exchanged."),
        T("attention", "−∞ stands in the mirror images of the cells that are to be hidden: a causal mask shows the "
                       "future and hides the past."),
        "masked_logits = where(allowed.T, logits, -inf)  # allowed",
        T("attention", "It needs as many queries as keys, and a mask that is another with the two exchanged."),
    ),
    "padding": FaultWords(
        T("attention", "padding on the wrong axis"),
        T("attention", "Padded tokens are hidden as queries, not as keys."),
        T("attention", "The query of a padded token is all −∞, while its key is open to every query that no other "
                       "mask stops."),
        "allowed[padded, :] = False  # allowed[:, padded]",
        T("attention", "It needs a padded key."),
    ),
    "split": FaultWords(
        T("attention", "split without transpose"),
        T("attention", "The width is cut into heads by reshape alone, so that a head holds parts of a few tokens."),
        T("attention", "The scores are others already than the key dial shows; no other fault touches them."),
        "heads = x.reshape(n_heads, T, d_k)  # x.reshape(T, n_heads, d_k).swapaxes(0, 1)",
        T("attention", "It needs several heads of several tokens."),
    ),
    "averaged": FaultWords(
        T("attention", "averaged heads"),
        T("attention", "The weights are the mean over all heads, not those of this head."),
        T("attention", "All up to the masked logits is right, yet the weights are not their softmax, though each "
                       "query’s sum to 1."),
        "weights = weights.mean(axis=0)  # weights[head]",
        T("attention", "It needs several heads."),
    ),
    "dropout": FaultWords(
        T("attention", "dropout left on"),
        T("attention", "As in training, weights are set to 0 by chance and the others divided by the share left."),
        T("attention", "A few weights that no mask hides are exactly 0, and all others are too large, by one and the "
                       "same factor."),
        f"weights = dropout(softmax(masked_logits), {RATE})  # softmax(masked_logits)",
    ),
}  # fmt: skip


def named(scenario: "AttentionScenario") -> str:
    """Return the fault at work if it may be named; one to be found is not."""
    if scenario.hide_fault or scenario.fault == NONE:
        return NONE
    from attnstudio.panels.attention.broken import active  # seldom wanted

    return active(scenario)


def d_model(scenario: "AttentionScenario") -> int:
    """Return the width of all heads together."""
    return scenario.tensors.n_heads * scenario.tensors.d_k
