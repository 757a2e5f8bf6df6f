"""Bad scene files: every fault is said with its place, and only a FileFault comes out."""

import codecs
import json
import time

import pytest
from file_scenarios import SCENARIOS, SCENE

from attnstudio.files import strict_json
from attnstudio.files.faults import FileFault
from attnstudio.files.scenes import read_scene, scene_text
from attnstudio.files.strict_json import json_text

TEXT = scene_text(SCENE)
SCENARIO = "panels.left.scenario"
DEEP = "[" * 100_000 + "]" * 100_000
ONE = {"query": [[1]], "key": [[1]], "value": [[1]]}


def refused(tmp_path, content):
    """Return what is said of a scene file with this content."""
    path = tmp_path / "bad.attn.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    with pytest.raises(FileFault) as caught:
        read_scene(path, SCENARIOS)
    assert str(path) in str(caught.value)
    return caught.value


def faults(tmp_path, **changes):
    """Return the faults of a scene whose left Scenario has these changes."""
    raw = json.loads(TEXT)
    raw["panels"]["left"]["scenario"] |= changes
    return [str(fault) for fault in refused(tmp_path, json.dumps(raw)).faults]


@pytest.mark.parametrize("value", ["NaN", "-Infinity", "1e999", "Infinity"])
def test_f21_e15_numbers_that_are_not_finite_are_refused_with_their_place(tmp_path, value):
    got = refused(tmp_path, TEXT.replace("[1, 0, 0]", f"[1, {value}, 0]", 1)).faults
    assert got[0].place == f"{SCENARIO}.tensors.query[0][1]"
    assert got[0].problem.startswith("expected a finite number, got ")
    got = refused(tmp_path, TEXT.replace('"temperature": 1.0', f'"temperature": {value}')).faults
    assert [fault.place for fault in got] == [f"{SCENARIO}.temperature"]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('"version": 1', '"version": 1, "version": 2', "version"),
        ('"heads": 1', '"heads": 2, "bold": false, "heads": 4', "heads"),
        ('"kind": "toy"', '"kind": "toy", "kind": "real"', "kind"),
    ],
)
def test_f20_a_key_that_stands_twice_is_refused_by_name(tmp_path, old, new, key):
    assert f"the key '{key}' stands twice" in str(refused(tmp_path, TEXT.replace(old, new, 1)))


@pytest.mark.parametrize(
    "content", [DEEP, '{"a":' * 100_000, TEXT.replace('"A scene"', DEEP)], ids=["lists", "objects", "field"]
)
def test_f22_deep_nesting_is_refused_in_less_than_a_second(tmp_path, content):
    start = time.process_time()
    assert "nested too deep" in str(refused(tmp_path, content))
    assert time.process_time() - start < 1


def test_f22_nesting_that_json_can_read_is_a_fault_of_its_field(tmp_path):
    deep = "[" * 900 + "]" * 900
    assert refused(tmp_path, TEXT.replace('"A scene"', deep)).faults[0].place == "title"
    assert refused(tmp_path, TEXT.replace("[1, 0, 0]", deep, 1)).faults[0].place == f"{SCENARIO}.tensors.query"
    assert refused(tmp_path, TEXT.replace('"custom": []', f'"custom": {deep}')).faults[0].place == f"{SCENARIO}.custom"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"heads": True}, "heads: expected a whole number from 1 to 12, got True"),
        ({"heads": "8"}, "heads: expected a whole number from 1 to 12, got '8'"),
        ({"heads": 0}, "heads: expected a whole number from 1 to 12, got 0"),
        ({"heads": -1}, "heads: expected a whole number from 1 to 12, got -1"),
        ({"heads": 1.0}, "heads: expected a whole number from 1 to 12, got 1.0"),
        ({"temperature": 0}, "temperature: expected a number from 0.05 to 20.00, got 0"),
        ({"temperature": -1}, "temperature: expected a number from 0.05 to 20.00, got -1"),
        ({"temperature": 1e-308}, "temperature: expected a number from 0.05 to 20.00, got 1e-308"),
        ({"temperature": True}, "temperature: expected a number, got True"),
        ({"divide_by": "half"}, "divide_by: expected one of one, d_k, got 'half'"),
        ({"bold": 1}, "bold: expected true or false, got 1"),
        ({"padding": [1, True]}, "padding: expected a position counted from 0, got True"),
        ({"custom": [[0]]}, "custom: expected a [row, column] cell counted from 0, got (0,)"),
        ({"tensors": ONE | {"query": [[True]]}}, "tensors.query[0][0]: expected a number, got True"),
        ({"tensors": ONE | {"key_tokens": [5]}}, "tensors.key_tokens[0]: expected text, got 5"),
        ({"tensors": ONE | {"key_tokens": ["a", "b"]}}, "tensors.key_tokens: expected 1, one for each key, got 2"),
        ({"tensors": ONE | {"query": []}}, "tensors.query: expected 2 axes"),
        ({"tensors": ONE | {"scale": 0}}, "tensors.scale: expected a number above 0, got 0"),
        ({"tensors": None}, "tensors: expected an object with query, key and value, or with weights, got None"),
        ({"d_model": 8}, "d_model: no such name; the names here are tensors, temperature"),
    ],
)  # fmt: skip
def test_f24_a26_a27_a29_a_wrong_field_is_named_with_what_is_allowed(tmp_path, changes, said):
    (fault,) = faults(tmp_path, **changes)
    assert fault.startswith(f"{SCENARIO}.{said}")


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"covered": ["weights", "steam"]}, ["covered: expected stages of scores, weights, output, got steam"]),
        ({"covered": "weights"}, ["covered: expected a list of stages, got 'weights'"]),
        ({"covered": ["weights", 5]}, ["covered: expected text, got 5"]),
        ({"orientation": "sideways"}, ["orientation: expected rows or columns, got 'sideways'"]),
        ({"orientation": None}, ["orientation: expected rows or columns, got None"]),
        ({"pinned": 5}, ["pinned: expected an object, got 5"]),
        ({"pinned": {"heads": 0}}, ["pinned.heads: expected a whole number from 1 to 12, got 0"]),
        ({"pinned": {"head": 1}}, ["pinned.head: no such name; the names here are tensors, temperature, heads,"]),
        (
            {"pinned": {"tensors": ONE | {"query": [[1], [True]]}}},
            ["pinned.tensors.query[1][0]: expected a number, got True"],
        ),
        (
            {"covered": ["steam"], "orientation": [], "pinned": {"temperature": 0}},
            [
                "pinned.temperature: expected a number from 0.05",
                "covered: expected stages of scores",
                "orientation: expected rows",
            ],
        ),
    ],
)
def test_a_wrong_cover_turn_or_pin_is_named_with_its_place(tmp_path, changes, faults):
    raw = json.loads(TEXT)
    raw["panels"]["left"] |= changes
    told = [str(fault) for fault in refused(tmp_path, json.dumps(raw)).faults]
    assert len(told) == len(faults)
    for got, expected in zip(told, faults, strict=True):
        assert got.startswith(f"panels.left.{expected}")


def test_every_fault_is_told_at_once(tmp_path):
    raw = json.loads(TEXT)
    raw["titel"] = "x"
    raw["open_panel"] = "middle"
    raw["panels"]["middle"] = {}
    raw["panels"]["left"] |= {"orientation": "sideways", "covered": "all", "pinned": {"heads": 0}}
    raw["panels"]["left"]["scenario"] |= {"heads": 99, "temperature": None}
    raw["panels"]["right"] = []
    told = refused(tmp_path, json.dumps(raw))
    assert {fault.place for fault in told.faults} == {
        "titel", "open_panel", "panels.middle", "panels.left.orientation", "panels.left.covered",
        "panels.left.pinned.heads", f"{SCENARIO}.heads", f"{SCENARIO}.temperature", "panels.right",
    }  # fmt: skip
    assert len(str(told).splitlines()) == 1 + len(told.faults)


def test_a_message_stays_readable_with_many_faults(tmp_path):
    raw = json.loads(TEXT) | {f"x{i}": i for i in range(1000)}
    text = str(refused(tmp_path, json.dumps(raw)))
    assert "1000 faults" in text
    assert text.endswith("… and 980 more")
    assert len(text) < 10_000


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "this is not JSON"),
        (TEXT[:200], "this is not JSON"),
        ("{'format': 1}", "line 1, column 2: this is not JSON"),
        ("[]", "this is JSON, but no scene"),
        ('{"cells": [], "nbformat": 4}', 'no scene: expected "format": "attnstudio scene"'),
        (TEXT.replace('"version": 1', '"version": 2'), "a newer attnstudio wrote this scene (version 2); this"),
        (TEXT.replace('"version": 1', '"version": true'), "version: expected the number 1, got True"),
        (TEXT.replace('"version": 1,', ""), "version: expected the number 1, got None"),
        (TEXT.replace('"A scene"', "5"), "title: expected text, got 5"),
        (TEXT.replace('"A scene"', '"\\ud800"'), "title: expected text"),
        (TEXT.replace('"heads": 1', f'"heads": {"9" * 5000}'), "heads: this number has more digits than"),
        (TEXT.replace('"heads": 1', f'"heads": {"9" * 4000}'), "heads: expected a whole number"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "expected text in UTF-8, got UTF-16"),
        (TEXT.encode("utf-16-be"), "expected text in UTF-8, got UTF-16"),
        (TEXT.replace("A scene", "Ä").encode("latin-1"), "expected text in UTF-8, got the byte 0xc4 in line 4"),
        (b"\x80\x04\x95", "expected text in UTF-8, got the byte 0x80 in line 1"),
    ],
)  # fmt: skip
def test_what_is_no_scene_is_said_in_words(tmp_path, content, said):
    assert said in str(refused(tmp_path, content))


def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(strict_json, "LARGEST_FILE", 100)
    assert "expected at most 100 bytes of JSON, got" in str(refused(tmp_path, TEXT))


def test_a_shape_without_a_number_is_refused_by_the_writer():
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_text({"x": [float("nan")]})
