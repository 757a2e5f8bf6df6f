"""The lessons that ship: what they quote is computed from what their steps set, and goals are reached from there."""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pytest

from attnstudio import catalog
from attnstudio.files.lesson_files import lessons
from attnstudio.panels.attention.scenario import COMPONENT
from attnstudio.state.challenges import Challenge, Pursuit
from attnstudio.state.fields import Number, Scenario
from attnstudio.state.lesson import Lesson, Step
from attnstudio.state.lesson_questions import Choice, ChoiceQuestion, NumberQuestion, WrongNumber
from attnstudio.state.message import Message
from attnstudio.state.quantities import Quantity, measured, quantity_from_text
from attnstudio.state.quantity_measures import Moment

LESSONS: dict[str, Lesson] = {lesson.name: catalog.open_lesson(lesson.path) for lesson in lessons()}
STEPS: dict[tuple[str, str], Step] = {(name, step.name): step for name, one in LESSONS.items() for step in one.steps}
TASKS: tuple[type, ...] = (Challenge, ChoiceQuestion, NumberQuestion, Choice, WrongNumber)
Measure = Callable[..., float]


def changed(scenario: Scenario, changes: Mapping[str, Any]) -> Scenario:
    """Return a Scenario with other fields; `query`, `key` and `value` are rows of its tensors by their positions."""
    fields = dict(changes)
    for role in ("query", "key", "value"):
        for i, row in fields.pop(role, {}).items():
            pack = fields.get("tensors", getattr(scenario, "tensors", None))
            fields["tensors"] = pack.with_row(role, i - 1, row)
    return scenario.with_changes(**fields)


def moment(step: Step, **changes: Any) -> Moment:
    scenario = changed(step.state.scenario, changes)
    return Moment(scenario, catalog.final(step.panel, scenario))


def measure(step: Step) -> Measure:
    """Return what measures a quantity on the start of a step, or on what some changes make of it."""

    def of(text: str | Quantity, **changes: Any) -> float:
        quantity = text if isinstance(text, Quantity) else quantity_from_text(text)
        value = measured(quantity, moment(step, **changes), moment(step))
        assert not isinstance(value, Message), str(value)
        return value

    return of


def texts(part: object) -> Iterator[str]:
    """Yield all that is said in a task."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from texts(one)
    elif isinstance(part, TASKS):
        yield from texts(tuple(vars(part).values()))


def said(step: Step) -> str:
    return "\n".join([step.title, step.text, *texts(step.task)])


# What is said of a step's start, or of a change that its text names. A figure of a goal itself is read from the goal.
FIGURES: dict[tuple[str, str], dict[str, Callable[[Measure], float]]] = {
    ("lookup", "why"): {"0.616": lambda m: m("weight[it,cat]")},
    ("lookup", "exact"): {
        "1.000": lambda m: m("weight[q,dog]"), "value: 1": lambda m: m("value[2,1]"),
        "cat → 2": lambda m: m("value[1,1]"), "dog → 1": lambda m: m("value[2,1]"), "−1": lambda m: m("value[3,1]"),
    },
    ("lookup", "soft"): {
        "0.212": lambda m: m("weight[q,cat]"), "0.576": lambda m: m("weight[q,dog]"),
        "and 0.212": lambda m: m("weight[q,fish]"), "0.788": lambda m: m("output[q,1]"),
    },
    ("step-by-step", "compare"): {
        "[2": lambda m: m("score[q,1]"), "2, 0": lambda m: m("score[q,2]"), "0, 1]": lambda m: m("score[q,3]"),
    },
    ("step-by-step", "scale"): {
        "[1": lambda m: m("logit[q,1]"), "1, 0": lambda m: m("logit[q,2]"), "0.5": lambda m: m("logit[q,3]"),
        "= 2": lambda m: m("score[q,1]") / m("logit[q,1]"),
    },
    ("step-by-step", "third-weight"): {
        "0.307": lambda m: m("weight[q,3]"), "0.5": lambda m: m("logit[q,3]"), "2.718": lambda m: m("exp[q,1]"),
        "1.000": lambda m: m("exp[q,2]"), "1.649": lambda m: m("exp[q,3]"),
        "5.367": lambda m: sum(m(f"exp[q,{j}]") for j in (1, 2, 3)),
    },
    ("step-by-step", "softmax"): {
        "2.718": lambda m: m("exp[q,1]"), "1.000": lambda m: m("exp[q,2]"), "1.649": lambda m: m("exp[q,3]"),
        "5.367": lambda m: sum(m(f"exp[q,{j}]") for j in (1, 2, 3)), "0.506": lambda m: m("weight[q,1]"),
        "0.186": lambda m: m("weight[q,2]"), "0.307": lambda m: m("weight[q,3]"),
        "0.999": lambda m: sum(round(m(f"weight[q,{j}]"), 3) for j in (1, 2, 3)), "sum to 1": lambda m: m("row_sum[q]"),
    },
    ("step-by-step", "mix"): {
        "0.506": lambda m: m("weight[q,1]"), "0.186": lambda m: m("weight[q,2]"), "0.307": lambda m: m("weight[q,3]"),
        "1.32": lambda m: m("output[q,1]"), "0.68": lambda m: m("output[q,2]"),
        "1.319": lambda m: 2 * round(m("weight[q,1]"), 3) + round(m("weight[q,3]"), 3),
        "0.679": lambda m: 2 * round(m("weight[q,2]"), 3) + round(m("weight[q,3]"), 3),
    },
    ("step-by-step", "a-row-a-question"): {"0.609": lambda m: m("weight[q,cat]")},
    ("step-by-step", "a-second-question"): {
        "0.403": lambda m: m("weight[q,cat]"), "0.298": lambda m: m("weight[q,sat]"),
    },
    ("similarity", "three-friends"): {
        "score is 1": lambda m: m("score[q,1]"), "score is 0": lambda m: m("score[q,2]"),
        "score is −1": lambda m: m("score[q,3]"), "90": lambda m: m("angle[q,2]"), "135": lambda m: m("angle[q,3]"),
    },
    ("similarity", "weights-of-them"): {
        "0.576": lambda m: m("weight[q,1]"), "0.284": lambda m: m("weight[q,2]"), "0.140": lambda m: m("weight[q,3]"),
    },
    ("similarity", "turned-against"): {
        "0.248": lambda m: m("weight[q,1]", key={1: [-1, 0]}), "−1": lambda m: m("score[q,1]", key={1: [-1, 0]}),
    },
    ("softmax", "each-key-a-logit"): {
        "2.718": lambda m: m("exp[q,1]"), "1.000": lambda m: m("exp[q,2]"), "1.649": lambda m: m("exp[q,3]"),
        "0.506": lambda m: m("weight[q,1]"), "0.186": lambda m: m("weight[q,2]"), "0.307": lambda m: m("weight[q,3]"),
    },
    ("softmax", "ten-to-one"): {"2.3": lambda _: math.log(10)},
    ("softmax", "ratio"): {"2.718": lambda m: m("weight[q,1]") / m("weight[q,2]")},
    ("softmax", "how-much-moves"): {"0.451": lambda m: m("jacobian_norm[q]")},
    ("softmax", "thaw"): {
        "0.013": lambda m: m("jacobian_norm[q]"), "0.471": lambda m: m("jacobian_norm[q]", key={1: [0], 3: [0]}),
        "0.5": lambda m: m("jacobian_norm[q]", key={1: [9], 2: [9], 3: [-99]}),
    },
    ("softmax", "when-largest"): {
        "0.25": lambda _: 0.5 * 0.5, "0.5": lambda _: 1 / 2, "0.059": lambda _: 1 / 16 * 15 / 16,
    },
    ("scaling", "a-sum"): {
        "spread of 8": lambda m: m("raw_law_spread"), "d_k = 64": lambda m: m("raw_law_spread") ** 2,
    },
    ("scaling", "spread-of-256"): {"16": lambda m: m("raw_law_spread", d_k=256)},
    ("scaling", "read-the-law"): {"spread of 32": lambda m: m("raw_law_spread", d_k=1024)},
    ("scaling", "textbook"): {
        "0.982": lambda m: m("raw_row_weight"), "0.506": lambda m: m("row_weight"),
        "0.035": lambda m: m("raw_row_norm"), "0.451": lambda m: m("row_norm"),
        "[1": lambda m: m("logit[q,1]"), "0.5": lambda m: m("logit[q,2]"),
        "[8": lambda m: m("score[q,1]"), "8, 4": lambda m: m("score[q,2]"), "4, 0": lambda m: m("score[q,3]"),
    },
    ("scaling", "gradient-of-scores"): {"12.7": lambda m: m("logit_gain"), "1.6": lambda m: m("score_gain")},
    ("scaling", "too-flat"): {"a spread of 1": lambda m: m("law_spread")},
    ("scaling", "hidden"): {
        "0.665": lambda m: m("weight[q,1]"), "0.506": lambda m: m("weight[q,1]", divide_by="sqrt_d_k"),
    },
    ("scaling", "d-k-one"): {
        "scores is 1": lambda m: m("raw_law_spread"), "spread is 4": lambda m: m("raw_law_spread", d_k=16),
    },
    ("scaling", "per-head"): {"22.6": lambda _: math.sqrt(512), "By 8": lambda m: m("raw_law_spread")},
    ("masks", "no-peeking"): {
        "0.104": lambda m: m("weight[q,1]"), "0.769": lambda m: m("weight[q,cat]"),
        "0.127": lambda m: m("weight[q,sat]"),
    },
    ("masks", "cat-with-mask"): {
        "0.609": lambda m: m("weight[q,cat]"), "0.208": lambda m: sum(m(f"weight[q,{j}]") for j in (4, 5, 6)),
        "0.792": lambda m: sum(m(f"weight[q,{j}]") for j in (1, 2, 3)),
        "0.769": lambda m: m("weight[q,cat]", causal="top-left"),
    },
    ("masks", "zero-before"): {"0.892": lambda m: m("leak[the1]")},
    ("masks", "zero-after"): {
        "0.077": lambda m: m("row_sum[1]"), "0.421": lambda m: m("row_sum[2]"), "0.792": lambda m: m("row_sum[3]"),
    },
    ("masks", "two-masks"): {
        "0.188": lambda m: m("weight[mat,1]", **BOTH), "0.188, 0.188": lambda m: m("weight[mat,2]", **BOTH),
        "0.114": lambda m: m("weight[mat,3]", **BOTH), "0.510": lambda m: m("weight[mat,4]", **BOTH),
        "twice 0": lambda m: m("weight[mat,5]", **BOTH) + m("weight[mat,6]", **BOTH),
    },
}  # fmt: skip
BOTH = {"causal": "top-left", "padding": frozenset({4, 5})}

# What a learner may do inside the ranges of the controls, from the start of the step.
SOLUTIONS: dict[tuple[str, str], dict[str, Any]] = {
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
}
CHALLENGES = {at: step for at, step in STEPS.items() if isinstance(step.task, Challenge)}
POSSIBLE = [at for at, step in CHALLENGES.items() if isinstance(step.task, Challenge) and not step.task.impossible]
named = pytest.mark.parametrize


def goal_figures(step: Step) -> set[float]:
    """Return the numbers that a step's goal itself states."""
    if not isinstance(step.task, Challenge):
        return set()
    return {number for one in step.task.conditions for number in (one.target, one.within)}


@named("at", FIGURES, ids="/".join)
def test_every_figure_that_is_quoted_is_what_the_state_of_the_step_gives(at: tuple[str, str]) -> None:
    step, quoted = STEPS[at], FIGURES[at]
    of = measure(step)
    for phrase, value in quoted.items():
        assert phrase in said(step), f"{phrase} is not quoted"
        figure = re.findall(r"−?\d+(?:\.\d+)?", phrase)[-1]
        decimals = len(figure.partition(".")[2])
        rounding = 0.5 * 10**-decimals if decimals else 0.0
        assert value(of) == pytest.approx(float(figure.replace("−", "-")), abs=rounding + 1e-9, rel=0), phrase


@named("at", STEPS, ids="/".join)
def test_no_figure_with_decimals_is_quoted_that_is_not_computed_here(at: tuple[str, str]) -> None:
    step = STEPS[at]
    computed = {figure for phrase in FIGURES.get(at, ()) for figure in re.findall(r"\d+\.\d+", phrase)}
    quoted = {figure for figure in re.findall(r"\d+\.\d+", said(step)) if float(figure) not in goal_figures(step)}
    assert quoted <= computed


def test_every_challenge_has_a_solution_here_but_those_that_cannot_be_done() -> None:
    assert set(SOLUTIONS) == set(POSSIBLE)


@named("at", CHALLENGES, ids="/".join)
def test_the_start_does_not_meet_the_goal(at: tuple[str, str]) -> None:
    step = CHALLENGES[at]
    assert isinstance(step.task, Challenge)
    standing = step.task.standing(moment(step), moment(step))
    assert not standing.met
    assert standing.furthest.distance > 0
    assert math.isfinite(standing.furthest.distance)


@named("at", POSSIBLE, ids="/".join)
def test_every_goal_is_reached_from_its_start_by_what_is_not_locked(at: tuple[str, str]) -> None:
    step = STEPS[at]
    assert isinstance(step.task, Challenge)
    after = moment(step, **SOLUTIONS[at])
    standing = step.task.standing(after, moment(step))
    assert standing.met, str(standing.furthest.words())
    assert step.refused(after.scenario) == ()
    assert Pursuit(step.task).seen(standing).solved


@named("at", POSSIBLE, ids="/".join)
def test_every_solution_lies_inside_the_ranges_of_the_controls(at: tuple[str, str]) -> None:
    specs = STEPS[at].state.scenario.specs()
    for name, value in SOLUTIONS[at].items():
        if name in ("query", "key", "value"):
            assert all(COMPONENT.low <= number <= COMPONENT.high for row in value.values() for number in row)
        elif isinstance(spec := specs[name], Number):
            assert spec.low <= value <= spec.high


def test_what_cannot_be_done_is_reached_by_no_query() -> None:
    step = STEPS["similarity", "too-far"]
    assert isinstance(step.task, Challenge)
    start = moment(step)
    values = catalog.compute("attention", step.state.scenario).matrices["value"].values
    assert (values.sum(axis=1) <= 2).all()  # and so is every weighted average of them
    for query in np.random.default_rng(7).uniform(-3, 3, (50, 2)):
        assert not step.task.standing(moment(step, query={1: query.tolist()}), start).met
    assert Pursuit(step.task).said_impossible().solved


NUMBERS: dict[tuple[str, str], tuple[Callable[[Measure], float], list[Callable[[Measure], float]]]] = {
    ("step-by-step", "third-weight"): (
        lambda m: m("weight[q,3]"),
        [lambda _: 1 / 3, lambda m: m("logit[q,3]"), lambda m: m("weight[q,3]", divide_by="one"),
         lambda m: m("exp[q,3]")],
    ),
    ("step-by-step", "your-own-query"): (
        lambda m: 2 * m("weight[q,1]") + m("weight[q,3]"), [lambda m: m("output[q,2]"), lambda m: m("weight[q,1]")],
    ),
    ("softmax", "ratio"): (
        lambda m: m("weight[q,1]") / m("weight[q,2]"),
        [lambda m: m("logit[q,1]") - m("logit[q,2]"), lambda m: m("weight[q,1]"), lambda _: 2],
    ),
    ("scaling", "spread-of-256"): (
        lambda m: m("raw_law_spread", d_k=256),
        [lambda m: m("raw_law_spread", d_k=256) ** 2, lambda m: m("law_spread", d_k=256, divide_by="sqrt_d_k"),
         lambda _: 256 / 2],
    ),
    ("masks", "cat-with-mask"): (
        lambda m: m("weight[q,cat]", causal="top-left"),
        [lambda m: m("weight[q,cat]"), lambda m: 1 - m("weight[q,1]") - m("weight[q,3]"),
         lambda m: m("weight[q,cat]") + (1 - sum(m(f"weight[q,{j}]") for j in (1, 2, 3))) / 3],
    ),
}  # fmt: skip
ASKED = {at: step.task for at, step in STEPS.items() if isinstance(step.task, NumberQuestion)}


@named("at", ASKED, ids="/".join)
def test_the_answer_and_every_foreseen_mistake_of_a_number_are_computed(at: tuple[str, str]) -> None:
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


def test_an_answer_to_ones_own_query_follows_the_query() -> None:
    at = ("step-by-step", "your-own-query")
    step, question = STEPS[at], ASKED[at]
    of, mine = measure(step), {"query": {1: [2, 0, 0, 1]}}
    weights = [round(of(f"weight[q,{j}]", **mine), 3) for j in (1, 2, 3)]
    by_hand = 2 * weights[0] + weights[2]
    assert question.verdict(by_hand, lambda quantity: of(quantity, **mine)).right
    assert not question.verdict(of("output[q,1]"), lambda quantity: of(quantity, **mine)).right


def test_what_reasons_and_feedback_claim_is_so() -> None:
    worked = measure(STEPS["step-by-step", "always-two"])
    for changes in ({"query": {1: [3, -1, 0.5, 2]}}, {"divide_by": "one"}, {"query": {1: [-2, 0, 1, 0]}}):
        assert worked("output[q,1]", **changes) + worked("output[q,2]", **changes) == pytest.approx(2)
    assert worked("output[q,1]", value={3: [0, 0]}) + worked("output[q,2]", value={3: [0, 0]}) != pytest.approx(2)
    same = {"key": {1: [1, 2, 0, 0], 2: [1, 2, 0, 0], 3: [1, 2, 0, 0]}}
    assert [worked(f"weight[q,{j}]", **same) for j in (1, 2, 3)] == pytest.approx([1 / 3] * 3)
    third = measure(STEPS["similarity", "doubled"])
    doubled = {"key": {1: [2, 0], 2: [0, 2], 3: [-2, -2]}}
    assert third("weight[q,1]", **doubled) == pytest.approx(third("weight[q,1]", temperature=0.5))
    assert third("weight[q,1]", **doubled) > third("weight[q,1]")
    fourth = measure(STEPS["softmax", "plus-hundred"])
    assert fourth("weight[q,1]", key={1: [101], 2: [100], 3: [100.5]}) == pytest.approx(fourth("weight[q,1]"))
    fifth = measure(STEPS["scaling", "last-safe-size"])
    assert fifth("raw_max_weight", d_k=4) < 0.75 < fifth("raw_max_weight", d_k=8)
    assert fifth("raw_frozen_share", d_k=16) == pytest.approx(1 / 4, abs=0.01)
    flat = measure(STEPS["scaling", "too-flat"])
    assert flat("entropy_share") < 0.9
    padded = measure(STEPS["masks", "two-masks"])
    assert padded("row_sum_error", **BOTH) < 1e-9


@named("name", LESSONS)
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


def test_no_two_lessons_have_the_same_place() -> None:
    numbers = [lesson.number for lesson in LESSONS.values()]
    assert len(set(numbers)) == len(numbers)


@named("at", STEPS, ids="/".join)
def test_sentences_are_short_and_pages_too(at: tuple[str, str]) -> None:
    step = STEPS[at]
    for text in (step.text, *texts(step.task)):
        for sentence in re.split(r"(?<=[.:?!])\s+|\n\n", text):
            assert len(sentence.split()) <= 30, sentence
    assert len(step.text.split()) <= 130
