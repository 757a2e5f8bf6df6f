"""A panel that is not open hears of late clicks and keys, as those of a list that was dropped down; they do no harm."""

import pytest
from real_window import opened, settle

from attnstudio import catalog

NAMES = tuple(catalog.start_scene().panels)


@pytest.mark.parametrize("open_panel", NAMES)
@pytest.mark.usefixtures("qapp")
def test_what_is_done_on_a_closed_panel_takes_nothing_from_what_is_pinned_on_the_open_one(open_panel: str) -> None:
    with opened() as window:
        document = window.document
        for name in (*NAMES, open_panel):
            document.open_panel(name)
            settle()
        document.edit_state(open_panel, pinned=document.scenario(open_panel))
        for name in NAMES:
            view = window._views[name]
            assert (view.pinned_result is not None) == (name == open_panel)
            for part in (*view.parts(), *view.parts()):  # again gives way to the others
                view.enlarge(part)
            if hasattr(view, "toggle_readings"):
                view.toggle_readings()
                view.toggle_readings()
        settle()
