"""Scene files, `.attn.json`: everything needed to come back to the same screen."""

from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from attnstudio.files.array_file import Progress
from attnstudio.files.atomic import write_whole
from attnstudio.files.faults import FileFault, MissingTensors, real_path, told_in_words, whole_file_fault
from attnstudio.files.strays import holds, remove, strays
from attnstudio.files.strict_json import json_text, read_with_repeats
from attnstudio.files.tensor_links import LinkedFiles, MissingLink, TensorWriter
from attnstudio.files.upgrades import upgraded
from attnstudio.state.faults import Fault, faults_of, joined
from attnstudio.state.fields import Field, Scenario, expected
from attnstudio.state.scene import PanelState, Scene
from attnstudio.state.tensor_field import Tensors

FORMAT = "attnstudio scene"
VERSION = 1
FIELDS = ("format", "version", "title", "open_panel", "panels")
PANEL_FIELDS = ("scenario", "covered", "orientation", "pinned")
MOST_UNKNOWN = 10_000  # names of one object that are told to be wrong
NOWHERE: Mapping[str, Path] = MappingProxyType({})
T = TypeVar("T")


def scene_text(scene: Scene, path: Path | None = None) -> str:
    """Return the text of a scene file; what does not fit into it is linked as seen from `path`.

    Without a path, all numbers that do not ship with the app stand in the text.
    """
    return _text(scene, TensorWriter(path))


def n_numbers(scene: Scene) -> int:
    """Return how many numbers of tensors a scene holds."""
    scenarios = [one for state in scene.panels.values() for one in (state.scenario, state.pinned) if one is not None]
    return sum(
        getattr(scenario, name).size
        for scenario in scenarios
        for name, spec in scenario.specs().items()
        if isinstance(spec, Tensors)
    )


def write_scene(scene: Scene, path: Path) -> None:
    """Write a scene file, and next to it the tensors that do not fit into it; the old scene stays whole until then.

    Raises
    ------
    FileFault
        With the path and the reason; an old scene is then as it was.
    """
    path = real_path(path)
    writer = TensorWriter(path)
    text = _text(scene, writer)
    beside = {path.parent / name: data for name, data in writer.beside.items()}
    with told_in_words(path):
        new = [file for file in beside if not file.exists()]
    try:
        for file, data in beside.items():
            if not holds(file, data):
                write_whole(file, data)
        write_whole(path, text.encode("utf-8", "replace"))
    except FileFault:
        remove(new)
        raise
    remove(strays(path))


def _text(scene: Scene, writer: TensorWriter) -> str:
    def scenario(value: Scenario | None, place: str) -> Any:
        specs = {} if value is None else value.specs()
        fields = {n: _field_json(spec, getattr(value, n), writer, f"{place}.{n}") for n, spec in specs.items()}
        return None if value is None else fields

    panels = {
        name: {
            "scenario": scenario(state.scenario, f"panels.{name}.scenario"),
            "covered": sorted(state.covered),
            "orientation": state.orientation,
            "pinned": scenario(state.pinned, f"panels.{name}.pinned"),
        }
        for name, state in scene.panels.items()
    }
    values = (FORMAT, VERSION, scene.title, scene.open_panel, panels)
    return json_text(dict(zip(FIELDS, values, strict=True))) + "\n"


def _field_json(spec: Field, value: Any, writer: TensorWriter, place: str) -> Any:
    return writer.json(spec, value, place) if isinstance(spec, Tensors) else spec.to_json(value)


def read_scene(
    path: str | Path,
    scenarios: Mapping[str, type[Scenario]],
    *,
    located: Mapping[str, Path] = NOWHERE,
    progress: Progress | None = None,
) -> Scene:
    """Return the scene of a file.

    Parameters
    ----------
    path : str or Path
    scenarios : mapping of str to type
        The Scenario class of every panel that exists.
    located : mapping of str to Path
        Where files of tensors are now, by their links as they stand in the scene.
    progress : callable, optional
        Told of the reading of linked files, from 0 to 1.

    Returns
    -------
    Scene
        With the panels that stand in the file; fields that do not, have their defaults.

    Raises
    ------
    FileFault
        With every fault of the file and its place, like panels.attention.scenario.temperature; MissingTensors if all
        that is wrong with it is that linked files are not there, or not as they were.
    """
    path = Path(path)
    raw, twice = read_with_repeats(path)
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise whole_file_fault(path, f'this is JSON, but no scene: expected "format": "{FORMAT}"')
    version = raw.get("version")
    if type(version) is int and version > VERSION:
        problem = f"a newer attnstudio wrote this scene (version {version}); this one reads version {VERSION}"
        raise FileFault(path, [*twice, Fault("", problem)])
    raw = upgraded(raw, VERSION)
    links = LinkedFiles(real_path(path).parent, located, progress, raw)
    return _SceneReader(path, scenarios, links, twice).scene(raw)


class _SceneReader:
    """Reads the declared fields of one file, gathering every fault with its place."""

    def __init__(
        self, path: Path, scenarios: Mapping[str, type[Scenario]], links: LinkedFiles, faults: list[Fault]
    ) -> None:
        self.path = path
        self.scenarios = scenarios
        self.links = links
        self.faults = faults
        self.missing: list[MissingLink] = []

    def scene(self, raw: dict[str, Any]) -> Scene:
        self._known("", raw, FIELDS)
        self._value("version", raw.get("version"), _version)
        title = self._value("title", raw.get("title", ""), _text_value)
        panels = self._panels(raw.get("panels", {}))
        name = self._value("open_panel", raw.get("open_panel"), lambda value: _one_of(value, tuple(self.scenarios)))
        if name is not None and name not in panels and not self.faults:
            panels[name] = PanelState(self.scenarios[name]())
        if self.missing and len(self.missing) == len(self.faults):
            raise MissingTensors(self.path, self.faults, self.missing[0].wanted, self.missing[0].sha256)
        if self.faults or name is None or title is None:
            raise FileFault(self.path, self.faults)
        return Scene(name, panels, title)

    def _value(self, place: str, raw: Any, read: Callable[[Any], T]) -> T | None:
        """Return what `read` makes of a value, or None once its faults have been noted."""
        try:
            return read(raw)
        except ValueError as error:
            self.missing += [error] if isinstance(error, MissingLink) else []
            self.faults += faults_of(error, place)
            return None

    def _known(self, place: str, raw: Any, names: tuple[str, ...]) -> bool:
        """Whether `raw` is an object; what has none of these names is noted."""
        if not isinstance(raw, dict):
            self.faults.append(Fault(place, str(expected("an object", raw))))
            return False
        allowed = f"the names here are {', '.join(names)}"
        unknown = islice((n for n in raw if n not in names), MOST_UNKNOWN)
        self.faults += [Fault(joined(place, n), f"no such name; {allowed}") for n in unknown]
        return True

    def _panels(self, raw: Any) -> dict[str, PanelState]:
        if not self._known("panels", raw, tuple(self.scenarios)):
            return {}
        return {
            name: self._panel(f"panels.{name}", raw[name], known)
            for name, known in self.scenarios.items()
            if name in raw
        }

    def _panel(self, place: str, raw: Any, known: type[Scenario]) -> PanelState:
        default = PanelState(known())
        if not self._known(place, raw, PANEL_FIELDS):
            return default
        covered = self._value(f"{place}.covered", raw.get("covered", []), _names) or frozenset()
        scenario = self._scenario(f"{place}.scenario", raw.get("scenario", {}), known) or default.scenario
        pinned = None
        if raw.get("pinned") is not None:
            pinned = self._scenario(f"{place}.pinned", raw["pinned"], known)
        orientation = raw.get("orientation", default.orientation)
        return self._value(place, orientation, lambda value: PanelState(scenario, covered, value, pinned)) or default

    def _scenario(self, place: str, raw: Any, known: type[Scenario]) -> Scenario | None:
        specs = known.specs()
        if not self._known(place, raw, tuple(specs)):
            return None
        before = len(self.faults)
        values = {
            n: self._value(joined(place, n), raw[n], self._reader_of(spec)) for n, spec in specs.items() if n in raw
        }
        return self._value(place, values, lambda fields: known(**fields)) if len(self.faults) == before else None

    def _reader_of(self, spec: Field) -> Callable[[Any], Any]:
        if isinstance(spec, Tensors):
            return lambda raw: self.links.pack(spec, raw)
        return spec.from_json


def _version(raw: Any) -> int:
    if type(raw) is not int or raw != VERSION:
        raise expected(f"the number {VERSION}", raw)
    return raw


def _text_value(raw: Any) -> str:
    if not isinstance(raw, str) or raw != raw.encode("utf-8", "ignore").decode():
        raise expected("text", raw)
    return raw


def _one_of(raw: Any, names: tuple[str, ...]) -> str:
    if not isinstance(raw, str) or raw not in names:
        raise expected(f"one of {', '.join(names)}", raw)
    return raw


def _names(raw: Any) -> frozenset[str]:
    if not isinstance(raw, list):
        raise expected("a list of stages", raw)
    return frozenset(map(_text_value, raw))
