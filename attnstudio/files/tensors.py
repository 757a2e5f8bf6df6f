"""Files of tensors: Q, K and V, or attention weights alone, as .npz, .npy or .safetensors."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from attnstudio.files import array_values as read
from attnstudio.files.array_file import LARGEST_IN_MEMORY, ArrayFile, Progress
from attnstudio.files.asking import Asking
from attnstudio.files.axes import AXES, Axes, right_axes
from attnstudio.files.chosen_arrays import array_file, chosen_arrays, wanted_arrays
from attnstudio.files.faults import FileFault, Unanswered, real_path, shown_path, told_in_words
from attnstudio.files.notices import pack_notices, rotary_notices, stored_notices, unused_notices
from attnstudio.files.resources import resource_path
from attnstudio.files.roles import NAMES
from attnstudio.files.stated_masks import StatedMasks
from attnstudio.files.word_names import word_names, word_of
from attnstudio.state.arrays import Array
from attnstudio.state.counted import TOKENS, counted, queries_and_keys
from attnstudio.state.faults import Fault, faults_of
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.origin import Origin
from attnstudio.state.questions import NO_ANSWERS, Answers
from attnstudio.state.tensors import TensorPack

MOST_PAIRS = 2048 * 2048  # of a query and a key, in one head
RESOURCE = "resource:"
NOT_USED = QT_TRANSLATE_NOOP("files", "The weights in the file are not used: they are computed from Q and K.")
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Opened:
    """What a tensor file holds.

    Parameters
    ----------
    tensors : TensorPack
    causal : str
        Corner in which the diagonal starts, where no query sees a later key: "top-left", "bottom-right", or "".
    blocked : frozenset of (int, int)
        Pairs of query and key that the file's own mask forbids.
    notices : tuple of Message
        What the reader of the numbers must know, most important first.
    title : str
        The sentence and the model, or the name of the file.
    credit : str
        Where the numbers come from and under which licence, as the file says.
    rope_pairs : str
        Which components the file says rotary positions have turned together: "adjacent", "halves", or "".
    """

    tensors: TensorPack
    causal: str
    blocked: frozenset[tuple[int, int]]
    notices: tuple[Message, ...]
    title: str
    credit: str = ""
    rope_pairs: str = ""


def read_tensors(path: str | Path, answers: Answers = NO_ANSWERS, progress: Progress | None = None) -> Opened:
    """Return what a .npz, .npy or .safetensors file holds; its content decides which it is.

    Parameters
    ----------
    path : str or Path
    answers : mapping of str to str
        To the questions that were asked about it.
    progress : callable, optional
        Told how much has been read, from 0 to 1; what it raises ends the reading.

    Raises
    ------
    FileFault
        Naming the file, the array, what was expected and what is there; Unanswered with what the file does not say.
    """
    file = array_file(Path(path))
    asking = Asking(answers)
    names, loaded = chosen_arrays(file, asking, progress)
    wanted = wanted_arrays(names)
    with told_in_words(path):
        return _Reader(file, wanted, loaded, asking, spare=len(wanted) < len(names)).opened()


class _Reader:
    """Builds an Opened from arrays, gathering every fault on the way; `names` says what messages call a part."""

    def __init__(
        self, file: ArrayFile, names: Mapping[str, str], loaded: Mapping[str, Array], asking: Asking, *, spare: bool
    ) -> None:
        self.file = file
        self.names = dict(names)
        self.arrays = {role: loaded[name] for role, name in names.items()}
        self.called = word_names(name for name in loaded if name not in names.values())
        self.words = {**file.words, **{word: loaded[name] for word, name in self.called.items()}}
        self.asking = asking
        self.faults: list[Fault] = []
        self.notices = [Message(NOT_USED)] if spare else []

    def opened(self) -> Opened:
        words: dict[str, Any] = {
            "layers": self._settled(),
            "scale": self._word("scale", read.positive),
            "rope_theta": self._word("rope_theta", lambda array: read.real(array) or None),
        }
        T_q, T_k = self._sizes()
        words |= {"query_tokens": self._tokens("query_tokens", T_q), "key_tokens": self._tokens("key_tokens", T_k)}
        model, sentence = self._text("model"), self._text("sentence")
        causal = self._corner(T_q, T_k)
        shipped = _source(self.file.path).startswith(RESOURCE)
        pairs = self._word("rope_pairs", read.rotary_pairs) or ("adjacent" if shipped else "")
        masks = StatedMasks(self.words, self.called, self._word("mask_true", read.polarity), self.asking)
        blocked = masks.blocked((T_q, T_k))
        self.faults += masks.faults
        credit = " · ".join(text for text in (self._text("source"), self._text("licence")) if text)
        self._refuse()
        pack = self._pack(self.arrays | words, model)
        name = pack.origin.name
        title = f"“{sentence}” · {name}" if sentence else name
        told = (*pack_notices(pack), *rotary_notices(pack, pairs), *self.notices, *masks.notices, *self._rest())
        return Opened(pack, causal, blocked, told, title, credit, pairs)

    def _rest(self) -> list[Message]:
        """Say how the file has stored what was read, and name what was not."""
        entries, used = self.file.entries, self.names.values()
        kinds = {entries[name].dtype for name in self.names.values() if name in entries}
        spare = {name: entry.problem for name, entry in entries.items() if name not in used and not word_of(name)}
        if Message(NOT_USED) in self.notices:
            spare = {name: why for name, why in spare.items() if name not in NAMES["weights"]}
        return [*stored_notices(kinds), *unused_notices(spare)]

    def _refuse(self) -> None:
        """Raise all that was found wrong so far, or else all that must be asked."""
        faults = [*self.asking.faults, *self.faults]
        if faults:
            raise FileFault(self.file.path, faults, self.asking.questions)
        if self.asking.questions:
            raise Unanswered(self.file.path, self.asking.questions)

    def _word(self, name: str, value: Callable[[Array], T]) -> T | None:
        """Return what an optional array says, or None where there is none or it is wrong."""
        array = self.words.get(name)
        if array is None:
            return None
        try:
            return value(array)
        except ValueError as error:
            self.faults.append(Fault(self.called.get(name, name), str(error)))
            return None

    def _text(self, name: str) -> str:
        return self._word(name, read.one_text) or ""

    def _settled(self) -> tuple[int, ...]:
        """Settle what the axes are and return the numbers of the layers."""
        for role, array in self.arrays.items():
            if array.dtype.kind not in "fiu":
                problem = f"expected real numbers, got values of type {read.type_name(array)}"
                self.faults.append(Fault(self.names[role], problem))
            elif not right_axes(array):
                self.faults.append(Fault(self.names[role], f"{AXES}, got shape {array.shape}"))
        if self.faults:
            self._refuse()
        axes = Axes(self.arrays, self.names, self._word("layers", read.whole_numbers), self.asking)
        axes.settle()
        axes.turn(*(self._count(name) for name in ("query_tokens", "key_tokens")))
        axes.part_heads({role: self._count(f"{role}_tokens") or self._count("tokens") for role in ("query", "key")})
        self.arrays = axes.arrays
        self.faults += axes.faults
        self.notices += axes.notices
        return axes.layers

    def _count(self, name: str) -> int:
        """Return how many tokens a file states under just this name, 0 where it states none."""
        array = self.words.get(name)
        return array.shape[0] if array is not None and array.ndim == 1 else 0

    def _sizes(self) -> tuple[int, int]:
        rows = self.arrays["query" if "query" in self.arrays else "weights"]
        T_q = rows.shape[-2]
        T_k = self.arrays["key"].shape[-2] if "key" in self.arrays else rows.shape[-1]
        if T_q * T_k > MOST_PAIRS:
            problem = f"expected at most {MOST_PAIRS:,} pairs of a query and a key, got {T_q:,} × {T_k:,}"
            self.faults.append(Fault("", problem))
        return T_q, T_k

    def _tokens(self, name: str, count: int) -> tuple[str, ...]:
        whose = "queries" if name == "query_tokens" else "keys"
        self.names[name] = name = name if name in self.words else "tokens"
        tokens = self._word(name, read.texts) or ()
        turning = any(question.name in ("axes", "heads") for question in self.asking.questions)
        if not tokens or turning or len(tokens) == count:
            return tokens
        wanted = f"expected {counted(count, TOKENS)}, one for each row or column of the attention"
        place = self.called.get(name, name)
        if not any(fault.place == place and fault.problem.startswith(wanted) for fault in self.faults):
            self.faults.append(Fault(place, f"{wanted} ({whose}), got {len(tokens)}"))
        return ()

    def _corner(self, T_q: int, T_k: int) -> str:
        """Return the corner of a causal mask; with as many queries as keys both corners are the same."""
        corner = self._word("causal", read.corner) or ""
        if corner != "somewhere" or T_q == T_k:
            return "top-left" if corner == "somewhere" else corner
        sizes = queries_and_keys(T_q, T_k)
        problem = (
            f"with {sizes} true does not say in which corner the diagonal starts: "
            "write the text `top-left` or `bottom-right` in its place"
        )
        answer = self.asking.known(
            "causal", Fault(self.called.get("causal", "causal"), problem), sizes=queries_and_keys(T_q, T_k)
        )
        return "" if answer in (None, "no") else str(answer)

    def _pack(self, arguments: dict[str, Any], model: str) -> TensorPack:
        for role, array in self.arrays.items():
            if not array.flags.c_contiguous and array.nbytes > LARGEST_IN_MEMORY:
                problem = (
                    f"expected at most {LARGEST_IN_MEMORY:,} bytes to be put in another order, got {array.nbytes:,}"
                )
                raise FileFault(self.file.path, [Fault(self.names[role], problem)])
        try:
            path = self.file.path
            origin = Origin("real", _model_name(model)) if model else Origin("file", shown_path(path.name))
            return TensorPack(**arguments, origin=origin, source=_source(path), answers=self.asking.used)
        except ValueError as error:
            raise FileFault(self.file.path, map(self._named, faults_of(error, ""))) from None

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
