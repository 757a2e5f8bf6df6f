"""The Scaling panel as a script: the row that is shown computed again, and all rows drawn again."""

from collections.abc import Set as AbstractSet

import numpy as np

from attnstudio.core.score_laws import score_law
from attnstudio.files.scripts import FLOORS, Library, Script, at_least
from attnstudio.panels.scaling.compute import ScalingResult, final
from attnstudio.panels.scaling.drawn_script import define_measures, define_vectors, draw_rows
from attnstudio.panels.scaling.row import Softened
from attnstudio.panels.scaling.samples import ROWS, Sample, Source, measured
from attnstudio.panels.scaling.scenario import LARGEST_D_K, ScalingScenario
from attnstudio.state.figures import Array

TITLE = "Why √d_k: random scores q·k, divided, and what softmax makes of them; compared with the screen of attnstudio."
ROUNDING = 1e-9  # relative, of sums over many rows
GRADIENT = 1e-6  # of norms in which nearly equal numbers are subtracted
ENOUGH = 200  # rows that two draws are compared from
SIGMAS = 9.0  # standard errors that two draws may lie apart: six of their difference


def script(scenario: ScalingScenario, library: Library, covered: AbstractSet[str] = frozenset()) -> str:
    """Return a script that needs nothing but NumPy or PyTorch.

    Parameters
    ----------
    scenario : ScalingScenario
    library : {"numpy", "torch"}
        NumPy draws the same numbers again. PyTorch draws others, which may differ from those of the screen by chance
        alone; the row that is shown is written out for it.
    covered : set of str
        Stages whose numbers are withheld: they are computed, but not compared.
    """
    result = final(scenario)
    made = Script(library, np.dtype(np.float64), TITLE)
    _settings(made, scenario)
    if library == "numpy":
        define_vectors(made, scenario)
    _law(made, result, covered)
    _row(made, result, covered)
    _all_rows(made, result, covered)
    return made.text()


def _settings(made: Script, scenario: ScalingScenario) -> None:
    by = {
        "one": "1.0", "sqrt_d_k": "d_k**0.5", "d_k": "float(d_k)", "sqrt_d_model": f"({scenario.n_heads} * d_k) ** 0.5"
    }[scenario.divide_by]  # fmt: skip
    made.section(f"Components: {scenario.distribution}, variance 1. Computed in float64.")
    made.add(
        f"d_k, n_keys, n_rows, seed = {scenario.d_k}, {scenario.n_keys}, {scenario.n_rows}, {scenario.seed}",
        f"correlation, mean = {scenario.correlation!r}, {scenario.mean!r}  # of k with q; of all components",
        f"divisor = {by}",
    )


def _law(made: Script, result: ScalingResult, covered: AbstractSet[str]) -> None:
    scenario = result.scenario
    extra = {
        "normal": "2 * correlation**2", "uniform": "0.8 * abs(correlation)", "signs": "0.0"
    }[scenario.distribution]  # fmt: skip
    law = score_law(scenario.components, scenario.d_k).spread
    size = (1 + scenario.mean**2) * scenario.d_k**0.5
    made.section("The closed form: with mean 0 and without correlation the standard deviation of q·k is √d_k.")
    made.add(
        f"extra = {extra} - correlation**2 + 2 * mean**2 * (1 + correlation)",
        "law = (d_k * max(0.0, 1 + extra)) ** 0.5",
    )
    for name, value, computed in (("law", law, "law"), ("divided law", law / scenario.divisor, "law / divisor")):
        tolerance = ROUNDING * max(1.0, size) if law else 2e-6 * size
        _check_number(made, "spread" in covered, name, value, tolerance, computed)


def _check_number(made: Script, hidden: bool, name: str, value: float, tolerance: float, computed: str) -> None:
    if hidden:
        made.withhold(name)
    else:
        made.check_number(name, value, at_least(tolerance, FLOORS["float64"]), computed)


def _row(made: Script, result: ScalingResult, covered: AbstractSet[str]) -> None:
    """Add the row that is shown: its scores, its weights, and how they follow the scores."""
    scenario, row = result.scenario, result.row
    assert row is not None
    what = "three scores set by hand" if scenario.textbook else "one query and its keys"
    made.section(f"The row that is shown: {what}.")
    if row.query is None or row.keys is None:
        made.add(f"scores = {made.array(row.scores[0])}")
    else:
        if made.library == "numpy":
            place = f"{ROWS}, {scenario.selected_row}"
            made.add(
                f"query, keys = vectors(*streams(2, {place}), 1, {LARGEST_D_K})  # the first d_k are a row",
                "query, keys = query[0, :d_k], keys[0, :, :d_k]  # (d_k,), (n_keys, d_k)",
            )
        else:
            made.add(f"query = {made.array(row.query)}", f"keys = {made.array(row.keys)}")
        made.add("scores = keys @ query  # (n_keys,)")
        made.check("scores", row.scores[0], _rounding(row.scores))
    made.add(*SOFTMAX[made.library])
    for name, by, of in (("undivided", "1.0", row.raw), ("divided", "divisor", row.divided)):
        made.section(f"Softmax of the row, {name}.")
        made.add(f"logits = scores / {by}", "weights, jacobian = softmax_with_jacobian(logits)")
        _softened(made, of, by, covered)


def _softened(made: Script, of: Softened, by: str, covered: AbstractSet[str]) -> None:
    """Add the checks of a softmax and of how it follows its logits."""
    if "weights" in covered:
        made.withhold("weights")
    else:
        made.check("weights", of.weights[0], _rounding(of.logits))
    if {"weights", "gradient"} & covered:
        made.withhold("gradients")
        return
    made.check("jacobian", of.jacobian, _rounding(of.logits))
    norm = f"{made.lib}.linalg.norm"
    _check_number(made, False, "weight (1 - weight)", of.slope, GRADIENT, "weights.max() * (1 - weights.max())")
    _check_number(made, False, "gradient by the logits", of.logit_norm, GRADIENT, f"{norm}(jacobian)")
    if of.query_norm is not None:
        tolerance = GRADIENT * max(1.0, of.query_norm)
        _check_number(made, False, "gradient by the query", of.query_norm, tolerance, f"{norm}(jacobian @ keys) / {by}")


def _rounding(logits: Array) -> float:
    return at_least(1e-13 * float(np.abs(logits).max(initial=1.0)), FLOORS["float64"])


SOFTMAX = {
    "numpy": (
        "", "", "def softmax_with_jacobian(logits):", '    """Return α, and diag(α) − α αᵀ."""',
        "    exp = np.exp(logits - logits.max())", "    weights = exp / exp.sum()",
        "    return weights, np.diag(weights) - np.outer(weights, weights)", "",
    ),
    "torch": (
        "", "", "def softmax_with_jacobian(logits):", '    """Return α, and diag(α) − α αᵀ."""',
        "    weights = torch.softmax(logits, dim=0)",
        "    return weights, torch.diag(weights) - torch.outer(weights, weights)", "",
    ),
}  # fmt: skip
MEASURES = {"spread": "spread", "max_weight": "saturation", "entropy_share": "saturation", "frozen_share": "saturation"}


def _all_rows(made: Script, result: ScalingResult, covered: AbstractSet[str]) -> None:
    """Add what softmax makes of all rows, undivided and divided."""
    scenario = result.scenario
    draw_rows(made, scenario)
    if made.library == "torch" and scenario.n_rows < ENOUGH:
        made.note(f"{scenario.n_rows} rows say too little to compare two draws.")
        return
    define_measures(made)
    for prefix, by, divisor in (("raw_", "1.0", 1.0), ("", "divisor", scenario.divisor)):
        made.add("", f"measured = measures(all_scores / {by})")
        chance = _chance(scenario, divisor)
        for name, stage in MEASURES.items():
            value = result.quantities[prefix + name]
            tolerance = ROUNDING * max(1.0, value) if made.library == "numpy" else chance[name]
            _check_number(made, stage in covered, prefix + name, value, tolerance, f'measured["{name}"]')
        if made.library == "numpy":
            name, value = prefix + "median_logit_gradient", result.quantities[prefix + "median_logit_gradient"]
            _check_number(made, "gradient" in covered, name, value, GRADIENT, 'measured["gradient"]')


def _chance(scenario: ScalingScenario, divisor: float) -> dict[str, float]:
    """Return by how much the measures of two draws may differ by chance."""
    of = measured(Sample(Source.of(scenario), scenario.d_k, scenario.n_rows), divisor, scenario.gradient)
    few = 20 / scenario.n_rows  # what is seldom may not have been seen at all
    shares = {name: SIGMAS * getattr(of, name).error + few for name in ("max_weight", "entropy_share", "frozen_share")}
    return {"spread": SIGMAS * of.spread.error + ROUNDING * max(1.0, of.spread.value), **shares}
