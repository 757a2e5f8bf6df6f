"""What is said of heads: labels with their evidence and failures, findings in words, and trials on all sentences."""

import json
import re

import numpy as np
import pytest
from head_scenarios import head, on_all

from attnstudio.files.resources import resource_path
from attnstudio.panels.heads.compute import compute
from attnstudio.panels.heads.declarations import SENTENCES
from attnstudio.panels.heads.labels import LABELS, short_label
from attnstudio.panels.heads.scenario import HeadsScenario

SHIPPED = json.loads(resource_path("heads", "heads.json").read_text("utf-8"))["labels"]
MEANS = [
    ("smollm2", "16.0", "previous", 0.77), ("smollm2", "1.2", "previous", 0.74), ("smollm2", "11.1", "previous", 0.68),
    ("smollm2", "11.6", "itself", 0.79), ("smollm2", "11.7", "previous", 0.44),
    ("smollm2", "0.4", "head_entropy_share", 0.83), ("smollm2", "11.2", "head_entropy_share", 0.85),
    ("minilm", "1.8", "next", 0.65), ("minilm", "2.9", "first", 0.78), ("minilm", "4.5", "first", 0.84),
    ("minilm", "0.3", "head_entropy_share", 0.89),
]  # fmt: skip
CELLS = [
    ("smollm2", "8.1", "dog_ball", 9, 2, 0.74), ("smollm2", "8.1", "dog_ball", 12, 5, 0.72),
    ("smollm2", "8.1", "bank", 15, 5, 0.70), ("smollm2", "10.1", "cat_tired", 6, 4, 0.96),
    ("smollm2", "10.1", "dog_ball", 12, 10, 0.88), ("smollm2", "10.1", "anna_book", 9, 8, 0.92),
    ("smollm2", "13.8", "cat_tired", 8, 2, 0.62), ("smollm2", "13.8", "cat_tired", 8, 6, 0.03),
    ("smollm2", "13.8", "keys", 6, 5, 0.81), ("smollm2", "13.8", "keys", 10, 2, 0.71),
    ("smollm2", "9.4", "hill_steep", 12, 7, 0.31), ("smollm2", "9.4", "hill_steep", 12, 2, 0.02),
    ("smollm2", "9.4", "hill_lazy", 12, 2, 0.11), ("smollm2", "9.4", "cat_tired", 8, 2, 0.48),
    ("smollm2", "15.7", "anna_book", 7, 3, 0.58), ("smollm2", "16.5", "cat_tired", 8, 2, 0.48),
    ("smollm2", "16.5", "cat_tired", 8, 6, 0.16), ("smollm2", "17.5", "paris", 10, 4, 0.97),
    ("smollm2", "17.5", "paris", 9, 3, 0.88), ("smollm2", "17.5", "paris", 11, 5, 0.78),
    ("smollm2", "17.5", "paris", 12, 6, 0.68), ("smollm2", "17.5", "bank", 15, 6, 0.35),
    ("smollm2", "4.2", "street_wide", 12, 7, 0.44), ("smollm2", "4.2", "street_tired", 12, 2, 0.12),
    ("minilm", "1.8", "cat_tired", 9, 10, 0.98), ("minilm", "2.8", "cat_tired", 5, 6, 0.85),
    ("minilm", "2.8", "hill_lazy", 12, 0, 0.82), ("minilm", "2.9", "dog_ball", 9, 2, 0.91),
    ("minilm", "2.9", "dog_ball", 12, 5, 0.71), ("minilm", "2.9", "paris", 9, 2, 0.66),
    ("minilm", "2.0", "anna_book", 3, 2, 0.53), ("minilm", "1.3", "anna_book", 7, 3, 0.44),
    ("minilm", "1.3", "anna_book", 9, 1, 0.38), ("minilm", "3.1", "keys", 11, 2, 0.89),
    ("minilm", "3.1", "keys", 10, 2, 0.73), ("minilm", "3.1", "cat_tired", 8, 2, 0.49),
    ("minilm", "3.1", "cat_tired", 8, 6, 0.14), ("minilm", "3.1", "street_tired", 10, 2, 0.64),
    ("minilm", "3.1", "street_wide", 10, 2, 0.27), ("minilm", "3.1", "street_wide", 10, 8, 0.13),
    ("minilm", "4.5", "cat_tired", 8, 0, 0.79),
]  # fmt: skip


@pytest.mark.parametrize("model", SHIPPED)
def test_every_head_that_the_data_names_has_that_label(model):
    for name, label in SHIPPED[model].items():
        assert LABELS[model][name].short == label.replace("->", "→")
        assert LABELS[model][name].evidence


@pytest.mark.parametrize(("model", "name", "measure", "figure"), MEANS)
def test_a_mean_of_twelve_sentences_in_a_label_is_measured(model, name, measure, figure):
    found = np.mean([compute(scenario).quantities[measure] for scenario in on_all(model, name)])
    assert found == pytest.approx(figure, abs=0.005001)
    assert f"{figure:.2f}" in " ".join(LABELS[model][name])


@pytest.mark.parametrize(("model", "name", "sentence", "query", "key", "figure"), CELLS)
def test_a_cell_in_a_label_has_its_weight(model, name, sentence, query, key, figure):
    result = compute(head(model, name, sentence, selected_query=query, selected_key=key))
    assert result.quantities["weight"] == pytest.approx(figure, abs=0.005001)
    assert f"{figure:.2f}" in " ".join(LABELS[model][name])


def test_every_figure_of_a_label_is_a_cell_a_mean_or_was_measured_on_other_sentences():
    """What was measured on other sentences stands behind words that say so; all else is in the lists above."""
    known = {(model, name): set() for model in LABELS for name in LABELS[model]}
    for model, name, *_, figure in [*MEANS, *CELLS]:
        known[model, name].add(f"{figure:.2f}")
    elsewhere = {
        ("smollm2", "18.8"): {"1.00"}, ("smollm2", "16.0"): {"0.04"}, ("smollm2", "8.1"): {"0.35"},
        ("smollm2", "13.8"): {"0.51", "0.26", "0.19"}, ("minilm", "0.2"): {"1.00"},
        ("minilm", "3.11"): {"0.38", "0.22"},
    }  # fmt: skip
    for (model, name), found in known.items():
        label = LABELS[model][name]
        here = re.split(r"sentences written afterwards[^.]*?", label.evidence)[0] + " " + re.sub(
            r"; on sentences written afterwards.*", "", label.failure)  # fmt: skip
        assert set(re.findall(r"\d\.\d\d", here)) <= found | elsewhere.get((model, name), set()), (model, name)


def test_the_figures_of_8_1_and_3_11_that_no_cell_gives_are_right():
    weights = compute(head("smollm2", "8.1", "dog_ball")).matrices["weights"].values
    earlier = [weights[i, j] for i in (8, 11) for j in (4, 8) if j < i]
    assert max(earlier) <= 0.355
    assert compute(head("minilm", "3.11")).matrices["weights"].values[:, -1].mean() == pytest.approx(0.22, abs=0.005)


def test_a_labelled_head_says_what_it_often_does_its_evidence_and_its_failures():
    said = str(compute(head("smollm2", "13.8")).captions["label"])
    assert said.startswith("Head 13.8 often: verb and pronoun → subject. it → cat 0.62")
    assert "Known to fail: In “Anna gave Tom the book" in said


def test_heads_without_a_label_do_not_get_one():
    assert "no label" in str(compute(head("minilm", "5.11")).captions["label"])
    assert "random numbers" in str(compute(HeadsScenario(source="toy")).captions["label"])
    assert "nothing is known" in str(compute(HeadsScenario(source="own")).captions["label"])


def test_a_pattern_of_this_sentence_is_named_as_that():
    assert short_label("minilm", "5.0", {"previous": 0.6, "first": 0.2}) == "here: previous token"
    assert short_label("minilm", "5.0", {"previous": 0.4}) == ""
    assert short_label("minilm", "0.2", {"first": 0.9}) == "previous token (exact)"


def test_the_grid_names_its_heads_and_tells_them_apart_by_entropy():
    grid = compute(HeadsScenario()).grid
    assert [str(text) for text in (grid.heads[1].title, grid.heads[1].label)] == [
        "head 1",
        "word → subject / topic noun",
    ]
    assert str(grid.heads[1].reading) == "entropy 0.51"


def test_the_best_heads_are_named_with_a_warning():
    result = compute(HeadsScenario())
    assert str(result.captions["ranking"]) == "the previous word: head 0.2 is first with 1.00. Next is 2.11 with 0.34."
    assert str(result.captions["warning"]).startswith("One sentence proves nothing")
    assert result.ranked[0] == (0, 2)


def test_a_ranked_head_is_named_by_its_number_in_the_model_and_found_by_its_place():
    result = compute(HeadsScenario(source="smollm2"))
    assert result.matrices["ranking"].row_labels[0] == "16.0"
    assert result.ranked[0] == (9, 0)


def test_where_no_word_comes_twice_nothing_is_ranked():
    result = compute(HeadsScenario(source="toy", find="same"))
    assert "no head" in str(result.captions["ranking"])
    assert "found" not in result.quantities


class TestTrials:
    """The head that is shown, on the other sentences."""

    def test_a_pattern_is_measured_on_every_sentence(self):
        result = compute(head("smollm2", "16.0", try_all=True))
        trials = result.matrices["trials"]
        assert trials.row_labels == tuple(SENTENCES.values())
        each = [compute(scenario).quantities["previous"] for scenario in on_all("smollm2", "16.0")]
        assert trials.values[:, 0] == pytest.approx(each, abs=1e-6)
        assert "0.77 on average" in str(result.captions["trials"])

    def test_of_a_pair_it_is_where_the_same_word_looks_most(self):
        result = compute(head("minilm", "5.11", find="pair", selected_query=8, selected_key=2, try_all=True))
        trials = result.matrices["trials"]
        notes = dict(zip(SENTENCES, map(str, trials.row_notes), strict=True))
        assert notes["cat_tired"] == "it → cat"
        assert notes["hill_steep"] == "it → horse"
        assert notes["paris"] == "no “it”"
        assert np.isnan(trials.values[10, 0])
        assert "6 of 12" in str(result.captions["trials"])

    def test_other_data_is_not_tried(self):
        assert "trials" not in compute(HeadsScenario(source="toy", try_all=True)).matrices

    def test_what_is_changed_counts_in_the_trials_too(self):
        undone = compute(head("smollm2", "16.0", try_all=True, undo_positions=True))
        assert "0.04 on average" in str(undone.captions["trials"])


class TestNotices:
    """What must be known of a state."""

    @pytest.mark.parametrize(("changes", "told"), [
        ({"source": "smollm2", "mask": "off"}, "trained under a causal mask"),
        ({"mask": "causal"}, "trained to look both ways"),
        ({"divide_by": "sqrt_d_model"}, "÷ √384 is the root of d_model"),
        ({"source": "smollm2"}, "head 1 uses key and value head 0"),
        ({"source": "toy", "mask": "causal", "hide_first": True}, "Without the first token x₁ has no key left"),
    ])  # fmt: skip
    def test_a_state_is_told(self, changes, told):
        assert any(told in str(notice) for notice in compute(HeadsScenario(**changes)).notices)

    def test_nothing_is_told_of_a_model_as_it_is(self):
        assert compute(HeadsScenario()).notices == ()

    def test_a_change_is_said_to_be_of_these_heads_alone(self):
        assert "later layers are not run again" in str(compute(HeadsScenario()).captions["toggle"])
        assert "never learned to look ahead" in str(
            compute(HeadsScenario(source="smollm2", mask="off")).captions["toggle"]
        )

    def test_the_copy_of_smollm2_is_said_to_be_one(self):
        result = compute(HeadsScenario(source="smollm2"))
        assert "4-bit copy" in str(result.captions["origin"])
        assert "4-bit copy" in str(result.captions["title"])
