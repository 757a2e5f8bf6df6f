"""What is asked for is what is seen: no stage is guessed at, judged or revealed out of sight."""

import pytest
from attention_window import click, middle, panel_of, press
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from random_events import LEFT, PLAIN, SHIFT
from real_window import opened, settle

from attnstudio.panels.attention.stages import NAMES
from attnstudio.panels.attention.view.panel import AttentionPanel
from attnstudio.ui import theme

pytestmark = pytest.mark.usefixtures("qapp")
ALONE = [
    pytest.param((1280, 720), theme.Look("projector"), True, (), id="projector pinned"),
    pytest.param((960, 540), theme.Look(), True, (), id="960 pinned"),
    pytest.param((960, 540), theme.Look(zoom=250), False, (), id="960 at 250"),
    pytest.param((960, 540), theme.Look(zoom=250), True, (), id="960 at 250 pinned"),
    pytest.param((1440, 900), theme.Look(), False, (Qt.Key.Key_4,), id="4 pressed"),
    pytest.param((1440, 900), theme.Look(), True, (Qt.Key.Key_4,), id="4 pressed pinned"),
    pytest.param((1440, 900), theme.Look(), False, (Qt.Key.Key_6,), id="6 pressed"),
    pytest.param((1280, 720), theme.Look(zoom=150), False, (Qt.Key.Key_4,), id="1280 at 150 and 4 pressed"),
]


def covered(window) -> frozenset[str]:
    return window.document.state("attention").covered


def seen(panel: AttentionPanel, stage: str) -> bool:
    views = [panel.matrices[stage], panel.comparison.views.get(("B", stage))]
    return any(view is not None and view.isVisible() and view.height() >= 8 for view in views)


def named(panel: AttentionPanel) -> str:
    """Return the stage that the bar speaks of."""
    bar = panel.prediction.bar
    shown = [part.text() for part in (bar.title, bar.away) if part.isVisible()]
    return " ".join(shown)


@pytest.mark.parametrize(("size", "look", "pinned", "keys"), ALONE)
def test_p_and_n_bring_what_is_asked_for_into_view_and_reveal_nothing_else(size, look, pinned, keys) -> None:
    with opened(size=size, look=look) as window:
        panel = panel_of(window)
        for key in (*([Qt.Key.Key_A] if pinned else []), *keys, Qt.Key.Key_P):
            press(window, key)
        for stage, title in zip(NAMES, ("Compare", "Scale", "Mask", "Softmax", "Mix"), strict=True):
            assert panel.prediction.asked == stage
            assert seen(panel, stage)
            assert title in named(panel)
            assert panel.prediction.bar.entry.what.isVisible() or panel.prediction.bar.entry.kind.isVisible()
            before = covered(window)
            press(window, Qt.Key.Key_N)
            assert covered(window) == before - {stage}
            assert seen(panel, stage)  # what was revealed is to be read
            if stage != NAMES[-1] and not seen(panel, panel.prediction.asked):
                after = covered(window)
                assert "The next question is about" in named(panel)
                press(window, Qt.Key.Key_N)
                assert covered(window) == after
        assert covered(window) == frozenset()


@pytest.mark.parametrize(("size", "look", "pinned", "keys"), ALONE)
def test_a_click_on_the_covered_stage_that_is_seen_chooses_the_cell_that_is_judged(size, look, pinned, keys) -> None:
    with opened(size=size, look=look) as window:
        panel = panel_of(window)
        for key in (*([Qt.Key.Key_A] if pinned else []), *keys, Qt.Key.Key_P):
            press(window, key)
        bar = panel.prediction.bar
        view = panel.comparison.views["B", "scores"] if pinned else panel.matrices["scores"]
        QTest.mouseClick(view, LEFT, PLAIN, middle(view, 0, 0))
        settle()
        assert (bar.entry.cell.row, bar.entry.cell.column) == (0, 0)
        bar.entry.field.setFocus()
        QTest.keyClick(bar.entry.field, "2")
        press(window, Qt.Key.Key_N)
        assert bar.message.text().startswith("✓")
        assert seen(panel, "scores")
        before = covered(window)
        press(window, Qt.Key.Key_N)
        assert covered(window) == before  # commit first
        assert "Scale" in named(panel)
        assert seen(panel, "logits")


def test_n_after_a_verdict_asks_and_the_next_n_reveals_where_all_stages_are_seen() -> None:
    with opened() as window:
        panel = panel_of(window)
        press(window, Qt.Key.Key_P)
        click(panel, "scores", 0, 0)
        panel.prediction.bar.entry.field.setFocus()
        QTest.keyClick(panel.prediction.bar.entry.field, "2")
        press(window, Qt.Key.Key_N)
        assert panel.prediction.is_judged
        press(window, Qt.Key.Key_N)
        assert not panel.prediction.is_judged
        assert covered(window) == set(NAMES) - {"scores"}
        press(window, Qt.Key.Key_N)
        assert covered(window) == set(NAMES) - {"scores", "logits"}
        press(window, Qt.Key.Key_N, SHIFT)
        assert covered(window) == set(NAMES) - {"scores"}


def test_another_stage_can_be_looked_at_and_the_way_back_is_a_button() -> None:
    with opened() as window:
        panel = panel_of(window)
        for key in (Qt.Key.Key_P, Qt.Key.Key_N, Qt.Key.Key_1):
            press(window, key)
        bar = panel.prediction.bar
        assert named(panel) == "The next question is about Scale."
        assert not bar.entry.what.isVisible()
        QTest.mouseClick(bar.go_on_button, LEFT, PLAIN)
        settle()
        assert seen(panel, "logits")
        assert named(panel) == "Guess Scale:"
        assert covered(window) == set(NAMES) - {"scores"}


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize(
    ("size", "look"),
    [((1440, 900), theme.Look()), ((1280, 720), theme.Look("projector")), ((1280, 720), theme.Look(zoom=150))],
)
def test_what_cannot_be_compared_is_said_in_full(size, look, columns) -> None:
    with opened(size=size, look=look) as window:
        panel = panel_of(window)
        press(window, Qt.Key.Key_A)
        pack = window.document.scenario("attention").tensors
        window.document.edit("attention", tensors=pack.resized(T_q=6, T_k=4, d_k=4, d_v=3))
        if columns:
            window.document.edit_state("attention", orientation="columns")
        press(window, Qt.Key.Key_5)
        assert panel.reading.isVisible()
        assert "There is no B − A where the shapes differ" in panel.reading.text
        assert panel.reading.holds_all
