"""The Scaling panel as a few lines of NumPy: samples of q·k, softmax of all rows, and of the one that is shown."""

from attnstudio.panels.scaling.compute import ScalingResult
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.state.code_lines import CodeForm, CodeLine, divided, given, shape, softmax_lines
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

T = QT_TRANSLATE_NOOP
SAMPLES = Message(T("scaling", "Samples of q·k"))
ROWS = Message(T("scaling", "Softmax of all rows"))
ROW = Message(T("scaling", "Softmax of one row"))
ALIKE = Message(T("scaling", "The screen draws other numbers from the same distribution, from the law of q·k where one "
                             "is known: the spread is the same but for chance."))  # fmt: skip
ALL_PAIRS = Message(T("scaling", "scores holds q·k of all random pairs, a row for each query."))
GROWING = Message(T("scaling", "The query and its keys are those of the row on the screen."))
BY_HAND = Message(T("scaling", "The three scores are set by hand: there is no query here."))
DRAWN = {
    "normal": "rng.standard_normal({size})",
    "uniform": "rng.uniform(-(3**0.5), 3**0.5, {size})",
    "signs": "rng.choice([-1.0, 1.0], {size})",
}


def forms(scenario: ScalingScenario, result: ScalingResult) -> tuple[CodeForm, ...]:
    """Return the code of the panel; a row that was set by hand comes first."""
    made = (_samples(scenario), _rows(scenario, result.drawn_rows), _row(scenario))
    return made[-1:] + made[:-1] if scenario.textbook else made


def _samples(scenario: ScalingScenario) -> CodeForm:
    rows, n, d_k = scenario.n_rows, scenario.n_keys, scenario.d_k
    queries, keys, scores = shape(rows=rows, d_k=d_k), shape(rows=rows, n=n, d_k=d_k), shape(rows=rows, n=n)
    drawn, mean = DRAWN[scenario.distribution], f" + {scenario.mean!r}" if scenario.mean else ""
    lines = (
        CodeLine(f"rng = np.random.default_rng({scenario.seed})"),
        CodeLine(f"query = {drawn.format(size=(rows, d_k))}", queries),
        CodeLine(f"key = {drawn.format(size=(rows, n, d_k))}", keys),
        *(CodeLine(line, keys) for line in _correlated(scenario)),
        *([CodeLine(f"query, key = query{mean}, key{mean}")] if mean else []),
        CodeLine('scores = np.einsum("rd,rnd->rn", query, key)', scores),
        CodeLine(f"logits = scores{divided(scenario.divide_by, 'query.shape[1]', scenario.n_heads)}", scores, "spread"),
        CodeLine("spread = logits.std()", shape(), "spread"),
    )
    return CodeForm("samples", SAMPLES, lines, ALIKE)


def _correlated(scenario: ScalingScenario) -> list[str]:
    """Return how keys come to be like their query, or its opposite."""
    rho = scenario.correlation
    if not rho:
        return []
    if scenario.distribution == "normal":
        return [f"key = {rho!r} * query[:, None] + (1 - {abs(rho)!r} ** 2) ** 0.5 * key"]
    sign = "-" if rho < 0 else ""
    return [f"key = np.where(rng.random(key.shape) < {abs(rho)!r}, {sign}query[:, None], key)"]


def _rows(scenario: ScalingScenario, rows: int) -> CodeForm:
    n, by = scenario.n_keys, divided(scenario.divide_by, str(scenario.d_k), scenario.n_heads)
    lines = (
        given("scores", shape(rows=rows, n=n)),
        CodeLine(f"logits = scores{by}", shape(rows=rows, n=n)),
        CodeLine("spread = logits.std()", shape(), "spread"),
        *softmax_lines("logits", {"rows": rows, "n": n}, stage="saturation"),
        CodeLine("max_weight = weights.max(axis=1).mean()", shape(), "saturation"),
        CodeLine("frozen_share = (weights.max(axis=1) > 0.99).mean()", shape(), "saturation"),
    )
    return CodeForm("rows", ROWS, lines, ALL_PAIRS)


def _row(scenario: ScalingScenario) -> CodeForm:
    n, d_k = scenario.row_length, scenario.d_k
    by_query = scenario.gradient == "query" and not scenario.textbook
    by = divided(scenario.divide_by, str(d_k), scenario.n_heads)
    gradient = f"np.linalg.norm(jacobian @ key){by}" if by_query else "np.linalg.norm(jacobian)"
    lines = (
        *([given("scores", shape(n=n))] if scenario.textbook else [
            given("query", shape(d_k=d_k)), given("key", shape(n=n, d_k=d_k)),
            CodeLine("scores = key @ query", shape(n=n)),
        ]),
        CodeLine(f"logits = scores{by}", shape(n=n)),
        *softmax_lines("logits", {"n": n}),
        CodeLine("jacobian = np.diag(weights) - np.outer(weights, weights)", f"(n, n) = {(n, n)}", "gradient"),
        CodeLine(f"gradient = {gradient}", shape(), "gradient"),
    )  # fmt: skip
    return CodeForm("row", ROW, lines, BY_HAND if scenario.textbook else GROWING)
