"""Scenes that between them show all that the window can paint, and a window on each in a theme."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from real_window import opened, scene_of

from attnstudio import catalog
from attnstudio.panels.attention.scenario import AttentionScenario, randomised, with_sizes
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.state.scene import Scene
from attnstudio.ui.theme import Look
from attnstudio.window import MainWindow


def example(name: str) -> Scene:
    return catalog.open_example(name).scene


def with_state(scene: Scene, **changes: object) -> Scene:
    return scene.with_panel("attention", replace(scene.panels["attention"], **changes))  # type: ignore[arg-type]


def with_scenario(scene: Scene, **changes: object) -> Scene:
    return with_state(scene, scenario=scene.panels["attention"].scenario.with_changes(**changes))


def scaling(**changes: object) -> Scene:
    return scene_of("scaling", ScalingScenario(**changes))  # type: ignore[arg-type]


def heads(**changes: object) -> Scene:
    return scene_of("heads", HeadsScenario(**changes))  # type: ignore[arg-type]


def with_pinned(scene: Scene, **changes: object) -> Scene:
    state = scene.panels[scene.open_panel]
    return scene.with_panel(scene.open_panel, replace(state, pinned=state.scenario.with_changes(**changes)))


def with_covers(scene: Scene, *names: str) -> Scene:
    state = scene.panels[scene.open_panel]
    return scene.with_panel(scene.open_panel, replace(state, covered=frozenset(names)))


def many_tokens() -> Scene:
    """Return more random tokens than have room for numbers anywhere."""
    scenario = example("worked-example").panels["attention"].scenario
    assert isinstance(scenario, AttentionScenario)
    return scene_of("attention", randomised(scenario.with_changes(tensors=with_sizes(scenario, T_q=20, T_k=20)), 7))


SCENES: dict[str, Callable[[], Scene]] = {
    "worked example": lambda: example("worked-example"),
    "negative numbers": lambda: example("aligned-orthogonal-opposed"),
    "causal toy sentence": lambda: example("toy-sentence-causal"),
    "padding, and a row without a key": lambda: with_scenario(
        example("toy-sentence"), padding=frozenset({5}), custom=frozenset((2, j) for j in range(6)), selected_query=2
    ),
    "a mask applied in the wrong way": lambda: with_scenario(example("toy-sentence-causal"), mask_as="zero_after"),
    "real head": lambda: example("real-cat-smollm2"),
    "many tokens": many_tokens,
    "covered": lambda: with_state(example("worked-example"), covered=frozenset({"scores", "weights", "output"})),
    "queries as columns": lambda: with_state(example("cross-attention"), orientation="columns"),
    "pinned": lambda: with_state(
        with_scenario(example("worked-example"), temperature=0.5),
        pinned=example("worked-example").panels["attention"].scenario,
    ),
    "scaling": lambda: example("scaling"),
    "scaling, textbook row": lambda: scaling(textbook=True, divide_by="sqrt_d_model"),
    "scaling, another law, pinned": lambda: with_pinned(scaling(mean=1.0, correlation=0.5), d_k=16, divide_by="one"),
    "scaling, covered": lambda: with_covers(scaling(textbook=True), "spread", "gradient"),
    "heads": lambda: example("heads-smollm2"),
    "heads, a toy model": lambda: heads(source="toy"),
    "heads, pinned, with thin lines": lambda: with_pinned(heads(every_word=True, hide_first=True), selected_query=4),
    "heads, covered": lambda: with_covers(heads(), "statistics", "map", "effects"),
}


@contextmanager
def window_of(name: str, scene: str = "worked example") -> Iterator[MainWindow]:
    """Open a window in which formula and figures stand side by side."""
    style = Look(name)
    with opened(SCENES[scene](), size=(1920, 1080) if style.projector else (1440, 900), look=style) as window:
        yield window
