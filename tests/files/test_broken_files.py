"""Whatever happens to a file's bytes or fields, a scene or a FileFault comes out, and soon."""

import json

import numpy as np
import pytest
from file_scenarios import SCENARIOS, SCENE, Sample
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from attnstudio.files.faults import FileFault
from attnstudio.files.opening import open_file
from attnstudio.files.scenes import scene_text
from attnstudio.state.scene import PanelState, Scene
from attnstudio.state.tensors import TensorPack

ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip
REAL = {"q": np.ones((2, 2, 3), np.float16), "k": np.ones((1, 2, 3)), "v": np.ones((1, 2, 3)), "tokens": ["a", "b"]}
WORDS = {"model": "m (Q4_1)", "sentence": "s", "scale": 0.5, "causal": True, "mask": [[True, False]] * 2,
         "mask_true": "blocked", "layers": [3]}  # fmt: skip


def from_tensors(opened):
    return SCENE.with_panel("left", PanelState(Sample(tensors=opened.tensors)))


def opened_or_refused(path, content):
    path.write_bytes(content)
    try:
        scene = open_file(path, SCENARIOS, from_tensors)
    except FileFault:
        return
    assert isinstance(scene, Scene)


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("broken") / "a"


@pytest.fixture(scope="module")
def contents(path):
    """Return good files of every format."""
    made = [scene_text(SCENE).encode()]
    for save, arrays in ((np.savez, REAL | WORDS), (np.savez_compressed, REAL), (np.savez, {"attn": np.eye(3)})):
        with path.open("wb") as file:
            save(file, **arrays)
        made.append(path.read_bytes())
    with path.open("wb") as file:
        np.save(file, np.eye(3))
    return [*made, path.read_bytes()]


@given(st.data())
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_changed_and_missing_bytes_give_a_scene_or_a_fault(path, contents, data):
    content = bytearray(data.draw(st.sampled_from(contents)))
    for at in data.draw(st.lists(st.integers(0, len(content) - 1), max_size=4)):
        content[at] = data.draw(st.integers(0, 255))
    end = data.draw(st.just(len(content)) | st.integers(0, len(content)))
    opened_or_refused(path, bytes(content[:end]))


@given(st.binary(max_size=300), st.sampled_from([b"", b"{", b"PK\x03\x04", b"PK\x05\x06", b"\x93NUMPY\x01\x00"]))
@settings(max_examples=200)
def test_random_bytes_give_a_fault(path, content, start):
    opened_or_refused(path, start + content)


def _places(value, place=()):
    yield place
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from _places(inner, (*place, key))


@given(st.data(), ANY)
@settings(max_examples=200)
def test_any_value_in_any_place_of_a_scene_gives_a_scene_or_a_fault(path, data, value):
    raw = json.loads(scene_text(SCENE))
    *outer, last = data.draw(st.sampled_from([place for place in _places(raw) if place]))
    inner = raw
    for key in outer:
        inner = inner[key]
    inner[last] = value
    opened_or_refused(path, json.dumps(raw).encode("utf-8", "surrogatepass"))


@given(st.data())
@settings(max_examples=100)
def test_any_array_in_any_place_of_a_tensor_file_gives_a_scene_or_a_fault(path, data):
    scalars = st.sampled_from(
        [np.float16, np.int64, np.uint8, np.bool_, np.complex64, "U3", "S2", ">f8", "M8[s]", "V4"]
    )
    shape = data.draw(st.lists(st.integers(0, 3), max_size=5))
    name = data.draw(st.sampled_from([*REAL, *WORDS, "bias", "query", "attn", "rope_theta", "other"]))
    array = np.zeros(shape, data.draw(scalars))
    with path.open("wb") as file:
        np.savez(file, **(REAL | WORDS | {name: array}))
    opened_or_refused(path, path.read_bytes())


def test_the_good_files_do_open(path, contents):
    for content in contents[:1] + contents[2:]:
        path.write_bytes(content)
        assert isinstance(open_file(path, SCENARIOS, from_tensors).panels["left"].scenario.tensors, TensorPack)
