"""Saving, killed at any moment or on a disk that is full: the old file or the new one, whole, and nothing piles up."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
KILLS = 200
ON_A_SMALL_DISK = """
import sys
from pathlib import Path
from killed_saving import scene
from file_scenarios import SCENARIOS
from attnstudio.files.faults import FileFault
from attnstudio.files.scenes import read_scene, write_scene
folder = Path(sys.argv[1])
path, old, new = folder / "scene.attn.json", scene("old", 1), scene("new", 2)
write_scene(old, path)
before = sorted(folder.iterdir())
taken = folder / "taken"
with taken.open("wb", buffering=0) as file:
    try:
        while file.write(b"x" * 4096):
            pass
    except OSError:
        pass
try:
    write_scene(new, path)
except FileFault as fault:
    print(fault)
taken.unlink()
assert sorted(folder.iterdir()) == before, sorted(folder.iterdir())
assert read_scene(path, SCENARIOS) == old
write_scene(new, path)
assert read_scene(path, SCENARIOS) == new
"""


def environment() -> dict[str, str]:
    paths = os.pathsep.join(map(str, (HERE.parent.parent, HERE, HERE.parent)))
    return os.environ | {"PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process cannot be copied there")
def test_e14_killed_two_hundred_times_while_saving_the_file_is_always_the_old_scene_or_the_new_one(
    tmp_path: Path,
) -> None:
    command = [sys.executable, str(HERE / "killed_saving.py"), str(tmp_path), str(KILLS)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["killed"] == KILLS
    assert found["old"] + found["new"] == KILLS
    assert min(found["old"], found["new"]) > KILLS // 10, "the moments do not reach all of a save"
    assert found["drafts"] > 0, "no kill came while a file was being written"
    assert found["files"] == 2, "the next save leaves the scene and its numbers alone"


@pytest.mark.skipif(sys.platform != "linux" or shutil.which("unshare") is None, reason="no small disk can be made")
def test_e14_on_a_full_disk_the_old_scene_stays_and_the_reason_is_said(tmp_path: Path) -> None:
    mount = 'mount -t tmpfs -o size=512k none "$1" && shift && exec "$@"'
    inside = ["sh", "-c", mount, "sh", str(tmp_path), sys.executable, "-c", ON_A_SMALL_DISK, str(tmp_path)]
    possible = subprocess.run(
        ["unshare", "-rm", "mount", "-t", "tmpfs", "none", str(tmp_path)], capture_output=True, check=False
    )
    if possible.returncode:
        pytest.skip("this system lets no one make a small disk")
    done = subprocess.run(
        ["unshare", "-rm", *inside], env=environment(), capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "the disk is full" in done.stdout
    assert str(tmp_path) in done.stdout
