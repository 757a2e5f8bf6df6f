"""Choices, chips, whole numbers, switches, and the tie of any control to the Document."""

from dataclasses import dataclass

import pytest
from operated import told
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget

from attnstudio.state.fields import Choice, Indices, Number, Scenario, Switch, Whole, declared
from attnstudio.state.figures import Result
from attnstudio.state.scene import PanelState, Scene
from attnstudio.ui import theme
from attnstudio.ui.controls import (
    ChipRow,
    ChoiceControl,
    NumberControl,
    SwitchControl,
    WholeControl,
    align_labels,
    bind,
)
from attnstudio.ui.document import Document

KEY = Qt.Key
LEFT = Qt.MouseButton.LeftButton
NUMBER = Number(label="Heat", help="How hot.", low=-3, high=3)
WHOLE = Whole(label="Window", help="How many keys back.", low=-2, high=12)
OPTIONS = (("one", "1"), ("root", "√d_k"), ("all", "d_k"))
CHOICE = Choice(label="Divide by", help="What scores are divided by.", options=OPTIONS)
SWITCH = Switch(label="Q & A", help="Whether it is.")


class WithoutSeven(Whole):
    """Refuses a number that its control offers."""

    def check(self, value):
        if value == 7:
            raise ValueError("7 is taken")
        return super().check(value)


@dataclass(frozen=True)
class Kitchen(Scenario):
    heat: float = declared(NUMBER, 1.0)
    window: int = declared(WithoutSeven(label="Window", help="", low=-2, high=12), 2)
    divide_by: str = declared(CHOICE, "root")
    on: bool = declared(SWITCH, False)
    padding: frozenset = declared(Indices(label="Padding", help=""), frozenset())


@pytest.fixture
def page(qtbot):
    widget = QWidget()
    QVBoxLayout(widget)
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def document():
    scene = Scene("kitchen", {"kitchen": PanelState(Kitchen())})
    nothing = Result(matrices={}, quantities={}, captions={})
    return Document(scene, lambda _panel, _scenario: nothing, lambda _panel, result, _names: result)


def put(page, *controls):
    for control in controls:
        page.layout().addWidget(control)
    page.resize(page.sizeHint().expandedTo(page.size()))
    page.show()
    page.activateWindow()
    QApplication.processEvents()
    return controls[0]


def tab_names(key=KEY.Key_Tab):
    names = []
    for _ in range(20):
        name = QApplication.focusWidget().accessibleName()
        if names and name == names[0]:
            break
        names.append(name)
        QTest.keyClick(QApplication.focusWidget(), key)
    return names


def all_controls():
    return (
        NumberControl(NUMBER, name="heat of the oven"),
        ChoiceControl(CHOICE),
        ChoiceControl(CHOICE, name="divide by, listed", combo=True),
        WholeControl(WHOLE),
        SwitchControl(SWITCH),
        ChipRow(["the", "cat"], names=["token 1: the", "token 2: cat"], name="Tokens", tip="Show this token."),
        ChipRow(["sat", "on"], name="Padding", several=True, tip="Hide this key."),
    )


def test_each_control_is_one_tab_stop_in_order(page):
    first = put(page, *all_controls())
    first.setFocus()
    stops = ["heat of the oven", "1", "divide by, listed", "Window", "Q & A", "token 1: the", "sat"]
    assert tab_names() == stops
    first.setFocus()
    assert tab_names(KEY.Key_Backtab) == [stops[0], *reversed(stops[1:])]


def test_everything_that_takes_the_keyboard_has_a_name_and_a_tooltip(page):
    put(page, *all_controls())
    for widget in page.findChildren(QWidget):
        if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.focusProxy() is None:
            assert widget.accessibleName(), widget
            assert QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name), widget
            assert widget.toolTip(), widget


def test_showing_tells_nobody(page):
    number, choice, listed, whole, switch, chips, several = all_controls()
    put(page, number, choice, listed, whole, switch, chips, several)
    said = [told(control) for control in (number, choice, listed, whole, switch, chips, several)]
    number.show_value(2.0)
    choice.show_value("all")
    listed.show_value("all")
    whole.show_value(5)
    switch.show_value(True)
    chips.show_value(1)
    several.show_value(frozenset({0}))
    assert said == [[]] * 7
    assert listed.chooser.currentText() == "d_k"
    assert several.chips[0].isChecked()


def test_a_whole_number_is_typed_stepped_and_clicked(page):
    control = put(page, WholeControl(WHOLE))
    control.show_value(3)
    said = told(control)
    control.field.setFocus()
    QTest.keyClick(control.field, KEY.Key_Up)
    QTest.keyClick(control.field, KEY.Key_PageUp)
    control.field.selectAll()
    for character in "−1":
        QApplication.sendEvent(
            control.field, QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, character)
        )
    QTest.keyClick(control.field, KEY.Key_Return)
    QTest.mouseClick(control.less, LEFT)
    assert said == [4, "end", 12, "end", -1, "end", -2, "end"]
    assert control.field.text() == "−2"
    assert not control.less.isEnabled()
    assert control.less.accessibleDescription() == "−2 is the least."
    assert control.more.isEnabled()


@pytest.mark.parametrize("text", ["2.5", "13", "-3", "x"])
def test_a_whole_number_refuses_the_rest(page, text):
    control = put(page, WholeControl(WHOLE))
    control.show_value(3)
    said = told(control)
    control.field.setFocus()
    QTest.keyClicks(control.field, text)
    QTest.keyClick(control.field, KEY.Key_Return)
    assert [value for value in said if value != "end"] == []
    assert control.note.text() == f"“{text}” was not taken. Type a whole number from −2 to 12."
    assert control.field.text() == "3"


def test_a_switch_turns_by_click_and_space(page):
    control = put(page, SwitchControl(SWITCH))
    said = told(control)
    QTest.mouseClick(control, LEFT, pos=QPoint(theme.look().px(8), control.height() // 2))
    QTest.keyClick(control, KEY.Key_Space)
    assert said == [True, "end", False, "end"]
    assert control.accessibleName() == "Q & A"


def test_the_wheel_scrolls_the_page_over_every_control(qtbot):
    page, controls = QWidget(), all_controls()
    QVBoxLayout(page)
    put(page, *controls)
    for _ in range(20):
        page.layout().addWidget(NumberControl(NUMBER, name="more"))
    area = QScrollArea()
    qtbot.addWidget(area)
    area.setWidget(page)
    area.resize(page.width(), 260)
    area.show()
    said = [told(control) for control in controls]
    QApplication.processEvents()
    for control in controls:
        target = control.chooser if isinstance(control, ChoiceControl) else getattr(control, "field", control)
        for focused in (False, True):
            area.ensureWidgetVisible(target, 0, 0)
            if focused:
                target.setFocus()
            before = area.verticalScrollBar().value()
            place = target.mapTo(area, target.rect().center())
            QTest.wheelEvent(area.windowHandle(), QPointF(place), QPoint(0, -120))
            QApplication.processEvents()
            assert area.verticalScrollBar().value() > before, control
    assert [value for each in said for value in each if value != "end"] == []


def test_labels_of_a_column_share_the_widest_one(page):
    controls = [NumberControl(NUMBER, name=str(i)) for i in range(3)]
    put(page, *controls)
    align_labels(controls)
    controls[1].set_label("A much longer label")
    align_labels(controls)
    page.layout().activate()
    QApplication.processEvents()
    assert len({control.slider.x() for control in controls}) == 1
    controls[2].set_label("")
    QApplication.processEvents()
    assert controls[2].label.isHidden()


def test_a_bound_control_edits_its_field_alone(page, document):
    number, choice, listed, whole, switch, chips, several = all_controls()
    put(page, number, choice, listed, whole, switch, chips, several)
    fields = {"heat": number, "divide_by": choice, "window": whole, "on": switch, "padding": several}
    for field, control in fields.items():
        bind(control, document, "kitchen", field)
    number.slider.setFocus()
    number.slider.step(1)
    choice.chooser.chips[2].click()
    whole.more.click()
    switch.click()
    several.chips[1].click()
    assert document.scenario("kitchen") == Kitchen(1.1, 3, "all", True, frozenset({1}))
    for left in (4, 3, 2, 1, 0):
        document.undo()
        assert document.can_undo == bool(left)
    assert (number.value(), whole.value(), switch.isChecked(), several.value()) == (1.0, 2, False, frozenset())
    assert choice.chooser.value() == 1


def test_a_drag_of_a_bound_slider_is_one_undo_step(page, document):
    control = put(page, NumberControl(NUMBER, name="heat"))
    bind(control, document, "kitchen", "heat")
    slider, middle = control.slider, control.slider.height() // 2
    for _ in range(2):
        QTest.mousePress(slider, LEFT, pos=QPoint(20, middle))
        for x in range(20, slider.width(), 3):
            QTest.mouseMove(slider, QPoint(x, middle))
        QTest.mouseRelease(slider, LEFT, pos=QPoint(slider.width(), middle))
    assert document.scenario("kitchen").heat == 3.0
    document.undo()
    document.undo()
    assert document.scenario("kitchen") == Kitchen()
    assert not document.can_undo
    assert control.value() == 1.0


def test_a_refused_edit_brings_the_control_back(page, document, qtbot):
    control = put(page, WholeControl(WHOLE))
    bind(control, document, "kitchen", "window")
    document.edit("kitchen", window=6)
    with qtbot.capture_exceptions() as raised:
        control.more.click()
    assert [str(error) for _, error, _ in raised] == ["window: 7 is taken"]
    assert control.value() == 6
    assert document.scenario("kitchen").window == 6


def test_hiding_a_field_with_half_typed_text_while_a_change_is_told_edits_nothing(page, document):
    control = put(page, NumberControl(NUMBER, name="heat"))
    document.changed.connect(control.hide)
    bind(control, document, "kitchen", "heat")
    control.field.setFocus()
    QTest.keyClicks(control.field, "2")
    document.edit("kitchen", window=4)
    assert document.scenario("kitchen") == Kitchen(window=4)
    assert not control.isVisible()


def test_a_tie_ends_with_its_control(page, document):
    control = put(page, NumberControl(NUMBER, name="heat"))
    bind(control, document, "kitchen", "heat")
    control.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    document.edit("kitchen", heat=2.0)
    assert document.scenario("kitchen").heat == 2.0


@pytest.mark.parametrize("name", theme.NAMES)
@pytest.mark.parametrize("zoom", [80, 250])
def test_every_text_fits_at_every_size(qapp, page, name, zoom):
    controls = all_controls()
    put(page, *controls)
    sheet = qapp.styleSheet()
    theme.apply(qapp, theme.Look(name, zoom))
    try:
        width = theme.look().px(330)
        page.resize(width, page.layout().totalHeightForWidth(width))
        QApplication.processEvents()
        for control in controls:
            for chip in getattr(control, "chips", getattr(getattr(control, "chooser", None), "chips", ())):
                text = theme.text_width(theme.look().font(bold=True), chip.text())
                assert chip.width() >= text + theme.look().px(6)
                assert chip.height() >= chip.fontMetrics().height()
            assert page.rect().contains(control.geometry())
        assert controls[4].width() >= controls[4].fontMetrics().horizontalAdvance("Q & A") + theme.look().px(15)
    finally:
        theme.apply(qapp, theme.Look())
        qapp.setStyleSheet(sheet)
