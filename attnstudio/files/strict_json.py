"""JSON as the standard has it: strict when read, in one stable form for people when written."""

import json
import sys
from collections import Counter
from json import JSONDecodeError
from pathlib import Path
from typing import Any

from attnstudio.files.faults import FileFault, check_regular, told_in_words, whole_file_fault
from attnstudio.state.faults import Fault, joined

LARGEST_FILE = 16 * 2**20  # bytes
MOST_PARTS = 1_000_000  # a few bytes of text can take hundreds in memory
UTF_8, UTF_16 = b"\xef\xbb\xbf", (b"\xff\xfe", b"\xfe\xff")  # marks of the order of bytes


def starts_like_json(start: bytes) -> bool:
    """Whether a file with these first bytes can be JSON, in whatever encoding."""
    return start.removeprefix(UTF_8).lstrip()[:1] in (b"{", b"[") or start.startswith(UTF_16)


def read_json(path: Path) -> Any:
    """Return what a JSON file holds.

    NaN, Infinity and numbers too large for a float come back as such, so that the reader of a field can name the place.

    Raises
    ------
    FileFault
        If the file cannot be read, is too large, is not UTF-8, or is not JSON with each key once.
    """
    raw, twice = read_with_repeats(path)
    if twice:
        raise FileFault(path, twice)
    return raw


def read_with_repeats(path: Path) -> tuple[Any, list[Fault]]:
    """Return what a JSON file holds, and where keys stand twice in it, for a reader that names all faults at once."""
    size = check_regular(path)
    if size > LARGEST_FILE:
        problem = f"expected at most {LARGEST_FILE:,} bytes of JSON, got {size:,}"
        raise whole_file_fault(path, problem)
    with told_in_words(path), path.open("rb") as file:
        data = file.read(LARGEST_FILE)
    with told_in_words(path):
        return parsed(path, data)


def refuse_utf_16(path: Path, data: bytes) -> None:
    """Raise FileFault where text is in an encoding that has bytes of 0 in every letter."""
    if data[:2] in UTF_16 or b"\0" in data[:4]:
        raise whole_file_fault(path, "expected text in UTF-8, got UTF-16 or another encoding; save it again as UTF-8")


def _text(path: Path, data: bytes) -> str:
    refuse_utf_16(path, data)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise whole_file_fault(
            path, f"expected text in UTF-8, got the byte {data[error.start]:#x} in line {line}"
        ) from None


class _Repeating(dict[str, Any]):
    """An object in which keys stand twice."""

    twice: list[str]


def parsed(path: Path, data: bytes) -> tuple[Any, list[Fault]]:
    """Return what the JSON of a file holds, and where keys stand twice in it; FileFault where it is no JSON."""
    text = _text(path, data)
    if (parts := sum(map(text.count, "[{:"))) > MOST_PARTS:
        raise whole_file_fault(path, f"expected at most {MOST_PARTS:,} lists, objects and entries, got {parts:,}")
    repeating = []

    def pairs_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        out = dict(pairs)
        if len(out) < len(pairs):
            out = _Repeating(out)
            out.twice = [key for key, times in Counter(key for key, _ in pairs).items() if times > 1]
            repeating.append(out)
        return out

    try:
        raw = json.loads(text, object_pairs_hook=pairs_once)
    except JSONDecodeError as error:
        problem = f"this is not JSON: {error.msg[:1].lower() + error.msg[1:]}"
        raise FileFault(path, [Fault(f"line {error.lineno}, column {error.colno}", problem)]) from None
    except RecursionError:
        raise whole_file_fault(path, "expected a scene, got brackets nested too deep to read") from None
    except ValueError:  # Python refuses whole numbers of more than 4,300 digits
        place = _first_long(json.loads(text, parse_int=_Digits))
        raise FileFault(path, [Fault(place, "this number has more digits than anything here can use")]) from None
    return raw, _repeats(raw) if repeating else []


class _Digits(str):
    """A whole number as it is written."""


def _first_long(raw: Any) -> str:
    """Return where in a value a number stands that Python refuses."""
    values, most = [("", raw)], sys.get_int_max_str_digits()
    for place, value in values:
        if isinstance(value, _Digits) and len(value.lstrip("-")) > most:
            return place
        if isinstance(value, dict):
            values += [(joined(place, key), inner) for key, inner in value.items()]
        elif isinstance(value, list):
            values += [(f"{place}[{i}]", inner) for i, inner in enumerate(value)]
    return ""


def _repeats(raw: Any) -> list[Fault]:
    """Return where in a value keys stand twice."""
    values, faults = [("", raw)], []
    for place, value in values:
        if isinstance(value, _Repeating):
            faults += [Fault(place, f"the key {key!r} stands twice in one object") for key in value.twice]
        if isinstance(value, dict):
            values += [(joined(place, key), inner) for key, inner in value.items() if isinstance(inner, dict | list)]
        elif isinstance(value, list):
            values += [(f"{place}[{i}]", inner) for i, inner in enumerate(value) if isinstance(inner, dict | list)]
    return faults


def json_text(value: Any, indent: str = "") -> str:
    """Return JSON with one field or one row of plain items a line; numbers come back exactly.

    Raises
    ------
    ValueError
        If a number is not finite.
    """
    inner = indent + "  "
    if isinstance(value, dict) and value:
        items = [f"{json.dumps(key, ensure_ascii=False)}: {json_text(item, inner)}" for key, item in value.items()]
        opening, closing = "{}"
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        items = [json_text(item, inner) for item in value]
        opening, closing = "[]"
    else:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    return f"{opening}\n{inner}" + f",\n{inner}".join(items) + f"\n{indent}{closing}"
