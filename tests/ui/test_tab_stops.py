"""Where the keyboard goes that a control is given, and the way of the Tab key through layouts."""

from collections.abc import Iterator

import pytest
from other_owners import deleted_unseen
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from attnstudio.ui.chips import ChipRow
from attnstudio.ui.tab_order import move_on, stop_in

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def place() -> Iterator[QWidget]:
    place = QWidget()
    QVBoxLayout(place)
    yield place
    place.hide()
    place.deleteLater()


def row_in(place: QWidget, *, several: bool) -> ChipRow:
    row = ChipRow(["a", "b", "c"], name="row", several=several)
    layout = place.layout()
    assert layout is not None
    layout.addWidget(row)
    place.show()
    row.show()
    return row


def test_a_row_of_chips_has_it_at_the_chosen_one_and_at_the_first_usable_where_several_can_be(place: QWidget) -> None:
    row = row_in(place, several=False)
    row.show_value(2)
    assert stop_in(row) is row.chips[2]
    assert stop_in(place) is row.chips[2]
    several = row_in(place, several=True)
    assert stop_in(several) is several.chips[0]
    several.set_reason(0, "not now")
    assert stop_in(several) is several.chips[1]


def test_what_stands_for_a_control_has_it_and_what_takes_no_keys_stays_without_it(place: QWidget) -> None:
    row, button = row_in(place, several=False), QPushButton(place)
    place.setFocusProxy(button)
    assert stop_in(place) is button
    for chip in row.chips:
        chip.explain("", "never")
    row._mark()
    assert stop_in(row) is row


def test_tab_goes_as_nested_layouts_hold_their_parts_and_keeps_none_of_their_items(place: QWidget) -> None:
    """An item that Qt deletes unseen stays known at its address: what is made there next ended the process."""
    outer = place.layout()
    assert isinstance(outer, QVBoxLayout)
    row, names = QHBoxLayout(), ["last", "left", "first", "right"]
    last, left, first, right = (QPushButton(name) for name in names)
    for button in (last, left, first, right):
        button.setParent(place)
    outer.addWidget(first)
    outer.addLayout(row)
    outer.addStretch()
    outer.addWidget(last)
    for button in (left, right):
        row.addWidget(button)
    place.show()
    place.activateWindow()
    QApplication.processEvents()
    first.setFocus()
    met = []
    for _ in range(5):
        focus = QApplication.focusWidget()
        assert isinstance(focus, QPushButton)
        met.append(focus.text())
        assert move_on(place, forward=True)
    assert met == ["first", "left", "right", "last", "first"]
    assert not deleted_unseen()
