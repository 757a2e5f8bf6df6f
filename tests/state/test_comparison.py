"""Two Results side by side: common limits, the difference where there is one, and words for what is not compared."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stage_matrices import stage

from attnstudio.panels.attention.compute import compute
from attnstudio.panels.attention.scenario import AttentionScenario, randomised, with_component, with_sizes
from attnstudio.state.comparison import compared, differences
from attnstudio.state.figures import NO_TEXT, Result
from attnstudio.state.message import Message
from attnstudio.state.tensors import TensorPack

LOGITS = {"name": "masked_logits", "title": Message("masked logits"), "kind": "score", "limits": (-3.0, 3.0)}
START = AttentionScenario()


def result(*matrices):
    return Result(matrices={matrix.name: matrix for matrix in matrices}, quantities={}, captions={})


def three(a, b):
    """Return A, B and their difference for one matrix."""
    return compared(result(a), result(b)).matrices[a.name]


def test_a_and_b_are_titled_and_stand_on_common_limits_and_digits():
    a, b, difference = three(
        stage([1, 2], **LOGITS | {"limits": (-2.0, 2.0)}, digits=1), stage([3, 5], **LOGITS | {"limits": (-5.0, 5.0)})
    )
    assert [str(m.title) for m in (a, b, difference)] == [
        "A: masked logits",
        "B: masked logits",
        "B − A: masked logits",
    ]
    assert [m.limits for m in (a, b, difference)] == [(-5, 5)] * 3
    assert [m.digits for m in (a, b, difference)] == [3] * 3
    assert (a.values.tolist(), b.values.tolist()) == ([[1, 2]], [[3, 5]])
    assert difference.values.tolist() == [[2, 3]]


def test_the_difference_of_weights_spans_minus_one_to_one_in_diverging_colours():
    a, b, difference = three(stage([0.2, 0.8]), stage([0.7, 0.3]))
    assert (a.limits, b.limits) == ((0, 1), (0, 1))
    assert (difference.kind, difference.limits) == ("score", (-1, 1))
    assert difference.values[0].tolist() == pytest.approx([0.5, -0.5])
    assert not difference.values.flags.writeable


def test_only_the_live_side_can_be_edited_and_painted():
    a, b, difference = three(*[stage([1, 2], editable=True, paintable=True)] * 2)
    assert [(m.editable, m.paintable) for m in (a, b, difference)] == [(False, False), (True, True), (False, False)]


def test_the_subtitle_of_each_side_stays_and_the_difference_has_none():
    a, b, difference = three(stage([1], subtitle=Message("÷ √4")), stage([1], subtitle=Message("÷ 4")))
    assert [str(m.subtitle) for m in (a, b)] == ["÷ √4", "÷ 4"]
    assert difference.subtitle == NO_TEXT


@pytest.mark.parametrize("kind", ["weight", "score"])
def test_a_cell_masked_in_both_has_no_difference_and_is_blocked(kind):
    empty = 0.0 if kind == "weight" else -math.inf
    blocked = np.array([[False, True, True]])
    a = stage([0.4, empty, empty], kind=kind, blocked=blocked)
    b = stage([0.5, empty, 0.5], kind=kind, blocked=np.array([[False, True, False]]))
    difference = three(a, b)[2]
    assert difference.blocked.tolist() == [[False, True, False]]
    assert difference.values[0, :2].tolist() == pytest.approx([0.1, 0])


@pytest.mark.parametrize("swapped", [False, True])
def test_a_cell_masked_in_one_has_a_difference_of_weights_and_no_value_of_logits(swapped):
    blocked = np.array([[False, True]])
    weights = [stage([1, 0], blocked=blocked), stage([0.7, 0.3])]
    logits = [stage([1, -math.inf], kind="score", blocked=blocked), stage([1, 2], kind="score")]
    order = slice(None, None, -1 if swapped else 1)
    assert three(*weights[order])[2].values[0].tolist() == pytest.approx([0.3, -0.3] if swapped else [-0.3, 0.3])
    difference = three(*logits[order])[2]
    assert difference.blocked is None
    assert difference.values[0, 0] == 0
    assert math.isnan(difference.values[0, 1])


def test_where_either_has_no_number_the_difference_has_none():
    difference = three(stage([math.nan, 0.5, math.nan]), stage([0.5, math.nan, math.nan]))[2]
    assert np.isnan(difference.values).all()


def test_marked_rows_are_those_that_both_mark():
    a = stage([[0, 0], [0, 1], [1, 0]], void_rows=frozenset({0, 1}), dimmed_rows=frozenset({2}))
    b = stage([[0, 0], [0, 1], [1, 0]], void_rows=frozenset({0}), dimmed_rows=frozenset({1, 2}))
    difference = three(a, b)[2]
    assert (difference.void_rows, difference.dimmed_rows) == (frozenset({0}), frozenset({2}))


@pytest.mark.parametrize("sides", [(True, False), (False, True), (True, True)])
def test_what_is_covered_on_a_side_has_a_covered_difference_without_numbers(sides):
    hidden = stage([math.nan, math.nan], covered=True, blocked=np.array([[False, True]]))
    shown = stage([1, 0], blocked=np.array([[False, True]]))
    a, b, difference = three(*(hidden if side else shown for side in sides))
    assert (a.covered, b.covered, difference.covered) == (*sides, True)
    assert np.isnan(difference.values).all()
    assert difference.blocked.tolist() == [[False, True]]


def test_different_shapes_stand_side_by_side_without_a_difference_and_it_is_said():
    logits = {"a": stage([1, 2, 3], **LOGITS), "b": stage([1, 2], **LOGITS)}
    comparison = compared(
        result(stage([1, 0, 0]), logits["a"], stage([4], name="output", title=Message("output"))),
        result(stage([1, 0]), logits["b"], stage([5], name="output", title=Message("output"))),
    )
    assert comparison.matrices["weights"][2] is None
    assert comparison.matrices["weights"][0].shape == (1, 3)
    assert comparison.matrices["output"][2].values.tolist() == [[1]]
    shapes = "weights, masked logits (query × key) 1 × 3 and 1 × 2"
    assert str(comparison.note) == f"There is no B − A where the shapes differ: {shapes}."


def test_shapes_of_inputs_are_named_only_where_no_computed_one_differs():
    more_keys = compute(START.with_changes(tensors=with_sizes(START, T_k=4)))
    longer = compute(START.with_changes(tensors=with_sizes(START, d_k=5)))
    start = compute(START)
    assert str(compared(start, more_keys).note) == (
        "There is no B − A where the shapes differ: "
        "scores, logits, masked logits, exp, weights α (query × key) 1 × 3 and 1 × 4."
    )
    assert str(compared(start, longer).note) == (
        "There is no B − A where the shapes differ: Q (query × component) 1 × 4 and 1 × 5; "
        "Kᵀ (key × component) 3 × 4 and 3 × 5."
    )


def test_other_labels_are_said_and_numbers_are_compared_by_place():
    comparison = compared(result(stage([0.2, 0.8])), result(stage([0.3, 0.7], column_labels=("a", "dog"))))
    assert str(comparison.note) == "The labels differ: cells are compared by their place."
    difference = comparison.matrices["weights"][2]
    assert difference.values[0].tolist() == pytest.approx([0.1, -0.1])
    assert difference.column_labels == ("a", "dog")


def test_stages_that_one_side_lacks_are_named():
    stored = compute(AttentionScenario(tensors=TensorPack(weights=np.array([[0.2, 0.3, 0.5]]))))
    comparison = compared(compute(START), stored)
    assert list(comparison.matrices) == ["weights"]
    assert str(comparison.note) == "Only A has scores, logits, masked logits, exp, output z."
    assert str(compared(stored, compute(START)).note).startswith("Only B has scores")


def test_what_can_be_compared_whole_needs_no_note():
    assert compared(compute(START), compute(START.with_changes(temperature=2.0))).note == NO_TEXT


def test_a_matrix_that_did_not_change_is_compared_once():
    a, b, other = stage([1, 2]), stage([2, 3]), stage([2, 4], name="exp")
    first = compared(result(a), result(b, other)).matrices["weights"]
    assert all(x is y for x, y in zip(first, compared(result(a), result(b)).matrices["weights"], strict=True))


@given(st.integers(0, 99), st.sampled_from(["off", "top-left"]), st.floats(0.1, 10))
def test_the_difference_is_what_turns_a_into_b(seed, causal, temperature):
    start = START.with_changes(tensors=with_sizes(START, T_q=3))
    a = compute(randomised(start, seed))
    b = compute(randomised(start, seed + 1).with_changes(causal=causal, temperature=temperature))
    for one, other, difference in compared(a, b).matrices.values():
        known = np.isfinite(one.values) & np.isfinite(other.values)
        assert np.allclose((one.values + difference.values)[known], other.values[known])
        assert one.limits == other.limits == (-difference.limits[1] if one.limits[0] else 0, difference.limits[1])
        assert np.isfinite(difference.values[known]).all()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "nothing was changed"),
        ({"temperature": 2.0}, "Temperature 1 → 2"),
        ({"temperature": 0.05, "divide_by": "one"}, "Divide by √d_k → 1 · Temperature 1 → 0.05"),
        ({"causal": "top-left", "window": 3}, "Causal off → top-left · Window 0 → 3"),
        ({"padding": frozenset({0, 2})}, "Padding none → 2"),
        ({"selected_key": 2, "role": "value", "value_x": 1}, "nothing was changed"),
        ({"tensors": with_component(START, "key", 1, 2, -0.5)}, "key 2, component 3: 0 → −0.5"),
        ({"tensors": with_sizes(START, T_k=4, d_v=3)}, "T_k 3 → 4 · d_v 2 → 3"),
        ({"tensors": TensorPack(weights=np.array([[0.2, 0.3, 0.5]]))}, "Numbers: changed"),
        ({"tensors": replace(START.tensors, key_tokens=("the", "cat", "sat"))}, "other words"),
    ],
)
def test_what_was_changed_is_said_with_the_labels_of_the_fields(changes, words):
    assert str(differences(START, START.with_changes(**changes))) == words


def test_many_changed_numbers_are_counted_and_equal_sets_are_said_to_be_changed():
    random = randomised(START, 8)
    assert str(differences(START, random)) == "Numbers: 22 of 22 differ · Seed 7 → 8"
    one, other = (START.with_changes(padding=frozenset({i})) for i in (0, 1))
    assert str(differences(one, other)) == "Padding: changed"
    heads = START.with_changes(tensors=TensorPack(**{n: np.zeros((2, 3, 4)) for n in ("query", "key", "value")}))
    edited = heads.with_changes(tensors=heads.tensors.with_cell("query", 0, 1, 2.0, head=1))
    assert str(differences(heads, edited)) == "Numbers: 1 of 72 differ"
    assert str(differences(START, heads)) == "T_q 1 → 3 · d_v 2 → 4"
    alone = START.with_changes(tensors=TensorPack(**{n: np.zeros((3, 4)) for n in ("query", "key", "value")}))
    assert str(differences(alone, heads)) == "Numbers: changed"
    weights = TensorPack(weights=np.array([[0.2, math.nan]])), TensorPack(weights=np.array([[0.3, math.nan]]))
    assert str(differences(*(START.with_changes(tensors=t) for t in weights))) == "Numbers: 1 of 2 differ"
