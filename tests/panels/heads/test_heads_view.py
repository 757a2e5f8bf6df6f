"""The Heads panel under mouse and keyboard, in every size and theme: what it shows, chooses, pins and explains."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from head_scenarios import CROSS, ROTARY, WEIGHTS_ALONE
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from random_events import LEFT, PLAIN, SHIFT, move
from real_window import opened, scene_of, settle
from recording import texts
from test_projector import LEAST_IN_CELLS, in_cells, small
from text_faults import choices, faults

from attnstudio import catalog
from attnstudio.panels.heads.compute import HeadsResult
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.stages import NAMES
from attnstudio.panels.heads.view.panel import HeadsPanel
from attnstudio.panels.heads.view.titles import TITLES
from attnstudio.state.figures import Operand
from attnstudio.ui.shortcuts import ShortcutSheet
from attnstudio.ui.theme import Look
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")
FULL, SMALL = (1440, 900), (960, 540)
REAL = {"grid", "lines", "ranking", "all_heads", "bars"}


@contextmanager
def shown(
    size: tuple[int, int] = FULL, look: Look = Look(), **fields: Any  # noqa: B008
) -> Iterator[tuple[MainWindow, HeadsPanel]]:  # fmt: skip
    with opened(scene_of("heads", HeadsScenario(**fields)), size=size, look=look) as window:
        panel = window._views["heads"]
        assert isinstance(panel, HeadsPanel)
        yield window, panel


def scenario_of(window: MainWindow) -> HeadsScenario:
    scenario = window.document.scenario("heads")
    assert isinstance(scenario, HeadsScenario)
    return scenario


def result_of(window: MainWindow) -> HeadsResult:
    result = window.document.result
    assert isinstance(result, HeadsResult)
    return result


def press(window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = PLAIN) -> None:
    QTest.keyClick(window, key, modifier)
    settle()


def visible(panel: HeadsPanel) -> set[str]:
    return {name for name, card in panel.rows.cards.items() if card.isVisible()}


def test_all_is_seen_at_once_and_a_digit_lets_a_stage_fill_the_panel() -> None:
    seen = {
        Qt.Key.Key_1: {"grid", "measures", "entropy"}, Qt.Key.Key_2: {"lines", "numbers", "distance"},
        Qt.Key.Key_3: {"ranking", "all_heads"}, Qt.Key.Key_4: {"bars"}, Qt.Key.Key_5: {"split", "bill"},
    }  # fmt: skip
    with shown() as (window, panel):
        assert visible(panel) == REAL
        for key, names in seen.items():
            press(window, key)
            assert visible(panel) == names
            press(window, key)
            assert visible(panel) == REAL


def test_of_a_toy_model_split_and_join_and_the_bill_are_seen_at_once() -> None:
    with shown(source="toy") as (_, panel):
        assert visible(panel) == {"grid", "lines", "split", "bill"}
        assert panel.side is not None
        assert panel.side.toy.isVisible()
        assert not panel.side.place.sentence.isVisible()


def test_every_display_can_fill_the_panel_alone_and_has_a_key_in_the_shortcut_sheet() -> None:
    with shown(try_all=True) as (window, panel):
        for name in panel.possible:
            panel.enlarge(name)
            settle()
            assert visible(panel) == {name}
            panel.enlarge(name)
        keyed = {action.objectName() for action in panel.actions() if action.shortcuts()}
        assert keyed == {action.objectName() for action in panel.actions()} >= {*NAMES, *TITLES}
        sheet = ShortcutSheet({"Heads": panel.actions()}, window)
        told = [sheet.table.item(row, 1).text() for row in range(sheet.table.rowCount())]
        assert "Show the same head on the next sentence" in told
        sheet.deleteLater()


def test_a_row_of_the_ranking_chooses_its_head_by_click_and_by_key() -> None:
    with shown() as (window, panel):
        ranking = panel.displays.find.ranking
        box = ranking.cell_box(1)
        assert box is not None
        QTest.mouseClick(ranking, LEFT, PLAIN, QPoint(*(round(x) for x in box.centre)))
        settle()
        assert (scenario_of(window).layer, scenario_of(window).head) == (2, 11)
        assert ranking.shown.selected == 1
        QTest.keyClick(ranking, Qt.Key.Key_Up)
        assert (scenario_of(window).layer, scenario_of(window).head) == (0, 2)
        assert panel.displays.lines.view.shown.lines is result_of(window).lines


def test_a_cell_of_the_map_and_a_tile_of_the_grid_choose_a_head_in_one_undo_step() -> None:
    with shown() as (window, panel):
        view = panel.displays.tables["all_heads"]
        QTest.mouseClick(view, LEFT, PLAIN, view.cell_rect(5, 9).center().toPoint())
        settle()
        assert (scenario_of(window).layer, scenario_of(window).head) == (5, 9)
        window.document.undo()
        assert scenario_of(window) == HeadsScenario()
        panel.displays.grid.chosen.emit(7)
        assert scenario_of(window).head == 7
        assert Operand("map", 3, 7) in view._lit


def test_layers_are_called_by_the_numbers_of_their_model() -> None:
    with shown(source="smollm2", layer=7, head=8) as (window, panel):
        assert panel.side is not None
        layers = panel.side.place.layer
        assert [layers.itemText(i) for i in (0, 2, 7)] == ["0", "4", "13"]
        assert layers.currentText() == "13"
        assert panel.side.place.head.currentText() == "8 (K and V 2)"
        layers.activated.emit(0)
        assert scenario_of(window).layer == 0


def test_the_warning_stands_under_the_ranking_and_a_button_tries_the_head_on_all_sentences() -> None:
    with shown(layer=0, head=2) as (window, panel):
        find = panel.displays.find
        assert find._warning.isVisible()
        assert "proves nothing" in find._warning.text
        QTest.mouseClick(find.try_all, LEFT)
        settle()
        assert "trials" in visible(panel)
        assert len(panel.displays.trials.shown.rows) == 12
        panel.displays.trials.chosen.emit(5)
        assert scenario_of(window).sentence == "hill_lazy"
        assert panel.displays.trials.shown.selected == 5


def test_other_sentences_are_offered_for_trained_models_alone_and_the_button_says_so() -> None:
    with shown(source="own") as (_, panel):
        button = panel.displays.find.try_all
        assert isinstance(button, QPushButton)
        assert not button.isEnabled()
        assert "MiniLM and SmolLM2" in button.accessibleDescription()


def test_s_goes_to_the_next_sentence_with_the_same_head_and_back() -> None:
    with shown(sentence="trophy") as (window, _):
        press(window, Qt.Key.Key_S)
        assert scenario_of(window) == HeadsScenario(sentence="cat_tired")
        press(window, Qt.Key.Key_S, SHIFT)
        assert scenario_of(window) == HeadsScenario(sentence="trophy")


def test_what_weights_alone_cannot_do_says_why() -> None:
    with shown(source="own", tensors=WEIGHTS_ALONE) as (window, panel):
        assert panel.side is not None
        for control in (panel.side.divide, panel.side.temperature, panel.side.masking):
            assert not control.isEnabled()
            assert "without Q and K" in control.accessibleDescription()
        assert "bars" not in panel.possible
        press(window, Qt.Key.Key_4)
        assert visible(panel) == {"grid", "lines", "ranking", "all_heads", "distance"}


def test_rotary_positions_can_be_undone_where_there_are_any() -> None:
    with shown() as (_, panel):
        assert panel.side is not None
        switch = panel.side.switches["undo_positions"]
        assert not switch.isEnabled()
        assert "No rotary positions" in switch.accessibleDescription()
    with shown(source="own", tensors=ROTARY) as (window, panel):
        assert panel.side is not None
        assert panel.side.pairs.isVisible()
        press(window, Qt.Key.Key_U)
        assert scenario_of(window).undo_positions


def test_a_pinned_sentence_stands_beside_the_present_one_with_its_own_words() -> None:
    with shown(source="smollm2", layer=7, head=8, sentence="street_tired", selected_query=9) as (window, panel):
        press(window, Qt.Key.Key_A)
        window.document.edit("heads", sentence="street_wide")
        settle()
        lines = panel.displays.lines
        assert visible(panel) == {"lines", "grid", "numbers"}
        assert (lines.pinned.isVisible(), lines.view.isVisible()) == (True, True)
        assert lines.pinned.shown.lines.key_labels[-1] == "tired"
        assert lines.view.shown.lines.key_labels[-1] == "wide"
        a, b = (view.shown.lines.weights[9] for view in (lines.pinned, lines.view))
        assert a.tolist() == b.tolist()
        assert panel.displays.weights._pinned.isVisible()
        assert "too tired → " in panel.reading.text
        press(window, Qt.Key.Key_A)
        assert not lines.pinned.isVisible()


def test_the_head_under_the_pointer_is_followed_through_split_and_join() -> None:
    with shown(source="toy", head=0) as (_, panel):
        concat = panel.displays.split.matrices["concat"]
        assert concat._lit == (Operand("concat", None, 0, 7),)
        grid = panel.displays.grid
        plan = grid.plan()
        assert plan is not None
        move(grid, QPoint(*(round(x) for x in plan.tiles[3].box.centre)), Qt.MouseButton.NoButton)
        settle()
        assert concat._lit == (Operand("concat", None, 24, 31),)
        assert panel.displays.split.matrices["projected_query"]._lit == (Operand("projected_query", None, 24, 31),)


def test_split_and_join_asks_for_no_matrix_that_it_has_no_room_for() -> None:
    with shown(source="toy") as (window, panel):
        views, made = panel.displays.split.matrices, window.document.result.matrices._made
        assert {name for name, view in views.items() if view.isVisible()} == made.keys() & views.keys()


def test_heads_that_share_keys_have_the_same_columns_of_them_lit() -> None:
    with shown(source="toy", head=5, sharing="4") as (_, panel):
        matrices = panel.displays.split.matrices
        assert matrices["projected_query"]._lit == (Operand("projected_query", None, 40, 47),)
        assert matrices["projected_key"]._lit == (Operand("projected_key", None, 8, 15),)


def test_the_sentence_why_the_effects_differ_is_read_beside_the_four_groups() -> None:
    with shown(layer=4, head=5, selected_key=0) as (window, panel):
        press(window, Qt.Key.Key_4)
        assert len(panel.displays.bars["bars"].shown.groups) == 4
        assert "0.79" in panel.reading.text
        assert "moves z by 2.64" in panel.reading.text


def test_all_that_is_said_is_one_key_away_with_what_must_not_be_forgotten() -> None:
    with shown() as (window, panel):
        press(window, Qt.Key.Key_W)
        said = panel.sheet.text
        for part in ("One sentence proves nothing", "not why the model decided", "later layers are not run again"):
            assert part in said
        press(window, Qt.Key.Key_Escape)
        assert not panel.sheet.isVisible()


def test_p_covers_all_and_n_asks_one_stage_after_the_other() -> None:
    with shown() as (window, panel):
        press(window, Qt.Key.Key_P)
        assert window.document.state("heads").covered == set(NAMES)
        assert panel.displays.grid.shown.covered
        assert panel.displays.lines.view.shown.lines.covered
        assert [row.label for row in panel.displays.find.ranking.shown.rows][:2] == ["1", "2"]
        panel.displays.find.ranking.chosen.emit(0)
        assert scenario_of(window) == HeadsScenario()
        for name in NAMES:
            assert panel.prediction.asked == name
            press(window, Qt.Key.Key_N)
            while panel.prediction.asked == name:  # it was out of sight
                press(window, Qt.Key.Key_N)
        assert not window.document.state("heads").covered


def test_the_bill_follows_the_number_of_tokens_that_is_typed() -> None:
    with shown(source="toy", bill_tokens=5793) as (window, panel):
        first = panel.displays.bill.rows.shown.rows[0]
        assert "5,793" in first.label
        assert "1.00 GiB" in first.text
        assert result_of(window).quantities["score_bytes"] == 32 * 5793**2


def test_where_queries_are_not_as_many_as_keys_the_bill_counts_their_product_and_says_what_its_0_stands_for() -> None:
    with shown(source="own", tensors=CROSS) as (window, panel):
        press(window, Qt.Key.Key_5)
        bill, pack = panel.displays.bill, CROSS
        assert pack.T_q != pack.T_k
        assert bill.tokens.label.text() == f"T (0: {pack.T_q} × {pack.T_k})"
        assert bill.tokens.value() == 0
        assert bill.rows.shown.rows[0].label.endswith(f"{pack.n_heads} × {pack.T_q} × {pack.T_k}")
        assert result_of(window).quantities["scores_count"] == pack.n_heads * pack.T_q * pack.T_k
        window.document.edit("heads", source="toy")
        settle()
        assert bill.tokens.label.text() == "Tokens T"


ROOMS = {
    "light": (Look(), FULL),
    "lecture": (Look("dark"), (1280, 720)),
    "small": (Look(), SMALL),
    "full": (Look(), (1920, 1080)),
    "projector": (Look("projector"), (1920, 1080)),
    "projector, small": (Look("projector"), (1280, 720)),
    "150 %": (Look(zoom=150), FULL),
    "250 %": (Look(zoom=250), (1280, 800)),
}
OTHERS = {
    "minilm": {},
    "many words": {"source": "smollm2", "sentence": "bank", "every_word": True, "layer": 7},
    "tried": {"try_all": True, "find": "pair"},
    "toy": {"source": "toy"},
    "weights": {"source": "own", "tensors": WEIGHTS_ALONE},
}


def ways(panel: HeadsPanel) -> Iterator[str]:
    """Bring the panel into one state after another in which it has other texts, and name each."""
    yield "as it opens"
    for name in (*NAMES, *panel.possible):
        panel.enlarge(name)
        settle()
        yield f"{name} enlarged"
        panel.enlarge(name)
    settle()
    yield from choices(panel.chooser)


NARROW = ("small", "projector, small")  # where any text may lack room; the others are seen once
SEEN = [(room, source) for room in NARROW for source in OTHERS]
SEEN += [("lecture", "minilm"), ("full", "tried"), ("projector", "toy"), ("150 %", "many words"), ("light", "weights")]
SEEN += [("light", "minilm"), ("250 %", "toy")]


@pytest.mark.parametrize(("room", "source"), SEEN)
def test_no_text_is_cut_off_or_over_another_and_none_is_too_small_for_the_projector(room: str, source: str) -> None:
    look, size = ROOMS[room]
    with shown(size, look, **OTHERS[source]) as (window, panel):
        for way in ways(panel):
            marks = texts(window)
            assert not faults(marks), way
            assert not look.projector or not small(marks), way
            assert not look.projector or not small(in_cells(marks), LEAST_IN_CELLS), way


def test_in_a_small_window_one_stage_is_seen_at_a_time() -> None:
    with shown(SMALL) as (window, panel):
        assert visible(panel) == {"grid", "measures", "entropy"}
        press(window, Qt.Key.Key_4)
        assert visible(panel) == {"bars"}


def test_the_catalog_opens_a_file_of_tensors_on_the_panel() -> None:
    scenario = catalog.panel_named("heads").opened(ROTARY, causal="top-left")
    assert isinstance(scenario, HeadsScenario)
    assert (scenario.source, scenario.own_causal) == ("own", "top-left")


def test_thumbnails_and_places_are_those_of_the_displays_that_there_are() -> None:
    with shown() as (window, panel):
        panel.enlarge("grid")
        settle()
        assert panel.place_of("trials") is None
        window.document.edit("heads", try_all=True)
        settle()
        assert "trials" in panel.possible
        assert [button.key for button in panel.thumbnails.buttons] == panel.possible
        assert panel.place_of("trials") is panel.displays.trials


def test_a_stage_that_is_to_be_seen_puts_away_the_sentences_that_have_its_place() -> None:
    look, size = ROOMS["250 %"]
    with shown(size, look) as (window, panel):
        press(window, Qt.Key.Key_W)
        assert not visible(panel)
        panel.reveal("weights")
        settle()
        assert visible(panel) == {"lines"}
        assert not panel._actions["readings"].isChecked()


def test_a_display_that_gives_way_to_another_stage_leaves_the_keyboard_to_its_first_one() -> None:
    with shown(SMALL, source="toy") as (window, panel):
        press(window, Qt.Key.Key_3)
        for _ in range(2):
            panel.enlarge("bill")
            settle()
        assert visible(panel) == {"ranking", "all_heads"}
        assert panel.displays.find.ranking.hasFocus()
