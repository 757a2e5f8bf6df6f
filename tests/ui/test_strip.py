"""The strip of stages: pills are chosen and covered by pointer, by keys and by a screen reader, in any size."""

from collections.abc import Iterator

import numpy as np
import pytest
from pictures import pixels
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QHelpEvent, QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot
from random_events import LEFT, PLAIN, move

from attnstudio.ui import pills, theme
from attnstudio.ui.strip import StageStrip
from attnstudio.ui.theme import Look, contrast, text_on, text_width

STAGES = [("Compare", "score"), ("Scale", "score"), ("Mask", "score"), ("Softmax", "weight"), ("Mix", "value")]
ROOMY = 900


class Heard(StageStrip):
    """A strip that writes down what it was asked for."""

    def __init__(self, stages: list[tuple[str, str]] = STAGES) -> None:
        super().__init__(stages)
        self.heard: list[tuple[str, int]] = []
        self.chosen.connect(lambda index: self.heard.append(("enlarge", index)))
        self.cover_toggled.connect(lambda index: self.heard.append(("cover", index)))
        self.stand_on("card")


@pytest.fixture
def strip(qtbot: QtBot) -> Iterator[Heard]:
    host, made = QWidget(), Heard()
    qtbot.addWidget(host)
    host.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    made.setParent(host)
    made.resize(ROOMY, made.sizeHint().height())
    host.resize(ROOMY, 60)
    with qtbot.waitActive(host):
        host.show()
        host.activateWindow()
    host.setFocus()
    yield made
    host.close()


@pytest.fixture
def looks(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    theme.apply(qapp, Look())


def centre(strip: StageStrip, index: int) -> QPoint:
    return strip.pill(index).center().toPoint()


def end(strip: StageStrip, index: int) -> QPoint:
    return strip.pill(index).center().toPoint() + QPoint(int(strip.pill(index).width() / 2) - 16, 0)


def press(strip: StageStrip, *names: str) -> None:
    for name in names:
        QTest.keyClick(strip, getattr(Qt.Key, f"Key_{name}"))


def side(strip: StageStrip) -> QAccessible:
    interface = QAccessible.queryAccessibleInterface(strip)
    assert interface is not None
    return interface


def spoken(strip: StageStrip) -> list[str]:
    found = side(strip)
    return [found.child(i).text(QAccessible.Text.Name) for i in range(found.childCount())]


def test_a_click_on_a_pill_enlarges_and_one_on_its_eye_covers(strip: Heard) -> None:
    QTest.mouseClick(strip, LEFT, PLAIN, centre(strip, 3))
    move(strip, centre(strip, 4), Qt.MouseButton.NoButton)
    QTest.mouseClick(strip, LEFT, PLAIN, end(strip, 4))
    assert strip.heard == [("enlarge", 3), ("cover", 4)]


def test_an_eye_that_does_not_show_takes_no_click(strip: Heard) -> None:
    QTest.mouseClick(strip, LEFT, PLAIN, end(strip, 4))  # as a finger, which points at nothing before
    assert strip.heard == [("enlarge", 4)]


def test_eyes_show_where_the_pointer_is_and_everywhere_once_something_is_covered(strip: Heard) -> None:
    def shown() -> list[int]:
        return [i for i in range(strip.count) if strip.eye(i) is not None]

    assert shown() == []
    move(strip, centre(strip, 2), Qt.MouseButton.NoButton)
    assert shown() == [2]
    QApplication.sendEvent(strip, QEvent(QEvent.Type.Leave))
    assert shown() == []
    strip.show_covered(frozenset({0}))
    assert shown() == [0, 1, 2, 3, 4]


def test_the_keyboard_moves_round_enlarges_and_covers(strip: Heard) -> None:
    strip.setFocus()
    press(strip, "Left", "Return", "Space", "Right", "Enter")
    assert strip.heard == [("enlarge", 4), ("cover", 4), ("enlarge", 0)]


def test_the_pill_that_has_the_keyboard_shows_its_eye_and_a_ring(strip: Heard) -> None:
    before = strip.grab().toImage()
    strip.setFocus()
    assert strip.eye(0) is not None
    ring = strip.pill(0).center().toPoint() - QPoint(0, int(strip.height() / 2) - 1)
    assert strip.grab().toImage().pixelColor(ring) != before.pixelColor(ring)


def test_a_double_click_on_a_pill_is_one_choice_and_on_an_eye_two(strip: Heard) -> None:
    strip.show_covered(frozenset({1}))
    for place in (centre(strip, 2), end(strip, 1)):
        QTest.mousePress(strip, LEFT, PLAIN, place)
        for kind in (QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick, QEvent.Type.MouseButtonRelease):
            at = QPointF(place)
            QApplication.sendEvent(strip, QMouseEvent(kind, at, strip.mapToGlobal(at), LEFT, LEFT, PLAIN))
    assert strip.heard == [("enlarge", 2), ("cover", 1), ("cover", 1)]


def test_other_buttons_of_the_mouse_do_nothing(strip: Heard) -> None:
    QTest.mouseClick(strip, Qt.MouseButton.RightButton, PLAIN, centre(strip, 2))
    assert strip.heard == []


def test_each_pill_says_its_keys_in_its_own_tooltip(strip: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, text, *_: shown.append(text))

    def tip(index: int) -> str:
        at = centre(strip, index)
        QApplication.sendEvent(strip, QHelpEvent(QEvent.Type.ToolTip, at, strip.mapToGlobal(at)))
        return shown[-1]

    assert tip(3) == "4 Softmax: Enter or 4 enlarges, Space covers"
    strip.show_covered(frozenset({3}))
    strip.show_enlarged(3)
    assert tip(3) == "4 Softmax: Enter or 4 returns, Space reveals"
    assert tip(0) == "1 Compare: Enter or 1 enlarges, Space covers"


def test_a_screen_reader_meets_a_button_for_every_stage_and_hears_what_is_covered(strip: Heard) -> None:
    assert strip.accessibleName() == "1 Compare, 2 Scale, 3 Mask, 4 Softmax, 5 Mix"
    assert spoken(strip) == ["1 Compare", "2 Scale", "3 Mask", "4 Softmax", "5 Mix"]
    assert strip.accessibleDescription() == "No stage is covered."
    strip.show_covered(frozenset({3, 4}))
    strip.show_enlarged(3)
    assert spoken(strip)[2:] == ["3 Mask", "4 Softmax, covered, enlarged", "5 Mix, covered"]
    assert strip.accessibleDescription() == "Covered: 4 Softmax, 5 Mix. 4 Softmax, enlarged."
    pill = side(strip).child(1)
    assert pill.role() == QAccessible.Role.Button
    assert pill.text(QAccessible.Text.Description) == strip.tip(1)
    assert pill.rect().center() == strip.mapToGlobal(strip.pill(1).toRect().center())
    assert side(strip).childAt(*pill.rect().center().toTuple()).text(QAccessible.Text.Name) == "2 Scale"


def test_a_screen_reader_enlarges_and_covers_without_keys(strip: Heard) -> None:
    deeds = side(strip).child(2).actionInterface()
    for name in deeds.actionNames():
        deeds.doAction(name)
    assert strip.heard == [("enlarge", 2), ("cover", 2)]


def test_a_screen_reader_follows_the_keyboard(strip: Heard) -> None:
    strip.setFocus()
    press(strip, "Right", "Right")
    assert side(strip).focusChild().text(QAccessible.Text.Name) == "3 Mask"
    assert side(strip).child(2).state().focused
    assert not side(strip).child(1).state().focused


def grey(image: QImage) -> np.ndarray:
    return pixels(image.convertToFormat(QImage.Format.Format_Grayscale8)).max(axis=2)


@pytest.mark.parametrize("name", theme.NAMES)
def test_covered_and_enlarged_pills_are_told_apart_without_colour(looks: QApplication, strip: Heard, name: str) -> None:
    theme.apply(looks, Look(name))
    strip.show_covered(frozenset({0}))
    states = []
    for covered, enlarged in ((set(), None), ({1}, None), (set(), 1), ({1}, 1)):
        strip.show_covered(frozenset({0} | covered))
        strip.show_enlarged(enlarged)
        area = strip.pill(1).toRect()
        states.append(grey(strip.grab(area).toImage()))
    for i, one in enumerate(states):
        for other in states[i + 1 :]:
            assert (np.abs(one - other) > 60).mean() > 0.02


@pytest.mark.parametrize("name", theme.NAMES)
def test_titles_numbers_and_eyes_have_contrast_on_every_pill(looks: QApplication, name: str) -> None:
    theme.apply(looks, Look(name))
    style = theme.look()
    for kind in {kind for _, kind in STAGES}:
        ink, card = style.colour(kind), style.colour("card")
        for face in (style.cell(kind, 0.08, (0.0, 1.0)), style.colour("blocked")):
            assert contrast(style.colour("text"), face) >= 4.5
        assert contrast(text_on(ink), ink) >= 4.5
        assert contrast(ink, card) >= 3  # edge of a pill


# Width of the strip in pixels at 100 %, from a large screen down to the smallest panel that is not scrolled.
@pytest.mark.parametrize("width", [900, 640, 436, 400])
@pytest.mark.parametrize("name_and_zoom", [("light", 100), ("dark", 150), ("light", 250), ("projector", 100)])
def test_titles_are_whole_and_large_enough(looks: QApplication, width: int, name_and_zoom: tuple[str, int]) -> None:
    theme.apply(looks, Look(*name_and_zoom))
    style, titles = theme.look(), [title for title, _ in STAGES]
    wide = width * style.factor
    measures, places = pills.laid_out(titles, wide, style.px(30), style)
    font = measures.font(style)
    assert font.pixelSize() >= style.font("small").pixelSize()
    assert places[-1].right() <= wide + 0.5
    for title, place, after in zip(titles, places, [*places[1:], None], strict=True):
        assert after is None or after.left() > place.right()
        left, eye = place.left() + style.px(measures.lead), pills.eye_of(place, measures)
        assert text_width(font, title) <= eye.left() - left + 0.5, (title, measures)


def test_nothing_is_at_rest_under_18_pixels_for_the_back_row(looks: QApplication) -> None:
    theme.apply(looks, Look("projector"))
    assert min(measures.font(theme.look()).pixelSize() for measures in pills.MEASURES) >= 18


def test_pills_are_as_wide_as_each_other_where_there_is_room_and_else_as_their_titles_need(strip: Heard) -> None:
    assert len({round(strip.pill(i).width(), 6) for i in range(strip.count)}) == 1
    strip.resize(480, strip.height())
    assert strip.pill(0).width() > strip.pill(4).width()


def test_an_eye_does_not_move_when_it_closes_or_another_pill_is_pointed_at(strip: Heard) -> None:
    places = [strip.pill(i) for i in range(strip.count)]
    strip.show_covered(frozenset({1}))
    eye = strip.eye(1)
    strip.show_covered(frozenset({1, 2}))
    move(strip, centre(strip, 4), Qt.MouseButton.NoButton)
    assert [strip.pill(i) for i in range(strip.count)] == places
    assert strip.eye(1) == eye


def test_showing_the_same_again_repaints_nothing(strip: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[int] = []
    strip.show_covered(frozenset({1}))
    QApplication.processEvents()
    monkeypatch.setattr(strip, "paint", lambda _painter: painted.append(1))
    strip.show_covered(frozenset({1}))
    strip.show_enlarged(None)
    QApplication.processEvents()
    assert painted == []
    strip.show_enlarged(1)
    QApplication.processEvents()
    assert len(painted) == 1


def test_a_place_beside_the_pills_is_none_of_them(strip: Heard) -> None:
    between = QPointF(strip.pill(0).right() + 1, 5)
    assert strip.pill_at(between) is None
    QTest.mouseClick(strip, LEFT, PLAIN, between.toPoint())
    assert strip.heard == []
