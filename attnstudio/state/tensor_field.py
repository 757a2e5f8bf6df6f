"""Tensors: the field of a Scenario that holds a TensorPack, and how a pack is read from JSON."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from attnstudio.state.arrays import Array
from attnstudio.state.counted import queries_and_keys
from attnstudio.state.faults import Faults, faults_of
from attnstudio.state.fields import expected
from attnstudio.state.origin import Origin
from attnstudio.state.tensor_json import ARRAYS, array_json, pack_fields, words_json
from attnstudio.state.tensors import TensorPack


class Tensors(NamedTuple):
    """The field of a Scenario that holds a TensorPack; its JSON form embeds every number.

    `most_tokens` limits the queries and the keys, `most_components` those of a query, key or value; None is no limit.
    """

    label: str
    help: str
    most_tokens: int | None = None
    most_components: int | None = None
    undoable: bool = True

    def check(self, value: Any) -> TensorPack:
        if not isinstance(value, TensorPack):
            raise expected("a set of tensors", value)
        problems = []
        if self.most_tokens is not None and max(value.T_q, value.T_k) > self.most_tokens:
            problems.append(f"at most {self.most_tokens} tokens, got {queries_and_keys(value.T_q, value.T_k)}")
        if self.most_components is not None and max(value.d_k, value.d_v) > self.most_components:
            got = f"{value.d_k} in a query or key and {value.d_v} in a value"
            problems.append(f"at most {self.most_components} components, got {got}")
        if problems:
            raise ValueError(f"expected {', and '.join(problems)}")
        return value

    def to_json(self, value: TensorPack) -> dict[str, Any]:
        arrays = {name: array_json(array) for name in ARRAYS if (array := getattr(value, name)) is not None}
        return words_json(value) | arrays

    def from_json(self, raw: Any) -> TensorPack:
        return self.check(pack_from_json(raw))


def pack_from_json(raw: Any, arrays: Mapping[str, Array] | None = None) -> TensorPack:
    """Return the pack that `raw` stands for; `arrays` are those read elsewhere.

    Raises
    ------
    ValueError
        With every fault and its place (Faults), or with what does not fit together.
    """
    fields = pack_fields(raw, arrays)
    try:
        origin = Origin(**fields.pop("origin", {}))
    except ValueError as error:
        raise Faults(faults_of(error, "origin")) from None
    return TensorPack(**fields, origin=origin)
