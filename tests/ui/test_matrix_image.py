"""Matrices of thousands of cells: drawn as one image, each cell still in its own colour at its own place."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrices import FONTS, causal, colour_at, covered, drawn, matrix, view_of
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from attnstudio.state.figures import Matrix
from attnstudio.ui import theme
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.matrix_cells import picture, writing_of
from attnstudio.ui.matrix_image import MOST, cells_image, extremes, hatching_tile, veiled
from attnstudio.ui.matrix_numbers import fit_numbers

PITCHES = [1, 2, 5, 8, 16]
ROWS, COLUMNS = 60, 45


@pytest.fixture(autouse=True, params=theme.NAMES)
def look(request: pytest.FixtureRequest, qapp: QApplication) -> Any:
    theme.load_fonts(FONTS)
    theme.apply(qapp, theme.Look(request.param))
    yield
    theme.apply(qapp, theme.Look())


def many(**fields: Any) -> Matrix:
    values = np.random.default_rng(5).uniform(-1.2, 1.2, (ROWS, COLUMNS))
    return matrix(values, **({"limits": (-1.0, 1.0)} | fields))


def shown(values: Matrix, pitch: float, **fields: Any) -> tuple[MatrixView, QImage]:
    view = view_of(values, cell=QSizeF(pitch, pitch), **fields)
    return view, drawn(view)


def colour(view: MatrixView, image: QImage, i: int, j: int) -> QColor:
    return colour_at(image, view.cell_rect(i, j).center())


def samples(shape: tuple[int, int]) -> list[tuple[int, int]]:
    rows, columns = shape
    inside = [(i * 7 % rows, i * 11 % columns) for i in range(200)]
    return [(0, 0), (0, columns - 1), (rows - 1, 0), (rows - 1, columns - 1), *inside]


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("pitch", PITCHES)
def test_the_middle_of_sampled_cells_has_the_colour_of_their_number(pitch: int, transposed: bool) -> None:
    whole = many()
    assert whole.values.size > MOST
    view, image = shown(whole, pitch, transposed=transposed)
    for i, j in samples(whole.shape):
        assert colour(view, image, i, j) == theme.look().cell("weight", float(whole.values[i, j]), (-1, 1)), (i, j)


@pytest.mark.parametrize("transposed", [False, True])
def test_no_cell_of_an_oblong_pitch_is_out_of_place(transposed: bool) -> None:
    whole = many()
    view = view_of(whole, cell=QSizeF(3, 7), transposed=transposed)
    image = drawn(view)
    for i, j in np.ndindex(whole.shape):
        assert colour(view, image, i, j) == theme.look().cell("weight", float(whole.values[i, j]), (-1, 1)), (i, j)


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6), st.floats(0, 1e6), st.sampled_from(["query", "score", "weight"]))
def test_a_pixel_is_the_colour_of_a_cell_for_any_number_and_limits(
    value: float, low: float, high: float, kind: Any
) -> None:
    image = cells_image(matrix([[value]], limits=(-low, high), kind=kind), theme.look(), transposed=False)
    assert image.pixelColor(0, 0) == theme.look().cell(kind, value, (-low, high))


@pytest.mark.parametrize("transposed", [False, True])
def test_forbidden_pairs_rows_without_a_key_padding_and_no_number_each_look_different(transposed: bool) -> None:
    values = np.random.default_rng(3).uniform(0, 1, (64, 64))
    values[40, 3] = np.nan
    values[41, 3], blocked = -np.inf, causal(64)
    fields = {"blocked": blocked, "void_rows": frozenset({50}), "dimmed_rows": frozenset({60})}
    view, image = shown(matrix(values, **fields), 8, transposed=transposed)
    hatch, veil = theme.look().colour("hatch"), theme.look().colour("blocked")
    for i, j in ((0, 1), (10, 60), (41, 3), (50, 3)):
        cell = image.copy(view.cell_rect(i, j).toRect())
        pixels = {QColor(cell.pixel(x, y)).name() for x in range(cell.width()) for y in range(cell.height())}
        assert pixels == {hatch.name(), veil.name()}, (i, j)
    assert colour(view, image, 40, 3) == theme.look().colour("text")
    plain = theme.look().cell("weight", values[60, 3], (0, 1))
    assert colour(view, image, 60, 3) == veiled(plain, veil) != plain


@pytest.mark.parametrize("pitch", PITCHES)
def test_covered_cells_give_nothing_away(pitch: int) -> None:
    whole = many(blocked=np.ones((ROWS, COLUMNS), bool), void_rows=frozenset({3}))
    other = many(kind="query", blocked=None, dimmed_rows=frozenset({1}))
    pictures = [cells_image(covered(each), theme.look(), transposed=False) for each in (whole, other)]
    assert pictures[0] == pictures[1]
    view, image = shown(covered(whole), pitch)
    assert colour(view, image, 5, 5) == theme.look().colour("cell")
    sign = view.cells_rect().toRect()
    inside = image.copy(sign.adjusted(1, 1, -1, -1))
    inks = {inside.pixelColor(x, y).name() for x in range(inside.width()) for y in range(inside.height())}
    assert theme.look().colour("muted").name() in inks  # one large question mark, where cells have room for none


def test_the_lines_of_hatching_meet_where_tiles_do() -> None:
    for spacing in (3, 4, 7):
        tile = hatching_tile(theme.look(), spacing)
        assert tile.width() == tile.height()
        assert tile.width() % spacing == 0
        across = [tile.pixel(x, 0) == tile.pixel(0, 0) for x in range(tile.width())]
        assert across == [x % spacing == 0 for x in range(tile.width())]


def test_cells_are_apart_by_the_same_lines_as_few_ones_have() -> None:
    few, lots = matrix(np.zeros((40, 40))), matrix(np.zeros((60, 60)))
    for view, image in (shown(few, 6), shown(lots, 6)):
        rect = view.cell_rect(10, 10)
        border = theme.look().colour("cell_border")
        assert colour_at(image, rect.topRight()) == border
        assert colour_at(image, rect.center()) == theme.look().colour("cell")


@given(st.lists(st.one_of(st.floats(-100, 100), st.just(-np.inf), st.just(np.nan)), min_size=1, max_size=30))
def test_the_extremes_decide_as_all_numbers_do_how_they_are_written(numbers: list[float]) -> None:
    for room in (QSizeF(20, 14), QSizeF(44, 30), QSizeF(80, 40)):
        everything = fit_numbers(numbers, 3, room, theme.look())
        assert fit_numbers(extremes(np.array(numbers)), 3, room, theme.look()) == everything


def test_numbers_still_stand_in_many_cells_that_have_room_for_them() -> None:
    whole = matrix(np.full((51, 51), 0.25))
    view, image = shown(whole, 60)
    cell = image.copy(view.cell_rect(20, 20).toRect())
    assert len({cell.pixel(x, y) for x in range(cell.width()) for y in range(cell.height())}) > 8


def test_many_cells_are_one_image_and_few_are_drawn_one_by_one() -> None:
    layouts = {}
    for size in (20, 128):
        values: npt.NDArray[np.float64] = np.random.default_rng(1).standard_normal((size, size))
        view = view_of(matrix(values, limits=(-3, 3)), cell=QSizeF(2, 2))
        drawn(view)
        layouts[size] = picture(view.matrix, view.places(), writing_of(view.matrix, view.places()))
    assert layouts[20].image is None
    assert len(layouts[20].fills) == 400
    assert layouts[128].image is not None
    assert not layouts[128].fills
