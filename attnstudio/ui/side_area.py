"""The place of the open panel, and of a pane beside it, or over it where there is no room for both."""

from typing import TYPE_CHECKING

import shiboken6
from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from attnstudio.ui.theme import look

if TYPE_CHECKING:
    from attnstudio.ui.side_pane import SidePane
    from attnstudio.ui.side_splitter import SideSplitter

BOTH = 940  # pixels at 100 % in width from which panel and pane stand side by side
PANEL_LEAST = 560  # of them, that the panel keeps


class SideArea(QWidget):
    """Holds the panel alone until a pane is first shown.

    Parameters
    ----------
    panel : QWidget
        The area that the open panel stands in.
    """

    resized = Signal(int)  # width of the pane in pixels at 100 %, once a person has changed it
    turned = Signal(bool)  # whether the pane is in sight

    def __init__(self, panel: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.panel = panel
        self.pane: SidePane | None = None
        self._splitter: SideSplitter | None = None
        self._width = 0
        self._open = False
        self._arranged: object = None
        self._focused: QWidget | None = None  # had the keyboard before the pane took its place
        self._line: QWidget | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(panel, 1)

    def put(self, pane: "SidePane", width: int) -> None:
        """Take a pane, folded, and the width in pixels at 100 % that it has beside the panel."""
        from attnstudio.ui.side_splitter import SideSplitter

        self.pane, self._width = pane, width
        self._focused = self._focus  # it is lost to what moves to another parent
        self._splitter = SideSplitter(self)
        pane.hide()
        pane.folded.connect(self.fold)
        self._column.addWidget(self._splitter, 1)
        self._splitter.addWidget(self.panel)
        self._splitter.addWidget(pane)
        self._splitter.setStretchFactor(0, 1)
        self._splitter.setStretchFactor(1, 0)
        self._splitter.resized.connect(self._keep)
        self._splitter.show()  # or nothing in it could take the keyboard yet

    def put_over(self, line: QWidget) -> None:
        """Take a line that stands over the panel whenever it is not hidden."""
        line.hide()
        self._line = line
        self._column.insertWidget(0, line)

    @property
    def line_height(self) -> int:
        """Height that a line over the panel takes from it."""
        return 0 if self._line is None or self._line.isHidden() else self._line.sizeHint().height()

    @property
    def _focus(self) -> QWidget | None:
        """What has the keyboard in the panel."""
        focus = QApplication.focusWidget()
        return focus if focus is not None and self.panel.isAncestorOf(focus) else None

    @property
    def is_open(self) -> bool:
        """Whether the pane is in sight."""
        return self._open

    @property
    def takes_turns(self) -> bool:
        """Whether there is room for the panel or the pane alone."""
        return self.width() < look().px(BOTH)

    def unfold(self) -> None:
        """Show the pane."""
        if self.pane is not None and not self._open:
            self._focused = self._focus or self._focused
            self._open = True
            self._arrange()
            self.turned.emit(True)

    def fold(self) -> None:
        """Put the pane away; a keyboard that was in it goes back to the panel."""
        if self.pane is not None and self._open:
            focus = QApplication.focusWidget()
            had_focus = focus is not None and self.pane.isAncestorOf(focus)
            self._open = False
            self._arrange()
            self.turned.emit(False)
            if had_focus:
                self._give_back()

    def _give_back(self) -> None:
        before, self._focused = self._focused, None
        lives = before is not None and shiboken6.isValid(before) and self.panel.isAncestorOf(before)
        if lives and before is not None and before.isVisible() and before.isEnabled():
            before.setFocus()
        else:
            self.window().setFocus()

    def _keep(self, width: int) -> None:
        self._width = width
        self.resized.emit(width)

    def _arrange(self) -> None:
        """Show what has room: panel and pane, or one of them."""
        if self.pane is None or self._splitter is None:
            return
        alone = self.takes_turns
        now = (self._open, alone, look())
        if now == self._arranged:
            return
        self._arranged = now
        self.panel.setMinimumWidth(look().px(PANEL_LEAST) if self._open and not alone else 0)
        self.panel.setVisible(not (self._open and alone))
        self.pane.setVisible(self._open)
        self.pane.set_alone(alone)
        if self._open and not alone:
            self._splitter.show_width(self._width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_column"):
            self._arrange()
