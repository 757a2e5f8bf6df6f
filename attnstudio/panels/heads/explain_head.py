"""The arithmetic of the large head, and of the way from X through all heads to the joined output."""

import math
from collections.abc import Callable

import numpy as np

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.words import divisor_text
from attnstudio.state.arithmetic import factor, long_sum, number, products, result_of
from attnstudio.state.figures import Explanation, Operand, known_sum
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.token_names import subscript

T = QT_TRANSLATE_NOOP
Writer = Callable[[HeadsResult, str, int, int], Explanation | None]
PLAIN_LIMIT = 30.0  # exponents up to this size are written as they are, of larger ones the largest is subtracted

DRAWN = T("heads", "{value}, drawn with the seed {seed}")
PROJECTED = T("heads", "{x} times column {column} of {w}: {sum} = {value}")
CUT = T("heads", "{value}: column {column} of {of}, which is head {head}")
TURNED = T("heads", "{a}×cos {angle} + {b}×sin {angle} = {value}: stored for position {position}, turned back by "
                    "{angle}")  # fmt: skip
LOGIT = T("heads", "{q} · {k} = {sum} = {score}, and {score} ÷ {by}{root} = {logit}")
MAY = T("heads", "{logit} + 0 = {logit}: {q} may look at {k}")
MAY_NOT = T("heads", "{logit} + (−∞) = −∞: {q} may not look at {k}")
VOID = T("heads", "every key is masked for {q}: no weights, output 0")
HIDDEN = T("heads", "{k} is hidden: 0, and the rest is rescaled")
EXACT_ZERO = T("heads", "e^(−∞) = 0, so {q} gives {k} exactly 0")
WEIGHT = T("heads", "e^{x} ÷ ({terms}) = {exp} ÷ {total} = {weight}")
WITHOUT = T("heads", "{text}, without {first}, which is hidden")
STORED = T("heads", "{q} → {k}: {weight}, as it is stored")
RESCALED = T("heads", "{stored} ÷ ({terms}) = {weight}")
OUTPUT = T("heads", "{z}[{c}] = {sum} = {value}")
REAL = T("heads", "{text}, with the real weights: nothing is hidden from the head")
OF_HEAD = T("heads", "{value}: component {c} of the output of head {head}")
CHOOSE = T("heads", "{text}; choose that head to see how it was made")
JOINED = T("heads", "row {row} of the concat times column {column} of W_o: {sum} = {value}")


def _named(result: HeadsResult, i: int, j: int) -> dict[str, str]:
    data = result.scenario.data
    return {"q": data.query_labels[i], "k": data.key_labels[j]}


def _value(result: HeadsResult, stage: str, i: int, j: int) -> float:
    return float(result.matrices[stage].values[i, j])


def _drawn(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    text = Message(DRAWN, {"value": result_of(_value(result, stage, i, j)), "seed": result.scenario.seed})
    return Explanation(text)


def _projected(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    learned = f"w_{stage.removeprefix('projected_')[0]}"
    x, w = result.matrices["x"], result.matrices[learned]
    added = products(x.values[i].tolist(), w.values[:, j].tolist())
    text = Message(PROJECTED, {"x": x.row_labels[i], "column": w.column_labels[j], "w": w.title, "sum": added,
                               "value": result_of(_value(result, stage, i, j))})  # fmt: skip
    return Explanation(text, (Operand("x", i, None), Operand(learned, None, j)))


def _vector(result: HeadsResult, stage: str, i: int, j: int) -> Explanation | None:
    """Say which column of all heads a component is, or how it was turned back; of stored ones there is nothing."""
    scenario, data = result.scenario, result.scenario.data
    if data.toy is None:
        return _turned(result, stage, i, j) if scenario.positions_undone and stage != "value" else None
    shared = data.pack.shared_head(scenario.head_index)
    head = scenario.head_index if stage == "query" or shared is None else shared
    of = result.matrices[f"projected_{stage}"]
    column = head * data.pack.d_k + j
    text = Message(CUT, {"value": result_of(_value(result, stage, i, j)), "column": of.column_labels[column],
                         "of": of.title, "head": head})  # fmt: skip
    return Explanation(text, (Operand(of.name, i, column),))


def _turned(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    scenario, data = result.scenario, result.scenario.data
    pack, half = data.pack, data.pack.d_k // 2
    pair, second = (j // 2, j % 2) if data.rope_pairs == "adjacent" else (j % half, j // half)
    other = j + (-1 if second else 1) * (1 if data.rope_pairs == "adjacent" else half)
    row = pack.array(stage, scenario.layer_index, scenario.head_index)[i].tolist()
    angle = i * (pack.rope_theta or 1.0) ** (-2 * pair / pack.d_k) % math.tau
    values = {"a": factor(row[j]), "b": factor(-row[other] if second else row[other]), "angle": number(angle),
              "value": result_of(_value(result, stage, i, j)), "position": i}  # fmt: skip
    return Explanation(Message(TURNED, values))


def _logit(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    assert result.stages is not None
    score, by = float(result.stages.scores[i, j]), divisor_text(result.scenario)
    root = f" = {number(score)} ÷ {number(1 / result.scenario.scale)}" if by.startswith("√") else ""
    vectors = (result.matrices["query"].values[i].tolist(), result.matrices["key"].values[j].tolist())
    values = {"sum": products(*vectors), "score": number(score), "by": by, "root": root,
              "logit": result_of(_value(result, stage, i, j))}  # fmt: skip
    text = Message(LOGIT, _named(result, i, j) | values)
    return Explanation(text, (Operand("query", i, None), Operand("key", j, None)))


def _masked_logit(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    template = MAY if math.isfinite(_value(result, stage, i, j)) else MAY_NOT
    text = Message(template, _named(result, i, j) | {"logit": number(_value(result, "logits", i, j))})
    return Explanation(text, (Operand("logits", i, j),))


def _weight(result: HeadsResult, stage: str, i: int, j: int) -> Explanation | None:
    if result.stages is None:
        return _stored(result, i, j)
    operands, names = (Operand("masked_logits", i, None),), _named(result, i, j)
    hide = result.scenario.hide_first
    if hide and j == 0:
        return Explanation(Message(HIDDEN, names), operands)
    if i in result.matrices[stage].void_rows:
        return Explanation(Message(VOID, names), operands)
    logits = result.matrices["masked_logits"].values[i].tolist()
    if not math.isfinite(logits[j]):
        return Explanation(Message(EXACT_ZERO, names), operands)
    used = [x for x in logits[1 if hide else 0 :] if math.isfinite(x)]
    temperature = result.scenario.temperature
    shift = max(used) if max(map(abs, used)) / temperature > PLAIN_LIMIT else 0.0
    exps = [math.exp((x - shift) / temperature) for x in used]
    values = {
        "x": _exponent(logits[j], shift, temperature), "terms": long_sum(list(map(number, exps)), exps),
        "exp": number(math.exp((logits[j] - shift) / temperature)), "total": number(math.fsum(exps)),
        "weight": result_of(_value(result, stage, i, j)),
    }  # fmt: skip
    return Explanation(_without(result, Message(WEIGHT, values)), operands)


def _exponent(logit: float, shift: float, temperature: float) -> str:
    text = factor(logit) if not shift else f"({number(logit)} − {factor(shift)})"
    return text if temperature == 1 else f"({text} ÷ {number(temperature)})"


def _without(result: HeadsResult, text: Message) -> Message:
    if not result.scenario.hide_first:
        return text
    return Message(WITHOUT, {"text": text, "first": result.scenario.data.key_labels[0]})


def _stored(result: HeadsResult, i: int, j: int) -> Explanation | None:
    """Say what became of a weight that was stored; None where there is none."""
    scenario, names = result.scenario, _named(result, i, j)
    weight = _value(result, "weights", i, j)
    if math.isnan(weight):
        return None
    if not scenario.hide_first:
        return Explanation(Message(STORED, names | {"weight": result_of(weight)}))
    if j == 0:
        return Explanation(Message(HIDDEN, names))
    row = scenario.data.pack.array("weights", scenario.layer_index, scenario.head_index)[i].astype(np.float64)
    if not known_sum(row[1:]) > 0:
        return None
    rest = [x for x in row[1:].tolist() if not math.isnan(x)]
    values = {"stored": number(float(row[j])), "terms": long_sum(list(map(factor, rest)), rest),
              "weight": result_of(weight)}  # fmt: skip
    return Explanation(_without(result, Message(RESCALED, values)))


def _output(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    assert result.stages is not None
    shares, value = result.stages.weights[i].tolist(), result.stages.value[:, j].tolist()
    name = "z" if len(result.stages.query) == 1 else f"z{subscript(i + 1)}"
    text = Message(OUTPUT, {"z": name, "c": j + 1, "sum": products(shares, value),
                            "value": result_of(_value(result, stage, i, j))})  # fmt: skip
    hide = result.scenario.hide_first
    weights = Operand("masked_logits" if hide else "weights", i, None)
    return Explanation(Message(REAL, {"text": text}) if hide else text, (weights, Operand("value", None, j)))


def _concat(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    head, component = divmod(j, result.scenario.data.pack.d_v)
    values = {"value": result_of(_value(result, stage, i, j)), "c": component + 1, "head": head}
    text = Message(OF_HEAD, values)
    if head == result.scenario.head_index:
        return Explanation(text, (Operand("output", i, component),))
    return Explanation(Message(CHOOSE, {"text": text}))


def _joined(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    concat, w_o = result.matrices["concat"], result.matrices["w_o"]
    text = Message(JOINED, {
        "row": concat.row_labels[i], "column": w_o.column_labels[j],
        "sum": products(concat.values[i].tolist(), w_o.values[:, j].tolist()),
        "value": result_of(_value(result, stage, i, j)),
    })  # fmt: skip
    return Explanation(text, (Operand("concat", i, None), Operand("w_o", None, j)))


WRITERS: dict[str, Writer] = {
    **dict.fromkeys(("x", "w_q", "w_k", "w_v", "w_o"), _drawn),
    **dict.fromkeys(("projected_query", "projected_key", "projected_value"), _projected),
    **dict.fromkeys(("query", "key", "value"), _vector),
    "logits": _logit,
    "masked_logits": _masked_logit,
    "weights": _weight,
    "output": _output,
    "concat": _concat,
    "joined": _joined,
}
