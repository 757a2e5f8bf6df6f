"""Files of tensors: Q, K and V, or attention weights alone, as .npz or .npy."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from attnstudio.files import array_values as read
from attnstudio.files.faults import FileFault, check_regular, real_path, shown_path, told_in_words, whole_file_fault
from attnstudio.files.notices import pack_notices, unused_notices
from attnstudio.files.npy import MAGIC, read_array
from attnstudio.files.npz import Arrays, read_npz
from attnstudio.files.resources import resource_path
from attnstudio.state.arrays import Array
from attnstudio.state.faults import Fault, faults_of
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.tensors import Origin, TensorPack

NAMES = {
    "query": ("q", "query"),
    "key": ("k", "key"),
    "value": ("v", "value"),
    "weights": ("weights", "attention", "attn"),
}
ALONE = "the array"  # in messages: a .npy has no name for it
WORDS = (
    "tokens", "query_tokens", "key_tokens", "layers", "scale", "causal", "rope_theta", "model", "sentence", "licence",
    "source", "mask", "mask_true", "bias",
)  # fmt: skip
KNOWN = (*(name for names in NAMES.values() for name in names), *WORDS)
MOST_PAIRS = 2048 * 2048  # of a query and a key, in one head
MOST_BLOCKED = 262_144
AXES = "expected 2 axes (tokens, components), 3 with heads or 4 with layers and heads, none of them empty"
RESOURCE = "resource:"
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Opened:
    """What a tensor file holds.

    Parameters
    ----------
    tensors : TensorPack
    causal : bool
        True where the model that it comes from lets no query see a later key.
    blocked : frozenset of (int, int)
        Pairs of query and key that the file's own mask forbids.
    notices : tuple of Message
        What the reader of the numbers must know, most important first.
    title : str
        The sentence and the model, or the name of the file.
    credit : str
        Where the numbers come from and under which licence, as the file says.
    """

    tensors: TensorPack
    causal: bool
    blocked: frozenset[tuple[int, int]]
    notices: tuple[Message, ...]
    title: str
    credit: str = ""


def read_tensors(path: str | Path) -> Opened:
    """Return what a .npz or .npy file holds; its content decides which it is.

    Raises
    ------
    FileFault
        Naming the file, the array, what was expected and what is there.
    """
    path = Path(path)
    check_regular(path)
    with told_in_words(path), path.open("rb") as file:
        start = file.read(len(MAGIC))
    npy = start == MAGIC or (path.suffix.lower() == ".npy" and start[:2] != b"PK")
    found = _single(path) if npy else read_npz(path, KNOWN)
    with told_in_words(path):
        return _Reader(path, found, {"weights": ALONE} if npy else {}).opened()


def _single(path: Path) -> Arrays:
    size = check_regular(path)
    with told_in_words(path), path.open("rb") as file:
        try:
            return Arrays({"weights": read_array(file, size)})
        except ValueError as error:
            raise whole_file_fault(path, str(error)) from None


class _Reader:
    """Builds an Opened from arrays, gathering every fault on the way; `names` says what messages call a part."""

    def __init__(self, path: Path, found: Arrays, names: Mapping[str, str]) -> None:
        self.path = path
        self.found = found
        self.names = dict(names)
        self.faults: list[Fault] = []
        self.notices: list[Message] = []

    def opened(self) -> Opened:
        arrays = self._roles()
        T_q, T_k = self._sizes(arrays)
        words: dict[str, Any] = {
            "query_tokens": self._tokens("query_tokens", T_q),
            "key_tokens": self._tokens("key_tokens", T_k),
            "layers": self._layers(arrays),
            "scale": self._word("scale", read.positive),
            "rope_theta": self._word("rope_theta", lambda array: read.real(array) or None),
        }
        model, sentence = self._text("model"), self._text("sentence")
        causal = self._word("causal", read.flag) or False
        blocked = self._blocked((T_q, T_k))
        credit = " · ".join(text for text in (self._text("source"), self._text("licence")) if text)
        if self.faults:
            raise FileFault(self.path, self.faults)
        pack = self._pack(arrays | words, model)
        notices = (*pack_notices(pack, causal), *self.notices, *unused_notices(self.found.others))
        name = pack.origin.name
        title = f"“{sentence}” · {name}" if sentence else name
        return Opened(pack, causal, blocked, notices, title, credit)

    def _word(self, name: str, value: Callable[[Array], T]) -> T | None:
        """Return what an optional array says, or None where there is none or it is wrong."""
        array = self.found.wanted.get(name)
        if array is None:
            return None
        try:
            return value(array)
        except ValueError as error:
            self.faults.append(Fault(name, str(error)))
            return None

    def _text(self, name: str) -> str:
        return self._word(name, read.one_text) or ""

    def _roles(self) -> dict[str, Array]:
        """Return the arrays by role, Q, K and V before weights where a file has both."""
        arrays: dict[str, Array] = {}
        for role, names in NAMES.items():
            given = [name for name in names if name in self.found.wanted]
            if len(given) > 1:
                self.faults.append(Fault("", f"expected one array for the {role}, got {' and '.join(given)}"))
            if given:
                self.names.setdefault(role, given[0])
                arrays[role] = self.found.wanted[given[0]]
        vectors = arrays.keys() & {"query", "key", "value"}
        if len(vectors) == 3 and arrays.pop("weights", None) is not None:
            template = QT_TRANSLATE_NOOP(
                "files", "The weights in the file are not used: they are computed from Q and K."
            )
            self.notices.append(Message(template))
        if len(vectors) not in (0, 3) or not arrays:
            found = [f"{n} ({why})" if why else n for n, why in self.found.others.items()]
            there = ", ".join([*(n for n in self.found.wanted if n not in WORDS), *found][:20]) or "no arrays"
            self.faults.append(Fault("", f"expected arrays named q, k and v, or weights alone, got {there}"))
            raise FileFault(self.path, self.faults)
        return arrays

    def _sizes(self, arrays: dict[str, Array]) -> tuple[int, int]:
        """Return T_q and T_k; arrays without the axes for them are refused."""
        for role, array in arrays.items():
            if array.dtype.kind not in "fiu":
                problem = f"expected real numbers, got values of type {read.type_name(array)}"
                self.faults.append(Fault(self.names[role], problem))
            elif array.ndim not in (2, 3, 4) or 0 in array.shape:
                self.faults.append(Fault(self.names[role], f"{AXES}, got shape {array.shape}"))
        if self.faults:
            raise FileFault(self.path, self.faults)
        rows = arrays.get("query", arrays.get("weights"))
        columns = arrays["key"].shape[-2] if "key" in arrays else arrays["weights"].shape[-1]
        T_q, T_k = 0 if rows is None else int(rows.shape[-2]), int(columns)
        if T_q * T_k > MOST_PAIRS:
            problem = f"expected at most {MOST_PAIRS:,} pairs of a query and a key, got {T_q:,} × {T_k:,}"
            self.faults.append(Fault("", problem))
        return T_q, T_k

    def _tokens(self, name: str, count: int) -> tuple[str, ...]:
        self.names[name] = name = name if name in self.found.wanted else "tokens"
        tokens = self._word(name, read.texts) or ()
        if tokens and len(tokens) != count:
            others = {n: a.shape[0] for n, a in self.found.wanted.items() if n.endswith("_tokens") and a.ndim == 1}
            swapped = len(others) == 2 and count in others.values()
            problem = f"expected {count} tokens, one for each row or column of the attention, got {len(tokens)}"
            fault = Fault(name, problem + "; the axes look swapped: queries come before keys" * swapped)
            self.faults += [fault] if fault not in self.faults else []
            return ()
        return tokens

    def _layers(self, arrays: dict[str, Array]) -> tuple[int, ...]:
        layers = self._word("layers", read.whole_numbers) or ()
        for role, array in arrays.items():
            if array.ndim == 4 and "layers" not in self.found.wanted:
                problem = (
                    f"shape {array.shape} has 4 axes, and nothing says what the {array.shape[0]} entries of the first "
                    "are. If they are layers, add an array `layers` with the number of each; if not, save one of them"
                )
                self.faults.append(Fault(self.names[role], problem))
        return layers

    def _blocked(self, shape: tuple[int, int]) -> frozenset[tuple[int, int]]:
        cells: set[tuple[int, int]] = set()
        true_means = self._word("mask_true", read.polarity)
        for name, forbidden in (
            ("mask", lambda array: read.blocked_by_mask(array, true_means)),
            ("bias", read.blocked_by_bias),
        ):
            blocked = self._word(name, forbidden)
            if blocked is None:
                continue
            if blocked.shape != shape:
                problem = f"expected shape {shape}, one entry for each query and key, got {blocked.shape}"
                self.faults.append(Fault(name, problem))
            elif np.count_nonzero(blocked) > MOST_BLOCKED:
                self.faults.append(Fault(name, f"expected at most {MOST_BLOCKED:,} forbidden pairs"))
            else:
                cells |= {(int(i), int(j)) for i, j in np.argwhere(blocked)}
        return frozenset(cells)

    def _pack(self, arguments: dict[str, Any], model: str) -> TensorPack:
        try:
            origin = Origin("real", _model_name(model)) if model else Origin("file", shown_path(self.path.name))
            return TensorPack(**arguments, origin=origin, source=_source(self.path))
        except ValueError as error:
            raise FileFault(self.path, map(self._named, faults_of(error, ""))) from None

    def _named(self, fault: Fault) -> Fault:
        """Return a fault of the pack at the name that the file has for its place."""
        part, bracket, index = fault.place.partition("[")
        return Fault(self.names.get(part, part) + bracket + index, fault.problem)


def _source(path: Path) -> str:
    """Return where the numbers can be read again: below the resources, or an absolute path."""
    whole, shipped = real_path(path), resource_path()
    return RESOURCE + whole.relative_to(shipped).as_posix() if whole.is_relative_to(shipped) else str(whole)


def _model_name(model: str) -> str:
    """Say in words that a model is a copy rounded to a few bits: "… (Q4_1)" is a 4-bit copy."""
    match = re.fullmatch(r"(.+) \(Q(\d)_\w+\)", model)
    return f"{match[2]}-bit copy of {match[1]}" if match else model
