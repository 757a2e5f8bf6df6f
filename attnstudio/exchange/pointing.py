"""What a step of a lesson points at: the ring around it, its words, and the way to it."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from attnstudio.ui.document import Document
from attnstudio.ui.figure import FigureView
from attnstudio.ui.panel import Panel
from attnstudio.ui.tab_order import stop_in
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.ui.pointer import Pointer


class Pointing(QObject):
    """Points at one place of the open panel.

    Parameters
    ----------
    document : Document
    panel : callable () -> Panel
        Returns the open panel.
    parent : QObject
    """

    def __init__(self, document: Document, panel: Callable[[], Panel], parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._panel = document, panel
        self._name = ""
        self._turned: str | None = None  # what fills the panel since a step wanted it
        self.pointer: Pointer | None = None

    def point_at(self, name: str, within: QWidget) -> None:
        """Draw the ring around a field, stage, matrix or figure; "" for none."""
        self._name = name
        if name and self.pointer is None:
            from attnstudio.ui.pointer import Pointer

            self.pointer = Pointer(within)
        if self.pointer is not None:
            self.pointer.point_at(self._place())

    def turn_to(self) -> None:
        """Bring it into sight where the panel shows another part, and have it fill the panel where it is too small.

        Controls that are folded away stay so; those beyond the edge of their column are scrolled to.
        """
        panel, focus = self._panel(), QApplication.focusWidget()
        part, turned = panel.part_of(self._name), self._turned
        kept = turned is not None and panel.enlarged == turned  # since the step before
        if kept and part == turned:
            return
        self._turned = None
        if kept and turned is not None:
            panel.enlarge(turned)
            QTimer.singleShot(0, self, self.turn_to)  # once all have their places again
        else:
            self._turn(panel, part)
        if focus is not None and focus.isVisible():
            focus.setFocus()
        self.scroll()

    def scroll(self) -> None:
        """Scroll it into sight wherever it stands, and draw the ring there."""
        place = self._place()
        if place is not None and place.isVisible():
            for area in _areas_around(place):
                area.ensureWidgetVisible(place)
        if self.pointer is not None:
            self.pointer.point_at(place)

    def _turn(self, panel: Panel, part: str) -> None:
        place, before = panel.place_of(self._name) if self._name else None, panel.enlarged
        if place is None or part not in panel.parts():
            return
        if not place.isVisibleTo(panel):
            panel.reveal(self._name)
        elif before is None and isinstance(place, FigureView) and place.crowded:
            panel.enlarge(part)
        self._turned = panel.enlarged if panel.enlarged != before else None

    def words(self, name: str) -> str:
        """Return what a name stands for, as the panel calls it."""
        if not name:
            return ""
        panel = self._panel()
        spec = self._document.scenario(panel.name).specs().get(name)
        matrix = self._document.result.matrices.get(name)
        title = panel.parts().get(name) or (matrix.title if matrix is not None else name)
        return said(title if spec is None else spec.label)

    def reveal(self) -> None:
        """Bring it into sight, and give it the keyboard."""
        self._panel().reveal(self._name)
        place = self._place()
        if place is not None:
            stop_in(place).setFocus()
        self.scroll()
        QTimer.singleShot(0, self, self.scroll)  # once what was unfolded has its place

    def _place(self) -> QWidget | None:
        """Return what shows it; where that has no room, the stage that it is part of."""
        panel = self._panel()
        places = [panel.place_of(name) for name in (self._name, panel.part_of(self._name)) if name]
        there = [place for place in places if place is not None]
        return next((place for place in there if place.isVisibleTo(panel)), there[0] if there else None)


def _areas_around(widget: QWidget) -> Iterator[QScrollArea]:
    """Yield what a widget is scrolled in, from the inside out."""
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            yield around
        around = around.parentWidget()
