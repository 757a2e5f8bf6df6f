"""Break it in the window: the right attention beside the broken one, and the fault that is to be found."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from attention_window import panel_of, press, scenario_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from random_events import SHIFT
from real_window import opened, settle
from scenario_strategies import scenarios

from attnstudio import catalog
from attnstudio.panels.attention.faults import FAULTS, NONE
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.panels.attention.stages import NAMES
from attnstudio.panels.attention.view.breaking import BreakControls
from attnstudio.panels.attention.view.gestures import Gestures
from attnstudio.panels.attention.view.panel import AttentionPanel
from attnstudio.state.scene import Scene
from attnstudio.ui import theme
from attnstudio.ui.document import Document
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")
TEN = [fault for fault in FAULTS if fault != NONE]
SIZES = [
    ((1280, 720), theme.Look()),
    ((960, 540), theme.Look()),
    ((1440, 900), theme.Look("dark", zoom=150)),
    ((1280, 800), theme.Look(zoom=250)),
    ((1280, 720), theme.Look("projector")),
]


def scene() -> Scene:
    return catalog.open_example("break-it").scene


def edit(window: MainWindow, **changes: object) -> AttentionPanel:
    window.document.edit("attention", **changes)
    window.document.end_gesture()
    settle()
    return panel_of(window)


def controls(window: MainWindow) -> BreakControls:
    side = panel_of(window).side
    assert side is not None
    side.breaks.button.setChecked(True)
    settle()
    return side.breaks


def answer(window: MainWindow, fault: str) -> str:
    """Choose an answer and check it by keys alone, and return what is said of it."""
    breaks = controls(window)
    breaks.answers.setFocus()
    QTest.keyClick(breaks.answers, Qt.Key.Key_Home)
    for _ in range(list(FAULTS).index(fault)):
        QTest.keyClick(breaks.answers, Qt.Key.Key_Down)
    QTest.keyClick(breaks.check, Qt.Key.Key_Space)
    settle()
    return breaks.verdict.text()


def titles(panel: AttentionPanel, stage: str = "weights") -> list[str]:
    return [str(panel.comparison.views[row, stage].matrix.title) for row in ("A", "B", "B − A")]


def read_aloud(widget: QWidget) -> Iterator[str]:
    """Return all that a screen reader can find in a widget, and every tooltip."""
    for each in (widget, *widget.findChildren(QWidget)):
        yield each.toolTip()
        interface = QAccessible.queryAccessibleInterface(each)
        if interface is not None:
            yield from (interface.text(kind) for kind in (
                QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value, QAccessible.Text.Help
            ))  # fmt: skip
    for action in widget.findChildren(QAction):
        yield from (action.text(), action.toolTip())


def test_the_right_one_stands_beside_the_broken_one_and_both_follow_every_slider() -> None:
    with opened(scene()) as window:
        panel = edit(window, fault="no_scale", hide_fault=False)
        assert titles(panel) == ["right: weights α", "broken: weights α", "diff: weights α"]
        edit(window, temperature=2.0)
        shown = {row: panel.comparison.views[row, "weights"].matrix.values for row in ("A", "B", "B − A")}
        right = catalog.compute("attention", scenario_of(window).with_changes(fault=NONE))
        np.testing.assert_array_equal(shown["A"], right.matrices["weights"].values)
        np.testing.assert_allclose(shown["B"] - shown["A"], shown["B − A"])
        assert np.abs(shown["B − A"]).max() > 0.1
        assert FAULTS["no_scale"].shows in panel.reading.text


def test_a_hidden_fault_stands_beside_the_right_one_even_where_nothing_is_wrong() -> None:
    with opened(scene()) as window:
        panel = edit(window, fault=NONE, hide_fault=True)
        assert titles(panel)[:2] == ["right: weights α", "suspect: weights α"]


def test_what_is_pinned_wins_over_the_right_one() -> None:
    with opened(scene()) as window:
        panel = edit(window, fault="axis", hide_fault=False)
        press(window, Qt.Key.Key_A)
        edit(window, fault="dropout")
        assert titles(panel) == ["A: weights α", "B: weights α", "B − A: weights α"]
        assert "softmax on the wrong axis → dropout left on" in panel.reading.text
        edit(window, hide_fault=True)
        assert "axis" not in panel.reading.text
        press(window, Qt.Key.Key_A)
        assert titles(panel)[0] == "right: weights α"


def test_the_numbers_of_the_bars_say_whether_they_stand_beside_what_is_right_or_pinned() -> None:
    with opened(scene()) as window:
        panel = panel_of(window)
        assert "; right: " in panel.bars.exact(2, 0)
        press(window, Qt.Key.Key_A)
        edit(window, temperature=2.0)
        assert "; pinned: " in panel.bars.exact(2, 0)


def test_moving_a_slider_computes_the_right_one_no_more_often_than_the_broken_one() -> None:
    with opened(scene()) as window:
        edit(window, fault="zero", hide_fault=False)
        calls: list[object] = []
        compute = window.document._compute
        window.document._compute = lambda panel, scenario: (calls.append(scenario), compute(panel, scenario))[1]
        edit(window, temperature=2.0)
        window.document.edit_state("attention", covered=frozenset({"weights"}))
        window.document.edit_state("attention", covered=frozenset())
        assert len(calls) == 2


def test_shift_b_hides_a_fault_asks_for_it_and_mends_it_and_undo_takes_each_back() -> None:
    with opened() as window:
        press(window, Qt.Key.Key_B, SHIFT)
        first = scenario_of(window)
        assert first.hide_fault
        assert QApplication.focusWidget() is controls(window).answers
        press(window, Qt.Key.Key_B, SHIFT)
        assert not scenario_of(window).breaking
        window.document.undo()
        assert scenario_of(window) == first
        window.document.undo()
        assert scenario_of(window) == AttentionScenario()


def test_the_menu_of_the_panel_has_it_and_shows_whether_it_is_on() -> None:
    with opened(scene()) as window:
        action = next(each for each in panel_of(window).actions() if each.objectName() == "break_it")
        assert action.isChecked()
        action.trigger()
        assert not action.isChecked()
        assert not scenario_of(window).breaking


def test_nothing_on_the_screen_or_read_aloud_tells_one_hidden_fault_from_another() -> None:
    with opened(scene()) as window:
        for fault in FAULTS:
            edit(window, fault=fault, hide_fault=True)
            said = "\n".join(read_aloud(window)).lower()
            assert not [name for words in FAULTS.values() if (name := words.name.lower()) in said]
            assert not any(words.does.lower() in said for words in FAULTS.values())
            assert controls(window).fault.chooser.currentText() == ""
            assert controls(window).button.accessibleName() == "Break it: find the fault"


def test_the_question_is_answered_by_keys_and_the_verdict_says_why() -> None:
    with opened(scene()) as window:
        edit(window, fault="axis", hide_fault=True)
        assert not controls(window).check.isEnabled()
        assert controls(window).check.accessibleDescription() == "Choose an answer first."
        wrong = answer(window, "after")
        assert wrong.startswith("✗ No. “mask after softmax” would show this, which is not so here.")
        assert FAULTS["after"].shows in wrong
        right = answer(window, "axis")
        assert right == f"✓ Right: softmax on the wrong axis. {FAULTS['axis'].does} {FAULTS['axis'].shows}"
        assert scenario_of(window).hide_fault


def test_the_controls_show_only_while_something_is_broken_and_each_edits_its_field_in_one_undo_step() -> None:
    with opened() as window:
        side = panel_of(window).side
        assert side is not None
        assert side.breaks.isHidden()
        edit(window, fault="axis")
        breaks, before = controls(window), scenario_of(window)
        for control, key, field in (
            (breaks.fault.chooser, Qt.Key.Key_Down, "fault"), (breaks.hide_fault, Qt.Key.Key_Space, "hide_fault")
        ):  # fmt: skip
            assert control.isVisible()
            QTest.keyClick(control, key)
            settle()
            assert before.differences(scenario_of(window)) == [field]
            window.document.undo()
            settle()
            assert scenario_of(window) == before
        window.document.undo()
        settle()
        assert side.breaks.isHidden()


def test_another_fault_is_an_undo_step_and_forgets_the_answer() -> None:
    with opened(scene()) as window:
        before = scenario_of(window)
        answer(window, "axis")
        controls(window).another.click()
        settle()
        assert scenario_of(window).fault != before.fault
        assert controls(window).verdict.isHidden()
        assert controls(window).answers.currentIndex() == -1
        window.document.undo()
        assert scenario_of(window) == before


def test_show_it_names_the_fault_its_line_of_code_and_keeps_the_keyboard() -> None:
    with opened(scene()) as window:
        edit(window, fault="transposed", hide_fault=True)
        breaks = controls(window)
        breaks.show_it.setFocus()
        QTest.keyClick(breaks.show_it, Qt.Key.Key_Space)
        settle()
        assert not scenario_of(window).hide_fault
        assert breaks.fault.chooser.currentText() == "mask transposed"
        assert breaks.code.text() == "masked_logits = where(allowed.T, logits, -inf)\n# allowed"
        assert QApplication.focusWidget() is breaks.fault.chooser


def test_show_it_where_nothing_is_wrong_says_so_and_stays() -> None:
    with opened(scene()) as window:
        edit(window, fault=NONE, hide_fault=True)
        before, breaks = scenario_of(window), controls(window)
        breaks.show_it.setFocus()
        QTest.keyClick(breaks.show_it, Qt.Key.Key_Space)
        settle()
        assert breaks.verdict.text() == "Nothing is wrong here. The difference is 0 in every cell."
        assert breaks.verdict.isVisible()
        assert not breaks.verdict.visibleRegion().isEmpty()
        assert scenario_of(window) == before
        assert breaks.another.isVisible()
        breaks.another.click()
        settle()
        assert scenario_of(window).fault != NONE
        assert breaks.verdict.isHidden()


@pytest.mark.parametrize(("size", "look"), SIZES, ids=str)
def test_with_the_masks_open_above_it_the_question_comes_into_sight(size: tuple[int, int], look: theme.Look) -> None:
    with opened(scene(), size=size, look=look) as window:
        edit(window, fault=NONE, hide_fault=False)
        panel = panel_of(window)
        panel.show_controls()
        side = panel.side
        assert side is not None
        side.masks.button.setChecked(True)
        settle()
        for _ in range(2):  # the fold is open already the second time
            side._scroll.verticalScrollBar().setValue(0)
            press(window, Qt.Key.Key_B, SHIFT)
            assert side.breaks.answers.visibleRegion().boundingRect().size() == side.breaks.answers.size()
            press(window, Qt.Key.Key_B, SHIFT)


@pytest.mark.parametrize(("size", "zoom"), [((1280, 720), 100), ((1440, 900), 150), ((1920, 1080), 100)])
def test_the_bars_say_what_is_dashed_in_every_usual_size(size: tuple[int, int], zoom: int) -> None:
    with opened(scene(), size=size, look=theme.Look(zoom=zoom)) as window:
        card = panel_of(window)._cards["bars"]
        assert card.note_at() is not None
        assert card.accessibleDescription() == "dashed: right"
        assert card.title_shown().startswith("Softmax")
        edit(window, fault=NONE, hide_fault=False)
        assert card.title_shown() == "Softmax of the row of sat"


@pytest.mark.parametrize(("size", "look"), SIZES, ids=str)
def test_question_and_verdict_are_read_whole_in_every_size(size: tuple[int, int], look: theme.Look) -> None:
    with opened(scene(), size=size, look=look) as window:
        edit(window, fault=NONE, hide_fault=False)
        press(window, Qt.Key.Key_B, SHIFT)
        breaks = controls(window)
        assert breaks.answers.isVisible()
        answer(window, "split")
        settle()
        for part in (breaks.answers, breaks.check, breaks.another, breaks.show_it, breaks.verdict):
            assert part.isVisible()
            assert part.width() >= part.minimumSizeHint().width(), part
            right = part.mapTo(breaks, part.rect().topRight()).x()
            assert right < breaks.width()
        assert breaks.verdict.height() >= breaks.verdict.heightForWidth(breaks.verdict.width())
        assert not breaks.verdict.visibleRegion().isEmpty()


def test_any_scenario_with_any_fault_draws_and_is_undone() -> None:
    with opened() as window:
        document, start = window.document, scenario_of(window)

        @settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
        @given(scenario=scenarios(AttentionScenario), fault=st.sampled_from(TEN))
        def holds(scenario: AttentionScenario, fault: str) -> None:
            for hidden in (False, True):
                changes = {name: getattr(scenario, name) for name in scenario.specs()}
                document.edit("attention", **{**changes, "fault": fault, "hide_fault": hidden})
                document.end_gesture()
                settle()
                assert (document.pinned_result is not None) == scenario.tensors.has_vectors
                document.undo()
                assert scenario_of(window) == start

        holds()


def test_numbers_that_few_faults_can_be_at_work_on_say_so_and_lead_to_those_with_all() -> None:
    with opened() as window:
        press(window, Qt.Key.Key_B, SHIFT)
        breaks = controls(window)
        assert breaks.few.text().startswith("3 of the 10 faults can be at work on these numbers.")
        breaks.example.click()
        settle()
        assert window.document.scene == scene()
        edit(window, hide_fault=True)
        assert [widget.isHidden() for widget in (breaks.few, breaks.example)] == [True, True]


def test_the_order_of_faults_is_the_learners_wherever_they_are_hidden_and_another_ones_for_others() -> None:
    def order(seed: int) -> list[str]:
        document = Document(scene(), catalog.compute, catalog.cover)
        document.learner_seed = lambda: seed
        found = []
        for gestures in (Gestures(document, "attention"), Gestures(document, "attention")) * 4:
            gestures.hide_another()  # as the key does, and the button
            found.append(getattr(document.scenario("attention"), "fault"))  # noqa: B009
        return found

    orders = [order(seed) for seed in range(12)]
    assert all(len(set(one)) == len(one) for one in orders), "none comes again before all came"
    assert len({one[0] for one in orders}) > 3
    assert order(3) == orders[3]


def test_titles_of_one_row_are_farther_apart_than_words() -> None:
    with opened(size=(1280, 800)) as window:
        panel = edit(window, fault="axis", hide_fault=True)
        for row in ("A", "B", "B − A"):
            views = [panel.comparison.views[row, stage] for stage in NAMES]
            titles = [view.places().title.translated(view.pos().toPointF()) for view in views]
            space = theme.text_width(theme.look().font("heading"), " ")
            assert all(after.left() - before.right() > 1.8 * space for before, after in pairwise(titles))
