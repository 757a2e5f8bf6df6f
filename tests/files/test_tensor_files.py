"""Tensor files: what is read, under which names, and what is said about it."""

import itertools
import zipfile

import numpy as np
import pytest
from hypothesis import given, settings
from tensor_strategies import packs

from attnstudio.files.faults import FileFault
from attnstudio.files.resources import resource_path
from attnstudio.files.tensors import AXES, NAMES, read_tensors

QKV = {"q": np.eye(2, 3), "k": np.eye(4, 3), "v": np.eye(4, 2)}
PAIR = {"q": np.zeros((2, 2)), "k": np.zeros((2, 2)), "v": np.eye(2)}


@pytest.fixture
def read(tmp_path):
    """Return a function that saves arrays as .npz and reads them."""

    def reading(**arrays):
        np.savez(tmp_path / "a.npz", **arrays)
        return read_tensors(tmp_path / "a.npz")

    return reading


@pytest.fixture
def refused(tmp_path):
    """Return a function that saves arrays as .npz and returns why they are refused."""

    def reading(**arrays):
        np.savez(tmp_path / "a.npz", **arrays)
        with pytest.raises(FileFault) as caught:
            read_tensors(tmp_path / "a.npz")
        assert str(tmp_path / "a.npz") in str(caught.value)
        return str(caught.value)

    return reading


@given(packs())
@settings(max_examples=50)
def test_any_pack_comes_back_in_its_own_types(tmp_path_factory, pack):
    path = tmp_path_factory.mktemp("packs") / "a.npz"
    names = ("query", "key", "value", "weights")
    words = {"layers": np.array(pack.layers)} if pack.layers else {}
    np.savez(path, **words, **{name: array for name in names if (array := getattr(pack, name)) is not None})
    back = read_tensors(path).tensors
    for name in names:
        array = getattr(pack, name)
        assert (array is None) == (getattr(back, name) is None)
        assert array is None or array.dtype == getattr(back, name).dtype
        assert array is None or np.array_equal(array, getattr(back, name), equal_nan=array.dtype.kind == "f")
    assert back.layers == pack.layers


@pytest.mark.parametrize("names", [("q", "k", "v"), ("query", "key", "value"), ("q", "key", "v")])
def test_queries_keys_and_values_have_short_or_long_names(read, names):
    opened = read(**dict(zip(names, QKV.values(), strict=True)))
    assert (opened.tensors.T_q, opened.tensors.T_k, opened.tensors.d_k, opened.tensors.d_v) == (2, 4, 3, 2)
    assert opened.title == "a.npz"
    assert str(opened.tensors.origin.badge()) == "from the file a.npz"
    assert not opened.causal
    assert not opened.blocked
    assert not opened.notices


@pytest.mark.parametrize("name", ["weights", "attention", "attn"])
def test_weights_alone_open_as_such(read, name):
    opened = read(**{name: np.eye(3)})
    assert not opened.tensors.has_vectors
    assert not opened.notices


@pytest.mark.parametrize(
    "array",
    [
        np.asfortranarray([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]),
        np.array([[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]).T,
        np.array([[9, 0, 9, 1, 9, 2], [9, 3, 9, 4, 9, 5]], np.int16)[:, 1::2],
        np.array([[0, 1, 2], [3, 4, 5]], ">f4"),
        np.array([[0, 1, 2], [3, 4, 5]], ">i8"),
        np.array([[0, 1, 2], [3, 4, 5]], np.float16),
        np.array([[0, 1, 2], [3, 4, 5]], np.longdouble),
    ],
)
def test_f03_f04_order_and_type_in_the_file_do_not_change_what_is_read(tmp_path, read, array):
    np.save(tmp_path / "a.npy", array)
    for held in (read_tensors(tmp_path / "a.npy").tensors.weights, read(attn=array).tensors.weights):
        assert held.tolist() == [[0, 1, 2], [3, 4, 5]]
        assert held.dtype == (np.float64 if array.dtype == np.longdouble else array.dtype.newbyteorder("="))


@pytest.mark.parametrize(
    ("array", "said"),
    [
        (np.array(3.0), f"weights: {AXES}, got shape ()"),
        (np.ones(768), "got shape (768,)"),
        (np.ones((0, 0)), "got shape (0, 0)"),
        (np.ones((2, 0)), "got shape (2, 0)"),
        (np.ones((1,) * 6), "got shape (1, 1, 1, 1, 1, 1)"),
        (np.ones((2, 2), complex), "weights: expected real numbers, got values of type complex number"),
        (np.ones((2, 2), bool), "weights: expected real numbers, got values of type true or false"),
        (np.array([["a", "b"]]), "weights: expected real numbers, got values of type text"),
        (np.array("a plain string"), "weights: expected real numbers, got values of type text"),
        (np.zeros((2, 2), "M8[s]"), "weights: expected real numbers, got values of type date"),
        (np.zeros(2, [("a", "f4")]), "expected plain numbers, got records (a structured type)"),
        (np.array([[np.inf, 0.0]]), "weights[0, 0]: expected a finite number of at most 10⁶ in size, got inf"),
    ],
)  # fmt: skip
def test_f02_f25_an_array_of_another_kind_is_refused_with_its_shape_or_type(tmp_path, refused, array, said):
    assert said in refused(weights=array)
    np.save(tmp_path / "a.npy", array)
    with pytest.raises(FileFault) as caught:
        read_tensors(tmp_path / "a.npy")
    assert said.replace("weights", "the array", 1) in str(caught.value)


PACKS = (  # arrays by role, what is wrong with one of them, and which
    ({"query": np.array([[0.0, 0.0, 0.0], [0.0, 0.0, np.inf]])}, "query", "[1, 2]: expected a finite number"),
    ({"value": np.array([[0.0], [0.0], [0.0], [2e6]])}, "value", "[3, 0]: expected a finite number of at most 10⁶"),
    ({"query": np.ones((2, 3), bool)}, "query", ": expected real numbers, got values of type true or false"),
    ({"key": np.ones(3)}, "key", f": {AXES}, got shape (3,)"),
    ({"key": np.ones((4, 5))}, "key", ": expected 3 components, as many as a query has, got shape (4, 5)"),
    ({"key": np.ones((2, 4, 3))}, "key", ": expected 2 axes (tokens, components), 3 with heads"),
    ({"value": np.ones((3, 2))}, "value", ": expected 4 tokens, as many as there are keys, got shape (3, 2)"),
    ({"value": np.ones((1, 1, 4, 2))}, "value", ": shape (1, 1, 4, 2) has 4 axes, and nothing says"),
    ({"query": np.ones((6, 2, 3)), "key": np.ones((4, 4, 3)), "value": np.ones((6, 4, 3))},
     "key", ": expected a number of heads that divides the 6 of the queries and the same layers"),
)  # fmt: skip


@pytest.mark.parametrize("names", list(itertools.product(*(NAMES[role] for role in ("query", "key", "value")))))
@pytest.mark.parametrize(("changes", "role", "said"), PACKS)
def test_a_fault_is_at_the_name_that_the_file_has_for_the_array_and_names_no_other(
    tmp_path, refused, names, changes, role, said
):
    named = dict(zip(("query", "key", "value"), names, strict=True))
    arrays = {"query": QKV["q"], "key": QKV["k"], "value": QKV["v"]} | changes
    told = refused(**{named[part]: array for part, array in arrays.items()})
    assert told.startswith(f"{tmp_path / 'a.npz'}: {named[role]}{said}")


@pytest.mark.parametrize("name", NAMES["weights"])
@pytest.mark.parametrize(
    ("array", "said"),
    [
        (np.array([[0.0, np.inf]]), "[0, 1]: expected a finite number"),
        (np.ones(3), f": {AXES}, got shape (3,)"),
        (np.array(["a"]), ": expected real numbers, got values of type text"),
        (np.ones((2, 2, 2, 2)), ": shape (2, 2, 2, 2) has 4 axes"),
    ],
)
def test_weights_are_called_as_in_the_file_and_the_array_where_it_has_no_name(tmp_path, refused, name, array, said):
    assert refused(**{name: array}).startswith(f"{tmp_path / 'a.npz'}: {name}{said}")
    np.save(tmp_path / "a.npy", array)
    with pytest.raises(FileFault) as caught:
        read_tensors(tmp_path / "a.npy")
    assert str(caught.value).startswith(f"{tmp_path / 'a.npy'}: the array{said}")


@pytest.mark.parametrize("name", ["tokens", "query_tokens", "key_tokens"])
def test_a_token_that_is_no_text_is_at_the_name_that_the_file_has_for_the_tokens(tmp_path, refused, name):
    said = refused(weights=np.eye(2), **{name: np.array(["a", "\ud800"])})
    assert said.startswith(f"{tmp_path / 'a.npz'}: {name}[1]: expected whole characters")


@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        ({}, "expected arrays named q, k and v, or weights alone, got no arrays"),
        ({"arr_0": np.eye(2)}, "expected arrays named q, k and v, or weights alone, got arr_0"),
        ({"q": QKV["q"], "k": QKV["k"]}, "expected arrays named q, k and v, or weights alone, got q, k"),
        (QKV | {"query": np.eye(2)}, "expected one array for the query, got q and query"),
        ({"attention": np.eye(2), "attn": np.eye(2)}, "expected one array for the weights, got attention and attn"),
        (QKV | {"k": np.eye(4, 5)}, "k: expected 3 components, as many as a query has, got shape (4, 5)"),
        (QKV | {"q": np.array([[np.nan, 0, 0]])}, ": q[0, 0]: expected a finite number"),
        (QKV | {"tokens": np.array(["a", "b"])}, "tokens: expected 4 tokens, one for each row or column"),
        (QKV | {"query_tokens": np.array([5, 6])}, "query_tokens: expected a row of texts, got shape (2,) of int64"),
        (QKV | {"query_tokens": np.array(["a", "\ud800"])}, "query_tokens[1]: expected whole characters"),
        (QKV | {"query_tokens": np.array([b"a", b"\xff"])}, "query_tokens: expected texts, got bytes"),
        (QKV | {"model": np.array("\ud800")}, "model: expected whole characters"),
        (QKV | {"model": np.array(["a", "b"])}, "model: expected one text, got shape (2,)"),
        (QKV | {"scale": 0.0}, "scale: expected a number above 0, got 0.0"),
        (QKV | {"scale": -1.0}, "scale: expected a number above 0, got -1.0"),
        (QKV | {"scale": np.nan}, "scale: expected one finite number, got nan"),
        (QKV | {"scale": np.ones(3)}, "scale: expected one finite number, got shape (3,)"),
        (QKV | {"causal": 1}, "causal: expected true or false, got shape () of int64"),
        (QKV | {"layers": np.array([1])}, "layers: expected one number for each entry of the layer axis, got 1"),
        (QKV | {"layers": np.array([0.5])}, "layers: expected a row of whole numbers"),
        ({"weights": np.zeros((2049, 2048), np.int8)}, "at most 4,194,304 pairs of a query and a key, got 2,049"),
    ],
)  # fmt: skip
def test_f26_f24_a29_what_is_missing_or_wrong_is_named_with_what_was_expected(refused, arrays, said):
    assert said in refused(**arrays)


def test_every_fault_of_the_words_is_told_at_once(refused):
    said = refused(**QKV, scale=0.0, causal=1, tokens=np.array(["a"]), mask=np.ones((2, 4), bool))
    assert all(f"\n  {name}: " in said for name in ("scale", "causal", "tokens", "mask"))


def test_a24_heads_that_do_not_divide_are_refused_with_both_numbers(refused):
    said = refused(q=np.ones((6, 2, 3)), k=np.ones((4, 2, 3)), v=np.ones((4, 2, 3)))
    assert "k: expected a number of heads that divides the 6 of the queries" in said
    assert "(4, 2, 3)" in said


def test_a27_no_keys_are_refused_in_words(refused):
    assert "k: expected 2 axes" in refused(q=np.ones((2, 3)), k=np.ones((0, 3)), v=np.ones((0, 3)))


TWELVE = np.array([f"w{i}" for i in range(12)])


def test_v18_tokens_that_do_not_fit_are_refused_with_both_numbers(refused):
    said = refused(attention=np.zeros((1, 8, 512, 512), np.float16), tokens=TWELVE)
    assert "expected 512 tokens" in said
    assert "got 12" in said
    assert said.count("tokens: expected") == 1


def test_v18_f25_a_first_axis_that_nothing_explains_is_refused_with_its_size(refused):
    said = refused(attention=np.ones((16, 8, 12, 12)) / 12, tokens=TWELVE)
    assert "shape (16, 8, 12, 12) has 4 axes, and nothing says what the first, of size 16, holds" in said


def test_v18_a_first_axis_of_stated_layers_opens(read):
    opened = read(attention=np.ones((2, 8, 12, 12)) / 12, tokens=TWELVE, layers=np.array([3, 5]))
    assert opened.tensors.layers == (3, 5)
    assert opened.tensors.n_heads == 8


def test_f25_axes_that_look_swapped_are_said_to(refused):
    words = {"query_tokens": np.array(["a"] * 5), "key_tokens": np.array(["b"] * 3)}
    assert "the axes look swapped: queries come before keys" in refused(weights=np.ones((3, 5)) / 5, **words)


def test_v13_v14_v16_v17_tokens_are_kept_letter_for_letter(read):
    tokens = ["Ġworld", "Ċ", "[SEP]", "<b>x</b>", "&lt;", "שלום", " a"]
    opened = read(weights=np.eye(7), tokens=np.array(tokens))
    assert opened.tensors.query_tokens == opened.tensors.key_tokens == tuple(tokens)
    assert read(weights=np.eye(1), tokens=np.array(["é".encode()])).tensors.key_tokens == ("é",)


def test_a04_both_statements_of_a_boolean_mask_mean_the_same(read):
    allowed = np.array([[True, False], [True, True]])
    assert read(**PAIR, mask=allowed, mask_true="may attend").blocked == {(0, 1)}
    assert read(**PAIR, mask=~allowed, mask_true="blocked").blocked == {(0, 1)}


@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        ({"mask": np.eye(2, dtype=bool)}, "mask: which look of it blocks is not stated: add a text array `mask_true`"),
        ({"mask": np.eye(2, dtype=bool), "mask_true": "yes"}, "mask_true: expected `may attend` or `blocked`, got"),
        ({"mask": np.eye(3, dtype=bool), "mask_true": "blocked"}, "mask: expected shape (2, 2), one entry for each"),
        ({"mask": np.eye(2)}, "mask: expected a Boolean mask, got numbers, which can be read in two ways"),
        ({"mask": np.eye(2, dtype=int)}, "mask: expected a Boolean mask, got numbers, which can be read in two ways"),
        ({"bias": np.array([[0.0, 1.0], [0.0, 1.0]])}, "bias: expected only 0 (may attend) and −inf (blocked)"),
        ({"bias": np.array([[0.0, np.nan], [0.0, 0.0]])}, "bias: expected only 0"),
        ({"bias": np.array([0.0, -np.inf])}, "bias: expected shape (2, 2), one entry for each query and key, got (2,)"),
    ],
)  # fmt: skip
def test_a04_a05_a_mask_that_can_be_read_in_two_ways_is_refused(refused, arrays, said):
    assert said in refused(**PAIR, **arrays)


def test_a06_an_additive_mask_of_zero_and_minus_infinity_blocks_cells(read):
    assert read(**PAIR, bias=np.array([[0.0, -np.inf], [-0.0, 0.0]])).blocked == {(0, 1)}


def test_v25_rows_that_do_not_sum_to_1_are_shown_as_stored_with_a_notice(read):
    weights = np.array([[0.5, 0.61], [0.2, 0.0]])
    opened = read(weights=weights)
    assert np.array_equal(opened.tensors.weights, weights)
    assert [str(n) for n in opened.notices] == [
        "Rows do not sum to 1: the smallest sum is 0.200, the largest 1.110. The weights are shown as stored."
    ]


def test_v25_rounding_of_float16_is_no_fault(read):
    rows = np.random.default_rng(7).random((300, 300))
    assert not read(weights=(rows / rows.sum(-1, keepdims=True)).astype(np.float16)).notices


def test_v04_missing_weights_are_counted(read):
    weights = np.eye(3, dtype=np.float32)
    weights[1, 2] = np.nan
    opened = read(weights=weights)
    assert [str(n) for n in opened.notices] == ["Weights that are missing (NaN) and shown without a value: 1."]
    assert not np.isnan(opened.tensors.weights[0]).any()
    assert len(read(weights=np.full((2, 2), np.nan)).notices) == 1


def test_numbers_that_are_no_weights_get_a_notice(read):
    said = [str(notice) for notice in read(weights=np.array([[1.5, -0.5]])).notices]
    assert said == ["Weights lie between 0 and 1; these go from −0.500 to 1.500."]


@pytest.mark.parametrize(("scale", "told"), [(3**-0.5, False), (np.float32(3**-0.5), False), (0.125, True)])
def test_a_scale_of_the_models_own_gets_a_notice(read, scale, told):
    opened = read(**QKV, scale=scale)
    assert opened.tensors.scale == float(scale)
    expected = ["The model multiplies scores by 0.1250, not by 1/√d_k = 0.5774."] if told else []
    assert [str(notice) for notice in opened.notices] == expected


@pytest.mark.parametrize("corner", ["top-left", "bottom-right"])
def test_a07_a_corner_that_the_file_states_is_taken(read, corner):
    opened = read(**QKV, causal=corner)
    assert opened.causal == corner
    assert not opened.notices
    assert read(**PAIR, causal=True).causal == "top-left"
    assert read(**QKV, causal=False).causal == ""


def test_a07_a_corner_that_no_library_knows_is_refused(refused):
    assert "causal: expected true, false, `top-left` or `bottom-right`, got 'left'" in refused(**QKV, causal="left")


def test_arrays_that_are_not_used_are_named(read):
    said = [str(notice) for notice in read(**QKV, weights=np.eye(2), extra=np.eye(2), more=np.zeros(0)).notices]
    assert said == ["The weights in the file are not used: they are computed from Q and K.", "Not used: extra, more."]


def test_v18_model_sentence_layers_and_licence_of_real_heads_are_read():
    opened = read_tensors(resource_path("heads", "smollm2_cat_tired.npz"))
    pack = opened.tensors
    assert opened.title == "“The cat sat on the mat because it was tired” · 4-bit copy of SmolLM2-135M-Instruct"
    assert str(pack.origin.badge()) == "real model, 4-bit copy of SmolLM2-135M-Instruct"
    assert opened.causal
    assert not opened.notices
    assert opened.credit.endswith("Apache-2.0")
    assert pack.query.shape == (12, 9, 11, 64)
    assert pack.key.shape == (12, 3, 11, 64)
    assert pack.layers.index(13) == 7
    assert pack.key_tokens[2] == " cat"
    assert pack.rope_theta == 100_000
    assert pack.query.dtype == np.float16


def test_a_model_without_rotary_positions_states_0_for_them():
    pack = read_tensors(resource_path("heads", "minilm_cat_tired.npz")).tensors
    assert pack.rope_theta is None
    assert str(pack.origin.badge()) == "real model, all-MiniLM-L6-v2"


def test_f27_plain_and_packed_archives_of_other_writers_open(tmp_path):
    np.savez_compressed(tmp_path / "packed.npz", **QKV)
    assert read_tensors(tmp_path / "packed.npz").tensors.T_k == 4
    header = b'{"shape": (2, 2), "fortran_order": False, "descr": "<f8"}\n'  # as other programs order and quote it
    npy = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + np.eye(2).tobytes()
    with zipfile.ZipFile(tmp_path / "other.npz", "w") as archive:
        archive.writestr("attn", npy)
        archive.writestr("notes.txt", "not an array")
    opened = read_tensors(tmp_path / "other.npz")
    assert opened.tensors.weights.tolist() == [[1, 0], [0, 1]]
    assert "notes.txt (the file is incomplete or not a .npy)" in str(opened.notices[0])
