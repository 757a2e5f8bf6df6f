"""Reasons why a control is off: its own and that of a lesson, said by all its parts."""

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnstudio.state.fields import Number, Whole
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.control_row import describe
from attnstudio.ui.controls import NumberControl, WholeControl
from attnstudio.ui.reasons import LESSON, set_reason

HEAT = Number(label="Heat", help="How hot.", low=0, high=10)
CUPS = Whole(label="Cups", help="How many.", low=1, high=9)


@pytest.fixture
def heat(qtbot):
    control = NumberControl(HEAT, name="heat")
    qtbot.addWidget(control)
    return control


def says(part):
    return part.accessibleDescription(), part.toolTip()


def test_all_parts_say_a_reason_and_what_they_are_for_afterwards(heat):
    usual = [says(part) for part in (heat, heat.slider, heat.field)]
    set_reason(heat, "It is cold.")
    for part in (heat, heat.slider, heat.field):
        assert not part.isEnabled()
        assert part.accessibleDescription() == "It is cold."
        assert "It is cold." in part.toolTip()
    set_reason(heat, None)
    assert heat.slider.isEnabled()
    assert [says(part) for part in (heat, heat.slider, heat.field)] == usual


@pytest.mark.parametrize("lesson_first", [True, False])
def test_of_two_reasons_the_own_one_is_said_and_the_control_is_off_as_long_as_one_holds(heat, lesson_first):
    for by in [LESSON, "own"] if lesson_first else ["own", LESSON]:
        set_reason(heat, {"own": "It is cold.", LESSON: "Locked."}[by], by)
    assert heat.slider.accessibleDescription() == "It is cold."
    set_reason(heat, None)
    assert not heat.isEnabled()
    assert heat.slider.accessibleDescription() == "Locked."
    set_reason(heat, None, LESSON)
    assert heat.isEnabled()
    assert "How hot." in heat.slider.accessibleDescription()


def test_a_control_in_a_part_that_is_off_has_the_nearest_reason_and_keeps_its_own_when_that_is_over(qtbot):
    page, heat = QWidget(), NumberControl(HEAT, name="heat")
    qtbot.addWidget(page)
    QVBoxLayout(page).addWidget(heat)
    set_reason(page, "No tea.")
    assert heat.slider.accessibleDescription() == "No tea."
    set_reason(heat, "Locked.", LESSON)
    assert heat.slider.accessibleDescription() == "Locked."
    set_reason(page, None)
    assert not heat.slider.isEnabled()
    assert heat.slider.accessibleDescription() == "Locked."
    set_reason(heat, None, LESSON)
    assert "How hot." in heat.slider.accessibleDescription()


def test_a_part_that_is_described_anew_meanwhile_stays_so(heat):
    set_reason(heat, "Locked.", LESSON)
    describe(heat.slider, "In degrees.")
    set_reason(heat, None, LESSON)
    assert heat.slider.accessibleDescription() == "In degrees."
    assert "In degrees." in heat.slider.toolTip()


def test_values_that_are_shown_meanwhile_leave_the_reason_and_the_limits_are_right_afterwards(qtbot):
    control = WholeControl(CUPS)
    qtbot.addWidget(control)
    control.show_value(5)
    set_reason(control, "Locked.", LESSON)
    control.show_value(6)
    assert control.more.accessibleDescription() == "Locked."
    control.show_value(9)
    set_reason(control, None, LESSON)
    assert "9" in control.more.accessibleDescription()
    assert not control.more.isEnabled()
    assert control.less.isEnabled()


def test_chips_that_are_added_to_a_row_that_is_off_say_why(qtbot):
    row = ChipRow(name="keys", tip="Choose one.")
    qtbot.addWidget(row)
    set_reason(row, "Locked.", LESSON)
    row.set_labels(["a", "b"])
    assert [chip.accessibleDescription() for chip in row.chips] == ["Locked."] * 2
    set_reason(row, None, LESSON)
    assert [chip.accessibleDescription() for chip in row.chips] == ["Choose one."] * 2
    assert all("Choose one." in chip.toolTip() for chip in row.chips)
