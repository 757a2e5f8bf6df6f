"""Notices are inside the window, whole, and can be put away."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.state.message import Message
from attnstudio.ui import theme
from attnstudio.ui.notices import Notice, NoticeBar

MASKED, RANDOM = Message("Every key is masked."), Message("The seed is {seed}.", {"seed": 7})


@pytest.fixture
def unshown(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(600, 500)
    layout = QVBoxLayout(widget)
    layout.addWidget(NoticeBar(widget))
    layout.addStretch(1)
    return widget


@pytest.fixture
def window(unshown: QWidget) -> QWidget:
    unshown.show()
    return unshown


@pytest.fixture
def bar(window: QWidget) -> NoticeBar:
    found = window.findChild(NoticeBar)
    assert isinstance(found, NoticeBar)
    return found


def test_the_bar_shows_only_while_there_is_a_notice(bar: NoticeBar) -> None:
    assert not bar.isVisible()
    bar.show_message("file", MASKED)
    assert bar.isVisible()
    bar.put_away("file")
    assert not bar.isVisible()


def test_a_message_with_a_key_replaces_the_one_before(bar: NoticeBar) -> None:
    bar.show_message("fault", "once")
    bar.show_message("fault", "twice")
    assert bar.texts == ("twice",)


def test_a_group_is_replaced_as_a_whole_and_leaves_messages(bar: NoticeBar) -> None:
    bar.show_message("file", "a message")
    bar.show_group("state", [MASKED, RANDOM])
    bar.show_group("state", [RANDOM])
    assert bar.texts == ("a message", "The seed is 7.")


def test_a_notice_put_away_stays_away_while_its_state_holds_and_comes_back_with_it(
    bar: NoticeBar, qtbot: QtBot
) -> None:
    bar.show_group("state", [MASKED])
    row = bar.findChild(Notice)
    assert isinstance(row, Notice)
    qtbot.mouseClick(row.close_button, Qt.MouseButton.LeftButton)
    bar.show_group("state", [MASKED])
    assert bar.texts == ()
    bar.show_group("state", [])
    bar.show_group("state", [MASKED])
    assert bar.texts == ("Every key is masked.",)


def test_a_notice_that_only_has_other_numbers_is_the_same_one_and_stays_put_away(bar: NoticeBar, qtbot: QtBot) -> None:
    bar.show_group("state", [RANDOM])
    row = bar.findChild(Notice)
    assert isinstance(row, Notice)
    bar.show_group("state", [Message(RANDOM.template, {"seed": 8})])
    assert bar.texts == ("The seed is 8.",)
    assert bar.findChildren(Notice) == [row]
    qtbot.mouseClick(row.close_button, Qt.MouseButton.LeftButton)
    bar.show_group("state", [Message(RANDOM.template, {"seed": 9})])
    assert bar.texts == ()


def test_a_short_notice_is_as_tall_as_its_text_and_a_long_one_scrolls(bar: NoticeBar, window: QWidget) -> None:
    bar.show_message("short", "one line")
    assert bar.verticalScrollBar().maximum() == 0
    bar.show_message("long", "\n".join(f"fault {i}" for i in range(60)))
    assert bar.height() <= 0.36 * window.height()
    assert bar.texts[1].endswith("fault 59")


def test_a_notice_is_put_away_by_key_and_its_button_has_a_name(bar: NoticeBar, qtbot: QtBot) -> None:
    bar.show_message("file", "a message")
    row = bar.findChild(Notice)
    assert isinstance(row, Notice)
    assert row.close_button.accessibleName()
    row.close_button.setFocus()
    qtbot.keyClick(row.close_button, Qt.Key.Key_Space)
    assert bar.texts == ()


def test_a_message_is_shown_as_it_is_written_not_as_markup(bar: NoticeBar) -> None:
    bar.show_message("file", Message("{text}", {"text": "<b>{x}</b> & 7"}))
    row = bar.findChild(Notice)
    assert isinstance(row, Notice)
    assert row.label.text() == "<b>{x}</b> & 7"
    assert row.label.textFormat() == Qt.TextFormat.PlainText


LONG = "The settings of the last run were damaged: attnstudio starts with its own, and keeps the damaged file. " * 2


def assert_whole(bar: NoticeBar, *, scrolls: bool = False) -> None:
    """Every text has its height, and the bar the height of all of them."""
    for _ in range(4):
        QApplication.processEvents()
    rows = bar.findChildren(Notice)
    inside = bar.viewport().rect()
    for row in rows:
        label = row.label
        assert label.height() >= label.heightForWidth(label.width()) > 0
        assert row.rect().contains(label.geometry())
        top_right = row.mapTo(bar.viewport(), row.rect().topRight())
        assert top_right.x() <= inside.right()
        if not scrolls:
            assert inside.contains(top_right)
            assert inside.contains(row.mapTo(bar.viewport(), row.rect().bottomLeft()))
    assert (bar.verticalScrollBar().maximum() > 0) == scrolls


@pytest.mark.parametrize("count", [1, 2])
def test_a_notice_from_before_the_window_was_shown_is_whole_in_it(
    unshown: QWidget, qapp: QApplication, count: int
) -> None:
    bar = unshown.findChild(NoticeBar)
    assert isinstance(bar, NoticeBar)
    qapp.setStyleSheet("")
    for i in range(count):
        bar.show_group(f"start {i}", [Message(LONG)])
    theme.apply(qapp, theme.Look())
    unshown.show()
    assert_whole(bar)
    assert bar.height() < 0.3 * unshown.height()


def test_notices_stay_whole_when_the_window_or_the_text_changes_its_size(
    bar: NoticeBar, window: QWidget, qapp: QApplication
) -> None:
    bar.show_message("one", LONG)
    bar.show_message("two", "short")
    heights = set()
    try:
        for width in (600, 380, 1400, 380):
            window.resize(width, 700)
            assert_whole(bar)
            heights.add(bar.height())
        window.resize(900, 900)
        for zoom in (150, 250, 100):
            theme.apply(qapp, theme.Look("light", zoom))
            assert_whole(bar)
            heights.add(bar.height())
    finally:
        theme.apply(qapp, theme.Look())
    assert len(heights) > 3


def test_a_bar_that_scrolls_leaves_its_texts_beside_the_scroll_bar_and_grows_with_the_window(
    bar: NoticeBar, window: QWidget
) -> None:
    window.resize(600, 200)
    for i in range(4):
        bar.show_message(str(i), LONG)
    assert_whole(bar, scrolls=True)
    assert bar.height() <= 0.36 * window.height()
    window.resize(600, 1400)
    assert_whole(bar)
