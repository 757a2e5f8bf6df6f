"""The column of controls beside a panel: its buttons end where what stands above them ends."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QPoint
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from attnstudio.state.message import Message
from attnstudio.ui.side_column import SideColumn

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def column() -> Iterator[SideColumn]:
    column = SideColumn(Message("Controls"), 240)
    column._scroll.setFrameShape(QFrame.Shape.NoFrame)  # as the style sheet has it
    yield column
    column.hide()
    column.deleteLater()


def settle() -> None:
    for _ in range(3):  # layouts ask each other for their room
        QCoreApplication.processEvents()


def end(widget: QWidget, column: SideColumn) -> int:
    return widget.mapTo(column, QPoint(0, 0)).x() + widget.width()


@pytest.mark.parametrize("height", [600, 200], ids=["all in sight", "scrolled"])
def test_buttons_end_where_the_controls_or_the_bar_that_scrolls_them_end(column: SideColumn, height: int) -> None:
    controls, buttons = [QLabel(str(i)) for i in range(12)], [QPushButton("Randomise"), QPushButton("Reset")]
    column.fill(controls, buttons)
    for row in controls:
        row.setFixedHeight(30)
    column.resize(240, height)
    column.show()
    settle()
    bar = column._scroll.verticalScrollBar()
    assert bar.isVisible() == (height == 200)
    assert end(buttons[-1], column) == end(bar if bar.isVisible() else controls[0], column)
    column.set_compact(True, filling=True)
    settle()
    assert end(buttons[-1], column) == end(controls[0], column), "the buttons stand among the controls"
