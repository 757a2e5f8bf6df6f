"""Counts with their words."""

import pytest

from attnstudio.state.counted import ROWS, counted, queries_and_keys


@pytest.mark.parametrize(("count", "said"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (1200, "1,200 rows")])
def test_one_of_a_thing_is_no_plural(count: int, said: str) -> None:
    assert str(counted(count, ROWS)) == said


def test_queries_and_keys_are_counted_each_with_its_own_word() -> None:
    assert str(queries_and_keys(1, 513)) == "1 query and 513 keys"
    assert str(queries_and_keys(4, 1)) == "4 queries and 1 key"
