"""Formulas in the texts of lessons are seen, whether or not their author gave words to them."""

import pytest
from PySide6.QtWidgets import QApplication

from attnstudio.exchange.lesson_pictures import FormulaPictures
from attnstudio.ui.lesson_text import LessonText


@pytest.mark.parametrize("words", ["", "the block"])
def test_a_formula_is_drawn_with_and_without_words_of_its_author(qapp: QApplication, words: str) -> None:
    del qapp
    text = LessonText("text", FormulaPictures())
    text.resize(400, 300)
    heights = []
    for shown in ("One block:", f"![{words}](formula:block)\n\nOne block:"):
        text.show_markdown(shown)
        heights.append(text.height())
    assert heights[1] > heights[0] + 30  # two lines of a formula


def test_a_formula_in_the_first_line_is_seen_whole(qapp: QApplication) -> None:
    text = LessonText("text", FormulaPictures())
    text.resize(300, 20)
    text.show()
    block = "![](formula:block)\n\n"
    for width, markdown in ((290, "Short."), (300, f"{block}{'More. ' * 200}"), (290, ""), (300, f"{block}One")):
        text.show_markdown(markdown)
        assert text.verticalScrollBar().value() == 0
        qapp.processEvents()
        text.resize(width, text.height())
        qapp.processEvents()
    text.close()
