"""The panel in words, and how its numbers are written."""

import math

import pytest
from scaling_scenarios import OTHERS

from attnstudio.panels.scaling.compute import compute
from attnstudio.panels.scaling.describe import describe, plot_told
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.panels.scaling.words import percent, plain, significant, with_error
from attnstudio.state.scene import PanelState


def described(pinned=None, **changes):
    scenario = ScalingScenario(**changes)
    return describe(compute(scenario), PanelState(scenario, pinned=pinned))


def test_the_default_in_words():
    description = described()
    assert "drawn from the exact law of q·k" in str(description.play_area)
    assert "Divide by: √d_k = √64." in str(description.controls)
    assert "Random pairs: 20,000." in str(description.controls)
    assert "÷ 1: 8.03 ± 0.04, closed form 8; ÷ √64: 1.003 ± 0.005, closed form 1" in str(description.details)
    assert "Divided by d_k: spread 0.125, largest weight 0.369" in str(description.details)
    assert "frozen rows 0.560" in str(description.details)


@pytest.mark.parametrize("changes", OTHERS.values(), ids=OTHERS.keys())
def test_every_kind_of_scenario_can_be_told(changes):
    description = described(**changes)
    for part in (description.play_area, description.controls, description.details, description.hint):
        assert "{" not in str(part)
        assert "nan" not in str(part)
        assert str(part)


def test_every_plot_is_a_sentence_with_its_numbers():
    plots = compute(ScalingScenario(d_k=16)).plots
    assert str(plot_told(plots["frozen_share"])) == (
        "Frozen rows (largest weight above 0.99), at d_k = 16: ÷ 1: 25 %; ÷ √16: 0.015 %."
    )
    assert str(plot_told(plots["raw_histogram"])).startswith("q·k, as it comes: the fullest bin, −0.5 to 0.5, has 11 %")


def test_what_was_changed_from_what_is_pinned_is_told():
    assert "From A to B: d_k 16 → 64." in str(described(pinned=ScalingScenario(d_k=16)).details)


def test_the_hint_follows_what_is_on():
    assert "most rows freeze" in str(described(divide_by="one").hint)
    assert "nearly equal" in str(described().hint)
    assert "Divide by √d_k instead" in str(described(divide_by="d_k").hint)
    assert "0 % of the pairs are drawn" in str(described(distribution="uniform").hint)
    assert "Change one thing" in str(described(pinned=ScalingScenario()).hint)


def test_the_textbook_row_is_told_with_its_scores():
    assert "Textbook row: scores [8, 4, 0]." in str(described(textbook=True).controls)
    assert "Textbook row" not in str(described().controls)


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.5601, "56 %"), (0.0, "0 %"), (1.0, "100 %"), (0.0003, "0.030 %"), (0.99995, "99.9950 %"), (0.01, "1 %")],
)
def test_shares(share, text):
    assert percent(share) == text


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [(8.0258, 0.0416, "8.03 ± 0.04"), (0.9263, 0.0016, "0.926 ± 0.002"), (31.99, 1.9, "32 ± 2"), (8.0, 0.0, "8"),
     (1 / 3, 1e-17, "0.3333"), (0.0, 0.0, "0")],
)  # fmt: skip
def test_measured_numbers_end_where_their_error_begins(value, error, text):
    assert with_error(value, error) == text


def test_numbers_that_hardly_are_any():
    assert significant(1e-310, 3) == "0"
    assert significant(2e-8, 2) == "2.0×10⁻⁸"
    assert plain(-0.25) == "−0.25"
    assert plain(math.pi, 2) == "3.14"


def test_of_a_long_row_it_says_how_many_numbers_are_left_out() -> None:
    def told(n_keys: int) -> str:
        lines = str(described(n_keys=n_keys).details).splitlines()
        return next(line for line in lines if line.startswith("The row that is shown"))

    assert told(12).count(", k") == 11
    assert " more" not in told(12)
    assert told(20).endswith(", and 8 more.")
