"""The picture of curves that is kept while their cursor moves: the same pixels, painted once."""

from dataclasses import replace

import pytest
from plot_examples import quartiles, spread
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from attnstudio.ui.plot import PlotView
from attnstudio.ui.plot_drawing import PlotDrawing


@pytest.fixture
def view(qtbot: QtBot) -> PlotView:
    made = PlotView()
    qtbot.addWidget(made)
    made.resize(330, 220)
    made.stand_on("card")
    made.show()
    return made


def grabbed(view: PlotView) -> QImage:
    return view.grab().toImage()


def counted(monkeypatch: pytest.MonkeyPatch) -> list[PlotDrawing]:
    painted: list[PlotDrawing] = []
    paint = PlotDrawing.paint
    monkeypatch.setattr(PlotDrawing, "paint", lambda self, *args: painted.append(self) or paint(self, *args))
    return painted


def test_while_the_cursor_moves_the_curves_are_painted_once(view: PlotView, monkeypatch: pytest.MonkeyPatch) -> None:
    painted = counted(monkeypatch)
    plot = spread(64.0)
    for x in (64.0, 65.0, 100.0):
        view.show_plot(replace(plot, cursor=x))
        grabbed(view)
    assert len(painted) == 1


def test_other_curves_another_size_and_another_look_are_painted_anew(
    view: PlotView, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = counted(monkeypatch)
    view.show_plot(spread())
    grabbed(view)
    view.show_plot(quartiles())
    grabbed(view)
    assert len(painted) == 2
    view.resize(400, 260)
    grabbed(view)
    assert len(painted) == 3


def test_the_kept_picture_is_what_would_be_painted_without_it(view: PlotView) -> None:
    plot = spread(64.0)
    view.show_plot(plot)
    grabbed(view)
    view.show_plot(replace(plot, cursor=100.0))
    kept = grabbed(view)
    view._drawing._kept = (None, view._drawing._kept[1])
    view.update()
    assert kept == grabbed(view)


def test_what_stays_while_the_cursor_moves_is_planned_once(view: PlotView) -> None:
    plot = spread(64.0)
    view.show_plot(plot)
    before = view.plan()
    view.show_plot(replace(plot, cursor=100.0))
    after = view.plan()
    assert before is not None
    assert after is not None
    assert (before.cursor, before.dots) != (after.cursor, after.dots)
    assert after.grid is before.grid
    assert all(now is then for now, then in zip(after.still[:-1], before.still[:-1], strict=True))


def test_a_number_under_the_frame_makes_room_for_that_of_the_cursor_and_comes_back(view: PlotView) -> None:
    plot = spread(64.0)
    shown = []
    for x in (64.0, 65.0, 128.0, 64.0):
        view.show_plot(replace(plot, cursor=x))
        plan = view.plan()
        assert plan is not None
        shown.append([label.text for label in plan.still[-1][1]])
    assert "64" not in shown[0]
    assert "64" not in shown[1]
    assert "64" in shown[2]
    assert shown[3] == shown[0]
