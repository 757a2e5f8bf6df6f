"""Numbers as text: the shortest that is the same number again."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnstudio.files.number_text import type_of, written


@given(
    hnp.arrays(np.float64, 6, elements=st.floats(-1e6, 1e6))
    | hnp.arrays(np.float32, 6, elements=st.floats(-1e6, 1e6, width=32)).map(lambda a: a.astype(np.float64))
)
def test_every_number_comes_back_exactly_when_read_in_its_type(values):
    dtype = type_of(values)
    back = np.array([dtype.type(written(number, dtype)) for number in values.tolist()], np.float64)
    assert back.tobytes() == values.tobytes()


def test_numbers_of_float32_are_written_with_its_digits_and_those_of_float64_with_theirs():
    tenth = np.float64(np.float32(0.1))
    assert (type_of(np.array([tenth])), written(tenth, np.dtype(np.float32))) == (np.float32, "0.1")
    assert (type_of(np.array([0.1])), written(0.1, np.dtype(np.float64))) == (np.float64, "0.1")


def test_numbers_that_both_types_write_alike_are_float64():
    assert type_of(np.array([1.0, 0.5, -np.inf, np.nan])) == np.float64
