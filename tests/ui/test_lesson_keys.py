"""The keyboard on a page of a lesson: it goes to what is asked, and nothing is skipped or lost by one key too many."""

from collections.abc import Callable, Iterator

import pytest
from lesson_examples import CHOICE, FIVE_CUPS, NUMBER, kettle, made
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio.exchange.lesson_pictures import FormulaPictures
from attnstudio.state.lesson import Lesson, Step
from attnstudio.ui.lesson_foot import SHORT
from attnstudio.ui.lesson_pane import LessonPane

pytestmark = pytest.mark.usefixtures("qapp")

PAGES = Lesson(
    "pages", "Pages",
    (
        Step("read", "kettle", kettle(), text="Read."),
        Step("choose", "kettle", kettle(heat=1.0), task=CHOICE),
        Step("measure", "kettle", kettle(heat=2.0), task=NUMBER, text="Look."),
        Step("fill", "kettle", kettle(heat=3.0), task=FIVE_CUPS, text="Fill it."),
        Step("refill", "kettle", kettle(heat=4.0), task=FIVE_CUPS),
        Step("read-on", "kettle", kettle(heat=5.0), text="Read on."),
        Step("end", "kettle", kettle(heat=6.0)),
    ),
)  # fmt: skip


@pytest.fixture
def pane() -> Iterator[LessonPane]:
    _, run = made()
    pane = LessonPane(run, FormulaPictures(), dict)
    run.changed.connect(lambda: pane.show_step(""))
    run.open(PAGES)
    pane.resize(400, 700)
    pane.show()
    pane.activateWindow()
    QApplication.processEvents()
    yield pane
    run.changed.disconnect()
    pane.hide()
    pane.deleteLater()


def parts(pane: LessonPane) -> dict[str, QWidget]:
    """Return what can have the keyboard, by the words of the tests."""
    page = pane.page
    return {
        "text": page.text, "next": page.next_button, "field": page.question.field, "challenge": page.challenge.text,
        "answer": page.question.radios[0] if page.question.radios else page.question.field,
        "hint": page.challenge.hint, "hint button": page.challenge.hint_button, "back": page.back_button,
    }  # fmt: skip


def at(name: str) -> int:
    return [step.name for step in PAGES.steps].index(name)


@pytest.mark.parametrize(
    ("before", "part", "step", "now"),
    [
        ("read", "next", "choose", "answer"), ("choose", "answer", "measure", "field"),
        ("measure", "field", "choose", "answer"), ("read", "next", "measure", "field"),
        ("measure", "next", "fill", "text"), ("measure", "field", "fill", "text"),
        ("fill", "text", "refill", "challenge"),
        ("read", "next", "refill", "challenge"), ("fill", "next", "read-on", "next"),
        ("read-on", "next", "end", "next"),
        ("choose", "answer", "read-on", "text"), ("choose", "answer", "end", "next"), ("end", "back", "fill", "back"),
        ("read", "text", "read-on", "text"),
    ],
)  # fmt: skip
def test_a_page_that_is_turned_to_has_the_keyboard_at_what_it_asks_else_reading_goes_on(
    pane: LessonPane, before: str, part: str, step: str, now: str
) -> None:
    pane.run.go(at(before))
    QApplication.processEvents()  # or new answers do not show yet
    parts(pane)[part].setFocus()
    assert parts(pane)[part].hasFocus()
    pane.run.go(at(step))
    QApplication.processEvents()
    assert QApplication.focusWidget() is parts(pane)[now]


def test_a_lesson_is_read_with_enter_and_no_page_that_asks_is_skipped(pane: LessonPane) -> None:
    pane.page.next_button.setFocus()
    for _ in range(5):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        QApplication.processEvents()
    assert pane.run.step is not None
    assert pane.run.step.name == "choose"


def test_an_answer_that_was_right_is_passed_with_enter(pane: LessonPane) -> None:
    pane.run.go(at("choose"))
    pane.run.choose(CHOICE.choices[1])
    pane.run.back()
    pane.page.next_button.setFocus()
    pane.run.forward()
    assert pane.page.next_button.hasFocus()


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_hint_has_the_keyboard_once_it_shows_and_a_second_press_skips_nothing(pane: LessonPane, key: Qt.Key) -> None:
    pane.run.go(at("fill"))
    parts(pane)["hint button"].setFocus()
    for _ in range(2):
        QTest.keyClick(QApplication.focusWidget(), key)
        QApplication.processEvents()
        assert QApplication.focusWidget() is parts(pane)["hint"]
    assert pane.run.index == at("fill")
    assert pane.run.pursuit is not None
    assert not pane.run.pursuit.denied


def chosen(pane: LessonPane) -> int:
    return pane.page.question.group.checkedId()


def typed(pane: LessonPane) -> str:
    return pane.page.question.field.text()


@pytest.mark.parametrize("judged", [False, True])
@pytest.mark.parametrize(
    ("step", "seen", "first", "second"), [("choose", chosen, 0, 1), ("measure", typed, "7.25", "1/3")]
)
def test_an_answer_that_was_not_checked_is_there_when_its_page_is_turned_back_to(
    pane: LessonPane, step: str, seen: Callable[[LessonPane], object], first: object, second: object, *, judged: bool
) -> None:
    def give(answer: object) -> None:
        if isinstance(answer, int):
            pane.page.question.radios[answer].click()
        else:
            pane.page.question.field.selectAll()
            QTest.keyClicks(pane.page.question.field, str(answer))

    pane.run.go(at(step))
    question = pane.page.question
    wrong = next((i for i, choice in enumerate(pane.run.choices) if not choice.right), 0)
    if judged:
        give(wrong if step == "choose" else first)
        question.check_button.click()
        question.again_button.click()
    give(1 - wrong if step == "choose" else second)
    there = seen(pane)
    pane.run.forward()
    pane.run.back()
    assert seen(pane) == there
    assert question.check_button.isEnabled()
    assert question.feedback.isHidden()
    question.check_button.click()
    assert pane.run.tries is not None
    assert len(pane.run.tries.verdicts) == 1 + judged
    pane.run.forward()
    pane.run.back()
    assert seen(pane) == there
    assert not question.feedback.isHidden() or not question.outcome.isHidden()


def test_the_buttons_scroll_with_a_page_that_has_little_room_and_stand_under_it_in_more(pane: LessonPane) -> None:
    page = pane.page
    page.next_button.setFocus()
    for height, scrolls in ((700, False), (200, True), (SHORT, False), (SHORT - 1, True)):
        pane.resize(400, height)
        QApplication.processEvents()
        assert page.area.isAncestorOf(page.next_button) == scrolls
        assert (page.area.height() == page.height()) == scrolls
        assert page.next_button.hasFocus()
    pane.run.forward()
    pane.run.go(at("read-on"))
    page.next_button.setFocus()
    pane.run.forward()
    assert page.next_button.hasFocus(), "there is nothing else to read"
    pane.run.go(at("fill"))
    page.next_button.setFocus()
    pane.run.go(at("read-on"))
    assert page.text.hasFocus(), "the button is out of sight"
