"""Arrays of float16 are looked through as bits: what is not finite is found all the same."""

import numpy as np
import pytest

from attnstudio.state.arrays import frozen
from attnstudio.state.faults import Faults


@pytest.mark.parametrize("bad", [np.inf, -np.inf, np.nan])
def test_a_number_that_is_not_finite_is_refused_at_its_place(bad):
    with pytest.raises(Faults, match=r"q\[1, 0\]: expected a finite number"):
        frozen(np.array([[1, 2], [bad, 3]], np.float16), "q")


def test_the_largest_finite_numbers_and_none_at_all_are_kept():
    numbers = [65504, -65504, -0.0, 6e-8]
    np.testing.assert_array_equal(frozen(np.array(numbers, np.float16), "q"), np.array(numbers, np.float16))
    assert frozen(np.zeros((0, 2), np.float16), "q").shape == (0, 2)


def test_missing_weights_are_kept_and_infinite_ones_refused():
    assert np.isnan(frozen(np.array([np.nan, 1], np.float16), "weights", nan_allowed=True)[0])
    with pytest.raises(Faults, match=r"weights\[1\]"):
        frozen(np.array([np.nan, np.inf], np.float16), "weights", nan_allowed=True)
