"""The key dial: true angles and lengths, the shadow on the query, labels that never overlap."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLineF

from attnstudio.state.message import Message
from attnstudio.ui.dial import DialView
from attnstudio.ui.labels import Box, Line
from attnstudio.ui.theme import look
from tests.ui.figure_examples import SIZES, THEMES, dial, dressed, overlapping, painted, sizes, summary, worked_dial


@pytest.fixture
def view(qtbot):
    made = DialView()
    qtbot.addWidget(made)
    made.resize(430, 300)
    return made


def measured(plan, i: int) -> tuple[float, float]:
    """Return length in units and angle in degrees of an arrow as drawn."""
    dx, dy = plan.keys[i].tip[0] - plan.origin[0], plan.origin[1] - plan.keys[i].tip[1]
    return math.hypot(dx, dy) / plan.scale, math.degrees(math.atan2(dy, dx))


def labels_of(plan):
    return [label for label in (*plan.labels, plan.query_label) if label is not None]


def test_keys_stand_at_their_true_angle_and_length(view):
    view.show_dial(dial(1.0, [1.0, 2.0, 0.5, 1.5], [0.0, 90.0, 60.0, 180.0]))
    plan = view.plan()
    assert [measured(plan, i) for i in range(4)] == [
        pytest.approx(pair) for pair in ((1.0, 0.0), (2.0, 90.0), (0.5, 60.0), (1.5, 180.0))
    ]
    assert plan.query.tip[0] - plan.origin[0] == pytest.approx(plan.scale)


@pytest.mark.parametrize("degrees", [20.0, 50.0, 90.0, 130.0])
def test_an_arrow_has_no_gap_from_the_query_to_its_tip(view, degrees):
    view.show_dial(dial(1.0, [2.0, 2.0], [degrees, 170.0]))
    plan, picture, wanted = view.plan(), view.grab().toImage(), look().colour("key").getRgb()
    (x, y), (ox, oy) = plan.keys[0].tip, plan.origin
    length = math.dist((x, y), (ox, oy))
    assert length > 60
    for off in range(6, int(length) - 4):  # off the dot at the query and the point of the head
        seen = picture.pixelColor(int(ox + (x - ox) * off / length), int(oy + (y - oy) * off / length)).getRgb()
        assert max(abs(one - other) for one, other in zip(seen, wanted, strict=True)) < 16


def test_the_foot_of_the_shadow_is_below_the_tip(view):
    view.show_dial(worked_dial(selected=2))
    plan = view.plan()
    assert plan.foot == pytest.approx((plan.keys[2].tip[0], plan.origin[1]))
    assert plan.foot[0] - plan.origin[0] == pytest.approx(math.sqrt(2) / 2 * plan.scale)


def test_the_shadow_of_an_opposed_key_falls_backward(view):
    view.show_dial(dial(1.0, [1.0, 1.0], [180.0, 90.0]))
    plan = view.plan()
    assert plan.foot[0] == pytest.approx(plan.origin[0] - plan.scale)


def test_a_zero_vector_has_no_arrow_and_says_so(view):
    view.show_dial(dial(1.0, [1.0, 0.0], [45.0, math.nan], selected=1))
    plan = view.plan()
    assert plan.keys[1].degrees is None
    assert plan.keys[1].tip == plan.origin
    assert plan.foot is None
    assert plan.labels[1].text == "k2 = 0"


def test_a_zero_query_says_so(view):
    view.show_dial(dial(0.0, [1.0, 0.0], [math.nan, math.nan]))
    plan = view.plan()
    painted(view, (300, 200))
    assert plan.query_label.text == "q = 0"
    assert plan.foot is None


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("selected", [0, 1, 2])
def test_no_two_texts_overlap_or_leave_the_figure(view, qapp, theme, size, selected):
    view.show_dial(worked_dial(selected))
    with dressed(qapp, theme):
        view.resize(*size)
        plan = view.plan()
        found = [label.box for label in labels_of(plan)]
        assert not overlapping(found)
        assert all(Box(0, 0, *size).contains(box) for box in found)
        assert plan.labels[selected].bold


def test_every_reading_shows_where_there_is_room(view, qapp):
    view.show_dial(worked_dial())
    with dressed(qapp, "light"):
        view.resize(320, 240)
        plan = view.plan()
    assert [label.text for label in plan.labels] == ["k1 0°, q·k1 = 1", "k2 90°, q·k2 = 1", "k3 60°, q·k3 = 1"]
    assert plan.query_label.text == "q"


@pytest.mark.parametrize("size", SIZES)
def test_the_selected_key_has_its_angle_wherever_others_stand(view, qapp, size):
    drawn = np.random.default_rng(5)
    with dressed(qapp, "light"):
        view.resize(*size)
        for _ in range(40):
            lengths, angles = drawn.uniform(0.2, 3, 3).tolist(), drawn.uniform(0, 180, 3).tolist()
            view.show_dial(dial(1.5, lengths, angles, selected=1))
            plan = view.plan()
            assert f"{angles[1]:.0f}°" in plan.labels[1].text
            assert not overlapping([label.box for label in labels_of(plan)])


def test_a_label_that_has_no_room_for_the_score_keeps_the_angle(view, qapp):
    with dressed(qapp, "light"):
        view.resize(260, 150)
        view.show_dial(dial(1.4, [1.4, 1.4, 1.4], [100.0, 124.0, 140.0], selected=0))
        assert any(label.text.endswith("°") for label in view.plan().labels)


def test_equal_and_opposed_keys_keep_a_label_each(view, qapp):
    view.show_dial(dial(1.0, [1.0, 1.0, 1.0], [30.0, 30.0, 180.0]))
    with dressed(qapp, "light"):
        view.resize(320, 240)
        labels = view.plan().labels
    assert all(label is not None for label in labels)
    assert not overlapping([label.box for label in labels])


def test_of_many_keys_the_selected_and_the_nearest_are_named(view):
    angles = [12.0 * i for i in range(15)]
    view.show_dial(dial(1.0, [1.0] * 15, angles, selected=10))
    named = [i for i, label in enumerate(view.plan().labels) if label is not None]
    assert 10 in named
    assert set(named) <= {0, 1, 2, 3, 10}


@pytest.mark.usefixtures("qapp")
@given(
    query=st.floats(0, 1e6),
    keys=st.lists(
        st.tuples(st.floats(0, 1e6), st.one_of(st.floats(0, 180), st.just(math.nan))), min_size=1, max_size=16
    ),
    selected=st.integers(-1, 20),
    size=sizes,
)
def test_any_keys_can_be_drawn(query, keys, selected, size):
    view = DialView()
    lengths, angles = [length for length, _ in keys], [angle for _, angle in keys]
    view.show_dial(dial(query, lengths, angles, selected))
    painted(view, size)
    plan = view.plan()
    assert all(math.isfinite(number) for key in plan.keys for number in key.tip)
    assert not overlapping([label.box for label in labels_of(plan)])
    view.deleteLater()


def test_a_screen_reader_hears_every_reading(view):
    view.show_dial(dial(1.0, [1.0, 0.0], [60.0, math.nan], caption=Message("two keys")))
    assert summary(view) == "k1 60°, q·k1 = 1; k2 = 0; two keys"


TOY = [(2.0, 90.0), (4.0, 35.0), (1.6, 79.0), (1.9, 101.0), (3.2, 87.0), (3.0, 106.0)]  # length, angle


@pytest.mark.parametrize("size", [(280, 200), (320, 240), (430, 300)])
@pytest.mark.parametrize("selected", range(6))
def test_with_few_keys_every_key_is_named_and_no_name_lies_on_an_arrow(view, qapp, size, selected):
    view.show_dial(dial(2.0, [length for length, _ in TOY], [angle for _, angle in TOY], selected))
    with dressed(qapp, "light"):
        view.resize(*size)
        plan = view.plan()
    arrows = [Line(*plan.origin, *arrow.tip) for arrow in plan.keys]
    found = labels_of(plan)
    assert len(found) == 7
    assert not any(label.box.crossed_by(arrow) for label in found for arrow in arrows)
    for i, label in enumerate(plan.labels):
        if label.leader is not None:
            others = [arrow for j, arrow in enumerate(arrows) if j != i]
            assert not any(_cross(label.leader, arrow) for arrow in others)


def _cross(a: Line, b: Line) -> bool:
    return bool(QLineF(*a).intersects(QLineF(*b))[0] == QLineF.IntersectionType.BoundedIntersection)


def test_a_token_turns_no_text_of_the_dial(view):
    made = dial(1.0, [1.0, 1.0], [60.0, 20.0])
    reading = Message("{key} {angle}°, {query}·{key} = {score}",
                      {"key": "abc\u202edef", "angle": "60", "query": "שלום", "score": "−1.2"})  # fmt: skip
    caption = Message("shadow of {key}: {n}", {"key": "\u202eabc", "n": Message("{m} cm", {"m": "\u202e1"})})
    view.show_dial(replace(made, labels=("abc\u202edef", "k2"), readings=(reading, made.readings[1]),
                           query_label="שלום", caption=caption))  # fmt: skip
    assert summary(view) == (
        "abc⟨202E⟩def 60°, \u2068שלום\u2069·abc⟨202E⟩def = −1.2; k2 20°, q·k2 = 1; shadow of ⟨202E⟩abc: ⟨202E⟩1 cm"
    )
    plan = view.plan()
    assert plan.query_label.text == "\u2068שלום\u2069"
    assert not any(
        "\u202e" in text
        for text in (*(label.text for label in labels_of(plan)), *(label.text for label in plan.caption))
    )
