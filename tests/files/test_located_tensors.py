"""Linked files that are gone or changed can be located elsewhere; older scenes are brought up to the version of now."""

import hashlib
import json

import numpy as np
import pytest
from file_scenarios import SCENARIOS, SCENE, Sample

from attnstudio.files import scenes, upgrades
from attnstudio.files.faults import FileFault, MissingTensors
from attnstudio.files.opening import open_file
from attnstudio.files.scenes import scene_text, write_scene
from attnstudio.files.tensors import read_tensors
from attnstudio.state.scene import PanelState
from attnstudio.state.tensors import TensorPack

LARGE = TensorPack(query=np.linspace(-1, 1, 5000).reshape(50, 100), key=np.ones((3, 100)), value=np.eye(3))


def opened(path, **located):
    return open_file(path, SCENARIOS, lambda _: SCENE, located=located.get("located", {}))


@pytest.fixture
def scene(tmp_path):
    """Return the path of a scene whose left panel links to data/mine.npz."""
    (tmp_path / "data").mkdir()
    np.savez(tmp_path / "data" / "mine.npz", q=LARGE.query, k=LARGE.key, v=LARGE.value)
    state = PanelState(Sample(tensors=read_tensors(tmp_path / "data" / "mine.npz").tensors))
    write_scene(SCENE.with_panel("left", state), tmp_path / "a.attn.json")
    return tmp_path / "a.attn.json"


def test_a_missing_file_is_named_with_its_checksum_and_opens_where_it_was_located(tmp_path, scene):
    before = opened(scene)
    data = tmp_path / "data" / "mine.npz"
    checksum = hashlib.sha256(data.read_bytes()).hexdigest()
    moved = data.rename(tmp_path / "moved.npz")
    with pytest.raises(MissingTensors, match=r"left\.scenario\.tensors: .*mine\.npz: there is no such file") as caught:
        opened(scene)
    assert (caught.value.wanted, caught.value.sha256) == ("data/mine.npz", checksum)
    tensors = opened(scene, located={"data/mine.npz": moved}).panels["left"].scenario.tensors
    assert tensors == before.panels["left"].scenario.tensors.__class__(
        **{name: getattr(before.panels["left"].scenario.tensors, name) for name in ("query", "key", "value")},
        origin=tensors.origin,
    )
    assert tensors.source == str(moved)


def test_a_file_that_was_changed_or_located_wrongly_is_still_wanted(tmp_path, scene):
    data = tmp_path / "data" / "mine.npz"
    whole = data.read_bytes()
    np.savez(data, q=LARGE.query + 1, k=LARGE.key, v=LARGE.value)
    with pytest.raises(MissingTensors, match=r"mine\.npz: it was changed since the scene was saved"):
        opened(scene)
    (tmp_path / "other.npz").write_bytes(whole)
    with pytest.raises(MissingTensors, match=r"data/mine\.npz: it was changed"):
        opened(scene, located={"data/mine.npz": data})
    assert opened(scene, located={"data/mine.npz": tmp_path / "other.npz"}).panels["left"].scenario.tensors.T_q == 50


def test_numbers_that_were_written_beside_the_scene_can_be_located_too(tmp_path):
    path = tmp_path / "a.attn.json"
    write_scene(SCENE.with_panel("left", PanelState(Sample(tensors=LARGE))), path)
    (beside,) = tmp_path.glob("*.npz")
    moved = beside.rename(tmp_path / "moved.npz")
    with pytest.raises(MissingTensors) as caught:
        opened(path)
    assert caught.value.wanted == beside.name
    assert opened(path, located={beside.name: moved}).panels["left"].scenario.tensors == LARGE


def test_a_scene_with_other_faults_too_is_told_all_of_them(tmp_path, scene):
    (tmp_path / "data" / "mine.npz").unlink()
    raw = json.loads(scene.read_text(encoding="utf-8")) | {"titel": "x"}
    scene.write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(FileFault) as caught:
        opened(scene)
    assert not isinstance(caught.value, MissingTensors)
    assert [fault.place for fault in caught.value.faults] == ["titel", "panels.left.scenario.tensors"]


def test_a_scene_of_an_older_version_is_upgraded_step_by_step(tmp_path, monkeypatch):
    def renamed(old, new):
        return lambda raw: {new if key == old else key: value for key, value in raw.items()}

    monkeypatch.setattr(upgrades, "UPGRADES", {-1: renamed("caption", "heading"), 0: renamed("heading", "title")})
    path = tmp_path / "a.attn.json"
    raw = {"caption" if key == "title" else key: value for key, value in json.loads(scene_text(SCENE)).items()}
    for version, said in ((-1, ""), (-2, "version: expected the number 1, got -2"), (0, "caption: no such name")):
        path.write_text(json.dumps(raw | {"version": version}), encoding="utf-8")
        if said:
            with pytest.raises(FileFault, match=said):
                opened(path)
        else:
            assert opened(path) == SCENE


def test_every_upgrade_leads_to_the_version_of_now():
    assert all(version < scenes.VERSION for version in upgrades.UPGRADES)
