"""What attention costs, in numbers and in bytes."""

import pytest

from attnstudio.core.cost import FLOAT16, FLOAT32, cache_bytes, score_count


@pytest.mark.parametrize(
    ("sizes", "count"),
    [((512, 512, 8), 2_097_152), ((512, 512), 262_144), ((8192, 8192), 67_108_864), ((3, 5, 2, 4), 120), ((0, 5), 0)],
)
def test_scores_are_counted_per_pair_head_and_layer(sizes, count):
    assert score_count(*sizes) == count


def test_one_long_head_fills_256_mebibytes():
    assert score_count(8192, 8192) * FLOAT32 == 256 * 2**20


def test_gpt2_small_keeps_288_mebibytes_of_scores():
    assert score_count(1024, 1024, 12, 12) * FLOAT16 == 288 * 2**20


def test_gpt2_small_caches_36_mebibytes():
    assert cache_bytes(1, 768, 12) == 36_864
    assert cache_bytes(1024, 768, 12) == 36 * 2**20


def test_a_size_below_zero_is_refused():
    with pytest.raises(ValueError, match="n_heads must be a whole number"):
        score_count(2, 2, -1)
