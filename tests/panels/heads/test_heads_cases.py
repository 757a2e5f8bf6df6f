"""Faults that bit users of other programs: attention arithmetic, masks, heads and tokens."""

import json

import numpy as np
import pytest
from head_scenarios import head, own

from attnstudio.panels.heads.compute import compute
from attnstudio.panels.heads.scenario import HeadsScenario, from_tensors
from attnstudio.state.tensors import TensorPack

NOTHING = {"abs": 0, "rel": 0}


def equal(T_q, T_k=None, **words):
    """Return a Scenario in which all scores are 0."""
    T_k = T_k or T_q
    return own(np.zeros((T_q, 2)), np.zeros((T_k, 2)), np.eye(T_k), **words)


def weights(scenario):
    return compute(scenario).matrices["weights"].values


def test_a_row_with_every_key_masked_is_zero_and_named():
    scenario = own(*(np.eye(4),) * 3, blocked={(2, j) for j in range(4)})
    result = compute(scenario)
    matrix = result.matrices["weights"]
    assert matrix.values[2].tolist() == [0, 0, 0, 0]
    assert result.matrices["output"].values[2].tolist() == [0, 0, 0, 0]
    assert matrix.void_rows == {2}
    assert np.delete(matrix.values, 2, axis=0).sum(axis=1) == pytest.approx(np.ones(3))
    assert "q₃" in str(result.notices[0])


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_padding_and_causal_combine_alike_in_every_precision(dtype):
    zeros = np.zeros((5, 2), dtype)
    blocked = {(i, j) for i in range(5) for j in range(3)}
    found = weights(own(zeros, zeros, zeros, causal="top-left", blocked=blocked))
    assert found.tolist() == [[0] * 5] * 3 + [[0, 0, 0, 1, 0], [0, 0, 0, 0.5, 0.5]]


@pytest.mark.parametrize(("corner", "rows"), [
    ("top-left", [[1, 0, 0, 0, 0], [0.5, 0.5, 0, 0, 0]]),
    ("bottom-right", [[0.25, 0.25, 0.25, 0.25, 0], [0.2] * 5]),
])  # fmt: skip
def test_the_corner_that_a_file_states_is_the_one_that_counts(corner, rows):
    scenario = equal(2, 5, causal=corner)
    assert weights(scenario) == pytest.approx(np.array(rows))
    assert weights(scenario.with_changes(mask="causal")) == pytest.approx(np.array(rows))
    assert weights(scenario.with_changes(mask="off")) == pytest.approx(np.full((2, 5), 0.2))


def test_a_causal_mask_stays_on_beside_the_mask_of_a_file():
    found = weights(equal(4, blocked={(3, 0)}).with_changes(mask="causal"))
    assert found[1] == pytest.approx([0.5, 0.5, 0, 0])
    assert found[3] == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3])


def test_a_mask_need_not_be_square():
    result = compute(equal(2, 4, blocked={(0, 0), (0, 1), (1, 3)}))
    assert result.matrices["weights"].values == pytest.approx(np.array([[0, 0, 0.5, 0.5], [1 / 3, 1 / 3, 1 / 3, 0]]))
    assert result.grid.blocked.shape == result.lines.blocked.shape == (2, 4)


def test_large_logits_do_not_overflow():
    scenario = own([[1.0]], [[1000.0], [999.0], [0.0]], np.ones((3, 1))).with_changes(divide_by="one")
    assert weights(scenario)[0] == pytest.approx([0.7311, 0.2689, 0], abs=1e-4)
    low = own(np.ones((1, 1), np.float32), np.array([[90], [2], [-2]], np.float32), np.ones((3, 1), np.float32))
    assert weights(low)[0] == pytest.approx([1, 0, 0])


def test_a_causal_mask_in_half_precision_has_no_missing_number():
    zeros = np.zeros((4, 2), np.float16)
    result = compute(own(zeros, zeros, zeros, causal="top-left"))
    assert result.matrices["weights"].values[[0, 3]].tolist() == [[1, 0, 0, 0], [0.25] * 4]
    assert not np.isnan(result.matrices["masked_logits"].values).any()


def test_one_head_is_scaled_by_its_own_width():
    query, key = np.ones((4, 1, 16)), np.stack([np.ones(16), np.zeros(16)])[None].repeat(4, axis=0)
    scenario = own(query, key, np.ones((4, 2, 3)))
    right, wide = compute(scenario), compute(scenario.with_changes(divide_by="sqrt_d_model"))
    assert right.matrices["logits"].values[0].tolist() == [4, 0]
    assert right.matrices["weights"].values[0] == pytest.approx([0.9820, 0.0180], abs=1e-4)
    assert "√16" in str(right.matrices["logits"].subtitle)
    assert wide.matrices["weights"].values[0] == pytest.approx([0.8808, 0.1192], abs=1e-4)
    assert "√64" in str(wide.matrices["logits"].subtitle)


def test_scaling_off_and_on_again_comes_back_bit_for_bit():
    scenario = head("smollm2", "13.8")
    off = scenario.with_changes(divide_by="one")
    assert np.array_equal(weights(scenario), weights(off.with_changes(divide_by="sqrt_d_k")))
    one = own([[1.0] * 16], [[1.0] * 16, [0.0] * 16], np.ones((2, 1)))
    for divide_by, logit in (("sqrt_d_k", 4), ("one", 16), ("sqrt_d_k", 4)):
        assert compute(one.with_changes(divide_by=divide_by)).matrices["logits"].values[0, 0] == logit


def test_weights_are_shared_out_along_rows():
    scenario = own(np.eye(2), np.array([[0.0, 2.0], [1.0, 1.0], [2.0, 0.0]]), np.ones((3, 1))).with_changes(
        divide_by="one"
    )
    assert weights(scenario) == pytest.approx(np.array([[0.0900, 0.2447, 0.6652], [0.6652, 0.2447, 0.0900]]), abs=1e-4)


def test_heads_are_cut_from_neighbouring_components():
    scenario = HeadsScenario(source="toy", n_heads=2, d_k=2, T=2)
    toy = scenario.data.toy
    for number in range(2):
        query = compute(scenario.with_changes(head=number)).matrices["query"].values
        np.testing.assert_array_equal(query, toy.query[0][:, 2 * number : 2 * number + 2])


def test_query_heads_share_a_key_head_with_their_neighbours():
    """Query heads 0 and 1 use key head 0, 2 and 3 use key head 1; never by turns."""
    key = np.array([[[5.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [5.0, 0.0]]])
    scenario = own(np.ones((4, 2, 2)), key, np.ones((2, 2, 1)))
    heads = [weights(scenario.with_changes(head=number))[0].argmax() for number in range(4)]
    assert heads == [0, 0, 1, 1]
    grid = compute(scenario).grid
    assert [int(one.shades[0].argmax()) for one in grid.heads] == heads
    assert "head 2 uses key and value head 1" in str(compute(scenario.with_changes(head=2)).notices[0])


def test_query_heads_that_are_no_multiple_of_the_key_heads_are_refused_with_both():
    with pytest.raises(ValueError, match=r"divides the 6 of the queries.*\(6, 2, 2\) and \(4, 2, 2\)"):
        own(np.ones((6, 2, 2)), np.ones((4, 2, 2)), np.ones((4, 2, 2)))


@pytest.mark.parametrize("changes", [
    {"n_heads": 0}, {"n_heads": -1}, {"n_heads": 17}, {"n_heads": True}, {"d_k": 0}, {"d_k": 65}, {"T": 0}, {"T": 1},
    {"B": 0}, {"temperature": 0.0}, {"temperature": -1.0}, {"temperature": 1e-308}, {"sharing": "3"}, {"mask": "on"},
    {"bill_tokens": -1}, {"d_k": "8"},
])  # fmt: skip
def test_what_is_out_of_range_is_refused_with_the_field_and_what_is_allowed(changes):
    (name,) = changes
    with pytest.raises(ValueError, match=rf"{name}: expected .*, got"):
        HeadsScenario().with_changes(**changes)


@pytest.mark.parametrize("n_heads", range(1, 17))
@pytest.mark.parametrize("sharing", ["none", "2", "4", "all"])
def test_every_number_of_heads_divides_the_width_and_is_a_multiple_of_the_key_heads(n_heads, sharing):
    scenario = HeadsScenario(source="toy", n_heads=n_heads, sharing=sharing, d_k=3)
    data = scenario.data
    assert data.d_model == n_heads * 3
    assert n_heads % data.n_key_heads == 0
    if n_heads % 4 == 0:
        assert data.n_key_heads == {"none": n_heads, "2": n_heads // 2, "4": n_heads // 4, "all": 1}[sharing]


def test_heads_are_shown_one_by_one_and_never_averaged():
    scenario = from_tensors(TensorPack(weights=np.array([[[1.0, 0.0]], [[0.0, 1.0]]])))
    assert [one.shades.tolist() for one in compute(scenario).grid.heads] == [[[1, 0]], [[0, 1]]]
    assert weights(scenario.with_changes(head=1)).tolist() == [[0, 1]]


def test_a_single_weight_stands_at_its_query_and_its_key():
    one = np.zeros((3, 3))
    one[0, 2] = 1.0
    result = compute(from_tensors(TensorPack(weights=one)).with_changes(selected_query=0, selected_key=2))
    assert np.argwhere(result.grid.heads[0].shades).tolist() == [[0, 2]]
    assert str(result.captions["weight"]) == "q₁ → k₃: weight 1.000"


@pytest.mark.parametrize("stored", [np.zeros((2, 3, 3)), np.full((2, 4, 4), 0.25), np.full((1, 2, 2), np.nan)])
@pytest.mark.parametrize("darken", [False, True])
def test_equal_all_zero_and_missing_weights_are_shown_on_the_fixed_scale(stored, darken):
    result = compute(from_tensors(TensorPack(weights=stored)).with_changes(darken=darken))
    assert result.matrices["weights"].limits == (0.0, 1.0)


def test_a_missing_weight_stays_without_a_value_and_is_counted():
    stored = np.array([[0.5, 0.5], [np.nan, 1.0]])
    result = compute(from_tensors(TensorPack(weights=stored)))
    assert np.isnan(result.matrices["weights"].values[1, 0])
    assert np.isnan(result.grid.heads[0].shades[1, 0])
    assert any("1 weight of this head is missing" in str(notice) for notice in result.notices)


def test_loaded_weights_that_do_not_sum_to_one_are_shown_as_stored():
    result = compute(from_tensors(TensorPack(weights=np.array([[0.0, 1.11], [0.5, 0.5]]))))
    assert result.matrices["weights"].values[0].tolist() == [0, 1.11]
    assert str(result.captions["row_sums"]) == "weights of a query sum to between 1.0000 and 1.1100"


def test_more_tokens_than_can_be_shown_are_refused_with_the_limit():
    with pytest.raises(ValueError, match="at most 512 tokens, got 2,048 queries and 2,048 keys"):
        own(np.zeros((2048, 1)), np.zeros((2048, 1)), np.zeros((2048, 1)))


@pytest.mark.parametrize("tokens", [
    ("Hello", "\u0120world", "\u010a", "\ufffd"), ("שלום", "עולם", "مرحبا", "GPT"), ("<s>", "<b>x</b>", "a&b", "&lt;"),
    ("[CLS]", "a", "[SEP]", "[MASK]"), ("{x}", "%s", "\n", ""),
])  # fmt: skip
def test_tokens_are_neither_split_nor_joined_and_read_letter_for_letter(tokens):
    result = compute(own(np.eye(4), np.eye(4), np.eye(4), query_tokens=tokens, key_tokens=tokens))
    shown = tuple({"\n": "⏎", "": "∅"}.get(token, token) for token in tokens)
    assert result.lines.query_labels == result.lines.key_labels == shown
    assert result.matrices["weights"].row_labels == shown
    assert shown[3] in str(result.captions["weight"])  # the selected query is clipped to the last


def test_a_right_range_is_told_for_weights_and_for_logits():
    result = compute(HeadsScenario())
    assert result.matrices["weights"].limits == (0, 1)
    low, high = result.matrices["logits"].limits
    assert low == -high


def test_two_scenarios_side_by_side_keep_their_own_numbers():
    first, second = HeadsScenario(), HeadsScenario(sentence="bank")
    before = compute(first).quantities
    compute(second)
    assert compute(first).quantities == before


def test_a_scenario_comes_back_from_its_file_form():
    scenario = HeadsScenario(source="smollm2", layer=7, head=8, temperature=0.354, blocked=frozenset({(0, 1)}))
    specs = HeadsScenario.specs()
    raw = json.loads(json.dumps({name: spec.to_json(getattr(scenario, name)) for name, spec in specs.items()}))
    assert HeadsScenario(**{name: specs[name].from_json(value) for name, value in raw.items()}) == scenario
    assert raw["temperature"] == 0.354
