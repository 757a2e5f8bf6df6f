"""TensorPack: the numbers of one attention, hand-made or from a trained model, immutable and self-describing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np

from attnstudio.state.arrays import Array, check_fit, frozen, same_numbers
from attnstudio.state.faults import Fault, Faults
from attnstudio.state.fields import exchanged, expected, plain_number
from attnstudio.state.origin import Origin, check_text

ROLES = ("query", "key", "value")


@dataclass(frozen=True, eq=False)
class TensorPack:
    """Q, K and V, or weights alone, with the names of their tokens.

    Parameters
    ----------
    query, key, value : ndarray, optional
        (T_q, d_k), (T_k, d_k), (T_k, d_v), or with leading axes (head, …) or (layer, head, …); fewer key and value
        heads are shared by groups of query heads.
    weights : ndarray, optional
        (…, T_q, T_k): attention weights without Q and K, shown as stored; NaN marks a missing number.
    query_tokens, key_tokens : tuple of str
        Empty where tokens have no names; never split or joined.
    layers : tuple of int
        Number in the model of each entry of the layer axis; empty without that axis.
    origin : Origin
    scale, rope_theta : float, optional
        What the model multiplies scores by, and the base of its rotary positions.
    source : str
        Where unchanged numbers can be read again: "resource:…" or a path; "" once they are ours.
    answers : mapping of str to str
        To what that file does not say; with them the same numbers are read again. Packs that differ in nothing but
        this and `source` are equal.

    Raises
    ------
    Faults
        At the array, with its shape and the expected one; no problem names another array, so that a reader can put the
        name that a file has in the place.
    """

    query: Array | None = None
    key: Array | None = None
    value: Array | None = None
    weights: Array | None = None
    query_tokens: tuple[str, ...] = ()
    key_tokens: tuple[str, ...] = ()
    layers: tuple[int, ...] = ()
    origin: Origin = field(default_factory=Origin)
    scale: float | None = None
    rope_theta: float | None = None
    source: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._freeze()
        self._check_words()
        self._check_shapes()

    def _freeze(self) -> None:
        faults: list[Fault] = []
        for name in (*ROLES, "weights"):
            array = getattr(self, name)
            try:
                held = None if array is None else frozen(array, name, nan_allowed=name == "weights")
                object.__setattr__(self, name, held)
            except Faults as error:
                faults += error.faults
        if faults:
            raise Faults(faults)

    def _check_words(self) -> None:
        for name in ("query_tokens", "key_tokens", "layers"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
            for i, token in enumerate(getattr(self, name) if name != "layers" else ()):
                check_text(token, f"{name}[{i}]")
        for name in ("scale", "rope_theta"):
            number = getattr(self, name)
            if number is not None and not 0 < plain_number(number) <= 1e12:
                raise Faults([Fault(name, str(expected("a number above 0", number)))])

    def _check_shapes(self) -> None:
        given = {name: a for name in ROLES if (a := getattr(self, name)) is not None}
        if not (len(given) == 3 and self.weights is None) and not (not given and self.weights is not None):
            got = ", ".join([*given, *(["weights"] if self.weights is not None else [])]) or "none of them"
            raise ValueError(f"expected query, key and value, or weights alone, got {got}")
        axes = 2 + (len(self.lead) if self.lead else 0)
        for name, array in (given or {"weights": self.weights}).items():
            if array is None or array.ndim != axes or array.ndim not in (2, 3, 4) or 0 in array.shape:
                shape = None if array is None else array.shape
                problem = "expected 2 axes (tokens, components), 3 with heads or 4 with layers and heads, the same for "
                raise Faults([Fault(name, f"{problem}all and none empty, got shape {shape}")])
        if given:
            check_fit(**given)
        for name, tokens, count in (("query", self.query_tokens, self.T_q), ("key", self.key_tokens, self.T_k)):
            if tokens and len(tokens) != count:
                raise Faults([Fault(f"{name}_tokens", f"expected {count}, one for each {name}, got {len(tokens)}")])
        if len(self.layers) != (self.lead[0] if len(self.lead) == 2 else 0):
            problem = f"expected one number for each entry of the layer axis, got {len(self.layers)}"
            raise Faults([Fault("layers", problem)])

    @property
    def has_vectors(self) -> bool:
        """False for weights without Q and K."""
        return self.query is not None

    @property
    def lead(self) -> tuple[int, ...]:
        """Sizes of the leading axes: (), (heads,) or (layers, heads)."""
        array = self.query if self.query is not None else self.weights
        return array.shape[:-2] if array is not None else ()

    @property
    def n_heads(self) -> int:
        return self.lead[-1] if self.lead else 1

    @property
    def n_layers(self) -> int:
        return self.lead[0] if len(self.lead) == 2 else 1

    @property
    def T_q(self) -> int:
        array = self.query if self.query is not None else self.weights
        return 0 if array is None else int(array.shape[-2])

    @property
    def T_k(self) -> int:
        if self.key is not None:
            return int(self.key.shape[-2])
        return 0 if self.weights is None else self.weights.shape[-1]

    @property
    def d_k(self) -> int:
        return 0 if self.key is None else self.key.shape[-1]

    @property
    def d_v(self) -> int:
        return 0 if self.value is None else self.value.shape[-1]

    @property
    def shapes(self) -> tuple[tuple[int, ...] | None, ...]:
        """Shape of the query, key, value and weights; None where there is none."""
        arrays = (self.query, self.key, self.value, self.weights)
        return tuple(None if array is None else array.shape for array in arrays)

    @property
    def size(self) -> int:
        """How many numbers the pack holds."""
        return sum(a.size for name in (*ROLES, "weights") if (a := getattr(self, name)) is not None)

    def array(self, role: str, layer: int = 0, head: int = 0) -> Array:
        """Return the 2-D array of one role ("query", "key", "value", "weights") in one head, counted from 0."""
        array = self.whole(role)
        found: Array = array[self.place(array, layer, head)]
        return found

    def whole(self, role: str) -> Array:
        """Return the array of one role with all its layers and heads."""
        array: Array | None = getattr(self, role)
        if array is None:
            raise ValueError(f"{role}: this data set has weights without Q and K")
        return array

    def shared_head(self, head: int) -> int | None:
        """Return the key and value head of a query head where groups share one (grouped-query attention), else None."""
        if self.key is None or self.key.ndim == 2 or self.key.shape[-3] == self.n_heads:
            return None
        return head // (self.n_heads // int(self.key.shape[-3]))

    def place(self, array: Array, layer: int, head: int) -> tuple[int, ...]:
        """Return the index of a head in the leading axes of one of the arrays; groups of query heads share one."""
        if array.ndim == 2:
            return ()
        shared = head // (self.n_heads // array.shape[-3])
        return (shared,) if array.ndim == 3 else (layer, shared)

    def with_row(self, role: str, i: int, row: Sequence[float], layer: int = 0, head: int = 0) -> Self:
        """Return a pack in which vector `i` of `role` reads `row`, as floats; this one where it did already."""
        return self._written(role, (*self.place(self.whole(role), layer, head), i), row)

    def with_cell(self, role: str, i: int, j: int, value: float, layer: int = 0, head: int = 0) -> Self:
        """Return a pack in which component `j` of vector `i` of `role` is `value`; this one where it was already."""
        return self._written(role, (*self.place(self.whole(role), layer, head), i, j), value)

    def _written(self, role: str, at: tuple[int, ...], numbers: float | Sequence[float]) -> Self:
        before = self.whole(role)
        if np.array_equal(before[at], numbers):
            return self
        array = before.astype(np.float64)
        array[at] = numbers
        return self._edited({role: frozen(array, role)})

    def resized(self, *, T_q: int, T_k: int, d_k: int, d_v: int) -> Self:
        """Return a pack of other sizes: what fits is kept, what is new is 0 and unnamed tokens get a number."""
        sizes = {"query": (T_q, d_k), "key": (T_k, d_k), "value": (T_k, d_v)}
        arrays = {}
        for role, (rows, columns) in sizes.items():
            old = self.whole(role)
            new = np.zeros((*old.shape[:-2], rows, columns), old.dtype)
            kept = (..., slice(min(rows, old.shape[-2])), slice(min(columns, old.shape[-1])))
            new[kept] = old[kept]
            arrays[role] = new
        tokens = {"query_tokens": _fitted(self.query_tokens, T_q), "key_tokens": _fitted(self.key_tokens, T_k)}
        pack = self._edited(tokens | {role: frozen(array, role) for role, array in arrays.items()})
        pack._check_shapes()
        return pack

    def _edited(self, changes: Mapping[str, Any]) -> Self:
        """Return a pack with some fields changed by hand; what stays was checked when it came."""
        origin = self.origin if self.origin.edited else replace(self.origin, edited=True)
        return exchanged(self, {**changes, "origin": origin, "source": "", "answers": {}})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TensorPack):
            return NotImplemented
        return self is other or (
            self._words() == other._words()
            and same_numbers(self.key, other.key)
            and same_numbers(self.query, other.query)
            and same_numbers(self.value, other.value)
            and same_numbers(self.weights, other.weights)
        )

    def __hash__(self) -> int:
        return hash((self._words(), self.lead, self.T_q, self.T_k, self.d_k, self.d_v))

    def _words(self) -> tuple[object, ...]:
        return (self.query_tokens, self.key_tokens, self.layers, self.origin, self.scale, self.rope_theta)


def _fitted(tokens: tuple[str, ...], count: int) -> tuple[str, ...]:
    return (*tokens[:count], *(str(i + 1) for i in range(len(tokens), count))) if tokens else ()
