"""Plots as data: where numbers stand on an axis."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.state.message import Message
from attnstudio.state.plots import Axis, rounded_up

LINEAR = Axis(Message("y"), (-1.0, 3.0))
LOG = Axis(Message("d_k"), (1.0, 1024.0), "log", (1.0, 4.0, 16.0, 64.0, 256.0, 1024.0))


def test_numbers_stand_in_proportion_and_those_beyond_at_the_ends():
    assert LINEAR.place(np.array([-1.0, 0.0, 3.0, 9.0, -9.0])).tolist() == [0.0, 0.25, 1.0, 1.0, 0.0]
    assert np.isnan(LINEAR.place(np.array([np.nan]))[0])


def test_on_a_logarithmic_axis_equal_factors_are_equally_far_apart():
    assert LOG.place(np.array(LOG.ticks)) == pytest.approx(np.arange(6) / 5)
    assert LOG.place(np.array([0.0, -3.0, 5000.0])).tolist() == [0.0, 0.0, 1.0]


def test_what_lies_beyond_an_axis_is_known():
    assert not LOG.beyond(np.array([1.0, 1024.0]))
    assert LOG.beyond(np.array([5.0, 0.0]))
    assert LINEAR.beyond(3.1)


@given(st.floats(1e-12, 1e12))
def test_a_limit_is_the_next_round_number(value):
    limit = rounded_up(value)
    assert value <= limit <= 2.5 * value * (1 + 1e-9)
    assert f"{limit:.0e}"[0] in "1235"


@pytest.mark.parametrize(("value", "limit"), [(0.0, 1.0), (-2.0, 1.0), (1.0, 1.0), (1.01, 2.0), (0.11, 0.2), (70, 100)])
def test_limits_by_hand(value, limit):
    assert rounded_up(value) == pytest.approx(limit)
