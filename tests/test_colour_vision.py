"""Colours tell things apart for colour-blind eyes too, or something beside the colour does; maps hold in grey.

Two colours count as told apart where half of the viewers notice the difference on marks a third of a degree wide, the
smallest that were measured (Stone, Szafir, Setlur 2014): a bar of 13 pixels at arm's length.
"""

from itertools import pairwise

import pytest
from colour_vision import EYES, Lab, lab, noticeable, seen
from PySide6.QtGui import QColor
from recording import Mark, recorded, texts
from shown_scenes import window_of
from text_faults import attention

from attnstudio.panels.attention.stages import STAGES
from attnstudio.ui.bars import BarsView
from attnstudio.ui.dial import DialView
from attnstudio.ui.matrix_drawing import MatrixDrawing
from attnstudio.ui.plot import PlotView
from attnstudio.ui.plot_strokes import BARS, COLOURS, curve_pen, law_pen, pinned_pen, series_pen, wash
from attnstudio.ui.strip import StageStrip
from attnstudio.ui.theme import NAMES, STEPS, Look, look

pytestmark = pytest.mark.usefixtures("qapp")

THIN = 1 / 3  # degrees
IN_COLOUR = [eyes for eyes in EYES if eyes != "grey"]
each_theme = pytest.mark.parametrize("name", NAMES)

# Where colours meet on one figure; beside them what else tells them apart, also in grey.
MEET = {
    "dial": [("query", "key")],  # a label at each arrow, and the query lies to the right
    "bars": [("score", "negative"), ("score", "weight"), ("weight", "negative")],  # below the line; titles
    "cells of a matrix": [("query", "negative"), ("key", "negative"), ("value", "negative"), ("score", "negative")],
    "stages": [("score", "weight"), ("score", "value"), ("weight", "value")],  # their numbers and names
    "operands": [("query", "key"), ("key", "value"), ("query", "value")],  # titles
}
PAIRS = sorted({pair for pairs in MEET.values() for pair in pairs})


def told_apart(one: QColor, other: QColor, eyes: str) -> float:
    return noticeable(one, other, eyes, degrees=THIN)


@each_theme
@pytest.mark.parametrize("pair", PAIRS, ids=" and ".join)
@pytest.mark.parametrize("eyes", IN_COLOUR)
def test_colours_that_meet_on_a_figure_are_told_apart_without_red_or_green(
    name: str, pair: tuple[str, str], eyes: str
) -> None:
    style, (one, other) = Look(name), pair
    assert told_apart(style.colour(one), style.colour(other), eyes) >= 1
    assert told_apart(style.strong(one), style.strong(other), eyes) >= 1


@each_theme
@pytest.mark.parametrize("eyes", EYES)
def test_what_is_raw_and_what_is_divided_are_told_apart_in_plots_by_colour_and_dashes(name: str, eyes: str) -> None:
    style = Look(name)
    raw, divided = series_pen(style, "raw"), series_pen(style, "scaled")
    if eyes != "grey":  # there the dashes do it
        assert told_apart(raw.color(), divided.color(), eyes) >= 1
        assert told_apart(*(wash(style, COLOURS[of], BARS).color() for of in COLOURS), eyes) >= 1
    assert raw.dashPattern()
    assert not divided.dashPattern()
    others = [law_pen(style), pinned_pen(style), curve_pen(style, 0), curve_pen(style, 1)]
    told = {(tuple(each.dashPattern()), each.color().name(), each.widthF()) for each in (raw, divided, *others)}
    assert len(told) == 5  # a second curve over a histogram is dotted as a closed form is


@each_theme
def test_curves_and_histograms_are_named_beside_their_colours(name: str) -> None:
    by_plot: dict[str, set[str]] = {}
    with window_of(name, "scaling") as window:
        for mark in of(texts(window), PlotView):
            by_plot.setdefault(mark.widget.accessibleName(), set()).add(mark.text)
        card = look().colour("card").name()
        inside = [mark for mark in of(recorded(window).of("fill"), PlotView) if mark.colour.name() == card]
        rings = [mark for mark in inside if mark.box.width() > 4 and abs(mark.box.width() - mark.box.height()) < 1]
    assert len(by_plot) == 7
    curves = [words for title, words in by_plot.items() if not title.startswith("q·k")]
    assert all({"÷ 1", "÷ √d_k"} <= words for words in curves)
    assert {"q·k, as it comes", "q·k ÷ √64"} <= {word for words in by_plot.values() for word in words}
    assert len(rings) == len(curves)  # where the cursor meets a dashed curve; on a solid one it is a disc


@each_theme
@pytest.mark.parametrize("kind", ["query", "key", "value", "weight", "score"])
def test_the_filled_part_of_a_slider_is_told_from_the_rest_even_in_grey(name: str, kind: str) -> None:
    for eyes in EYES:
        assert told_apart(Look(name).colour(kind), Look(name).colour("groove"), eyes) >= 1


@each_theme
@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("kind", ["weight", "query", "key", "value", "score", "negative"])
def test_each_map_grows_darker_or_lighter_from_step_to_step(name: str, eyes: str, kind: str) -> None:
    style, sign = Look(name), -1 if kind == "negative" else 1
    cells = [style.cell("score" if sign < 0 else kind, sign * step / STEPS, (-1.0, 1.0)) for step in range(STEPS + 1)]
    lightness = [lab(cell, eyes).lightness for cell in cells]
    steps = [b - a for a, b in pairwise(lightness)]
    assert all(step > 0 for step in steps) or all(step < 0 for step in steps)
    assert abs(lightness[-1] - lightness[0]) > 20  # a strong cell is seen from a pale one


@each_theme
@pytest.mark.parametrize("eyes", EYES)
def test_both_ends_of_the_diverging_map_differ_from_its_middle(name: str, eyes: str) -> None:
    style = Look(name)
    low, middle, high = (style.cell("score", value, (-1.0, 1.0)) for value in (-1.0, 0.0, 1.0))
    assert told_apart(low, middle, eyes) > 3
    assert told_apart(high, middle, eyes) > 3
    down, up = (abs(lab(end, eyes).lightness - lab(middle, eyes).lightness) for end in (low, high))
    assert 0.6 < down / up < 1 / 0.6  # neither looks like much the more


@each_theme
def test_the_sign_is_written_in_every_cell_below_zero(name: str) -> None:
    with window_of(name, "negative numbers") as window:
        marks = [mark for mark in texts(window) if isinstance(mark.widget, MatrixDrawing)]
        for view in attention(window).matrices.values():
            negative = int((view.matrix.values < 0).sum())
            written = [mark.text for mark in marks if mark.widget is view and mark.text.startswith("−")]
            assert len(written) == negative, view.matrix.name


@each_theme
def test_a_dash_has_the_place_of_the_sign_in_cells_without_numbers(name: str) -> None:
    with window_of(name, "many tokens") as window:
        view = attention(window).matrices["scores"]
        negative = int((view.matrix.values < 0).sum())
        marks = recorded(window, view).of("line")
        dashes = [mark for mark in marks if mark.box.height() < 3 < mark.box.width() < view.cell_rect(0, 0).width()]
        assert len(dashes) == negative > 10


@each_theme
def test_arrows_bars_matrices_and_stages_are_named_beside_their_colours(name: str) -> None:
    with window_of(name, "worked example") as window:
        marks = texts(window)
    assert {"q", "k₁", "k₂", "k₃"} <= {word for mark in of(marks, DialView) for word in mark.text.split()}
    assert {"logits", "exp", "weights"} <= {mark.text for mark in of(marks, BarsView)}
    titles = {"Q", "Kᵀ", "V", "scores", "logits", "masked logits", "output z"}
    assert titles <= {mark.text for mark in of(marks, MatrixDrawing)}
    named = {mark.text for mark in of(marks, StageStrip)}
    assert {str(i) for i in range(1, len(STAGES) + 1)} <= named


@each_theme
def test_masked_cells_are_hatched_and_a_small_weight_is_not(name: str) -> None:
    with window_of(name, "causal toy sentence") as window:
        view = attention(window).matrices["weights"]
        hatch = look().colour("hatch").name()
        lines = [mark for mark in recorded(window, view).of("line") if mark.colour.name() == hatch]
        corner = view.mapTo(window, view.rect().topLeft())
        hatched = {view.cell_at(line.box.center() - corner) for line in lines}
    blocked = view.matrix.blocked
    assert blocked is not None
    assert hatched - {None} == {(i, j) for i in range(6) for j in range(6) if blocked[i, j]}


@each_theme
def test_query_and_weight_are_told_apart_by_eyes_that_see_all_colours(name: str) -> None:
    # Both are blue without red or green; they meet in the formula alone, each under its title.
    assert told_apart(Look(name).colour("query"), Look(name).colour("weight"), "all colours") >= 3


def test_the_simulation_takes_red_from_green_and_leaves_grey() -> None:
    red, green, grey = QColor("#c00000"), QColor("#008000"), QColor("#808080")
    assert told_apart(red, green, "all colours") > 3 * told_apart(red, green, "deuteranopia")
    for eyes in EYES:
        assert seen(grey, eyes) == pytest.approx((0.2159,) * 3, abs=1e-3)
    assert lab(QColor("#ffffff")) == pytest.approx(Lab(100, 0, 0), abs=0.02)
    assert lab(QColor("#ff0000")) == pytest.approx(Lab(53.24, 80.09, 67.20), abs=0.05)


def of(marks: list[Mark], kind: type) -> list[Mark]:
    return [mark for mark in marks if isinstance(mark.widget, kind)]
