"""Declared fields: what they take, what they refuse in words, and that their JSON form comes back."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.state.fields import Choice, Indices, Number, Scenario, Switch, Whole, declared

SIZE = Number(label="Size", help="", low=-3.0, high=3.0, step=0.1, fine=0.01, typed_low=-100.0, typed_high=100.0)
TEMPERATURE = Number(label="Temperature", help="", low=0.05, high=20.0, log=True)
COUNT = Whole(label="Count", help="", low=1, high=12)
WAY = Choice(label="Way", help="", options=(("one", "1"), ("root", "√d_k")))
SWITCH = Switch(label="On", help="")
KEYS = Indices(label="Keys", help="")
CELLS = Indices(label="Cells", help="", axes=2)


@dataclass(frozen=True)
class Plain(Scenario):
    """A Scenario with a field of every plain kind."""

    size: float = declared(SIZE, 0.0)
    count: int = declared(COUNT, 3)
    way: str = declared(WAY, "root")
    on: bool = declared(SWITCH, False)
    keys: frozenset[int] = declared(KEYS, frozenset())
    cells: frozenset[tuple[int, int]] = declared(CELLS, frozenset())


@given(st.integers(0, 60))
def test_every_tick_of_a_slider_is_a_short_decimal_and_comes_back(tick):
    value = SIZE.value_at(tick)
    assert value == round(value, 1)
    assert SIZE.tick_of(value) == pytest.approx(tick)


@given(st.integers(0, 200))
def test_every_tick_of_a_log_slider_has_three_digits_and_comes_back(tick):
    value = TEMPERATURE.value_at(tick)
    assert value == float(f"{value:.3g}")
    assert TEMPERATURE.tick_of(value) == pytest.approx(tick, abs=0.5)
    assert TEMPERATURE.check(value) == value


@pytest.mark.parametrize("value", [0, -1, 1e-308, float("nan"), float("inf"), 10**400, True, "1", None])
def test_a29_a_temperature_out_of_range_is_refused_with_the_range(value):
    with pytest.raises(ValueError, match="expected a"):
        TEMPERATURE.check(value)


def test_a29_the_refusal_names_the_range():
    with pytest.raises(ValueError, match=r"expected a number from 0\.05 to 20\.00, got 0"):
        TEMPERATURE.check(0)


@pytest.mark.parametrize("value", [0, -1, 13, 2.0, True, "8", None])
def test_a26_a_count_out_of_range_is_refused_with_the_range(value):
    with pytest.raises(ValueError, match="expected a whole number from 1 to 12, got"):
        COUNT.check(value)


def test_negative_zero_becomes_zero():
    assert str(SIZE.check(-0.0)) == "0.0"


@pytest.mark.parametrize(
    ("spec", "raw", "said"),
    [
        (WAY, "two", "expected one of one, root, got 'two'"),
        (WAY, ["one"], "expected one of one, root"),
        (SWITCH, 1, "expected true or false, got 1"),
        (KEYS, 3, "expected a list of positions, got 3"),
        (KEYS, [1, True], "expected a position counted from 0, got True"),
        (KEYS, [-1], "expected a position counted from 0, got -1"),
        (KEYS, [[1, 2]], "expected a position counted from 0"),
        (KEYS, [1.0], "expected a position counted from 0, got 1.0"),
        (CELLS, [1], r"expected a \[row, column\] cell counted from 0, got 1"),
        (CELLS, [[1, 2, 3]], r"expected a \[row, column\] cell"),
        (CELLS, [[1, True]], r"expected a \[row, column\] cell"),
        (CELLS, [[[0], 1]], r"expected a \[row, column\] cell"),
        (CELLS, [{}], r"expected a \[row, column\] cell"),
    ],
)
def test_what_a_field_refuses_is_said_in_words(spec, raw, said):
    with pytest.raises(ValueError, match=said):
        spec.from_json(raw)


def test_a_long_value_is_shortened_in_the_message():
    with pytest.raises(ValueError, match="expected a number") as caught:
        SIZE.from_json([[0] * 1000] * 1000)
    assert len(str(caught.value)) < 200


def plain_scenarios():
    return st.builds(
        Plain,
        size=st.floats(-100, 100),
        count=st.integers(1, 12),
        way=st.sampled_from(["one", "root"]),
        on=st.booleans(),
        keys=st.frozensets(st.integers(0, 20)),
        cells=st.frozensets(st.tuples(st.integers(0, 20), st.integers(0, 20))),
    )


@given(plain_scenarios())
def test_every_field_comes_back_from_its_json_form(scenario):
    for name, spec in scenario.specs().items():
        assert spec.from_json(spec.to_json(getattr(scenario, name))) == getattr(scenario, name)


@given(plain_scenarios(), plain_scenarios())
def test_differences_are_the_fields_that_with_changes_must_set(one, other):
    changes = {name: getattr(other, name) for name in one.differences(other)}
    assert one.with_changes(**changes) == other
    assert not list(one.differences(one))


def test_a_refused_change_names_the_field_and_leaves_the_scenario_as_it_was():
    scenario = Plain()
    with pytest.raises(ValueError, match="count: expected a whole number from 1 to 12, got 0"):
        scenario.with_changes(size=1.0, count=0)
    assert scenario == Plain()


def test_an_unknown_field_is_refused_with_the_names_of_the_fields():
    with pytest.raises(ValueError, match="heads: no such field; the fields are size, count, way, on, keys, cells"):
        Plain().with_changes(heads=2)
