"""Locks of a step: which fields of a Scenario, or parts of its tensors, may be changed."""

import re
from dataclasses import dataclass

import numpy as np

from attnstudio.state.fields import Scenario, expected
from attnstudio.state.tensor_field import Tensors
from attnstudio.state.tensors import ROLES, TensorPack

_FORM = re.compile(r"(\w+)(?:\.(\w+)(?:\[([0-9]{1,6})\])?)?")


@dataclass(frozen=True)
class Free:
    """A field that may be changed; of tensors also one role alone, or one vector of it, counted from 0."""

    field: str
    role: str = ""
    vector: int | None = None

    def opens(self, field: str, role: str = "", vector: int | None = None) -> bool:
        """Whether this lets a field change, or a role or a vector of it; "" and None mean any of them."""
        of_role = self.role in ("", role)
        return field == self.field and of_role and self.vector in (None, vector)


def free_from_text(text: object, scenario: Scenario) -> Free:
    """Return what is written as temperature, tensors.query or tensors.key[2]; vectors count from 1, as on the screen.

    Raises
    ------
    ValueError
        If the Scenario has no such field, role or vector.
    """
    form = _FORM.fullmatch(text) if isinstance(text, str) else None
    if form is None:
        raise expected("a field, or a part of the tensors such as tensors.key or tensors.key[2]", text)
    field, role, vector = form.groups()
    specs = scenario.specs()
    if field not in specs:
        raise expected(f"one of the fields {', '.join(specs)}", field)
    if role is None:
        return Free(field)
    if not isinstance(specs[field], Tensors) or role not in ROLES:
        raise expected(f"a field, or one of {', '.join(ROLES)} of the tensors", text)
    pack = getattr(scenario, field)
    count = pack.T_q if role == "query" else pack.T_k
    if vector is not None and not 1 <= int(vector) <= count:
        raise ValueError(f"expected a {role} from 1 to {count}, got {vector}")
    return Free(field, role, None if vector is None else int(vector) - 1)


def locked_changes(free: tuple[Free, ...] | None, start: Scenario, now: Scenario) -> tuple[str, ...]:
    """Return the fields that were changed though they are locked; None locks nothing, and selecting is always free."""
    if free is None:
        return ()
    specs = start.specs()
    return tuple(
        name
        for name in now.differences(start)
        if specs[name].undoable
        and not any(one.opens(name) for one in free)
        and not (isinstance(specs[name], Tensors) and _parts_free(free, name, getattr(start, name), getattr(now, name)))
    )


def _parts_free(free: tuple[Free, ...], field: str, start: TensorPack, now: TensorPack) -> bool:
    """Whether all that differs between two packs may be changed."""
    if (start.shapes, start.query_tokens, start.key_tokens) != (now.shapes, now.query_tokens, now.key_tokens):
        return False
    changed = {role: _changed_vectors(start, now, role) for role in ROLES if start.has_vectors}
    return all(
        any(one.opens(field, role, vector) for one in free) for role, vectors in changed.items() for vector in vectors
    )


def _changed_vectors(start: TensorPack, now: TensorPack, role: str) -> list[int]:
    before, after = start.whole(role), now.whole(role)
    if before is after:
        return []
    differing = (before != after).any(axis=-1)  # (…, T)
    return np.flatnonzero(differing.reshape(-1, differing.shape[-1]).any(axis=0)).tolist()
