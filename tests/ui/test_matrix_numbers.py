"""How many digits and how large: the numbers in the cells of a matrix."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrices import FONTS, drawn, matrix, view_of
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtWidgets import QApplication

from attnstudio.ui import theme
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.matrix_cells import picture, writing_of
from attnstudio.ui.matrix_numbers import Writing, digits_of, fit_numbers, number_face, shown_digits

FIVE = theme.Look(digits=5)


@pytest.fixture(autouse=True)
def light(qapp: QApplication) -> Iterator[None]:
    theme.load_fonts(FONTS)
    theme.apply(qapp, theme.Look())
    yield
    theme.apply(qapp, theme.Look())


def texts(view: MatrixView) -> set[str]:
    """Return what is written in the cells."""
    written = picture(view.matrix, view.places(), writing_of(view.matrix, view.places())).texts.values()
    return {static.text() for texts in written for _, _, static in texts}


def test_computed_numbers_show_the_digits_that_are_asked_for_and_inputs_their_own() -> None:
    assert (shown_digits(2, theme.Look()), shown_digits(2, FIVE), shown_digits(2, theme.Look(digits=0))) == (2, 5, 0)
    for kind in ("score", "exp", "weight", "output"):
        assert digits_of(matrix([[1.0]], kind=kind), FIVE) == 5
    for kind in ("query", "key", "value"):
        assert digits_of(matrix([[1.0]], kind=kind), FIVE) == 2


def test_other_digits_are_on_the_screen_at_once_and_the_old_ones_come_back(qapp: QApplication) -> None:
    view = view_of(matrix([[1 / 3, 2 / 3]]), cell=QSizeF(90, 34))
    before = drawn(view)
    theme.apply(qapp, FIVE)
    QApplication.processEvents()
    assert texts(view) == {"0.33333", "0.66667"}
    assert drawn(view) != before
    theme.apply(qapp, theme.Look())
    QApplication.processEvents()
    assert drawn(view) == before


def test_fewer_digits_are_shown_where_those_asked_for_have_no_room(qapp: QApplication) -> None:
    theme.apply(qapp, FIVE)
    assert texts(view_of(matrix([[1 / 3, 2 / 3]]), cell=QSizeF(48, 34))) == {"0.333", "0.667"}


def test_two_looks_that_differ_in_digits_alone_are_not_the_same() -> None:
    assert theme.Look() != FIVE
    assert hash(theme.Look("dark", 150)) == hash(theme.Look("dark", 150, None))


def test_fractions_stand_in_the_cells_where_all_of_them_fit_else_digits() -> None:
    fractions = matrix([[4 / 7, 2 / 7, 1 / 7]], written=(("4/7", "2/7", "1/7"),))
    assert texts(view_of(fractions)) == {"4/7", "2/7", "1/7"}
    long = matrix([[4 / 7, 3 / 7]], written=(("2048/3584", "1536/3584"),))
    assert texts(view_of(long)) == {"0.57", "0.43"}
    assert texts(view_of(long, cell=QSizeF(120, 34))) == {"2048/3584", "1536/3584"}


def test_fractions_keep_their_cells_when_rows_are_columns() -> None:
    fractions = matrix([[1 / 2, 1 / 3], [1 / 4, 1 / 5]], written=(("1/2", "1/3"), ("1/4", "1/5")))
    view = view_of(fractions, transposed=True)
    found = {}
    for written in picture(view.matrix, view.places(), writing_of(view.matrix, view.places())).texts.values():
        for left, top, static in written:
            found[static.text()] = view.cell_at(QPointF(left + 3, top + 10))
    assert found == {"1/2": (0, 0), "1/3": (0, 1), "1/4": (1, 0), "1/5": (1, 1)}


def test_a_masked_fraction_of_nothing_is_a_bare_zero_and_one_without_a_text_has_digits() -> None:
    shown = matrix([[0.0, 1 / 4, 3 / 4]], blocked=np.array([[True, False, False]]), written=(("0/4", "1/4", ""),))
    assert texts(view_of(shown)) == {"0", "1/4", "0.75"}


@given(st.lists(st.text("0123456789/", min_size=1, max_size=9), min_size=1, max_size=6), st.floats(8, 200))
def test_every_text_that_is_written_as_the_data_says_fits(written: list[str], wide: float) -> None:
    look = theme.Look()
    fit = fit_numbers([0.5] * len(written), 2, QSizeF(wide, 40), look, written)
    if fit and fit.digits is None:
        assert max(map(number_face(look, fit.pixels).width, written)) <= wide + 0.5


@pytest.mark.parametrize("name", theme.NAMES)
def test_numbers_grow_with_their_cells_up_to_three_times_their_role(name: str) -> None:
    look = theme.Look(name)
    cell = look.font("cell").pixelSize()
    sizes = [fit_numbers([0.5], 1, QSizeF(900, high), look) for high in range(40, 600, 20)]
    pixels = [size.pixels for size in sizes if size]
    assert pixels == sorted(pixels)
    assert (pixels[0], pixels[-1]) == (cell, 3 * cell)
    assert fit_numbers([0.5], 1, QSizeF(900, 60), theme.Look()) == Writing(21, 1)
