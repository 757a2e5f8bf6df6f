"""The panel in words: what is shown, what can be set, the numbers that matter now, and what to try next."""

import math
from collections.abc import Iterator

from attnstudio.panels.attention.captions import divisor_text
from attnstudio.panels.attention.compare import told_differences
from attnstudio.panels.attention.compute import AttentionResult
from attnstudio.panels.attention.faults import NONE as NO_FAULT
from attnstudio.panels.attention.mask_names import masks_on
from attnstudio.panels.attention.scenario import AttentionScenario, may_attend, told_way
from attnstudio.panels.attention.stages import FIGURES, NAMES, STAGES, formula
from attnstudio.state.description import Description, covered_places, few, numbered
from attnstudio.state.fields import Choice
from attnstudio.state.figures import Matrix
from attnstudio.state.guess_words import number
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number, listed
from attnstudio.state.scene import PanelState

DATA = QT_TRANSLATE_NOOP("attention", "The numbers are: {origin}.")
MATRICES = QT_TRANSLATE_NOOP("attention", "Matrices in the order of reading, rows × columns: {matrices}.")
NUMBERED = QT_TRANSLATE_NOOP("attention", "stage {number}, {stage}: {matrix}")
SIZED = "{title} {rows} × {columns}"
AXES = {
    "rows": QT_TRANSLATE_NOOP("attention", "Each row belongs to a query, which asks; each column to a key."),
    "columns": QT_TRANSLATE_NOOP("attention", "Each column belongs to a query, which asks; each row to a key."),
}
NAMED = QT_TRANSLATE_NOOP("attention", "Queries: {queries}. Keys: {keys}.")
COVERED = QT_TRANSLATE_NOOP("attention", "Covered, so that you can guess: {stages}.")
UNCOVERED = QT_TRANSLATE_NOOP("attention", "No stage is covered.")
SIDE_BY_SIDE = QT_TRANSLATE_NOOP(
    "attention", "A is pinned: in place of the formula the stages stand as A, as B, which is live, and as B − A."
)
BESIDE = QT_TRANSLATE_NOOP(
    "attention", "In place of the formula each stage stands three times: the right one, {this} and the difference."
)
BROKEN = QT_TRANSLATE_NOOP("attention", "the broken one")
SUSPECT = QT_TRANSLATE_NOOP("attention", "the suspect, which may be broken,")
PICTURES = QT_TRANSLATE_NOOP("attention", "Figures of the query {query}: {figures}.")

SETTING = "{label}: {value}."
DIVIDED = "{option} = {value}"
SIZES = QT_TRANSLATE_NOOP("attention", "Sizes: T_q {T_q}, T_k {T_k}, d_k {d_k}, d_v {d_v}.")
CHOSEN = QT_TRANSLATE_NOOP("attention", "Vector to change: the {role} {name}, with the components {numbers}.")
NOTHING_TO_SET = QT_TRANSLATE_NOOP("attention", "These are weights without Q and K: they cannot be changed.")

RANKED = QT_TRANSLATE_NOOP("attention", "Query {query}, {title} from the largest: {numbers}.")
IN_ORDER = QT_TRANSLATE_NOOP("attention", "Query {query}, {title}: {numbers}.")
UNDER_COVER = QT_TRANSLATE_NOOP("attention", "Query {query}, {title}: covered.")
NONE = QT_TRANSLATE_NOOP("attention", "Query {query}, {title}: none.")
MASKED = QT_TRANSLATE_NOOP("attention", "Query {query}, masked keys: {keys}.")
OF_KEY = "{key} {number}"
CHECK = QT_TRANSLATE_NOOP("attention", "Check: {sums}.")
FROM_A = QT_TRANSLATE_NOOP("attention", "From A to B: {changes}.")

GUESS = QT_TRANSLATE_NOOP("attention", "Guess stage {number}, {stage}, then press N to reveal it.")
COMPARE = QT_TRANSLATE_NOOP("attention", "Change one thing and read B − A. The key A lets go of what is pinned.")
FIND = QT_TRANSLATE_NOOP(
    "attention", "Compare the suspect with the right one, stage by stage, and choose under “Break it” what is wrong."
)
BREAK = QT_TRANSLATE_NOOP("attention", "Say what shows the fault in each stage. Shift+B makes it right again.")
MEND = QT_TRANSLATE_NOOP(
    "attention", "Press A to pin this mistake, then apply the mask as −∞ before softmax and compare."
)
DRAW = QT_TRANSLATE_NOOP("attention", "Press Ctrl+D to draw random vectors of the same sizes, which can be changed.")
PREDICT = QT_TRANSLATE_NOOP("attention", "Press P to cover every stage, guess, and reveal one after the other with N.")
KEYS = QT_TRANSLATE_NOOP(
    "attention", "Keys: P covers or reveals all stages, N reveals the next, Shift+N covers it again; 1 to 5 enlarge a "
                 "stage and 6 to 8 a figure; Ctrl+T turns rows into columns and back; A pins.")  # fmt: skip


def describe(result: AttentionResult, state: PanelState) -> Description:
    """Describe the panel.

    Parameters
    ----------
    result : AttentionResult
        As it is shown: what is covered is said to be, and no more of it.
    state : PanelState
        What it was computed from.

    Returns
    -------
    Description
    """
    parts = (_play_area(result, state), _controls(result), _details(result, state), _hint(result, state))
    return Description(*(listed(list(sentences), "\n") for sentences in parts))


def _play_area(result: AttentionResult, state: PanelState) -> Iterator[Message]:
    yield Message(DATA, {"origin": result.captions["origin"]})
    names = [name for name in formula(state.orientation)[0] if name in result.matrices]
    columns = state.orientation == "columns"
    sized = [_sized(result.matrices[name], turned=(name == "key") != columns) for name in names]
    yield Message(MATRICES, {"matrices": listed(sized, "; ")})
    yield Message(AXES[state.orientation])
    yield Message(NAMED, {"queries": few(result.query_labels), "keys": few(result.key_labels)})
    covered = [numbered(i, STAGES[i].title) for i in covered_places(result, NAMES)]
    yield Message(COVERED, {"stages": listed(covered, ", ")}) if covered else Message(UNCOVERED)
    if state.pinned is not None:
        yield Message(SIDE_BY_SIDE)
    elif result.scenario.beside is not None:
        yield Message(BESIDE, {"this": Message(SUSPECT if result.scenario.hide_fault else BROKEN)})
    figures = listed([Message(FIGURES[name]) for name in result.figures], ", ")
    yield Message(PICTURES, {"query": result.query_labels[result.scenario.query_index], "figures": figures})


def _sized(matrix: Matrix, *, turned: bool) -> Message:
    """Name a matrix with its shape as it is drawn, and the stage that ends in it."""
    rows, columns = reversed(matrix.shape) if turned else matrix.shape
    sized = Message(SIZED, {"title": matrix.title, "rows": rows, "columns": columns})
    if matrix.name not in NAMES:
        return sized
    i = NAMES.index(matrix.name)
    return Message(NUMBERED, {"number": i + 1, "stage": Message(STAGES[i].title), "matrix": sized})


def _controls(result: AttentionResult) -> Iterator[Message]:
    scenario, pack = result.scenario, result.scenario.tensors
    if pack.lead:
        yield _setting("layer", str(pack.layers[scenario.layer_index] if pack.layers else scenario.layer_index))
        yield _setting("head", str(scenario.head_index))
    if not pack.has_vectors:
        yield Message(NOTHING_TO_SET)
        return
    yield Message(SIZES, {name: getattr(pack, name) for name in ("T_q", "T_k", "d_k", "d_v")})
    yield _in_hand(result)
    divisor = divisor_text(scenario)
    named = _option(scenario, "divide_by")
    yield _setting("divide_by", named if scenario.divide_by == "one" else
                   Message(DIVIDED, {"option": named, "value": divisor}))  # fmt: skip
    yield Message(SETTING, {"label": Message(QT_TRANSLATE_NOOP("attention", "Mask")), "value": masks_on(scenario)})
    if scenario.fault != NO_FAULT and not scenario.hide_fault:
        yield _setting("fault", _option(scenario, "fault"))
    if may_attend(scenario) and not scenario.breaking:
        yield _setting("mask_as", _option(scenario, "mask_as"))
    yield _setting("temperature", format_number(scenario.temperature, decimals_needed(scenario.temperature, 4)))
    yield _setting("base", _option(scenario, "base"))


def _setting(field: str, value: Message | str) -> Message:
    return Message(SETTING, {"label": Message(AttentionScenario.specs()[field].label), "value": value})


def _option(scenario: AttentionScenario, field: str) -> Message:
    """Name what is chosen in a field."""
    spec = scenario.specs()[field]
    assert isinstance(spec, Choice)
    return Message(dict(spec.options)[getattr(scenario, field)])


def _in_hand(result: AttentionResult) -> Message:
    """Say which vector the sliders move."""
    scenario, matrix = result.scenario, result.matrices[result.scenario.role]
    i = scenario.entry
    numbers = [format_number(value, matrix.digits) for value in matrix.values[i].tolist()]
    return Message(CHOSEN, {"role": _option(scenario, "role"), "name": matrix.row_labels[i], "numbers": few(numbers)})


def _details(result: AttentionResult, state: PanelState) -> Iterator[Message]:
    i = result.scenario.query_index
    for name in ("scores", "weights", "output"):
        if name in result.matrices:
            yield _row(result.matrices[name], i, ranked=name != "output")
            if name == "scores":
                yield from _masked(result, i)
    if "row_sums" in result.captions:
        yield Message(CHECK, {"sums": result.captions["row_sums"]})
    yield from result.notices
    if state.pinned is not None:
        yield Message(FROM_A, {"changes": told_differences(state.pinned, state.scenario)})


def _row(matrix: Matrix, i: int, *, ranked: bool) -> Message:
    """Say the numbers of one row, from the largest where they can be ranked."""
    about = {"title": matrix.title, "query": matrix.row_labels[i]}
    if matrix.covered:
        return Message(UNDER_COVER, about)
    columns = [j for j in range(matrix.shape[1]) if not _is_nothing(matrix, i, j)]
    if not columns:
        return Message(NONE, about)
    if not ranked:
        return Message(IN_ORDER, about | {"numbers": few([_number(matrix, i, j) for j in columns])})
    columns.sort(key=lambda j: -float(matrix.values[i, j]))
    numbers = [Message(OF_KEY, {"key": matrix.column_labels[j], "number": _number(matrix, i, j)}) for j in columns]
    return Message(RANKED, about | {"numbers": few(numbers)})


def _number(matrix: Matrix, i: int, j: int) -> str:
    return number(matrix, i, j, matrix.digits)


def _is_nothing(matrix: Matrix, i: int, j: int) -> bool:
    """Return whether a cell has no number, or is masked and has no weight."""
    value = float(matrix.values[i, j])
    return math.isnan(value) or (matrix.blocked is not None and bool(matrix.blocked[i, j]) and value == 0)


def _masked(result: AttentionResult, i: int) -> Iterator[Message]:
    """Say which keys are masked, where any stage shows it."""
    shown = (result.matrices[name].blocked for name in ("masked_logits", "weights"))
    blocked = next((flags for flags in shown if flags is not None), None)
    keys = [] if blocked is None else [result.key_labels[j] for j in blocked[i].nonzero()[0].tolist()]
    if keys:
        yield Message(MASKED, {"query": result.query_labels[i], "keys": few(keys)})


def _hint(result: AttentionResult, state: PanelState) -> Iterator[Message]:
    asked = covered_places(result, NAMES)
    if asked:
        yield Message(GUESS, {"number": asked[0] + 1, "stage": Message(STAGES[asked[0]].title)})
    elif state.pinned is not None:
        yield Message(COMPARE)
    elif not result.scenario.tensors.has_vectors:
        yield Message(DRAW)
    elif result.scenario.breaking:
        yield Message(FIND if result.scenario.hide_fault else BREAK)
    elif told_way(result.scenario) != "before":
        yield Message(MEND)
    else:
        yield Message(PREDICT)
    yield Message(KEYS)
