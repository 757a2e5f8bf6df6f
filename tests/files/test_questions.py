"""What a tensor file does not say is asked, never guessed; with the answers it opens, and wrong answers are refused."""

import numpy as np
import pytest

from attnstudio.files.faults import FileFault, Unanswered
from attnstudio.files.tensors import read_tensors

QKV = {"q": np.eye(2, 3), "k": np.eye(4, 3), "v": np.eye(4, 2)}
PAIR = {"q": np.zeros((2, 2)), "k": np.zeros((2, 2)), "v": np.eye(2)}


@pytest.fixture
def ask(tmp_path):
    """Return a function that saves arrays and returns what is asked about them, by name, after some answers."""

    def asking(answers=None, /, **arrays):
        np.savez(tmp_path / "a.npz", **arrays)
        with pytest.raises(Unanswered) as caught:
            read_tensors(tmp_path / "a.npz", answers or {})
        assert str(caught.value).startswith(f"{tmp_path / 'a.npz'}: ")
        return {question.name: question for question in caught.value.questions}

    return asking


@pytest.fixture
def answered(tmp_path):
    """Return a function that saves arrays and opens them with answers."""

    def opening(answers, /, **arrays):
        np.savez(tmp_path / "a.npz", **arrays)
        return read_tensors(tmp_path / "a.npz", answers)

    return opening


def keys(question):
    return [choice.key for choice in question.choices]


def test_f26_arrays_of_other_names_are_listed_with_shape_and_type_and_can_be_chosen(ask, answered):
    arrays = {"arr_0": QKV["q"], "arr_1": QKV["k"], "arr_2": QKV["v"].astype(np.float16), "note": np.array("hello")}
    asked = ask(**arrays)
    assert list(asked) == ["query", "key", "value", "weights"]
    assert [str(choice.text) for choice in asked["value"].choices] == [
        "arr_0: shape (2, 3) of float64", "arr_1: shape (4, 3) of float64", "arr_2: shape (4, 2) of float16",
        "none of them",
    ]  # fmt: skip
    assert {name: question.default for name, question in asked.items()} == {
        "query": "arr_0", "key": "arr_1", "value": "arr_2", "weights": "",
    }  # fmt: skip
    opened = answered({"query": "arr_0", "key": "arr_1", "value": "arr_2", "weights": ""}, **arrays)
    assert [shape for shape in opened.tensors.shapes if shape] == [(2, 3), (4, 3), (4, 2)]


def test_f26_a_single_array_of_another_name_is_taken_for_weights_if_the_user_says_so(ask, answered):
    asked = ask(arr_0=np.eye(2))
    assert asked["weights"].default == "arr_0"
    nothing = dict.fromkeys(("query", "key", "value"), "")
    assert not answered({**nothing, "weights": "arr_0"}, arr_0=np.eye(2)).tensors.has_vectors
    with pytest.raises(FileFault, match="expected arrays named q, k and v, or weights alone, got arr_0"):
        answered({**nothing, "weights": ""}, arr_0=np.eye(2))


def test_f26_names_of_models_suggest_which_array_is_which(ask):
    asked = ask(**{f"layer.0.{n}_proj": np.ones((2, 2)) for n in "vkq"}, other=np.ones((2, 2)))
    assert [asked[role].default for role in ("query", "key", "value")] == [f"layer.0.{n}_proj" for n in "qkv"]


def told(asked):
    return {name: question.default for name, question in asked.items()}


@pytest.mark.parametrize(
    "arrays",
    [
        {f"arr_{i}": (4, 4) for i in range(3)},  # any order fits
        {f"arr_{i}": (4, 4) for i in range(4)},
        {f"layers.{i}.{n}_proj": (4, 4) for i in range(2) for n in "qkv"},  # two of each name
        {"x": (4, 6)},  # one array that is not square may be all three
    ],
)
def test_f26_where_names_and_shapes_leave_a_doubt_nothing_is_suggested(ask, arrays):
    asked = ask(**{name: np.ones(shape) for name, shape in arrays.items()})
    assert told(asked) == dict.fromkeys(("query", "key", "value", "weights"))


def test_f26_plural_names_tell_and_so_does_an_array_of_weights_that_is_alone(ask):
    asked = ask(queries=np.eye(3), keys=np.eye(3), values=np.eye(3))
    assert told(asked) == {"query": "queries", "key": "keys", "value": "values", "weights": ""}
    assert told(ask(attn_probs=np.ones((2, 3)))) == {"query": "", "key": "", "value": "", "weights": "attn_probs"}
    beside = ask(attn_probs=np.ones((2, 3)), hidden=np.ones((3, 4)))
    assert told(beside) == {"query": None, "key": None, "value": None, "weights": "attn_probs"}


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_f26_shapes_that_fit_in_one_way_alone_tell_whatever_the_order_in_the_file(ask, order):
    shapes = [("a", (2, 3)), ("b", (4, 3)), ("c", (4, 2))]
    asked = ask(**{shapes[i][0]: np.ones(shapes[i][1]) for i in order})
    assert told(asked) == {"query": "a", "key": "b", "value": "c", "weights": ""}


def test_a_polarity_a_corner_and_a_batch_are_asked_with_nothing_chosen_and_swapped_axes_as_the_tokens_tell(ask):
    assert told(ask(**QKV, causal=True, mask=np.ones((2, 4), bool))) == {"causal": None, "mask_true": None}
    assert told(ask(**PAIR, mask=np.eye(2))) == {"bias_or_mask": None}
    assert told(ask(attn=np.ones((2, 2, 3, 3)))) == {"first_axis": None}
    assert told(ask({"first_axis": "batch"}, attn=np.ones((2, 2, 3, 3)))) == {"batch": None}
    words = {"query_tokens": np.array(["a"] * 5), "key_tokens": np.array(["b"] * 3)}
    assert told(ask(weights=np.ones((3, 5)), **words)) == {"axes": "key first"}


def test_f26_one_missing_array_is_asked_for_alone(ask, answered):
    arrays = {"q": QKV["q"], "k": QKV["k"], "values": QKV["v"]}
    asked = ask(**arrays)
    assert set(asked) == {"value", "weights"}
    assert asked["value"].default == "values"
    assert answered({"value": "values", "weights": ""}, **arrays).tensors.d_v == 2


def test_f27_a_damaged_array_is_named_and_good_ones_are_offered_once_they_have_been_read(tmp_path):
    path = tmp_path / "a.npz"
    np.savez(path, q=np.full((2, 3), 7.0), k=QKV["k"], v=QKV["v"], spare=QKV["q"], bad=np.full((2, 3), 5.0))
    data = bytearray(path.read_bytes())
    for number in (7.0, 5.0):
        data[data.index(np.full(6, number).tobytes()) + 3] ^= 1
    path.write_bytes(data)
    with pytest.raises(Unanswered, match=r"a\.npz: q: it is damaged \(Bad CRC-32") as caught:
        read_tensors(path)
    assert keys(caught.value.questions[0]) == ["spare", ""]
    opened = read_tensors(path, {"query": "spare", "weights": ""})
    assert np.array_equal(opened.tensors.query, QKV["q"])
    assert "Not used: q (it is damaged" in str(opened.notices[0])
    assert ", bad (it is damaged" in str(opened.notices[0])
    with pytest.raises(FileFault, match="answer to “query”: expected one of"):
        read_tensors(path, {"query": "gone"})


def test_a04_the_meaning_of_a_boolean_mask_is_asked_and_both_answers_are_kept(ask, answered):
    mask = np.array([[True, False], [True, True]])
    asked = ask(**PAIR, mask=mask)
    assert keys(asked["mask_true"]) == ["may attend", "blocked"]
    assert answered({"mask_true": "may attend"}, **PAIR, mask=mask).blocked == {(0, 1)}
    assert answered({"mask_true": "blocked"}, **PAIR, mask=~mask).blocked == {(0, 1)}


def test_a05_a_mask_of_numbers_0_and_1_is_asked_about_and_the_reading_is_told(ask, answered):
    mask = np.array([[0.0, 1.0], [0.0, 1.0]])
    assert keys(ask(**PAIR, mask=mask)["bias_or_mask"]) == ["Boolean", "additive"]
    assert keys(ask({"bias_or_mask": "Boolean"}, **PAIR, mask=mask)["mask_true"]) == ["may attend", "blocked"]
    opened = answered({"bias_or_mask": "Boolean", "mask_true": "may attend"}, **PAIR, mask=mask)
    assert opened.blocked == {(0, 0), (1, 0)}
    assert "1 means that a query may attend" in str(opened.notices[0])
    with pytest.raises(FileFault, match=r"mask: expected only 0 \(may attend\) and −inf") as caught:
        answered({"bias_or_mask": "additive"}, **PAIR, mask=mask)
    assert str(caught.value).endswith("got 1.0 at [0, 1]: added to the logits, a 1 blocks nothing")


@pytest.mark.parametrize("dtype", [np.float32, np.int8, np.uint8])
def test_a05_ones_that_are_said_to_be_added_are_refused_in_every_type_and_zeros_block_nothing(answered, dtype):
    with pytest.raises(FileFault, match="a 1 blocks nothing"):
        answered({"bias_or_mask": "additive"}, **PAIR, mask=np.eye(2, dtype=dtype))
    assert answered({"bias_or_mask": "additive"}, **PAIR, mask=np.zeros((2, 2), dtype)).blocked == frozenset()


def test_a_bias_of_other_numbers_names_the_first_and_its_place(answered):
    with pytest.raises(FileFault, match=r"bias: expected only 0 .* got -10000\.0 at \[1, 0\]$"):
        answered({}, **PAIR, bias=np.array([[0, -np.inf], [-1e4, -1e4]]))


def test_a05_a_mask_of_numbers_whose_polarity_the_file_states_is_not_asked_about(answered):
    opened = answered({}, **PAIR, mask=np.array([[0, 1], [0, 1]]), mask_true="blocked")
    assert opened.blocked == {(0, 1), (1, 1)}


def test_a06_a_mask_of_0_and_minus_infinity_is_read_as_additive_and_that_is_told(answered):
    opened = answered({}, **PAIR, mask=np.array([[[0.0, -np.inf], [0.0, 0.0]]]))
    assert opened.blocked == {(0, 1)}
    assert "read as additive" in str(opened.notices[0])


def test_a07_the_corner_of_a_causal_mask_is_asked_where_it_makes_a_difference(ask, answered):
    assert keys(ask(**QKV, causal=True)["causal"]) == ["top-left", "bottom-right", "no"]
    for corner, taken in (("top-left", "top-left"), ("bottom-right", "bottom-right"), ("no", "")):
        assert answered({"causal": corner}, **QKV, causal=True).causal == taken


BATCH = np.arange(16 * 8 * 3 * 3, dtype=float).reshape(16, 8, 3, 3) / 1e4


def test_f25_v18_a_first_axis_is_a_batch_or_layers_and_then_an_item_is_chosen(ask, answered):
    asked = ask(attn=BATCH)
    assert keys(asked["first_axis"]) == ["batch", "layers"]
    items = ask({"first_axis": "batch"}, attn=BATCH)["batch"]
    assert keys(items) == [str(i) for i in range(16)]
    opened = answered({"first_axis": "batch", "batch": "5"}, attn=BATCH).tensors
    assert np.array_equal(opened.weights, BATCH[5])
    layered = answered({"first_axis": "layers"}, attn=BATCH).tensors
    assert layered.layers == tuple(range(16))


def test_f25_a_batch_of_one_item_needs_no_choice_of_it(answered):
    assert answered({"first_axis": "batch"}, attn=BATCH[:1]).tensors.lead == (8,)


def test_f25_a_first_axis_of_one_entry_is_not_asked_about_where_both_answers_give_the_same_numbers(ask, answered):
    assert np.array_equal(answered({}, attn=BATCH[:1]).tensors.weights, BATCH[0])
    layered = answered({"first_axis": "layers"}, attn=BATCH[:1]).tensors
    assert layered.layers == (0,)
    assert np.array_equal(layered.weights, BATCH[:1])
    five = np.arange(2 * 4 * 2 * 2.0).reshape(1, 2, 4, 2, 2) / 100
    assert "first_axis" in ask(attn=five)  # as layers, the second axis is a batch


WORDS = np.array(["a", "b", "c", "d", "e"])
MIDDLE = np.random.default_rng(0).standard_normal((3, 5, 2, 4))  # Q, K and V: tokens, heads, components


def test_f25_heads_behind_the_tokens_are_offered_to_be_swapped_where_stated_tokens_tell(ask, answered):
    arrays = dict(zip("qkv", MIDDLE, strict=True))
    asked = ask(**arrays, tokens=WORDS)
    assert told(asked) == {"heads": "tokens first"}
    assert keys(asked["heads"]) == ["tokens first", "heads first"]
    opened = answered({"heads": "tokens first"}, **arrays, tokens=WORDS).tensors
    assert np.array_equal(opened.query, MIDDLE[0].swapaxes(0, 1))
    assert np.array_equal(opened.value, MIDDLE[2].swapaxes(0, 1))
    with pytest.raises(FileFault, match="tokens: expected 2 tokens"):
        answered({"heads": "heads first"}, **arrays, tokens=WORDS)


def test_f25_heads_behind_tokens_of_two_kinds_and_in_weights_are_offered_to_be_swapped(ask, answered):
    words = {"query_tokens": WORDS, "key_tokens": WORDS[:3]}
    arrays = {"q": MIDDLE[0], "k": MIDDLE[1, :3], "v": MIDDLE[2, :3]}
    assert set(ask(**arrays, **words)) == {"heads"}
    assert answered({"heads": "tokens first"}, **arrays, **words).tensors.lead == (2,)
    weights = np.full((5, 2, 3), 1 / 3)
    assert set(ask(weights=weights, **words)) == {"heads"}
    assert answered({"heads": "tokens first"}, weights=weights, **words).tensors.weights.shape == (2, 5, 3)


def test_f25_a_batch_with_heads_behind_the_tokens_is_asked_about_both(ask, answered):
    arrays = {name: np.stack([array, -array]) for name, array in zip("qkv", MIDDLE, strict=True)}
    assert set(ask(**arrays, tokens=WORDS)) == {"first_axis", "heads"}
    given = {"first_axis": "batch", "batch": "1", "heads": "tokens first"}
    assert np.array_equal(answered(given, **arrays, tokens=WORDS).tensors.query, -MIDDLE[0].swapaxes(0, 1))


def test_f25_a_file_that_can_be_read_in_both_orders_says_in_which_it_was(answered):
    arrays = dict(zip("qkv", MIDDLE, strict=True))
    told = [str(notice) for notice in answered({}, **arrays).notices]
    assert any(notice.startswith("Read as 5 heads of 2 tokens.") for notice in told)
    stated = {name: array.swapaxes(0, 1) for name, array in arrays.items()}
    assert not [n for n in answered({}, **stated, tokens=WORDS).notices if "heads of" in str(n)]
    one = {name: array[:, :1].swapaxes(0, 1) for name, array in arrays.items()}
    assert not [n for n in answered({}, **one).notices if "heads of" in str(n)]


def test_f25_queries_keys_and_values_lose_the_batch_together_and_must_have_the_same(answered):
    arrays = {n: np.ones((2, *(2,) * 3)) * np.arange(2)[:, None, None, None] for n in "qkv"}
    opened = answered({"first_axis": "batch", "batch": "1"}, **arrays).tensors
    assert [float(a.mean()) for a in (opened.query, opened.key, opened.value)] == [1, 1, 1]
    with pytest.raises(FileFault, match="k: expected a batch of size 2, got 1"):
        answered({"first_axis": "batch", "batch": "1"}, **(arrays | {"k": np.ones((1, 2, 2, 2))}))


def test_f25_five_axes_have_a_batch_before_or_behind_the_layers(ask, answered):
    five = np.arange(2 * 3 * 4 * 2 * 2.0).reshape(2, 3, 4, 2, 2) / 100
    assert "first_axis" in ask(attn=five)
    first = answered({"first_axis": "batch", "batch": "1"}, attn=five).tensors
    assert np.array_equal(first.weights, five[1])
    behind = answered({"first_axis": "layers", "batch": "2"}, attn=five).tensors
    assert np.array_equal(behind.weights, five[:, 2])
    stated = answered({"batch": "1"}, attn=five, layers=np.array([7, 8, 9])).tensors
    assert stated.layers == (7, 8, 9)


def test_f25_swapped_axes_are_offered_to_be_transposed(ask, answered):
    words = {"query_tokens": np.array(["a"] * 5), "key_tokens": np.array(["b"] * 3)}
    weights = np.arange(15.0).reshape(3, 5) / 15
    assert keys(ask(weights=weights, **words)["axes"]) == ["key first", "query first"]
    assert np.array_equal(answered({"axes": "key first"}, weights=weights, **words).tensors.weights, weights.T)
    with pytest.raises(FileFault, match="query_tokens: expected 3 tokens"):
        answered({"axes": "query first"}, weights=weights, **words)


def test_f25_both_questions_of_a_batch_with_swapped_axes_are_asked_at_once(ask, answered):
    words = {"query_tokens": np.array(["a"] * 932), "key_tokens": np.array(["b"] * 882)}
    weights = np.zeros((2, 2, 882, 932), np.float16)
    assert set(ask(attn=weights, **words)) == {"first_axis", "axes"}
    opened = answered({"first_axis": "batch", "batch": "1", "axes": "key first"}, attn=weights, **words).tensors
    assert (opened.T_q, opened.T_k, opened.n_heads) == (932, 882, 2)


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"mask_true": "perhaps"}, "answer to “mask_true”: expected one of “may attend”, “blocked”, got 'perhaps'"),
        ({"mask": "blocked"}, "there is no question 'mask'; the questions are query, key, value"),
        ({"query": "gone"}, "answer to “query”: expected one of “q”, “k”, “v”, “”, got 'gone'"),
    ],
)  # fmt: skip
def test_an_answer_that_does_not_fit_is_refused_with_those_that_do(answered, answers, said):
    with pytest.raises(FileFault) as caught:
        answered(answers, **PAIR, mask=np.eye(2, dtype=bool))
    assert said in str(caught.value)


def test_without_an_answer_the_message_says_what_to_add_to_the_file(ask, tmp_path):
    ask(**PAIR, mask=np.eye(2, dtype=bool))
    with pytest.raises(FileFault, match="add a text array `mask_true` that says `may attend` or `blocked`"):
        read_tensors(tmp_path / "a.npz")


@pytest.mark.parametrize("name", ["attn_mask", "attention_mask", "Mask", "MASK", "key_padding_mask", "causal_mask"])
def test_a_mask_of_another_common_name_is_asked_about_and_named_as_the_file_has_it(ask, answered, name):
    mask = np.array([[True, False], [True, True]])
    asked = ask(**PAIR, **{name: mask})
    assert set(asked) == {"mask_true"}
    assert asked["mask_true"].fault.place == name
    opened = answered({"mask_true": "may attend"}, **PAIR, **{name: mask})
    assert opened.blocked == {(0, 1)}
    assert not [notice for notice in opened.notices if "Not used" in str(notice)]
    with pytest.raises(FileFault, match=rf": {name}: expected shape \(2, 2\)"):
        answered({"mask_true": "blocked"}, **PAIR, **{name: np.ones((3, 3), bool)})


@pytest.mark.parametrize("shape", [(2,), (1, 2), (1, 1, 1, 2)])
def test_a_mask_of_keys_blocks_them_for_every_query(answered, shape):
    mask = np.array([False, True]).reshape(shape)
    assert answered({"mask_true": "blocked"}, **PAIR, key_padding_mask=mask).blocked == {(0, 1), (1, 1)}
    assert answered({"mask_true": "may attend"}, **PAIR, attention_mask=mask).blocked == {(0, 0), (1, 0)}


def test_a_causal_flag_of_another_common_name_is_taken_and_asked_about(ask, answered):
    assert answered({}, **PAIR, is_causal=True).causal == "top-left"
    asked = ask(**QKV, is_causal=True)
    assert set(asked) == {"causal"}
    assert asked["causal"].fault.place == "is_causal"
    with pytest.raises(FileFault, match=": is_causal: expected true or false"):
        answered({}, **PAIR, is_causal=3)


def test_an_additive_mask_of_another_common_name_is_taken(answered):
    assert answered({}, **PAIR, attn_bias=np.array([[0, -np.inf], [0, 0]])).blocked == {(0, 1)}


def test_two_arrays_that_would_be_the_mask_are_both_named(answered):
    with pytest.raises(FileFault, match="expected one array for mask, got mask and attn_mask"):
        answered({}, **PAIR, mask=np.eye(2, dtype=bool), attn_mask=np.eye(2, dtype=bool))
