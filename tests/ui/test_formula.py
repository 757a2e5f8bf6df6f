"""A formula of matrices: what stands in it, how large, and what follows when it is exchanged."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from matrices import FONTS, covered, matrix
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from attnstudio.state.figures import Matrix
from attnstudio.state.message import Message
from attnstudio.ui import handle_view, theme
from attnstudio.ui.dial_plan import RING
from attnstudio.ui.figure import CLEAR, caption_labels
from attnstudio.ui.formula import FormulaView
from attnstudio.ui.formula_items import Choice
from attnstudio.ui.formula_widths import Detail, number_width
from attnstudio.ui.labels import Box
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.matrix_cells import picture, writing_of
from attnstudio.ui.matrix_drawing import NOTHING
from attnstudio.ui.titles import HIGHEST

LARGE = 1 / 3
ONE_LINE = ((),)
Views = dict[str, MatrixView]


@pytest.fixture(autouse=True)
def light(qapp: QApplication) -> Iterator[None]:
    theme.load_fonts(FONTS)
    theme.apply(qapp, theme.Look())
    yield
    theme.apply(qapp, theme.Look())


def product(queries: int = 2, keys: int = 3, **fields: Any) -> dict[str, Matrix]:
    """Return Q, K and scores of whole numbers."""
    rng = np.random.default_rng(0)
    query, key = rng.integers(-2, 3, (queries, 4)) * 1.0, rng.integers(-2, 3, (keys, 4)) * 1.0
    limits = {"limits": (-3.0, 3.0), "digits": 1}
    scores = {"limits": (-20.0, 20.0), "kind": "score", "title": Message("scores"), **fields}
    return {
        "query": matrix(query, name="query", kind="query", title=Message("Q"), **limits),
        "key": matrix(key, name="key", kind="key", title=Message("Kᵀ"), **limits),
        "scores": matrix(query @ key.T, name="scores", **scores),
    }


def formula_of(
    qtbot: QtBot, shown: dict[str, Matrix], size: QSize = QSize(1000, 500)  # noqa: B008
) -> tuple[FormulaView, Views]:  # fmt: skip
    views = {name: MatrixView(transposed=name == "key") for name in shown}
    formula = FormulaView((views["query"], "times", views["key"], "equals", views["scores"]), ONE_LINE)
    qtbot.addWidget(formula)
    for name, view in views.items():
        view.show_matrix(shown[name])
    formula.resize(size)
    formula.show()
    formula.show_signs({"times": Message("·"), "equals": Message("=")})
    return formula, views


def cell_height(view: MatrixView) -> float:
    return view.places().pitch.height()


def left_to_right(views: Views) -> list[str]:
    return sorted((name for name in views if views[name].isVisible()), key=lambda name: views[name].x())


def number_pixels(view: MatrixView) -> int:
    return picture(view.matrix, view.places(), writing_of(view.matrix, view.places())).pixels


def signs(formula: FormulaView) -> list[str]:
    return [str(placed.item) for _, placed in formula._written]


def test_what_is_no_longer_in_the_formula_is_hidden_and_comes_back_in_its_new_place(qtbot: QtBot) -> None:
    formula, views = formula_of(qtbot, product())
    assert left_to_right(views) == ["query", "key", "scores"]
    formula.set_items((views["scores"],), ONE_LINE)
    assert left_to_right(views) == ["scores"]
    assert signs(formula) == []
    assert formula.matrices == [views["scores"]]
    formula.set_items((views["key"], "times", views["query"], "equals", views["scores"]), ONE_LINE)
    assert left_to_right(views) == ["key", "query", "scores"]
    assert signs(formula) == ["times", "equals"]


def test_a_matrix_that_was_not_in_the_formula_stands_in_it_at_once(qtbot: QtBot) -> None:
    formula, views = formula_of(qtbot, product())
    other = MatrixView()
    other.show_matrix(matrix([[0.25, 0.75]]))
    formula.set_items((views["scores"], "softmax", other), ONE_LINE)
    assert other.parent() is formula
    assert other.isVisible()
    assert other.x() > views["scores"].x()
    assert formula.rect().contains(other.geometry())


def test_the_same_items_again_move_nothing(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    formula, views = formula_of(qtbot, product())
    laid_out: list[bool] = []
    monkeypatch.setattr(formula, "lay_out", lambda: laid_out.append(True))
    formula.set_items((views["query"], "times", views["key"], "equals", views["scores"]), ONE_LINE)
    assert laid_out == []


def test_matrices_without_numbers_do_not_show(qtbot: QtBot) -> None:
    formula, views = formula_of(qtbot, product())
    views["query"].show_matrix(NOTHING)
    formula.show_signs({})
    assert left_to_right(views) == ["key", "scores"]
    views["query"].show_matrix(product()["query"])
    formula.show_signs({})
    assert left_to_right(views) == ["query", "key", "scores"]


@pytest.mark.parametrize("name", theme.NAMES)
def test_cells_are_of_the_usual_size_at_the_most_until_they_may_be_larger(
    qtbot: QtBot, qapp: QApplication, name: str
) -> None:
    theme.apply(qapp, theme.Look(name))
    formula, views = formula_of(qtbot, product(1, 3), QSize(1400, 800))
    usual = theme.look().px(HIGHEST)
    assert cell_height(views["scores"]) <= usual
    assert formula.largest is None
    items = (views["query"], "times", views["key"], "equals", views["scores"])
    formula.set_items(items, ONE_LINE, largest=LARGE)
    assert formula.largest == LARGE
    assert 1.3 * usual < cell_height(views["scores"]) <= 800 / 3
    assert number_pixels(views["scores"]) > 1.4 * theme.look().font("cell").pixelSize()
    for view in views.values():
        assert formula.rect().contains(view.geometry())
    formula.set_items(items, ONE_LINE)
    assert cell_height(views["scores"]) <= usual


def test_two_matrices_alone_have_cells_of_a_third_of_the_height_and_numbers_three_times_as_large(qtbot: QtBot) -> None:
    formula, views = formula_of(qtbot, product(1, 3), QSize(1900, 620))
    formula.set_items((views["query"], "equals", views["scores"]), ONE_LINE, largest=LARGE)
    assert cell_height(views["scores"]) == 206
    assert number_pixels(views["scores"]) == 3 * theme.look().font("cell").pixelSize()


@pytest.mark.parametrize("many", [12, 40, 100])
def test_many_cells_fill_the_space_and_stay_inside(qtbot: QtBot, many: int) -> None:
    formula, views = formula_of(qtbot, product(many, many), QSize(1200, 700))
    usual = views["scores"].cells_rect().height()
    formula.set_items((views["scores"],), ONE_LINE, largest=LARGE)
    cells = views["scores"].cells_rect()
    assert cells.height() > max(usual, 0.6 * 700 if many != 40 else 0)
    assert formula.rect().contains(views["scores"].geometry())


def test_numbers_of_twelve_by_twelve_show_when_they_fill_the_space(qtbot: QtBot) -> None:
    formula, views = formula_of(qtbot, product(12, 12), QSize(1100, 600))
    formula.set_items((views["scores"],), ONE_LINE, largest=LARGE)
    assert number_pixels(views["scores"]) >= theme.look().font("small").pixelSize()


@pytest.mark.parametrize("flag", ["transposed", "row_labels_shown", "column_labels_shown"])
def test_the_formula_follows_what_is_turned_or_labelled_in_a_matrix(qtbot: QtBot, flag: str) -> None:
    formula, views = formula_of(qtbot, product(2, 5))
    before = views["scores"].geometry()
    setattr(views["scores"], flag, not getattr(views["scores"], flag))
    formula.show_signs({"times": Message("·"), "equals": Message("=")})
    assert views["scores"].geometry() != before
    more = views["scores"].size() - views["scores"].sizeHint()
    assert 0 <= min(more.width(), more.height()) <= max(more.width(), more.height()) <= 1


def test_labels_that_had_no_room_come_back_and_those_left_out_stay_out(qtbot: QtBot) -> None:
    formula, views = formula_of(qtbot, product(40, 40), QSize(300, 120))
    views["scores"].row_labels_shown = False
    assert views["scores"].places().column_labels.isEmpty()
    formula.resize(1400, 900)
    QApplication.processEvents()
    assert not views["scores"].places().column_labels.isEmpty()
    assert views["scores"].places().sheet.shown.row_labels is False


def test_notes_beside_the_rows_have_their_room_in_the_formula(qtbot: QtBot) -> None:
    formula, views = formula_of(qtbot, product())
    signed = {"times": Message("·"), "equals": Message("=")}
    before = views["scores"].width()
    views["scores"].show_matrix(product(row_notes=("Σ 0.79", ""))["scores"])
    formula.show_signs(signed)
    assert views["scores"].width() > before
    placed = views["scores"].geometry()
    views["scores"].show_matrix(product(row_notes=("Σ 0.80", ""))["scores"])
    formula.show_signs(signed)
    assert views["scores"].geometry() == placed  # no wider: nothing moves


def test_a_cover_moves_nothing(qtbot: QtBot) -> None:
    formula, views = formula_of(qtbot, product())
    before = views["scores"].geometry()
    views["scores"].show_matrix(covered(views["scores"].matrix))
    formula.show_signs({"times": Message("·"), "equals": Message("=")})
    assert views["scores"].geometry() == before


def test_more_digits_have_wider_cells_and_fractions_as_wide_ones_as_they_need(qtbot: QtBot, qapp: QApplication) -> None:
    formula, views = formula_of(qtbot, product())
    narrow = views["scores"].places().pitch.width(), views["query"].places().pitch.width()
    theme.apply(qapp, theme.Look(digits=6))
    QApplication.processEvents()
    assert views["scores"].places().pitch.width() > narrow[0]
    assert views["query"].places().pitch.width() == narrow[1]
    assert formula.rect().contains(views["scores"].geometry())
    plain = matrix([[0.5]])
    long = matrix([[0.5]], written=(("512/1024",),))
    look = theme.Look()
    assert number_width(long, Detail.FULL, look) > number_width(plain, Detail.FULL, look)
    assert number_width(long, Detail.FEWER, look) == number_width(plain, Detail.FEWER, look)


def test_signs_grow_with_the_cells_around_them(qtbot: QtBot) -> None:
    formula, views = formula_of(qtbot, product(1, 3), QSize(1400, 800))
    usual = {placed.pixels for _, placed in formula._written}
    items = (views["query"], "times", views["key"], "equals", views["scores"])
    formula.set_items(items, ONE_LINE, largest=LARGE)
    large = {placed.pixels for _, placed in formula._written}
    assert usual == {theme.look().font("heading").pixelSize()}
    assert min(large) > 1.4 * max(usual)


def test_a_formula_of_nothing_shows_nothing(qtbot: QtBot) -> None:
    formula, views = formula_of(qtbot, product())
    formula.set_items((), ONE_LINE)
    assert left_to_right(views) == []
    assert signs(formula) == []


def test_cells_that_are_high_enough_for_a_line_of_digits_have_their_numbers(qtbot: QtBot) -> None:
    formula, views = formula_of(qtbot, product(6, 6), QSize(1600, 150))
    line = theme.look().font("small").pixelSize() * 1.1 + 4
    heights = set()
    for height in range(150, 500, 7):
        formula.resize(1600, height)
        cell = cell_height(views["scores"])
        heights.add(cell >= line)
        assert (number_pixels(views["scores"]) > 0) == (cell >= line), height
    assert heights == {False, True}


def test_inputs_are_the_last_to_get_room_for_digits_that_they_do_not_need_now(qtbot: QtBot) -> None:
    values, weights = MatrixView(), MatrixView()
    values.show_matrix(matrix(np.eye(4), kind="value", limits=(-3, 3), digits=0, editable=True))
    weights.show_matrix(matrix(np.full((4, 4), 1 / 3), digits=3))
    formula = FormulaView((values, weights), ONE_LINE)
    qtbot.addWidget(formula)
    formula.show()
    found = set()
    for width in range(240, 440, 4):
        formula.resize(width, 140)
        shown = picture(weights.matrix, weights.places(), writing_of(weights.matrix, weights.places())).texts.values()
        texts = {static.text() for each in shown for _, _, static in each}
        found |= {(text, values.places().pitch.width() >= 35) for text in texts}
    assert found == {("0.33", False), ("0.333", False), ("0.333", True)}


@pytest.mark.parametrize("name", theme.NAMES)
def test_weights_keep_a_second_digit_where_room_is_scarce(qtbot: QtBot, qapp: QApplication, name: str) -> None:
    theme.apply(qapp, theme.Look(name))
    weights = MatrixView()
    weights.show_matrix(matrix(np.full((6, 6), 1 / 6), digits=3))
    formula = FormulaView((weights,), ONE_LINE)
    qtbot.addWidget(formula)
    formula.show()
    written = list[str]()
    for width in range(theme.look().px(400), theme.look().px(240), -4):
        formula.resize(width, theme.look().px(400))
        texts = picture(weights.matrix, weights.places(), writing_of(weights.matrix, weights.places())).texts.values()
        written += sorted({static.text() for each in texts for _, _, static in each})
    assert set(written) == {"0.167", "0.17"}


def test_the_first_choice_with_room_for_its_numbers_is_shown_else_the_last(qtbot: QtBot) -> None:
    formula, views = formula_of(qtbot, product(3, 3), QSize(1000, 300))
    told = list[int]()
    formula.chosen.connect(lambda: told.append(formula.choice))
    alone = Choice((views["scores"],), ONE_LINE, LARGE, {views["scores"]: (True, True)})
    bare = dict.fromkeys(views.values(), (False, False))
    formula.set_choices([Choice(tuple(views.values()), ONE_LINE, labels=bare), alone])
    assert left_to_right(views) == ["query", "key", "scores"]
    assert views["scores"].places().row_labels.width() == 0
    formula.resize(250, 150)
    assert left_to_right(views) == ["scores"]
    assert formula.largest == LARGE
    assert views["scores"].places().row_labels.width() > 0
    formula.resize(1000, 300)
    assert left_to_right(views) == ["query", "key", "scores"]
    assert told == [1, 0]


def test_of_choices_without_room_for_numbers_the_first_with_legible_colours_is_shown(qtbot: QtBot) -> None:
    formula, views = formula_of(qtbot, product(20, 20), QSize(1000, 700))
    formula.set_choices([Choice((views["query"], views["scores"]), ONE_LINE), Choice((views["scores"],), ONE_LINE)])
    assert left_to_right(views) == ["query", "scores"]
    formula.resize(300, 150)
    assert left_to_right(views) == ["scores"]


@pytest.mark.parametrize("many", [256, 512])
def test_cells_are_smaller_than_a_pixel_where_all_must_have_room(qtbot: QtBot, many: int) -> None:
    formula, views = formula_of(qtbot, product(many, many), QSize(600, 230))
    assert 0 < cell_height(views["scores"]) < 1
    for view in views.values():
        assert formula.rect().contains(view.geometry())
    assert views["scores"].cell_at(views["scores"].cell_rect(many - 1, many - 1).center()) == (many - 1, many - 1)
    assert not views["scores"].grab().isNull()


def test_small_numbers_with_a_sign_keep_a_second_digit_where_room_is_scarce() -> None:
    look = theme.Look()
    small = matrix([[-0.046]], kind="score", limits=(-1.0, 1.0), digits=3)
    large = matrix([[-4.6]], kind="score", limits=(-9.0, 9.0), digits=3)
    assert number_width(small, Detail.FEWER, look) > number_width(large, Detail.FEWER, look)


@pytest.mark.parametrize("high", [220, 520])
def test_captions_of_figures_end_above_the_frame_of_the_focus(high: int) -> None:
    area, look = Box(0, 0, 600, high), theme.Look()
    labels, height = caption_labels(Message("length of q × shadow"), area, look)
    assert labels[-1].box.bottom <= area.bottom - look.px(CLEAR) < area.bottom - 2.4
    assert height == pytest.approx(area.bottom - labels[0].box.top)


def test_labels_of_the_dial_leave_room_for_the_ring_around_a_handle() -> None:
    assert RING >= handle_view.RING + 2
