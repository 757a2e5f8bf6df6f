"""Where all stages together would have no room for their numbers, one stage has it, and the others are a step away."""

import pytest
from attention_window import click, hover, panel_of, press
from drawn_cells import drawn
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from random_events import LEFT, PLAIN, SHIFT
from real_window import opened, settle

from attnstudio import catalog
from attnstudio.panels.attention.stages import NAMES
from attnstudio.panels.attention.view.panel import AttentionPanel
from attnstudio.panels.attention.view.side import SideControls
from attnstudio.state.scene import Scene
from attnstudio.ui import theme

pytestmark = pytest.mark.usefixtures("qapp")
PROJECTOR = theme.Look("projector")
LITTLE = [
    pytest.param("toy-sentence", (1440, 900), theme.Look(zoom=150), id="toy at 150"),
    pytest.param("toy-sentence", (1280, 720), theme.Look(zoom=150), id="toy at 150 in 1280"),
    pytest.param("toy-sentence", (1280, 720), PROJECTOR, id="toy on the projector"),
    pytest.param("toy-sentence", (1920, 1080), PROJECTOR, id="toy on a large projector"),
    pytest.param("toy-sentence", (1440, 900), theme.Look(zoom=250), id="toy at 250"),
    pytest.param("toy-sentence", (960, 540), theme.Look(), id="toy in 960"),
    pytest.param("cross-attention", (1440, 900), theme.Look(zoom=250), id="cross at 250"),
    pytest.param("cross-attention", (1280, 720), PROJECTOR, id="cross on the projector"),
    pytest.param("real-cat-smollm2", (1440, 900), theme.Look(), id="real head"),
]


def scene(example: str) -> Scene:
    return catalog.open_example(example).scene


def shown(panel: AttentionPanel) -> set[str]:
    return {name for name, view in panel.matrices.items() if view.isVisible()}


def click_pill(panel: AttentionPanel, index: int) -> None:
    place = panel.strip.pill(index)
    QTest.mouseClick(panel.strip, LEFT, PLAIN, QPoint(round(place.left()) + 12, round(place.center().y())))
    settle()


@pytest.mark.parametrize(("example", "size", "look"), LITTLE)
def test_one_stage_stands_with_its_numbers_and_all_its_labels_and_the_strip_marks_it(example, size, look) -> None:
    with opened(scene(example), size=size, look=look) as window:
        panel = panel_of(window)
        least = 22 if look.projector else theme.look().font("small").pixelSize()
        for index, name in enumerate(NAMES):
            click_pill(panel, index)
            if look.name == "light" and look.zoom == 100 and name in ("scores", "output") and "real" in example:
                continue  # vectors of 64 components have colours alone
            assert panel.enlarged is None
            assert panel.equation.one == name
            assert name in shown(panel)
            assert shown(panel) < set(panel.matrices)
            assert panel.strip.spoken(index) == f"{panel.strip.stage(index)}, shown alone"
            for view in panel.formula.matrices:
                assert drawn(view).pixels >= least, view.matrix.name
            last, first = panel.matrices[name].places(), panel.formula.matrices[0].places()
            assert name == "output" or not last.column_labels.isEmpty()
            assert not first.row_labels.isEmpty()


def test_all_stages_stand_together_where_their_numbers_have_room_and_no_pill_is_marked() -> None:
    with opened(scene("toy-sentence"), size=(1280, 720), look=PROJECTOR) as window:
        panel = panel_of(window)
        assert panel.equation.one == "weights"
        assert "4 Softmax" in panel.reading.text
        assert "shown alone" in panel.strip.accessibleDescription()
    with opened(scene("toy-sentence"), size=(1440, 900)) as window:
        panel = panel_of(window)
        assert panel.equation.one is None
        assert shown(panel) == set(panel.matrices)
        assert panel.reading.text.startswith("Point at a cell")
        assert "shown alone" not in panel.strip.accessibleDescription()
        click_pill(panel, 1)
        assert panel.enlarged == "logits"


def test_a_window_made_larger_brings_all_stages_back_and_smaller_the_one_that_was_looked_at() -> None:
    with opened(scene("toy-sentence"), size=(960, 540)) as window:
        panel = panel_of(window)
        click_pill(panel, 4)
        window.resize(1440, 900)
        settle()
        assert shown(panel) == set(panel.matrices)
        window.resize(960, 540)
        settle()
        assert panel.equation.one == "output"
        assert shown(panel) == {"weights", "value", "output"}


def test_n_and_shift_n_walk_from_the_stage_that_is_shown_and_the_keyboard_goes_along() -> None:
    with opened(scene("toy-sentence"), size=(960, 540)) as window:
        panel = panel_of(window)
        press(window, Qt.Key.Key_N)
        assert panel.equation.one == "output"
        assert QApplication.focusWidget() is panel.matrices["output"]
        for stage in ("weights", "masked_logits", "logits", "scores", "scores"):
            press(window, Qt.Key.Key_N, SHIFT)
            assert panel.equation.one == stage
            assert QApplication.focusWidget() is panel.matrices[stage]


def test_a_second_click_on_a_pill_enlarges_its_stage_and_escape_returns_to_it() -> None:
    with opened(scene("toy-sentence"), size=(960, 540)) as window:
        panel = panel_of(window)
        assert panel.strip.tip(1).startswith("2 Scale: Enter shows it, 2 enlarges")
        click_pill(panel, 1)
        assert panel.strip.tip(1).startswith("2 Scale: Enter or 2 enlarges")
        click_pill(panel, 1)
        assert panel.enlarged == "logits"
        press(window, Qt.Key.Key_4)
        assert panel.enlarged == "weights"
        press(window, Qt.Key.Key_Escape)
        assert (panel.enlarged, panel.equation.one) == (None, "weights")


def test_predict_asks_for_the_stage_that_is_shown_and_another_one_is_said_to_be_away() -> None:
    with opened(scene("toy-sentence"), size=(1280, 720), look=PROJECTOR) as window:
        panel = panel_of(window)
        press(window, Qt.Key.Key_P)
        assert panel.prediction.asked == panel.equation.one == "scores"
        assert panel.matrices["scores"].isVisible()
        assert not panel.question.away
        click_pill(panel, 2)
        assert panel.equation.one == "masked_logits"
        assert panel.question.away
        press(window, Qt.Key.Key_N)
        assert panel.equation.one == "scores"
        assert not panel.question.away


def test_an_arithmetic_that_is_kept_stays_when_its_stage_comes_to_stand_alone() -> None:
    with opened(scene("toy-sentence")) as window:
        panel = panel_of(window)
        click(panel, "weights", 0, 0)
        panel.matrices["weights"].hovered.emit(None)
        text = panel.reading.text
        window.resize(960, 540)
        settle()
        assert panel.equation.one == "weights"
        assert panel.reading.text == text
        hover(panel, "weights", 1, 1)
        assert panel.reading.text != text


def test_a_picture_has_the_whole_formula_since_nobody_can_turn_to_another_stage() -> None:
    with opened(scene("toy-sentence"), size=(960, 540)) as window:
        picture_of = AttentionPanel(window.document, "attention", controls=False)
        picture_of.resize(700, 420)
        assert picture_of.equation.one is None
        assert set(picture_of.formula.matrices) == set(picture_of.matrices.values())
        picture_of.deleteLater()


def test_three_compared_matrices_have_numbers_at_150_percent_two_of_them_side_by_side() -> None:
    with opened(scene("toy-sentence"), look=theme.Look(zoom=150)) as window:
        press(window, Qt.Key.Key_A)
        window.document.edit("attention", temperature=0.5)
        settle()
        views = panel_of(window).formula.matrices
        assert [view.matrix.shape for view in views] == [(6, 6)] * 3
        assert all(drawn(view).texts for view in views)
        assert all(drawn(view).pixels for view in views)
        assert views[0].y() == views[1].y() < views[2].y()


@pytest.mark.parametrize("shape", [(4, 6), (2, 5)])
def test_b_of_another_shape_has_numbers_as_large_as_those_of_a_for_the_projector(shape: tuple[int, int]) -> None:
    with opened(size=(1280, 720), look=PROJECTOR) as window:
        pack = window.document.scenario("attention").tensors
        press(window, Qt.Key.Key_A)
        window.document.edit("attention", tensors=pack.resized(T_q=shape[0], T_k=shape[1], d_k=4, d_v=2))
        settle()
        a, b = panel_of(window).formula.matrices
        assert b.matrix.shape == shape
        assert a.places().pitch.height() == b.places().pitch.height()
        for view in (a, b):
            assert drawn(view).pixels >= 22


def in_sight(side: SideControls, part: QWidget) -> bool:
    port = side._scroll.viewport()
    return port.rect().contains(QRect(part.mapTo(port, QPoint()), part.size()))


@pytest.mark.parametrize("look", [PROJECTOR, theme.Look(zoom=150)])
def test_divide_by_mask_and_temperature_are_in_sight_beside_six_tokens(look: theme.Look) -> None:
    with opened(scene("toy-sentence"), size=(1280, 720), look=look) as window:
        side = panel_of(window).side
        assert side is not None
        for part in (side.divide, side.masks.button, side.temperature):
            assert in_sight(side, part)
        assert side.entries.isVisible()
        assert not side.entry.isVisible()
        assert side.entries.currentText() == "sat"
        side.entries.activated.emit(1)
        assert window.document.scenario("attention").entry == 1
        side.masks.button.click()
        settle()
        for part in (side.masks.button, side.masks.causal, side.masks.padding, side.masks.reach, side.masks.clear):
            assert in_sight(side, part)


def test_the_entries_are_chips_again_where_there_is_room() -> None:
    with opened(scene("toy-sentence"), size=(960, 540)) as window:
        side = panel_of(window).side
        assert side is not None
        assert side.entries.isVisible()
        window.resize(1440, 900)
        settle()
        assert side.entry.isVisible()
        assert not side.entries.isVisible()


@pytest.mark.parametrize("look", [theme.Look(), theme.Look("dark")])
def test_the_title_of_an_enlarged_stage_grows_with_its_cells(look: theme.Look) -> None:
    with opened(look=look) as window:
        panel = panel_of(window)
        before = panel.matrices["scores"].places()
        press(window, Qt.Key.Key_1)
        after = panel.matrices["scores"].places()
        assert after.pitch.height() > 2 * before.pitch.height()
        assert after.title.height() >= 1.6 * before.title.height()
        assert after.title.width() >= 1.5 * before.title.width()
