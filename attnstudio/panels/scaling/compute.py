"""From a Scenario of the Scaling panel to all that its screen shows, at once or in steps."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from attnstudio.core.scaling import GRADIENTS, divisors
from attnstudio.core.score_laws import score_law
from attnstudio.panels.scaling import captions
from attnstudio.panels.scaling.curves import curve_numbers
from attnstudio.panels.scaling.figures import figures_of, plots_of
from attnstudio.panels.scaling.histograms import bins_of
from attnstudio.panels.scaling.row import ShownRow, row_of
from attnstudio.panels.scaling.samples import GRID, Sample, Source, drawn_in_steps, first_sample, measured
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.panels.scaling.tables import tables_of
from attnstudio.state.deferred import Deferred
from attnstudio.state.fields import exchanged
from attnstudio.state.plots import PlottedResult


@dataclass(frozen=True, eq=False)
class ScalingResult(PlottedResult):
    """Result of the Scaling panel.

    Parameters
    ----------
    scenario : ScalingScenario
    preliminary : bool
        True where not all pairs have been drawn yet: `refine` goes on.
    drawn_rows : int
        Rows that the numbers at the cursor come from.
    row : ShownRow, optional
        What the row that is shown was computed from; None while its weights are covered.
    """

    scenario: ScalingScenario = field(default_factory=ScalingScenario)
    preliminary: bool = False
    drawn_rows: int = 0
    row: ShownRow | None = None

    @property
    def labels(self) -> list[tuple[str, ...]]:
        """None: nobody types any here, and rows are named after numbers."""
        return []


def compute(scenario: ScalingScenario) -> ScalingResult:
    """Return all that the panel shows, at once; every Scenario that can be built has a Result.

    Where components are drawn one by one it comes from the first few pairs, is preliminary, and `refine` goes on.
    """
    source = Source.of(scenario)
    cursor = first_sample(source, scenario.d_k, cursor=True)
    grid = tuple(first_sample(source, d_k, cursor=False) for d_k in GRID)
    return _result(scenario, cursor, grid, 1.0 if _complete(cursor, grid) else 0.0)


def refine(scenario: ScalingScenario) -> Iterator[ScalingResult]:
    """Draw what `compute` left out, in steps of some milliseconds.

    Parameters
    ----------
    scenario : ScalingScenario

    Yields
    ------
    ScalingResult
        Each with the share of the work that is done; the same numbers while a sample is being drawn. The last is
        final. One alone, that of `compute`, where nothing was left out.
    """
    result = compute(scenario)
    yield result
    if not result.preliminary:
        return
    source = Source.of(scenario)
    cursor = first_sample(source, scenario.d_k, cursor=True)
    samples = {d_k: first_sample(source, d_k, cursor=False) for d_k in GRID}
    wanted = tuple(dict.fromkeys((scenario.d_k, *GRID)))
    work, done = sum(wanted), 0
    for d_k in wanted:
        for count, _ in drawn_in_steps(source, d_k):
            result = exchanged(result, {"progress": min(0.999, (done + d_k * count / source.n_rows) / work)})
            yield result
        done += d_k
        whole = Sample(source, d_k, source.n_rows)
        for divisor in {1.0, divisors(d_k, scenario.n_heads)[scenario.divide_by]}:
            measured(whole, divisor, scenario.gradient)
            yield result
        cursor = whole if d_k == scenario.d_k else cursor
        samples |= {d_k: whole} if d_k in samples else {}
        bins_of(cursor)
        yield result
        result = _result(scenario, cursor, tuple(samples.values()), min(1.0, done / work))
        yield result


def final(scenario: ScalingScenario) -> ScalingResult:
    """Return the Result of all pairs, however long it takes: for pictures, files and marks."""
    *_, last = refine(scenario)
    return last


def _complete(cursor: Sample, grid: tuple[Sample, ...]) -> bool:
    return all(sample.complete for sample in (cursor, *grid))


def _result(scenario: ScalingScenario, cursor: Sample, grid: tuple[Sample, ...], progress: float) -> ScalingResult:
    row = row_of(scenario)
    raw, divided = (measured(cursor, divisor, scenario.gradient) for divisor in (1.0, scenario.divisor))
    numbers = curve_numbers(grid, scenario.divide_by, scenario.n_heads, scenario.gradient)
    return ScalingResult(
        matrices=tables_of(scenario, cursor, row, numbers.tables),
        quantities=Deferred(partial(_quantities, scenario, cursor, row)),
        captions=captions.captions(scenario, cursor, row, raw, divided),
        figures=figures_of(scenario, row),
        notices=captions.notices(scenario, cursor),
        plots=plots_of(scenario, cursor, numbers),
        progress=progress,
        scenario=scenario,
        preliminary=not _complete(cursor, grid),
        drawn_rows=cursor.n_rows,
        row=row,
    )


def _quantities(scenario: ScalingScenario, cursor: Sample, row: ShownRow) -> Mapping[str, float]:
    spread = score_law(scenario.components, scenario.d_k).spread
    numbers = {f"raw_{name}": value for name, value in _of_all_rows(scenario, cursor, 1.0).items()}
    numbers |= _of_all_rows(scenario, cursor, scenario.divisor)
    for prefix, of in (("raw_", row.raw), ("", row.divided)):
        numbers[f"{prefix}row_weight"] = float(of.weights.max())
        numbers[f"{prefix}row_slope"] = of.slope
        numbers[f"{prefix}row_score_slope"] = of.score_slope
        numbers[f"{prefix}row_norm"] = of.logit_norm
        numbers[f"{prefix}row_score_norm"] = of.score_norm
    if row.gains is not None:
        numbers["logit_gain"], numbers["score_gain"] = row.gains
    return numbers | {"raw_law_spread": spread, "law_spread": spread / scenario.divisor}


def _of_all_rows(scenario: ScalingScenario, cursor: Sample, divisor: float) -> dict[str, float]:
    by = {gradient: measured(cursor, divisor, gradient) for gradient in GRADIENTS}
    of = by[scenario.gradient]
    chosen = of.gradients[scenario.gradient]
    return {
        "spread": of.spread.value,
        "spread_error": of.spread.error,
        "mean": of.mean,
        "kurtosis": of.excess_kurtosis,
        "max_weight": of.max_weight.value,
        "entropy_share": of.entropy_share.value,
        "frozen_share": of.frozen_share.value,
        "median_gradient": chosen.median,
        "mean_gradient": chosen.mean,
        "median_query_gradient": by["query"].query_gradient.median,
        "median_logit_gradient": by["logits"].logit_gradient.median,
    }
