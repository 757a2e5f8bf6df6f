"""The Heads panel by keys: what they select, where the keyboard stays, and what they refuse with a reason."""

import pytest
from head_scenarios import WEIGHTS_ALONE, head
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from random_events import PLAIN
from real_window import opened, scene_of, settle
from test_heads_view import press, result_of, scenario_of, shown

from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.panels.heads.compute import compute
from attnstudio.panels.heads.cover import covered
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.heads.view.refusals import NO_OTHERS, NO_POSITIONS, NO_VALUES, NOT_TRIED
from attnstudio.panels.heads.view.titles import TITLES
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.ui.commands import NO_COLUMNS
from attnstudio.ui.theme import Look, look

pytestmark = pytest.mark.usefixtures("qapp")
ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier


def said_below(window):
    return window.status_text.text()


def pair_of(window):
    scenario = scenario_of(window)
    labels = scenario.data.query_labels, scenario.data.key_labels
    return labels[0][scenario.query_index], labels[1][scenario.key_index]


def test_the_keyboard_in_the_weights_selects_the_pair_that_it_comes_to():
    with shown() as (window, panel):
        panel.enlarge("numbers")
        settle()
        view = panel.displays.weights.view
        assert view.hasFocus()
        assert view.focus_cell == (8, 2)
        QTest.keyClick(view, Qt.Key.Key_Up)
        QTest.keyClick(view, Qt.Key.Key_Right)
        settle()
        assert (scenario_of(window).query_index, scenario_of(window).key_index) == (7, 3)
        panel.gestures.pick(4, 1)
        settle()
        assert view.focus_cell == (4, 1)


def test_the_keyboard_in_the_map_chooses_the_head_that_it_comes_to():
    with shown() as (window, panel):
        panel.enlarge("all_heads")
        settle()
        view = panel.displays.tables["all_heads"]
        assert view.focus_cell == (3, 1)
        QTest.keyClick(view, Qt.Key.Key_Down)
        QTest.keyClick(view, Qt.Key.Key_Right)
        settle()
        assert (scenario_of(window).layer, scenario_of(window).head) == (4, 2)


def test_in_covered_weights_the_keyboard_selects_nothing():
    with shown() as (window, panel):
        panel.enlarge("numbers")
        window.document.edit_state("heads", covered=frozenset({"weights"}))
        settle()
        QTest.keyClick(panel.displays.weights.view, Qt.Key.Key_Up)
        settle()
        assert scenario_of(window).query_index == 8


@pytest.mark.parametrize("name", TITLES)
def test_enter_on_an_enlarged_figure_leaves_the_keyboard_in_the_panel(name):
    with shown(source="smollm2", layer=7, head=8, try_all=True) as (_, panel):
        panel.enlarge(name)
        settle()
        QTest.keyClick(panel.displays.displays[name].figure, Qt.Key.Key_Return)
        settle()
        assert panel.enlarged is None
        assert panel.isAncestorOf(QApplication.focusWidget())


@pytest.mark.parametrize(("name", "scenario"), [("attention", AttentionScenario()), ("scaling", ScalingScenario())])
def test_on_other_panels_returning_from_any_part_leaves_the_keyboard_in_the_panel(name, scenario):
    with opened(scene_of(name, scenario), size=(1440, 900)) as window:
        panel = window._views[name]
        for part in panel.parts():
            panel.enlarge(part)
            settle()
            panel.enlarge(part)
            settle()
            assert panel.isAncestorOf(QApplication.focusWidget()), part


@pytest.mark.parametrize(
    ("key", "modifier", "fields", "reason"),
    [
        (Qt.Key.Key_S, PLAIN, {"source": "toy"}, NO_OTHERS),
        (Qt.Key.Key_T, PLAIN, {"source": "toy"}, NO_OTHERS),
        (Qt.Key.Key_U, PLAIN, {"source": "toy"}, NO_POSITIONS),
        (Qt.Key.Key_U, PLAIN, {"source": "minilm"}, NO_POSITIONS),
        (Qt.Key.Key_4, PLAIN, {"source": "own", "tensors": WEIGHTS_ALONE}, NO_VALUES),
        (Qt.Key.Key_5, ALT, {"source": "minilm"}, NOT_TRIED),
        (Qt.Key.Key_T, CONTROL, {"source": "minilm"}, NO_COLUMNS),
    ],
)
def test_a_key_without_effect_says_why_and_changes_nothing(key, modifier, fields, reason):
    with shown(**fields) as (window, panel):
        before = window.document.scene
        if reason == NOT_TRIED:
            name = panel._actions["trials"].shortcut().toString()
            key = Qt.Key[f"Key_{name[-1]}"]
        press(window, key, modifier)
        assert said_below(window) == reason
        assert window.document.scene is before
        assert panel.enlarged is None


def test_a_pill_of_a_stage_that_there_is_not_says_why():
    with shown(source="own", tensors=WEIGHTS_ALONE) as (window, panel):
        panel.strip.chosen.emit(3)
        settle()
        assert said_below(window) == NO_VALUES


def test_queries_can_be_columns_on_the_panel_that_turns_them_alone():
    with shown() as (window, _):
        window.document.edit_state("heads", orientation="columns")
        settle()
        action = window.actions_by_name["columns"]
        assert not action.isEnabled()
        assert not action.isChecked()
        window.document.open_panel("attention")
        settle()
        assert action.isEnabled()


def test_the_pair_follows_its_words_to_another_sentence_and_stays_in_place_where_one_is_missing():
    with shown(sentence="cat_tired") as (window, panel):
        window.document.edit("heads", selected_query=2, selected_key=3)
        settle()
        assert pair_of(window) == ("cat", "sat")
        panel.side.place.sentence.edited.emit("cat_mat")
        settle()
        assert pair_of(window) == ("cat", "sat")
    with shown(sentence="street_tired") as (window, panel):
        data = scenario_of(window).data
        it, animal = data.query_labels.index("it"), data.key_labels.index("animal")
        window.document.edit("heads", selected_query=it, selected_key=animal)
        press(window, Qt.Key.Key_S)
        assert scenario_of(window).sentence == "street_wide"
        assert pair_of(window) == ("it", "animal")
        press(window, Qt.Key.Key_S)
        assert scenario_of(window).query_index == it  # the horse is no animal
        assert scenario_of(window).key_index == animal


@pytest.mark.parametrize(
    "fields", [{"mask": "causal"}, {"divide_by": "one"}, {"temperature": 2.0}, {"source": "smollm2", "mask": "off"},
               {"source": "smollm2", "undo_positions": True}],
)  # fmt: skip
def test_what_a_toggle_does_not_do_is_read_first_and_the_label_is_of_the_untouched_head(fields):
    with shown(**fields) as (window, panel):
        captions = result_of(window).captions
        text = str(captions["toggle"])
        assert "later layers are not run again" in text
        assert panel.reading.isVisibleTo(panel)
        first = panel._readings(None, whole=False)[0]
        assert first == captions["toggle"]
        assert panel._readings(None, whole=True).count(captions["toggle"]) == 1
        window.document.edit("heads", layer=0, head=0)
    source = fields.get("source", "minilm")
    known = head(source, {"minilm": "3.1", "smollm2": "13.8"}[source])
    label = str(compute(known.with_changes(**fields)).captions["label"])
    assert label.startswith("Untouched, head ")


def test_without_a_toggle_nothing_is_said_of_one():
    label = str(compute(HeadsScenario(layer=3, head=1)).captions["label"])
    assert "Untouched" not in label
    with shown() as (window, panel):
        assert panel._readings(None, whole=False)[0] != result_of(window).captions["toggle"]


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_a_covered_head_among_others_has_the_sign_of_a_cover_in_place_of_cells(theme):
    with shown(look=Look(theme)) as (window, panel):
        window.document.edit_state("heads", covered=frozenset({"weights"}))
        panel.enlarge("grid")
        settle()
        grid = panel.displays.grid
        assert [head.covered for head in grid.shown.heads] == [head.head == 1 for head in grid.shown.heads]
        tile = grid.plan().tiles[1].map
        image = grid.grab().toImage()
        place = round(tile.left + 4), round(tile.top + 4)
        assert image.pixelColor(*place) == look().colour("blocked")
        assert "covered" in grid.cell_words(1)
        assert "covered" not in grid.cell_words(0)


def test_a_cover_marks_the_large_head_alone():
    result = covered(compute(HeadsScenario()), {"weights"})
    assert [head.head for head in result.grid.heads if not head.has_numbers] == [1]


def test_the_bill_shows_the_tokens_of_this_input_until_others_are_set():
    with shown(source="toy", T=5) as (window, panel):
        tokens = panel.displays.bill.tokens
        assert tokens.slider.value_text() == "5"
        window.document.edit("heads", bill_tokens=512)
        settle()
        assert tokens.slider.value_text() == "512"


def test_one_layer_and_one_head_are_said_in_the_singular():
    toy = compute(HeadsScenario(source="toy", B=1, T=2, n_heads=1, d_k=1))
    texts = [str(toy.captions[name]) for name in ("title", "shapes", "attend")] + [str(toy.grid.title)]
    assert texts[0] == "Toy model: 1 head of random numbers"
    assert texts[1].startswith("B 1 · T 2 · 1 head · d_k 1 · d_model 1 = 1 × 1")
    assert texts[2:] == ["one attention map, divided by √1", "Layer 0: 1 head"]
    own = compute(HeadsScenario(source="own"))
    assert "1 layer × 2 heads" in str(own.captions["shapes"])


def test_a_click_on_a_weight_selects_its_pair():
    with shown() as (window, panel):
        panel.enlarge("numbers")
        settle()
        view = panel.displays.weights.view
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, PLAIN, view.cell_rect(3, 5).center().toPoint())
        settle()
        assert (scenario_of(window).query_index, scenario_of(window).key_index) == (3, 5)
        assert view.focus_cell == (3, 5)
