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
    table = result.matrices["row_gradient"]
    assert table.column_labels == ("α(1 − α)", "α(1 − α) by the raw score", "‖∂α/∂logits‖", "‖∂α/∂scores‖, raw")
    assert table.shape == (2, 4)


def test_a_wider_textbook_row_is_frozen_undivided_by_either_measure_under_its_own_name():
    result = compute(ScalingScenario(textbook=True, score_1=32.0, score_2=16.0))
    numbers = result.quantities
    norms, slopes = (
        (numbers[f"raw_row_{of}"], numbers[f"row_score_{of}"]) for of in ("norm", "slope")
    )  # undivided, and divided with the factor 1/8 in it
    assert norms == (pytest.approx(2e-7, abs=0.5e-7), pytest.approx(0.027, abs=5e-4))
    assert slopes == (pytest.approx(1.1e-7, abs=0.05e-7), pytest.approx(0.014, abs=5e-4))
    assert str(result.captions["slopes"]) == (
        "α(1 − α) of its largest weight: 1.13×10⁻⁷ undivided, 0.115 divided by √64, 0.0144 by the raw score. Norm of "
        "its Jacobian: 2.25×10⁻⁷, 0.213, 0.0266 by the raw scores."
    )


def test_the_challenges_and_questions_of_lesson_5_find_their_numbers_by_name():
    """C5.1 to C5.3, Q5.1 to Q5.3: names stay, since lessons are written with them."""
    result = compute(ScalingScenario(d_k=256, textbook=True, divide_by="one"))
    asked = {
        "raw_spread",
        "raw_law_spread",
        "max_weight",
        "entropy_share",
        "row_slope",
        "row_score_slope",
        "score_gain",
    }
    assert asked <= result.quantities.keys()
    assert result.quantities["raw_law_spread"] == 16  # Q5.1, not 256
    assert quantity("law_spread", d_k=1) == quantity("raw_law_spread", d_k=1) == 1  # Q5.2
    assert quantity("raw_law_spread", d_k=16) == 4
    assert quantity("row_slope", textbook=True) > quantity("raw_row_slope", textbook=True)  # Q5.3
    for name, number in result.quantities.items():
        assert math.isfinite(number), name
        assert name == name.lower(), name


def test_alpha_times_the_rest_of_16_equal_weights_is_small_with_nothing_saturated():
    result = compute(ScalingScenario(n_keys=16, correlation=-1.0))  # every key of a query is −q
    assert result.matrices["weights"].values == pytest.approx(1 / 16)
    assert result.quantities["row_slope"] == pytest.approx(0.059, abs=5e-4)
    assert result.quantities["entropy_share"] == pytest.approx(1)
    assert result.quantities["frozen_share"] == 0


def test_the_weight_that_prints_as_0_000_is_not_0_and_the_sum_is_said():
    result = compute(ScalingScenario(textbook=True))
    assert result.matrices["raw_weights"].values[0, 2] == pytest.approx(3.3e-4, abs=0.05e-4)
    assert "sum to 1" in str(result.captions["row_sums"])


@pytest.mark.parametrize("d_k", [1, 2, 4])
def test_the_excess_kurtosis_is_6_over_d_k(d_k):
    assert quantity("raw_kurtosis", d_k=d_k, pairs=100_000) == pytest.approx(6 / d_k, rel=0.1)


def test_the_root_is_that_of_one_head_and_that_of_all_heads_is_said_to_be_too_much():
    """64 = 8 heads of 8: √8 keeps the spread at 1, √64 leaves 0.354 of it."""
    one, all_heads = (compute(ScalingScenario(d_k=8, n_heads=8, divide_by=by)) for by in ("sqrt_d_k", "sqrt_d_model"))
    assert (one.scenario.divisor, all_heads.scenario.divisor) == (pytest.approx(math.sqrt(8)), 8)
    assert one.quantities["law_spread"] == pytest.approx(1)
    assert all_heads.quantities["law_spread"] == pytest.approx(0.354, abs=5e-4)
    assert not one.notices
    assert any("root of d_model = 8 × 8" in str(notice) for notice in all_heads.notices)


def test_there_is_no_threshold_it_gets_worse_as_d_k_grows():
    curve = compute(ScalingScenario(divide_by="one")).plots["frozen_share"].series[0].values
    assert (curve[2:] > curve[1:-1]).all()
    divided = compute(ScalingScenario()).plots["frozen_share"].series[1].values
    assert divided.max() < 0.01


def test_signs_that_are_equal_have_no_variance_and_independent_ones_d_k():
    assert quantity("raw_law_spread", distribution="signs", correlation=1.0) == 0
    assert quantity("raw_law_spread", distribution="signs") == 8


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
