"""A notice can offer what can be done about it: buttons for eye, keyboard and screen reader."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.state.message import Message
from attnstudio.ui.notices import Notice, NoticeBar


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 400)
    return window


@pytest.fixture
def bar(window: QWidget) -> NoticeBar:
    bar = NoticeBar(window)
    QVBoxLayout(window).addWidget(bar)
    window.show()
    return bar


def row(bar: NoticeBar) -> Notice:
    return next(row for row in bar.findChildren(Notice) if not row.isHidden())


def test_an_offer_is_done_once_and_its_notice_goes(bar: NoticeBar) -> None:
    done: list[str] = []
    bar.show_message("left", "Work is here.", offers=[("Recover", lambda: done.append("recovered"))])
    (button,) = row(bar).offers
    assert (button.text(), button.accessibleDescription()) == ("Recover", "Recover")
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert done == ["recovered"]
    assert bar.texts == ()


def test_a_notice_put_away_does_nothing_of_what_it_offers(bar: NoticeBar) -> None:
    done: list[str] = []
    bar.show_message("left", "Work is here.", offers=[("Recover", lambda: done.append("recovered"))])
    row(bar).close_button.click()
    assert (done, bar.texts) == ([], ())


def test_a_newer_notice_has_its_own_offers(bar: NoticeBar) -> None:
    done: list[str] = []
    for word in ("first", "second"):
        bar.show_message("file", word, offers=[(word, lambda word=word: done.append(word))])  # type: ignore[misc]
    row(bar).offers[0].click()
    assert done == ["second"]
    bar.show_message("file", "third", offers=[("third", lambda: None)])
    bar.show_message("file", "plain")
    assert row(bar).offers == []


def test_words_that_change_leave_the_buttons_and_what_was_put_away(bar: NoticeBar) -> None:
    bar.show_message("opening", "0 %", offers=[("Cancel", lambda: None)])
    (button,) = row(bar).offers
    bar.retell("opening", Message("50 %"))
    assert bar.texts == ("50 %",)
    assert row(bar).offers == [button]
    bar.put_away("opening")
    bar.retell("opening", Message("60 %"))
    assert bar.texts == ()


def test_the_text_beside_its_buttons_is_whole(bar: NoticeBar) -> None:
    bar.show_message("left", "A sentence that is long. " * 12, offers=[("Recover", int), ("Discard", int)])
    label = row(bar).label
    assert label.height() >= label.heightForWidth(label.width())
    assert label.geometry().right() < row(bar).offers[0].geometry().left()
