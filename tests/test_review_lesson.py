"""The review: a pool of questions over all lessons, of which each learner gets twenty in an order of their own."""

from taught import LESSONS

from attnstudio import catalog
from attnstudio.state.challenges import Challenge
from attnstudio.state.lesson_questions import ChoiceQuestion, NumberQuestion
from attnstudio.state.progress import Progress
from attnstudio.ui.document import Document
from attnstudio.ui.lesson_run import LessonRun

REVIEW = LESSONS["review"]
CHALLENGES = ("mask-and-heat", "sharp-at-any-size", "heads-of-a-spread")
POOL = {step.name for step in REVIEW.steps if isinstance(step.task, ChoiceQuestion | NumberQuestion)}


def test_the_pool_is_larger_than_what_is_drawn() -> None:
    assert REVIEW.draw == 20
    assert len(POOL) >= 24


def test_every_learner_gets_twenty_of_the_pool_and_then_all_challenges_between_the_first_and_the_last_page() -> None:
    for seed in range(50):
        names = [step.name for step in REVIEW.drawn(seed).steps]
        assert (names[0], names[-1]) == ("how-it-works", "the-block")
        assert tuple(names[21:-1]) == CHALLENGES
        assert len({*names[1:21]}) == 20
        assert {*names[1:21]} < POOL


def test_all_of_the_pool_is_asked_of_somebody() -> None:
    assert {step.name for seed in range(50) for step in REVIEW.drawn(seed).steps[1:21]} == POOL


def test_each_panel_has_one_challenge_of_the_review_and_one_of_them_cannot_be_done() -> None:
    steps = [step for step in REVIEW.steps if isinstance(step.task, Challenge)]
    assert {step.panel for step in steps} == {"attention", "scaling", "heads"}
    assert [step.name for step in steps if isinstance(step.task, Challenge) and step.task.impossible] == [CHALLENGES[1]]


def test_every_question_of_the_pool_names_a_lesson_and_every_lesson_is_asked_about() -> None:
    assert {step.lesson for step in REVIEW.steps if step.name in POOL} == {*LESSONS} - {"review"}


def test_every_question_of_the_review_is_about_its_own_scene() -> None:
    assert all(step.point_at == "" for step in REVIEW.steps if step.name in POOL)  # it would give the answer away
    assert {step.panel for step in REVIEW.steps} == {"attention", "scaling", "heads"}


def test_no_feedback_is_said_twice_in_all_lessons() -> None:
    told = []
    for task in (task for lesson in LESSONS.values() for task in lesson.tasks.values()):
        if isinstance(task, ChoiceQuestion):
            told += [choice.feedback for choice in task.choices if not choice.right]
        elif isinstance(task, NumberQuestion):
            told += [*(one.feedback for one in task.wrong), task.otherwise]
    assert [text for text in told if told.count(text) > 1] == []


def test_a_run_shows_what_is_drawn_for_its_learner(qapp: object) -> None:
    del qapp
    document = Document(catalog.start_scene(), catalog.compute, catalog.cover)
    run = LessonRun(document, lambda panel, *of: catalog.panel_named(panel).randomised(*of), progress=Progress(3))
    run.open(REVIEW)
    assert run.lesson == REVIEW.drawn(3)
    drawn = REVIEW.drawn(3).steps[20].name
    run.open(REVIEW, drawn)  # where the learner was
    assert (run.index, run.step and run.step.name) == (20, drawn)
