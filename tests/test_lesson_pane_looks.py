"""The lesson pane under the rules of all that the window shows: contrast, sizes of type, nothing cut off."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from faint import faint
from lesson_window import lesson_window, page, shipped, written
from PySide6.QtWidgets import QScrollArea, QWidget
from real_window import settle
from recording import Mark, recorded, texts
from test_contrast import check_focus, usable
from test_projector import LECTURE, PROJECTOR, ROOMS, small
from text_faults import faults

from attnstudio.ui.chips import Chip
from attnstudio.ui.lesson_text import LessonText
from attnstudio.ui.theme import NAMES, Look
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")

LEAN = 0.15  # of the size of type
NUMBER = """
[[steps]]
panel = "scaling"
title = "How far do they spread?"
text = "A formula: ![](formula:softmax) and `code`, a [link](https://example.org/a), a list:\\n\\n- one\\n- two"
point_at = "histogram"
[steps.question]
text = "What is the standard deviation of the logits?"
answer = 1
within = 0.1
otherwise = "Divide by the root."
reason = "Each is divided by the root of d_k."
"""


def wrong(window: MainWindow) -> None:
    question = page(window).question
    question.radios[next(i for i, one in enumerate(window.teaching.run.choices) if not one.right)].click()
    question.check_button.click()


def right(window: MainWindow) -> None:
    question = page(window).question
    question.radios[next(i for i, one in enumerate(window.teaching.run.choices) if one.right)].click()
    question.check_button.click()


def hinted(window: MainWindow) -> None:
    page(window).challenge.hint_button.click()
    page(window).challenge.cannot_button.click()


def solved(window: MainWindow) -> None:
    window.document.edit("attention", temperature=0.1)


def plain(_window: MainWindow) -> None:
    """Leave all as it is."""


STATES: dict[str, tuple[str, Callable[[MainWindow], object]]] = {
    "text": ("why", plain),
    "question": ("who-decides", plain),
    "wrong answer": ("who-decides", wrong),
    "right answer": ("who-decides", right),
    "challenge": ("make-it-hard", hinted),
    "solved": ("make-it-hard", solved),
    "list": ("why", lambda window: window.teaching.show_list()),
    "code": ("why", lambda window: window.actions_by_name["code"].trigger()),
}


def shown(window: MainWindow, state: str) -> QWidget:
    """Bring the pane into a state; return it."""
    step, act = STATES[state]
    window.teaching.open(shipped("lookup"), step)
    settle()
    act(window)
    settle()
    return window.teaching.pages.pane


def upright(marks: Iterable[Mark]) -> list[Mark]:
    """Return marks, those of a running text without what slanted letters lean over the next word."""
    return [
        replace(mark, seen=mark.seen.adjusted(0, 0, -LEAN * mark.pixels, 0)) if _runs(mark.widget) else mark
        for mark in marks
    ]


def _runs(widget: QWidget) -> bool:
    return isinstance(widget.parentWidget(), LessonText)


def scrolled(pane: QWidget) -> Iterator[None]:
    """Show all of a pane, a screen at a time."""
    yield
    for area in pane.findChildren(QScrollArea):
        bar = area.verticalScrollBar()
        while area.isVisible() and bar.value() < bar.maximum():
            bar.setValue(bar.value() + bar.pageStep())
            settle()
            yield


@pytest.mark.parametrize("name", NAMES)
def test_all_texts_and_shapes_of_the_pane_stand_out(name: str) -> None:
    with lesson_window(look=Look(name), size=(1440, 900)) as window:
        for state in STATES:
            pane = shown(window, state)
            recording = recorded(window, pane)
            assert not faint(recording), state
            assert [mark for mark in recording.of("text") if pane.isAncestorOf(mark.widget)], state


@pytest.mark.parametrize("name", NAMES)
def test_the_focus_is_seen_on_every_part_of_the_pane(name: str) -> None:
    with lesson_window(look=Look(name), size=(1440, 900)) as window:
        for state in ("question", "challenge", "list"):
            pane = shown(window, state)
            inside = [widget for widget in usable(window) if pane.isAncestorOf(widget)]
            seen = [widget for widget in inside if widget.visibleRegion().boundingRect() == widget.rect()]
            parts = [widget for widget in seen if not isinstance(widget, Chip)]
            assert len(parts) > 3, state
            check_focus(window, parts)


def test_for_the_projector_no_text_of_the_pane_is_below_18_pixels() -> None:
    with lesson_window(look=PROJECTOR, size=LECTURE) as window:
        for state in STATES:
            for _ in scrolled(shown(window, state)):
                assert not small(texts(window)), state


@pytest.mark.parametrize("room", ROOMS)
def test_no_text_of_the_pane_is_cut_off_or_over_another(room: str) -> None:
    look, size = ROOMS[room]
    with lesson_window(look=look, size=size) as window:
        for state in STATES:
            for _ in scrolled(shown(window, state)) if state != "code" else ():  # which scrolls by itself
                assert not faults(upright(texts(window))), state


@pytest.mark.parametrize("room", ["light, small", "projector, lecture", "dark, small"])
def test_a_formula_code_and_a_number_field_stand_in_every_room(room: str, tmp_path: Path) -> None:
    look, size = ROOMS[room]
    with lesson_window(look=look, size=size) as window:
        window.teaching.open_path(written(tmp_path, NUMBER))
        settle()
        for _ in scrolled(window.teaching.pages.pane):
            assert not faults(upright(texts(window)))
            assert not faint(recorded(window))
            assert not look.projector or not small(texts(window))


@pytest.mark.parametrize(("lesson", "step"), [("lookup", "make-it-hard"), ("lookup", "why"), ("similarity", "steer")])
@pytest.mark.parametrize("name", NAMES)
def test_the_ring_stands_out_around_a_control_a_stage_and_a_figure(name: str, lesson: str, step: str) -> None:
    with lesson_window(shipped(lesson), step, look=Look(name), size=(1920, 1080)) as window:
        pointer = window.teaching.pointing.pointer
        assert pointer is not None
        assert pointer.isVisible()
        assert not faint(recorded(window))
