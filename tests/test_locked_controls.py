"""Shipped lessons in the real window: what a step locks is off and says why, what is free works, covers hold."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from random_events import Hand
from real_window import opened, settle

from attnstudio import catalog
from attnstudio.files.lesson_files import lessons
from attnstudio.state.lesson import Lesson, Step
from attnstudio.state.lesson_questions import ChoiceQuestion, NumberQuestion
from attnstudio.state.locks import Free
from attnstudio.ui.binding import control_of
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.controls import ChoiceControl, NumberControl, SwitchControl, WholeControl
from attnstudio.ui.lesson_run import LessonRun
from attnstudio.ui.reasons import LESSON, OWN
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")
LESSONS = {lesson.name: catalog.open_lesson(lesson.path) for lesson in lessons()}
LOCKED = [name for name, lesson in LESSONS.items() if any(step.free is not None for step in lesson.steps)]
CONTROL = Qt.KeyboardModifier.ControlModifier


@contextmanager
def running(lesson: Lesson, step: str = "") -> Iterator[tuple[MainWindow, LessonRun]]:
    with opened() as window:
        run = window.teaching.run
        run.open(lesson, step)
        settle()
        yield window, run


def view_of(window: MainWindow) -> Any:
    return window._views[window.document.scene.open_panel]


def reasons(control: QWidget) -> dict[str, str]:
    return control.property("reasons") or {}


def parts(control: QWidget) -> list[QWidget]:
    return [control, *(part for part in control.findChildren(QWidget) if part.accessibleDescription())]


def operate(control: QWidget) -> None:
    """Change what a control shows, as a person does."""
    if isinstance(control, NumberControl):
        key = Qt.Key.Key_End if control.slider.value() < control.slider.maximum() else Qt.Key.Key_Home
        QTest.keyClick(control.slider, key)
    elif isinstance(control, WholeControl):
        (control.more if control.more.isEnabled() else control.less).click()
    elif isinstance(control, SwitchControl):
        control.click()
    elif isinstance(control, ChipRow):
        control.chips[0].click()
    else:
        assert isinstance(control, ChoiceControl)
        if isinstance(control.chooser, ChipRow):
            next(chip for chip in control.chooser.chips if chip.isEnabled() and not chip.isChecked()).click()
        else:
            control.chooser.activated.emit((control.chooser.currentIndex() + 1) % control.chooser.count())


def shown_controls(window: MainWindow, step: Step) -> dict[str, QWidget]:
    """Return the control of each field that one is tied to."""
    found = {field: control_of(view_of(window), step.panel, field) for field in step.state.scenario.specs()}
    return {field: control for field, control in found.items() if control is not None}


def free_in(step: Step) -> tuple[Free, ...] | None:
    """Return what is free as a step begins: nothing where a question covers something; None for all."""
    asks = isinstance(step.task, ChoiceQuestion | NumberQuestion)
    return () if step.free is None and step.state.covered and asks else step.free


def check_fields(window: MainWindow, step: Step) -> None:
    """Each control is off where its field is locked, and all its parts say so; else no lesson keeps it off.

    What is off by itself too says that.
    """
    free = free_in(step)
    for field, control in shown_controls(window, step).items():
        locked = free is not None and not any(one.opens(field) for one in free)
        locked = locked and step.state.scenario.specs()[field].undoable
        assert (LESSON in reasons(control)) == locked, field
        if locked:
            assert not control.isEnabled(), field
            for part in parts(control) if OWN not in reasons(control) else ():
                said = reasons(part).get(OWN, "Locked in this step")
                assert said in part.accessibleDescription(), (field, part)
                assert said in part.toolTip(), (field, part)


def check_sliders(window: MainWindow, step: Step) -> None:
    """Every vector whose numbers are locked has sliders that are off."""
    view = view_of(window)
    opened = free_in(step)
    if step.panel != "attention" or opened is None:
        return
    view.side.all_numbers.setChecked(True)
    controls = view.side.sliders.controls
    for (role, vector, _), control in controls.items():
        free = any(one.opens("tensors", role, vector) for one in opened)
        assert control.isEnabled() == free, (role, vector)
        assert free or "Locked in this step" in control.slider.accessibleDescription()
    whole = any(one.opens("tensors") for one in opened)
    assert view.side.randomise.isEnabled() == (whole and any(one.opens("seed") for one in opened))
    view.side.all_numbers.setChecked(False)


def control_for(window: MainWindow, step: Step, free: Free) -> QWidget | None:
    """Return a control that changes what is free."""
    if not free.role:
        return control_of(view_of(window), step.panel, free.field)
    view_of(window).side.all_numbers.setChecked(True)
    settle()
    sliders = view_of(window).side.sliders.controls
    control: QWidget = sliders[free.role, free.vector or 0, 0]
    return control


def check_free(window: MainWindow, run: LessonRun, step: Step) -> None:
    """What is free can be changed, and Reset brings it back."""
    refused: list[object] = []
    window.document.refused.connect(refused.append)
    for free in step.free or ():
        control = control_for(window, step, free)
        if control is None or OWN in reasons(control):
            continue
        operate(control)
        assert window.document.scenario(step.panel) != window.document.start.panels[step.panel].scenario, free
        window.document.reset()
        assert window.document.scenario(step.panel) == window.document.start.panels[step.panel].scenario
        assert run.step is step
    window.document.refused.disconnect(refused.append)
    assert not refused


@pytest.mark.parametrize("name", LOCKED)
def test_what_each_step_locks_is_off_and_says_why_and_what_is_free_works(name: str) -> None:
    lesson = replace(LESSONS[name], draw=0)  # with every question of a pool
    with running(lesson) as (window, run):
        for index, step in enumerate(lesson.steps):
            run.go(index)
            settle()
            check_fields(window, step)
            check_sliders(window, step)
            check_free(window, run, step)
        run.close()
        check_fields(window, Step("none", lesson.steps[-1].panel, lesson.steps[-1].state))


def test_undo_into_the_step_before_brings_back_its_locks() -> None:
    with running(LESSONS["lookup"], "make-it-hard") as (window, run):
        temperature, divide = view_of(window).side.temperature, view_of(window).side.divide
        run.forward()
        assert not temperature.isEnabled()
        window.document.undo()
        assert run.step is not None
        assert run.step.name == "make-it-hard"
        assert temperature.isEnabled()
        assert not divide.isEnabled()
        window.document.undo()
        assert divide.isEnabled()
        assert "Locked" not in divide.chooser.accessibleDescription() + divide.chooser.toolTip()


def test_a_challenge_is_solved_by_moving_its_slider_and_stays_solved_when_it_leaves() -> None:
    with running(LESSONS["lookup"], "make-it-hard") as (window, run):
        heard: list[str] = []
        run.announced.connect(lambda message: heard.append(str(message)))
        slider = view_of(window).side.temperature.slider
        distances = [run.standing.furthest.distance]  # type: ignore[union-attr]
        for _ in range(3):
            QTest.keyClick(slider, Qt.Key.Key_PageDown)
            distances.append(run.standing.furthest.distance)  # type: ignore[union-attr]
        assert distances == sorted(distances, reverse=True)
        assert distances[0] > distances[-1] > 0
        QTest.keyClick(slider, Qt.Key.Key_Home)
        assert run.pursuit is not None
        assert run.pursuit.solved
        QTest.keyClick(slider, Qt.Key.Key_End)
        assert run.standing is not None
        assert not run.standing.met
        assert run.pursuit.solved
        assert heard == ["Solved."]


def test_what_cannot_be_done_is_answered_so() -> None:
    with running(LESSONS["similarity"], "too-far") as (window, run):
        view_of(window).side.all_numbers.setChecked(True)
        view_of(window).side.sliders.controls["query", 0, 0].slider.choose(3.0)
        assert run.pursuit is not None
        assert not run.pursuit.solved
        run.say_impossible()
        assert run.pursuit.solved


def test_handles_cells_and_random_numbers_of_what_is_locked_change_nothing_and_say_why() -> None:
    with running(LESSONS["lookup"], "make-it-hard") as (window, run):
        document, view = window.document, view_of(window)
        before, said = document.scene, []
        document.refused.connect(lambda message: said.append(str(message)))
        key = document.scenario("attention").tensors.key  # type: ignore[attr-defined]
        view.matrices["key"].cell_edited.emit(0, 0, float(key[0, 0]))  # the same number, which is no edit
        assert document.scene == before
        assert not said
        view.matrices["key"].cell_edited.emit(0, 0, 2.5)
        view.dial.tip_moved.emit(0, 40.0, 1.0)
        view.plane.point_moved.emit(0, 1.0, 1.0)
        mask = view.matrices["masked_logits"]
        mask.cell_painted.emit(0, 1)
        mask.paint_taken_back.emit()
        view._actions["randomise"].trigger()
        view._actions["base"].trigger()
        assert len(said) == 6
        assert all("Free: Temperature." in one for one in said)
        assert document.scene == before
        assert not view._actions["base"].isChecked()
        assert run.step is not None
        assert run.step.name == "make-it-hard"


def test_what_a_question_covers_is_revealed_by_no_way_before_it_is_finished() -> None:
    with running(LESSONS["step-by-step"], "third-weight") as (window, run):
        document, view = window.document, view_of(window)
        asked = document.state("attention").covered
        assert asked == {"weights", "output"}

        def hidden() -> bool:
            shown = document.shown.matrices
            return document.state("attention").covered >= asked and all(shown[name].covered for name in asked)

        for key, modifier in (
            (Qt.Key.Key_N, Qt.KeyboardModifier.NoModifier), (Qt.Key.Key_P, Qt.KeyboardModifier.NoModifier),
            (Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier), (Qt.Key.Key_N, Qt.KeyboardModifier.NoModifier),
        ):  # fmt: skip
            QTest.keyClick(window, key, modifier)
            assert hidden(), key
            assert view._actions["predict"].isChecked()
        view.strip.setFocus()
        for index in range(view.strip.count):
            view.strip.go(index)
            QTest.keyClick(view.strip, Qt.Key.Key_Space)
            assert hidden(), index
        for pill in range(view.strip.count):
            eye = view.strip.eye(pill)
            if eye is not None:
                QTest.mouseClick(view.strip, Qt.MouseButton.LeftButton, pos=eye.center().toPoint())
                assert hidden(), pill
        view.prediction.bar.reveal.emit()
        assert hidden()
        for key in (Qt.Key.Key_Z, Qt.Key.Key_Y, Qt.Key.Key_Y, Qt.Key.Key_R):
            QTest.keyClick(window, key, CONTROL)
            assert hidden() or document.start is not run._now.scene  # type: ignore[union-attr]
        assert hidden()
        run.give_up()
        view._actions["next"].trigger()
        assert not document.shown.matrices["weights"].covered


@pytest.mark.parametrize(("lesson", "step"), [("lookup", "make-it-hard"), ("masks", "two-masks")])
def test_a_random_hand_changes_nothing_that_is_locked(lesson: str, step: str) -> None:
    with running(LESSONS[lesson], step) as (window, run):
        hand = Hand(window, 7)
        for _ in range(3):
            run.again()
            hand.do(60)
            now = window.document
            if run.step is not None and not run.away:
                start = now.start.panels[run.step.panel].scenario
                free = {one.field for one in run.step.free or ()}
                changed = now.scenario(run.step.panel).differences(start)
                assert {name for name in changed if start.specs()[name].undoable} <= free
