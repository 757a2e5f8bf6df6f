"""Records that Python tells apart by identity are alike where all that is in them is."""

from dataclasses import replace

import numpy as np
import pytest

from attnstudio.state.figures import Bars, alike, frozen_float
from attnstudio.state.head_figures import HeadGrid, HeadMap, WordLines
from attnstudio.state.message import Message


def grid(value: float = 0.5) -> HeadGrid:
    head = HeadMap(0, Message("head 0"), frozen_float([[value, np.nan]]), Message("itself"))
    return HeadGrid(Message("layer"), (head,), 0, 1, 0)


def lines(value: float = 0.5) -> WordLines:
    return WordLines(Message("looks"), frozen_float([[value, np.nan]]), ("a",), ("a", "b"), 0)


def bars(value: float = 0.5) -> Bars:
    return Bars(Message("weights"), "weight", frozen_float([value, np.nan]), ("a", "b"), (0.0, 1.0), 3)


@pytest.mark.parametrize("make", [grid, lines, bars])
def test_records_with_the_same_numbers_and_words_are_alike_and_others_not(make):
    assert alike(make(), make())
    assert not alike(make(), make(0.25))
    assert not alike(make(), replace(make(), title=Message("other")))
    assert not alike(make(), None)


def test_a_head_deep_within_a_grid_is_compared_too():
    other = replace(grid(), heads=(replace(grid().heads[0], reading=Message("entropy 0.1")),))
    assert not alike(grid(), other)
