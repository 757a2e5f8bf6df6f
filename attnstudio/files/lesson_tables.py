"""Tables of a lesson file: values are taken from them by name, and every fault is noted with its line and field."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from attnstudio.files.formulas import check_images
from attnstudio.files.toml_lines import Lines, Place
from attnstudio.state.faults import Fault, faults_of, joined
from attnstudio.state.fields import SHORT, expected

T = TypeVar("T")
REQUIRED: Any = object()
MOST_UNKNOWN = 100  # names of one table that are told to be wrong
LONGEST_TEXT, LONGEST_LINE, LONGEST_KEY = 10_000, 300, 60
MOST_NESTED = 4  # quotes and lists in one another; each takes up to 40 pixels of the line
UNSEEN = ("Cc", "Zl", "Zp")  # control characters, and separators of lines that are no ends of lines in any file
TURNING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))  # directions that outlast a word
_FENCED = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1|\Z)", re.MULTILINE | re.DOTALL)
_MARK = re.compile(r"(?:>|(?:[-*+]|[0-9]{1,9}[.)])(?=[ \t]))[ \t]*")
_MARKS = re.compile(rf"[ \t]*(?:{_MARK.pattern})*")
_RULE = re.compile(r" {0,3}([-*])(?:[ \t]*\1){2,}[ \t]*")
_PART = re.compile(r"\[(\d+)\]|[^.\[\]]+")


@dataclass
class Notes:
    """The faults of one file so far, each with its place in it."""

    lines: Lines
    found: list[tuple[Place, str]] = field(default_factory=list)

    def add(self, place: Place, problem: str) -> None:
        self.found.append((place, problem))

    def faults(self) -> list[Fault]:
        """Return the faults in the order of their lines."""
        told = [(self.lines.line(place) or 0, place, problem) for place, problem in dict.fromkeys(self.found)]
        told.sort(key=lambda one: one[0])
        return [Fault(_said(line, place), problem) for line, place, problem in told]


def _said(line: int, place: Place) -> str:
    name = ""
    for part in place:
        name = joined(name, f"[{part}]" if isinstance(part, int) else _shown(part))
    return f"line {line}, {name}" if line else name


def _shown(key: str) -> str:
    return key if key.isprintable() and len(key) <= LONGEST_KEY else SHORT.repr(key)


class Table:
    """One table of the file.

    Parameters
    ----------
    notes : Notes
    place : tuple
    raw : object
        What stands there; anything but a table is a fault.
    names : tuple of str
        That may stand in it.
    """

    def __init__(self, notes: Notes, place: Place, raw: object, names: tuple[str, ...]) -> None:
        self.notes, self.place = notes, place
        self._before = len(notes.found)
        self.is_table = isinstance(raw, dict)
        if not self.is_table:
            notes.add(place, str(expected("a table", raw)))
        self.raw: dict[str, Any] = raw if isinstance(raw, dict) else {}
        unknown = islice((name for name in self.raw if name not in names), MOST_UNKNOWN)
        for name in unknown:
            notes.add((*place, name), f"no such name; the names here are {', '.join(names)}")

    def __contains__(self, name: str) -> bool:
        return name in self.raw

    @property
    def good(self) -> bool:
        """Whether nothing was found wrong in it so far."""
        return len(self.notes.found) == self._before

    def take(self, name: str, read: Callable[[Any], T], default: T = REQUIRED) -> T:
        """Return what `read` makes of the value of a name; its ValueError is noted, and the default returned."""
        if name in self.raw:
            return self.tried((*self.place, name), lambda: read(self.raw[name]), default)
        if default is REQUIRED and self.is_table:
            self.notes.add(self.place, f"{name} is missing")
        return default

    def tried(self, place: Place, made: Callable[[], T], default: T = REQUIRED) -> T:
        """Return what `made` returns; its ValueError is noted at a place, and the default returned."""
        try:
            return made()
        except ValueError as error:
            for fault in faults_of(error, ""):
                inner = (int(found[1]) if found[1] else found[0] for found in _PART.finditer(fault.place))
                self.notes.add((*place, *inner), fault.problem)
            return default

    def made(self, build: Callable[[], T]) -> T | None:
        """Return what is built of values that were taken, if all were good."""
        return self.tried(self.place, build, None) if self.good else None

    def tables(self, name: str, most: int, read: Callable[[Place, Any], T | None]) -> tuple[T, ...]:
        """Return what `read` makes of each entry of a list of tables, given its place; those that are good."""
        entries: list[Any] = self.take(name, lambda raw: list_of(raw, "tables", most), [])
        made = [read((*self.place, name, i), entry) for i, entry in enumerate(entries)]
        return tuple(one for one in made if one is not None)


def list_of(raw: object, what: str, most: int) -> list[Any]:
    """Return a list that is not too long."""
    if not isinstance(raw, list) or len(raw) > most:
        got = len(raw) if isinstance(raw, list) else SHORT.repr(raw)
        raise ValueError(f"expected a list of at most {most} {what}, got {got}")
    return raw


def text(raw: object) -> str:
    """Return Markdown text, without white space around it; the images in it are formulas."""
    if not isinstance(raw, str):
        raise expected("text", raw)
    if len(raw) > LONGEST_TEXT:
        raise ValueError(f"expected at most {LONGEST_TEXT:,} characters, got {len(raw):,}")
    _check_characters(raw)
    _check_nesting(raw)
    check_images(raw)
    return raw.strip()


def _check_characters(text: str) -> None:
    """Raise ValueError for what nobody can see in a text: control characters, and those that turn its direction."""
    for character in text:
        if character not in "\n\t" and (unicodedata.category(character) in UNSEEN or character in TURNING):
            what = "change the direction of reading" if character in TURNING else "cannot be shown"
            raise ValueError(f"expected no characters that {what}, got U+{ord(character):04X}")


def _check_nesting(text: str) -> None:
    """Raise ValueError where quotes and lists stand in one another until no room is left for words."""
    for line in _FENCED.sub("", text).split("\n"):
        deep = len(line[: len(line) - len(line.lstrip(" \t"))].expandtabs(4)) // 2
        marked = _MARKS.match(line)
        marks = len(_MARK.findall(marked[0])) if marked else 0
        if marks and not _RULE.fullmatch(line) and deep + marks > MOST_NESTED:
            raise ValueError(f"expected quotes and lists at most {MOST_NESTED} deep in one another, got {deep + marks}")


def line(raw: object) -> str:
    """Return one line of text."""
    found = text(raw)
    if len(found) > LONGEST_LINE or "\n" in found:
        raise expected(f"one line of at most {LONGEST_LINE} characters", raw)
    return found


def flag(raw: object) -> bool:
    """Return true or false."""
    if not isinstance(raw, bool):
        raise expected("true or false", raw)
    return raw


def whole(raw: object) -> int:
    """Return a small whole number."""
    if isinstance(raw, bool) or not isinstance(raw, int) or not 0 <= raw <= 1_000:
        raise expected("a whole number from 0 to 1,000", raw)
    return raw


def one_of(names: tuple[str, ...]) -> Callable[[object], str]:
    """Return what reads one of some names."""

    def read(raw: object) -> str:
        if not isinstance(raw, str) or raw not in names:
            raise expected(f"one of {', '.join(names)}", raw)
        return raw

    return read


def lines(raw: object) -> tuple[str, ...]:
    """Return a short list of lines."""
    return tuple(line(one) for one in list_of(raw, "texts", 40))
