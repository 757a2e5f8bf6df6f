"""Challenges: conditions at their edges, the furthest one, and success that stays."""

import math
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnstudio.state.challenges import COMPARISONS, Challenge, Condition, Pursuit
from attnstudio.state.faults import Faults
from attnstudio.state.quantities import Quantity
from attnstudio.state.quantity_measures import Moment

A, B = Quantity("a"), Quantity("b")


def at(**quantities):
    return Moment(SimpleNamespace(), SimpleNamespace(quantities=quantities, matrices={}))


def reading(condition, **quantities):
    return condition.reading(at(**quantities), at())


@pytest.mark.parametrize(
    ("comparison", "within", "met", "unmet"),
    [
        ("at_least", 0, [0.5, 0.6, math.inf], [0.49, -math.inf]),
        ("at_least", 0.1, [0.4], [0.39]),
        ("at_most", 0, [0.5, 0.4, -math.inf], [0.51]),
        ("above", 0, [0.51], [0.5, 0.4]),
        ("below", 0, [0.49], [0.5, 0.6]),
        ("near", 0.01, [0.49, 0.5, 0.51], [0.48, 0.52, math.inf]),
        ("near", 0, [0.5], [0.501]),
    ],
)
def test_a_condition_is_met_up_to_its_edge(comparison, within, met, unmet):
    condition = Condition(A, comparison, 0.5, within)
    assert [reading(condition, a=value).met for value in met] == [True] * len(met)
    assert [reading(condition, a=value).met for value in unmet] == [False] * len(unmet)


def test_the_distance_is_what_is_left_to_go():
    assert reading(Condition(A, "at_least", 0.99), a=0.576).distance == pytest.approx(0.414)
    assert reading(Condition(A, "near", 16, 0.5), a=8).distance == 7.5
    assert reading(Condition(A, "near", 16, 0.5), a=16.4).distance == 0


def test_differences_and_ratios_are_compared():
    assert reading(Condition(A, "near", 0, 0.01, minus=B), a=0.4, b=0.405).met
    assert not reading(Condition(A, "near", 0, 0.01, minus=B), a=0.4, b=0.45).met
    assert reading(Condition(A, "near", 10, 0.5, over=B), a=1, b=0.1).met
    assert reading(Condition(A, "near", 0, minus=B), a=math.inf, b=math.inf).met


def test_a_condition_is_written_as_lesson_files_write_it():
    conditions = (
        Condition(A, "at_least", 0.5), Condition(A, "near", 0, 0.01, minus=B), Condition(A, "below", 10, over=B),
    )  # fmt: skip
    assert [one.notation for one in conditions] == ["a at least 0.5", "a − b within 0.01 of 0", "a ÷ b below 10"]


def test_a_ratio_has_no_unit_and_a_share_has_one():
    share = Quantity("entropy_share")
    assert str(Condition(share, "at_least", 2, over=share).words()).endswith("at least 2")
    assert str(Condition(share, "at_least", 0.5).words()).endswith("at least 50\N{NO-BREAK SPACE}%")


def test_what_is_not_there_is_told_by_its_words_and_not_with_the_names_that_lesson_files_use():
    missing = reading(Condition(Quantity("found_layer"), "at_most", 1), b=1)
    assert str(missing.words()) == "the layer of the best head has no number now"
    assert "there are b" in str(missing.value)


def test_what_cannot_be_measured_is_not_met_and_says_why():
    for condition, quantities in (
        (Condition(A, "at_most", 1), {"b": 1}),
        (Condition(A, "at_most", 1, minus=B), {"a": 1}),
        (Condition(A, "at_most", 1, over=B), {"a": 1, "b": 0}),
    ):
        found = reading(condition, **quantities)
        assert not found.met
        assert found.distance == math.inf
        assert str(found.words())


def test_the_furthest_condition_is_shown_relative_to_the_size_of_its_target():
    small, large = Condition(A, "at_least", 0.9), Condition(B, "near", 1000, 1)
    challenge = Challenge("Go", (small, large))
    assert challenge.standing(at(a=0.1, b=900), at()).furthest.condition is small
    assert challenge.standing(at(a=0.89, b=900), at()).furthest.condition is large
    assert challenge.standing(at(a=0.95, b=900), at()).furthest.condition is large
    assert challenge.standing(at(a=0.89), at()).furthest.condition is large  # it has no number at all
    both = challenge.standing(at(a=0.95, b=1000), at())
    assert both.met
    assert both.furthest.met


def test_a_strict_edge_is_no_success_though_nothing_is_left_to_go():
    challenge = Challenge("Go", (Condition(A, "above", 0.5), Condition(B, "at_least", 0)))
    standing = challenge.standing(at(a=0.5, b=1), at())
    assert not standing.met
    assert standing.furthest.condition.quantity == A


@given(st.lists(st.tuples(st.sampled_from(COMPARISONS), st.floats(-5, 5)), min_size=1, max_size=5), st.floats(-9, 9))
def test_all_is_met_exactly_where_the_furthest_is(conditions, value):
    challenge = Challenge("Go", tuple(Condition(A, comparison, target) for comparison, target in conditions))
    standing = challenge.standing(at(a=value), at())
    assert standing.met == standing.furthest.met


@pytest.mark.parametrize(
    ("condition", "wanted", "now"),
    [
        (Condition(A, "at_least", 0.99), "a at least 0.99", "Now a is 0.576, 0.41 to go"),
        (Condition(A, "near", 0, 0.01, minus=B), "a minus b within 0.01 of 0", "Now a minus b is 0.076, 0.066 to go"),
        (Condition(A, "below", 2, over=B), "a divided by b below 2", "Now a divided by b is 1.15: there"),
    ],
)
def test_a_condition_and_its_distance_are_said_in_words(condition, wanted, now):
    assert str(condition.words()) == wanted
    assert str(reading(condition, a=0.576, b=0.5).words()) == now


def test_success_is_not_lost_when_the_value_leaves_again():
    challenge = Challenge("Go", (Condition(A, "at_least", 1),))
    pursuit = Pursuit(challenge)
    solved = [(pursuit := pursuit.seen(challenge.standing(at(a=value), at()))).solved for value in (0, 1, 0, 0.5)]
    assert solved == [False, True, True, True]


def test_cannot_be_done_is_the_answer_only_where_it_is_one():
    goal = (Condition(A, "at_least", 1),)
    possible, impossible = Challenge("Go", goal), Challenge("Go", goal, insight="Why", impossible=True)
    assert (Pursuit(possible).solved, Pursuit(possible).denied) == (False, False)
    assert not Pursuit(possible).said_impossible().solved
    assert Pursuit(possible).said_impossible().denied
    assert Pursuit(impossible).said_impossible().solved
    reached = possible.standing(at(a=1), at())
    after = Pursuit(possible).said_impossible().seen(reached)
    assert (after.solved, after.denied) == (True, False)
    assert after.said_impossible() == after


@pytest.mark.parametrize(
    ("made", "place"),
    [
        (lambda: Condition(A, "equals", 1), "comparison"),
        (lambda: Condition(A, "near", math.nan), "target"),
        (lambda: Condition(A, "near", 1, -1), "within"),
        (lambda: Condition(A, "above", 1, 0.1), "within"),
        (lambda: Condition(A, "near", 1, minus=A, over=B), "over"),
        (lambda: Challenge(" ", (Condition(A, "near", 1),)), "text"),
        (lambda: Challenge("Go", ()), "conditions"),
        (lambda: Challenge("Go", (Condition(A, "near", 1),), impossible=True), "insight"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_with_its_place(made, place):
    with pytest.raises(Faults) as raised:
        made()
    assert [fault.place for fault in raised.value.faults] == [place]
