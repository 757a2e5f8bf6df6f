"""Locks of a step: what is refused, what is free, and in which words."""

from dataclasses import replace

import numpy as np
import pytest

from attnstudio.panels.attention.scenario import AttentionScenario, drawn_again, with_sizes
from attnstudio.state.description import Description
from attnstudio.state.locks import Locks, free_from_text
from attnstudio.state.message import Message
from attnstudio.state.scene import PanelState
from attnstudio.state.tensors import TensorPack

START = PanelState(AttentionScenario(), frozenset({"output"}))


def locks(*free: str, keeps_covers: bool = False) -> Locks:
    return Locks("attention", START, tuple(free_from_text(one, START.scenario) for one in free), keeps_covers)


def with_row(role: str, i: int, row: list[float]) -> dict[str, object]:
    return {"tensors": START.scenario.tensors.with_row(role, i, row)}  # type: ignore[arg-type]


def refused(held: Locks, before: PanelState = START, **changes: object) -> str:
    after = replace(before, scenario=before.scenario.with_changes(**changes))
    return str(held.refusal(before, after) or "")


TEMPERATURE = {"temperature": 2.0}
SECOND_KEY = with_row("key", 1, [1, 1, 1, 1])


@pytest.mark.parametrize(
    ("free", "changes"),
    [
        (["temperature"], TEMPERATURE),
        (["tensors"], SECOND_KEY),
        (["tensors.key"], SECOND_KEY),
        (["tensors.key[2]"], SECOND_KEY),
        ([], {"selected_query": 0, "selected_key": 2, "role": "value"}),
        (["tensors"], {"tensors": with_sizes(START.scenario, T_k=5)}),
    ],
)
def test_what_is_free_and_what_is_only_selected_can_be_changed(free: list[str], changes: dict[str, object]) -> None:
    assert refused(locks(*free), **changes) == ""


@pytest.mark.parametrize(
    ("free", "changes", "told"),
    [
        ([], TEMPERATURE, "Locked in this step: Temperature. Nothing is to be changed here."),
        (["divide_by"], TEMPERATURE, "Locked in this step: Temperature. Free: Divide by."),
        (["tensors.query"], SECOND_KEY, "Locked in this step: key. Free: query."),
        (["tensors.key[1]"], SECOND_KEY, "Locked in this step: key 2. Free: key 1."),
        (["temperature"], {**SECOND_KEY, **TEMPERATURE}, "Locked in this step: key. Free: Temperature."),
        (
            ["tensors.key"],
            {"tensors": with_sizes(START.scenario, T_k=5)},
            "Locked in this step: Numbers. Free: key.",
        ),
        (
            ["temperature"],
            {name: getattr(drawn_again(START.scenario), name) for name in ("tensors", "seed")},
            "Locked in this step: query, key, value. Free: Temperature.",
        ),
    ],
)
def test_a_refusal_says_what_is_locked_and_what_is_free(free: list[str], changes: dict[str, object], told: str) -> None:
    assert refused(locks(*free), **changes) == told


def test_what_was_otherwise_already_is_held_against_no_other_change_and_can_be_brought_back() -> None:
    held, other = locks("temperature"), replace(START, scenario=START.scenario.with_changes(divide_by="one"))
    assert refused(held, other, temperature=2.0) == ""
    assert refused(held, other, divide_by="sqrt_d_k") == ""
    assert refused(held, other, divide_by="d_k") != ""


def test_a_pin_and_the_orientation_are_never_locked() -> None:
    assert locks(keeps_covers=True).refusal(START, replace(START, orientation="columns", pinned=START.scenario)) is None


def test_what_a_question_covers_stays_covered_and_more_can_be_covered() -> None:
    held = locks(keeps_covers=True)
    assert "until the question is answered" in str(held.refusal(START, replace(START, covered=frozenset())))
    more = replace(START, covered=START.covered | {"weights"})
    assert held.refusal(START, more) is None
    assert held.refusal(more, START) is None
    assert locks().refusal(START, replace(START, covered=frozenset())) is None


@pytest.mark.parametrize(
    ("free", "fields", "part", "locked"),
    [
        (["temperature"], ["temperature"], {}, False),
        (["temperature"], ["divide_by"], {}, True),
        (["temperature"], ["temperature", "divide_by"], {}, True),
        ([], ["selected_query"], {}, False),
        (["tensors.key"], ["tensors"], {}, True),
        (["tensors.key"], ["tensors"], {"role": "key", "vector": 1}, False),
        (["tensors.key[1]"], ["tensors"], {"role": "key", "vector": 1}, True),
        (["tensors.key[2]"], ["tensors"], {"role": "key", "vector": 1}, False),
        (["tensors"], ["tensors"], {"role": "value", "vector": 0}, False),
    ],
)
def test_a_control_is_locked_as_soon_as_one_thing_that_it_changes_is(
    free: list[str], fields: list[str], part: dict[str, object], locked: bool
) -> None:
    assert (locks(*free).reason(*fields, **part) is not None) == locked  # type: ignore[arg-type]


def test_without_a_list_of_what_is_free_nothing_is_locked() -> None:
    open_to_all = Locks("attention", START, None, keeps_covers=True)
    assert refused(open_to_all, **TEMPERATURE) == ""
    assert open_to_all.reason("temperature", "tensors") is None


def test_weights_alone_are_locked_as_a_whole() -> None:
    start = PanelState(AttentionScenario(tensors=TensorPack(weights=np.array([[0.25, 0.75]]))))
    held = Locks("attention", start, (free_from_text("tensors.query", start.scenario),))
    others = start.scenario.with_changes(tensors=TensorPack(weights=np.array([[0.5, 0.5]])))
    told = str(held.refusal(start, replace(start, scenario=others)))
    assert told == "Locked in this step: Numbers. Free: query."


def test_what_is_locked_until_the_question_is_answered_says_so() -> None:
    held = Locks("attention", START, (), keeps_covers=True, for_now=True)
    assert refused(held, **TEMPERATURE) == "Locked in this step until the question is answered: Temperature."
    assert held.kept_covers == {"output"}
    assert locks("temperature").kept_covers == frozenset()


def test_a_description_under_covers_that_stay_gives_no_hint_to_reveal_them() -> None:
    words = Description(*(Message(part) for part in ("area", "controls", "details", "Press N to reveal it.")))
    told = locks(keeps_covers=True).told_in(words)
    assert str(told.hint) == "What is covered stays covered until the question is answered."
    assert (told.play_area, told.controls, told.details) == (words.play_area, words.controls, words.details)
    assert locks().told_in(words) is words
