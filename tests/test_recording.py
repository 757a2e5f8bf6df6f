"""The recording of what a window paints: the other tests of texts and colours rest on it."""

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot
from recording import recorded, texts

pytestmark = pytest.mark.usefixtures("qapp")


class Drawn(QWidget):
    """A red area with a half-clear blue one on it, and words on both, of which some turn, and some are cut off."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            font = self.font()
            font.setPixelSize(20)
            painter.setFont(font)
            painter.fillRect(QRectF(0, 0, 100, 100), QColor("#ff0000"))
            painter.fillRect(QRectF(0, 50, 100, 50), QColor(0, 0, 255, 128))
            painter.setPen(QColor("#00ff00"))
            painter.drawText(QPointF(10, 40), "above")
            painter.drawText(QPointF(10, 80), "below")
            painter.setPen(QPen(QColor("#ffffff"), 3))
            painter.drawEllipse(QPointF(50, 25), 20, 20)
            painter.translate(90, 45)
            painter.rotate(-90)
            painter.drawText(QPointF(0, 0), "up")
            painter.resetTransform()
            painter.setClipRect(QRectF(0, 0, 30, 100))
            painter.drawText(QPointF(10, 20), "cut off")


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(300, 200)
    drawn = Drawn(made)
    drawn.setGeometry(20, 10, 100, 100)
    made.show()
    QApplication.processEvents()
    return made


def test_a_text_has_its_size_its_colour_and_what_lies_beneath_it(window: QWidget) -> None:
    found = {mark.text: mark for mark in recorded(window).of("text")}
    assert found["above"].colour == QColor("#00ff00")
    assert found["above"].pixels == 20
    assert found["above"].ground == "#ff0000"
    assert found["below"].ground in ("#7f0080", "#7f007f", "#800080")
    assert QRectF(25, 30, 70, 30).contains(found["above"].box)


def test_a_turned_text_stands_upright(window: QWidget) -> None:
    (up,) = [mark for mark in texts(window) if mark.text == "up"]
    assert up.box.height() > up.box.width()
    assert QRectF(90, 20, 25, 40).contains(up.box)


def test_a_clipped_text_reaches_out_of_its_room(window: QWidget) -> None:
    marks = {mark.text: mark for mark in texts(window)}
    assert marks["cut off"].room == QRectF(20, 10, 30, 100)
    assert not marks["cut off"].room.contains(marks["cut off"].box)
    assert marks["above"].room.contains(marks["above"].box)


def test_a_line_has_what_lies_along_it_on_both_sides(window: QWidget) -> None:
    (ring,) = [mark for mark in recorded(window).of("line") if mark.colour == QColor("#ffffff")]
    assert ring.ground == "#ff0000"
    assert ring.box == QRectF(48.5, 13.5, 43, 43)


def test_what_qt_itself_paints_is_seen_too_and_what_covers_it_is_not(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.setStyleSheet("QPushButton { background: #123456; color: #fedcba; border: none; }")
    button = QPushButton("Press", window)
    button.setGeometry(10, 10, 100, 40)
    window.show()
    QApplication.processEvents()
    (press,) = recorded(window).of("text")
    assert (press.text, press.colour.name(), press.ground) == ("Press", "#fedcba", "#123456")
    button.hide()
    assert not texts(window)


def test_what_can_be_scrolled_to_is_not_cut_off_but_does_not_show(qtbot: QtBot) -> None:
    area = QScrollArea()
    qtbot.addWidget(area)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    inside = QWidget()
    inside.resize(100, 1000)
    label = QLabel("far below", inside)
    label.move(0, 900)
    area.setWidget(inside)
    area.resize(150, 100)
    area.show()
    QApplication.processEvents()
    (far,) = texts(area)
    assert far.room.contains(far.box)
    assert far.seen.isEmpty()
    assert not recorded(area).of("text")[0].grounds


def test_the_recording_makes_the_picture_that_qt_makes(window: QWidget) -> None:
    made, grabbed = recorded(window).image, window.grab().toImage()
    apart = [
        (x, y)
        for x in range(0, 130, 3)
        for y in range(0, 120, 3)
        if abs(made.pixelColor(x, y).lightness() - grabbed.pixelColor(x, y).lightness()) > 8
    ]
    assert len(apart) < 10
