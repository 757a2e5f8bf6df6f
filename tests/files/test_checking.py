"""Checking a file: every fault with its place, and what it leaves open as notes."""

import json

import numpy as np
import pytest
from file_scenarios import SCENARIOS, SCENE

from attnstudio.files.checking import checked
from attnstudio.files.opening import open_file
from attnstudio.files.scenes import scene_text

QKV = {"q": np.eye(2, 3), "k": np.eye(4, 3), "v": np.eye(4, 2)}


def of(path):
    """Return what is found where a file is opened and its tensors are not shown."""
    notes = []

    def noted(opened):
        notes.extend(opened.notices)
        return SCENE

    def opened(path):
        open_file(path, SCENARIOS, noted)
        return notes

    return checked(path, opened)


def arrays(path, **named):
    np.savez(path, **named)
    return of(path)


def test_good_files_have_no_faults(tmp_path):
    (tmp_path / "a.attn.json").write_text(scene_text(SCENE), encoding="utf-8")
    assert of(tmp_path / "a.attn.json").faults == ()
    assert arrays(tmp_path / "a.npz", **QKV).faults == ()


def test_every_fault_of_a_scene_is_named_with_its_json_path(tmp_path):
    raw = json.loads(scene_text(SCENE))
    raw["panels"]["left"]["scenario"] |= {"heads": True, "bold": 1}
    raw["panels"]["left"]["scenario"]["tensors"]["query"] = [[1, "x", 0], [None, 0, 0]]
    text = (
        json.dumps(raw)
        .replace('"title": "A scene"', '"title": 5, "title": 6')
        .replace('"bold": 1', '"bold": 1, "bold": 2')
    )
    (tmp_path / "a.attn.json").write_text(text, encoding="utf-8")
    faults = of(tmp_path / "a.attn.json").faults
    scenario = "panels.left.scenario"
    assert [fault.partition(":")[0] for fault in faults] == [
        "the key 'title' stands twice in one object", scenario, "title", f"{scenario}.tensors.query[0][1]",
        f"{scenario}.tensors.query[1][0]", f"{scenario}.heads", f"{scenario}.bold",
    ]  # fmt: skip


def test_every_array_with_wrong_numbers_is_one_fault_with_the_first_index_and_the_count_of_the_others(tmp_path):
    bad = {"q": np.array([[0.0, np.nan, 0], [0, 0, np.inf]]), "v": np.full((4, 2), 2e6)}
    faults = arrays(tmp_path / "a.npz", **(QKV | bad)).faults
    assert faults == (
        "q[0, 1]: expected a finite number of at most 10⁶ in size, got nan; further wrong places: 1",
        "v[0, 0]: expected a finite number of at most 10⁶ in size, got 2000000.0; further wrong places: 7",
    )


def test_words_and_arrays_are_wrong_at_once(tmp_path):
    faults = arrays(tmp_path / "a.npz", **QKV, scale=0.0, tokens=np.array(["a"]), layers=np.array([0.5])).faults
    assert [fault.partition(":")[0] for fault in faults] == ["layers", "scale", "tokens", "tokens"]


def test_open_questions_are_notes_and_no_faults(tmp_path):
    open_only = arrays(tmp_path / "a.npz", **QKV, causal=True, mask=np.ones((2, 4), bool))
    assert open_only.faults == ()
    assert [note.partition(":")[0] for note in open_only.notes] == ["causal", "mask"]
    both = arrays(tmp_path / "a.npz", **QKV, causal=True, scale=0.0)
    assert [fault.partition(":")[0] for fault in both.faults] == ["scale"]
    assert [note.partition(":")[0] for note in both.notes] == ["causal"]


def test_what_is_told_on_opening_is_a_note(tmp_path):
    assert arrays(tmp_path / "a.npz", weights=np.ones((2, 2))).notes == (
        "Rows do not sum to 1: the smallest sum is 2.000, the largest 2.000. The weights are shown as stored.",
    )


@pytest.mark.parametrize("content", [b"", b"Hello", b"{", b"PK"])
def test_what_is_no_file_of_ours_is_one_fault(tmp_path, content):
    (tmp_path / "a.npz").write_bytes(content)
    assert len(of(tmp_path / "a.npz").faults) == 1


def test_a_list_of_tokens_that_fits_neither_queries_nor_keys_says_whose_count_is_which(tmp_path):
    faults = arrays(tmp_path / "a.npz", **QKV, tokens=np.array(["a"])).faults
    attention = "tokens, one for each row or column of the attention"
    assert faults == (
        f"tokens: expected 2 {attention} (queries), got 1",
        f"tokens: expected 4 {attention} (keys), got 1",
    )


def test_a_damaged_array_is_a_fault_though_another_could_stand_in_for_it(tmp_path):
    path = tmp_path / "a.npz"
    np.savez(path, **(QKV | {"q": np.full((2, 3), 7.0)}), spare=QKV["q"])
    data = bytearray(path.read_bytes())
    data[data.index(np.full(6, 7.0).tobytes()) + 3] ^= 1
    path.write_bytes(data)
    found = of(path)
    assert [fault.partition(" (")[0] for fault in found.faults] == ["q: it is damaged"]
    assert found.notes == ()
