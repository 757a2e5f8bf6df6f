"""Questions of lessons in the window: one place to answer in, what is shown again, and the last page."""

from collections.abc import Iterator
from typing import Any

import pytest
from lesson_window import lesson_window, page, press, shipped, tab_to
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from real_window import settle

from attnstudio.state.lesson_questions import ChoiceQuestion
from attnstudio.state.progress import StepProgress
from attnstudio.ui.lesson_run import LessonRun
from attnstudio.ui.theme import Look
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")
DONE = StepProgress(done=True, tries=1, first_try=True)


@pytest.fixture
def asked() -> Iterator[MainWindow]:
    with lesson_window(shipped("step-by-step"), "third-weight") as window:
        yield window


def answer(window: MainWindow, typed: str) -> None:
    field = page(window).question.field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, typed)
    press(window, Qt.Key.Key_Return)


def test_no_other_question_is_asked_beside_that_of_a_lesson_and_nothing_advises_to_reveal(asked: MainWindow) -> None:
    view: Any = asked._views["attention"]
    run = asked.teaching.run
    covered = [i for i, stage in enumerate(view._stages) if stage in ("weights", "output")]
    assert not view.prediction.bar.isVisible()
    assert all("reveal" not in view.strip.tip(i) for i in covered)
    assert all("covered until the question is answered" in view.strip.tip(i) for i in covered)
    hint = str(asked.sheets.description()[-1])
    assert hint == "What is covered stays covered until the question is answered."
    run.give_up()
    settle()
    assert view.prediction.bar.isVisible()
    assert all("Space reveals" in view.strip.tip(i) for i in covered)
    assert "press N" in str(asked.sheets.description()[-1])
    run.again()
    settle()
    assert not view.prediction.bar.isVisible()
    run.close()
    settle()
    assert view.prediction.bar.isVisible()


def test_the_number_is_told_with_the_reason_and_the_covers_can_be_taken_away_from_then_on(asked: MainWindow) -> None:
    question, lesson = page(asked).question, page(asked)
    assert lesson.uncover.text() == ""
    answer(asked, "7")
    question.reason_button.click()
    settle()
    value = asked.document.result.matrices["weights"].values[0, 2]
    assert question.outcome.text() == f"The reason: It is {value:.3f}."
    assert "N shows it" in lesson.uncover.text()
    QTest.keyClick(asked, Qt.Key.Key_N)
    QTest.keyClick(asked, Qt.Key.Key_N)
    settle()
    assert not asked.document.state("attention").covered
    assert lesson.uncover.text() == ""


def test_the_answer_stands_beside_right_again_on_paging_back_and_begin_again_takes_it_away(asked: MainWindow) -> None:
    value = asked.document.result.matrices["weights"].values[0, 2]
    typed, question = f"{value:.3f}", page(asked).question
    answer(asked, typed)
    assert question.outcome.text() == "✓ Right."
    press(asked, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    press(asked, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert (question.field.text(), question.outcome.text()) == (typed, "✓ Right.")
    assert page(asked).before.text() == ""
    page(asked).again_button.click()
    settle()
    assert (question.field.text(), question.outcome.text()) == ("", "")
    assert page(asked).before.text() == "Done before."


def test_a_choice_is_shown_again_and_taken_away_with_the_go() -> None:
    with lesson_window(shipped("lookup"), "who-decides") as window:
        question, run = page(window).question, window.teaching.run
        chosen = next(choice for choice in run.choices if not choice.right)
        run.choose(chosen)
        run.forward()
        run.back()
        settle()
        assert [radio.isChecked() for radio in question.radios] == [choice is chosen for choice in run.choices]
        assert question.feedback.toPlainText().startswith("✗")
        run.again()
        settle()
        assert not any(radio.isChecked() for radio in question.radios)


def do_all(run: LessonRun, but: tuple[str, ...] = ()) -> None:
    assert run.lesson is not None
    for name in run.lesson.tasks:
        if name not in but:
            run.progress = run.progress.with_step(run.lesson.key, name, DONE)


def test_the_last_page_says_which_tasks_are_open_and_leads_to_the_first() -> None:
    with lesson_window(shipped("lookup")) as window:
        run, end = window.teaching.run, page(window).end
        do_all(run, ("who-decides", "missing-key"))
        assert run.lesson is not None
        assert not end.isVisible()
        run.go(len(run.lesson.steps) - 1)
        settle()
        assert end.open.text() == "2 tasks on other pages are open."
        assert not end.outcome.text()
        assert not end.others_button.isVisible()
        end.first_button.click()
        settle()
        assert run.step is not None
        assert run.step.name == "who-decides"
        do_all(run)
        run.go(len(run.lesson.steps) - 1)
        settle()
        assert not end.isVisible()


def test_the_review_can_be_completed_says_how_it_went_and_draws_other_questions() -> None:
    with lesson_window(shipped("review")) as window:
        teaching, run, end = window.teaching, window.teaching.run, page(window).end
        assert run.lesson is not None
        drawn = [step.name for step in run.lesson.steps]
        first = next(i for i, step in enumerate(run.lesson.steps) if isinstance(step.task, ChoiceQuestion))
        run.go(first)
        run.give_up()
        do_all(run, (run.lesson.steps[first].name,))
        run.go(len(drawn) - 1)
        settle()
        told = "Of 20 questions: 19 right at the first try, 0 right later, 1 with the reason shown."
        assert end.outcome.text() == told
        assert end.solved.text() == "Of 3 challenges: 3 solved."
        assert end.open.text() == "1 task on another page is open."
        teaching.learner.keep(run.progress)
        teaching.show_list()
        settle()
        review = next(entry for entry in teaching.lessons.list.entries if entry.lesson.key == "review")
        assert review.lesson.progress() == "22 of 23 tasks done"
        do_all(run)
        teaching.learner.keep(run.progress)
        teaching.show_list()
        assert review.lesson.progress() == "all 23 tasks done"
        teaching.open(shipped("review"))
        settle()
        assert run.index == 0, "what is finished begins at its first page"
        run.go(len(drawn) - 1)
        settle()
        for answer in (QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Yes):
            assert run.open_tasks == ()
            assert [step.name for step in run.lesson.steps] == drawn
            end.others_button.click()
            box = teaching.learner.box
            assert box is not None
            assert "cannot be undone" in box.informativeText()
            box.button(answer).click()
            settle()
        assert run.index == 0
        assert run.lesson is not None
        assert [step.name for step in run.lesson.steps] != drawn
        assert len(run.open_tasks) == 20, "the challenges stay solved"


@pytest.mark.parametrize("look", [Look(), Look("projector", 250)], ids=["100", "250"])
def test_the_last_page_names_the_lessons_to_read_again_by_keyboard_and_to_a_screen_reader(look: Look) -> None:
    with lesson_window(shipped("review"), size=(1920, 1080), look=look) as window:
        run, end = window.teaching.run, page(window).end
        assert run.lesson is not None
        asked = [step for step in run.lesson.steps if isinstance(step.task, ChoiceQuestion)]
        wrong = [step for step in asked if step.lesson == asked[0].lesson]
        do_all(run, tuple(step.name for step in wrong))
        for step in wrong:
            run.progress = run.progress.with_step("review", step.name, StepProgress(done=True, tries=2))
        run.go(len(run.lesson.steps) - 1)
        settle()
        (entry,) = [one for one in end.entries if one.isVisible()]
        title = shipped(asked[0].lesson).title
        assert end.again.text().startswith("Not everything was right at the first try.")
        assert entry.accessibleName().endswith(title)
        assert entry.accessibleDescription() == f"Asked on: {'  ·  '.join(step.heading for step in wrong)}"
        assert entry.height() >= entry.heightForWidth(entry.width()), "nothing of it is cut off"
        area = page(window).area
        assert entry.width() <= area.viewport().width()
        inside = area.widget()
        needed = inside.heightForWidth(inside.width())
        assert inside.height() == max(needed, area.viewport().height()), "there is no empty room below"
        tab_to(window, entry)
        press(window, Qt.Key.Key_Return)
        assert run.lesson.title == title


def test_the_last_page_names_no_lesson_where_all_was_right_at_once() -> None:
    with lesson_window(shipped("review")) as window:
        run, end = window.teaching.run, page(window).end
        do_all(run)
        assert run.lesson is not None
        run.go(len(run.lesson.steps) - 1)
        settle()
        assert end.outcome.isVisible()
        assert not end.again.isVisible()
        assert not any(entry.isVisible() for entry in end.entries)


def test_a_lesson_that_was_left_goes_on_where_it_was() -> None:
    with lesson_window(shipped("lookup"), "who-decides") as window:
        window.teaching.open(shipped("lookup"))
        assert window.teaching.step is not None
        assert window.teaching.step.name == "who-decides"


def test_what_was_tried_in_a_lesson_does_not_ask_to_be_saved() -> None:
    with lesson_window(shipped("lookup"), "make-it-hard") as window:
        window.document.edit("attention", temperature=0.5)
        settle()
        assert not window.isWindowModified()
        went: list[bool] = []
        window.files.unless_unsaved(lambda: went.append(True))
        assert went == [True]
        assert window.files.dialog is None


def test_a_challenge_that_begins_again_begins_at_the_beginning_of_its_way() -> None:
    with lesson_window(shipped("lookup"), "make-it-hard") as window:
        box, run = page(window).challenge, window.teaching.run
        window.document.edit("attention", temperature=20.0)
        settle()
        run.again()
        settle()
        assert box.bar.value() == 0
        run.say_impossible()
        settle()
        assert box.outcome.text() == "✗ It can be done. Try again."
