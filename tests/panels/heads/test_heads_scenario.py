"""The Scenario of the Heads panel: its fields, what it shows, and what is read when."""

import subprocess
import sys

import numpy as np
import pytest
from head_scenarios import LAYERS

from attnstudio.files.resources import resource_path
from attnstudio.panels.heads.declarations import BILL_TOKENS, SENTENCES
from attnstudio.panels.heads.scenario import HeadsScenario, from_tensors
from attnstudio.panels.heads.sources import SHIPPED
from attnstudio.panels.heads.stages import NAMES
from attnstudio.state.tensors import TensorPack


def test_it_opens_on_minilm_and_the_row_of_it():
    scenario = HeadsScenario()
    data = scenario.data
    assert (scenario.source, scenario.layer_number, scenario.head_index) == ("minilm", 3, 1)
    assert data.query_labels[scenario.query_index] == "it"
    assert data.key_labels[scenario.key_index] == "cat"


@pytest.mark.parametrize("model", SHIPPED)
@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_sentence_ships_for_both_models(model, sentence):
    data = HeadsScenario(source=model, sentence=sentence).data
    assert data.pack.layers == LAYERS[model]
    assert data.pack.query_tokens
    assert data.has_start
    assert data.own_causal == ("off" if model == "minilm" else "top-left")
    assert (data.pack.n_heads, data.n_key_heads) == {"minilm": (12, 12), "smollm2": (9, 3)}[model]
    words = "".join(data.pack.query_tokens[1:]).replace("[SEP]", "")
    assert words.replace(" ", "").lower() == SENTENCES[sentence].replace(" ", "").lower()


def test_nothing_more_ships_than_the_sentences_and_what_was_measured_on_them():
    names = {path.name for path in resource_path("heads").iterdir()}
    assert names == {f"{model}_{sentence}.npz" for model in SHIPPED for sentence in SENTENCES} | {"heads.json"}


def test_both_models_have_their_licence_notice():
    notice = resource_path("licences", "THIRD_PARTY.md").read_text("utf-8")
    smollm2 = ("SmolLM2-135M-Instruct", "QuantFactory", "Simon Willison")
    minilm = ("all-MiniLM-L6-v2", "sentence-transformers", "uncased vocabulary of BERT")
    for part in (*smollm2, *minilm, "numbers computed from the model for fixed", "Apache-2.0.txt"):
        assert part in notice


def test_places_beyond_the_data_are_clipped():
    scenario = HeadsScenario(
        source="smollm2", layer=511, head=511, first_head=511, selected_query=511, selected_key=511
    )
    assert (scenario.layer_index, scenario.layer_number, scenario.head_index) == (11, 18, 8)
    assert scenario.in_sight == range(9)
    assert (scenario.query_index, scenario.key_index) == (10, 10)
    toy = HeadsScenario(source="toy", n_heads=16, first_head=511, B=2, batch_item=3)
    assert toy.in_sight == range(4, 16)
    np.testing.assert_array_equal(toy.data.pack.query[0, 0], toy.data.toy.query[1][:, :8])


@pytest.mark.parametrize(
    ("model", "own", "off", "causal"), [("minilm", False, False, True), ("smollm2", True, False, True)]
)
def test_a_mask_is_as_trained_or_off_or_causal(model, own, off, causal):
    for mask, on in (("own", own), ("off", off), ("causal", causal)):
        allowed = HeadsScenario(source=model, mask=mask).allowed
        assert (allowed is not None) == on
        if on:
            np.testing.assert_array_equal(allowed, np.tri(len(allowed), dtype=bool))


def test_the_masks_of_a_file_are_its_own():
    pack = TensorPack(*(np.ones((3, 2)) for _ in range(3)))
    scenario = from_tensors(pack, causal="top-left", blocked={(2, 0)})
    assert scenario.allowed.tolist() == [[True, False, False], [True, True, False], [False, True, True]]
    assert scenario.with_changes(mask="off").allowed is None


@pytest.mark.parametrize(("divide_by", "divisor"), [("one", 1), ("sqrt_d_k", 8), ("d_k", 64), ("sqrt_d_model", 24)])
def test_scores_are_divided_by_what_is_said(divide_by, divisor):
    assert 1 / HeadsScenario(source="smollm2", divide_by=divide_by).scale == pytest.approx(divisor)


def test_a_typed_temperature_is_kept_exactly():
    assert HeadsScenario(temperature=0.354).temperature == 0.354


def test_the_bill_goes_from_this_input_to_128_thousand_tokens():
    assert HeadsScenario().bill_length == 12
    assert HeadsScenario(bill_tokens=5793).bill_length == 5793
    assert BILL_TOKENS.value_at(0) == 0
    assert BILL_TOKENS.value_at(BILL_TOKENS.ticks) == 131_072
    assert BILL_TOKENS.value_at(BILL_TOKENS.tick_of(512)) == 512


def test_the_stages_are_covered_in_the_order_of_reading():
    assert HeadsScenario.stages == NAMES == ("statistics", "weights", "map", "effects", "concat")


def test_the_scenario_alone_loads_no_head_and_none_of_the_arithmetic():
    """The window asks for the Scenario of every panel when it starts."""
    code = (
        "import sys; from attnstudio.panels.heads.scenario import HeadsScenario as S; S(); "
        "print(*[name for name in sys.modules if name.startswith('attnstudio.')])"
    )
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "attnstudio.panels.heads.scenario" in names
    assert not [name for name in names if name.startswith(("attnstudio.core", "attnstudio.files", "attnstudio.ui"))]
