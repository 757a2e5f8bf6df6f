"""Large data of one's own: only what is on the screen is computed, the rest in steps, and nothing twice."""

import itertools

import numpy as np
import pytest

from attnstudio.files.tensors import read_tensors
from attnstudio.panels.heads import findings, weights
from attnstudio.panels.heads.compute import compute, refine
from attnstudio.panels.heads.scenario import IN_SIGHT, HeadsScenario, from_tensors
from attnstudio.state.tensors import TensorPack

LAYERS, HEADS, TOKENS = 3, 20, 192
SHAPE = (LAYERS, HEADS, TOKENS, 4)
assert LAYERS * HEADS * TOKENS**2 > weights.AT_ONCE


@pytest.fixture(scope="module")
def pack() -> TensorPack:
    rng = np.random.default_rng(2)
    query, key, value = (rng.standard_normal(SHAPE).astype(np.float16) for _ in range(3))
    return TensorPack(query=query, key=key, value=value, layers=tuple(range(LAYERS)), rope_theta=1e4)


@pytest.fixture
def scenario(pack) -> HeadsScenario:
    return from_tensors(pack, causal="top-left")


@pytest.fixture
def computed(monkeypatch) -> list[int]:
    """Return a list that grows by the number of weights whenever some are computed; nothing is known before."""
    counted: list[int] = []

    def counting(query, key, **how):
        made = plain(query, key, **how)
        counted.append(made.size)
        return made

    plain = weights.attention_weights
    monkeypatch.setattr(weights, "attention_weights", counting)
    weights._kept_weights.cache_clear()
    weights.all_weights.cache_clear()
    monkeypatch.setattr(findings, "_TABLES", findings._Tables())
    return counted


def heads_in(computed: list[int]) -> float:
    return sum(computed) / TOKENS**2


def test_only_heads_in_sight_are_computed(scenario, computed):
    result = compute(scenario)
    assert heads_in(computed) == IN_SIGHT
    assert len(result.grid.heads) == IN_SIGHT
    assert result.grid.n_heads == HEADS


def test_a_large_head_out_of_sight_is_one_more(scenario, computed):
    result = compute(scenario.with_changes(head=HEADS - 1))
    assert heads_in(computed) == IN_SIGHT + 1
    assert result.grid.selected == HEADS - 1


def test_scrolling_computes_only_the_heads_that_come_into_sight(scenario, computed):
    compute(scenario)
    computed.clear()
    for first in range(1, 4):
        compute(scenario.with_changes(first_head=first))
        assert heads_in(computed) == first


def test_scrolling_back_computes_nothing(scenario, computed):
    compute(scenario)
    compute(scenario.with_changes(first_head=8))
    computed.clear()
    compute(scenario)
    assert computed == []


@pytest.mark.parametrize("changes", [
    {"selected_query": 7}, {"selected_key": 7}, {"darken": True}, {"every_word": True}, {"find": "itself"},
    {"bill_tokens": 9}, {"head": 3}, {"try_all": True},
])  # fmt: skip
def test_what_weights_do_not_depend_on_computes_none(scenario, computed, changes):
    compute(scenario)
    computed.clear()
    compute(scenario.with_changes(**changes))
    assert computed == []


def test_a_change_of_temperature_computes_those_in_sight_again(scenario, computed):
    compute(scenario)
    computed.clear()
    compute(scenario.with_changes(temperature=2.0))
    assert heads_in(computed) == IN_SIGHT


def test_at_first_the_map_holds_the_heads_in_sight_and_the_rest_has_no_value(scenario, computed):
    result = compute(scenario)
    known = ~np.isnan(result.matrices["map"].values)
    assert known.sum() == IN_SIGHT
    assert known[0, :IN_SIGHT].all()
    assert result.progress == pytest.approx(IN_SIGHT / (LAYERS * HEADS))
    assert any("so far" in str(notice) for notice in result.notices)
    assert computed


def test_refining_measures_every_head_once_in_small_steps(scenario, computed):
    steps, done = [], []
    for result in refine(scenario):
        steps.append(heads_in(computed) - sum(steps))
        done.append(result.progress)
    assert heads_in(computed) == LAYERS * HEADS
    assert steps[0] == IN_SIGHT
    assert max(steps[1:]) <= findings.STEP
    assert done == sorted(done)
    assert all(progress < 1 for progress in done[:-1])
    assert done[-1] == 1
    assert not np.isnan(result.matrices["map"].values).any()
    assert "so far" not in str(result.captions["ranking"])


def test_what_was_measured_is_not_measured_again_when_the_grid_scrolls(scenario, computed):
    for _ in itertools.islice(refine(scenario), 12):
        pass
    before = heads_in(computed)
    known = compute(scenario).progress
    result = compute(scenario.with_changes(first_head=1))
    assert result.progress >= known > IN_SIGHT / (LAYERS * HEADS)
    assert heads_in(computed) <= before + 1
    for _ in refine(scenario.with_changes(first_head=1)):
        pass
    assert heads_in(computed) <= LAYERS * HEADS + 1  # at most the one that came into sight after it was measured


def test_a_pair_is_looked_for_in_steps_too(scenario, computed):
    pair = scenario.with_changes(find="pair", selected_query=9, selected_key=3)
    assert compute(pair).progress < 1
    *_, last = refine(pair)
    assert last.progress == 1
    layer, head = last.ranked[0]
    best = compute(pair.with_changes(layer=layer, head=head, first_head=head)).quantities["weight"]
    assert best == pytest.approx(last.quantities["found"])
    assert computed


def test_the_steps_end_where_all_at_once_would(pack, computed, monkeypatch):
    scenario = from_tensors(pack)
    *_, stepwise = refine(scenario)
    monkeypatch.setattr(weights, "AT_ONCE", 10**9)
    weights.all_weights.cache_clear()
    at_once = compute(scenario)
    assert at_once.progress == 1
    for name in ("map", "statistics", "weights"):
        np.testing.assert_allclose(stepwise.matrices[name].values, at_once.matrices[name].values, atol=2e-6)
    assert computed


def test_heads_of_large_data_are_not_joined_and_the_reason_is_said(scenario):
    result = compute(scenario)
    assert "concat" not in result.matrices
    assert "not joined" in str(result.captions["join"])


def test_positions_are_undone_head_by_head(scenario, computed):
    result = compute(scenario.with_changes(undo_positions=True))
    assert heads_in(computed) == IN_SIGHT
    stages = result.stages
    np.testing.assert_allclose(result.matrices["weights"].values, stages.weights, atol=1e-6)


def test_an_uncompressed_file_is_mapped_and_read_where_it_is_looked_at(tmp_path, computed):
    rng = np.random.default_rng(4)
    arrays = {name: rng.standard_normal((40, 32, 192, 16)).astype(np.float16) for name in "qkv"}
    path = tmp_path / "large.npz"
    np.savez(path, **arrays, layers=np.arange(40), causal=np.array(True))
    opened = read_tensors(path)
    result = compute(from_tensors(opened.tensors, causal=opened.causal))
    assert heads_in(computed) == IN_SIGHT
    assert not opened.tensors.query.flags.owndata
    assert result.grid.n_heads == 32


def test_large_stored_weights_are_read_head_by_head(computed):
    stored = np.full((2, 30, 192, 192), 1 / 192, np.float32)
    result = compute(from_tensors(TensorPack(weights=stored, layers=(0, 1))))
    assert result.progress == pytest.approx(12 / 60)
    assert result.matrices["weights"].values[0, 0] == pytest.approx(1 / 192)
    assert computed == []
