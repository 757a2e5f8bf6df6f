"""The arithmetic of what is measured of heads, and of what each key does."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from attnstudio.core.measures import entropy_share, length
from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.declarations import SENTENCES
from attnstudio.panels.heads.figures import cells_by_distance, signed
from attnstudio.panels.heads.findings import MEASURES, pattern_targets, question_of
from attnstudio.panels.heads.weights import weights_of_head
from attnstudio.panels.heads.words import FINDS, found_words, pair_words
from attnstudio.state.arithmetic import factor, long_sum, number, result_of
from attnstudio.state.counted import ROWS, Words, counted
from attnstudio.state.figures import Array, Explanation, Operand
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept

T = QT_TRANSLATE_NOOP
Writer = Callable[[HeadsResult, str, int, int], Explanation | None]
Cells = list[tuple[int, int]]
MOST_LIT = 64  # cells; of more the whole matrix is lit
MEAN = T("heads", "head {name}: ({terms}) ÷ {count} = {value}, the mean weight on {what} over {rows}")
ENTROPY = T("heads", "head {name}: ({terms}) ÷ {count} = {value}, the mean over {rows} of the entropy, as a "
                     "share of the largest possible")  # fmt: skip
ENTROPY_OF_ROW = "entropy_share"
PAIR = T("heads", "head {name}: {query} gives {key} the weight {value}")
NOTHING = T("heads", "head {name}: nothing to measure")
NOT_YET = T("heads", "head {name}: not measured yet")
RANKED = T("heads", "head {name} is number {rank}: {found}, {value}")
TRIED = T("heads", "“{sentence}”, head {name}, {found}: {value}")
DISTANCE = T("heads", "({terms}) ÷ {count} = {value}, the mean of {weights} {distance} from query to key")
WEIGHTS: Words = T("heads", "{count} weight"), T("heads", "{count} weights")
PLACE = {True: T("heads", "{distance} place"), False: T("heads", "{distance} places")}
GIVES = T("heads", "{q} gives {k} the weight {value}")
REALLY = T("heads", "{q} really gives {k} the weight {value}: nothing is hidden from the head")
SHARE = T("heads", "{a} × ‖v‖ = {a} × {length} = {value}")
SILENCED = T("heads", "‖z − (z − {a} v)‖ = {a} × ‖v‖ = {a} × {length} = {value}")
FORBIDDEN = T("heads", "‖z − z′‖ = {a} ÷ {rest} × ‖v − z‖ = {a} ÷ {rest} × {length} = {value}, where the others, "
                       "{rest} together, share all")  # fmt: skip
ONLY = T("heads", "‖z − 0‖ = {value}: {k} is the only key, and nothing is left without it")
UNTOUCHED = T("heads", "0: {q} does not look at {k}, and z stays without it")
MOVED = T("heads", "‖z − z′‖ = {value}, where z′ is the output without {k}")


def _name(result: HeadsResult, layer: int, head: int) -> str:
    return result.scenario.data.head_name(layer, head)


def _mean_of(values: Sequence[float]) -> dict[str, str | int | Message]:
    count = len(values)
    named = {"rows": counted(count, ROWS), "weights": counted(count, WEIGHTS)}
    return {"terms": long_sum(list(map(factor, values)), values), "count": count, **named}


def _measured(result: HeadsResult, value: float, place: tuple[int, int], measure: str) -> Explanation | None:
    """Say how a measure of a head came about; None where its weights are not known.

    Its cells are lit where it is the head that is shown.
    """
    scenario, name = result.scenario, _name(result, *place)
    if math.isnan(value):
        return Explanation(Message(NOTHING if result.progress == 1 else NOT_YET, {"name": name}))
    weights = weights_of_head(scenario, *place)
    values, cells = _rows(result, weights, measure)
    if not values:
        return None
    template = ENTROPY if measure == ENTROPY_OF_ROW else MEAN
    what = "" if measure == ENTROPY_OF_ROW else kept(FINDS[measure])
    text = Message(template, {"name": name, **_mean_of(values), "what": what, "value": result_of(value)})
    return Explanation(text, _lit(cells) if place == (scenario.layer_index, scenario.head_index) else ())


def _rows(result: HeadsResult, weights: Array, measure: str) -> tuple[list[float], Cells]:
    """Return what each row that counts adds to a mean, and the cells that it is taken from."""
    question = question_of(result.scenario)
    T_q, T_k = weights.shape
    if measure == ENTROPY_OF_ROW:
        allowed = question.way.mask
        choice = np.full(T_q, T_k > 1) if allowed is None else allowed.sum(axis=1) > 1  # (T_q,)
        values = entropy_share(weights, allowed)[choice]
        cells = [(i, j) for i in np.flatnonzero(choice).tolist() for j in range(T_k)]
    else:
        where = pattern_targets(question, T_q, T_k)[measure]
        if not where.starts.size:
            return [], []
        values = np.add.reduceat(weights[where.rows, where.keys], where.starts)
        cells = list(zip(where.rows.tolist(), where.keys.tolist(), strict=True))
    return [x for x in values.tolist() if not math.isnan(x)], cells


def _lit(cells: Cells) -> tuple[Operand, ...]:
    if len(cells) > MOST_LIT:
        return (Operand("weights", None, None),)
    return tuple(Operand("weights", i, j) for i, j in cells)


def _statistic(result: HeadsResult, stage: str, i: int, j: int) -> Explanation | None:
    place = (result.scenario.layer_index, result.scenario.in_sight[i])
    return _measured(result, float(result.matrices[stage].values[i, j]), place, MEASURES[j])


def _map(result: HeadsResult, stage: str, i: int, j: int) -> Explanation | None:
    """Explain a head of the map; one that is in sight by what is measured of it there."""
    scenario, value = result.scenario, float(result.matrices[stage].values[i, j])
    if scenario.find == "pair" and not math.isnan(value):
        text = Message(PAIR, {"name": _name(result, i, j), **pair_words(scenario), "value": result_of(value)})
        large = (i, j) == (scenario.layer_index, scenario.head_index)
        return Explanation(text, _lit([(scenario.query_index, scenario.key_index)]) if large else ())
    found = _measured(result, value, (i, j), scenario.find)
    if found is None or i != scenario.layer_index or j not in scenario.in_sight or math.isnan(value):
        return found
    beside = Operand("statistics", j - scenario.in_sight.start, MEASURES.index(scenario.find))
    return Explanation(found.text, (beside, *found.operands))


def _ranked(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    value, place = float(result.matrices[stage].values[i, j]), result.ranked[i]
    name = _name(result, *place)
    if math.isnan(value):
        return Explanation(Message(NOTHING if result.progress == 1 else NOT_YET, {"name": name}))
    values = {"name": name, "rank": i + 1, "found": found_words(result.scenario), "value": result_of(value)}
    return Explanation(Message(RANKED, values), (Operand("map", *place),))


def _tried(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    scenario, matrix = result.scenario, result.matrices[stage]
    name, value = _name(result, scenario.layer_index, scenario.head_index), float(matrix.values[i, j])
    found = matrix.row_notes[i] if matrix.row_notes else found_words(scenario)
    if math.isnan(value):
        return Explanation(
            found if isinstance(found, Message) and matrix.row_notes else Message(NOTHING, {"name": name})
        )
    values = {"sentence": list(SENTENCES.values())[i], "name": name, "found": found, "value": result_of(value)}
    return Explanation(Message(TRIED, values))


def _distance(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    matrix, where = result.matrices[stage], cells_by_distance(result.scenario)
    label = matrix.column_labels[j]
    place = next(n for n, distance in enumerate(where.values) if signed(distance) == label)
    chosen = where.places == place
    cells = list(zip(where.rows[chosen].tolist(), where.keys[chosen].tolist(), strict=True))
    weights = [float(result.matrices["weights"].values[cell]) for cell in cells]
    distance = Message(PLACE[abs(where.values[place]) == 1], {"distance": label})
    numbers = _mean_of([weight for weight in weights if not math.isnan(weight)])
    text = Message(DISTANCE, numbers | {"distance": distance, "value": result_of(float(matrix.values[i, j]))})
    return Explanation(text, _lit(cells))


def _effect(result: HeadsResult, stage: str, i: int, j: int) -> Explanation:
    scenario, row, values = result.scenario, result.scenario.query_index, result.matrices[stage].values
    names = {"q": scenario.data.query_labels[row], "k": scenario.data.key_labels[i], "value": result_of(values[i, j])}
    if j == 0:
        if scenario.hide_first:
            return Explanation(Message(REALLY, names), (Operand("masked_logits", row, None),))
        return Explanation(Message(GIVES, names), (Operand("weights", row, i),))
    operands = (Operand(stage, i, 0), Operand("value", i, None))
    if j == 3:
        return Explanation(_forbidden(result, i, names), (*operands, Operand("output", row, None)))
    size = float(length(result.matrices["value"].values[i]))
    written = names | {"a": factor(float(values[i, 0])), "length": number(size)}
    return Explanation(Message(SHARE if j == 1 else SILENCED, written), operands)


def _forbidden(result: HeadsResult, i: int, names: dict[str, str]) -> Message:
    """Say how far the output moves without a key: (z − a v) ÷ (1 − a) lies a ÷ (1 − a) × ‖v − z‖ from z."""
    effects, row = result.matrices["effects"].values, result.scenario.query_index
    weight, rest = float(effects[i, 0]), math.fsum(np.delete(effects[:, 0], i).tolist())
    if not weight:
        return Message(UNTOUCHED, names)
    if not rest:
        return Message(ONLY, names)
    size = float(length(result.matrices["value"].values[i] - result.matrices["output"].values[row]))
    shown = float(effects[i, 3])
    if abs(weight / rest * size - shown) > 1e-4 * shown:
        return Message(MOVED, names)  # nearly all the weight: v − z has lost its digits
    return Message(FORBIDDEN, names | {"a": number(weight), "rest": number(rest), "length": number(size)})


WRITERS: dict[str, Writer] = {
    "statistics": _statistic,
    "map": _map,
    "ranking": _ranked,
    "trials": _tried,
    "distance": _distance,
    "effects": _effect,
}
