"""One way to open any file: its content decides what it is."""

from collections.abc import Callable, Mapping
from pathlib import Path

from attnstudio.files.array_file import Progress
from attnstudio.files.faults import check_regular, told_in_words, whole_file_fault
from attnstudio.files.npy import MAGIC
from attnstudio.files.safetensors import starts_like_safetensors
from attnstudio.files.scenes import NOWHERE, read_scene
from attnstudio.files.strict_json import starts_like_json
from attnstudio.files.tensors import Opened, read_tensors
from attnstudio.state.fields import Scenario
from attnstudio.state.questions import NO_ANSWERS, Answers
from attnstudio.state.scene import Scene

TENSORS = (MAGIC, b"PK\x03\x04", b"PK\x05\x06")
TENSOR_NAMES, SCENE_NAMES = (".npz", ".npy", ".safetensors"), (".json",)


def open_file(
    path: str | Path,
    scenarios: Mapping[str, type[Scenario]],
    from_tensors: Callable[[Opened], Scene],
    *,
    answers: Answers = NO_ANSWERS,
    progress: Progress | None = None,
    located: Mapping[str, Path] = NOWHERE,
) -> Scene:
    """Return the scene of a scene file, or the one in which tensors of a .npz, .npy or .safetensors are shown.

    Parameters
    ----------
    path : str or Path
    scenarios : mapping of str to type
        The Scenario class of every panel that exists.
    from_tensors : callable
        Makes a scene of opened tensors; its ValueError says why they cannot be shown.
    answers : mapping of str to str
        Keys of the choices that were made, by the names of the questions.
    progress : callable, optional
        Told how much has been read, from 0 to 1; it may raise Cancelled, which ends the opening.
    located : mapping of str to Path
        Where files are now that a scene links to, by their links.

    Raises
    ------
    FileFault
        With every fault of the file. Unanswered where it does not say what must be known, MissingTensors where a scene
        links to a file that is not there or was changed.
    """
    path = Path(path)
    size = check_regular(path)
    with told_in_words(path), path.open("rb") as file:
        start = file.read(64)
    tensors = start.startswith(TENSORS) or starts_like_safetensors(start)
    scene = starts_like_json(start) and not tensors
    if tensors or (not scene and path.suffix.lower() in TENSOR_NAMES):
        opened = read_tensors(path, answers, progress)
        try:
            return from_tensors(opened)
        except ValueError as error:
            raise whole_file_fault(path, str(error)) from None
    if scene or path.suffix.lower() in SCENE_NAMES:
        return read_scene(path, scenarios, located=located, progress=progress)
    what = "something else" if size else "an empty file"
    raise whole_file_fault(path, f"expected a scene (.attn.json) or arrays (.npz, .npy, .safetensors), got {what}")
