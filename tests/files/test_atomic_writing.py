"""Writing: the old file or the new one, never half of one, and every reason in words."""

import os
import stat
import subprocess
import sys
import time

import pytest
from file_scenarios import SCENARIOS, SCENE

from attnstudio.files.atomic import LEFT_BEHIND_AFTER, write_whole
from attnstudio.files.faults import FileFault
from attnstudio.files.scenes import read_scene, write_scene

KILLED = """
import os, sys
from pathlib import Path
from attnstudio.files import atomic
setattr(atomic.os, sys.argv[2], lambda *_: os._exit(9))
atomic.write_whole(Path(sys.argv[1]), b"new")
"""


def said(path, data=b"new"):
    with pytest.raises(FileFault) as caught:
        write_whole(path, data)
    assert str(caught.value).startswith(f"{path}: ")
    return str(caught.value).removeprefix(f"{path}: ")


def test_a_new_file_has_the_permissions_of_the_user_and_an_old_one_keeps_its_own(tmp_path):
    path = tmp_path / "a"
    write_whole(path, b"one")
    (tmp_path / "plain").write_bytes(b"")
    assert path.stat().st_mode == (tmp_path / "plain").stat().st_mode
    path.chmod(0o640)
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert os.name == "nt" or stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a", "plain"]


def test_e10_what_cannot_be_written_is_said_with_path_and_reason(tmp_path):
    assert said(tmp_path) == "it is a folder, not a file"
    assert said(tmp_path / "gone" / "a") == f"there is no folder {tmp_path / 'gone'} to write it in"
    (tmp_path / "file").write_bytes(b"old")
    assert said(tmp_path / "file" / "a") == "a part of its path is a file, not a folder"
    assert said(tmp_path / ("x" * 300)) == "its name is too long"
    (tmp_path / "file").chmod(0o444)
    assert said(tmp_path / "file") == "permission denied"
    assert (tmp_path / "file").read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
@pytest.mark.skipif(os.name == "nt", reason="halves of characters may stand in names there")
def test_a_name_that_no_file_can_have_is_refused(tmp_path, name):
    with pytest.raises(FileFault, match="no file name may have"):
        write_scene(SCENE, tmp_path / name)


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_a_name_of_bytes_that_are_no_text_works_and_can_be_shown(tmp_path):
    path = tmp_path / os.fsdecode(b"\xff.attn.json")
    write_scene(SCENE, path)
    assert read_scene(path, SCENARIOS) == SCENE
    path.write_bytes(b"no scene")
    with pytest.raises(FileFault) as caught:
        read_scene(path, SCENARIOS)
    assert str(caught.value).encode()


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_goes_on_pointing_to_the_file_that_is_written(tmp_path):
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_e14_a_killed_process_leaves_the_old_file_and_the_next_save_clears_up(tmp_path, step):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    ended = subprocess.run([sys.executable, "-c", KILLED, str(path), step], check=False)
    assert ended.returncode == 9
    assert path.read_bytes() == b"old"
    (left,) = (p for p in tmp_path.iterdir() if p != path)
    long_ago = time.time() - LEFT_BEHIND_AFTER - 1
    os.utime(left, (long_ago, long_ago))
    write_whole(path, b"new")
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == b"new"


def test_an_interrupted_write_clears_up_after_itself(tmp_path, monkeypatch):
    def interrupted(*_args):
        raise KeyboardInterrupt

    monkeypatch.setattr("attnstudio.files.atomic.os.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "a", b"new")
    assert list(tmp_path.iterdir()) == []
