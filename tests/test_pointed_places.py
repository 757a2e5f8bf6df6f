"""Everything that a step of a lesson points at stands somewhere on its panel, and can be brought into sight."""

import pytest
from real_window import opened, settle
from taught import STEPS

from attnstudio import catalog
from attnstudio.state.scene import Scene

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("name", sorted({step.panel for step in STEPS.values()}))
def test_what_a_step_points_at_can_be_brought_into_sight(name: str) -> None:
    panels = catalog.start_scene().panels
    with opened(Scene(name, panels), size=(1440, 900)) as window:
        panel = window._views[name]
        for at, step in STEPS.items():
            if step.panel == name and step.point_at:
                window.document.load_as_edit(Scene(name, {**panels, name: step.state}))
                settle()
                panel.reveal(step.point_at)
                place = panel.place_of(step.point_at)
                assert place is not None, at
                assert place.isVisibleTo(panel), at
                if at in {("heads", "split"), ("heads", "join")}:
                    assert place is not panel.place_of("concat")
