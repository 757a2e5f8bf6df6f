"""The plane of values: equal scales, area by weight, the output inside the hull, labels that never overlap."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPolygonF

from attnstudio.core.geometry import convex_hull
from attnstudio.state.figures import NO_TEXT, frozen_float
from attnstudio.ui.labels import Box, Line
from attnstudio.ui.plane import PlaneView
from attnstudio.ui.plane_plan import names
from attnstudio.ui.theme import look
from tests.ui.figure_examples import (
    SIZES,
    THEMES,
    anything,
    dressed,
    finite,
    overlapping,
    painted,
    points,
    sizes,
    summary,
    triangle,
    worked_points,
)


@pytest.fixture
def view(qtbot):
    made = PlaneView()
    qtbot.addWidget(made)
    made.resize(430, 300)
    return made


def labels_of(plan):
    return [label for label in (*plan.labels, plan.output_label, *plan.notes) if label is not None]


def test_one_unit_is_as_long_upward_as_sideways(view):
    view.show_points(worked_points())
    plan = view.plan()
    first, second, middle = plan.discs
    assert first.x - plan.origin[0] == pytest.approx(2 * plan.scale)
    assert plan.origin[1] - second.y == pytest.approx(2 * plan.scale)
    assert (middle.x, middle.y) == pytest.approx(((first.x + second.x) / 2, (first.y + second.y) / 2))


def test_the_area_of_a_disc_is_its_weight(view):
    view.show_points(worked_points())
    areas = [disc.radius**2 for disc in view.plan().discs]
    assert areas[0] / areas[1] == pytest.approx(0.506 / 0.186)
    assert areas[0] / areas[2] == pytest.approx(0.506 / 0.307)


def test_a_value_of_weight_0_is_still_seen(view):
    view.show_points(points([[0, 0], [2, 1]], [1, 0], (0, 0), (0, 1)))
    disc = view.plan().discs[1]
    assert disc.radius == 0
    image = painted(view, (430, 300))
    seen = {
        image.pixelColor(round(disc.x) + dx, round(disc.y) + dy).rgba() for dx in range(-5, 6) for dy in range(-5, 6)
    }
    assert len(seen) > 2


def test_the_output_lies_in_the_hull(view):
    view.show_points(triangle())
    plan = view.plan()
    hull = QPolygonF([QPointF(*corner) for corner in plan.hull])
    assert hull.containsPoint(QPointF(*plan.output), Qt.FillRule.WindingFill)
    assert not hull.containsPoint(QPointF(*plan.origin), Qt.FillRule.WindingFill)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("data", [worked_points, triangle])
def test_no_two_texts_overlap_or_leave_the_figure(view, qapp, theme, size, data):
    view.show_points(data())
    with dressed(qapp, theme):
        view.resize(*size)
        plan = view.plan()
        found = [label.box for label in labels_of(plan)]
        assert not overlapping(found)
        assert all(Box(0, 0, *size).contains(box) for box in found)
        assert plan.output_label is not None


def test_labels_carry_the_weight_and_cover_no_disc(view, qapp):
    view.show_points(worked_points())
    with dressed(qapp, "light"):
        view.resize(320, 280)
        plan = view.plan()
    assert [label.text for label in plan.labels] == ["v1 0.506", "v2 0.186", "v3 0.307"]
    assert plan.output_label.text == "z = [1.32, 0.68]"
    discs = [Box(d.x - d.radius, d.y - d.radius, d.x + d.radius, d.y + d.radius) for d in plan.discs]
    assert not any(label.box.overlaps(disc) for label in labels_of(plan) for disc in discs)


def test_one_component_makes_a_line(view):
    view.show_points(points([[2, 0], [0, 0], [-1, 0]], [0.5, 0.3, 0.2], (0.8, 0), (2, 0)))
    plan = view.plan()
    assert {disc.y for disc in plan.discs} == {plan.origin[1]}
    assert plan.output[1] == plan.origin[1]


@pytest.mark.usefixtures("qapp")
@given(
    data=st.integers(1, 14).flatmap(
        lambda n: st.tuples(
            st.lists(st.tuples(finite, finite), min_size=n, max_size=n),
            st.lists(st.floats(0, 1), min_size=n, max_size=n),
        )
    ),
    size=sizes,
)
def test_any_values_can_be_drawn(data, size):
    view = PlaneView()
    values, weights = data
    output = tuple(np.mean(values, axis=0).tolist())
    view.show_points(points(values, weights, output, tuple(range(len(values)))))
    painted(view, size)
    plan = view.plan()
    assert all(math.isfinite(number) for disc in plan.discs for number in disc)
    assert not overlapping([label.box for label in labels_of(plan)])
    view.deleteLater()


@pytest.mark.usefixtures("qapp")
@given(x=anything, y=anything, weight=anything)
def test_what_is_no_number_is_left_out(x, y, weight):
    view = PlaneView()
    view.show_points(points([[x, y], [1, 1]], [weight, 0.5], (x, y), (0, 1)))
    painted(view, (300, 200))
    assert (view.plan().discs[0] is None) == (not math.isfinite(x) or not math.isfinite(y))
    view.deleteLater()


@pytest.mark.parametrize("place", [(0.0, 0.0), (3.0, -2.0)])
def test_values_on_one_place_are_one_dot(view, place):
    view.show_points(points([place] * 3, [0.3, 0.3, 0.4], place, (0,)))
    plan = view.plan()
    painted(view, (300, 200))
    assert plan.discs[0][:2] == plan.discs[2][:2] == plan.output
    assert Box(0, 0, 430, 300).contains(Box(*plan.output, *plan.output))


def test_a_screen_reader_hears_values_weights_and_output(view):
    view.show_points(worked_points())
    assert summary(view) == ("v1 0.506 [2.00, 0.00], v2 0.186 [0.00, 2.00], v3 0.307 [1.00, 1.00]; z = [1.32, 0.68]")


def without_weights(data):
    return replace(data, weights=frozen_float([math.nan] * len(data.weights)), weights_covered=True)


def without_output(data):
    return replace(data, output=(math.nan, math.nan), output_label=NO_TEXT, output_covered=True)


def test_with_covered_weights_all_discs_are_alike_and_hollow_and_labels_have_no_numbers(view):
    view.show_points(without_weights(worked_points()))
    plan = view.plan()
    assert len({disc.radius for disc in plan.discs}) == 1
    assert [label.text for label in plan.labels] == ["v1", "v2", "v3"]
    image = painted(view, (430, 300))
    assert all(image.pixelColor(round(disc.x), round(disc.y)) == look().colour("card") for disc in plan.discs)
    assert summary(view) == ("v1 [2.00, 0.00], v2 [0.00, 2.00], v3 [1.00, 1.00]; weights: covered; z = [1.32, 0.68]")


def test_a_covered_output_has_no_ring_and_no_label(view):
    view.show_points(without_output(worked_points()))
    plan = view.plan()
    assert plan.output is None
    assert plan.output_label is None
    painted(view, (430, 300))
    assert summary(view).endswith("; output: covered")
    assert "z" not in summary(view)


def test_covered_values_show_the_same_whatever_their_weights_and_output_are(view):
    one = without_output(without_weights(worked_points()))
    view.show_points(one)
    first = view.plan(), summary(view)
    other = points([[2, 0], [0, 2], [1, 1]], [0.1, 0.8, 0.1], (0.3, 1.7), (0, 1))
    view.show_points(without_output(without_weights(other)))
    assert (view.plan(), summary(view)) == first


def hidden_titles(plan) -> list[str]:
    """Return the titles of the axes that touch the hull, a disc or a label."""
    hull = QPolygonF([QPointF(*corner) for corner in plan.hull])
    edges = [Line(*a, *b) for a, b in zip(plan.hull, (*plan.hull[1:], *plan.hull[:1]), strict=True)]
    others = [label.box for label in (*plan.labels, plan.output_label) if label is not None]
    others += [Box(d.x - d.radius, d.y - d.radius, d.x + d.radius, d.y + d.radius) for d in plan.discs]
    return [
        title.text
        for title in plan.notes[:2]
        if title is not None
        and (
            any(title.box.crossed_by(edge) for edge in edges)
            or (len(plan.hull) > 2 and hull.containsPoint(QPointF(*title.box.centre), Qt.FillRule.WindingFill))
            or any(title.box.overlaps(other) for other in others)
        )
    ]


@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", (280, 240)), ("light", (300, 220)), ("dark", (400, 300)), ("projector", (400, 300))],
)
@pytest.mark.parametrize("data", [worked_points, triangle])
def test_the_titles_of_the_axes_stand_off_hull_discs_and_labels(view, qapp, theme, size, data):
    view.show_points(data())
    with dressed(qapp, theme):
        view.resize(*size)
        plan = view.plan()
    assert [title.text for title in plan.notes[:2]] == ["component 1", "component 2"]
    assert hidden_titles(plan) == []


@pytest.mark.usefixtures("qapp")
@given(
    values=st.lists(st.tuples(st.floats(-2, 2), st.floats(-2, 2)), min_size=1, max_size=6),
    size=sizes,
)
def test_whatever_the_values_no_title_lies_on_hull_discs_or_labels(values, size):
    view = PlaneView()
    output = tuple(np.mean(values, axis=0).tolist())
    view.show_points(points(values, [1 / len(values)] * len(values), output, convex_hull(np.array(values))))
    view.resize(*size)
    assert hidden_titles(view.plan()) == []
    view.deleteLater()


@pytest.mark.parametrize("size", [(280, 240), (300, 220), (330, 260), (400, 300)])
def test_numbers_of_ticks_keep_off_the_discs(view, qapp, size):
    view.show_points(worked_points())
    with dressed(qapp, "light"):
        view.resize(*size)
        plan = view.plan()
    ticks = [note.box.inset(-1.5) for note in plan.notes[2:] if note is not None]
    discs = [Box(d.x - d.radius, d.y - d.radius, d.x + d.radius, d.y + d.radius) for d in plan.discs]
    assert ticks
    assert not any(tick.overlaps(disc) for tick in ticks for disc in discs)


def test_a_token_turns_no_text_of_the_plane(view):
    data = replace(worked_points(), labels=("abc\u202edef", "שלום", "v3"))
    view.show_points(data)
    assert summary(view).startswith("abc⟨202E⟩def 0.506 [2.00, 0.00], \u2068שלום\u2069 0.186 [")
    assert not any("\u202e" in label.text for label in labels_of(view.plan()))


def test_a_masked_key_has_a_plain_0_unlike_a_rounded_one_and_fractions_are_written_as_such(view):
    data = replace(triangle(), weights=frozen_float([0.0, 0.0, 1.0]), blocked=np.array([True, False, False]))
    view.show_points(data)
    assert names(data) == ["v1 0", "v2 0.000", "v3 1.000"]
    assert names(replace(data, written=("0", "3/7", "4/7"))) == ["v1 0", "v2 3/7", "v3 4/7"]
    assert summary(view).startswith("v1 0 [")
