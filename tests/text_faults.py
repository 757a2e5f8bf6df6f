"""What is wrong with the texts of a window: cut off, one over another, shortened with the whole nowhere to be read."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QComboBox, QMenu
from real_window import settle
from recording import Mark

from attnstudio.panels.attention.stages import FIGURES, NAMES
from attnstudio.panels.attention.view.panel import AttentionPanel
from attnstudio.state.message import Message
from attnstudio.ui.fold import FoldButton
from attnstudio.ui.matrix_drawing import MatrixDrawing
from attnstudio.ui.table_figure import TableFigure
from attnstudio.window import MainWindow

BEARING = 0.04  # of the size of type: how far a letter may reach out of its own room, as T and f do


def attention(window: MainWindow) -> AttentionPanel:
    panel = window._views["attention"]
    assert isinstance(panel, AttentionPanel)
    return panel


def choices(chooser: QComboBox) -> Iterator[str]:
    """Choose one after the other in the list of a panel, where it shows, and name each."""
    for index in range(chooser.count() if chooser.isVisible() else 0):
        chooser.setCurrentIndex(index)
        chooser.activated.emit(index)
        settle()
        yield f"choice {chooser.currentText()}"


def tabs(window: MainWindow) -> Iterator[str]:
    """Choose one after the other of what takes turns on the panel, in little room, and name each."""
    panel = attention(window)
    for chip in [chip for chip in panel.tabs.chips if chip.isVisible()]:
        chip.click()
        settle()
        yield f"tab {chip.text()}"
    yield from choices(panel.chooser)


def ways(window: MainWindow) -> Iterator[str]:
    """Bring the window into one state after another in which it has other texts, and name each."""
    panel = attention(window)
    yield "as it opens"
    yield from tabs(window)
    for name in (*NAMES, *FIGURES):
        panel.enlarge(name)
        settle()
        yield f"{name} enlarged"
        panel.enlarge(name)
    for button in panel.findChildren(FoldButton):
        button.click()
    window.tell("a test", Message("The file ends after 12 of 40 bytes."))
    settle()
    yield "all unfolded, with a notice"
    yield from tabs(window)


def faults(marks: Sequence[Mark]) -> list[str]:
    """Return all that is wrong, in words."""
    return [*cut(marks), *overlapping(marks), *lost(marks)]


def cut(marks: Sequence[Mark]) -> list[str]:
    """Return the texts that reach out of what their widget shows, or could be scrolled to."""
    found = []
    for mark in marks:
        over = max(1.0, BEARING * mark.pixels)
        if not mark.room.adjusted(-over, -over, over, over).contains(mark.box):
            room = mark.room
            place = f"({room.left():.0f}, {room.top():.0f}, {room.width():.0f} × {room.height():.0f})"
            found.append(f"cut off: {mark.where}, which has {place}")
    return found


def overlapping(marks: Sequence[Mark]) -> list[str]:
    """Return the pairs of texts that stand on each other, where both show."""
    shown = sorted((mark for mark in marks if not mark.seen.isEmpty()), key=lambda mark: mark.seen.left())
    edges = [mark.seen.getCoords() for mark in shown]
    found = []
    for first, (_, top, right, bottom) in enumerate(edges):
        for other in range(first + 1, len(edges)):
            x, y, end, low = edges[other]
            if right - x <= 1:
                break  # nor does one further to the right
            if end - x > 1 and min(bottom, low) - max(top, y) > 1:
                found.append(f"overlapping: {shown[first].where} and {shown[other].where}")
    return found


def lost(marks: Sequence[Mark]) -> list[str]:
    """Return the texts that are shortened with … where the tooltip has not the whole."""
    shortened = [mark for mark in marks if "…" in mark.text and not isinstance(mark.widget, QMenu)]  # that has "Open…"
    return [f"nowhere whole: {mark.where}" for mark in shortened if not _told(mark)]


def _told(mark: Mark) -> bool:
    widget, (start, _, _) = mark.widget, mark.text.partition("…")
    tip = widget.toolTip()
    if isinstance(widget, MatrixDrawing | TableFigure):
        tip = widget.tip_at(mark.box.center() - QPointF(widget.mapTo(widget.window(), QPoint())))
    return start.strip() in tip and not tip.endswith("…")
