"""Enlarging makes a stage larger: its cells are never smaller than they were, and keep the numbers they had."""

from itertools import product

import pytest
from attention_window import panel_of
from drawn_cells import drawn
from PySide6.QtCore import QSizeF
from real_window import opened, scene_of, settle

from attnstudio.panels.attention.compute import AttentionResult, compute
from attnstudio.panels.attention.scenario import AttentionScenario, with_sizes
from attnstudio.panels.attention.stages import NAMES
from attnstudio.panels.attention.view.equation import Equation, Setting
from attnstudio.panels.attention.view.panel import AttentionPanel
from attnstudio.ui.formula_choice import chosen
from attnstudio.ui.theme import Look

pytestmark = pytest.mark.usefixtures("qapp")
ROOMS = [*product(("light", "projector"), ((1280, 720), (1440, 900), (1920, 1080))), ("dark", (1440, 900))]
COMPONENTS = ((4, 2), (16, 8))


def of_sizes(T_q: int, T_k: int, d_k: int, d_v: int) -> AttentionScenario:
    start = AttentionScenario()
    return start.with_changes(tensors=with_sizes(start, T_q=T_q, T_k=T_k, d_k=d_k, d_v=d_v), causal="bottom-right")


def rooms(panel: AttentionPanel) -> tuple[QSizeF, QSizeF]:
    """Return the size of the formula, and of what fills the panel in its place."""
    before = QSizeF(panel.formula.size())
    panel.enlarge("weights")
    settle()
    after = QSizeF(panel.formula.size())
    panel.enlarge("weights")
    settle()
    return before, after


def cell(equation: Equation, result: AttentionResult, setting: Setting, stage: str, room: QSizeF) -> QSizeF | None:
    """Return the size of a cell of a stage in a room; None where the stage is not seen."""
    equation.present = stage
    equation.show_result(result, None, (), setting)
    formula = equation.formula
    placed = [each for line in chosen(formula._choices, formula._text, room)[1] for each in line]
    return next((each.cell for each in placed if each.item is equation.matrices[stage]), None)


@pytest.mark.parametrize(("name", "size"), ROOMS)
def test_a_stage_that_is_enlarged_never_has_smaller_cells_than_before(name: str, size: tuple[int, int]) -> None:
    with opened(scene_of("attention", AttentionScenario()), size=size, look=Look(name)) as window:
        panel, equation = panel_of(window), Equation()
        compact, known = panel.sight.room.compact, {False: rooms(panel)}
        window.document.edit("attention", tensors=of_sizes(12, 12, 4, 2).tensors)  # many rows have more of the height
        settle()
        known[True] = rooms(panel)
        for tokens, (d_k, d_v), stage in product(range(2, 13), COMPONENTS, NAMES):
            result, (usual, large) = compute(of_sizes(tokens, tokens, d_k, d_v)), known[tokens > 4]
            before = cell(equation, result, Setting("rows", None, False, turning=True), stage, usual)
            after = cell(equation, result, Setting("rows", stage, compact, turning=True), stage, large)
            assert before is not None
            assert after is not None
            assert after.boundedTo(before) == before, (tokens, d_k, d_v, stage, before, after)
        equation.formula.deleteLater()


@pytest.mark.parametrize("sizes", [(2, 12, 16, 8), (12, 12, 16, 8)])
def test_on_the_projector_the_numbers_of_a_stage_that_is_enlarged_stay_and_thumbnails_are_low(
    sizes: tuple[int, int, int, int],
) -> None:
    scene = scene_of("attention", of_sizes(*sizes))
    with opened(scene, size=(1280, 720), look=Look("projector")) as window:
        panel = panel_of(window)
        view, tabs = panel.matrices["weights"], panel.tabs.height()
        before, pixels = view.cell_rect(0, 0).size(), drawn(view).pixels
        panel.enlarge("weights")
        settle()
        assert drawn(view).pixels >= pixels >= 22
        assert view.cell_rect(0, 0).size().boundedTo(before) == before
        assert panel.thumbnails.height() <= tabs
        assert all(button.title_shown() == button.text() for button in panel.thumbnails.buttons)


def test_a_stage_of_few_numbers_is_enlarged_with_what_it_is_made_of() -> None:
    scene = scene_of("attention", of_sizes(4, 4, 4, 2))
    with opened(scene) as window:
        panel = panel_of(window)
        panel.enlarge("weights")
        settle()
        assert panel.formula.matrices == [panel.matrices["masked_logits"], panel.matrices["weights"]]
