"""The line over the panel: the task of a step while its page is out of sight."""

from pathlib import Path

import pytest
from faint import faint
from lesson_window import lesson_window, page, press, shipped, tab_to, written
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from real_window import settle
from recording import recorded, texts
from test_contrast import check_focus
from test_projector import LECTURE, PROJECTOR, ROOMS, SMALL, small
from text_faults import faults

from attnstudio.state.lesson_words import heard
from attnstudio.ui.task_line import TaskLine
from attnstudio.ui.theme import NAMES, Look
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")

IMPOSSIBLE = """
[[steps]]
panel = "attention"
title = "Two at once"
[steps.challenge]
text = "Bring the **weight** of a key to 2."
impossible = true
insight = "Weights sum to 1."
conditions = [{ quantity = "weight[q,1]", at_least = 2 }]
"""


def line(window: MainWindow) -> TaskLine:
    return window.teaching.pages.line


def folded(window: MainWindow, lesson: str, step: str) -> TaskLine:
    window.teaching.open(shipped(lesson), step)
    settle()
    window.teaching.pages.area.fold()
    settle()
    return line(window)


@pytest.mark.parametrize(
    ("size", "look"), [(LECTURE, PROJECTOR), (SMALL, Look()), (SMALL, PROJECTOR), ((1440, 900), Look("light", 250))]
)
def test_where_pane_and_panel_take_turns_the_distance_is_watched_while_numbers_change(
    size: tuple[int, int], look: Look
) -> None:
    with lesson_window(size=size, look=look) as window:
        shown = folded(window, "lookup", "make-it-hard")
        assert window.teaching.pages.area.takes_turns
        seen = []
        for temperature in (1.0, 0.6, 0.4):
            window.document.edit("attention", temperature=temperature)
            settle()
            assert shown.isVisible()
            assert window._views["attention"].isVisible()
            seen.append((shown.bar.value(), shown.distance.text()))
        assert [value for value, _ in seen] == sorted({value for value, _ in seen})
        assert len({words for _, words in seen}) == 3
        assert all("to go" in words for _, words in seen)
        window.document.edit("attention", temperature=0.1)
        settle()
        assert (shown.distance.text(), shown.bar.isVisible()) == ("✓ Solved", False)
        at = window.teaching.run.index
        tab_to(window, shown.next_button)
        press(window, Qt.Key.Key_Return)
        assert window.teaching.run.index == at + 1
        assert not shown.next_button.isVisible()
        assert QApplication.focusWidget() is shown.lesson_button


def test_the_goal_stands_in_one_line_and_is_whole_in_words() -> None:
    with lesson_window(size=LECTURE, look=PROJECTOR) as window:
        shown = folded(window, "lookup", "make-it-hard")
        challenge = window.teaching.run.pursuit.challenge
        assert shown.goal.accessibleName() == shown.accessibleDescription() == heard(challenge.text)
        assert "*" not in shown.goal.text()
        assert shown.goal.text().endswith("…")
        assert shown.goal.toolTip() == heard(challenge.text)
        assert shown.bar.accessibleDescription() == window.teaching.run.standing.furthest.words().text()
        assert shown.height() <= 1.5 * shown.lesson_button.height()


@pytest.mark.parametrize("step", ["why", "who-decides"])
def test_a_text_and_a_question_have_their_title_and_the_way_to_their_page(step: str) -> None:
    with lesson_window(size=LECTURE, look=PROJECTOR) as window:
        shown = folded(window, "lookup", step)
        assert shown.goal.text() == window.teaching.step.title
        assert not [part for part in (shown.bar, shown.distance, shown.next_button) if part.isVisible()]
        tab_to(window, shown.lesson_button)
        press(window, Qt.Key.Key_Return)
        assert page(window).isVisible()
        assert not shown.isVisible()


def test_the_line_is_there_beside_a_folded_pane_and_goes_with_the_step() -> None:
    with lesson_window(shipped("lookup"), "make-it-hard") as window:
        assert not line(window).isVisible()
        press(window, Qt.Key.Key_F4)
        assert line(window).isVisible()
        window.document.open_panel("heads")
        settle()
        assert not line(window).isVisible()
        window.document.open_panel("attention")
        settle()
        assert line(window).isVisible()
        assert "to go" not in window.status_text.accessibleName()
        window.actions_by_name["end_lesson"].trigger()
        settle()
        assert not line(window).isVisible()


def test_a_goal_that_cannot_be_reached_is_solved_by_saying_so(tmp_path: Path) -> None:
    with lesson_window() as window:
        window.teaching.open_path(written(tmp_path, IMPOSSIBLE))
        settle()
        page(window).challenge.cannot_button.click()
        window.teaching.pages.area.fold()
        settle()
        assert line(window).distance.text() == "✓ Right: it cannot be done"
        assert not line(window).next_button.isVisible()  # it is the last step


def solved(window: MainWindow) -> None:
    window.document.edit("attention", temperature=0.1)
    settle()


STATES = {"title": "who-decides", "challenge": "make-it-hard", "solved": "make-it-hard"}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("room", ROOMS)
def test_no_text_is_cut_off_or_over_another_below_the_line(room: str, state: str) -> None:
    look, size = ROOMS[room]
    step = STATES[state]
    with lesson_window(look=look, size=size) as window:
        shown = folded(window, "lookup", step)
        if state == "solved":
            solved(window)
        marks = texts(window)
        assert [mark for mark in marks if shown.isAncestorOf(mark.widget)]
        assert not faults(marks)
        assert not look.projector or not small(marks)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("state", ["challenge", "solved"])
def test_the_line_and_the_focus_on_it_stand_out(name: str, state: str) -> None:
    with lesson_window(look=Look(name), size=(1440, 900)) as window:
        shown = folded(window, "lookup", "make-it-hard")
        if state == "solved":
            solved(window)
        assert not faint(recorded(window))
        check_focus(window, [part for part in (shown.next_button, shown.lesson_button) if part.isVisible()])
