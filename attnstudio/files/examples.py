"""The examples that ship: scene files in the order of the number that their names begin with."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from attnstudio.files.faults import whole_file_fault
from attnstudio.files.resources import resource_path
from attnstudio.files.scenes import read_scene
from attnstudio.files.strict_json import read_json
from attnstudio.state.fields import Scenario
from attnstudio.state.scene import SCENE_SUFFIX, Scene


@dataclass(frozen=True)
class Example:
    """One shipped scene: its name on the command line, its title for people, and its file."""

    name: str
    title: str
    path: Path


def examples() -> tuple[Example, ...]:
    """Return the examples in the order in which they are shown."""
    return tuple(Example(name, read_json(path)["title"], path) for name, path in _paths().items())


def read_example(name: str, scenarios: Mapping[str, type[Scenario]]) -> Scene:
    """Return the scene of an example.

    Raises
    ------
    FileFault
        If there is no such example; it lists those that there are.
    """
    paths = _paths()
    if name not in paths:
        raise whole_file_fault(name, f"expected the name of an example, one of {', '.join(paths)}")
    return read_scene(paths[name], scenarios)


def _paths() -> dict[str, Path]:
    files = sorted(resource_path("examples").glob(f"*{SCENE_SUFFIX}"))
    return {path.name.removesuffix(SCENE_SUFFIX).partition("-")[2]: path for path in files}
