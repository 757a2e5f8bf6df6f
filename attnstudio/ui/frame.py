"""The inside of a window: top bar, rail, notices, and under them the panel that is open, a pane beside it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from attnstudio.ui.notices import NoticeBar
from attnstudio.ui.panel import Panel
from attnstudio.ui.rail import Rail
from attnstudio.ui.side_area import SideArea
from attnstudio.ui.theme import look
from attnstudio.ui.top_bar import TopBar

NARROW = 1100  # pixels at 100 %; below, the rail shows glyphs alone


class WindowFrame(QWidget):
    """Holds the parts around the open panel in their places.

    Parameters
    ----------
    top_bar : TopBar
    rail : Rail
    notices : NoticeBar
    """

    def __init__(self, top_bar: TopBar, rail: Rail, notices: NoticeBar, parent: QWidget) -> None:
        super().__init__(parent)
        self._rail, self._top_bar = rail, top_bar
        self._stack = QStackedWidget(self)
        self.area = QScrollArea(self)  # a panel larger than the window stays in reach
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self._stack)
        self.side = SideArea(self.area, self)
        whole, middle, centre = QVBoxLayout(self), QHBoxLayout(), QVBoxLayout()
        for layout in (whole, middle, centre):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        whole.addWidget(top_bar)
        whole.addLayout(middle, 1)
        middle.addWidget(rail)
        middle.addLayout(centre, 1)
        centre.addWidget(notices)
        centre.addWidget(self.side, 1)

    def show_panel(self, panel: Panel) -> bool:
        """Bring a panel to the front; return False where it is there."""
        if self._stack.currentWidget() is panel:
            return False
        if self._stack.indexOf(panel) < 0:
            panel.whole_height = self._height_below
            self._stack.addWidget(panel)
        self._stack.setCurrentWidget(panel)
        return True

    def _height_below(self) -> int:
        """Return the height below the top bar and a line over the panel: what it has where there is no notice."""
        return self.height() - self._top_bar.height() - self.side.line_height

    def fit_width(self) -> None:
        """Shrink the rail to glyphs where the window is narrow."""
        self._rail.set_compact(self.window().width() < look().px(NARROW))
