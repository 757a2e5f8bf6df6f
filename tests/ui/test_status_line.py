"""The status line: two texts that share their room, and leave the window as it is."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
from pytestqt.qtbot import QtBot

from attnstudio.ui.status_line import StatusLine


class LaidOut(QObject):
    """Counts how often a widget is asked to lay out what is in it."""

    count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    made.resize(700, 200)
    return made


@pytest.fixture
def line(window: QMainWindow) -> StatusLine:
    made = StatusLine(window.statusBar(), QLabel("tab"))
    made.shapes.show_text("T 12 · d_k 32")
    window.show()
    QApplication.processEvents()
    return made


def test_another_text_does_not_lay_out_the_window_again(window: QMainWindow, line: StatusLine) -> None:
    counter = LaidOut()
    window.installEventFilter(counter)
    for text in ("short", "a longer text of some words", ""):
        line.say(text)
        line.shapes.show_text(f"T 12 · {text}")
        QApplication.processEvents()
    assert counter.count == 0


def test_the_shapes_have_their_width_at_the_end_and_the_text_the_rest(line: StatusLine) -> None:
    line.say("what is said")
    assert line.shapes.geometry().right() == line.rect().right()
    assert line.shapes.width() == line.shapes.sizeHint().width()
    assert line.text.geometry().left() == 0
    assert line.text.geometry().right() < line.shapes.geometry().left()
    line.shapes.show_text("T 12 · d_k 32 · layers 6")
    QApplication.processEvents()
    assert line.shapes.text() == "T 12 · d_k 32 · layers 6"
    assert line.text.geometry().right() < line.shapes.geometry().left()


def test_a_text_that_needs_it_has_the_whole_line(line: StatusLine) -> None:
    line.say("word " * 60)
    assert not line.shapes.isVisible()
    assert line.text.width() == line.width()
    assert line.text.text().endswith("…")
    line.say("short")
    assert line.shapes.isVisible()
    assert line.text.text() == "short"
