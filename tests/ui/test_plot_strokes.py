"""Lines and fills of plots: where they run, how they are told apart, and what is left out."""

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from attnstudio.state.figures import frozen_float
from attnstudio.state.plots import Plot
from attnstudio.ui.plot_strokes import DOTS, Shown, Stroke, strokes_of
from attnstudio.ui.theme import Look
from tests.ui.plot_examples import ROOTS, constant, curves, histogram, quartiles, series, spread

pytestmark = pytest.mark.usefixtures("qapp")
LIGHT = Look()


def strokes(plot: Plot, beside: Plot | None = None) -> dict[tuple[str, int], Stroke]:
    return {(stroke.kind, stroke.number): stroke for stroke in strokes_of(Shown(plot, beside), LIGHT)}


def test_a_root_is_a_straight_line_on_logarithmic_axes() -> None:
    line = strokes(spread())["series", 0]
    assert np.diff(line.y) / np.diff(line.x) == pytest.approx([10 / 2 / 8] * 10)  # slope ½, 10 octaves across, 8 up


def test_raw_is_dashed_grey_and_scaled_solid_in_the_colour_of_weights() -> None:
    found = strokes(spread())
    raw, scaled = found["series", 0].pen, found["series", 1].pen
    assert raw.color() == LIGHT.colour("muted")
    assert raw.style() == Qt.PenStyle.CustomDashLine
    assert scaled.color() == LIGHT.colour("weight")
    assert scaled.style() == Qt.PenStyle.SolidLine
    assert strokes(histogram("raw"))["bars", 0].pen.style() == Qt.PenStyle.CustomDashLine
    assert strokes(histogram("scaled"))["bars", 0].pen.style() == Qt.PenStyle.SolidLine


def test_no_pen_changes_its_width_with_the_scale() -> None:
    for plot in (spread(), quartiles(), histogram()):
        assert all(s.pen.isCosmetic() or s.pen.style() == Qt.PenStyle.NoPen for s in strokes(plot).values())


def test_closed_forms_are_dots() -> None:
    assert strokes(spread())["law", 0].pen.dashPattern() == pytest.approx(DOTS)


def test_bars_stand_on_the_floor_and_reach_their_shares() -> None:
    plot = histogram()
    bars = strokes(plot)["bars", 0]
    assert bars.y[0] == bars.y[-1] == 0
    assert bars.y[1:-1:2] == pytest.approx(plot.shares / 0.2)
    assert bars.x[::2] == pytest.approx(np.linspace(0, 1, 17))


def test_a_band_goes_along_the_lower_quartiles_and_back_along_the_upper_ones() -> None:
    band = strokes(quartiles())["band", 0]
    assert len(band.x) == 22
    assert (band.y[:11] < band.y[:10:-1]).all()
    assert band.brush.color().alpha() < 255


def test_what_is_beyond_an_axis_stands_at_its_edge() -> None:
    line = strokes(curves(series(np.geomspace(1e-12, 1e12, 11))))["series", 0]
    assert (line.y[0], line.y[-1]) == (0, 1)
    assert (strokes(constant(0.0))["series", 0].y == 0).all()


def test_numbers_that_are_none_interrupt_a_curve() -> None:
    values = np.array([*ROOTS[:4], math.nan, math.inf, *ROOTS[6:]])
    line = strokes(curves(series(values)))["series", 0]
    assert np.isnan(line.y).tolist() == [False] * 4 + [True] * 2 + [False] * 5


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_curve_without_numbers_is_not_drawn(value: float) -> None:
    assert strokes(constant(value)) == {}
    empty = replace(histogram(), shares=frozen_float([value] * 16))
    assert strokes(empty) == {}


def test_the_pinned_plot_is_dashed_in_another_way_and_left_out_where_it_is_the_same() -> None:
    found = strokes(spread(), replace(spread(), series=(series(ROOTS), series(1 / ROOTS, "÷ d_k", "scaled"))))
    assert ("pinned", 0) not in found
    pinned = found["pinned", 1]
    assert pinned.pen.style() == Qt.PenStyle.CustomDashLine
    assert pinned.pen.dashPattern() != found["series", 0].pen.dashPattern()
    assert ("pinned", 0) in strokes(histogram(), histogram(spread_by=4.0))


def test_a_pinned_plot_of_another_kind_or_covered_is_not_drawn() -> None:
    for beside in (histogram(), replace(spread(), covered=True)):
        assert not any(kind == "pinned" for kind, _ in strokes(spread(), beside))


def test_what_is_pinned_has_dots_between_its_dashes_and_what_is_raw_has_none() -> None:
    """Without colours both are grey."""
    found = strokes(spread(), constant(3.0))
    raw, pinned = (found[kind, 0].pen.dashPattern() for kind in ("series", "pinned"))
    assert len(set(raw[::2])) == 1
    assert max(pinned[::2]) > 3 * min(pinned[::2])
