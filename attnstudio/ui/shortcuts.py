"""The shortcut sheet: every action that has keys, and the keys of the controls, read from where they are handled."""

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

from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui import (
    chips,
    dial,
    figure,
    guess_bar,
    head_grid,
    matrix_keys,
    number_field,
    plane,
    plot,
    row_list,
    side_splitter,
    slider,
    strip,
    thumbnails,
    word_lines,
)
from attnstudio.ui.actions import keys_of
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

PLACES = (
    (QT_TRANSLATE_NOOP("attnstudio", "Cell of a matrix"), matrix_keys.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "Slider"), slider.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "Number field"), number_field.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "Row of choices"), chips.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "Stages"), strip.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "Thumbnails"), thumbnails.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "Figure"), figure.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "Key dial"), dial.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "Plane of values"), plane.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "Plot"), plot.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "Heads of a layer"), head_grid.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "Lines from word to word"), word_lines.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "List of heads"), row_list.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "Guess"), guess_bar.KEYS),
    (QT_TRANSLATE_NOOP("attnstudio", "Bar beside the side pane"), side_splitter.KEYS),
)


def keyed(actions: Sequence[QAction]) -> list[QAction]:
    """Return the actions that have keys."""
    return [action for action in actions if action.shortcuts()]


def control_rows() -> list[tuple[str, str, str]]:
    """Return the keys of the controls, what they do, and in which control."""
    return [(use.names, said(use.does), said(place)) for place, uses in PLACES for use in uses]


class ShortcutSheet(QDialog):
    """A table of keys, what they do, and the menu or control that has it; not modal, Esc closes it.

    Parameters
    ----------
    actions : mapping of str to sequence of QAction
        By the title of their menu.
    """

    def __init__(self, actions: Mapping[str, Sequence[QAction]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(said("Keyboard shortcuts"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows: list[tuple[str, ...]] = [
            (keys_of(action), action.whatsThis() or action.statusTip() or action.text(), menu)
            for menu, entries in actions.items()
            for action in keyed(entries)
        ]
        rows = [tuple(text.replace("&", "") for text in row) for row in rows]
        rows += control_rows()
        self.table = QTableWidget(len(rows), 3, self)
        self.table.setAccessibleName(self.windowTitle())
        self.table.setHorizontalHeaderLabels([said("Keys"), said("What it does"), said("Where")])
        for i, row in enumerate(rows):
            for j, text in enumerate(row):
                self.table.setItem(i, j, QTableWidgetItem(text))
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
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)  # sentences wrap, whole
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column in (0, 2):
            table.setColumnWidth(column, table.sizeHintForColumn(column) + look().px(24))
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
