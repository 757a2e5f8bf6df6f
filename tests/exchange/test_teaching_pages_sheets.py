"""The page of myths and the pages for teachers, as sheets over a window."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from attnstudio import catalog
from attnstudio.exchange import teaching_pages
from attnstudio.ui import theme
from attnstudio.ui.lesson_text import LessonText
from attnstudio.ui.page_sheet import PageSheet
from attnstudio.ui.theme import Look


@pytest.fixture
def window(qtbot):
    widget = QWidget()
    widget.resize(960, 540)
    qtbot.addWidget(widget)
    widget.show()
    return widget


def told(sheet: PageSheet) -> list[str]:
    keys: list[str] = []
    sheet.chosen.connect(keys.append)
    return keys


def test_every_myth_has_a_button_that_tells_its_counter_example_and_gives_way_to_it(window):
    steps = [step.name for step in teaching_pages.myths().steps]
    for step in steps:
        sheet = teaching_pages.myths_sheet(window)
        keys = told(sheet)
        sheet.show()
        assert [*sheet.pages[0].buttons] == steps
        sheet.pages[0].buttons[step].click()
        assert keys == [step]
        assert not sheet.isVisible()


def test_the_page_of_the_open_panel_is_in_front_and_starts_its_playlist(window, qtbot):
    for name in catalog.NAMES:
        sheet = teaching_pages.teachers_sheet(window, name)
        keys = told(sheet)
        sheet.show()
        assert sheet.tabs.tabText(sheet.tabs.currentIndex()) == catalog.panel_named(name).title
        assert not sheet.start.isHidden()
        qtbot.keyClick(sheet.start, Qt.Key.Key_Space)
        assert keys == [name]
        assert not sheet.isVisible()
        assert teaching_pages.playlist(name).is_playlist


def test_a_reader_goes_through_texts_and_buttons_with_tab_and_leaves_with_esc(window, qtbot):
    sheet = teaching_pages.myths_sheet(window)
    sheet.show()
    page = sheet.pages[0]
    first = next(iter(page.buttons.values()))
    assert "If A attends to B" in first.accessibleName()
    texts = page.findChildren(LessonText)
    assert len(texts) == len(page.buttons)
    texts[0].setFocus()
    qtbot.keyClick(texts[0], Qt.Key.Key_Tab)
    assert sheet.focusWidget() is first
    last = [*page.buttons.values()][-1]
    for _ in range(2 * len(texts)):
        qtbot.keyClick(sheet.focusWidget(), Qt.Key.Key_Tab)
        if sheet.focusWidget() is last:
            break
    assert sheet.focusWidget() is last
    assert page.verticalScrollBar().value() > 0
    qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_return_starts_the_playlist_of_the_page_and_on_the_close_button_closes(window, qtbot):
    for at, started in (("text", ["scaling"]), ("tabs", ["scaling"]), ("close", [])):
        sheet = teaching_pages.teachers_sheet(window, "scaling")
        keys = told(sheet)
        sheet.show()
        texts = [text for text in sheet.findChildren(LessonText) if text.isVisible()]
        place = {"text": texts[0], "tabs": sheet.tabs.tabBar(), "close": sheet.close_button}[at]
        place.setFocus()
        qtbot.keyClick(place, Qt.Key.Key_Return)
        assert (keys, sheet.isVisible()) == (started, False), at


def test_return_does_nothing_on_the_page_of_myths_but_on_a_button(window, qtbot):
    sheet = teaching_pages.myths_sheet(window)
    keys = told(sheet)
    sheet.show()
    assert not [button for button in sheet.findChildren(QPushButton) if button.isDefault()]
    text = sheet.findChildren(LessonText)[0]
    text.setFocus()
    qtbot.keyClick(text, Qt.Key.Key_Return)
    assert (keys, sheet.isVisible()) == ([], True)
    first = next(iter(sheet.pages[0].buttons.values()))
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Return)
    assert keys == [teaching_pages.myths().steps[0].name]
    again = teaching_pages.myths_sheet(window)
    again.show()
    again.close_button.setFocus()
    qtbot.keyClick(again.close_button, Qt.Key.Key_Return)
    assert not again.isVisible()


@pytest.mark.parametrize(("name", "zoom"), [("light", 250), ("projector", 100), ("dark", 150)])
def test_no_text_is_cut_at_the_right_in_a_small_window(window, qapp, name, zoom):
    before = theme.look()
    try:
        theme.apply(qapp, Look(name, zoom))
        for sheet in (teaching_pages.myths_sheet(window), teaching_pages.teachers_sheet(window, "scaling")):
            sheet.show()
            for text in sheet.findChildren(LessonText):
                if text.isVisible():
                    assert text.document().idealWidth() <= text.width()
            sheet.close()
    finally:
        theme.apply(qapp, before)
