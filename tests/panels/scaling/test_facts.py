"""What is to be seen on the Scaling panel: every figure on scaling that the app states, its challenges, its traps."""

import math

import pytest

from attnstudio.panels.scaling.compute import compute, final
from attnstudio.panels.scaling.samples import GRID
from attnstudio.panels.scaling.scenario import ScalingScenario

SURE = 4.5  # standard errors


def quantity(name, **changes):
    return compute(ScalingScenario(**changes)).quantities[name]


def test_the_law_is_read_off_the_panel():
    """C5.1: which d_k gives a spread of 16, and which of 32?"""
    for d_k, spread in ((1, 1), (4, 2), (16, 4), (64, 8), (256, 16), (1024, 32)):
        result = compute(ScalingScenario(d_k=d_k))
        assert result.quantities["raw_spread"] == pytest.approx(spread, abs=0.5)
        error = result.quantities["raw_spread_error"]
        assert abs(result.quantities["raw_spread"] - spread) < SURE * error
        assert result.quantities["raw_law_spread"] == spread
        assert result.quantities["spread"] == pytest.approx(1, abs=SURE * error / spread)


def test_the_last_safe_size_is_4():
    """C5.2: dividing by 1, the largest power of two with a mean largest weight below 0.75."""
    weights = {d_k: quantity("max_weight", d_k=d_k, divide_by="one") for d_k in GRID}
    assert [d_k for d_k, weight in weights.items() if weight < 0.75] == [1, 2, 4]
    assert (weights[4], weights[8]) == pytest.approx((0.711, 0.792), abs=0.002)


def test_only_d_k_flattens_the_weights_to_0_99():
    """C5.3: choose a divisor for which the mean entropy share is at least 0.99."""
    shares = {by: quantity("entropy_share", divide_by=by) for by in ("one", "sqrt_d_k", "sqrt_d_model", "d_k")}
    assert [by for by, share in shares.items() if share >= 0.99] == ["d_k"]
    assert (shares["d_k"], shares["sqrt_d_k"], shares["one"]) == pytest.approx((0.995, 0.795, 0.161), abs=0.0015)


@pytest.mark.parametrize(("d_k", "share"), [(16, 0.25), (64, 0.56), (1024, 0.88)])
def test_the_share_of_frozen_rows_at_the_default_seed(d_k, share):
    assert round(quantity("raw_frozen_share", d_k=d_k), 2) == share


def test_the_query_gradient_at_the_default_seed():
    at_64 = compute(ScalingScenario()).quantities
    assert (at_64["raw_mean_gradient"], at_64["mean_gradient"]) == pytest.approx((0.79, 0.40), abs=0.005)
    assert (at_64["raw_median_gradient"], at_64["median_gradient"]) == pytest.approx((0.07, 0.42), abs=0.005)
    at_1024 = compute(ScalingScenario(d_k=1024)).quantities
    assert 1e-8 < at_1024["raw_median_gradient"] < 2.5e-8
    assert at_1024["median_gradient"] == pytest.approx(0.43, abs=0.0055)


def test_the_textbook_row_says_what_dividing_gains_and_what_it_costs():
    result = compute(ScalingScenario(textbook=True))
    assert result.matrices["raw_weights"].values[0] == pytest.approx([0.982, 0.018, 0.000], abs=5e-4)
    assert result.matrices["weights"].values[0] == pytest.approx([0.506, 0.307, 0.186], abs=5e-4)
    numbers = result.quantities
    assert (numbers["raw_row_slope"], numbers["row_slope"]) == pytest.approx((0.018, 0.250), abs=5e-4)
    assert (numbers["raw_row_norm"], numbers["row_norm"]) == pytest.approx((0.035, 0.451), abs=5e-4)
    assert (numbers["logit_gain"], numbers["score_gain"]) == pytest.approx((12.7, 1.6), abs=0.05)
    assert "12.7" in str(result.captions["gain"])
    assert "1.59" in str(result.captions["gain"])
    assert "made by hand" in str(result.captions["origin"])
    assert "query" not in result.matrices
    assert result.matrices["row_gradient"].shape == (2, 3)


def test_a_wider_textbook_row_is_frozen_undivided():
    numbers = compute(ScalingScenario(textbook=True, score_1=32.0, score_2=16.0)).quantities
    assert numbers["raw_row_norm"] == pytest.approx(2e-7, abs=0.5e-7)
    assert numbers["row_slope"] / 8 == pytest.approx(0.014, abs=5e-4)


@pytest.mark.parametrize(
    ("changes", "factor"),
    [({"mean": 1.0}, 3), ({"correlation": 1.0}, 2), ({"correlation": 1.0, "distribution": "uniform"}, 0.8)],
)
def test_where_the_law_does_not_hold_the_panel_says_so_and_what_it_is(changes, factor):
    result = final(ScalingScenario(pairs=6_000, **changes))
    assert f"{factor} d_k" in str(result.captions["law"])
    assert any(f"Here it is {factor} d_k" in str(notice) for notice in result.notices)
    error = result.quantities["raw_spread_error"]
    assert result.quantities["raw_spread"] == pytest.approx(math.sqrt(64 * factor), abs=SURE * error)
    lines = result.plots["raw_histogram"].lines
    assert len(lines) == 2  # the normal curve that fits, and that of the textbook


def test_equal_signs_have_no_spread():
    result = compute(ScalingScenario(distribution="signs", correlation=1.0))
    assert result.quantities["raw_spread"] == 0
    assert any("no spread" in str(notice) for notice in result.notices)
    assert result.matrices["weights"].values == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("changes", "said"),
    [({"d_k": 1}, "dividing by √1 changes nothing"), ({"d_k": 2}, "excess kurtosis 3"), ({"d_k": 4}, "kurtosis 1.5."),
     ({"divide_by": "d_k"}, "a spread of 0.125 is left"), ({"divide_by": "d_k"}, "temperature were 8 "),
     ({"divide_by": "sqrt_d_model"}, "temperature were 2.83"), ({"distribution": "uniform"}, "No law"),
     ({"correlation": -1.0}, "every weight is 1/3"), ({"mean": 1.0}, "differ by a spread of 11.3")],
)  # fmt: skip
def test_traps_are_named(changes, said):
    assert any(said in str(notice) for notice in compute(ScalingScenario(**changes)).notices)


def test_nothing_needs_to_be_said_of_the_default():
    assert compute(ScalingScenario()).notices == ()
    assert compute(ScalingScenario(d_k=5)).notices == ()
