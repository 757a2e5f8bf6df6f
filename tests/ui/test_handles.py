"""Handles of dial and plane: dragged at a scale that stands still, moved by keys, typed, and told of once a gesture."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QHelpEvent, QKeyEvent
from PySide6.QtWidgets import QApplication

from attnstudio.state.figures import NO_TEXT, frozen_float
from attnstudio.state.message import Message, format_number
from attnstudio.ui import aloud, dial, plane
from attnstudio.ui.dial import DialView
from attnstudio.ui.dial_plan import QUERY
from attnstudio.ui.handle_field import Part, typed_numbers
from attnstudio.ui.plane import PlaneView
from attnstudio.ui.theme import text_width
from tests.ui.figure_examples import dial as a_dial
from tests.ui.figure_examples import painted, worked_dial, worked_points
from tests.ui.handled import (
    CONTROL,
    SHIFT,
    double_click,
    drag,
    key,
    live_dial,
    live_plane,
    move,
    moves,
    press,
    release,
    shown,
)  # fmt: skip
from tests.ui.test_key_uses import listed, taken

KEY = Qt.Key


@pytest.fixture
def view(qtbot):
    """Return a live dial of two keys at 60° and 90°, of length 2."""
    made = shown(qtbot, DialView())
    live_dial(made, [1.0, 0.0, 0.0], [[1.0, math.sqrt(3), 0.0], [0.0, 0.0, 2.0]])
    return made


@pytest.fixture
def field(qtbot):
    """Return a live plane of the worked example."""
    made = shown(qtbot, PlaneView())
    live_plane(made, worked_points())
    return made


def test_dragging_a_tip_tells_angle_and_length_in_whole_ticks_and_one_end(view):
    drag(view, 0, -31.3, 17.2)
    (x, y), (ox, oy), scale = view.plan().tips[0], view.plan().origin, view.plan().scale
    *told, end = view.said
    assert end == "end"
    assert len(told) == 2
    key_index, angle, length = told[-1]
    assert key_index == 0
    assert angle == round(angle)
    assert length == round(length, 2)
    assert math.degrees(math.atan2(oy - y, x - ox)) == pytest.approx(angle)
    assert math.hypot(x - ox, oy - y) / scale == pytest.approx(length)


def test_a_tip_goes_where_the_pointer_goes_as_the_scale_stands_still_until_the_end(view):
    frame, (x, y) = view.plan().frame, view.plan().tips[0]
    press(view, x + 4, y - 3)
    move(view, x + 4 + 90, y - 3 - 60)
    assert view.plan().frame == frame
    assert view.plan().tips[0] == pytest.approx((x + 90, y - 60), abs=3)  # 1° here
    release(view, x + 94, y - 63)
    assert view.plan().frame != frame
    assert view.said[-1] == "end"


def test_a_drag_below_the_axis_takes_the_mirrored_angle(view):
    (ox, oy), scale = view.plan().frame
    x, y = view.plan().tips[1]
    press(view, x, y)
    move(view, ox - scale, oy + scale)
    assert moves(view) == [(1, 135.0, 1.41)]


def test_the_query_only_gets_longer_or_shorter(view):
    (ox, _), scale = view.plan().frame
    x, y = view.plan().tips[QUERY]
    press(view, x, y)
    move(view, ox + 1.5 * scale, y - 70)
    move(view, ox - 40, y)
    assert moves(view) == [(QUERY, 0.0, 1.5), (QUERY, 0.0, 0.0)]
    assert view.shown.query_length == 0


def test_a_zero_key_is_dragged_out_of_the_origin_and_a_zero_query_too(qtbot):
    view = shown(qtbot, DialView())
    live_dial(view, [0.0, 0.0], [[0.0, 0.0]])
    (ox, oy), scale = view.plan().frame
    assert view.plan().tips == {0: (ox, oy), QUERY: (ox, oy + 4)}
    press(view, ox, oy + 6)
    move(view, ox + scale, oy)
    release(view, ox + scale, oy)
    press(view, *view.plan().tips[0])
    (ox, oy), scale = view.plan().frame
    move(view, ox, oy - scale)
    release(view, ox, oy - scale)
    assert [told for told in view.said if told != "end"] == [
        ("chosen", QUERY), (QUERY, 0.0, 1.0), ("chosen", 0), (0, 90.0, 1.0),
    ]  # fmt: skip
    assert view.shown.angles.tolist() == [90.0]


def test_keys_have_no_angle_to_a_zero_query(qtbot):
    view = shown(qtbot, DialView())
    live_dial(view, [0.0, 0.0], [[0.0, 2.0]])
    assert view.describe(0) == "k1: length 2"
    key(view, KEY.Key_Up)
    key(view, KEY.Key_Left)
    assert moves(view) == [(0, 0.0, 2.1)]


def test_of_handles_on_one_place_the_current_one_is_taken_then_the_selected_one(qtbot):
    view = shown(qtbot, DialView())
    live_dial(view, [1.0, 0.0], [[0.0, 1.0]] * 3, selected=1)
    place = QPointF(*view.plan().tips[0])
    assert view.current == view.handle_at(place) == 1
    view.current = QUERY
    assert view.handle_at(place) == 1
    view.current = 2
    assert view.handle_at(place) == 2


def test_a_handle_is_taken_from_fourteen_pixels_around_it_and_from_all_of_its_disc(view, field):
    x, y = view.plan().tips[1]
    assert view.handle_at(QPointF(x + 13, y)) == 1
    assert view.handle_at(QPointF(x + 15, y)) is None
    field.resize(800, 500)
    large = field.plan().discs[0]
    assert large.radius > 14
    assert field.handle_at(QPointF(large.x, large.y + large.radius - 1)) == 0


def test_a_press_that_hardly_moves_changes_nothing(view):
    x, y = view.plan().tips[0]
    press(view, x, y)
    move(view, x + 1, y + 1)
    release(view, x + 1, y + 1)
    assert view.said == []


def test_choosing_by_mouse_or_keys_tells_once(view):
    press(view, *view.plan().tips[1])
    release(view, *view.plan().tips[1])
    key(view, KEY.Key_Right, CONTROL)
    key(view, KEY.Key_Right, CONTROL)
    key(view, KEY.Key_Left, CONTROL)
    assert view.said == [("chosen", 1), ("chosen", QUERY), ("chosen", 1)]


def test_the_key_that_is_selected_elsewhere_gets_the_keyboard(view):
    view.show_dial(replace(view.shown, selected=1))
    assert view.current == 1
    assert view.said == []


@pytest.mark.parametrize(
    ("code", "modifier", "told"),
    [
        (KEY.Key_Left, Qt.KeyboardModifier.NoModifier, (65.0, 2.0)),
        (KEY.Key_Right, Qt.KeyboardModifier.NoModifier, (55.0, 2.0)),
        (KEY.Key_Left, SHIFT, (61.0, 2.0)),
        (KEY.Key_Up, Qt.KeyboardModifier.NoModifier, (60.0, 2.1)),
        (KEY.Key_Down, SHIFT, (60.0, 1.99)),
    ],
)
def test_arrows_turn_and_lengthen_a_key(view, code, modifier, told):
    key(view, code, modifier)
    assert moves(view) == [(0, *map(pytest.approx, told))]
    assert view.said[-1] == "end"


def test_a_key_that_is_held_is_one_gesture_and_stops_at_the_ends(view):
    key(view, KEY.Key_Left, times=30)
    assert view.said[-1] == "end"
    assert view.said.count("end") == 1
    assert moves(view)[-1][1] == 180.0
    assert len(moves(view)) == 24
    view.handle_range = (-3.0, 3.0)
    key(view, KEY.Key_Up, times=30)
    assert moves(view)[-1][2] == 3.0


def test_arrows_make_the_query_longer_and_never_turn_it(view):
    view.current = QUERY
    key(view, KEY.Key_Left)
    key(view, KEY.Key_Up)
    assert moves(view) == [(QUERY, 0.0, 1.1)]


def test_arrows_move_a_value_and_keep_the_digits_that_it_has(field):
    values = field.shown.points.copy()
    values[0] = 0.123456, -1
    field.show_points(replace(field.shown, points=frozen_float(values)))
    key(field, KEY.Key_Right)
    key(field, KEY.Key_Down, SHIFT)
    assert moves(field) == [(0, 0.223456, -1.0), (0, 0.223456, -1.01)]


def test_a_value_is_dragged_in_hundredths_and_with_shift_in_thousandths(field):
    scale = field.plan().scale
    drag(field, 0, -0.1234 * scale, -0.5 * scale)
    drag(field, 1, 0.1234 * field.plan().scale, 0, modifiers=SHIFT)
    assert moves(field)[1] == (0, 1.88, 0.5)
    assert moves(field)[-1] == (1, 0.123, 2.0)
    assert field.said.count("end") == 2


def test_values_of_one_component_stay_on_their_axis(qtbot):
    view = shown(qtbot, PlaneView())
    made = worked_points()
    line = frozen_float([[2.0, 0.0], [0.5, 0.0], [1.0, 0.0]])
    live_plane(view, replace(made, points=line, component_titles=(made.component_titles[0], Message(""))))
    drag(view, 1, 30, -50)
    key(view, KEY.Key_Up)
    view.open_field()
    view.field.setText("1,5")
    key(view.field, KEY.Key_Return)
    assert [y for _, _, y in moves(view)] == [0.0] * 3
    assert moves(view)[-1][:2] == (1, 1.5)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("45 2", (45.0, 2.0)),
        ("45; 1,5", (45.0, 1.5)),
        ("45,5;1.5", (45.5, 1.5)),
        (" 180 ; 0 ", (180.0, 0.0)),
        ("60; 2", None),
        ("181 1", False),
        ("45", False),
        ("45 -1", False),
        ("a b", False),
        ("1 2 3", False),
    ],
)
def test_typed_angle_and_length_are_taken_or_refused_in_words(view, text, numbers):
    key(view, KEY.Key_F2)
    field = view.field
    assert field.text() == "60; 2"
    field.setText(text)
    key(field, KEY.Key_Return)
    if numbers is False:
        assert view.said == []
        assert field.message == "Type the angle (0 to 180) and the length (0 to 100) of k1, such as 90; 1.5."
        assert str(field.refusal) == f"“{text}” was not taken. {field.message}"
        key(field, KEY.Key_Escape)
        assert view.field is None
    else:
        assert view.said == ([] if numbers is None else [(0, *map(pytest.approx, numbers)), "end"])


def test_digits_are_left_to_the_window_and_the_query_takes_its_length_alone(view):
    view.current = QUERY
    key(view, KEY.Key_3, text="3")
    assert view.field is None
    key(view, KEY.Key_F2)
    view.field.setText("3")
    assert view.field.accessibleName() == "Type the length of q, from 0 to 100."
    key(view.field, KEY.Key_Return)
    assert view.said == [(QUERY, 0.0, 3.0), "end"]
    assert view.hasFocus()


def test_a_key_of_one_component_is_turned_over_and_takes_no_angle_between(qtbot):
    made = shown(qtbot, DialView())
    live_dial(made, [2.0], [[1.5]])
    made.open_field()
    made.field.setText("90; 1")
    key(made.field, KEY.Key_Return)
    assert made.field is not None
    assert "0 or 180" in made.field.accessibleName()
    key(made.field, KEY.Key_Escape)
    assert moves(made) == []
    key(made, KEY.Key_Left)
    assert moves(made) == [(0, 180.0, 1.5)]
    key(made, KEY.Key_Right)
    assert moves(made)[1:] == [(0, 0.0, 1.5)]


@pytest.mark.parametrize(
    ("query", "vector", "handle", "code", "reason"),
    [
        ([2.0], [1.5], 0, KEY.Key_Right, "k1 stays: its angle is from 0° to 180°."),
        ([2.0], [0.0], 0, KEY.Key_Left, "k1 stays: it is zero, so it has no angle. Up makes it longer."),
        ([0.0, 0.0], [1.0, 0.0], 0, KEY.Key_Left, "k1 stays: q is zero, so there is no angle to it."),
        ([1.0, 0.0], [0.0, 0.0], 0, KEY.Key_Down, "k1 stays: its length is from 0 to 100."),
        (
            [1.0, 0.0],
            [1.0, 0.0],
            QUERY,
            KEY.Key_Left,
            "q stays: angles are measured from it. Up and Down change its length.",
        ),
    ],
)
def test_a_key_that_can_move_no_arrow_says_why(qtbot, query, vector, handle, code, reason):
    made, told = shown(qtbot, DialView()), []
    live_dial(made, query, [vector])
    made.choose(handle)
    made.hindered.connect(lambda why: told.append(str(why)))
    key(made, code)
    assert told == [reason]
    assert moves(made) == []


def test_a_key_that_can_move_no_value_says_why(field):
    told = []
    field.hindered.connect(lambda why: told.append(str(why)))
    field.handle_range = (-100.0, float(field.shown.points[0, 0]))
    key(field, KEY.Key_Right)
    name = field.shown.labels[0]
    ends = f"from −100 to {format_number(field.handle_range[1], 0)}"
    assert told == [f"{name} stays: its numbers are {ends}."]
    one = replace(field.shown, component_titles=(field.shown.component_titles[0], NO_TEXT))
    field.show_points(one)
    key(field, KEY.Key_Up)
    assert told[1:] == [f"{name} stays: values of one component move to the left and right."]


def test_a_step_goes_on_from_the_very_angle_and_length_that_there_are(view):
    view.choose(0)
    live_dial(view, [1.0, 0.0], [[4.0, 3.0]])
    key(view, KEY.Key_Left)
    key(view, KEY.Key_Up, SHIFT)
    degrees = math.degrees(math.atan2(3, 4))
    assert moves(view)[0] == (0, pytest.approx(degrees + 5, abs=1e-8), 5.0)
    assert moves(view)[-1] == (0, pytest.approx(degrees + 5, abs=1e-8), pytest.approx(5.01, abs=1e-8))


def test_a_double_click_on_a_handle_types_and_elsewhere_opens(view):
    double_click(view, *view.plan().tips[1])
    assert view.field is not None
    key(view.field, KEY.Key_Escape)
    double_click(view, 425, 5)
    key(view, KEY.Key_Return)
    assert view.said == [("chosen", 1), "opened", "opened"]


def test_a_number_typed_for_a_handle_that_changes_meanwhile_is_not_taken(view):
    view.open_field()
    view.field.setText("45 1")
    view.field.setModified(True)
    view.show_dial(worked_dial(selected=1))
    assert view.field is None
    assert moves(view) == []


def test_the_field_stays_while_other_things_change(view):
    view.open_field()
    view.field.setText("45 1")
    view.field.setModified(True)
    view.show_dial(replace(view.shown, query_label="query"))
    assert view.field is not None


@given(numbers=st.tuples(st.floats(0, 180), st.floats(0, 100)))
def test_numbers_that_stand_as_they_were_offered_keep_all_their_digits(numbers):
    parts = (Part(numbers[0], 0, 180), Part(numbers[1], 0, 100))
    assert typed_numbers("; ".join(part.text for part in parts), parts) == numbers


def test_escape_and_losing_the_focus_end_a_drag(view):
    x, y = view.plan().tips[0]
    for end in (lambda: key(view, KEY.Key_Escape), view.clearFocus):
        view.said.clear()
        view.setFocus()
        x, y = view.plan().tips[0]
        press(view, x, y)
        move(view, x + 20, y + 20)
        end()
        move(view, x + 40, y + 40)
        assert len(moves(view)) == 1
        assert view.said[-1] == "end"


def test_a_handle_that_is_gone_is_dragged_no_farther(view):
    press(view, *view.plan().tips[1])
    view.show_dial(a_dial(1.0, [1.0], [45.0]))
    move(view, 100, 100)
    assert moves(view) == []
    assert view.current == 0


def test_handles_are_marked_under_the_pointer_and_the_keyboard_on_the_screen_alone(view):
    x, y = view.plan().tips[1]
    view.clearFocus()
    before, exported = view.grab().toImage(), painted(view, (430, 300))
    move(view, x + 2, y)
    hovered = view.grab().toImage()
    assert hovered.pixelColor(round(x) + 9, round(y)) != before.pixelColor(round(x) + 9, round(y))
    assert view.cursor().shape() == Qt.CursorShape.PointingHandCursor
    move(view, 425, 5)
    assert view.grab().toImage() == before
    assert view.cursor().shape() == Qt.CursorShape.ArrowCursor
    view.setFocus()
    at = [round(v) for v in view.plan().tips[0]]
    assert view.grab().toImage().pixelColor(at[0] - 9, at[1]) != before.pixelColor(at[0] - 9, at[1])
    assert painted(view, (430, 300)) == exported


def test_the_handle_that_is_pressed_is_marked_without_a_pointer_that_came_there(view):
    view.clearFocus()
    x, y = view.plan().tips[1]
    before = view.grab().toImage()
    press(view, x, y)
    assert view.grab().toImage().pixelColor(round(x) + 9, round(y)) != before.pixelColor(round(x) + 9, round(y))
    release(view, x, y)


def test_the_field_has_room_for_its_numbers(view):
    view.show_dial(a_dial(1.0, [12.3456], [123.456]))
    view.open_field()
    assert view.field.text() == "123.456; 12.346"
    assert view.field.width() > text_width(view.field.font(), view.field.text())


def test_a_tooltip_says_where_a_handle_is_and_what_can_be_done(view, field, monkeypatch):
    said = []
    monkeypatch.setattr("attnstudio.ui.tips.QToolTip.showText", lambda _place, text, _widget: said.append(text))
    for figure in (view, field):
        place = QPoint(*map(round, figure.plan().tips[1]))
        figure.event(QHelpEvent(QEvent.Type.ToolTip, place, place))
    assert said == [
        "<span>k2: angle 90°, length 2 (drag it, use the arrow keys, or type after F2)</span>",
        "<span>v2: [0, 2] (drag it, use the arrow keys, or type after F2)</span>",
    ]
    assert view.tip_at(QPointF(425, 5)) == ""


def test_a_screen_reader_hears_the_handle_that_keys_choose_or_move(view, monkeypatch):
    heard = []

    class Listening(QAccessible):
        isActive = staticmethod(lambda: True)  # noqa: N815
        updateAccessibility = staticmethod(lambda event: heard.append(event.message()))  # noqa: N815

    monkeypatch.setattr(aloud, "QAccessible", Listening)
    key(view, KEY.Key_Right, CONTROL)
    key(view, KEY.Key_Left)
    assert heard == ["k2: angle 90°, length 2", "k2: angle 95°, length 2"]
    monkeypatch.setattr(Listening, "isActive", staticmethod(lambda: False))
    key(view, KEY.Key_Left)
    assert len(heard) == 2


@pytest.mark.parametrize("table", [dial.KEYS, plane.KEYS])
@pytest.mark.parametrize("modifier", [Qt.KeyboardModifier.NoModifier, SHIFT, CONTROL])
def test_dial_and_plane_take_the_keys_that_are_listed(view, field, table, modifier):
    figure = view if table is dial.KEYS else field
    enter = set() if modifier == CONTROL else {KEY.Key_Return, KEY.Key_Enter}
    found = taken(figure, QEvent.Type.ShortcutOverride, modifier) - enter
    wanted = listed(table, modifier) - {KEY.Key_Escape}
    assert found - {KEY.Key_F2} == wanted - {KEY.Key_F2}


def test_the_letters_of_any_keyboard_are_left_to_the_window(view):
    event = QKeyEvent(QEvent.Type.ShortcutOverride, 0x0416, Qt.KeyboardModifier.NoModifier, "Ж")
    event.ignore()
    QApplication.sendEvent(view, event)
    assert not event.isAccepted()


def test_before_there_is_data_there_are_no_handles(qtbot):
    for made in (DialView(), PlaneView()):
        qtbot.addWidget(made)
        assert made.current is None
        assert made.handle_at(QPointF(5, 5)) is None
        key(made, KEY.Key_Left)
        key(made, KEY.Key_F2)
        assert made.field is None
