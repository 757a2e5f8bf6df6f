"""The slider: pointer, keys, and what a screen reader hears."""

import sys

import pytest
from operated import COMPONENT, KEY, LEFT, PLAIN, SHIFT, shown
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible, QAction, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnstudio.state.fields import Number
from attnstudio.ui.controls import NumberControl

TEMPERATURE = Number(label="Temperature", help="", low=0.05, high=20, log=True)


@pytest.fixture
def component(qtbot):
    return shown(qtbot, NumberControl(COMPONENT, name="key 1, component 1"))


@pytest.fixture
def temperature(qtbot):
    return shown(qtbot, NumberControl(TEMPERATURE, name="temperature", default=1.0))


def place_of(control, value):
    return QPoint(round(control.slider._x_of(value)), control.slider.height() // 2)


@pytest.mark.parametrize(
    ("key", "modifier", "start", "end"),
    [
        (KEY.Key_Right, PLAIN, 0.0, 0.1),
        (KEY.Key_Up, PLAIN, 0.2, 0.3),
        (KEY.Key_Left, PLAIN, 0.0, -0.1),
        (KEY.Key_Down, PLAIN, 0.0, -0.1),
        (KEY.Key_Right, SHIFT, 0.0, 0.01),
        (KEY.Key_Down, SHIFT, 0.37, 0.36),
        (KEY.Key_Right, PLAIN, 0.37, 0.47),
        (KEY.Key_PageUp, PLAIN, 0.0, 1.0),
        (KEY.Key_PageDown, PLAIN, 0.0, -1.0),
        (KEY.Key_PageUp, PLAIN, 2.5, 3.0),
        (KEY.Key_Home, PLAIN, 1.0, -3.0),
        (KEY.Key_End, PLAIN, 1.0, 3.0),
        (KEY.Key_Delete, PLAIN, 1.0, 0.0),
        (KEY.Key_Left, PLAIN, 50.0, 2.9),
        (KEY.Key_End, PLAIN, 50.0, 3.0),
    ],
)
def test_a_key_on_the_slider_moves_it_and_ends_when_let_go(component, key, modifier, start, end):
    component.show_value(start)
    component.slider.setFocus()
    QTest.keyPress(component.slider, key, modifier)
    assert component.said == [end]
    assert component.ends == []
    QTest.keyRelease(component.slider, key, modifier)
    assert component.ends == [1]
    assert component.field.text() == f"{end:.2f}".replace("-", "−")


def test_a_step_outward_does_not_pull_a_number_back_from_beyond_the_end(component):
    component.show_value(50.0)
    component.slider.setFocus()
    QTest.keyClick(component.slider, KEY.Key_Right)
    assert component.said == []
    assert component.value() == 50.0


def test_a_repeated_key_is_one_gesture(component):
    component.slider.setFocus()
    for kind, repeated in [("press", False), ("press", True), ("release", True), ("press", True), ("release", False)]:
        event = QEvent.Type.KeyPress if kind == "press" else QEvent.Type.KeyRelease
        QApplication.sendEvent(component.slider, QKeyEvent(event, KEY.Key_Right, PLAIN, "", repeated))
    assert component.ends == [len(component.said)]


def test_letting_go_of_shift_does_not_end_a_gesture(component):
    component.slider.setFocus()
    QTest.keyPress(component.slider, KEY.Key_Shift)
    QTest.keyRelease(component.slider, KEY.Key_Shift)
    assert component.ends == []


def test_a_drag_moves_in_whole_steps_and_ends_once(component):
    component.show_value(0.37)
    slider = component.slider
    QTest.mousePress(slider, LEFT, PLAIN, place_of(component, 0.37))
    assert component.said == []
    for value in (0.8, 1.2, 2.03, 9):
        QTest.mouseMove(slider, place_of(component, value) + QPoint(5 if value == 9 else 0, 0))
        QApplication.processEvents()
    assert component.said[-1] == 3.0
    assert all(value == round(value, 1) for value in component.said)
    assert component.ends == []
    QTest.mouseRelease(slider, LEFT, PLAIN, place_of(component, 3))
    assert component.ends == [len(component.said)]


def test_with_shift_a_drag_moves_in_fine_steps(component):
    component.resize(2000, component.height())
    QApplication.processEvents()
    QTest.mouseClick(component.slider, LEFT, SHIFT, place_of(component, 1.23))
    assert component.said == [1.23]


def test_a_click_on_the_groove_jumps_there_and_starts_a_drag(component):
    QTest.mousePress(component.slider, LEFT, PLAIN, place_of(component, 2))
    QTest.mouseMove(component.slider, place_of(component, 1))
    QTest.mouseRelease(component.slider, LEFT, PLAIN, place_of(component, 1))
    assert (component.said[0], component.said[-1]) == (2.0, 1.0)


def test_a_right_click_changes_nothing(component):
    QTest.mouseClick(component.slider, Qt.MouseButton.RightButton, PLAIN, place_of(component, 2))
    assert component.said == []


def test_a_double_click_goes_to_the_default(temperature):
    temperature.show_value(7.0)
    QTest.mouseDClick(temperature.slider, LEFT, PLAIN, place_of(temperature, 7))
    assert temperature.value() == 1.0
    assert temperature.ends[-1] == len(temperature.said)


def test_every_step_is_exact(component):
    component.slider.setFocus()
    QTest.keyClick(component.slider, KEY.Key_Home)
    for _ in range(60):
        QTest.keyClick(component.slider, KEY.Key_Right)
    assert component.said == [round(-3 + i / 10, 1) for i in range(61)]


def test_the_logarithmic_slider_reaches_1_where_it_should(temperature):
    temperature.slider.setFocus()
    QTest.keyClick(temperature.slider, KEY.Key_Home)
    assert temperature.value() == 0.05
    for _ in range(10):
        QTest.keyClick(temperature.slider, KEY.Key_PageUp)
    assert temperature.value() == 1.0
    assert abs(temperature.slider._x_of(1.0) * 2 - temperature.slider.width()) <= 1
    QTest.keyClick(temperature.slider, KEY.Key_End)
    assert temperature.value() == 20.0


def test_keys_of_the_slider_go_before_shortcuts_of_the_window(component):
    fired = []
    for keys in ("2", "PgDown", "Home", "N"):
        action = QAction(component)
        action.setShortcut(keys)
        action.triggered.connect(lambda _=False, keys=keys: fired.append(keys))
        component.addAction(action)
    component.activateWindow()
    component.slider.setFocus()
    for key in (KEY.Key_PageDown, KEY.Key_Home, KEY.Key_N, KEY.Key_2, KEY.Key_PageDown):
        QTest.keyClick(QApplication.focusWidget() or component, key)
    assert fired == ["N"]
    assert component.value() == 1.0


def test_a_screen_reader_hears_and_sets_real_numbers(component):
    component.show_value(-0.5)
    slider = QAccessible.queryAccessibleInterface(component.slider)
    assert slider.role() == QAccessible.Role.Slider
    assert slider.text(QAccessible.Text.Name) == "key 1, component 1"
    assert slider.text(QAccessible.Text.Value) == "−0.50"
    value = slider.valueInterface()
    assert (value.currentValue(), value.minimumValue(), value.maximumValue()) == (-0.5, -3, 3)
    assert value.minimumStepSize() == 0.01
    value.setCurrentValue(1.27)
    value.setCurrentValue(99)
    assert component.said == [1.27, 3.0]
    field = QAccessible.queryAccessibleInterface(component.field)
    assert field.role() == QAccessible.Role.SpinBox
    assert field.text(QAccessible.Text.Name) == "key 1, component 1"


@pytest.mark.usefixtures("qtbot")
def test_interfaces_of_sliders_that_are_gone_do_no_harm():
    for i in range(50):
        control = NumberControl(COMPONENT, name=str(i))
        access = QAccessible.queryAccessibleInterface(control.slider)
        assert access.text(QAccessible.Text.Name) == str(i)
        control.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_setting_values_loses_no_reference_to_none(component):
    before = sys.getrefcount(None)
    for i in range(5000):
        component.slider.setValue(i % 600)
    assert sys.getrefcount(None) > before - 100
    assert component.said[-1] == component.value()
