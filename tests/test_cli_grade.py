"""grade: what handed-in scenes are worth by a lesson, and what is said where they or the lesson are no good."""

import csv
import io
import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnstudio import catalog
from attnstudio.cli import main
from attnstudio.files.lesson_files import lessons
from attnstudio.files.marks import CANNOT, COLUMNS, STUDENT, TOTAL
from attnstudio.files.scenes import write_scene
from attnstudio.state.challenges import Challenge
from attnstudio.state.lesson import Lesson, Step
from attnstudio.state.scene import PanelState, Scene

LOOKUP, STEP_BY_STEP, SIMILARITY = (
    catalog.open_lesson(one.path) for one in lessons() if one.name in ("lookup", "step-by-step", "similarity")
)
Row = dict[str, str]
Handed = Callable[..., Path]
VARIED = """
format = "attnstudio lesson"
version = 1
title = "Own numbers"
[[steps]]
name = "higher"
panel = "attention"
vary = true
free = ["temperature"]
challenge.text = "Raise it."
challenge.conditions = [{ quantity = "touched", near = 1 }, { quantity = "changed(weights)", above = 0 }]
"""
ONLY_QUESTIONS = """
format = "attnstudio lesson"
version = 1
title = "Asked"
[[steps]]
panel = "attention"
question = { text = "?", reason = "So.", choices = [{ text = "a", right = true }, { text = "b", feedback = "No." }] }
"""


def step_of(lesson: Lesson, name: str) -> Step:
    return next(step for step in lesson.steps if step.name == name)


@pytest.fixture
def handed(tmp_path: Path) -> Handed:
    """Return what hands in the panel of a step with some fields changed, as a file."""

    def write(step: Step, name: str = "anna.attn.json", **changes: Any) -> Path:
        state = replace(step.state, scenario=step.state.scenario.with_changes(**changes))
        path = tmp_path / name
        write_scene(Scene(step.panel, {step.panel: state}), path)
        return path

    return write


def table(text: str) -> list[Row]:
    rows = list(csv.DictReader(io.StringIO(text)))
    assert all(tuple(row) == COLUMNS for row in rows)
    return rows


def graded(capsys: pytest.CaptureFixture[str], *arguments: object, status: int = 0) -> dict[tuple[str, str], Row]:
    """Return what grade prints, by the names of scenes and steps."""
    assert main(["grade", *map(str, arguments)]) == status
    return {(Path(row["scene"]).name, row["step"]): row for row in table(capsys.readouterr().out)}


def complaint(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main(["grade", *map(str, arguments)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("attnstudio: ") == 1
    return said.err


def test_a_scene_that_meets_a_goal_gets_its_point(handed: Handed, capsys: pytest.CaptureFixture[str]) -> None:
    path = handed(step_of(LOOKUP, "make-it-hard"), temperature=0.15)
    found = graded(capsys, "lookup", path)["anna.attn.json", "make-it-hard"]
    assert (found["title"], found["points"], found["of"], found["met"]) == ("Make it a dictionary", "1", "1", "yes")
    assert (found["condition"], found["distance"], found["locked"], found["note"]) == (
        "weight[dog,dog] at least 0.99", "0", "", "",
    )  # fmt: skip
    assert float(found["value"]) > 0.99


def test_a_scene_that_does_not_says_which_condition_is_furthest_and_how_far(
    handed: Handed, capsys: pytest.CaptureFixture[str]
) -> None:
    found = graded(capsys, "lookup", handed(step_of(LOOKUP, "make-it-hard")))["anna.attn.json", "make-it-hard"]
    assert (found["points"], found["met"], found["condition"]) == ("0", "no", "weight[dog,dog] at least 0.99")
    assert float(found["value"]) + float(found["distance"]) == pytest.approx(0.99, abs=1e-5)


def test_every_challenge_has_its_row_for_every_scene_and_every_scene_its_sum(
    handed: Handed, capsys: pytest.CaptureFixture[str]
) -> None:
    step = step_of(LOOKUP, "make-it-hard")
    paths = handed(step, "anna.attn.json", temperature=0.15), handed(step, "ben.attn.json")
    found = graded(capsys, "lookup", *paths)
    goals = [step.name for step in LOOKUP.steps if isinstance(step.task, Challenge)]
    assert list(found) == [(path.name, name) for path in paths for name in [*goals, TOTAL]]
    sums = {path.name: (found[path.name, TOTAL]["points"], found[path.name, TOTAL]["of"]) for path in paths}
    assert sums == {"anna.attn.json": ("1", "3"), "ben.attn.json": ("0", "3")}


def test_a_goal_that_is_met_by_what_is_locked_gives_no_point_and_is_marked(
    handed: Handed, capsys: pytest.CaptureFixture[str]
) -> None:
    step = step_of(STEP_BY_STEP, "steal")
    assert step.free is not None
    tensors = getattr(step.state.scenario, "tensors").with_row("query", 0, (0, 3, 0, 3))  # noqa: B009
    found = graded(capsys, "step-by-step", handed(step, tensors=tensors))["anna.attn.json", "steal"]
    assert (found["met"], found["points"], found["locked"]) == ("yes", "0", "tensors")
    assert found["note"] == "met by changing what is locked: tensors"


def test_what_is_free_and_what_is_selected_is_no_locked_change(
    handed: Handed, capsys: pytest.CaptureFixture[str]
) -> None:
    step = step_of(STEP_BY_STEP, "steal")
    tensors = getattr(step.state.scenario, "tensors").with_row("key", 1, (3, 0, 3, 0))  # noqa: B009
    path = handed(step, tensors=tensors, selected_key=2)
    found = graded(capsys, "step-by-step", path)["anna.attn.json", "steal"]
    assert (found["met"], found["points"], found["locked"]) == ("yes", "1", "")


def test_covers_and_pins_of_a_scene_hide_nothing_from_the_judge(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    step = step_of(LOOKUP, "make-it-hard")
    scenario = step.state.scenario.with_changes(temperature=0.15)
    state = PanelState(scenario, covered=frozenset({"weights", "output"}), pinned=step.state.scenario)
    path = tmp_path / "covered.attn.json"
    write_scene(Scene(step.panel, {step.panel: state}), path)
    assert graded(capsys, "lookup", path)["covered.attn.json", "make-it-hard"]["points"] == "1"


def test_the_panel_of_a_challenge_is_judged_wherever_it_stands_in_the_scene(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    step = step_of(LOOKUP, "make-it-hard")
    scene = catalog.open_example("textbook-row").scene
    state = replace(step.state, scenario=step.state.scenario.with_changes(temperature=0.15))
    path = tmp_path / "behind.attn.json"
    write_scene(replace(scene, open_panel="scaling").with_panel("attention", state), path)
    assert graded(capsys, "lookup", path)["behind.attn.json", "make-it-hard"]["points"] == "1"


def test_a_scene_of_another_panel_says_so_and_gets_no_point(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "other.attn.json"
    write_scene(Scene("scaling", {"scaling": PanelState(catalog.panel_named("scaling").scenario())}), path)
    found = graded(capsys, "lookup", path)["other.attn.json", "make-it-hard"]
    assert (found["met"], found["points"]) == ("no", "0")
    assert found["note"] == "the scene has nothing of the panel attention"


def test_a_scene_on_which_a_goal_cannot_be_measured_says_why(
    handed: Handed, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = getattr(step_of(STEP_BY_STEP, "steal").state.scenario, "tensors")  # noqa: B009
    path = handed(step_of(LOOKUP, "make-it-hard"), tensors=pack)
    found = graded(capsys, "lookup", path)["anna.attn.json", "make-it-hard"]
    assert (found["met"], found["points"], found["value"], found["distance"]) == ("no", "0", "", "")
    assert "dog" in found["note"]
    assert found["locked"] == "tensors"


def test_a_challenge_that_cannot_be_done_is_named_and_counts_for_nothing(
    handed: Handed, capsys: pytest.CaptureFixture[str]
) -> None:
    found = graded(capsys, "similarity", handed(step_of(SIMILARITY, "too-far")))
    row = found["anna.attn.json", "too-far"]
    assert (row["points"], row["of"], row["met"], row["note"]) == ("", "", "", CANNOT)
    assert found["anna.attn.json", TOTAL]["of"] == "3"


def test_numbers_that_were_drawn_for_one_learner_are_judged_from_that_learners_start(
    handed: Handed, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lesson = tmp_path / "varied.toml"
    lesson.write_text(VARIED, "utf-8")
    (step,) = catalog.open_lesson(lesson).steps
    drawn = catalog.randomised(step.panel, step.state.scenario, 4711)
    assert drawn != step.state.scenario
    varied = replace(step, state=replace(step.state, scenario=drawn))
    paths = handed(varied, "done.attn.json", temperature=2.0), handed(varied, "not.attn.json")
    found = graded(capsys, lesson, *paths)
    assert (found["done.attn.json", "higher"]["points"], found["done.attn.json", "higher"]["locked"]) == ("1", "")
    assert (found["not.attn.json", "higher"]["points"], found["not.attn.json", "higher"]["locked"]) == ("0", "")


BROKEN = {
    "not JSON": (b"{", "this is not JSON"),
    "no scene": (b"[1]", "no scene"),
    "empty": (b"", "JSON"),
    "newer": (b'{"format": "attnstudio scene", "version": 99}', "a newer attnstudio wrote this scene"),
    "binary": (b"\x93NUMPY\x01\x00", "UTF"),
    "unknown panel": (
        json.dumps({"format": "attnstudio scene", "version": 1, "open_panel": "x", "panels": {"x": {}}}).encode(),
        "no such name",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_scene_is_named_in_the_table_and_aloud_and_the_others_are_judged(
    kind: str, handed: Handed, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    data, why = BROKEN[kind]
    broken, out = tmp_path / "broken.attn.json", tmp_path / "marks.csv"
    broken.write_bytes(data)
    good = handed(step_of(LOOKUP, "make-it-hard"), temperature=0.15)
    assert main(["grade", "lookup", str(broken), str(good), "-o", str(out)]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "broken.attn.json" in said.err
    first, *others = table(out.read_text("utf-8-sig"))
    assert (first["step"], first["points"], first["of"]) == (TOTAL, "", "3")
    assert why in first["note"]
    assert why in said.err
    assert [row["points"] for row in others] == ["1", "0", "0", "1"]


def test_files_that_are_not_there_folders_and_lost_tensors_are_named(
    handed: Handed, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    step = step_of(LOOKUP, "make-it-hard")
    rng = np.random.default_rng(0)
    pack = replace(getattr(step.state.scenario, "tensors"), key=rng.normal(size=(40, 60)), query=rng.normal(size=(40, 60)),  # noqa: B009, E501
                   value=rng.normal(size=(40, 60)), query_tokens=(), key_tokens=())  # fmt: skip
    lost = handed(step, "lost.attn.json", tensors=pack)
    for file in tmp_path.glob("*.npz"):
        file.unlink()
    found = graded(capsys, "lookup", tmp_path, tmp_path / "gone.attn.json", lost, status=1)
    notes = {name: row["note"] for (name, _), row in found.items()}
    assert notes[tmp_path.name] == "it is a folder, not a file"
    assert notes["gone.attn.json"] == "there is no such file or folder"
    assert ".npz" in notes["lost.attn.json"]
    assert {row["points"] for row in found.values()} == {""}


def test_a_scene_that_is_named_twice_is_judged_once_and_that_is_said(
    handed: Handed, capsys: pytest.CaptureFixture[str]
) -> None:
    path = handed(step_of(LOOKUP, "make-it-hard"))
    assert main(["grade", "lookup", str(path), str(path)]) == 0
    said = capsys.readouterr()
    assert [row["step"] for row in table(said.out)].count(TOTAL) == 1
    assert said.err == f"attnstudio: {path}: named more than once; judged once\n"


def test_scenes_of_one_name_in_two_folders_are_two_scenes(handed: Handed, capsys: pytest.CaptureFixture[str]) -> None:
    step = step_of(LOOKUP, "make-it-hard")
    first = handed(step)
    second = first.parent / "b" / first.name
    second.parent.mkdir()
    second.write_bytes(first.read_bytes())
    assert main(["grade", "lookup", str(first), str(second)]) == 0
    totals = [row["scene"] for row in table(capsys.readouterr().out) if row["step"] == TOTAL]
    assert totals == [str(first), str(second)]


def test_a_student_gets_a_point_for_every_challenge_that_any_of_their_scenes_meets(
    handed: Handed, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    step = step_of(LOOKUP, "make-it-hard")
    handed(step, "anna_1.attn.json", temperature=0.15)
    for name in ("anna_2", "ben_1"):
        handed(step, f"{name}.attn.json")
    for name in ("ben_2", "carl"):
        (tmp_path / f"{name}.attn.json").write_text("{")
    paths = sorted(tmp_path.glob("*.attn.json"))
    found = graded(capsys, "lookup", *paths, "--students", "name", status=1)
    of_students = {name: row for (name, step), row in found.items() if step == STUDENT}
    sums = {name: (row["points"], row["of"], row["note"]) for name, row in of_students.items()}
    others = [step.name for step in LOOKUP.steps if isinstance(step.task, Challenge) and step.name != "make-it-hard"]
    assert sums == {
        "anna": ("1", "3", f"2 scenes; without a point: {', '.join(others)}"),
        "ben": ("0", "3", f"2 scenes; 1 cannot be read; without a point: {', '.join(LOOKUP.challenges)}"),
        "carl": ("", "3", "1 scene; 1 cannot be read"),
    }


def test_the_folder_tells_whose_scenes_are_where_that_is_asked_for(
    handed: Handed, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("anna", "ben"):
        (tmp_path / folder).mkdir()
        handed(step_of(LOOKUP, "make-it-hard"), f"{folder}/hard.attn.json", temperature=0.15)
    handed(step_of(LOOKUP, "make-it-hard"), "ben/again.attn.json")
    paths = [path.relative_to(tmp_path) for path in sorted(tmp_path.rglob("*.attn.json"))]
    assert main(["grade", "lookup", *map(str, paths), "--students", "folder"]) == 0
    rows = [row for row in table(capsys.readouterr().out) if row["step"] == STUDENT]
    assert [(row["scene"], row["points"]) for row in rows] == [("anna", "1"), ("ben", "1")]


def test_a_lesson_without_a_challenge_leaves_nothing_to_judge(
    handed: Handed, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lesson = tmp_path / "asked.toml"
    lesson.write_text(ONLY_QUESTIONS, "utf-8")
    said = complaint(capsys, lesson, handed(step_of(LOOKUP, "make-it-hard")))
    assert (
        said
        == f"attnstudio: {lesson}: this lesson has no challenge that can be met, and nothing else shows in a scene\n"
    )


def test_a_lesson_that_there_is_not_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert "those that ship: lookup, step-by-step" in complaint(capsys, "lokup", "anna.attn.json")
    assert "own.toml: there is no such file" in complaint(capsys, "own.toml", "anna.attn.json")


def test_a_lesson_with_faults_says_line_and_field(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lesson = tmp_path / "wrong.toml"
    lesson.write_text(ONLY_QUESTIONS.replace("right = true", "right = 3"), "utf-8")
    assert "line 7, steps[0].question.choices[0].right" in complaint(capsys, lesson, "anna.attn.json")


def test_a_file_of_marks_opens_in_a_spreadsheet_and_computes_nothing(
    handed: Handed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    handed(step_of(LOOKUP, "make-it-hard"), "=cmd|x.attn.json")
    assert main(["grade", "lookup", "=cmd|x.attn.json", "-o", "marks.csv"]) == 0
    data = (tmp_path / "marks.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbfscene,step,")
    assert b"\r\n'=cmd|x.attn.json," in data
    assert not [row for row in table(data.decode("utf-8-sig")) for cell in row.values() if cell.startswith("=")]


@pytest.mark.parametrize(
    ("out", "why"),
    [("no/folder/marks.csv", "there is no folder"), ("marks.xlsx", "ends in .csv"), (".csv", "ends in .csv")],
)
def test_marks_that_cannot_be_written_are_refused_with_the_reason(
    out: str, why: str, handed: Handed, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert why in complaint(capsys, "lookup", handed(step_of(LOOKUP, "make-it-hard")), "-o", tmp_path / out)


def test_marks_that_may_not_be_replaced_stay_as_they_were(
    handed: Handed, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "marks.csv"
    out.write_text("old")
    out.chmod(0o444)
    assert "permission denied" in complaint(capsys, "lookup", handed(step_of(LOOKUP, "make-it-hard")), "-o", out)
    assert out.read_text() == "old"


def test_a_large_class_is_judged_about_as_fast_as_its_scenes_are_read(
    handed: Handed, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = handed(step_of(LOOKUP, "make-it-hard"), temperature=0.15)
    paths = [tmp_path / f"{i}.attn.json" for i in range(100)]
    for copy in paths:
        copy.write_bytes(path.read_bytes())
    began = time.perf_counter()
    for copy in paths:
        state = catalog.open_file(copy).scene.panels["attention"]
        catalog.final("attention", state.scenario)
    yardstick = time.perf_counter() - began
    began = time.perf_counter()
    found = graded(capsys, "lookup", *paths)
    assert time.perf_counter() - began < 4 * yardstick
    assert sum(row["points"] == "1" for (_, step), row in found.items() if step == TOTAL) == 100


@pytest.mark.parametrize("name", [one.name for one in lessons() if one.name != "scaling"])
def test_the_starts_of_a_lesson_meet_no_goal_and_have_no_locked_change(
    name: str, handed: Handed, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = catalog.open_lesson(next(one.path for one in lessons() if one.name == name))
    goals = [step for step in lesson.steps if isinstance(step.task, Challenge) and not step.task.impossible]
    if not goals:
        assert "no challenge" in complaint(capsys, name, "anna.attn.json")
        return
    found = graded(capsys, name, *(handed(step, f"{step.name}.attn.json") for step in goals))
    own = {step.name: found[f"{step.name}.attn.json", step.name] for step in goals}
    assert {name: (row["met"], row["locked"]) for name, row in own.items()} == dict.fromkeys(own, ("no", ""))
