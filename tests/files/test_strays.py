"""Tensor files that a killed save or an earlier state has left go with the next save; what any scene names stays."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from file_scenarios import SCENARIOS, SCENE, Sample

from attnstudio.files.atomic import PREFIX, SUFFIX
from attnstudio.files.scenes import read_scene, scene_text, write_scene
from attnstudio.files.tensors import read_tensors
from attnstudio.state.scene import PanelState
from attnstudio.state.tensors import TensorPack

LARGE = TensorPack(query=np.linspace(-1, 1, 5000).reshape(50, 100), key=np.ones((3, 100)), value=np.eye(3))
STRAY = "a.tensors-0123abcd.npz"
KILLED = """
import os, sys
from pathlib import Path
import numpy as np
from file_scenarios import SCENE, Sample
from attnstudio.files import scenes
from attnstudio.state.scene import PanelState
from attnstudio.state.tensors import TensorPack

path, step, seed = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
pack = TensorPack(query=np.full((50, 100), seed), key=np.ones((3, 100)), value=np.eye(3))
write = scenes.write_whole
def write_or_die(target, data):
    if target == path and step == "before the scene":
        os._exit(9)
    write(target, data)
    if target == path and step == "after the scene":
        os._exit(9)
scenes.write_whole = write_or_die
scenes.write_scene(SCENE.with_panel("left", PanelState(Sample(tensors=pack))), path)
"""


def with_tensors(tensors):
    return SCENE.with_panel("left", PanelState(Sample(tensors=tensors)))


def names(folder):
    return {path.name for path in folder.iterdir()}


@pytest.fixture
def path(tmp_path):
    """Return where a scene is saved, in a folder with a stray file of its."""
    (tmp_path / STRAY).write_bytes(b"left")
    return tmp_path / "a.attn.json"


@pytest.mark.parametrize("step", ["before the scene", "after the scene"])
def test_e14_what_killed_saves_leave_goes_with_the_next_save(tmp_path, step):
    path = tmp_path / "a.attn.json"
    write_scene(with_tensors(LARGE), path)
    variables = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    for seed in range(3):
        command = [sys.executable, "-c", KILLED, str(path), step, str(seed)]
        assert subprocess.run(command, check=False, env=variables).returncode == 9
        assert read_scene(path, SCENARIOS).title == SCENE.title
    assert len(names(tmp_path)) > 2
    write_scene(with_tensors(LARGE), path)
    assert len(names(tmp_path)) == 2
    assert read_scene(path, SCENARIOS) == with_tensors(LARGE)


def test_a_scene_that_needs_no_file_beside_it_clears_up_too(path):
    write_scene(SCENE, path)
    assert names(path.parent) == {path.name}


@pytest.mark.parametrize(
    "name",
    [
        "b.tensors-0123abcd.npz", "a.b.tensors-0123abcd.npz", "a.tensors-0123ABCD.npz", "a.tensors-0123abc.npz",
        "a.tensors-0123abcd.npz.bak", "a.tensors-mine.npz", "a.tensors-0123abcde.npz",
    ],
)  # fmt: skip
def test_files_of_another_name_are_not_the_scenes_to_remove(path, name):
    (path.parent / name).write_bytes(b"not ours")
    write_scene(SCENE, path)
    assert names(path.parent) == {path.name, name}


def linking(how):
    """Return the text of a scene that names the stray file."""
    raw = json.loads(scene_text(SCENE))
    raw["panels"]["left"]["scenario"]["tensors"] = how
    return json.dumps(raw)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("b.attn.json", linking({"file": STRAY}).encode()),
        ("b.attn.json", linking({"arrays": {"file": STRAY}}).encode()),
        ("b.attn.json", linking({"file": f"./x/../{STRAY}"}).encode()),
        ("b.attn.json", linking({"file": STRAY}).encode("utf-16")),
        ("b.attn.json", linking({"file": STRAY})[:-20].encode()),
        ("b.attn.json", b"\xff" + linking({"file": STRAY}).encode()),
        ("no suffix", b"\xef\xbb\xbf \n" + linking({"file": STRAY}).encode()),
        ("a.json", linking({"file": STRAY}).encode()),
    ],
)
def test_a_file_that_another_scene_names_stays_even_where_that_one_is_broken(path, name, content):
    (path.parent / name).write_bytes(content)
    write_scene(SCENE, path)
    assert names(path.parent) == {path.name, name, STRAY}


@pytest.mark.parametrize("name", ["broken.json", f"{PREFIX}00{SUFFIX}"])
def test_broken_files_that_do_not_name_it_and_drafts_of_killed_saves_keep_nothing(path, name):
    content = linking({"file": STRAY}) if name.endswith(SUFFIX) else "{"
    (path.parent / name).write_text(content)
    write_scene(SCENE, path)
    assert names(path.parent) == {path.name, name}


def test_a_scene_that_cannot_be_looked_into_keeps_everything(path, monkeypatch):
    other = path.parent / "b.attn.json"
    other.write_text("{}")
    plain = type(path).open

    def opened(file, *args, **kwargs):
        if file == other:
            raise PermissionError(13, "")
        return plain(file, *args, **kwargs)

    monkeypatch.setattr(type(path), "open", opened)
    write_scene(SCENE, path)
    assert STRAY in names(path.parent)


def test_a_copy_of_a_scene_keeps_its_numbers_when_the_first_is_saved_with_others(tmp_path):
    path, copy = tmp_path / "a.attn.json", tmp_path / "b.attn.json"
    write_scene(with_tensors(LARGE), path)
    copy.write_bytes(path.read_bytes())
    write_scene(SCENE, path)
    assert read_scene(copy, SCENARIOS) == with_tensors(LARGE)


def test_a_scene_that_shows_its_own_tensor_file_keeps_it(tmp_path):
    path = tmp_path / "a.attn.json"
    write_scene(with_tensors(LARGE), path)
    (beside,) = names(tmp_path) - {path.name}
    scene = with_tensors(read_tensors(tmp_path / beside).tensors)
    write_scene(scene, path)
    assert read_scene(path, SCENARIOS) == scene


@pytest.mark.parametrize("damage", ["gone", "changed"])
def test_saving_again_restores_a_tensor_file_that_is_gone_or_was_changed(tmp_path, damage):
    path = tmp_path / "a.attn.json"
    write_scene(with_tensors(LARGE), path)
    (beside,) = names(tmp_path) - {path.name}
    (tmp_path / beside).write_bytes(b"changed")
    if damage == "gone":
        (tmp_path / beside).unlink()
    write_scene(with_tensors(LARGE), path)
    assert read_scene(path, SCENARIOS) == with_tensors(LARGE)
