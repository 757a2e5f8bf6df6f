"""A picture of a stage or a figure shows that alone, on every panel, in whatever room the picture has."""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QWidget

from attnstudio import catalog
from attnstudio.exchange.pictures import _laid_out, picture_of
from attnstudio.state.fields import Scenario
from attnstudio.state.figures import Result
from attnstudio.state.scene import PanelState, Scene
from attnstudio.state.tensors import TensorPack
from attnstudio.ui.document import Document
from attnstudio.ui.render import FORMATS, Caption
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
def name(request: pytest.FixtureRequest, qapp: QApplication) -> str:
    assert qapp is not None
    scene: str = request.param
    return scene


@dataclass(frozen=True)
class Drawn:
    """A picture of a part, and what the panel that it was made of shows."""

    file: bytes
    parts: tuple[str, ...]
    stages: tuple[str, ...]
    enlarged: str | None


def shown_on(panel: QWidget) -> tuple[tuple[str, ...], str | None]:
    """Return the stages that a panel shows, and what is enlarged."""
    assert isinstance(panel, StagedPanel)
    return tuple(stage for stage in panel._stages if panel.shows(stage)), panel.enlarged


@cache
def computed(panel: str, scenario: Scenario) -> Result:
    """Compute a scenario for a picture, once for all pictures of it."""
    return catalog.final(panel, scenario)


@cache
def drawn(name: str) -> dict[str | None, Drawn]:
    """Draw the whole and every part in the usual room, and look at each panel when its picture is made."""
    made: dict[str | None, Drawn] = {}
    seen: list[tuple[tuple[str, ...], tuple[str, ...], str | None]] = []

    def png(panel: QWidget, caption: Caption) -> bytes:
        assert isinstance(panel, StagedPanel)
        seen.append((tuple(panel.parts()), *shown_on(panel)))
        return real(panel, caption)

    real = FORMATS[".png"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(FORMATS, ".png", png)
        todo: list[str | None] = [None]
        for part in todo:
            file = picture_of(SCENES[name], ".png", USUAL, LOOK, part=part, compute=computed)
            made[part] = Drawn(file, *seen.pop())
            todo += made[None].parts if part is None else ()
    return made


def test_a_picture_of_a_part_is_another_than_that_of_the_whole_and_than_every_other(name: str) -> None:
    pictures = {part: each.file for part, each in drawn(name).items()}
    alike = [(a, b) for a in pictures for b in pictures if a is not b and pictures[a] == pictures[b]]
    assert len(pictures) > 2
    assert not [pair for pair in alike if None in pair]


@pytest.mark.parametrize("size", [USUAL, SMALL])
def test_a_picture_of_a_part_shows_that_part_alone(name: str, size: tuple[int, int]) -> None:
    document = Document(SCENES[name], computed, catalog.cover)
    stages = catalog.panel_named(SCENES[name].open_panel).scenario.stages
    for part in drawn(name)[None].parts:
        if size == USUAL:
            shown, enlarged = drawn(name)[part].stages, drawn(name)[part].enlarged
        else:
            with _laid_out(document, QSize(*size), LOOK, part) as panel:
                shown, enlarged = shown_on(panel)
        if part in stages:
            assert shown == (part,), part
        if size == USUAL or part not in stages:
            assert enlarged == part
