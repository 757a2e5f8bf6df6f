"""The status line: what is said now, the shapes of everything where both have room, and the tab of the side pane."""

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStatusBar, QWidget

from attnstudio.ui.theme import look
from attnstudio.ui.top_bar import ElidedLabel, FirstLabel

GAP = 6  # pixels, as between widgets of this style; asking it would load its many names


class StatusLine(QWidget):
    """The two texts of a status bar, which it places itself: a layout would lay out the whole window for each text.

    Parameters
    ----------
    bar : QStatusBar
    tab : QWidget
        At its end; the texts have the rest.
    """

    def __init__(self, bar: QStatusBar, tab: QWidget) -> None:
        super().__init__(bar)
        self.shapes = ElidedLabel(self)
        self.text = FirstLabel(self.shapes, self)
        self.shapes.setProperty("tone", "muted")
        self._bar = bar
        bar.addWidget(self, 1)
        bar.addPermanentWidget(tab)

    def say(self, text: str) -> None:
        """Say something in place of what was said."""
        self.text.show_text(text)
        self._place()  # or it would be cut to the room that the last text had

    def fit_look(self) -> None:
        """Keep the distances of the present look."""
        self._bar.setContentsMargins(look().px(14), 0, look().px(8), 0)

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(1, max(self.text.sizeHint().height(), self.shapes.sizeHint().height()))

    def _place(self) -> None:
        """Give the shapes the room they need at the end, and the text what is left."""
        width, taken = self.width(), 0
        if not self.shapes.isHidden():
            own = min(self.shapes.whole_width(), max(1, width - GAP - 1))
            self.shapes.setGeometry(width - own, 0, own, self.height())
            taken = own + GAP
        self.text.setGeometry(0, 0, max(1, width - taken), self.height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # of a text that is longer, or shows again
            self._place()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()  # the height of a line
