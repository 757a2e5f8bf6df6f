"""Opening in the real window: at once or in the worker, asked about what the file does not say, cancelled, located."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QRadioButton
from pytestqt.qtbot import QtBot
from real_window import opened, settle

from attnstudio import catalog
from attnstudio.catalog import Opening
from attnstudio.exchange import opening
from attnstudio.files.faults import Cancelled, MissingTensors, Unanswered, whole_file_fault
from attnstudio.state.faults import Fault
from attnstudio.state.message import Message
from attnstudio.state.questions import Choice, Question
from attnstudio.ui.notices import Notice
from attnstudio.window import MainWindow

LONG = 10_000  # milliseconds that a test waits at the most, where something is broken
CHOICES = tuple(Choice(key, Message(key)) for key in ("may attend", "blocked"))
MASK = Question("mask_true", Message("What does True mean?"), CHOICES, "may attend", Fault("mask", "not stated"))
Open = Callable[..., Opening]


@pytest.fixture
def window(qapp: QApplication) -> Iterator[MainWindow]:
    assert qapp is not None
    with opened() as window:
        yield window
        window.desk.opening.close()


@pytest.fixture
def scene() -> Opening:
    example = catalog.open_example("toy-sentence")
    return Opening(example.scene)


def instead(monkeypatch: pytest.MonkeyPatch, open_file: Callable[..., Opening]) -> None:
    monkeypatch.setattr(catalog, "open_file", open_file)


def notice(window: MainWindow, words: str) -> Notice:
    return next(row for row in window.notices.findChildren(Notice) if words in row.label.text())


class Slow:
    """Opens step by step, each time that it is let."""

    def __init__(self, result: Opening) -> None:
        self.result = result
        self.begun, self.ended = threading.Event(), threading.Event()
        self.let = threading.Semaphore(0)
        self.threads: list[str] = []

    def __call__(self, _path: Path, *, progress: Callable[[float], None], **_: Any) -> Opening:
        self.threads.append(threading.current_thread().name)
        self.begun.set()
        try:
            for share in (0.25, 0.5, 1.0):
                assert self.let.acquire(timeout=LONG / 1000)
                progress(share)
        finally:
            self.ended.set()
        return self.result


@pytest.fixture
def large(tmp_path: Path) -> Path:
    path = tmp_path / "large.npz"
    with path.open("wb") as file:
        file.truncate(opening.AT_ONCE + 1)
    return path


def test_a_small_file_is_open_at_once(
    window: MainWindow, scene: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    instead(monkeypatch, lambda _path, **_: scene)
    (tmp_path / "small.npz").touch()
    window.files.open_path(tmp_path / "small.npz")
    assert window.document.scene is scene.scene
    assert not window.desk.opening.busy


def test_a_large_file_is_opened_in_the_worker_with_progress_while_the_window_lives(
    window: MainWindow, scene: Opening, large: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    slow, before = Slow(scene), window.document.scene
    instead(monkeypatch, slow)
    window.files.open_path(large)
    assert slow.begun.wait(LONG / 1000)
    assert slow.threads == ["attnstudio worker"]
    assert window.notices.texts == ()  # nothing flashes for what is soon done
    qtbot.waitUntil(lambda: window.notices.texts == ("Opening large.npz …",), timeout=LONG)
    slow.let.release()
    qtbot.waitUntil(lambda: window.notices.texts == ("Opening large.npz … 25 %",), timeout=LONG)
    assert window.document.scene is before
    window.document.open_panel("scaling")  # the window is alive
    slow.let.release(2)
    qtbot.waitUntil(lambda: window.document.scene is scene.scene, timeout=LONG)
    assert window.notices.texts == ()


def test_a_small_file_that_takes_long_goes_on_in_the_worker(
    window: MainWindow, scene: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    threads = []

    def packed(_path: Path, *, progress: Callable[[float], None], **_: Any) -> Opening:
        threads.append(threading.current_thread().name)
        progress(0.5)
        return scene

    monkeypatch.setattr(opening, "PATIENCE", 0.0)
    instead(monkeypatch, packed)
    window.files.open_path(tmp_path / "packed.npz")
    qtbot.waitUntil(lambda: window.document.scene is scene.scene, timeout=LONG)
    assert threads == ["MainThread", "attnstudio worker"]


def test_cancel_leaves_all_as_it_was(
    window: MainWindow, scene: Opening, large: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    slow, before = Slow(scene), window.document.scene
    instead(monkeypatch, slow)
    window.files.open_path(large)
    qtbot.waitUntil(lambda: len(window.notices.texts) == 1, timeout=LONG)
    (cancel,) = notice(window, "Opening").offers
    assert cancel.text() == "Cancel"
    cancel.click()
    slow.let.release(3)
    assert slow.ended.wait(LONG / 1000)
    settle()
    assert (window.document.scene is before, window.notices.texts) == (True, ())


def test_q23_a_window_closed_while_a_file_is_being_opened_is_gone_at_once(
    window: MainWindow, scene: Opening, large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(scene)
    instead(monkeypatch, slow)
    window.files.open_path(large)
    assert slow.begun.wait(LONG / 1000)
    job = window.desk.opening._job
    assert job is not None

    def report() -> None:  # only then, or there would be no further report that could find it cancelled
        job.cancelled.wait(LONG / 1000)
        slow.let.release()

    threading.Thread(target=report).start()
    assert window.close()
    assert slow.ended.is_set()


def test_a_newer_file_takes_the_place_of_one_that_is_being_opened(
    window: MainWindow, scene: Opening, large: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, other = Slow(Opening(catalog.start_scene())), scene
    instead(monkeypatch, lambda path, **options: slow(path, **options) if path == large else other)
    window.files.open_path(large)
    assert slow.begun.wait(LONG / 1000)
    window.files.open_path(tmp_path / "small.npz")
    slow.let.release(3)
    assert slow.ended.wait(LONG / 1000)
    settle()
    assert window.document.scene is scene.scene


def test_work_done_while_a_file_is_opened_is_asked_about(
    window: MainWindow, scene: Opening, large: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    slow = Slow(scene)
    instead(monkeypatch, slow)
    window.files.open_path(large)
    window.document.edit("attention", temperature=2.0)
    slow.let.release(3)
    qtbot.waitUntil(lambda: window.files.dialog is not None, timeout=LONG)
    assert window.document.scenario("attention").temperature == 2.0
    window.files.dialog.close()


def asking(answers_seen: list[dict[str, str]], scene: Opening) -> Open:
    def open_file(path: Path, *, answers: dict[str, str], **_: Any) -> Opening:
        answers_seen.append(dict(answers))
        if "mask_true" not in answers:
            raise Unanswered(path, [MASK])
        if "second" not in answers:
            raise Unanswered(path, [Question("second", MASK.text, CHOICES, "blocked", MASK.fault)])
        return scene

    return open_file


def test_what_a_file_does_not_say_is_asked_until_it_is_open(
    window: MainWindow, scene: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[dict[str, str]] = []
    instead(monkeypatch, asking(seen, scene))
    window.files.open_path(tmp_path / "head.npz")
    sheet = window.desk.opening.sheet
    assert sheet is not None
    sheet.findChildren(QRadioButton)[1].click()
    sheet.action.click()
    again = window.desk.opening.sheet
    assert again is not None
    assert again is not sheet
    again.action.click()
    assert window.document.scene is scene.scene
    assert seen == [{}, {"mask_true": "blocked"}, {"mask_true": "blocked", "second": "blocked"}]
    assert window.notices.texts == ()


def test_a_question_that_is_not_answered_leaves_all_as_it_was(
    window: MainWindow, scene: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = window.document.scene
    instead(monkeypatch, asking([], scene))
    window.files.open_path(tmp_path / "head.npz")
    sheet = window.desk.opening.sheet
    assert sheet is not None
    sheet.cancel.click()
    settle()
    assert (window.document.scene is before, window.desk.opening.sheet, window.notices.texts) == (True, None, ())


def test_numbers_that_are_not_where_the_scene_says_can_be_located(
    window: MainWindow, scene: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_file(path: Path, *, located: dict[str, Path], **_: Any) -> Opening:
        if located.get("numbers.npz") != tmp_path / "moved.npz":
            raise MissingTensors(path, [Fault("tensors", "numbers.npz is not there")], "numbers.npz", "00")
        return scene

    instead(monkeypatch, open_file)
    window.files.open_path(tmp_path / "scene.attn.json")
    for choice in ("wrong.npz", "moved.npz"):
        (locate,) = notice(window, "numbers.npz is not there").offers
        assert locate.text() == "Locate…"
        locate.click()
        dialog = window.files.dialog
        assert isinstance(dialog, QFileDialog)
        assert "numbers.npz" in dialog.windowTitle()
        dialog.fileSelected.emit(str(tmp_path / choice))
        dialog.close()
        settle()
    assert window.document.scene is scene.scene
    assert window.notices.texts == ()


def test_work_that_was_done_before_numbers_are_located_is_asked_about(
    window: MainWindow, scene: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_file(path: Path, *, located: dict[str, Path], **_: Any) -> Opening:
        if not located:
            raise MissingTensors(path, [Fault("tensors", "numbers.npz is not there")], "numbers.npz", "00")
        return scene

    instead(monkeypatch, open_file)
    window.files.open_path(tmp_path / "scene.attn.json")
    window.document.edit("attention", temperature=2.0)
    notice(window, "numbers.npz is not there").offers[0].click()
    assert isinstance(window.files.dialog, QFileDialog)
    window.files.dialog.fileSelected.emit(str(tmp_path / "moved.npz"))
    assert isinstance(window.files.dialog, QMessageBox)
    assert window.document.scenario("attention").temperature == 2.0
    window.files.dialog.button(QMessageBox.StandardButton.Discard).click()
    assert window.document.scene is scene.scene


def test_a_scene_of_numbers_that_were_asked_about_is_linked_and_opens_without_a_question(
    window: MainWindow, tmp_path: Path
) -> None:
    numbers = np.random.default_rng(0).standard_normal((4, 2, 90, 20))
    mask = np.tri(90, dtype=bool)
    np.savez(tmp_path / "head.npz", mine=numbers, keys=numbers[..., ::-1], values=-numbers, mask=mask)
    window.files.open_path(tmp_path / "head.npz")
    for answers in ({"query": "mine", "key": "keys", "value": "values", "weights": ""},
                    {"first_axis": "batch", "mask_true": "may attend"}, {"batch": "2"}):  # fmt: skip
        sheet = window.desk.opening.sheet
        assert sheet is not None
        assert set(sheet.parts) == set(answers)
        for name, answer in answers.items():
            part = sheet.parts[name]
            part.radios.buttons()[part._keys.index(answer)].click()
        sheet.action.click()
        settle()
    scene = window.document.scene
    window.files._save_chosen(tmp_path / "scene.attn.json", lambda: None)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["head.npz", "scene.attn.json"]
    window.document.load(catalog.start_scene())
    window.files.open_path(tmp_path / "scene.attn.json")
    assert window.desk.opening.sheet is None
    assert window.document.scene == replace(scene, note="")
    tensors = window.document.scenario("attention").tensors
    assert np.array_equal(tensors.query, numbers[2])


@pytest.mark.parametrize("fault", [Cancelled(), whole_file_fault("large.npz", "it is broken")])
def test_a_fault_of_a_large_file_is_said_and_one_that_was_wanted_is_not(
    window: MainWindow, large: Path, fault: Exception, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    def broken(_path: Path, **_: Any) -> Opening:
        raise fault

    instead(monkeypatch, broken)
    window.files.open_path(large)
    qtbot.waitUntil(lambda: not window.desk.opening.busy, timeout=LONG)
    assert window.notices.texts == (() if isinstance(fault, Cancelled) else ("large.npz: it is broken",))


def test_a_real_file_with_a_mask_that_says_nothing_opens_as_it_is_answered(window: MainWindow, tmp_path: Path) -> None:
    mask = np.triu(np.ones((3, 3), bool), 1)
    np.savez(tmp_path / "head.npz", q=np.eye(3), k=np.eye(3), v=np.eye(3), mask=mask)
    window.files.open_path(tmp_path / "head.npz")
    sheet = window.desk.opening.sheet
    assert sheet is not None
    names = [radio.text() for radio in sheet.findChildren(QRadioButton)]
    sheet.findChildren(QRadioButton)[names.index("The key is blocked")].click()
    sheet.action.click()
    weights = window.document.shown.matrices["weights"]
    assert weights.blocked is not None
    assert (weights.blocked == mask).all()
    assert str(tmp_path / "head.npz") in window.settings.recent


def test_real_numbers_that_were_moved_are_located_and_others_are_refused(window: MainWindow, tmp_path: Path) -> None:
    numbers = np.random.default_rng(0).standard_normal((3, 90, 20))
    np.savez(tmp_path / "head.npz", q=numbers[0], k=numbers[1], v=numbers[2])
    window.files.open_path(tmp_path / "head.npz")
    scene = window.document.scene
    window.files._save_chosen(tmp_path / "scene.attn.json", lambda: None)
    (tmp_path / "moved").mkdir()
    (tmp_path / "head.npz").rename(tmp_path / "moved" / "head.npz")
    np.savez(tmp_path / "wrong.npz", q=numbers[1], k=numbers[1], v=numbers[2])
    window.document.load(catalog.start_scene())
    window.files.open_path(tmp_path / "scene.attn.json")
    for choice in ("wrong.npz", "moved/head.npz"):
        assert window.document.scene == catalog.start_scene()
        (locate,) = notice(window, "head.npz").offers
        locate.click()
        assert isinstance(window.files.dialog, QFileDialog)
        window.files.dialog.fileSelected.emit(str(tmp_path / choice))
        window.files.dialog.close()
        settle()
    assert window.document.scene == scene
    assert window.document.path == tmp_path / "scene.attn.json"
    assert window.document.modified  # the file still links to where nothing is
    window.files.save()
    assert not window.document.modified
    assert catalog.open_file(tmp_path / "scene.attn.json").scene == scene
