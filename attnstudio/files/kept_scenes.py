"""Scenes that attnstudio keeps for itself, each in a folder: against a crash, and to go on where one was."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from attnstudio.files.atomic import write_whole
from attnstudio.files.faults import FileFault, shown_path, told_in_words
from attnstudio.files.scenes import write_scene
from attnstudio.files.strays import holds, remove
from attnstudio.files.strict_json import json_text, read_json
from attnstudio.files.tensor_links import own_prefix
from attnstudio.state.scene import SCENE_SUFFIX, Scene

SCENE, ABOUT = f"scene{SCENE_SUFFIX}", "about.json"


@dataclass(frozen=True)
class About:
    """What is known of a kept scene beside its numbers.

    Parameters
    ----------
    name : str
        What the window called it.
    path : Path, optional
        The file that Save wrote.
    unsaved : bool
        Whether it had changes that stood in no file.
    lesson : str
        The lesson of which it was a step: its name where it ships, else its file; "" where it was none.
    """

    name: str = ""
    path: Path | None = None
    unsaved: bool = True
    lesson: str = ""


def keep(scene: Scene, about: About, folder: Path) -> None:
    """Keep a scene in place of the one in the folder; at every moment one of the two is there, whole.

    A scene is never there with what is known of another: while it is exchanged, nothing is known.

    Raises
    ------
    FileFault
        With the path and the reason.
    """
    with told_in_words(folder):
        folder.mkdir(parents=True, exist_ok=True)
    path = None if about.path is None else shown_path(about.path)
    known_of_it = {"name": about.name, "path": path, "unsaved": about.unsaved, "lesson": about.lesson}
    data = json_text(known_of_it).encode("utf-8", "replace")
    file = folder / ABOUT
    known = holds(file, data)
    if not known:
        remove([file])
    write_scene(scene, folder / SCENE)
    if not known:
        write_whole(file, data)


def kept_in(folder: Path) -> Path | None:
    """Return the scene file in a folder, if one is kept there."""
    path = folder / SCENE
    return path if path.is_file() else None


def about_kept(folder: Path) -> About:
    """Return what is known of the scene in a folder; nothing where that cannot be read."""
    try:
        raw: Any = read_json(folder / ABOUT)
        name, path, unsaved, lesson = raw["name"], raw["path"], raw["unsaved"], raw.get("lesson", "")
    except (FileFault, KeyError, TypeError, AttributeError):
        return About()
    texts = isinstance(name, str) and isinstance(path, str | None) and isinstance(lesson, str)
    if not texts or not isinstance(unsaved, bool):
        return About()
    return About(name, None if path is None else Path(path), unsaved, lesson)


def forget(folder: Path) -> None:
    """Remove the scene that is kept in a folder first, then what belongs to it."""
    numbers = sorted(folder.glob(f"{own_prefix(folder / SCENE)}*.npz"))
    remove([folder / SCENE, folder / ABOUT, *numbers])
