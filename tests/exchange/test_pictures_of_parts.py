"""A picture of a stage or a figure shows that alone, on every panel, in whatever room the picture has."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from attnstudio import catalog
from attnstudio.exchange.pictures import _laid_out, picture_of
from attnstudio.state.scene import PanelState, Scene
from attnstudio.state.tensors import TensorPack
from attnstudio.ui.document import Document
from attnstudio.ui.staged_panel import StagedPanel
from attnstudio.ui.theme import Look

USUAL, SMALL = (1440, 900), (800, 500)
LOOK = Look("light", 100)


def of_weights(panel: str) -> Scene:
    """Return a scene of weights without Q, K and V: not every stage has something to show."""
    weights = np.random.default_rng(1).dirichlet(np.ones(4), (3, 4))
    spec = catalog.panel_named(panel)
    return replace(
        catalog.start_scene().with_panel(panel, PanelState(spec.opened(TensorPack(weights=weights)))), open_panel=panel
    )


SCENES = {
    **{name: replace(catalog.start_scene(), open_panel=name) for name in catalog.NAMES},
    **{f"{name} of weights alone": of_weights(name) for name in ("attention", "heads")},
}


@pytest.fixture(params=SCENES)
def scene(request: pytest.FixtureRequest, qapp: QApplication) -> Scene:
    assert qapp is not None
    return SCENES[request.param]


def parts_of(scene: Scene) -> dict[str, str]:
    document = Document(scene, catalog.final, catalog.cover)
    with _laid_out(document, QSize(*USUAL), LOOK, None) as panel:
        return panel.parts()


def test_a_picture_of_a_part_is_another_than_that_of_the_whole_and_than_every_other(scene: Scene) -> None:
    parts = [None, *parts_of(scene)]
    pictures = {part: picture_of(scene, ".png", USUAL, LOOK, part=part) for part in parts}
    alike = [(a, b) for a in pictures for b in pictures if a is not b and pictures[a] == pictures[b]]
    assert len(pictures) > 2
    assert not [pair for pair in alike if None in pair]


@pytest.mark.parametrize("size", [USUAL, SMALL])
def test_a_picture_of_a_part_shows_that_part_alone(scene: Scene, size: tuple[int, int]) -> None:
    document = Document(scene, catalog.final, catalog.cover)
    stages = catalog.panel_named(scene.open_panel).scenario.stages
    for part in parts_of(scene):
        with _laid_out(document, QSize(*size), LOOK, part) as panel:
            assert isinstance(panel, StagedPanel)
            if part in stages:
                assert [stage for stage in panel._stages if panel.shows(stage)] == [part], part
            if size == USUAL or part not in stages:
                assert panel.enlarged == part
