"""What is told of the heads that ship can be seen on the panel: showcase cells, findings, facts and lessons."""

import json

import numpy as np
import pytest
from head_scenarios import LAYERS, head, on_all

from attnstudio.files.resources import resource_path
from attnstudio.panels.heads.compute import compute
from attnstudio.panels.heads.declarations import SENTENCES
from attnstudio.panels.heads.scenario import HeadsScenario

SHOWCASE = json.loads(resource_path("heads", "heads.json").read_text("utf-8"))["show"]
ROUNDED = {"abs": 0.005001, "rel": 0}  # figures with two digits
IT, CAT, MAT = 8, 2, 6  # of the cat sentence, in both models


def weight(scenario, query, key) -> float:
    return compute(scenario.with_changes(selected_query=query, selected_key=key)).quantities["weight"]


def mean_of(name, scenarios) -> float:
    found = [compute(scenario).quantities.get(name) for scenario in scenarios]
    return float(np.mean([number for number in found if number is not None]))


@pytest.mark.parametrize(
    "cell", SHOWCASE, ids=lambda cell: f"{cell['file']} {cell['layer']}.{cell['head']} {cell['words']}"
)
def test_a_showcase_cell_has_its_words_and_its_weight(cell):
    sentence = cell["file"].removeprefix(f"{cell['model']}_").removesuffix(".npz")
    scenario = head(cell["model"], f"{cell['layer']}.{cell['head']}", sentence)
    scenario = scenario.with_changes(selected_query=cell["query"], selected_key=cell["key"])
    result = compute(scenario)
    assert result.quantities["weight"] == pytest.approx(cell["weight"], abs=6e-4)
    tokens = scenario.data.pack.query_tokens
    for word, place in zip(cell["words"], (cell["query"], cell["key"]), strict=True):
        named = {"^": "<|endoftext|>"}.get(word, word.partition("#")[0])
        assert tokens[place].strip().lower() == named


class TestFindings:
    """Sections 6 and 7 of what was found."""

    @pytest.mark.parametrize(("changes", "expected"), [
        ({}, 0.62), ({"temperature": 0.5}, 0.87), ({"temperature": 2.0}, 0.35), ({"temperature": 5.0}, 0.19),
        ({"divide_by": "one"}, 1.00), ({"undo_positions": True}, 0.75),
    ])  # fmt: skip
    def test_it_looks_at_cat_in_head_13_8(self, changes, expected):
        assert weight(head("smollm2", "13.8", **changes), IT, CAT) == pytest.approx(expected, **ROUNDED)

    def test_it_hardly_looks_at_mat_in_head_13_8(self):
        assert weight(head("smollm2", "13.8"), IT, MAT) == pytest.approx(0.03, **ROUNDED)

    @pytest.mark.parametrize(("changes", "expected"), [
        ({}, 0.49), ({"divide_by": "one"}, 0.99), ({"temperature": 2.0}, 0.26),
    ])  # fmt: skip
    def test_it_looks_at_cat_in_head_3_1_of_minilm(self, changes, expected):
        assert weight(head("minilm", "3.1", **changes), IT, CAT) == pytest.approx(expected, **ROUNDED)

    def test_head_16_0_looks_at_the_previous_token_and_needs_positions_for_it(self):
        """Rows from 2 on: row 1 has only itself and the start token."""
        assert mean_of("previous", on_all("smollm2", "16.0")) == pytest.approx(0.77, **ROUNDED)
        assert mean_of("previous", on_all("smollm2", "16.0", undo_positions=True)) == pytest.approx(0.04, **ROUNDED)
        assert compute(head("smollm2", "16.0")).quantities["previous"] == pytest.approx(0.80, **ROUNDED)

    def test_the_row_of_it_is_the_same_for_too_tired_and_too_wide_in_every_causal_head(self):
        for layer in LAYERS["smollm2"]:
            for number in range(9):
                rows = [
                    compute_row(head("smollm2", f"{layer}.{number}", name)) for name in ("street_tired", "street_wide")
                ]
                np.testing.assert_array_equal(*rows)

    def test_the_ending_moves_the_row_of_it_in_minilm_and_does_not_flip_it(self):
        found = {name: [weight(head("minilm", "3.1", name), 10, key) for key in (2, 8)]
                 for name in ("street_tired", "street_wide")}  # fmt: skip
        assert found["street_tired"] == pytest.approx([0.64, 0.05], **ROUNDED)
        assert found["street_wide"] == pytest.approx([0.27, 0.13], **ROUNDED)

    def test_steep_and_lazy_flip_the_row_of_it_in_head_3_1(self):
        found = {
            name: [weight(head("minilm", "3.1", name), 9, key) for key in (7, 2)]
            for name in ("hill_steep", "hill_lazy")
        }
        assert found["hill_steep"] == pytest.approx([0.52, 0.19], **ROUNDED)
        assert found["hill_lazy"] == pytest.approx([0.21, 0.61], **ROUNDED)

    @pytest.mark.parametrize(("name", "expected"), [
        ("17.5", 0.47), ("11.6", 0.26), ("10.1", 0.24), ("8.1", 0.24), ("13.8", 0.04), ("16.0", 0.00),
    ])  # fmt: skip
    def test_without_the_mask_weight_moves_to_later_words(self, name, expected):
        """On the cat sentence, rows from 1 on; with the mask there is none."""
        weights = compute(head("smollm2", name, mask="off")).matrices["weights"].values
        assert np.triu(weights, 1).sum(axis=1)[1:].mean() == pytest.approx(expected, **ROUNDED)
        assert compute(head("smollm2", name)).quantities["later"] == 0

    def test_the_diffuse_head_of_minilm_is_undecided_until_its_scale_is_left_out(self):
        for divide_by, expected in (("sqrt_d_k", 0.90), ("one", 0.41)):
            found = compute(head("minilm", "0.3", divide_by=divide_by)).quantities["head_entropy_share"]
            assert found == pytest.approx(expected, **ROUNDED)

    @pytest.mark.parametrize(("model", "name", "measure", "expected"), [
        ("smollm2", "18.8", "first", 1.00), ("smollm2", "11.6", "itself", 0.79), ("minilm", "0.2", "previous", 1.00),
        ("minilm", "1.8", "next", 0.65),
    ])  # fmt: skip
    def test_a_head_does_on_all_sentences_what_it_is_named_for(self, model, name, measure, expected):
        assert mean_of(measure, on_all(model, name)) == pytest.approx(expected, **ROUNDED)

    def test_the_exact_head_and_the_sink_leave_no_row_out(self):
        for scenario in on_all("minilm", "0.2"):
            weights = compute(scenario).matrices["weights"].values
            assert np.diagonal(weights, -1).min() >= 0.995
        for scenario in on_all("smollm2", "18.8"):
            assert compute(scenario).matrices["weights"].values[:, 0].min() >= 0.995

    def test_repeated_words_are_followed_by_induction(self):
        row = [
            weight(head("smollm2", "17.5", "paris"), query, key) for query, key in ((10, 4), (9, 3), (11, 5), (12, 6))
        ]
        assert row == pytest.approx([0.97, 0.88, 0.78, 0.68], **ROUNDED)

    def test_the_known_failure_of_13_8_can_be_seen(self):
        found = [weight(head("smollm2", "13.8", "anna_book"), 7, key) for key in (0, 1, 3)]
        assert found == pytest.approx([0.51, 0.26, 0.19], **ROUNDED)
        assert weight(head("smollm2", "15.7", "anna_book"), 7, 3) == pytest.approx(0.58, **ROUNDED)

    def test_no_head_of_minilm_rests_on_its_end_token(self):
        for sentence in SENTENCES:
            data = head("minilm", "0.0", sentence).data
            last = data.pack.T_k - 1
            for layer in range(6):
                scenario = head("minilm", f"{layer}.0", sentence)
                grid = compute(scenario).grid
                assert max(float(one.shades[:, last].mean()) for one in grid.heads) < 0.4


def compute_row(scenario):
    return compute(scenario).matrices["weights"].values[9]


class TestFacts:
    """Figures that the app must carry."""

    def test_a_large_weight_on_a_tiny_value_moves_little_and_forbidding_it_moves_much(self):
        result = compute(head("minilm", "4.5", selected_query=IT, selected_key=0))
        found = [result.quantities[name] for name in ("weight", "zeroed", "forbidden", "value_length")]
        assert found == pytest.approx([0.79, 0.11, 2.64, 0.13], **ROUNDED)
        said = str(result.captions["effects"])
        assert all(figure in said for figure in ("0.79", "0.11", "2.64", "4.7 times")), said

    def test_two_thirds_of_the_weights_of_minilm_are_near_zero(self):
        assert compute(HeadsScenario()).quantities["near_zero_share"] == pytest.approx(0.67, **ROUNDED)

    def test_weight_and_share_name_different_keys_in_561_of_864_rows(self):
        result = compute(HeadsScenario())
        assert result.quantities["disagreeing_rows"] == 561
        assert 6 * 12 * 12 == 864

    @pytest.mark.parametrize(("what", "amount"), [
        ("8 heads at T = 512", "2,097,152 scores, 8 MiB in float32"),
        ("one head at T = 512", "262,144 scores, 1 MiB in float32"),
        ("one head at T = 8,192", "67,108,864 scores, 256 MiB in float32"),
        ("GPT-2 small", "12 × 64 = 768"),
        ("GPT-3", "96 × 128 = 12,288"),
        ("GPT-2 small, scores kept for training at T = 1,024", "288 MiB; its 124 M weights in 16 bits: 237 MiB"),
        ("GPT-2 small, keys and values kept, 16 bits", "36,864 bytes a token, 36 MiB at T = 1,024"),
    ])  # fmt: skip
    def test_the_bill_has_its_figures(self, what, amount):
        assert {str(line): str(value) for line, value in compute(HeadsScenario()).bill}[what] == amount

    def test_the_bill_of_this_input_counts_its_heads(self):
        result = compute(HeadsScenario())
        assert [str(text) for text in result.bill[0]] == [
            "this layer, 12 × 12 × 12",
            "1,728 scores, 6.75 KiB in float32",
        ]

    def test_the_multi_head_example_is_scaled_by_the_root_of_one_head(self):
        result = compute(HeadsScenario(source="toy"))
        assert (result.quantities["d_model"], result.quantities["d_k"], result.quantities["n_heads"]) == (64, 8, 8)
        assert str(result.captions["attend"]) == "8 attention maps, each divided by √8, not √64"

    def test_5_11_beats_3_1_on_one_sentence_and_fails_where_the_other_noun_is_right(self):
        result = compute(HeadsScenario(find="pair", selected_query=IT, selected_key=CAT))
        assert result.matrices["ranking"].row_labels[:2] == ("5.11", "3.1")
        assert result.matrices["ranking"].values[:2, 0] == pytest.approx([0.68, 0.49], **ROUNDED)
        steep = [weight(head("minilm", "5.11", "hill_steep"), 9, key) for key in (2, 7)]
        assert steep == pytest.approx([0.55, 0.08], **ROUNDED)
        assert weight(head("minilm", "3.1", "hill_steep"), 9, 7) == pytest.approx(0.52, **ROUNDED)


class TestLessons:
    """Challenges and questions are reachable, and right."""

    def test_c8_1_a_temperature_undoes_the_wrong_scale(self):
        """Typed 0.354 = √(8/64): weights are those of ÷ √d_k to 0.002."""
        right = HeadsScenario(source="toy")
        wrong = right.with_changes(divide_by="sqrt_d_model", temperature=0.354)
        for number in range(8):
            weights = [
                compute(scenario.with_changes(head=number)).matrices["weights"].values for scenario in (right, wrong)
            ]
            assert np.abs(weights[0] - weights[1]).max() <= 0.002

    def test_c8_2_sixteen_heads_of_the_same_matrices_cost_576_scores(self):
        before, after = HeadsScenario(source="toy"), HeadsScenario(source="toy", n_heads=16, d_k=4)
        assert compute(before).quantities["scores_count"] == 288
        assert compute(after).quantities["scores_count"] == 576
        assert before.data.toy.w_q.shape == after.data.toy.w_q.shape == (64, 64)

    def test_c8_3_5793_tokens_fill_a_gibibyte(self):
        size = compute(HeadsScenario(source="toy", bill_tokens=5793)).quantities["score_bytes"]
        assert size == 32 * 5793**2
        assert abs(size / 2**30 - 1) <= 0.01

    def test_c9_1_who_is_it(self):
        result = compute(head("smollm2", "13.8", find="pair", selected_query=IT, selected_key=CAT))
        ranking = result.matrices["ranking"]
        assert ranking.row_labels[:3] == ("13.8", "16.5", "9.4")
        assert ranking.values[:3, 0] == pytest.approx([0.616, 0.478, 0.477], abs=6e-4)
        assert (ranking.values >= 0.60).sum() == 1

    def test_c9_2_clockwork(self):
        result = compute(HeadsScenario(find="previous"))
        assert result.matrices["ranking"].row_labels[:2] == ("0.2", "2.11")
        assert result.quantities["found"] >= 0.99
        assert result.quantities["runner_up"] == pytest.approx(0.34, **ROUNDED)

    def test_c9_3_half_sure(self):
        assert weight(head("smollm2", "13.8", temperature=1.3), IT, CAT) == pytest.approx(0.502, abs=6e-4)

    def test_c9_4_big_weight_small_effect(self):
        """Just two heads put at least 0.75 on [CLS] and pass on at most 0.15."""
        found = []
        for layer in range(6):
            for number in range(12):
                scenario = head("minilm", f"{layer}.{number}", selected_query=IT, selected_key=0)
                quantities = compute(scenario).quantities
                if quantities["weight"] >= 0.75 and quantities["weight_times_value"] <= 0.15:
                    found.append((f"{layer}.{number}", quantities["weight"], quantities["weight_times_value"]))
        names = [name for name, *_ in found]
        assert "4.5" in names
        assert "2.7" in names
        numbers = {name: rest for name, *rest in found}
        assert numbers["4.5"] == pytest.approx([0.788, 0.106], abs=6e-4)
        assert numbers["2.7"] == pytest.approx([0.765, 0.042], abs=6e-4)

    def test_c9_5_peek(self):
        assert compute(head("smollm2", "17.5", mask="off")).quantities["later"] == pytest.approx(0.512, abs=6e-4)

    def test_q9_4_forbidding_the_sink_forces_the_others_up_4_7_times(self):
        weights = compute(head("minilm", "4.5")).matrices["weights"].values[IT]
        assert 1 / (1 - weights[0]) == pytest.approx(4.7, abs=0.05)
