"""The column of controls: nothing in it is cut off, and assistive tools hear plain words."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLineEdit, QScrollArea, QWidget
from real_window import opened, scene_of, settle

from attnstudio.panels.attention.scenario import LARGEST_SIZES, AttentionScenario
from attnstudio.panels.attention.view.side import SideControls
from attnstudio.state.scene import Scene
from attnstudio.ui import theme

pytestmark = pytest.mark.usefixtures("qapp")
LOOKS = [("light", 100), ("dark", 150), ("projector", 100)]
SIZES = [(1440, 900), (1280, 720)]


def masked() -> Scene:
    """Return a scene with every kind of mask on."""
    masks = {"causal": "top-left", "padding": frozenset({2}), "window": 1, "custom": frozenset({(0, 1)})}
    return scene_of("attention", replace(AttentionScenario(), **masks))


def all_opened(side: SideControls) -> QScrollArea:
    """Open both folds and every slider; return the area that scrolls."""
    for button in (side.sizes.button, side.masks.button, side.all_numbers):
        button.click()
    settle()
    area = side.findChild(QScrollArea)
    assert isinstance(area, QScrollArea)
    return area


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "zoom"), LOOKS)
def test_every_control_lies_inside_the_width_of_the_column(size: tuple[int, int], name: str, zoom: int) -> None:
    with opened(masked(), size=size, look=theme.Look(name, zoom)) as window:
        area = all_opened(window._views["attention"].side)
        viewport = area.viewport()
        widgets = area.widget().findChildren(QWidget)
        controls = [widget for widget in widgets if widget.isVisible() and not isinstance(widget, QLineEdit)]
        assert len(controls) > 100
        for widget in controls:
            left = widget.mapTo(viewport, widget.rect().topLeft()).x()
            what = f"{type(widget).__name__} {widget.accessibleName()}"
            assert left >= 0, what
            assert left + widget.width() <= viewport.width(), what
            assert widget.width() >= min(widget.minimumSizeHint().width(), viewport.width()), what


def test_the_temperature_has_a_slider_as_long_as_the_column_all_in_sight_in_a_lecture_room() -> None:
    with opened(size=(1280, 720), look=theme.Look("projector")) as window:
        side = window._views["attention"].side
        slider, area = side.temperature.slider, side._scroll
        assert slider.width() > 0.9 * area.viewport().width()
        assert slider.visibleRegion().boundingRect().size() == slider.size()
        assert not area.verticalScrollBar().isVisible()


def test_no_widget_of_the_window_describes_itself_in_markup() -> None:
    with opened(masked()) as window:
        all_opened(window._views["attention"].side)
        described = 0
        for widget in window.findChildren(QWidget):
            access = QAccessible.queryAccessibleInterface(widget)
            words = access.text(QAccessible.Text.Description) if access else ""
            described += bool(words)
            assert "<p" not in words, f"{type(widget).__name__} {widget.accessibleName()}"
            assert "&amp;" not in words
        assert described > 50


def test_a_control_that_is_offered_again_describes_what_it_is_for_not_why_it_was_not() -> None:
    with opened() as window:
        side = window._views["attention"].side
        side.sizes.button.click()
        control = side.sizes.controls["T_k"]
        field = QAccessible.queryAccessibleInterface(control.field)
        assert field.text(QAccessible.Text.Description).startswith("How many keys")
        assert control.more.accessibleDescription() == "T_k: one more"
        control.field.setValue(LARGEST_SIZES["T_k"])
        assert control.more.accessibleDescription().endswith("is the most.")
        control.field.setValue(3)
        assert control.more.accessibleDescription() == "T_k: one more"
