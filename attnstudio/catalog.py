"""The panels that exist, in the order of the rail; their modules are imported when they are first used."""

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from attnstudio.state.fields import Scenario
from attnstudio.state.message import Message
from attnstudio.state.scene import PanelState, Scene

if TYPE_CHECKING:
    from attnstudio.files.array_file import Progress
    from attnstudio.files.tensors import Opened
    from attnstudio.state.description import Description
    from attnstudio.state.figures import Result
    from attnstudio.state.lesson import Lesson
    from attnstudio.state.questions import Answers
    from attnstudio.state.tensors import TensorPack
    from attnstudio.ui.document import Document
    from attnstudio.ui.panel import Panel


@dataclass(frozen=True)
class PanelSpec:
    """One panel: what the rail shows and where its parts are.

    Parameters
    ----------
    name : str
        As in scene files and on the command line.
    title, glyph : str
        What the rail shows; the glyph is one character of the shipped fonts.
    folder : str
        Package with the modules below.
    scenario_at, compute_at, cover_at, describe_at, randomiser_at, script_at, view_at : str
        "module:name" in that package: the Scenario class; Scenario to Result; Result and names of stages to the Result
        without their numbers; Result and PanelState to Description; Scenario and seed to Scenario; Scenario, library
        and covered stages to the text of a script; the Panel class.
    opener_at : str
        Likewise, where the panel shows files of tensors: TensorPack to Scenario.
    refine_at : str
        Likewise, where computing takes long: Scenario to an iterator of better and better Results, the last one final.
    """

    name: str
    title: str
    glyph: str
    folder: str
    scenario_at: str
    compute_at: str
    cover_at: str
    describe_at: str
    randomiser_at: str
    script_at: str
    view_at: str
    opener_at: str = ""
    refine_at: str = ""

    @property
    def scenario(self) -> type[Scenario]:
        found: type[Scenario] = self._resolve(self.scenario_at)
        return found

    def compute(self, scenario: Scenario) -> "Result":
        """Return all that the panel shows for a Scenario."""
        result: Result = self._resolve(self.compute_at)(scenario)
        return result

    def refine(self, scenario: Scenario) -> "Iterator[Result]":
        """Return the Results that follow the one of `compute`, each better than the last."""
        return iter(self._resolve(self.refine_at)(scenario) if self.refine_at else ())

    def cover(self, result: "Result", names: frozenset[str]) -> "Result":
        """Return a Result of the panel without the numbers of some stages."""
        shown: Result = self._resolve(self.cover_at)(result, names)
        return shown

    def describe(self, result: "Result", state: PanelState) -> "Description":
        """Return the panel in words, from the Result that it shows."""
        description: Description = self._resolve(self.describe_at)(result, state)
        return description

    def opened(self, tensors: "TensorPack", **masks: Any) -> Scenario:
        """Return the Scenario that shows tensors with the masks that came with them."""
        scenario: Scenario = self._resolve(self.opener_at)(tensors, **masks)
        return scenario

    def randomised(self, scenario: Scenario, seed: int) -> Scenario:
        """Return the Scenario with random numbers in place of its own."""
        changed: Scenario = self._resolve(self.randomiser_at)(scenario, seed)
        return changed

    def script(self, state: PanelState, library: str) -> str:
        """Return a script that computes again what the panel shows and compares it; covered stages are left out."""
        return str(self._resolve(self.script_at)(state.scenario, library, state.covered))

    def view(self, document: "Document", **options: Any) -> "Panel":
        """Build the panel's widget on a document."""
        build: Callable[..., Panel] = self._resolve(self.view_at)
        return build(document, self.name, **options)

    def _resolve(self, place: str) -> Any:
        return _found(f"{self.folder}.{place}")


@cache
def _found(place: str) -> Any:
    module, name = place.split(":")
    return getattr(importlib.import_module(module), name)


PANELS = (
    PanelSpec(
        name="attention",
        title="Attention",
        glyph="⊙",
        folder="attnstudio.panels.attention",
        scenario_at="scenario:AttentionScenario",
        compute_at="compute:compute",
        cover_at="cover:covered",
        describe_at="describe:describe",
        randomiser_at="scenario:randomised",
        script_at="script:script",
        view_at="view.panel:AttentionPanel",
        opener_at="scenario:from_tensors",
    ),
    PanelSpec(
        name="scaling",
        title="Scaling",
        glyph="√",
        folder="attnstudio.panels.scaling",
        scenario_at="scenario:ScalingScenario",
        compute_at="compute:compute",
        cover_at="cover:covered",
        describe_at="describe:describe",
        randomiser_at="scenario:randomised",
        script_at="script:script",
        view_at="view.panel:ScalingPanel",
        refine_at="compute:refine",
    ),
    PanelSpec(
        name="heads",
        title="Heads",
        glyph="▦",
        folder="attnstudio.panels.heads",
        scenario_at="scenario:HeadsScenario",
        compute_at="compute:compute",
        cover_at="cover:covered",
        describe_at="describe:describe",
        randomiser_at="scenario:randomised",
        script_at="script:script",
        view_at="view.panel:HeadsPanel",
        opener_at="scenario:from_tensors",
        refine_at="compute:refine",
    ),
)
NAMES = tuple(spec.name for spec in PANELS)


def panel_named(name: str) -> PanelSpec:
    """Return the panel of a name; ValueError lists the names there are."""
    for spec in PANELS:
        if spec.name == name:
            return spec
    raise ValueError(f"expected one of the panels {', '.join(NAMES)}, got {name!r}")


def scenario_types() -> dict[str, type[Scenario]]:
    """Return the Scenario class of every panel, as the readers of scene files want them."""
    return {spec.name: spec.scenario for spec in PANELS}


def compute(panel: str, scenario: Scenario) -> "Result":
    """Return all that a panel shows for a Scenario."""
    return panel_named(panel).compute(scenario)


def refine(panel: str, scenario: Scenario) -> "Iterator[Result]":
    """Return the Results of a panel that follow its first, each better than the last."""
    return panel_named(panel).refine(scenario)


def final(panel: str, scenario: Scenario) -> "Result":
    """Return what a panel shows in the end, however long it takes."""
    result = compute(panel, scenario)
    for better in refine(panel, scenario):
        result = better
    return result


def cover(panel: str, result: "Result", names: frozenset[str]) -> "Result":
    """Return what a panel shows where some stages are covered: nothing of their numbers is left."""
    return panel_named(panel).cover(result, names)


def describe(panel: str, result: "Result", state: PanelState) -> "Description":
    """Return a panel in words, from the Result that it shows."""
    return panel_named(panel).describe(result, state)


def script(panel: str, state: PanelState, library: str) -> str:
    """Return a script of a panel for "numpy" or "torch"; ValueError says in words why there is none."""
    return panel_named(panel).script(state, library)


def start_scene() -> Scene:
    """Return the scene that the app opens on: every panel at its defaults, the worked example in front."""
    states = {name: PanelState(scenario()) for name, scenario in scenario_types().items()}
    return Scene(PANELS[0].name, states, title="Worked example: one query, three keys")


@dataclass(frozen=True)
class Opening:
    """What a file or an example opens as.

    Parameters
    ----------
    scene : Scene
    path : Path, optional
        Where Save writes: the scene file; None for tensors and examples.
    notices : tuple of Message
        What must be known about what was read.
    """

    scene: Scene
    path: Path | None = None
    notices: tuple[Message, ...] = ()


def open_file(
    path: Path,
    *,
    answers: "Answers" = MappingProxyType({}),
    progress: "Progress | None" = None,
    located: Mapping[str, Path] = MappingProxyType({}),
) -> Opening:
    """Return the scene of a scene file, or one that shows the tensors of a file.

    Parameters
    ----------
    path : Path
    answers : mapping of str to str
        To what was asked about the file: keys of choices by the names of the questions.
    progress : callable, optional
        Told how much has been read, from 0 to 1; it may raise Cancelled.
    located : mapping of str to Path
        Where files are now that the scene links to, by their links.

    Raises
    ------
    FileFault
        Naming the file, the place in it, what was expected and what came; Unanswered where something must be asked,
        MissingTensors where a linked file is not there.
    """
    from attnstudio.files.opening import open_file as open_any

    read: list[Opened] = []

    def shown(opened: "Opened") -> Scene:
        read.append(opened)
        return _scene_of(opened)

    scene = open_any(path, scenario_types(), shown, answers=answers, progress=progress, located=located)
    return Opening(_complete(scene), None if read else path, read[0].notices if read else ())


def open_example(name: str) -> Opening:
    """Return the scene of an example that ships; FileFault lists those there are."""
    from attnstudio.files.examples import read_example

    return Opening(_complete(read_example(name, scenario_types())))


def open_lesson(path: Path) -> "Lesson":
    """Return the lesson of a file; FileFault names every fault with its line and field."""
    from attnstudio.files.lesson_files import read_lesson

    return read_lesson(path, scenario_types(), compute)


def _scene_of(opened: "Opened") -> Scene:
    spec = PANELS[0]
    state = PanelState(spec.opened(opened.tensors, causal=opened.causal, blocked=opened.blocked))
    return replace(start_scene().with_panel(spec.name, state), title=opened.title, note=opened.credit)


def _complete(scene: Scene) -> Scene:
    """Return the scene with the defaults of the panels that its file does not name."""
    return replace(scene, panels={**start_scene().panels, **scene.panels})
