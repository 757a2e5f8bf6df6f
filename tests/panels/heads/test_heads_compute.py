"""From a Scenario to all that the Heads panel shows."""

import math

import numpy as np
import pytest
from head_scenarios import CROSS, OTHERS, WEIGHTS_ALONE, head
from hypothesis import given, settings
from scenario_strategies import scenarios

from attnstudio.core.attention import attention_weights
from attnstudio.core.heads import multi_head_attention
from attnstudio.panels.heads import weights
from attnstudio.panels.heads.compute import HeadsResult, compute, final, refine
from attnstudio.panels.heads.scenario import HeadsScenario, from_tensors, randomised
from attnstudio.panels.heads.stages import STAGES
from attnstudio.state.figures import Bars
from attnstudio.state.tensors import TensorPack

each_other = pytest.mark.parametrize("changes", OTHERS.values(), ids=OTHERS.keys())


def check(result: HeadsResult) -> None:
    """Assert what holds of every Result."""
    scenario = result.scenario
    for name, matrix in result.matrices.items():
        assert matrix.name == name
        assert matrix.shape == (len(matrix.row_labels), len(matrix.column_labels)), name
        assert 0 not in matrix.shape, name
        assert not matrix.values.flags.writeable, name
        assert matrix.limits[0] < matrix.limits[1], name
        inside = matrix.values[np.isfinite(matrix.values)]
        if inside.size:
            assert matrix.limits[0] <= inside.min(), name
            assert inside.max() <= matrix.limits[1] * (1 + 1e-6), name
    assert all(map(math.isfinite, result.quantities.values()))
    assert {"origin", "shapes", "title", "label", "toggle", "warning", "explains", "bill"} <= set(result.captions)
    assert {name for stage in STAGES for name in stage.matrices} >= set(result.matrices) - INPUTS
    for figure in result.figures.values():
        for bars in figure:
            assert isinstance(bars, Bars)
            assert len(bars.values) == len(bars.labels) > 0
            assert np.isfinite(bars.values).all()
    check_grid(result)
    assert len(result.ranked) == len(result.matrices["ranking"].row_labels)
    np.testing.assert_array_equal(result.lines.weights, result.matrices["weights"].values)
    assert result.lines.selected == scenario.query_index < len(result.lines.query_labels)


INPUTS = {"query", "key", "value", "x", "w_q", "w_k", "w_v", "w_o"}


def check_grid(result: HeadsResult) -> None:
    grid, pack = result.grid, result.scenario.data.pack
    assert [one.head for one in grid.heads] == list(result.scenario.in_sight)
    assert grid.n_heads == pack.n_heads
    for one in grid.heads:
        known = one.shades[~np.isnan(one.shades)]
        assert one.shades.shape == (pack.T_q, pack.T_k)
        assert not known.size or (known.min() >= 0 and known.max() <= 1)


@each_other
def test_every_kind_of_scenario_has_a_result(changes):
    check(compute(HeadsScenario(**changes)))


@each_other
def test_no_sentence_has_an_empty_place_or_a_number_without_a_value(changes):
    result = compute(HeadsScenario(**changes))
    texts = [
        str(text) for text in (*result.captions.values(), *result.notices, *(t for line in result.bill for t in line))
    ]
    assert not [text for text in texts if "{" in text or "no value" in text or "nan" in text]


@settings(max_examples=60, deadline=None)
@given(scenarios(HeadsScenario))
def test_any_scenario_has_a_result(scenario):
    check(compute(scenario))


@each_other
def test_computing_twice_gives_the_same(changes):
    scenario = HeadsScenario(**changes)
    first, second = compute(scenario), compute(HeadsScenario(**changes))
    assert first.quantities == second.quantities
    assert [str(text) for text in first.captions.values()] == [str(text) for text in second.captions.values()]
    for name, matrix in first.matrices.items():
        np.testing.assert_array_equal(matrix.values, second.matrices[name].values, name)


def test_a_temperature_leaves_the_sentences_that_do_not_speak_of_it():
    told, before = (compute(HeadsScenario(temperature=t)).captions for t in (1.5, 3.0))
    moved = {name for name in told if str(told[name]) != str(before[name])}
    assert {"measured", "weight", "effects"} <= moved
    assert all(told[name] is before[name] for name in ("title", "origin", "shapes", "positions", "bill"))
    assert str(compute(HeadsScenario(temperature=1.5, hide_first=True)).captions["hidden"])


def test_a_temperature_multiplies_no_queries_and_keys_again():
    scenario = HeadsScenario(temperature=1.25)
    compute(scenario)
    counted = weights._all_scores.cache_info().misses
    moved = scenario.with_changes(temperature=1.75)
    compute(moved)
    assert weights._all_scores.cache_info().misses == counted
    query, key = (array.astype(np.float32) for array in (moved.data.pack.query, moved.data.pack.key))
    wanted = attention_weights(query, key, mask=moved.shown_allowed, scale=moved.scale, temperature=1.75)
    np.testing.assert_array_equal(weights.all_weights(weights.way_of(moved)), wanted)


def test_small_data_is_final_at_once():
    scenario = HeadsScenario()
    assert compute(scenario).progress == 1
    assert len(list(refine(scenario))) == 1


def test_the_toy_is_multi_head_attention_of_its_input():
    for sharing, key_heads in (("none", 8), ("4", 2), ("all", 1)):
        scenario = HeadsScenario(source="toy", sharing=sharing, mask="causal", temperature=0.7, batch_item=1)
        result, toy = compute(scenario), scenario.data.toy
        x = toy.x[1]
        how = {"causal": "top-left", "temperature": 0.7, "n_heads": 8}
        whole = multi_head_attention(x, x, x, W_q=toy.w_q, W_k=toy.w_k, W_v=toy.w_v, W_o=toy.w_o, **how)
        assert toy.w_k.shape == (64, key_heads * 8)
        for name, array in (("joined", whole.output), ("concat", whole.concat), ("projected_key", whole.key)):
            np.testing.assert_allclose(result.matrices[name].values, array, atol=1e-12)
        np.testing.assert_allclose(result.matrices["weights"].values, whole.heads.weights[1], atol=1e-12)


def test_another_number_of_heads_keeps_input_and_matrices_while_d_model_stays():
    eight, sixteen = (HeadsScenario(source="toy", n_heads=h, d_k=64 // h).data.toy for h in (8, 16))
    for name in ("x", "w_q", "w_k", "w_v", "w_o"):
        np.testing.assert_array_equal(getattr(eight, name), getattr(sixteen, name))


def test_more_tokens_and_sequences_leave_the_others_as_they_are():
    small, large = (HeadsScenario(source="toy", B=B, T=T).data.toy for B, T in ((1, 3), (4, 16)))
    np.testing.assert_array_equal(small.x, large.x[:1, :3])


def test_a_random_seed_shows_the_toy_with_other_numbers():
    scenario = randomised(HeadsScenario(), 11)
    assert (scenario.source, scenario.seed) == ("toy", 11)
    assert not np.array_equal(scenario.data.toy.x, HeadsScenario(source="toy").data.toy.x)


def test_real_heads_are_joined_up_to_the_concat_and_the_missing_matrix_is_named():
    result = compute(HeadsScenario())
    assert "joined" not in result.matrices
    assert "w_o" not in result.matrices
    assert "W_o is not stored" in str(result.captions["join"])
    concat = result.matrices["concat"].values
    np.testing.assert_allclose(concat[:, 32:64], result.matrices["output"].values, atol=1e-6)


def test_the_concat_of_shared_keys_and_values_takes_those_of_its_group():
    result = compute(head("smollm2", "13.8"))
    concat = result.matrices["concat"].values
    np.testing.assert_allclose(concat[:, 8 * 64 :], result.matrices["output"].values, atol=1e-5)


def test_hiding_the_first_token_rescales_what_is_shown_and_leaves_output_and_effects():
    plain, hidden = (compute(head("smollm2", "13.8", hide_first=on)) for on in (False, True))
    weights, rescaled = (result.matrices["weights"].values for result in (plain, hidden))
    assert (rescaled[:, 0] == 0).all()
    rest = weights[2:, 1:]
    np.testing.assert_allclose(rescaled[2:, 1:], rest / rest.sum(axis=1, keepdims=True), atol=1e-6)
    for name in ("output", "concat", "effects", "logits"):
        np.testing.assert_array_equal(plain.matrices[name].values, hidden.matrices[name].values, name)
    assert hidden.lines.hidden_keys == {0}
    assert "start" in " ".join(map(str, hidden.notices))  # the start token itself has no key left
    assert "hidden" in hidden.captions


def test_a_sink_without_its_token_still_has_weights_that_sum_to_one():
    """18.8 rounds to 1.00 on the start token; what is left is rescaled from the logits, not from zeros."""
    weights = compute(head("smollm2", "18.8", hide_first=True, temperature=0.05)).matrices["weights"].values
    assert weights[1:].sum(axis=1) == pytest.approx(np.ones(10))


def test_stored_weights_are_rescaled_without_their_first_key_only_where_they_are_asked_to():
    weights = np.array([[0.5, 0.25, 0.25], [1.0, 0.0, 0.0], [0.2, 0.4, 0.4]])
    shown = compute(from_tensors(TensorPack(weights=weights))).matrices["weights"].values
    np.testing.assert_array_equal(shown, weights)
    scenario = from_tensors(TensorPack(weights=weights)).with_changes(hide_first=True)
    assert compute(scenario).matrices["weights"].values == pytest.approx(
        np.array([[0, 0.5, 0.5], [0, 0, 0], [0, 0.5, 0.5]])
    )


def test_darkening_changes_the_shades_and_no_number():
    plain, dark = (compute(HeadsScenario(darken=on)) for on in (False, True))
    assert plain.quantities == dark.quantities
    assert all(one.shades.max(axis=1) == pytest.approx(np.ones(12)) for one in dark.grid.heads)
    assert plain.grid.heads[1].shades.max(axis=1).min() < 0.9


def test_weights_alone_have_no_effects_and_the_reason_is_said():
    result = compute(HeadsScenario(source="own", tensors=WEIGHTS_ALONE))
    assert set(result.matrices) == {"weights", "statistics", "map", "ranking", "distance"}
    assert set(result.figures) == {"distance", "entropy"}
    assert "need Q and K and change nothing" in str(result.notices[0])
    assert "1 weight of this head is missing" in str(result.notices[1])
    assert result.stages is None


@pytest.mark.parametrize("changes", [{"mask": "causal"}, {"mask": "off"}, {"divide_by": "one"}, {"temperature": 5.0},
                                     {"undo_positions": True}])  # fmt: skip
def test_controls_that_need_queries_and_keys_leave_weights_alone_as_stored(changes):
    result = compute(HeadsScenario(source="own", tensors=WEIGHTS_ALONE, **changes))
    np.testing.assert_array_equal(result.matrices["weights"].values, WEIGHTS_ALONE.weights[0])


def test_positions_are_undone_only_where_there_are_some_and_it_is_said():
    result = compute(HeadsScenario(undo_positions=True))
    assert "no rotary positions" in str(result.notices[0])
    assert result.quantities == compute(HeadsScenario()).quantities


def test_own_rotary_pairs_are_turned_back_as_stated():
    adjacent, halves = (
        compute(HeadsScenario(**OTHERS["own rotary"] | {"rope_pairs": pairs})).matrices["weights"].values
        for pairs in ("adjacent", "halves")
    )
    assert np.abs(adjacent - halves).max() > 0.01


def test_layers_of_own_data_have_the_numbers_that_the_file_states():
    result = compute(HeadsScenario(**OTHERS["own rotary"]))
    assert result.matrices["map"].row_labels == ("3", "9")


def test_the_effects_of_the_selected_key_are_quantities():
    result = compute(HeadsScenario())
    row = result.matrices["effects"].values[2]
    quantities = result.quantities
    assert row.tolist() == [quantities[name] if name != "weight" else pytest.approx(quantities[name])
                            for name in ("weight", "weight_times_value", "zeroed", "forbidden")]  # fmt: skip


@pytest.mark.parametrize(
    ("divide_by", "divisor"), [("one", 1), ("sqrt_d_k", 8**0.5), ("d_k", 8), ("sqrt_d_model", 64**0.5)]
)
def test_what_the_scores_are_divided_by_is_a_quantity(divide_by, divisor):
    scenario = HeadsScenario(source="toy", n_heads=8, d_k=8, divide_by=divide_by)
    assert compute(scenario).quantities["divisor"] == pytest.approx(divisor, rel=1e-12)


def test_weights_alone_are_divided_by_nothing():
    assert "divisor" not in compute(HeadsScenario(source="own", tensors=WEIGHTS_ALONE)).quantities


def test_cross_attention_counts_its_own_pairs():
    result = compute(HeadsScenario(source="own", tensors=CROSS))
    assert result.quantities["scores_count"] == 4 * 2 * 5
    assert result.matrices["weights"].shape == (2, 5)


def test_the_final_result_of_small_data_is_the_first():
    assert final(HeadsScenario()).quantities == compute(HeadsScenario()).quantities
