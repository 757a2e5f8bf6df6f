"""The arithmetic of one cell, written out, and the cells it came from."""

import math
from typing import Any

from attnstudio.panels.attention.captions import divisor_text
from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.mask_names import masks_named
from attnstudio.panels.attention.scenario import mask_way, may_attend
from attnstudio.state.arithmetic import factor, long_sum, number, products, result_of
from attnstudio.state.figures import Explanation, Operand
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.token_names import subscript


def explain(result: AttentionResult, stage: str, i: int, j: int) -> Explanation:
    """Return how cell (i, j) of a stage was made.

    Parameters
    ----------
    result : AttentionResult
    stage : str
        A key of `result.matrices`.
    i, j : int
        Row and column, query-first.

    Returns
    -------
    Explanation
        The arithmetic with enough digits to redo it, and its operands.
    """
    if result.stages is None or stage in ("query", "key", "value"):
        return Explanation(_plain(result, stage, i, j))
    otherwise = _otherwise(result, stage, i, j) if result.scenario.breaking else None
    return _WRITERS[stage](result, i, j) if otherwise is None else otherwise


def _otherwise(result: AttentionResult, stage: str, i: int, j: int) -> Explanation | None:
    """Return what is to be read of a cell that a fault may have made; None where it is made as ever."""
    from attnstudio.panels.attention.explain_broken import explain_broken, withheld  # seldom wanted

    return withheld(result, stage, i, j) if result.scenario.hide_fault else explain_broken(result, stage, i, j)


def _plain(result: AttentionResult, stage: str, i: int, j: int) -> Message:
    matrix = result.matrices[stage]
    value = float(matrix.values[i, j])
    return Message(
        QT_TRANSLATE_NOOP("attention", "{row_title} {row}, {column_title} {column}: {value}"),
        {"row_title": matrix.row_title, "row": matrix.row_labels[i], "column_title": matrix.column_title,
         "column": matrix.column_labels[j], "value": number(value)},
    )  # fmt: skip


def _name(result: AttentionResult, i: int, j: int) -> dict[str, Any]:
    return {"q": result.query_labels[i], "k": result.key_labels[j]}


def _score(result: AttentionResult, i: int, j: int) -> Explanation:
    query, key = result.matrices["query"].values[i], result.matrices["key"].values[j]
    score = float(result.matrices["scores"].values[i, j])
    text = Message("{q} · {k} = {sum} = {score}", _name(result, i, j)
                   | {"sum": products(query.tolist(), key.tolist()), "score": result_of(score)})  # fmt: skip
    return Explanation(text, (Operand("query", i, None), Operand("key", j, None)))


def _logit(result: AttentionResult, i: int, j: int) -> Explanation:
    score, logit = (float(result.matrices[m].values[i, j]) for m in ("scores", "logits"))
    by = divisor_text(result.scenario)
    root = f" = {number(score)} ÷ {number(math.sqrt(int(by[1:])))}" if by.startswith("√") else ""
    text = Message("{score} ÷ {by}{root} = {logit}",
                   {"score": number(score), "by": by, "root": root,
                    "logit": result_of(logit)})  # fmt: skip
    return Explanation(text, (Operand("scores", i, j),))


MASKED_LOGITS = {
    ("before", False): QT_TRANSLATE_NOOP("attention", "{logit} + 0 = {logit}: {q} may look at {k}"),
    ("before", True): QT_TRANSLATE_NOOP(
        "attention", "{logit} + (−∞) = −∞: {q} may not look at {k} (mask: {names})"),
    ("zero_before", False): QT_TRANSLATE_NOOP("attention", "{logit} stays: {q} may look at {k}"),
    ("zero_before", True): QT_TRANSLATE_NOOP(
        "attention", "0 in place of {logit}: {q} may not look at {k} (mask: {names}), but 0 is not −∞"),
    ("zero_after", False): QT_TRANSLATE_NOOP("attention", "{logit} stays: {q} may look at {k}"),
    ("zero_after", True): QT_TRANSLATE_NOOP(
        "attention", "{logit} stays: {q} may not look at {k} (mask: {names}), but the mask comes after softmax"),
}  # fmt: skip


def _masked_logit(result: AttentionResult, i: int, j: int) -> Explanation:
    scenario = result.scenario
    blocking = [name for name, mask in may_attend(scenario).items() if not mask[i, j]]
    text = MASKED_LOGITS[mask_way(scenario), bool(blocking)]
    logit = number(float(result.matrices["logits"].values[i, j]))
    values = {"logit": logit, "names": masks_named(scenario, blocking)}
    return Explanation(Message(text, _name(result, i, j) | values), (Operand("logits", i, j),))


def _exponent(result: AttentionResult, i: int, j: int) -> str:
    """Write the exponent of one key: its logit, less the shift, over the temperature."""
    logit = float(result.matrices["masked_logits"].values[i, j])
    if not math.isfinite(logit):
        return "(−∞)"
    shift = _shift(result, i)
    text = factor(logit) if not shift else f"({number(logit)} − {factor(shift)})"
    return text if result.scenario.temperature == 1 else f"({text} ÷ {number(result.scenario.temperature)})"


def _shift(result: AttentionResult, i: int) -> float:
    return 0.0 if result.stages is None else float(result.stages.shift[i])


def _power(result: AttentionResult, i: int, j: int) -> dict[str, Any]:
    """Return the names and the power that the words of a cell need."""
    return _name(result, i, j) | {"base": result.scenario.base, "x": _exponent(result, i, j)}


def _wrongly(result: AttentionResult, i: int, j: int) -> str:
    """Return the wrong way in which the mask is applied to a cell that it forbids; "" for any other cell."""
    blocked = result.matrices["weights"].blocked
    way = mask_way(result.scenario)
    return way if way != "before" and blocked is not None and blocked[i, j] else ""


EXPS = {
    "": "{base}^{x} = {value}",
    "zero_before": QT_TRANSLATE_NOOP("attention", "{base}^{x} = {value}, not 0: {q} still looks at {k}"),
    "zero_after": QT_TRANSLATE_NOOP("attention", "{base}^{x} = {value}: the mask comes after softmax"),
}


def _exp(result: AttentionResult, i: int, j: int) -> Explanation:
    value = float(result.matrices["exp"].values[i, j])
    text = Message(EXPS[_wrongly(result, i, j)], _power(result, i, j) | {"value": result_of(value)})
    return Explanation(text, (Operand("masked_logits", i, j),))


VOID = QT_TRANSLATE_NOOP("attention", "every key is masked for {q}: no weights, output 0")
EXACT_ZERO = QT_TRANSLATE_NOOP("attention", "{base}^(−∞) = 0, so {q} gives {k} exactly 0")
WEIGHTS = {
    "": "{base}^{x} ÷ ({terms}) = {exp} ÷ {sum} = {weight}",
    "zero_before": QT_TRANSLATE_NOOP(
        "attention", "{base}^{x} ÷ ({terms}) = {exp} ÷ {sum} = {weight}, though {q} may not look at {k}"),
    "zero_after": QT_TRANSLATE_NOOP(
        "attention", "{base}^{x} ÷ ({terms}) = {exp} ÷ {sum} = {weight}, then 0: {q} may not look at {k}"),
}  # fmt: skip


def _weight(result: AttentionResult, i: int, j: int) -> Explanation:
    operands = (Operand("masked_logits", i, None),)
    if i in result.matrices["weights"].void_rows:
        return Explanation(Message(VOID, _name(result, i, j)), operands)
    if not math.isfinite(float(result.matrices["masked_logits"].values[i, j])):
        return Explanation(Message(EXACT_ZERO, _power(result, i, j)), operands)
    row = result.matrices["exp"].values[i]
    seen = [x for x in row.tolist() if x > 0]
    values = {
        "terms": long_sum([number(x) for x in seen], seen),
        "exp": number(float(row[j])),
        "sum": number(float(row.sum())),
        "weight": _share(result, i, j),
    }
    return Explanation(Message(WEIGHTS[_wrongly(result, i, j)], _power(result, i, j) | values), operands)


def _share(result: AttentionResult, i: int, j: int) -> str:
    """Write what softmax gives a cell, as a fraction too where it is one: 4/7 = 0.57143."""
    row = result.matrices["exp"].values[i]
    if _wrongly(result, i, j) == "zero_after":
        return result_of(float(row[j] / row.sum()))  # before it is set to 0
    return _both(result, "weights", i, j)


def _both(result: AttentionResult, stage: str, i: int, j: int) -> str:
    """Write a result as the fraction that it is, if any, and in decimals."""
    matrix = result.matrices[stage]
    exact = "" if matrix.written is None else matrix.written[i][j]
    decimals = result_of(float(matrix.values[i, j]))
    return f"{exact} = {decimals}" if "/" in exact else decimals


def _output(result: AttentionResult, i: int, j: int) -> Explanation:
    weights, value = result.matrices["weights"], result.matrices["value"].values[:, j].tolist()
    shares = weights.values[i].tolist()
    factors = list(map(factor, shares)) if weights.written is None else weights.written[i]
    terms = [f"{share}×{factor(v)}" for share, v in zip(factors, value, strict=True)]
    name = "z" if result.scenario.tensors.T_q == 1 else f"z{subscript(i + 1)}"
    text = Message("{z}[{c}] = {sum} = {value}",
                   {"z": name, "c": j + 1, "sum": long_sum(terms, [a * b for a, b in zip(shares, value, strict=True)]),
                    "value": _both(result, "output", i, j)})  # fmt: skip
    return Explanation(text, (Operand("weights", i, None), Operand("value", None, j)))


_WRITERS = {
    "scores": _score,
    "logits": _logit,
    "masked_logits": _masked_logit,
    "exp": _exp,
    "weights": _weight,
    "output": _output,
}
