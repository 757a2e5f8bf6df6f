"""Questions about a file: all at once, with no answer chosen that the file does not tell, and without a loop."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.state.faults import Fault
from attnstudio.state.message import Message
from attnstudio.state.questions import Choice, Question
from attnstudio.ui import theme
from attnstudio.ui.question_sheet import QuestionSheet
from attnstudio.ui.theme import Look

NONE = Fault("mask", "not stated")
MASK = Question(
    "mask_true",
    Message("What does True in the mask mean?"),
    (Choice("may attend", Message("May attend")), Choice("blocked", Message("Blocked & hidden"))),
    "blocked",
    NONE,
)
MANY = Question(
    "query",
    Message("Which array holds the queries?"),
    tuple(Choice(f"q{i}", Message("{name}", {"name": f"layers.{i}.q"})) for i in range(8)),
    None,
    NONE,
)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QWidget]:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(960, 540)
    widget.show()
    yield widget
    for sheet in widget.findChildren(QuestionSheet):
        sheet.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def asked(window: QWidget, *questions: Question) -> tuple[QuestionSheet, list[dict[str, str]]]:
    sheet, answers = QuestionSheet("head.npz", questions, window), []
    sheet.answered.connect(answers.append)
    sheet.open()
    QApplication.processEvents()
    return sheet, answers


def radios(sheet: QuestionSheet) -> list[QRadioButton]:
    return sheet.findChildren(QRadioButton)


def test_it_opens_without_a_loop_of_its_own_on_the_answer_that_the_file_tells(window: QWidget) -> None:
    sheet, answers = asked(window, MASK)
    assert (sheet.isVisible(), answers) == (True, [])
    assert [radio.isChecked() for radio in radios(sheet)] == [False, True]
    assert sheet.focusWidget() is radios(sheet)[1]
    assert "head.npz" in sheet.windowTitle()


def test_the_keyboard_alone_chooses_and_opens(window: QWidget) -> None:
    sheet, answers = asked(window, MASK)
    QTest.keyClick(sheet.focusWidget(), Qt.Key.Key_Up)
    QTest.keyClick(sheet, Qt.Key.Key_Return)
    assert answers == [{"mask_true": "may attend"}]
    assert not sheet.isVisible()


def test_escape_answers_nothing(window: QWidget) -> None:
    sheet, answers = asked(window, MASK)
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert (sheet.isVisible(), answers) == (False, [])


def test_where_the_file_tells_nothing_none_is_chosen_and_opening_waits_for_an_answer(window: QWidget) -> None:
    sheet, answers = asked(window, MASK, MANY)
    part = sheet.parts["query"]
    assert part.list is not None
    assert (part.list.currentIndex(), part.list.placeholderText()) == (-1, "Choose…")
    assert not sheet.action.isEnabled()
    assert sheet.action.accessibleDescription() == "Choose an answer to every question first"
    part.list.setFocus()
    for _ in range(3):
        QTest.keyClick(part.list, Qt.Key.Key_Down)
    assert sheet.action.isEnabled()
    sheet.action.click()
    assert answers == [{"mask_true": "blocked", "query": "q2"}]


@pytest.mark.parametrize(("default", "words"), [(None, "nothing is guessed. Please"), ("blocked", "chosen already")])
def test_it_says_whether_something_is_chosen_already(window: QWidget, default: str | None, words: str) -> None:
    sheet, _ = asked(window, Question("mask_true", MASK.text, MASK.choices, default, NONE))
    assert words in sheet.findChildren(QLabel)[0].text()


def test_radios_of_which_none_is_chosen_keep_opening_disabled_with_the_reason_until_one_is(window: QWidget) -> None:
    sheet, answers = asked(window, Question("mask_true", MASK.text, MASK.choices, None, NONE))
    assert [radio.isChecked() for radio in radios(sheet)] == [False, False]
    QTest.keyClick(sheet, Qt.Key.Key_Return)
    assert (answers, sheet.isVisible(), sheet.action.isEnabled()) == ([], True, False)
    assert sheet.action.accessibleDescription() == "Choose an answer to every question first"
    QTest.keyClick(sheet.focusWidget(), Qt.Key.Key_Space)
    sheet.action.click()
    assert answers == [{"mask_true": "may attend"}]


def test_a_screen_reader_says_the_question_with_every_answer(window: QWidget) -> None:
    sheet, _ = asked(window, MASK, MANY)
    for radio, words in zip(radios(sheet), ("May attend", "Blocked & hidden"), strict=True):
        interface = QAccessible.queryAccessibleInterface(radio)
        assert interface.text(QAccessible.Text.Name) == words
        assert interface.text(QAccessible.Text.Description) == "What does True in the mask mean?"
    for name, question in (("mask_true", MASK), ("query", MANY)):
        assert sheet.parts[name].accessibleName() == str(question.text)


@pytest.mark.parametrize("look", [Look(), Look("projector"), Look("light", 250)])
def test_many_questions_stay_within_a_small_window_and_can_be_reached(
    window: QWidget, qapp: QApplication, look: Look
) -> None:
    theme.apply(qapp, look)
    try:
        sheet, _ = asked(
            window, MASK, MANY, *(Question(f"n{i}", MASK.text, MASK.choices, None, NONE) for i in range(9))
        )
        assert sheet.width() <= 960
        assert sheet.height() <= 540
        last = sheet.parts["n8"].radios.buttons()[1]
        last.setFocus()
        QApplication.processEvents()
        assert not last.visibleRegion().isEmpty()
        assert sheet.rect().contains(sheet.buttons.geometry())
    finally:
        theme.apply(qapp, Look())


def test_few_questions_need_no_scroll_bar(window: QWidget) -> None:
    sheet, _ = asked(window, MASK, MANY)
    assert sheet._area.verticalScrollBar().maximum() == 0
