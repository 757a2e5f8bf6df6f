"""The shortcut sheet: every action that has keys, read from the actions themselves."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from attnstudio.ui.actions import keys_of
from attnstudio.ui.theme import look
from attnstudio.ui.words import said


def keyed(actions: Sequence[QAction]) -> list[QAction]:
    """Return the actions that have keys."""
    return [action for action in actions if action.shortcuts()]


class ShortcutSheet(QDialog):
    """A table of keys, what they do, and the menu that has it; not modal, Esc closes it.

    Parameters
    ----------
    actions : mapping of str to sequence of QAction
        By the title of their menu.
    """

    def __init__(self, actions: Mapping[str, Sequence[QAction]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(said("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows = [(menu, action) for menu, entries in actions.items() for action in keyed(entries)]
        self.table = QTableWidget(len(rows), 3, self)
        self.table.setAccessibleName(self.windowTitle())
        self.table.setHorizontalHeaderLabels([said("Keys"), said("What it does"), said("Menu")])
        for i, (menu, action) in enumerate(rows):
            for j, text in enumerate(
                (keys_of(action), action.whatsThis() or action.statusTip() or action.text(), menu)
            ):
                self.table.setItem(i, j, QTableWidgetItem(text.replace("&", "")))
        self._arrange()
        self.table.setCurrentCell(0, 0)
        QVBoxLayout(self).addWidget(self.table)
        room = parent.size()
        self.resize(min(look().px(760), room.width()), min(look().px(620), room.height()))

    def _arrange(self) -> None:
        table = self.table
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column in (0, 2):
            table.setColumnWidth(column, table.sizeHintForColumn(column) + look().px(24))
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
