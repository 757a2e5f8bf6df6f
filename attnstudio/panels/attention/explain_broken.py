"""The arithmetic of the cells that a fault has changed; of all other cells the usual one is true."""

import math
from typing import Any

import numpy as np

from attnstudio.panels.attention.broken import active
from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.faults import RATE
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.state.arithmetic import factor, long_sum, number, products, result_of
from attnstudio.state.figures import Explanation, Operand
from attnstudio.state.message import QT_TRANSLATE_NOOP as T
from attnstudio.state.message import Message

WITHHELD = T("attention", "{q}, {k}: {value}. How it was made is for you to find out.")
MIXED_SCORE = T("attention", "{q} · {k} as the wrong split left them = {sum} = {score}")
MIXED_OUTPUT = T("attention", "with the values as the wrong split left them: {sum} = {value}")
HIDDEN_KEPT = T("attention", "{logit} + 0 = {logit}, though {q} may not look at {k}")
SEEN_LOST = T("attention", "{logit} + (−∞) = −∞, though {q} may look at {k}")
OVER_QUERIES = T(
    "attention", "{base}^{x} ÷ ({terms}) = {weight}: a sum over the queries that look at {k}, not over keys"
)
AVERAGED = T("attention", "{own} in this head; the mean over all {heads} heads is {weight}")
KEPT = T("attention", "{own} ÷ {rest} = {weight}: dropout kept it, and divided it by {rest}")
DROPPED = T("attention", "{own}, then 0: dropout dropped it")


def withheld(result: AttentionResult, stage: str, i: int, j: int) -> Explanation:
    """Return no more than the number of a cell: its arithmetic would name the fault that is to be found."""
    matrix = result.matrices[stage]
    values = {"q": matrix.row_labels[i], "k": matrix.column_labels[j], "value": number(float(matrix.values[i, j]))}
    return Explanation(Message(WITHHELD, values))


def explain_broken(result: AttentionResult, stage: str, i: int, j: int) -> Explanation | None:
    """Return how a cell was made that a fault made otherwise; None where the usual arithmetic is true."""
    names: dict[str, Any] = {"q": result.query_labels[i]}
    if stage != "output":
        names["k"] = result.key_labels[j]
    fault = active(result.scenario)
    if fault == "split" and stage in ("scores", "output"):
        return _mixed(result, stage, i, j, names)
    if fault in ("transposed", "padding") and stage == "masked_logits":
        return _misplaced(result, i, j, names)
    if stage == "weights" and fault in ("axis", "averaged", "dropout"):
        finite = math.isfinite(float(result.matrices["masked_logits"].values[i, j]))
        text = _weight(result, fault, i, j, names) if finite else None
        return None if text is None else Explanation(text, (_operand(fault, i, j),))
    return None


def _operand(fault: str, i: int, j: int) -> Operand:
    return Operand("masked_logits", None, j) if fault == "axis" else Operand("masked_logits", i, None)


def _mixed(result: AttentionResult, stage: str, i: int, j: int, names: dict[str, Any]) -> Explanation:
    """Write out a product of vectors that are nowhere on the screen."""
    stages = result.stages
    assert stages is not None
    value = result_of(float(result.matrices[stage].values[i, j]))
    if stage == "scores":
        text = products(stages.query[i].tolist(), stages.key[j].tolist())
        return Explanation(Message(MIXED_SCORE, names | {"sum": text, "score": value}))
    shares, values = stages.weights[i].tolist(), stages.value[:, j].tolist()
    terms = [f"{factor(share)}×{factor(v)}" for share, v in zip(shares, values, strict=True)]
    text = long_sum(terms, [a * b for a, b in zip(shares, values, strict=True)])
    return Explanation(Message(MIXED_OUTPUT, {"sum": text, "value": value}), (Operand("weights", i, None),))


def _misplaced(result: AttentionResult, i: int, j: int, names: dict[str, Any]) -> Explanation | None:
    """Write out a masked logit that the mask hides where it should not, or the other way round."""
    matrix = result.matrices["masked_logits"]
    meant = matrix.blocked is not None and bool(matrix.blocked[i, j])
    if meant == math.isinf(float(matrix.values[i, j])):
        return None
    logit = number(float(result.matrices["logits"].values[i, j]))
    text = Message(HIDDEN_KEPT if meant else SEEN_LOST, names | {"logit": logit})
    return Explanation(text, (Operand("logits", i, j),))


def _weight(result: AttentionResult, fault: str, i: int, j: int, names: dict[str, Any]) -> Message:
    """Write out a weight that is no softmax of its row."""
    stages, scenario = result.stages, result.scenario
    assert stages is not None
    weight = float(stages.weights[i, j])
    written = {"weight": result_of(weight)}
    if fault == "axis":
        logits = stages.masked_logits[:, j].tolist()
        seen = [x for x in logits if math.isfinite(x)]
        powers = [f"{scenario.base}^{_exponent(x, scenario.temperature)}" for x in seen]
        own = _exponent(float(stages.masked_logits[i, j]), scenario.temperature)
        written |= {"base": scenario.base, "x": own, "terms": long_sum(powers, _powers(seen, scenario))}
        return Message(OVER_QUERIES, names | written)
    own = result_of(float(stages.exp[i, j] / stages.row_sums[i]))
    if fault == "averaged":
        return Message(AVERAGED, written | {"own": own, "heads": scenario.tensors.n_heads})
    return Message(KEPT if weight else DROPPED, written | {"own": own, "rest": number(1 - RATE)})


def _powers(logits: list[float], scenario: AttentionScenario) -> list[float]:
    with np.errstate(over="ignore"):
        powers: list[float] = np.exp(np.array(logits) / scenario.softmax_temperature).tolist()
    return powers


def _exponent(logit: float, temperature: float) -> str:
    return factor(logit) if temperature == 1 else f"({factor(logit)} ÷ {number(temperature)})"
