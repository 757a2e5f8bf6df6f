"""Named quantities: every name against a count by hand, indices in every form, and words where there is no number."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio import catalog
from attnstudio.state import quantities
from attnstudio.state.quantities import measured, quantity_from_text
from attnstudio.state.quantity_measures import INDEXED, OF_NAMED, WHOLE, Moment

ATTENTION = catalog.panel_named("attention").scenario
WORKED = ATTENTION()
WEIGHTS = np.exp([1, 0, 0.5]) / np.exp([1, 0, 0.5]).sum()
JACOBIAN_NORM = np.linalg.norm(np.diag(WEIGHTS) - np.outer(WEIGHTS, WEIGHTS))
TOY = catalog.open_example("toy-sentence").scene.panels["attention"].scenario


def moment(scenario, panel="attention", covered=()):
    result = catalog.compute(panel, scenario)
    return Moment(scenario, catalog.cover(panel, result, frozenset(covered)) if covered else result)


def of(text, scenario=WORKED, start=None, **more):
    now = moment(scenario, **more)
    return measured(quantity_from_text(text), now, now if start is None else moment(start))


def with_key(scenario, i, row):
    return scenario.with_changes(tensors=scenario.tensors.with_row("key", i, row))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("score[q,1]", 2), ("score[q,k₃]", 1), ("logit[q,k3]", 0.5), ("masked_logit[1,3]", 0.5), ("exp[q,1]", math.e),
        ("weight[q,k]", math.e / (math.e + 1 + math.e**0.5)), ("query[q,3]", 1), ("key[2,4]", 1), ("value[k,1]", 2),
        ("output[q,1]", 1.320157), ("row_sum[q]", 1), ("max_weight[q]", 0.506480), ("jacobian_norm[q]", JACOBIAN_NORM),
        ("leak[q]", 0), ("cos[q,3]", 0.5), ("angle[q,k3]", 60), ("length[q]", 2**0.5), ("length[k]", 2**0.5),
        ("length[v1]", 2), ("length[z]", (1.320157**2 + 0.679843**2) ** 0.5), ("void_rows", 0), ("row_sum_error", 0),
        ("largest_leak", 0), ("changed(weights)", 0), ("least_changed(scores)", 0), ("touched", 0),
        ("touched(temperature)", 0), ("max_weight", 0.506480), (" weight[ q , 1 ] ", 0.506480),
    ],
)  # fmt: skip
def test_every_name_is_what_a_count_by_hand_gives_on_the_worked_example(text, value):
    assert of(text) == pytest.approx(value, abs=1e-6)


def test_entropy_share_counts_only_what_a_mask_allows():
    assert of("entropy_share[q]") == pytest.approx(-(WEIGHTS * np.log(WEIGHTS)).sum() / np.log(3))
    assert of("entropy_share[q]", WORKED.with_changes(divide_by="d_k", padding=frozenset({1, 2}))) == 0


def test_tokens_are_reached_by_label_with_or_without_subscripts_and_by_position_from_1():
    same = {of(f"weight[sat,{key}]", TOY) for key in ("the₅", "the5", "5")}
    assert len(same) == 1
    assert of("weight[sat,the1]", TOY) != same.pop()


def test_q_and_k_are_the_selected_ones_and_follow_the_selection():
    chosen = TOY.with_changes(selected_query=3, selected_key=5)
    assert of("weight[q,k]", chosen) == of("weight[on,mat]", TOY) == pytest.approx(0.455, abs=5e-4)
    beyond = TOY.with_changes(selected_query=300)
    assert of("weight[q,1]", beyond) == of("weight[mat,1]", TOY)


def test_labels_with_brackets_are_reached():
    scenario = TOY.with_changes(
        tensors=catalog.open_example("real-cat-minilm").scene.panels["attention"].scenario.tensors
    )
    assert of("weight[it,[CLS]]", scenario) == of("weight[it,1]", scenario)


@pytest.mark.parametrize("text", ["spread", "median_gradient", "raw_law_spread", "weight[q,2]", "jacobian_norm[q]"])
def test_a_panels_own_quantities_and_its_one_row_are_measured(text):
    scenario = catalog.panel_named("scaling").scenario()
    assert isinstance(of(text, scenario, panel="scaling"), float)


def test_changes_count_from_the_start_of_the_step():
    moved = with_key(WORKED, 1, [0, 1, 0, 3])
    assert of("changed(key)", moved, WORKED) == 2
    assert of("least_changed(key)", moved, WORKED) == 0
    assert of("changed(scores)", moved, WORKED) == 0
    assert of("touched", moved.with_changes(selected_key=2, temperature=2), WORKED) == 2
    assert of("touched(tensors)", moved, WORKED) == 1


def test_a_masked_logit_is_minus_infinity_and_has_not_changed_from_itself():
    causal = TOY.with_changes(causal="top-left")
    assert of("masked_logit[the1,cat]", causal) == -math.inf
    assert of("changed(masked_logits)", causal, causal) == 0
    assert of("changed(masked_logits)", causal, TOY) == math.inf


def test_leaks_void_rows_and_row_sums_show_what_wrong_masks_break():
    causal = TOY.with_changes(causal="top-left")
    assert of("leak[the1]", causal.with_changes(mask_as="zero_before")) == pytest.approx(0.8918, abs=5e-5)
    assert of("row_sum_error", causal.with_changes(mask_as="zero_after")) == pytest.approx(0.9229, abs=5e-5)
    one_row = TOY.with_changes(custom=frozenset((2, j) for j in range(6)))
    assert (of("void_rows", one_row), of("row_sum[sat]", one_row)) == (1, 0)
    assert of("row_sum_error", one_row) < 1e-9


def test_asymmetry_is_that_of_the_scores():
    tensors = TOY.tensors
    scores = tensors.query @ tensors.key.T
    assert of("asymmetry", TOY) == pytest.approx(np.linalg.norm(scores - scores.T) / np.linalg.norm(scores))
    assert of("asymmetry", TOY.with_changes(tensors=replace(tensors, query=tensors.key))) == pytest.approx(0)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("weight[q,7]", "there is no key 7: it is one of k₁, k₂, k₃, or a position from 1 to 3"),
        ("weight[q,0]", "from 1 to 3"),
        ("weight[dog,1]", "there is no query dog"),
        ("output[q,c]", "there is no component c"),
        ("length[w]", "q, k, v, z"),
        ("length[w]", "there is no vector w: it is one of q, k, v, z, or one with a position, as k2"),
        ("length[k9]", "from 1 to 3"),
        ("changed(nothing)", "this panel has no nothing now"),
        ("touched(nothing)", "this panel has no field nothing"),
        ("spread", "no quantity spread is shown here; there are max_weight"),
        ("asymmetry", "as many queries as keys"),
    ],
)
def test_where_there_is_no_number_words_say_why(text, told):
    assert told in str(of(text))


def test_covered_numbers_are_words_and_never_numbers():
    covered = {"covered": ("weights", "output")}
    for text in (
        "weight[q,1]",
        "row_sum[q]",
        "entropy_share[q]",
        "jacobian_norm[q]",
        "output[q,1]",
        "changed(weights)",
    ):
        assert "is covered" in str(of(text, **covered)), text
    assert isinstance(of("logit[q,1]", **covered), float)
    assert not isinstance(of("max_weight", **covered), float)


def test_what_has_another_size_than_at_the_start_has_no_change():
    wider = WORKED.with_changes(tensors=WORKED.tensors.resized(T_q=1, T_k=4, d_k=4, d_v=2))
    assert "another size" in str(of("changed(weights)", wider, WORKED))
    assert of("changed(output)", wider, WORKED) > 0


@pytest.mark.parametrize(
    "text",
    ["", "weigth[q,k]", "weight[q]", "weight[q,k,1]", "weight[,]", "row_sum[q", "changed[weights]", "__import__('os')",
     "weight[q,k]+1", "leak(q)", 5, None, "a b", "shape(weights)"],
)  # fmt: skip
def test_what_is_no_quantity_is_refused_with_what_there_is(text):
    with pytest.raises(ValueError, match="expected"):
        quantity_from_text(text)


@pytest.mark.parametrize("text", ["weight[q,[CLS]]", "changed(weights)", "touched", "spread", "length[k₂]"])
def test_a_quantity_is_written_as_it_was_read(text):
    assert str(quantity_from_text(text)) == text


NOW = moment(TOY)
NAMES = st.sampled_from([*INDEXED, *OF_NAMED, *WHOLE, "spread", "touched", "nonsense"])
INDICES = st.sampled_from(
    ["q", "k", "c", "v", "1", "2", "99", "the5", "sat", "k₁", "weights", "tensors", "", "é[]", "0" * 99]
)


@given(NAMES, st.lists(INDICES, max_size=3), st.sampled_from(["[]", "()", ""]))
def test_anything_written_is_a_number_or_words_or_refused(name, indices, brackets):
    text = name + (brackets and brackets[0] + ",".join(indices) + brackets[1])
    try:
        quantity = quantity_from_text(text)
    except ValueError:
        return
    value = measured(quantity, NOW, NOW)
    assert isinstance(value, float) or str(value)


@pytest.mark.parametrize("panel", catalog.NAMES)
def test_the_vocabulary_names_all_that_a_panel_measures(panel):
    told = set(re.findall(r"``(\w+)``", quantities.__doc__))
    measured_here = moment(catalog.panel_named(panel).scenario(), panel).result.quantities
    assert {name.removeprefix("raw_") for name in measured_here} <= told
