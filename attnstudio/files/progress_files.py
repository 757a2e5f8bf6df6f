"""Progress through lessons as a file that attnstudio keeps for itself."""

import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from attnstudio.files.atomic import write_whole
from attnstudio.files.faults import FileFault, shown_path, told_in_words, whole_file_fault
from attnstudio.files.strict_json import json_text, read_json
from attnstudio.state.faults import Fault, Faults, joined
from attnstudio.state.fields import expected
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.progress import LessonProgress, Progress, StepProgress

FORMAT, VERSION = "attnstudio progress", 1
NAME, BROKEN, LOCK = "progress.json", ".broken", "progress.lock"
TURN, TURNS = 0.01, 200  # seconds to wait for another process, and how often
LEFT_BEHIND_AFTER = 10.0  # seconds after which a lock can only be from a process that was killed
LARGEST = 999_999  # of seeds and tries
T = QT_TRANSLATE_NOOP
ANEW = T("lessons", "The progress through lessons is not taken up: {fault}")
ASIDE = T("lessons", "The progress through lessons is not taken up: {fault}. That file is kept as {path}")
BUSY = "another attnstudio is writing there; it was waited for, and nothing was written"
NEWER = "a newer attnstudio wrote it (version {version}, this one reads version {known}); it stays, and nothing is kept"
_KINDS = {
    str: "text", int: f"a whole number from 0 to {LARGEST:,}", bool: "true or false", dict: "a table",
    list: "a list of texts",
}  # fmt: skip
_WHOLE = {"format": str, "version": int, "seed": int, "lessons": dict}
_LESSON = {"at": str, "steps": dict}
_MORE = {"draws": int, "file": str, "lasting": list}  # of a lesson, where there is something to be kept
_STEP = {"done": bool, "tries": int, "given_up": bool, "first_try": bool}


class _Broken(FileFault):
    """The file can be read, and is not what it should be."""


class Kept(NamedTuple):
    """What is kept in a folder, and what is to be said: where a broken file was put aside, say."""

    progress: Progress
    notices: tuple[Message, ...] = ()


def new_learner() -> Progress:
    """Return the progress of a learner who begins: none, with a seed of its own."""
    return Progress(secrets.randbelow(LARGEST + 1))


def read_progress(folder: Path) -> Kept:
    """Return the progress that is kept in a folder, that of a new learner where there is none.

    A broken file is put aside; one that a newer attnstudio wrote, or that cannot be read, is left as it is.
    """
    notices: tuple[Message, ...] = ()
    try:
        try:
            kept = _kept(folder / NAME)
        except _Broken:
            with _alone(folder):
                kept, notices = _taken_up(folder / NAME)  # which another process may have written anew meanwhile
    except FileFault as fault:
        return Kept(new_learner(), (Message(ANEW, {"fault": fault}),))
    return Kept(kept or new_learner(), notices)


def write_progress(progress: Progress, folder: Path, known: Progress = Progress()) -> Kept:  # noqa: B008 (frozen)
    """Keep progress in a folder, which is made where there is none; at every moment the old or the new is there, whole.

    What another window has put there meanwhile stays: both are joined, and the seed that is there remains.

    Parameters
    ----------
    progress : Progress
    folder : Path
    known : Progress
        What was last read or written. Where another window has begun anew since, only what is new against it counts,
        so that what was forgotten does not come back.

    Returns
    -------
    Kept
        What is kept now.

    Raises
    ------
    FileFault
        If it cannot be written, the file that is there is one that a newer attnstudio wrote, or another process does
        not cease to write there. Nothing is kept then.
    """
    with _alone(folder):
        there, notices = _taken_up(folder / NAME)
        return _write(progress if there is None else there.joined(progress, known), folder, notices)


def begin_anew(folder: Path) -> Kept:
    """Forget all progress that is kept in a folder, and return that of the new learner, which is kept from now on.

    Raises
    ------
    FileFault
        As `write_progress` does.
    """
    with _alone(folder):
        _, notices = _taken_up(folder / NAME)
        return _write(new_learner(), folder, notices)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let no other process write between reading and writing; one that was killed meanwhile does not count."""
    lock = folder / LOCK
    with told_in_words(folder):
        folder.mkdir(parents=True, exist_ok=True)
        _take(lock)
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()


def _take(lock: Path) -> None:
    """Make the file that stands for writing; FileFault where that of another process stays."""
    for _ in range(TURNS):
        try:
            lock.touch(exist_ok=False)
        except FileExistsError:
            with suppress(OSError):
                if abs(time.time() - lock.stat().st_mtime) > LEFT_BEHIND_AFTER:  # before or behind: clocks are set
                    lock.unlink()
            time.sleep(TURN)
        else:
            return
    raise whole_file_fault(lock, BUSY)


def _write(progress: Progress, folder: Path, notices: tuple[Message, ...]) -> Kept:
    text = (json_text(_raw(progress)) + "\n").encode("utf-8", "backslashreplace")  # as JSON escapes them
    try:
        write_whole(folder / NAME, text)
    except FileFault as fault:  # and what was put aside before is said all the same
        raise FileFault(folder / NAME, [*fault.faults, *(Fault("", str(one)) for one in notices)]) from fault
    return Kept(progress, notices)


def _taken_up(path: Path) -> tuple[Progress | None, tuple[Message, ...]]:
    """Return what is kept, if anything is; a broken file is put aside, and one to be left alone is a FileFault."""
    try:
        return _kept(path), ()
    except _Broken as fault:
        return None, (_put_aside(path, fault),)


def _kept(path: Path) -> Progress | None:
    """Return what is kept, None where nothing is; FileFault says why there is something and it is not taken up."""
    try:
        raw: Any = read_json(path)
    except FileFault as fault:
        if isinstance(fault.__cause__, FileNotFoundError):
            return None
        raise fault if fault.__cause__ else _Broken(path, fault.faults) from None
    version = raw.get("version") if isinstance(raw, dict) else None
    if type(version) is int and version > VERSION:
        raise whole_file_fault(path, NEWER.format(version=version, known=VERSION))
    try:
        return _progress(raw)
    except Faults as error:
        raise _Broken(path, error.faults) from None


def _put_aside(path: Path, fault: FileFault) -> Message:
    """Keep a broken file under another name, and say so."""
    names = (path.with_name(f"{NAME}{BROKEN}{i or ''}") for i in count())
    aside = next(name for name in names if not name.exists())
    with told_in_words(path):
        path.rename(aside)
    return Message(ASIDE, {"fault": fault, "path": shown_path(aside)})


def _raw(progress: Progress) -> dict[str, Any]:
    lessons = {
        name: {
            "at": lesson.at, "steps": {step: asdict(one) for step, one in lesson.steps.items()},
            **{key: value for key in _MORE if (value := getattr(lesson, key))},
        }
        for name, lesson in progress.lessons.items()
    }  # fmt: skip
    return {"format": FORMAT, "version": VERSION, "seed": progress.seed, "lessons": lessons}


def _progress(raw: object) -> Progress:
    whole = _table("", raw, _WHOLE)
    if whole["format"] != FORMAT or whole["version"] != VERSION:
        raise Faults([Fault("format", f'expected "{FORMAT}", version {VERSION}')])
    return Progress(whole["seed"], {name: _lesson(f"lessons.{name}", one) for name, one in whole["lessons"].items()})


def _lesson(place: str, raw: object) -> LessonProgress:
    more = {name: kind for name, kind in _MORE.items() if isinstance(raw, dict) and name in raw}
    lesson = _table(place, raw, {**_LESSON, **more})
    steps = {name: StepProgress(**_table(f"{place}.steps.{name}", one, _STEP)) for name, one in lesson["steps"].items()}
    return LessonProgress(lesson["at"], steps, **{name: lesson[name] for name in more})


def _table(place: str, raw: object, kinds: Mapping[str, type]) -> dict[str, Any]:
    """Return a table that has just the names that it must have, each with a value of its kind."""
    if not isinstance(raw, dict) or raw.keys() != kinds.keys():
        raise Faults([Fault(place, str(expected(f"a table of {', '.join(kinds)}", raw)))])
    for name, kind in kinds.items():
        value: Any = raw[name]
        outside = isinstance(value, int) and not 0 <= value <= LARGEST
        texts = not isinstance(value, list) or all(isinstance(one, str) for one in value)
        if outside or not texts or type(value) is not kind:
            raise Faults([Fault(joined(place, name), str(expected(_KINDS[kind], value)))])
    return raw
