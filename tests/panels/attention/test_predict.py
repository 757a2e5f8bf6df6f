"""Guesses at covered stages: what is kept, what is judged, and how long the verdict stands."""

from contextlib import contextmanager

import numpy as np
import pytest
from attention_window import click, panel_of, press, scenario_of
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from random_events import PLAIN, SHIFT
from real_window import opened, scene_of, settle

from attnstudio import catalog
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.panels.attention.stages import NAMES
from attnstudio.panels.attention.view.panel import AttentionPanel
from attnstudio.state.guesses import NumberGuess
from attnstudio.state.tensors import TensorPack
from attnstudio.ui import theme

pytestmark = pytest.mark.usefixtures("qapp")


def covered(window) -> frozenset[str]:
    return window.document.state("attention").covered


def cover(window, *names: str) -> None:
    window.document.edit_state("attention", covered=frozenset(names))
    settle()


def enter(panel, text: str, i: int = 0, j: int = 0) -> None:
    """Type a guess at a cell, and leave it at that."""
    bar = panel.prediction.bar
    bar.set_cell(i, j)
    bar.entry.field.setFocus()
    for letter in text:
        QTest.keyClick(bar.entry.field, letter)


def keep(panel, text: str, i: int = 0, j: int = 0) -> None:
    enter(panel, text, i, j)
    QTest.keyClick(panel.prediction.bar.entry.field, Qt.Key.Key_Return)
    assert panel.prediction.bar.guess is not None


def verdict(panel) -> str:
    """Return the verdict on the screen, or what a screen reader would still find of one."""
    text = panel.prediction.bar.message.text()
    return text if text[:1] in ("✓", "✗") else ""


@contextmanager
def judged_weights():
    """Show the verdict on 0.5 for the first weight, 0.506."""
    with opened() as window:
        panel = panel_of(window)
        cover(window, "weights", "output")
        keep(panel, "0.5")
        press(window, Qt.Key.Key_N)
        assert "0.506" in verdict(panel)
        assert panel.prediction.bar.isVisible()
        yield window, panel


@pytest.mark.parametrize(
    "again",
    [
        lambda window: window.document.undo(),
        lambda window: press(window, Qt.Key.Key_N, SHIFT),
        lambda window: panel_of(window).prediction.toggle(3),
        lambda window: cover(window, "scores", "output"),
    ],
    ids=["undo", "shift n", "eye", "another stage"],
)
def test_whatever_covers_a_stage_again_puts_the_verdict_and_its_number_away(again) -> None:
    with judged_weights() as (window, panel):
        again(window)
        settle()
        assert verdict(panel) == ""
        assert "0.506" not in panel.prediction.bar.message.text()
        assert panel.prediction.bar.entry.what.isVisible()


def test_p_after_everything_was_revealed_puts_the_verdict_away() -> None:
    with judged_weights() as (window, panel):
        panel.prediction.toggle(4)
        assert covered(window) == frozenset()
        assert "0.506" in verdict(panel)
        press(window, Qt.Key.Key_P)
        assert verdict(panel) == ""


def test_a_verdict_goes_when_the_number_it_speaks_of_changes_and_stays_when_another_does() -> None:
    with judged_weights() as (window, panel):
        value = scenario_of(window).tensors.value.copy()
        window.document.edit("attention", tensors=scenario_of(window).tensors.with_row("value", 0, value[0] + 1))
        assert "0.506" in verdict(panel)
        window.document.edit("attention", temperature=2.0)
        assert verdict(panel) == ""


def test_a_verdict_goes_when_another_data_set_comes() -> None:
    with judged_weights() as (window, panel):
        panel.prediction.toggle(4)
        assert "0.506" in verdict(panel)
        window.document.load_as_edit(catalog.open_example("cross-attention").scene)
        settle()
        assert verdict(panel) == ""
        assert not panel.prediction.bar.isVisible()


def test_a_guess_that_was_taken_back_is_not_judged() -> None:
    with opened() as window:
        panel = panel_of(window)
        cover(window, "weights")
        keep(panel, "0.5")
        panel.prediction.bar.change_button.click()
        panel.prediction.bar.entry.field.show_guess(None)
        press(window, Qt.Key.Key_N)
        assert covered(window) == frozenset()
        assert verdict(panel) == ""
        assert not panel.prediction.bar.isVisible()


def test_a_guess_is_dropped_when_another_stage_is_asked_for() -> None:
    with opened() as window:
        panel = panel_of(window)
        cover(window, "weights")
        keep(panel, "0.5")
        cover(window, "scores", "weights")
        assert panel.prediction.bar.guess is None
        press(window, Qt.Key.Key_P)
        assert verdict(panel) == ""


def test_a_guess_at_one_data_set_is_neither_judged_against_another_nor_kept_when_that_is_undone() -> None:
    with opened() as window:
        panel = panel_of(window)
        press(window, Qt.Key.Key_P)
        keep(panel, "5")
        window.document.load_as_edit(catalog.open_example("cross-attention").scene)
        settle()
        assert verdict(panel) == ""
        window.document.undo()
        settle()
        assert panel.prediction.bar.isVisible()
        assert panel.prediction.bar.guess is None


@pytest.mark.parametrize(
    "reveal",
    [
        lambda window: press(window, Qt.Key.Key_N),
        lambda window: QTest.keyClick(panel_of(window).prediction.bar.entry.field, Qt.Key.Key_N),
        lambda window: panel_of(window).prediction.bar.reveal_button.click(),
        lambda window: panel_of(window).prediction.toggle(3),
        lambda window: press(window, Qt.Key.Key_P),
    ],
    ids=["n", "n while typing", "button", "eye", "p"],
)
@pytest.mark.parametrize(("text", "seen"), [("0.5", True), ("4/0", False)])
def test_what_was_entered_is_kept_and_judged_by_whatever_reveals_and_refused_before(reveal, text, seen) -> None:
    with opened() as window:
        panel = panel_of(window)
        cover(window, "weights")
        enter(panel, text)
        reveal(window)
        settle()
        assert covered(window) == (frozenset() if seen else {"weights"})
        assert ("0.506" in verdict(panel)) == seen
        assert panel.prediction.bar.entry.refusal.isVisible() != seen


def test_letters_that_no_number_has_are_keys_of_the_panel_while_a_number_is_typed() -> None:
    with opened() as window:
        panel = panel_of(window)
        cover(window, "scores", "weights")
        enter(panel, "1e")
        field = panel.prediction.bar.entry.field
        assert field.lineEdit().text() == "1e"
        for letter in "0a":
            QTest.keyClick(field, letter)
        assert window.document.pinned_result is not None
        assert field.guess == 1.0  # taken before the panel changed
        assert field.hasFocus()
        QTest.keyClick(field, "n")
        settle()
        assert covered(window) == {"weights"}


def test_a_number_without_a_cell_is_said_to_be_none_yet_and_holds_a_reveal_up_once() -> None:
    with opened() as window:
        panel = panel_of(window)
        cover(window, "weights")
        panel.prediction.bar.entry.field.setFocus()
        QTest.keyClick(panel.prediction.bar.entry.field, "1")
        press(window, Qt.Key.Key_N)
        assert covered(window) == {"weights"}
        assert panel.prediction.bar.entry.refusal.isVisible()
        assert panel.prediction.bar.entry.field.text() == "1"
        press(window, Qt.Key.Key_N)
        assert covered(window) == frozenset()
        assert not panel.prediction.bar.isVisible()


def test_where_weights_alone_are_known_they_are_all_that_is_covered_and_one_n_reveals_them() -> None:
    alone = scene_of("attention", AttentionScenario(tensors=TensorPack(weights=np.full((3, 4), 0.25))))
    with opened(alone) as window:
        panel = panel_of(window)
        press(window, Qt.Key.Key_P)
        assert covered(window) == {"weights"}
        assert panel.prediction.asked == "weights"
        press(window, Qt.Key.Key_N, SHIFT)
        assert covered(window) == {"weights"}
        panel.prediction.toggle(0)
        assert covered(window) == {"weights"}
        cover(window, *NAMES)
        press(window, Qt.Key.Key_N)
        assert covered(window) == frozenset()
        assert not panel.matrices["weights"].covered


def test_a_picture_of_a_covered_scene_has_no_guess_bar() -> None:
    with opened() as window:
        cover(window, *NAMES)
        picture = AttentionPanel(window.document, "attention", controls=False)
        picture.resize(1280, 720)
        picture.show()
        settle()
        window.document.edit_state("attention", covered=frozenset({"weights"}))
        assert picture.matrices["weights"].covered
        assert not picture.prediction.bar.isVisible()
        picture.deleteLater()


def test_enter_presses_the_buttons_of_the_bar() -> None:
    with opened() as window:
        panel = panel_of(window)
        bar = panel.prediction.bar
        cover(window, "weights")
        enter(panel, "0.5")
        for button in (bar.keep_button, bar.change_button, bar.keep_button, bar.reveal_button):
            button.setFocus()
            QTest.keyClick(button, Qt.Key.Key_Return)
            assert (bar.guess is not None) == (button is bar.keep_button)
        assert "0.506" in verdict(panel)
        assert QApplication.focusWidget() is bar.go_on_button
        QTest.keyClick(bar.go_on_button, Qt.Key.Key_Enter)
        assert not bar.isVisible()


def test_the_field_says_once_that_it_takes_a_guess() -> None:
    with opened() as window:
        cover(window, "scores")
        assert panel_of(window).prediction.bar.entry.field.accessibleName() == "Your guess for Compare"


@pytest.mark.parametrize(
    ("name", "size", "lines"), [("light", (1440, 900), 1), ("projector", (1280, 720), 2)], ids=["window", "projector"]
)
@pytest.mark.parametrize("example", ["worked-example", "toy-sentence-causal"])
def test_the_bar_leaves_the_room_to_the_matrices(name, size, lines, example) -> None:
    with opened(catalog.open_example(example).scene, size=size, look=theme.Look(name)) as window:
        bar = panel_of(window).prediction.bar
        cover(window, *NAMES)
        for chip in bar.entry.what.chips:
            QTest.mouseClick(chip, Qt.MouseButton.LeftButton, PLAIN)
            settle()
            assert bar.isVisible()
            line = bar.entry.what.height() + theme.look().px(4)
            assert bar.height() <= lines * line + theme.look().px(12)


def test_a_click_while_the_verdict_stands_is_no_guess_at_the_next_stage() -> None:
    with opened() as window:
        panel = panel_of(window)
        cover(window, "weights", "output")
        panel.prediction.bar.guessed.emit(NumberGuess("weights", 0, 0, 0.5))
        press(window, Qt.Key.Key_N)
        panel.prediction.bar.entry.what.show_value(2)  # the largest
        click(panel, "output", 0, 0)
        assert "0.506" in verdict(panel)
        press(window, Qt.Key.Key_N)
        assert verdict(panel) == ""
        assert covered(window) == {"output"}  # it is asked for first
        assert panel.prediction.bar.entry.cell.column is None
        press(window, Qt.Key.Key_N)
        assert covered(window) == frozenset()
        assert verdict(panel) == ""
