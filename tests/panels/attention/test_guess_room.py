"""The guess bar in little room: everything of it can be seen and clicked, whatever is guessed."""

from itertools import product

import pytest
from attention_window import panel_of, press
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QWidget
from random_events import LEFT, PLAIN
from real_window import opened, scene_of, settle

from attnstudio import catalog
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.state.scene import Scene
from attnstudio.ui import theme
from attnstudio.ui.guess_bar import GuessBar
from attnstudio.ui.guess_entry import LARGEST, NUMBER, RANKING
from attnstudio.ui.guess_field import GuessField

pytestmark = pytest.mark.usefixtures("qapp")
PLACES = [
    *(pytest.param((960, 540), theme.Look(zoom=zoom), id=f"960 at {zoom}") for zoom in (100, 175, 250)),
    pytest.param((1280, 720), theme.Look(zoom=250), id="1280 at 250"),
    pytest.param((1366, 768), theme.Look(zoom=250), id="1366 at 250"),
    pytest.param((1440, 900), theme.Look(zoom=250), id="1440 at 250"),
    pytest.param((1280, 720), theme.Look("projector"), id="projector"),
]


def scene(name: str) -> Scene:
    if name != "largest":
        return catalog.open_example(name).scene
    tensors = catalog.open_example("toy-sentence-causal").scene.panels["attention"].scenario.tensors
    return scene_of("attention", AttentionScenario(tensors=tensors.resized(T_q=12, T_k=12, d_k=4, d_v=2)))


def clipped(bar: GuessBar) -> list[tuple[str, QWidget]]:
    """Return what of the bar can be operated and is not whole on the screen."""
    parts = [p for p in bar.findChildren(QWidget) if isinstance(p, (QAbstractButton, QComboBox, GuessField))]
    shown = [part for part in (*parts, bar.title) if part.isVisibleTo(bar)]
    return [(type(p).__name__, p) for p in shown if p.visibleRegion().boundingRect() != p.rect()]


def choose_kind(bar: GuessBar, kind: int) -> None:
    """Choose what to guess with the mouse, or in the list where that takes its place."""
    entry = bar.entry
    if entry.kind.isVisible():
        entry.kind.setCurrentIndex(kind)
        entry.kind.activated.emit(kind)
    else:
        QTest.mouseClick(entry.what.chips[kind], LEFT, PLAIN)
    settle()
    assert entry.what.value() == kind


@pytest.mark.parametrize(("size", "look"), PLACES)
def test_every_part_of_the_guess_bar_is_whole_on_the_screen(size, look) -> None:
    with opened(size=size, look=look) as window:
        bar = panel_of(window).prediction.bar
        for example, pinned in product(("worked-example", "toy-sentence-causal", "largest"), (False, True)):
            window.document.load(scene(example))
            settle()
            assert not bar.isVisible()
            if pinned:
                press(window, Qt.Key.Key_A)
            press(window, Qt.Key.Key_P)
            assert bar.isVisible()
            for kind in (NUMBER, RANKING, LARGEST):
                choose_kind(bar, kind)
                assert clipped(bar) == [], (example, pinned, kind)
                assert bar.title.text().strip(":").endswith("Compare")


@pytest.mark.parametrize(("size", "look"), PLACES)
def test_a_guess_is_made_judged_and_gone_on_from_with_the_mouse_in_every_room(size, look) -> None:
    with opened(size=size, look=look) as window:
        panel = panel_of(window)
        bar = panel.prediction.bar
        press(window, Qt.Key.Key_P)
        bar.entry.cell.columns.setCurrentIndex(0)
        bar.entry.cell.columns.activated.emit(0)
        QTest.mouseClick(bar.entry.field, LEFT, PLAIN)
        QTest.keyClick(bar.entry.field, "2")
        for button in (bar.keep_button, bar.reveal_button):
            settle()
            assert clipped(bar) == []
            QTest.mouseClick(button, LEFT, PLAIN)
        settle()
        assert bar.message.text().startswith("✓")
        assert panel.matrices["scores"].isVisible()
        assert clipped(bar) == []
        QTest.mouseClick(bar.go_on_button, LEFT, PLAIN)
        settle()
        assert bar.title.text().strip(":").endswith("Scale")
        assert panel.matrices["logits"].isVisible()


def test_an_order_is_put_together_in_the_list_and_the_last_is_taken_away() -> None:
    with opened(size=(960, 540), look=theme.Look(zoom=250)) as window:
        bar = panel_of(window).prediction.bar
        press(window, Qt.Key.Key_P)
        choose_kind(bar, RANKING)
        chosen = bar.entry.order_list
        for at in (2, 0, 1, 0):
            chosen.activated.emit(at)
        assert bar.entry.order.order == (2, 1)
        assert chosen.placeholderText().replace("\u2068", "").replace("\u2069", "") == "k₃ > k₂"
        assert chosen.accessibleDescription() == chosen.placeholderText()
        QTest.keyClick(chosen, Qt.Key.Key_Backspace)
        assert bar.entry.order.order == (2,)


def test_in_large_projector_type_the_bar_is_whole_once_the_panel_is_scrolled_down() -> None:
    with opened(size=(1280, 720), look=theme.Look("projector", 250)) as window:
        window.document.edit_state("attention", covered=frozenset({"weights"}))
        settle()
        panel, down = panel_of(window), window.frame.area.verticalScrollBar()
        down.setValue(down.maximum())
        settle()
        assert clipped(panel.prediction.bar) == []


def test_where_the_bar_takes_the_room_of_the_list_the_menu_shows_other_stages() -> None:
    with opened(size=(960, 540), look=theme.Look(zoom=250)) as window:
        window.document.edit_state("attention", covered=frozenset({"weights"}))
        settle()
        panel = panel_of(window)
        assert not panel.chooser.isVisible()
        menu = next(a.menu() for a in window.menuBar().actions() if a.text().replace("&", "") == "Attention")
        entry = next(action for action in menu.actions() if action.text().replace("&", "") == "Compare")
        assert entry.isEnabled()
        entry.trigger()
        settle()
        assert panel.matrices["scores"].isVisible()
