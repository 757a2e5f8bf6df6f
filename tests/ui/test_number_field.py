"""The typed value: what it takes, what it refuses and how it says so."""

import pytest
from operated import COMPONENT, KEY, PLAIN, SHIFT, keys, shown
from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnstudio.ui.controls import NumberControl


@pytest.fixture
def component(qtbot):
    return shown(qtbot, NumberControl(COMPONENT, name="key 1, component 1"))


def type_into(control, text):
    control.field.setFocus()
    control.field.selectAll()
    keys(control.field, text)
    QTest.keyClick(control.field, KEY.Key_Return)


TYPED = [
    ("0.5", 0.5),
    ("0,5", 0.5),
    ("-0.5", -0.5),
    ("−0.5", -0.5),
    ("−,5", -0.5),
    ("+2", 2.0),
    (" 3 ", 3.0),
    ("1e1", 10.0),
    ("100", 100.0),
    ("1,234", 1.234),
    ("0.300000", 0.3),
]
REFUSED = [
    "1.234,5",
    "0,2.1",
    "1 000",
    "",
    "-",
    "1e",
    "nan",
    "inf",
    "0x10",
    "1_0",
    "١",
    "100.01",
    "−101",
    "1e999",
    "2 3",
]


@pytest.mark.parametrize("locale", ["C", "de_DE", "en_US"])
@pytest.mark.parametrize(("text", "value"), TYPED)
def test_point_and_comma_are_taken_in_every_locale(qtbot, text, value, locale):
    before = QLocale()
    QLocale.setDefault(QLocale(locale))
    try:
        control = shown(qtbot, NumberControl(COMPONENT, name="x"))
        type_into(control, text)
        assert control.said == [value]
        assert control.field.text() == f"{value:.2f}".replace("-", "−")
        QTest.keyClick(control.slider, KEY.Key_Left)
        assert len(control.said) == 2
        assert control.field.text() == f"{control.value():.2f}".replace("-", "−")
    finally:
        QLocale.setDefault(before)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_number_in_range_is_refused_in_words(component, text):
    component.show_value(1.5)
    if text:
        type_into(component, text)
    else:
        component.field.setFocus()
        component.field.selectAll()
        QTest.keyClick(component.field, KEY.Key_Backspace)
        QTest.keyClick(component.field, KEY.Key_Return)
    assert component.said == []
    assert component.value() == 1.5
    assert component.field.text() == "1.50"
    sentence = component.note.text()
    said_so = f"“{text.strip()}” was not taken. " if text else ""
    assert sentence == f"{said_so}Type a number from −100 to 100."
    assert not component.note.isHidden()
    assert component.field.accessibleDescription() == sentence
    assert component.field.hasFocus()
    keys(component.field, "2")
    assert component.note.isHidden()
    assert component.field.accessibleDescription() == component.field.tip
    QTest.keyClick(component.field, KEY.Key_Return)
    assert component.said == [2.0]


def test_a_refused_number_names_the_range(component):
    type_into(component, "500")
    assert component.note.text() == "“500” was not taken. Type a number from −100 to 100."


@pytest.mark.parametrize(("text", "shown"), [("1e999", "1e999"), ("9" * 50, "9" * 29 + "…"), ("−1e5", "−1e5")])
def test_a_refusal_shows_what_was_typed(component, text, shown):
    type_into(component, text)
    assert component.note.text() == f"“{shown}” was not taken. Type a number from −100 to 100."


def test_a_typed_number_keeps_all_its_digits(component):
    type_into(component, "1.23456789")
    assert component.said == [1.23456789]


def test_focus_out_takes_a_typed_value_and_refuses_a_bad_one(component):
    component.field.setFocus()
    component.field.selectAll()
    keys(component.field, "2,5")
    assert component.said == []
    component.slider.setFocus()
    assert component.said == [2.5]
    component.field.setFocus()
    keys(component.field, "x")
    component.slider.setFocus()
    assert component.said == [2.5]
    assert component.field.text() == "2.50"
    assert component.field.refusal is not None
    component.show_value(1.0)
    assert component.field.refusal is None


def test_a_refusal_does_not_round_the_value(component):
    component.show_value(1 / 3)
    type_into(component, "500")
    component.slider.setFocus()
    assert component.value() == 1 / 3
    assert component.said == []


def test_a_typed_value_shows_all_its_digits_while_it_is_open(component):
    type_into(component, "0.125")
    assert component.field.text() == "0.13"
    component.field.setFocus()
    assert component.field.text() == "0.125"
    assert component.slider.value() == round((0.125 + 3) * 100)


def test_escape_takes_back_what_was_typed(component):
    component.show_value(1.5)
    component.field.setFocus()
    keys(component.field, "9")
    QTest.keyClick(component.field, KEY.Key_Escape)
    assert component.slider.hasFocus()
    assert component.said == []
    assert component.field.text() == "1.50"


@pytest.mark.parametrize(
    ("key", "modifier", "end"),
    [
        (KEY.Key_Up, PLAIN, 1.6),
        (KEY.Key_Down, PLAIN, 1.4),
        (KEY.Key_Up, SHIFT, 1.51),
        (KEY.Key_PageUp, PLAIN, 2.5),
        (KEY.Key_PageDown, PLAIN, 0.5),
    ],
)
def test_a_key_in_the_field_steps_as_on_the_slider(component, key, modifier, end):
    component.show_value(1.5)
    component.field.setFocus()
    component.ends.clear()
    QTest.keyPress(component.field, key, modifier)
    assert component.said == [end]
    QTest.keyRelease(component.field, key, modifier)
    assert component.ends == [1]


def test_stepping_takes_what_was_typed_first(component):
    component.field.setFocus()
    component.field.selectAll()
    keys(component.field, "2")
    QTest.keyClick(component.field, KEY.Key_Up)
    assert component.said == [2.0, 2.1]


def enter(component):
    QTest.keyClick(component.field, KEY.Key_Return)


def come_back(component):
    component.slider.setFocus()
    component.field.setFocus()


def step(component):
    QTest.keyClick(component.field, KEY.Key_Up)


ACTS = {
    "the next Enter": enter,
    "Escape": lambda component: QTest.keyClick(component.field, KEY.Key_Escape),
    "a step": step,
    "leaving": lambda component: component.slider.setFocus(),
    "leaving and coming back": come_back,
    "the slider": lambda component: component.slider.step(1),
    "the same value shown anew": lambda component: component.show_value(component.value()),
    "another value": lambda component: component.show_value(2.0),
    "hiding": lambda component: component.field.hide(),
}


@pytest.mark.parametrize("act", ACTS)
def test_a_refusal_after_enter_stays_until_the_next_act(component, act):
    type_into(component, "500")
    component.finished.emit()  # an end of the gesture shows no value
    assert not component.note.isHidden()
    ACTS[act](component)
    assert component.field.refusal is None
    assert component.note.isHidden()
    assert component.field.accessibleDescription() == component.field.tip
    assert "Not taken" not in component.field.toolTip()


@pytest.mark.parametrize("act", ["coming back", "the same value shown anew", "the slider"])
def test_a_refusal_on_leaving_is_seen_until_the_next_act(component, act):
    component.field.setFocus()
    keys(component.field, "x")
    component.slider.setFocus()
    assert not component.note.isHidden()
    ACTS.get(act, lambda component: component.field.setFocus())(component)
    assert component.field.refusal is None
    assert component.note.isHidden()


@pytest.mark.parametrize("reason", ["ActiveWindowFocusReason", "PopupFocusReason"])
def test_a_refusal_outlasts_a_visit_to_another_window(component, reason):
    type_into(component, "500")
    for kind in (QEvent.Type.FocusOut, QEvent.Type.FocusIn):
        QApplication.sendEvent(component.field, QFocusEvent(kind, getattr(Qt.FocusReason, reason)))
    assert not component.note.isHidden()
