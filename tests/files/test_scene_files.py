"""Scene files: what is written comes back, and what is written is readable and stable."""

import json
import os
from dataclasses import replace

import numpy as np
import pytest
from file_scenarios import SCENARIOS, SCENE, Sample, scenes
from hypothesis import given, settings

from attnstudio.files import atomic
from attnstudio.files.faults import FileFault
from attnstudio.files.resources import resource_path
from attnstudio.files.scenes import read_scene, scene_text, write_scene
from attnstudio.files.tensors import read_tensors
from attnstudio.state.scene import PanelState
from attnstudio.state.tensors import TensorPack

LARGE = TensorPack(query=np.linspace(-1, 1, 5000).reshape(50, 100), key=np.ones((3, 100), np.float16), value=np.eye(3))


def with_tensors(tensors):
    return SCENE.with_panel("left", PanelState(Sample(tensors=tensors)))


def others(folder):
    return sorted(path.name for path in folder.iterdir() if path.name != "a.attn.json")


@given(scenes())
@settings(max_examples=40)
def test_any_scene_comes_back_exactly(tmp_path_factory, scene):
    path = tmp_path_factory.mktemp("scenes") / "a.attn.json"
    write_scene(scene, path)
    back = read_scene(path, SCENARIOS)
    assert back == scene
    assert scene_text(back, path) == scene_text(scene, path) == path.read_text(encoding="utf-8")


@given(scenes())
@settings(max_examples=20)
def test_e15_the_text_is_json_that_a_strict_reader_takes(scene):
    def refused(word):
        raise AssertionError(word)

    assert json.loads(scene_text(scene), parse_constant=refused)["format"] == "attnstudio scene"


def test_a_scene_has_one_row_of_numbers_a_line_in_the_declared_order():
    lines = scene_text(SCENE).splitlines()
    assert '          "query": [' in lines
    assert "            [1, 0, 0]," in lines
    fields = [line.split('"')[1] for line in lines if line.startswith('        "')]
    assert fields == list(Sample.specs())


def test_f21_negative_zero_is_fine_and_kept(tmp_path):
    path = tmp_path / "a.attn.json"
    write_scene(with_tensors(TensorPack(query=np.array([[-0.0]]), key=np.eye(1), value=np.eye(1))), path)
    assert "-0.0" in path.read_text(encoding="utf-8")
    assert np.signbit(read_scene(path, SCENARIOS).panels["left"].scenario.tensors.query[0, 0])


def test_fields_that_are_not_there_have_their_defaults(tmp_path):
    path = tmp_path / "a.attn.json"
    path.write_text('{"format": "attnstudio scene", "version": 1, "open_panel": "right"}', encoding="utf-8")
    scene = read_scene(path, SCENARIOS)
    assert scene.open_panel == "right"
    assert scene.panels["right"] == PanelState(Sample())


def test_f18_a_byte_order_mark_and_windows_line_ends_change_nothing(tmp_path):
    path = tmp_path / "a.attn.json"
    path.write_bytes(b"\xef\xbb\xbf" + scene_text(SCENE).replace("\n", "\r\n").encode())
    assert read_scene(path, SCENARIOS) == SCENE


def test_v13_v14_v16_v17_tokens_come_back_letter_for_letter(tmp_path):
    tokens = (
        "Hello",
        "Ġworld",
        "Ċ",
        "\n",
        "<s>",
        "<img src=/etc/hostname>",
        "a&b",
        "&lt;",
        "[SEP]",
        "שלום",
        "مرحبا",
        "\u202e",
        "",
    )
    n = len(tokens)
    tensors = TensorPack(query=np.ones((n, 2)), key=np.ones((n, 2)), value=np.ones((n, 2)), query_tokens=tokens, key_tokens=tokens)  # fmt: skip # noqa: E501
    path = tmp_path / "a.attn.json"
    write_scene(with_tensors(tensors), path)
    assert read_scene(path, SCENARIOS).panels["left"].scenario.tensors.key_tokens == tokens


def test_many_numbers_go_to_a_file_beside_the_scene(tmp_path):
    path = tmp_path / "a.attn.json"
    write_scene(with_tensors(LARGE), path)
    (beside,) = others(tmp_path)
    assert beside.startswith("a.tensors-")
    assert beside.endswith(".npz")
    assert path.stat().st_size < 2000
    assert read_scene(path, SCENARIOS) == with_tensors(LARGE)


def test_a_scene_without_a_path_embeds_every_number():
    assert json.loads(scene_text(with_tensors(LARGE)))["panels"]["left"]["scenario"]["tensors"]["query"][0][0] == -1


def test_saving_again_keeps_no_file_that_is_not_needed(tmp_path):
    path = tmp_path / "a.attn.json"
    (tmp_path / "a.tensors-mine.npz").write_bytes(b"not ours")
    write_scene(with_tensors(LARGE), path)
    write_scene(with_tensors(LARGE.with_cell("query", 0, 0, 2.0)), path)
    assert len(others(tmp_path)) == 2
    write_scene(SCENE, path)
    assert others(tmp_path) == ["a.tensors-mine.npz"]


def test_numbers_from_a_file_are_linked_while_the_file_holds_them(tmp_path):
    data = tmp_path / "data" / "mine.npz"
    data.parent.mkdir()
    np.savez(data, q=LARGE.query, k=LARGE.key, v=LARGE.value)
    scene = with_tensors(read_tensors(data).tensors)
    path = tmp_path / "a.attn.json"
    write_scene(scene, path)
    link = json.loads(path.read_text(encoding="utf-8"))["panels"]["left"]["scenario"]["tensors"]
    assert link["file"] == "data/mine.npz"
    assert read_scene(path, SCENARIOS).panels["left"].scenario.tensors.source == str(data)
    np.savez(data, q=LARGE.query + 1, k=LARGE.key, v=LARGE.value)
    with pytest.raises(FileFault, match=r"tensors: .*mine\.npz: it was changed since the scene was saved"):
        read_scene(path, SCENARIOS)
    write_scene(scene, path)
    assert read_scene(path, SCENARIOS) == scene
    data.unlink()
    write_scene(scene, path)
    assert read_scene(path, SCENARIOS) == scene


def test_a_link_holds_the_answers_that_were_given_and_nothing_is_asked_or_written_again(tmp_path):
    data, path = tmp_path / "mine.npz", tmp_path / "a.attn.json"
    batch = np.arange(2 * 3 * 50 * 30.0).reshape(2, 3, 50, 30) / 1e4
    np.savez(data, mine=batch, other=np.ones((3, 3)), mask=np.tri(50, 30, dtype=bool))
    answers = {
        "query": "", "key": "", "value": "", "weights": "mine", "first_axis": "batch", "batch": "1",
        "mask_true": "blocked", "causal": "no",
    }  # fmt: skip
    scene = with_tensors(read_tensors(data, answers).tensors)
    for _ in range(2):  # what was read from a scene is linked again
        write_scene(scene, path)
        assert others(tmp_path) == ["mine.npz"]
        link = json.loads(path.read_text(encoding="utf-8"))["panels"]["left"]["scenario"]["tensors"]
        assert link["answers"] == {name: answer for name, answer in answers.items() if name != "causal"}
        assert list(link["answers"]) == sorted(link["answers"])
        scene = read_scene(path, SCENARIOS)
        assert np.array_equal(scene.panels["left"].scenario.tensors.weights, batch[1])
    edited = scene.panels["left"].scenario.tensors
    assert (edited.source, dict(edited.answers)) == (str(data), link["answers"])


def test_an_answer_of_a_link_that_does_not_fit_is_a_fault_at_its_place(tmp_path):
    data, path = tmp_path / "mine.npz", tmp_path / "a.attn.json"
    np.savez(data, mine=np.ones((90, 90)) / 90)
    answers = {"query": "", "key": "", "value": "", "weights": "mine"}
    write_scene(with_tensors(read_tensors(data, answers).tensors), path)
    path.write_text(path.read_text("utf-8").replace('"weights": "mine"', '"weights": "gone"'), "utf-8")
    with pytest.raises(FileFault, match=r"left\.scenario\.tensors: .*answer to “weights”: expected one of “mine”, “”"):
        read_scene(path, SCENARIOS)


def test_a_link_to_a_missing_file_names_it(tmp_path):
    path = tmp_path / "a.attn.json"
    write_scene(with_tensors(LARGE), path)
    (tmp_path / others(tmp_path)[0]).unlink()
    with pytest.raises(FileFault, match=r"left\.scenario\.tensors\.arrays: .*a\.tensors-.*: there is no such file"):
        read_scene(path, SCENARIOS)


@pytest.mark.parametrize(
    "link",
    [
        {"file": "/etc/passwd"}, {"file": "C:\\x.npz"}, {"file": "\\\\server\\x.npz"}, {"resource": "../secret.npz"},
        {"file": 5}, {"file": "x.npz", "more": "y"}, {"file": "x.npz", "answers": 5},
        {"answers": {"query": "q"}}, {"file": "a\0b.npz"}, {"file": "\ud800.npz"},
        {"resource": "heads"},
        {"arrays": "x.npz"}, {"arrays": {"sha256": "x"}}, {"file": "a.attn.json"}, {"file": ""},
    ],
)  # fmt: skip
def test_a_link_that_leads_elsewhere_or_nowhere_is_a_fault_at_its_place(tmp_path, link):
    path = tmp_path / "a.attn.json"
    raw = json.loads(scene_text(SCENE))
    raw["panels"]["left"]["scenario"]["tensors"] = link
    path.write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(FileFault) as caught:
        read_scene(path, SCENARIOS)
    assert caught.value.faults[0].place.startswith("panels.left.scenario.tensors")


def test_shipped_numbers_are_linked_by_their_name_among_the_resources(tmp_path):
    tensors = read_tensors(resource_path("heads", "minilm_cat_tired.npz")).tensors
    assert tensors.source == "resource:heads/minilm_cat_tired.npz"
    path = tmp_path / "a.attn.json"
    write_scene(with_tensors(tensors), path)
    link = json.loads(path.read_text(encoding="utf-8"))["panels"]["left"]["scenario"]["tensors"]
    assert link["resource"] == "heads/minilm_cat_tired.npz"
    assert others(tmp_path) == []
    assert read_scene(path, SCENARIOS) == with_tensors(tensors)


def test_shipped_numbers_that_were_edited_are_written_out(tmp_path):
    tensors = read_tensors(resource_path("heads", "minilm_cat_tired.npz")).tensors.with_cell("query", 0, 0, 1.5)
    path = tmp_path / "a.attn.json"
    write_scene(with_tensors(tensors), path)
    assert len(others(tmp_path)) == 1
    assert read_scene(path, SCENARIOS) == with_tensors(tensors)
    assert str(tensors.origin.badge()) == "real model, all-MiniLM-L6-v2, edited by hand"


def test_f04_numbers_of_another_byte_order_are_saved_right(tmp_path):
    np.savez(tmp_path / "big.npz", q=np.array([[0, 1], [2, 3]], ">f4"), k=np.eye(2, dtype=">f8"), v=np.eye(2))
    scene = with_tensors(read_tensors(tmp_path / "big.npz").tensors)
    path = tmp_path / "a.attn.json"
    write_scene(scene, path)
    query = read_scene(path, SCENARIOS).panels["left"].scenario.tensors.query
    assert query.tolist() == [[0, 1], [2, 3]]
    assert query.dtype == np.float32


@pytest.mark.parametrize("step", ["open", "write", "fsync", "chmod", "replace"])
@pytest.mark.parametrize("tensors", [replace(LARGE, scale=2.0), Sample().tensors], ids=["two files", "one file"])
def test_e14_a_save_that_breaks_off_leaves_the_old_scene_whole_and_nothing_else(tmp_path, monkeypatch, step, tensors):
    path = tmp_path / "a.attn.json"
    old = with_tensors(LARGE)
    write_scene(old, path)
    before = others(tmp_path)

    def full(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    def broken_file(handle, _mode):
        os.close(handle)
        return _Full()

    class _Full:
        def __enter__(self):
            return self

        def __exit__(self, *_args):
            return None

        write = staticmethod(full)

    with monkeypatch.context() as patch:
        if step == "write":
            patch.setattr(atomic.os, "fdopen", broken_file)
        elif step == "chmod":
            patch.setattr(atomic.Path, "chmod", full)
        else:
            patch.setattr(atomic.os, step, full)
        with pytest.raises(FileFault, match=r"attn\.json: the disk is full|npz: the disk is full"):
            write_scene(with_tensors(tensors.with_cell("query", 0, 0, 0.5)), path)
    assert read_scene(path, SCENARIOS) == old
    assert others(tmp_path) == before
