"""Unsaved work is kept a moment after each change, apart from that of other processes, and is gone when it is saved."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from attnstudio import catalog
from attnstudio.exchange import recovery
from attnstudio.exchange.recovery import Claim, Recovery, claimed, left_behind
from attnstudio.files.kept_scenes import About
from attnstudio.ui.document import Document

pytestmark = pytest.mark.usefixtures("qapp")
LONG = 10_000  # milliseconds that a test waits at the most, where something is broken


@pytest.fixture
def document() -> Iterator[Document]:
    document = Document(catalog.start_scene(), catalog.compute, catalog.cover)
    yield document
    for kept in document.findChildren(Recovery):
        kept.end(clean=True)
    document.deleteLater()


@pytest.fixture
def kept(document: Document, tmp_path: Path) -> Recovery:
    return Recovery(document, tmp_path, document)


def change(document: Document, temperature: float = 2.0) -> None:
    document.edit("attention", temperature=temperature)
    document.end_gesture()


def timer(kept: Recovery) -> QTimer:
    found = kept.findChild(QTimer, "recovery")
    assert isinstance(found, QTimer)
    return found


def quiet(kept: Recovery, qtbot: QtBot) -> None:
    """Have the moment after a change be over, and what it does be done."""
    timer(kept).stop()
    timer(kept).timeout.emit()
    qtbot.waitUntil(lambda: not kept._worker.busy, timeout=LONG)


def scenes(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/scene.attn.json"))


def test_work_is_kept_two_seconds_after_the_last_change(document: Document, kept: Recovery) -> None:
    assert not timer(kept).isActive()
    change(document)
    assert (timer(kept).isActive(), timer(kept).isSingleShot()) == (True, True)
    assert timer(kept).interval() >= 2000


def test_what_is_kept_is_the_scene_with_its_name_and_file(
    document: Document, kept: Recovery, tmp_path: Path, qtbot: QtBot
) -> None:
    document.load(document.scene, tmp_path / "mine.attn.json")
    change(document)
    quiet(kept, qtbot)
    (path,) = scenes(tmp_path)
    assert catalog.open_file(path).scene == document.scene
    claim = kept._claim
    assert claim is not None
    assert claim.about == About("mine.attn.json", tmp_path / "mine.attn.json", unsaved=True)


def test_nothing_is_written_without_unsaved_work_or_while_a_gesture_goes_on(
    document: Document, kept: Recovery, tmp_path: Path, qtbot: QtBot
) -> None:
    quiet(kept, qtbot)
    document.edit("attention", temperature=2.0)
    assert document.in_gesture
    timer(kept).timeout.emit()
    assert timer(kept).isActive()  # it waits once more
    assert list(tmp_path.iterdir()) == []
    document.end_gesture()
    quiet(kept, qtbot)
    assert len(scenes(tmp_path)) == 1


def test_a_gesture_that_never_ends_does_not_keep_work_from_being_kept(
    document: Document, kept: Recovery, tmp_path: Path, qtbot: QtBot
) -> None:
    document.edit("attention", temperature=2.0)
    for _ in range(recovery.MOST_WAITS + 1):
        quiet(kept, qtbot)
    assert len(scenes(tmp_path)) == 1


def test_a_change_in_a_slider_runs_nothing_of_python(document: Document, kept: Recovery) -> None:
    called: list[str] = []

    def watch(frame: object, event: str, _argument: object) -> None:
        if event == "call":
            called.append(frame.f_code.co_filename)  # type: ignore[attr-defined]

    sys.setprofile(watch)
    try:
        document.changed.emit()
    finally:
        sys.setprofile(None)
    assert timer(kept).isActive()
    assert [name for name in called if "recovery" in name] == []


def test_the_same_scene_is_written_once(document: Document, kept: Recovery, tmp_path: Path, qtbot: QtBot) -> None:
    change(document)
    quiet(kept, qtbot)
    (path,) = scenes(tmp_path)
    path.unlink()
    document.changed.emit()
    quiet(kept, qtbot)
    assert scenes(tmp_path) == []


def test_saving_or_taking_the_change_back_removes_what_was_kept(
    document: Document, kept: Recovery, tmp_path: Path, qtbot: QtBot
) -> None:
    for settled in (document.undo, lambda: document.mark_saved(tmp_path / "mine.attn.json")):
        change(document)
        quiet(kept, qtbot)
        assert len(scenes(tmp_path)) == 1
        settled()
        quiet(kept, qtbot)
        assert scenes(tmp_path) == []


def test_an_end_that_was_wanted_leaves_nothing_and_another_one_leaves_the_last_of_the_work(
    document: Document, kept: Recovery, tmp_path: Path, qtbot: QtBot
) -> None:
    change(document)
    quiet(kept, qtbot)
    kept.end(clean=True)
    assert list(tmp_path.iterdir()) == []
    change(document, 3.0)
    kept.end(clean=False)
    (path,) = scenes(tmp_path)
    assert catalog.open_file(path).scene == document.scene
    (claim,) = left_behind(tmp_path)
    claim.drop()


def test_a_folder_that_cannot_be_written_is_said_once_and_work_goes_on(
    document: Document, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "file").touch()
    kept = Recovery(document, tmp_path / "file", document)
    spy = QSignalSpy(kept.failed)
    for temperature in (2.0, 3.0):
        change(document, temperature)
        quiet(kept, qtbot)
    assert spy.count() == 1
    assert str(tmp_path / "file") in str(spy.at(0)[0])
    assert "Errno" not in str(spy.at(0)[0])


OTHER = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from attnstudio import catalog
from attnstudio.exchange.recovery import claimed
from attnstudio.files.kept_scenes import About, keep
app = QCoreApplication([])
folder = Path(sys.argv[1])
folder.mkdir()
claim = claimed(folder)
keep(catalog.start_scene(), About("theirs"), folder)
print("kept", flush=True)
time.sleep(60)
"""


def test_what_a_living_process_keeps_is_left_to_it_and_what_a_killed_one_kept_is_found(tmp_path: Path) -> None:
    other = subprocess.Popen([sys.executable, "-c", OTHER, str(tmp_path / "theirs")], stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout is not None
        assert other.stdout.readline() == "kept\n"
        assert left_behind(tmp_path) == []
        assert claimed(tmp_path / "theirs") is None
    finally:
        other.kill()
        other.communicate()
    (claim,) = left_behind(tmp_path)
    assert claim.about.name == "theirs"
    assert left_behind(tmp_path) == []  # it is claimed by now
    claim.drop()
    assert list(tmp_path.iterdir()) == []


def made(folder: Path, *, scene: bool = True) -> None:
    from attnstudio.files.kept_scenes import keep

    if scene:
        keep(catalog.start_scene(), About(folder.name), folder)
    else:
        folder.mkdir()


def test_the_newest_is_first_and_what_is_empty_is_removed(tmp_path: Path) -> None:
    for name, age in (("a", 300), ("b", 100), ("c", 200)):
        made(tmp_path / name)
        path = tmp_path / name / "scene.attn.json"
        os.utime(path, (path.stat().st_mtime - age,) * 2)
    made(tmp_path / "empty", scene=False)
    claims = left_behind(tmp_path)
    assert [claim.folder.name for claim in claims] == ["b", "c", "a"]
    assert not (tmp_path / "empty").exists()
    for claim in claims:
        claim.drop()


def test_work_that_is_gone_on_with_is_kept_where_it_was(
    document: Document, kept: Recovery, tmp_path: Path, qtbot: QtBot
) -> None:
    change(document)
    quiet(kept, qtbot)
    made(tmp_path / "old")
    (claim,) = left_behind(tmp_path)
    kept.adopt(claim)
    change(document, 3.0)
    quiet(kept, qtbot)
    assert scenes(tmp_path) == [tmp_path / "old" / "scene.attn.json"]
    assert catalog.open_file(scenes(tmp_path)[0]).scene == document.scene


def test_what_is_put_aside_is_whole_and_never_offered_again(tmp_path: Path) -> None:
    made(tmp_path / "old")
    (claim,) = left_behind(tmp_path)
    assert isinstance(claim, Claim)
    aside = claim.put_aside()
    assert (aside / "scene.attn.json").exists()
    assert left_behind(tmp_path) == []
