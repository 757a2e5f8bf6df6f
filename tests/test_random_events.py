"""The real window under a random hand: nothing raises, nothing is warned of, nothing modal opens."""

import os

import pytest
from random_events import Hand
from real_window import opened

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("seed", [int(os.environ.get("ATTNSTUDIO_SEED", "2026"))])
def test_2000_random_keys_and_gestures_do_no_harm(seed):
    with opened(size=(1280, 800)) as window:
        Hand(window, seed).do(2000)
        document = window.document
        assert document.result.scenario == document.scenario(document.scene.open_panel)
