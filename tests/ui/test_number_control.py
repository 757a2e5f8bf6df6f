"""The slider and its field together."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from operated import COMPONENT, KEY, keys, shown
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget

from attnstudio.state.message import format_number
from attnstudio.ui import theme
from attnstudio.ui.controls import NumberControl
from attnstudio.ui.typed import parse_number


@pytest.fixture
def component(qtbot):
    return shown(qtbot, NumberControl(COMPONENT, name="key 1, component 1"))


@given(st.floats(-100, 100) | st.sampled_from([0.37, 0.1 + 0.2, 1 / 3]))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_shown_is_kept_exactly_and_told_to_nobody(component, value):
    component.show_value(value)
    component.field.setFocus()
    component.slider.setFocus()
    assert component.value() == value
    assert component.said == []
    assert component.field.text() == format_number(value, 2)


@pytest.mark.parametrize(("key", "text"), [(KEY.Key_7, "7"), (KEY.Key_Minus, "-"), (KEY.Key_Comma, ",")])
def test_typing_on_the_slider_goes_on_in_the_field(component, key, text):
    component.slider.setFocus()
    QTest.keyClick(component.slider, key)
    assert component.field.hasFocus()
    assert component.field.lineEdit().text() == text
    keys(component.field, "5")
    QTest.keyClick(component.field, KEY.Key_Return)
    assert component.slider.hasFocus()
    assert component.said == [parse_number(text + "5")]


@pytest.mark.parametrize("key", [KEY.Key_F2, KEY.Key_Return])
def test_f2_and_enter_open_the_field_with_its_value_selected(component, key):
    component.slider.setFocus()
    QTest.keyClick(component.slider, key)
    assert component.field.hasFocus()
    assert component.field.lineEdit().selectedText() == component.field.text()


def test_the_wheel_scrolls_the_page_whatever_is_under_it(qtbot):
    page, area = QWidget(), QScrollArea()
    qtbot.addWidget(area)
    layout = QVBoxLayout(page)
    controls = [NumberControl(COMPONENT, name=str(i)) for i in range(30)]
    for control in controls:
        layout.addWidget(control)
    area.setWidget(page)
    area.resize(400, 200)
    area.show()
    QApplication.processEvents()
    for target in (controls[0].slider, controls[0].field, controls[0].field.lineEdit()):
        for focused in (False, True):
            area.verticalScrollBar().setValue(0)
            if focused:
                target.setFocus()
            place = target.mapTo(area, target.rect().center())
            QTest.wheelEvent(area.windowHandle(), QPointF(place), QPoint(0, -120))
            QApplication.processEvents()
            assert area.verticalScrollBar().value() > 0
    assert {control.value() for control in controls} == {0.0}


def test_the_slider_is_the_only_tab_stop(component):
    assert component.slider.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert not component.field.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert component.focusProxy() is component.slider


def test_the_tooltip_gives_help_range_and_keys(component):
    tip = component.slider.toolTip()
    for part in ("One number.", "−3.00 to 3.00", "−100.00 to 100.00", "Arrows 0.10", "Shift + arrows 0.01", "for 0.00"):
        assert part in tip


@pytest.mark.parametrize("name", theme.NAMES)
@pytest.mark.parametrize("zoom", [80, 100, 250])
def test_it_grows_with_the_type(qapp, qtbot, name, zoom):
    control = shown(qtbot, NumberControl(COMPONENT, name="x"))
    control.show_value(-99.99)
    theme.apply(qapp, theme.Look(name, zoom))
    try:
        QApplication.processEvents()
        control.adjustSize()
        QApplication.processEvents()
        text = control.field.fontMetrics().horizontalAdvance(control.field.text())
        assert control.field.lineEdit().width() >= text + 2
        assert control.slider.height() >= 2 * theme.look().px(8)
        assert control.label.width() >= control.label.fontMetrics().horizontalAdvance(control.label.text())
    finally:
        theme.apply(qapp, theme.Look())
        qapp.setStyleSheet("")
