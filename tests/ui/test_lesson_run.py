"""The run of a lesson: steps as undo steps, what they lock, tasks, progress, and what is heard."""

from dataclasses import replace

import pytest
from lesson_examples import FIVE_CUPS, NUMBER, POOL, RIGHT, SHOW, TEA, WRONG, kettle, made
from test_document import SCENE, Lamp, compute, cover

from attnstudio.state.figures import Result
from attnstudio.state.lesson import Step
from attnstudio.state.lesson_work import Work
from attnstudio.state.progress import LessonProgress, Outcome, Progress, StepProgress
from attnstudio.state.quantity_measures import Moment
from attnstudio.state.scene import PanelState, Scene
from attnstudio.ui.document import Document
from attnstudio.ui.lesson_run import LessonRun


@pytest.fixture
def tea():
    document, run = made()
    run.heard, run.kept, run.told, document.refusals = [], [], [], []
    run.announced.connect(lambda message: run.heard.append(str(message)))
    run.recorded.connect(run.kept.append)
    run.changed.connect(lambda: run.told.append(run.standing))
    document.refused.connect(lambda message: document.refusals.append(str(message)))
    run.open(TEA)
    return document, run


def names(run):
    return run.step.name, run.away


def test_a_step_begins_as_an_undo_step_and_other_panels_stay_as_they_are(tea):
    document, run = tea
    document.undo()
    document.edit("lamp", colour="blue")
    before = document.scene
    run.open(TEA)
    run.forward()
    assert document.state("kettle") == kettle(heat=3.0)
    assert document.scenario("lamp").colour == "blue"
    assert document.scene.title == "Tea"
    document.undo()
    assert names(run) == ("look", False)
    document.undo()
    assert document.scene == before
    assert names(run) == ("look", True)
    document.redo()
    assert names(run) == ("look", False)


def test_undo_into_the_lesson_before_turns_back_to_its_page_and_goes_on_from_there(tea):
    document, run = tea
    run.go(2)
    run.open(SHOW, "two")
    assert (run.lesson, run.index) == (SHOW, 1)
    document.undo()
    assert (run.lesson, names(run)) == (TEA, ("ask", False))
    run.forward()
    assert names(run) == ("never", False)


def test_a_step_is_opened_by_its_name_and_one_that_is_gone_opens_the_first(tea):
    _, run = tea
    run.open(TEA, "never")
    assert run.index == 3
    run.open(TEA, "gone")
    assert run.index == 0


def test_pages_end_at_both_ends(tea):
    _, run = tea
    run.back()
    assert (run.index, run.can_back) == (0, False)
    run.go(5)
    run.forward()
    assert (run.index, run.can_forward) == (5, False)


def test_what_is_locked_changes_nothing_and_says_why(tea):
    document, run = tea
    run.forward()
    before = document.scene
    document.edit("kettle", heat=9.0)
    document.edit("kettle", heat=9.0, cups=4)
    assert document.scene is before
    assert document.refusals == ["Locked in this step: Heat. Free: Cups."] * 2
    document.edit("kettle", cups=4, looked_at=2)
    document.edit("lamp", colour="blue")
    assert (document.scenario("kettle").cups, document.scenario("lamp")) == (4, Lamp("blue"))


def test_a_refused_edit_is_no_part_of_a_gesture(tea):
    document, run = tea
    run.forward()
    document.edit("kettle", cups=3)
    document.edit("kettle", heat=9.0)
    document.edit("kettle", cups=4)
    document.undo()
    assert document.scenario("kettle").cups == 2


def test_reset_goes_back_to_the_start_of_the_step_with_its_covers(tea):
    document, run = tea
    run.go(2)
    document.edit("kettle", heat=9.0)
    run.choose(RIGHT)
    document.edit_state("kettle", covered=frozenset())
    document.reset()
    assert document.state("kettle") == kettle("weights", heat=4.0)
    assert names(run) == ("ask", False)
    document.undo()
    assert document.scenario("kettle").heat == 9.0


def test_another_panel_and_something_else_that_is_opened_are_away_from_the_step(tea):
    document, run = tea
    run.forward()
    document.open_panel("lamp")
    assert names(run) == ("fill", True)
    document.edit("kettle", heat=9.0)
    assert document.scenario("kettle").heat == 3.0, "the panel of the step is held while another is in front"
    document.open_panel("kettle")
    assert names(run) == ("fill", False)
    document.load_as_edit(SCENE)
    assert names(run) == ("fill", True)
    document.edit("kettle", heat=9.0)
    assert document.scenario("kettle").heat == 9.0
    run.again()
    assert names(run) == ("fill", False)
    assert document.scenario("kettle").heat == 3.0


def test_a_closed_lesson_leaves_what_is_shown_and_locks_nothing(tea):
    document, run = tea
    run.forward()
    run.close()
    assert (run.lesson, run.step, run.away) == (None, None, False)
    document.edit("kettle", heat=9.0)
    document.undo()
    document.undo()
    assert (document.scenario("kettle").heat, run.lesson) == (1.0, None)


def test_a_challenge_stands_as_far_as_every_move_and_is_solved_by_itself(tea):
    document, run = tea
    run.forward()
    distances = []
    run.changed.connect(lambda: distances.append(run.standing.furthest.distance))
    for cups in (3, 4):
        document.edit("kettle", cups=cups)
    assert distances == [2, 1]
    assert not run.pursuit.solved
    document.edit("kettle", cups=6)
    assert run.pursuit.solved
    assert run.heard == ["Solved."]
    assert run.progress.step("tea", "fill") == StepProgress(done=True, tries=1, first_try=True)
    assert run.kept[-1] is run.progress


def test_what_is_solved_stays_solved_when_the_value_leaves_and_is_told_once(tea):
    document, run = tea
    run.forward()
    for cups in (5, 2, 6):
        document.edit("kettle", cups=cups)
        document.end_gesture()
    document.undo()
    document.undo()
    document.undo()
    assert run.pursuit.solved
    assert not run.standing.met
    assert run.heard == ["Solved."]
    run.back()
    run.forward()
    assert run.pursuit.solved, "on coming back"
    run.again()
    assert not run.pursuit.solved
    assert run.progress.step("tea", "fill").done


def test_nothing_is_told_of_where_nothing_has_changed(tea):
    document, run = tea
    run.forward()
    told = len(run.told)
    document.edit("kettle", looked_at=3)
    document.edit_state("kettle", orientation="columns")
    run.forward()
    run.show_hint()
    assert len(run.told) - told == 2


def test_a_result_that_is_not_final_solves_nothing():
    work = Work.on(TEA.steps[1])
    begun, poured = work.state.scenario, work.state.scenario.with_changes(cups=9)
    assert not work.judge(Moment(begun, Result({}, {"cups": 2.0}, {}, progress=0.5)))
    assert not work.judge(Moment(begun, Result({}, {"cups": 2.5}, {})))
    assert work.start.result.quantities["cups"] == 2.5, "the start is what it shows once that is final"
    assert not work.judge(Moment(poured, Result({}, {"cups": 9.0}, {}, progress=0.5)))
    assert work.standing.met
    assert work.judge(Moment(poured, Result({}, {"cups": 9.0}, {})))
    assert work.pursuit.solved


def test_cannot_be_done_is_right_where_it_cannot_and_wrong_where_it_can(tea):
    _, run = tea
    run.go(3)
    run.say_impossible()
    assert run.pursuit.solved
    assert run.heard == ["Right: it cannot be done."]
    assert run.progress.step("tea", "never").done
    run.go(1)
    run.say_impossible()
    assert run.pursuit.denied
    assert not run.pursuit.solved
    assert run.heard[-1] == "It can be done. Try again."
    assert run.progress.step("tea", "fill") == StepProgress(tries=1)


def test_a_wrong_answer_is_told_why_and_another_try_is_taken(tea):
    _, run = tea
    run.go(2)
    assert set(run.choices) == {RIGHT, WRONG}
    run.choose(WRONG)
    assert run.heard == ["Not right. Look at the spout."]
    assert not run.tries.finished
    run.choose(RIGHT)
    assert run.heard[-1] == "Right."
    assert run.tries.finished
    run.choose(WRONG)
    assert len(run.tries.verdicts) == 2
    assert run.progress.step("tea", "ask") == StepProgress(done=True, tries=2)


def test_a_reason_that_was_asked_for_ends_a_question_and_is_kept(tea):
    _, run = tea
    run.go(2)
    run.give_up()
    assert run.heard == ["The reason: Because of the heat."]
    assert run.tries.given_up
    assert run.progress.step("tea", "ask") == StepProgress(given_up=True)
    run.again()
    run.choose(RIGHT)
    assert run.progress.step("tea", "ask") == StepProgress(done=True, tries=1, given_up=True)


def test_a_number_is_judged_on_what_is_on_the_screen_under_its_covers(tea):
    document, run = tea
    run.go(4)
    assert not document.shown.quantities
    run.answer(5.0)
    assert run.tries.right
    run.again()
    document.edit("kettle", heat=7.0)
    run.answer(5.0)
    assert not run.tries.right
    run.answer(7.0)
    assert run.tries.right


def test_away_from_the_step_no_answer_is_taken(tea):
    document, run = tea
    run.go(4)
    document.open_panel("lamp")
    run.answer(5.0)
    run.give_up()
    assert not run.tries.verdicts
    assert not run.tries.finished


def test_what_a_question_covers_is_covered_until_its_own_go_is_finished(tea):
    document, run = tea
    run.go(2)
    reveal = {"covered": frozenset()}
    document.edit_state("kettle", **reveal)
    assert document.state("kettle").covered == {"weights"}
    run.choose(RIGHT)
    document.edit_state("kettle", **reveal)
    assert not document.state("kettle").covered
    run.again()
    assert document.state("kettle").covered == {"weights"}
    document.undo()
    assert not document.state("kettle").covered
    assert run.tries.finished, "this was seen when the first go was finished"
    document.redo()
    assert not run.tries.finished
    document.edit_state("kettle", **reveal)
    assert document.state("kettle").covered == {"weights"}


def test_a_page_without_a_question_can_be_revealed(tea):
    document, _ = tea
    document.edit_state("kettle", covered=frozenset())
    assert not document.state("kettle").covered


def heats(seed, times):
    """Return the heat of each beginning of the step whose numbers vary."""
    document, run = made(progress=Progress(seed))
    for i in range(times):
        run.again() if i % 2 else run.open(TEA, "yours")
        yield document.scenario("kettle").heat
    run.answer(document.scenario("kettle").heat)
    assert run.tries.right
    assert document.start.panels["kettle"].covered == {"output"}


def test_numbers_that_vary_are_the_learners_own_and_others_each_time_the_step_begins_anew():
    begun = {seed: tuple(heats(seed, 8)) for seed in range(12)}
    assert begun == {seed: tuple(heats(seed, 8)) for seed in range(12)}
    assert len(set(begun.values())) == 12
    assert all(len(set(own)) > 3 for own in begun.values()), "nine heats there are"


def test_numbers_that_were_seen_after_the_lesson_was_ended_are_not_asked_for_when_it_is_opened_again():
    drawn = []
    document = Document(SCENE, compute, cover)
    run = LessonRun(document, lambda _, scenario, seed: drawn.append(seed) or scenario.with_changes(heat=seed / 1e5))
    for _ in range(5):
        run.open(TEA, "yours")
        run.close()
        document.edit_state("kettle", covered=frozenset())
    assert len(set(drawn)) == 5


def test_numbers_that_vary_come_back_by_undo_and_stay_on_turning_pages(tea):
    document, run = tea
    run.open(TEA, "yours")
    first = document.state("kettle")
    while document.state("kettle").scenario == first.scenario:
        run.again()
    second = document.state("kettle")
    run.back()
    run.forward()
    assert document.state("kettle") == second
    for _ in range(2):
        document.undo()
    assert document.state("kettle") == second
    while document.state("kettle") == second:
        document.undo()
    assert document.state("kettle") == first
    assert names(run) == ("yours", False)
    run.answer(first.scenario.heat)
    assert run.tries.right, "the first go is judged on its own numbers"


def test_a_question_that_covers_something_locks_all_but_selections_until_it_is_finished(tea):
    document, run = tea
    run.open(TEA, "yours")
    before = document.scene
    document.edit("kettle", heat=7.5)
    document.edit("kettle", cups=9)
    assert document.scene is before
    assert document.refusals[0] == "Locked in this step until the question is answered: Heat."
    document.edit("kettle", looked_at=3)
    assert document.scenario("kettle").looked_at == 3
    run.give_up()
    document.edit("kettle", heat=7.5)
    assert document.scenario("kettle").heat == 7.5
    run.again()
    document.edit("kettle", cups=9)
    assert document.scenario("kettle").cups == 2


def test_what_the_file_says_to_be_free_is_free_while_a_question_covers_something(tea):
    document, run = tea
    run.open(TEA, "ask")
    document.edit("kettle", heat=7.5)
    document.edit("kettle", cups=9)
    assert (document.scenario("kettle").heat, document.scenario("kettle").cups) == (7.5, 2)
    assert document.refusals == ["Locked in this step: Cups. Free: Heat."]


def test_a_question_without_covers_locks_nothing():
    document, run = made()
    run.open(replace(TEA, steps=(Step("open", "kettle", kettle(), task=NUMBER),)))
    document.edit("kettle", heat=7.5)
    assert document.scenario("kettle").heat == 7.5


def test_a_task_that_was_done_in_another_go_is_done_before_also_after_a_restart(tea):
    _, run = tea
    run.open(TEA, "ask")
    run.choose(RIGHT)
    assert not run.done_before, "it is done now, as all can see"
    run.again()
    assert run.done_before
    run.choose(RIGHT)
    assert not run.done_before
    _, later = made(progress=run.progress)
    later.open(TEA, "ask")
    assert later.done_before
    later.forward()
    assert not later.done_before


def test_the_answer_that_was_given_last_is_known_on_coming_back(tea):
    _, run = tea
    run.open(TEA, "measure")
    run.answer(3.0)
    run.answer(5.05)
    run.back()
    run.forward()
    assert (run.tries.last, run.tries.right) == (5.05, True)
    run.again()
    assert run.tries.last is None


def test_what_is_measured_is_told_with_the_reason_and_where_a_right_answer_is_not_as_exact(tea):
    _, run = tea
    run.open(TEA, "measure")
    run.give_up()
    assert str(run.tries.told) == "It is 5."
    assert run.heard[-1] == "The reason: It is the heat. It is 5."
    run.again()
    run.answer(5.05)
    assert str(run.tries.told) == "It is 5."
    assert run.heard[-1] == "Right. It is 5."
    run.again()
    run.answer(5.0)
    assert run.tries.told is None
    run.again()
    run.answer(3.0)
    assert run.tries.told is None, "it was wrong"


def test_what_a_question_has_covered_can_be_seen_once_it_is_finished_until_it_is(tea):
    document, run = tea
    run.open(TEA, "ask")
    assert not run.can_reveal
    run.give_up()
    assert run.can_reveal
    told = len(run.told)
    document.edit_state("kettle", covered=frozenset())
    assert not run.can_reveal
    assert len(run.told) == told + 1
    run.open(TEA, "look")
    assert not run.can_reveal, "nothing is asked"


def test_open_tasks_are_the_steps_whose_task_is_not_done(tea):
    document, run = tea
    assert run.open_tasks == (1, 2, 3, 4, 5)
    run.go(1)
    document.edit("kettle", cups=6)
    run.go(2)
    run.give_up()
    assert run.open_tasks == (2, 3, 4, 5), "a reason that was asked for is no right answer"
    run.close()
    assert run.open_tasks == ()


def drawn_steps(run):
    return [step.name for step in run.lesson.steps[1:-1]]


def test_a_lesson_that_draws_can_be_completed_and_says_how_it_went():
    _, run = made(progress=Progress(3))
    run.open(TEA)
    assert run.outcome is None
    run.open(POOL)
    assert (run.outcome, run.open_tasks) == (Outcome(3, 0, 0, 0), (1, 2, 3))
    run.go(1)
    run.choose(RIGHT)
    run.go(2)
    run.choose(WRONG)
    run.choose(RIGHT)
    run.go(3)
    run.give_up()
    assert run.outcome == Outcome(3, 1, 1, 1)
    assert run.progress.share(POOL) == (2, 3)
    run.again()
    run.choose(RIGHT)
    assert (run.outcome, run.open_tasks) == (Outcome(3, 1, 1, 1), ())
    assert run.progress.share(POOL) == (3, 3)


def test_other_questions_are_drawn_anew_and_kept_on_opening_the_lesson_again():
    document, run = made(progress=Progress(3))
    run.open(POOL)
    first = drawn_steps(run)
    run.go(1)
    run.choose(RIGHT)
    run.draw_again()
    others = drawn_steps(run)
    assert run.index == 0
    assert others != first
    assert len(set(others)) == 3
    assert (run.progress.share(POOL), run.outcome) == ((0, 3), Outcome(3, 0, 0, 0))
    document.undo()
    assert run.away, "pages whose answers are put away do not come back as pages on which nothing was answered"
    assert drawn_steps(run) == others
    document.redo()
    assert not run.away
    _, later = made(progress=run.progress)
    later.open(POOL)
    assert drawn_steps(later) == others
    run.open(TEA)
    run.draw_again()
    assert run.lesson == TEA, "of this one all are asked"


def test_changes_in_a_step_are_no_work_to_be_saved_and_those_elsewhere_are(tea):
    document, run = tea
    run.go(1)
    document.edit("kettle", cups=4)
    assert not document.modified
    run.forward()
    document.edit("kettle", heat=2.0)
    document.undo()
    document.open_panel("lamp")
    assert not document.modified
    document.edit("lamp", colour="blue")
    assert document.modified
    document.undo()
    document.load_as_edit(SCENE)
    assert not document.modified
    document.edit("kettle", cups=4)
    assert document.modified


def test_work_that_was_unsaved_before_a_lesson_is_asked_about_in_it():
    document, run = made()
    document.edit("kettle", cups=4)
    run.open(TEA)
    run.forward()
    assert document.modified


def test_what_is_saved_in_a_step_or_changed_after_the_lesson_is_work(tea, tmp_path):
    document, run = tea
    run.go(1)
    document.edit("kettle", cups=4)
    document.mark_saved(tmp_path / "own.scene")
    assert not document.modified
    document.edit("kettle", cups=3)
    assert document.modified
    document.mark_saved(tmp_path / "own.scene")
    run.go(2)
    document.edit("kettle", heat=2.0)
    run.close()
    assert not document.modified
    document.edit("kettle", heat=1.0)
    assert document.modified
    document.undo()
    assert not document.modified


def test_choices_come_in_an_order_of_the_learners_own():
    def order(seed):
        _, run = made(progress=Progress(seed))
        run.open(TEA, "ask")
        return run.choices

    assert order(3) == order(3)
    assert len({order(seed) for seed in range(12)}) == 2


def test_the_step_that_was_last_open_is_kept():
    _, run = made(progress=Progress(4, {"tea": LessonProgress("ask")}))
    run.open(TEA, run.progress.lesson("tea").at)
    assert run.step.name == "ask"
    run.forward()
    assert run.progress.lesson("tea").at == "never"
    assert run.progress.seed == 4


def test_what_is_done_already_is_not_undone_by_another_go():
    done = StepProgress(done=True, tries=1, first_try=True)
    _, run = made(progress=Progress(0, {"tea": LessonProgress("", {"ask": done})}))
    run.open(TEA, "ask")
    run.choose(WRONG)
    run.give_up()
    assert run.progress.step("tea", "ask") == done


def test_opening_a_file_lets_go_of_the_step(tea):
    document, run = tea
    run.forward()
    document.load(Scene("kettle", {"kettle": PanelState(kettle().scenario), "lamp": PanelState(Lamp())}))
    assert run.away
    document.edit("kettle", heat=9.0)
    assert document.scenario("kettle").heat == 9.0
    assert run.pursuit.challenge is FIVE_CUPS
