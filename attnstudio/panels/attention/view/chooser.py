"""One thing at a time: tabs where the panel is small, one list where it is low."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from attnstudio.panels.attention.stages import FIGURES, STAGES
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.display_list import CONTROLS, NAME, DisplayList
from attnstudio.ui.room import Room
from attnstudio.ui.words import said

TABS = {
    "formula": QT_TRANSLATE_NOOP("attention", "Formula"),
    "dial": QT_TRANSLATE_NOOP("attention", "Key dial"),
    "bars": QT_TRANSLATE_NOOP("attention", "Softmax"),
    "plane": QT_TRANSLATE_NOOP("attention", "Output"),
    CONTROLS: QT_TRANSLATE_NOOP("attention", "Numbers"),
}
TITLES = {stage.name: stage.title for stage in STAGES} | FIGURES | {CONTROLS: TABS[CONTROLS]}


class Chooser(QObject):
    """Tabs for formula, figures and, in a narrow room, the controls; a list of all of them and the stages."""

    chosen = Signal()  # another tab
    listed = Signal(str)  # a stage, a figure or the controls: from the list

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tabs = ChipRow([said(title) for title in TABS.values()], name=said(NAME), tip=said(NAME), fill=True)
        self.list = DisplayList()
        self.tabs.edited.connect(self.chosen)
        self.list.chosen.connect(self.choose)

    @property
    def tab(self) -> str:
        """The tab that is chosen: the formula, a figure or the controls."""
        tab = self.tabs.value()
        return list(TABS)[tab] if isinstance(tab, int) else "formula"

    def choose_formula(self) -> None:
        """Choose the tab with the formula, without telling anyone."""
        self.tabs.show_value(0)

    def show_tabs(self, room: Room, *, shown: bool) -> None:
        """Offer the tabs; one for the controls where they have no place beside the rest."""
        self.tabs.setVisible(shown)
        titles = [said(title) for name, title in TABS.items() if room.narrow or name != CONTROLS]
        self.tabs.set_labels(titles)
        if self.tabs.value() == len(titles):
            self.tabs.show_value(0)

    def show_list(self, names: Sequence[str], current: str) -> None:
        """Offer the list of a low room."""
        self.list.show()
        self.list.show_names({name: TITLES[name] for name in names}, current)

    def choose(self, name: str) -> None:
        """Show a stage, a figure or the controls, as if it were chosen in the list."""
        self.tabs.show_value(list(TABS).index(CONTROLS) if name == CONTROLS else 0)
        self.listed.emit(name)
