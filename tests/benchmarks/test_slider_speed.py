"""From a change of a slider to the whole panel repainted, beside matplotlib redrawing the same stages.

    python -m pip install -e '.[dev,bench]'
    pytest tests/benchmarks/test_slider_speed.py

The worked example in the real window, 1440 × 900. matplotlib redraws what the panel redraws on an Agg canvas in a Qt
window: eight matrices with their numbers, headings and labels, three groups of bars, the key dial, the plane of values
and the captions. It keeps all its artists and changes only their data. Both follow the same slider in turns, so that a
slow spell of the machine meets both, and never work at the same moment. matplotlib has a process of its own, since in
ours its drawing would empty the caches of the processor and slow the panel's next frames, which no user has.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from real_window import opened, scene_of

from attnstudio import catalog
from attnstudio.panels.attention.scenario import AttentionScenario, randomised, with_sizes
from attnstudio.state.scene import Scene

pytestmark = pytest.mark.usefixtures("qapp")

ROOT = Path(__file__).parents[2]
CHANGES, WARM_UP, EVERY = 300, 40, 10  # matplotlib takes its turn after every tenth change
MEDIAN_MS, P95_MS, TIMES_FASTER = 8.0, 16.0, 30.0
LARGE_MEDIAN_MS, LARGE_P95_MS = 16.0, 33.0  # twelve tokens, or a real head, at 1920 × 1080


def milliseconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


@contextmanager
def matplotlib_peer() -> Iterator[Callable[[float], float]]:
    """Start matplotlib's process; what is given has it draw a number of the slider and returns the milliseconds."""
    pytest.importorskip("matplotlib")
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    with subprocess.Popen(
        [sys.executable, Path(__file__).with_name("matplotlib_peer.py")],
        env=os.environ | {"PYTHONPATH": paths}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip

        def draw(value: float) -> float:
            print(value, file=process.stdin, flush=True)
            return float(process.stdout.readline())

        yield draw


def test_a_slider_is_followed_within_a_frame_and_30_times_faster_than_matplotlib(capsys):
    with opened() as window, matplotlib_peer() as draw:
        draw(0.0)  # it has started and drawn before the first change
        panel = window._views["attention"]
        slider = panel.side.sliders.controls["key", 0, 0].slider
        ours, theirs, painted = [], [], []
        for change in range(WARM_UP + CHANGES):
            tenths = change % 120  # to and fro over the whole slider in its steps, as a hand does
            value = min(tenths, 120 - tenths) / 10 - 3

            def follow(value=value):
                slider.choose(value)
                QApplication.processEvents()

            taken = milliseconds(follow)
            if change >= WARM_UP:
                ours.append(taken)
                painted.append(panel.matrices["weights"].matrix is window.document.result.matrices["weights"])
                if change % EVERY == 0:
                    theirs.append(draw(value))
    ours.sort()
    median, p95, peer_median = statistics.median(ours), ours[int(0.95 * len(ours))], statistics.median(theirs)
    with capsys.disabled():
        print(
            f"\nslider to paint: median {median:.1f} ms (at most {MEDIAN_MS:g}), 95 % {p95:.1f} ms (at most {P95_MS:g})"
        )
        print(f"matplotlib: {peer_median:.0f} ms, {peer_median / median:.0f} x (at least {TIMES_FASTER:g} x)")
        print(f"shortest {ours[0]:.1f} and {min(theirs):.0f} ms, load {os.getloadavg()[0]:.1f}")
    assert all(painted)
    assert peer_median / median >= TIMES_FASTER
    assert median <= MEDIAN_MS
    assert p95 <= P95_MS


def large_scene() -> Scene:
    """Twelve tokens with sixteen components of random numbers."""
    scenario = AttentionScenario()
    scenario = scenario.with_changes(tensors=with_sizes(scenario, T_q=12, T_k=12, d_k=16, d_v=8))
    return scene_of("attention", randomised(scenario, 7))


def real_head() -> Scene:
    """A head of SmolLM2: 15 tokens, d_k = 64."""
    return catalog.open_example("real-cat-smollm2").scene


@pytest.mark.parametrize("scene", [large_scene, real_head], ids=["T=12 d_k=16", "real head"])
def test_twelve_tokens_and_a_real_head_are_followed_at_1920_1080(capsys, scene):
    with opened(scene(), size=(1920, 1080)) as window:
        document, taken = window.document, []
        for change in range(WARM_UP + 200):
            tenths = change % 60
            scenario = document.scenario("attention")
            tensors = scenario.tensors.with_cell("key", 2, 1, min(tenths, 60 - tenths) / 10 - 1.5, scenario.layer_index,
                                                 scenario.head_index)  # fmt: skip

            def follow(tensors=tensors):
                document.edit("attention", tensors=tensors)
                QApplication.processEvents()

            took = milliseconds(follow)
            if change >= WARM_UP:
                taken.append(took)
        assert window._views["attention"].matrices["weights"].matrix is document.result.matrices["weights"]
    taken.sort()
    median, p95 = statistics.median(taken), taken[int(0.95 * len(taken))]
    with capsys.disabled():
        print(f"\n{scene.__name__}: median {median:.1f} ms (at most {LARGE_MEDIAN_MS:g}), 95 % {p95:.1f} ms (at most "
              f"{LARGE_P95_MS:g}), shortest {taken[0]:.1f}, load {os.getloadavg()[0]:.1f}")  # fmt: skip
    assert median <= LARGE_MEDIAN_MS
    assert p95 <= LARGE_P95_MS
