"""The panel in words: what is shown, what can be set, the numbers that matter now, and what to try next."""

from collections.abc import Iterator, Sequence

from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.ranking import COLUMNS
from attnstudio.panels.heads.readings import readings
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.stages import FIGURES, NAMES, STAGES
from attnstudio.panels.heads.words import divisor_text, grouped
from attnstudio.state.description import Description, covered_places, few, numbered
from attnstudio.state.fields import Choice, Switch
from attnstudio.state.figures import Bars, Matrix
from attnstudio.state.head_figures import HeadGrid, HeadMap
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number, listed
from attnstudio.state.scene import PanelState

T = QT_TRANSLATE_NOOP
BEST = 5  # heads that are named in their order

DATA = T("heads", "The heads are: {title}. The numbers are: {origin}.")
SIZES = T("heads", "Sizes: {shapes}.")
NAMED = T("heads", "Queries, which ask: {queries}. Keys, which are asked: {keys}.")
GRID = T("heads", "{title}, one small map each: {heads}.")
GRID_COVERED = T("heads", "{title}, one small map each: covered.")
LARGE = T("heads", "{title}, as lines from the words on the left to those on the right.")
PICTURES = T("heads", "Bars: {figures}.")
MAP = T("heads", "A map of all heads, layers × heads {layers} × {heads}, and the best of them in order.")
COVERED = T("heads", "Covered, so that you can guess: {stages}.")
UNCOVERED = T("heads", "No stage is covered.")
PINNED = T("heads", "A is pinned: the large head stands as A beside B, which is live.")

SETTING = "{label}: {value}."
DIVIDED = "{option} = {value}"
ON, OFF = T("heads", "on"), T("heads", "off")
OF_INPUT = T("heads", "those of this input")
WITHOUT_EFFECT = T("heads", "{value}, without effect here")

RANKED = T("heads", "{query} looks, from the largest weight: {numbers}.")
NONE = T("heads", "{query} looks at no key.")
NUMBER_OF = "{name} {number}"
ROW_COVERED = T("heads", "{title}: covered.")
STATISTICS = T("heads", "Head {head}: {numbers}.")
BARS = "{title}: {numbers}."
ORDER = T("heads", "Best heads: {numbers}.")
BILL = T("heads", "The bill, {what}: {amount}.")

GUESS = T("heads", "Guess stage {number}, {stage}, then press N to reveal it.")
WAIT = T("heads", "{share} of the heads are measured. The map and the ranking fill up until all are.")
COMPARE = T("heads", "Change one thing and read what became of A. The key A lets go of what is pinned.")
WRONG_ROOT = T("heads", "Divide by √d_k instead: a head's product has d_k terms, not d_model.")
JOIN = T("heads", "Change the number of heads while d_model stays, and watch how the columns are cut.")
ROTARY = T("heads", "Undo the rotary positions of a previous-token head, and see what is left of it.")
SINK = T("heads", "Look for a head that looks at the first token, then compare its weight with what the key does to "
                  "the output.")  # fmt: skip
OTHERS = T("heads", "Choose another sentence, or try this head on all of them: one sentence proves nothing.")
DRAW = T("heads", "Press Ctrl+D to see a toy model, of which every step from X to the joined output can be followed.")
KEYS = T("heads", "Keys: P covers or reveals all stages, N reveals the next, Shift+N covers it again; A pins.")
FIELDS = {
    "toy": ("source", "B", "T", "n_heads", "d_k", "sharing", "seed", "batch_item"),
    "minilm": ("source", "sentence", "layer", "head"),
    "smollm2": ("source", "sentence", "layer", "head"),
    "own": ("source", "layer", "head", "own_causal", "rope_pairs"),
}
OF_ALL = ("divide_by", "temperature", "mask", "undo_positions", "hide_first", "darken", "every_word", "find",
          "try_all", "bill_tokens")  # fmt: skip
NEED_VECTORS = ("divide_by", "temperature", "mask")


def describe(result: HeadsResult, state: PanelState) -> Description:
    """Describe the panel.

    Parameters
    ----------
    result : HeadsResult
        As it is shown: what is covered is said to be, and no more of it.
    state : PanelState
        What it was computed from.

    Returns
    -------
    Description
    """
    parts = (_play_area(result, state), _controls(result.scenario), _details(result, state), _hint(result, state))
    return Description(*(listed(list(sentences), "\n") for sentences in parts))


def _numbers(names: Sequence[str], values: Sequence[float], digits: int) -> Message:
    return few([
        Message(NUMBER_OF, {"name": Message(name), "number": format_number(value, digits)})
        for name, value in zip(names, values, strict=True)
    ])  # fmt: skip


def _play_area(result: HeadsResult, state: PanelState) -> Iterator[Message]:
    captions, map_ = result.captions, result.matrices["map"]
    yield Message(DATA, {"title": captions["title"], "origin": captions["origin"]})
    yield Message(SIZES, {"shapes": captions["shapes"]})
    lines = result.lines
    yield Message(NAMED, {"queries": few(lines.query_labels), "keys": few(lines.key_labels)})
    yield _grid(result.grid)
    yield Message(LARGE, {"title": lines.title})
    layers, heads = map_.shape
    yield Message(MAP, {"layers": layers, "heads": heads})
    if result.figures:
        yield Message(PICTURES, {"figures": listed([Message(FIGURES[name]) for name in result.figures], ", ")})
    covered = [numbered(i, STAGES[i].title) for i in covered_places(result, NAMES)]
    yield Message(COVERED, {"stages": listed(covered, ", ")}) if covered else Message(UNCOVERED)
    if state.pinned is not None:
        yield Message(PINNED)


def _grid(grid: HeadGrid) -> Message:
    if grid.covered:
        return Message(GRID_COVERED, {"title": grid.title})
    return Message(GRID, {"title": grid.title, "heads": few([_head(head) for head in grid.heads])})


def _head(head: HeadMap) -> Message:
    """Name a head of the grid, with its label and its reading where there are any."""
    said = [text for text in (head.title, head.label, head.reading) if text.template]
    return listed(said, " ")


def _controls(scenario: HeadsScenario) -> Iterator[Message]:
    for field in (*FIELDS[scenario.source], *OF_ALL):
        if field != "try_all" or scenario.data.shipped:
            yield Message(SETTING, {"label": Message(scenario.specs()[field].label), "value": _set(scenario, field)})


def _set(scenario: HeadsScenario, field: str) -> Message | str:
    """Say what a control is set to, as what is shown takes it."""
    spec, value, data = scenario.specs()[field], getattr(scenario, field), scenario.data
    said: Message | str = str(value)
    if isinstance(spec, Choice):
        said = Message(dict(spec.options)[value])
    elif isinstance(spec, Switch):
        said = Message(ON if value else OFF)
    if field == "divide_by" and value != "one" and data.pack.has_vectors:
        said = Message(DIVIDED, {"option": said, "value": divisor_text(scenario)})
    if field == "temperature":
        said = format_number(value, decimals_needed(value, 4))
    elif field == "layer":
        said = str(scenario.layer_number)
    elif field == "head":
        said = str(scenario.head_index)
    elif field == "bill_tokens":
        said = grouped(value) if value else Message(OF_INPUT)
    idle = (field in NEED_VECTORS and not data.pack.has_vectors) or (field == "undo_positions" and value
                                                                     and not data.can_undo_positions)  # fmt: skip
    return Message(WITHOUT_EFFECT, {"value": said}) if idle else said


def _details(result: HeadsResult, state: PanelState) -> Iterator[Message]:
    yield _row(result)
    yield from _statistics(result.matrices["statistics"])
    for figure in result.figures.values():
        if isinstance(figure, tuple):
            yield from map(_bars, figure)
    ranking = result.matrices["ranking"]
    if ranking.covered:
        yield Message(ROW_COVERED, {"title": ranking.title})
    else:
        values = [value for value in ranking.values[:BEST, 0].tolist() if value == value]
        if values:
            numbers = _numbers(ranking.row_labels[: len(values)], values, ranking.digits)
            yield Message(ORDER, {"numbers": numbers})
    yield from readings(result, state, None, whole=True)
    for what, amount in result.bill:
        yield Message(BILL, {"what": what, "amount": amount})
    yield from result.notices


def _row(result: HeadsResult) -> Message:
    """Say where the selected query looks, from the largest weight."""
    lines, i = result.lines, result.lines.selected
    if lines.covered:
        return Message(ROW_COVERED, {"title": lines.title})
    weights = lines.weights[i].tolist()
    keys = [j for j, weight in enumerate(weights) if weight == weight and weight != 0]
    if not keys:
        return Message(NONE, {"query": lines.query_labels[i]})
    keys.sort(key=lambda j: -weights[j])
    numbers = _numbers([lines.key_labels[j] for j in keys], [weights[j] for j in keys], lines.digits)
    return Message(RANKED, {"query": lines.query_labels[i], "numbers": numbers})


def _statistics(matrix: Matrix) -> Iterator[Message]:
    """Say what the heads in sight look at; what cannot be measured is left out."""
    if matrix.covered:
        yield Message(ROW_COVERED, {"title": matrix.title})
        return
    for head, row in zip(matrix.row_labels, matrix.values.tolist(), strict=True):
        known = [(name, value) for name, value in zip(COLUMNS.values(), row, strict=True) if value == value]
        if known:
            names, values = zip(*known, strict=True)
            yield Message(STATISTICS, {"head": head, "numbers": _numbers(names, values, matrix.digits)})


def _bars(bars: Bars) -> Message:
    if bars.covered:
        return Message(ROW_COVERED, {"title": bars.title})
    return Message(BARS, {"title": bars.title, "numbers": _numbers(bars.labels, bars.values.tolist(), bars.digits)})


def _hint(result: HeadsResult, state: PanelState) -> Iterator[Message]:
    asked, scenario = covered_places(result, NAMES), result.scenario
    if asked:
        yield Message(GUESS, {"number": asked[0] + 1, "stage": Message(STAGES[asked[0]].title)})
    elif result.progress < 1:
        yield Message(WAIT, {"share": f"{100 * result.progress:.0f} %"})
    elif state.pinned is not None:
        yield Message(COMPARE)
    else:
        yield Message(_next(scenario))
    yield Message(KEYS)


def _next(scenario: HeadsScenario) -> str:
    """Return what to try next."""
    if not scenario.data.pack.has_vectors:
        return DRAW
    if scenario.divide_by == "sqrt_d_model":
        return WRONG_ROOT
    if scenario.source == "toy":
        return JOIN
    if scenario.data.can_undo_positions and not scenario.undo_positions:
        return ROTARY
    return OTHERS if scenario.find == "first" and scenario.data.shipped else SINK
