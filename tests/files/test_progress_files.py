"""Progress through lessons: kept whole at every moment, put aside where it is broken, left alone where it is newer."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnstudio import catalog
from attnstudio.files import progress_files
from attnstudio.files.faults import FileFault
from attnstudio.files.lesson_files import lessons
from attnstudio.files.progress_files import (
    NAME,
    begin_anew,
    new_learner,
    read_progress,
    write_progress,
)
from attnstudio.files.progress_table import COLUMNS, progress_csv
from attnstudio.state.lesson_questions import ChoiceQuestion
from attnstudio.state.progress import LessonProgress, Progress, StepProgress

LOOKUP = catalog.open_lesson(next(one.path for one in lessons() if one.name == "lookup"))
SOME = (
    Progress(7)
    .at("lookup", "soft")
    .with_step("lookup", "who-decides", StepProgress(done=True, tries=1, first_try=True))
    .with_step("lookup", "make-it-hard", StepProgress(tries=3))
    .at("my own (2)", "step-1")
)
NAMES = st.text(st.characters(), max_size=8)  # lone surrogates too: names of files may have them
ANY = st.builds(
    Progress,
    st.integers(0, 999_999),
    st.dictionaries(
        NAMES,
        st.builds(
            LessonProgress,
            NAMES,
            st.dictionaries(
                NAMES,
                st.builds(StepProgress, st.booleans(), st.integers(0, 999_999), st.booleans(), st.booleans()),
                max_size=3,
            ),
            st.integers(0, 3),
            NAMES,
            st.lists(NAMES, max_size=2).map(tuple),
        ),
        max_size=3,
    ),
)
KILLED = """
import os, signal, sys
from pathlib import Path
from attnstudio.files.progress_files import write_progress
from attnstudio.state.lesson_questions import ChoiceQuestion
from attnstudio.state.progress import Progress, StepProgress
write_progress(Progress(5).with_step("lookup", "why", StepProgress(done=True, tries=1)), Path(sys.argv[1]))
os.kill(os.getpid(), signal.SIGKILL)
"""

MANY = """
import sys
from pathlib import Path
from attnstudio.files import progress_files
from attnstudio.files.progress_files import write_progress
from attnstudio.state.progress import Progress, StepProgress
progress_files.TURNS = 3_000  # the machine may be busy
for i in range(12):
    write_progress(Progress().with_step(sys.argv[2], str(i), StepProgress(tries=1)), Path(sys.argv[1]))
"""


def folder_with(tmp_path: Path, text: str) -> Path:
    (tmp_path / NAME).write_text(text, "utf-8")
    return tmp_path


def written(progress: Progress, folder: Path) -> dict:
    write_progress(progress, folder)
    return json.loads((folder / NAME).read_text("utf-8"))


def test_what_was_kept_is_read_again(tmp_path: Path) -> None:
    write_progress(SOME, tmp_path / "not" / "there")
    assert read_progress(tmp_path / "not" / "there") == (SOME, ())


@settings(max_examples=40)
@given(progress=ANY)
def test_any_progress_is_read_again_exactly(progress: Progress, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("any")
    write_progress(progress, folder)
    assert read_progress(folder) == (progress, ())


def test_a_learner_who_begins_has_a_seed_and_no_progress_and_no_file_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_files.secrets, "randbelow", lambda below: below - 1)
    assert read_progress(tmp_path / "no folder") == (Progress(999_999), ())
    assert list(tmp_path.iterdir()) == []


def test_the_file_has_no_times_and_no_names_of_people(tmp_path: Path) -> None:
    raw = written(SOME, tmp_path)
    assert list(raw) == ["format", "version", "seed", "lessons"]
    assert raw["lessons"]["lookup"]["steps"]["make-it-hard"] == {
        "done": False, "tries": 3, "given_up": False, "first_try": False,
    }  # fmt: skip


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process cannot be killed so there")
def test_what_was_written_is_there_after_the_process_was_killed(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], env=os.environ, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert read_progress(tmp_path) == (
        Progress(5).with_step("lookup", "why", StepProgress(done=True, tries=1)), (),
    )  # fmt: skip


def test_a_disk_that_is_full_leaves_the_old_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_progress(SOME, tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(FileFault, match="the disk is full"):
        write_progress(Progress(), tmp_path)
    assert read_progress(tmp_path) == (SOME, ())
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FileFault, match="file, not a folder"):
        write_progress(SOME, tmp_path / "file" / "below")
    progress, (notice,) = read_progress(tmp_path / "file" / "below")
    assert progress.lessons == {}
    assert "file, not a folder" in str(notice)


GOOD = json.dumps({
    "format": "attnstudio progress", "version": 1, "seed": 3, "lessons": {"a": {"at": "b", "steps": {"b": {
        "done": True, "tries": 1, "given_up": False, "first_try": True}}}},
})  # fmt: skip
BAD = {
    "": "JSON",
    "{": "JSON",
    "[]": "a table",
    '{"version": 1}': "format, version, seed, lessons",
    GOOD.replace("progress", "scene", 1): 'expected "attnstudio progress"',
    GOOD.replace('"version": 1', '"version": 0'): "version 1",
    GOOD.replace('"version": 1', '"version": true'): "version",
    GOOD.replace('"seed": 3', '"seed": -1'): "seed: expected a whole number",
    GOOD.replace('"seed": 3', '"seed": 3.5'): "seed: expected a whole number",
    GOOD.replace('"tries": 1', '"tries": 1e400'): "lessons.a.steps.b.tries",
    GOOD.replace('"tries": 1', '"tries": true'): "lessons.a.steps.b.tries",
    GOOD.replace('"done": true', '"done": 1'): "lessons.a.steps.b.done: expected true or false",
    GOOD.replace('"at": "b"', '"at": null'): "lessons.a.at: expected text",
    GOOD.replace('"at": "b", ', ""): "lessons.a: expected a table of at, steps",
    GOOD.replace('"at": "b"', '"at": "b", "draws": -1'): "lessons.a.draws: expected a whole number",
    GOOD.replace('"at": "b"', '"at": "b", "draws": true'): "lessons.a.draws: expected a whole number",
    GOOD.replace('"at": "b"', '"at": "b", "file": 1'): "lessons.a.file: expected text",
    GOOD.replace('"at": "b"', '"at": "b", "lasting": "b"'): "lessons.a.lasting: expected a list of texts",
    GOOD.replace('"at": "b"', '"at": "b", "lasting": [1]'): "lessons.a.lasting: expected a list of texts",
    GOOD.replace('"seed": 3', '"seed": 3, "seed": 4'): "stands twice",
    "[" * 100_000: "nested",
}


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_a_broken_file_is_put_aside_and_said_with_place_and_path(tmp_path: Path, text: str) -> None:
    progress, (notice,) = read_progress(folder_with(tmp_path, text))
    assert progress.lessons == {}
    assert BAD[text] in str(notice)
    assert str(tmp_path / "progress.json.broken") in str(notice)
    assert (tmp_path / "progress.json.broken").read_text("utf-8") == text
    assert not (tmp_path / NAME).exists()


def test_a_second_broken_file_does_not_replace_the_first(tmp_path: Path) -> None:
    for text in ("first", "second", "third"):
        read_progress(folder_with(tmp_path, text))
    kept = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert kept == {f"{NAME}.broken": "first", f"{NAME}.broken1": "second", f"{NAME}.broken2": "third"}


def test_what_another_process_broke_meanwhile_is_put_aside_by_writing_too(tmp_path: Path) -> None:
    kept, (notice,) = write_progress(SOME, folder_with(tmp_path, "{"))
    assert kept == SOME
    assert str(tmp_path / f"{NAME}.broken") in str(notice)
    assert (tmp_path / f"{NAME}.broken").read_text("utf-8") == "{"
    assert read_progress(tmp_path) == (SOME, ())


def test_a_broken_file_that_is_put_aside_by_a_reset_is_said_too(tmp_path: Path) -> None:
    kept, (notice,) = begin_anew(folder_with(tmp_path, "{"))
    assert kept.lessons == {}
    assert str(tmp_path / f"{NAME}.broken") in str(notice)
    assert (tmp_path / f"{NAME}.broken").read_text("utf-8") == "{"


@pytest.mark.parametrize("write", [lambda folder: write_progress(SOME, folder), begin_anew])
def test_what_was_put_aside_is_said_even_where_nothing_can_be_written_then(
    write: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(FileFault) as caught:
        write(folder_with(tmp_path, "{"))
    assert "the disk is full" in str(caught.value)
    assert str(tmp_path / f"{NAME}.broken") in str(caught.value)


def test_what_another_process_writes_in_place_of_a_broken_file_is_not_put_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = progress_files._take

    def late(lock: Path) -> None:
        folder_with(tmp_path, GOOD)  # while this one waits
        take(lock)

    monkeypatch.setattr(progress_files, "_take", late)
    progress, notices = read_progress(folder_with(tmp_path, "{"))
    assert (set(progress.lessons), notices) == ({"a"}, ())
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == {NAME: GOOD}


def test_a_file_of_a_newer_version_is_left_alone_and_said(tmp_path: Path) -> None:
    text = GOOD.replace('"version": 1', '"version": 2, "more": []')
    progress, (notice,) = read_progress(folder_with(tmp_path, text))
    assert progress.lessons == {}
    assert "a newer attnstudio wrote it (version 2, this one reads version 1)" in str(notice)
    with pytest.raises(FileFault, match="a newer attnstudio wrote it"):
        write_progress(SOME, tmp_path)
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == {NAME: text}


def test_a_file_that_may_not_be_read_is_left_alone_and_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_with(tmp_path, GOOD)

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", denied)
        progress, (notice,) = read_progress(tmp_path)
        with pytest.raises(FileFault, match="permission denied"):
            write_progress(SOME, tmp_path)
    assert progress.lessons == {}
    assert "permission denied" in str(notice)
    assert (tmp_path / NAME).read_text("utf-8") == GOOD


def test_a_broken_file_that_cannot_be_put_aside_stays_and_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", denied)
    progress, (notice,) = read_progress(folder_with(tmp_path, "{"))
    assert progress.lessons == {}
    assert "permission denied" in str(notice)
    assert (tmp_path / NAME).read_text("utf-8") == "{"


@settings(max_examples=60)
@given(text=st.text(max_size=60) | st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=4), lambda inner: st.lists(inner, max_size=2)
    | st.dictionaries(st.sampled_from(["format", "version", "seed", "lessons", "at", "steps", "done"]), inner),
    max_leaves=8).map(json.dumps))  # fmt: skip
def test_whatever_stands_in_the_file_something_is_said_or_it_is_read(
    text: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("any")
    (folder / NAME).write_text(text, "utf-8", "ignore")
    progress, notices = read_progress(folder)
    assert progress.lessons == {}
    assert len(notices) == 1


def table(text: str) -> list[dict[str, str]]:
    rows = list(csv.DictReader(io.StringIO(text)))
    assert all(tuple(row) == COLUMNS for row in rows)
    return rows


def test_the_table_has_a_row_for_every_task_tried_or_not() -> None:
    rows = {row["step"]: row for row in table(progress_csv(SOME, [LOOKUP]))}
    assert list(rows) == list(LOOKUP.tasks)
    assert tuple(rows["who-decides"].values()) == ("lookup", "who-decides", "question", "yes", "yes", "1", "no")
    assert tuple(rows["make-it-hard"].values()) == ("lookup", "make-it-hard", "challenge", "no", "no", "3", "no")
    assert tuple(rows["index-card"].values()) == ("lookup", "index-card", "question", "no", "no", "0", "no")


def test_of_a_lesson_that_draws_the_table_has_what_the_learner_gets_and_what_was_tried() -> None:
    pool = replace(LOOKUP, steps=tuple(step for step in LOOKUP.steps if isinstance(step.task, ChoiceQuestion)), draw=1)
    (mine,) = pool.drawn(7).tasks
    tried = next(name for name in pool.tasks if name != mine)
    rows = table(progress_csv(Progress(7).with_step("lookup", tried, StepProgress(tries=1)), [pool]))
    assert [(row["step"], row["kind"], row["tries"]) for row in rows] == [
        (mine, "question", "0"),
        (tried, "question", "1"),
    ]


def test_the_table_keeps_what_belongs_to_lessons_that_are_not_here() -> None:
    progress = Progress().with_step("other", "x", StepProgress(tries=2, given_up=True))
    (row,) = table(progress_csv(progress, []))
    assert tuple(row.values()) == ("other", "x", "", "no", "no", "2", "yes")


def test_no_name_in_the_table_is_computed_by_a_spreadsheet() -> None:
    progress = Progress().with_step('=cmd|"x"', "+1", StepProgress())
    (row,) = table(progress_csv(progress, []))
    assert (row["lesson"], row["step"]) == ('\'=cmd|"x"', "'+1")


def test_what_two_windows_did_is_joined_step_by_step(tmp_path: Path) -> None:
    begun = Progress(7).at("lookup", "soft").with_step("lookup", "why", StepProgress(tries=1))
    one = write_progress(begun, tmp_path).progress
    right = StepProgress(done=True, tries=2)
    two = write_progress(begun.with_step("lookup", "why", right).at("masks", "a"), tmp_path, begun).progress
    now = one.at("lookup", "hard").with_step("heads", "b", StepProgress(tries=4))
    three = write_progress(now, tmp_path, one).progress
    assert read_progress(tmp_path) == (three, ())
    assert three == (
        two.at("lookup", "hard").with_step("heads", "b", StepProgress(tries=4))
    )  # the answer of the second window is not replaced by what the first knew of it
    assert three.step("lookup", "why") == right


def test_the_seed_that_is_kept_stays_whichever_window_wrote_first(tmp_path: Path) -> None:
    write_progress(Progress(7).at("lookup", "soft"), tmp_path)
    joined = write_progress(Progress(8).at("masks", "a"), tmp_path, Progress(8)).progress
    assert joined == Progress(7).at("lookup", "soft").at("masks", "a")


def test_a_page_that_was_not_turned_does_not_turn_that_of_another_window_back(tmp_path: Path) -> None:
    known = write_progress(Progress(7).at("lookup", "soft"), tmp_path).progress
    write_progress(known.at("lookup", "hard"), tmp_path, known)
    assert write_progress(known.at("masks", "a"), tmp_path, known).progress.lesson("lookup").at == "hard"


def test_what_was_forgotten_in_one_window_does_not_come_back_from_the_memory_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = write_progress(SOME, tmp_path).progress
    monkeypatch.setattr(progress_files.secrets, "randbelow", lambda _: 8)
    assert begin_anew(tmp_path) == (Progress(8), ())
    assert read_progress(tmp_path) == (Progress(8), ())
    now = known.at("lookup", "hard").with_step("lookup", "why", StepProgress(tries=1))
    kept = Progress(8).at("lookup", "hard").with_step("lookup", "why", StepProgress(tries=1))
    assert write_progress(now, tmp_path, known) == (kept, ())
    assert read_progress(tmp_path) == (kept, ())


def test_a_file_that_must_be_left_alone_is_not_forgotten_either(tmp_path: Path) -> None:
    text = GOOD.replace('"version": 1', '"version": 2')
    with pytest.raises(FileFault, match="a newer attnstudio wrote it"):
        begin_anew(folder_with(tmp_path, text))
    assert (tmp_path / NAME).read_text("utf-8") == text


def test_processes_that_write_at_the_same_time_lose_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MANY, str(tmp_path)]
    running = [subprocess.Popen([*command, name], env=os.environ) for name in "abc"]
    assert [one.wait(60) for one in running] == [0, 0, 0]
    progress, notices = read_progress(tmp_path)
    assert notices == ()
    assert {name: len(lesson.steps) for name, lesson in progress.lessons.items()} == {"a": 12, "b": 12, "c": 12}
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_while_another_process_writes_nothing_is_written_over_it_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_files, "TURN", 0.0)
    folder_with(tmp_path, "{")
    (tmp_path / progress_files.LOCK).touch()
    for write in (lambda: write_progress(SOME, tmp_path), lambda: begin_anew(tmp_path)):
        with pytest.raises(FileFault, match=r"progress\.lock: another attnstudio is writing there"):
            write()
    progress, (notice,) = read_progress(tmp_path)
    assert progress.lessons == {}
    assert "another attnstudio is writing there" in str(notice)
    assert (tmp_path / NAME).read_text("utf-8") == "{"
    assert {path.name for path in tmp_path.iterdir()} == {NAME, progress_files.LOCK}


@pytest.mark.parametrize("clock", [0, 2**32], ids=["long ago", "in the future, by another clock"])
def test_a_process_that_was_killed_while_it_wrote_keeps_no_other_from_writing(clock: int, tmp_path: Path) -> None:
    (tmp_path / progress_files.LOCK).touch()
    os.utime(tmp_path / progress_files.LOCK, (clock, clock))
    write_progress(SOME, tmp_path)
    assert read_progress(tmp_path) == (SOME, ())
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_an_own_lesson_with_the_file_name_of_a_shipped_one_has_progress_of_its_own(tmp_path: Path) -> None:
    shipped = next(one.path for one in lessons() if one.name == "lookup")
    (tmp_path / "lookup.toml").write_bytes(shipped.read_bytes())
    own = catalog.open_lesson(tmp_path / "lookup.toml")
    assert (LOOKUP.key, own.name) == ("lookup", "lookup")
    assert own.key.startswith("lookup (own ")
    (tmp_path / "elsewhere").mkdir()
    moved = (tmp_path / "lookup.toml").rename(tmp_path / "elsewhere" / "lookup.toml")
    assert catalog.open_lesson(moved).key == own.key
    assert replace(own, title="Another").key != own.key
    progress = Progress(7).with_step(own.key, "who-decides", StepProgress(done=True, tries=1))
    assert (progress.share(LOOKUP)[0], progress.share(own)[0]) == (0, 1)
    rows = {(row["lesson"], row["step"]): row["done"] for row in table(progress_csv(progress, [LOOKUP, own]))}
    assert (rows["lookup", "who-decides"], rows[own.key, "who-decides"]) == ("no", "yes")


def test_new_learners_differ() -> None:
    assert len({new_learner().seed for _ in range(20)}) > 15
