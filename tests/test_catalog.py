"""The catalog: what it gives of every panel, and what it says of a panel that there is not."""

import numpy as np
import pytest

from attnstudio import catalog
from attnstudio.state.description import Description


@pytest.mark.parametrize("name", catalog.NAMES)
def test_every_panel_can_be_covered_and_described(name: str) -> None:
    state = catalog.start_scene().panels[name]
    result = catalog.compute(name, state.scenario)
    for names in (frozenset(), frozenset(state.scenario.stages)):
        shown = catalog.cover(name, result, names)
        assert {matrix.name for matrix in shown.matrices.values() if matrix.covered} >= names
        description = catalog.describe(name, shown, state)
        assert isinstance(description, Description)
        assert all(str(part) for part in vars(description).values())


@pytest.mark.parametrize("name", catalog.NAMES)
def test_every_stage_of_a_panel_is_a_matrix_that_it_shows(name: str) -> None:
    scenario = catalog.panel_named(name).scenario()
    assert set(scenario.stages) <= catalog.compute(name, scenario).matrices.keys()


def test_a_panel_that_there_is_not_is_named_beside_those_there_are() -> None:
    state = catalog.start_scene().panels["attention"]
    result = catalog.compute("attention", state.scenario)
    for call in (
        lambda: catalog.compute("atention", state.scenario),
        lambda: catalog.cover("atention", result, frozenset()),
        lambda: catalog.describe("atention", result, state),
    ):
        with pytest.raises(ValueError, match=r"expected one of the panels attention.*, got 'atention'"):
            call()


def test_answers_about_a_file_reach_the_panel_and_progress_is_told(tmp_path):
    path, told = tmp_path / "a.npz", []
    np.savez(path, arr_0=np.eye(2, 3), k=np.eye(4, 3), v=np.eye(4, 2), causal=True)
    answers = {"query": "arr_0", "weights": "", "causal": "bottom-right"}
    opened = catalog.open_file(path, answers=answers, progress=told.append)
    assert opened.scene.panels["attention"].scenario.causal == "bottom-right"
    assert told[-1] == 1
