"""A matrix as a thumbnail: its colours at their places, no text, and no bitmap in an SVG."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from matrices import FONTS, causal, covered, matrix, view_of
from PySide6.QtCore import QBuffer, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication

from attnstudio.ui import theme
from attnstudio.ui.matrix import MatrixView

SIZE = QSize(140, 100)
ROOM = QRectF(10, 5, 120, 90)
GROUND = QColor("#ff00ff")  # in no theme


@pytest.fixture(autouse=True, params=theme.NAMES)
def look(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    theme.load_fonts(FONTS)
    theme.apply(qapp, theme.Look(request.param))
    yield
    theme.apply(qapp, theme.Look())


def miniature(view: MatrixView, room: QRectF = ROOM) -> QImage:
    image = QImage(SIZE, QImage.Format.Format_RGB32)
    image.fill(GROUND)
    with QPainter(image) as painter:
        view.paint_miniature(painter, room)
        assert painter.transform().isIdentity()
    return image


def miniature_svg(view: MatrixView) -> str:
    buffer, generator = QBuffer(), QSvgGenerator()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    generator.setOutputDevice(buffer)
    generator.setSize(SIZE)
    with QPainter(generator) as painter:
        view.paint_miniature(painter, ROOM)
    return bytes(buffer.data().data()).decode()


def at(row: float, column: float, rows: int, columns: int) -> QPointF:
    """Return a point in a cell of a miniature: square cells in the middle of the room."""
    side = min(ROOM.width() / columns, ROOM.height() / rows)
    left, top = ROOM.center().x() - side * columns / 2, ROOM.center().y() - side * rows / 2
    return QPointF(left + (column + 0.5) * side, top + (row + 0.5) * side)


def colour(image: QImage, point: QPointF) -> QColor:
    return image.pixelColor(int(point.x()), int(point.y()))


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("shape", [(1, 3), (4, 3), (3, 12), (60, 45)])
def test_every_cell_has_its_colour_at_its_place_on_the_screen(shape: tuple[int, int], transposed: bool) -> None:
    values: npt.NDArray[np.float64] = np.random.default_rng(3).uniform(-1, 1, shape)
    image = miniature(view_of(matrix(values, limits=(-1, 1)), transposed=transposed))
    rows, columns = shape[::-1] if transposed else shape
    inside = int(shape[0] > 20)  # the border lies on the outermost of many cells
    last = shape[0] - 1 - inside, shape[1] - 1 - inside
    for i, j in ((inside, inside), last, (inside, last[1]), (shape[0] // 2, shape[1] // 2)):
        point = at(j, i, rows, columns) if transposed else at(i, j, rows, columns)
        assert colour(image, point) == theme.look().cell("weight", float(values[i, j]), (-1, 1)), (i, j)


def test_it_stays_inside_its_room_and_leaves_the_rest_alone() -> None:
    image = miniature(view_of(matrix(np.ones((2, 5)))))
    outside = [image.pixelColor(x, y) for x in range(SIZE.width()) for y in (0, 2, 20, 80, 97, 99)]
    assert {each.name() for each in outside} == {GROUND.name()}


def test_forbidden_pairs_are_marked_and_look_unlike_a_zero() -> None:
    values = np.where(causal(3), 0.0, 0.5)
    values[2, 0] = 0.0
    image = miniature(view_of(matrix(values, blocked=causal(3))))
    blocked, zero = theme.look().colour("blocked"), theme.look().cell("weight", 0.0, (0, 1))
    corner = at(0, 2, 3, 3) - QPointF(10, 10)
    assert colour(image, corner) == blocked
    across = {colour(image, at(0, 2, 3, 3) + QPointF(x, 0)).name() for x in range(-3, 4)}
    assert len(across) > 1  # the slanting line
    assert colour(image, at(2, 0, 3, 3)) == zero


@pytest.mark.parametrize("shape", [(3, 3), (60, 60)])
def test_a_cover_gives_nothing_away_and_has_its_sign(shape: tuple[int, int]) -> None:
    values = np.random.default_rng(1).uniform(0, 1, shape)
    first, second = (miniature(view_of(covered(matrix(each)))) for each in (values, values[::-1]))
    assert first == second
    inks = {first.pixelColor(x, y).name() for x in range(20, 120) for y in range(10, 90)}
    assert theme.look().colour("muted").name() in inks
    assert theme.look().colour("cell").name() in inks


@pytest.mark.parametrize("shape", [(3, 3), (60, 70)])
def test_no_bitmap_and_no_text_is_in_an_svg_of_it(shape: tuple[int, int]) -> None:
    values = np.random.default_rng(1).uniform(0, 1, shape)
    data = miniature_svg(view_of(matrix(values, blocked=np.triu(np.ones(shape, bool), 1))))
    assert "<image" not in data
    assert "<text" not in data
    assert "<rect" in data


def test_an_empty_matrix_or_room_draws_nothing() -> None:
    empty = miniature(view_of(matrix(np.zeros((3, 0)))))
    narrow = miniature(view_of(matrix(np.ones((2, 2)))), QRectF(10, 10, 0, 50))
    for image in (empty, narrow):
        assert {image.pixelColor(x, y).name() for x in range(140) for y in range(100)} == {GROUND.name()}


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("kind", ["weight", "score"])
def test_a_cell_without_a_number_is_crossed_on_the_ground_of_no_number(kind: str, transposed: bool) -> None:
    values = np.ones((3, 4))
    values[1, 2] = np.nan
    view = view_of(matrix(values, kind=kind), transposed=transposed)
    image = miniature(view)
    rows, columns = (4, 3) if transposed else (3, 4)
    i, j = (2, 1) if transposed else (1, 2)
    side = min(ROOM.width() / columns, ROOM.height() / rows)
    middle = at(i, j, rows, columns)
    assert colour(image, middle) != theme.look().colour("blocked")  # the cross
    for x, y in ((0.3, 0.0), (-0.3, 0.0), (0.0, 0.3), (0.0, -0.3)):
        assert colour(image, middle + QPointF(x * side, y * side)) == theme.look().colour("blocked")


def test_many_cells_without_a_number_are_no_dark_ones() -> None:
    image = miniature(view_of(matrix(np.full((80, 80), np.nan))))
    assert colour(image, at(40, 40, 80, 80)) == theme.look().colour("blocked")
