"""Roles: which array of a file is the query, which the key, the value or the weights, by its name or by an answer."""

import re
from collections.abc import Iterable, Mapping
from itertools import permutations

from attnstudio.files.array_file import ArrayFile, Entry, Progress
from attnstudio.files.asking import Asking
from attnstudio.files.faults import FileFault, Unanswered
from attnstudio.files.npy import ALONE
from attnstudio.files.word_names import word_of
from attnstudio.state.faults import Fault
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.questions import Choice, Question
from attnstudio.state.tensors import ROLES as VECTORS

NAMES = {
    "query": ("q", "query"),
    "key": ("k", "key"),
    "value": ("v", "value"),
    "weights": ("weights", "attention", "attn"),
}
MOST_AXES = 5  # batch, layers, heads, tokens, components
MOST_NAMED = 20
TEXTS = {
    "query": QT_TRANSLATE_NOOP("files", "Which array holds the queries Q?"),
    "key": QT_TRANSLATE_NOOP("files", "Which array holds the keys K?"),
    "value": QT_TRANSLATE_NOOP("files", "Which array holds the values V?"),
    "weights": QT_TRANSLATE_NOOP("files", "Or which array holds attention weights?"),
}
ARRAY = QT_TRANSLATE_NOOP("files", "{name}: shape {shape} of {dtype}")
NONE = QT_TRANSLATE_NOOP("files", "none of them")


def roles(file: ArrayFile, asking: Asking, progress: Progress | None = None) -> dict[str, str]:
    """Return the name of the array of each role: of the query, key and value, or of the weights, or of all of them.

    Raises
    ------
    FileFault
        If the file has no such arrays, or an answer does not fit; Unanswered if it must be said which is which.
    """
    if file.entries.keys() == {ALONE}:
        return {"weights": ALONE}
    found = _Roles(file, asking)
    if not found.complete():
        found.ask(progress)
    if asking.faults or found.faults:
        raise FileFault(file.path, [*asking.faults, *found.faults])
    if asking.questions:
        raise Unanswered(file.path, asking.questions)
    if not found.complete():
        raise FileFault(file.path, [found.missing()])
    return found.given


class _Roles:
    """Gathers which array has which role; `given` holds those that are known."""

    def __init__(self, file: ArrayFile, asking: Asking) -> None:
        self.file, self.asking = file, asking
        self.given: dict[str, str] = {}
        self.damaged: list[Fault] = []
        self.faults: list[Fault] = []
        for role, names in NAMES.items():
            if role in asking.answers:
                self._answered(role)
            else:
                self._named(role, [name for name in names if name in file.entries])

    def _named(self, role: str, names: list[str]) -> None:
        good = [name for name in names if not self.file.entries[name].problem]
        self.damaged += [Fault(name, self.file.entries[name].problem) for name in names if name not in good]
        if len(good) > 1:
            self.faults.append(Fault("", f"expected one array for the {role}, got {' and '.join(good)}"))
        if good:
            self.given[role] = good[0]

    def _answered(self, role: str) -> None:
        name = self.asking.answer(self._question(role, [n for n, e in self.file.entries.items() if _usable(n, e)]))
        if name:
            self.given[role] = name

    def complete(self) -> bool:
        """Whether Q, K and V are known, or that there are weights alone, which then stay as the only ones."""
        vectors = self.given.keys() & set(VECTORS)
        refused = all(self.asking.answers.get(role) == "" for role in VECTORS if role not in vectors)
        if len(vectors) == 3:
            return True
        if "weights" not in self.given or not (refused or not (vectors or self._damaged_vector())):
            return False
        self.given = {"weights": self.given["weights"]}
        return True

    def _damaged_vector(self) -> bool:
        return any(fault.place in NAMES[role] for fault in self.damaged for role in VECTORS)

    def ask(self, progress: Progress | None) -> None:
        """Ask for the roles that are not known; damaged arrays are told where there is nothing to choose from."""
        vectors = {self.given[role] for role in VECTORS if role in self.given}
        unclear = [n for n, entry in self.file.entries.items() if _usable(n, entry) and n not in vectors]
        self.file.check(unclear, progress)
        free = [name for name in unclear if not self.file.entries[name].problem]
        roles = [role for role in NAMES if role not in self.given and role not in self.asking.answers]
        if free:
            told = _told(roles, {name: self.file.entries[name] for name in free}, self.given)
            for role in roles:
                self.asking.answer(self._question(role, free, told.get(role)))
        elif roles:
            self.faults += self.damaged or [self.missing()]

    def missing(self) -> Fault:
        """Return what is wrong with a file that lacks arrays of the usual names."""
        entries = self.file.entries
        unknown = {name: entry for name, entry in entries.items() if not any(name in known for known in NAMES.values())}
        others = [f"{n} ({e.problem})" if e.problem else n for n, e in unknown.items() if not word_of(n)]
        there = ", ".join([*(n for n in entries if n not in unknown), *others][:MOST_NAMED]) or "no arrays"
        return Fault("", f"expected arrays named q, k and v, or weights alone, got {there}")

    def _question(self, role: str, names: list[str], told: str | None = None) -> Question:
        choices = [Choice(name, self._words(name)) for name in names]
        fault = self.damaged[0] if self.damaged else self.missing()
        return Question(role, Message(TEXTS[role]), (*choices, Choice("", Message(NONE))), told, fault)

    def _words(self, name: str) -> Message:
        entry = self.file.entries[name]
        return Message(ARRAY, {"name": name, "shape": entry.shape, "dtype": entry.dtype})


def _usable(name: str, entry: Entry) -> bool:
    """Whether an array can be Q, K, V or weights."""
    axes = 2 <= len(entry.shape) <= MOST_AXES and 0 not in entry.shape
    return not word_of(name) and entry.numbers and axes and not entry.problem


def _told(roles: Iterable[str], free: Mapping[str, Entry], given: Mapping[str, str]) -> dict[str, str]:
    """Return the array of each role that names or shapes leave no doubt about; "" where it can be none of them."""
    told: dict[str, str] = {}
    for role in roles:
        named = [name for name in free if _is_called(name, role)]
        if len(named) == 1:
            told[role] = named[0]
    if not (told.keys() | given.keys()) & set(VECTORS):
        rest = {name: entry for name, entry in free.items() if name not in told.values()}
        told |= _fitting(rest) if rest else dict.fromkeys(VECTORS, "")
    vectors = (told.keys() | given.keys()) & set(VECTORS)
    if len(vectors) == len(VECTORS):
        told.setdefault("weights", "")
    return told


def _is_called(name: str, role: str) -> bool:
    """Whether a part of a name is what the arrays of a role are called: layers.0.self_attn.q_proj has q."""
    parts = re.split(r"[^a-z]+|_", name.lower().replace("queries", "query"))
    return any(part in NAMES[role] or part.rstrip("s") in NAMES[role] for part in parts)


def _fitting(free: Mapping[str, Entry]) -> dict[str, str]:
    """Return what shapes alone decide: one square array is weights, three may fit in one order alone."""
    if len(free) == 1:
        ((name, entry),) = free.items()
        return dict.fromkeys(VECTORS, "") | {"weights": name} if entry.shape[-1] == entry.shape[-2] else {}
    orders = list(permutations(free)) if len(free) == len(VECTORS) else []
    fit = [order for order in orders if _fits(*(free[name].shape for name in order))]
    return dict(zip(VECTORS, fit[0], strict=True)) if len(fit) == 1 else {}


def _fits(query: tuple[int, ...], key: tuple[int, ...], value: tuple[int, ...]) -> bool:
    """Whether arrays of these shapes can be a query, a key and a value."""
    return query[-1] == key[-1] and key[-2] == value[-2] and len(query) == len(key) == len(value)
