"""Files of safetensors: right to the last bit, or refused in words that name the tensor."""

import json
import struct
import tracemalloc

import numpy as np
import pytest

from attnstudio.files.faults import FileFault, Unanswered
from attnstudio.files.tensors import read_tensors

KINDS = {"<f8": "F64", "<f4": "F32", "<f2": "F16", "<i8": "I64", "<i4": "I32", "<i2": "I16", "|i1": "I8", "|u1": "U8",
         "|b1": "BOOL"}  # fmt: skip
FLAT = 8 * 2**20  # bytes


def entry(array, start, kind=None):
    return {"dtype": kind or KINDS[array.dtype.str], "shape": list(array.shape), "data_offsets": [start, start + array.nbytes]}  # fmt: skip # noqa: E501


def content(header, data=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + data


def saved(arrays, metadata=None, kinds=None):
    header, data = {} if metadata is None else {"__metadata__": metadata}, b""
    for name, array in arrays.items():
        header[name] = entry(array, len(data), (kinds or {}).get(name))
        data += array.tobytes()
    return content(header, data)


QKV = {"q": np.eye(2, 3), "k": np.eye(4, 3), "v": np.eye(4, 2)}


@pytest.fixture
def read(tmp_path):
    def reading(data, answers=None):
        (tmp_path / "a.safetensors").write_bytes(data)
        return read_tensors(tmp_path / "a.safetensors", answers or {})

    return reading


@pytest.fixture
def refused(tmp_path, read):
    """Return a function that returns why a file is refused, which takes no memory."""

    def reading(data):
        tracemalloc.start()
        with pytest.raises(FileFault) as caught:
            read(data)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < FLAT
        assert str(caught.value).startswith(f"{tmp_path / 'a.safetensors'}: ")
        return str(caught.value).removeprefix(f"{tmp_path / 'a.safetensors'}: ")

    return reading


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "|b1"])
def test_numbers_of_every_type_come_back_in_it(read, kind):
    weights = np.array([[0, 1], [1, 0]], kind)
    held = read(saved({"attn": weights})).tensors.weights
    assert held.dtype == weights.dtype
    assert np.array_equal(held, weights)


def test_f10_bfloat16_is_exact_and_said_to_be_bfloat16(read):
    opened = read(
        saved({"attn": np.frombuffer(bytes.fromhex("803f20c0"), "<u2").reshape(1, 2)}, kinds={"attn": "BF16"})
    )
    assert opened.tensors.weights.tolist() == [[1.0, -2.5]]
    assert opened.tensors.weights.dtype == np.float32
    assert "Stored as bfloat16 and shown as float32, which is exact." in map(str, opened.notices)


def test_f11_a_file_that_breaks_off_is_called_incomplete_with_both_sizes(refused):
    data = saved(QKV)
    assert refused(data[:-1]) == "the file is incomplete: expected 208 bytes of numbers, got 207"
    assert "the file is incomplete: it should have a header of" in refused(data[:40])
    assert refused(data[:7]) == "the file is incomplete: expected at least 8 bytes, got 7"


@pytest.mark.parametrize(
    ("length", "said"), [(2**64 - 1, "18,446,744,073,709,551,615 bytes, and 2 are"), (3, "3 bytes")]
)
def test_f12_a_header_length_that_lies_is_refused_at_once(refused, length, said):
    assert f"the file is incomplete: it should have a header of {said}" in refused(content({}, length=length))


def test_one_byte_is_no_plural(refused):
    def byte(start):
        return content({"t": {"dtype": "U8", "shape": [1], "data_offsets": [start, start + 1]}}, bytes(2))

    assert refused(byte(0)) == "expected 1 byte of numbers, got 2: the last one belongs to no tensor"
    assert refused(byte(1)) == "t: before its numbers 1 byte belongs to no tensor"
    assert "t: before its numbers 2 bytes belong to no tensor" in refused(byte(2))
    assert refused(content(b"{", length=9)).endswith("a header of 9 bytes, and 1 is there")
    wrong = content({"t": {"dtype": "U8", "shape": [1], "data_offsets": [0, 2]}}, bytes(2))
    assert refused(wrong) == "t: shape (1,) of U8 takes 1 byte, its data_offsets have 2"


def test_f12_a_long_header_is_refused_before_it_is_read(refused):
    assert "expected a header of at most 8,388,608 bytes" in refused(content(b"{}", bytes(9 * 2**20), 9 * 2**20))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"shape": [1000, 1000], "data_offsets": [0, 4]}, "shape (1000, 1000) of F32 takes 4,000,000 bytes, its data"),
        ({"data_offsets": [4, 0]}, "expected data_offsets of two places in the file, the first not after the second"),
        ({"data_offsets": [-4, 0]}, "expected data_offsets of two places"),
        ({"data_offsets": [0, 2**70]}, "expected data_offsets of two places"),
        ({"data_offsets": [0, True]}, "expected data_offsets of two places"),
        ({"data_offsets": 4}, "expected data_offsets of two places"),
        ({"shape": [-1]}, "expected a shape of at most 8 sizes, got [-1]"),
        ({"shape": [1] * 9}, "expected a shape of at most 8 sizes"),
        ({"shape": [1.0]}, "expected a shape of at most 8 sizes"),
        ({"dtype": "XYZ", "data_offsets": [9**9, 0]}, "expected a dtype that is one of F64, F32"),
        ({"dtype": 5}, "expected a dtype that is one of F64, F32"),
        ({"more": 5}, "expected an object of dtype, shape and data_offsets"),
    ],
)  # fmt: skip
def test_f13_f17_an_entry_that_contradicts_itself_is_refused_by_the_name_of_its_tensor(refused, changes, said):
    header = {"attn": {"dtype": "F32", "shape": [1, 1], "data_offsets": [0, 4]} | changes}
    assert refused(content(header, bytes(4))).startswith(f"attn: {said}")


def test_f13_tensors_that_overlap_or_leave_bytes_unused_are_refused(refused):
    def placed(*starts):
        return {f"t{i}": {"dtype": "F32", "shape": [1, 1], "data_offsets": [s, s + 4]} for i, s in enumerate(starts)}

    assert refused(content(placed(0, 2), bytes(6))) == "t1: its numbers overlap those of t0"
    assert refused(content(placed(0, 8), bytes(12))) == "t1: before its numbers 4 bytes belong to no tensor"
    assert "got 12: the last ones belong to no tensor" in refused(content(placed(0, 4), bytes(12)))


def test_f15_an_empty_tensor_is_listed_and_the_others_open(read):
    opened = read(saved(QKV | {"extra": np.zeros((0,), np.float32)}))
    assert opened.tensors.T_k == 4
    assert "extra (it is empty, shape (0,))" in str(opened.notices[0])


@pytest.mark.parametrize("header", [{}, {"__metadata__": {"format": "pt"}}])
def test_f16_a_file_without_tensors_is_called_so(refused, header):
    assert refused(content(header)) == "there are no tensors in this file, only its header"


def test_f17_a_known_type_that_is_not_supported_is_named_and_the_others_open(read, refused):
    extra = {"eights": np.zeros((2, 2), np.uint8)}
    opened = read(saved(QKV | extra, kinds={"eights": "F8_E5M2"}))
    assert opened.tensors.T_k == 4
    assert "eights (numbers of type F8_E5M2 are not supported)" in str(opened.notices[0])
    assert "got eights (numbers of type F8_E5M2 are not supported)" in refused(
        saved(extra, kinds={"eights": "F8_E5M2"})
    )


def test_f20_a_name_that_stands_twice_is_refused(refused):
    one = json.dumps({"dtype": "F32", "shape": [1, 1], "data_offsets": [0, 4]})
    header = f'{{"attn": {one}, "attn": {one}}}'.encode()
    assert refused(content(header, bytes(4))) == "the key 'attn' stands twice in one object"


def test_f26_tensors_of_other_names_can_be_chosen(read):
    data = saved({"a.q": QKV["q"], "a.k": QKV["k"], "a.v": QKV["v"]})
    with pytest.raises(Unanswered) as caught:
        read(data)
    assert [question.default for question in caught.value.questions] == ["a.q", "a.k", "a.v", ""]
    answers = {question.name: question.default for question in caught.value.questions}
    assert read(data, answers).tensors.T_k == 4


def test_metadata_name_model_sentence_tokens_and_masks(read):
    metadata = {"model": "m", "sentence": "a b", "scale": "0.25", "causal": "bottom-right", "licence": "MIT",
                "source": "here", "query_tokens": '["a", "b"]', "format": "pt"}  # fmt: skip
    opened = read(saved(QKV, metadata))
    assert opened.title == "“a b” · m"
    assert opened.credit == "here · MIT"
    assert opened.causal == "bottom-right"
    assert opened.tensors.scale == 0.25
    assert opened.tensors.query_tokens == ("a", "b")


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ({"scale": "wide"}, "__metadata__.scale: expected a number, got 'wide'"),
        ({"scale": "-1"}, "scale: expected a number above 0"),
        ({"tokens": "a b"}, "__metadata__.tokens: expected a JSON list of texts"),
        ({"tokens": "[1]"}, "__metadata__.tokens: expected a JSON list of texts"),
        ({"layers": f"[{2**70}]"}, "__metadata__.layers: expected whole numbers of at most 64 bits"),
        ({"causal": "left"}, "causal: expected true, false, `top-left` or `bottom-right`"),
        ({"model": 5}, "__metadata__: expected an object of texts"),
        ("x", "__metadata__: expected an object of texts"),
        ({"tokens": json.dumps(["x" * 10_000] + [""] * 10_000)}, "expected a list of at most 4,194,304 characters"),
    ],
)  # fmt: skip
def test_metadata_that_is_wrong_is_refused_by_its_name(refused, metadata, said):
    assert said in refused(saved(QKV, metadata))


def test_metadata_of_other_common_names_are_taken_too_and_two_for_one_word_are_refused(read, refused):
    assert read(saved(QKV, {"is_causal": "top-left", "Model": "m"})).causal == "top-left"
    told = refused(saved(QKV, {"is_causal": "true", "causal": "true"}))
    assert "__metadata__: expected one array for causal, got is_causal and causal" in told
