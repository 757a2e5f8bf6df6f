"""The Scenario of the Scaling panel: its fields, what they refuse, and what follows from them."""

import json
from itertools import pairwise

import pytest
from scaling_scenarios import SPECS

from attnstudio.files.faults import FileFault
from attnstudio.files.resources import resource_path
from attnstudio.files.scenes import read_scene
from attnstudio.panels.scaling.declarations import D_K, PAIRS
from attnstudio.panels.scaling.scenario import ScalingScenario, randomised


def test_it_starts_as_lesson_5_does():
    scenario = ScalingScenario()
    assert (scenario.d_k, scenario.n_keys, scenario.pairs, scenario.divide_by, scenario.seed) == (
        64, 3, 20_000, "sqrt_d_k", 7,
    )  # fmt: skip
    assert (scenario.components.textbook, scenario.textbook_scores) == (True, (8.0, 4.0, 0.0))
    assert (scenario.divisor, scenario.n_rows, scenario.drawn_literally) == (8.0, 6666, False)


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [("d_k", 0, "1 to 1024"), ("d_k", 64.5, "1 to 1024"), ("pairs", 10**9, "100 to 100000"), ("n_keys", 1, "2 to 64"),
     ("correlation", 1.5, "−1.00 to 1.00"), ("divide_by", "two", "sqrt_d_model"), ("way", "quickly", "law, literal")],
)  # fmt: skip
def test_what_is_not_allowed_is_refused_with_the_range(field, value, allowed):
    with pytest.raises(ValueError, match=field) as refused:
        ScalingScenario(**{field: value})
    assert allowed in str(refused.value)


@pytest.mark.parametrize(("field", "value", "allowed"), [
    ("d_k", 0, "1 to 1024"), ("pairs", 10**9, "100 to 100000"), ("n_keys", 65, "2 to 64"),
    ("mean", 4.0, "−3.00 to 3.00"), ("d_k", "64", "whole number"), ("divide_by", "half", "sqrt_d_k"),
])  # fmt: skip
def test_a_scene_file_with_a_value_that_is_not_allowed_is_refused_with_its_place_and_the_range(
    tmp_path, field, value, allowed
):
    raw = json.loads(resource_path("examples/15-scaling.attn.json").read_text(encoding="utf-8"))
    raw["panels"]["scaling"]["scenario"][field] = value
    path = tmp_path / "bad.attn.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(FileFault) as refused:
        read_scene(path, {"scaling": ScalingScenario})
    (fault,) = refused.value.faults
    assert fault.place == f"panels.scaling.scenario.{field}"
    assert allowed in fault.problem


@pytest.mark.parametrize(
    ("divide_by", "divisor"), [("one", 1), ("sqrt_d_k", 8), ("d_k", 64), ("sqrt_d_model", 512**0.5)]
)
def test_what_divides(divide_by, divisor):
    assert ScalingScenario(divide_by=divide_by, n_heads=8).divisor == pytest.approx(divisor)


def test_rows_are_whole_and_never_fewer_than_two():
    assert ScalingScenario(pairs=100, n_keys=64).n_rows == 2
    assert ScalingScenario(pairs=101, n_keys=2).n_rows == 50


def test_uniform_components_are_drawn_literally_whatever_is_asked_for():
    assert ScalingScenario(distribution="uniform", way="law").drawn_literally
    assert ScalingScenario(way="literal").drawn_literally
    assert not ScalingScenario(distribution="signs").drawn_literally


def test_another_seed_changes_the_seed_alone():
    assert randomised(ScalingScenario(mean=1.0), 12) == ScalingScenario(mean=1.0, seed=12)


@pytest.mark.parametrize("spec", [D_K, PAIRS], ids=lambda spec: spec.label)
def test_a_slider_goes_from_end_to_end_in_whole_steps_and_stops_at_the_powers_of_two(spec):
    values = [spec.value_at(tick) for tick in range(spec.ticks + 1)]
    assert values[0] == spec.low
    assert values[-1] == spec.high
    assert all(isinstance(value, int) for value in values)
    assert values == sorted(set(values))
    assert {2**i for i in range(18) if spec.low <= 2**i <= spec.high} <= set(values)
    assert [spec.tick_of(value) for value in values] == list(range(spec.ticks + 1))
    steps = [after / before for before, after in pairwise(values) if before > 16]
    assert max(steps) < 1.25


def test_a_typed_value_stands_between_the_steps_beside_it():
    before, after = D_K.tick_of(64), D_K.tick_of(65)
    assert before < after < before + 1
    assert D_K.tick_of(5000) == D_K.ticks
    assert D_K.tick_of(-1) == 0


def test_every_field_explains_itself():
    for name, spec in SPECS.items():
        assert spec.label, name
        assert spec.help.endswith((".", "?")), name
