"""Matrices of thousands of cells in SVG and PDF: shapes in the colours of the screen, and no bitmap."""

import re
from collections.abc import Iterator

import numpy as np
import pytest
from matrices import FONTS, matrix, view_of
from pictures import pixels, redrawn, streams
from PySide6.QtCore import QSizeF
from PySide6.QtWidgets import QApplication

from attnstudio.ui import theme
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.matrix_image import MOST
from attnstudio.ui.render import Caption, pdf, picture, svg

SHAPE = (60, 70)
BLOCKED = np.triu(np.ones(SHAPE, bool), 1)  # causal
NO_CAPTION = Caption()


@pytest.fixture(autouse=True, params=theme.NAMES)
def look(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    theme.load_fonts(FONTS)
    theme.apply(qapp, theme.Look(request.param))
    yield
    theme.apply(qapp, theme.Look())


def many_cells(pitch: int, *, transposed: bool = False) -> MatrixView:
    values = np.random.default_rng(1).uniform(-1, 1, SHAPE)
    values[5, 2] = np.nan
    assert values.size > MOST
    data = matrix(values, blocked=BLOCKED, limits=(-1.0, 1.0), dimmed_rows=frozenset({50}), kind="score")
    return view_of(data, cell=QSizeF(pitch, pitch), transposed=transposed)


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("pitch", [1, 2, 5, 8])
def test_thousands_of_cells_are_shapes_of_the_same_colours_in_an_svg(pitch: int, transposed: bool) -> None:
    view = many_cells(pitch, transposed=transposed)
    data, shown = svg(view, NO_CAPTION), picture(view)
    assert not re.search(rb"<(image|pattern)\b", data)
    again = redrawn(data)
    away = np.tril(~BLOCKED, -2)  # from hatching, whose lines are soft at their ends where cells are a pixel or two
    for i, j in [(5, 2), *np.argwhere(away)[::37].tolist()]:
        middle = view.cell_rect(i, j).center().toPoint()
        assert again.pixelColor(middle) == shown.pixelColor(middle), (i, j)


@pytest.mark.parametrize("pitch", [2, 8])
def test_forbidden_cells_among_thousands_are_hatched_by_lines_where_the_screen_has_them(pitch: int) -> None:
    view = many_cells(pitch)
    again, shown = pixels(redrawn(svg(view, NO_CAPTION))), pixels(picture(view))
    for i, j in ((0, 40), (20, 60)):
        rect = view.cell_rect(i, j).toRect().adjusted(0, 0, 8 * pitch, 2 * pitch)
        parts = [each[rect.top() : rect.bottom(), rect.left() : rect.right()].mean(axis=2) for each in (again, shown)]
        assert abs(parts[0].mean() - parts[1].mean()) < 20
        assert np.corrcoef(*(part.ravel() for part in parts))[0, 1] > 0.4  # lines in between would give less than 0


def test_no_ground_shines_through_between_cells_when_they_are_enlarged() -> None:
    view = view_of(matrix(np.ones((60, 60))), cell=QSizeF(2, 2))
    full, place = theme.look().cell("weight", 1.0, (0.0, 1.0)), view.cells_rect().toRect()
    again = redrawn(svg(view, NO_CAPTION), enlarged=1.37)
    inside = (place.center() * 1.37).x(), (place.center() * 1.37).y()
    colours = {again.pixelColor(inside[0] + x, inside[1] + y).name() for x in range(-40, 40) for y in range(-40, 40)}
    assert colours == {full.name()}


def test_thousands_of_cells_are_shapes_in_a_pdf() -> None:
    data = pdf(many_cells(2), NO_CAPTION)
    assert not re.search(rb"/Subtype\s*/Image|/PatternType", data)
    assert streams(data).count(b" re\n") > 500
