"""A list of what can be shown, where there is room for one display at a time."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.choice import ListBox
from attnstudio.ui.control_row import describe
from attnstudio.ui.words import said

CONTROLS, READINGS = "controls", "readings"
NAME = QT_TRANSLATE_NOOP("attnstudio", "What is shown")
OTHERS = {
    READINGS: QT_TRANSLATE_NOOP("attnstudio", "What the numbers say"),
    CONTROLS: QT_TRANSLATE_NOOP("attnstudio", "Controls"),
}


class DisplayList(ListBox):
    """The list; it keeps the keyboard when something is chosen."""

    chosen = Signal(str)  # a display, READINGS or CONTROLS

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(said(NAME))
        describe(self, said(NAME))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.activated.connect(lambda index: self.chosen.emit(self.itemData(index)))
        self.hide()

    def show_names(self, titles: Mapping[str, str], current: str) -> None:
        """Offer these by their titles; `current` is shown."""
        if [self.itemData(i) for i in range(self.count())] != list(titles):
            self.clear()
            for name, title in titles.items():
                self.addItem(said(title), name)
        self.setCurrentIndex(list(titles).index(current))
