"""A figure as a table: headers and rows that can be read, walked through by keyboard and copied."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QDialogButtonBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.control_row import describe
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

COPY_TIP = QT_TRANSLATE_NOOP("attnstudio", "Copy the whole table with its headers, for a spreadsheet")


class TableSheet(QDialog):
    """A table in a window of its own; not modal, Esc closes it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._owner = parent
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.table = QTableWidget(self)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.table.setTabKeyNavigation(False)  # Tab goes on to the buttons, arrows go through the cells
        self.table.verticalHeader().hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        self.copy_button = buttons.addButton(said("&Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy_button.setAutoDefault(False)
        describe(self.copy_button, said(COPY_TIP))
        self.copy_button.clicked.connect(self.copy_all)
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self.table)
        copy.setContext(Qt.ShortcutContext.WidgetShortcut)
        copy.activated.connect(self.copy_selected)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table)
        layout.addWidget(buttons)

    @classmethod
    def of(cls, window: QWidget) -> "TableSheet":
        """Return the sheet that a window shows, or a new one."""
        shown = (sheet for sheet in window.findChildren(cls) if sheet.isVisible())
        return next(shown, None) or cls(window)

    def show_table(self, title: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Show a table, and give it the keyboard.

        Parameters
        ----------
        title : str
        headers : sequence of str
        rows : sequence of sequences of str
            Each with a text for every header.
        """
        self.set_table(title, headers, rows)
        self._fit()
        self.table.setCurrentCell(0, 0)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        self.show()
        self.activateWindow()

    def set_table(self, title: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Exchange the texts; what is selected stays."""
        self.setWindowTitle(title)
        self.table.setAccessibleName(title)
        self.table.setColumnCount(len(headers))
        self.table.setRowCount(len(rows))
        self.table.setHorizontalHeaderLabels(list(headers))
        for i, row in enumerate(rows):
            for j, text in enumerate(row):
                self._write(i, j, text)

    def _write(self, row: int, column: int, text: str) -> None:
        item: QTableWidgetItem | None = self.table.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.table.setItem(row, column, item)
        if item.text() != text:
            item.setText(text)

    def _fit(self) -> None:
        """Take the room that the table needs, within that of the window."""
        self.table.resizeColumnsToContents()
        header, room = self.table.horizontalHeader(), self._owner.size()
        width = header.length() + self.table.verticalScrollBar().sizeHint().width() + look().px(30)
        self.resize(min(max(width, look().px(360)), room.width()), min(look().px(520), room.height()))

    def copy_all(self) -> None:
        """Put headers and rows on the clipboard, tabs between."""
        self._copy(range(self.table.rowCount()), range(self.table.columnCount()), headers=True)

    def copy_selected(self) -> None:
        """Put the selected cells on the clipboard, tabs between."""
        for chosen in self.table.selectedRanges():
            rows = range(chosen.topRow(), chosen.bottomRow() + 1)
            self._copy(rows, range(chosen.leftColumn(), chosen.rightColumn() + 1), headers=False)

    def _copy(self, rows: range, columns: range, *, headers: bool) -> None:
        items = [[self.table.horizontalHeaderItem(j) for j in columns]] if headers else []
        items += [[self.table.item(i, j) for j in columns] for i in rows]
        lines = [["" if item is None else item.text() for item in line] for line in items]
        QApplication.clipboard().setText("\n".join("\t".join(line) for line in lines))
