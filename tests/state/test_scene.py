"""Scenes: immutable, compared by what they hold."""

from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

import pytest

from attnstudio.state.deferred import DeferredEach
from attnstudio.state.faults import Faults
from attnstudio.state.fields import Scenario, Whole, declared
from attnstudio.state.scene import PanelState, Scene


@dataclass(frozen=True)
class Counter(Scenario):
    """A Scenario of one number."""

    stages: ClassVar = ("tens", "ones")

    count: int = declared(Whole(label="Count", help="", low=0, high=9), 0)


SCENE = Scene("left", {"left": PanelState(Counter()), "right": PanelState(Counter(5))}, title="two")


def test_the_open_panel_must_be_one_of_the_panels():
    with pytest.raises(ValueError, match="open_panel: expected one of left, right, got 'middle'"):
        replace(SCENE, open_panel="middle")


def test_with_panel_gives_a_new_scene_and_leaves_the_old_one():
    after = SCENE.with_panel("left", PanelState(Counter(1)))
    assert after.panels["left"].scenario == Counter(1)
    assert SCENE.panels["left"].scenario == Counter(0)
    assert after.panels["right"] is SCENE.panels["right"]


def test_panels_cannot_be_changed_in_place():
    with pytest.raises(TypeError):
        SCENE.panels["left"] = PanelState(Counter(1))


def test_scenes_of_the_same_state_are_equal_and_the_note_does_not_count():
    same = Scene("left", dict(SCENE.panels), title="two", note="saved yesterday")
    assert same == SCENE
    assert hash(same) == hash(SCENE)
    assert same.with_panel("left", PanelState(Counter(1))) != SCENE


@dataclass(frozen=True)
class Other(Scenario):
    """A Scenario of another panel, without stages."""


@pytest.mark.parametrize(
    ("wrong", "faults"),
    [
        (
            {"covered": frozenset({"ones", "units", "pence"})},
            ["covered: expected stages of tens, ones, got pence, units"],
        ),
        ({"covered": ["ones"]}, ["covered: expected a set of stages, got ['ones']"]),
        ({"orientation": "up"}, ["orientation: expected rows or columns, got 'up'"]),
        ({"orientation": ["rows"]}, ["orientation: expected rows or columns, got ['rows']"]),
        ({"pinned": Other()}, ["pinned: expected a Scenario of this panel (Counter), got Other"]),
        (
            {"covered": None, "orientation": 0, "pinned": 1},
            [
                "covered: expected a set of stages, got None",
                "orientation: expected rows or columns, got 0",
                "pinned: expected a Scenario of this panel (Counter), got int",
            ],
        ),
    ],
)
def test_a_state_that_its_panel_cannot_have_is_refused_with_every_fault(wrong, faults):
    with pytest.raises(Faults) as caught:
        PanelState(Counter(), **wrong)
    assert [str(fault) for fault in caught.value.faults] == faults


def test_a_panel_without_stages_can_be_turned_and_pinned_but_not_covered():
    assert PanelState(Other(), orientation="columns", pinned=Other()).pinned == Other()
    with pytest.raises(Faults, match="covered: expected stages of none, got tens"):
        PanelState(Other(), covered=frozenset({"tens"}))


def test_a_change_of_one_panel_makes_no_state_of_another_and_what_is_made_later_is_the_same_in_both():
    made = []
    right = cache(lambda: made.append("right") or PanelState(Counter(5)))
    scene = Scene("left", DeferredEach({"left": lambda: PanelState(Counter()), "right": right}))
    other = scene.with_panel("left", PanelState(Counter(1)))
    assert (other.panels["left"].scenario, [*other.panels], made) == (Counter(1), ["left", "right"], [])
    assert scene.panels["right"] is other.panels["right"]
    assert made == ["right"]
