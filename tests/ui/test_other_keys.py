"""A key with Ctrl, Alt or Meta is another key: a control that does not list it leaves its value and lets it go on."""

import inspect
import pkgutil
from collections.abc import Callable
from importlib import import_module

import numpy as np
import pytest
from handled import live_dial
from head_examples import cat_lines, grid_of, weights
from matrices import matrix, view_of
from operated import COMPONENT
from plot_examples import spread
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QTextEdit, QWidget
from pytestqt.qtbot import QtBot
from test_row_list import ranking
from test_thumbnails import Heard

from attnstudio import ui
from attnstudio.state.fields import Switch, Whole
from attnstudio.state.message import Message
from attnstudio.ui.answer_field import AnswerField
from attnstudio.ui.button import Button
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.choice import ListBox
from attnstudio.ui.code_view import CodeView
from attnstudio.ui.dial import DialView
from attnstudio.ui.guess_field import GuessField
from attnstudio.ui.guess_parts import OrderChips, OrderList
from attnstudio.ui.handle_field import HandleField, Part
from attnstudio.ui.head_grid import HeadGridView
from attnstudio.ui.lesson_list import LessonEntry
from attnstudio.ui.lesson_text import LessonText
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.matrix_editor import CellEditor
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.page_sheet import TextPage
from attnstudio.ui.plane import PlaneView
from attnstudio.ui.plot import PlotView
from attnstudio.ui.row_list import RowListView
from attnstudio.ui.side_splitter import SideSplitter
from attnstudio.ui.slider import NumberSlider
from attnstudio.ui.strip import StageStrip
from attnstudio.ui.switch import SwitchControl
from attnstudio.ui.whole import WholeControl
from attnstudio.ui.word_lines import WordLinesView
from attnstudio.ui.wrapped import WrappedRadio
from tests.ui.figure_examples import worked_points

KEY, CONTROL = Qt.Key, Qt.KeyboardModifier.ControlModifier
MODIFIERS = (CONTROL, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.MetaModifier)
PAGES = (KEY.Key_PageUp, KEY.Key_PageDown, KEY.Key_Up, KEY.Key_Down, KEY.Key_Return)
STEPS = (*PAGES, KEY.Key_Delete, KEY.Key_Backspace, KEY.Key_Space)
TOLD = (
    "edited", "stepped", "finished", "chosen", "activated", "toggled", "valueChanged", "committed", "closed", "clicked",
    "tip_moved", "point_moved", "cursor_moved", "changed", "currentIndexChanged", "splitterMoved", "opened", "left",
    "cover_toggled", "typing", "entered",
)  # fmt: skip


class Host(QWidget):
    """Stands in for the window: notes what keys reach it."""

    def __init__(self) -> None:
        super().__init__()
        self.reached: list[tuple[int, Qt.KeyboardModifier]] = []

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.reached.append((event.key(), event.modifiers()))


def dial(_: QWidget) -> QWidget:
    view = DialView()
    live_dial(view, [1.0, 0.0], [[1.0, 1.0], [0.0, 2.0]])
    return view


def plane(_: QWidget) -> QWidget:
    view = PlaneView()
    view.show_points(worked_points())
    return view


def rows(_: QWidget) -> QWidget:
    view = RowListView("choose")
    view.show_rows(ranking())
    return view


def grid(_: QWidget) -> QWidget:
    view = HeadGridView()
    view.show_grid(grid_of(weights(12, 12), selected=3))
    return view


def words(_: QWidget) -> QWidget:
    view = WordLinesView()
    view.show_lines(cat_lines())
    return view


def plot(_: QWidget) -> QWidget:
    view = PlotView()
    view.show_plot(spread())
    return view


def cells(_: QWidget) -> QWidget:
    view = view_of(matrix(np.eye(2), editable=True))
    view.set_focus_cell((0, 0))
    return view


def listed(_: QWidget) -> QWidget:
    box = ListBox()
    box.addItems(["one", "two", "three"])
    box.setCurrentIndex(1)
    return box


def chip(host: QWidget) -> QWidget:
    row = ChipRow("abc", name="letters")
    row.setParent(host)
    row.show_value(1)
    return row.chips[1]


def ordered(host: QWidget) -> QWidget:
    chips = OrderChips()
    chips.setParent(host)
    chips.show_row(matrix(np.eye(3)), 0)
    chips.show_order((0,))
    return chips.stop()


def ordered_list(host: QWidget) -> QWidget:
    chips = OrderChips()
    chips.setParent(host)
    chips.show_row(matrix(np.eye(3)), 0)
    chips.show_order((0,))
    shown = OrderList(chips)
    shown.follow()
    return shown


def splitter(host: QWidget) -> QWidget:
    made = SideSplitter(host)
    made.addWidget(QWidget())
    made.addWidget(QWidget())
    made.resize(400, 100)
    return made.handle(1)


def thumbnail(host: QWidget) -> QWidget:
    return Heard(host).buttons[0]


def answer(_: QWidget) -> QWidget:
    field = AnswerField()
    field.show_guess(0.5)
    return field


def guess(_: QWidget) -> QWidget:
    field = GuessField()
    field.show_guess(0.5)
    return field


def whole(host: QWidget) -> QWidget:
    control = WholeControl(Whole(label="n", help="", low=1, high=9))
    control.setParent(host)
    control.show_value(5)
    return control.field


def number(_: QWidget) -> QWidget:
    field = NumberField(COMPONENT)
    field.show_value(0.5)
    return field


CONTROLS: tuple[Callable[[QWidget], QWidget], ...] = (
    number, whole, answer, guess, listed, chip, ordered, ordered_list, dial, plane, rows, grid, words, plot, cells,
    splitter, thumbnail,
    lambda _: NumberSlider(COMPONENT),
    lambda _: SwitchControl(Switch(label="on", help="")),
    lambda host: CellEditor(host, -1, 1),
    lambda host: HandleField(host, [Part(0.5, -1, 1)], Message("a number")),
    lambda _: StageStrip([("one", "score"), ("two", "score")]),
    lambda _: LessonEntry(),
    lambda _: WrappedRadio("Yes"),
    lambda _: Button("Go", "Go on"),
    lambda _: LessonText("text"),
    lambda _: CodeView(),
)  # fmt: skip
LISTED = (
    (ListBox, Qt.KeyboardModifier.AltModifier, (KEY.Key_Up, KEY.Key_Down)),  # opens, as every list does
    (MatrixView, CONTROL, (KEY.Key_Space,)),
)


def signals_of(widget: QWidget) -> list[str]:
    """Return a list that grows with every signal of a control that tells of a change."""
    heard: list[str] = []
    parts = (widget, *(part for part in (widget.parentWidget(),) if part is not None))
    for part in parts:
        for name in TOLD:
            if (signal := getattr(part, name, None)) is not None and hasattr(signal, "connect"):
                signal.connect(lambda *_, name=name: heard.append(name))
    return heard


def sent(widget: QWidget, kind: QEvent.Type, key: Qt.Key, modifier: Qt.KeyboardModifier) -> bool:
    """Send a key as Qt does; return whether it was taken."""
    event = QKeyEvent(kind, key, modifier)
    event.setAccepted(kind == QEvent.Type.KeyPress)
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


@pytest.mark.parametrize("made", CONTROLS, ids=range(len(CONTROLS)))
def test_such_a_key_leaves_the_value_of_every_control_and_reaches_the_window(
    qtbot: QtBot, made: Callable[[QWidget], QWidget]
) -> None:
    host = Host()
    qtbot.addWidget(host)
    control = made(host)
    if control.window() is not host:
        control.setParent(host)
    host.resize(500, 400)
    host.show()
    control.show()
    control.setFocus()
    heard = signals_of(control)
    texts = isinstance(control, QLineEdit | QTextEdit)  # where other keys move and delete text
    keys_here = PAGES[:2] if texts else PAGES if isinstance(control, QAbstractSpinBox) else STEPS
    for modifier in MODIFIERS:
        for key in keys_here:
            if any(isinstance(control, one) and modifier == held and key in keys for one, held, keys in LISTED):
                continue
            assert not sent(control, QEvent.Type.ShortcutOverride, key, modifier)
            host.reached.clear()
            sent(control, QEvent.Type.KeyPress, key, modifier)
            assert heard == []
            assert host.reached == [(key, modifier)], (type(control).__name__, key, modifier)


def test_every_class_that_handles_keys_is_among_these_controls(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    known: set[type] = {TextPage}  # of a dialog
    for made in CONTROLS:
        control: QWidget | None = made(host)
        if control is not None and control.window() is not host:
            control.setParent(host)
        while control is not None:
            known.update(type(control).__mro__)
            control = control.parentWidget()
    modules = [import_module(f"{ui.__name__}.{found.name}") for found in pkgutil.iter_modules(ui.__path__)]
    classes = {one for module in modules for _, one in inspect.getmembers(module, inspect.isclass)}
    handling = {one for one in classes if one.__module__.startswith(ui.__name__) and "keyPressEvent" in vars(one)}
    handling |= {one for one in classes if "_action_of" in vars(one)}
    assert {one.__name__ for one in handling - known} == {"QuestionBox"}  # takes Enter of its answers: tested there
