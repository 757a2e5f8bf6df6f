"""Whatever stands in a file, a scene, a question or a FileFault comes out; 50,000 more are in the benchmarks."""

from collections import Counter

import pytest
from fuzzed_files import outcome
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

FILES = 2_000


@pytest.fixture(scope="module")
def seen():
    return Counter()


@given(st.integers(0, 2**32))
@settings(max_examples=FILES, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_broken_file_of_any_format_gives_a_scene_a_question_or_a_fault(tmp_path_factory, seen, seed):
    folder = seen.get("folder") or tmp_path_factory.mktemp("fuzzed")
    seen["folder"] = folder
    seen[outcome(folder, seed)] += 1


def test_the_broken_files_are_of_every_kind(seen):
    assert {"scene", "fault", "scene after answers", "fault after answers"} <= seen.keys()
