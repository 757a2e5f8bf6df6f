"""The examples that ship: canonical files whose numbers are those of the lessons."""

import numpy as np
import pytest

from attnstudio.files.examples import examples, read_example
from attnstudio.files.faults import FileFault
from attnstudio.files.scenes import scene_text
from attnstudio.panels.attention.compute import compute
from attnstudio.panels.attention.scenario import AttentionScenario
from attnstudio.panels.heads.compute import compute as heads
from attnstudio.panels.heads.scenario import HeadsScenario
from attnstudio.panels.scaling.compute import compute as scaling
from attnstudio.panels.scaling.scenario import ScalingScenario

SCENARIOS = {"attention": AttentionScenario, "scaling": ScalingScenario, "heads": HeadsScenario}
ROWS = {
    "worked-example": [0.506, 0.186, 0.307],
    "paper": [4 / 7, 1 / 7, 2 / 7],
    "toy-sentence": [0.08, 0.61, 0.10, 0.07, 0.09, 0.05],
    "toy-sentence-causal": [0.104, 0.769, 0.127, 0, 0, 0],
    "toy-sentence-second-question": [0.05, 0.40, 0.30, 0.15, 0.02, 0.08],
    "dictionary-soft": [0.212, 0.576, 0.212],
    "dictionary-hard": [0, 1, 0],
    "dominated": [0.982, 0.018, 0.000],
}


def scenario(name):
    return read_example(name, SCENARIOS).panels["attention"].scenario


def row(name):
    """Return the weights of the query that an example selects."""
    shown = scenario(name)
    return compute(shown).matrices["weights"].values[shown.query_index]


def test_examples_stand_in_their_order_the_worked_example_first():
    names = [example.name for example in examples()]
    assert names[:3] == ["worked-example", "paper", "toy-sentence"]
    assert len(set(names)) == len(names) == 24
    assert examples()[0].title == "Worked example: one query, three keys"


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_every_example_is_written_as_the_writer_writes_it(example):
    scene = read_example(example.name, SCENARIOS)
    assert scene.title == example.title
    assert list(scene.panels) == [scene.open_panel]
    assert example.path.read_text(encoding="utf-8") == scene_text(scene, example.path)


@pytest.mark.parametrize("name", ROWS)
def test_the_weights_of_an_example_are_those_that_are_taught(name):
    digits = 2 if name in ("toy-sentence", "toy-sentence-second-question") else 3
    assert np.allclose(row(name), ROWS[name], atol=0.51 * 10.0**-digits)


def test_the_worked_example_is_what_the_panel_starts_on():
    assert scenario("worked-example") == AttentionScenario()


def test_aligned_orthogonal_and_opposed_keys_have_those_angles():
    pack = scenario("aligned-orthogonal-opposed").tensors
    assert (pack.key @ pack.query[0] / 2).tolist() == [1, 0, -1]


def test_equal_keys_get_equal_weights():
    weights = row("two-equal-keys")
    assert weights[0] == weights[1] > weights[2]


def test_cross_attention_has_its_own_words_on_each_side_and_crosses():
    shown = scenario("cross-attention")
    pack = shown.tensors
    assert (pack.T_q, pack.T_k, pack.d_k, pack.d_v) == (3, 5, 4, 2)
    best = compute(shown).matrices["weights"].values.argmax(axis=-1)
    assert [(pack.query_tokens[i], pack.key_tokens[j]) for i, j in enumerate(best)] == [
        ("le", "the"), ("chat", "cat"), ("noir", "black"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "word", "weight", "model"),
    [
        ("real-cat-smollm2", " cat", 0.616, "4-bit copy of SmolLM2-135M-Instruct"),
        ("real-cat-minilm", "cat", 0.487, "all-MiniLM-L6-v2"),
        ("real-dog-minilm", "the", 1.000, "all-MiniLM-L6-v2"),
    ],
)
def test_a_real_head_says_its_model_and_looks_where_it_was_measured_to(name, word, weight, model):
    weights, pack = row(name), scenario(name).tensors
    assert pack.key_tokens[weights.argmax()] == word
    assert weights.max() == pytest.approx(weight, abs=6e-4)
    assert str(pack.origin.badge()) == f"real model, {model}"


def test_the_causal_model_is_shown_under_its_mask():
    assert scenario("real-cat-smollm2").causal == "top-left"
    assert scenario("real-cat-minilm").causal == "off"


def scaling_scenario(name):
    return read_example(name, SCENARIOS).panels["scaling"].scenario


def test_the_scaling_example_is_what_that_panel_starts_on():
    assert scaling_scenario("scaling") == ScalingScenario()


def test_the_textbook_row_has_the_numbers_that_are_taught():
    result = scaling(scaling_scenario("textbook-row"))
    for name, expected in (("raw_weights", [0.982, 0.018, 0.000]), ("weights", [0.506, 0.307, 0.186])):
        assert np.allclose(result.matrices[name].values[0], expected, atol=5.1e-4)


def test_with_one_component_dividing_by_its_root_changes_nothing():
    result = scaling(scaling_scenario("one-component"))
    assert result.quantities["raw_spread"] == result.quantities["spread"]
    assert "d_k = 1" in str(result.notices[0])


@pytest.mark.parametrize(
    ("name", "quantities"),
    [
        ("heads-previous-word", {"previous": 1.00, "found": 1.00, "runner_up": 0.34}),
        ("heads-minilm", {"weight": 0.49}),
        ("heads-smollm2", {"weight": 0.62, "found": 0.62, "runner_up": 0.48}),
        ("heads-tired-wide", {"weight": 0.68}),
        ("heads-sink", {"weight": 0.79, "weight_times_value": 0.11, "zeroed": 0.11, "forbidden": 2.64}),
        ("heads-toy", {"d_model": 64, "n_heads": 8, "scores_count": 288}),
    ],
)
def test_an_example_of_heads_has_the_figures_that_are_taught(name, quantities):
    shown = heads(read_example(name, SCENARIOS).panels["heads"].scenario)
    assert {key: round(shown.quantities[key], 2) for key in quantities} == quantities


def test_too_tired_and_too_wide_are_pinned_side_by_side_and_the_row_of_it_is_the_same():
    state = read_example("heads-tired-wide", SCENARIOS).panels["heads"]
    assert (state.pinned.sentence, state.scenario.sentence) == ("street_tired", "street_wide")
    a, b = (heads(each).lines.weights[state.scenario.query_index] for each in (state.pinned, state.scenario))
    assert np.array_equal(a, b)


def test_an_unknown_example_is_refused_with_the_names_of_all():
    with pytest.raises(FileFault, match="worked: expected the name of an example, one of worked-example, paper, toy-"):
        read_example("worked", SCENARIOS)
