"""One way to open any file: its content decides what it is."""

from collections.abc import Callable, Mapping
from pathlib import Path

from attnstudio.files.faults import check_regular, told_in_words, whole_file_fault
from attnstudio.files.npy import MAGIC
from attnstudio.files.scenes import read_scene
from attnstudio.files.strict_json import starts_like_json
from attnstudio.files.tensors import Opened, read_tensors
from attnstudio.state.fields import Scenario
from attnstudio.state.scene import Scene

TENSORS = (MAGIC, b"PK\x03\x04", b"PK\x05\x06")
TENSOR_NAMES, SCENE_NAMES = (".npz", ".npy"), (".json",)


def open_file(
    path: str | Path, scenarios: Mapping[str, type[Scenario]], from_tensors: Callable[[Opened], Scene]
) -> Scene:
    """Return the scene of a scene file, or the one in which tensors of a .npz or .npy are shown.

    Parameters
    ----------
    path : str or Path
    scenarios : mapping of str to type
        The Scenario class of every panel that exists.
    from_tensors : callable
        Makes a scene of opened tensors; its ValueError says why they cannot be shown.

    Raises
    ------
    FileFault
        With every fault of the file.
    """
    path = Path(path)
    size = check_regular(path)
    with told_in_words(path), path.open("rb") as file:
        start = file.read(64)
    scene = starts_like_json(start)
    tensors = start.startswith(TENSORS)
    if tensors or (not scene and path.suffix.lower() in TENSOR_NAMES):
        opened = read_tensors(path)
        try:
            return from_tensors(opened)
        except ValueError as error:
            raise whole_file_fault(path, str(error)) from None
    if scene or path.suffix.lower() in SCENE_NAMES:
        return read_scene(path, scenarios)
    what = "something else" if size else "an empty file"
    raise whole_file_fault(path, f"expected a scene (.attn.json) or NumPy arrays (.npz, .npy), got {what}")
