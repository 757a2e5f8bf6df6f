"""What the whole suite leaves out of sweeps: two of three like cases, and never a test."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from sweeps import STRIDE, SWEPT, taken

TESTS = Path(__file__).parent


def cases(name: str, count: int) -> list[pytest.Item]:
    return [SimpleNamespace(nodeid=f"test_a.py::{name}[{i}]", originalname=name) for i in range(count)]  # type: ignore[misc]


def test_every_test_that_is_swept_exists() -> None:
    written = "\n".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    assert {name for name in SWEPT if f"def {name}(" not in written} == set()


def test_of_a_sweep_a_third_is_kept_its_first_case_too_and_of_other_tests_all() -> None:
    swept, other = cases(next(iter(SWEPT)), 3 * STRIDE), cases("test_other", 5)
    kept, left = taken([*swept, *other])
    assert kept[0] is swept[0]
    assert len(kept) == STRIDE + len(other)
    assert kept[-len(other) :] == other
    assert {swept.index(case) % STRIDE for case in kept[:STRIDE]} == {*range(STRIDE)}  # themes alternate
    assert [case for case in swept if case not in kept] == left
