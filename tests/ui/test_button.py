"""Enter presses a button, once a stroke."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from attnstudio.ui.button import Button
from attnstudio.ui.lesson_list import LessonEntry


@pytest.mark.parametrize("made", [lambda: Button("All lessons", "Back to the list"), LessonEntry], ids=["one", "entry"])
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_that_is_still_held_since_it_pressed_another_button_presses_none(
    qtbot: QtBot, made: type[QAbstractButton], key: Qt.Key
) -> None:
    button, pressed = made(), []
    qtbot.addWidget(button)
    button.clicked.connect(lambda: pressed.append(key))
    for held in (True, False, True):
        stroke = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "\r", held)
        QApplication.sendEvent(button, stroke)
        assert stroke.isAccepted()
    assert pressed == [key]
