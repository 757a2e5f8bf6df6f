"""A lesson that a stranger wrote with every possible mistake gives faults in words, and never another exception."""

import datetime as dt
import json
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from attnstudio import catalog
from attnstudio.files.faults import FileFault
from attnstudio.files.lesson_files import FIELDS as LESSON
from attnstudio.files.lesson_files import lessons, read_lesson
from attnstudio.files.lesson_steps import FIELDS as STEP
from attnstudio.files.lesson_tasks import CHALLENGE, CHOICES, CONDITION, NUMBER
from attnstudio.state.lesson import Lesson
from attnstudio.state.lesson_questions import Question

SCENARIOS = catalog.scenario_types()
SOURCES = [lesson.path.read_text("utf-8") for lesson in lessons() if lesson.name != "scaling"]
SMALL = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
WORDS = st.sampled_from([
    "attention", "worked-example", "toy-sentence", "weights", "temperature", "tensors.key[2]", "weight[q,k]", "touched",
    "changed(weights)", "1", "", "..", "/", "a b", "\0", "é\n\"\\", "sqrt_d_k", "top-left", "plane",
    "![](formula:softmax)", "![](formula:x)", "![",
])  # fmt: skip
KEYS = WORDS | st.sampled_from(sorted({*LESSON, *STEP, *CHALLENGE, *CONDITION, *CHOICES, *NUMBER}))
SCALARS = (
    WORDS | st.integers(-5, 10**6) | st.floats() | st.booleans() | st.text(max_size=5)
    | st.sampled_from([dt.date(2020, 1, 1), 10**400])
)  # fmt: skip
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=6
)


HEAD = """format = "attnstudio lesson"
version = 1
title = "Fuzzed"
"""
DRAWS = st.integers(-1, 5) | SCALARS
VARYING = st.none() | st.booleans() | SCALARS
CHOSEN = [{"text": "a", "right": True}, {"text": "b", "feedback": "No."}]
TASKS = st.sampled_from([
    None,
    ("question", {"text": "?", "reason": "So.", "choices": CHOSEN}),
    ("question", {"text": "?", "reason": "So.", "answer": "weight[q,k]", "within": 0.1, "otherwise": "No."}),
    ("question", {"text": "?", "reason": "So.", "answer": 3, "within": 0.1, "otherwise": "No."}),
    ("challenge", {"text": "!", "conditions": [{"quantity": "touched", "at_least": 1}]}),
])  # fmt: skip


def tail_of_a_step(vary, task):
    return (f"vary = {toml(vary)}\n" if vary is not None else "") + (f"{task[0]} = {toml(task[1])}" if task else "")


def toml(value):
    """Write a value as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool | str):
        return json.dumps(value).replace("\x7f", "\\u007f")
    return str(value)


def read(folder: Path, text: str) -> Lesson | FileFault:
    """Return the lesson, or the faults in words: anything else that is raised fails the test."""
    path = folder / "fuzzed.toml"
    path.write_text(text, "utf-8", "ignore", newline="")
    try:
        return read_lesson(path, SCENARIOS, catalog.compute)
    except FileFault as raised:
        fault = raised
    assert str(fault)
    assert all(one.problem for one in fault.faults)
    return fault


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("lessons")


def places(value, place=()):
    """Yield the place of every value in a lesson."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        yield (*place, key)
        if isinstance(item, dict | list):
            yield from places(item, (*place, key))


def inside(raw, place):
    for key in place:
        raw = raw[key]
    return raw


@SMALL
@given(data=st.data())
def test_a_shipped_lesson_with_any_values_replaced_added_or_removed(folder, data):
    raw = tomllib.loads(data.draw(st.sampled_from(SOURCES)))
    raw["steps"] = data.draw(st.lists(st.sampled_from(raw["steps"]), min_size=1, max_size=3))
    raw = json.loads(json.dumps(raw))
    for _ in range(data.draw(st.integers(1, 4))):
        *outer, last = data.draw(st.sampled_from(list(places(raw))))
        holder = inside(raw, outer)
        change = data.draw(st.sampled_from(["replace", "remove", "add", "twice"]))
        if change == "remove":
            del holder[last]
        elif change == "twice" and isinstance(holder, list):
            holder.append(holder[last])
        elif change == "add" and isinstance(holder, dict):
            holder[data.draw(KEYS)] = data.draw(VALUES)
        else:
            holder[last] = data.draw(VALUES)
        if not list(places(raw)):
            break
    text = "\n".join(f"{json.dumps(key)} = {toml(value)}" for key, value in raw.items())
    found = read(folder, text)
    if isinstance(found, FileFault) and raw.get("format") == "attnstudio lesson":
        assert all(re.match(r"line \d+|(title|version|steps) is missing|version", str(fault)) for fault in found.faults)


@SMALL
@given(st.sampled_from(SOURCES), st.data())
def test_a_shipped_lesson_with_any_piece_of_text_cut_out_doubled_or_replaced(folder, source, data):
    begin = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(begin, min(len(source), begin + 400)))
    piece = data.draw(st.sampled_from(["", source[begin:end] * 2]) | st.text(max_size=8))
    read(folder, source[:begin] + piece + source[end:])


@SMALL
@given(data=st.data())
def test_a_lesson_that_draws_or_varies_as_it_likes_is_read_or_told_where_it_is_wrong(folder, data):
    steps = data.draw(st.lists(st.builds(tail_of_a_step, VARYING, TASKS), min_size=1, max_size=4))
    text = "\n".join(
        [f"draw = {toml(data.draw(DRAWS))}", *("[[steps]]\npanel = 'attention'\n" + step for step in steps)]
    )
    found = read(folder, HEAD + text)
    if isinstance(found, FileFault):
        assert all(re.match(r"line \d+, |draw", str(fault)) for fault in found.faults), str(found)
        return
    drawn = found.drawn(data.draw(st.integers(0, 10**6)))
    assert len([step for step in drawn.steps if isinstance(step.task, Question)]) == found.draw or not found.draw
    assert all(not step.vary or step.task for step in found.steps)


@SMALL
@given(st.text(max_size=200))
def test_any_text(folder, text):
    assert isinstance(read(folder, text), FileFault)
