"""Pin A|B in every size of window: what is shown, what a click does, and what a formula leaves out."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from attention_window import middle, panel_of, press, scenario_of
from drawn_cells import drawn
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from random_events import LEFT, PLAIN
from real_window import opened, scene_of, settle

from attnstudio import catalog
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.panels.attention.stages import NAMES, formula
from attnstudio.panels.attention.view.equation import present
from attnstudio.panels.attention.view.panel import AttentionPanel
from attnstudio.state.scene import Scene
from attnstudio.ui import theme
from attnstudio.ui.formula_sizes import APART
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.words import said
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")
ALONE = "4 Softmax; the other numbers 1–5 show other stages."


def pin(window: MainWindow, **changes: object) -> AttentionPanel:
    press(window, Qt.Key.Key_A)
    window.document.edit("attention", **(changes or {"temperature": 2.0}))
    settle()
    return panel_of(window)


def many(count: int) -> Scene:
    pack = AttentionScenario().tensors.resized(T_q=count, T_k=count, d_k=4, d_v=2)
    return scene_of("attention", AttentionScenario(tensors=pack))


def seen(panel: AttentionPanel) -> list[tuple[str, str]]:
    return [place for place, view in panel.comparison.views.items() if view.isVisible()]


def texts(panel: AttentionPanel, row: str, name: str) -> list[str]:
    view = panel.comparison.views[row, name]
    return [static.text() for each in drawn(view).texts.values() for _, _, static in each]


def stands_well(panel: AttentionPanel) -> bool:
    """Return whether all matrices lie in the formula and none on another."""
    places = [view.geometry() for view in panel.formula.matrices]
    inside = all(panel.formula.rect().contains(place) for place in places)
    return inside and not any(a.intersects(b) for a, b in combinations(places, 2))


def click(panel: AttentionPanel, row: str, name: str, i: int, j: int) -> None:
    view = panel.comparison.views[row, name]
    QTest.mouseClick(view, LEFT, PLAIN, middle(view, i, j))
    settle()


def test_all_stages_are_compared_where_they_have_room_for_numbers_each_line_with_its_labels() -> None:
    with opened() as window:
        panel = pin(window)
        assert {name for _, name in seen(panel)} == set(NAMES)
        assert "show other stages" not in panel.reading.text
        assert not panel.comparison.views["B", "weights"].places().column_labels.isEmpty()
        assert stands_well(panel)


@pytest.mark.parametrize(
    ("size", "look"),
    [
        ((1280, 720), theme.Look("projector")),
        ((960, 540), theme.Look()),
        ((960, 540), theme.Look(zoom=150)),
        ((1440, 900), theme.Look(zoom=250)),
    ],
)
def test_in_little_room_one_stage_is_compared_in_numbers_and_it_is_said_which(
    size: tuple[int, int], look: theme.Look
) -> None:
    with opened(size=size, look=look) as window:
        panel = pin(window)
        assert seen(panel) == [("A", "weights"), ("B", "weights"), ("B − A", "weights")]
        assert stands_well(panel)
        assert said(panel.comparison.note()) == f"{ALONE} From A to B: Temperature 1 → 2."
        least = 22 if look.name == "projector" else theme.look().font("small").pixelSize()
        for view in panel.formula.matrices:
            assert drawn(view).pixels >= least
            assert not view.places().column_labels.isEmpty()
            assert not view.places().row_labels.isEmpty()
        press(window, Qt.Key.Key_2)
        press(window, Qt.Key.Key_2)
        assert {name for _, name in seen(panel)} == {"logits"}


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_256_tokens_lie_inside_the_formula_alone_and_pinned(size: tuple[int, int]) -> None:
    with opened(many(256), size=size) as window:
        panel = panel_of(window)
        assert panel.matrices["output"].isVisible()
        assert stands_well(panel)
        pin(window)
        assert {name for _, name in seen(panel)} == {"weights"}
        assert min(view.places().pitch.height() for view in panel.formula.matrices) >= 1
        assert stands_well(panel)


def test_columns_of_every_line_have_labels_where_the_shapes_differ() -> None:
    with opened() as window:
        pack = scenario_of(window).tensors
        panel = pin(window, tensors=pack.resized(T_q=1, T_k=4, d_k=4, d_v=2))
        for row in ("A", "B"):
            assert not panel.comparison.views[row, "weights"].places().column_labels.isEmpty()


def test_a_click_on_a_cell_of_a_or_b_keeps_its_arithmetic_and_selects_it_until_escape() -> None:
    with opened() as window:
        panel = pin(window)
        click(panel, "A", "weights", 0, 2)
        of_a = panel.reading.text
        assert "0.30720" in of_a
        assert scenario_of(window).selected_key == 2
        assert panel.comparison.kept
        click(panel, "B", "weights", 0, 1)
        panel.comparison.views["B", "weights"].hovered.emit(None)
        assert "0.25428" in panel.reading.text
        assert scenario_of(window).selected_key == 1
        press(window, Qt.Key.Key_Escape)
        assert not panel.comparison.kept
        panel.comparison.views["B", "weights"].hovered.emit(None)
        assert panel.reading.text == "From A to B: Temperature 1 → 2."


def test_a_click_on_a_covered_cell_of_b_chooses_the_cell_of_the_guess() -> None:
    with opened() as window:
        panel = pin(window)
        window.document.edit_state("attention", covered=frozenset({"weights"}))
        settle()
        cells: list[tuple[int, int]] = []
        panel.comparison.picked.connect(lambda _name, i, j: cells.append((i, j)))
        click(panel, "A", "weights", 0, 1)
        assert cells == []
        click(panel, "B", "weights", 0, 2)
        assert cells == [(0, 2)]
        assert not panel.comparison.kept
        assert scenario_of(window).selected_key == 2


def test_the_mask_is_painted_in_b_alone() -> None:
    with opened() as window:
        panel = pin(window)
        views = panel.comparison.views
        assert [views[row, "masked_logits"].paintable for row in ("A", "B", "B − A")] == [False, True, False]
        click(panel, "B", "masked_logits", 0, 1)
        assert list(scenario_of(window).custom) == [(0, 1)]


def test_differences_have_at_least_the_digits_of_what_is_compared() -> None:
    with opened(many(6)) as window:
        pack = scenario_of(window).tensors
        rng = np.random.default_rng(1)
        window.document.edit("attention", tensors=replace(pack, query=rng.normal(size=pack.query.shape)))
        panel = pin(window, temperature=1.05)
        a, b, difference = (
            max(len(text.partition(".")[2]) for text in texts(panel, row, "weights")) for row in ("A", "B", "B − A")
        )
        assert difference >= max(a, b) >= 2


def test_signs_whose_matrices_are_missing_are_left_out_either_way_round() -> None:
    for orientation in ("rows", "columns"):
        items, breaks = formula(orientation)
        assert present(items, breaks, {"weights"}) == (("weights",), ((),))
        whole = [name for name in items if name in (*NAMES, "query", "key", "value")]
        assert present(items, breaks, whole) == (items, breaks)
    items, breaks = present(*formula("rows"), {"masked_logits", "weights", "value", "output"})
    assert items == ("masked_logits", "softmax", "weights", "times", "value", "equals", "output")
    assert breaks == ((), (1,), (1, 3))


def digits_shown(view: MatrixView) -> set[int]:
    texts = [static.text() for each in drawn(view).texts.values() for _, _, static in each]
    return {len(text.partition(".")[2]) for text in texts if text.strip("−∞?") and text != "0"}


@pytest.mark.parametrize("size", [(1440, 900), (1100, 700), (1280, 720)])
@pytest.mark.parametrize("T_k", [6, 4])
def test_numbers_side_by_side_have_the_same_digits(size: tuple[int, int], T_k: int) -> None:
    with opened(catalog.open_example("toy-sentence").scene, size=size) as window:
        logits = [panel_of(window).matrices[name] for name in ("logits", "masked_logits")]
        assert len(set.union(*map(digits_shown, logits))) <= 1
        tensors = scenario_of(window).tensors.resized(T_q=6, T_k=T_k, d_k=4, d_v=3)
        panel = pin(window, tensors=tensors)
        for names in (("scores",), ("logits", "masked_logits"), ("weights",), ("output",)):
            views = [view for (_, name), view in panel.comparison.views.items() if name in names and view.isVisible()]
            assert len(set().union(*map(digits_shown, views))) <= 1, names


def test_digits_side_by_side_follow_a_number_that_needs_room() -> None:
    with opened() as window:
        panel = pin(window, temperature=2.0)
        a, b = (panel.comparison.views[row, "output"] for row in ("A", "B"))
        for number in (0.0, 33.0, 100.0):
            tensors = scenario_of(window).tensors.with_cell("value", 0, 0, number)
            window.document.edit("attention", tensors=tensors)
            settle()
            assert not a._cells.follow(a.matrix, a.places(), a._seen_beside())  # was repainted for what b has room for
            assert digits_shown(a) == digits_shown(b)


def test_logits_and_masked_logits_of_the_toy_sentence_show_their_numbers_alike() -> None:
    with opened(catalog.open_example("toy-sentence-causal").scene) as window:
        views = [panel_of(window).matrices[name] for name in ("logits", "masked_logits")]
        assert digits_shown(views[0]) == digits_shown(views[1]) != set()


@pytest.mark.parametrize("stage", NAMES)
def test_in_a_low_room_headings_stand_apart_for_each_stage(stage: str) -> None:
    look = theme.Look(zoom=250)
    with opened(size=(960, 540), look=look) as window:
        panel = pin(window)
        panel.choice.choose(stage)
        settle()
        places = [view.geometry() for view in panel.formula.matrices]
        assert len(places) == 3
        for one, other in combinations(places, 2):
            beside = one.top() < other.bottom() and other.top() < one.bottom()
            left, right = sorted((one, other), key=lambda place: place.left())
            assert not beside or right.left() - left.right() >= look.px(APART) - 2  # to whole pixels
