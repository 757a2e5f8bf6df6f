"""Lessons in the window: read, tried and answered by the keyboard alone, beside the panel or in its place."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from lesson_window import NUMBER_STEP, lesson_window, page, press, shipped, tab_to, written
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMessageBox
from real_window import settle

from attnstudio import catalog
from attnstudio.state.locks import Free
from attnstudio.ui.lesson_tab import LESSONS, NEW
from attnstudio.ui.theme import Look
from attnstudio.ui.words import said
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")

CTRL = Qt.KeyboardModifier.ControlModifier
PLAYLIST = """
[[steps]]
title = "First scene"
example = "worked-example"
[[steps]]
title = "Second scene"
panel = "scaling"
"""
ENDLESS = '[[steps]]\npanel = "attention"\ntext = "x"\n' * 200


@pytest.fixture
def window() -> Iterator[MainWindow]:
    with lesson_window() as shown:
        yield shown


def wrong(window: MainWindow) -> int:
    return next(i for i, choice in enumerate(window.teaching.run.choices) if not choice.right)


def right(window: MainWindow) -> int:
    return next(i for i, choice in enumerate(window.teaching.run.choices) if choice.right)


def temperature_slider(window: MainWindow):
    return window._views["attention"].side.temperature.slider


def dropped(window: MainWindow, *paths: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    window.dropEvent(QDropEvent(QPointF(QPoint(50, 50)), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                                Qt.KeyboardModifier.NoModifier))  # fmt: skip
    settle()


def test_a_small_tab_speaks_to_who_is_new_and_no_pane_is_made_before_it_is_wanted(window: MainWindow) -> None:
    teaching = window.teaching
    assert teaching.tab.text() == said(NEW) == "New here? 2 minutes"
    assert teaching.tab.isVisible()
    assert not teaching.pages.made
    teaching.tab.click()
    settle()
    assert teaching.lesson is not None
    assert teaching.lesson.name == "lookup"
    assert page(window).isVisible()
    assert teaching.tab.text() == f"Lesson: 1 of {len(teaching.lesson.steps)}"


def test_the_lesson_lookup_is_opened_read_answered_and_solved_by_keys_alone(window: MainWindow) -> None:
    teaching, steps = window.teaching, [step.name for step in shipped("lookup").steps]
    assert press(window, Qt.Key.Key_F4) is page(window).text
    while steps[teaching.run.index] != "who-decides":
        press(window, Qt.Key.Key_PageDown, CTRL)
    question = page(window).question
    tab_to(window, question.radios[0])
    for _ in range(wrong(window)):
        press(window, Qt.Key.Key_Down)
    press(window, Qt.Key.Key_Space)
    here = press(window, Qt.Key.Key_Return)
    assert question.feedback.toPlainText().startswith("✗")
    assert here is question.radios[wrong(window)]
    tab_to(window, question.again_button)
    assert press(window, Qt.Key.Key_Return) is question.radios[0]
    assert question.group.checkedId() == -1
    for _ in range(right(window)):
        press(window, Qt.Key.Key_Down)
    press(window, Qt.Key.Key_Space)
    assert press(window, Qt.Key.Key_Return) is page(window).next_button
    assert question.reason.isVisible()
    while steps[teaching.run.index] != "make-it-hard":
        press(window, Qt.Key.Key_Return)
    tab_to(window, page(window).show_button)
    assert press(window, Qt.Key.Key_Return) is temperature_slider(window)
    press(window, Qt.Key.Key_Home)
    assert page(window).challenge.insight.isVisible()
    assert page(window).challenge.bar.value() == page(window).challenge.bar.maximum()
    at = teaching.run.index
    press(window, Qt.Key.Key_PageDown, CTRL)
    assert teaching.run.index == at + 1


def test_f4_folds_the_pane_and_gives_the_keyboard_back_to_where_it_was(window: MainWindow) -> None:
    slider = temperature_slider(window)
    slider.setFocus()
    press(window, Qt.Key.Key_F4)
    assert window.teaching.pages.area.is_open
    assert press(window, Qt.Key.Key_F4) is slider
    assert not window.teaching.pages.area.is_open
    assert press(window, Qt.Key.Key_F4) is page(window).text
    assert window.teaching.run.index == 0


def test_a_challenge_shows_its_distance_at_every_move_and_stays_solved(window: MainWindow) -> None:
    window.teaching.open(shipped("lookup"), "make-it-hard")
    box, before = page(window).challenge, []
    for temperature in (1.0, 0.6, 0.4):
        window.document.edit("attention", temperature=temperature)
        before.append((box.bar.value(), box.distance.text()))
    assert [value for value, _ in before] == sorted({value for value, _ in before})
    assert len({words for _, words in before}) == 3
    assert all("to go" in words for _, words in before)
    window.document.edit("attention", temperature=0.15)
    assert box.insight.isVisibleTo(window)
    window.document.edit("attention", temperature=2.0)
    assert box.insight.isVisibleTo(window)
    assert "to go" in box.distance.text()


def test_what_is_locked_says_so_in_the_status_line(window: MainWindow) -> None:
    window.teaching.open(shipped("lookup"), "make-it-hard")
    window.document.edit("attention", divide_by="one")
    assert window.document.scenario("attention").divide_by == "sqrt_d_k"
    assert "Locked" in window.status_text.accessibleName()
    assert window.teaching.step is not None
    assert window.teaching.step.free == (Free("temperature"),)


def test_a_hint_is_shown_on_request_and_cannot_be_done_is_an_answer(window: MainWindow) -> None:
    window.teaching.open(shipped("lookup"), "make-it-hard")
    box = page(window).challenge
    assert not box.hint.isVisibleTo(window)
    box.hint_button.click()
    assert "temperature" in box.hint.toPlainText()
    box.cannot_button.click()
    assert "can be done" in box.outcome.text()
    assert box.outcome.isVisibleTo(window)


def test_a_number_is_typed_judged_and_told_why(window: MainWindow, tmp_path: Path) -> None:
    wrong = 'wrong = [{ value = 22, feedback = "They are added, not written side by side." }]\n'
    window.teaching.open_path(written(tmp_path, NUMBER_STEP + wrong))
    settle()
    question = page(window).question
    assert QApplication.focusWidget() is question.field
    assert not question.check_button.isEnabled()
    for text, said_then in (("22", "side by side"), ("5", "Count again")):
        question.field.setFocus()
        question.field.selectAll()
        QTest.keyClicks(question.field, text)
        press(window, Qt.Key.Key_Return)
        assert said_then in question.feedback.toPlainText()
    question.field.selectAll()
    QTest.keyClicks(question.field, "8/2")
    assert press(window, Qt.Key.Key_Return) is page(window).next_button
    assert question.reason.toPlainText() == "Two and two are four."
    assert question.field.property("reason") == "The question is answered"


def test_who_asks_for_the_reason_sees_the_right_answer_and_answers_no_more(window: MainWindow) -> None:
    window.teaching.open(shipped("lookup"), "who-decides")
    question = page(window).question
    assert not question.reason_button.isVisibleTo(window)
    question.radios[wrong(window)].click()
    question.check_button.click()
    question.reason_button.click()
    assert question.group.checkedId() == right(window)
    assert not any(radio.isEnabled() for radio in question.radios)
    assert question.reason.isVisibleTo(window)


def test_undo_turns_the_page_back_and_another_example_offers_the_way_back(window: MainWindow) -> None:
    window.teaching.open(shipped("lookup"))
    press(window, Qt.Key.Key_PageDown, CTRL)
    title = page(window).title.text()
    window.document.undo()
    assert window.teaching.run.index == 0
    assert page(window).title.text() != title
    window.document.redo()
    assert page(window).title.text() == title
    window.document.load_as_edit(catalog.open_example("scaling").scene)
    assert page(window).away.isVisibleTo(window)
    page(window).return_button.click()
    assert not page(window).away.isVisibleTo(window)
    assert window.document.scene.open_panel == "attention"


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_where_there_is_no_room_for_both_the_pane_and_the_panel_take_turns(size: tuple[int, int]) -> None:
    look = Look() if size[0] == 960 else Look("projector")
    with lesson_window(shipped("lookup"), "make-it-hard", size=size, look=look) as window:
        area, panel = window.teaching.pages.area, window._views["attention"]
        assert area.takes_turns
        assert page(window).isVisible()
        assert not panel.isVisible()
        press(window, Qt.Key.Key_F4)
        assert panel.isVisible()
        assert not page(window).isVisible()
        window.document.edit("attention", temperature=0.5)
        assert "to go" in window.teaching.pages.line.distance.text()
        press(window, Qt.Key.Key_F4)
        window.teaching.pages.pane.fold_button.click()
        settle()
        assert panel.isVisible()
        press(window, Qt.Key.Key_F4)
        window.document.load_as_edit(catalog.open_example("scaling").scene)
        settle()
        assert window._views["scaling"].isVisible()


def test_the_width_of_the_pane_is_changed_by_keys_and_kept_for_the_next_start(window: MainWindow) -> None:
    before = window.settings.side
    press(window, Qt.Key.Key_F4)
    area = window.teaching.pages.area
    handle = area._splitter.handle(1)
    tab_to(window, handle)
    wide = window.teaching.pages.pane.width()
    press(window, Qt.Key.Key_Left)
    assert window.teaching.pages.pane.width() > wide
    assert window.settings.side > before
    window.resize(1600, 900)
    settle()
    assert abs(window.teaching.pages.pane.width() - window.settings.side) <= 1


def test_a_lesson_file_is_dropped_and_a_faulty_one_says_line_and_field_and_changes_nothing(
    window: MainWindow, tmp_path: Path
) -> None:
    window.document.edit("attention", temperature=2.0)
    dropped(window, written(tmp_path, '[[steps]]\npanel = "attention"\ntitle = "Mine"\ntext = "Hello."\n'))
    assert window.files.dialog is None
    assert page(window).title.text() == "Mine"
    assert str(tmp_path / "mine.toml") in window.desk.recent.paths
    scene, index = window.document.scene, window.teaching.run.index
    dropped(window, written(tmp_path, '[[steps]]\npanel = "attention"\npoint_at = "nowhere"\n', "bad.toml"))
    (notice,) = window.notices.texts
    for words in ("bad.toml", "line 6", "point_at", "nowhere"):
        assert words in notice
    assert window.document.scene is scene
    assert (window.teaching.run.index, page(window).title.text()) == (index, "Mine")


def test_open_takes_a_lesson_file_and_the_list_has_it_afterwards(window: MainWindow, tmp_path: Path) -> None:
    path = written(tmp_path, '[[steps]]\npanel = "attention"\ntext = "Hello."\n')
    window.actions_by_name["open_lesson"].trigger()
    assert isinstance(window.files.dialog, QFileDialog)
    window.files.dialog.fileSelected.emit(str(path))
    window.files.dialog.close()
    assert window.teaching.lesson is not None
    assert window.teaching.lesson.name == "mine"
    press(window, Qt.Key.Key_L, CTRL)
    shown = [entry.lesson.title for entry in window.teaching.lessons.list.entries if entry.isVisible()]
    assert shown[-1] == "A lesson of my own"
    assert "Lookup: asking instead of remembering" in shown


def test_a_playlist_is_stepped_through_with_the_page_keys_without_a_pane(window: MainWindow, tmp_path: Path) -> None:
    window.teaching.open_path(written(tmp_path, PLAYLIST))
    settle()
    assert not window.teaching.pages.area.is_open
    assert window.status_text.accessibleName() == "Scene 1 of 2: First scene"
    temperature_slider(window).setFocus()
    press(window, Qt.Key.Key_PageDown)
    assert window.status_text.accessibleName() == "Scene 2 of 2: Second scene"
    assert window.document.scene.open_panel == "scaling"
    press(window, Qt.Key.Key_PageUp)
    assert window.document.scene.open_panel == "attention"
    window.actions_by_name["end_lesson"].trigger()
    before = window.document.scenario("attention").temperature
    temperature_slider(window).setFocus()
    press(window, Qt.Key.Key_PageUp)
    assert window.document.scenario("attention").temperature > before


def test_the_list_tells_the_progress_and_it_can_be_forgotten(window: MainWindow, tmp_path: Path) -> None:
    window.keep_in(tmp_path)
    window.teaching.open(shipped("lookup"), "make-it-hard")
    window.document.edit("attention", temperature=0.1)
    window.teaching.show_list()
    first = window.teaching.lessons.list.entries[0]
    assert f"1 of {first.lesson.tasks} tasks done" in first.accessibleName()
    assert "open now" in first.accessibleName()
    window.actions_by_name["end_lesson"].trigger()
    assert window.teaching.tab.text() == said(LESSONS)
    window.actions_by_name["progress_reset"].trigger()
    box = window.teaching.learner.box
    assert isinstance(box, QMessageBox)
    box.button(QMessageBox.StandardButton.Reset).click()
    settle()
    assert "done" not in first.accessibleName()
    assert window.teaching.tab.text() == said(NEW)


def test_a_lesson_goes_on_where_the_last_run_left_it(tmp_path: Path) -> None:
    for begun in (False, True):
        with lesson_window() as window:
            window.keep_in(tmp_path)
            window.teaching.open(shipped("softmax"))
            assert window.teaching.run.index == (2 if begun else 0)
            window.teaching.run.go(2)


def test_progress_is_exported_as_a_table(window: MainWindow, tmp_path: Path) -> None:
    window.teaching.open(shipped("lookup"), "make-it-hard")
    window.document.edit("attention", temperature=0.1)
    window.actions_by_name["progress_csv"].trigger()
    assert isinstance(window.files.dialog, QFileDialog)
    window.files.dialog.fileSelected.emit(str(tmp_path / "progress.csv"))
    window.files.dialog.close()
    assert "lookup,make-it-hard,challenge" in (tmp_path / "progress.csv").read_text()


def test_the_tab_key_goes_through_the_page_from_the_top_and_then_to_the_buttons(window: MainWindow) -> None:
    window.teaching.open(shipped("lookup"), "make-it-hard")
    settle()
    shown, pane = page(window), window.teaching.pages.pane
    order = [shown.text, shown.show_button, shown.challenge.hint_button, shown.challenge.cannot_button,
             shown.back_button, shown.again_button, shown.next_button]  # fmt: skip
    shown.text.setFocus()
    assert [press(window, Qt.Key.Key_Tab) for _ in order[1:]] == order[1:]
    assert pane.isAncestorOf(shown.text)
    assert not pane.isAncestorOf(press(window, Qt.Key.Key_Tab))
    first, last = next(button for button in window.top_bar.buttons if button.isEnabled()), window.teaching.tab
    first.setFocus()
    assert press(window, Qt.Key.Key_Backtab) is last
    assert press(window, Qt.Key.Key_Tab) is first


def test_a_lesson_of_200_steps_and_endless_titles_is_shown(window: MainWindow, tmp_path: Path) -> None:
    window.teaching.open_path(written(tmp_path, ENDLESS))
    window.teaching.run.go(199)
    assert page(window).where.text().startswith("Step 200 of 200")
    title = "x" * 300
    window.teaching.open_path(written(tmp_path, f'[[steps]]\npanel = "attention"\ntitle = "{title}"\ntext = "y"\n'))
    settle()
    label = page(window).title
    assert label.accessibleName() == title
    assert label.height() >= label.heightForWidth(label.width())
    assert page(window).area.widget().width() <= page(window).area.viewport().width()


def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    told: list[str] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(
        QAccessible, "updateAccessibility",
        lambda event: told.append(event.message()) if hasattr(event, "message") else None,
    )  # fmt: skip
    return told


def test_a_screen_reader_hears_steps_answers_and_success(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window.teaching.open(shipped("lookup"), "who-decides")
    told = announced(monkeypatch)
    question = page(window).question
    question.radios[wrong(window)].click()
    question.check_button.click()
    window.teaching.run.forward()
    window.document.edit("attention", temperature=0.1)
    assert told[0].startswith("Not right")
    assert told[1] == "Step 6 of 10: Make it a dictionary"
    assert told[2].startswith("Solved")


def test_every_part_of_the_page_has_a_name_and_what_is_off_says_why(window: MainWindow) -> None:
    for step in ("who-decides", "make-it-hard"):
        window.teaching.open(shipped("lookup"), step)
        settle()
        for widget in window.teaching.pages.pane.findChildren(QLabel.__base__):
            if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                side = QAccessible.queryAccessibleInterface(widget)
                assert side.text(QAccessible.Text.Name), widget
                if not widget.isEnabled():
                    assert side.text(QAccessible.Text.Description), widget


def test_a_step_that_points_at_what_is_out_of_sight_has_it_shown_and_the_next_puts_it_away() -> None:
    with lesson_window(shipped("similarity"), size=(1280, 720), look=Look("light", 125)) as window:
        panel, run = window._views["attention"], window.teaching.run
        for index, step in enumerate(run.lesson.steps):
            run.go(index)
            settle()
            place = panel.place_of(step.point_at) if step.point_at else None
            assert place is None or place.isVisibleTo(panel), step.name
            if not step.point_at:
                assert panel.enlarged is None


def test_the_keyboard_stays_on_the_page_when_the_next_step_has_no_text(window: MainWindow) -> None:
    window.teaching.open(shipped("lookup"), "make-it-hard")
    settle()
    page(window).text.setFocus()
    window.teaching.run.go([step.name for step in shipped("lookup").steps].index("who-decides"))
    settle()
    assert QApplication.focusWidget() is page(window).question.radios[0]
