"""Lesson files: what a good one gives, and every fault of a wrong one at once, with its line and field."""

import re
from pathlib import Path

import pytest

from attnstudio import catalog
from attnstudio.cli import main
from attnstudio.files.faults import FileFault
from attnstudio.files.lesson_files import lessons
from attnstudio.files.scenes import write_scene
from attnstudio.state.challenges import Challenge
from attnstudio.state.lesson_questions import ChoiceQuestion, NumberQuestion

HEAD = 'format = "attnstudio lesson"\nversion = 1\ntitle = "T"\n'
CHOICES = '[{ text = "a", right = true }, { text = "b", feedback = "no" }]'
QUESTION = f'question = {{ text = "?", reason = "!", choices = {CHOICES} }}\n'
GOOD = (
    HEAD
    + '''goal = "G"
simplified = "S"
number = 3
[[steps]]
name = "first"
title = "One"
text = """
Some *text*.

More.
"""
example = "worked-example"
cover = ["weights"]
free = ["temperature", "tensors.key[2]"]
point_at = "plane"
[steps.set]
temperature = 2
padding = [1]
[steps.challenge]
text = "Go"
hint = "H"
insight = "I"
conditions = [{ quantity = "weight[q,1]", minus = "weight[q,2]", near = 0.9, within = 0.1 }]
[[steps]]
'''
    + QUESTION
    + """[[steps]]
set.tensors = { query = [[2, 0, 0, 0]] }
[steps.question]
text = "?"
answer = "weight[q,1]"
within = 0.01
carried = 0.02
reason = "!"
otherwise = "no"
wrong = [{ value = "logit[q,1]", feedback = "a" }, { value = 3, within = 1, feedback = "b" }]
[[steps]]
panel = "scaling"
"""
)


@pytest.fixture
def written(tmp_path):
    def write(text):
        path = tmp_path / "my-lesson.toml"
        path.write_text(text, "utf-8")
        return path

    return write


@pytest.fixture
def read(written):
    return lambda text: catalog.open_lesson(written(text))


@pytest.fixture
def faults(read):
    def found(text):
        with pytest.raises(FileFault) as raised:
            read(text)
        return [str(fault) for fault in raised.value.faults]

    return found


def test_a_good_file_gives_what_is_written_in_it(read):
    lesson = read(GOOD)
    assert (lesson.name, lesson.title, lesson.goal, lesson.simplified, lesson.number) == ("my-lesson", "T", "G", "S", 3)
    assert [step.name for step in lesson.steps] == ["first", "step-2", "step-3", "step-4"]
    first = lesson.steps[0]
    assert (first.title, first.text, first.point_at) == ("One", "Some *text*.\n\nMore.", "plane")
    assert first.state.covered == {"weights"}
    assert [(free.field, free.role, free.vector) for free in first.free] == [
        ("temperature", "", None), ("tensors", "key", 1),
    ]  # fmt: skip
    assert isinstance(first.task, Challenge)
    assert (first.task.hint, first.task.insight, first.task.conditions[0].what) == (
        "H",
        "I",
        "weight[q,1] − weight[q,2]",
    )
    assert isinstance(lesson.steps[1].task, ChoiceQuestion)
    assert isinstance(lesson.steps[2].task, NumberQuestion)
    assert not lesson.is_playlist


def test_a_step_begins_as_the_one_before_it_began_uncovered_and_with_its_own_changes(read):
    first, second, third, fourth = read(GOOD).steps
    assert (first.state.scenario.temperature, first.state.scenario.padding) == (2, {1})
    assert second.state.scenario == first.state.scenario
    assert second.state.covered == frozenset()
    assert second.free is None
    assert third.state.scenario.temperature == 2
    assert third.state.scenario.tensors.query.tolist() == [[2, 0, 0, 0]]
    assert third.state.scenario.tensors.key.tolist() == first.state.scenario.tensors.key.tolist()
    assert (fourth.panel, fourth.state.scenario) == ("scaling", catalog.panel_named("scaling").scenario())


def test_a_lesson_says_how_many_of_its_questions_a_learner_gets(read):
    assert read(GOOD).draw == 0
    assert read(GOOD.replace("number = 3", "draw = 2")).draw == 2


def test_a_step_can_begin_with_a_scene_beside_the_lesson(read, tmp_path):
    scene = catalog.open_example("dominated").scene
    write_scene(scene, tmp_path / "mine.attn.json")
    lesson = read(
        HEAD + '[[steps]]\nscene = "mine.attn.json"\n[[steps]]\nscene = "mine.attn.json"\npanel = "scaling"\n'
    )
    assert lesson.is_playlist
    assert lesson.steps[0].state == scene.panels["attention"]
    assert lesson.steps[1].panel == "scaling"


def test_real_numbers_that_a_lesson_changes_are_said_to_be_edited(read):
    rows, step = [[0.0] * 64] * 11, '[[steps]]\nexample = "real-cat-smollm2"\n'
    pack = read(f"{HEAD}{step}set.tensors.query_tokens = {list('abcdefghijk')}").steps[0].state.scenario.tensors
    assert "edited by hand" in str(pack.origin.badge())
    new = f'set.tensors = {{ origin = {{ kind = "toy" }}, query = {rows}, key = {rows}, value = {rows} }}'
    own = read(HEAD + step + new).steps[0].state.scenario.tensors
    assert (str(own.origin.badge()), own.query_tokens, own.lead) == ("toy, made by hand", (), ())


WRONG = """format = "attnstudio lesson"
version = "1"
title = 5
colour = "red"
[[steps]]
name = "A Step"
example = "no-such-example"
[[steps]]
panel = "atention"
[[steps]]
panel = "attention"
cover = ["wheights"]
free = ["heat", "temperature", "tensors.key[9]"]
point_at = "moon"
[steps.set]
temperature = 99
causal = "up"
heat = 3
tensors.query = [[1, 2, "x", 0], [1]]
[[steps]]
text = 3
[steps.challenge]
text = ""
conditions = [
  { quantity = "weigth[q,1]", at_least = 1 },
  { quantity = "weight[q,1]" },
  { quantity = "weight[q,1]", at_least = 1, at_most = 2 },
  { quantity = "weight[q,1]", near = "x", within = -1 },
]
[[steps]]
[steps.question]
text = "?"
reason = "!"
choices = [
  { text = "a", right = true },
  { text = "b" },
  { text = "c", right = 1, feedback = "c" },
]
[[steps]]
[steps.question]
text = "?"
answer = true
[[steps.question.wrong]]
feedback = ""
[[steps]]
challenge = 1
question = 2
"""


def test_every_fault_is_named_at_once_with_its_line_and_field(faults):
    assert [fault.partition(": ")[0] for fault in faults(WRONG)] == [
        "line 2, version", "line 3, title", "line 4, colour", "line 6, steps[0].name", "line 7, steps[0].example",
        "line 9, steps[1].panel", "line 12, steps[2].cover", "line 13, steps[2].free[0]", "line 13, steps[2].free[2]",
        "line 14, steps[2].point_at", "line 16, steps[2].set.temperature", "line 17, steps[2].set.causal",
        "line 18, steps[2].set.heat", "line 19, steps[2].set.tensors.query[0][2]",
        "line 19, steps[2].set.tensors.query[1]", "line 21, steps[3].text",
        "line 25, steps[3].challenge.conditions[0].quantity", "line 26, steps[3].challenge.conditions[1]",
        "line 27, steps[3].challenge.conditions[2]", "line 28, steps[3].challenge.conditions[3].near",
        "line 36, steps[4].question.choices[1].feedback", "line 37, steps[4].question.choices[2].right",
        "line 40, steps[5].question", "line 40, steps[5].question", "line 40, steps[5].question",
        "line 42, steps[5].question.answer", "line 43, steps[5].question.wrong[0]",
        "line 46, steps[6].challenge", "line 47, steps[6].question", "line 47, steps[6].question",
    ]  # fmt: skip


def test_faults_say_what_is_allowed(faults):
    told = "\n".join(faults(WRONG))
    for words in (
        "no such name; the names here are format, version, title",
        "expected lower-case words joined by -, at most 60 characters, got 'A Step'",
        f"expected one of {', '.join(catalog.NAMES)}, got 'atention'",
        "a number from 0.05 to 20.00, got 99",
        "expected one of the fields tensors, layer",
        "expected one of the quantities score[q,k]",
        "expected one of at_least, at_most, above, below, near, got none",
        "expected a challenge or a question, got both",
        "within is missing",
    ):
        assert words in told


STEP = '[[steps]]\nexample = "worked-example"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (HEAD, "steps is missing"),
        (HEAD + "steps = []\n", "line 4, steps: expected 1 to 200 steps, got 0"),
        (HEAD + "steps = 'I got 5'\n", "expected a list of at most 200 tables, got 'I got 5'"),
        (HEAD + "steps = 5\n", "line 4, steps: expected a list of at most 200 tables, got 5"),
        (HEAD + "steps = [5]\n", "line 4, steps[0]: expected a table, got 5"),
        (HEAD + '[[steps]]\ntext = "x"\n', "line 4, steps[0]: expected an example, a scene or a panel"),
        (HEAD + STEP + '[[steps]]\nname = "step-1"\n', "line 7, steps[1].name: another step has the name step-1"),
        (HEAD + STEP + 'scene = "a"\n', "line 6, steps[0].scene: expected an example or a scene, got both"),
        (HEAD + '[[steps]]\nscene = "gone.attn.json"\n', "line 5, steps[0].scene: there is no such file or folder"),
        (
            HEAD + STEP + 'challenge = { text = "Go", conditions = [{ quantity = "row_sum[q]", near = 1 }] }',
            "line 6, steps[0].challenge.conditions: the step begins with all of them met",
        ),
        (
            HEAD + STEP + 'challenge = { text = "Go", conditions = [{ quantity = "weight[q,dog]", near = 1 }] }',
            "line 6, steps[0].challenge.conditions[0].quantity: there is no key dog",
        ),
        (
            HEAD + STEP + 'challenge = { text = "Go", conditions = [{ quantity = "speed", near = 1 }] }',
            "line 6, steps[0].challenge.conditions[0].quantity: no quantity speed is shown here",
        ),
        (HEAD + STEP + f'text = "{"x" * 10_001}"', "line 6, steps[0].text: expected at most 10,000 characters, got"),
        (HEAD + STEP + 'set.tensors.query = [[1, 2]]', "line 6, steps[0].set.tensors"),
        (HEAD + STEP + '"\\u0000" = 1', r"line 6, steps[0].'\x00': no such name"),
        (HEAD + "draw = 1\n" + STEP, "line 4, draw: expected a number from 0 to 0, the questions there are, got 1"),
        (HEAD + "draw = -1\n" + STEP, "line 4, draw: expected a whole number from 0 to 1,000, got -1"),
        ("a = 1", 'format: this is TOML, but no lesson: expected format = "attnstudio lesson"'),
        ('format = "attnstudio lesson"\nversion = 2', "a newer attnstudio wrote this lesson (version 2)"),
        ("a = ", "line 1: this is not TOML: invalid value"),
    ],
)  # fmt: skip
def test_each_kind_of_fault_is_told_where_it_is(faults, text, told):
    assert told in "\n".join(faults(text))


def test_check_knows_lesson_files(written, capsys):
    good, wrong = lessons()[0].path, written(WRONG)
    assert main(["check", str(good)]) == 0
    assert capsys.readouterr().out == f"{good}: good\n"
    assert main(["check", str(wrong)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0] == f"{wrong}: line 2, version: expected the number 1, got '1'"
    assert len(said) == 30


def test_lessons_that_ship_are_listed_in_their_order():
    listed = lessons()
    assert [lesson.name for lesson in listed][:5] == ["lookup", "step-by-step", "similarity", "softmax", "scaling"]
    assert all(lesson.title and lesson.path.is_file() for lesson in listed)


def test_the_description_of_the_format_names_every_field():
    from attnstudio.files import lesson_files, lesson_steps, lesson_tasks

    names = {*lesson_files.FIELDS, *lesson_steps.FIELDS, *lesson_tasks.CHALLENGE, *lesson_tasks.CONDITION}
    names |= {*lesson_tasks.CHOICES, *lesson_tasks.NUMBER}
    told = set(re.findall(r"\w+", Path(lesson_files.__file__).read_text("utf-8").split('"""')[1]))
    assert names <= told
