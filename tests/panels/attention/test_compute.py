"""The Result of the Attention panel holds the figures of the worked examples and follows every control."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.files.notices import pack_notices
from attnstudio.panels.attention.compute import compute, nice
from attnstudio.panels.attention.explain import explain
from attnstudio.panels.attention.scenario import (
    AttentionScenario,
    drawn_again,
    randomised,
    with_component,
    with_entry,
    with_sizes,
    worked_example,
)
from attnstudio.state.tensors import TensorPack

WORKED = AttentionScenario()


def weights(scenario: AttentionScenario) -> list[list[float]]:
    return compute(scenario).matrices["weights"].values.tolist()


def test_worked_example_shows_the_blackboard_numbers() -> None:
    matrices = compute(WORKED).matrices
    assert matrices["scores"].values.tolist() == [[2, 0, 1]]
    assert matrices["logits"].values.tolist() == [[1, 0, 0.5]]
    assert matrices["exp"].values[0] == pytest.approx([2.718, 1.000, 1.649], abs=5e-4)
    assert matrices["weights"].values[0] == pytest.approx([0.506, 0.186, 0.307], abs=5e-4)
    assert matrices["output"].values[0] == pytest.approx([1.320157, 0.679843], abs=5e-7)
    assert [matrices[name].digits for name in ("query", "scores", "logits", "weights", "output")] == [0, 0, 1, 3, 2]


def test_divide_by_changes_the_worked_example_as_computed_by_hand() -> None:
    undivided = compute(WORKED.with_changes(divide_by="one")).matrices
    assert undivided["weights"].values[0] == pytest.approx([0.665, 0.090, 0.245], abs=5e-4)
    assert undivided["output"].values[0] == pytest.approx([1.58, 0.42], abs=5e-3)
    by_d_k = compute(WORKED.with_changes(divide_by="d_k")).matrices
    assert by_d_k["weights"].values[0] == pytest.approx([0.419, 0.254, 0.326], abs=5e-4)
    assert by_d_k["output"].values[0] == pytest.approx([1.164954, 0.835046], abs=5e-7)


def test_base_two_undivided_gives_exact_sevenths() -> None:
    matrices = compute(WORKED.with_changes(divide_by="one", base="2")).matrices
    assert matrices["exp"].values[0] == pytest.approx([4, 1, 2], rel=1e-14)
    assert matrices["weights"].values[0] == pytest.approx([4 / 7, 1 / 7, 2 / 7], rel=1e-14)
    assert matrices["output"].values[0] == pytest.approx([10 / 7, 4 / 7], rel=1e-14)


def test_temperature_two_undivided_equals_root_of_four() -> None:
    assert weights(WORKED.with_changes(divide_by="one", temperature=2.0))[0] == pytest.approx(weights(WORKED)[0])


def zeros(T_q: int, T_k: int) -> AttentionScenario:
    pack = TensorPack(query=np.zeros((T_q, 4)), key=np.zeros((T_k, 4)), value=np.eye(T_k, 4))
    return AttentionScenario(tensors=pack)


def test_all_four_masks_combine() -> None:
    masked = {"causal": "top-left", "padding": frozenset({4}), "window": 3, "custom": frozenset({(3, 3)})}
    rows = weights(zeros(5, 5).with_changes(**masked))
    assert rows[0] == [1, 0, 0, 0, 0]
    assert rows[2] == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0, 0])
    assert rows[3] == pytest.approx([0, 0.5, 0.5, 0, 0])
    assert rows[4] == pytest.approx([0, 0, 0.5, 0.5, 0])


def test_A07_causal_corner_is_a_visible_choice() -> None:
    top = zeros(2, 5).with_changes(causal="top-left")
    bottom = zeros(2, 5).with_changes(causal="bottom-right")
    assert weights(top) == [[1, 0, 0, 0, 0], [0.5, 0.5, 0, 0, 0]]
    assert weights(bottom) == [pytest.approx([0.25] * 4 + [0]), pytest.approx([0.2] * 5)]
    assert str(compute(top).matrices["masked_logits"].subtitle) == "causal, top-left"
    assert str(compute(bottom).matrices["masked_logits"].subtitle) == "causal, bottom-right"


def test_A07_the_corner_is_named_beside_other_masks_and_for_a_window_alone() -> None:
    wide = zeros(2, 5).with_changes(padding=frozenset({0}))
    both, window = wide.with_changes(causal="bottom-right", window=2), wide.with_changes(window=2)
    assert str(compute(both).matrices["masked_logits"].subtitle) == "causal, bottom-right + padding + window"
    assert str(compute(window).matrices["masked_logits"].subtitle) == "padding + window, top-left"
    assert str(explain(compute(both), "masked_logits", 0, 4).text).endswith("(mask: causal, bottom-right)")


def test_with_as_many_queries_as_keys_both_corners_are_one_mask_and_none_is_named() -> None:
    top, bottom = (compute(zeros(3, 3).with_changes(causal=corner)) for corner in ("top-left", "bottom-right"))
    assert np.array_equal(top.matrices["weights"].values, bottom.matrices["weights"].values)
    assert [str(result.matrices["masked_logits"].subtitle) for result in (top, bottom)] == ["causal"] * 2


def test_A10_custom_mask_of_a_rectangle() -> None:
    scenario = zeros(2, 4).with_changes(custom=frozenset({(0, 0), (0, 1), (1, 3)}))
    assert weights(scenario) == [[0, 0, 0.5, 0.5], pytest.approx([1 / 3, 1 / 3, 1 / 3, 0])]


def test_mask_cells_and_keys_out_of_range_are_ignored() -> None:
    scenario = zeros(2, 3).with_changes(custom=frozenset({(7, 0), (0, 9)}), padding=frozenset({8}))
    assert compute(scenario).matrices["weights"].blocked is None


def test_fully_masked_row_is_zero_marked_and_said() -> None:
    result = compute(WORKED.with_changes(custom=frozenset({(0, 0), (0, 1), (0, 2)})))
    assert result.matrices["weights"].values.tolist() == [[0, 0, 0]]
    assert result.matrices["output"].values.tolist() == [[0, 0]]
    for stage in ("masked_logits", "exp", "weights", "output"):
        assert result.matrices[stage].void_rows == {0}
        assert list(map(str, result.matrices[stage].row_notes)) == ["no key"]
    assert str(result.notices[0]) == "Every key is masked for q: zero weights and zero output."


def test_only_rows_without_a_key_have_a_note() -> None:
    assert compute(WORKED).matrices["weights"].row_notes == ()
    matrix = compute(zeros(3, 2).with_changes(custom=frozenset({(1, 0), (1, 1)}))).matrices["weights"]
    assert list(map(str, matrix.row_notes)) == ["", "no key", ""]


def test_V26_padding_queries_are_dimmed_in_self_attention() -> None:
    scenario = zeros(5, 5).with_changes(padding=frozenset({3, 4}))
    matrix = compute(scenario).matrices["weights"]
    assert matrix.dimmed_rows == {3, 4}
    assert matrix.values[:, 3:].tolist() == [[0, 0]] * 5


def test_scores_and_logits_share_their_limits_so_that_dividing_is_seen() -> None:
    matrices = compute(WORKED).matrices
    assert matrices["scores"].limits == matrices["logits"].limits == matrices["masked_logits"].limits == (-2, 2)
    assert matrices["weights"].limits == (0, 1)


@given(st.floats(0, 1e7, allow_nan=False))
def test_nice_limits_hold_their_numbers(top: float) -> None:
    assert nice(top) >= max(top, 1.0)
    assert nice(top) <= max(1.0, top * 10 / 3 * 1.0001) or nice(top) == 1.0


def test_equal_words_carry_their_position() -> None:
    pack = TensorPack(
        query=np.zeros((3, 2)), key=np.zeros((3, 2)), value=np.zeros((3, 2)),
        query_tokens=("the", " cat", "the"), key_tokens=("the", " cat", "the"),
    )  # fmt: skip
    assert compute(AttentionScenario(tensors=pack)).key_labels == ("the₁", "cat", "the₃")


def test_selecting_an_entry_keeps_query_key_and_value_together_in_self_attention() -> None:
    assert with_entry(zeros(3, 3), 2) == {"selected_query": 2, "selected_key": 2}
    assert with_entry(zeros(2, 3), 2) == {"selected_key": 2}
    assert with_entry(zeros(2, 3).with_changes(role="query"), 1) == {"selected_query": 1}


def test_sizes_keep_what_fits_and_fill_with_zero() -> None:
    grown = with_sizes(WORKED, T_k=5, d_k=6)
    assert (grown.T_k, grown.d_k, grown.d_v) == (5, 6, 2)
    assert grown.key is not None
    assert grown.key[:3, :4].tolist() == worked_example().array("key").tolist()
    assert np.count_nonzero(grown.key[3:]) == 0


def test_random_numbers_come_from_the_seed_and_say_so() -> None:
    first, again, other = randomised(WORKED, 7), randomised(WORKED, 7), randomised(WORKED, 8)
    assert first == again != other
    assert str(compute(first).captions["origin"]) == "random, seed 7"


def test_drawing_again_takes_the_next_seed_and_after_the_last_the_first() -> None:
    last = randomised(WORKED, 999_999)
    assert drawn_again(WORKED.with_changes(seed=999_999)) == last
    assert drawn_again(last) == randomised(WORKED, 0)
    assert drawn_again(drawn_again(last)) == randomised(WORKED, 1)


STAGES = ("query", "key", "value", "scores", "logits", "masked_logits", "exp", "weights", "output")


@given(st.data())
def test_any_scenario_has_a_result_and_every_cell_an_explanation(data: st.DataObject) -> None:
    sizes = {name: data.draw(st.integers(1, 5)) for name in ("T_q", "T_k", "d_k", "d_v")}
    scenario = randomised(AttentionScenario(tensors=with_sizes(WORKED, **sizes)), data.draw(st.integers(0, 99)))
    scenario = scenario.with_changes(
        divide_by=data.draw(st.sampled_from(("one", "sqrt_d_k", "d_k"))),
        base=data.draw(st.sampled_from(("e", "2"))),
        temperature=data.draw(st.floats(0.05, 20)),
        causal=data.draw(st.sampled_from(("off", "top-left", "bottom-right"))),
        padding=data.draw(st.frozensets(st.integers(0, 6), max_size=4)),
        window=data.draw(st.integers(0, 6)),
        custom=data.draw(st.frozensets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=6)),
        mask_as=data.draw(st.sampled_from(("before", "zero_before", "zero_after"))),
        selected_query=data.draw(st.integers(0, 9)),
        selected_key=data.draw(st.integers(0, 9)),
    )
    result = compute(scenario)
    shown = result.matrices["weights"]
    assert len(shown.row_notes) in (0, len(shown.values))
    for i, total in enumerate(shown.values.sum(axis=1).tolist()):
        assert total == 0 if i in shown.void_rows else total < 1 + 1e-12
        assert total > 1 - 1e-12 or (shown.row_notes and str(shown.row_notes[i]))  # a row that falls short says so
    for stage in STAGES:
        i = data.draw(st.integers(0, result.matrices[stage].shape[0] - 1))
        j = data.draw(st.integers(0, result.matrices[stage].shape[1] - 1))
        assert str(explain(result, stage, i, j).text)


def test_explanations_of_the_worked_example_can_be_redone() -> None:
    result = compute(WORKED)
    written = {stage: str(explain(result, stage, 0, 0).text) for stage in STAGES}
    assert written["scores"] == "q · k₁ = 1×1 + 0×0 + 1×1 + 0×0 = 2"
    assert written["logits"] == "2 ÷ √4 = 2 ÷ 2 = 1"
    assert written["masked_logits"] == "1 + 0 = 1: q may look at k₁"
    assert written["weights"] == "e^1 ÷ (2.71828 + 1 + 1.64872) = 2.71828 ÷ 5.36700 = 0.50648"
    assert written["output"] == "z[1] = 0.506480×2 + 0.186324×0 + 0.307196×1 = 1.3202"


def test_explanation_of_a_masked_cell_names_the_mask() -> None:
    result = compute(WORKED.with_changes(custom=frozenset({(0, 1)})))
    assert str(explain(result, "masked_logits", 0, 1).text) == "0 + (−∞) = −∞: q may not look at k₂ (mask: custom)"
    assert str(explain(result, "weights", 0, 1).text) == "e^(−∞) = 0, so q gives k₂ exactly 0"


def test_weights_alone_are_shown_as_stored() -> None:
    pack = TensorPack(weights=np.array([[0.5, 0.61], [np.nan, 0.2]]))
    result = compute(AttentionScenario(tensors=pack))
    assert list(result.matrices) == ["weights"]
    assert result.matrices["weights"].values[0].tolist() == [0.5, 0.61]
    assert math.isnan(result.matrices["weights"].values[1, 0])
    assert (
        str(result.captions["row_sums"]) == "weights of each query sum to 1.1100, not 1; without 1 that lacks weights"
    )


def test_dial_shows_true_angles_and_lengths_and_zero_vectors() -> None:
    dial = compute(WORKED).figures["dial"]
    assert dial.angles.tolist() == pytest.approx([0, 90, 60], abs=1e-5)
    assert dial.lengths.tolist() == pytest.approx([math.sqrt(2)] * 3)
    assert str(dial.readings[1]) == "k₂ 90°, q·k₂ = 0"
    nothing = compute(WORKED.with_changes(tensors=WORKED.tensors.with_row("query", 0, [0.0] * 4))).figures["dial"]
    assert all(math.isnan(angle) for angle in nothing.angles.tolist())


def test_output_point_is_the_output_and_lies_on_the_line_of_the_values() -> None:
    plane = compute(WORKED).figures["plane"]
    assert plane.output == pytest.approx((1.320157, 0.679843), abs=5e-7)
    assert str(plane.output_label) == "z = [1.32, 0.68]"
    assert len(plane.hull) == 2


def test_editing_a_shared_key_head_changes_only_that_head() -> None:
    generator = np.random.default_rng(0)
    pack = TensorPack(
        query=generator.normal(size=(4, 3, 2)),
        key=generator.normal(size=(2, 3, 2)),
        value=generator.normal(size=(2, 3, 2)),
    )
    edited = with_component(AttentionScenario(tensors=pack, head=3), "key", 1, 1, 9.0)
    assert edited.array("key", head=2)[1, 1] == edited.array("key", head=3)[1, 1] == 9.0
    assert edited.array("key", head=1).tolist() == pack.array("key", head=1).tolist()


def test_status_line_says_every_shape_and_what_was_computed_in_what() -> None:
    assert str(compute(WORKED).captions["shapes"]) == "T_q 1 · T_k 3 · d_k 4 · d_v 2 · float64"
    assert str(compute(randomised(WORKED, 3)).captions["shapes"]).endswith("float64 · seed 3")
    half = np.zeros((2, 3, 4, 5), np.float16)
    pack = TensorPack(query=half, key=half, value=half, layers=(0, 7))
    shapes = str(compute(AttentionScenario(tensors=pack)).captions["shapes"])
    assert shapes == "T_q 4 · T_k 4 · d_k 5 · d_v 5 · 2 layers × 3 heads · float16, computed in float32"


@pytest.mark.parametrize(
    ("lead", "said"),
    [
        ((2,), "1 layer × 2 heads"),
        ((1,), "1 layer × 1 head"),
        ((3, 1), "3 layers × 1 head"),
        ((1, 2), "1 layer × 2 heads"),
    ],
)
def test_one_layer_or_head_is_counted_in_the_singular(lead: tuple[int, ...], said: str) -> None:
    numbers = np.ones((*lead, 2, 2))
    layers = tuple(range(lead[0])) if len(lead) == 2 else ()
    pack = TensorPack(query=numbers, key=numbers, value=numbers, layers=layers)
    assert f" · {said} · " in str(compute(AttentionScenario(tensors=pack)).captions["shapes"])


def test_masked_rows_are_not_said_to_sum_to_one() -> None:
    result = compute(zeros(3, 3).with_changes(custom=frozenset({(1, 0), (1, 1), (1, 2)})))
    weights = result.matrices["weights"]
    assert (str(weights.subtitle), str(weights.turned_subtitle)) == ("rows sum to 1 or 0", "columns sum to 1 or 0")
    assert str(result.captions["row_sums"]).endswith("; 1 all masked: 0")


def test_what_is_said_of_sums_is_true_whichever_way_the_matrix_stands() -> None:
    result = compute(WORKED)
    weights = result.matrices["weights"]
    assert (str(weights.subtitle), str(weights.turned_subtitle)) == ("rows sum to 1", "columns sum to 1")
    assert str(result.captions["row_sums"]) == "weights of each query sum to 1, to 1e-16"
    everything = zeros(2, 1).with_changes(custom=frozenset({(0, 0), (1, 0)}))
    assert str(compute(everything).captions["row_sums"]) == "no query has a key to look at"


def test_the_shape_is_left_to_the_view_which_knows_how_a_matrix_stands() -> None:
    matrices = compute(WORKED).matrices
    assert [str(matrices[name].subtitle) for name in ("query", "key", "value", "scores", "exp", "output")] == [""] * 6
    assert str(matrices["logits"].subtitle) == "÷ √4"


def test_random_numbers_are_not_titled_as_what_they_replaced() -> None:
    assert "title" not in compute(WORKED).captions
    assert str(compute(randomised(WORKED, 1)).captions["title"]) == "Random numbers"


def test_A23_a_query_head_names_the_key_and_value_head_it_shares() -> None:
    query, shared = np.zeros((6, 3, 2)), np.zeros((2, 3, 2))
    pack = TensorPack(query=query, key=shared, value=shared)
    assert [pack.shared_head(head) for head in range(6)] == [0, 0, 0, 1, 1, 1]
    assert TensorPack(query=query, key=query, value=query).shared_head(5) is None


def test_what_an_edit_leaves_alone_is_the_same_object_before_and_after() -> None:
    after = compute(WORKED.with_changes(tensors=with_component(WORKED, "key", 0, 1, 0.5)))
    before = compute(WORKED)
    assert [after.matrices[name] is before.matrices[name] for name in ("query", "key", "value")] == [True, False, True]
    assert after.captions["shapes"] is before.captions["shapes"]


def test_operands_of_stored_half_numbers_have_their_exact_values_in_every_head() -> None:
    array = np.arange(24, dtype=np.float16).reshape(2, 3, 4) / 8
    scenario = AttentionScenario(tensors=TensorPack(query=array, key=array, value=array))
    for head in (0, 1, 0):
        shown = compute(scenario.with_changes(head=head)).matrices
        assert all(np.array_equal(shown[name].values, array[head]) for name in ("query", "key", "value"))


def test_sums_of_stored_weights_leave_out_rows_that_lack_some_and_say_so_as_the_notice_does() -> None:
    weights = np.array([[1.2, 0.0], [0.3, np.nan], [0.5, 0.7]])
    pack = TensorPack(weights=weights)
    said = str(compute(AttentionScenario(tensors=pack)).captions["row_sums"])
    assert said == "weights of each query sum to 1.2000, not 1; without 1 that lacks weights"
    assert "smallest sum is 1.200, the largest 1.200" in " ".join(map(str, pack_notices(pack)))
    none = TensorPack(weights=np.array([[0.3, np.nan]]))
    assert str(compute(AttentionScenario(tensors=none)).captions["row_sums"]) == "no query has all its weights"
