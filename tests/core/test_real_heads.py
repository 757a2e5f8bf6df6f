"""The heads of trained models that ship with the app give the weights that are told of them."""

from pathlib import Path

import numpy as np
import pytest

from attnstudio.core.attention import attention_output, scaled_dot_product_attention
from attnstudio.core.positions import rotary

HEADS = Path(__file__).parents[2] / "resources" / "heads"
PLACES = {"abs": 6e-4, "rel": 0}


def layer_of(name, layer):
    """Return the query, key and value of a layer, and its causal switch."""
    with np.load(HEADS / f"{name}.npz", allow_pickle=False) as file:
        at = file["layers"].tolist().index(layer)
        return *(file[letter][at] for letter in "qkv"), "top-left" if file["causal"] else None


@pytest.mark.parametrize(
    ("name", "layer", "head", "query", "key", "weight"),
    [
        ("smollm2_cat_tired", 18, 8, 2, 0, 1.0),
        ("smollm2_cat_tired", 16, 0, 4, 3, 0.94),
        ("smollm2_cat_tired", 11, 6, 8, 8, 0.829),
        ("smollm2_cat_tired", 10, 1, 6, 4, 0.957),
        ("smollm2_cat_tired", 13, 8, 8, 2, 0.616),
        ("smollm2_cat_tired", 13, 8, 3, 2, 0.923),
        ("smollm2_cat_tired", 13, 8, 8, 6, 0.032),
        ("minilm_cat_tired", 0, 2, 8, 7, 1.0),
        ("minilm_cat_tired", 1, 8, 9, 10, 0.978),
        ("minilm_cat_tired", 2, 8, 5, 6, 0.854),
        ("minilm_cat_tired", 3, 1, 8, 2, 0.487),
        ("minilm_cat_tired", 3, 1, 8, 6, 0.137),
        ("minilm_cat_tired", 4, 5, 7, 0, 0.958),
        ("minilm_cat_tired", 0, 3, 8, 9, 0.243),
        ("minilm_dog_ball", 2, 9, 9, 2, 0.91),
        ("minilm_dog_ball", 2, 9, 12, 5, 0.71),
    ],
)
def test_a_showcase_cell_has_its_weight(name, layer, head, query, key, weight):
    q, k, v, causal = layer_of(name, layer)
    stages = scaled_dot_product_attention(q, k, v, causal=causal)
    assert stages.weights[head, query, key] == pytest.approx(weight, **PLACES)
    np.testing.assert_allclose(attention_output(q, k, v, causal=causal), stages.output, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("temperature", "weight"), [(0.5, 0.87), (1, 0.62), (2, 0.35), (5, 0.19)])
def test_temperature_sharpens_and_flattens_it_to_cat(temperature, weight):
    q, k, v, causal = layer_of("smollm2_cat_tired", 13)
    weights = scaled_dot_product_attention(q, k, v, causal=causal, temperature=temperature).weights
    assert weights[8, 8, 2] == pytest.approx(weight, abs=0.005)


def test_without_its_scale_it_to_cat_is_nearly_all():
    q, k, v, causal = layer_of("smollm2_cat_tired", 13)
    assert scaled_dot_product_attention(q, k, v, causal=causal, scale=1).weights[8, 8, 2] > 0.999


def test_with_rotary_positions_undone_the_previous_token_head_loses_its_way():
    after, undone = ([], [])
    for layer, head in ((16, 0), (13, 8)):
        q, k, v, causal = layer_of("smollm2_cat_tired", layer)
        after.append(scaled_dot_product_attention(q, k, v, causal=causal).weights[head])
        q, k = (rotary(x, 100_000.0, inverse=True) for x in (q, k))
        undone.append(scaled_dot_product_attention(q, k, v, causal=causal).weights[head])
    assert np.diagonal(after[0], -1).mean() > 0.8
    assert np.diagonal(undone[0], -1).mean() < 0.15
    assert [after[1][8, 2], undone[1][8, 2]] == pytest.approx([0.62, 0.75], abs=0.005)


def test_two_thirds_of_all_weights_of_a_sentence_are_below_a_twentieth():
    shares = [
        scaled_dot_product_attention(*layer_of("minilm_cat_tired", layer)[:3]).weights < 0.05 for layer in range(6)
    ]
    assert np.mean(shares) == pytest.approx(0.67, abs=0.005)


def test_a_large_weight_on_a_short_value_moves_little_and_forbidding_its_key_much():
    q, k, v, _ = (x if x is None else x[5] for x in layer_of("minilm_cat_tired", 4))
    plain = scaled_dot_product_attention(q, k, v)
    assert plain.weights[8, 0] == pytest.approx(0.79, abs=0.005)
    silenced = plain.value.copy()
    silenced[0] = 0
    moved = scaled_dot_product_attention(q, k, silenced).output[8] - plain.output[8]
    assert np.linalg.norm(moved) == pytest.approx(0.11, abs=0.005)
    forbidden = scaled_dot_product_attention(q, k, v, mask=np.arange(12) > 0).output[8] - plain.output[8]
    assert np.linalg.norm(forbidden) == pytest.approx(2.64, abs=0.005)
