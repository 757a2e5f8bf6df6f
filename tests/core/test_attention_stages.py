"""Worked examples by hand, types and refusals of scaled dot-product attention."""

import dataclasses
import math

import numpy as np
import pytest
from samples import SENTENCE, WORKED

from attnstudio.core.attention import AttentionStages, attention_output, scaled_dot_product_attention


def near(expected, digits=3):
    return pytest.approx(np.array(expected, float), abs=0.5 * 10**-digits + 1e-12, rel=0)


def test_the_worked_example_shows_the_textbooks_numbers():
    stages = scaled_dot_product_attention(**WORKED)
    assert stages.scale == 0.5
    assert stages.scores.tolist() == [[2, 0, 1]]
    assert stages.logits.tolist() == [[1, 0, 0.5]]
    assert stages.masked_logits.tolist() == [[1, 0, 0.5]]
    assert stages.shift.tolist() == [0]
    assert stages.exp == near([[2.718, 1.0, 1.649]])
    assert stages.row_sums == near([5.367])
    assert stages.weights == near([[0.506, 0.186, 0.307]])
    assert stages.output == near([[1.320157, 0.679843]], 6)
    assert stages.fully_masked.tolist() == [False]


@pytest.mark.parametrize(
    ("scale", "weights", "output"),
    [(1, [0.665, 0.090, 0.245], [1.58, 0.42]), (0.25, [0.419, 0.254, 0.326], [1.16, 0.84])],
)
def test_the_worked_example_under_other_divisors(scale, weights, output):
    stages = scaled_dot_product_attention(**WORKED, scale=scale)
    assert stages.weights == near([weights])
    assert stages.output == near([output], 2)


def test_a_temperature_of_1_over_ln_2_makes_exact_fractions():
    stages = scaled_dot_product_attention(**WORKED, scale=1, temperature=1 / math.log(2))
    np.testing.assert_allclose(stages.exp, [[4, 1, 2]], rtol=1e-15)
    np.testing.assert_allclose(stages.weights, [[4 / 7, 1 / 7, 2 / 7]], rtol=1e-15)
    np.testing.assert_allclose(stages.output, [[10 / 7, 4 / 7]], rtol=1e-15)


def test_the_toy_sentence_gives_its_row():
    weights = scaled_dot_product_attention(**SENTENCE).weights
    assert weights[2] == near([0.08, 0.61, 0.10, 0.07, 0.09, 0.05], 2)
    assert [weights[2, 1], weights[3, 5], weights[5, 3]] == near([0.609, 0.455, 0.432])
    assert weights[[0, 0, 4, 4], [1, 5, 1, 5]] == near([0.346] * 4)


def test_another_question_to_the_same_keys_gives_another_row():
    weights = scaled_dot_product_attention([[0, 0, 2, 0]], SENTENCE["key"], SENTENCE["value"]).weights
    assert weights[0] == near([0.05, 0.40, 0.30, 0.15, 0.02, 0.08], 2)


def test_the_toy_sentence_under_a_causal_mask():
    asked = {**SENTENCE, "query": [*SENTENCE["query"][:2], [0, 0, 2, 0], *SENTENCE["query"][3:]]}
    rows = [scaled_dot_product_attention(**x, causal="top-left").weights[2] for x in (SENTENCE, asked)]
    assert rows[0] == near([0.104, 0.769, 0.127, 0, 0, 0])
    assert rows[1] == near([0.066, 0.537, 0.398, 0, 0, 0])


def test_causal_and_padding_together_leave_the_sentence_four_keys():
    mask = np.array([True] * 4 + [False] * 2)
    weights = scaled_dot_product_attention(**SENTENCE, causal="top-left", mask=mask).weights
    assert weights[5] == near([0.188, 0.188, 0.114, 0.510, 0, 0])


def test_equal_scores_do_not_make_equal_weights():
    x = np.array([[2.0, 0], [1, 0]])
    stages = scaled_dot_product_attention(x, x, x)
    np.testing.assert_array_equal(stages.scores, stages.scores.T)
    assert [stages.weights[0, 1], stages.weights[1, 0]] == near([0.196, 0.670])


def test_a_dictionary_lookup_gets_harder_as_it_cools():
    lookup = {"query": [[0, 2, 0, 0]], "key": np.eye(4)[:3], "value": [[2], [1], [-1]]}
    assert scaled_dot_product_attention(**lookup).weights[0] == near([0.212, 0.576, 0.212])
    assert scaled_dot_product_attention(**lookup, temperature=0.18).weights[0, 1] == near(0.992)
    assert scaled_dot_product_attention(**lookup, temperature=0.19).weights[0, 1] == near(0.9897, 4)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_minus_a_billion_on_a_whole_row_is_no_mask(dtype):
    """In float64 the row comes out as if unmasked, in float32 uniform: only -inf blocks."""
    query, key, value = (np.array(x, dtype) for x in WORKED.values())
    weights = scaled_dot_product_attention(query, key, value, bias=np.full((1, 3), -1e9)).weights
    if dtype is np.float64:
        np.testing.assert_allclose(weights, scaled_dot_product_attention(**WORKED).weights, atol=1e-7)
    else:
        np.testing.assert_array_equal(weights, np.full((1, 3), np.float32(1) / np.float32(3)))
    assert not scaled_dot_product_attention(query, key, value, bias=np.full((1, 3), -np.inf)).weights.any()


def test_exp_is_shifted_by_the_row_maximum_only_beyond_30():
    query = np.array([[1.0], [30], [30.5], [-31]])
    stages = scaled_dot_product_attention(query, [[1.0], [0]], [[1.0], [2]], scale=1)
    assert stages.shift.tolist() == [0, 0, 30.5, 0]
    np.testing.assert_allclose(stages.exp[:, 0], np.exp([1, 30, 0, -31]))


def test_the_size_of_a_masked_logit_does_not_matter_to_the_shift():
    stages = scaled_dot_product_attention([[1.0]], [[1.0], [1e6]], [[1.0], [2]], mask=[[True, False]])
    assert stages.shift.tolist() == [0]
    assert stages.exp.tolist() == [[math.e, 0]]


def test_the_stages_are_frozen_and_their_arrays_read_only():
    stages = scaled_dot_product_attention(**WORKED, causal="bottom-right")
    assert dataclasses.is_dataclass(AttentionStages)
    with pytest.raises(dataclasses.FrozenInstanceError):
        stages.scale = 1.0
    for field in dataclasses.fields(stages):
        part = getattr(stages, field.name)
        assert not isinstance(part, np.ndarray) or not part.flags.writeable, field.name


def test_later_changes_of_the_input_do_not_reach_the_stages():
    query, key, value = (np.array(x, float) for x in WORKED.values())
    stages = scaled_dot_product_attention(query, key, value)
    query[:] = key[:] = value[:] = 9
    np.testing.assert_array_equal(stages.query @ stages.key.T, stages.scores)
    np.testing.assert_array_equal(stages.weights @ stages.value, stages.output)


@pytest.mark.parametrize("function", [attention_output, lambda *args: scaled_dot_product_attention(*args).output])
@pytest.mark.parametrize(
    ("given", "computed"),
    [
        *((given, "f8") for given in ("f8", ">f8", "i1", "u1", "i8", "?")),
        *((given, "f4") for given in ("f4", ">f4", "f2")),
    ],
)
def test_every_number_type_is_computed_in_a_float_that_cannot_wrap(function, given, computed):
    big = {"i1": 100, "u1": 200}.get(given, 1)
    arrays = [np.array(x).astype(given) * np.array(big).astype(given) for x in WORKED.values()]
    output = function(*arrays)
    assert output.dtype == np.dtype(computed)
    expected = scaled_dot_product_attention(*(x.astype(float) for x in arrays)).output
    np.testing.assert_allclose(output, expected, rtol=1e-6)


def test_float16_does_not_overflow_before_it_is_scaled():
    x = np.full((2, 256), 20, np.float16)
    stages = scaled_dot_product_attention(x, x, x)
    assert stages.scores[0, 0] == 102_400  # float16 ends at 65,504
    np.testing.assert_allclose(stages.weights, 0.5)


def test_strided_reversed_and_read_only_arrays_give_the_same_stages():
    rng = np.random.default_rng(1)
    plain = [rng.normal(size=(3, 5, 4)) for _ in range(3)]
    odd = np.repeat(plain[0], 2, axis=1)[:, ::2], plain[1][::-1].copy()[::-1], np.asfortranarray(plain[2])
    for array in odd:
        array.flags.writeable = False
    got, expected = scaled_dot_product_attention(*odd), scaled_dot_product_attention(*plain)
    np.testing.assert_allclose(got.output, expected.output, rtol=1e-14)
    np.testing.assert_allclose(attention_output(*odd), expected.output, rtol=1e-12)


@pytest.mark.parametrize("sizes", [(0, 3, 2, 2), (2, 0, 2, 2), (0, 0, 2, 2), (2, 3, 0, 2), (2, 3, 2, 0)])
def test_every_size_may_be_0(sizes):
    T_q, T_k, d_k, d_v = sizes
    arrays = np.ones((T_q, d_k)), np.ones((T_k, d_k)), np.ones((T_k, d_v))
    stages = scaled_dot_product_attention(*arrays, causal="top-left")
    assert stages.output.shape == (T_q, d_v)
    assert stages.weights.shape == (T_q, T_k)
    assert stages.fully_masked.tolist() == [T_k == 0] * T_q
    np.testing.assert_array_equal(attention_output(*arrays, causal="top-left"), stages.output)
    assert not stages.output.any() or T_k


def test_without_components_every_allowed_key_weighs_the_same():
    assert scaled_dot_product_attention(np.ones((1, 0)), np.ones((4, 0)), np.eye(4)).weights.tolist() == [[0.25] * 4]


@pytest.mark.parametrize("function", [attention_output, scaled_dot_product_attention])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("hide", ["mask", "bias", "causal"])
def test_what_is_not_finite_and_hidden_cannot_reach_the_output(function, bad, hide):
    query, key, value = (np.array(x, float) for x in (WORKED["query"], WORKED["key"], WORKED["value"]))
    hidden = np.array([True, True, False])
    options = {
        "mask": {"mask": hidden},
        "bias": {"bias": np.where(hidden, 0, -np.inf)},
        "causal": {"mask": [True, True, False], "causal": "bottom-right"},
    }[hide]
    expected = function(query, key, value, **options)
    key[2, 1], value[2, 1] = bad, bad
    got = function(query, key, value, **options)
    if function is attention_output:
        np.testing.assert_array_equal(got, expected)
    else:
        np.testing.assert_array_equal(got.output, expected.output)
        assert not got.key[2].any()
        assert not got.value[2].any()
        for field in dataclasses.fields(got):
            assert not np.isnan(np.asarray(getattr(got, field.name), float)).any() or getattr(got, field.name) is None


def test_a_query_that_may_attend_to_nothing_may_hold_nan():
    query = np.array([[1.0, 2], [np.nan, 1]])
    output = scaled_dot_product_attention(query, np.eye(2), np.eye(2), mask=[[True, True], [False, False]]).output
    assert output[1].tolist() == [0, 0]
    assert output[0].sum() == pytest.approx(1)


@pytest.mark.parametrize("function", [attention_output, scaled_dot_product_attention])
@pytest.mark.parametrize("name", ["query", "key", "value", "bias"])
def test_what_is_not_finite_and_seen_is_refused_by_name_and_cell(function, name):
    arrays = {x: np.array(y, float) for x, y in WORKED.items()} | {"bias": np.zeros((1, 3))}
    arrays[name][0, 1] = np.inf
    with pytest.raises(ValueError, match=rf"^{name} must be finite.*got inf in row, column \(0, 1\)"):
        function(**arrays)


@pytest.mark.parametrize("function", [attention_output, scaled_dot_product_attention])
def test_an_overflow_is_refused(function):
    with pytest.raises(ValueError, match="logits must be finite in float64"):
        function([[1e200]], [[1e200], [-1e200]], [[1.0], [2]])


@pytest.mark.parametrize("function", [attention_output, scaled_dot_product_attention])
@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"query": [1.0, 2]}, r"at least 2 axes .*query \(2,\)"),
        ({"query": np.ones((1, 3))}, r"key must have the d_k = 3 of query.*query \(1, 3\) and key \(3, 4\)"),
        ({"value": np.ones((2, 2))}, r"value must have the T_k = 3 of key; got key \(3, 4\) and value \(2, 2\)"),
        ({"query": np.ones((2, 1, 4)), "key": np.ones((3, 3, 4))}, r"key .*heads that divides the 2 .*got 3"),
        ({"query": np.ones((2, 1, 1, 4)), "key": np.ones((3, 1, 3, 4))}, r"key must have leading axes.*\(3, 1, 3, 4\)"),
        ({"query": np.ones((2, 1, 1, 4)), "value": np.ones((3, 1, 3, 2))}, r"value must have leading axes"),
        ({"key": np.ones((2, 1, 3, 4)), "value": np.ones((3, 1, 3, 2))}, r"value must have leading axes"),
        ({"mask": np.ones((2, 3), bool)}, r"mask must broadcast to .* = \(1, 3\); got mask \(2, 3\)"),
        ({"mask": np.ones((2, 1, 3), bool)}, r"mask must broadcast"),
        ({"mask": np.ones((1, 3))}, r"mask must be Boolean, True = may attend; got .*float64"),
        ({"bias": np.ones((1, 4))}, r"bias must broadcast to .* = \(1, 3\); got bias \(1, 4\)"),
        ({"causal": "diagonal"}, r"causal alignment must be \"top-left\" or \"bottom-right\"; got 'diagonal'"),
        ({"causal": True}, r"causal alignment must be .*; got True"),
        ({"scale": -1}, r"scale must be 0 or more.*got -1"),
        ({"scale": math.nan}, r"scale must be a finite number; got nan"),
        ({"temperature": "warm"}, r"temperature must be a finite number; got 'warm'"),
        ({"softcap": 0}, r"softcap must be a number from 1e-30 to 1e\+30; got 0"),
        ({"query": [["a", "b", "c", "d"]]}, r"query must hold real numbers; got an array of type <U1"),
        ({"key": np.ones((3, 4), complex)}, r"key must hold real numbers; got an array of type complex128"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_by_name_with_both_shapes(function, changed, message):
    with pytest.raises(ValueError, match=message):
        function(**{**WORKED, **changed})
