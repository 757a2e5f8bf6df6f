"""The panel in words: what is shown, what can be set, the numbers that matter now, and what to try next."""

from collections.abc import Iterator

from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.samples import Sample, Source
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.panels.scaling.stages import FIGURES, NAMES, PLOTS, STAGES
from attnstudio.panels.scaling.tables import four_divisors
from attnstudio.panels.scaling.words import divisor_text, grouped, percent, plain
from attnstudio.state.comparison import differences
from attnstudio.state.description import Description, covered_places, few, numbered
from attnstudio.state.fields import Choice
from attnstudio.state.figures import Matrix
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number, listed
from attnstudio.state.plots import Curves, Histogram, Plot, edge_decimals
from attnstudio.state.scene import PanelState

T = QT_TRANSLATE_NOOP

DATA = T("scaling", "The numbers are: {origin}. {way}")
PLOTTED = T("scaling", "Plots: {plots}.")
ROWS = T("scaling", "Bars: {figures}.")
COVERED = T("scaling", "Covered, so that you can guess: {stages}.")
UNCOVERED = T("scaling", "No stage is covered.")
PINNED = T("scaling", "A is pinned: the plots show A beside B, which is live.")

SETTING = "{label}: {value}."
DIVIDED = "{option} = {value}"
TEXTBOOK = T("scaling", "Textbook row: scores {scores}.")

ROW = T("scaling", "The row that is shown, {title}: {numbers}.")
OF_KEY = "{key} {number}"
UNDER_COVER = T("scaling", "{title}: covered.")
AT_CURSOR = T("scaling", "{title} ({what}), at d_k = {d_k}: {readings}.")
BINNED = T("scaling", "{title}: the fullest bin, {low} to {high}, has {share} of the numbers; the bins go from {first} "
                      "to {last}.")  # fmt: skip
BY_DIVISOR = T("scaling", "Divided by {by}: spread {spread}, largest weight {weight}, entropy share {entropy}, frozen "
                          "rows {frozen}, median gradient by the logits {logits}, by the query {query}.")  # fmt: skip
FROM_A = T("scaling", "From A to B: {changes}.")

GUESS = T("scaling", "Guess stage {number}, {stage}, then press N to reveal it.")
WAIT = T("scaling", "{share} of the pairs are drawn. The numbers become more exact until all are.")
COMPARE = T("scaling", "Change one thing and read what became of A. The key A lets go of what is pinned.")
TRY_LARGE = T("scaling", "Divide by 1 and make d_k larger: most rows freeze. Then divide by √d_k.")
TRY_ROOT = T("scaling", "Divide by √d_k instead, and compare the spread that is left.")
TRY_TRAPS = T("scaling", "Divide by d_k, or by √d_model: the weights become nearly equal.")
KEYS = T("scaling", "Keys: P covers or reveals all stages, N reveals the next, Shift+N covers it again; A pins.")


def describe(result: ScalingResult, state: PanelState) -> Description:
    """Describe the panel.

    Parameters
    ----------
    result : ScalingResult
        As it is shown: what is covered is said to be, and no more of it.
    state : PanelState
        What it was computed from.

    Returns
    -------
    Description
    """
    parts = (_play_area(result, state), _controls(result.scenario), _details(result, state), _hint(result, state))
    return Description(*(listed(list(sentences), "\n") for sentences in parts))


def plot_told(plot: Plot) -> Message:
    """Say a plot in a sentence."""
    if plot.covered:
        return Message(UNDER_COVER, {"title": plot.title})
    if isinstance(plot, Curves):
        readings = listed([series.reading for series in plot.series], "; ")
        told = {"title": plot.title, "what": plot.y_axis.title, "d_k": plain(plot.cursor), "readings": readings}
        return Message(AT_CURSOR, told)
    return _binned(plot)


def _binned(plot: Histogram) -> Message:
    fullest = int(plot.shares.argmax())
    places = {"low": fullest, "high": fullest + 1, "first": 0, "last": len(plot.shares)}
    decimals = edge_decimals(plot.edges)
    edges = {name: format_number(float(plot.edges[i]), decimals) for name, i in places.items()}
    return Message(BINNED, {"title": plot.title, "share": percent(float(plot.shares[fullest])), **edges})


def _play_area(result: ScalingResult, state: PanelState) -> Iterator[Message]:
    yield Message(DATA, {"origin": result.captions["origin"], "way": result.captions["way"]})
    if "law" in result.captions:
        yield result.captions["law"]
    yield Message(PLOTTED, {"plots": listed([Message(PLOTS[name]) for name in result.plots], ", ")})
    yield Message(ROWS, {"figures": listed([Message(FIGURES[name]) for name in result.figures], ", ")})
    covered = [numbered(i, STAGES[i].title) for i in covered_places(result, NAMES)]
    yield Message(COVERED, {"stages": listed(covered, ", ")}) if covered else Message(UNCOVERED)
    if state.pinned is not None:
        yield Message(PINNED)


def _controls(scenario: ScalingScenario) -> Iterator[Message]:
    for field in ("d_k", "n_keys", "pairs", "distribution", "correlation", "mean", "divide_by", "n_heads", "way",
                  "gradient", "seed"):  # fmt: skip
        yield _setting(scenario, field)
    if scenario.textbook:
        scores = ", ".join(plain(score) for score in scenario.textbook_scores)
        yield Message(TEXTBOOK, {"scores": f"[{scores}]"})


def _setting(scenario: ScalingScenario, field: str) -> Message:
    spec, value = scenario.specs()[field], getattr(scenario, field)
    said: Message | str = grouped(value) if field == "pairs" else plain(value) if not isinstance(value, str) else value
    if field == "way" and scenario.drawn_literally:
        value = "literal"  # uniform components have no law
    if isinstance(spec, Choice):
        option = Message(dict(spec.options)[value])
        said = option
        if field == "divide_by" and value != "one":
            said = Message(DIVIDED, {"option": option, "value": divisor_text(scenario)})
    return Message(SETTING, {"label": Message(spec.label), "value": said})


def _details(result: ScalingResult, state: PanelState) -> Iterator[Message]:
    for plot in result.plots.values():
        yield plot_told(plot)
    for name in ("scores", "raw_weights", "logits", "weights"):
        yield _row(result.matrices[name])
    for name in ("gain", "gradient"):
        if name in result.captions:
            yield result.captions[name]
    if not covered_places(result, NAMES):
        yield from _all_divisors(result)
    yield from result.notices
    if isinstance(state.pinned, ScalingScenario):
        yield Message(FROM_A, {"changes": differences(state.pinned, result.scenario)})


def _row(matrix: Matrix) -> Message:
    if matrix.covered:
        return Message(UNDER_COVER, {"title": matrix.title})
    pairs = list(zip(matrix.column_labels, matrix.values[0].tolist(), strict=True))
    numbers = [Message(OF_KEY, {"key": key, "number": format_number(value, matrix.digits)}) for key, value in pairs]
    return Message(ROW, {"title": matrix.title, "numbers": few(numbers)})


def _all_divisors(result: ScalingResult) -> Iterator[Message]:
    """Say what each divisor does with the pairs that the Result was made from."""
    scenario = result.scenario
    table = four_divisors(scenario, Sample(Source.of(scenario), scenario.d_k, result.drawn_rows))
    assert table.written is not None
    for by, row in zip(table.row_labels, table.written, strict=True):
        told = dict(zip(("spread", "weight", "entropy", "frozen", "logits", "query"), row[1:], strict=True))
        yield Message(BY_DIVISOR, {"by": by, **told})


def _hint(result: ScalingResult, state: PanelState) -> Iterator[Message]:
    asked = covered_places(result, NAMES)
    if asked:
        yield Message(GUESS, {"number": asked[0] + 1, "stage": Message(STAGES[asked[0]].title)})
    elif result.preliminary:
        yield Message(WAIT, {"share": percent(result.progress)})
    elif state.pinned is not None:
        yield Message(COMPARE)
    elif result.scenario.divide_by == "one":
        yield Message(TRY_LARGE)
    else:
        yield Message(TRY_TRAPS if result.scenario.divide_by == "sqrt_d_k" else TRY_ROOT)
    yield Message(KEYS)
