"""Enlarging, pinning and little room: where the keyboard goes, what Esc does, and what can still be seen."""

import pytest
from attention_window import panel_of, press
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from real_window import opened, settle

from attnstudio import catalog
from attnstudio.panels.attention.view.side import MOST_CHIPS
from attnstudio.ui.theme import Look

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_keyboard_goes_to_what_stands_in_the_place_of_what_is_put_away() -> None:
    with opened() as window:
        panel = panel_of(window)
        panel.matrices["weights"].setFocus()
        press(window, Qt.Key.Key_A)
        assert QApplication.focusWidget() is panel.comparison.views["B", "weights"]
        press(window, Qt.Key.Key_A)
        assert QApplication.focusWidget() is panel.matrices["weights"]
        panel.matrices["query"].setFocus()
        press(window, Qt.Key.Key_A)
        assert QApplication.focusWidget() is panel.comparison.views["B", "scores"]


def test_after_reveal_the_keyboard_is_at_the_stage_that_was_revealed() -> None:
    with opened() as window:
        panel = panel_of(window)
        window.document.edit_state("attention", covered=frozenset({"weights"}))
        settle()
        bar = panel.prediction.bar
        inside = bar.nextInFocusChain()
        while not (bar.isAncestorOf(inside) and inside.isVisible() and inside.focusPolicy() & Qt.FocusPolicy.TabFocus):
            inside = inside.nextInFocusChain()
        inside.setFocus()
        window.document.edit_state("attention", covered=frozenset())
        settle()
        assert QApplication.focusWidget() is panel.matrices["weights"]


@pytest.mark.parametrize("pinned", [False, True])
def test_digits_go_on_enlarging_after_one_has(pinned: bool) -> None:
    with opened() as window:
        panel = panel_of(window)
        if pinned:
            press(window, Qt.Key.Key_A)
        names = ("scores", "logits", "masked_logits", "weights", "output", "dial", "bars", "plane")
        for i, name in enumerate(names, 1):
            press(window, Qt.Key(Qt.Key.Key_0 + i))
            assert panel.enlarged == name
            assert panel.isAncestorOf(QApplication.focusWidget())
            QTest.keyClick(QApplication.focusWidget(), Qt.Key(Qt.Key.Key_0 + i))
            assert panel.enlarged is None
            QTest.keyClick(QApplication.focusWidget(), Qt.Key(Qt.Key.Key_0 + i))
            assert panel.enlarged == name


def test_escape_returns_wherever_the_keyboard_is_and_leaves_full_screen_only_then() -> None:
    with opened() as window:
        panel = panel_of(window)
        window.actions_by_name["full_screen"].trigger()
        panel.enlarge("bars")
        button = next(b for b in window.top_bar.buttons if b.isVisible() and b.isEnabled())
        button.setFocus()
        press(window, Qt.Key.Key_Escape)
        assert (panel.enlarged, window.isFullScreen()) == (None, True)
        press(window, Qt.Key.Key_Escape)
        assert not window.isFullScreen()


def test_the_title_of_the_bars_says_column_where_columns_ask() -> None:
    with opened(catalog.open_example("toy-sentence").scene) as window:
        card = panel_of(window)._cards["bars"]
        assert card.accessibleName().startswith("Softmax of the row of ")
        window.document.edit_state("attention", orientation="columns")
        assert card.accessibleName().startswith("Softmax of the column of ")
    with opened() as window:
        window.document.edit_state("attention", orientation="columns")
        assert panel_of(window)._cards["bars"].accessibleName() == "Softmax of this column"


def test_dashed_bars_are_announced_only_where_there_are_any() -> None:
    with opened() as window:
        card = panel_of(window)._cards["bars"]
        press(window, Qt.Key.Key_A)
        assert card.accessibleDescription() == "dashed: A"
        everything = frozenset({"logits", "masked_logits", "weights"})
        window.document.edit_state("attention", covered=everything)
        assert card.accessibleDescription() == ""
        window.document.edit_state("attention", covered=frozenset())
        pack = window.document.scenario("attention").tensors
        window.document.edit("attention", tensors=pack.resized(T_q=1, T_k=4, d_k=4, d_v=2))
        assert card.accessibleDescription() == ""


@pytest.mark.parametrize("zoom", [100, 150, 250])
def test_at_any_zoom_everything_is_in_reach_without_scrolling_the_panel(zoom: int) -> None:
    with opened(size=(960, 540), look=Look(zoom=zoom)) as window:
        panel, area = panel_of(window), window.frame.area
        for bar in (area.horizontalScrollBar(), area.verticalScrollBar()):
            assert not bar.isVisible()
        assert panel.matrices["weights"].isVisible()
        if zoom == 100:
            assert panel.side.isVisible()
            return
        assert not panel.side.isVisible()
        if zoom == 150:
            panel.tabs.chips[-1].click()
        else:
            panel.chooser.setCurrentText("Numbers")
            panel.chooser.activated.emit(panel.chooser.currentIndex())
        settle()
        assert panel.side.isVisible()
        assert not panel.formula.isVisible()
        assert panel.side.geometry().right() <= panel.width()


def test_a_list_of_a_low_room_lets_each_stage_and_figure_fill_it() -> None:
    with opened(size=(960, 540), look=Look(zoom=250)) as window:
        panel = panel_of(window)
        for title, view in (
            ("Compare", panel.matrices["scores"]),
            ("Bars", panel.bars),
            ("Mix", panel.matrices["output"]),
        ):
            panel.chooser.setCurrentText(title)
            panel.chooser.activated.emit(panel.chooser.currentIndex())
            settle()
            assert view.isVisible()
            assert panel.rect().contains(view.rect().translated(view.mapTo(panel, view.rect().topLeft())))


def test_many_entries_are_a_list_that_selects_as_the_chips_do() -> None:
    with opened() as window:
        side, document = panel_of(window).side, window.document
        pack = document.scenario("attention").tensors
        count = MOST_CHIPS + 1
        many = pack.resized(T_q=1, T_k=count, d_k=4, d_v=2)
        document.edit("attention", tensors=many)
        settle()
        assert (side.entry.isVisible(), side.entries.isVisible(), side.entries.count()) == (False, True, count)
        side.entries.activated.emit(40)
        assert document.scenario("attention").selected_key == 40
        assert side.entries.currentIndex() == 40
