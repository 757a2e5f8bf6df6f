"""The shortcut sheet lists the keys that the controls take: no more and no fewer."""

import numpy as np
import pytest
from matrices import matrix, view_of
from operated import COMPONENT
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.ui import chips, matrix_editor, matrix_keys, number_field, slider, strip
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.key_uses import KeyUse
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.shortcuts import control_rows
from attnstudio.ui.slider import NumberSlider
from attnstudio.ui.strip import StageStrip

PLAIN = Qt.KeyboardModifier.NoModifier
TYPED_ONLY = {Qt.Key.Key_Tab, matrix_keys.LEAVE}  # what the field over a cell takes, not the matrix
MODIFIERS = (PLAIN, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier)


def taken(widget: QWidget, kind: QEvent.Type, modifier: Qt.KeyboardModifier = PLAIN) -> set[Qt.Key]:
    """Return the keys, without those that write a character, that a widget accepts."""
    accepted = set()
    for key in Qt.Key:
        if key.value >= 0x01000000 or key == Qt.Key.Key_Space:
            event = QKeyEvent(kind, key, modifier)
            event.setAccepted(kind == QEvent.Type.KeyPress)  # as Qt sends them
            QApplication.sendEvent(widget, event)
            if event.isAccepted():
                accepted.add(key)
    return accepted


def listed(table: tuple[KeyUse, ...], modifier: Qt.KeyboardModifier = PLAIN) -> set[Qt.Key]:
    return {key for use in table if use.modifier == modifier for key in use.keys}


def test_the_slider_takes_the_keys_that_are_listed(qtbot: QtBot) -> None:
    widget = NumberSlider(COMPONENT)
    qtbot.addWidget(widget)
    assert taken(widget, QEvent.Type.ShortcutOverride) == listed(slider.KEYS)


def test_the_number_field_takes_the_keys_that_are_listed(qtbot: QtBot) -> None:
    widget = NumberField(COMPONENT)
    qtbot.addWidget(widget)
    for key in listed(number_field.KEYS):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, PLAIN)
        event.ignore()
        QApplication.sendEvent(widget, event)
        assert event.isAccepted()
    assert listed(number_field.KEYS) == set(number_field._OURS)


@pytest.mark.parametrize("modifier", MODIFIERS)
def test_the_cells_of_matrices_take_the_keys_that_are_listed(qtbot: QtBot, modifier: Qt.KeyboardModifier) -> None:
    found = set()
    for rights in ({"editable": True}, {"paintable": True}, {}):
        widget = view_of(matrix(np.eye(2), **rights))
        qtbot.addWidget(widget)
        found |= taken(widget, QEvent.Type.ShortcutOverride, modifier)
    if modifier == Qt.KeyboardModifier.ShiftModifier:  # Shift makes steps fine and else changes nothing
        assert listed(matrix_keys.KEYS, modifier) - TYPED_ONLY <= found
    else:
        assert found == listed(matrix_keys.KEYS, modifier) - TYPED_ONLY


def test_the_field_over_a_cell_closes_on_the_key_that_is_listed(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    assert matrix_keys.LEAVE in taken(matrix_editor.CellEditor(host, -1, 1), QEvent.Type.ShortcutOverride)


def test_chips_and_stages_take_the_keys_that_are_listed(qtbot: QtBot) -> None:
    row, stages = ChipRow("abc", name="letters", several=True), StageStrip([("one", "score"), ("two", "score")])
    for widget in (row, stages):
        qtbot.addWidget(widget)
    moves = {key for key in Qt.Key if row._move(key)}
    assert moves | {Qt.Key.Key_Space} == listed(chips.KEYS)
    assert taken(stages, QEvent.Type.KeyPress) == listed(strip.KEYS)


def test_keys_are_named_with_their_modifier_and_what_else_does_the_same() -> None:
    rows = {(place, does): keys for keys, does, place in control_rows()}
    assert rows["Slider", "Move by a fine step"] == "Shift+Right, Shift+Up, Shift+Left, Shift+Down"
    assert rows["Slider", "Go back to the default"] == "Del, Backspace, double click"
    assert rows["Cell of a matrix", "While typing: go on to the next cell"] == "Tab"
    assert len(rows) == len(control_rows())
