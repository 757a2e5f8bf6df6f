"""The reading line: the sentence at the pointer, and the note beside it."""

import pytest
from matrices import drawn
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.state.message import Message
from attnstudio.ui.labels import pen
from attnstudio.ui.reading import ReadingLine, laid_out, may_fit, needed
from attnstudio.ui.theme import look


def test_the_note_can_be_exchanged_and_the_sentence_stays(qtbot: QtBot) -> None:
    line = ReadingLine(Message("rows ask: queries ↓"))
    qtbot.addWidget(line)
    line.resize(900, line.sizeHint().height())
    line.show_text(Message("1 · 0.5 = 0.5"))
    before = drawn(line)
    line.show_note(Message("columns ask: queries →"))
    assert drawn(line) != before
    assert line.text == "1 · 0.5 = 0.5"
    line.show_note(Message("rows ask: queries ↓"))
    assert drawn(line) == before


SENTENCE = "Head 3.1 often: word → subject. missing → keys 0.89, it → cat 0.49 (mat 0.14). " * 3


@pytest.mark.parametrize("width", [300, 640, 1080])
@pytest.mark.parametrize("role", ["body", "small"])
def test_a_sentence_stands_where_drawn_text_would(qapp: QApplication, width: int, role: str) -> None:  # noqa: ARG001
    writing, room = pen(look(), role), QRectF(11, 1, width, 400)
    pictures = [QImage(width + 30, 402, QImage.Format.Format_RGB32) for _ in range(2)]
    for picture in pictures:
        picture.fill(look().colour("card"))
    layout, height = laid_out(writing, SENTENCE, width)
    with QPainter(pictures[0]) as painter:
        layout.draw(painter, QPointF(room.left(), room.top() + (room.height() - height) / 2))
    with QPainter(pictures[1]) as painter:
        painter.setFont(writing.font)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap), SENTENCE)
    assert pictures[0] == pictures[1]


def test_a_sentence_that_stays_is_not_laid_out_again(qtbot: QtBot) -> None:
    line = ReadingLine(Message(""))
    qtbot.addWidget(line)
    line.resize(600, line.sizeHint().height())
    line.show_text(Message(SENTENCE))
    before = drawn(line)
    counted = laid_out.cache_info().misses
    assert drawn(line) == before
    assert laid_out.cache_info().misses == counted


def test_only_a_change_that_is_seen_is_painted(qtbot: QtBot, qapp: QApplication) -> None:
    line, painted = ReadingLine(Message("W: more")), list[str]()
    qtbot.addWidget(line)
    line.resize(600, line.sizeHint().height())
    line.paint = lambda painter: painted.append(line.text)  # type: ignore[method-assign]  # noqa: ARG005
    line.show()

    def follows(text: str, *, kept: bool = False) -> bool:
        qapp.processEvents()
        painted.clear()
        line.show_text(Message(text), kept=kept)
        qapp.processEvents()
        assert line.accessibleName() == text
        return painted == [text]

    assert follows(SENTENCE + "entropy 0.71.")
    assert not follows(SENTENCE + "entropy 0.72.")
    assert follows(SENTENCE + "entropy 0.72.", kept=True)
    assert follows("entropy 0.72.")
    assert follows("entropy 0.73.")


def test_what_may_not_fit_does_not_fit(qapp: QApplication) -> None:  # noqa: ARG001
    writing = pen(look(), "body")
    refused = 0
    for width in range(100, 1500, 50):
        room = QRectF(0, 0, width, 2 * writing.height + 2)
        if not may_fit(writing, SENTENCE, room):
            refused += 1
            assert needed(writing, SENTENCE, width) > room.height()
    assert refused
