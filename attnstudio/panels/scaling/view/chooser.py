"""One display at a time, what its stage says, or the controls: a list of them, where there is no room for more."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from attnstudio.panels.scaling.view.displays import TITLES
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.choice import ListBox
from attnstudio.ui.control_row import describe
from attnstudio.ui.words import said

CONTROLS, READINGS = "controls", "readings"
NAME = QT_TRANSLATE_NOOP("scaling", "What is shown")
NAMED = TITLES | {
    READINGS: QT_TRANSLATE_NOOP("scaling", "What the numbers say"),
    CONTROLS: QT_TRANSLATE_NOOP("scaling", "Controls"),
}


class Chooser(ListBox):
    """The list; it keeps the keyboard when something is chosen."""

    chosen = Signal(str)  # a display, READINGS or CONTROLS

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(said(NAME))
        describe(self, said(NAME))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.activated.connect(lambda index: self.chosen.emit(self.itemData(index)))
        self.hide()

    def show_names(self, names: Sequence[str], current: str) -> None:
        """Offer these; `current` is shown."""
        if [self.itemData(i) for i in range(self.count())] != list(names):
            self.clear()
            for name in names:
                self.addItem(said(NAMED[name]), name)
        self.setCurrentIndex(names.index(current))
