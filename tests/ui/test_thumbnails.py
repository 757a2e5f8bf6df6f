"""The bar of thumbnails: each part of the panel in small, chosen by pointer and by keys, named, drawn anew with it."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from random_events import LEFT, PLAIN

from attnstudio.ui import theme
from attnstudio.ui.painted import Painted
from attnstudio.ui.theme import Look, contrast, text_width
from attnstudio.ui.thumbnails import HEIGHT, KEYS, ThumbnailBar

TITLES = {"scores": "Compare", "weights": "Softmax", "dial": "Key dial"}


class Source(Painted):
    """A part whose miniature is one filled rectangle, and which counts how often it is drawn."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.drawn: list[QRectF] = []

    def paint(self, _painter: QPainter) -> None:
        raise AssertionError("the part itself is hidden")

    def paint_miniature(self, painter: QPainter, rect: QRectF) -> None:
        self.drawn.append(rect)
        painter.fillRect(QRectF(-1000, -1000, 3000, 3000), Qt.GlobalColor.red)  # it must not get out of its place


class Heard(ThumbnailBar):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.heard: list[str] = []
        self.chosen.connect(self.heard.append)
        self.sources = {key: Source(parent) for key in TITLES}
        for source in self.sources.values():
            source.hide()
        self.show_all("weights")

    def show_all(self, current: str | None) -> None:
        self.show_items([(key, title, self.sources[key]) for key, title in TITLES.items()], current)


@pytest.fixture
def bar(qtbot: QtBot) -> Iterator[Heard]:
    host = QWidget()
    qtbot.addWidget(host)
    made = Heard(host)
    made.resize(400, made.sizeHint().height())
    host.resize(400, 200)
    with qtbot.waitActive(host):
        host.show()
        host.activateWindow()
    QApplication.processEvents()
    yield made
    if theme.look() != Look():
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        theme.apply(app, Look())


def drawn(bar: Heard) -> list[int]:
    return [len(source.drawn) for source in bar.sources.values()]


def test_a_click_and_each_key_choose(bar: Heard) -> None:
    QTest.mouseClick(bar.buttons[2], LEFT, PLAIN)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
        bar.buttons[0].setFocus()
        QTest.keyClick(bar.buttons[0], key)
    assert bar.heard == ["dial", "scores", "scores", "scores"]


def test_arrows_move_round_and_choose_nothing(bar: Heard) -> None:
    bar.buttons[1].setFocus()
    for key, there in ((Qt.Key.Key_Right, 2), (Qt.Key.Key_Right, 0), (Qt.Key.Key_Left, 2), (Qt.Key.Key_Left, 1)):
        QTest.keyClick(QApplication.focusWidget(), key)
        assert bar.buttons[there].hasFocus()
    assert bar.heard == []


def test_the_tab_key_stops_once_at_the_one_that_is_enlarged_or_was_moved_to(bar: Heard) -> None:
    def stops() -> list[int]:
        return [i for i, b in enumerate(bar.buttons) if b.focusPolicy() & Qt.FocusPolicy.TabFocus]

    assert stops() == [1]
    bar.buttons[1].setFocus()
    QTest.keyClick(bar.buttons[1], Qt.Key.Key_Right)
    assert stops() == [2]
    bar.show_all(None)
    assert stops() == [0]


def test_the_keys_are_those_that_are_listed(bar: Heard) -> None:
    listed = {key for use in KEYS for key in use.keys}
    acted = set()
    for key in (*listed, Qt.Key.Key_Up, Qt.Key.Key_Home, Qt.Key.Key_A):
        bar.heard.clear()
        bar.buttons[1].setFocus()
        QTest.keyClick(bar.buttons[1], key)
        if bar.heard or not bar.buttons[1].hasFocus():
            acted.add(key)
    assert acted == listed


def test_each_is_named_by_what_it_enlarges_and_the_current_one_is_marked(bar: Heard) -> None:
    assert [button.accessibleName() for button in bar.buttons] == [
        "Enlarge Compare", "Softmax is enlarged: return to the formula", "Enlarge Key dial",
    ]  # fmt: skip
    assert [button.isChecked() for button in bar.buttons] == [False, True, False]
    for button in bar.buttons:
        assert button.accessibleName() in button.toolTip()


def test_choosing_does_not_mark_before_the_panel_says_so(bar: Heard) -> None:
    bar.buttons[0].click()
    assert [button.isChecked() for button in bar.buttons] == [False, True, False]
    bar.show_all("scores")
    assert [button.isChecked() for button in bar.buttons] == [True, False, False]


def test_a_miniature_is_drawn_inside_its_place_under_the_title(bar: Heard) -> None:
    button = bar.buttons[0]
    image, place = button.grab().toImage(), button.picture()
    assert bar.sources["scores"].drawn[-1] == place
    assert button.rect().contains(place.toAlignedRect())
    red = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).getRgb()[:3] == (255, 0, 0)
    ]
    assert red
    assert all(place.adjusted(-1, -1, 1, 1).contains(x, y) for x, y in red)


def test_refreshing_draws_every_miniature_once_more_and_showing_the_same_draws_none(bar: Heard) -> None:
    before = drawn(bar)
    bar.show_all("weights")
    QApplication.processEvents()
    assert drawn(bar) == before
    bar.refresh()
    bar.refresh()
    QApplication.processEvents()
    assert drawn(bar) == [count + 1 for count in before]


def test_refreshing_a_bar_that_does_not_show_draws_nothing(bar: Heard) -> None:
    bar.hide()
    before = drawn(bar)
    bar.refresh()
    QApplication.processEvents()
    assert drawn(bar) == before


def test_a_low_bar_has_titles_alone(bar: Heard) -> None:
    bar.setFixedHeight(bar.minimumSizeHint().height())
    QApplication.processEvents()
    before = drawn(bar)
    bar.refresh()
    QApplication.processEvents()
    assert drawn(bar) == before
    assert all(button.picture().isEmpty() for button in bar.buttons)
    assert [button.title_shown() for button in bar.buttons] == list(TITLES.values())


@pytest.mark.parametrize(("name", "zoom"), [("light", 100), ("dark", 150), ("projector", 100), ("light", 250)])
def test_titles_are_at_least_small_type_and_whole_where_the_bar_has_their_room(
    bar: Heard, qapp: QApplication, name: str, zoom: int
) -> None:
    theme.apply(qapp, Look(name, zoom))
    style = theme.look()
    bar.resize(bar.sizeHint())  # less than three times the room of the longest title
    QApplication.processEvents()
    assert [button.title_shown() for button in bar.buttons] == list(TITLES.values())
    assert style.font("small").pixelSize() >= (18 if name == "projector" else 12)
    assert bar.sizeHint().height() == style.px(HEIGHT)
    for button in bar.buttons:
        assert text_width(style.font("small"), button.text()) <= button.width()
    for ground in ("card", "pressed"):
        assert contrast(style.colour("text"), style.colour(ground)) >= 4.5


def test_a_low_bar_has_titles_alone_also_of_what_comes_later(bar: Heard) -> None:
    high = bar.sizeHint().height()
    bar.show_items([("dial", "Key dial", bar.sources["dial"])], None)
    bar.set_low(True)
    bar.show_all("dial")
    bar.resize(600, bar.sizeHint().height())
    QApplication.processEvents()
    assert bar.height() < high / 2
    assert all(button.picture().isEmpty() for button in bar.buttons)
    assert [button.title_shown() for button in bar.buttons] == list(TITLES.values())
    bar.set_low(False)
    assert bar.sizeHint().height() == high


def test_a_title_that_does_not_fit_is_whole_in_its_tooltip(bar: Heard) -> None:
    bar.resize(120, bar.height())
    QApplication.processEvents()
    assert "…" in bar.buttons[1].title_shown()
    assert "Softmax" in bar.buttons[1].toolTip()


def test_items_come_and_go(bar: Heard) -> None:
    bar.show_items([("dial", "Key dial", bar.sources["dial"])], None)
    assert [button.text() for button in bar.buttons] == ["Key dial"]
    bar.buttons[0].click()
    bar.show_all("dial")
    bar.buttons[1].click()
    assert bar.heard == ["dial", "weights"]


def test_what_a_thumbnail_does_is_said_in_plain_words(bar: Heard) -> None:
    assert [button.accessibleDescription() for button in bar.buttons] == [
        "Enlarge Compare", "Softmax is enlarged: return to the formula", "Enlarge Key dial",
    ]  # fmt: skip
