"""Tensors in scene files: embedded up to 4,096 numbers, else a link to a file with its checksum."""

import hashlib
import io
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PureWindowsPath
from typing import Any

import numpy as np

from attnstudio.files.array_file import Progress
from attnstudio.files.faults import FileFault, MissingTensors, check_regular, real_path, told_in_words
from attnstudio.files.npz import NpzFile
from attnstudio.files.resources import resource_path
from attnstudio.files.tensors import RESOURCE, read_tensors
from attnstudio.state.faults import Fault, Faults
from attnstudio.state.fields import expected
from attnstudio.state.questions import NO_ANSWERS, Answers
from attnstudio.state.scene import SCENE_SUFFIX
from attnstudio.state.tensor_field import Tensors, pack_from_json
from attnstudio.state.tensor_json import ARRAYS, words_json
from attnstudio.state.tensors import TensorPack

MOST_EMBEDDED = 4096  # numbers
KINDS = ("resource", "file")
SAME = "same"


@dataclass
class TensorWriter:
    """Gives tensors their form in the scene file at `path`, and gathers the files to be written beside it.

    Parameters
    ----------
    path : Path, optional
        Without it all numbers that do not ship with the app are embedded.
    beside : dict of str to bytes
        Name and content of each file that the scene needs next to it.
    """

    path: Path | None = None
    beside: dict[str, bytes] = field(default_factory=dict)
    _made: list[tuple[TensorPack, str, Any]] = field(default_factory=list)

    def json(self, spec: Tensors, pack: TensorPack, place: str) -> Any:
        """Return the form of a pack at a place of the scene; the numbers of one that panels share stand there once."""
        for known, first, form in self._made:
            if known is pack:
                many = pack.size > MOST_EMBEDDED and not form.keys() & {*KINDS, "arrays"}
                return {SAME: first} if many else form
        form = self._form(spec, pack)
        self._made.append((pack, place, form))
        return form

    def _form(self, spec: Tensors, pack: TensorPack) -> Any:
        """Return the form of a pack; what is not embedded is linked to where it can be read again."""
        linked = pack.source.startswith(RESOURCE) or (self.path is not None and pack.size > MOST_EMBEDDED)
        if linked and (link := self._link_to_source(pack)):
            return link
        if self.path is None or pack.size <= MOST_EMBEDDED:
            return spec.to_json(pack)
        return words_json(pack) | {"arrays": self._own(self.path, pack)}

    def _link_to_source(self, pack: TensorPack) -> Any:
        """Return a link to the file that the pack came from, if it still holds these numbers and can be reached."""
        shipped = pack.source.startswith(RESOURCE)
        folder = resource_path() if shipped or self.path is None else real_path(self.path.parent)
        path = folder / pack.source.removeprefix(RESOURCE)
        try:
            name = Path(os.path.relpath(path, folder)).as_posix()
            if not pack.source or read_tensors(path, pack.answers).tensors != pack:
                return None
            link = {"resource" if shipped else "file": name, "sha256": _checksum(path)}
            return link | ({"answers": dict(sorted(pack.answers.items()))} if pack.answers else {})
        except (FileFault, ValueError):  # gone, changed, or on another drive
            return None

    def _own(self, path: Path, pack: TensorPack) -> Any:
        buffer = io.BytesIO()
        arrays = {name: array for name in ARRAYS if (array := getattr(pack, name)) is not None}
        np.savez_compressed(buffer, allow_pickle=False, **arrays)
        data = buffer.getvalue()
        checksum = hashlib.sha256(data).hexdigest()
        name = f"{own_prefix(path)}{checksum[:8]}.npz"
        self.beside[name] = data
        return {"file": name, "sha256": checksum}


def own_prefix(path: Path) -> str:
    """Return how the names of all files begin that are written next to the scene at `path`."""
    return path.name.removesuffix(SCENE_SUFFIX) + ".tensors-"


def _checksum(path: Path) -> str:
    check_regular(path)
    with told_in_words(path), path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class MissingLink(Faults):
    """A linked file is not there, or not as it was: what the scene calls it, and the checksum that it must have."""

    def __init__(self, fault: Fault, wanted: str, sha256: str | None) -> None:
        self.wanted, self.sha256 = wanted, sha256
        super().__init__([fault])


@dataclass(frozen=True)
class LinkedFiles:
    """Where the files lie that a scene links to: in its folder, among the resources, or where they were located.

    Parameters
    ----------
    folder : Path
        Of the scene.
    located : mapping of str to Path
        Where files are now, by their links as they stand in the scene.
    progress : callable, optional
        Told of the reading of each file, from 0 to 1.
    scene : mapping of str to object
        All that stands in the scene file: panels may share what stands at one place.
    """

    folder: Path
    located: Mapping[str, Path] = field(default_factory=dict)
    progress: Progress | None = None
    scene: Mapping[str, Any] = field(default_factory=dict)
    _read: list[tuple[Any, TensorPack]] = field(default_factory=list)

    def pack(self, spec: Tensors, raw: Any) -> TensorPack:
        """Return the pack that stands in a scene; where the same form stands twice, it is the same pack.

        Raises
        ------
        ValueError
            With every fault and its place; MissingLink if a linked file is missing or was changed.
        """
        raw = self._meant(raw)
        pack = next((pack for form, pack in self._read if form == raw), None)
        if pack is None:
            linked = isinstance(raw, dict) and raw.keys() & {*KINDS, "arrays"}
            pack = self._linked(raw) if linked else pack_from_json(raw)
            self._read.append((raw, pack))
        return spec.check(pack)

    def _meant(self, raw: Any) -> Any:
        """Return what stands at the place that a form names, or the form itself."""
        if not isinstance(raw, dict) or raw.keys() != {SAME}:
            return raw
        found: Any = self.scene
        for name in str(raw[SAME]).split("."):
            found = found.get(name) if isinstance(found, Mapping) else None
        if not isinstance(found, dict) or SAME in found:
            raise Faults([Fault(SAME, str(expected("the place of other tensors of this scene", raw[SAME])))])
        return found

    def _linked(self, raw: dict[str, Any]) -> TensorPack:
        place = "arrays" if "arrays" in raw else ""
        link = raw["arrays"] if place else {name: value for name, value in raw.items() if name != "answers"}
        try:
            path = self._found(link)
            if not place:
                return read_tensors(path, _answers(raw), self.progress).tensors
            arrays = NpzFile(path).load(ARRAYS, self.progress)
        except MissingTensors as error:
            fault = Fault(place, f"{error.path}: {error.faults[0]}")
            raise MissingLink(fault, error.wanted, error.sha256) from None
        except FileFault as error:
            raise Faults(Fault(place, f"{error.path}: {fault}") for fault in error.faults) from None
        return pack_from_json({name: value for name, value in raw.items() if name != place}, arrays)

    def _found(self, raw: Any) -> Path:
        """Return the path that a link leads to, once its checksum is right."""
        kind = next((kind for kind in KINDS if isinstance(raw, dict) and kind in raw), "")
        if not kind or not set(raw) <= {kind, "sha256"} or not all(isinstance(text, str) for text in raw.values()):
            raise expected("an object of file (or resource) and sha256, both texts", raw)
        name: str = raw[kind]
        parts = PureWindowsPath(name)
        if parts.drive or parts.root or (kind == "resource" and ".." in parts.parts):
            raise Faults([Fault(kind, str(expected("a path that starts from the folder of the scene", name)))])
        if kind == "resource":
            return _with_checksum(resource_path() / name, raw)
        path = self.located.get(name, self.folder / name)
        try:
            return _with_checksum(path, raw)
        except FileFault as error:
            raise MissingTensors(os.path.normpath(path), error.faults, name, raw.get("sha256")) from None


def _answers(link: Mapping[str, Any]) -> Answers:
    """Return the answers with which a linked file is read; what fits no question of it shows when it is read."""
    answers = link.get("answers", NO_ANSWERS)
    if not isinstance(answers, Mapping) or not all(isinstance(answer, str) for answer in answers.values()):
        raise Faults([Fault("answers", str(expected("an object of texts", answers)))])
    return answers


def _with_checksum(path: Path, raw: Mapping[str, str]) -> Path:
    checksum = _checksum(path)
    if raw.get("sha256", checksum) != checksum:
        problem = "it was changed since the scene was saved: its checksum is not the one in the scene"
        raise FileFault(path, [Fault("", problem)])
    return path
