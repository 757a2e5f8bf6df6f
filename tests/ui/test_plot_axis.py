"""Axes of plots: limits that can be drawn, round ticks, and numbers that can be read."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.state.message import Message
from attnstudio.state.plots import Axis
from attnstudio.ui.plot_axis import INTERVALS, place, sound, tick_text, ticks_of, value_at

TITLE = Message("x")


@pytest.mark.parametrize(("value", "text"), [
    (0.25, "0.25"), (1024.0, "1024"), (1e-9, "10⁻⁹"), (8e15, "8×10¹⁵"), (-1e-9, "−10⁻⁹"), (0.0, "0"), (-20.0, "−20"),
    (2.5e8, "2.5×10⁸"),
])  # fmt: skip
def test_a_tick_is_written_without_needless_digits(value: float, text: str) -> None:
    assert tick_text(value) == text


def test_an_axis_without_ticks_is_marked_at_round_numbers() -> None:
    assert ticks_of(Axis(TITLE, (-37.0, 37.0))) == (-30.0, -20.0, -10.0, 0.0, 10.0, 20.0, 30.0)
    assert ticks_of(Axis(TITLE, (1e-9, 10.0), "log"))[:2] == pytest.approx((1e-9, 1e-7))
    assert ticks_of(Axis(TITLE, (0.0, 1.0), ticks=(0.0, 1.0))) == (0.0, 1.0)


@given(st.floats(-1e15, 1e15), st.floats(1e-3, 1e15))
def test_any_linear_axis_has_a_few_rising_ticks_inside_it(low: float, span: float) -> None:
    axis = sound(Axis(TITLE, (low, low + span)))
    ticks = ticks_of(axis)
    assert 1 <= len(ticks) <= INTERVALS + 2
    assert list(ticks) == sorted(set(ticks))
    assert all(axis.limits[0] <= tick <= axis.limits[1] for tick in ticks)


@pytest.mark.parametrize("scale", ["linear", "log"])
@pytest.mark.parametrize(
    "limits", [(8e15, 8e15), (math.nan, 1.0), (0.0, math.inf), (0.0, 0.0), (2.0, 1.0), (-1.0, -1.0)]
)
def test_limits_that_cannot_be_drawn_become_some_that_can(limits: tuple[float, float], scale: str) -> None:
    axis = sound(Axis(TITLE, limits, scale))  # type: ignore[arg-type]
    low, high = axis.limits
    assert math.isfinite(low)
    assert math.isfinite(high)
    assert low < high
    assert scale == "linear" or low > 0
    assert 2 <= len({tick_text(tick) for tick in ticks_of(axis)}) <= 12


@pytest.mark.parametrize("axis", [Axis(TITLE, (1.0, 1024.0), "log"), Axis(TITLE, (-37.0, 37.0))])
def test_a_place_leads_back_to_its_value_and_none_leads_out_of_the_axis(axis: Axis) -> None:
    for value in (axis.limits[0], 3.0, axis.limits[1]):
        assert value_at(axis, place(axis, value)) == pytest.approx(value)
    assert (value_at(axis, -1.0), value_at(axis, 2.0)) == axis.limits


@pytest.mark.parametrize("axis", [Axis(TITLE, (1.0, 1024.0), "log"), Axis(TITLE, (-37.0, 37.0))])
@pytest.mark.parametrize("value", [-1e9, 1.0, 3.7, 1e9, math.inf, -math.inf, math.nan])
def test_one_value_stands_where_an_array_of_them_does(axis: Axis, value: float) -> None:
    assert place(axis, value) == pytest.approx(float(axis.place(value)), nan_ok=True)
