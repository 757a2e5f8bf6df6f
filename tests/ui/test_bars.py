"""The bars: exact heights, fixed axis of weights, labels that never overlap, nothing shown when covered."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest

from attnstudio.state.figures import frozen_float
from attnstudio.state.message import Message
from attnstudio.ui.bars import BarsView
from attnstudio.ui.bars_axis import read
from attnstudio.ui.labels import Box
from attnstudio.ui.theme import Look, apply, look
from tests.ui.figure_examples import (
    SIZES,
    THEMES,
    anything,
    bars,
    dressed,
    finite,
    overlapping,
    painted,
    rows,
    sizes,
    summary,
    worked_bars,
)


@pytest.fixture
def view(qtbot):
    made = BarsView()
    qtbot.addWidget(made)
    made.resize(430, 300)
    return made


def labels_of(plan) -> list[Box]:
    """Return the boxes of all texts."""
    found = []
    for group in plan.groups:
        texts = [*group.titles, *group.captions, *group.ticks]
        texts += [text for bar in group.bars for text in (bar.number, bar.label) if text]
        found += [text.box for text in texts]
    return found


def heights(group) -> list[float]:
    return [group.zero - bar.box.top for bar in group.bars]


def test_arrows_lead_from_group_to_group_but_not_between_alternatives(view, qtbot):
    view.show_bars(worked_bars(), 0)
    assert len(view.plan().arrows) == 2
    others = BarsView(sequence=False)
    qtbot.addWidget(others)
    others.resize(430, 300)
    others.show_bars(worked_bars(), 0)
    assert others.plan() == view.plan()._replace(arrows=())


def test_bars_are_as_tall_as_their_values(view):
    view.show_bars(worked_bars(), 0)
    logits, exp, weights = view.plan().groups
    assert heights(weights) == pytest.approx([h * heights(weights)[0] / 0.506 for h in (0.506, 0.186, 0.307)])
    assert heights(exp)[1] / heights(exp)[0] == pytest.approx(1 / 2.718)
    assert heights(logits)[1] == 0
    assert heights(logits)[2] == pytest.approx(heights(logits)[0] / 2)


def test_weights_stand_on_a_fixed_axis_from_0_to_1(view):
    view.show_bars((bars([0.2, 0.1], limits=(0, 0.2)),), 0)
    group = view.plan().groups[0]
    top, bottom = group.grid
    assert [tick.text for tick in group.ticks] == ["1", "0"]
    assert group.bars[0].box.height == pytest.approx(0.2 * (bottom - top))


def test_a_negative_bar_hangs_below_zero_with_its_number_under_it(view):
    view.show_bars((bars([1.0, -0.5], "score", (-1, 1)),), None)
    up, down = view.plan().groups[0].bars
    assert down.negative
    assert down.box.top == up.box.bottom
    assert down.box.height == pytest.approx(up.box.height / 2)
    assert down.number.box.top >= down.box.bottom
    assert down.number.text == "−0.500"


def test_a_blocked_key_is_a_stub_with_minus_infinity_or_a_bare_zero(view):
    blocked = np.array([False, True])
    logits = bars([1.0, -math.inf], "score", blocked=blocked)
    view.show_bars((logits, bars([1.0, 0.0], blocked=blocked)), 0)
    stubs = [group.bars[1] for group in view.plan().groups]
    assert [stub.number.text for stub in stubs] == ["−∞", "0"]
    assert all(stub.blocked and not stub.negative and 0 < stub.box.height < 20 for stub in stubs)


def test_a_weight_that_leaks_through_a_mask_keeps_its_height(view):
    view.show_bars((bars([0.5, 0.5], blocked=np.array([False, True])),), 0)
    open_bar, leak = view.plan().groups[0].bars
    assert leak.blocked
    assert leak.box.height == open_bar.box.height


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("selected", [0, 1, 2])
def test_no_two_texts_overlap_or_leave_the_figure(view, qapp, theme, size, selected):
    view.show_bars(worked_bars(), selected)
    with dressed(qapp, theme):
        view.resize(*size)
        found = labels_of(view.plan())
        whole = Box(-0.5, -0.5, size[0] + 0.5, size[1] + 0.5)
        assert not overlapping(found)
        assert all(whole.contains(box) for box in found)
        assert all(group.bars[selected].label.bold for group in view.plan().groups)


def test_every_number_shows_where_there_is_room(view, qapp):
    view.show_bars(worked_bars(), 0)
    with dressed(qapp, "light"):
        view.resize(320, 240)
        numbers = [bar.number for group in view.plan().groups for bar in group.bars]
    assert [number.text for number in numbers if number] == [
        "1.0", "0.0", "0.5", "2.718", "1.000", "1.649", "0.506", "0.186", "0.307",
    ]  # fmt: skip


def test_many_bars_keep_the_number_and_the_label_of_the_selected_one(view):
    view.show_bars((bars(np.linspace(0, 1, 40)),) * 3, 17)
    for group in view.plan().groups:
        assert [i for i, bar in enumerate(group.bars) if bar.number] == [17]
        assert group.bars[17].label.text == "k18"
        assert 1 < sum(bar.label is not None for bar in group.bars) < 40


def test_a_caption_that_does_not_fit_is_left_out_rather_than_cut(view):
    view.show_bars((bars([0.5], caption=Message("sum 1.23456789012345678901234567890")),) * 3, 0)
    assert [group.captions for group in view.plan().groups] == [()] * 3


@pytest.mark.usefixtures("qapp")
@given(values=rows(anything), limits=st.tuples(anything, anything), size=sizes, selected=st.integers(-2, 25))
def test_any_numbers_can_be_drawn(values, limits, size, selected):
    view = BarsView()
    groups = tuple(bars(values, kind, limits, blocked=values < 0) for kind in ("score", "exp", "weight"))
    view.show_bars(groups, selected)
    painted(view, size)
    assert all(math.isfinite(edge) for group in view.plan().groups for bar in group.bars for edge in bar.box)
    view.deleteLater()


@pytest.mark.usefixtures("qapp")
@given(values=rows(finite, 40), size=sizes)
def test_bars_stay_on_their_plot_and_numbers_apart(values, size):
    view = BarsView()
    view.show_bars((bars(values, "score", (-1e6, 1e6)),), 0)
    view.resize(*size)
    group = view.plan().groups[0]
    assert all(group.plot.inset(-1).contains(bar.box) for bar in group.bars)
    assert not overlapping([bar.number.box for bar in group.bars if bar.number])
    assert not overlapping([bar.label.box for bar in group.bars if bar.label])
    view.deleteLater()


def test_nothing_to_show_is_drawn_too(view):
    painted(view, (300, 200))
    view.show_bars((), None)
    painted(view, (300, 200))
    view.show_bars((bars([]),), 0)
    painted(view, (300, 200))
    assert view.plan().groups[0].bars == ()


def test_a_screen_reader_hears_every_number(view):
    view.show_bars(worked_bars(), 0)
    assert summary(view) == (
        "logits: k1 1.0, k2 0.0, k3 0.5; exp: k1 2.718, k2 1.000, k3 1.649; sum 5.367; "
        "weights: k1 0.506, k2 0.186, k3 0.307; sum 1"
    )


def covered(group):
    return replace(group, values=frozen_float([math.nan] * len(group.values)), covered=True)


def test_a_cover_stands_in_place_of_bars_numbers_and_captions_and_the_title_stays(view):
    logits, exp, weights = worked_bars()
    view.show_bars((logits, covered(exp), covered(weights)), 0)
    open_group, *hidden = view.plan().groups
    assert open_group.cover is None
    assert [group.titles[0].text for group in hidden] == ["exp", "weights"]
    for group in hidden:
        assert (group.bars, group.captions, group.ticks, group.grid) == ((), (), (), ())
        assert group.cover.contains(group.plot)
        assert view.bar_at(QPointF(*group.plot.centre)) is None
        assert view.tip_at(QPointF(*group.plot.centre)) == ""
    assert summary(view) == "logits: k1 1.0, k2 0.0, k3 0.5; exp: covered; weights: covered"


def test_a_covered_group_shows_the_same_whatever_its_numbers_and_limits_are(view):
    shown = []
    for values, limits, text in (([0.2, 0.8], (0, 1), "sum 1"), ([-7.0, 1e6], (-7, 1e6), "sum 3")):
        view.show_bars((bars([1, 2]), covered(bars(values, "exp", limits, caption=Message(text)))), 0)
        shown.append((view.plan(), summary(view)))
    assert shown[0] == shown[1]


def test_fractions_stand_in_place_of_numbers_with_the_decimals_said_after_them(view):
    view.show_bars((bars([4 / 7, 1, 0.25], written=("4/7", "1", "")),), 0)
    assert [bar.number.text for bar in view.plan().groups[0].bars] == ["4/7", "1", "0.250"]
    assert [view.exact(0, i) for i in range(3)] == ["weight, k1: 4/7, 0.571428571", "weight, k2: 1", "weight, k3: 0.25"]
    assert summary(view) == "weight: k1 4/7 (0.571), k2 1 (1.000), k3 0.250"


def test_numbers_have_the_digits_that_the_look_asks_for(view, qapp):
    view.show_bars(worked_bars(), 0)
    apply(qapp, Look(digits=2))
    try:
        numbers = [bar.number.text for group in view.plan().groups for bar in group.bars]
        assert numbers == ["1.00", "0.00", "0.50", "2.72", "1.00", "1.65", "0.51", "0.19", "0.31"]
        assert "k2 0.19" in summary(view)
    finally:
        apply(qapp, Look())


def test_what_bars_are_compared_with_stands_beside_them_on_one_axis(view):
    now, then = bars([1.0, -0.5], "score", (-0.5, 1)), bars([3.0, -1.0], "score", (-1, 3))
    view.show_bars((now,), 0, (then,))
    first, second = view.plan().groups[0].bars
    assert first.raw.right == first.box.left
    assert first.raw.width == pytest.approx(first.box.width)
    assert first.raw.height == pytest.approx(3 * first.box.height)
    assert second.raw.top == second.box.top
    assert second.raw.height == pytest.approx(2 * second.box.height)
    assert view.exact(0, 1) == "score, k2: −0.5; pinned: −1"
    assert summary(view) == "score: k1 1.000, k2 −0.500; pinned: k1 3.000, k2 −1.000"
    view.show_bars((now,), 0, (then,), called=Message("right"))
    assert view.exact(0, 1) == "score, k2: −0.5; right: −1"
    assert summary(view) == "score: k1 1.000, k2 −0.500; right: k1 3.000, k2 −1.000"
    painted(view, (430, 300))
    assert not view.plan().groups[0].bars[0].beyond


@pytest.mark.parametrize(
    "then",
    [
        bars([0.5, 0.5], labels=("a", "b")),
        bars([0.5, 0.25, 0.25]),
        bars([0.5, 0.5], "exp"),
        covered(bars([0.5, 0.5])),
    ],
)
def test_what_cannot_be_compared_is_left_out(view, then):
    view.show_bars((bars([0.1, 0.9]),), 0)
    alone = view.plan(), summary(view)
    view.show_bars((bars([0.1, 0.9]),), 0, (then,))
    assert (view.plan(), summary(view)) == alone


def test_a_covered_group_hides_what_it_would_be_compared_with(view):
    group = worked_bars()[2]
    view.show_bars((covered(group),), 0, (group,))
    assert summary(view) == "weights: covered"
    assert view.plan().groups[0].bars == ()


@pytest.mark.usefixtures("qapp")
@given(values=rows(anything), raw=rows(anything), limits=st.tuples(anything, anything), size=sizes)
def test_any_numbers_can_be_compared(values, raw, limits, size):
    view = BarsView()
    count = min(len(values), len(raw))
    view.show_bars((bars(values[:count], "score", limits),), 0, (bars(raw[:count], "score", (0, 1)),))
    painted(view, size)
    drawn = view.plan().groups[0].bars
    assert all(math.isfinite(edge) for bar in drawn for edge in (*bar.box, *(bar.raw or ())))
    view.deleteLater()


def test_the_pointer_finds_bars(view, qtbot):
    view.show_bars(worked_bars(), 0)
    view.show()
    place = QPoint(*(round(v) for v in view.plan().groups[2].bars[1].column.centre))
    with qtbot.waitSignal(view.hovered) as told:
        QTest.mouseMove(view, place)
        view._hover(view.bar_at(QPointF(place)))
    assert told.args == [(2, 1)]
    assert view.exact(2, 1) == "weights, k2: 0.186"
    assert view.bar_at(QPointF(view.plan().groups[2].plot.left - 8, place.y())) is None


def test_markup_in_a_token_stays_text(view, monkeypatch):
    shown = []
    monkeypatch.setattr("attnstudio.ui.tips.QToolTip.showText", lambda _place, text, _widget: shown.append(text))
    view.show_bars((bars([0.5], labels=("<b>x</b>",)),), 0)
    bar = view.plan().groups[0].bars[0].column
    place = QPoint(round(bar.centre[0]), round(bar.centre[1]))
    view.event(QHelpEvent(QEvent.Type.ToolTip, place, place))
    assert shown == ["<span>weight, &lt;b&gt;x&lt;/b&gt;: 0.5</span>"]
    assert view.tip_at(QPointF(bar.right + 2, place.y())) == ""


def gap(label: Box, bar: Box) -> float:
    """Return how far apart a number and a bar are, one above the other; infinite where they stand side by side."""
    if bar.left >= label.right or label.left >= bar.right:
        return math.inf
    return max(bar.top - label.bottom, label.top - bar.bottom)


@pytest.mark.usefixtures("qapp")
@given(
    values=st.lists(st.floats(-1, 1), min_size=2, max_size=16),
    selected=st.integers(0, 15),
    size=st.tuples(st.integers(90, 430), st.integers(80, 300)),
)
def test_a_number_is_never_nearer_to_another_bar_unless_a_leader_joins_it_to_its_own(values, selected, size):
    view = BarsView()
    view.show_bars((bars(values, "score", (-1, 1), blocked=np.array(values) == 0),), selected)
    view.resize(*size)
    drawn = view.plan().groups[0].bars
    for i, bar in enumerate(drawn):
        if bar.number is None:
            continue
        others = [gap(bar.number.box, other.box) for j, other in enumerate(drawn) if j != i]
        leader = bar.number.leader
        if leader is None:
            assert gap(bar.number.box, bar.box) <= min(others) + 0.01
            continue
        assert i == selected
        assert leader.x1 == leader.x2 == bar.box.centre[0]
        assert min(others) >= bar.number.box.height / 2 - 1
        texts = [each for other in drawn if other is not bar for each in (other.number, other.label) if each]
        assert not any(text.box.crossed_by(leader) for text in texts)
    view.deleteLater()


def test_a_short_bar_beside_a_tall_one_has_its_number_off_the_tall_one(view):
    view.show_bars((bars([0.05, 0.6, 0.1, 0.07, 0.09, 0.05], labels=("the",) * 6),), 2)
    view.resize(130, 260)
    drawn = view.plan().groups[0].bars
    number = drawn[2].number
    assert number.text == "0.100"
    assert number.box.top > drawn[1].box.top
    assert number.box.left >= drawn[1].box.right


@pytest.mark.parametrize(("width", "shown"), [(200, [2, 3, 4, 5]), (118, [2, 4])])
def test_minus_infinity_stands_on_one_line_or_leaves_every_second_out(view, width, shown):
    blocked = np.array([False, False, True, True, True, True])
    view.show_bars((bars([2, 1, *[-math.inf] * 4], "score", (0, 2), blocked=blocked),), 0)
    view.resize(width, 220)
    drawn = view.plan().groups[0].bars
    assert [i for i, bar in enumerate(drawn) if bar.blocked and bar.number] == shown
    assert len({bar.number.box.top for bar in drawn if bar.blocked and bar.number}) == 1


def test_a_bar_beyond_its_axis_is_broken_and_keeps_its_number(view):
    view.show_bars((bars([1.11, 1.0000001, -0.2, 0.5]),), None)
    drawn = view.plan().groups[0].bars
    assert [bar.beyond for bar in drawn] == [True, False, True, False]
    assert [bar.number.text for bar in drawn] == ["1.110", "1.000", "−0.200", "0.500"]
    assert drawn[2].box.bottom == view.plan().groups[0].zero > drawn[2].number.box.bottom
    image = painted(view, (430, 300))
    above, within = (
        {image.pixelColor(round(bar.box.centre[0]), round(bar.box.top) + y).rgba() for y in range(4, 20)}
        for bar in view.plan().groups[0].bars[:2]
    )
    assert len(within) == 1
    assert len(above) > 1


def test_a_token_turns_no_text_of_the_bars(view):
    view.show_bars((bars([0.5, 0.25], labels=("abc\u202edef", "שלום")),), 0)
    assert summary(view) == "weight: abc⟨202E⟩def 0.500, \u2068שלום\u2069 0.250"
    assert "\u202e" not in view.exact(0, 0)
    assert [bar.label.text.replace("…", "")[:3] for bar in view.plan().groups[0].bars] == ["abc", "\u2068של"]


def test_the_tab_key_stops_at_a_figure_and_a_frame_shows_it(view, qtbot):
    view.show_bars(worked_bars(), 0)
    with qtbot.waitExposed(view):
        view.show()
    assert view.focusPolicy() == Qt.FocusPolicy.StrongFocus
    assert view.toolTip()
    view.clearFocus()
    without, exported = view.grab().toImage(), painted(view, (430, 300))
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.hasFocus)
    edge = view.grab().toImage().pixelColor(1, 150)
    assert edge == look().colour("accent") != without.pixelColor(1, 150)
    assert painted(view, (430, 300)) == exported


def test_tiny_exponentials_keep_their_digits_and_small_weights_stay_rounded():
    assert read(bars([3.059e-7, 0.0, 2.0], "exp", (0, 2)), look()).numbers == ("3.1×10⁻⁷", "0.000", "2.000")
    assert read(bars([3.059e-7, 1.0], "weight"), look()).numbers == ("0.000", "1.000")
