"""Characters without a font are told by their number."""

import pytest

from attnstudio.ui import glyphs
from attnstudio.ui.glyphs import glyph_notices


@pytest.mark.usefixtures("qapp")
def test_q04_text_that_can_be_drawn_needs_no_hint() -> None:
    assert glyph_notices(["the", "cat", "√d_k", "k₁", "café", "−∞"]) == ()


def test_q04_characters_without_a_font_are_named_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glyphs, "_drawable", lambda letter: letter not in "猫坐")
    (notice,) = glyph_notices(["猫", "坐猫", "on"])
    assert "U+5750, U+732B:" in str(notice)


def test_q04_many_missing_characters_are_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glyphs, "_drawable", lambda _letter: False)
    (notice,) = glyph_notices([chr(0x4E00 + i) for i in range(100)])
    assert str(notice).count("U+") == glyphs.MOST_NAMED
    assert "…" in str(notice)
