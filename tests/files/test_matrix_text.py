"""A matrix as text for the clipboard."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnstudio import catalog
from attnstudio.files.matrix_text import latex, markdown, numpy_text, tab_separated
from attnstudio.panels.attention.scenario import AttentionScenario

FORMS = (latex, numpy_text, markdown, tab_separated)


def matrix(name="masked_logits", **changes):
    return catalog.compute("attention", AttentionScenario().with_changes(**changes)).matrices[name]


MASKED = matrix(padding=frozenset({1}))


def test_latex_is_an_array_with_labels_and_the_sign_of_infinity():
    assert latex(MASKED).splitlines()[1:] == [
        r"\begin{array}{r|rrr}",
        r"& \mbox{k}_{1} & \mbox{k}_{2} & \mbox{k}_{3} \\ \hline",
        r"\mbox{q} & 1.0 & -\infty & 0.5",
        r"\end{array}",
    ]


def test_latex_takes_no_token_for_a_command():
    text = latex(replace(MASKED, column_labels=("\\input{x}", "50%_#&", "$~^")))
    assert r"\textbackslash{}input\{x\}" in text
    assert r"50\%\_\#\&" in text
    assert r"\$\textasciitilde{}\textasciicircum{}" in text


def test_a_tiny_number_in_latex_is_a_power_of_ten():
    assert r"1.5 \cdot 10^{-12}" in latex(replace(MASKED, values=np.array([[1.5e-12, 0.0, 1.0]])))


@given(hnp.arrays(np.float64, (2, 3), elements=st.floats(-1e6, 1e6) | st.sampled_from([-np.inf, np.nan])))
def test_the_text_for_numpy_gives_the_same_array(values):
    shown = replace(MASKED, values=values, row_labels=("a", "b\nimport os"))
    made = eval(numpy_text(shown), {"np": np})
    assert np.array_equal(made, values, equal_nan=True)


def test_the_text_for_numpy_names_the_type_of_the_numbers():
    third = np.full((1, 3), np.float32(1) / 3, np.float64)
    made = eval(numpy_text(replace(MASKED, values=third)), {"np": np})
    assert (made.dtype, made.astype(np.float64).tobytes()) == (np.float32, third.tobytes())


def test_markdown_is_a_table_with_labels():
    assert markdown(MASKED).splitlines() == [
        "|  | k₁ | k₂ | k₃ |",
        "| --- | ---: | ---: | ---: |",
        "| q | 1.0 | −∞ | 0.5 |",
    ]
    assert r"| a\|b |" in markdown(replace(MASKED, row_labels=("a|b",)))


def test_tabs_stand_between_the_columns_and_tokens_are_no_formulas():
    text = tab_separated(replace(MASKED, row_labels=("=1\t+1",)))
    assert text == "\tk₁\tk₂\tk₃\n'=1 +1\t1.0\t−∞\t0.5\n"


@pytest.mark.parametrize("form", FORMS)
def test_digits_that_were_asked_for_are_those_of_the_text_and_said(form):
    text = form(replace(MASKED, values=np.full((1, 3), 2 / 3)), 2)
    assert text.count("0.67") == 3
    assert "0.66" not in text
    assert form is tab_separated or "ounded to 2 digits" in text


@pytest.mark.parametrize("form", FORMS)
def test_a_covered_matrix_is_refused_in_words(form):
    covered = catalog.cover("attention", catalog.compute("attention", AttentionScenario()), frozenset({"weights"}))
    with pytest.raises(ValueError, match="weights α: it is covered"):
        form(covered.matrices["weights"])


@pytest.mark.parametrize("form", [markdown, tab_separated])
@pytest.mark.parametrize("digits", [None, 3])
def test_negative_numbers_are_read_by_programs(form, digits):
    text = form(replace(MASKED, values=np.array([[-1.5, 0.25, -2e-9]])), digits)
    row = next(line for line in text.splitlines() if "1.5" in line)
    cells = [cell.strip() for cell in row.strip("| ").replace("\t", "|").split("|")][1:]
    assert list(map(float, cells)) == pytest.approx([-1.5, 0.25, -2e-9], abs=5e-4 if digits else 0)
    assert form is tab_separated or digits is None or "Rounded to 3 digits" in text
