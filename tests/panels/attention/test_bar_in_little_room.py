"""The guess bar where its own height decides whether the whole formula has room beside it."""

import pytest
from attention_window import panel_of, press
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from real_window import opened, settle

from attnstudio.panels.attention.stages import NAMES
from attnstudio.ui.guess_bar import GuessBar
from attnstudio.ui.theme import Look

pytestmark = pytest.mark.usefixtures("qapp")


def faults(bar: GuessBar, *wanted: QWidget) -> list[str]:
    """Return which parts are not on the bar, not of their size, or over others."""
    line = wanted[0].parentWidget()
    areas = [part.geometry() for part in wanted]
    return [
        type(part).__name__
        for i, part in enumerate(wanted)
        if not part.isVisible()
        or not bar.contentsRect().contains(areas[i].translated(line.pos()))
        or areas[i].width() < min(part.sizeHint().width(), line.width())
        or any(areas[i].intersects(other) for other in areas[:i])
    ]


def test_every_stage_is_asked_for_with_all_that_a_guess_needs_also_where_the_shorter_bar_had_room_for_the_formula():
    seen = set()
    with opened(size=(1352, 720), look=Look("projector")) as window:
        panel = panel_of(window)
        bar = panel.prediction.bar
        for height in (720, 750):
            window.resize(1352, height)
            window.document.edit_state("attention", covered=frozenset(NAMES))
            settle()
            while (asked := panel.prediction.asked) is not None:
                asking = bar.title, bar.entry.what, bar.entry.cell, bar.entry.field, bar.keep_button.parentWidget()
                parts = (bar.away, bar.go_on_button.parentWidget()) if panel.question.away else asking
                assert (height, asked, faults(bar, *parts)) == (height, asked, [])
                seen.add((asked, panel.question.away))
                press(window, Qt.Key.Key_N)
    assert seen >= {(name, away) for name in NAMES[1:] for away in (True, False)}
