"""Chosen arrays: what is read of a file once it is known which array is which; what proves damaged is asked about."""

from collections.abc import Mapping
from pathlib import Path

from attnstudio.files.array_file import ArrayFile, Entry, Progress
from attnstudio.files.asking import Asking
from attnstudio.files.faults import FileFault, check_regular, told_in_words
from attnstudio.files.npy import ALONE, MAGIC, NpyFile
from attnstudio.files.npz import NpzFile
from attnstudio.files.roles import roles
from attnstudio.files.safetensors import SafetensorsFile, starts_like_safetensors
from attnstudio.files.word_names import word_names, word_of
from attnstudio.state.arrays import Array
from attnstudio.state.faults import Fault, Faults
from attnstudio.state.questions import Answers
from attnstudio.state.tensors import ROLES


def chosen_arrays(
    file: ArrayFile, asking: Asking, progress: Progress | None
) -> tuple[dict[str, str], dict[str, Array]]:
    """Return the name of the array of each role, and the arrays that are read with the words, by name.

    Raises
    ------
    FileFault
        If something is damaged that nothing can stand in for; Unanswered if it must be said which array is which.
    """
    damaged = [Fault(n, entry.problem) for n, entry in file.entries.items() if word_of(n) and entry.problem]
    if damaged:
        raise FileFault(file.path, damaged)
    try:
        word_names(file.entries)
    except Faults as error:
        raise FileFault(file.path, error.faults) from None
    while True:
        names = roles(file, asking, progress)
        loaded = _loaded(file, names, asking.answers, progress)
        if loaded is not None:
            return names, loaded


def wanted_arrays(names: Mapping[str, str]) -> dict[str, str]:
    """Return the arrays that are read: weights only where they are not computed from Q and K."""
    return {role: name for role, name in names.items() if role in ROLES or "query" not in names}


def _loaded(
    file: ArrayFile, names: Mapping[str, str], answers: Answers, progress: Progress | None
) -> dict[str, Array] | None:
    """Return the arrays of these names and the words; None once what turned out to be damaged is noted at its entry."""
    wanted = wanted_arrays(names)
    try:
        return file.load(
            [*wanted.values(), *(name for name in file.entries if word_of(name) and name not in wanted.values())],
            progress,
        )
    except FileFault as error:
        damaged = [fault for fault in error.faults if fault.place in wanted.values() and fault.place != ALONE]
        chosen = any(wanted.get(role) == fault.place for role in answers for fault in damaged)
        if chosen or len(damaged) < len(error.faults):
            raise
        for fault in damaged:
            file.entries[fault.place] = Entry(problem=fault.problem)
        return None


def array_file(path: Path) -> ArrayFile:
    """Return the arrays that a file lists; its content decides of what kind it is, and its name only without one."""
    check_regular(path)
    with told_in_words(path), path.open("rb") as file:
        start = file.read(16)
    suffix = path.suffix.lower()
    if start.startswith(MAGIC) or (suffix == ".npy" and start[:2] != b"PK"):
        return NpyFile(path)
    if starts_like_safetensors(start) or (suffix == ".safetensors" and start[:2] != b"PK"):
        return SafetensorsFile(path)
    return NpzFile(path)
