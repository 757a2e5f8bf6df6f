"""TOML, which people write by hand: read within bounds, with the line of every key and entry."""

import re
import tomllib
from bisect import bisect_right
from collections import Counter
from pathlib import Path
from typing import Any

from attnstudio.files.faults import FileFault, check_regular, told_in_words, whole_file_fault
from attnstudio.files.strict_json import refuse_utf_16
from attnstudio.state.faults import Fault

SUFFIX = ".toml"
LARGEST_FILE = 2**18  # bytes
MOST_DEPTH = 12  # of tables and lists in one another whose lines are kept
Place = tuple[str | int, ...]
_LONG_KEY = re.compile(r"""(?:\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*){20}""")  # takes a reader quadratic time
_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_LONG = r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})' r"|'''.*?'''(?:'{0,2})"
_SHORT = r'"(?:[^"\\\n]|\\.)*"' r"|'[^'\n]*'"
_STRING = re.compile(f"{_LONG}|{_SHORT}", re.DOTALL)
_QUOTES = re.compile(rf"#[^\n]*|(?P<long>{_LONG})|(?P<open>\"{{3}}|'{{3}})|{_SHORT}|(?P<cut>[\"'])", re.DOTALL)
OPEN_QUOTE = "a text that begins in this line has no quote that closes it"
LONG_TEXT = "{problem}; the text before it begins in line {first} and ends in line {last}: is that its end?"
_NO_END = ("Illegal character '\\n'", "Unterminated string", *(f"Expected {quote!r}" for quote in ("'", "'''")))
_NO_TOML = ("Expected", "Invalid statement", "Invalid initial")  # so sentences begin that are read as keys and values
_DIGITS = re.compile(r"[0-9](?:_?[0-9]){4300,}")  # Python refuses such whole numbers
_PLAIN = re.compile(r"[^,\]}\n#]*")


def read_toml(path: Path) -> tuple[dict[str, Any], "Lines"]:
    """Return what a TOML file holds, and where it stands.

    Raises
    ------
    FileFault
        If the file cannot be read, is too large, is not UTF-8 or not TOML.
    """
    size = check_regular(path)
    if size > LARGEST_FILE:
        raise whole_file_fault(path, f"expected at most {LARGEST_FILE:,} bytes of TOML, got {size:,}")
    with told_in_words(path), path.open("rb") as file:
        data = file.read(LARGEST_FILE)
    refuse_utf_16(path, data)
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        problem = f"expected text in UTF-8, got the byte {data[error.start]:#x}"
        raise FileFault(path, [Fault(f"line {line}", problem)]) from None
    return _parsed(path, text)


def _parsed(path: Path, text: str) -> tuple[dict[str, Any], "Lines"]:
    if long := _LONG_KEY.search(text):
        line = _line_of(text, long.start())
        raise FileFault(path, [Fault(f"line {line}", "expected keys of at most 20 parts, got a longer one")])
    try:
        return tomllib.loads(text), Lines(text)
    except tomllib.TOMLDecodeError as error:
        place, problem = _told(str(error), text)
        raise FileFault(path, [Fault(place, f"this is not TOML: {problem}")]) from None
    except RecursionError:
        raise whole_file_fault(path, "expected a lesson, got brackets nested too deep to read") from None
    except ValueError:  # Python refuses whole numbers of more than 4,300 digits
        line = _line_of(text, _long_number(text))
        problem = "this number has more digits than anything here can use"
        raise FileFault(path, [Fault(f"line {line}", problem)]) from None


def _told(said: str, text: str) -> tuple[str, str]:
    """Return where a text is no TOML and why, by what the reader says; a quote that nothing closes, where it stands.

    Where another one closes it, lines later, it is told between which lines that text stands.
    """
    problem, _, place = said.removesuffix(")").partition(" (at ")
    if not place.startswith("line "):  # but "end of document"
        place = f"line {_line_of(text, len(text.rstrip()))}"
    end = re.compile(rf"(?:.*\n?){{{int(place.split()[1].rstrip(','))}}}").match(text)
    limit = len(text) if end is None else end.end()
    before = None
    for quotes in _QUOTES.finditer(text, 0, limit):
        if quotes["open"] or quotes["cut"]:
            place = f"line {_line_of(text, quotes.start())}" if problem in _NO_END else place
            break
        before = quotes
    if problem in _NO_END:
        return place, OPEN_QUOTE
    told = f"{problem[:1].lower()}{problem[1:]}"
    long = problem.startswith(_NO_TOML) and before is not None and before["long"]
    if before is None or "\n" not in (long or "") or "\n" in text[before.end() : limit].strip():
        return place, told
    return place, LONG_TEXT.format(
        problem=told, first=_line_of(text, before.start()), last=_line_of(text, before.end())
    )


def _line_of(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _long_number(text: str) -> int:
    """Return where the number stands that Python refuses: digits may also be in texts and comments, where they may."""
    for digits in _DIGITS.finditer(text):
        before, after = (_DIGITS.sub("1", part) for part in (text[: digits.start()], text[digits.end() :]))
        try:
            tomllib.loads(before + digits[0] + after)
        except ValueError:
            return digits.start()
    return 0


class Lines:
    """The lines, from 1, on which the keys and entries of a TOML text begin; the text must be good TOML."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends = [match.start() for match in re.finditer("\n", text)]
        self._at = 0
        self._found: dict[Place, int] = {}
        self._tables: Counter[Place] = Counter()  # of [[lists of tables]]
        self._document()

    def line(self, place: Place) -> int | None:
        """Return the line of the deepest part of a place that stands in the text; None if there is none."""
        place = place[:MOST_DEPTH]
        while place and place not in self._found:
            place = place[:-1]
        return self._found.get(place)

    def _note(self, place: Place) -> None:
        for depth in range(1, min(len(place), MOST_DEPTH) + 1):
            self._found.setdefault(place[:depth], bisect_right(self._ends, self._at - 1) + 1)

    def _document(self) -> None:
        table: Place = ()
        self._blank()
        while self._at < len(self._text):
            if self._text.startswith("[", self._at):
                table = self._header()
            else:
                self._pair(table)
            self._blank()

    def _header(self) -> Place:
        listed = self._text.startswith("[[", self._at)
        self._at += 2 if listed else 1
        place: Place = ()
        keys = self._key()
        for key in keys[:-1]:
            place = self._within((*place, key))
        place = (*place, keys[-1])
        if listed:
            self._note(place)
            self._tables[place] += 1
        place = self._within(place)
        self._note(place)
        self._at += 2 if listed else 1
        return place

    def _within(self, place: Place) -> Place:
        """Return the last table of a list of tables; anything else as it is."""
        return (*place, self._tables[place] - 1) if place in self._tables else place

    def _key(self) -> tuple[str, ...]:
        parts: list[str] = []
        while True:
            self._blank()
            if bare := _BARE_KEY.match(self._text, self._at):
                parts.append(bare[0])
                self._at = bare.end()
            else:
                parts.append(tomllib.loads(f"key = {self._string()}")["key"])
            self._blank()
            if not self._text.startswith(".", self._at):
                return tuple(parts)
            self._at += 1

    def _pair(self, table: Place) -> None:
        self._blank()
        begin = self._at
        place = (*table, *self._key())
        self._at, after = begin, self._at
        self._note(place)
        self._at = after + 1  # the equals sign
        self._value(place)

    def _value(self, place: Place) -> None:
        self._blank()
        self._note(place)
        character = self._text[self._at]
        if character in "\"'":
            self._string()
        elif character in "[{":
            self._entries(place[:MOST_DEPTH], listed=character == "[")
        else:
            self._at = self._matched(_PLAIN)

    def _entries(self, place: Place, *, listed: bool) -> None:
        self._at += 1
        count = 0
        while True:
            self._blank()
            if self._text[self._at] in "]}":
                break
            if listed:
                self._value((*place, count))
            else:
                self._pair(place)
            count += 1
            self._blank()
            if self._text[self._at] == ",":
                self._at += 1
        self._at += 1

    def _string(self) -> str:
        begin = self._at
        self._at = self._matched(_STRING)
        return self._text[begin : self._at]

    def _blank(self) -> None:
        self._at = self._matched(_BLANK)

    def _matched(self, pattern: re.Pattern[str]) -> int:
        found = pattern.match(self._text, self._at)
        return found.end() if found else self._at
