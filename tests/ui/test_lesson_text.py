"""Markdown of lessons: shown whole, nothing loaded from anywhere, nothing opened, no HTML."""

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QDesktopServices, QImage, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.ui.lesson_text import LessonText
from attnstudio.ui.theme import look

PICTURES = QTextDocument.ResourceType.ImageResource.value


class Pictures:
    """One picture, and a note of what was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def known(self, address: str) -> bool:
        self.asked.append(address)
        return address == "formula:one"

    def drawn(self, address: str, letters: float, colour: QColor, ratio: float, widest: float) -> QImage:
        del address, letters, ratio
        image = QImage(min(400, int(widest)), 30, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(colour)
        return image

    def in_words(self, markdown: str) -> str:
        return markdown.replace("![](formula:one)", "one half")


@pytest.fixture
def text(qtbot: QtBot, qapp: QApplication) -> LessonText:
    del qapp
    widget = LessonText("A text", Pictures())
    qtbot.addWidget(widget)
    widget.resize(300, 100)
    widget.show()
    return widget


def test_html_is_shown_letter_for_letter(text: LessonText) -> None:
    text.show_markdown("Hi <b>there</b>\n\n<script>alert(1)</script>\n\n<img src='a.png'>")
    assert "<b>there</b>" in text.toPlainText()
    assert "<script>alert(1)</script>" in text.toPlainText()
    assert "<img src='a.png'>" in text.toPlainText()


@pytest.mark.parametrize("address", ["https://example.org/a.png", "file:///etc/a.png", "a.png", "/a.png", "data:,x"])
def test_no_other_image_is_loaded_and_its_words_stand_in_its_place(text: LessonText, address: str) -> None:
    text.show_markdown(f"Look: ![a cat]({address}) there")
    assert text.toPlainText() == "Look: [a cat] there"
    assert text.loadResource(PICTURES, QUrl(address)) is None
    for kind in QTextDocument.ResourceType:
        assert text.loadResource(kind.value, QUrl(address)) is None


def test_a_link_opens_nothing_and_its_address_is_written_out(text: LessonText, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    text.show_markdown("[here](https://example.org/x) or https://example.org or <mailto:a@b.c>")
    assert text.toPlainText().startswith("here (https://example.org/x) or https://example.org or")
    for x in range(4, 290, 8):
        QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, 12))
    assert not opened
    assert text.source().isEmpty()
    assert text.anchorAt(QPoint(6, 12)) == ""


def test_a_formula_is_drawn_as_wide_as_there_is_room_and_said_in_words(text: LessonText) -> None:
    text.show_markdown("So:\n\n![](formula:one)")
    image = text.loadResource(PICTURES, QUrl("formula:one"))
    assert isinstance(image, QImage)
    assert image.width() <= text.width()
    assert text.accessibleDescription() == "So:\n\none half"
    narrow = image.width()
    text.resize(500, 100)
    assert text.loadResource(PICTURES, QUrl("formula:one")).width() > narrow


def test_a_text_is_as_high_as_it_needs_in_every_width_and_never_scrolls(text: LessonText) -> None:
    text.show_markdown("word " * 200)
    QApplication.processEvents()
    tall = text.height()
    text.resize(600, text.height())
    QApplication.processEvents()
    assert text.height() < tall
    assert text.verticalScrollBar().maximum() <= 2
    text.show_markdown("x" * 2000)
    QApplication.processEvents()
    assert text.horizontalScrollBar().maximum() == 0


def test_an_empty_text_takes_no_place_and_a_huge_one_is_shown(text: LessonText) -> None:
    text.show_markdown("")
    assert text.isHidden()
    text.show_markdown("# a\n\n" + "- *b* `c` | d |\n" * 1000)
    assert text.height() > 5000


def test_code_has_the_font_in_which_all_letters_are_as_wide(text: LessonText) -> None:
    text.show_markdown("`code`")
    fragment = text.document().begin().begin().fragment()
    assert fragment.charFormat().fontFamilies()[0] == look().font(code=True).families()[0]


def test_the_keys_that_scroll_are_left_to_the_page_and_tab_goes_on(text: LessonText) -> None:
    text.show_markdown("word " * 50)
    text.setFocus()
    assert text.tabChangesFocus()
    before = text.textCursor().position()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_End):
        QTest.keyClick(text, key)
    assert text.textCursor().position() == before
    QTest.keyClick(text, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert text.textCursor().hasSelection()


def test_a_list_stands_a_little_in_and_apart_from_what_follows(text: LessonText) -> None:
    text.show_markdown("Before\n\n- one\n- two\n\nAfter")
    before, one, two, after = (text.document().findBlockByNumber(i) for i in range(4))
    boxes = [text.document().documentLayout().blockBoundingRect(block) for block in (before, one, two, after)]
    assert 0 < text.document().indentWidth() <= look().px(24)
    assert one.blockFormat().bottomMargin() < two.blockFormat().bottomMargin() == before.blockFormat().bottomMargin()
    assert boxes[3].top() > boxes[2].top() > boxes[1].top()
