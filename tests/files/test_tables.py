"""CSV files: one row a cell, for spreadsheets and for readers of CSV."""

import csv
import io
import os
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio import catalog
from attnstudio.files.tables import COLUMNS, csv_bytes, harmless
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.state.figures import Result
from attnstudio.state.tensors import TensorPack

NASTY = ("a,b", 'say "hi"', "two\nlines", "=1+1", "+x", "-y", "@z", "\tTab", "'quoted", "")


def result_of(**changes):
    return catalog.compute("attention", AttentionScenario().with_changes(**changes))


def rows_of(data):
    """Return the rows of a file as a standard reader gives them, without the head."""
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert tuple(rows[0]) == COLUMNS
    assert {len(row) for row in rows} == {len(COLUMNS)}
    return [dict(zip(COLUMNS, row, strict=True)) for row in rows[1:]]


def plain_text(cell):
    """Return the text that `harmless` was given."""
    return cell.removeprefix("'")


def matrix_of(rows, stage, shape):
    """Return a stage as an array, −∞ and missing numbers from their notes."""
    found = np.full(shape, np.nan)
    for row in rows:
        if row["stage"] == stage:
            note = {"masked −∞": -np.inf, "no number": np.nan}
            number = np.dtype(row["type"]).type(row["value"]) if row["value"] else note[row["note"]]
            found[int(row["row"]), int(row["column"])] = number
    return found


def test_every_stage_of_every_example_comes_back_number_for_number():
    from attnstudio.files.examples import examples

    for example in examples():
        scene = catalog.open_example(example.name).scene
        result = catalog.compute(scene.open_panel, scene.panels[scene.open_panel].scenario)
        rows = rows_of(csv_bytes(result))
        assert len(rows) == sum(matrix.values.size for matrix in result.matrices.values())
        for name, matrix in result.matrices.items():
            assert np.array_equal(matrix_of(rows, name, matrix.shape), matrix.values, equal_nan=True), (example, name)


def test_e07_every_row_ends_once_on_every_system(monkeypatch):
    monkeypatch.setattr(os, "linesep", "\r\n")
    data = csv_bytes(result_of())
    assert data.startswith(b"\xef\xbb\xbfstage,row,")
    assert data.endswith(b"\r\n")
    assert data.count(b"\n") == data.count(b"\r") == data.count(b"\r\n") == len(rows_of(data)) + 1


@pytest.mark.parametrize("locale_name", ["C", "de_DE.UTF-8"])
def test_e08_labels_with_commas_quotes_and_line_breaks_come_back_whatever_the_locale(monkeypatch, locale_name):
    monkeypatch.setenv("LC_ALL", locale_name)
    matrix = replace(result_of().matrices["key"], row_labels=NASTY[:3])
    rows = rows_of(csv_bytes(Result({"key": matrix}, {}, {})))
    labels = list(dict.fromkeys(row["row label"] for row in rows))
    assert tuple(map(plain_text, labels)) == NASTY[:3]
    assert np.array_equal(matrix_of(rows, "key", matrix.shape), matrix.values)


@given(st.text() | st.sampled_from(NASTY))
def test_no_label_is_a_formula_for_a_spreadsheet_and_each_can_be_had_back(text):
    cell = harmless(text)
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert plain_text(cell) == text


def test_a_masked_cell_says_that_it_is_masked_as_a_logit_and_as_a_weight():
    rows = rows_of(csv_bytes(result_of(padding=frozenset({1}))))
    cells = {(row["stage"], row["column"]): (row["value"], row["note"]) for row in rows}
    assert cells["masked_logits", "1"] == ("", "masked −∞")
    assert cells["weights", "1"] == ("0.0", "masked")
    assert cells["logits", "1"] == ("0.0", "")


def test_a01_a_row_without_a_key_is_zeros_that_say_so():
    rows = rows_of(csv_bytes(result_of(padding=frozenset({0, 1, 2}))))
    assert {(row["value"], row["note"]) for row in rows if row["stage"] == "output"} == {("0.0", "no key")}
    assert {(row["value"], row["note"]) for row in rows if row["stage"] == "weights"} == {("0.0", "masked")}


def test_a_missing_number_of_stored_weights_has_no_value():
    pack = TensorPack(weights=np.array([[0.5, np.nan]]))
    rows = rows_of(csv_bytes(result_of(tensors=pack)))
    assert [(row["value"], row["note"]) for row in rows] == [("0.5", ""), ("", "no number")]


@pytest.mark.parametrize("panel", catalog.NAMES)
def test_a_covered_stage_is_one_row_and_none_of_its_numbers_is_in_the_file(panel):
    scenario = catalog.panel_named(panel).scenario()
    for stage in scenario.stages:
        shown = catalog.cover(panel, catalog.compute(panel, scenario), frozenset({stage}))
        rows = rows_of(csv_bytes(shown))
        for name in (name for name, matrix in shown.matrices.items() if matrix.covered):
            of_stage = [row for row in rows if row["stage"] == name]
            assert len(of_stage) == 1
            assert {value for key, value in of_stage[0].items() if key not in ("stage", "note")} == {""}
            assert of_stage[0]["note"] == "covered"


@pytest.mark.parametrize("panel", ["attention", "heads"])
def test_a_line_break_in_a_token_comes_back_as_itself_and_so_does_its_sign(panel):
    tokens = ("\n", "⏎", " two\nlines", "a", "a\n", "a\n")
    eye = np.eye(len(tokens))
    pack = TensorPack(query=eye, key=eye, value=eye, query_tokens=tokens, key_tokens=tokens)
    result = catalog.final(panel, catalog.panel_named(panel).opened(pack))
    labels = [plain_text(row["row label"]) for row in rows_of(csv_bytes(result)) if row["stage"] == "weights"]
    assert list(dict.fromkeys(labels)) == ["\n₁", "⏎₂", "two\nlines", "a", "a\n₅", "a\n₆"]
