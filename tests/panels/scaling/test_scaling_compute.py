"""From a Scenario to all that the Scaling panel shows, at once and in steps."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from scaling_scenarios import OTHERS, quick

from attnstudio.core.score_laws import score_law
from attnstudio.panels.scaling import samples
from attnstudio.panels.scaling.compute import ScalingResult, compute, final, refine
from attnstudio.panels.scaling.questions import questions
from attnstudio.panels.scaling.samples import GRID
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.panels.scaling.stages import STAGES
from attnstudio.state.plots import Curves, Histogram

SURE = 4.5

each_other = pytest.mark.parametrize("changes", OTHERS.values(), ids=OTHERS.keys())


def check(result: ScalingResult) -> None:
    """Assert what holds of every Result."""
    scenario = result.scenario
    for name, matrix in result.matrices.items():
        assert np.isfinite(matrix.values).all(), name
        assert matrix.shape == (len(matrix.row_labels), len(matrix.column_labels)), name
        assert not matrix.values.flags.writeable, name
        assert matrix.written is None or (len(matrix.written), len(matrix.written[0])) == matrix.shape, name
        assert matrix.limits[0] < matrix.limits[1]
        if matrix.kind in ("weight", "exp"):
            assert matrix.values.min() >= 0, name
            assert matrix.values.max() <= matrix.limits[1] * (1 + 1e-9), name
    assert all(map(math.isfinite, result.quantities.values()))
    assert {"origin", "shapes", "way"} <= set(result.captions)
    texts = [str(text) for text in (*result.captions.values(), *result.notices)]
    assert not [text for text in texts if "{" in text or "no value" in text or "nan" in text]
    for stage in STAGES:
        assert stage.name in result.matrices
        assert set(stage.matrices) <= set(result.matrices)
        assert set(stage.figures) <= set(result.figures)
        assert set(stage.plots) <= set(result.plots)
        assert set(stage.captions) <= set(result.captions)
    for name, plot in result.plots.items():
        check_histogram(plot) if isinstance(plot, Histogram) else check_curves(plot, name)
    assert result.matrices["weights"].values.sum() == pytest.approx(1)
    assert result.matrices["logits"].values == pytest.approx(result.matrices["scores"].values / scenario.divisor)


def check_histogram(plot: Histogram) -> None:
    assert (np.diff(plot.edges) > 0).all()
    assert plot.shares.sum() + sum(plot.outside) == pytest.approx(1)
    assert plot.y_axis.limits[1] >= plot.shares.max()
    assert plot.x_axis.limits[0] <= plot.edges[0]
    assert plot.x_axis.limits[1] >= plot.edges[-1]


def check_curves(plot: Curves, name: str) -> None:
    assert plot.x.tolist() == list(GRID)
    assert all(low <= tick <= high for low, high in [plot.y_axis.limits] for tick in plot.y_axis.ticks)
    for series in plot.series:
        assert series.values.shape == plot.x.shape
        assert math.isfinite(series.at_cursor)
        if series.lower is not None:
            assert (series.lower <= series.values).all()
            assert (series.values <= series.upper).all()
        if name != "gradient":
            assert not plot.y_axis.beyond(series.values[series.values > 0])


@each_other
def test_every_kind_of_scenario_has_a_result(changes):
    check(compute(ScalingScenario(**changes)))


@settings(max_examples=50)
@given(quick())
def test_any_scenario_has_a_result(scenario):
    check(compute(scenario))


@each_other
def test_the_same_scenario_gives_the_same_result_whatever_is_in_store(changes):
    scenario = ScalingScenario(**changes)
    one = compute(scenario)
    samples.STORE = samples._Store()
    samples.measured.cache_clear()
    final(scenario)
    two = compute(scenario)
    assert one.quantities == two.quantities
    assert all(np.array_equal(m.values, two.matrices[n].values) for n, m in one.matrices.items())


@pytest.mark.parametrize("divide_by", ["sqrt_d_k", "d_k"])
def test_raw_and_divided_curves_meet_at_1_and_the_law_is_a_straight_line(divide_by):
    plots = compute(ScalingScenario(divide_by=divide_by)).plots
    for name in ("spread", "max_weight", "entropy_share", "frozen_share", "gradient"):
        raw, divided = (series.values[0] for series in plots[name].series)
        assert raw == divided, name
    raw, divided = plots["spread"].series
    slopes = np.diff(np.log2(raw.law))
    assert slopes == pytest.approx(0.5)
    assert np.diff(np.log2(divided.law)) == pytest.approx(0.5 - {"sqrt_d_k": 0.5, "d_k": 1}[divide_by])
    assert raw.values == pytest.approx(raw.law, rel=0.04)
    assert (plots["spread"].x_axis.scale, plots["spread"].y_axis.scale) == ("log", "log")


def test_the_cursor_reads_what_the_curve_has_there():
    plots = compute(ScalingScenario(d_k=256)).plots
    for name in ("spread", "max_weight", "entropy_share", "frozen_share", "gradient"):
        for series in plots[name].series:
            assert series.at_cursor == series.values[GRID.index(256)]
        assert plots[name].cursor == 256


def test_undivided_there_is_one_curve_and_both_rows_are_the_same():
    result = compute(ScalingScenario(divide_by="one"))
    assert [len(plot.series) for plot in result.plots.values() if isinstance(plot, Curves)] == [1] * 5
    assert np.array_equal(result.matrices["weights"].values, result.matrices["raw_weights"].values)


def test_tables_and_plots_hold_the_same_numbers():
    result = compute(ScalingScenario())
    for name in ("spread", "max_weight", "entropy_share", "frozen_share", "gradient"):
        table = {row.tobytes() for row in result.matrices[f"{name}_by_d_k"].values.T.copy()}
        for series in result.plots[name].series:
            shown = [values for values in (series.values, series.lower, series.upper, series.law) if values is not None]
            assert {values.tobytes() for values in shown} <= table, name
    for name in ("raw_histogram", "histogram"):
        assert np.array_equal(result.matrices[name].values[:, 0], result.plots[name].shares)


def test_while_d_k_is_dragged_the_curves_stay_the_same_arrays_and_the_row_grows():
    one, two = (compute(ScalingScenario(d_k=d_k)) for d_k in (100, 101))
    for name in ("spread", "gradient"):
        assert one.plots[name].series[0].values is two.plots[name].series[0].values
        assert one.matrices[f"{name}_by_d_k"] is two.matrices[f"{name}_by_d_k"]
    queries = [result.matrices["query"].values[0] for result in (one, two)]
    assert queries[1][:100].tolist() == queries[0].tolist()
    keys = [result.matrices["key"].values for result in (one, two)]
    added = keys[1][:, 100] * queries[1][100]
    assert two.matrices["scores"].values[0] == pytest.approx(one.matrices["scores"].values[0] + added)


def test_the_way_the_numbers_were_made_is_said():
    assert "exact law" in str(compute(ScalingScenario()).captions["way"])
    assert "4,096 more rows" in str(compute(ScalingScenario(distribution="signs")).captions["way"])
    assert "the first 66 rows" in str(compute(ScalingScenario(n_keys=64)).captions["way"])
    assert "So far 3,072 of 19,998 pairs" in str(compute(ScalingScenario(distribution="uniform")).captions["way"])
    literal = final(ScalingScenario(way="literal", d_k=4, pairs=1_000))
    assert str(literal.captions["way"]) == "999 pairs in 333 rows, drawn component by component."


def test_by_law_all_is_final_at_once():
    results = list(refine(ScalingScenario()))
    assert [(result.preliminary, result.progress) for result in results] == [(False, 1.0)]


@pytest.mark.parametrize("changes", [{"distribution": "uniform"}, {"way": "literal", "d_k": 37}])
def test_literally_the_first_result_is_preliminary_and_the_last_has_all_pairs(changes):
    scenario = ScalingScenario(**{"pairs": 6_000, "d_k": 512} | changes)
    samples.STORE = samples._Store()
    results = list(refine(scenario))
    progress = [result.progress for result in results]
    assert progress == sorted(progress)
    assert (progress[0], progress[-1]) == (0.0, 1.0)
    assert progress[-2] < 1
    assert len(set(progress)) > 10
    assert all(result.preliminary for result in results[:-1])
    assert not results[-1].preliminary
    assert results[0].drawn_rows < scenario.n_rows == results[-1].drawn_rows
    errors = [result.quantities["raw_spread_error"] for result in results]
    law = score_law(scenario.components, scenario.d_k)
    if results[0].drawn_rows < scenario.n_rows / 2:
        assert errors[-1] < errors[0]
    assert abs(results[-1].quantities["raw_spread"] - law.spread) < SURE * errors[-1]
    check(results[-1])


def test_a_refinement_that_is_dropped_leaves_nothing_half_done():
    scenario = ScalingScenario(way="literal", pairs=9_000, d_k=700)
    samples.STORE = samples._Store()
    taken = list(itertools.islice(refine(scenario), 4))
    assert taken[-1].preliminary
    whole = final(scenario)
    samples.STORE = samples._Store()
    assert final(scenario).quantities == whole.quantities


def test_both_ways_show_the_same_within_their_errors():
    law = compute(ScalingScenario(d_k=32, pairs=9_000)).quantities
    literal = final(ScalingScenario(d_k=32, pairs=9_000, way="literal")).quantities
    errors = math.hypot(law["raw_spread_error"], literal["raw_spread_error"])
    assert abs(law["raw_spread"] - literal["raw_spread"]) < SURE * errors
    for name in ("raw_max_weight", "entropy_share", "raw_frozen_share"):
        assert law[name] == pytest.approx(literal[name], abs=SURE * math.hypot(0.5, 0.5) / math.sqrt(3_000)), name
    assert law["raw_median_gradient"] != literal["raw_median_gradient"]  # not the same draws


def test_another_seed_draws_others_and_the_same_seed_the_same():
    one, again, other = (compute(ScalingScenario(seed=seed)).quantities for seed in (7, 7, 8))
    assert one == again
    assert one["raw_spread"] != other["raw_spread"]
    assert one["row_weight"] != other["row_weight"]


def test_the_seed_gives_the_picture_that_it_gave():
    """The same seed and NumPy version, the same picture: these change only where the way of drawing does."""
    numbers = compute(ScalingScenario()).quantities
    assert numbers["raw_spread"] == pytest.approx(8.025861854795, rel=1e-9)
    assert numbers["median_gradient"] == pytest.approx(0.422268392833, rel=1e-9)
    assert numbers["row_weight"] == pytest.approx(0.481443549213, rel=1e-9)


def test_matrices_that_nobody_reads_are_not_made_and_others_once():
    result = compute(ScalingScenario(d_k=200))
    asked = questions(result.matrices)
    assert not result.matrices._made
    assert not asked._made
    assert result.matrices["histogram"] is result.matrices["histogram"]
    assert list(result.matrices._made) == ["histogram"]
    assert set(asked) == set(result.matrices)
    assert asked["saturation"].shape == (2, 3)
    assert list(result.matrices._made) == ["histogram", "saturation"]
    assert all(matrix.name == name for name, matrix in result.matrices.items())
