"""Large files: what is not packed stays in the file, what is packed tells its progress, and memory stays small."""

import json
import mmap
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from file_scenarios import SCENARIOS, SCENE, Sample

from attnstudio.files import array_file, npy
from attnstudio.files.faults import Cancelled, FileFault
from attnstudio.files.opening import open_file
from attnstudio.files.strict_json import MOST_PARTS
from attnstudio.files.tensors import read_tensors
from attnstudio.state.scene import PanelState

MOST_MEMORY = 512  # MB
LARGE = np.full((20, 512, 512), 1 / 512, np.float32)


def memory_of(array):
    while isinstance(array, np.ndarray):
        array = array.base
    return array


def safetensors_of(array, kind="F32"):
    header = json.dumps(
        {"attn": {"dtype": kind, "shape": list(array.shape), "data_offsets": [0, array.nbytes]}}
    ).encode()
    return struct.pack("<Q", len(header)) + header + array.tobytes()


@pytest.fixture(params=["a.npy", "a.npz", "a.safetensors"])
def large(tmp_path, request):
    path = tmp_path / request.param
    if path.suffix == ".npy":
        np.save(path, LARGE)
    elif path.suffix == ".npz":
        np.savez(path, attn=LARGE)
    else:
        path.write_bytes(safetensors_of(LARGE))
    return path


def test_large_numbers_that_are_not_packed_stay_in_the_file(large):
    weights = read_tensors(large).tensors.weights
    assert isinstance(memory_of(weights), mmap.mmap)
    assert not weights.flags.writeable
    assert np.array_equal(weights, LARGE)


def test_small_and_packed_numbers_are_held_in_memory_and_not_copied_again(tmp_path, monkeypatch):
    np.savez_compressed(tmp_path / "a.npz", attn=LARGE)
    loaded = []
    load = array_file.ArrayFile.load
    monkeypatch.setattr(array_file.ArrayFile, "load", lambda *given: loaded.append(load(*given)) or loaded[-1])
    weights = read_tensors(tmp_path / "a.npz").tensors.weights
    assert np.shares_memory(weights, loaded[0]["attn"])
    assert np.array_equal(weights, LARGE)


@pytest.mark.parametrize("order", ["F", ">"])
def test_f03_f04_large_numbers_in_another_order_are_right(tmp_path, order):
    array = np.arange(5_000_000, dtype=np.float32).reshape(5, 1000, 1000) / 5e6
    stored = np.asfortranarray(array) if order == "F" else array.astype(">f4")
    np.save(tmp_path / "a.npy", stored)
    weights = read_tensors(tmp_path / "a.npy").tensors.weights
    assert np.array_equal(weights, array)
    assert weights.dtype == np.float32


def test_f10_large_bfloat16_is_right(tmp_path):
    bits = np.full((9, 1000, 1000), 0x3F80, "<u2")
    bits[4, 5, 6] = 0xC020
    (tmp_path / "a.safetensors").write_bytes(safetensors_of(bits, "BF16"))
    weights = read_tensors(tmp_path / "a.safetensors").tensors.weights
    assert weights[4, 5, 6] == -2.5
    assert np.count_nonzero(weights == 1) == weights.size - 1


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_progress_is_told_from_0_to_1_and_never_backwards(tmp_path, save):
    save(tmp_path / "a.npz", attn=LARGE)
    told = []
    read_tensors(tmp_path / "a.npz", progress=told.append)
    assert len(told) > 10
    assert told == sorted(told)
    assert 0 < told[0] < 0.2
    assert 0.999 < told[-1] <= 1


def test_an_opening_can_be_cancelled_in_the_middle(tmp_path):
    np.savez_compressed(tmp_path / "a.npz", attn=LARGE)
    shown = []

    def cancelling(share):
        if share > 0.5:
            raise Cancelled

    with pytest.raises(Cancelled):
        open_file(tmp_path / "a.npz", SCENARIOS, shown.append, progress=cancelling)
    assert not shown


def test_what_would_take_too_much_memory_unpacked_is_refused_before_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(array_file, "LARGEST_IN_MEMORY", 2**20)
    np.savez_compressed(tmp_path / "a.npz", attn=LARGE)
    told = []
    with pytest.raises(
        FileFault, match="attn: expected at most 1,048,576 bytes in arrays that are packed or must be con"
    ):
        read_tensors(tmp_path / "a.npz", progress=told.append)
    assert not told


def test_a_number_that_is_not_finite_is_found_in_a_mapped_file(tmp_path):
    bad = LARGE.copy()
    bad[19, 500, 3] = np.inf
    np.save(tmp_path / "a.npy", bad)
    with pytest.raises(FileFault, match=r"the array\[19, 500, 3\]: expected a finite number"):
        read_tensors(tmp_path / "a.npy")


RUN = """
import sys
from pathlib import Path
from attnstudio import catalog
from attnstudio.files.faults import FileFault
answers = dict(part.split("=") for part in sys.argv[2:])
try:
    opened = catalog.open_file(Path(sys.argv[1]), answers=answers)
    print("opened", opened.scene.panels["attention"].scenario.tensors.size)
except FileFault as fault:
    print("refused", fault)
status = Path("/proc/self/status").read_text()  # `resource` takes over the peak of the process that started this one
print(int(status.split("VmHWM:")[1].split()[0]) // 1024)
"""


def opened_in_a_process(path, *answers):
    """Return what comes of a file, and the most memory in MB that a process of its own took for it."""
    run = subprocess.run(
        [sys.executable, "-c", RUN, str(path), *answers],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    words, peak = run.stdout.rsplit("\n", 2)[:2]
    print(words[:99], peak)
    return words, int(peak)


def sparse_npy(path, shape, dtype, *, fortran=False):
    """Write a .npy of zeros that takes no room on the disk."""
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(file, {"descr": dtype, "fortran_order": fortran, "shape": shape})
        file.truncate(file.tell() + int(np.prod(shape)) * np.dtype(dtype).itemsize)


@pytest.mark.skipif(sys.platform != "linux", reason="memory of mapped files is counted otherwise")
@pytest.mark.parametrize(
    ("shape", "dtype", "fortran", "outcome"),
    [
        ((8, 500, 256, 256), "<f4", False, "opened 262144000"),  # 1 GB, mapped
        ((2, 300, 256, 256), ">f4", False, "opened 39321600"),  # 157 MB, turned
        ((2, 300, 256, 256), "<f4", True, "opened 39321600"),
        ((8, 500, 256, 256), ">f4", False, "refused"),
    ],
)
def test_peak_memory_of_what_opens_stays_below_512_mb(tmp_path, shape, dtype, fortran, outcome):
    sparse_npy(tmp_path / "a.npy", shape, dtype, fortran=fortran)
    words, peak = opened_in_a_process(tmp_path / "a.npy", "first_axis=layers")
    assert words.startswith(outcome)
    assert peak < MOST_MEMORY


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted otherwise")
@pytest.mark.parametrize("part", ['{"a":0},', "[],", '"☃☃",', "1.5,", '"ab",', '{"é":[0]},', '"😀",'])
def test_peak_memory_of_the_largest_scene_file_stays_below_512_mb(tmp_path, part):
    room = 16 * 2**20 - 400
    parts = sum(map(part.count, "[{:"))
    many = part * min(room // len(part.encode()), (MOST_PARTS - 20) // parts if parts else room)
    rest = "1.5," * ((room - len(many.encode())) // 4)
    start = '{"format": "attnstudio scene", "version": 1, "open_panel": "attention", "title": ['
    (tmp_path / "a.attn.json").write_text(f"{start}{many}{rest}0]}}", encoding="utf-8")
    words, peak = opened_in_a_process(tmp_path / "a.attn.json")
    assert "title: expected text" in words
    assert peak < MOST_MEMORY


def test_the_limits_fit_into_the_512_mb():
    assert array_file.LARGEST_IN_MEMORY * 2 + 160 * 2**20 < MOST_MEMORY * 2**20
    assert array_file.MAPPED_FROM < array_file.LARGEST_IN_MEMORY < npy.LARGEST_DATA


def test_a_mapped_file_is_shown_like_any_other(large):
    scene = open_file(
        large, SCENARIOS, lambda opened: SCENE.with_panel("left", PanelState(Sample(tensors=opened.tensors)))
    )
    assert scene.panels["left"].scenario.tensors.lead == (20,)
