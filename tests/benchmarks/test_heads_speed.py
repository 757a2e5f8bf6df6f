"""Time of one change on the Heads panel, the computing half, beside its yardstick: the bare softmax of all heads.

    pytest tests/benchmarks/test_heads_speed.py

In CPU time on one thread, so that a busy machine is not ours; the contestants take turns. A slider that is dragged
computes all heads of the data set again. Of a file of 48 layers × 32 heads × 512 tokens it is the first picture of
the file, each head that is scrolled into sight, and a step of measuring the others.
"""

import statistics
import time

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from real_window import opened, scene_of
from threadpoolctl import threadpool_limits

from attnstudio.files.tensors import read_tensors
from attnstudio.panels.heads import findings, weights
from attnstudio.panels.heads.compute import compute, refine
from attnstudio.panels.heads.scenario import HeadsScenario, from_tensors
from attnstudio.state.tensors import TensorPack

STEPS, WARM_UP = 60, 5
PAINT_MS = 16.0  # a step of a slider, computed and repainted
SLIDER_MS = 9.0  # of the 16 that a slider has to the panel repainted
MAP_MS = 50.0  # 12 × 12 heads, 16 tokens
FIRST_MS, SCROLL_MS, STEP_MS = 2000.0, 24.0, 30.0  # the second of the 33 that a frame has
RNG = np.random.default_rng(0)
SQUARE = TensorPack(*(RNG.standard_normal((12, 12, 16, 64)) for _ in range(3)), layers=tuple(range(12)))
DRAGGED = {
    "minilm": {},
    "smollm2, 16 tokens": {"source": "smollm2", "sentence": "bank", "layer": 7, "head": 8},
    "toy, 12 heads, 16 tokens": {"source": "toy", "n_heads": 12, "T": 16, "d_k": 64},
    "minilm, a pair": {"find": "pair"},
}


def cpu_ms(act) -> float:
    start = time.process_time()
    act()
    return (time.process_time() - start) * 1000


def bare_softmax(pack) -> None:
    """Compute the weights of all heads with nothing checked, named or kept."""
    key = np.repeat(pack.key, pack.n_heads // pack.key.shape[-3], axis=-3)
    logits = pack.query.astype(np.float32) @ key.astype(np.float32).swapaxes(-1, -2) * pack.d_k**-0.5
    exp = np.exp(logits - logits.max(axis=-1, keepdims=True))
    exp /= exp.sum(axis=-1, keepdims=True)


def taken(scenario) -> tuple[float, float]:
    """Return the medians of a step of the slider of the temperature, and of the yardstick."""
    ours, bare = [], []
    for i in range(STEPS + WARM_UP):
        changed = scenario.with_changes(temperature=1 + i / 128)
        ours.append(cpu_ms(lambda changed=changed: compute(changed)))
        bare.append(cpu_ms(lambda: bare_softmax(scenario.data.pack)))
    return statistics.median(ours[WARM_UP:]), statistics.median(bare[WARM_UP:])


@pytest.mark.parametrize("changes", DRAGGED.values(), ids=DRAGGED.keys())
def test_a_step_of_the_slider_of_the_temperature(changes, capsys):
    with threadpool_limits(1):
        ours, bare = taken(HeadsScenario(**changes))
    with capsys.disabled():
        print(f"\n  a step of the temperature: {ours:.2f} ms, bare softmax {bare:.2f} ms")
    assert ours <= SLIDER_MS


def test_the_map_of_12_times_12_heads(capsys):
    with threadpool_limits(1):
        ours, bare = taken(from_tensors(SQUARE))
    with capsys.disabled():
        print(f"\n  all of 12 × 12 heads: {ours:.2f} ms, bare softmax {bare:.2f} ms")
    assert ours <= MAP_MS


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("changes", DRAGGED.values(), ids=DRAGGED.keys())
@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080)], ids=str)
def test_a_step_of_the_slider_to_the_panel_repainted(changes, size, capsys):
    taken, wanted, painted = [], [], []
    with threadpool_limits(1), opened(scene_of("heads", HeadsScenario(**changes)), size=size) as window:
        panel = window._views["heads"]
        view, paint = panel.displays.lines.view, panel.displays.lines.view.paintEvent
        view.paintEvent = lambda event: (painted.append(view.shown.lines), paint(event))
        for i in range(1, STEPS + WARM_UP + 1):

            def follow(i=i):
                panel.side.temperature.slider.choose(1 + i / 64)  # no value comes twice
                QApplication.processEvents()

            taken.append(cpu_ms(follow))
            wanted.append(window.document.result.lines)
    assert painted == wanted
    assert len(set(map(id, wanted))) == len(taken)
    ours = sorted(taken[WARM_UP:])
    middle = statistics.median(ours)
    with capsys.disabled():
        print(f"\n  slider to paint: median {middle:.1f} ms (at most {PAINT_MS:g}), shortest {ours[0]:.1f}")
    assert middle <= PAINT_MS


@pytest.fixture(scope="module")
def large_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("large") / "heads.npz"
    arrays = {name: RNG.standard_normal((48, 32, 512, 64), dtype=np.float32).astype(np.float16) for name in "qkv"}
    np.savez(path, **arrays, layers=np.arange(48), causal=np.array(True))
    return path


def test_a_file_of_48_layers_32_heads_and_512_tokens(large_file, capsys):
    weights._kept_weights.cache_clear()
    findings._TABLES = findings._Tables()
    with threadpool_limits(1):
        start, cpu = time.perf_counter(), time.process_time()
        opened = read_tensors(large_file)
        scenario = from_tensors(opened.tensors, causal=opened.causal)
        compute(scenario)
        first, first_cpu = (time.perf_counter() - start) * 1000, (time.process_time() - cpu) * 1000
        scrolled = [cpu_ms(lambda i=i: compute(scenario.with_changes(first_head=i))) for i in range(1, 21)]
        refined = refine(scenario)
        steps = [cpu_ms(lambda: next(refined)) for _ in range(60)]
    scroll, step = statistics.median(scrolled), statistics.median(steps[1:])
    with capsys.disabled():
        print(f"\n  opened and shown in {first:.0f} ms ({first_cpu:.0f} ms CPU)")
        print(f"  a head scrolled into sight {scroll:.1f} ms, a step of the rest {step:.1f} ms")
    assert first_cpu <= FIRST_MS
    assert scroll <= SCROLL_MS
    assert step <= STEP_MS
