"""The reading line: the sentence at the pointer, and the note beside it."""

from matrices import drawn
from pytestqt.qtbot import QtBot

from attnstudio.state.message import Message
from attnstudio.ui.reading import ReadingLine


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
