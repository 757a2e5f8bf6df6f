"""Two Results beside each other: their matrices on common limits, what differs, and what was changed between them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from attnstudio.state.arrays import Array
from attnstudio.state.fields import Choice, Field, Indices, Number, Scenario, Switch, exchanged
from attnstudio.state.figures import NO_TEXT, Flags, Matrix, Result, frozen_float
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, decimals_needed, format_number, listed
from attnstudio.state.tensor_json import ARRAYS
from attnstudio.state.tensors import TensorPack

INPUTS = ("query", "key", "value")  # kinds of matrices that nothing computes
SIZES = ("T_q", "T_k", "d_k", "d_v")

IN_A = QT_TRANSLATE_NOOP("comparison", "A: {title}")
IN_B = QT_TRANSLATE_NOOP("comparison", "B: {title}")
B_LESS_A = QT_TRANSLATE_NOOP("comparison", "B − A: {title}")
SHAPES = QT_TRANSLATE_NOOP("comparison", "There is no B − A where the shapes differ: {stages}.")
SHAPE = QT_TRANSLATE_NOOP("comparison", "{stages} ({row_title} × {column_title}) {a} and {b}")
LABELS = QT_TRANSLATE_NOOP("comparison", "The labels differ: cells are compared by their place.")
ONLY_A = QT_TRANSLATE_NOOP("comparison", "Only A has {stages}.")
ONLY_B = QT_TRANSLATE_NOOP("comparison", "Only B has {stages}.")
CHANGED = QT_TRANSLATE_NOOP("comparison", "{label} {a} → {b}")
OTHER = QT_TRANSLATE_NOOP("comparison", "{label}: changed")
COMPONENT = QT_TRANSLATE_NOOP("comparison", "{role} {i}, component {j}: {a} → {b}")
NUMBERS = QT_TRANSLATE_NOOP("comparison", "{label}: {count} of {size} differ")
TOKENS = QT_TRANSLATE_NOOP("comparison", "other words")
SAME = QT_TRANSLATE_NOOP("comparison", "nothing was changed")
ON, OFF, NONE = (QT_TRANSLATE_NOOP("comparison", word) for word in ("on", "off", "none"))

Three = tuple[Matrix, Matrix, Matrix | None]


class Comparison(NamedTuple):
    """What two Results have side by side.

    Parameters
    ----------
    matrices : mapping of str to (Matrix, Matrix, Matrix or None)
        For each stage that both have: A and B on common limits, and B − A where their shapes agree.
    note : Message
        What cannot be compared and why; NO_TEXT where all can.
    """

    matrices: Mapping[str, Three]
    note: Message


def compared(a: Result, b: Result) -> Comparison:
    """Put the matrices of two Results side by side; what is covered in one has a covered difference."""
    stages = [name for name in b.matrices if name in a.matrices]
    pairs = [(a.matrices[name], b.matrices[name]) for name in stages]
    notes = [*_only(ONLY_A, a, b), *_only(ONLY_B, b, a), *_other_shapes(pairs)]
    if any(_labels(one) != _labels(other) for one, other in pairs if one.shape == other.shape):
        notes.append(Message(LABELS))
    matrices = {name: _side_by_side(*pair) for name, pair in zip(stages, pairs, strict=True)}
    return Comparison(matrices, listed(notes, " ") if notes else NO_TEXT)


def differences(a: Scenario, b: Scenario) -> Message:
    """Say what was changed from one Scenario of a panel to another: "Temperature 1 → 2"."""
    specs = b.specs()
    changes = [
        change
        for name in a.differences(b)
        if specs[name].undoable
        for change in _changes(specs[name], getattr(a, name), getattr(b, name))
    ]
    return listed(changes, " · ") if changes else Message(SAME)


@lru_cache(maxsize=16)  # while one operand is edited, the others stay the same on both sides
def _side_by_side(a: Matrix, b: Matrix) -> Three:
    limits = (min(a.limits[0], b.limits[0]), max(a.limits[1], b.limits[1]))
    common = {"limits": limits, "digits": max(a.digits, b.digits)}
    pinned = exchanged(a, {"title": _titled(IN_A, a), "editable": False, "paintable": False, **common})
    live = exchanged(b, {"title": _titled(IN_B, b), **common})
    return pinned, live, _difference(pinned, live, _titled(B_LESS_A, b)) if a.shape == b.shape else None


def _titled(template: str, matrix: Matrix) -> Message:
    return Message(template, {"title": matrix.title})


def _difference(a: Matrix, b: Matrix, title: Message) -> Matrix:
    """Return B − A: what a mask blocks in both has no difference, what has a number on one side alone has no value."""
    bound = max(map(abs, a.limits))
    return Matrix(
        name=b.name,
        title=title,
        kind="score",
        values=_subtracted(a, b),
        row_labels=b.row_labels,
        column_labels=b.column_labels,
        row_title=b.row_title,
        column_title=b.column_title,
        limits=(-bound, bound),
        digits=b.digits,
        blocked=_blocked_in_both(a, b),
        void_rows=a.void_rows & b.void_rows,
        dimmed_rows=a.dimmed_rows & b.dimmed_rows,
        covered=a.covered or b.covered,
    )


def _subtracted(a: Matrix, b: Matrix) -> Any:
    with np.errstate(invalid="ignore"):
        values = b.values - a.values
    if not np.isfinite(values).all():
        values[np.isinf(values)] = np.nan
        values[np.isneginf(a.values) & np.isneginf(b.values)] = 0.0
    return frozen_float(values)


def _blocked_in_both(a: Matrix, b: Matrix) -> Flags | None:
    return None if a.blocked is None or b.blocked is None else a.blocked & b.blocked


def _labels(matrix: Matrix) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return matrix.row_labels, matrix.column_labels


def _only(template: str, one: Result, other: Result) -> Iterator[Message]:
    """Say what only one of two Results has."""
    alone = _telling([matrix for name, matrix in one.matrices.items() if name not in other.matrices])
    if alone:
        yield Message(template, {"stages": listed([matrix.title for matrix in alone], ", ")})


def _other_shapes(pairs: Iterable[tuple[Matrix, Matrix]]) -> Iterator[Message]:
    """Say which matrices have different shapes, those that share them together."""
    differing = {a: b for a, b in pairs if a.shape != b.shape}
    groups: dict[tuple[object, ...], list[Matrix]] = {}
    for a in _telling(list(differing)):
        groups.setdefault((a.row_title, a.column_title, a.shape, differing[a].shape), []).append(a)
    if groups:
        parts = [_shapes(group, differing[group[0]]) for group in groups.values()]
        yield Message(SHAPES, {"stages": listed(parts, "; ")})


def _shapes(group: Sequence[Matrix], b: Matrix) -> Message:
    a = group[0]
    sizes = {name: "{} × {}".format(*matrix.shape) for name, matrix in (("a", a), ("b", b))}
    stages = listed([matrix.title for matrix in group], ", ")
    return Message(SHAPE, {"stages": stages, "row_title": a.row_title, "column_title": a.column_title, **sizes})


def _telling(matrices: Sequence[Matrix]) -> Sequence[Matrix]:
    """Return the computed ones among matrices, whose shapes follow from the rest; all where none is computed."""
    return [matrix for matrix in matrices if matrix.kind not in INPUTS] or matrices


def _changes(spec: Field, a: Any, b: Any) -> Iterator[Message]:
    """Yield what was changed in one field, in words."""
    if isinstance(a, TensorPack):
        yield from _changed_numbers(spec.label, a, b)
        return
    before, after = _value(spec, a), _value(spec, b)
    label = Message(spec.label)
    yield Message(OTHER if before == after else CHANGED, {"label": label, "a": before, "b": after})


def _value(spec: Field, value: Any) -> Message | str:
    """Write the value of a field; of positions only their number."""
    if isinstance(spec, Choice):
        return Message(dict(spec.options)[value])
    if isinstance(spec, Switch):
        return Message(ON if value else OFF)
    if isinstance(spec, Indices):
        return str(len(value)) if value else Message(NONE)
    return _number(value) + (spec.unit if isinstance(spec, Number) else "")


def _number(value: float) -> str:
    return format_number(value, decimals_needed(value, 6))


def _changed_numbers(label: str, a: TensorPack, b: TensorPack) -> Iterator[Message]:
    """Yield the sizes that differ, else the one number that does or how many do, and whether words do."""
    sizes = {name: (getattr(a, name), getattr(b, name)) for name in SIZES}
    changed = {name: pair for name, pair in sizes.items() if pair[0] != pair[1]}
    if all(np.shape(getattr(a, name)) == np.shape(getattr(b, name)) for name in ARRAYS):
        yield from _other_numbers(label, a, b)
    elif not changed or a.has_vectors != b.has_vectors:
        yield Message(OTHER, {"label": Message(label)})
    else:
        for name, (before, after) in changed.items():
            yield Message(CHANGED, {"label": name, "a": before, "b": after})
    if not changed and (a.query_tokens, a.key_tokens) != (b.query_tokens, b.key_tokens):
        yield Message(TOKENS)


def _other_numbers(label: str, a: TensorPack, b: TensorPack) -> Iterator[Message]:
    roles = [name for name in ARRAYS if getattr(a, name) is not getattr(b, name)]
    other = {role: _differing(a.whole(role), b.whole(role)) for role in roles}
    count = sum(int(np.count_nonzero(cells)) for cells in other.values())
    if count == 1 and a.has_vectors and not a.lead:
        role = next(role for role, cells in other.items() if cells.any())
        i, j = np.argwhere(other[role])[0].tolist()
        before, after = (_number(float(pack.whole(role)[i, j])) for pack in (a, b))
        yield Message(COMPONENT, {"role": Message(role), "i": i + 1, "j": j + 1, "a": before, "b": after})
    elif count:
        yield Message(NUMBERS, {"label": Message(label), "count": count, "size": a.size})


def _differing(a: Array, b: Array) -> Flags:
    """Return where numbers differ; a missing one is like a missing one."""
    cells: Flags = (a != b) & ((a == a) | (b == b))
    return cells
