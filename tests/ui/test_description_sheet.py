"""The screen in words: four titled parts as one text, for reading, selecting and copying."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.state.message import Message
from attnstudio.ui import theme
from attnstudio.ui.description_sheet import DescriptionSheet
from attnstudio.ui.theme import Look

PARTS = (
    Message("One query and {count} keys.", {"count": 3}),
    Message("Sliders, and {word}.", {"word": "<b>bold</b> & *stars*"}),
    Message("weights: 0.51, 0.19, 0.31.\nrows sum to 1."),
    Message("Point at a cell."),
)
TEXT = """Play area
One query and 3 keys.
Controls
Sliders, and <b>bold</b> & *stars*.
Details
weights: 0.51, 0.19, 0.31.
rows sum to 1.
Hint
Point at a cell."""


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(800, 600)
    widget.show()
    return widget


@pytest.fixture
def sheet(window: QWidget) -> DescriptionSheet:
    made = DescriptionSheet.of(window)
    made.show_description(PARTS)
    return made


def plain(text: str) -> str:
    return text.translate({0x2068: None, 0x2069: None})  # what keeps the words of the user from turning others


def test_four_parts_stand_under_their_titles_letter_for_letter(sheet: DescriptionSheet) -> None:
    assert plain(sheet.text.toPlainText()) == TEXT


def test_titles_are_headings_and_texts_are_not(sheet: DescriptionSheet) -> None:
    block, levels = sheet.text.document().firstBlock(), {}
    while block.isValid():
        levels[plain(block.text())] = block.blockFormat().headingLevel()
        block = block.next()
    assert [text for text, level in levels.items() if level] == ["Play area", "Controls", "Details", "Hint"]


def test_a_screen_reader_reads_it_as_one_text(sheet: DescriptionSheet) -> None:
    interface = QAccessible.queryAccessibleInterface(sheet.text)
    text = interface.textInterface()
    assert interface.text(QAccessible.Text.Name) == "This screen in words"
    assert plain(text.text(0, text.characterCount())) == TEXT
    assert interface.state().readOnly


def test_it_can_be_walked_through_and_selected_by_keyboard(sheet: DescriptionSheet) -> None:
    assert sheet.focusWidget() is sheet.text
    QTest.keyClick(sheet.text, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert sheet.text.textCursor().selectedText() == "Play area"
    QTest.keyClick(sheet.text, Qt.Key.Key_X)
    assert plain(sheet.text.toPlainText()) == TEXT


def test_copy_takes_the_whole(sheet: DescriptionSheet) -> None:
    sheet.copy_button.click()
    assert plain(QApplication.clipboard().text()) == TEXT
    assert sheet.copy_button.accessibleDescription() == "Copy the whole description"


def test_it_is_not_modal_and_escape_closes_it(sheet: DescriptionSheet) -> None:
    assert not sheet.isModal()
    QTest.keyClick(sheet.text, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_the_sheet_that_shows_is_used_again(window: QWidget, sheet: DescriptionSheet) -> None:
    assert DescriptionSheet.of(window) is sheet
    sheet.show_description((Message("none"), *PARTS[1:]))
    assert "none" in sheet.text.toPlainText()
    sheet.close()
    assert DescriptionSheet.of(window) is not sheet


def test_text_follows_the_look(qapp: QApplication, sheet: DescriptionSheet) -> None:
    def sizes() -> set[int]:
        block, found = sheet.text.document().firstBlock(), set()
        while block.isValid():
            found.add(block.begin().fragment().charFormat().font().pixelSize())
            block = block.next()
        return found

    try:
        theme.apply(qapp, Look("projector"))
        style = theme.look()
        assert sizes() == {style.font("title").pixelSize(), style.font().pixelSize()}
        assert min(sizes()) >= 18
    finally:
        theme.apply(qapp, Look())


def test_however_often_it_is_written_there_is_one_document_and_the_reader_stays_at_the_place(
    sheet: DescriptionSheet,
) -> None:
    cursor = sheet.text.textCursor()
    cursor.setPosition(len("Play area\nOne"))
    sheet.text.setTextCursor(cursor)
    for count in range(4, 7):
        sheet.show_description((Message("One query and {count} keys.", {"count": count}), *PARTS[1:]))
    assert plain(sheet.text.toPlainText()) == TEXT.replace("3 keys", "6 keys")
    assert sheet.text.textCursor().position() == len("Play area\nOne")
    assert len(sheet.text.findChildren(QTextDocument)) == 1
