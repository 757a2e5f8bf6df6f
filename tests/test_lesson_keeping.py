"""Lessons in the window: typed answers are not lost, and progress is kept apart for each lesson, learner and window."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from lesson_window import NUMBER_STEP, lesson_window, page, press, shipped, written
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from real_window import settle

from attnstudio import catalog
from attnstudio.exchange.lesson_shelf import path_of, placed, shelf
from attnstudio.files import progress_files
from attnstudio.files.scenes import write_scene
from attnstudio.state.lesson_questions import Tries
from attnstudio.state.progress import Progress, StepProgress
from attnstudio.ui.lesson_list import LessonEntry
from attnstudio.ui.question_box import QuestionBox
from attnstudio.ui.theme import Look
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")

OWN_STEP = '[[steps]]\npanel = "attention"\ntext = "Hello."\n'


@pytest.fixture
def window() -> Iterator[MainWindow]:
    with lesson_window() as shown:
        yield shown


def asked(window: MainWindow, folder: Path) -> QuestionBox:
    """Open a lesson that asks for a number, and give its field the keyboard."""
    window.teaching.open_path(written(folder, NUMBER_STEP))
    settle()
    question = page(window).question
    question.field.setFocus()
    return question


def forget(window: MainWindow) -> None:
    """Reset the progress as a person does."""
    window.actions_by_name["progress_reset"].trigger()
    box = window.teaching.learner.box
    assert isinstance(box, QMessageBox)
    box.button(QMessageBox.StandardButton.Reset).click()
    settle()


@pytest.mark.parametrize("text", ["abc", "nan", "1/0", "2000000", "pan"])
def test_a_number_that_cannot_be_taken_stays_as_it_was_typed_and_the_box_says_why(
    window: MainWindow, tmp_path: Path, text: str
) -> None:
    question = asked(window, tmp_path)
    field, shown = question.field, window.document.scene
    assert "Enter has it checked" in field.accessibleDescription()
    QTest.keyClicks(field, text)  # shortcuts of the window come first, as from a keyboard
    assert field.text() == text
    assert window.document.scene is shown
    wanted = f"“{text}” was not taken. Type a number from −1,000,000 to 1,000,000, or a fraction such as 4/7."
    enter = [lambda: press(window, Qt.Key.Key_Return)] * 2
    for act in (*enter, question.check_button.click, question.check_button.setFocus, field.setFocus, *enter):
        act()
        assert field.text() == text
        assert question.feedback.toPlainText() == ""
        assert window.teaching.run.tries == Tries()
    assert question.refusal.isVisible()
    assert question.refusal.accessibleName() == wanted
    field.selectAll()
    QTest.keyClicks(field, "4")
    assert not question.refusal.isVisible()
    press(window, Qt.Key.Key_Return)
    assert question.reason.toPlainText() == "Two and two are four."


def test_a_refused_number_is_said_where_the_mouse_has_it_checked(window: MainWindow, tmp_path: Path) -> None:
    question = asked(window, tmp_path)
    QTest.keyClicks(question.field, "1/0")
    QTest.mouseClick(question.check_button, Qt.MouseButton.LeftButton)
    assert (question.field.text(), question.refusal.isVisible()) == ("1/0", True)


def test_why_a_number_was_not_taken_is_brought_into_sight_where_the_type_is_large(tmp_path: Path) -> None:
    with lesson_window(look=Look("projector", 200)) as window:
        question = asked(window, tmp_path)
        QTest.keyClicks(question.field, "1/0")
        press(window, Qt.Key.Key_Return)
        settle()
        assert question.refusal.visibleRegion().boundingRect().height() == question.refusal.height() > 0


def test_escape_takes_back_a_number_that_was_refused(window: MainWindow, tmp_path: Path) -> None:
    question = asked(window, tmp_path)
    QTest.keyClicks(question.field, "1/0")
    press(window, Qt.Key.Key_Return)
    QTest.keyClick(question.field, Qt.Key.Key_Escape)
    assert (question.field.text(), question.refusal.isVisible()) == ("", False)


def test_the_next_question_begins_without_what_was_refused_in_the_last(window: MainWindow, tmp_path: Path) -> None:
    window.teaching.open_path(written(tmp_path, NUMBER_STEP * 2))
    settle()
    question = page(window).question
    question.field.setFocus()
    QTest.keyClicks(question.field, "nan")
    press(window, Qt.Key.Key_Return)
    press(window, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert window.teaching.run.index == 1
    assert (question.field.text(), question.refusal.isVisible()) == ("", False)


def test_an_own_lesson_of_the_name_of_a_shipped_one_is_marked_and_kept_apart(
    window: MainWindow, tmp_path: Path
) -> None:
    own = written(tmp_path, OWN_STEP, "lookup.toml")
    for path, current in ((own, "A lesson of my own"), (path_of("lookup"), "Lookup: asking instead of remembering")):
        window.teaching.open_path(path)
        window.teaching.show_list()
        entries = [entry.lesson for entry in window.teaching.lessons.list.entries if entry.isVisible()]
        assert [entry.title for entry in entries if entry.current] == [current]
        assert entries[0].begun == (path != own)


HELLO = '[[steps]]\nname = "hello"\n' + NUMBER_STEP.removeprefix("\n[[steps]]\n")


def own_entries(window: MainWindow) -> dict[str, str]:
    """Return what the list says of own lessons, by their folders."""
    window.teaching.show_list()
    entries = [entry.lesson for entry in window.teaching.lessons.list.entries if entry.isVisible()]
    return {Path(entry.goal).parent.name: entry.progress() for entry in entries if Path(entry.goal).name == "mine.toml"}


def in_folder(folder: Path, steps: str) -> Path:
    folder.mkdir()
    return written(folder, steps)


def test_the_list_says_how_far_one_has_come_in_lessons_of_ones_own(window: MainWindow, tmp_path: Path) -> None:
    asking, broken = in_folder(tmp_path / "good", HELLO), in_folder(tmp_path / "broken", "[[steps]")
    window.teaching.open_path(asking)
    assert own_entries(window) == {"good": "1 task"}
    window.teaching.run.answer(4.0)
    window.desk.opened_lesson(broken)
    assert own_entries(window) == {"good": "1 task, done", "broken": ""}, "one that cannot be read is listed, too"


def test_an_own_lesson_is_listed_by_its_title_with_its_goal_and_file_and_heard_without_breaks(tmp_path: Path) -> None:
    long = "A".ljust(60, "a")
    path = written(tmp_path, HELLO)
    path.write_text(path.read_text("utf-8").replace("A lesson of my own", f'{long}"\ngoal = "To learn'), "utf-8")
    broken = written(tmp_path, "[[steps]", "broken.toml")
    own = shelf(Progress(), None, [str(path), str(broken)])[-2:]
    assert [(each.title, each.goal) for each in own] == [
        (long, f"To learn\n{path}"), ("broken.toml", str(broken)),
    ]  # fmt: skip
    entry = LessonEntry()
    entry.show_lesson(own[0])
    assert entry.accessibleName() == f"{long}, 1 task"


def test_two_own_lessons_of_one_name_and_title_are_kept_apart_and_a_copy_goes_on(
    window: MainWindow, tmp_path: Path
) -> None:
    first, second = (
        in_folder(tmp_path / "first", HELLO),
        in_folder(tmp_path / "second", HELLO.replace("2 + 2", "1 + 3")),
    )
    for path, done in ((first, False), (second, False), (first, True), (second, False)):
        window.teaching.open_path(path)
        assert window.teaching.run.done_before == done, path
        if path == first:
            window.teaching.run.again()
            window.teaching.run.answer(4.0)
    assert own_entries(window) == {"first": "1 task, done", "second": "1 task"}
    copy = in_folder(tmp_path / "copy", HELLO)
    window.teaching.open_path(copy)
    assert window.teaching.run.done_before, "the same lesson in another place"


def test_an_own_lesson_that_was_moved_goes_on_as_does_one_whose_place_no_one_kept(tmp_path: Path) -> None:
    path = written(tmp_path, HELLO)
    lesson = catalog.open_lesson(path)
    done = Progress().with_step(lesson.key, "hello", StepProgress(done=True, tries=1))
    assert placed(lesson, done).key == lesson.key, "as progress was kept before"
    done = done.at(lesson.key, "hello", lesson.file)
    (tmp_path / "elsewhere").mkdir()
    moved = catalog.open_lesson(path.rename(tmp_path / "elsewhere" / "mine.toml"))
    assert placed(moved, done).key == lesson.key
    written(tmp_path, HELLO.replace("2 + 2", "1 + 3"))
    other = placed(moved, done)
    assert other.key != lesson.key, "there is another one in its place"
    assert placed(moved, done.at(other.key, "hello", other.file)).key == other.key


def test_after_a_reset_the_next_learner_gets_other_questions_and_none_of_the_answers(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.keep_in(tmp_path)
    seed = window.teaching.learner.progress.seed
    monkeypatch.setattr(progress_files.secrets, "randbelow", lambda _: (seed + 1) % 1_000_000)
    window.teaching.open(shipped("review"))
    before = window.teaching.lesson
    assert window.document.learner_seed() == seed, "by which panels draw, too"
    forget(window)
    assert window.teaching.lesson is None
    assert progress_files.read_progress(tmp_path)[0] == Progress((seed + 1) % 1_000_000)
    assert window.document.learner_seed() == (seed + 1) % 1_000_000
    window.teaching.open(shipped("review"))
    assert window.teaching.lesson is not None
    assert before is not None
    assert [step.name for step in window.teaching.lesson.steps] != [step.name for step in before.steps]


def test_two_windows_on_one_folder_keep_what_both_did_until_one_forgets_it(window: MainWindow, tmp_path: Path) -> None:
    window.keep_in(tmp_path)
    window.teaching.open(shipped("lookup"), "make-it-hard")
    with lesson_window() as other:
        other.keep_in(tmp_path)
        window.document.edit("attention", temperature=0.1)
        other.teaching.open(shipped("softmax"))
        assert other.teaching.learner.progress.step("lookup", "make-it-hard").done
        window.teaching.open(shipped("masks"))
        kept, _ = progress_files.read_progress(tmp_path)
        assert set(kept.lessons) == {"lookup", "softmax", "masks"}
        assert kept == window.teaching.run.progress
        forget(other)
        window.teaching.run.forward()
        kept, _ = progress_files.read_progress(tmp_path)
        assert set(kept.lessons) == {"masks"}
        assert kept.seed == other.teaching.learner.progress.seed == window.teaching.run.progress.seed


def test_a_reset_that_cannot_be_written_forgets_nothing_and_says_so(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.keep_in(tmp_path)
    window.teaching.open(shipped("lookup"))
    before = window.teaching.learner.progress

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(progress_files.Path, "mkdir", full)
    forget(window)
    assert window.teaching.learner.progress == before
    assert window.teaching.lesson is not None
    assert window.notices.texts[0].startswith("Nothing is forgotten. ")
    assert "the disk is full" in window.notices.texts[0]


def test_that_nothing_can_be_kept_is_said_when_a_lesson_is_opened_and_it_is_tried_once_more_at_close(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    window.keep_in(tmp_path)
    window.teaching.open(shipped("lookup"))
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        window.teaching.open(shipped("lookup"))  # where it is already: the page alone is nothing new to be kept
        assert [text[:29] for text in window.notices.texts] == ["Progress is not kept now; the"]
        window.teaching.run.forward()
    left = window.teaching.step
    assert left is not None
    assert progress_files.read_progress(tmp_path).progress.lesson("lookup").at != left.name
    assert window.close()
    assert progress_files.read_progress(tmp_path).progress.lesson("lookup").at == left.name


@pytest.mark.parametrize("own", [False, True], ids=["shipped", "own"])
def test_who_goes_on_where_they_were_is_in_the_lesson_again_at_its_step_with_its_locks(
    tmp_path: Path, own: bool
) -> None:
    with lesson_window() as first:
        first.keep_in(tmp_path)
        if own:
            first.teaching.open_path(written(tmp_path, OWN_STEP + NUMBER_STEP))
        else:
            first.teaching.open_named("lookup")
        first.teaching.run.go(1 if own else 3)
        settle()
        left = first.teaching.step, first.document.scene.title, first.document.locks_on("attention")
        assert own or left[2] is not None
        assert first.close()
    with lesson_window() as second:
        second.keep_in(tmp_path)
        second.desk.keeping.go_on()
        settle()
        run = second.teaching.run
        assert (run.step, second.document.scene.title, second.document.locks_on("attention")) == left
        assert page(second).isVisible()
        run.close()  # who then looks at something else goes on there
        second.document.open_panel("scaling")
        assert second.teaching.resumed == ""
        second.desk.leave(clean=True)


@pytest.mark.parametrize("both", [False, True], ids=["the file alone", "the step too"])
def test_work_that_a_lesson_was_opened_over_is_asked_about_by_its_file_and_saved_to_it(
    window: MainWindow, tmp_path: Path, both: bool
) -> None:
    mine, asked_about = tmp_path / "mine.attn.json", list[str]()
    write_scene(catalog.open_example("toy-sentence").scene, mine)
    window.files.open_path(mine)
    window.document.edit("attention", temperature=3.0)
    window.teaching.open_named("masks")
    if both:
        window.document.edit("scaling", seed=window.document.scenario("scaling").seed + 1)
    step = window.document.scene
    window.close()
    while isinstance(box := window.files.dialog, QMessageBox):
        asked_about.append(box.text())
        answer = QMessageBox.StandardButton.Save if mine.name in box.text() else QMessageBox.StandardButton.Discard
        box.button(answer).click()
        settle()
    assert [mine.name in text for text in asked_about] == ([False, True] if both else [True])
    assert not window.isVisible()
    assert window.document.scene is step
    assert catalog.open_file(mine).scene.panels["attention"].scenario.temperature == 3.0
