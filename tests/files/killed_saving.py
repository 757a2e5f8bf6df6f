"""Saves two scenes in turn over one file in a process that is killed at any moment, again and again; prints counts.

A process of its own, with one thread and without Qt, so that a copy of it can be made for each kill.
"""

import json
import os
import random
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
from file_scenarios import SCENARIOS, SCENE

from attnstudio.files.scenes import read_scene, write_scene
from attnstudio.state.scene import PanelState, Scene
from attnstudio.state.tensors import TensorPack

SEED = 7


def scene(title: str, seed: int) -> Scene:
    """Return a scene whose numbers are too many to stand in its file."""
    q, k, v = np.random.default_rng(seed).standard_normal((3, 90, 20))
    state = SCENE.panels["left"]
    tensors = TensorPack(query=q, key=k, value=v)
    return Scene("left", {"left": PanelState(replace(state.scenario, tensors=tensors))}, title=title)  # type: ignore[type-var]


def saved_until_killed(path: Path, scenes: tuple[Scene, Scene], after: float) -> bool:
    """Save in a copy of this process and kill it after so many seconds; True where it had begun to save."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write, b"!")
            for turn in range(10_000):
                write_scene(scenes[turn % 2], path)
        finally:
            os._exit(1)  # it is killed long before
    os.close(write)
    os.read(read, 1)  # it has begun
    os.close(read)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1] == signal.SIGKILL


def main(folder: Path, kills: int) -> dict[str, int]:
    """Kill so often; after each the file must be one of the two scenes, numbers and all."""
    path, scenes, moments = folder / "scene.attn.json", (scene("old", 1), scene("new", 2)), random.Random(SEED)
    write_scene(scenes[0], path)
    start = time.monotonic()
    for turn in range(10):
        write_scene(scenes[turn % 2], path)
    both = (time.monotonic() - start) / 5  # seconds that saving both takes
    found = {"killed": 0, "old": 0, "new": 0, "drafts": 0}
    for _ in range(kills):
        found["killed"] += saved_until_killed(path, scenes, moments.uniform(0, 2 * both))
        read = read_scene(path, SCENARIOS)
        found[read.title] += read in scenes
    drafts = list(folder.glob(".attnstudio-*.tmp"))
    found["drafts"] = len(drafts)
    long_ago = time.time() - 3600
    for draft in drafts:
        os.utime(draft, (long_ago, long_ago))
    write_scene(scenes[1], path)
    found["files"] = len(list(folder.iterdir()))
    return found


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]))))
