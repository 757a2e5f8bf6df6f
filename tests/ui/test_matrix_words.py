"""The words of a matrix: cells read out, notes, tooltips, and what is under the heading."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from matrices import FONTS, covered, matrix, view_of
from PySide6.QtCore import QPointF
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import QApplication

from attnstudio.state.message import Message
from attnstudio.ui import theme
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.matrix_words import cell_tip, heading_tip, note_tip, spoken, subtitle_of, table_description

SEVENTHS = (("4/7", "2/7", "1/7"),)
TURNED = {"subtitle": Message("rows sum to 1"), "turned_subtitle": Message("columns sum to 1")}


@pytest.fixture(autouse=True)
def light(qapp: QApplication) -> Iterator[None]:
    theme.load_fonts(FONTS)
    theme.apply(qapp, theme.Look())
    yield
    theme.apply(qapp, theme.Look())


def sevenths(**fields: Any) -> Any:
    return matrix(np.array([[4 / 7, 2 / 7, 1 / 7]]), written=SEVENTHS, **fields)


def test_a_fraction_is_said_as_it_is_written_and_with_all_its_digits() -> None:
    shown = sevenths()
    assert cell_tip(shown, 0, 0) == "4/7, 0.5714285714285714\nquery r0, key c0"
    assert spoken(shown, 0, 0) == "query r0, key c0: 4/7, 0.5714285714285714"


def test_what_is_written_as_its_digits_is_said_once_and_without_a_text_by_digits() -> None:
    shown = matrix([[1.0, 0.0, 0.25, 0.125]], written=(("1", "0", "1/4", ""),))
    assert [spoken(shown, 0, j).split(": ")[1] for j in range(4)] == ["1", "0", "1/4, 0.25", "0.13"]
    assert cell_tip(shown, 0, 3).startswith("0.125\n")


@pytest.mark.parametrize(("value", "words"), [(0.0, "masked, 0"), (3.2, "masked, 3.2"), (-0.25, "masked, −0.25")])
def test_a_masked_pair_whose_logit_is_a_number_says_both(value: float, words: str) -> None:
    shown = matrix([[value]], kind="score", blocked=np.array([[True]]))
    assert cell_tip(shown, 0, 0).startswith(f"{words}\n")
    assert spoken(shown, 0, 0).startswith(f"query r0, key c0: {words.partition(', ')[0]}, ")


def test_the_note_of_a_row_is_in_the_words_of_its_cells_and_has_a_tooltip() -> None:
    shown = matrix([[0.5, 0.25], [0.5, 0.5]], row_notes=(Message("Σ {sum}", {"sum": "0.75"}), ""))
    assert spoken(shown, 0, 1) == "query r0, key c1: 0.25; Σ 0.75"
    assert cell_tip(shown, 0, 1) == "0.25\nquery r0, key c1\nΣ 0.75"
    assert spoken(shown, 1, 1) == "query r1, key c1: 0.50"
    assert cell_tip(shown, 1, 1) == "0.5\nquery r1, key c1"
    assert (note_tip(shown, 0), note_tip(shown, 1)) == ("Σ 0.75\nquery r0", "")


def test_a_row_without_a_key_says_so_once() -> None:
    void = {"kind": "output", "void_rows": frozenset({0})}
    assert spoken(matrix([[0.0]], **void), 0, 0).endswith(": 0, no key allowed")
    assert spoken(matrix([[0.0]], **void, row_notes=("no key",)), 0, 0).endswith(": 0.00; no key")


@pytest.mark.parametrize("transposed", [False, True])
def test_the_tooltip_of_a_note_stands_where_the_note_is_drawn(transposed: bool) -> None:
    view = view_of(matrix(np.zeros((3, 3)), row_notes=("", "leak 0.21", "")), transposed=transposed)
    places = view.places()
    for i, tip in enumerate(("", "leak 0.21\nquery r1", "")):
        cell = view.cell_rect(i, 0).center()
        below = QPointF(cell.x(), places.column_notes.center().y())
        right = QPointF(places.row_notes.center().x(), cell.y())
        assert view.tip_at(below if transposed else right) == tip


def test_without_a_subtitle_the_shape_stands_there_as_it_is_drawn() -> None:
    shown = matrix(np.zeros((1, 4)))
    assert [subtitle_of(shown, transposed=turned) for turned in (False, True)] == ["1 × 4", "4 × 1"]
    view = view_of(shown)
    assert view.sheet.subtitle == "1 × 4"
    view.transposed = True
    assert view.sheet.subtitle == "4 × 1"
    assert view.tip_at(view.places().title.center()).startswith("4 × 1\n")


def test_a_turned_matrix_has_the_subtitle_for_it_and_without_one_keeps_its_own() -> None:
    assert subtitle_of(matrix([[1.0]], **TURNED), transposed=False) == "rows sum to 1"
    assert subtitle_of(matrix([[1.0]], **TURNED), transposed=True) == "columns sum to 1"
    assert subtitle_of(matrix([[1.0]], subtitle=Message("as stored")), transposed=True) == "as stored"
    view = view_of(matrix([[1.0]], **TURNED), transposed=True)
    view.show_matrix(matrix([[1.0]], **TURNED | {"turned_subtitle": Message("columns sum to 1 or 0")}))
    assert view.sheet.subtitle == "columns sum to 1 or 0"


def test_a_covered_matrix_says_so_everywhere_and_gives_no_range() -> None:
    shown = covered(matrix([[0.25, 0.75]], **TURNED))
    assert spoken(shown, 0, 0) == "query r0, key c0: covered"
    assert cell_tip(shown, 0, 0) == "covered\nquery r0, key c0"
    assert heading_tip(shown, transposed=True) == "columns sum to 1\ncovered"
    assert table_description(shown, transposed=False) == "rows sum to 1; covered; 1 row (query), 2 columns (key)"


def test_cells_are_read_with_the_digits_that_are_asked_for(qapp: QApplication) -> None:
    weights, query = matrix([[1 / 3]]), matrix([[1 / 3]], kind="query")
    theme.apply(qapp, theme.Look(digits=5))
    assert spoken(weights, 0, 0).endswith(": 0.33333")
    assert spoken(query, 0, 0).endswith(": 0.33")


def test_no_label_is_in_the_first_line_of_a_tooltip_that_has_a_note() -> None:
    shown = matrix([[0.5]], row_labels=("<b>x</b>",), column_labels=("<i>",), row_notes=("Σ 0.50",))
    for tip in (cell_tip(shown, 0, 0), note_tip(shown, 0)):
        assert not GuiQt.mightBeRichText(tip)


RIGHT_TO_LEFT = ("שלום", "עולם", "سلام", "GPT", "123")


@pytest.mark.parametrize("transposed", [False, True])
def test_V14_tokens_from_right_to_left_keep_their_order_and_their_place(transposed: bool) -> None:
    view: MatrixView = view_of(
        matrix(np.eye(5), row_labels=RIGHT_TO_LEFT, column_labels=RIGHT_TO_LEFT), transposed=transposed
    )
    labels = view.sheet.row_labels, view.sheet.column_labels
    assert labels == (RIGHT_TO_LEFT, RIGHT_TO_LEFT)
    left, over = view.places().row_labels, view.places().column_labels
    for index, token in enumerate(RIGHT_TO_LEFT):
        cell = view.places().cell_rect(index, index).center()
        for at in (QPointF(left.center().x(), cell.y()), QPointF(cell.x(), over.center().y())):
            assert view.tip_at(at).splitlines()[1].strip("\u2068\u2069") == token
