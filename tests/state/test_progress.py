"""Progress through lessons: values that never change, and what becomes of them."""

from dataclasses import replace

import pytest

from attnstudio import catalog
from attnstudio.files.lesson_files import lessons
from attnstudio.state.lesson_questions import ChoiceQuestion
from attnstudio.state.progress import LessonProgress, Outcome, Progress, StepProgress

LOOKUP = catalog.open_lesson(next(one.path for one in lessons() if one.name == "lookup"))
DONE = StepProgress(done=True, tries=1, first_try=True)


def test_what_was_never_opened_has_no_progress() -> None:
    assert Progress().lessons == {}
    assert Progress().lesson("lookup") == LessonProgress("", {})
    assert Progress().step("lookup", "soft") == StepProgress(done=False, tries=0, given_up=False, first_try=False)


def test_the_step_that_is_open_and_its_task_are_kept_beside_each_other() -> None:
    progress = Progress(3).at("lookup", "soft").with_step("lookup", "who-decides", DONE).at("lookup", "make-it-hard")
    assert progress.lesson("lookup") == LessonProgress("make-it-hard", {"who-decides": DONE})
    assert progress.seed == 3


def test_the_progress_before_stays_as_it_was_and_cannot_be_changed() -> None:
    steps = {"a": DONE}
    before = Progress(1, {"x": LessonProgress("a", steps)})
    after = before.with_step("x", "b", DONE)
    steps["c"] = DONE
    assert set(before.lesson("x").steps) == {"a"}
    assert set(after.lesson("x").steps) == {"a", "b"}
    with pytest.raises(TypeError):
        before.lessons["y"] = LessonProgress()  # type: ignore[index]


def test_the_share_counts_the_tasks_that_the_lesson_has_now() -> None:
    assert Progress().share(LOOKUP) == (0, len(LOOKUP.tasks))
    progress = Progress().with_step("lookup", "who-decides", DONE).with_step("lookup", "an-old-step", DONE)
    progress = progress.with_step("lookup", "make-it-hard", StepProgress(tries=4, given_up=True))
    assert progress.share(LOOKUP) == (1, len(LOOKUP.tasks))


def test_the_share_of_a_lesson_that_draws_counts_what_the_learner_gets() -> None:
    pool = replace(LOOKUP, steps=tuple(step for step in LOOKUP.steps if isinstance(step.task, ChoiceQuestion)), draw=1)
    (mine,) = pool.drawn(5).tasks
    others = next(name for name in pool.tasks if name != mine)
    assert Progress(5).with_step("lookup", mine, DONE).share(pool) == (1, 1)
    assert Progress(5).with_step("lookup", others, DONE).share(pool) == (0, 1)


def test_of_a_task_that_two_windows_know_the_better_and_the_larger_counts() -> None:
    tried, right = StepProgress(tries=3, given_up=True), StepProgress(done=True, tries=1)
    at_once = StepProgress(done=True, tries=1, first_try=True)
    both = StepProgress(done=True, tries=3, given_up=True)
    assert tried.joined(right) == right.joined(tried) == both
    assert at_once.joined(tried) == StepProgress(done=True, tries=3, first_try=True)
    assert at_once.joined(StepProgress()) == at_once


def test_the_page_of_the_lesson_that_was_just_written_is_the_one_that_is_open() -> None:
    known = Progress(9).at("a", "x").at("b", "x")
    file = known.at("a", "y").at("b", "y")
    now = known.with_step("a", "x", StepProgress(tries=1))
    joined = file.joined(now, known)
    assert {name: joined.lesson(name).at for name in "ab"} == {"a": "x", "b": "y"}


POOL = replace(LOOKUP, steps=tuple(step for step in LOOKUP.steps if isinstance(step.task, ChoiceQuestion)), draw=1)


def test_what_only_one_of_two_windows_knows_of_a_lesson_is_kept() -> None:
    one, other = LessonProgress("a", {}, file="own.toml"), LessonProgress("b", {}, lasting=("a", "b"))
    for joined in (one.joined(other), other.joined(one)):
        assert (joined.file, joined.lasting) == ("own.toml", ("a", "b"))


def test_other_questions_are_those_of_the_next_seed_and_begin_without_progress() -> None:
    progress = Progress(5).with_step("lookup", "who-decides", DONE).at("lookup", "who-decides")
    assert progress.drawn(POOL) == POOL.drawn(5)
    again = progress.drawn_again("lookup")
    assert again.lesson("lookup") == LessonProgress("", {}, 1)
    assert again.drawn(POOL) == POOL.drawn(6)
    assert again.drawn_again("lookup").lesson("lookup").draws == 2


def test_what_was_done_of_some_tasks_stays_when_other_questions_are_drawn() -> None:
    progress = Progress(5).with_step("lookup", "who-decides", DONE).with_step("lookup", "make-it-hard", DONE)
    assert progress.drawn_again("lookup", LOOKUP.challenges).lesson("lookup").steps == {"make-it-hard": DONE}


def test_lessons_are_to_be_read_again_for_questions_that_were_tried_and_not_right_at_once() -> None:
    taught = [replace(step, lesson="softmax" if i % 2 else "masks") for i, step in enumerate(LOOKUP.steps) if step.task]
    lesson = replace(LOOKUP, steps=tuple(taught))
    ways = (DONE, StepProgress(done=True, tries=2), StepProgress(given_up=True), StepProgress(), StepProgress(tries=1))
    progress = Progress()
    for step, way in zip(taught, ways, strict=False):
        progress = progress.with_step("lookup", step.name, way)
    again = progress.to_read_again(lesson)
    assert {step for steps in again.values() for step in steps} == {taught[1], taught[2], taught[4]}
    assert all(step.lesson == name for name, steps in again.items() for step in steps)
    assert progress.to_read_again(LOOKUP) == {}, "no question of it names a lesson"


def test_of_two_windows_the_one_with_the_later_questions_counts() -> None:
    before = Progress(5).with_step("lookup", "who-decides", DONE)
    after = before.drawn_again("lookup").at("lookup", "missing-key")
    assert before.joined(after, before).lesson("lookup") == after.lesson("lookup")
    assert after.joined(before, before).lesson("lookup") == after.lesson("lookup")


def test_a_challenge_solved_in_a_window_with_earlier_questions_outlasts_the_draw_of_another() -> None:
    start = Progress(5).with_step("lookup", "who-decides", StepProgress(tries=1))
    drawn = start.drawn_again("lookup", LOOKUP.challenges)
    solved = start.with_step("lookup", "make-it-hard", DONE).with_step("lookup", "who-decides", DONE)
    for first, then in ((drawn, solved), (solved, drawn)):
        joined = first.joined(then, start).lesson("lookup")
        assert (joined.draws, joined.steps) == (1, {"make-it-hard": DONE}), "and none of the answers that are put away"
    tried = drawn.with_step("lookup", "make-it-hard", StepProgress(tries=3))
    both = StepProgress(done=True, tries=3, first_try=True)
    assert tried.joined(solved, start).step("lookup", "make-it-hard") == both


def test_each_task_counts_once_in_how_a_lesson_went() -> None:
    names = list(LOOKUP.tasks)
    ways = (DONE, StepProgress(done=True, tries=3), StepProgress(done=True, tries=2, given_up=True),
            StepProgress(tries=1, given_up=True), StepProgress(tries=2))  # fmt: skip
    progress = Progress()
    for name, way in zip(names, ways, strict=False):
        progress = progress.with_step("lookup", name, way)
    assert progress.outcome(LOOKUP) == Outcome(len(names), first_try=1, later=1, given_up=2)
    assert progress.open_tasks(LOOKUP) == tuple(names[3:])


def test_a_lesson_goes_on_where_it_was_left_and_one_that_was_finished_from_its_beginning() -> None:
    last = LOOKUP.steps[-1].name
    progress = Progress().at("lookup", last)
    assert Progress().resumed(LOOKUP) == ""
    assert progress.resumed(LOOKUP) == last, "not all is done"
    for name in LOOKUP.tasks:
        progress = progress.with_step("lookup", name, DONE)
    assert progress.resumed(LOOKUP) == ""
    assert progress.at("lookup", "soft").resumed(LOOKUP) == "soft", "it is being read again"
