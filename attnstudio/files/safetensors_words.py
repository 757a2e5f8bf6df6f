"""What the metadata of a .safetensors file say, as the arrays that a .npz has for the same words."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from attnstudio.files.faults import FileFault
from attnstudio.files.word_names import word_names
from attnstudio.state.arrays import Array
from attnstudio.state.faults import Fault, Faults
from attnstudio.state.fields import expected

MOST_CHARACTERS = 2**22
FLAGS = {"true": True, "false": False}


def words(path: Path, metadata: Any) -> dict[str, Array]:
    """Return the words that metadata state, by name; entries of other names are left alone.

    Raises
    ------
    FileFault
        If metadata are no texts, or one of the words is not what it should be.
    """
    found, faults = {}, []
    if not isinstance(metadata, dict) or not all(isinstance(text, str) for text in metadata.values()):
        raise FileFault(path, [Fault("__metadata__", str(expected("an object of texts", metadata)))])
    try:
        called = word_names(metadata)
    except Faults as error:
        raise FileFault(path, [fault.within("__metadata__") for fault in error.faults]) from None
    for word, name in called.items():
        if word not in READERS:
            continue
        try:
            found[word] = READERS[word](metadata[name])
        except ValueError as error:
            faults.append(Fault(f"__metadata__.{name}", str(error)))
    if faults:
        raise FileFault(path, faults)
    return found


def _text(text: str) -> Array:
    if text.endswith("\0"):  # NumPy would cut it off
        raise expected("a text that does not end in NUL", text)
    return np.array(text)


def _number(text: str) -> Array:
    try:
        return np.array(float(text))
    except ValueError:
        raise expected("a number", text) from None


def _flag_or_corner(text: str) -> Array:
    return np.array(FLAGS.get(text.lower(), text))


def _list(text: str, kind: type, what: str) -> Array:
    try:
        items = json.loads(text)
    except (ValueError, RecursionError):
        items = None
    if not isinstance(items, list) or not all(type(item) is kind for item in items):
        raise expected(f"a JSON list of {what}", text)
    if kind is str and any(item.endswith("\0") for item in items):
        raise expected("texts that do not end in NUL", text)
    if (
        kind is str and len(items) * max(map(len, items), default=0) > MOST_CHARACTERS
    ):  # an array pads all to the longest
        raise expected(f"a list of at most {MOST_CHARACTERS:,} characters", text)
    try:
        return np.array(items, dtype=np.int64 if kind is int else str)
    except OverflowError:
        raise expected("whole numbers of at most 64 bits", text) from None


def _tokens(text: str) -> Array:
    return _list(text, str, "texts")


def _layers(text: str) -> Array:
    return _list(text, int, "whole numbers")


READERS: Mapping[str, Callable[[str], Array]] = {
    **dict.fromkeys(("model", "sentence", "licence", "source", "mask_true", "rope_pairs"), _text),
    **dict.fromkeys(("scale", "rope_theta"), _number),
    **dict.fromkeys(("tokens", "query_tokens", "key_tokens"), _tokens),
    "causal": _flag_or_corner,
    "layers": _layers,
}
