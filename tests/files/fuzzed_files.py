"""Files that are broken on purpose, in bytes and in structure, each from one seed and of every format."""

import io
import json
import random
import struct
import warnings
import zipfile

import numpy as np
from file_scenarios import SCENARIOS, SCENE, Sample

from attnstudio.files.asking import CHOICES
from attnstudio.files.faults import FileFault, Unanswered
from attnstudio.files.opening import open_file
from attnstudio.files.scenes import scene_text
from attnstudio.state.scene import PanelState, Scene

TEXT = scene_text(SCENE)
TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "U8": "|u1", "BOOL": "|b1"}
DTYPES = ["<f4", ">f4", "<f8", "<f2", ">i8", "<i4", "|u1", "|b1", "<c8", "<U3", "|S2", "<M8[s]", "|V4", "<f16"]
NAMES = ["q", "k", "v", "query", "weights", "attn", "attention", "arr_0", "x.0.q_proj", "mask", "bias", "mask_true"]
WORDS = {"causal": [True, "top-left", "left", 1], "scale": [0.5, 0.0, float("nan")], "layers": [[0, 1], [0.5], "x"],
         "mask_true": ["blocked", "may attend", "x"], "tokens": [["a", "b"], [1], ["\ud800", "b"]],
         "model": ["m", ["m"]], "sentence": ["s", 5], "rope_theta": [0, 1e4], "licence": ["MIT"],
         "source": ["x\0"]}  # fmt: skip
LIES = [0, 1, 2, 7, 255, 2**16 - 1, 2**31 - 1, 2**32 - 1, 2**63 - 1, 2**64 - 1]
PARTS = [b"NaN", b"-Infinity", b"1e999", b"[" * 400, b'{"a":' * 400, b"null", b"true", b"-0.0", b"9" * 5000,
         b'"\\ud800"', b"{}", b"[]", b"\0", b"\xff", b'"version": 7', b'{"a":1,"a":2}', b"\xe2\x98\x83"]  # fmt: skip


def _arrays(chance):
    """Return arrays by name of which some fit together."""
    T_q, T_k, d = (chance.randint(1, 4) for _ in range(3))
    lead = tuple(chance.randint(1, 3) for _ in range(chance.choice([0, 0, 1, 2, 3])))
    shapes = {"q": (*lead, T_q, d), "k": (*lead, T_k, d), "v": (*lead, T_k, 2), "weights": (*lead, T_q, T_k)}
    names = chance.choice([["q", "k", "v"], ["weights"], ["q", "k", "v", "weights"]])
    arrays = {name: np.full(shapes[name], 1 / T_k) for name in names}
    if chance.random() < 0.4:
        arrays = {chance.choice(NAMES): array for array in arrays.values()}
    for _ in range(chance.choice([0, 0, 1, 2])):
        shape = [chance.randint(0, 4) for _ in range(chance.randint(0, 6))]
        arrays[chance.choice(NAMES)] = np.zeros(shape, chance.choice(DTYPES))
    if chance.random() < 0.3:
        arrays["mask"] = chance.choice([np.zeros((T_q, T_k), bool), np.ones((T_q, T_k)), np.zeros((1, T_q, T_k))])
    return arrays


def _words(chance):
    names = chance.sample(sorted(WORDS), chance.choice([0, 0, 1, 2]))
    return {name: chance.choice(WORDS[name]) for name in names}


def _npy(chance):
    array = np.zeros([chance.randint(0, 4) for _ in range(chance.randint(0, 6))], chance.choice(DTYPES))
    buffer = io.BytesIO()
    np.save(buffer, np.asfortranarray(array) if chance.random() < 0.3 else array)
    return buffer.getvalue()


def _npz(chance):
    buffer = io.BytesIO()
    save = chance.choice([np.savez, np.savez_compressed])
    save(buffer, **_arrays(chance), **{n: np.array(word) for n, word in _words(chance).items() if n != "mask_true"})
    if chance.random() < 0.2:
        with zipfile.ZipFile(buffer, "a") as archive, warnings.catch_warnings(action="ignore"):  # of a name twice
            archive.writestr(chance.choice(["q.npy", "other.npy", "notes.txt"]), _damaged(chance, _npy(chance)))
    return buffer.getvalue()


def _safetensors(chance):
    header, data = {}, b""
    for name, array in _arrays(chance).items():
        kind = chance.choice(sorted(TYPES))
        numbers = np.zeros(array.shape, TYPES[kind]).tobytes()
        header[name] = {
            "dtype": kind,
            "shape": list(array.shape),
            "data_offsets": [len(data), len(data) + len(numbers)],
        }
        data += numbers
    if chance.random() < 0.5:
        header["__metadata__"] = {name: json.dumps(word) for name, word in _words(chance).items()}
    if chance.random() < 0.4:
        _lie(chance, header)
    text = json.dumps(header).encode()
    if chance.random() < 0.1:
        text = text[:-1] + b', "q": 5, "q": 6}'
    return struct.pack("<Q", len(text)) + text + data


def _scene(chance):
    raw = json.loads(TEXT)
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        _lie(chance, raw)
    text = json.dumps(raw).encode("utf-8", "surrogatepass")
    if chance.random() < 0.1:
        text = text.decode("utf-8", "replace").encode(chance.choice(["utf-16", "utf-8-sig", "utf-32", "utf-16-be"]))
    return text


def _value(chance, depth=0):
    plain = [None, True, 0, -1, 10**30, 0.5, 1e300, "", "x", "\ud800", "\0", "../x", "F32", float("nan"), float("inf")]
    if depth < 4 and chance.random() < 0.3:
        inner = [_value(chance, depth + 1) for _ in range(chance.randint(0, 4))]
        return chance.choice(
            [inner, {str(chance.choice(["file", "dtype", "arrays", i])): v for i, v in enumerate(inner)}]
        )
    return chance.choice(plain)


def _lie(chance, raw):
    """Put something else in one place of a JSON value."""
    places = list(_places(raw))
    if places:
        inner, key = chance.choice(places)
        inner[key] = _value(chance)


def _places(value):
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from _places(inner)


def _damaged(chance, content):
    """Return bytes of which some are changed, lost, added or replaced by a number that lies."""
    data = bytearray(content)
    for _ in range(chance.choice([0, 1, 1, 2, 4])):
        at = chance.randrange(len(data) + 1)
        way = chance.randrange(6)
        if way == 0:
            del data[at:]
        elif way == 1:
            del data[at : at + chance.randint(1, 9)]
        elif way == 2:
            data[at:at] = chance.choice(PARTS)
        elif way == 3:
            width = chance.choice([2, 4, 8])
            data[at : at + width] = (chance.choice(LIES) % 256**width).to_bytes(width, "little")
        elif way == 4 and at < len(data):
            data[at] ^= 1 << chance.randrange(8)
        else:
            data[at:at] = chance.randbytes(chance.randint(0, 20))
    return bytes(data)


STARTS = [b"", b"{", b"PK\x03\x04", b"PK\x05\x06", b"\x93NUMPY\x01\x00", b"\x40\0\0\0\0\0\0\0{"]


def fuzzed(seed):
    """Return the content of a broken file, and a name that may or may not suit it."""
    chance = random.Random(seed)
    kind = chance.choice([_npy, _npz, _npz, _safetensors, _safetensors, _scene, _scene, None])
    content = chance.choice(STARTS) + chance.randbytes(chance.randint(0, 300)) if kind is None else kind(chance)
    if chance.random() < 0.45:
        content = _damaged(chance, content)
    return content, chance.choice(["a", "a.npy", "a.npz", "a.safetensors", "a.attn.json"])


def outcome(folder, seed):
    """Return what comes of a broken file, "scene", "fault" or "asked"; any other exception passes."""
    chance = random.Random(seed)
    content, name = fuzzed(seed)
    path = folder / name
    path.write_bytes(content)
    answers = {}
    for _ in range(5):
        try:
            scene = open_file(path, SCENARIOS, _shown, answers=answers)
        except Unanswered as fault:
            answers |= _answers(fault, path, chance)
        except FileFault as fault:
            _check_words(fault, path)
            return "fault after answers" if answers else "fault"
        else:
            assert isinstance(scene, Scene)
            return "scene after answers" if answers else "scene"
    raise AssertionError(f"still asked after five rounds: {answers}")


def _shown(opened):
    return SCENE.with_panel("left", PanelState(Sample(tensors=opened.tensors)))


def _check_words(fault, path):
    assert str(fault).startswith(f"{path}: ")


def _answers(fault, path, chance):
    """Return an answer to each question, seldom one that does not fit."""
    _check_words(fault, path)
    assert fault.questions
    answers = {}
    for question in fault.questions:
        keys = [choice.key for choice in question.choices]
        assert question.default is None or question.default in keys
        assert set(CHOICES.get(question.name, keys)) == set(keys)
        answers[question.name] = chance.choice([*keys, "no such answer"] if chance.random() < 0.1 else keys)
    return answers
