"""A machine that does anything in any order while a lesson is open."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from lesson_examples import POOL, RIGHT, SHOW, TEA, WRONG, made
from test_document import Kettle, Lamp

from attnstudio.state.locks import locked_changes
from attnstudio.state.progress import Progress
from attnstudio.state.scene import PanelState, Scene

LESSONS = st.sampled_from([TEA, SHOW, POOL])
STEPS = st.sampled_from(["", "ask", "measure", "yours", "two", "end", "nowhere"])
COVERS = st.frozensets(st.sampled_from(Kettle.stages))


class LessonLaws(RuleBasedStateMachine):
    """The page is that of what is shown, what is locked stays, and undo brings back all of it."""

    @initialize(seed=st.integers(0, 3), step=STEPS)
    def start(self, seed, step):
        self.document, self.run = made(progress=Progress(seed))
        self.begun = {}  # which step each start is of; the starts are kept, so that no other gets their identity
        self.solved, self.done, self.heard = set(), set(), []
        self.run.recorded.connect(self.heard.append)
        self.open(TEA, step)

    @property
    def here(self):
        return self.begun.get(id(self.document.start))

    def begin(self, lesson, index):
        start = self.document.start
        self.begun[id(start)] = (lesson, index, start)

    @rule(lesson=LESSONS, step=STEPS)
    def open(self, lesson, step):
        self.run.open(lesson, step)
        steps = self.run.lesson.steps
        assert set(steps) <= set(lesson.steps)
        names = [one.name for one in steps]
        self.begin(self.run.lesson, names.index(step) if step in names else 0)

    @rule(index=st.integers(-1, 6))
    def go(self, index):
        lesson = self.run.lesson
        self.run.go(index)
        if lesson is not None and 0 <= index < len(lesson.steps):
            self.begin(lesson, index)

    @rule(forward=st.booleans())
    def turn(self, forward):
        lesson, index = self.run.lesson, self.run.index
        can = self.run.can_forward if forward else self.run.can_back
        self.run.forward() if forward else self.run.back()
        if can:
            self.begin(lesson, index + (1 if forward else -1))

    @precondition(lambda self: self.run.lesson is not None)
    @rule()
    def again(self):
        lesson, index = self.run.lesson, self.run.index
        self.run.again()
        self.begin(lesson, index)
        assert not self.run.hint_shown
        assert self.run.pursuit is None or not self.run.pursuit.solved
        assert self.run.tries is None or not self.run.tries.verdicts
        assert self.run.done_before == (self.run.index not in self.run.open_tasks and self.run.step.task is not None)

    @rule()
    def draw_again(self):
        lesson = self.run.lesson
        self.run.draw_again()
        if lesson is not None and lesson.pool is not None:
            self.begun = {at: one for at, one in self.begun.items() if one[0].key != lesson.key}  # undo leads to none
            self.begin(self.run.lesson, 0)
            self.done = {(name, step) for name, step in self.done if name != lesson.key}
            assert len(self.run.open_tasks) == POOL.draw

    @rule()
    def close(self):
        self.run.close()
        self.begun.clear()
        self.solved.clear()
        assert self.run.lesson is None

    @rule(heat=st.sampled_from([0.0, 3.0, 5.0]), cups=st.sampled_from([None, 2, 5, 6]))
    def edit(self, heat, cups):
        self.change_kettle(**({"heat": heat} | ({} if cups is None else {"cups": cups})))

    @rule(cups=st.integers(1, 9))
    def pour(self, cups):
        self.change_kettle(cups=cups)

    def change_kettle(self, **changes):
        modified = self.document.modified
        self.document.edit("kettle", **changes)
        if self.here is not None and self.run.step.panel == "kettle":
            assert self.document.modified == modified, "what is tried in a step is no work"

    @rule(where=st.integers(0, 3))
    def select(self, where):
        self.document.edit("kettle", looked_at=where)
        assert self.document.scenario("kettle").looked_at == where

    @rule(colour=st.sampled_from(["red", "blue"]))
    def light(self, colour):
        self.document.edit("lamp", colour=colour)

    @rule(covered=COVERS, orientation=st.sampled_from(["rows", "columns"]))
    def cover(self, covered, orientation):
        self.document.edit_state("kettle", covered=covered, orientation=orientation)

    @rule()
    def pin(self):
        self.document.edit_state("kettle", pinned=self.document.scenario("kettle"))

    @rule(name=st.sampled_from(["kettle", "lamp"]))
    def open_panel(self, name):
        self.document.open_panel(name)

    @rule(open_panel=st.sampled_from(["kettle", "lamp"]))
    def open_example(self, open_panel):
        self.document.load_as_edit(Scene(open_panel, {"kettle": PanelState(Kettle()), "lamp": PanelState(Lamp())}))

    @rule()
    def load(self):
        self.document.load(Scene("kettle", {"kettle": PanelState(Kettle()), "lamp": PanelState(Lamp())}))

    @rule()
    def end_gesture(self):
        self.document.end_gesture()

    @rule(choice=st.sampled_from([RIGHT, WRONG]))
    def choose(self, choice):
        self.run.choose(choice)

    @rule(number=st.sampled_from([0.0, 3.0, 5.0]))
    def answer(self, number):
        self.run.answer(number)

    @rule()
    def give_up(self):
        self.run.give_up()

    @rule()
    def say_impossible(self):
        self.run.say_impossible()

    @rule()
    def show_hint(self):
        self.run.show_hint()

    @rule()
    def reset(self):
        panel = self.document.scene.open_panel
        self.document.reset()
        assert self.document.state(panel) == self.document.start.panels[panel]

    @rule()
    def undo(self):
        self.there_and_back(self.document.undo, self.document.redo, self.document.can_undo)

    @rule()
    def redo(self):
        self.there_and_back(self.document.redo, self.document.undo, self.document.can_redo)

    def there_and_back(self, go, back, can):
        before = self.shown()
        go()
        there = self.shown()
        if can:
            back()
            assert self.shown() == before
            go()
            assert self.shown() == there

    def shown(self):
        run, panels = self.run, self.document.scene.panels
        if self.here is None:
            return panels, run.step is None or run.away
        return panels, run.step, run.pursuit, run.tries, self.document.locks_on(run.step.panel)

    @invariant()
    def the_page_is_that_of_what_is_shown(self):
        run, here = self.run, self.here
        if here is None:
            assert run.lesson is None or run.away
            return
        lesson, index, _ = here
        assert (run.lesson, run.index, run.step) == (lesson, index, lesson.steps[index])
        assert run.away == (self.document.scene.open_panel != run.step.panel)
        assert (run.can_back, run.can_forward) == (index > 0, index < len(lesson.steps) - 1)
        assert (run.standing is not None) == (run.pursuit is not None)

    @invariant()
    def what_is_locked_is_as_the_step_began_and_other_panels_are_free(self):
        step = None if self.here is None else self.run.step
        for panel, state in self.document.scene.panels.items():
            if step is None or panel != step.panel:
                assert self.document.locks_on(panel) is None
            else:
                start, work = self.document.start.panels[panel], self.run.work
                free = () if step.free is None and start.covered and not work.finished else step.free
                assert locked_changes(free, start.scenario, state.scenario) == ()

    @invariant()
    def what_an_open_question_covers_is_covered(self):
        if self.here is not None and self.run.tries is not None and not self.run.tries.finished:
            panel = self.run.step.panel
            assert self.document.start.panels[panel].covered <= self.document.state(panel).covered

    @invariant()
    def what_can_be_revealed_is_not_kept_covered(self):
        if self.run.can_reveal:
            locks = self.document.locks_on(self.run.step.panel)
            assert locks is None or not locks.kept_covers

    @invariant()
    def open_tasks_and_those_that_are_done_are_all(self):
        if self.run.lesson is not None:
            done, tasks = self.run.progress.share(self.run.lesson)
            assert done + len(self.run.open_tasks) == tasks == len(self.run.lesson.tasks)

    @invariant()
    def what_is_solved_stays_solved(self):
        if self.here is not None and self.run.pursuit is not None:
            start = id(self.document.start)
            assert self.run.pursuit.solved or start not in self.solved
            self.solved |= {start} if self.run.pursuit.solved else set()

    @invariant()
    def progress_is_told_and_only_grows(self):
        progress = self.run.progress
        assert not self.heard or self.heard[-1] is progress
        lessons = progress.lessons.items()
        done = {(name, step) for name, one in lessons for step, now in one.steps.items() if now.done}
        assert self.done <= done
        self.done = done
        if self.here is not None and not self.run.away:
            assert progress.lesson(self.run.lesson.name).at == self.run.step.name


TestLessonLaws = LessonLaws.TestCase
