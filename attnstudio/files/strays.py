"""Tensor files beside a scene that no scene needs: a killed save leaves them, and so does every other save."""

import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PureWindowsPath
from typing import Any

from attnstudio.files.atomic import PREFIX, SUFFIX
from attnstudio.files.faults import FileFault
from attnstudio.files.strict_json import read_json, starts_like_json
from attnstudio.files.tensor_links import own_prefix

TAIL = len("01234567.npz")  # as ASCII also where the rest of a name is written otherwise


def strays(path: Path) -> list[Path]:
    """Return the tensor files of the scene at `path` that no scene in its folder names; in doubt one is not returned.

    They are of its own kind of name only: `<stem>.tensors-<8 hexadecimal digits>.npz`.
    """
    own = re.compile(re.escape(own_prefix(path)) + r"[0-9a-f]{8}\.npz")
    try:
        files = list(path.parent.iterdir())
        left = {file.name for file in files if own.fullmatch(file.name)}
        for file in (path, *files):  # mostly its own scene names them all, and no other file is opened
            left -= _named(file, left) if left and _may_be_scene(file) else set()
    except OSError:
        return []
    return [path.parent / name for name in left]


def remove(files: Iterable[Path]) -> None:
    """Remove files where the system lets us."""
    for file in files:
        with suppress(OSError):
            file.unlink()


def holds(file: Path, data: bytes) -> bool:
    """Whether a file is there with just this content."""
    try:
        return file.stat().st_size == len(data) and file.read_bytes() == data
    except OSError:
        return False


def _may_be_scene(file: Path) -> bool:
    """Whether a file can be a scene, by its name or its first bytes; drafts of a killed save are none."""
    draft = file.name.startswith(PREFIX) and file.name.endswith(SUFFIX)
    if draft or not file.is_file():
        return False
    with file.open("rb") as stream:
        return file.suffix.lower() == ".json" or starts_like_json(stream.read(64))


def _named(file: Path, names: set[str]) -> set[str]:
    """Return which of these names stand in a scene; where it cannot be read as one, what looks like them counts."""
    try:
        found: list[Any] = [read_json(file)]
    except FileFault:
        data = file.read_bytes().replace(b"\0", b"")  # of UTF-16
        return {name for name in names if name[-TAIL:].encode() in data}
    texts = set()
    for value in found:
        if isinstance(value, dict | list):
            found.extend(value.values() if isinstance(value, dict) else value)
        elif isinstance(value, str):
            texts.add(PureWindowsPath(value).name)
    return names & texts
