"""What the three figures share: opening, a size for every distance, miniatures without text."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from attnstudio.ui.bars import BarsView
from attnstudio.ui.dial import DialView
from attnstudio.ui.figure import KEYS, FigureView
from attnstudio.ui.labels import Pen
from attnstudio.ui.painted import Painted
from attnstudio.ui.plane import PlaneView
from attnstudio.ui.theme import look
from tests.ui.figure_examples import (
    THEMES,
    dial,
    dressed,
    overlapping,
    painted,
    triangle,
    worked_bars,
    worked_dial,
    worked_points,
)
from tests.ui.handled import double_click, key
from tests.ui.test_key_uses import listed, taken
from tests.ui.test_painted import svg_of, texts_in


def a_dial() -> DialView:
    view = DialView()
    view.show_dial(worked_dial())
    return view


def a_plane() -> PlaneView:
    view = PlaneView()
    view.show_points(triangle())
    return view


def some_bars() -> BarsView:
    view = BarsView()
    view.show_bars(worked_bars(), 0)
    return view


@pytest.fixture(params=[a_dial, a_plane, some_bars])
def view(request, qtbot) -> FigureView:
    made = request.param()
    qtbot.addWidget(made)
    made.resize(430, 300)
    return made


class Thumbnail(Painted):
    """Shows the miniature of a figure."""

    def __init__(self, view: FigureView, rect: QRectF) -> None:
        super().__init__()
        self.resize(200, 120)
        self._view, self._rect = view, rect

    def paint(self, painter: QPainter) -> None:
        self._view.paint_miniature(painter, self._rect)


def miniature(view: FigureView, rect: QRectF, size: tuple[int, int] = (200, 120)) -> QImage:
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    with QPainter(image) as painter:
        view.paint_miniature(painter, rect)
    return image


def test_enter_and_a_double_click_open_a_figure(view):
    opened = []
    view.opened.connect(lambda: opened.append(True))
    key(view, Qt.Key.Key_Return)
    key(view, Qt.Key.Key_Enter)
    key(view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    double_click(view, 427, 3)
    assert opened == [True] * 3
    assert listed(KEYS) <= taken(view, QEvent.Type.ShortcutOverride)


def test_bars_take_no_key_but_enter(qtbot):
    view = some_bars()
    qtbot.addWidget(view)
    assert taken(view, QEvent.Type.ShortcutOverride) == listed(KEYS)


def labels_in(plan: object) -> list:
    """Return every label that a plan holds."""
    found, parts = [], list(plan) if isinstance(plan, tuple) else []
    for part in parts:
        found += [part] if hasattr(part, "leader") else labels_in(part)
    return found


def test_a_figure_that_fills_the_panel_has_larger_texts(view):
    heights = []
    for size in ((430, 300), (620, 420), (1190, 700)):
        view.resize(*size)
        heights.append(max(label.box.height for label in labels_in(view.plan())))
    assert heights[0] == Pen(look().font("small")).height
    assert heights[1] == pytest.approx(1.25 * heights[0], rel=0.03)
    assert heights[2] == pytest.approx(1.5 * heights[0], rel=0.03)


@pytest.mark.parametrize("theme", THEMES)
def test_texts_of_a_large_figure_neither_overlap_nor_leave_it(view, qapp, theme):
    with dressed(qapp, theme):
        view.resize(1190, 700)
        boxes = [label.box for label in labels_in(view.plan())]
        painted(view, (1190, 700))
    assert not overlapping(boxes)
    assert all(box.left >= -0.5 and box.top >= -0.5 and box.right <= 1190.5 and box.bottom <= 700.5 for box in boxes)


def test_a_miniature_has_shapes_without_text_inside_its_place(view):
    rect = QRectF(20, 30, 120, 70)
    image = miniature(view, rect)
    inked = [(x, y) for x in range(200) for y in range(120) if image.pixelColor(x, y).alpha()]
    assert len(inked) > 100
    assert all(rect.adjusted(-2, -2, 2, 2).contains(x, y) for x, y in inked)
    assert texts_in(svg_of(Thumbnail(view, rect))) == []
    assert texts_in(svg_of(view)) != []


def test_a_cover_has_its_sign_and_a_miniature_has_no_text_at_all(qtbot):
    view = BarsView()
    qtbot.addWidget(view)
    view.show_bars(tuple(replace(group, covered=True) for group in worked_bars()), 0)
    assert texts_in(svg_of(view)).count("?") == 3
    assert texts_in(svg_of(Thumbnail(view, QRectF(0, 0, 120, 70)))) == []


def test_a_miniature_follows_the_data(qtbot):
    view = a_dial()
    qtbot.addWidget(view)
    rect = QRectF(0, 0, 120, 70)
    before = miniature(view, rect)
    assert miniature(view, rect) == before
    view.show_dial(dial(1.0, [1.0], [120.0]))
    assert miniature(view, rect) != before


def test_before_there_is_data_a_miniature_is_empty(qtbot):
    for made in (DialView(), PlaneView(), BarsView()):
        qtbot.addWidget(made)
        image = miniature(made, QRectF(0, 0, 100, 60))
        assert image == QImage(image.size(), image.format()) or not image.pixelColor(50, 30).alpha()


def test_the_scale_of_a_miniature_has_nothing_to_do_with_the_size_of_the_figure(qtbot):
    view = PlaneView()
    qtbot.addWidget(view)
    view.show_points(worked_points())
    rect = QRectF(0, 0, 120, 70)
    view.resize(300, 200)
    small = miniature(view, rect)
    view.resize(1200, 700)
    assert miniature(view, rect) == small
