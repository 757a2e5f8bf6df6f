"""What stays in a widget is drawn once for many frames, and looks as if it were drawn in each."""

import pytest
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen
from PySide6.QtWidgets import QWidget

from attnstudio.ui.backdrop import Backdrop

GROUND = QColor("#eceef1")


class Stage:
    """A backdrop with a slanting line, and how often that was drawn."""

    def __init__(self, widget: QWidget) -> None:
        self.widget, self.backdrop, self.drawn = widget, Backdrop(), 0

    def frame(self, key: object) -> QImage:
        def draw(painter: QPainter) -> None:
            self.drawn += 1
            painter.setPen(QPen(QColor("#14171c"), 1.3))
            painter.drawLine(QLineF(3.2, 4.1, 50.7, 33.9))

        image = QImage(self.widget.size(), QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.red)
        with QPainter(image) as painter:
            self.backdrop.lay(painter, self.widget, GROUND, key, draw)
        return image


@pytest.fixture
def stage(qtbot) -> Stage:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(60, 40)
    return Stage(widget)


def test_what_stays_is_drawn_for_the_first_two_frames_alone_and_looks_the_same_in_all(stage):
    frames = [stage.frame("still") for _ in range(5)]
    assert stage.drawn == 2
    assert all(frame == frames[0] for frame in frames)
    assert frames[0].pixelColor(59, 0) == GROUND


def test_what_changes_with_every_frame_is_drawn_in_each_and_no_picture_of_it_is_made(stage):
    for number in range(4):
        stage.frame(number)
        assert all(picture is None for _, picture in stage.backdrop._kept)
    assert stage.drawn == 4


def test_a_change_after_a_while_is_seen_at_once(stage):
    for _ in range(3):
        stage.frame("before")
    stage.frame("after")
    assert stage.drawn == 3


def test_what_comes_back_after_one_other_picture_is_not_drawn_again_and_looks_as_before(stage):
    before, _ = [stage.frame("before") for _ in range(2)]
    for _ in range(2):
        stage.frame("after")
    assert stage.frame("before") == before
    assert stage.drawn == 4
    assert len(stage.backdrop._kept) == 2


def test_no_picture_is_made_where_its_pixels_would_not_lie_on_those_of_the_screen(stage, monkeypatch):
    monkeypatch.setattr(stage.widget, "devicePixelRatioF", lambda: 1.25)
    for _ in range(4):
        stage.frame("still")
    assert stage.drawn == 4
