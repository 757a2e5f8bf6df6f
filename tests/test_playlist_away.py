"""A playlist in front of a class: left and come back to, its scenes listed, named where its name has room."""

import pytest
from lesson_window import lesson_window, press, shipped
from PySide6.QtCore import Qt
from real_window import settle
from recording import texts
from test_projector import LECTURE, PROJECTOR, ROOMS, small
from text_faults import faults

from attnstudio import catalog
from attnstudio.exchange.teaching_pages import playlist
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")

FOURTH = "The same by hand, with powers of 2"


def at_scene(window: MainWindow, index: int, name: str = "attention") -> MainWindow:
    window.teaching.open(playlist(name))
    window.teaching.run.go(index)
    settle()
    return window


def title(window: MainWindow) -> str:
    return window.top_bar._title.accessibleName()


def test_a_scene_is_told_once_and_its_number_once() -> None:
    with lesson_window() as window:
        at_scene(window, 3)
        assert window.status_text.accessibleName() == f"Scene 4 of 11: {FOURTH}"
        assert title(window).startswith(FOURTH)
        assert window.windowTitle().startswith(FOURTH)
        assert window.teaching.tab.text() == "Scene 4 of 11"
        for index, name, end in ((10, "next_step", "last"), (0, "previous_step", "first")):
            window.teaching.run.go(index)
            assert window.actions_by_name[name].statusTip() == f"This is the {end} scene of the playlist"


@pytest.mark.parametrize("key", [Qt.Key.Key_PageDown, Qt.Key.Key_PageUp])
def test_on_another_panel_the_title_is_its_own_and_the_page_keys_first_return_to_the_scene_as_it_was_left(
    key: Qt.Key,
) -> None:
    with lesson_window() as window:
        at_scene(window, 3)
        window.document.edit("attention", temperature=0.7)
        for panel in ("heads", "scaling"):
            window.document.open_panel(panel)
            settle()
            assert title(window).startswith(catalog.panel_named(panel).title)
            assert FOURTH not in title(window) + window.windowTitle()
        press(window, key)
        assert (window.teaching.run.index, window.document.scene.open_panel) == (3, "attention")
        assert window.document.scenario("attention").temperature == 0.7
        assert title(window).startswith(FOURTH)
        press(window, key)
        assert window.teaching.run.index == (4 if key == Qt.Key.Key_PageDown else 2)


def test_after_an_example_the_page_key_begins_the_scene_again_and_undo_brings_the_example_back() -> None:
    with lesson_window() as window:
        at_scene(window, 10)
        example = catalog.open_example("scaling").scene
        window.document.load_as_edit(example)
        settle()
        assert title(window).startswith(example.title)
        press(window, Qt.Key.Key_PageDown)  # from the last scene, too
        assert (window.teaching.run.index, window.teaching.run.away) == (10, False)
        window.document.undo()
        assert window.document.scene.panels["scaling"] == example.panels["scaling"]


def test_the_tab_returns_to_the_scene_and_then_lists_the_scenes() -> None:
    with lesson_window(size=LECTURE, look=PROJECTOR) as window:
        at_scene(window, 3)
        window.document.open_panel("heads")
        settle()
        window.teaching.tab.click()
        settle()
        assert not window.teaching.run.away
        assert not window.teaching.pages.area.is_open
        window.teaching.tab.click()
        settle()
        scenes = window.teaching.lessons.scenes
        assert scenes.isVisible()
        assert not window._views["attention"].isVisible()
        shown = [entry.accessibleName() for entry in scenes.entries if not entry.isHidden()]
        assert len(shown) == 11
        assert shown[3] == f"4  {FOURTH}, open now"
        press(window, Qt.Key.Key_Tab)
        assert press(window, Qt.Key.Key_Return) is not scenes.entries[4]
        assert window.teaching.run.index == 4
        assert window._views["attention"].isVisible()
        assert not scenes.isVisible()


def test_a_click_on_a_scene_jumps_to_it_and_the_lessons_are_one_button_away() -> None:
    with lesson_window(size=(1920, 1080)) as window:
        at_scene(window, 3)
        press(window, Qt.Key.Key_F4)
        scenes = window.teaching.lessons.scenes
        scenes.entries[7].click()
        settle()
        assert window.teaching.run.index == 7
        assert scenes.isVisible()
        assert "open now" in scenes.entries[7].accessibleName()
        scenes.button.click()
        settle()
        assert window.teaching.lessons.lists


@pytest.mark.parametrize("room", ROOMS)
def test_no_text_of_the_list_of_scenes_is_cut_off_or_over_another(room: str) -> None:
    look, size = ROOMS[room]
    with lesson_window(look=look, size=size) as window:
        at_scene(window, 3)
        press(window, Qt.Key.Key_F4)
        assert window.teaching.lessons.scenes.isVisible()
        assert not faults(texts(window))
        assert not look.projector or not small(texts(window))


def test_for_the_projector_the_name_of_a_scene_comes_before_that_of_its_data_and_can_be_read() -> None:
    with lesson_window(size=LECTURE, look=PROJECTOR) as window:
        for name in catalog.NAMES:
            for index, step in enumerate(playlist(name).steps):
                at_scene(window, index, name)
                shown = window.top_bar._title.text()
                assert step.heading.startswith(shown.rstrip("…")) or shown.startswith(step.heading)
                assert len(shown) >= min(24, len(step.heading))


def test_a_figure_that_is_pointed_at_and_has_no_room_fills_the_panel_until_the_next_step() -> None:
    with lesson_window(size=(1920, 1080), look=PROJECTOR) as window:
        window._projector.on = True
        window._show_projection()
        settle()
        window.teaching.open(shipped("real-heads"), "large-and-small")
        settle()
        panel, run = window._views["heads"], window.teaching.run
        assert panel.enlarged == "effects"
        assert not panel.place_of("effects").crowded
        run.forward()
        settle()
        assert panel.enlarged is None
        names = [step.name for step in run.lesson.steps]
        for step in ("both-true", "no-proof"):
            run.go(names.index(step))
            settle()
            assert panel.enlarged == "effects"
        run.go(names.index("sink"))
        settle()
        assert panel.enlarged is None


def test_figures_that_can_be_read_beside_the_lesson_are_left_beside_the_others() -> None:
    with lesson_window(size=(1920, 1080), look=PROJECTOR) as window:
        for lesson, step in (("similarity", "three-friends"), ("scaling", "a-sum"), ("step-by-step", "softmax")):
            window.teaching.open(shipped(lesson), step)
            settle()
            assert window._open_view().enlarged is None, lesson
