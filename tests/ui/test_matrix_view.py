"""Mouse and keyboard on a matrix: pointing, moving, typing, pulling and painting."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matrices import FONTS, covered, matrix, view_of
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from attnstudio.state.figures import Cell, Matrix, frozen_float
from attnstudio.state.message import Message
from attnstudio.ui import theme
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.matrix_editor import typed_number
from attnstudio.ui.matrix_keys import following, moved, stepped
from attnstudio.ui.matrix_words import exact, visible

KEY, MOD = Qt.Key, Qt.KeyboardModifier
LEFT = Qt.MouseButton.LeftButton


class Stage(QWidget):
    """A window with a matrix between two fields; it notes what the matrix says and does what it asks."""

    def __init__(self, shown: Matrix, *, transposed: bool = False) -> None:
        super().__init__()
        self.before, self.after = QLineEdit(), QLineEdit()
        self.view = view_of(shown, transposed=transposed)
        layout = QVBoxLayout(self)
        for widget in (self.before, self.view, self.after):
            layout.addWidget(widget)
        self.said: list[tuple[Any, ...]] = []
        self.view.hovered.connect(lambda cell: self.said.append(("hovered", cell)))
        self.view.picked.connect(lambda i, j: self.said.append(("picked", (i, j))))
        self.view.cell_edited.connect(self._edit)
        self.view.edit_finished.connect(lambda: self.said.append(("edit finished",)))
        self.view.cell_painted.connect(self._paint)
        self.view.paint_finished.connect(lambda: self.said.append(("paint finished",)))
        self.view.paint_taken_back.connect(self._take_back)
        self.view.opened.connect(lambda: self.said.append(("opened",)))
        self.show()
        QTest.qWaitForWindowExposed(self)
        self.activateWindow()
        self.view.setFocus()
        self.said.clear()

    def _edit(self, i: int, j: int, value: float) -> None:
        self.said.append(("edited", (i, j), value))
        values = self.view.matrix.values.copy()
        values[i, j] = value
        self.view.show_matrix(replace(self.view.matrix, values=frozen_float(values)))

    def _take_back(self) -> None:
        self.said.append(("taken back",))
        self.view.show_matrix(self.before_paint)

    def _paint(self, i: int, j: int) -> None:
        self.said.append(("painted", (i, j)))
        self.before_paint = self.view.matrix
        blocked = self.view.matrix.blocked
        blocked = np.zeros(self.view.matrix.shape, dtype=bool) if blocked is None else blocked.copy()
        blocked[i, j] = not blocked[i, j]
        self.view.show_matrix(replace(self.view.matrix, blocked=blocked))

    def only(self, *names: str) -> list[tuple[Any, ...]]:
        return [said for said in self.said if said[0] in names]

    def point(self, i: int, j: int) -> QPoint:
        return self.view.cell_rect(i, j).center().toPoint()

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = MOD.NoModifier) -> None:
        QTest.keyClick(self.focusWidget() or self, key, modifier)

    def type(self, text: str) -> None:
        for character in text:
            target = self.focusWidget() or self
            press = QKeyEvent(QEvent.Type.KeyPress, 0, MOD.NoModifier, character)
            QApplication.sendEvent(target, press)

    def mouse(self, kind: QEvent.Type, at: QPoint, modifiers: Qt.KeyboardModifier = MOD.NoModifier) -> None:
        buttons = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else LEFT
        button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else LEFT
        where = QPointF(at)
        QApplication.sendEvent(
            self.view, QMouseEvent(kind, where, self.view.mapToGlobal(where), button, buttons, modifiers)
        )

    def drag(self, *path: QPoint) -> None:
        self.mouse(QEvent.Type.MouseButtonPress, path[0])
        for at in path[1:]:
            self.mouse(QEvent.Type.MouseMove, at)
        self.mouse(QEvent.Type.MouseButtonRelease, path[-1])


VALUES = np.arange(12.0).reshape(3, 4)


@pytest.fixture(autouse=True)
def light(qapp: QApplication) -> None:
    theme.load_fonts(FONTS)
    theme.apply(qapp, theme.Look())


StageOf = Callable[..., Stage]


@pytest.fixture
def stage_of() -> Iterator[StageOf]:
    stages = list[Stage]()

    def build(shown: Matrix, *, transposed: bool = False) -> Stage:
        stages.append(Stage(shown, transposed=transposed))
        return stages[-1]

    yield build
    for stage in stages:
        stage.close()
        stage.deleteLater()


@pytest.fixture
def plain(stage_of: StageOf) -> Stage:
    return stage_of(matrix(VALUES))


@pytest.fixture
def table(stage_of: StageOf) -> Stage:
    return stage_of(matrix(VALUES, kind="query", limits=(-3, 3), editable=True))


@pytest.fixture
def mask(stage_of: StageOf) -> Stage:
    return stage_of(matrix(VALUES, paintable=True))


# Pointing


def test_pointing_tells_the_cell_once_and_leaving_tells_none(plain: Stage) -> None:
    for at in (plain.point(1, 2), plain.point(1, 2) + QPoint(2, 2), plain.point(2, 3), QPoint(1, 1)):
        QTest.mouseMove(plain.view, at)
        QApplication.processEvents()
    assert plain.only("hovered") == [("hovered", (1, 2)), ("hovered", (2, 3)), ("hovered", None)]
    QTest.mouseMove(plain.view, plain.point(0, 0))
    QApplication.processEvents()
    QApplication.sendEvent(plain.view, QEvent(QEvent.Type.Leave))
    assert plain.said[-1] == ("hovered", None)


def test_a_click_picks_the_cell_of_the_data_however_it_lies(stage_of: StageOf) -> None:
    stage = stage_of(matrix(VALUES), transposed=True)
    QTest.mouseClick(stage.view, LEFT, pos=stage.point(2, 1))
    assert stage.only("picked") == [("picked", (2, 1))]
    assert stage.view.focus_cell == (2, 1)


def test_only_the_left_button_counts_and_no_menu_opens(plain: Stage) -> None:
    QTest.mouseClick(plain.view, Qt.MouseButton.RightButton, pos=plain.point(0, 0))
    assert plain.only("picked") == []
    assert QApplication.activePopupWidget() is None


def test_letting_go_elsewhere_picks_nothing(plain: Stage) -> None:
    plain.drag(plain.point(0, 0), plain.point(2, 2))
    assert plain.only("picked") == []


def wheel(view: MatrixView, at: QPoint) -> bool:
    event = QWheelEvent(
        QPointF(at), view.mapToGlobal(QPointF(at)), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton, MOD.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    event.setAccepted(True)
    QApplication.sendEvent(view, event)
    return event.isAccepted()


@pytest.mark.parametrize("name", ["plain", "table", "mask"])
def test_the_wheel_changes_nothing_and_goes_to_the_parent(name: str, request: pytest.FixtureRequest) -> None:
    stage: Stage = request.getfixturevalue(name)
    places = stage.view.places()
    assert not wheel(stage.view, stage.point(1, 1))
    assert stage.only("edited", "painted", "picked") == []
    assert stage.view.places() is places


# Keys


@pytest.mark.parametrize("transposed", [False, True])
def test_arrows_follow_the_screen(stage_of: StageOf, transposed: bool) -> None:
    stage = stage_of(matrix(VALUES), transposed=transposed)
    start = stage.view.cell_rect(0, 0).center()
    stage.key(KEY.Key_Right)
    right = stage.view.cell_rect(*stage.view.focus_cell).center()
    assert (right.x() > start.x(), right.y() == start.y()) == (True, True)
    stage.key(KEY.Key_Down)
    down = stage.view.cell_rect(*stage.view.focus_cell).center()
    assert (down.x() == right.x(), down.y() > right.y()) == (True, True)
    assert stage.only("hovered")[-1] == ("hovered", (1, 1))


def test_home_end_and_the_corners(plain: Stage) -> None:
    walk: list[tuple[Qt.Key, Qt.KeyboardModifier, Cell]] = [
        (KEY.Key_End, MOD.NoModifier, (0, 3)),
        (KEY.Key_Right, MOD.NoModifier, (0, 3)),
        (KEY.Key_End, MOD.ControlModifier, (2, 3)),
        (KEY.Key_Home, MOD.NoModifier, (2, 0)),
        (KEY.Key_Home, MOD.ControlModifier, (0, 0)),
        (KEY.Key_Up, MOD.NoModifier, (0, 0)),
    ]
    for key, modifier, cell in walk:
        plain.key(key, modifier)
        assert plain.view.focus_cell == cell


@given(
    rows=st.integers(1, 6),
    columns=st.integers(1, 6),
    keys=st.lists(st.sampled_from([KEY.Key_Up, KEY.Key_Down, KEY.Key_Left, KEY.Key_Right, KEY.Key_Home, KEY.Key_End])),
    control=st.booleans(),
)
def test_no_key_leaves_the_matrix(rows: int, columns: int, keys: list[Qt.Key], control: bool) -> None:
    cell = (0, 0)
    for key in keys:
        cell = moved(cell, key, control, rows, columns) or cell
        assert 0 <= cell[0] < rows
        assert 0 <= cell[1] < columns


def test_a_matrix_is_one_tab_stop(plain: Stage) -> None:
    plain.before.setFocus()
    plain.key(KEY.Key_Tab)
    assert plain.view.hasFocus()
    assert plain.only("hovered") == [("hovered", (0, 0))]
    plain.key(KEY.Key_Tab)
    assert plain.after.hasFocus()
    assert plain.only("hovered")[-1] == ("hovered", None)


@pytest.mark.parametrize("name", ["plain", "table"])
@pytest.mark.parametrize("modifier", [MOD.NoModifier, MOD.ControlModifier])
def test_space_picks_the_cell_with_the_keyboard(
    name: str, modifier: Qt.KeyboardModifier, request: pytest.FixtureRequest
) -> None:
    stage: Stage = request.getfixturevalue(name)
    stage.key(KEY.Key_Down)
    stage.key(KEY.Key_Space, modifier)
    assert stage.only("picked", "opened") == [("picked", (1, 0))]


@pytest.mark.parametrize("key", [KEY.Key_Return, KEY.Key_Enter])
@pytest.mark.parametrize("name", ["plain", "mask"])
def test_enter_opens_a_matrix_that_takes_no_numbers_once_however_long_it_is_held(
    key: Qt.Key, name: str, request: pytest.FixtureRequest
) -> None:
    stage: Stage = request.getfixturevalue(name)
    stage.key(key)
    assert stage.only("picked", "opened", "painted") == [("opened",)]
    again = QKeyEvent(QEvent.Type.KeyPress, key, MOD.NoModifier, "", True)
    QApplication.sendEvent(stage.view, again)
    assert stage.only("opened") == [("opened",)]


def test_enter_on_an_input_opens_its_cell_and_not_the_matrix(table: Stage) -> None:
    table.key(KEY.Key_Return)
    assert table.view.editor is not None
    assert table.only("opened") == []


def test_escape_and_unknown_keys_go_on_to_the_window(plain: Stage) -> None:
    for key in (KEY.Key_Escape, KEY.Key_N, KEY.Key_Delete, KEY.Key_5, KEY.Key_PageUp):
        event = QKeyEvent(QEvent.Type.KeyPress, key, MOD.NoModifier)
        QApplication.sendEvent(plain.view, event)
        assert not event.isAccepted(), key


@pytest.mark.parametrize(("name", "opens"), [("plain", False), ("table", True)])
def test_digits_go_to_a_cell_that_takes_them_and_else_to_shortcuts(
    name: str, opens: bool, request: pytest.FixtureRequest
) -> None:
    stage: Stage = request.getfixturevalue(name)
    fired = list[bool]()
    action = QAction("3", stage)
    action.setShortcut("3")
    action.triggered.connect(lambda: fired.append(True))
    stage.addAction(action)
    assert QTest.qWaitForWindowActive(stage)
    QTest.keyClick(stage.view, "3")
    assert (stage.view.editor is not None, fired) == (opens, [] if opens else [True])


def test_the_focus_ring_shows_only_with_the_focus(plain: Stage) -> None:
    with_focus = plain.view.grab().toImage()
    plain.after.setFocus()
    assert plain.view.grab().toImage() != with_focus


# Typing numbers


def test_typing_into_a_table(table: Stage) -> None:
    table.type("1,5")
    assert table.view.editor is not None
    table.key(KEY.Key_Tab)
    table.type("−2")
    table.key(KEY.Key_Tab)
    table.type(".25")
    table.key(KEY.Key_Return)
    edits = [((0, 0), 1.5), ((0, 1), -2.0), ((0, 2), 0.25)]
    assert table.only("edited", "edit finished") == [
        said for cell, value in edits for said in (("edited", cell, value), ("edit finished",))
    ]
    assert table.view.focus_cell == (0, 2)
    assert table.view.hasFocus()
    assert table.view.editor is None


@pytest.mark.parametrize("key", [KEY.Key_Return, KEY.Key_F2])
def test_enter_and_f2_open_the_number_itself_selected(table: Stage, key: Qt.Key) -> None:
    table.view.set_focus_cell((1, 2))
    table.key(key)
    editor = table.view.editor
    assert editor is not None
    assert (editor.text(), editor.selectedText()) == ("6", "6")
    assert editor.geometry().intersects(table.view.cell_rect(1, 2).toRect())
    assert table.view.rect().contains(editor.geometry())


def test_escape_leaves_the_number_as_it_was(table: Stage) -> None:
    table.type("7")
    table.key(KEY.Key_Escape)
    assert table.only("edited", "edit finished") == []
    assert table.view.editor is None
    assert table.view.hasFocus()
    assert table.isVisible()


@pytest.mark.parametrize("text", ["101", "-100.5", "1.2.3", "nan", "inf", "", "1_0", "1e999", "2x", "−", "1 000"])
def test_what_is_no_allowed_number_stays_with_the_allowed_range_beside_it(table: Stage, text: str) -> None:
    table.view.open_editor(text)
    editor = table.view.editor
    assert editor is not None
    table.key(KEY.Key_Return)
    assert table.view.editor is editor
    assert editor.message == "Type a number from −100 to 100."
    assert editor.accessibleDescription() == editor.message
    assert table.only("edited") == []
    editor.setText("4")
    editor.textEdited.emit("4")
    assert editor.message == ""
    table.key(KEY.Key_Return)
    assert table.only("edited") == [("edited", (0, 0), 4.0)]


def test_the_range_is_the_one_that_was_set(table: Stage) -> None:
    table.view.edit_range = (-0.5, 2.25)
    table.view.open_editor("3")
    table.key(KEY.Key_Return)
    assert table.view.editor is not None
    assert table.view.editor.message == "Type a number from −0.5 to 2.25."


def test_going_elsewhere_takes_a_number_and_drops_what_is_none(table: Stage) -> None:
    table.type("3")
    table.after.setFocus()
    assert table.only("edited") == [("edited", (0, 0), 3.0)]
    assert table.after.hasFocus()
    table.view.setFocus()
    table.type("-")
    table.before.setFocus()
    assert len(table.only("edited")) == 1
    assert table.view.editor is None


def test_tab_after_the_last_cell_leaves_the_matrix(table: Stage) -> None:
    table.key(KEY.Key_End, MOD.ControlModifier)
    table.type("1")
    table.key(KEY.Key_Tab)
    assert table.only("edited") == [("edited", (2, 3), 1.0)]
    assert table.after.hasFocus()


def test_shift_tab_goes_back(table: Stage) -> None:
    table.view.set_focus_cell((1, 0))
    table.type("1")
    table.key(KEY.Key_Backtab, MOD.ShiftModifier)
    assert table.view.focus_cell == (0, 3)


def test_delete_sets_zero_and_page_keys_step_in_one_gesture(table: Stage) -> None:
    table.view.set_focus_cell((0, 1))
    table.key(KEY.Key_Delete)
    table.key(KEY.Key_PageUp)
    table.key(KEY.Key_PageUp, MOD.ShiftModifier)
    table.key(KEY.Key_PageDown)
    values = [said[2] for said in table.only("edited")]
    assert values == [0.0, 0.1, 0.11, 0.01]
    assert len(table.only("edit finished")) == 4
    table.said.clear()
    for _ in range(3):
        QTest.keyPress(table.view, KEY.Key_PageUp)
    QTest.keyRelease(table.view, KEY.Key_PageUp)
    assert [said[0] for said in table.said] == ["edited"] * 3 + ["edit finished"]


def test_a_double_click_opens_the_cell(table: Stage) -> None:
    QTest.mouseDClick(table.view, LEFT, pos=table.point(2, 1))
    assert table.view.editor is not None
    assert table.view.editor.text() == "9"


def double_click(stage: Stage, at: QPoint) -> None:
    """Press, let go, press and let go, as a mouse does."""
    QTest.mouseClick(stage.view, LEFT, pos=at)
    QTest.mouseDClick(stage.view, LEFT, pos=at)
    stage.mouse(QEvent.Type.MouseButtonRelease, at)


def test_a_double_click_opens_a_matrix_that_takes_no_numbers_and_picks_once(plain: Stage) -> None:
    double_click(plain, plain.point(1, 1))
    assert plain.only("picked", "opened") == [("picked", (1, 1)), ("opened",)]


def test_a_double_click_in_a_mask_opens_it_and_leaves_the_mask_as_it_was(mask: Stage) -> None:
    double_click(mask, mask.point(1, 1))
    assert mask.only("opened") == [("opened",)]
    assert mask.said[-1] == ("opened",)
    assert mask.view.matrix.blocked is None
    assert mask.only("painted", "paint finished", "taken back") == [
        ("painted", (1, 1)), ("paint finished",), ("taken back",),
    ]  # fmt: skip


def test_a_double_click_whose_first_click_was_elsewhere_takes_no_paint_back(mask: Stage) -> None:
    QTest.mouseDClick(mask.view, LEFT, MOD.NoModifier, mask.point(1, 1))
    mask.said.clear()
    QTest.mouseDClick(mask.view, LEFT, MOD.NoModifier, mask.point(1, 1))
    assert mask.only("taken back", "opened") == [("opened",)]


@pytest.mark.parametrize("name", ["plain", "table", "mask"])
def test_a_double_click_on_the_heading_opens_any_matrix(name: str, request: pytest.FixtureRequest) -> None:
    stage: Stage = request.getfixturevalue(name)
    double_click(stage, stage.view.places().title.center().toPoint())
    assert stage.said == [("opened",)]
    assert stage.view.editor is None


def test_a_double_click_of_another_button_is_for_the_parent(plain: Stage) -> None:
    at = QPointF(plain.point(1, 1))
    right = Qt.MouseButton.RightButton
    event = QMouseEvent(QEvent.Type.MouseButtonDblClick, at, at, right, right, MOD.NoModifier)
    QApplication.sendEvent(plain.view, event)
    assert not event.isAccepted()
    assert plain.only("opened") == []


def test_pulling_a_number_up_adds_and_is_one_gesture(table: Stage) -> None:
    start = table.point(1, 1)
    table.drag(start, start - QPoint(0, 20), start - QPoint(0, 40))
    assert [said for said in table.said if said[0] != "hovered"] == [
        ("edited", (1, 1), 5.5), ("edited", (1, 1), 6.0), ("edit finished",),
    ]  # fmt: skip
    table.said.clear()
    table.drag(start, start + QPoint(1, 1))
    assert table.only("edited", "picked") == [("picked", (1, 1))]


def test_a_matrix_that_shrinks_closes_the_field_and_keeps_the_keyboard_inside(table: Stage) -> None:
    table.view.set_focus_cell((2, 3))
    table.view.open_editor()
    table.view.show_matrix(matrix(np.zeros((2, 2)), editable=True))
    assert table.view.editor is None
    assert table.view.focus_cell == (1, 1)


def test_a_matrix_that_changes_its_other_numbers_keeps_the_field_open(table: Stage) -> None:
    table.type("12")
    values = VALUES + 1
    values[0, 0] = VALUES[0, 0]
    table.view.show_matrix(matrix(values, editable=True))
    assert table.view.editor is not None
    assert table.view.editor.text() == "12"


@pytest.mark.parametrize(
    "after",
    [
        matrix(VALUES + 1, editable=True),
        matrix(VALUES, editable=True, row_labels=("the", "dog", "sat")),
        matrix(VALUES, editable=True, column_labels=("a", "b", "c", "d")),
        matrix(VALUES, editable=True, name="query"),
        matrix(VALUES, editable=False),
    ],
    ids=["number", "row labels", "column labels", "name", "not editable"],
)
def test_a_matrix_whose_cell_is_another_closes_the_field_and_takes_nothing(table: Stage, after: Matrix) -> None:
    table.type("12")
    table.view.show_matrix(after)
    assert table.view.editor is None
    table.after.setFocus()
    assert table.only("edited") == []
    assert table.view.matrix is after


def test_fifty_fields_leave_nothing_behind(table: Stage) -> None:
    for _ in range(50):
        table.view.open_editor("x")
        table.key(KEY.Key_Return)
        table.key(KEY.Key_Escape)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert table.view.children() == []


@given(st.floats(-100, 100))
def test_every_number_is_read_back_as_it_is_written(number: float) -> None:
    assert typed_number(exact(number), -100, 100) == number
    assert typed_number(exact(number).replace(".", ","), -100, 100) == number


@given(st.text(alphabet="0123456789.,-−+e ", max_size=8))
def test_a_typed_number_is_inside_or_refused(text: str) -> None:
    number = typed_number(text, -3, 3)
    assert number is None or -3 <= number <= 3


def test_steps_are_whole_and_stop_at_the_limits() -> None:
    assert stepped(0.1, 2, 0.1, (-1, 1)) == 0.3
    assert stepped(0.95, 1, 0.1, (-1, 1)) == 1
    assert stepped(-0.95, -1, 0.1, (-1, 1)) == -1


def test_following_goes_in_reading_order() -> None:
    assert [following((0, 1), by, 2, 2) for by in (-2, -1, 1, 2, 3)] == [None, (0, 0), (1, 0), (1, 1), None]


# Painting masks


def test_a_click_turns_one_cell_and_picks_it(mask: Stage) -> None:
    QTest.mouseClick(mask.view, LEFT, pos=mask.point(1, 1))
    assert mask.only("painted", "paint finished", "picked") == [
        ("painted", (1, 1)), ("paint finished",), ("picked", (1, 1)),
    ]  # fmt: skip


def test_space_turns_one_cell_and_control_space_picks_it(mask: Stage) -> None:
    mask.key(KEY.Key_Right)
    mask.key(KEY.Key_Space)
    assert mask.only("painted", "paint finished", "picked") == [("painted", (0, 1)), ("paint finished",)]
    mask.said.clear()
    mask.key(KEY.Key_Space, MOD.ControlModifier)
    assert mask.said == [("picked", (0, 1))]


def test_a_drag_paints_each_cell_once_to_the_state_of_the_first(mask: Stage) -> None:
    mask.drag(mask.point(0, 2), mask.point(0, 2))
    mask.said.clear()
    mask.drag(mask.point(0, 0), mask.point(0, 1), mask.point(0, 3), mask.point(0, 0))
    assert mask.only("painted", "paint finished", "picked") == [
        ("painted", (0, 0)), ("painted", (0, 1)), ("painted", (0, 3)), ("paint finished",),
    ]  # fmt: skip
    assert mask.view.matrix.blocked is not None
    assert mask.view.matrix.blocked[0].all()
    mask.said.clear()
    mask.drag(mask.point(0, 3), mask.point(2, 3), mask.point(0, 0))
    painted = {said[1] for said in mask.only("painted")}
    assert (0, 3) in painted
    assert all(i == 0 for i, _ in painted)  # cells that were open stay open


def test_a_quick_drag_skips_no_cell(mask: Stage) -> None:
    mask.drag(mask.point(1, 0), mask.point(1, 3))
    assert {said[1] for said in mask.only("painted")} == {(1, j) for j in range(4)}


# Turning rows into columns


def on_screen(stage: Stage, row: int, column: int) -> QPoint:
    """Return the middle of a cell counted on the screen."""
    return stage.view.places().cell_rect(row, column).center().toPoint()


def test_the_keyboard_stays_on_its_cell_of_the_data_when_rows_become_columns(table: Stage) -> None:
    table.view.set_focus_cell((1, 2))
    size = table.view.sizeHint()
    table.view.transposed = True
    assert table.view.sizeHint() != size
    assert table.view.focus_cell == (1, 2)
    table.key(KEY.Key_Down)
    assert table.view.focus_cell == (1, 3)
    table.key(KEY.Key_End)
    assert table.view.focus_cell == (2, 3)
    table.key(KEY.Key_Home, MOD.ControlModifier)
    table.key(KEY.Key_Right)
    assert table.view.focus_cell == (1, 0)
    table.view.transposed = False
    table.key(KEY.Key_Right)
    assert table.view.focus_cell == (1, 1)


def test_an_open_field_goes_with_its_cell_when_rows_become_columns(table: Stage) -> None:
    table.view.set_focus_cell((0, 3))
    table.type("1")
    table.view.transposed = True
    table.view.resize(table.view.sizeHint())
    editor = table.view.editor
    assert editor is not None
    assert editor.geometry().contains(on_screen(table, 3, 0))
    table.key(KEY.Key_Tab)
    table.type("2")
    table.key(KEY.Key_Return)
    assert table.only("edited") == [("edited", (0, 3), 1.0), ("edited", (1, 3), 2.0)]


def test_pointing_clicking_and_pulling_follow_the_screen_of_a_turned_matrix(stage_of: StageOf) -> None:
    stage = stage_of(matrix(VALUES, kind="query", limits=(-3, 3), editable=True), transposed=True)
    QTest.mouseMove(stage.view, on_screen(stage, 3, 1))
    QApplication.processEvents()
    assert stage.only("hovered")[-1] == ("hovered", (1, 3))
    QTest.mouseClick(stage.view, LEFT, pos=on_screen(stage, 2, 0))
    assert stage.only("picked") == [("picked", (0, 2))]
    start = on_screen(stage, 3, 2)
    stage.drag(start, start - QPoint(0, 40))
    assert stage.only("edited") == [("edited", (2, 3), 12.0)]


def test_a_stroke_over_a_turned_mask_paints_what_it_crosses_on_the_screen(stage_of: StageOf) -> None:
    stage = stage_of(matrix(VALUES, paintable=True), transposed=True)
    stage.drag(on_screen(stage, 1, 0), on_screen(stage, 1, 2))
    assert [said[1] for said in stage.only("painted")] == [(0, 1), (1, 1), (2, 1)]


# Covers, labels, tooltips


def test_a_covered_matrix_takes_no_numbers_and_no_paint_and_tells_none(stage_of: StageOf) -> None:
    open_to_all = matrix(VALUES * 1.0625, editable=True, paintable=True)
    stage = stage_of(open_to_all)
    stage.view.open_editor()
    stage.view.show_matrix(covered(open_to_all))
    assert stage.view.editor is None
    stage.type("3")
    stage.key(KEY.Key_Delete)
    start = stage.point(1, 1)
    stage.drag(start, start - QPoint(0, 40))
    assert stage.view.editor is None
    assert stage.only("edited", "painted") == []
    for i, j in np.ndindex(3, 4):
        assert stage.view.tip_at(stage.view.cell_rect(i, j).center()) == f"covered\nquery r{i}, key c{j}"


def test_the_cells_of_a_covered_matrix_are_picked_and_it_opens(stage_of: StageOf) -> None:
    stage = stage_of(covered(matrix(VALUES, editable=True, paintable=True)))
    QTest.mouseClick(stage.view, LEFT, pos=stage.point(2, 1))
    stage.key(KEY.Key_Space)
    stage.key(KEY.Key_Return)
    assert stage.only("picked", "opened") == [("picked", (2, 1)), ("picked", (2, 1)), ("opened",)]
    stage.said.clear()
    double_click(stage, stage.point(0, 0))
    assert stage.only("picked", "opened") == [("picked", (0, 0)), ("opened",)]


ODD = ("<s>", "</s>", "<b>x</b>", "<img src=/etc/hostname>", "a&b", "&lt;", "[CLS]", "Ġworld", "GPT")


def test_V16_tooltips_are_plain_and_letter_for_letter() -> None:
    shown = matrix(np.full((9, 9), 1 / 3), row_labels=ODD, column_labels=ODD)
    view = view_of(shown)
    for i, j in np.ndindex(9, 9):
        tip = view.tip_at(view.cell_rect(i, j).center())
        assert tip == f"0.3333333333333333\nquery {ODD[i]}, key {ODD[j]}"
        assert not GuiQt.mightBeRichText(tip)
    for i, label in enumerate(ODD):
        row = QPointF(view.cells_rect().left() - 10, view.cell_rect(i, 0).center().y())
        column = QPointF(view.cell_rect(0, i).center().x(), view.places().column_labels.center().y())
        assert (view.tip_at(row), view.tip_at(column)) == (f"query\n{label}", f"key\n{label}")
        assert not GuiQt.mightBeRichText(view.tip_at(row))
    turned = view_of(shown, transposed=True)
    row = QPointF(turned.cells_rect().left() - 10, turned.cell_rect(0, 2).center().y())
    assert turned.tip_at(row) == "key\n<b>x</b>"


def test_V02_V19_the_heading_states_the_range_of_the_colours_and_cells_agree() -> None:
    for kind, limits, values, stated in (
        ("weight", (0, 1), [[0.25, 0.75]], "colours from 0 to 1"),
        ("score", (-4.25, 4.25), [[-4.25, 1.0]], "colours from −4.25 to 4.25"),
    ):
        view = view_of(matrix(values, kind=kind, limits=limits, subtitle=Message("one row")))
        heading = view.places().title.center()
        assert view.tip_at(heading) == f"one row\n{stated}"
        for j, value in enumerate(values[0]):
            assert view.tip_at(view.cell_rect(0, j).center()).startswith(exact(value) + "\n")
        view.show_matrix(covered(view.matrix))
        assert view.tip_at(heading) == "one row\ncovered"


@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("\n", "⏎"), (" ", "␣"), (" cat", "␣cat"), ("a b", "a b"), ("", "∅"), ("\t", "⇥"), ("a\nb", "a⏎b"),
        ("\x00", "␀"), ("\u202eabc", "⟨202E⟩abc"), ("\u00a0", "·"), ("שלום", "שלום"), ("Ċ", "Ċ"), ("  ", "␣␣"),
    ],
)  # fmt: skip
def test_V13_labels_show_what_has_no_ink(label: str, shown: str) -> None:
    assert visible(label) == shown


def test_V14_hebrew_does_not_turn_the_words_around_it() -> None:
    view = view_of(matrix([[1.0]], row_labels=("שלום",), column_labels=("GPT",)))
    assert view.tip_at(view.cell_rect(0, 0).center()) == "1\nquery \u2068שלום\u2069, key GPT"
