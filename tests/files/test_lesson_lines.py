"""Lines of TOML: where every key and entry stands, in whatever way it is written."""

import re
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.files.faults import FileFault
from attnstudio.files.toml_lines import LARGEST_FILE, Lines, read_toml

TEXT = '''# a comment = 1
title = "a # no comment" # but this
"quoted key" . inner = 'x'
text = """
[not.a.table]
key = "no"
\\""" still inside """""
list = [ 1, # one
  [2,
   3], { a = 1,  b.c = "}" },
]

[table . sub]
x = 1979-05-27 07:32:00
[[steps]]
a = 1
[steps.set]
b = [
]
[[steps]]

[[steps.choices]]
text = \'\'\'
it's''\'\'\'
[[steps.choices]]
text = 1
[steps.set]
c = 1e5
'''


def numbered(text):
    """Return the lines at which places are found."""
    return Lines(text).line


def test_every_way_of_writing_a_key_has_its_line():
    line = numbered(TEXT)
    assert tomllib.loads(TEXT)["steps"][1]["choices"][1]["text"] == 1
    assert {place: line(place) for place in (
        ("title",), ("quoted key", "inner"), ("text",), ("list",), ("list", 1), ("list", 1, 1), ("list", 2, "b", "c"),
        ("table", "sub", "x"), ("steps",), ("steps", 0), ("steps", 0, "a"), ("steps", 0, "set", "b"), ("steps", 1),
        ("steps", 1, "choices", 0, "text"), ("steps", 1, "choices", 1), ("steps", 1, "set", "c"),
    )} == {
        ("title",): 2, ("quoted key", "inner"): 3, ("text",): 4, ("list",): 8, ("list", 1): 9, ("list", 1, 1): 10,
        ("list", 2, "b", "c"): 10, ("table", "sub", "x"): 14, ("steps",): 15, ("steps", 0): 15, ("steps", 0, "a"): 16,
        ("steps", 0, "set", "b"): 18, ("steps", 1): 20, ("steps", 1, "choices", 0, "text"): 23,
        ("steps", 1, "choices", 1): 25, ("steps", 1, "set", "c"): 28,
    }  # fmt: skip


def test_what_is_not_there_has_the_line_of_what_it_would_be_in():
    line = numbered(TEXT)
    assert line(("steps", 1, "set", "missing", 3)) == line(("steps", 1, "set"))
    assert line(("nothing",)) is None


KEYS = st.text("ab", min_size=1, max_size=2) | st.text("a.\"'#=[]\\é", min_size=1, max_size=3)
SCALARS = st.integers(-9, 9).map(str) | st.sampled_from(
    ["true", "1e3", "-inf", '"a]#"', "'}'", '"""\n"]"" """', "'''\n[x]\n'''", "2020-01-01", '"\\""']
)


def quoted(key):
    return '"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"'


@st.composite
def written(draw, place=(), depth=3):
    """Return a value as pieces of text, each with the place that begins there, or None."""
    kind = draw(st.sampled_from(["plain", "list", "table"] if depth else ["plain"]))
    if kind == "plain":
        return [(draw(SCALARS), None)]
    pieces = [("[" if kind == "list" else "{", None)]
    for i, key in enumerate(draw(st.lists(KEYS, max_size=3, unique=True))):
        inner = (*place, i if kind == "list" else key)
        break_line = draw(st.sampled_from(["", "\n", " # ] }\n"])) if kind == "list" else " "
        pieces += [("," if i else "", None), (break_line, None), ("", inner)]
        pieces += [(f"{quoted(key)} = ", None)] if kind == "table" else []
        pieces += draw(written(inner, depth - 1))
    return [*pieces, ("]" if kind == "list" else "}", None)]


@given(st.lists(KEYS, max_size=4, unique=True).flatmap(
    lambda keys: st.tuples(*(st.tuples(st.just(key), written((key,))) for key in keys))))  # fmt: skip
def test_any_document_has_each_key_and_entry_where_it_begins(pairs):
    text, expected = "", {}
    for key, pieces in pairs:
        expected[key,] = text.count("\n") + 1
        text += f"{quoted(key)} = "
        for piece, place in pieces:
            if place:
                expected[place] = text.count("\n") + 1
            text += piece
        text += "\n"
    tomllib.loads(text)
    line = numbered(text)
    assert {place: line(place) for place in expected} == expected


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"a = \n\n", "line 1, column 5: this is not TOML"),
        (b"a = 1\na = 2\n", "line 2, column 6: this is not TOML"),
        (b"a = 1\na = 2", "line 2: this is not TOML"),
        (b"\n\nb = \xff", "line 3: expected text in UTF-8, got the byte 0xff"),
        (b'a = """', "this is not TOML"),
        (b"a = " + b"[" * 5_000 + b"]" * 5_000, "nested too deep"),
        (b"a = " + b"9" * 5_000, "more digits"),
        (b"\na" + b".a" * 5_000 + b" = 1", "line 2: expected keys of at most 20 parts"),
        (b"#" * (LARGEST_FILE + 1), "at most 262,144 bytes"),
    ],
)
def test_what_is_no_toml_or_too_much_is_one_fault_in_words(tmp_path, data, told):
    path = tmp_path / "a.toml"
    path.write_bytes(data)
    with pytest.raises(FileFault, match=re.escape(told)):
        read_toml(path)


OPEN = '''title = "x"
[[steps]]
text = """
One **bold** word, and it's "quoted".
'''


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (OPEN, "line 3: this is not TOML: a text that begins in this line has no quote that closes it"),
        (OPEN + "name = 'b'\n# a comment", "line 3: this is not TOML: a text that begins in this line has no quote"),
        (OPEN.replace('"""', "'''"), "line 3: this is not TOML: a text that begins in this line has no quote"),
        (OPEN + '[[steps]]\ntext = """\nThe next page.\n"""\n',
         "line 7, column 5: this is not TOML: expected '=' after a key in a key/value pair; the text before it begins "
         "in line 3 and ends in line 6: is that its end?"),
        (OPEN + 'text = """The next page."""\n', "the text before it begins in line 3 and ends in line 5: is that"),
        ('a = """\nb"""\nc =\n', "line 3, column 4: this is not TOML: invalid value"),
    ],
)  # fmt: skip
def test_a_text_of_several_lines_that_is_not_closed_is_told_where_it_begins(tmp_path, text, told):
    path = tmp_path / "a.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileFault, match=re.escape(told)) as raised:
        read_toml(path)
    assert ("text before it" in str(raised.value)) == ("text before it" in told)
