"""Myths, teacher pages and playlists: what they quote is computed from scenes that ship, and all of them open."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lesson_window import press
from PySide6.QtCore import Qt
from real_window import opened, settle

from attnstudio import catalog
from attnstudio.files.resources import resource_path
from attnstudio.state.challenges import Challenge
from attnstudio.state.figures import Array
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


def resting() -> Array:
    """Return the mean weight on the start token that the map of all heads of SmolLM2 shows."""
    return shown(PLAYLISTS["heads"], "pronoun", find="first").result.matrices["map"].values


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
        "cat sentence, 40": lambda: float((resting() > 0.5).sum()), "of the 108": lambda: float(resting().size),
        "were 2.83": lambda: heads("whole-width", "divisor") / heads("toy", "divisor"),
        "= 0.354": lambda: heads("toy", "divisor") / heads("whole-width", "divisor"),
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


def test_the_minutes_on_paper_of_an_opening_are_those_of_its_scene() -> None:
    assert "press PageDown once" in PAGES["attention"]
    assert "Four minutes on paper" in PAGES["attention"]
    assert "| 2 All covered | 4 |" in PAGES["attention"]
    assert PLAYLISTS["attention"].steps[1].state.covered


def test_the_temperature_that_repairs_the_wrong_divisor_is_what_its_page_says() -> None:
    right, wrong = heads("toy", "divisor"), heads("whole-width", "divisor")
    repaired = shown(PLAYLISTS["heads"], "whole-width", temperature=right / wrong).result.matrices["weights"].values
    assert repaired == pytest.approx(shown(PLAYLISTS["heads"], "toy").result.matrices["weights"].values)
    notices = map(str, shown(PLAYLISTS["heads"], "whole-width").result.notices)
    assert any("as if the temperature were 2.83" in notice for notice in notices)  # it is no secret


@pytest.mark.usefixtures("qapp")
def test_every_scene_about_heads_has_its_subject_in_sight_in_a_small_window() -> None:
    with opened(size=(1280, 720)) as window:
        window.teaching.open(PLAYLISTS["heads"])
        for step in PLAYLISTS["heads"].steps:
            settle()
            panel = window._views["heads"]
            subject = step.point_at or "statistics"
            place = panel.place_of(subject)
            assert place is not None, step.name
            assert place.isVisibleTo(panel), step.name
            assert not place.visibleRegion().isEmpty(), step.name
            press(window, Qt.Key.Key_PageDown)


def test_setting_the_value_of_the_sink_to_zero_moves_less_than_forbidding_it() -> None:
    assert myth("weight-is-effect", "zeroed") < 0.2 * myth("weight-is-effect", "forbidden")


def test_the_lesson_that_the_readme_shows_is_good_and_can_be_solved(tmp_path: Path) -> None:
    readme = Path(__file__).parents[1].joinpath("README.md").read_text(encoding="utf-8")
    (shown_there,) = re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)
    tmp_path.joinpath("mine.toml").write_text(shown_there, encoding="utf-8")
    lesson = catalog.open_lesson(tmp_path / "mine.toml")
    begun = lesson.steps[-1]
    solved = begun.state.scenario.with_changes(
        tensors=begun.state.scenario.tensors.with_row("key", 1, [1.5, 1, 1.5, 1])
    )
    start, end = (Moment(one, catalog.compute(begun.panel, one)) for one in (begun.state.scenario, solved))
    assert isinstance(begun.task, Challenge)
    assert not begun.task.standing(start, start).met
    assert begun.task.standing(end, start).met
    assert begun.refused(solved) == ()
