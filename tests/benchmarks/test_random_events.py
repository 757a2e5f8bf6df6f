"""Random keys and gestures on the real window: 200,000 do no harm, and after the first 2,000 its memory stays.

pytest tests/benchmarks/test_random_events.py
"""

import gc
import os
from pathlib import Path

import pytest
from random_events import Hand
from real_window import opened, settle

from attnstudio.panels.attention.scenario import LARGEST_SIZES, with_sizes
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")

MOST_MB = 10.0


def resident_mb() -> float:
    """Return the memory of this process that is in RAM."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def fill(window: MainWindow) -> None:
    """Show the largest scenario that can be set by hand with all its sliders, which are made once and then kept."""
    side, scenario = window._views["attention"].side, window.document.scenario("attention")
    window.document.edit("attention", tensors=with_sizes(scenario, **LARGEST_SIZES))
    side.all_numbers.click()
    settle()
    side.all_numbers.click()
    window.document.reset()
    settle()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads the memory of the process from /proc")
def test_memory_stays_flat_over_20_000_random_events(capsys):
    with opened(size=(1280, 800)) as window:
        fill(window)
        hand = Hand(window, seed=2026)
        hand.do(2000)
        gc.collect()
        start, taken = resident_mb(), []
        for _ in range(9):
            hand.do(2000)
            gc.collect()
            taken.append(resident_mb() - start)
    later = ", ".join(f"{more:+.1f}" for more in taken)
    with capsys.disabled():
        print(f"\nafter 2,000 events {start:.0f} MB, then {later} MB; at most +{MOST_MB:g}")
    assert max(taken) <= MOST_MB


@pytest.mark.parametrize("seed", range(10))
def test_200_000_random_events_in_ten_windows_do_no_harm(seed):
    with opened(size=(1280, 800)) as window:
        Hand(window, seed).do(20_000)
        document = window.document
        assert document.result.scenario == document.scenario(document.scene.open_panel)
