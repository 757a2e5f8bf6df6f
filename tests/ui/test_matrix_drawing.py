"""What a matrix looks like: every cell where it belongs, in its colour, with its number."""

import gc
import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrices import CELL, FONTS, causal, cell_image, colour_at, covered, drawn, matrix, view_of
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from attnstudio.state.figures import Operand, frozen_float
from attnstudio.state.message import Message
from attnstudio.ui import theme
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.matrix_numbers import fewest_digits, fit_numbers

SMALL = QSizeF(12, 12)  # too small for numbers: the middle of a cell is its plain colour


@pytest.fixture(autouse=True)
def light(qapp: QApplication) -> None:
    theme.load_fonts(FONTS)
    theme.apply(qapp, theme.Look())


def fill(view: MatrixView, i: int, j: int) -> QColor:
    shown = view.matrix
    return theme.look().cell(shown.kind, float(shown.values[i, j]), shown.limits)


def corner(view: MatrixView, image: QImage, i: int, j: int) -> QColor:
    """Colour inside a cell, off its middle, where the number is."""
    rect = view.cell_rect(i, j)
    return colour_at(image, QPointF(rect.left() + rect.width() / 2, rect.top() + 4))


@pytest.mark.parametrize("transposed", [False, True])
def test_V01_weight_from_query_0_to_key_2_is_lit_at_the_right_place(transposed: bool) -> None:
    values = np.zeros((3, 3))
    values[0, 2] = 1
    view = view_of(matrix(values), transposed=transposed)
    image = drawn(view)
    cells = view.cells_rect()
    wide, high = cells.width() / 6, cells.height() / 6
    top_right = QPointF(cells.right() - wide, cells.top() + 5)
    bottom_left = QPointF(cells.left() + wide, cells.bottom() - 2 * high + 5)
    full, empty = theme.look().strong("weight"), theme.look().colour("cell")
    expected = (empty, full) if transposed else (full, empty)
    assert (colour_at(image, top_right), colour_at(image, bottom_left)) == expected
    lit = bottom_left if transposed else top_right
    assert view.cell_at(lit) == (0, 2)
    assert view.tip_at(lit) == "1\nquery r0, key c2"


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize(
    "values",
    [
        np.linspace(0, 1, 15).reshape(3, 5),
        np.linspace(-1, 1, 49).reshape(7, 7),
        np.array([[0.4]]),
        np.linspace(-1, 1, 24).reshape(4, 6)[::-1, ::-2],
    ],
    ids=["3x5", "7x7", "1x1", "flipped view"],
)
def test_Q30_the_middle_of_every_cell_has_its_colour_also_after_garbage_collection(
    values: np.ndarray, transposed: bool
) -> None:
    view = view_of(matrix(values, limits=(-1, 1)), cell=QSizeF(20, 17), transposed=transposed)
    assert fit_numbers(values.ravel(), 2, QSizeF(16, 13), theme.look()) is None
    for _ in range(2):
        image = drawn(view)
        for i, j in np.ndindex(values.shape):
            off_the_minus = view.cell_rect(i, j).center() + QPointF(0, 4)
            assert colour_at(image, off_the_minus) == fill(view, i, j), (i, j)
        gc.collect()


def test_V03_one_value_everywhere_gives_one_colour() -> None:
    for value in (0.0, 0.25, 1.0):
        view = view_of(matrix(np.full((3, 4), value)))
        image = drawn(view)
        assert {corner(view, image, i, j).rgb() for i, j in np.ndindex(3, 4)} == {fill(view, 0, 0).rgb()}
        assert view.tip_at(view.cell_rect(1, 1).center()).startswith(f"{value:g}\n")


def test_V03_limits_without_a_span_are_drawn_pale() -> None:
    view = view_of(matrix(np.full((2, 2), 5.0), limits=(0, 0)), cell=SMALL)
    assert colour_at(drawn(view), view.cell_rect(0, 0).center()) == theme.look().colour("cell")


@pytest.mark.parametrize("cell", [CELL, QSizeF(18, 18)], ids=["with numbers", "colours only"])
def test_V04_a_missing_number_is_a_cross_and_never_a_colour(cell: QSizeF) -> None:
    holes = view_of(matrix([[math.nan, 0.9], [0.2, 0.0]]), cell=cell)
    image = drawn(holes)
    hole = cell_image(holes, image, 0, 0)
    greys = {QColor(hole.pixel(x, y)).saturation() for x in range(hole.width()) for y in range(hole.height())}
    assert max(greys) < 60  # nothing of the purple of weights
    assert hole != cell_image(holes, image, 1, 1)  # nor does it look like a zero
    assert corner(holes, image, 0, 1) == fill(holes, 0, 1)
    assert holes.tip_at(holes.cell_rect(0, 0).center()).startswith("no value\n")


def test_masked_cells_are_hatched_and_tell_their_zero_from_a_rounded_one() -> None:
    view = view_of(matrix([[0.0, 0.001], [0.5, 0.5]], blocked=np.array([[True, False], [False, False]])))
    image = drawn(view)
    masked, rounded = cell_image(view, image, 0, 0), cell_image(view, image, 0, 1)
    assert masked != rounded
    assert len({masked.pixel(x, 3) for x in range(3, masked.width() - 3)}) > 2  # stripes
    assert len({rounded.pixel(x, 3) for x in range(3, rounded.width() - 3)}) == 1


def test_the_text_of_a_masked_cell_stands_on_a_plain_plate() -> None:
    values = np.zeros((4, 4))
    view = view_of(matrix(values, blocked=np.ones((4, 4), dtype=bool)))
    image, veil = drawn(view), theme.look().colour("blocked").rgb()
    for i, j in np.ndindex(4, 4):
        middle = view.cell_rect(i, j).center().toPoint()
        assert {image.pixel(middle.x() + x, middle.y() - 7) for x in range(-4, 5)} == {veil}


def test_hatching_needs_no_room_for_numbers() -> None:
    view = view_of(matrix(np.where(causal(8), -np.inf, 0.0), kind="score", blocked=causal(8)), cell=QSizeF(9, 9))
    masked = cell_image(view, drawn(view), 0, 7)
    assert len({masked.pixel(x, 4) for x in range(masked.width())}) > 1


def test_a_fully_masked_row_carries_a_note_in_words() -> None:
    values = np.array([[0.5, 0.5], [0.0, 0.0]])
    blocked = np.array([[False, False], [True, True]])
    plain = view_of(matrix(values, blocked=blocked))
    note = {"void_rows": frozenset({1}), "row_notes": ("", Message("no key"))}
    noted = view_of(matrix(values, blocked=blocked, **note))
    assert noted.sizeHint().width() > plain.sizeHint().width()
    image, right = drawn(noted), round(noted.cells_rect().right()) + 2
    row = noted.cell_rect(1, 1).toRect()
    white = QColor("white").rgb()
    inks = {image.pixel(x, y) for x in range(right, image.width()) for y in range(row.top(), row.bottom())}
    assert len(inks) > 2
    above = noted.cell_rect(0, 1).toRect()
    assert {image.pixel(x, y) for x in range(right, image.width()) for y in range(above.top(), above.bottom())} == {
        white
    }
    turned = view_of(matrix(values, blocked=blocked, **note), transposed=True)
    assert turned.sizeHint().height() > view_of(matrix(values, blocked=blocked), transposed=True).sizeHint().height()


def note_inks(view: MatrixView) -> list[bool]:
    """Say for every row, or column where rows are columns, whether something is written beside its cells."""
    image, cells = drawn(view), view.cells_rect().toRect()
    white = QColor("white").rgb()
    found = []
    for i in range(view.matrix.shape[0]):
        cell = view.cell_rect(i, 0).toRect()
        xs, ys = range(cells.right() + 3, image.width()), range(cell.top(), cell.bottom())
        if view.transposed:
            xs, ys = range(cell.left(), cell.right()), range(cells.bottom() + 3, image.height())
        found.append(any(image.pixel(x, y) != white for x in xs for y in ys))
    return found


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("width", [60, 22], ids=["flat", "on end"])
def test_every_row_has_its_own_note_beside_it(transposed: bool, width: int) -> None:
    shown = matrix(np.zeros((4, 2)), row_notes=("Σ 0.79", "", Message("no key"), ""))
    view = view_of(shown, cell=QSizeF(width, 34), transposed=transposed)
    assert note_inks(view) == [True, False, True, False]


def test_notes_thin_out_instead_of_overprinting_and_a_lone_one_stays() -> None:
    many = view_of(matrix(np.zeros((30, 3)), row_notes=("Σ 1",) * 30), cell=QSizeF(40, 5))
    assert many.places().row_step == 3
    image = drawn(many)
    right = round(many.cells_rect().right()) + 2
    rows = [any(QColor(image.pixel(x, y)).lightness() < 200 for x in range(right, image.width()))
            for y in range(image.height())]  # fmt: skip
    gaps = sum(not now and before for before, now in pairwise(rows))
    assert gaps >= 8
    lone = view_of(matrix(np.zeros((30, 3)), row_notes=("",) * 7 + ("no key",) + ("",) * 22), cell=QSizeF(40, 5))
    assert any(note_inks(lone))


def test_a_note_that_changes_in_its_room_moves_nothing_and_is_drawn_again() -> None:
    view = view_of(matrix(np.zeros((2, 2)), row_notes=("Σ 0.79", "Σ 1.00")))
    before, places = drawn(view), view.places()
    view.show_matrix(replace(view.matrix, row_notes=("Σ 0.88", "Σ 1.00")))
    assert view.places() is places
    assert drawn(view) != before
    view.show_matrix(replace(view.matrix, row_notes=("Σ 1234.88", "Σ 1.00")))
    assert view.places().row_notes.width() > places.row_notes.width()


def test_a_masked_pair_with_a_number_shows_both_its_hatching_and_its_number() -> None:
    shown = matrix([[3.2, 3.2]], kind="score", limits=(-5, 5), blocked=np.array([[True, False]]))
    view = view_of(shown, cell=QSizeF(60, 34))
    image = drawn(view)
    masked, open_ = cell_image(view, image, 0, 0), cell_image(view, image, 0, 1)
    assert len({masked.pixel(x, 3) for x in range(3, masked.width() - 3)}) > 2  # stripes
    assert len({open_.pixel(x, 3) for x in range(3, open_.width() - 3)}) == 1
    empty = drawn(view_of(replace(shown, values=frozen_float([[0.0, 3.2]])), cell=QSizeF(60, 34)))
    assert cell_image(view, empty, 0, 0) != masked


def test_V26_columns_of_padded_keys_are_zeros_that_a_mask_made() -> None:
    padded = np.zeros((5, 5), dtype=bool)
    padded[:, 3:] = True
    values = np.where(padded, 0.0, 1 / 3)
    view = view_of(matrix(values, blocked=padded, dimmed_rows=frozenset({3, 4})))
    image = drawn(view)
    for i, j in np.ndindex(5, 5):
        tip = view.tip_at(view.cell_rect(i, j).center())
        assert tip.startswith("masked, weight 0\n" if j >= 3 else "0.3333333333333333\n")
    plain, dimmed = corner(view, image, 0, 0), corner(view, image, 4, 0)
    assert dimmed.lightness() > plain.lightness()


def test_V02_the_ends_of_the_colours_are_those_of_the_least_and_the_greatest_cell() -> None:
    view = view_of(matrix([[-2.0, 0.0, 2.0]], kind="score", limits=(-2, 2)))
    image = drawn(view)
    assert corner(view, image, 0, 0) == theme.look().strong("negative")
    assert corner(view, image, 0, 1) == theme.look().colour("cell")
    assert corner(view, image, 0, 2) == theme.look().strong("score")


@pytest.mark.parametrize("name", theme.NAMES)
def test_the_sign_of_a_cover_reads_on_it_in_every_theme(name: str) -> None:
    look = theme.Look(name)
    assert theme.contrast(look.colour("muted"), look.colour("cell")) >= 4.5


def test_V26_rows_of_padding_are_lighter_and_their_labels_struck_out() -> None:
    values = np.full((2, 2), 0.8)
    view = view_of(matrix(values, dimmed_rows=frozenset({1})))
    image = drawn(view)
    assert corner(view, image, 1, 0).lightness() > corner(view, image, 0, 0).lightness() + 20
    plain = drawn(view_of(matrix(values)))
    left = round(view.cells_rect().left()) - 4
    labels = image.copy(0, 0, left, image.height())
    assert labels != plain.copy(0, 0, left, image.height())


def test_a_negative_cell_without_a_number_carries_a_minus() -> None:
    view = view_of(matrix([[-0.5, 0.5]], kind="score", limits=(-1, 1)), cell=QSizeF(16, 16))
    image = drawn(view)
    negative, positive = (cell_image(view, image, 0, j) for j in (0, 1))
    inside = range(3, negative.width() - 3)
    assert len({negative.pixel(x, negative.height() // 2) for x in inside}) > 1
    assert len({positive.pixel(x, positive.height() // 2) for x in inside}) == 1


def test_operands_of_this_matrix_are_outlined_and_no_others() -> None:
    shown = matrix(np.zeros((3, 4)))
    plain = drawn(view_of(shown))
    for operand in (Operand("weights", 1, 2), Operand("weights", 1, None), Operand("weights", None, 2)):
        for transposed in (False, True):
            view = view_of(shown, lit=(operand,), transposed=transposed)
            image = drawn(view)
            rows = range(3) if operand.row is None else [operand.row]
            columns = range(4) if operand.column is None else [operand.column]
            span = view.cell_rect(rows[0], columns[0]).united(view.cell_rect(rows[-1], columns[-1]))
            dark = theme.look().colour("text").lightness() + 40
            for point in ((span.left() - 1, span.center().y()), (span.right(), span.center().y())):
                assert colour_at(image, QPointF(*point)).lightness() < dark, (operand, transposed)
            for point in ((span.center().x(), span.top() - 1), (span.center().x(), span.bottom())):
                assert colour_at(image, QPointF(*point)).lightness() < dark, (operand, transposed)
    assert drawn(view_of(shown, lit=(Operand("scores", 1, 2),))) == plain
    assert drawn(view_of(shown, selected_row=1)) != plain


def test_a_covered_matrix_looks_the_same_whatever_is_in_it() -> None:
    first = matrix([[0.1, 0.9], [0.5, 0.5]], dimmed_rows=frozenset())
    second = matrix([[0.0, 0.0], [math.nan, 0.7]], blocked=np.array([[True, True], [False, False]]))
    views = [view_of(shown) for shown in (first, second)]
    assert drawn(views[0]) != drawn(views[1])
    for view in views:
        view.show_matrix(covered(view.matrix))
    assert drawn(views[0]) == drawn(views[1])
    hidden = views[0].matrix
    views[0].show_matrix(replace(hidden, covered=False))
    assert drawn(views[0]) != drawn(views[1])  # a cover is not what missing numbers look like


def test_V13_labels_may_be_anything_and_never_change_where_cells_are() -> None:
    odd = (
        "<s>",
        "</s>",
        "<b>x</b>",
        "<img src=/etc/hostname>",
        "a&b",
        "&lt;",
        "\n",
        " ",
        "שלום",
        "العربية",
        "你好",
        "",
    )
    values = np.random.default_rng(0).random((12, 12))
    view = view_of(matrix(values, row_labels=odd, column_labels=odd))
    image = drawn(view)
    for i, j in np.ndindex(12, 12):
        assert corner(view, image, i, j) == fill(view, i, j)


def test_labels_thin_out_instead_of_overprinting() -> None:
    view = view_of(matrix(np.zeros((30, 64))), cell=QSizeF(6, 5))
    places = view.places()
    assert places.row_step >= 3
    assert places.column_step >= 2
    assert places.labels_upright


@given(
    rows=st.integers(1, 9),
    columns=st.integers(1, 9),
    width=st.floats(1, 90),
    height=st.floats(1, 60),
    flags=st.lists(st.booleans(), min_size=5, max_size=5),
    noted=st.booleans(),
)
def test_everything_lies_inside_the_extent(
    rows: int, columns: int, width: float, height: float, flags: list[bool], noted: bool
) -> None:
    notes = ("no key", *[""] * (rows - 1)) if noted else ()
    shown = matrix(np.zeros((rows, columns)), subtitle=Message("what it is"), row_notes=notes)
    view = MatrixView(transposed=flags[0])
    view.row_labels_shown, view.column_labels_shown, view.labels_below, view.axis_titles_shown = flags[1:]
    view.show_matrix(shown)
    cell = QSizeF(width, height)
    extent = view.extent(cell)
    view.set_cell(cell)
    assert QSizeF(view.sizeHint()) == extent
    places, whole = view.places(), view.cells_rect()
    for part in (places.title, places.subtitle, places.axis_titles, places.row_labels, places.column_labels, whole):
        assert part.left() >= 0
        assert part.top() >= 0
        assert part.right() <= extent.width() + 1e-9
        assert part.bottom() <= extent.height() + 1e-9
    assert noted != (places.row_notes.isEmpty() and places.column_notes.isEmpty())
    for part in (places.row_notes, places.column_notes):
        assert part.isEmpty() or (part.right() <= extent.width() and part.bottom() <= extent.height())
    for i, j in ((0, 0), (rows - 1, columns - 1)):
        rect = view.cell_rect(i, j)
        assert whole.contains(rect)
        assert view.cell_at(rect.center()) == (i, j)
        assert rect.width() <= max(1, width)


def test_larger_cells_never_make_a_smaller_matrix() -> None:
    view = view_of(matrix(np.zeros((4, 5))))
    heights = [view.extent(QSizeF(30, h)).height() for h in range(5, 60)]
    assert heights == sorted(heights)


def test_numbers_shrink_before_digits_go_and_digits_before_all_numbers_go() -> None:
    look = theme.Look()
    values = [0.125, 0.5]
    fits = [fit_numbers(values, 3, QSizeF(width, 30), look) for width in range(60, 4, -1)]
    written = [fit for fit in fits if fit]
    assert written[0] == (15, 3)
    assert [fit.digits for fit in written] == sorted((fit.digits for fit in written), reverse=True)
    assert written[-1] == (12, 1)
    assert fits[-1] is None


@pytest.mark.parametrize(
    ("numbers", "fewest"), [([], 1), ([0.0], 1), ([3.2, 0.01], 1), ([0.3], 1), ([0.04, -0.02], 2), ([-0.004], 3)]
)
def test_the_largest_number_keeps_a_significant_digit(numbers: list[float], fewest: int) -> None:
    assert fewest_digits(numbers, 6) == fewest
    assert fewest_digits(numbers, 0) == 0


def test_on_the_projector_numbers_are_22_pixels_or_none() -> None:
    look = theme.Look("projector")
    sizes = {fit.pixels for w in range(5, 300) if (fit := fit_numbers([0.5, 0.25], 2, QSizeF(w, 60), look))}
    assert min(sizes) >= 22


def test_a_new_look_redraws_numbers_and_colours(qapp: QApplication) -> None:
    view = view_of(matrix([[0.2, 0.9]]))
    before, size = drawn(view), view.sizeHint()
    theme.apply(qapp, theme.Look("dark", 150))
    QApplication.processEvents()
    assert view.sizeHint().height() > size.height()
    view.resize(view.sizeHint())
    after = drawn(view)
    assert corner(view, after, 0, 1) == fill(view, 0, 1) != corner(view, before, 0, 1)


def test_the_look_of_numbers_follows_new_values_at_once() -> None:
    shown = matrix([[0.2, 0.9]])
    view = view_of(shown)
    drawn(view)
    view.show_matrix(replace(shown, values=shown.values[:, ::-1]))
    image = drawn(view)
    assert corner(view, image, 0, 0) == theme.look().cell("weight", 0.9, (0, 1))


def test_only_what_a_new_matrix_changes_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = matrix([[0.2, 0.9]])
    view = view_of(shown)
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(view, "update", lambda *area: asked.append(area))
    view.show_matrix(replace(shown, values=shown.values.copy(), title=Message("weights")))
    assert asked == []
    view.show_matrix(replace(shown, values=shown.values[:, ::-1]))
    assert asked == [(view.cells_rect().toRect(),)]
    view.show_matrix(replace(view.matrix, written=(("1/5", "9/10"),)))
    view.show_matrix(covered(view.matrix))
    assert asked[1:] == [(view.cells_rect().toRect(),)] * 2
    view.show_matrix(replace(view.matrix, subtitle=Message("what was done")))
    assert asked[3:] == [()]


def test_all_cells_follow_a_writing_that_comes_back_after_other_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = matrix([[0.25, 0.5]], digits=2)
    view = view_of(wide, cell=QSizeF(48, 34))
    view.show_matrix(replace(wide, values=frozen_float([[0.25, 0.75]])))
    view.show_matrix(replace(wide, values=frozen_float([[0.25, 3000.0]]), limits=(0.0, 3000.0)))
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(view, "update", lambda *area: asked.append(area))
    view.show_matrix(replace(wide, values=frozen_float([[0.25, 0.5]]), limits=(0.0, 3000.0)))
    assert asked == [(view.cells_rect().toRect(),)]


def test_a_matrix_without_cells_draws_its_heading() -> None:
    view = view_of(matrix(np.zeros((3, 0))), lit=(Operand("weights", 0, None),), selected_row=1)
    assert not drawn(view).isNull()
    assert view.focus_cell is None


def test_the_outline_of_the_selected_row_is_seen_over_cells_that_leave_no_gap():
    shown = matrix(np.zeros((4, 4)))
    view, plain = view_of(shown, cell=SMALL, selected_row=1), drawn(view_of(shown, cell=SMALL))
    image = drawn(view)
    for j in range(4):
        edge = view.cell_rect(1, j)
        x, ys = round(edge.center().x()), range(round(edge.top()) - 3, round(edge.top()) + 3)
        assert any(image.pixelColor(x, y) != plain.pixelColor(x, y) for y in ys), j
