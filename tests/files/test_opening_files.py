"""One way to open any file: its content decides, and what is none of ours is refused in words."""

import os

import numpy as np
import pytest
from file_scenarios import SCENARIOS, SCENE, Sample

from attnstudio.files.faults import FileFault
from attnstudio.files.opening import open_file
from attnstudio.files.scenes import scene_text
from attnstudio.state.scene import PanelState


def from_tensors(opened):
    return SCENE.with_panel("left", PanelState(Sample(tensors=opened.tensors)))


def said(path):
    with pytest.raises(FileFault) as caught:
        open_file(path, SCENARIOS, from_tensors)
    assert str(caught.value).startswith(f"{path}: ")
    return str(caught.value)


@pytest.mark.parametrize("name", ["a.attn.json", "a.npz", "a"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b"\r\n  "])
def test_a_scene_opens_under_any_name(tmp_path, name, start):
    (tmp_path / name).write_bytes(start + scene_text(SCENE).encode())
    assert open_file(tmp_path / name, SCENARIOS, from_tensors) == SCENE


@pytest.mark.parametrize("name", ["a.npz", "a.npy", "a.json", "a"])
def test_arrays_open_under_any_name(tmp_path, name):
    with (tmp_path / name).open("wb") as file:
        np.savez(file, weights=np.eye(2))
    assert open_file(tmp_path / name, SCENARIOS, from_tensors).panels["left"].scenario.tensors.T_q == 2
    with (tmp_path / name).open("wb") as file:
        np.save(file, np.eye(3))
    assert open_file(tmp_path / name, SCENARIOS, from_tensors).panels["left"].scenario.tensors.T_q == 3


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.txt", b"Hello", "expected a scene (.attn.json) or arrays (.npz, .npy, .safetensors), got something else"),
        ("a", b"", "got an empty file"),
        ("a.npy", b"", "the file is incomplete or not a .npy"),
        ("a.npy", b"\x93NUM", "the file is incomplete or not a .npy"),
        ("a.npz", b"", "the file is incomplete or not a .npz"),
        ("a.npz", b"Hello", "the file is incomplete or not a .npz"),
        ("a.attn.json", b"", "this is not JSON"),
        ("a.attn.json", b"Hello", "this is not JSON"),
        ("a.safetensors", b"\x08\0\0\0\0\0\0\0{}      ", "there are no tensors in this file"),
        ("a", b"\xff\xfe{\0", "UTF-16"),
    ],
)
def test_what_is_none_of_ours_is_refused_in_words(tmp_path, name, content, words):
    (tmp_path / name).write_bytes(content)
    assert words in said(tmp_path / name)


def test_places_that_are_no_files_are_refused(tmp_path):
    assert "there is no such file" in said(tmp_path / "gone.npz")
    assert "it is a folder, not a file" in said(tmp_path)
    assert "its name is too long" in said(tmp_path / ("x" * 300))


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
def test_pipes_and_devices_are_refused_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "it is not an ordinary file" in said(tmp_path / "pipe")
    with pytest.raises(FileFault, match="/dev/zero: it is not an ordinary file"):
        open_file("/dev/zero", SCENARIOS, from_tensors)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is forbidden to this user")
def test_a_file_that_may_not_be_read_is_refused(tmp_path):
    (tmp_path / "a.npz").write_bytes(b"PK")
    (tmp_path / "a.npz").chmod(0)
    assert "permission denied" in said(tmp_path / "a.npz")


def test_tensors_that_cannot_be_shown_are_a_fault_of_the_file(tmp_path):
    def refusing(opened):
        raise ValueError(f"too many heads: {opened.tensors.n_heads}")

    np.save(tmp_path / "a.npy", np.ones((4, 2, 2)) / 2)
    with pytest.raises(FileFault, match=r"a\.npy: too many heads: 4"):
        open_file(tmp_path / "a.npy", SCENARIOS, refusing)
