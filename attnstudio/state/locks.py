"""Locks of a step: which fields of a Scenario, or parts of its tensors, may be changed."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from attnstudio.state.description import Description
from attnstudio.state.fields import Scenario, expected
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, kept, listed
from attnstudio.state.scene import PanelState
from attnstudio.state.tensor_field import Tensors
from attnstudio.state.tensors import ROLES, TensorPack

T = QT_TRANSLATE_NOOP
LOCKED = T("lessons", "Locked in this step: {locked}. Free: {free}.")
ALL_LOCKED = T("lessons", "Locked in this step: {locked}. Nothing is to be changed here.")
UNTIL_ANSWERED = T("lessons", "Locked in this step until the question is answered: {locked}.")
COVERED = T("lessons", "What is covered stays covered until the question is answered.")
VECTOR = T("lessons", "{role} {number}")
ROLE_NAMES = {"query": T("lessons", "query"), "key": T("lessons", "key"), "value": T("lessons", "value")}
_FORM = re.compile(r"(\w+)(?:\.(\w+)(?:\[([0-9]{1,6})\])?)?")


@dataclass(frozen=True)
class Free:
    """A field that may be changed; of tensors also one role alone, or one vector of it, counted from 0."""

    field: str
    role: str = ""
    vector: int | None = None

    def opens(self, field: str, role: str = "", vector: int | None = None) -> bool:
        """Whether this lets the whole of a field change, of one role of it (`role`), or of one vector of that."""
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
    return tuple(dict.fromkeys(part.field for part in _locked_parts(free, start, now)))


def _locked_parts(free: tuple[Free, ...] | None, start: Scenario, now: Scenario) -> Iterator[Free]:
    """Yield all that was changed though it is locked: fields, and vectors of tensors."""
    specs = start.specs()
    for name in now.differences(start) if free is not None else ():
        if not specs[name].undoable or _opened(free, name):
            continue
        if isinstance(specs[name], Tensors):
            yield from _locked_vectors(free, name, getattr(start, name), getattr(now, name))
        else:
            yield Free(name)


def _opened(free: Iterable[Free] | None, field: str, role: str = "", vector: int | None = None) -> bool:
    """Whether something may be changed."""
    return free is None or any(one.opens(field, role, vector) for one in free)


def _locked_vectors(free: Iterable[Free] | None, field: str, start: TensorPack, now: TensorPack) -> Iterator[Free]:
    """Yield the locked vectors in which two packs differ; the whole field where they differ in more."""
    shaped = (start.shapes, start.query_tokens, start.key_tokens) == (now.shapes, now.query_tokens, now.key_tokens)
    if not shaped or not start.has_vectors:
        yield Free(field)
        return
    for role in ROLES:
        for vector in _changed_vectors(start, now, role):
            if not _opened(free, field, role, vector):
                yield Free(field, role, vector)


def _changed_vectors(start: TensorPack, now: TensorPack, role: str) -> list[int]:
    before, after = start.whole(role), now.whole(role)
    if before is after:
        return []
    differing = (before != after).any(axis=-1)  # (…, T)
    return np.flatnonzero(differing.reshape(-1, differing.shape[-1]).any(axis=0)).tolist()


@dataclass(frozen=True)
class Locks:
    """What may not be changed on one panel while a step is shown.

    Parameters
    ----------
    panel : str
    start : PanelState
        As the step began: locked fields stay as they are there.
    free : tuple of Free, optional
        All that may be changed; None where nothing is locked.
    keeps_covers : bool
        Whether what the step covers stays covered.
    for_now : bool
        Whether what is locked is so until the question is answered.
    """

    panel: str
    start: PanelState
    free: tuple[Free, ...] | None = None
    keeps_covers: bool = False
    for_now: bool = False

    @property
    def kept_covers(self) -> frozenset[str]:
        """The stages that cannot be revealed."""
        return self.start.covered if self.keeps_covers else frozenset()

    def told_in(self, description: Description) -> Description:
        """Return a panel in words without the hint to reveal what stays covered."""
        return replace(description, hint=Message(COVERED)) if self.kept_covers else description

    def refusal(self, before: PanelState, after: PanelState) -> Message | None:
        """Return why a change is not taken; None where it is free, or brings back what the step began with."""
        if (before.covered & self.kept_covers) - after.covered:
            return Message(COVERED)
        if self.free is None or before.scenario is after.scenario:
            return None
        changed = after.scenario.differences(before.scenario)
        parts = _locked_parts(self.free, self.start.scenario, after.scenario)
        return self._told([part for part in parts if part.field in changed])

    def reason(self, *fields: str, role: str = "", vector: int | None = None) -> Message | None:
        """Return why a control of some fields, or of a role or a vector of one, is locked; None where it is free."""
        specs = self.start.scenario.specs()
        locked = (name for name in fields if specs[name].undoable and not _opened(self.free, name, role, vector))
        return self._told([Free(name, role, vector) for name in locked])

    def _told(self, locked: Sequence[Free]) -> Message | None:
        if not locked:
            return None
        if not self.free:
            return Message(UNTIL_ANSWERED if self.for_now else ALL_LOCKED, {"locked": self._names(locked)})
        return Message(LOCKED, {"locked": self._names(locked), "free": self._names(self.free)})

    def _names(self, parts: Iterable[Free]) -> Message:
        return listed(list(dict.fromkeys(map(self._name, parts))), ", ")

    def _name(self, part: Free) -> Message:
        """Name a field or a role; a vector only where some of its role are free."""
        if not part.role:
            return kept(self.start.scenario.specs()[part.field].label)
        role = kept(ROLE_NAMES[part.role])
        single = any(one.role == part.role and one.vector is not None for one in self.free or ())
        return kept(VECTOR, role=role, number=part.vector + 1) if single and part.vector is not None else role
