"""Plots with axes: what they show, say and tell, whatever numbers come and whoever turns a wheel over them."""

import math
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from pictures import pixels, redrawn
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent, QImage, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from attnstudio.state.figures import frozen_float
from attnstudio.state.message import Message
from attnstudio.state.plots import Axis, Plot
from attnstudio.ui import plot as plot_module
from attnstudio.ui.plot import PlotView
from attnstudio.ui.plot_rows import apart
from attnstudio.ui.render import Caption, pdf, picture, svg
from attnstudio.ui.table_sheet import TableSheet
from attnstudio.ui.theme import look
from tests.ui.figure_examples import SIZES, THEMES, dressed, overlapping, painted, summary
from tests.ui.handled import SHIFT, double_click, key, mouse, move, press, release
from tests.ui.plot_examples import ROOTS, SPREAD, X, constant, curves, histogram, quartiles, series, spread
from tests.ui.test_figure import labels_in, miniature
from tests.ui.test_key_uses import listed, taken
from tests.ui.test_painted import svg_of, texts_in

PLOTS = {"curves": spread, "band": quartiles, "bars": histogram}


@pytest.fixture
def view(qtbot) -> PlotView:
    made = PlotView()
    qtbot.addWidget(made)
    made.resize(330, 220)
    made.show_plot(spread())
    return made


def shown(qtbot, plot: Plot) -> PlotView:
    made = PlotView()
    qtbot.addWidget(made)
    made.resize(430, 300)
    made.show_plot(plot)
    made.told = []
    made.cursor_moved.connect(made.told.append)
    made.moved_finished.connect(lambda: made.told.append("end"))
    made.opened.connect(lambda: made.told.append("opened"))
    return made


def follow(view: PlotView) -> None:
    """Have a plot follow its cursor, as the panel does."""
    view.cursor_moved.connect(lambda x: view.show_plot(spread(x)))


def place_of(view: PlotView, x: float) -> tuple[float, float]:
    frame = view.plan().frame
    return frame.left + frame.width * math.log2(x) / 10, frame.centre[1]


def texts(view: PlotView) -> list[str]:
    return texts_in(svg_of(view))


def test_the_module_loads_no_pyqtgraph_before_a_plot_is_made():
    code = "import sys, attnstudio.ui.plot; print('pyqtgraph' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_curves_say_title_axes_readings_and_the_ends_of_their_lines(view):
    found = texts(view)
    for text in ("Spread of the logits", "d_k", "standard deviation", "closed form", "÷ 1", "÷ √d_k", "÷ 1: 8", "64"):
        assert text in found, text


def test_a_histogram_says_title_axes_and_what_its_curve_is(qtbot):
    found = texts(shown(qtbot, histogram()))
    for text in ("q·k", "share per bin", "normal curve", "−30", "0", "30", "0.2"):
        assert text in found, text


@pytest.mark.parametrize("name", PLOTS)
def test_files_have_real_text_no_bitmap_and_the_look_of_the_screen(qtbot, qapp, name):
    view = shown(qtbot, PLOTS[name]())
    with dressed(qapp, "light"):
        data, seen = svg(view, Caption()), pixels(picture(view))
        page = pdf(view, Caption())
    assert not re.search(rb"<(image|pattern)\b", data)
    assert not re.search(rb"/Subtype\s*/Image", page)
    assert set(re.findall(r'font-family="([^",]*)', data.decode())) == {"DejaVu Sans"}
    off = np.abs(pixels(redrawn(data)) - seen).max(axis=2)
    assert off.mean() < 3
    assert (off > 128).mean() < 0.01


def test_it_is_painted_the_same_with_a_window_and_without(qtbot, view):
    before = painted(view, (330, 220))
    with qtbot.waitExposed(view):
        view.show()
    view.grab()
    assert painted(view, (330, 220)) == before


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", PLOTS)
def test_texts_neither_overlap_nor_leave_the_plot_at_any_size(qtbot, qapp, theme, name):
    view = shown(qtbot, PLOTS[name]())
    with dressed(qapp, theme):
        for size in (*SIZES, (210, 150), (330, 220), (1100, 600)):
            view.resize(*size)
            boxes = [label.box for label in labels_in(view.plan())]
            assert not overlapping(boxes), size
            assert all(
                b.left >= -1 and b.top >= -0.5 and b.right <= size[0] + 1 and b.bottom <= size[1] + 0.5 for b in boxes
            )
            assert view.plan().frame.height > 0.2 * size[1]


def test_labels_at_the_ends_of_lines_that_meet_are_moved_apart(qtbot):
    view = shown(qtbot, curves(series(ROOTS), series(ROOTS * 1.01, "÷ d_k", "scaled")))
    ends = [label.box for label in labels_in(view.plan()) if label.text in ("÷ 1", "÷ d_k")]
    assert len(ends) == 2
    assert not overlapping(ends)
    assert apart([10, 11, 90], 10, 0, 100) == [5.5, 15.5, 90]
    assert apart([99, 98], 10, 0, 100) == [100, 90]
    assert apart([], 10, 0, 100) == []


@pytest.mark.parametrize("theme", THEMES)
def test_colours_and_sizes_follow_the_theme(view, qapp, theme):
    with dressed(qapp, theme):
        image = painted(view, (600, 400))
        frame, style = view.plan().frame, look()
        at_end = image.pixelColor(round(frame.left + 0.8 * frame.width), round(frame.bottom - 0.25 * frame.height))
        assert max(label.box.height for label in labels_in(view.plan())) >= (18 if theme == "projector" else 14)
    wanted = {style.colour("weight").name(), style.colour("text").name()}  # the line, or a dot of its closed form
    assert at_end.name() in wanted


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_v07_numbers_that_are_none_leave_a_note_and_the_next_good_ones_draw_normally(view, value):
    good = painted(view, (330, 220))
    view.show_plot(constant(value))
    assert view.plan().empty
    assert "There are no numbers to draw." in texts(view)
    assert "no numbers to draw" in summary(view)
    painted(view, (330, 220))
    view.show_plot(spread())
    assert painted(view, (330, 220)) == good


def test_v07_one_series_without_numbers_is_named_and_the_other_is_drawn(view):
    view.show_plot(curves(series(ROOTS), series(np.full(11, math.nan), "÷ d_k", "scaled")))
    found = texts(view)
    assert "÷ d_k: no numbers to draw" in found
    assert "÷ 1" in found
    assert "÷ d_k" not in found


@pytest.mark.parametrize("limits", [(8e15, 8e15), (0.0, 1e16), (0.0, 1.0)])
def test_v08_a_huge_constant_has_a_readable_axis(view, limits):
    view.show_plot(constant(8e15, Axis(Message("spread"), limits)))
    frame, plan = view.plan().frame, view.plan()
    ticks = [text for text in texts(view) if "×" in text or limits[1] == 1]
    assert len(set(ticks)) > 1
    dot = plan.dots[0]
    assert frame.top - 0.01 <= dot[2] <= frame.bottom + 0.01


def test_v09_neither_wheel_nor_drag_changes_the_axes_and_new_data_is_in_view(qtbot):
    for plot in (spread(), histogram()):
        view = shown(qtbot, plot)
        before = view.plan()
        place = QPointF(200, 150)
        turn = QWheelEvent(place, place, QPoint(0, 120), QPoint(0, 120), Qt.MouseButton.NoButton,
                           Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False)  # fmt: skip
        QApplication.sendEvent(view, turn)
        assert not turn.isAccepted()  # it scrolls what the plot stands in
        press(view, 200, 150)
        move(view, 260, 90)
        release(view, 260, 90)
        assert view.plan() == before
    view.show_plot(spread(128.0))
    assert view.plan().frame.left < view.plan().cursor < view.plan().frame.right


def test_v10_there_is_no_menu_of_the_axes(view):
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(150, 120), QPoint(150, 120))
    QApplication.sendEvent(view, event)
    assert not any(isinstance(w, QMenu) and w.isVisible() for w in QApplication.topLevelWidgets())
    assert view.findChildren(QWidget) == []  # nothing of pyqtgraph that could take an event


def test_a_click_and_a_drag_move_the_cursor_and_end_once(qtbot):
    view = shown(qtbot, spread())
    follow(view)
    press(view, *place_of(view, 256))
    assert view.told == [pytest.approx(256)]
    move(view, *place_of(view, 16))
    move(view, 0, 0)
    release(view, 0, 0)
    assert view.told[1:] == [pytest.approx(16), 1.0, "end"]


def test_a_press_far_from_the_frame_or_on_a_histogram_moves_nothing(qtbot):
    view = shown(qtbot, spread())
    press(view, 3, 3)
    release(view, 3, 3)
    bars = shown(qtbot, histogram())
    press(bars, 200, 150)
    release(bars, 200, 150)
    assert view.told == bars.told == []


def test_arrows_go_to_marked_places_shift_by_one_and_home_and_end_to_the_ends(qtbot):
    view = shown(qtbot, spread())
    follow(view)
    key(view, Qt.Key.Key_Right)
    key(view, Qt.Key.Key_Down, times=2)
    key(view, Qt.Key.Key_Up, SHIFT)
    key(view, Qt.Key.Key_Home)
    key(view, Qt.Key.Key_Left)
    key(view, Qt.Key.Key_End)
    assert view.told == [128.0, "end", 64.0, 32.0, "end", 33.0, "end", 1.0, "end", 1024.0, "end"]


def test_the_keys_that_are_listed_are_those_that_are_taken(qtbot):
    view = shown(qtbot, spread())
    assert {*listed(plot_module.KEYS) - {plot_module.TABLE}, Qt.Key.Key_Return, Qt.Key.Key_Enter} == taken(
        view, QEvent.Type.ShortcutOverride
    )


def test_a_double_click_opens_the_plot_and_leaves_the_cursor_where_it_was(qtbot):
    view = shown(qtbot, spread())
    follow(view)
    x, y = place_of(view, 256)
    press(view, x, y)
    release(view, x, y)
    double_click(view, x, y)
    mouse(view, QEvent.Type.MouseButtonRelease, x, y)
    assert view.shown.plot.cursor == 64.0
    assert view.told[-1] == "opened"
    key(view, Qt.Key.Key_Return)
    assert view.told.count("opened") == 2


@pytest.mark.parametrize("plot", [histogram(covered=True), replace(spread(), covered=True)])
def test_a_covered_plot_shows_its_title_and_a_question_mark_alone(qtbot, plot):
    view = shown(qtbot, plot)
    assert sorted(texts(view)) == sorted([str(plot.title), "?"])
    assert summary(view) == f"{plot.title}: covered"
    assert {text for row in view.table().rows for text in row} == {"covered"}
    assert view.tip_at(QPointF(200, 150)) == ""
    press(view, 200, 150)
    key(view, Qt.Key.Key_Right)
    assert view.told == []


def test_the_same_plot_again_draws_nothing_new(view, monkeypatch):
    changes = []
    monkeypatch.setattr(view, "update", lambda: changes.append(True))
    view.show_plot(view.shown.plot)
    view.show_plot(spread())
    assert changes == []
    view.show_plot(spread(128.0))
    view.show_plot(spread(128.0), spread(64.0))
    view.show_plot(replace(spread(128.0), series=(series(ROOTS), series(2 * ROOTS))), spread(64.0))
    assert changes == [True] * 3


def test_a_miniature_has_shapes_without_text_inside_its_place(view):
    rect = QRectF(20, 30, 120, 70)
    image = miniature(view, rect)
    inked = [(x, y) for x in range(200) for y in range(120) if image.pixelColor(x, y).alpha()]
    assert len(inked) > 100
    assert all(rect.adjusted(-2, -2, 2, 2).contains(x, y) for x, y in inked)
    view.show_plot(constant(2.0))
    assert miniature(view, rect) != image


def test_a_screen_reader_hears_title_axes_cursor_and_readings(view):
    found = QAccessible.queryAccessibleInterface(view)
    assert found.text(QAccessible.Text.Name) == "Spread of the logits"
    assert found.text(QAccessible.Text.Description) == (
        "Spread of the logits: standard deviation over d_k from 1 to 1024; at 64: ÷ 1: 8; ÷ √d_k: 1; "
        "÷ 1 goes from 1 to 32; ÷ √d_k goes from 1 to 1"
    )


def test_a_screen_reader_hears_the_fullest_bin_and_what_is_pinned(qtbot):
    view = shown(qtbot, histogram())
    view.show_plot(histogram(), histogram(spread_by=4.0))
    now, then = summary(view).split("; pinned: ")
    assert now == ("q·k: share per bin in 16 bins of q·k from −32 to 32; the largest 0.1933 from −4 to 0; normal curve")
    assert "from −16 to 16" in then


def test_the_table_has_every_number_with_quartiles_closed_form_and_the_cursor(qtbot):
    view = shown(qtbot, spread(cursor=100.0))
    headers, rows = view.table()
    assert headers == ("d_k", "÷ 1", "÷ 1, closed form", "÷ √d_k", "÷ √d_k, closed form")
    assert rows[6] == ("64", "8", "8", "1", "1")
    assert rows[7] == ("100", "8", "", "1", "")
    assert len(rows) == len(X) + 1
    view.show_plot(quartiles())
    assert view.table().headers == ("d_k", "÷ 1", "÷ 1, lower quartile", "÷ 1, upper quartile")


def test_the_table_of_a_histogram_has_its_bins_and_what_is_beyond_them(qtbot):
    plot = replace(histogram(), outside=(0.25, 0.5))
    headers, rows = shown(qtbot, plot).table()
    assert headers == ("q·k, from", "q·k, to", "share per bin", "normal curve")
    assert rows[0] == ("less", "−32", "0.25", "")
    assert rows[-1][:3] == ("32", "more", "0.5")
    assert len(rows) == 18


def test_the_table_has_what_is_pinned_beside_it(qtbot):
    view = shown(qtbot, spread())
    view.show_plot(spread(), replace(spread(), x=frozen_float(X * 2)))
    headers, rows = view.table()
    assert headers[5:] == ("pinned, ÷ 1", "pinned, ÷ 1, closed form", "pinned, ÷ √d_k", "pinned, ÷ √d_k, closed form")
    assert [row[5] for row in rows[:3]] == ["no value", "1", "1.414"]
    view.show_plot(histogram(), histogram(spread_by=4.0))
    assert {len(row) for row in view.table().rows} == {8}


def test_t_shows_the_table_which_follows_the_plot(qtbot):
    view = shown(qtbot, spread())
    view.show()
    key(view, Qt.Key.Key_T)
    sheet = view.window().findChild(TableSheet)
    assert sheet.windowTitle() == "Spread of the logits"
    view.show_plot(quartiles())
    assert sheet.table.columnCount() == 4
    sheet.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    view.show_plot(spread())
    view.table_action.trigger()
    assert view.window().findChild(TableSheet).table.columnCount() == 5


def test_a_place_of_a_plot_says_its_numbers(qtbot):
    view = shown(qtbot, spread())
    assert (
        view.tip_at(QPointF(*place_of(view, 250)))
        == "d_k 256; ÷ 1 16; ÷ 1, closed form 16; ÷ √d_k 1; ÷ √d_k, closed form 1"
    )
    assert view.tip_at(QPointF(1, 1)) == ""
    bars = shown(qtbot, histogram())
    frame = bars.plan().frame
    assert bars.tip_at(QPointF(frame.centre[0] + 2, frame.centre[1])).startswith(
        "q·k, from 0; q·k, to 4; share per bin 0.19"
    )


def test_before_there_is_data_a_plot_is_empty_and_says_nothing(qtbot):
    view = PlotView()
    qtbot.addWidget(view)
    image = painted(view, (60, 40))
    assert not any(image.pixelColor(x, y).alpha() for x in range(60) for y in range(40))
    assert (view.summary(), view.table().rows, view.tip_at(QPointF(1, 1))) == ("", (), "")
    view.show_table()
    assert view.findChildren(TableSheet) == []


@pytest.mark.parametrize("size", [(1, 1), (20, 10), (60, 30), (3000, 40)])
def test_any_size_can_be_painted(view, size):
    view.show_plot(spread(), spread(2.0))
    image = QImage(QSize(*size), QImage.Format.Format_RGB32)
    view.resize(*size)
    with QPainter(image) as painter:
        view.paint(painter)
        view.paint_miniature(painter, QRectF(0, 0, *size))


def test_a_log_axis_that_cannot_be_and_a_cursor_that_is_none_are_drawn(view):
    view.show_plot(curves(series(ROOTS), y_axis=replace(SPREAD, limits=(0.0, 1.0), ticks=()), cursor=math.nan))
    assert view.plan().cursor is None
    painted(view, (330, 220))
