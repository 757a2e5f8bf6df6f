"""TensorPack: what it holds, what it refuses, how it changes, and its JSON form."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tensor_strategies import packs, vector_packs

from attnstudio.state.faults import Faults
from attnstudio.state.origin import Origin
from attnstudio.state.tensor_field import Tensors
from attnstudio.state.tensors import TensorPack

FIELD = Tensors(label="Numbers", help="")


def pack(**changes):
    arrays = {"query": np.ones((2, 3)), "key": np.ones((4, 3)), "value": np.ones((4, 2))}
    return TensorPack(**(arrays | changes))


def test_arrays_are_read_only_copies_in_the_stored_type():
    mine = np.ones((2, 3), np.float16)
    held = pack(query=mine).query
    mine[0, 0] = 5
    assert held[0, 0] == 1
    assert held.dtype == np.float16
    with pytest.raises(ValueError, match="read-only"):
        held[0, 0] = 2


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"query": np.array([[1.0, np.nan, 0.0]] * 2)}, r"query\[0, 1\]: expected a finite number .* got nan"),
        ({"query": np.array([[1.0, 2e6, 0.0]] * 2)}, r"query\[0, 1\]: .* at most 10⁶ in size, got 2000000\.0"),
        ({"query": np.ones((2, 3), complex)}, "query: expected real numbers, got values of type complex128"),
        ({"query": np.ones((2, 3), bool)}, "query: expected real numbers"),
        ({"query": np.array("text")}, "query: expected real numbers"),
        ({"key": np.ones((4, 5))}, r"key: expected 3 components, as many as a query has, got shape \(4, 5\)"),
        ({"value": np.ones((3, 2))}, r"value: expected 4 tokens, as many as there are keys, got shape \(3, 2\)"),
        ({"value": np.ones(3)}, r"value: expected 2 axes .* got shape \(3,\)"),
        ({"query": np.ones((0, 3))}, "query: expected .* none empty"),
        ({"weights": np.ones((2, 4))}, "or weights alone, got query, key, value, weights"),
        ({"query": None}, "expected query, key and value, or weights alone, got key, value"),
        ({"query_tokens": ("a",)}, "query_tokens: expected 2, one for each query, got 1"),
        ({"query_tokens": ("a", 5)}, r"query_tokens\[1\]: expected text, got 5"),
        ({"query_tokens": ("a", "\ud800")}, r"query_tokens\[1\]: expected whole characters"),
        ({"layers": (1,)}, "layers: expected one number for each entry of the layer axis"),
        ({"scale": 0.0}, "scale: expected a number above 0, got 0.0"),
        ({"scale": -1.0}, "scale: expected a number above 0"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_the_array_and_both_sizes(changes, said):
    with pytest.raises(ValueError, match=said):
        pack(**changes)


def test_a24_heads_that_do_not_divide_are_refused_with_both_numbers():
    with pytest.raises(ValueError, match=r"key: .* divides the 6 of the queries .*\(6, 2, 3\) and \(4, 2, 3\)"):
        TensorPack(query=np.ones((6, 2, 3)), key=np.ones((4, 2, 3)), value=np.ones((4, 2, 3)))


def test_a_key_head_is_shared_by_a_group_of_query_heads():
    key = np.arange(2.0)[:, None, None] * np.ones((2, 3, 4))
    shared = TensorPack(query=np.ones((4, 3, 4)), key=key, value=key)
    assert [shared.array("key", head=head)[0, 0] for head in range(4)] == [0, 0, 1, 1]


def test_weights_alone_may_miss_numbers_but_not_be_infinite():
    assert np.isnan(TensorPack(weights=np.array([[np.nan, 1.0]])).weights[0, 0])
    assert not TensorPack(weights=np.full((1, 2), np.nan)).has_vectors
    with pytest.raises(ValueError, match=r"weights\[0, 1\]"):
        TensorPack(weights=np.array([[np.nan, np.inf]]))
    with pytest.raises(ValueError, match="without Q and K"):
        TensorPack(weights=np.eye(2)).with_cell("query", 0, 0, 1.0)


@pytest.mark.parametrize(
    ("sizes", "said"),
    [
        ((9, 8, 4, 4), "expected at most 8 tokens, got 9 queries and 8 keys"),
        ((1, 9, 4, 4), "expected at most 8 tokens, got 1 query and 9 keys"),
        ((8, 8, 5, 4), "expected at most 4 components, got 5 in a query or key and 4 in a value"),
        ((8, 8, 4, 5), "expected at most 4 components, got 4 in a query or key and 5 in a value"),
        ((9, 9, 5, 1), "expected at most 8 tokens, got 9 queries and 9 keys, and at most 4 components, got 5 in"),
    ],
)  # fmt: skip
def test_a_field_refuses_more_tokens_or_components_than_it_declares_and_says_both(sizes, said):
    T_q, T_k, d_k, d_v = sizes
    large = TensorPack(query=np.zeros((T_q, d_k)), key=np.zeros((T_k, d_k)), value=np.zeros((T_k, d_v)))
    field = Tensors(label="", help="", most_tokens=8, most_components=4)
    for attempt in (lambda: field.check(large), lambda: field.from_json(FIELD.to_json(large))):
        with pytest.raises(ValueError, match=said):
            attempt()
    assert FIELD.check(large) is large


def test_the_limits_themselves_are_allowed_and_weights_alone_have_no_components():
    field = Tensors(label="", help="", most_tokens=8, most_components=4)
    full = TensorPack(query=np.zeros((3, 8, 4)), key=np.zeros((3, 8, 4)), value=np.zeros((3, 8, 4)))
    assert field.check(full) is full
    assert field.check(TensorPack(weights=np.eye(8))).T_k == 8
    with pytest.raises(ValueError, match="got 1 query and 9 keys"):
        field.check(TensorPack(weights=np.ones((1, 9))))


@given(vector_packs(), st.data())
def test_with_cell_changes_one_number_of_one_role_and_says_so(before, data):
    role = data.draw(st.sampled_from(["query", "key", "value"]))
    layer, head = data.draw(st.integers(0, before.n_layers - 1)), data.draw(st.integers(0, before.n_heads - 1))
    rows, columns = before.array(role, layer, head).shape
    i, j = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
    assume(before.array(role, layer, head)[i, j] != 0.3)
    after = before.with_cell(role, i, j, 0.3, layer, head)
    assert after.array(role, layer, head)[i, j] == 0.3
    changed = getattr(after, role) != getattr(before, role)
    assert changed.sum() == 1
    assert all(getattr(after, other) is not None and np.array_equal(getattr(after, other), getattr(before, other))
               for other in {"query", "key", "value"} - {role})  # fmt: skip
    assert after.origin.edited
    assert after.source == ""


@given(vector_packs())
def test_the_same_numbers_written_again_are_no_edit(before):
    numbers = before.array("key")[0]
    assert before.with_row("key", 0, numbers.tolist()) is before
    assert before.with_cell("key", 0, 0, float(numbers[0])) is before


@given(vector_packs())
def test_resizing_keeps_what_fits_and_adds_zeros(before):
    after = before.resized(T_q=before.T_q + 1, T_k=before.T_k, d_k=before.d_k + 2, d_v=before.d_v)
    assert (after.T_q, after.d_k) == (before.T_q + 1, before.d_k + 2)
    assert np.array_equal(after.query[..., :-1, :-2], before.query)
    assert not after.query[..., -1, :].any()
    back = after.resized(T_q=before.T_q, T_k=before.T_k, d_k=before.d_k, d_v=before.d_v)
    assert np.array_equal(back.query, before.query)
    assert back.query_tokens == before.query_tokens


@given(packs())
def test_packs_of_the_same_numbers_and_words_are_equal_and_hash_alike(one):
    arrays = {n: None if (a := getattr(one, n)) is None else a.copy() for n in ("query", "key", "value", "weights")}
    same = replace(one, **arrays, source="elsewhere.npz")
    assert same == one
    assert hash(same) == hash(one)
    assert replace(one, origin=Origin("random", seed=8)) != one


@given(packs())
def test_a_pack_comes_back_from_json_to_the_last_bit(one):
    text = json.dumps(FIELD.to_json(one), allow_nan=False)
    back = FIELD.from_json(json.loads(text))
    assert back == one
    for name in ("query", "key", "value", "weights"):
        array = getattr(one, name)
        if array is not None:
            assert getattr(back, name).dtype == array.dtype
            assert np.array_equal(np.signbit(getattr(back, name)), np.signbit(array) & ~np.isnan(array))


def test_seed_0_is_kept():
    assert FIELD.to_json(pack(origin=Origin("random", seed=0)))["origin"] == {"kind": "random", "seed": 0}


QUERY = {"query": [[1, 0]], "key": [[1, 0], [0, 1]], "value": [[1], [2]]}


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"query": [[1, True]]}, ["query[0][1]: expected a number, got True"]),
        ({"query": [["1", None]]}, ["query[0][0]: expected a number, got '1'", "query[0][1]: expected a number"]),
        ({"key": [[1, 0], [1]]}, ["key[1]: expected 2 numbers as in the first, got 1"]),
        ({"key": [[1, 0], 7]}, ["key[1]: expected 2 numbers as in the first, got 7"]),
        ({"query": {"dtype": "int8", "values": [[1, 300]]}}, ["query.values[0][1]: expected a number of at most 10⁶"]),
        ({"query": {"dtype": "int8", "values": [[1, 0.5]]}}, ["query.values[0][1]: expected a whole number (int8)"]),
        ({"query": {"dtype": "object", "values": [[1, 1]]}}, ["query.dtype: expected one of float16, float32"]),
        ({"query": 5}, ["query: expected rows of numbers with 2 to 4 axes, got 5"]),
        ({"query": [[[[[1, 2]]]]]}, ["query: expected rows of numbers"]),
        ({"tokens": ["a"]}, ["tokens: no such entry; the entries are origin, query_tokens"]),
        ({"query_tokens": [5]}, ["query_tokens[0]: expected text, got 5"]),
        ({"layers": [True]}, ["layers[0]: expected a whole number, got True"]),
        ({"origin": {"kind": "moon"}}, ["origin: expected a kind that is one of toy, random, real, file, got 'moon'"]),
        ({"origin": {"seed": "7"}}, ["origin.seed: expected a value of type int, got '7'"]),
        ({"scale": "1"}, ["scale: expected a number, got '1'"]),
    ],
)  # fmt: skip
def test_f24_every_fault_in_json_has_its_place_and_says_what_was_expected(changes, faults):
    with pytest.raises(Faults) as caught:
        FIELD.from_json(QUERY | changes)
    assert len(caught.value.faults) == len(faults)
    assert all(str(got).startswith(said) for got, said in zip(caught.value.faults, faults, strict=True))


def test_many_wrong_numbers_are_not_all_listed():
    with pytest.raises(Faults) as caught:
        FIELD.from_json(QUERY | {"query": [["x"] * 1000]})
    assert len(caught.value.faults) == 5


def test_badges_say_what_the_numbers_are():
    badges = [Origin(), Origin("random", seed=7), Origin("real", "tiny"), Origin("file", "a.npz", edited=True)]
    assert [str(origin.badge()) for origin in badges] == [
        "toy, made by hand", "random, seed 7", "real model, tiny", "from the file a.npz, edited by hand",
    ]  # fmt: skip
