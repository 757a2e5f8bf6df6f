"""Time of one step of d_k on the Scaling panel beside its yardstick: a bare draw of as many normal numbers.

    pytest tests/benchmarks/test_scaling_speed.py

20,000 pairs, d_k near 1024, CPU time; the contestants take turns. What is shown of literal draws are the longest steps
between two Results, which is how long a change has to wait for the worker.
"""

import statistics
import time

import numpy as np
import pytest
from threadpoolctl import threadpool_limits

from attnstudio.panels.scaling import samples
from attnstudio.panels.scaling.compute import compute, refine
from attnstudio.panels.scaling.scenario import ScalingScenario

PAIRS = ScalingScenario().pairs
STEPS, WARM_UP = 60, 5
STEP_MS = 20.0  # of a literal draw, at most
DRAG = {"normal": 60, "signs": 90}  # times as long as the bare draw, at most
AFRESH = 350  # the same for a step of a field that all curves depend on


def cpu_ms(act) -> float:
    start = time.process_time()
    act()
    return (time.process_time() - start) * 1000


def compared(scenarios) -> tuple[list[float], list[float]]:
    """Return milliseconds of each step, and of the bare draws between them."""
    generator = np.random.default_rng(0)
    ours, bare = [], []
    with threadpool_limits(1):
        for scenario in scenarios:
            ours.append(cpu_ms(lambda scenario=scenario: compute(scenario)))
            bare.append(cpu_ms(lambda: [generator.standard_normal(PAIRS) for _ in range(5)]) / 5)
    return ours[WARM_UP:], bare[WARM_UP:]


def told(name, ours, bare, most, capsys) -> float:
    """Print medians, shortest times and their ratios; return the better ratio."""
    middle, shortest = statistics.median(ours) / statistics.median(bare), min(ours) / min(bare)
    with capsys.disabled():
        print(
            f"\n{name}: median {statistics.median(ours):.1f} ms, shortest {min(ours):.1f} ms; bare draw "
            f"{statistics.median(bare):.2f} ms; {middle:.0f} x, shortest {shortest:.0f} x; most {most} x"
        )
    return min(middle, shortest)


@pytest.mark.parametrize("distribution", DRAG)
def test_a_step_of_d_k(distribution, capsys):
    steps = [ScalingScenario(d_k=1024 - i, distribution=distribution) for i in range(STEPS + WARM_UP)]
    ours, bare = compared(steps)
    assert told(f"d_k, {distribution}", ours, bare, DRAG[distribution], capsys) <= DRAG[distribution]


def test_a_step_of_the_mean_draws_all_curves_afresh(capsys):
    steps = [ScalingScenario(d_k=1024, mean=0.01 + i / 100) for i in range(20 + WARM_UP)]
    ours, bare = compared(steps)
    assert told("mean, all curves", ours, bare, AFRESH, capsys) <= AFRESH


@pytest.mark.parametrize(
    "changes", [{"way": "literal"}, {"distribution": "uniform", "pairs": 100_000}, {"way": "literal", "n_keys": 64}]
)
def test_a_literal_draw_can_be_left_after_a_few_milliseconds(changes, capsys):
    samples.STORE = samples._Store()
    steps = refine(ScalingScenario(**{"d_k": 1024} | changes))
    with threadpool_limits(1):
        next(steps)
        taken = []
        start = time.process_time()
        for _ in steps:
            taken.append((time.process_time() - start) * 1000)
            start = time.process_time()
    taken.sort()
    with capsys.disabled():
        print(
            f"\n{changes}: {len(taken)} steps, {sum(taken) / 1000:.1f} s in all, median "
            f"{statistics.median(taken):.1f} ms, 99 % {taken[int(0.99 * len(taken))]:.1f}, longest {taken[-1]:.1f} ms"
        )
    assert taken[int(0.99 * len(taken))] <= STEP_MS
