"""CPU time of the core beside its yardstick: the two bare matrix products into ready buffers, in the same run.

    pytest tests/benchmarks/test_core_speed.py

One BLAS thread, float64; the contestants take turns, so that a slow spell of the machine meets both. Two ratios are
shown, of the shortest times and of the medians. A busy machine can spoil either, so the better one is held to the
figure.
"""

import dataclasses
import statistics
import time
import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from attnstudio.core.attention import attention_output, scaled_dot_product_attention

LARGE, SMALL = (12, 512, 64), (1, 8, 4)


def all_stages(query, key, value):
    return scaled_dot_product_attention(query, key, value)


def all_stages_causal(query, key, value):
    return scaled_dot_product_attention(query, key, value, causal="top-left")


def cpu_times(contestants: list[Callable[[], object]], rounds: int, repeats: int) -> list[list[float]]:
    """Return seconds of CPU time per call for each contestant and round; they take turns."""
    times: list[list[float]] = [[] for _ in contestants]
    for _ in range(rounds + 1):
        for contestant, taken in zip(contestants, times, strict=True):
            start = time.process_time()
            for _ in range(repeats):
                contestant()
            taken.append((time.process_time() - start) / repeats)
    return [taken[1:] for taken in times]  # the first round warms up


@pytest.mark.parametrize(
    ("function", "shape", "most"),
    [
        (all_stages, LARGE, 3.5),
        (all_stages_causal, LARGE, 4.5),
        (attention_output, LARGE, 2.0),
        (all_stages, SMALL, 16.0),
    ],
)
def test_cpu_time_against_two_bare_products(function, shape, most, capsys):
    rng = np.random.default_rng(0)
    query, key, value = (rng.standard_normal(shape) for _ in range(3))
    scores, weights = np.empty((*shape[:-1], shape[-2])), rng.random((*shape[:-1], shape[-2]))
    output, key_T = np.empty(shape), key.mT

    def bare():
        np.matmul(query, key_T, out=scores)
        np.matmul(weights, value, out=output)

    rounds, repeats = (25, 1) if shape is LARGE else (50, 200)
    with threadpool_limits(1):
        yardstick, taken = cpu_times([bare, lambda: function(query, key, value)], rounds, repeats)
    shortest, middle = min(taken) / min(yardstick), statistics.median(taken) / statistics.median(yardstick)
    with capsys.disabled():
        print(
            f"\n{function.__name__} {shape}: {shortest:.2f} x two bare products, medians {middle:.2f} x; most {most} x"
        )
    assert min(shortest, middle) <= most


def test_all_stages_are_arrays_of_their_own():
    stages = all_stages_causal(*(np.random.default_rng(0).standard_normal(LARGE) for _ in range(3)))
    square = [stages.scores, stages.logits, stages.masked_logits, stages.exp, stages.weights]
    assert all(x.shape == (12, 512, 512) and x.flags.owndata for x in square)
    assert not any(np.shares_memory(x, y) for i, x in enumerate(square) for y in square[:i])
    assert all(
        getattr(stages, field.name) is not None for field in dataclasses.fields(stages) if field.name != "softcap"
    )


def test_the_output_of_8192_tokens_stays_within_64_mb(capsys):
    query, key, value = (np.random.default_rng(i).standard_normal((8192, 64)) for i in range(3))
    tracemalloc.start()
    try:
        attention_output(query, key, value)
        peak = tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()
    with capsys.disabled():
        print(f"\nattention_output (8192, 64): {peak:.1f} MB above its inputs, at most 64")
    assert peak <= 64
