"""A remark below a display: it never moves what stands above it, and is whole somewhere."""

import pytest

from attnstudio.ui.note_text import NoteText

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_remark_is_as_high_whatever_it_says_and_its_tooltip_has_what_does_not_fit() -> None:
    note = NoteText(2)
    note.resize(140, note.sizeHint().height())
    before = note.sizeHint()
    note.show_text("short")
    assert (note.sizeHint(), note.toolTip()) == (before, "")
    note.show_text("so many words that two lines of this width are never enough for all of them")
    assert note.sizeHint() == before
    assert "never enough" in note.toolTip()
    assert note.accessibleName().endswith("all of them")
    note.deleteLater()
