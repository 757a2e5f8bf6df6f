"""Chips and choices: one tab stop, arrows, clicks, labels of any kind."""

import pytest
from operated import KEY, LEFT, told
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from attnstudio.state.fields import Choice
from attnstudio.ui import theme
from attnstudio.ui.controls import ChipRow, ChoiceControl

OPTIONS = (("one", "1"), ("root", "√d_k"), ("all", "d_k"))
CHOICE = Choice(label="Divide by", help="What scores are divided by.", options=OPTIONS)


@pytest.fixture
def page(qtbot):
    widget = QWidget()
    QVBoxLayout(widget)
    qtbot.addWidget(widget)
    return widget


def put(page, *controls):
    for control in controls:
        page.layout().addWidget(control)
    page.resize(page.sizeHint().expandedTo(page.size()))
    page.show()
    page.activateWindow()
    QApplication.processEvents()
    return controls[0]


@pytest.mark.parametrize(
    ("key", "start", "end"),
    [
        (KEY.Key_Right, "one", "root"),
        (KEY.Key_Down, "root", "all"),
        (KEY.Key_Left, "all", "root"),
        (KEY.Key_Up, "root", "one"),
        (KEY.Key_Home, "all", "one"),
        (KEY.Key_End, "one", "all"),
    ],
)
def test_arrows_choose(page, key, start, end):
    control = put(page, ChoiceControl(CHOICE))
    control.show_value(start)
    control.chooser.chips[["one", "root", "all"].index(start)].setFocus()
    said = told(control)
    QTest.keyClick(QApplication.focusWidget(), key)
    assert said == [end, "end"]
    assert QApplication.focusWidget().accessibleName() == dict(CHOICE.options)[end]
    assert [chip.isChecked() for chip in control.chooser.chips] == [w == end for w, _ in CHOICE.options]


def test_arrows_stop_at_the_ends(page):
    control = put(page, ChoiceControl(CHOICE))
    said = told(control)
    control.chooser.chips[0].setFocus()
    QTest.keyClick(QApplication.focusWidget(), KEY.Key_Left)
    assert said == []


def test_a_click_chooses_and_the_chosen_one_stays_chosen(page):
    control = put(page, ChoiceControl(CHOICE))
    control.show_value("root")
    said = told(control)
    QTest.mouseClick(control.chooser.chips[2], LEFT)
    QTest.mouseClick(control.chooser.chips[2], LEFT)
    assert said == ["all", "end"]
    assert control.chooser.chips[2].isChecked()


@pytest.mark.parametrize("combo", [False, True])
def test_a_disabled_option_says_why_and_is_passed_over(page, combo):
    control = put(page, ChoiceControl(CHOICE, combo=combo))
    control.show_value("one")
    control.set_enabled_reason("root", "There is no <root> here.")
    said = told(control)
    if combo:
        control.chooser.setFocus()
        assert "There is no &lt;root&gt; here." in control.chooser.itemData(1, Qt.ItemDataRole.ToolTipRole)
    else:
        chip = control.chooser.chips[1]
        assert not chip.isEnabled()
        assert chip.accessibleDescription() == "There is no <root> here."
        assert "There is no &lt;root&gt; here." in chip.toolTip()
        QTest.mouseClick(chip, LEFT)
        control.chooser.chips[0].setFocus()
    QTest.keyClick(QApplication.focusWidget(), KEY.Key_Down)
    assert said == ["all", "end"]
    control.set_enabled_reason("root", None)
    QTest.keyClick(QApplication.focusWidget(), KEY.Key_Up)
    assert said == ["all", "end", "root", "end"]


def test_chips_show_letter_for_letter(page):
    labels = ["<b>x</b>", "Q&A", "&File", "\n", " ", "", "Donaudampfschifffahrtsgesellschaft" * 3]
    row = put(page, ChipRow(labels, name="Tokens"))
    assert [chip.text() for chip in row.chips[:6]] == ["<b>x</b>", "Q&&A", "&&File", "⏎", "␣", "␣"]
    assert [chip.accessibleName() for chip in row.chips] == labels
    assert row.chips[6].text().endswith("…")
    assert labels[6] in row.chips[6].toolTip()
    assert row.chips[6].width() <= theme.look().px(150)
    assert "<b>" not in row.chips[0].toolTip()


def test_chips_wrap_and_none_is_cut(page):
    row = put(page, ChipRow([f"token {i}" for i in range(30)], name="Tokens"))
    page.resize(theme.look().px(300), page.layout().totalHeightForWidth(theme.look().px(300)))
    QApplication.processEvents()
    places = [chip.geometry() for chip in row.chips]
    assert len({place.y() for place in places}) > 5
    assert all(row.rect().contains(place) for place in places)
    assert not any(a.intersects(b) for i, a in enumerate(places) for b in places[:i])


def test_chips_keep_the_focus_when_labels_change(page):
    row = put(page, ChipRow(["a", "b", "c"], name="Tokens"))
    row.show_value(1)
    row.chips[1].setFocus()
    row.set_labels(["x", "y"])
    assert QApplication.focusWidget() is row.chips[1]
    assert [chip.text() for chip in row.chips] == ["x", "y"]
    row.set_labels(["x", "y", "z", "w"])
    QTest.keyClick(row.chips[1], KEY.Key_End)
    assert row.value() == 3


def test_a_chosen_position_without_a_chip_leaves_a_tab_stop(page):
    row = put(page, ChipRow(["a", "b", "c"], name="Tokens"))
    row.show_value(2)
    row.set_labels(["a", "b"])
    assert [bool(chip.focusPolicy() & Qt.FocusPolicy.TabFocus) for chip in row.chips] == [True, False]


def test_several_chips_are_turned_by_space_and_click(page):
    row = put(page, ChipRow(["a", "b", "c"], name="Padding", several=True))
    said = told(row)
    row.chips[0].setFocus()
    QTest.keyClick(QApplication.focusWidget(), KEY.Key_Right)
    assert said == []
    QTest.keyClick(QApplication.focusWidget(), KEY.Key_Space)
    QTest.mouseClick(row.chips[2], LEFT)
    QTest.mouseClick(row.chips[1], LEFT)
    assert said == [frozenset({1}), "end", frozenset({1, 2}), "end", frozenset({2}), "end"]


@pytest.mark.parametrize(
    ("several", "role"), [(False, QAccessible.Role.RadioButton), (True, QAccessible.Role.CheckBox)]
)
def test_a_screen_reader_hears_what_kind_of_chips_they_are(page, several, role):
    row = put(page, ChipRow(["a", "b"], name="x", several=several))
    row.show_value(frozenset({1}) if several else 1)
    chips = [QAccessible.queryAccessibleInterface(chip) for chip in row.chips]
    assert {chip.role() for chip in chips} == {role}
    assert [bool(chip.state().checked) for chip in chips] == [False, True]


def test_a_chip_that_is_added_while_the_type_grows_has_the_type_of_the_others(page):
    app = QApplication.instance()
    theme.apply(app, theme.Look())
    row = put(page, ChipRow(["Formula", "Output"], name="what is shown"))
    try:
        for zoom in (200, 250):
            app.setStyleSheet("")  # as with every change of the look
            theme.apply(app, theme.Look(zoom=zoom))
            row.set_labels(["Formula", "Output", "Numbers"])
        QApplication.processEvents()
        assert {chip.font().pixelSize() for chip in row.chips} == {theme.look().font().pixelSize()}
    finally:
        theme.apply(app, theme.Look())
