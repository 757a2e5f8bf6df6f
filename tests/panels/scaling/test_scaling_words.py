"""How the Scaling panel writes its numbers and sentences: one way for each, and nothing that is not so."""

import re

import pytest

from attnstudio.panels.scaling.compute import ScalingResult, compute, final
from attnstudio.panels.scaling.cover import COVERED, covered
from attnstudio.panels.scaling.describe import describe
from attnstudio.panels.scaling.explain import explain
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.panels.scaling.stages import NAMES
from attnstudio.panels.scaling.words import TINIEST, TOO_SMALL, positive, significant, small
from attnstudio.state.plots import Curves, edge_decimals
from attnstudio.state.scene import PanelState
from attnstudio.ui.plot_axis import tick_text, ticks_of

FROZEN = ScalingScenario(textbook=True, score_1=1000.0, score_2=-1000.0)
LAWS = ({}, {"mean": 1.0}, {"mean": 1.0, "correlation": 0.5}, {"correlation": -1.0}, {"distribution": "signs"})


def described(result: ScalingResult) -> str:
    parts = describe(result, PanelState(result.scenario))
    return "\n".join(map(str, (parts.play_area, parts.controls, parts.details, parts.hint)))


@pytest.mark.parametrize(("value", "text"), [
    (4371170.0, "4.37×10⁶"), (6.99e7, "6.99×10⁷"), (12345.0, "1.23×10⁴"), (9216.0, "9216"), (12.7, "12.7"),
    (0.00002, "2.00×10⁻⁵"), (0.0, "0"),
])  # fmt: skip
def test_a_number_with_three_digits_is_written_in_one_way_however_large(value: float, text: str) -> None:
    assert small(value) == text


def test_a_larger_number_of_digits_leaves_larger_numbers_whole() -> None:
    assert significant(12345.0, 4) == "12345"
    assert significant(123456.0, 4) == "1.235×10⁵"


@pytest.mark.parametrize("score", [14.0, 20.0, 40.0])
def test_the_gain_of_a_frozen_row_has_three_digits(score: float) -> None:
    gain = str(compute(ScalingScenario(textbook=True, score_1=score, score_2=-score)).captions["gain"])
    numbers = re.findall(r"([0-9.]+)(?:×10[⁰¹²³⁴⁵⁶⁷⁸⁹]+)? ×", gain)
    assert len(numbers) == 2
    assert all(len(number.replace(".", "")) <= 4 for number in numbers)


@pytest.mark.parametrize("fields", LAWS)
def test_every_caption_that_is_a_sentence_begins_with_a_capital_and_ends_with_a_stop(fields: dict) -> None:
    captions = compute(ScalingScenario(**fields)).captions
    for name in ("way", "law", "spread", "weights", "gain", "slopes", "saturation", "gradient"):
        text = str(captions[name])
        assert text[0].isupper() or text[0] in "0123456789α", name
        assert text.endswith("."), name


def test_the_law_says_what_the_variance_is_and_never_once_too_often() -> None:
    texts = [str(compute(ScalingScenario(**fields)).captions["law"]) for fields in LAWS]
    assert texts[0] == "With mean 0, and q and k independent, Var(q·k) = d_k."
    assert texts[1] == "With mean 1, Var(q·k) = 3 d_k."
    assert not any("= 1 d_k" in text or "= 0 d_k" in text for text in texts)
    told = described(compute(ScalingScenario()))
    assert texts[0] in told
    assert "The law:" not in told


@pytest.mark.parametrize(("fields", "way"), [
    ({}, "from the law"), ({"way": "literal", "pairs": 200}, "component by component"),
    ({"distribution": "uniform", "pairs": 200}, "component by component"),
])  # fmt: skip
def test_the_description_says_how_the_numbers_were_drawn_not_what_was_asked_for(fields: dict, way: str) -> None:
    scenario = ScalingScenario(**fields)
    assert f"Drawn: {way}." in described(final(scenario))


@pytest.mark.parametrize(("d_k", "first", "divided"), [
    (64, "−37 … −35", "−4.625 … −4.375"), (63, "−36.71 … −34.73", "−4.625 … −4.375"),
])  # fmt: skip
def test_the_edges_of_bins_have_the_digits_that_they_need(d_k: int, first: str, divided: str) -> None:
    result = compute(ScalingScenario(d_k=d_k))
    assert result.matrices["raw_histogram"].row_labels[0] == first
    assert result.matrices["histogram"].row_labels[0] == divided


def test_the_same_edges_are_written_alike_in_the_table_and_in_the_description() -> None:
    scenario = ScalingScenario(d_k=63)
    result = compute(scenario)
    labels = result.matrices["raw_histogram"].row_labels
    fullest = labels[int(result.plots["raw_histogram"].shares.argmax())]
    assert fullest.replace(" … ", " to ") in described(result)
    assert edge_decimals(result.plots["raw_histogram"].edges) == 2


@pytest.mark.parametrize("divide_by", ["d_k", "sqrt_d_model", "sqrt_d_k"])
def test_small_ticks_of_the_spread_are_fractions_that_are_exact(divide_by: str) -> None:
    plot = compute(ScalingScenario(divide_by=divide_by, n_heads=64)).plots["spread"]
    assert isinstance(plot, Curves)
    for tick in ticks_of(plot.y_axis):
        above, _, below = tick_text(tick, plot.y_axis.fractions).partition("/")
        assert float(above) / float(below or 1) == tick


def test_what_is_covered_is_said_in_one_way() -> None:
    result = covered(compute(ScalingScenario()), frozenset(NAMES))
    plot = result.plots["spread"]
    assert isinstance(plot, Curves)
    assert {str(series.reading) for series in plot.series} == {"Covered: make your guess first."} == {str(COVERED)}


def test_a_slope_too_small_for_a_float_is_not_called_0() -> None:
    result = compute(FROZEN)
    assert result.row is not None
    assert result.row.raw.slope < TINIEST
    captions = {name: str(result.captions[name]) for name in ("raw_slope", "raw_norm", "slopes")}
    assert captions["raw_slope"] == "α(1 − α) < 10⁻³⁰⁸"
    assert captions["raw_norm"] == "norm < 10⁻³⁰⁸"
    assert f"largest weight: {TOO_SMALL} undivided" in captions["slopes"]
    assert result.matrices["row_gradient"].written[0] == (TOO_SMALL,) * 4
    for matrix, cell in (("raw_weights", (0, 1)), ("raw_jacobian", (0, 0)), ("row_gradient", (0, 0))):
        assert "0 to rounding" in str(explain(result, matrix, *cell).text), matrix


def test_the_gradient_by_the_query_is_0_where_all_keys_are_alike() -> None:
    scenario = ScalingScenario(correlation=1.0)
    result = compute(scenario)
    written = result.matrices["row_gradient"].written
    assert written is not None
    assert written[0][-1] == "0"
    assert TOO_SMALL not in written[0]


def test_what_floats_hold_is_written_as_it_is() -> None:
    assert positive(2.5e-300) == "2.50×10⁻³⁰⁰"
    assert positive(3e-309) == TOO_SMALL
