"""The arithmetic of a cell: always to be read in full, in one place alone, and never of a cell that is covered."""

import pytest
from attention_window import click, hover, middle, panel_of, press
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QToolTip
from real_window import opened, settle

from attnstudio import catalog
from attnstudio.panels.attention.cover import COVERED
from attnstudio.panels.attention.view.panel import AttentionPanel
from attnstudio.ui import theme
from attnstudio.ui.reading import ReadingText, needed

pytestmark = pytest.mark.usefixtures("qapp")
quiet = pytest.mark.qt_log_ignore("^This plugin does not support raise", extend=True)  # of the offscreen platform
PLACES = [
    pytest.param((1280, 720), theme.Look("projector"), id="projector"),
    pytest.param((1280, 720), theme.Look(zoom=150), id="1280 at 150"),
    pytest.param((1440, 900), theme.Look(zoom=200), id="1440 at 200"),
    pytest.param((1440, 900), theme.Look(zoom=250), id="1440 at 250"),
    pytest.param((960, 540), theme.Look(), id="960"),
    pytest.param((960, 540), theme.Look(zoom=250), id="960 at 250"),
]


def readable(panel: AttentionPanel) -> list[str]:
    """Return what is written out in full."""
    shown = [text for text in (panel.reading, panel.sheet) if text.isVisible()]
    return [text.text for text in shown if holds(text)]


def holds(text: ReadingText) -> bool:
    room = text._room()
    font, fitting = text._fitting(room)
    inside = needed(font, text.text, room.width()) <= room.height() + 1
    return fitting == text.text and inside and text.visibleRegion().boundingRect() == text.rect()


def ask_tip(view, place: QPoint) -> None:
    QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, place, view.mapToGlobal(place)))


def tip() -> str:
    return QToolTip.text() if QToolTip.isVisible() else ""


@pytest.mark.parametrize("example", ["worked-example", "toy-sentence-causal"])
@pytest.mark.parametrize(("size", "look"), PLACES)
def test_the_arithmetic_of_a_weight_is_written_in_full_at_every_size_and_zoom(size, look, example) -> None:
    with opened(catalog.open_example(example).scene, size=size, look=look) as window:
        panel = panel_of(window)
        assert panel.matrices["weights"].isVisible()
        hover(panel, "weights", panel.matrices["weights"].matrix.shape[0] - 1, 0)
        settle()
        whole = panel.reading.text
        assert "e^" in whole
        assert whole in readable(panel)
        assert window.status_text.accessibleName() == ""  # in one place alone
        last = panel.matrices["weights"].matrix.shape[0] - 1
        cell = panel.matrices["weights"].cell_rect(last, 0).translated(panel.matrices["weights"].mapTo(panel, QPoint()))
        if panel.sheet.isVisible():
            assert not panel.sheet.geometry().intersects(cell.toAlignedRect())


@pytest.mark.parametrize(("size", "look"), PLACES)
def test_the_sheet_goes_with_the_pointer_and_nothing_has_moved(size, look) -> None:
    with opened(size=size, look=look) as window:
        panel = panel_of(window)
        before = panel.formula.geometry(), panel.matrices["weights"].geometry()
        hover(panel, "weights", 0, 0)
        settle()
        assert (panel.formula.geometry(), panel.matrices["weights"].geometry()) == before
        panel.matrices["weights"].hovered.emit(None)
        settle()
        assert not panel.sheet.isVisible()


@pytest.mark.parametrize(("size", "look"), [((1440, 900), theme.Look()), *((p.values) for p in PLACES)])
def test_a_kept_arithmetic_is_gone_from_everywhere_once_its_cell_is_covered(size, look) -> None:
    with opened(size=size, look=look) as window:
        panel = panel_of(window)
        click(panel, "weights", 0, 0)
        settle()
        number = panel.reading.text.rsplit(" ", 1)[-1]
        assert number == "0.50648"
        for key in (Qt.Key.Key_6, Qt.Key.Key_6, Qt.Key.Key_P):
            press(window, key)
        assert panel.reading.text == str(COVERED)
        assert number not in window.status_text.accessibleName()
        assert window.status_text.accessibleName() in ("", str(COVERED))
        assert number not in panel.sheet.text
        assert not panel.sheet.isVisible()


def test_the_status_line_follows_every_change_of_what_the_reading_line_would_say() -> None:
    with opened(size=(1440, 900)) as window:
        panel = panel_of(window)
        click(panel, "weights", 0, 0)
        press(window, Qt.Key.Key_6)
        first = panel.reading.text
        assert window.status_text.accessibleName() in ("", first)
        window.document.edit("attention", temperature=3.0)
        settle()
        assert panel.reading.text != first
        assert window.status_text.accessibleName() in ("", panel.reading.text)
        press(window, Qt.Key.Key_6)
        assert window.status_text.accessibleName() == ""


def test_the_shapes_give_way_to_a_sentence_that_needs_their_room() -> None:
    with opened(size=(1280, 720), look=theme.Look("projector")) as window:
        for text, both in (("short", True), ("long enough to need all of it; " * 3 + "end", False), ("", True)):
            window.status_text.show_text(text)
            settle()
            assert window.shapes_text.isVisible() == both
            assert window.status_text.text() == text


def test_what_was_pinned_is_said_in_full_in_the_status_line_of_a_lecture() -> None:
    with opened(size=(1280, 720), look=theme.Look("projector")) as window:
        press(window, Qt.Key.Key_A)
        window.document.edit("attention", temperature=2.0)
        settle()
        assert "Temperature 1 → 2" in window.status_text.text()


@quiet
@pytest.mark.parametrize("pinned", [False, True])
def test_an_open_tooltip_of_a_cell_follows_its_cover(pinned: bool) -> None:
    with opened() as window:
        panel = panel_of(window)
        if pinned:
            press(window, Qt.Key.Key_A)
        view = panel.comparison.views["B", "weights"] if pinned else panel.matrices["weights"]
        ask_tip(view, middle(view, 0, 0))
        assert "0.506" in tip()
        press(window, Qt.Key.Key_P)
        assert "0.506" not in tip()
        assert all("0.506" not in each.text() for each in labels())
        press(window, Qt.Key.Key_P)
        window.document.edit("attention", temperature=3.0)
        settle()
        assert "0.506" not in tip()


@quiet
def test_an_open_tooltip_of_a_figure_follows_its_cover() -> None:
    with opened() as window:
        bars = panel_of(window).bars
        places = [QPoint(x, y) for x in range(4, bars.width(), 6) for y in range(4, bars.height(), 6)]
        ask_tip(bars, next(place for place in places if "0.506" in bars.tip_at(place.toPointF())))
        assert "0.506" in tip()
        press(window, Qt.Key.Key_P)
        assert "0.506" not in tip()


@quiet
def test_an_open_tooltip_of_the_reading_line_goes_with_its_sentence() -> None:
    with opened() as window:
        panel = panel_of(window)
        click(panel, "weights", 0, 0)
        ask_tip(panel.reading, panel.reading.rect().center())
        assert "0.50648" in tip()
        press(window, Qt.Key.Key_P)
        assert "0.50648" not in tip()


def labels() -> list[QLabel]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, QLabel) and each.isVisible()]
