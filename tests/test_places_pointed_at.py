"""What lessons point at is there on its panel, and brought into sight in every room."""

import pytest
from lesson_window import lesson_window, page, shipped
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from real_window import settle

from attnstudio import catalog
from attnstudio.catalog import PANELS
from attnstudio.files.lesson_files import lessons
from attnstudio.state.scene import Scene
from attnstudio.ui.document import Document
from attnstudio.ui.panel import Panel
from attnstudio.ui.tab_order import stop_in
from attnstudio.ui.theme import Look

pytestmark = pytest.mark.usefixtures("qapp")

ROOMS = {"wide": (1200, 800), "small": (860, 470), "narrow": (500, 420)}


def shown(scene: Scene, size: tuple[int, int]) -> tuple[Panel, Document]:
    document = Document(scene, catalog.compute, catalog.cover)
    panel = catalog.panel_named(scene.open_panel).view(document)
    document.setParent(panel)
    panel.resize(*size)
    panel.show()
    settle()
    return panel, document


def in_sight(panel: Panel, place: QWidget | None) -> bool:
    return place is not None and place.isVisibleTo(panel)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("name", [lesson.name for lesson in lessons()])
def test_what_a_lesson_points_at_can_be_brought_into_sight(name: str, room: str) -> None:
    lesson = shipped(name)
    panels: dict[str, tuple[Panel, Document]] = {}
    missing, keyless = [], []
    for step in lesson.steps:
        if step.point_at:
            scene = Scene(step.panel, {**catalog.start_scene().panels, step.panel: step.state})
            if step.panel not in panels:
                panels[step.panel] = shown(scene, ROOMS[room])
            panel, document = panels[step.panel]
            document.load(scene)
            settle()
            panel.reveal(step.point_at)
            settle()
            names = {step.point_at}
            if room != "wide":
                names.add(panel.part_of(step.point_at))  # a stage, where its operands have no room
            if not any(in_sight(panel, panel.place_of(name)) for name in names):
                missing.append((step.name, step.point_at))
            places = [place for name in names if in_sight(panel, place := panel.place_of(name))]
            keyless += [name for place in places if not stop_in(place).focusPolicy() & Qt.FocusPolicy.TabFocus]
            if room == "wide" and (name, step.name) in {("heads", "split"), ("heads", "join")}:
                assert panel.place_of(step.point_at) is not panel.place_of("concat")
    for panel, _ in panels.values():
        panel.hide()
        panel.deleteLater()
    settle()
    assert not missing
    assert not keyless


@pytest.mark.parametrize("spec", PANELS, ids=lambda spec: spec.name)
def test_every_stage_and_every_part_of_a_panel_has_a_place(spec: catalog.PanelSpec) -> None:
    panel, _ = shown(Scene(spec.name, catalog.start_scene().panels), ROOMS["wide"])
    names = (*spec.scenario().stages, *panel.parts())
    assert not [name for name in names if panel.place_of(name) is None]
    assert panel.place_of("nothing of this name") is None
    panel.hide()
    panel.deleteLater()
    settle()


def whole(place: QWidget | None) -> bool:
    return place is not None and place.visibleRegion().boundingRect().contains(place.rect())


@pytest.mark.parametrize("look", [Look("projector"), Look("light", 250)], ids=["projector", "250 %"])
def test_a_control_that_a_step_points_at_is_scrolled_to_in_a_column_that_does_not_hold_all(look: Look) -> None:
    with lesson_window(shipped("lookup"), "make-it-hard", size=(1280, 720), look=look) as window:
        panel = window._views["attention"]
        assert not whole(panel.place_of("temperature"))  # the lesson has the room
        page(window).pointed.emit()
        settle()
        assert whole(panel.place_of("temperature"))


def test_it_is_scrolled_to_as_well_when_the_pane_makes_way() -> None:
    with lesson_window(shipped("lookup"), "make-it-hard", size=(1280, 720), look=Look("projector")) as window:
        window.teaching.turn()
        settle()
        assert whole(window._views["attention"].place_of("temperature"))
