"""The arithmetic of one cell, written out, and the cells it came from."""

from attnstudio.core.score_laws import score_law
from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.words import TINIEST, divisor_text, grouped, key_labels, significant
from attnstudio.state.arithmetic import MOST_TERMS, long_sum
from attnstudio.state.figures import Explanation, Operand
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

T = QT_TRANSLATE_NOOP
NEVER_0 = ("raw_weights", "weights", "raw_jacobian", "jacobian", "row_gradient")
NO_FLOAT = T("scaling", "0 to rounding")
PLAIN = T("scaling", "{row_title} {row}, {column}: {value}")
BY_HAND = T("scaling", "q · {k} = {score}, set by hand")
SCORE = T("scaling", "q · {k} = {sum} = {score}")
LOGIT = T("scaling", "{score} ÷ {by}{root} = {logit}")
WEIGHT = T("scaling", "e^{x} ÷ ({terms}) = {weight}")
DIAGONAL = T("scaling", "{a} × (1 − {a}) = {value}: what {k} gains with its own logit")
BESIDE = T("scaling", "−{a} × {b} = {value}: what {k} loses where the logit of {other} grows")
SLOPE = T("scaling", "α(1 − α) of the largest weight: {value}")
NORM = T("scaling", "root of the sum of the squares of ∂α/∂logits: {value}")
BY_SCORE = T("scaling", "{by_logit} ÷ {divisor} = {value}: a score counts 1/{divisor} in its logit")
QUERY_NORM = T("scaling", "‖(diag(α) − α αᵀ) K‖ ÷ {divisor} = {value}")
MEASURED = T("scaling", "standard deviation of {count} numbers about their mean {mean}: {value}")
ERROR = T("scaling", "standard error, from {rows} rows that do not depend on each other: {value}")
CLOSED = T("scaling", "√Var(q·k) ÷ {divisor} = √({factor} × {d_k}) ÷ {divisor} = {value}")
FREQUENCY = T("scaling", "share of {count} numbers from {low} to {high}: {value}")
EXPECTED = T("scaling", "share that a normal law of this mean and variance has from {low} to {high}: {value}")
OVER_ROWS = T("scaling", "{column}, over {rows} rows, {row}: {value}")


def explain(result: ScalingResult, stage: str, i: int, j: int) -> Explanation:
    """Return how cell (i, j) of a matrix was made.

    Parameters
    ----------
    result : ScalingResult
    stage : str
        A key of `result.matrices`.
    i, j : int
        Row and column.

    Returns
    -------
    Explanation
        The arithmetic with enough digits to redo it, and its operands.
    """
    writer = _WRITERS.get(stage)
    if writer is None or result.matrices[stage].covered:
        return Explanation(_plain(result, stage, i, j))
    return writer(result, stage, i, j)


def _plain(result: ScalingResult, stage: str, i: int, j: int) -> Message:
    matrix = result.matrices[stage]
    return Message(PLAIN, {"row_title": matrix.row_title, "row": matrix.row_labels[i],
                           "column": matrix.column_labels[j], "value": _cell(result, stage, i, j)})  # fmt: skip


def _number(value: float) -> str:
    return significant(value, 6)


def _factor(value: float) -> str:
    text = _number(value)
    return f"({text})" if text.startswith("−") or "×" in text else text


def _value(result: ScalingResult, stage: str, i: int, j: int) -> float:
    return float(result.matrices[stage].values[i, j])


def _cell(result: ScalingResult, stage: str, i: int, j: int) -> str | Message:
    value = _value(result, stage, i, j)
    return Message(NO_FLOAT) if stage in NEVER_0 and abs(value) < TINIEST else significant(value, 5)


def _score(result: ScalingResult, stage: str, i: int, j: int) -> Explanation:
    values = {"k": result.matrices[stage].column_labels[j], "score": _cell(result, stage, i, j)}
    if "query" not in result.matrices:
        return Explanation(Message(BY_HAND, values))
    query, key = result.matrices["query"].values[0].tolist(), result.matrices["key"].values[j].tolist()
    terms = [f"{_factor(x)}×{_factor(y)}" for x, y in zip(query[:MOST_TERMS], key[:MOST_TERMS], strict=True)]
    added = long_sum(terms, [x * y for x, y in zip(query, key, strict=True)])
    return Explanation(Message(SCORE, values | {"sum": added}), (Operand("query", 0, None), Operand("key", j, None)))


def _logit(result: ScalingResult, stage: str, i: int, j: int) -> Explanation:
    score, divisor = _number(_value(result, "scores", i, j)), result.scenario.divisor
    by = divisor_text(result.scenario)
    root = f" = {score} ÷ {_number(divisor)}" if by.startswith("√") else ""
    values = {"score": score, "by": by, "root": root, "logit": _cell(result, stage, i, j)}
    return Explanation(Message(LOGIT, values), (Operand("scores", i, j),))


def _weight(result: ScalingResult, stage: str, i: int, j: int) -> Explanation:
    logits = "logits" if stage == "weights" else "scores"
    numbers = result.matrices[logits].values[i].tolist()
    powers = [f"e^{_factor(x)}" for x in numbers]
    terms = " + ".join([*powers[:MOST_TERMS], *(["…"] if len(powers) > MOST_TERMS else [])])
    values = {"x": _factor(numbers[j]), "terms": terms, "weight": _cell(result, stage, i, j)}
    return Explanation(Message(WEIGHT, values), (Operand(logits, i, None),))


def _jacobian(result: ScalingResult, stage: str, i: int, j: int) -> Explanation:
    weights = "weights" if stage == "jacobian" else "raw_weights"
    labels = key_labels(result.matrices[stage].shape[0])
    a, b = (_number(_value(result, weights, 0, k)) for k in (i, j))
    values = {"a": a, "b": b, "value": _cell(result, stage, i, j), "k": labels[i], "other": labels[j]}
    template = DIAGONAL if i == j else BESIDE
    return Explanation(Message(template, values), tuple(Operand(weights, 0, k) for k in dict.fromkeys((i, j))))


def _row_gradient(result: ScalingResult, stage: str, i: int, j: int) -> Explanation:
    template = (SLOPE, BY_SCORE, NORM, BY_SCORE, QUERY_NORM)[j]
    values = {"divisor": _number(result.scenario.divisor if i else 1.0), "value": _cell(result, stage, i, j)}
    if template == BY_SCORE:
        values["by_logit"] = _number(_value(result, stage, i, j - 1))
        return Explanation(Message(template, values), (Operand(stage, i, j - 1),))
    return Explanation(Message(template, values), (Operand("jacobian" if i else "raw_jacobian", None, None),))


def _spread(result: ScalingResult, stage: str, i: int, j: int) -> Explanation:
    scenario = result.scenario
    law = score_law(scenario.components, scenario.d_k)
    values = {
        "count": grouped(result.drawn_rows * scenario.n_keys), "rows": grouped(result.drawn_rows),
        "mean": significant(result.quantities["mean" if i else "raw_mean"], 3),
        "factor": _number(law.variance / scenario.d_k), "d_k": scenario.d_k,
        "divisor": _number(scenario.divisor if i else 1.0), "value": _cell(result, stage, i, j),
    }  # fmt: skip
    return Explanation(Message((MEASURED, ERROR, CLOSED)[j], values))


def _bin(result: ScalingResult, stage: str, i: int, j: int) -> Explanation:
    low, high = result.matrices[stage].row_labels[i].split(" … ")
    count = grouped(result.drawn_rows * result.scenario.n_keys)
    values = {"low": low, "high": high, "count": count, "value": _cell(result, stage, i, j)}
    return Explanation(Message((FREQUENCY, EXPECTED)[j], values))


def _over_rows(result: ScalingResult, stage: str, i: int, j: int) -> Explanation:
    matrix = result.matrices[stage]
    values = {"column": Message(matrix.column_labels[j]), "row": matrix.row_labels[i],
              "rows": grouped(result.drawn_rows), "value": _cell(result, stage, i, j)}  # fmt: skip
    return Explanation(Message(OVER_ROWS, values))


_WRITERS = {
    "scores": _score,
    "logits": _logit,
    "raw_weights": _weight,
    "weights": _weight,
    "raw_jacobian": _jacobian,
    "jacobian": _jacobian,
    "row_gradient": _row_gradient,
    "spread": _spread,
    "raw_histogram": _bin,
    "histogram": _bin,
    "saturation": _over_rows,
}
