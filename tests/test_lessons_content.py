"""The lessons that ship: what they quote is computed from what their steps set, and goals are reached from there."""

import math
import re
from typing import Any

import numpy as np
import pytest
from asked_numbers import NUMBERS
from quoted_of_attention import BOTH, OF_ATTENTION
from quoted_of_heads import OF_HEADS, OF_REVIEW, named
from taught import ASKED, CHALLENGES, LESSONS, STEPS, At, measure, moment, said, texts

from attnstudio import catalog
from attnstudio.panels.attention.scenario import COMPONENT
from attnstudio.state.challenges import Challenge, Pursuit
from attnstudio.state.fields import Number
from attnstudio.state.lesson import Step
from attnstudio.state.lesson_questions import ChoiceQuestion, NumberQuestion
from attnstudio.state.quantities import Quantity

FIGURES = {**OF_ATTENTION, **OF_HEADS, **OF_REVIEW}
# What a learner may do inside the ranges of the controls, from the start of the step.
SOLUTIONS: dict[At, dict[str, Any]] = {
    ("lookup", "make-it-hard"): {"temperature": 0.18},
    ("lookup", "two-at-once"): {"query": {1: [1.4, 1.4, 0, 0]}},
    ("lookup", "ask-nothing"): {"query": {1: [0, 0, 0, 0]}},
    ("step-by-step", "steal"): {"key": {2: [1.5, 1, 1.5, 1]}},
    ("step-by-step", "middle"): {"query": {1: [1, 1, 1, 1]}},
    ("step-by-step", "number"): {"query": {1: [1.7, 0, 1.7, 0]}},
    ("similarity", "neither"): {"query": {1: [0, 1]}},
    ("similarity", "longer"): {"key": {2: [2, 1]}},
    ("similarity", "steer"): {"query": {1: [0.2, 0.2]}},
    ("softmax", "move-all"): {"key": {1: [1.6], 2: [0.6], 3: [1.1]}},
    ("softmax", "ten-to-one"): {"key": {1: [2.3]}},
    ("softmax", "freeze"): {"temperature": 0.13},
    ("softmax", "thaw"): {"temperature": 1.0},
    ("scaling", "read-the-law"): {"d_k": 256},
    ("scaling", "last-safe-size"): {"d_k": 4},
    ("scaling", "too-flat"): {"divide_by": "d_k"},
    ("scaling", "hidden"): {"temperature": 2.0},
    ("masks", "zero-before"): {"selected_query": 0},
    ("masks", "ask-no-one"): {"custom": frozenset((3, j) for j in range(6))},
    ("masks", "two-masks"): BOTH,
    ("heads", "wrong-scale"): {"divide_by": "sqrt_d_model", "temperature": 0.354},
    ("heads", "same-width"): {"n_heads": 16, "d_k": 4},
    ("heads", "bill"): {"bill_tokens": 5793},
    ("real-heads", "clockwork"): named(0, 2)[1],
    ("real-heads", "who-is-it"): named(13, 8, "smollm2")[1],
    ("real-heads", "half-sure"): {"temperature": 1.3},
    ("real-heads", "peek"): {"mask": "off", **named(17, 5, "smollm2")[1]},
    ("real-heads", "large-and-small"): named(4, 5)[1],
    ("review", "mask-and-heat"): {"causal": "top-left", "temperature": 1.67},
    ("review", "heads-of-a-spread"): {"n_heads": 4, "d_k": 16},
}
POSSIBLE = [at for at, step in CHALLENGES.items() if isinstance(step.task, Challenge) and not step.task.impossible]
by = pytest.mark.parametrize


def goal_figures(step: Step) -> set[float]:
    """Return the numbers that a step's goal itself states."""
    if not isinstance(step.task, Challenge):
        return set()
    return {number for one in step.task.conditions for number in (one.target, one.within)}


@by("at", FIGURES, ids="/".join)
def test_every_figure_that_is_quoted_is_what_the_state_of_the_step_gives(at: At) -> None:
    step, quoted = STEPS[at], FIGURES[at]
    of = measure(step)
    for phrase, value in quoted.items():
        assert phrase in said(step), f"{phrase} is not quoted"
        figure = re.findall(r"−?\d+(?:,\d{3})*(?:\.\d+)?", phrase)[-1].replace(",", "")
        decimals = len(figure.partition(".")[2])
        rounding = 0.5 * 10**-decimals if decimals else 0.0
        assert value(of) == pytest.approx(float(figure.replace("−", "-")), abs=rounding + 1e-9, rel=0), phrase


@by("at", STEPS, ids="/".join)
def test_no_figure_with_decimals_is_quoted_that_is_not_computed_here(at: At) -> None:
    step = STEPS[at]
    computed = {figure for phrase in FIGURES.get(at, ()) for figure in re.findall(r"\d+\.\d+", phrase)}
    quoted = {figure for figure in re.findall(r"\d+\.\d+", said(step)) if float(figure) not in goal_figures(step)}
    assert quoted <= computed


def test_every_challenge_has_a_solution_here_but_those_that_cannot_be_done() -> None:
    assert set(SOLUTIONS) == set(POSSIBLE)


@by("at", CHALLENGES, ids="/".join)
def test_the_start_does_not_meet_the_goal(at: At) -> None:
    step = CHALLENGES[at]
    assert isinstance(step.task, Challenge)
    standing = step.task.standing(moment(step), moment(step))
    assert not standing.met
    assert standing.furthest.distance > 0
    assert math.isfinite(standing.furthest.distance)


@by("at", POSSIBLE, ids="/".join)
def test_every_goal_is_reached_from_its_start_by_what_is_not_locked(at: At) -> None:
    step = STEPS[at]
    assert isinstance(step.task, Challenge)
    after = moment(step, **SOLUTIONS[at])
    standing = step.task.standing(after, moment(step))
    assert standing.met, str(standing.furthest.words())
    assert step.refused(after.scenario) == ()
    assert Pursuit(step.task).seen(standing).solved


@by("at", POSSIBLE, ids="/".join)
def test_every_solution_lies_inside_the_ranges_of_the_controls(at: At) -> None:
    specs = STEPS[at].state.scenario.specs()
    for name, value in SOLUTIONS[at].items():
        if name in ("query", "key", "value"):
            assert all(COMPONENT.low <= number <= COMPONENT.high for row in value.values() for number in row)
        elif isinstance(spec := specs[name], Number):
            assert spec.low <= value <= spec.high
        else:
            assert spec.check(value) == value


def test_what_cannot_be_done_is_reached_by_no_query() -> None:
    step = STEPS["similarity", "too-far"]
    assert isinstance(step.task, Challenge)
    start = moment(step)
    values = catalog.compute("attention", step.state.scenario).matrices["value"].values
    assert (values.sum(axis=1) <= 2).all()  # and so is every weighted average of them
    for query in np.random.default_rng(7).uniform(-3, 3, (50, 2)):
        assert not step.task.standing(moment(step, query={1: query.tolist()}), start).met
    assert Pursuit(step.task).said_impossible().solved


def test_no_size_makes_divided_rows_sharp() -> None:
    step = STEPS["review", "sharp-at-any-size"]
    assert isinstance(step.task, Challenge)
    start = moment(step)
    for d_k in (1, 2, 4, 16, 64, 256, 1024):  # the ends of the control, and sizes between them
        standing = step.task.standing(moment(step, d_k=d_k), start)
        assert isinstance(value := standing.furthest.value, float)
        assert 0.52 < value < 0.6, d_k
    assert Pursuit(step.task).said_impossible().solved


@by("at", ASKED, ids="/".join)
def test_the_answer_and_every_foreseen_mistake_of_a_number_are_computed(at: At) -> None:
    question, of = ASKED[at], measure(STEPS[at])
    answer, mistakes = NUMBERS[at]
    right = question.verdict(answer(of), of)
    assert right.right
    assert right.feedback == ""
    assert len(mistakes) == len(question.wrong)
    for mistake, foreseen in zip(mistakes, question.wrong, strict=True):
        verdict = question.verdict(mistake(of), of)
        assert (verdict.right, verdict.feedback) == (False, foreseen.feedback)
    assert question.verdict(-1234.5, of).feedback == question.otherwise


@by("at", ASKED, ids="/".join)
def test_a_foreseen_mistake_is_named_as_far_as_it_reaches_and_no_farther(at: At) -> None:
    question, of = ASKED[at], measure(STEPS[at])
    for one in question.wrong:
        value = of(one.value) if isinstance(one.value, Quantity) else one.value
        reach = max(question.within, question.carried) if one.within is None else one.within
        assert question.verdict(value, of).feedback == one.feedback
        for beyond in (value - 1.01 * reach - 1e-6, value + 1.01 * reach + 1e-6, value + 0.2, value - 0.2):
            if abs(beyond - value) > reach:
                assert question.verdict(beyond, of).feedback != one.feedback


@pytest.mark.parametrize("given", [0.123, 0.3, 0.9, 1.35])
def test_what_only_lies_near_a_foreseen_mistake_is_not_taken_for_it(given: float) -> None:
    question = ASKED["real-heads", "forced-up"]
    assert question.verdict(given, measure(STEPS["real-heads", "forced-up"])).feedback == question.otherwise


def test_an_answer_to_ones_own_query_follows_the_query() -> None:
    at = ("step-by-step", "your-own-query")
    step, question = STEPS[at], ASKED[at]
    of, mine = measure(step), {"query": {1: [2, 0, 0, 1]}}
    weights = [round(of(f"weight[q,{j}]", **mine), 3) for j in (1, 2, 3)]
    by_hand = 2 * weights[0] + weights[2]
    assert question.verdict(by_hand, lambda quantity: of(quantity, **mine)).right
    assert not question.verdict(of("output[q,1]"), lambda quantity: of(quantity, **mine)).right


def test_what_varies_is_answered_otherwise_by_every_learner() -> None:
    for at, step in STEPS.items():
        if step.vary:
            question = ASKED[at]
            answers = {round(measure(step, seed)(question.answer), 3) for seed in range(20)}
            assert len(answers) > 15, at
    assert len({at[0] for at, step in STEPS.items() if step.vary}) >= 4


@by("name", LESSONS)
def test_every_lesson_is_complete(name: str) -> None:
    lesson = LESSONS[name]
    tasks = list(lesson.tasks.values())
    assert sum(isinstance(task, Challenge) for task in tasks) >= 2
    assert sum(not isinstance(task, Challenge) for task in tasks) >= 3
    assert lesson.goal.startswith("You can ")
    assert lesson.simplified.endswith(".")
    assert lesson.number > 0
    assert all(step.title for step in lesson.steps)
    for task in tasks:
        if isinstance(task, Challenge):
            assert task.hint
            assert task.insight


@by("name", LESSONS)
def test_every_wrong_answer_of_a_lesson_has_a_feedback_of_its_own(name: str) -> None:
    for task in LESSONS[name].tasks.values():
        if isinstance(task, ChoiceQuestion):
            told = [choice.feedback for choice in task.choices if not choice.right]
        elif isinstance(task, NumberQuestion):
            told = [*(one.feedback for one in task.wrong), task.otherwise]
        else:
            continue
        assert len({*told}) == len(told)
        assert not any(choice.feedback for choice in getattr(task, "choices", ()) if choice.right)


@by("name", LESSONS)
def test_titles_and_choices_are_plain_text_and_no_markdown(name: str) -> None:
    lesson = LESSONS[name]
    plain = [lesson.title, lesson.goal, lesson.simplified, *(step.title for step in lesson.steps)]
    for task in lesson.tasks.values():
        if isinstance(task, ChoiceQuestion):
            plain += [choice.text for choice in task.choices]
    assert not re.findall(r"\*\S|`|!\[", "\n".join(plain))


def test_lessons_are_numbered_without_a_gap_and_the_review_is_the_last() -> None:
    assert sorted(lesson.number for lesson in LESSONS.values()) == [*range(1, len(LESSONS) + 1)]
    assert max(LESSONS.values(), key=lambda lesson: lesson.number).name == "review"


@by("at", CHALLENGES, ids="/".join)
def test_what_is_said_of_a_goal_names_no_quantity_as_lesson_files_do(at: At) -> None:
    step = CHALLENGES[at]
    assert isinstance(step.task, Challenge)
    start = moment(step)
    for now in (start, moment(step, **SOLUTIONS.get(at, {}))):
        for reading in step.task.standing(now, start).readings:
            assert isinstance(reading.value, float), at
            words = f"{reading.words()} {reading.condition.words(now)}"
            without_labels = re.sub(r"“[^”]*”|\bd_model\b", "", words)  # which stand on the screen as well
            assert not re.search(r"_|\[", without_labels), words
            assert not re.search(r"(?<![.\d])\d{4,}", words), words


@by("at", STEPS, ids="/".join)
def test_sentences_are_short_and_pages_too(at: At) -> None:
    step = STEPS[at]
    for text in (step.text, *texts(step.task)):
        for sentence in re.split(r"(?<=[.:?!])\s+|\n\n", text):
            assert len(sentence.split()) <= 30, sentence
    assert len(step.text.split()) <= 130
