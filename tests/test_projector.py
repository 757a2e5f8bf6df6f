"""Read from the back row, from a small window and at large text: sizes of type, and no text cut off or over another."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip, QWidget
from real_window import opened, settle
from recording import Mark, texts
from shown_scenes import SCENES
from text_faults import attention, faults, tabs, ways

from attnstudio.panels.attention.stages import NAMES
from attnstudio.panels.scaling.view.panel import ScalingPanel
from attnstudio.ui.fold import FoldButton
from attnstudio.ui.matrix_drawing import MatrixDrawing
from attnstudio.ui.theme import Look
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")

LEAST, LEAST_IN_CELLS = 18, 22  # pixels of type
PROJECTOR, LECTURE = Look("projector"), (1280, 720)
SMALL, USUAL = (960, 540), (1440, 900)
ROOMS = {
    "light, small": (Look("light"), SMALL),
    "dark, small": (Look("dark"), SMALL),
    "projector, small": (PROJECTOR, SMALL),
    "projector, lecture": (PROJECTOR, LECTURE),
    "light, 250 %": (Look("light", 250), USUAL),
    "projector, 250 %": (Look("projector", 250), USUAL),
}
SCALES = ("1.25", "1.5", "2")
BOTH = ("worked example", "causal toy sentence")


def in_cells(marks: Iterable[Mark]) -> list[Mark]:
    """Return the numbers in cells."""
    numbers = [mark for mark in marks if any(map(str.isdigit, mark.text)) or "∞" in mark.text]
    return [mark for mark in numbers if isinstance(mark.widget, MatrixDrawing) and _in_a_cell(mark, mark.widget)]


def _in_a_cell(mark: Mark, view: MatrixDrawing) -> bool:
    return view.cell_at(mark.box.center() - QPointF(view.mapTo(view.window(), QPoint()))) is not None


def small(marks: Iterable[Mark], least: int = LEAST) -> list[str]:
    return [f"{mark.pixels:.0f} px: {mark.where}" for mark in marks if mark.pixels < least]


class Found(NamedTuple):
    """What is wrong with the texts of a window in one of its states."""

    way: str
    faults: list[str]
    small: list[str]
    small_in_cells: list[str]


@cache
def walked(room: str, scene: str) -> list[Found]:
    """Look at a window in all its states once for all that is asked of them."""
    look, size = ROOMS[room]
    with opened(SCENES[scene](), size=size, look=look) as window:
        return [_found(way, texts(window)) for way in ways(window)]


def _found(way: str, marks: list[Mark]) -> Found:
    return Found(way, faults(marks), small(marks), small(in_cells(marks), LEAST_IN_CELLS))


@pytest.mark.parametrize("scene", ["worked example", "causal toy sentence", "covered", "pinned", "queries as columns"])
def test_for_the_projector_no_text_is_below_18_and_none_in_a_cell_below_22_pixels(scene: str) -> None:
    for found in walked("projector, lecture", scene):
        assert not found.small, found.way
        assert not found.small_in_cells, found.way


@pytest.mark.parametrize("scene", BOTH)
@pytest.mark.parametrize("stage", NAMES)
def test_for_the_projector_a_stage_that_fills_the_panel_has_its_numbers(scene: str, stage: str) -> None:
    with opened(SCENES[scene](), size=LECTURE, look=PROJECTOR) as window:
        attention(window).enlarge(stage)
        settle()
        view = attention(window).matrices[stage]
        numbers = [mark for mark in in_cells(texts(window)) if mark.widget is view]
        assert len(numbers) == view.matrix.values.size


def test_for_the_projector_the_worked_example_has_a_number_in_every_cell() -> None:
    with opened(SCENES["worked example"](), size=LECTURE, look=PROJECTOR) as window:
        numbers = in_cells(texts(window))
        for view in attention(window).matrices.values():
            assert len([mark for mark in numbers if mark.widget is view]) == view.matrix.values.size, view.matrix.name


@pytest.mark.qt_log_ignore("^This plugin does not support (raise|grabbing the keyboard)", extend=True)
def test_for_the_projector_menus_pages_and_tooltips_are_not_smaller() -> None:
    with opened(size=LECTURE, look=PROJECTOR) as window:
        for menu in window.findChildren(QMenu):
            menu.popup(QPoint(0, 0))
            settle()
            assert not small(texts(menu)), menu.title()
            menu.close()
        openings: list[Callable[[], object]] = [partial(QToolTip.showText, QPoint(50, 50), "k₁ = [1, 0, 1, 0]", window)]
        openings += [window.actions_by_name[name].trigger for name in ("keys", "about", "describe")]
        for opening in openings:
            opening()
            settle()
            (page,) = [page for page in QApplication.topLevelWidgets() if page.isVisible() and page is not window]
            assert texts(page)
            assert not small(texts(page)), type(page).__name__
            page.close()
            settle()


@pytest.mark.qt_log_ignore("^This plugin does not support (raise|grabbing the keyboard)", extend=True)
@pytest.mark.parametrize("room", ["projector, lecture", "projector, small", "light, 250 %"])
def test_while_the_menus_are_folded_one_button_has_them_all_and_f10_opens_it(room: str) -> None:
    look, size = ROOMS[room]
    with opened(size=size, look=look) as window:
        assert not window.top_bar.menus.isVisible()
        window._projector.on = True
        window._show_projection()
        settle()
        button = window.top_bar.menus
        assert button.isVisible()
        assert button.accessibleName() == "Menu"
        assert not faults(texts(window))
        QTest.keyClick(window, Qt.Key.Key_F10)
        settle()
        assert button.menu().isVisible()
        assert button.menu().activeAction() is not None
        assert not small(texts(button.menu())) or not look.projector
        shown = [action.text().replace("&", "") for action in button.menu().actions() if action.isVisible()]
        assert shown == ["File", "Edit", "View", "Lessons", "Attention", "Help"]
        assert all(action.menu() is not None for action in button.menu().actions())
        button.menu().close()
        window._projector.on = False
        window._show_projection()
        assert not button.isVisible()


@pytest.mark.qt_log_ignore("^This plugin does not support (raise|grabbing the keyboard)", extend=True)
def test_f10_opens_the_first_menu_where_the_menus_are_in_sight() -> None:
    with opened() as window:
        QTest.keyClick(window, Qt.Key.Key_F10)
        settle()
        assert window.menuBar().activeAction() is window.menuBar().actions()[0]
        for menu in window.findChildren(QMenu):
            menu.close()


@pytest.mark.parametrize("scene", BOTH)
@pytest.mark.parametrize("room", ROOMS)
def test_no_text_is_cut_off_or_over_another(room: str, scene: str) -> None:
    for found in walked(room, scene):
        assert not found.faults, found.way


@pytest.mark.parametrize("scene", ["covered", "pinned", "real head", "a mask applied in the wrong way"])
@pytest.mark.parametrize("room", ["light, small", "projector, lecture"])
def test_no_text_is_cut_off_or_over_another_in_other_scenes(room: str, scene: str) -> None:
    look, size = ROOMS[room]
    with opened(SCENES[scene](), size=size, look=look) as window:
        assert not faults(texts(window))


@pytest.mark.parametrize("room", ROOMS)
def test_the_tab_key_brings_every_control_into_sight(room: str) -> None:
    look, size = ROOMS[room]
    with opened(size=size, look=look) as window:
        for button in attention(window).findChildren(FoldButton):
            button.click()
        settle()
        visited = _walk(window)
        for _ in tabs(window):
            visited += _walk(window)
        assert {"Randomise", "Reset", "Temperature", "Window", "Seed"} <= {_name(widget) for widget in visited}


@pytest.mark.parametrize("room", ROOMS)
def test_the_tab_key_brings_every_control_of_the_scaling_panel_into_sight(room: str) -> None:
    look, size = ROOMS[room]
    with opened(SCENES["scaling, textbook row"](), size=size, look=look) as window:
        panel = window._views["scaling"]
        assert isinstance(panel, ScalingPanel)
        for button in panel.findChildren(FoldButton):
            button.click()
        settle()
        visited = _walk(window)
        for index in range(panel.chooser.count() if panel.chooser.isVisible() else 0):
            panel.chooser.setCurrentIndex(index)
            panel.chooser.activated.emit(index)
            settle()
            visited += _walk(window)
        wanted = {
            "d_k",
            "Heads h",
            "Keys per query",
            "Score of k₁",
            "Mean",
            "Random pairs",
            "Seed",
            "Draw again",
            "Reset",
        }
        assert wanted <= {_name(widget) for widget in visited}


def _walk(window: MainWindow) -> list[QWidget]:
    """Go through the window with the Tab key, and check that what has the keyboard can be seen."""
    window.top_bar.buttons[0].setFocus()
    visited: list[QWidget] = []
    while (here := _next(window)) not in visited:
        visited.append(here)
        seen = here.visibleRegion().boundingRect()
        most = (here.parentWidget() or here).visibleRegion().boundingRect()
        assert not seen.isEmpty(), _name(here)
        assert seen.height() >= min(here.height(), most.height()) / 2, _name(here)
        assert seen.width() >= min(here.width(), most.width()) / 2, _name(here)
    return visited


def _next(window: MainWindow) -> QWidget:
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
    settle()
    here = QApplication.focusWidget()
    assert here is not None
    return here


def _name(widget: QWidget) -> str:
    return widget.accessibleName() or getattr(widget, "text", str)()


@pytest.mark.parametrize("scale", SCALES)
def test_no_text_is_cut_off_or_over_another_where_the_system_scales(scale: str, tmp_path: Path) -> None:
    screen = {"name": "laptop", "x": 0, "y": 0, "width": 1366, "height": 768, "logicalDpi": 96, "logicalBaseDpi": 96}
    (tmp_path / "screens.json").write_text(json.dumps({"screens": [screen | {"dpr": 1}]}), encoding="utf-8")
    platform = {"QT_QPA_PLATFORM": f"offscreen:configfile={tmp_path / 'screens.json'}", "QT_SCALE_FACTOR": scale}
    script = Path(__file__).with_name("scaled_window.py")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False,
                          env=os.environ | platform)  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["ratio"] == float(scale)
    assert found["texts"] > 20
    assert not found["faults"]
