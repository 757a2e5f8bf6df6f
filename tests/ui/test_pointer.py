"""The ring around what a lesson points at: it follows its place, and neither pointer nor keyboard notice it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.ui.fold import Fold
from attnstudio.ui.pointer import AROUND, Pointer


class Folded(Fold):
    def fill(self) -> None:
        self.inside = QLabel("inside")
        self.rows.addWidget(self.inside)


@pytest.fixture
def root(qtbot: QtBot, qapp: QApplication) -> QWidget:
    del qapp
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(400, 300)
    widget.button = QPushButton("here", widget)
    widget.button.setGeometry(100, 100, 80, 30)
    widget.show()
    return widget


def test_the_ring_lies_around_its_place_and_goes_where_it_goes(root: QWidget) -> None:
    pointer = Pointer(root)
    pointer.point_at(root.button)
    assert pointer.isVisible()
    assert pointer.geometry().contains(root.button.geometry())
    root.button.move(200, 50)
    assert pointer.geometry().center().x() == pytest.approx(root.button.geometry().center().x(), abs=1)
    root.button.hide()
    assert not pointer.isVisible()
    root.button.show()
    assert pointer.isVisible()
    pointer.point_at(None)
    assert not pointer.isVisible()


@pytest.mark.parametrize("gap", [1, 3, 4])
def test_the_ring_leaves_near_neighbours_and_its_place_as_they_are(root: QWidget, gap: int) -> None:
    place = root.button.geometry()
    around = {
        "above": (100, 70, 80, 30 - gap), "below": (100, 130 + gap, 80, 30),
        "left": (40, 100, 60 - gap, 30), "right": (180 + gap, 100, 60, 30),
    }  # fmt: skip
    boxes = []
    for corners in around.values():
        neighbour = QLabel(root)
        neighbour.setGeometry(*corners)
        neighbour.show()
        boxes.append(neighbour.geometry())
    pointer = Pointer(root)
    pointer.point_at(root.button)
    ring = pointer.geometry()
    assert not [box for box in boxes if ring.intersects(box)]
    assert ring == place.adjusted(-gap, -gap, gap, gap)
    image = QImage(ring.size(), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    pointer.render(image, renderFlags=QWidget.RenderFlag.DrawChildren)
    assert image.pixelColor(image.width() // 2, 0).alpha() > 0
    assert image.pixelColor(image.width() // 2, gap + 3).alpha() == 0


def test_a_neighbour_on_one_side_takes_room_from_the_ring_there_alone(root: QWidget) -> None:
    place = root.button.geometry()
    neighbour = QLabel(root)
    neighbour.setGeometry(place.left(), place.bottom() + 2, place.width(), 30)
    neighbour.show()
    pointer = Pointer(root)
    pointer.point_at(root.button)
    assert pointer.geometry() == place.adjusted(-AROUND, -AROUND, AROUND, 1)


def test_the_pointer_and_the_keyboard_go_through_it(root: QWidget) -> None:
    clicks: list[int] = []
    root.button.clicked.connect(lambda: clicks.append(1))
    pointer = Pointer(root)
    pointer.point_at(root.button)
    assert root.childAt(root.button.geometry().center()) is root.button
    QTest.mouseClick(root.button, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert len(clicks) == 1
    assert pointer.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_what_is_folded_is_pointed_at_by_its_fold(root: QWidget) -> None:
    layout, fold = QVBoxLayout(root), Folded("More")
    layout.addWidget(fold)
    fold.make()
    QApplication.processEvents()
    pointer = Pointer(root)
    pointer.point_at(fold.inside)
    assert pointer.ringed is fold.button
    assert pointer.isVisible()
    fold.button.click()
    QApplication.processEvents()
    assert pointer.ringed is fold.inside


def test_a_place_that_is_gone_leaves_no_ring(root: QWidget, qtbot: QtBot) -> None:
    pointer = Pointer(root)
    pointer.point_at(root.button)
    with qtbot.waitSignal(root.button.destroyed):
        root.button.deleteLater()
    assert not pointer.isVisible()
    assert pointer.ringed is None
