"""Widgets that draw themselves on any device."""

import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from matrices import covered, drawn, matrix, view_of
from PySide6.QtCore import QBuffer, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QLabel, QWidget

from attnstudio.ui.painted import Painted, paint_tree

pytestmark = pytest.mark.usefixtures("qapp")


class Patch(Painted):
    """Fills itself, and more than itself."""

    def __init__(self, colour: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.colour = QColor(colour)

    def paint(self, painter: QPainter) -> None:
        painter.fillRect(-50, -50, 500, 500, self.colour)
        painter.translate(7, 7)  # must not move what is drawn next
        painter.setOpacity(0.5)


def patch(colour: str, parent: QWidget, x: int, y: int, side: int = 20) -> Patch:
    child = Patch(colour, parent)
    child.setGeometry(x, y, side, side)
    return child


def at(image: QImage, x: int, y: int) -> str:
    return image.pixelColor(x, y).name()


def svg_of(widget: QWidget) -> str:
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setResolution(96)
    generator.setSize(widget.size())
    with QPainter(generator) as painter:
        paint_tree(widget, painter)
    return bytes(buffer.data().data()).decode()


def test_every_painted_widget_is_drawn_in_its_place_and_inside_it() -> None:
    root = QWidget()
    root.resize(100, 60)
    patch("#ff0000", root, 10, 10)
    box = QWidget(root)
    box.setGeometry(50, 10, 40, 40)
    patch("#0000ff", box, 5, 5)
    image = drawn(root)
    assert [at(image, x, y) for x, y in ((10, 10), (29, 29), (55, 15), (74, 34))] == ["#ff0000"] * 2 + ["#0000ff"] * 2
    assert {at(image, x, y) for x, y in ((9, 9), (30, 30), (54, 15), (75, 34), (52, 12))} == {"#ffffff"}


def test_a_child_is_cut_off_at_its_parent_and_later_children_lie_on_top() -> None:
    root = QWidget()
    root.resize(100, 60)
    box = QWidget(root)
    box.setGeometry(0, 0, 30, 30)
    patch("#ff0000", box, 20, 20)
    patch("#00ff00", root, 25, 0)
    over = patch("#0000ff", root, 25, 10)
    image = drawn(root)
    assert (at(image, 29, 29), at(image, 32, 32)) == ("#0000ff", "#ffffff")
    assert (at(image, 30, 5), at(image, 30, 15)) == ("#00ff00", "#0000ff")
    over.lower()
    assert at(drawn(root), 30, 15) == "#00ff00"


def test_what_is_hidden_or_a_window_of_its_own_is_left_out() -> None:
    root = QWidget()
    root.resize(100, 60)
    patch("#ff0000", root, 0, 0).hide()
    hidden = QWidget(root)
    hidden.setGeometry(40, 0, 40, 40)
    hidden.hide()
    patch("#0000ff", hidden, 0, 0)
    image = drawn(root)
    assert (at(image, 10, 10), at(image, 50, 10)) == ("#ffffff", "#ffffff")


def test_the_painter_comes_back_as_it_was() -> None:
    root = QWidget()
    root.resize(40, 40)
    patch("#ff0000", root, 0, 0)
    image = QImage(QSize(40, 40), QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.translate(3, 4)
        paint_tree(root, painter)
        assert (painter.transform().dx(), painter.transform().dy(), painter.opacity()) == (3, 4, 1)
        assert not painter.hasClipping()


def test_the_screen_shows_what_paint_tree_draws() -> None:
    view = view_of(matrix([[0.25, 0.75], [1, 0]]))
    with_background = QImage(view.size(), QImage.Format.Format_RGB32)
    with_background.fill(view.palette().window().color())
    with QPainter(with_background) as painter:
        paint_tree(view, painter)
    assert view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32) == with_background


def test_svg_has_real_text_and_no_pictures() -> None:
    root = QWidget()
    view = view_of(matrix([[0.25, 0.75], [1, 0]], row_labels=("<b>x</b>", "a&b"), column_labels=("long" * 9, "k₂")))
    view.setParent(root)
    label = QLabel("a label <i>of</i> its own", root)
    label.move(0, view.height())
    label.adjustSize()
    root.resize(300, view.height() + label.height())
    svg = svg_of(root)
    texts = texts_in(svg)
    assert {"0.25", "0.75", "1.00", "0.00", "weights", "<b>x</b>", "a&b", "k₂"} <= set(texts)
    assert "a label <i>of</i> its own" in texts
    assert "<image" not in svg
    assert svg == svg_of(root)


def texts_in(svg: str) -> list[str]:
    return ["".join(text.itertext()) for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_svg_hatches_with_lines() -> None:
    svg = svg_of(view_of(matrix([[0.0]], blocked=np.array([[True]]))))
    assert len(re.findall(r"<poly(line|gon)|<path|<line", svg)) > 5
    assert "pattern" not in svg


def test_masked_cells_say_minus_infinity_or_a_bare_zero_and_rounded_ones_all_digits() -> None:
    first = np.array([[True, False]])
    logits = view_of(matrix([[-np.inf, 0.001]], kind="score", blocked=first))
    weights = view_of(matrix([[0.0, 0.001]], blocked=first))
    leak = view_of(matrix([[0.25, 0.75]], blocked=first))
    for view, expected in ((logits, {"−∞", "0.00"}), (weights, {"0", "0.00"}), (leak, {"0.25", "0.75"})):
        view.row_labels_shown = view.column_labels_shown = False
        assert set(texts_in(svg_of(view))) == expected | {"weights", "1 × 2"}
        view.show_matrix(covered(view.matrix))
        assert set(texts_in(svg_of(view))) == {"?", "weights", "1 × 2"}


def test_a_widget_without_paint_says_what_is_missing() -> None:
    painted = Painted()
    with pytest.raises(NotImplementedError, match="Painted must say how"):
        painted.paint(QPainter())


def test_a_widget_without_a_miniature_draws_none() -> None:
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    before = image.copy()
    with QPainter(image) as painter:
        Painted().paint_miniature(painter, QRectF(0, 0, 20, 20))
    assert image == before


def test_what_lies_outside_of_its_parents_leaves_nothing_in_an_svg() -> None:
    root = QWidget()
    root.resize(100, 60)
    box = QWidget(root)
    box.setGeometry(0, 0, 30, 30)
    patch("#ff0000", box, 40, 40)
    patch("#0000ff", box, 5, 5)
    data = svg_of(root)
    assert "#0000ff" in data
    assert "#ff0000" not in data
