"""A figure as a table: read, walked through, copied."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableWidgetSelectionRange, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.ui.table_sheet import TableSheet

HEADERS = ("d_k", "÷ 1", "÷ √d_k")
ROWS = (("1", "1.003", "1.003"), ("64", "8.03", "1.003"), ("1024", "32.1", "1.004"))


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(800, 600)
    widget.show()
    return widget


@pytest.fixture
def sheet(window: QWidget) -> TableSheet:
    made = TableSheet.of(window)
    made.show_table("Spread", HEADERS, ROWS)
    return made


def texts(sheet: TableSheet) -> list[list[str]]:
    table = sheet.table
    return [[table.item(i, j).text() for j in range(table.columnCount())] for i in range(table.rowCount())]


def test_every_number_stands_under_its_header(sheet: TableSheet) -> None:
    assert [sheet.table.horizontalHeaderItem(j).text() for j in range(3)] == list(HEADERS)
    assert texts(sheet) == [list(row) for row in ROWS]
    assert sheet.windowTitle() == "Spread"


def test_a_screen_reader_finds_a_named_table_with_headers_and_cells(sheet: TableSheet) -> None:
    found = QAccessible.queryAccessibleInterface(sheet.table)
    assert found.role() == QAccessible.Role.Table
    assert found.text(QAccessible.Text.Name) == "Spread"
    said = {found.child(i).text(QAccessible.Text.Name) for i in range(found.childCount())}
    assert {*HEADERS, "8.03"} <= said


def test_arrows_go_through_the_cells_and_nothing_can_be_typed(sheet: TableSheet) -> None:
    assert sheet.focusWidget() is sheet.table
    QTest.keyClick(sheet.table, Qt.Key.Key_Down)
    QTest.keyClick(sheet.table, Qt.Key.Key_Right)
    assert (sheet.table.currentRow(), sheet.table.currentColumn()) == (1, 1)
    QTest.keyClick(sheet.table, Qt.Key.Key_7)
    assert texts(sheet) == [list(row) for row in ROWS]


def test_copy_takes_headers_and_rows_with_tabs_between(sheet: TableSheet) -> None:
    sheet.copy_button.click()
    lines = QApplication.clipboard().text().split("\n")
    assert lines == ["\t".join(line) for line in (HEADERS, *ROWS)]
    assert sheet.copy_button.accessibleDescription()


def test_the_usual_keys_copy_what_is_selected(sheet: TableSheet) -> None:
    sheet.table.clearSelection()
    sheet.table.setRangeSelected(QTableWidgetSelectionRange(0, 1, 1, 2), True)
    QTest.keyClick(sheet.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "1.003\t1.003\n8.03\t1.003"


def test_other_numbers_come_in_place_and_the_cell_stays(sheet: TableSheet) -> None:
    sheet.table.setCurrentCell(2, 1)
    sheet.set_table("Spread", HEADERS, (*ROWS[:2], ("1024", "33", "1.1")))
    assert texts(sheet)[2] == ["1024", "33", "1.1"]
    assert (sheet.table.currentRow(), sheet.table.currentColumn()) == (2, 1)
    sheet.set_table("Spread", HEADERS[:2], [row[:2] for row in ROWS[:1]])
    assert texts(sheet) == [["1", "1.003"]]


def test_it_is_not_modal_escape_closes_it_and_one_that_shows_is_used_again(window: QWidget, sheet: TableSheet) -> None:
    assert not sheet.isModal()
    assert TableSheet.of(window) is sheet
    QTest.keyClick(sheet.table, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert TableSheet.of(window) is not sheet
