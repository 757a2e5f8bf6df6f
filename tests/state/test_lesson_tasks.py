"""Questions, locks and lessons as values."""

import math

import numpy as np
import pytest

from attnstudio import catalog
from attnstudio.state.faults import Faults
from attnstudio.state.lesson import Lesson, Step, apart_of, own_key
from attnstudio.state.lesson_questions import Choice, ChoiceQuestion, NumberQuestion, Tries, Verdict, WrongNumber
from attnstudio.state.locks import Free, free_from_text
from attnstudio.state.message import Message
from attnstudio.state.quantities import Quantity
from attnstudio.state.scene import PanelState

ATTENTION = catalog.panel_named("attention").scenario
START = ATTENTION()
FOUR = (*(Choice(text, feedback=f"not {text}") for text in "abc"), Choice("d", right=True))
CHOICES = ChoiceQuestion("Which?", FOUR, "Because")
NUMBER = NumberQuestion(
    "How much?", 0.3072, 0.0016, "Because", "Something else", carried=0.005,
    wrong=(
        WrongNumber(0.5, "the logit"), WrongNumber(0.245, "the scores", 0.02), WrongNumber(0.25, "a quarter", 0.02),
        WrongNumber(0.8, "no rounding", 0.0), WrongNumber(0.9, "narrow", 0.001),
    ),
)  # fmt: skip


def unmeasured(_quantity):
    raise AssertionError("nothing is to be measured here")


def test_the_same_seed_shuffles_alike_and_seeds_differ():
    orders = {CHOICES.shuffled(seed) for seed in range(50)}
    assert CHOICES.shuffled(7) == CHOICES.shuffled(7)
    assert len(orders) > 10
    assert all(set(order) == set(FOUR) for order in orders)
    assert {order.index(FOUR[3]) for order in orders} == {0, 1, 2, 3}


def test_each_wrong_choice_has_its_own_feedback():
    assert [CHOICES.verdict(choice) for choice in FOUR] == [
        Verdict(False, "not a"), Verdict(False, "not b"), Verdict(False, "not c"), Verdict(True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "right", "told"),
    [
        (0.307, True, ""), (0.3088, True, ""), (0.31, True, "unrounded it is 0.307"), (0.3022, True, "unrounded"),
        (0.3129, False, "Something else"), (0.5, False, "the logit"), (0.503, False, "the logit"),
        (0.246, False, "the scores"), (0.249, False, "a quarter"), (-0.307, False, "Something else"),
        (0.8, False, "no rounding"), (0.803, False, "Something else"), (0.903, False, "Something else"),
    ],
)  # fmt: skip
def test_a_number_counts_within_its_tolerance_carried_rounding_is_said_and_the_nearest_mistake_named(
    given, right, told
):
    verdict = NUMBER.verdict(given, unmeasured)
    assert verdict.right == right
    assert told in str(verdict.feedback)


def test_what_is_just_as_far_away_as_is_allowed_counts_though_floats_cannot_say_it():
    question = NumberQuestion("?", 0.3, 0.1, "!", "no", carried=0.6, wrong=(WrongNumber(2.3, "that is b", 0.1),))
    assert (0.4 - 0.3 > 0.1, 0.9 - 0.3 > 0.6, 2.4 - 2.3 > 0.1) == (True, True, True)
    within, carried, wrong = (question.verdict(given, unmeasured) for given in (0.4, 0.9, 2.4))
    assert (within.right, within.feedback) == (True, "")
    assert (carried.right, bool(carried.feedback)) == (True, True)
    assert (wrong.right, wrong.feedback) == (False, "that is b")


def test_an_own_lesson_is_kept_under_its_name_its_title_and_what_keeps_it_apart():
    keys = [own_key("a", title, apart) for title in ("T", "U") for apart in ("", "x", "y")]
    assert len(set(keys)) == len(keys)
    assert [apart_of(key, "a", "T") for key in keys] == ["", "x", "y", None, None, None]
    assert apart_of(own_key("b", "T", "x"), "a", "T") is None


def test_an_answer_can_be_measured_on_what_is_on_the_screen():
    question = NumberQuestion("?", Quantity("a"), 0.01, "!", "no", wrong=(WrongNumber(Quantity("b"), "that is b"),))
    values = {"a": 1.0, "b": 2.0}
    assert question.verdict(1.0, lambda quantity: values[quantity.name]).right
    assert question.verdict(2.0, lambda quantity: values[quantity.name]).feedback == "that is b"
    values["a"] = 3.0
    assert not question.verdict(1.0, lambda quantity: values[quantity.name]).right
    assert str(question.verdict(1.0, lambda _quantity: Message("is covered")).feedback) == "is covered"


@pytest.mark.parametrize(
    ("answer", "within", "given", "told"),
    [
        (0.81034, 0.002, None, "It is 0.810."),
        (0.81034, 0.002, 0.81, None),
        (0.81034, 0.002, 0.812, "It is 0.810."),
        (0.81034, 0.00001, 0.81, "It is 0.81034."),
        (64.0, 1.0, None, "It is 64."),
        (64.0, 1.0, 64.4, "It is 64."),
        (-1.5, 0.0, None, "It is −1.5."),
    ],
)
def test_a_measured_answer_is_told_as_finely_as_it_is_judged_where_it_is_not_what_was_given(
    answer, within, given, told
):
    question = NumberQuestion("?", Quantity("a"), within, "!", "no")
    words = question.told(lambda _: answer, given)
    assert told == (None if words is None else str(words))
    assert NumberQuestion("?", answer, within, "!", "no").told(lambda _: answer, given) is None, "its reason tells it"
    assert question.told(lambda _: Message("is covered")) is None


def test_the_answer_given_last_and_the_number_told_in_the_end_are_kept():
    told = Message("It is 3.")
    tries = Tries().answered(Verdict(False, "no"), 2.0, told)
    assert (tries.last, tries.told) == (2.0, None)
    assert tries.answered(Verdict(True), 3.1, told).told is told
    assert (tries.giving_up(told).last, tries.giving_up(told).told) == (2.0, told)


def test_wrong_answers_are_followed_by_another_try_until_right_or_given_up():
    wrong, right = Verdict(False, "no"), Verdict(True)
    tries = Tries().answered(wrong)
    assert not tries.finished
    tries = tries.answered(right)
    assert (tries.finished, tries.right) == (True, True)
    assert tries.answered(wrong) == tries.giving_up() == tries
    shown = Tries().answered(wrong).giving_up()
    assert (shown.finished, shown.right) == (True, False)
    assert shown.answered(right) == shown


@pytest.mark.parametrize(
    ("made", "places"),
    [
        (lambda: Choice("", right=True), ["text"]),
        (lambda: Choice("a"), ["feedback"]),
        (lambda: ChoiceQuestion("", FOUR[:2], ""), ["text", "reason", "choices"]),
        (lambda: ChoiceQuestion("?", (FOUR[3], FOUR[3]), "!"), ["choices", "choices"]),
        (lambda: NumberQuestion("?", math.inf, -1, "!", ""), ["answer", "within", "otherwise"]),
        (lambda: NumberQuestion("?", 1, 0.2, "!", "no", carried=0.1), ["carried"]),
        (lambda: NumberQuestion("?", 1, 0.2, "!", "no", wrong=(WrongNumber(1.1, "no"),)), ["wrong[0].value"]),
        (lambda: WrongNumber(math.nan, "", math.inf), ["value", "within", "feedback"]),
        (lambda: Step("A step", "attention", PanelState(START)), ["name"]),
        (lambda: Lesson("a", "", ()), ["title", "steps"]),
        (lambda: Lesson("a", "A", (step("a"), step("b"), step("a"))), ["steps[2].name"]),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_with_every_fault(made, places):
    with pytest.raises(Faults) as raised:
        made()
    assert [fault.place for fault in raised.value.faults] == places


def step(name, **more):
    return Step(name, "attention", PanelState(START), **more)


def test_a_lesson_without_text_is_a_playlist():
    assert Lesson("a", "A", (step("a"), step("b", title="B"))).is_playlist
    assert not Lesson("a", "A", (step("a"), step("b", text="words"))).is_playlist
    assert not Lesson("a", "A", (step("a", task=CHOICES),)).is_playlist
    assert Lesson("a", "A", (step("a"), step("b", task=CHOICES))).tasks == {"b": CHOICES}


def free(*texts):
    return tuple(free_from_text(text, START) for text in texts)


KEY_2 = START.with_changes(tensors=START.tensors.with_cell("key", 1, 0, 2.0))
QUERY = START.with_changes(tensors=START.tensors.with_cell("query", 0, 1, 2.0))
WARM = START.with_changes(temperature=2)
SELECTED = START.with_changes(selected_key=2, role="query")


@pytest.mark.parametrize(
    ("allowed", "scenario", "refused"),
    [
        (None, WARM, ()), ((), SELECTED, ()), ((), WARM, ("temperature",)), (("temperature",), WARM, ()),
        (("temperature",), KEY_2, ("tensors",)), (("tensors",), KEY_2, ()), (("tensors.key",), KEY_2, ()),
        (("tensors.key[2]",), KEY_2, ()), (("tensors.key[1]",), KEY_2, ("tensors",)),
        (("tensors.query",), KEY_2, ("tensors",)), (("tensors.query",), QUERY, ()),
        (("tensors.query[1]",), QUERY, ()), (("tensors.query", "tensors.key[2]"), KEY_2, ()),
        (("tensors.key",), START.with_changes(tensors=START.tensors.resized(T_q=1, T_k=4, d_k=4, d_v=2)), ("tensors",)),
    ],
)  # fmt: skip
def test_all_is_locked_but_what_is_named_and_selecting_is_always_free(allowed, scenario, refused):
    locked = step("a", free=None if allowed is None else free(*allowed))
    assert locked.refused(scenario) == refused


def test_vectors_of_every_head_are_looked_at():
    heads = catalog.open_example("real-cat-smollm2").scene.panels["attention"].scenario
    tensors = heads.tensors
    pack = tensors.with_row("key", 2, np.zeros(tensors.d_k).tolist(), heads.layer_index, heads.head_index)
    changed = heads.with_changes(tensors=pack)
    for text, refused in (("tensors.key[3]", ()), ("tensors.key[2]", ("tensors",)), ("tensors.value", ("tensors",))):
        locked = Step("a", "attention", PanelState(heads), free=(free_from_text(text, heads),))
        assert locked.refused(changed) == refused


def test_a_lock_says_what_it_leaves_open():
    assert free_from_text("tensors.key[2]", START) == Free("tensors", "key", 1)
    opened = Free("tensors", "key", 1)
    assert opened.opens("tensors", "key", 1)
    assert not opened.opens("tensors", "key", 0)
    assert not opened.opens("tensors", "key")
    assert Free("tensors").opens("tensors", "value", 5)


@pytest.mark.parametrize(
    ("text", "told"),
    [("heat", "one of the fields tensors"), ("tensors.weights", "one of query, key, value"), (5, "expected a field"),
     ("tensors.key[0]", "a key from 1 to 3"), ("tensors.query[2]", "from 1 to 1"),
     ("temperature.key", "expected a field"), ("a b", "expected a field")],
)  # fmt: skip
def test_a_lock_that_names_nothing_is_refused_with_what_there_is(text, told):
    with pytest.raises(ValueError, match="expected") as raised:
        free_from_text(text, START)
    assert told in str(raised.value)


def review(draw, names="0abcd9"):
    """Return a lesson of questions named by letters, between steps of text named by digits."""
    state = PanelState(START)
    steps = tuple(Step(name, "attention", state, task=CHOICES if name.isalpha() else None) for name in names)
    return Lesson("own", "Own", steps, draw=draw)


def drawn_names(lesson, seed):
    return "".join(step.name for step in lesson.drawn(seed).steps)


def test_the_same_seed_draws_the_same_questions_and_seeds_differ_in_choice_and_order():
    drawn = {drawn_names(review(3), seed) for seed in range(100)}
    assert drawn_names(review(3), 7) == drawn_names(review(3), 7)
    assert len(drawn) == 4 * 3 * 2
    assert all(names[0] == "0" and names[-1] == "9" and len({*names}) == 5 for names in drawn)


def test_pages_between_and_after_the_questions_close_what_is_drawn():
    assert drawn_names(review(2, "01ab2c34"), 1)[:2] == "01"
    assert drawn_names(review(2, "01ab2c34"), 1)[-3:] == "234"


def test_a_lesson_that_draws_nothing_is_as_it_stands():
    assert drawn_names(review(0), 7) == "0abcd9"


def test_what_is_drawn_is_a_lesson_that_draws_no_more():
    drawn = review(2).drawn(7)
    assert (drawn.draw, drawn.name, drawn.title) == (0, "own", "Own")
    assert drawn.drawn(8) is drawn


@pytest.mark.parametrize("draw", [-1, 5])
def test_no_more_questions_are_drawn_than_there_are(draw):
    with pytest.raises(Faults, match=f"draw: expected a number from 0 to 4, the questions there are, got {draw}"):
        review(draw)
