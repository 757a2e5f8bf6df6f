"""What a screen reader finds: a table with every cell in words."""

import gc
import math
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest
import shiboken6
from matrices import covered, matrix, view_of
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from attnstudio.state.message import Message
from attnstudio.ui import accessible
from attnstudio.ui.accessible import FigureSummary
from attnstudio.ui.card import Card
from attnstudio.ui.dial import DialView
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.note_text import NoteText
from tests.ui.figure_examples import summary, worked_dial

pytestmark = pytest.mark.usefixtures("qapp")
WORDS = ("the", "cat", "sat")
TEXT = QAccessible.Text


def table(view: QWidget) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(view)
    assert found is not None
    return found


def texts(widget: QWidget) -> list[str]:
    return [table(widget).text(kind) for kind in (TEXT.Name, TEXT.Description)]


def names(view: MatrixView) -> list[str]:
    found = table(view)
    return [found.child(index).text(TEXT.Name) for index in range(found.childCount())]


def weights(**fields: object) -> MatrixView:
    values = np.array([[1, 0, 0], [0.39, 0.61, 0.0], [0.1, math.nan, 0.3]])
    blocked = np.array([[False, True, True], [False, False, False], [False, False, False]])
    labels = {"row_labels": WORDS, "column_labels": WORDS, "subtitle": Message("rows sum to 1")}
    return view_of(matrix(values, **({"blocked": blocked} | labels | fields)))


def test_a_matrix_is_a_table_with_name_and_description() -> None:
    view = weights()
    found = table(view)
    assert found.role() == QAccessible.Role.Table
    assert found.text(TEXT.Name) == "weights"
    assert found.text(TEXT.Description) == "rows sum to 1; 3 rows (query), 3 columns (key)"
    assert found.childCount() == 9


@pytest.mark.parametrize("transposed", [False, True])
def test_every_cell_is_named_in_words_of_the_data_in_the_order_of_the_screen(transposed: bool) -> None:
    view = weights()
    view.transposed = transposed
    in_data_order = [
        "query the, key the: 1.00",
        "query the, key cat: masked, weight 0",
        "query the, key sat: masked, weight 0",
        "query cat, key the: 0.39",
        "query cat, key cat: 0.61",
        "query cat, key sat: 0.00",
        "query sat, key the: 0.10",
        "query sat, key cat: no value",
        "query sat, key sat: 0.30",
    ]
    expected = [name for start in range(3) for name in in_data_order[start::3]] if transposed else in_data_order
    assert names(view) == expected


def test_a_turned_matrix_is_described_as_it_is_on_the_screen() -> None:
    view = view_of(matrix(np.zeros((2, 3)), subtitle=Message("rows sum to 1")), transposed=True)
    assert table(view).text(TEXT.Description) == "rows sum to 1; 3 rows (key), 2 columns (query)"
    view.show_matrix(replace(view.matrix, turned_subtitle=Message("columns sum to 1")))
    assert table(view).text(TEXT.Description) == "columns sum to 1; 3 rows (key), 2 columns (query)"
    view.show_matrix(matrix(np.zeros((2, 3))))
    assert table(view).text(TEXT.Description) == "3 rows (key), 2 columns (query)"


def test_masked_logits_and_rows_without_keys_have_words() -> None:
    logits = view_of(matrix([[-np.inf]], kind="score", blocked=np.array([[True]])))
    assert names(logits) == ["query r0, key c0: masked, minus infinity"]
    output = view_of(matrix([[0.0]], kind="output", void_rows=frozenset({0})))
    assert names(output) == ["query r0, key c0: 0, no key allowed"]
    leaking = view_of(matrix([[0.25]], blocked=np.array([[True]])))
    assert names(leaking) == ["query r0, key c0: masked, weight 0.25"]


def test_a_covered_matrix_names_its_cells_and_no_numbers() -> None:
    view = weights()
    view.show_matrix(covered(view.matrix))
    assert set(names(view)) == {f"query {row}, key {column}: covered" for row in WORDS for column in WORDS}
    assert table(view).text(TEXT.Description) == "rows sum to 1; covered; 3 rows (query), 3 columns (key)"


@pytest.mark.parametrize("transposed", [False, True])
def test_cells_are_where_they_are_drawn(transposed: bool) -> None:
    view = weights()
    view.transposed = transposed
    found = table(view)
    for index in range(9):
        cell = found.child(index)
        row, column = divmod(index, 3)
        expected = (view.cell_rect(column, row) if transposed else view.cell_rect(row, column)).toRect()
        assert cell.rect().topLeft() == view.mapToGlobal(expected.topLeft())
        centre = cell.rect().center()
        assert found.indexOfChild(found.childAt(centre.x(), centre.y())) == index
        assert cell.role() == QAccessible.Role.Cell
        assert cell.childCount() == 0
    assert found.childAt(-5, -5) is None


def test_states_follow_focus_and_selection() -> None:
    view = weights(editable=True)
    view.show()
    QTest.qWaitForWindowExposed(view)
    view.activateWindow()
    view.setFocus()
    view.show_matrix(view.matrix, selected_row=1, focus_cell=(1, 2))
    found = table(view)
    states = [found.child(index).state() for index in range(9)]
    assert [index for index, state in enumerate(states) if state.focused] == [5]
    assert [index for index, state in enumerate(states) if state.selected] == [3, 4, 5]
    assert all(state.focusable and not state.readOnly for state in states)
    assert found.indexOfChild(found.focusChild()) == 5
    view.transposed = True
    states = [found.child(index).state() for index in range(9)]
    assert [index for index, state in enumerate(states) if state.focused] == [7]
    assert [index for index, state in enumerate(states) if state.selected] == [1, 4, 7]
    assert found.indexOfChild(found.focusChild()) == 7
    view.close()


def test_cells_are_made_once_and_tell_what_is_there_now() -> None:
    view = weights()
    found = table(view)
    first, last = found.child(0), found.child(8)
    view.show_matrix(matrix([[0.5, 0.25]]))
    assert found.childCount() == 2
    assert first.text(TEXT.Name) == "query r0, key c0: 0.50"
    assert not last.isValid()
    assert last.text(TEXT.Name) == ""
    assert last.state().invalid
    assert found.child(8) is None
    view.show_matrix(matrix(np.zeros((3, 3))))
    assert found.child(8) is last


class Listening(QAccessible):
    """A screen reader that notes what it is told."""

    active = True
    heard: ClassVar[list[tuple[QAccessible.Event, int]]] = []

    @staticmethod
    def isActive() -> bool:
        return Listening.active

    @staticmethod
    def updateAccessibility(event: QAccessibleEvent) -> None:
        Listening.heard.append((event.type(), event.child()))


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[QAccessible.Event, int]]:
    monkeypatch.setattr(accessible, "QAccessible", Listening)
    monkeypatch.setattr(Listening, "active", True)
    monkeypatch.setattr(Listening, "heard", [])
    return Listening.heard


def test_moving_announces_the_cell_where_a_reader_listens(heard: list[tuple[QAccessible.Event, int]]) -> None:
    view = weights()
    view.show()
    QTest.qWaitForWindowExposed(view)
    view.activateWindow()
    view.setFocus()
    heard.clear()
    view.set_focus_cell((1, 2))
    assert heard == [(QAccessible.Event.Focus, 5)]
    view.set_focus_cell((1, 2))
    view.transposed = True
    view.set_focus_cell((2, 1))
    assert heard[1:] == [(QAccessible.Event.Focus, 5)]
    Listening.active = False
    view.set_focus_cell((0, 0))
    assert len(heard) == 2
    view.close()


def test_a_view_that_is_gone_leaves_harmless_cells() -> None:
    view = weights()
    found = table(view)
    cells = [found.child(index) for index in range(9)]
    view.deleteLater()
    QApplication.sendPostedEvents(view, QEvent.Type.DeferredDelete.value)
    del view, found
    gc.collect()
    assert [cell.isValid() for cell in cells] == [False] * 9
    assert [cell.text(TEXT.Name) for cell in cells] == [""] * 9


def test_what_its_window_has_put_away_tells_nothing_until_it_stands_there_again() -> None:
    window, card = QWidget(), Card(Message("weights"))
    card.setParent(window)
    matrix_shown, dial, note = weights(), DialView(), NoteText(1)
    dial.show_dial(worked_dial())
    note.show_text("z moves by 2.13")
    for each in (matrix_shown, dial, note):
        each.setParent(card)
    note.hide()
    assert texts(note) == ["", ""]
    for each in (matrix_shown, dial, note):
        each.show()
    before = [texts(each) for each in (matrix_shown, dial, note)]
    assert [name for name, _ in before] == ["weights", "Key dial", "z moves by 2.13"]
    held = table(matrix_shown).child(4)
    card.hide()
    assert [texts(each) for each in (card, matrix_shown, dial, note)] == [["", ""]] * 4
    assert table(matrix_shown).childCount() == 0
    assert not held.isValid()
    assert held.text(TEXT.Name) == ""
    card.show()
    assert [texts(each) for each in (matrix_shown, dial, note)] == before
    assert held.text(TEXT.Name) == "query cat, key cat: 0.61"


def test_hundreds_of_views_come_and_go() -> None:
    for _ in range(200):
        view = weights()
        names(view)
        del view
    gc.collect()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not [widget for widget in QApplication.allWidgets() if isinstance(widget, MatrixView)]


def test_a_figure_has_its_name_and_without_data_its_tip() -> None:
    view = DialView()
    found = QAccessible.queryAccessibleInterface(view)
    assert found is not None
    assert found.text(TEXT.Name) == "Key dial"
    assert summary(view) == view.toolTip()
    assert found.role() == QAccessible.Role.Graphic


def test_a_reader_hears_that_a_figure_has_changed_and_only_then_are_words_made(
    heard: list[tuple[QAccessible.Event, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = DialView()
    with monkeypatch.context() as speechless:
        speechless.setattr(DialView, "_summary", None)
        view.show_dial(worked_dial(selected=1))
        view.show_dial(worked_dial(selected=1))
        view.show_dial(worked_dial(selected=2))
    assert [event for event, _ in heard] == [QAccessible.Event.DescriptionChanged] * 2
    Listening.active = False
    view.show_dial(worked_dial())
    assert len(heard) == 2
    assert summary(view) == "k1 0°, q·k1 = 1; k2 90°, q·k2 = 1; k3 60°, q·k3 = 1"


def test_a_figure_that_is_gone_leaves_a_silent_summary() -> None:
    view = DialView()
    view.show_dial(worked_dial())
    held = QAccessible.queryAccessibleInterface(view)
    assert held.text(TEXT.Description)
    view.deleteLater()
    QApplication.sendPostedEvents(view, QEvent.Type.DeferredDelete.value)
    del view
    gc.collect()
    assert not shiboken6.isValid(held) or held.text(TEXT.Description) == ""


def test_hundreds_of_figures_come_and_go() -> None:
    for _ in range(200):
        view = DialView()
        view.show_dial(worked_dial())
        assert summary(view)
        del view
    gc.collect()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not [widget for widget in QApplication.allWidgets() if isinstance(widget, DialView)]


def test_qt_gets_a_new_side_whenever_it_asks_again_since_it_deletes_every_one_it_was_given() -> None:
    for _ in range(20):
        view, button = DialView(), QPushButton()
        sides = [QAccessible.queryAccessibleInterface(view)]
        for slot in (view.repaint, view.summary, view.setFocus, view.lower):
            button.clicked.connect(slot)  # its class has another meta-object from here on
            sides.append(QAccessible.queryAccessibleInterface(view))
        assert len({shiboken6.getCppPointer(side)[0] for side in sides}) > 1
        shiboken6.delete(view)
        assert not any(map(shiboken6.isValid, sides))


def test_python_does_not_delete_what_qt_still_has() -> None:
    view = DialView()
    QAccessible.queryAccessibleInterface(view)
    gc.collect()
    side = QAccessible.queryAccessibleInterface(view)
    assert side.text(TEXT.Name) == "Key dial"
    assert isinstance(side, FigureSummary)
