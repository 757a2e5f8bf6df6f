"""The Scaling panel under mouse and keyboard, in every size and theme, and while the worker is at it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from random_events import LEFT, NONE, PLAIN, SHIFT, move, type_text
from real_window import opened, scene_of, settle
from recording import texts
from running_app import run
from test_projector import LEAST_IN_CELLS, in_cells, small
from text_faults import choices, faults

from attnstudio import catalog
from attnstudio.panels.scaling.compute import ScalingResult, final
from attnstudio.panels.scaling.describe import describe
from attnstudio.panels.scaling.samples import GRID
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.panels.scaling.stages import NAMES
from attnstudio.panels.scaling.view.displays import TITLES
from attnstudio.panels.scaling.view.panel import ScalingPanel
from attnstudio.state.guesses import NumberGuess
from attnstudio.state.scene import PanelState
from attnstudio.ui.document import Document
from attnstudio.ui.fold import FoldButton
from attnstudio.ui.render import Caption, svg
from attnstudio.ui.table_sheet import TableSheet
from attnstudio.ui.theme import Look
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")
FULL, LECTURE, SMALL = (1280, 720), (1280, 720), (960, 540)


@contextmanager
def shown(
    size: tuple[int, int] = FULL, look: Look = Look(), **fields: Any  # noqa: B008
) -> Iterator[tuple[MainWindow, ScalingPanel]]:  # fmt: skip
    with opened(scene_of("scaling", ScalingScenario(**fields)), size=size, look=look) as window:
        yield window, panel_of(window)


def panel_of(window: MainWindow) -> ScalingPanel:
    panel = window._views["scaling"]
    assert isinstance(panel, ScalingPanel)
    return panel


def scenario_of(window: MainWindow) -> ScalingScenario:
    scenario = window.document.scenario("scaling")
    assert isinstance(scenario, ScalingScenario)
    return scenario


def press(window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    QTest.keyClick(window, key, modifier)
    settle()


def visible(panel: ScalingPanel) -> set[str]:
    return {name for name, card in panel.rows.cards.items() if card.isVisible()}


def typed(window: MainWindow, control: Any, text: str) -> None:
    control.slider.setFocus()
    type_text(text)
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Return)
    settle()


def test_everything_follows_the_slider_of_d_k() -> None:
    with shown() as (window, panel):
        panel.side.d_k.slider.choose(256)
        settle()
        assert scenario_of(window).d_k == 256
        result = window.document.result
        assert isinstance(result, ScalingResult)
        assert panel.displays.plots["spread_by_d_k"].shown.plot is result.plots["spread"]
        assert panel.displays.plots["histogram"].shown.plot is result.plots["histogram"]
        assert panel.displays.bars["row"].shown.groups is result.figures["row"]
        assert "closed form 16." in panel.reading.text
        assert "Frozen rows" in panel.reading.text


@pytest.mark.parametrize(("field", "text", "limits"), [
    ("d_k", "0", "from 1 to 1024"), ("d_k", "1025", "from 1 to 1024"), ("d_k", "2,5", "from 1 to 1024"),
    ("pairs", "1000000000", "from 100 to 100000"),
])  # fmt: skip
def test_a_size_that_is_not_allowed_is_refused_with_the_range(field: str, text: str, limits: str) -> None:
    with shown() as (window, panel):
        panel.side.sample.button.click()
        control = panel.side.d_k if field == "d_k" else panel.side.sample.pairs
        typed(window, control, text)
        assert limits in control.note.text()
        assert scenario_of(window) == ScalingScenario()
        assert not window.document.can_undo


@pytest.mark.parametrize(("trap", "fields", "notice"), [
    ("one", {"d_k": 1}, "all queries rank the keys alike"),
    ("d_k", {"divide_by": "d_k"}, "over-flattens"),
    ("width", {"divide_by": "sqrt_d_model"}, "all heads together"),
])  # fmt: skip
def test_a_trap_is_one_click_away_says_what_is_wrong_and_is_one_undo_step(
    trap: str, fields: dict[str, Any], notice: str
) -> None:
    with shown() as (window, panel):
        QTest.mouseClick(panel.side.traps[trap], LEFT)
        settle()
        assert scenario_of(window) == ScalingScenario(**fields)
        assert any(notice in text for text in window.notices.texts)
        window.document.undo()
        assert scenario_of(window) == ScalingScenario()
        assert not window.document.can_undo


def test_the_textbook_row_has_its_scores_its_jacobians_and_the_gain() -> None:
    with shown() as (window, panel):
        assert not panel.side.scores["score_1"].isVisible()
        panel.side.textbook.click()
        settle()
        assert all(control.isVisible() for control in panel.side.scores.values())
        assert not panel.side.row.isEnabled()
        assert {"raw_jacobian", "jacobian"} < visible(panel)
        press(window, Qt.Key.Key_2)
        assert panel.reading.text.startswith("Largest weight of this row: 0.982 undivided, 0.506 divided by √64.")
        assert "12.7 × as large" in panel.reading.text
        typed(window, panel.side.scores["score_2"], "8")
        assert scenario_of(window).textbook_scores == (8, 8, 0)
        press(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
        assert not visible(panel) & {"raw_jacobian", "jacobian"}


def test_a_cell_of_the_jacobian_lights_its_weight_and_shows_its_arithmetic_and_a_click_keeps_it() -> None:
    with shown(textbook=True) as (window, panel):
        view, usual = panel.displays.jacobians["jacobian"], panel.reading.text
        middle = view.cell_rect(0, 0).center().toPoint()
        move(view, middle, NONE)
        assert panel.reading.text.startswith("0.506480 × (1 − 0.506480) = 0.24996")
        assert panel.displays.bars["row"].shown.selected == 0
        assert panel.displays.bars["raw_row"].shown.selected is None
        QTest.mouseClick(view, LEFT, PLAIN, middle)
        QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
        assert panel.reading.text.startswith("0.506480 ×")
        press(window, Qt.Key.Key_Escape)
        assert panel.reading.text == usual


def test_a_bar_pointed_at_shows_the_arithmetic_of_its_number() -> None:
    with shown(textbook=True) as (_, panel):
        bars = panel.displays.bars["row"]
        plan = bars.plan()
        assert plan is not None
        for group, expected in ((0, "8 ÷ √64 = 8 ÷ 8 = 1"), (1, "e^1 ÷ (e^1 + e^0.5 + e^0) = 0.50648")):
            move(bars, QPoint(*map(round, plan.groups[group].bars[0].column.centre)), NONE)
            assert panel.reading.text == expected


def test_dragging_the_cursor_of_a_curve_sets_d_k_in_one_undo_step() -> None:
    with shown() as (window, panel):
        view = panel.displays.plots["spread_by_d_k"]
        frame = view.plan().frame
        places = [QPoint(round(frame.left + share * frame.width), round(frame.centre[1])) for share in (0.5, 0.7, 0.8)]
        QTest.mousePress(view, LEFT, PLAIN, places[0])
        for place in places:
            move(view, place, LEFT)
        QTest.mouseRelease(view, LEFT, PLAIN, places[-1])
        assert scenario_of(window).d_k == pytest.approx(2**8, rel=0.1)
        window.document.undo()
        assert scenario_of(window) == ScalingScenario()
        assert not window.document.can_undo


def test_arrow_keys_move_the_cursor_of_a_curve_to_the_next_d_k_and_shift_by_one() -> None:
    with shown() as (window, panel):
        view = panel.displays.plots["gradient_by_d_k"]
        QTest.keyClick(view, Qt.Key.Key_Right)
        assert scenario_of(window).d_k == 128
        QTest.keyClick(view, Qt.Key.Key_Left, SHIFT)
        assert scenario_of(window).d_k == 127
        QTest.keyClick(view, Qt.Key.Key_Home)
        assert scenario_of(window).d_k == 1


@pytest.mark.parametrize(("key", "name", "cards"), [
    ("1", "spread", {"raw_histogram", "histogram", "spread_by_d_k"}),
    ("2", "weights", {"raw_row", "row"}),
    ("3", "saturation", {"max_weight_by_d_k", "entropy_share_by_d_k", "frozen_share_by_d_k"}),
    ("4", "gradient", {"gradient_by_d_k"}),
    ("5", "raw_histogram", {"raw_histogram"}), ("6", "histogram", {"histogram"}),
    ("7", "spread_by_d_k", {"spread_by_d_k"}), ("8", "raw_row", {"raw_row"}), ("9", "row", {"row"}),
    ("0", "max_weight_by_d_k", {"max_weight_by_d_k"}),
])  # fmt: skip
def test_a_number_lets_a_stage_or_a_figure_fill_the_panel_and_again_brings_the_others_back(
    key: str, name: str, cards: set[str]
) -> None:
    with shown() as (window, panel):
        everything = visible(panel)
        press(window, getattr(Qt.Key, f"Key_{key}"))
        assert (panel.enlarged, visible(panel)) == (name, cards)
        assert panel.thumbnails.isVisible()
        press(window, getattr(Qt.Key, f"Key_{key}"))
        assert (panel.enlarged, visible(panel)) == (None, everything)
        assert not panel.thumbnails.isVisible()


def test_enter_a_double_click_a_thumbnail_and_escape_enlarge_and_return() -> None:
    with shown() as (window, panel):
        QTest.keyClick(panel.displays.plots["histogram"], Qt.Key.Key_Return)
        assert panel.enlarged == "histogram"
        press(window, Qt.Key.Key_Escape)
        assert panel.enlarged is None
        bars = panel.displays.bars["raw_row"]
        QTest.mouseDClick(bars, LEFT, PLAIN, bars.rect().center())
        assert panel.enlarged == "raw_row"
        settle()
        next(button for button in panel.thumbnails.buttons if button.key == "gradient_by_d_k").click()
        assert panel.enlarged == "gradient_by_d_k"
        settle()
        QTest.mouseClick(panel.strip, LEFT, PLAIN, panel.strip.pill(2).center().toPoint() - QPoint(20, 0))
        assert panel.enlarged == "saturation"


def test_where_there_is_little_room_the_strip_chooses_the_stage_that_is_seen() -> None:
    with shown(SMALL) as (window, panel):
        assert visible(panel) == {"raw_histogram", "histogram", "spread_by_d_k"}
        press(window, Qt.Key.Key_2)
        assert (panel.enlarged, visible(panel)) == (None, {"raw_row", "row"})
        press(window, Qt.Key.Key_N)
        assert visible(panel) == {"max_weight_by_d_k", "entropy_share_by_d_k", "frozen_share_by_d_k"}
        press(window, Qt.Key.Key_N, SHIFT)
        assert visible(panel) == {"raw_row", "row"}
        window.resize(1440, 900)
        settle()
        assert len(visible(panel)) == 9


def test_predict_covers_every_number_and_reveals_stage_by_stage_with_a_verdict() -> None:
    with shown(textbook=True) as (window, panel):
        press(window, Qt.Key.Key_P)
        assert all(view.shown.plot.covered for view in panel.displays.plots.values())
        assert all(view.covered for view in panel.displays.jacobians.values())
        assert panel.reading.text == "Covered: make your guess first."
        bar = panel.prediction.bar
        assert bar.isVisible()
        assert bar.title.text() == "Guess Spread:"
        bar.guessed.emit(NumberGuess("spread", 0, 0, 64.0))
        press(window, Qt.Key.Key_N)
        assert window.document.state("scaling").covered == {"weights", "saturation", "gradient"}
        assert "You said 64" in bar.message.text()
        assert "too high" in bar.message.text()
        assert not panel.displays.plots["histogram"].shown.plot.covered
        press(window, Qt.Key.Key_N, SHIFT)
        assert window.document.state("scaling").covered == set(NAMES)


def test_a_guess_is_at_the_matrix_of_its_stage_that_is_not_on_the_screen() -> None:
    with shown() as (window, panel):
        window.document.edit_state("scaling", covered=frozenset({"saturation"}))
        settle()
        assert panel.prediction.asked == "saturation"
        assert panel.prediction.bar.title.text() == "Guess All rows:"


def test_what_is_pinned_stands_beside_what_is_live_and_the_change_is_said() -> None:
    with shown() as (window, panel):
        press(window, Qt.Key.Key_A)
        panel.side.d_k.slider.choose(256)
        settle()
        pinned = window.document.pinned_result
        assert isinstance(pinned, ScalingResult)
        assert panel.displays.plots["raw_histogram"].shown.beside is pinned.plots["raw_histogram"]
        assert panel.displays.bars["row"].shown.beside is pinned.figures["row"]
        assert panel.reading.text == "From A to B: d_k 64 → 256."
        press(window, Qt.Key.Key_A)
        assert panel.displays.plots["raw_histogram"].shown.beside is None


def test_drawing_again_takes_the_next_seed_and_after_the_last_the_first() -> None:
    with shown(seed=999_999) as (window, panel):
        panel.side.randomise.click()
        assert scenario_of(window).seed == 0
        press(window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
        assert scenario_of(window).seed == 1


def test_uniform_components_say_why_there_is_only_one_way_to_draw_them() -> None:
    with shown(distribution="uniform", pairs=200) as (_, panel):
        panel.side.vectors.button.click()
        assert not panel.side.vectors.way.isEnabled()
        assert "No law" in panel.side.vectors.way.accessibleDescription()
        assert "component by component" in panel.side.way.text()


def test_while_components_are_drawn_the_numbers_are_pale_and_the_share_is_said(qtbot: QtBot) -> None:
    scenario = ScalingScenario(way="literal", d_k=300, pairs=2_000, seed=4321)
    document = Document(scene_of("scaling", scenario), catalog.compute, catalog.cover, refine=catalog.refine)
    panel = catalog.panel_named("scaling").view(document)
    qtbot.addWidget(panel)
    assert isinstance(panel, ScalingPanel)
    panel.resize(1000, 700)
    panel.show()
    assert document.computing
    veil = panel.rows._veil
    assert veil.isVisible()
    assert panel.reading._note.startswith("computing … ")
    before = document.scene
    qtbot.waitUntil(lambda: not document.computing, timeout=30_000)
    assert not veil.isVisible()
    assert panel.reading._note == "W: more"
    assert document.scene is before
    result = document.result
    assert isinstance(result, ScalingResult)
    assert not result.preliminary
    assert result.quantities == final(scenario).quantities


def test_a_newer_d_k_lets_go_of_the_work_on_the_older_one(qtbot: QtBot) -> None:
    scenario = ScalingScenario(distribution="uniform", d_k=1000, pairs=100_000, seed=777)
    document = Document(scene_of("scaling", scenario), catalog.compute, catalog.cover, refine=catalog.refine)
    panel = catalog.panel_named("scaling").view(document)
    qtbot.addWidget(panel)
    assert document.computing
    document.edit("scaling", distribution="normal")
    assert not document.computing
    assert not panel.rows._veil.isVisibleTo(panel)


LITERAL = """
import time
from attnstudio.panels.scaling.describe import describe
from attnstudio.panels.scaling.samples import GRID
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.state.scene import PanelState
from dataclasses import replace
import atexit
def act(shown):
    state = PanelState(ScalingScenario(distribution="uniform", d_k=1024, n_keys=64, pairs=100_000))
    shown.document.load(replace(shown.document.scene.with_panel("scaling", state), open_panel="scaling"))
    for _ in range(5):
        QApplication.processEvents()
    began = time.monotonic()
    atexit.register(lambda: open({path!r}, "w").write(str(time.monotonic() - began)))
    return shown.document.computing
once_shown(act)
"""


def test_q23_closing_while_the_worker_runs_ends_cleanly_within_three_seconds(tmp_path: Path) -> None:
    path = tmp_path / "seconds"
    assert run(LITERAL.replace("{path!r}", repr(str(path))), tmp_path, "--fresh") is True
    assert float(path.read_text()) < 3.0


ROOMS = {
    "light": (Look("light"), FULL),
    "dark, large": (Look("dark"), (1920, 1080)),
    "light, 80 %": (Look("light", 80), FULL),
    "light, 150 %": (Look("light", 150), (1440, 900)),
    "light, 250 %": (Look("light", 250), (1440, 900)),
    "small": (Look("light"), SMALL),
    "small, 150 %": (Look("light", 150), SMALL),
    "projector": (Look("projector"), LECTURE),
    "projector, large": (Look("projector"), (1920, 1080)),
    "projector, small": (Look("projector"), SMALL),
    "projector, 150 %": (Look("projector", 150), LECTURE),
    "projector, 250 %": (Look("projector", 250), (1440, 900)),
}
OTHER_STATES: tuple[dict[str, Any], ...] = (
    {"textbook": True}, {"n_keys": 64, "d_k": 1024, "divide_by": "sqrt_d_model"}, {"mean": 1.0, "correlation": 0.5},
)  # fmt: skip


def ways(window: MainWindow) -> Iterator[str]:
    """Bring the panel into one state after another, and name each."""
    panel = panel_of(window)
    yield "as it opens"
    yield from choices(panel.chooser)
    for name in (*NAMES, *panel.possible):
        panel.enlarge(name)
        settle()
        yield f"{name} enlarged"
        if panel.enlarged == name:
            panel.enlarge(name)
    for button in panel.findChildren(FoldButton):
        button.click()
    settle()
    yield "all unfolded"
    yield from choices(panel.chooser)


def check(window: MainWindow, look: Look) -> None:
    """Fail on the first text that is cut off, covered, shortened or too small."""
    for way in ways(window):
        marks = texts(window)
        assert not faults(marks), way
        assert not look.projector or not small(marks), way
        assert not look.projector or not small(in_cells(marks), LEAST_IN_CELLS), way


@pytest.mark.parametrize("room", ROOMS)
def test_no_text_of_the_panel_is_cut_off_or_over_another_and_none_is_too_small_for_the_projector(room: str) -> None:
    look, size = ROOMS[room]
    with shown(size, look) as (window, _):
        check(window, look)


@pytest.mark.parametrize("fields", OTHER_STATES)
@pytest.mark.parametrize("room", ["light", "small", "projector", "projector, 150 %"])
def test_no_text_is_cut_off_or_over_another_in_other_states(room: str, fields: dict[str, Any]) -> None:
    look, size = ROOMS[room]
    with shown(size, look, **fields) as (window, _):
        check(window, look)


def test_covers_and_what_is_pinned_draw_in_every_arrangement() -> None:
    state = PanelState(ScalingScenario(textbook=True), frozenset({"spread", "gradient"}), pinned=ScalingScenario(d_k=4))
    with shown() as (window, _):
        window.document.load(window.document.scene.with_panel("scaling", state))
        for size in ((1280, 720), SMALL, (1920, 1080)):
            window.resize(*size)
            settle()
            for way in ways(window):
                assert not faults(texts(window)), way


def test_every_figure_says_in_words_what_it_shows_and_every_plot_is_a_table_too() -> None:
    with shown(textbook=True) as (window, panel):
        for name, figure in (panel.displays.plots | panel.displays.bars).items():
            assert len(figure.summary()) > 20, name  # type: ignore[attr-defined]
            assert figure.accessibleName(), name
        for name, plot in panel.displays.plots.items():
            headers, rows = plot.table()
            assert len(rows) >= len(GRID), name
            assert {len(row) for row in rows} == {len(headers)}, name
        for name, jacobian in panel.displays.jacobians.items():
            found = QAccessible.queryAccessibleInterface(jacobian)
            assert found.role() == QAccessible.Role.Table, name
        QTest.keyClick(panel.displays.plots["gradient_by_d_k"], Qt.Key.Key_T)
        sheet = window.findChild(TableSheet)
        assert sheet.windowTitle() == "Gradient by the query"
        assert sheet.table.rowCount() == len(GRID)
        sheet.close()


def test_what_is_covered_is_in_no_picture_table_or_word_of_the_panel() -> None:
    state = PanelState(ScalingScenario(textbook=True), frozenset(NAMES))
    with shown() as (window, panel):
        window.document.load(window.document.scene.with_panel("scaling", state))
        settle()
        open_result = window.document.result
        assert isinstance(open_result, ScalingResult)
        secrets = {"0.982", "0.506", "0.0180", "0.250", "12.7", "0.03547", "0.451", "8.03", "56 %", "0.0700"}
        said_open = " ".join(map(str, open_result.captions.values()))
        assert {secret for secret in secrets if secret in said_open} == secrets
        told = re.findall(r"<text[^>]*>([^<]*)<", svg(panel, Caption()).decode())
        assert len(told) > 20
        told += [*(mark.text for mark in texts(window)), panel.reading.text]
        for display in panel.displays.displays.values():
            told += [
                display.figure.toolTip(),
                display.figure.accessibleName(),
                display.figure.accessibleDescription(),
                display.card.accessibleName(),
                display.card.accessibleDescription(),
            ]
        for plot in panel.displays.plots.values():
            told += [plot.summary(), *(text for row in plot.table().rows for text in row)]
        told += [bars.summary() for bars in panel.displays.bars.values()]
        shown_result = window.document.shown
        assert isinstance(shown_result, ScalingResult)
        told.append(str(describe(shown_result, window.document.state("scaling"))))
        assert not [(secret, text[:80]) for secret in secrets for text in told if secret in text]


@pytest.mark.parametrize("name", list(TITLES))
def test_enter_or_a_double_click_lets_each_display_fill_the_panel_and_escape_brings_the_others_back(name: str) -> None:
    with shown(textbook=True) as (window, panel):
        everything = visible(panel)
        figure = panel.displays.displays[name].figure
        QTest.keyClick(figure, Qt.Key.Key_Return)
        settle()
        assert visible(panel) == {name}
        assert figure.hasFocus()
        press(window, Qt.Key.Key_Escape)
        assert visible(panel) == everything
        QTest.mouseDClick(figure, LEFT, PLAIN, figure.rect().center())
        settle()
        assert visible(panel) == {name}


def test_a_jacobian_that_fills_the_panel_gives_way_with_the_row_that_it_belongs_to() -> None:
    with shown(textbook=True) as (_, panel):
        panel.enlarge("jacobian")
        settle()
        assert {button.key for button in panel.thumbnails.buttons} == set(TITLES)
        panel.side.textbook.click()
        settle()
        assert panel.enlarged is None
        panel.enlarge("jacobian")
        assert panel.enlarged is None
        assert len(visible(panel)) == 9


def test_in_a_narrow_window_a_list_shows_one_display_at_a_time_or_the_controls() -> None:
    look, size = ROOMS["projector, 150 %"]
    with shown(size, look) as (window, panel):
        assert visible(panel) == {"raw_histogram"}
        assert not panel.side.isVisible()
        seen = {}
        for way in choices(panel.chooser):
            seen[way] = visible(panel)
            assert panel.side.isVisible() == (way == "choice Controls")
        assert [cards for cards in seen.values() if cards] == [{name} for name in TITLES if "jacobian" not in name]
        assert [way for way, cards in seen.items() if not cards] == ["choice What the numbers say", "choice Controls"]
        press(window, Qt.Key.Key_4)
        assert (visible(panel), panel.side.isVisible()) == ({"gradient_by_d_k"}, False)
        assert panel.chooser.currentText() == "Gradient over d_k"
        press(window, Qt.Key.Key_N, SHIFT)
        assert visible(panel) == {"max_weight_by_d_k"}


def test_in_a_low_window_there_is_the_list_without_the_strip_and_the_guess_bar_has_its_place() -> None:
    look, size = ROOMS["projector, 250 %"]
    with shown(size, look) as (window, panel):
        assert panel.chooser.isVisible()
        assert not panel.strip.isVisible()
        assert not panel.thumbnails.isVisible()
        press(window, Qt.Key.Key_P)
        assert panel.prediction.bar.isVisible()


def test_the_tip_of_the_slider_of_d_k_names_its_steps() -> None:
    with shown() as (_, panel):
        tip = panel.side.d_k.slider.toolTip()
        assert "8 steps to each doubling: … 49, 54, 59, 64, 70, 76, 83 …" in tip
        at = panel.side.d_k.slider
        at.step(1, fine=False)
        assert at.shown_value() == 70


@pytest.mark.parametrize("room", ["light", "small", "projector", "projector, 150 %"])
def test_the_guess_bar_leaves_no_text_cut_off_whatever_is_covered(room: str) -> None:
    look, size = ROOMS[room]
    with shown(size, look, textbook=True) as (window, _):
        press(window, Qt.Key.Key_P)
        for _stage in NAMES:
            assert not faults(texts(window))
            assert not look.projector or not small(texts(window))
            press(window, Qt.Key.Key_N)
            assert not faults(texts(window))
