"""Texts of figures: breaking and cutting them, and what crosses a box."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFontMetricsF

from attnstudio.ui.labels import Box, Line, pen, zeroed
from attnstudio.ui.strokes import hatching
from attnstudio.ui.theme import Look

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize(
    ("line", "crosses"),
    [
        (Line(0, 0, 30, 30), True),
        (Line(0, 15, 12, 15), True),
        (Line(12, 12, 13, 13), True),
        (Line(0, 0, 9, 9), False),
        (Line(0, 22, 22, 44), False),
        (Line(0, 12, 12, 0), False),
    ],
)
def test_a_box_knows_the_lines_through_it(line, crosses):
    assert Box(10, 10, 20, 20).crossed_by(line) is crosses
    assert Box(10, 10, 20, 20).crossed_by(Line(line.x2, line.y2, line.x1, line.y1)) is crosses


def test_text_breaks_at_spaces_and_ends_in_an_ellipsis():
    writing = pen(Look())
    width = writing.width("masked logits")
    assert writing.lines("masked logits", width + 1, 2) == ("masked logits",)
    assert writing.lines("masked logits", width - 1, 2) == ("masked", "logits")
    (cut,) = writing.lines("masked logits", width - 1, 1)
    assert "masked logits".startswith(cut.removesuffix("…"))
    assert cut.endswith("…")
    assert writing.width(cut) < width
    assert writing.lines("", width, 2) == ()
    assert writing.elided("masked", 1) == ""
    assert writing.lines("1 × 1 =\u00a01", writing.width("1 × 1 =") + 1, 2) == ("1 × 1", "=\u00a01")


@given(words=st.lists(st.sampled_from(["α", "q·k", "weight", "0.35,", "WAVE", "→", "it"]), max_size=30),
       width=st.integers(1, 400), most=st.integers(1, 4))  # fmt: skip
def test_each_line_but_the_last_holds_as_many_words_as_fit_and_one_at_the_least(words, width, most):
    writing, left = pen(Look()), list(words)
    lines = list(writing.lines(" ".join(words), width, most))
    while len(lines) > 1:
        line = lines.pop(0)
        count = max((n for n in range(1, len(left) + 1) if writing.width(" ".join(left[:n])) <= width), default=1)
        assert line == writing.elided(" ".join(left[:count]), width)
        left = left[count:]


@given(width=st.floats(0, 300))
def test_a_text_that_is_cut_is_as_long_as_has_room(width):
    writing, text = pen(Look()), "verb and pronoun → subject"
    cut = writing.elided(text, width)
    kept = len(text) if cut == text else len(cut) - 1
    assert writing.width(cut) <= width
    assert all(writing.width(text[:end].rstrip() + "…") > width for end in range(max(kept, 0) + 2, len(text)))


@given(words=st.lists(st.sampled_from(["AVATA", "q·k", "“too", "0.35,", "WAVE", "→", "it", "", "√64"]), max_size=30),
       role=st.sampled_from(["small", "body", "cell"]), bold=st.booleans())  # fmt: skip
def test_a_text_is_as_wide_as_its_words_and_the_spaces_between(words, role, bold):
    writing, text = pen(Look(), role, bold), " ".join(words)
    assert writing.width(text) == pytest.approx(QFontMetricsF(writing.font).horizontalAdvance(text), abs=1e-6)


@given(width=st.floats(0, 60), height=st.floats(0, 60))
def test_hatching_stays_in_its_box(width, height):
    box = Box(5, 7, 5 + width, 7 + height)
    ends = [Box(p.x(), p.y(), p.x(), p.y()) for line in hatching(box, 4) for p in (line.p1(), line.p2())]
    assert all(box.inset(-1e-6).contains(end) for end in ends)


@given(st.text("0123456789−.,°% ", min_size=1, max_size=8), st.booleans())
def test_texts_that_differ_in_digits_alone_are_of_equal_width(text, bold):
    writing = pen(Look(), "small", bold)
    metrics = QFontMetricsF(writing.font)
    assert metrics.horizontalAdvance(text) == metrics.horizontalAdvance(zeroed(text))
