"""Predict, pin, orientation, enlarging and handles: what a lecturer does with the panel."""

import numpy as np
import pytest
from attention_window import click, hover, middle, panel_of, press, scenario_of
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from random_events import LEFT, NONE, PLAIN, SHIFT, move
from real_window import opened, settle

from attnstudio import catalog
from attnstudio.panels.attention.cover import COVERED
from attnstudio.panels.attention.stages import NAMES
from attnstudio.state.guesses import LargestGuess, NumberGuess

pytestmark = pytest.mark.usefixtures("qapp")


def covered(window) -> frozenset[str]:
    return window.document.state("attention").covered


def test_p_covers_all_stages_n_reveals_them_in_order_and_shift_n_covers_the_last_again() -> None:
    with opened() as window:
        press(window, Qt.Key.Key_P)
        assert covered(window) == set(NAMES)
        for i in range(1, len(NAMES) + 1):
            press(window, Qt.Key.Key_N)
            assert covered(window) == set(NAMES[i:])
        press(window, Qt.Key.Key_P)
        press(window, Qt.Key.Key_N)
        press(window, Qt.Key.Key_N)
        press(window, Qt.Key.Key_N, SHIFT)
        assert covered(window) == set(NAMES[1:])
        for _ in range(4):
            window.document.undo()
        assert covered(window) == frozenset()


def test_the_eye_of_a_pill_covers_one_stage_and_its_numbers_are_gone_from_the_screen() -> None:
    with opened() as window:
        panel = panel_of(window)
        panel.strip.setFocus()
        for _ in range(3):
            QTest.keyClick(panel.strip, Qt.Key.Key_Right)
        QTest.keyClick(panel.strip, Qt.Key.Key_Space)
        settle()
        assert covered(window) == {"weights"}
        view = panel.matrices["weights"]
        assert np.isnan(view.matrix.values).all()
        hover(panel, "weights", 0, 0)
        assert panel.reading.text == str(COVERED)
        assert "0.506" not in panel.bars.summary() + panel.plane.summary()


def test_a_guessed_number_is_judged_when_its_stage_is_revealed() -> None:
    with opened() as window:
        panel = panel_of(window)
        press(window, Qt.Key.Key_P)
        for _ in range(3):
            press(window, Qt.Key.Key_N)
        bar = panel.prediction.bar
        assert bar.isVisible()
        assert panel.prediction.asked == "weights"
        bar.guessed.emit(NumberGuess("weights", 0, 0, 0.5))
        press(window, Qt.Key.Key_N)
        assert "0.506" in bar.message.text()
        assert bar.isVisible()
        bar.go_on_button.click()
        assert panel.prediction.asked == "output"
        assert "0.506" not in bar.message.text() or not bar.message.isVisible()


def test_the_largest_cell_is_chosen_by_a_click_in_the_covered_matrix() -> None:
    with opened() as window:
        panel = panel_of(window)
        window.document.edit_state("attention", covered=frozenset({"weights"}))
        settle()
        click(panel, "weights", 0, 2)
        assert (panel.prediction.bar.entry.cell.row, panel.prediction.bar.entry.cell.column) == (0, 2)
        panel.prediction.bar.guessed.emit(LargestGuess("weights", 0, 2))
        panel.prediction.bar.reveal.emit()
        settle()
        assert covered(window) == frozenset()
        assert "k₁" in panel.prediction.bar.message.text()  # the largest is another


def test_a_guess_whose_cell_is_gone_when_its_stage_is_revealed_is_forgotten() -> None:
    with opened() as window:
        panel = panel_of(window)
        window.document.edit_state("attention", covered=frozenset({"weights"}))
        panel.prediction.bar.guessed.emit(NumberGuess("weights", 0, 2, 0.5))
        pack = scenario_of(window).tensors
        window.document.edit("attention", tensors=pack.resized(T_q=1, T_k=2, d_k=4, d_v=2))
        window.document.edit_state("attention", covered=frozenset())
        assert not panel.prediction.bar.isVisible()


def test_pin_shows_both_results_and_their_difference_on_common_limits() -> None:
    with opened() as window:
        panel = panel_of(window)
        press(window, Qt.Key.Key_A)
        window.document.edit("attention", temperature=2.0)
        settle()
        views = panel.comparison.views
        a, b, difference = (views[row, "weights"].matrix for row in ("A", "B", "B − A"))
        assert a.values[0] == pytest.approx([0.506480, 0.186324, 0.307196], abs=1e-6)
        assert b.values[0] == pytest.approx([0.419229, 0.254275, 0.326496], abs=1e-6)
        assert difference.values == pytest.approx(b.values - a.values, abs=0)
        assert a.limits == b.limits == (0, 1)
        assert difference.limits == (-1, 1)
        assert all(views[row, "weights"].isVisible() for row in ("A", "B", "B − A"))
        assert not panel.matrices["weights"].isVisible()
        assert "Temperature 1 → 2" in panel.reading.text
        move(views["B − A", "weights"], middle(views["B − A", "weights"], 0, 0), NONE)
        assert panel.reading.text == "0.41923 − 0.50648 = −0.087251"
        press(window, Qt.Key.Key_A)
        assert panel.matrices["weights"].isVisible()
        window.document.undo()
        assert window.document.pinned_result is not None


def test_where_the_shapes_differ_there_is_no_difference_and_it_is_said() -> None:
    with opened() as window:
        panel = panel_of(window)
        press(window, Qt.Key.Key_A)
        pack = scenario_of(window).tensors
        window.document.edit("attention", tensors=pack.resized(T_q=2, T_k=4, d_k=4, d_v=2))
        settle()
        assert not panel.comparison.views["B − A", "weights"].isVisible()
        assert "There is no B − A where the shapes differ" in panel.reading.text
        assert "1 × 3" in panel.reading.text


def test_columns_ask_turns_the_formula_the_arrow_keys_and_the_words_on_the_screen() -> None:
    with opened(catalog.open_example("toy-sentence").scene) as window:
        panel = panel_of(window)
        press(window, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
        assert window.document.state("attention").orientation == "columns"
        weights, key = panel.matrices["weights"], panel.matrices["key"]
        assert (weights.transposed, key.transposed) == (True, False)
        assert key.geometry().left() < panel.matrices["query"].geometry().left()
        assert weights.cell_rect(0, 1).top() > weights.cell_rect(0, 0).top()  # keys go down
        weights.setFocus()
        weights.set_focus_cell((2, 0))
        QTest.keyClick(weights, Qt.Key.Key_Down)
        assert weights.focus_cell == (2, 1)
        assert panel.reading.text.endswith("= 0.60861")
        assert panel.reading._note.startswith("columns ask")
        window.document.undo()
        settle()
        assert (weights.transposed, key.transposed) == (False, True)


@pytest.mark.parametrize(("key", "name"), [(Qt.Key.Key_4, "weights"), (Qt.Key.Key_1, "scores"), (Qt.Key.Key_6, "dial"),
                                           (Qt.Key.Key_8, "plane")])  # fmt: skip
def test_a_number_lets_a_stage_or_figure_fill_the_panel_and_escape_brings_the_others_back(
    key: Qt.Key, name: str
) -> None:
    with opened() as window:
        panel = panel_of(window)
        usual = panel.matrices["weights"].cell_rect(0, 0).height()
        press(window, key)
        assert panel.enlarged == name
        assert panel.thumbnails.isVisible()
        assert sum(card.isVisible() for card in panel._cards.values()) == 1
        if name == "weights":
            assert panel.matrices["weights"].cell_rect(0, 0).height() > 2 * usual
            assert not panel.matrices["scores"].isVisible()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
        settle()
        assert panel.enlarged is None
        assert all(card.isVisible() for card in panel._cards.values())
        assert panel.matrices["weights"].cell_rect(0, 0).height() == usual


def test_a_thumbnail_and_a_double_click_enlarge_too_and_n_goes_on() -> None:
    with opened() as window:
        panel = panel_of(window)
        QTest.mouseDClick(panel.matrices["weights"], LEFT, PLAIN, middle(panel.matrices["weights"], 0, 0))
        settle()
        assert panel.enlarged == "weights"
        press(window, Qt.Key.Key_N)
        assert panel.enlarged == "output"
        panel.thumbnails.chosen.emit("bars")
        settle()
        assert panel.bars.isVisible()
        assert panel.enlarged == "bars"


def tip(panel, index: int) -> QPoint:
    return QPoint(*map(round, panel.dial.plan().keys[index].tip))


def test_a_tip_of_the_dial_is_dragged_in_the_plane_of_query_and_key_as_one_step() -> None:
    with opened() as window:
        panel = panel_of(window)
        origin, start = panel.dial.plan().origin, tip(panel, 2)  # k₃ at 60°, length √2
        scale = panel.dial.plan().scale
        goal = QPoint(round(origin[0]), round(origin[1] - 2 * scale))  # straight up, 2 long
        QTest.mousePress(panel.dial, LEFT, PLAIN, start)
        for step in range(1, 6):
            move(panel.dial, start + (goal - start) * step / 5, LEFT)
        QTest.mouseRelease(panel.dial, LEFT, PLAIN, goal)
        settle()
        key, query = scenario_of(window).tensors.key[2], scenario_of(window).tensors.query[0]
        assert np.linalg.norm(key) == pytest.approx(2, abs=0.05)
        assert key @ query == pytest.approx(0, abs=0.05)
        assert scenario_of(window).selected_key == 2
        window.document.undo()
        assert scenario_of(window).tensors.key[2].tolist() == [1, 1, 0, 0]
        assert not window.document.can_undo


def test_a_drag_through_the_query_comes_back_to_the_same_plane() -> None:
    with opened() as window:
        panel = panel_of(window)
        panel.gestures.move_tip(2, 0.0, 1.4142135623730951)
        panel.gestures.move_tip(2, 60.0, 1.4142135623730951)
        panel.gestures.end()
        assert scenario_of(window).tensors.key[2] == pytest.approx([1, 1, 0, 0], abs=0.011)


def test_a_zero_key_and_a_zero_query_get_a_direction_from_the_dial() -> None:
    with opened() as window:
        panel = panel_of(window)
        pack = scenario_of(window).tensors.with_row("key", 1, [0.0] * 4).with_row("query", 0, [0.0] * 4)
        window.document.edit("attention", tensors=pack)
        window.document.end_gesture()
        panel.gestures.move_tip(-1, 0.0, 2.0)
        assert np.linalg.norm(scenario_of(window).tensors.query[0]) == pytest.approx(2)
        panel.gestures.end()
        panel.gestures.move_tip(1, 90.0, 1.0)
        key, query = scenario_of(window).tensors.key[1], scenario_of(window).tensors.query[0]
        assert np.linalg.norm(key) == pytest.approx(1, abs=0.02)
        assert key @ query == pytest.approx(0, abs=0.02)


def test_arrow_keys_move_a_point_of_the_plane_and_one_press_is_one_step() -> None:
    with opened() as window:
        panel = panel_of(window)
        panel.plane.setFocus()
        before = scenario_of(window).tensors.value.copy()
        QTest.keyClick(panel.plane, Qt.Key.Key_Right)
        QTest.keyClick(panel.plane, Qt.Key.Key_Up)
        settle()
        moved = scenario_of(window).tensors.value - before
        assert sorted(moved[np.abs(moved).sum(axis=1) > 0].ravel().round(9).tolist()) == [0.1, 0.1]
        window.document.undo()
        window.document.undo()
        assert scenario_of(window).tensors.value.tolist() == before.tolist()
        assert not window.document.can_undo


@pytest.mark.parametrize(("handle", "text"), [(1, "60; 2"), (2, "33,5; 1.996"), (-1, "1.23456789")])
def test_what_is_typed_at_a_tip_of_the_dial_is_taken_exactly(handle: int, text: str) -> None:
    with opened() as window:
        dial = panel_of(window).dial
        dial.choose(handle)
        dial.open_field()
        assert dial.field is not None
        dial.field.setText(text)
        dial.field.commit()
        wanted = [float(part.replace(",", ".")) for part in text.split(";")]
        assert dial._numbers(handle) == pytest.approx(wanted, rel=1e-14)


def test_what_is_typed_at_a_point_of_the_plane_is_taken_exactly() -> None:
    with opened() as window:
        plane = panel_of(window).plane
        plane.choose(1)
        plane.open_field()
        assert plane.field is not None
        plane.field.setText("1.996; −0.12345")
        plane.field.commit()
        assert scenario_of(window).tensors.value[1].tolist() == [1.996, -0.12345]
