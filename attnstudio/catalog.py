"""The panels that exist, in the order of the rail; their modules are imported when they are first used."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from attnstudio.panel_spec import PanelSpec
from attnstudio.state.deferred import DeferredEach
from attnstudio.state.fields import Scenario
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.scene import PanelState, Scene

if TYPE_CHECKING:
    from attnstudio.files.array_file import Progress
    from attnstudio.files.tensors import Opened
    from attnstudio.state.code_lines import CodeForm
    from attnstudio.state.description import Description
    from attnstudio.state.figures import Result
    from attnstudio.state.lesson import Lesson
    from attnstudio.state.locks import Locks
    from attnstudio.state.questions import Answers
    from attnstudio.state.tensors import TensorPack

NOT_SHOWN = QT_TRANSLATE_NOOP("attnstudio", "The panel {title} does not show these numbers: {why}.")

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
        code_at="code:forms",
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
        code_at="code:forms",
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
        code_at="code:forms",
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


def describe(panel: str, result: "Result", state: PanelState, locks: "Locks | None" = None) -> "Description":
    """Return a panel in words, from the Result that it shows; nothing is to be revealed that locks keep covered."""
    description = panel_named(panel).describe(result, state)
    return description if locks is None else locks.told_in(description)


def randomised(panel: str, scenario: Scenario, seed: int) -> Scenario:
    """Return a panel's Scenario with random numbers of the same sizes, from a seed."""
    return panel_named(panel).randomised(scenario, seed)


def script(panel: str, state: PanelState, library: str) -> str:
    """Return a script of a panel for "numpy" or "torch"; ValueError says in words why there is none."""
    return panel_named(panel).script(state, library)


def code(panel: str, scenario: Scenario, result: "Result") -> "tuple[CodeForm, ...]":
    """Return a few lines of code that do what a panel shows, in several forms; the first is the screen's."""
    return panel_named(panel).code(scenario, result)


def start_scene() -> Scene:
    """Return the scene that the app opens on: every panel at its defaults, the worked example in front."""
    states = DeferredEach({spec.name: cache(spec.start) for spec in PANELS})
    return Scene(PANELS[0].name, states, title="Worked example: one query, three keys")


class Opening(NamedTuple):
    """What a file or an example opens as.

    Parameters
    ----------
    scene : Scene
    path : Path, optional
        Where Save writes: the scene file; None for tensors and examples.
    notices : tuple of Message
        What must be known about what was read.
    unsaved : bool
        Whether the file is not as the scene is: it links to what was located elsewhere.
    """

    scene: Scene
    path: Path | None = None
    notices: tuple[Message, ...] = ()
    unsaved: bool = False


def tensor_scene(
    tensors: "TensorPack", stated: Mapping[str, Any], *, panel: str | None = None, front: str = ""
) -> Opening:
    """Return the scene in which every panel that can shows tensors, and which panel cannot.

    Parameters
    ----------
    tensors : TensorPack
        All panels share it.
    stated : mapping of str to object
        What came with them: causal, blocked and rope_pairs, as `Opened` has them.
    panel : str, optional
        The panel that must show them, and is in front.
    front : str, optional
        The panel that is in front if it can show them; else the first that can.

    Raises
    ------
    ValueError
        With the limits, where the panel that must, or none at all, can show them.
    """
    states, refused = {}, {}
    for spec in (spec for spec in PANELS if spec.opener_at):
        try:
            states[spec.name] = PanelState(spec.opened(tensors, **stated))
        except ValueError as error:
            refused[spec.name] = str(error)
    if not states or (panel is not None and panel not in states):
        raise ValueError(_why_not(panel, refused))
    first = panel or (front if front in states else next(iter(states)))
    notices = [Message(NOT_SHOWN, {"title": panel_named(name).title, "why": why}) for name, why in refused.items()]
    return Opening(_complete(Scene(first, states)), notices=tuple(notices))


def _why_not(panel: str | None, refused: Mapping[str, str]) -> str:
    """Say why a panel, or any of those that were tried, cannot show tensors."""
    if panel in refused or len({*refused.values()}) == 1:
        return refused.get(panel or "") or next(iter(refused.values()))
    if panel is None:
        return "; ".join(f"{panel_named(name).title}: {why}" for name, why in refused.items())
    able = " or ".join(spec.title for spec in PANELS if spec.opener_at)
    return f"expected a panel that shows numbers of files, {able}, got {panel_named(panel).title}"


def open_file(
    path: Path,
    *,
    answers: "Answers" = MappingProxyType({}),
    progress: "Progress | None" = None,
    located: Mapping[str, Path] = MappingProxyType({}),
    panel: str | None = None,
    front: str = "",
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
    panel, front : str, optional
        Of a file of tensors, as for `tensor_scene`.

    Raises
    ------
    FileFault
        Naming the file, the place in it, what was expected and what came; Unanswered where something must be asked,
        MissingTensors where a linked file is not there.
    """
    from attnstudio.files.opening import open_file as open_any

    made: list[Opening] = []

    def shown(opened: "Opened") -> Scene:
        stated = {"causal": opened.causal, "blocked": opened.blocked, "rope_pairs": opened.rope_pairs}
        opening = tensor_scene(opened.tensors, stated, panel=panel, front=front)
        scene = replace(opening.scene, title=opened.title, note=opened.credit)
        made.append(Opening(scene, notices=(*opening.notices, *opened.notices)))
        return scene

    scene = open_any(path, scenario_types(), shown, answers=answers, progress=progress, located=located)
    return made[0] if made else Opening(_complete(scene), path, unsaved=bool(located))


def open_example(name: str) -> Opening:
    """Return the scene of an example that ships; FileFault lists those there are."""
    from attnstudio.files.examples import read_example

    return Opening(_complete(read_example(name, scenario_types())))


def open_lesson(path: Path) -> "Lesson":
    """Return the lesson of a file; FileFault names every fault with its line and field."""
    from attnstudio.files.lesson_files import read_lesson

    return read_lesson(path, scenario_types(), compute)


def _complete(scene: Scene) -> Scene:
    """Return the scene with the defaults of the panels that its file does not name."""
    return replace(scene, panels={**start_scene().panels, **scene.panels})
