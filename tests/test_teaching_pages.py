"""Myths, teacher pages and playlists: what they quote is computed from scenes that ship, and all of them open."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from attnstudio import catalog
from attnstudio.files.resources import resource_path
from attnstudio.state.lesson import Lesson
from attnstudio.state.message import Message
from attnstudio.state.quantities import measured, quantity_from_text
from attnstudio.state.quantity_measures import Moment

PANELS = [spec.name for spec in catalog.PANELS]
MYTHS = catalog.open_lesson(resource_path("myths", "myths.toml"))
PLAYLISTS = {panel: catalog.open_lesson(resource_path("playlists", f"{panel}.toml")) for panel in PANELS}
PAGES = {panel: resource_path("teachers", f"{panel}.md").read_text(encoding="utf-8") for panel in PANELS}
MOST_WORDS = 90  # of the text of a myth
named = pytest.mark.parametrize


@cache
def shown(lesson: Lesson, step: str, **changes: Any) -> Moment:
    (begun,) = [one for one in lesson.steps if one.name == step]
    scenario = begun.state.scenario.with_changes(**changes)
    return Moment(scenario, catalog.final(begun.panel, scenario))


def of(lesson: Lesson, step: str, text: str, **changes: Any) -> float:
    moment = shown(lesson, step, **changes)
    value = measured(quantity_from_text(text), moment, moment)
    assert not isinstance(value, Message), str(value)
    return value


def myth(step: str, text: str, **changes: Any) -> float:
    return of(MYTHS, step, text, **changes)


def attention(step: str, text: str, **changes: Any) -> float:
    return of(PLAYLISTS["attention"], step, text, **changes)


def scaling(step: str, text: str, **changes: Any) -> float:
    return of(PLAYLISTS["scaling"], step, text, **changes)


def heads(step: str, text: str, **changes: Any) -> float:
    return of(PLAYLISTS["heads"], step, text, **changes)


NAMES = {
    "0.99",
    "0.2",
    "3.1",
    "4.5",
    "5.11",
}  # heads by layer and head; and the weight from which a row is called frozen
Figures = dict[str, Callable[[], float]]
OF_MYTHS: dict[str, Figures] = {
    "mutual": {"0.196": lambda: myth("mutual", "weight[A,B]"), "0.670": lambda: myth("mutual", "weight[B,A]")},
    "negative": {
        "score 0 ": lambda: myth("negative", "score[q,2]"), "0.187": lambda: myth("negative", "weight[q,2]"),
        "score −2": lambda: myth("negative", "score[q,3]"), "0.045": lambda: myth("negative", "weight[q,3]"),
    },
    "spotlight": {"0.212": lambda: myth("spotlight", "weight[q,cat]")},
    "order": {},
    "mask-later": {
        "0.077": lambda: myth("mask-later", "row_sum[1]"), "0.421": lambda: myth("mask-later", "row_sum[2]"),
        "0.792": lambda: myth("mask-later", "row_sum[3]"),
    },
    "no-threshold": {
        "q·k is 4": lambda: myth("no-threshold", "raw_law_spread"),
        "25 %": lambda: 100 * myth("no-threshold", "raw_frozen_share"),
        "56 %": lambda: 100 * myth("no-threshold", "raw_frozen_share", d_k=64),
        "88 %": lambda: 100 * myth("no-threshold", "raw_frozen_share", d_k=1024),
    },
    "all-vanish": {
        "0.79": lambda: myth("all-vanish", "raw_mean_gradient"),
        "0.40": lambda: myth("all-vanish", "mean_gradient", divide_by="sqrt_d_k"),
        "0.07": lambda: myth("all-vanish", "raw_median_gradient"),
        "0.42": lambda: myth("all-vanish", "median_gradient", divide_by="sqrt_d_k"),
    },
    "more-is-safer": {
        "99.5 %": lambda: 100 * myth("more-is-safer", "entropy_share"),
        "79.4 %": lambda: 100 * myth("more-is-safer", "entropy_share", divide_by="sqrt_d_k"),
    },
    "weight-is-effect": {
        "0.79": lambda: myth("weight-is-effect", "weight"), "0.11": lambda: myth("weight-is-effect", "zeroed"),
        "2.64": lambda: myth("weight-is-effect", "forbidden"),
    },
    "the-pronoun-head": {
        "0.68": lambda: myth("the-pronoun-head", "weight[it,cat]", **CAT),
        "0.49": lambda: myth("the-pronoun-head", "weight[it,cat]", **(CAT | {"layer": 3, "head": 1})),
        "0.55": lambda: myth("the-pronoun-head", "weight[it,horse]"),
        "0.08": lambda: myth("the-pronoun-head", "weight[it,hill]"),
    },
    "eight-times": {
        "d_k = 8": lambda: myth("eight-times", "d_k"), "d_model = 64": lambda: myth("eight-times", "d_model"),
        "= 288": lambda: myth("eight-times", "scores_count"), "8 heads": lambda: myth("eight-times", "n_heads"),
    },
}  # fmt: skip
CAT = {"sentence": "cat_tired", "selected_query": 8, "selected_key": 2}

OF_PAGES: dict[str, Figures] = {
    "attention": {
        "0.506": lambda: attention("worked", "weight[q,1]"), "0.186": lambda: attention("worked", "weight[q,2]"),
        "0.307": lambda: attention("worked", "weight[q,3]"), "0.616": lambda: attention("why", "weight[it,cat]"),
        "0.999": lambda: sum(round(attention("worked", f"weight[q,{j}]"), 3) for j in (1, 2, 3)),
    },
    "scaling": {
        "q·k is 4": lambda: scaling("sixteen", "raw_law_spread"),
        "uncover: 8": lambda: scaling("sixty-four", "raw_law_spread"),
        "25 %": lambda: 100 * scaling("sixteen", "raw_frozen_share"),
        "56 %": lambda: 100 * scaling("sixty-four", "raw_frozen_share"),
        "88 %": lambda: 100 * scaling("thousand", "raw_frozen_share"),
        "divided by 32": lambda: scaling("root", "raw_law_spread"),
        "0.982": lambda: scaling("textbook", "raw_row_weight"),
        "0.79": lambda: scaling("sixty-four", "raw_mean_gradient"),
        "0.40": lambda: scaling("sixty-four", "mean_gradient", divide_by="sqrt_d_k"),
        "0.07": lambda: scaling("sixty-four", "raw_median_gradient"),
        "0.42": lambda: scaling("sixty-four", "median_gradient", divide_by="sqrt_d_k"),
        "12.7": lambda: scaling("textbook", "logit_gain"),
        "1.6": lambda: scaling("textbook", "score_gain"),
        "variance is 3": lambda: scaling("not-independent", "raw_law_spread") ** 2 / 64,
    },
    "heads": {
        "0.62": lambda: heads("pronoun", "weight[it,cat]"), "1.00": lambda: heads("previous", "previous"),
        "0.34": lambda: heads("previous", "previous", layer=2, head=11),
        "0.79": lambda: heads("sink", "weight"), "0.11": lambda: heads("sink", "zeroed"),
    },
}  # fmt: skip


def told(figures: Figures, text: str) -> None:
    """Compare figures that a text quotes, each rounded as it is printed there, with what is computed."""
    for phrase, value in figures.items():
        assert phrase in text, f"{phrase} is not quoted"
        figure = re.findall(r"−?\d+(?:\.\d+)?", phrase)[-1]
        decimals = len(figure.partition(".")[2])
        width = 0.5 * 10**-decimals + 1e-9
        assert value() == pytest.approx(float(figure.replace("−", "-")), abs=width, rel=0), phrase
    quoted = set(re.findall(r"\d+\.\d+", text)) - NAMES
    assert quoted <= {found for phrase in figures for found in re.findall(r"\d+\.\d+", phrase)}


@named("step", [step.name for step in MYTHS.steps])
def test_every_figure_of_a_myth_is_what_its_counter_example_gives(step: str) -> None:
    (page,) = [one for one in MYTHS.steps if one.name == step]
    told(OF_MYTHS[step], f"{page.title}\n{page.text}".replace("\n", " "))
    assert page.title[0] + page.title[-1] == "“”"
    assert len(page.text.split()) <= MOST_WORDS


def test_there_are_six_myths_at_least_and_every_panel_refutes_one() -> None:
    assert len(MYTHS.steps) >= 6
    assert {step.panel for step in MYTHS.steps} == set(PANELS)


def test_two_equal_keys_get_equal_weights_from_every_query() -> None:
    weights = shown(MYTHS, "order").result.matrices["weights"].values
    assert np.array_equal(weights[:, 0], weights[:, 4])
    assert len({*weights[:, 0].round(6)}) > 2


def test_heads_share_the_width_whatever_their_number() -> None:
    for n_heads, d_k in ((1, 64), (8, 8), (16, 4)):
        matrices = shown(MYTHS, "eight-times", n_heads=n_heads, d_k=d_k).result.matrices
        assert {matrices[name].values.shape for name in ("w_q", "w_k", "w_v", "w_o")} == {(64, 64)}


@named("panel", PANELS)
def test_every_figure_of_a_teacher_page_is_what_its_playlist_gives(panel: str) -> None:
    told(OF_PAGES[panel], PAGES[panel].replace("\n", " "))


@named("panel", PANELS)
def test_a_teacher_page_has_all_that_a_lecture_needs(panel: str) -> None:
    titles = re.findall(r"^## (.+)$", PAGES[panel], re.MULTILINE)
    assert titles == [
        "What students can do at the end", "What to look for", "Three openings", "Common mistakes",
        "The playlist, 20 minutes", "What is simplified",
    ]  # fmt: skip
    assert len(re.findall(r"^\d\. ", PAGES[panel], re.MULTILINE)) == 3


@named("panel", PANELS)
def test_a_playlist_has_no_text_and_its_page_gives_minutes_for_every_scene(panel: str) -> None:
    playlist = PLAYLISTS[panel]
    assert playlist.is_playlist
    minutes = [int(part) for part in re.findall(r"^\| \d+ [^|]+\| (\d+) \|", PAGES[panel], re.MULTILINE)]
    assert len(minutes) == len(playlist.steps)
    assert sum(minutes) == 20
    numbers = [re.match(r"(\d+) · ", step.title) for step in playlist.steps]
    assert [int(number[1]) if number else 0 for number in numbers] == [*range(1, len(minutes) + 1)]


def test_setting_the_value_of_the_sink_to_zero_moves_less_than_forbidding_it() -> None:
    assert myth("weight-is-effect", "zeroed") < 0.2 * myth("weight-is-effect", "forbidden")
