"""The Attention panel under mouse and keyboard, on real data, in every size and theme."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from attention_window import click, hover, middle, panel_of, scenario_of
from drawn_cells import drawn
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QLineEdit, QWidget
from random_events import LEFT, PLAIN, move, type_text
from real_window import opened, scene_of, settle

from attnstudio import catalog
from attnstudio.files.examples import examples
from attnstudio.files.resources import resource_path
from attnstudio.panels.attention.compute import compute
from attnstudio.panels.attention.scenario import LARGEST_SIZES, AttentionScenario
from attnstudio.state.figures import Operand
from attnstudio.state.scene import Scene
from attnstudio.state.tensors import TensorPack
from attnstudio.ui import theme
from attnstudio.ui.dial_plan import QUERY
from attnstudio.ui.slider import NumberSlider
from attnstudio.window import MainWindow

pytestmark = pytest.mark.usefixtures("qapp")

HEADS = Path(__file__).parents[3].parent / "shared" / "heads"
with_heads = pytest.mark.skipif(not HEADS.is_dir(), reason="the large set of heads lies beside the checkout only")


def random_pack(**lead: int) -> TensorPack:
    generator = np.random.default_rng(0)
    return TensorPack(**{role: generator.normal(size=(5, 4)).round(1) for role in ("query", "key", "value")}, **lead)


def test_a_cell_pointed_at_shows_its_arithmetic_and_lights_its_operands() -> None:
    with opened() as window:
        panel = panel_of(window)
        hint = panel.reading.text
        hover(panel, "scores", 0, 0)
        assert panel.reading.text == "q · k₁ = 1×1 + 0×0 + 1×1 + 0×0 = 2"
        assert panel.matrices["query"]._lit == (Operand("query", 0, None),)
        assert panel.matrices["key"]._lit == (Operand("key", 0, None),)
        QApplication.sendEvent(panel.matrices["scores"], QEvent(QEvent.Type.Leave))
        assert panel.reading.text == hint
        assert panel.matrices["query"]._lit == ()


@pytest.mark.parametrize("let_go", ["Escape", "second click"])
def test_a_click_keeps_the_arithmetic_until_escape_or_a_second_click(let_go: str) -> None:
    with opened() as window:
        panel = panel_of(window)
        view = panel.matrices["weights"]
        click(panel, "weights", 0, 0)
        QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
        kept = panel.reading.text
        assert kept == "e^1 ÷ (2.71828 + 1 + 1.64872) = 2.71828 ÷ 5.36700 = 0.50648"
        window.document.edit("attention", divide_by="one")
        assert panel.reading.text != kept  # the same cell, its new numbers
        assert "e^2" in panel.reading.text
        if let_go == "Escape":
            QTest.keyClick(view, Qt.Key.Key_Escape)
        else:
            click(panel, "weights", 0, 0)
        QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
        assert "Point at a cell" in panel.reading.text
        assert not window.document.can_redo


def test_a_kept_cell_that_the_new_sizes_do_not_have_is_let_go() -> None:
    with opened() as window:
        panel = panel_of(window)
        panel.side.sizes.button.click()
        click(panel, "scores", 0, 2)
        QApplication.sendEvent(panel.matrices["scores"], QEvent(QEvent.Type.Leave))
        panel.side.sizes.controls["T_k"].field.setValue(2)
        assert "Point at a cell" in panel.reading.text


@pytest.mark.parametrize(("text", "value"), [("1.5", 1.5), ("1,5", 1.5), ("−2", -2.0), ("-0,25", -0.25)])
def test_a_number_typed_in_a_cell_is_the_scenarios_in_one_step(text: str, value: float) -> None:
    with opened() as window:
        panel = panel_of(window)
        view = panel.matrices["key"]
        view.setFocus()
        view.set_focus_cell((1, 2))
        type_text(text)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        assert scenario_of(window).tensors.key[1, 2] == value
        window.document.undo()
        assert scenario_of(window).tensors.key[1, 2] == 0
        assert not window.document.can_undo


def test_the_mask_is_painted_by_click_drag_and_space_each_one_step() -> None:
    with opened() as window:
        panel = panel_of(window)
        view = panel.matrices["masked_logits"]
        click(panel, "masked_logits", 0, 1)
        assert scenario_of(window).custom == {(0, 1)}
        view.setFocus()
        view.set_focus_cell((0, 1))
        QTest.keyClick(view, Qt.Key.Key_Space)
        assert scenario_of(window).custom == frozenset()
        QTest.mousePress(view, LEFT, PLAIN, middle(view, 0, 0))
        for j in (1, 2):
            move(view, middle(view, 0, j), LEFT)
        QTest.mouseRelease(view, LEFT, PLAIN, middle(view, 0, 2))
        assert scenario_of(window).custom == {(0, 0), (0, 1), (0, 2)}
        window.document.undo()
        assert scenario_of(window).custom == frozenset()


def test_a_fully_masked_row_is_zero_and_says_so_in_the_matrix_and_in_a_notice() -> None:
    with opened() as window:
        window.document.edit("attention", custom=frozenset({(0, 0), (0, 1), (0, 2)}))
        settle()
        panel = panel_of(window)
        matrix = panel.matrices["weights"].matrix
        assert matrix.values.tolist() == [[0, 0, 0]]
        assert matrix.void_rows == {0}
        assert panel.matrices["weights"].places().row_notes.width() > 0
        assert "Every key is masked" in window.notices.texts[0]
        hover(panel, "weights", 0, 0)
        assert "every key is masked" in panel.reading.text


def head_scene(name: str) -> Scene:
    return catalog.open_file(resource_path("heads", name)).scene


def test_layer_and_head_of_a_grouped_query_model_are_chosen_by_their_own_numbers() -> None:
    with opened(head_scene("smollm2_cat_tired.npz")) as window:
        panel, pack = panel_of(window), scenario_of(window).tensors
        assert pack.key.shape[-3] < pack.n_heads  # key and value heads are shared
        layers, heads = panel.side.source.lists["layer"], panel.side.source.lists["head"]
        assert [layers.itemText(i) for i in range(layers.count())] == [str(layer) for layer in pack.layers]
        for box, index in ((layers, layers.findText("13")), (heads, 8)):
            box.setCurrentIndex(index)
            box.activated.emit(index)
        scenario = scenario_of(window)
        assert (pack.layers[scenario.layer], scenario.head) == (13, 8)
        shown = panel.matrices["weights"].matrix
        assert shown.values[shown.row_labels.index("it"), shown.column_labels.index("cat")] == pytest.approx(
            0.616, abs=5e-3
        )
        shared = pack.key[scenario.layer, 8 // (pack.n_heads // pack.key.shape[-3])]
        assert np.array_equal(panel.matrices["key"].matrix.values, shared)
        window.document.undo()
        assert scenario_of(window).head == 0


def test_randomise_draws_from_the_seed_then_from_the_next_and_a_seed_can_be_typed() -> None:
    with opened() as window:
        panel = panel_of(window)
        panel.side.randomise.click()
        first = scenario_of(window)
        panel.side.randomise.click()
        assert (first.seed, scenario_of(window).seed) == (7, 8)
        assert scenario_of(window).tensors != first.tensors
        panel.side.sizes.button.click()
        panel.side.sizes.seed.field.setValue(7)
        assert scenario_of(window).tensors == first.tensors
        assert "random, seed 7" in window.top_bar._title.accessibleName()


EXAMPLES = [each.name for each in examples() if catalog.open_example(each.name).scene.open_panel == "attention"]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_opens_and_draws_its_own_numbers(example: str) -> None:
    with opened() as window:
        window.desk.open_example(example)
        settle()
        expected = compute(scenario_of(window)).matrices
        assert all(np.array_equal(view.matrix.values, expected[name].values, equal_nan=True)
                   for name, view in panel_of(window).matrices.items())  # fmt: skip
        assert not any("not" in text for text in window.notices.texts)


@with_heads
@pytest.mark.parametrize("path", sorted(HEADS.glob("*.npz")), ids=lambda path: path.stem)
def test_every_file_of_the_set_of_heads_opens_and_its_showcase_cells_hold(path: Path) -> None:
    scenario = catalog.open_file(path).scene.panels["attention"].scenario
    assert isinstance(scenario, AttentionScenario)
    shown = [cell for cell in json.loads((HEADS / "heads.json").read_text())["show"] if cell["file"] == path.name]
    for cell in shown:
        layer = scenario.tensors.layers.index(cell["layer"])
        weights = compute(scenario.with_changes(layer=layer, head=cell["head"])).matrices["weights"].values
        assert weights[cell["query"], cell["key"]] == pytest.approx(cell["weight"], abs=5e-3), cell


@with_heads
def test_every_layer_and_head_of_a_file_draws() -> None:
    with opened(catalog.open_file(HEADS / "minilm_cat_mat.npz").scene) as window:
        pack = scenario_of(window).tensors
        for layer in range(pack.n_layers):
            for head in range(pack.n_heads):
                window.document.edit("attention", layer=layer, head=head)
                settle()
                assert panel_of(window).matrices["weights"].matrix is window.document.result.matrices["weights"]


def test_sizes_go_to_their_limits_and_all_numbers_opens_a_slider_for_each() -> None:
    with opened() as window:
        panel = panel_of(window)
        panel.side.sizes.button.click()
        for name, most in LARGEST_SIZES.items():
            control = panel.side.sizes.controls[name]
            for size in (1, most):
                control.field.setValue(size)
                settle()
            assert not control.more.isEnabled()
            assert str(most) in control.more.toolTip()
        pack = scenario_of(window).tensors
        assert {name: getattr(pack, name) for name in LARGEST_SIZES} == LARGEST_SIZES
        for name in LARGEST_SIZES:
            panel.side.sizes.controls[name].field.setValue(2)
        panel.side.all_numbers.click()
        settle()
        assert len([slider for slider in panel.side.sliders.findChildren(NumberSlider) if slider.isVisible()]) == 12
        names = {
            slider.accessibleName() for slider in panel.side.sliders.findChildren(NumberSlider) if slider.isVisible()
        }
        assert len(names) == 12


def test_a_key_turns_an_arrow_by_its_degrees_and_no_shorter_and_undo_restores_it() -> None:
    with opened() as window:
        panel, before = panel_of(window), scenario_of(window)
        panel.dial.setFocus()
        panel.dial.choose(2)
        start = scenario_of(window)
        QTest.keyClick(panel.dial, Qt.Key.Key_Left)
        QTest.keyClick(panel.dial, Qt.Key.Key_Up)
        query, key = (scenario_of(window).tensors.array(role, 0, 0)[i] for role, i in (("query", 0), ("key", 2)))
        angle = np.degrees(np.arccos(query @ key / np.linalg.norm(query) / np.linalg.norm(key)))
        assert angle == pytest.approx(65, abs=1e-6)
        assert np.linalg.norm(key) == pytest.approx(np.sqrt(2) + 0.1, abs=1e-6)
        for _ in range(2):
            window.document.undo()
        assert scenario_of(window).tensors == start.tensors == before.tensors


def test_the_status_line_says_why_a_key_turns_no_arrow_until_one_moves() -> None:
    with opened() as window:
        panel, usual = panel_of(window), window.status_text.accessibleName()
        panel.dial.setFocus()
        panel.dial.choose(QUERY)
        QTest.keyClick(panel.dial, Qt.Key.Key_Left)
        why = "q stays: angles are measured from it. Up and Down change its length."
        assert window.status_text.accessibleName() == why
        QTest.keyClick(panel.dial, Qt.Key.Key_Up)
        assert window.status_text.accessibleName() == usual


def test_weights_alone_disable_what_needs_vectors_and_say_why(tmp_path: Path) -> None:
    np.save(tmp_path / "weights.npy", np.full((3, 4), 0.25))
    with opened(catalog.open_file(tmp_path / "weights.npy").scene) as window:
        panel = panel_of(window)
        side = panel.side
        side.sizes.button.click()
        for control in (side.role, side.divide, side.temperature, side.masks, side.all_numbers):
            assert not control.isEnabled()
            assert "without Q and K nothing can be recomputed" in control.toolTip()
        assert all(not control.isEnabled() and control.toolTip() for control in side.sizes.controls.values())
        assert [name for name, view in panel.matrices.items() if view.isVisible()] == ["weights"]
        assert not panel.dial.isVisible()
        assert "cannot be recomputed" in " ".join(window.notices.texts) or "not recomputed" in " ".join(
            window.notices.texts
        )


def test_the_drawn_formula_does_not_depend_on_what_was_open_before() -> None:
    alone = scene_of("attention", AttentionScenario(tensors=TensorPack(weights=np.full((3, 4), 0.25))))
    with opened(alone) as window:
        fresh = panel_of(window).matrices["weights"].geometry()
    with opened() as window:
        window.document.load(alone)
        settle()
        assert panel_of(window).matrices["weights"].geometry() == fresh


SIZES = [
    pytest.param((1440, 900), theme.Look(name, 100), id=f"{name}") for name in theme.NAMES
] + [
    pytest.param((960, 540), theme.Look(name, 100), id=f"{name}-small") for name in ("light", "dark")
] + [
    pytest.param((1440, 900), theme.Look("light", 150), id="light-150"),
    pytest.param((2400, 1500), theme.Look("dark", 250), id="dark-250"),
    pytest.param((1280, 720), theme.Look("projector", 100), id="projector-1280"),
]  # fmt: skip


@pytest.mark.parametrize(("size", "look"), SIZES)
def test_in_every_size_and_theme_the_formula_shows_its_numbers_and_nothing_overlaps(
    size: tuple[int, int], look: theme.Look
) -> None:
    with opened(size=size, look=look) as window:
        panel = panel_of(window)
        assert window.size().toTuple() == size
        assert all(view.isVisible() for view in panel.matrices.values())
        for name, view in panel.matrices.items():
            view.grab()
            assert drawn(view).pixels > 0, name  # of the numbers
        check_places(window)
        for index in range(len(panel.tabs.chips)) if panel.tabs.isVisible() else ():
            panel.tabs.chips[index].click()
            settle()
            assert [card.isVisible() for card in panel._cards.values()].count(True) == 1
            assert list(panel._cards.values())[index].isVisible()
            check_places(window)


def test_at_250_percent_in_a_small_window_all_is_reached_by_scrolling() -> None:
    with opened(size=(960, 540), look=theme.Look("light", 250)) as window:
        check_places(window)
        bar = window.frame.area.verticalScrollBar()
        assert panel_of(window).height() <= window.frame.area.viewport().height() + bar.maximum()


@pytest.mark.parametrize("example", ["toy-sentence-causal", "cross-attention", "real-cat-smollm2"])
@pytest.mark.parametrize("look", [theme.Look(), theme.Look("projector", 100)], ids=lambda look: look.name)
def test_larger_data_keep_their_places_too(example: str, look: theme.Look) -> None:
    with opened(catalog.open_example(example).scene, size=(1280, 720), look=look) as window:
        check_places(window)


def check_places(window: MainWindow) -> None:
    """No widget that shows lies on its sibling or beyond its parent; what scrolls may be larger than its window."""
    faults = []
    for parent in (window.centralWidget(), *window.centralWidget().findChildren(QWidget)):
        if not parent.isVisible() or isinstance(parent, QLineEdit):
            continue
        children = [
            child
            for child in parent.children()
            if isinstance(child, QWidget) and child.isVisible() and not child.isWindow()
        ]
        scrolls = isinstance(parent.parentWidget(), QAbstractScrollArea) or isinstance(parent, QAbstractScrollArea)
        for i, child in enumerate(children):
            inside = parent.rect().contains(child.geometry())
            if not inside and not scrolls:
                faults.append(
                    f"{_named(child)} {child.geometry().getRect()} leaves {_named(parent)} {parent.rect().getRect()}"
                )
            faults += [
                f"{_named(child)} and {_named(other)} overlap by {common.getRect()}"
                for other in children[:i]
                if not isinstance(parent, QAbstractScrollArea)
                and not (common := QRect(child.geometry()) & other.geometry()).isEmpty()
            ]
    assert not faults, "\n".join(faults)


def _named(widget: QWidget) -> str:
    return f"{type(widget).__name__} “{widget.accessibleName()}”"


def test_stage_numbers_and_the_strip_lead_to_their_matrices() -> None:
    with opened() as window:
        panel = panel_of(window)
        stages: list[Callable[[], None]] = [
            *(lambda key=key: QTest.keyClick(window, key) for key in (Qt.Key.Key_1, Qt.Key.Key_4)),
            lambda: QTest.mouseClick(panel.strip, LEFT, PLAIN, panel.strip.pill(4).center().toPoint()),
        ]
        for act, stage in zip(stages, ("scores", "weights", "output"), strict=True):
            act()
            assert panel.matrices[stage].hasFocus(), stage
