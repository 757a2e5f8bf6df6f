"""Exports that take long are made in the worker, with progress and a way back, while the window lives."""

import csv
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from real_window import opened, settle

from attnstudio import catalog
from attnstudio.exchange import export_job, pictures
from attnstudio.panels.scaling.scenario import ScalingScenario
from attnstudio.state.figures import Result
from attnstudio.state.tensors import TensorPack
from attnstudio.ui.export_sheet import Wanted
from attnstudio.ui.notices import Notice
from attnstudio.ui.theme import Look
from attnstudio.window import MainWindow

LONG = 60_000  # milliseconds that a test waits at the most, where something is broken
LITERAL = {"way": "literal", "d_k": 600, "pairs": 30_000}


@pytest.fixture
def window(qapp: QApplication) -> Iterator[MainWindow]:
    assert qapp is not None
    with opened() as window:
        yield window
        window.desk.exporting.close()


def large(window: MainWindow, count: int = 100) -> None:
    """Show so many numbers that a table of them is not made at once."""
    numbers = np.random.default_rng(0).standard_normal((3, count, 4))
    pack = TensorPack(query=numbers[0], key=numbers[1], value=numbers[2])
    window.document.edit("attention", tensors=pack)


def unfinished(window: MainWindow) -> ScalingScenario:
    """Show a Scaling panel with the first of its numbers: this document goes on with none."""
    window.document.open_panel("scaling")
    window.document.edit("scaling", **LITERAL)
    assert window.document.result.progress < 1
    scenario = window.document.scenario("scaling")
    assert isinstance(scenario, ScalingScenario)
    return scenario


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def numbers(path: Path, stage: str) -> list[float]:
    return [float(row["value"]) for row in rows(path) if row["stage"] == stage and row["value"]]


class Slow:
    """Yields the parts of a table as they are let through, one at a time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.let = threading.Semaphore(0)
        self.begun = threading.Event()
        self.threads: list[str] = []
        self._parts = export_job.csv_parts
        monkeypatch.setattr(export_job, "csv_parts", self)

    def __call__(self, result: Result) -> Iterator[bytes]:
        self.threads.append(threading.current_thread().name)
        for part in self._parts(result):
            self.begun.set()
            assert self.let.acquire(timeout=LONG / 1000)
            yield part


def notice(window: MainWindow, words: str) -> Notice:
    return next(row for row in window.notices.findChildren(Notice) if words in row.label.text())


def export(window: MainWindow, path: Path, kind: str, **options: Any) -> None:
    window.desk.exporting.export(path, Wanted(kind, **options))


def done(window: MainWindow) -> Callable[[], bool]:
    return lambda: not window.desk.exporting.busy


def test_a_large_table_is_made_in_the_worker_with_progress_while_the_window_lives(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    slow, path = Slow(monkeypatch), tmp_path / "a.csv"
    large(window)
    shown = window.document.shown
    export(window, path, "csv")
    assert slow.begun.wait(LONG / 1000)
    assert slow.threads == ["attnstudio worker"]
    assert window.notices.texts == ()  # nothing flashes for what is soon done
    qtbot.waitUntil(lambda: "Exporting a.csv …" in window.notices.texts, timeout=LONG)
    slow.let.release(400)
    qtbot.waitUntil(lambda: any(text.endswith(" %") for text in window.notices.texts), timeout=LONG)
    window.document.edit("attention", temperature=3.0)  # the window is alive, and the table is of what was shown
    slow.let.release(10_000)
    qtbot.waitUntil(done(window), timeout=LONG)
    assert not any("Exporting" in text for text in window.notices.texts)
    assert window.status_text.accessibleName() == f"Exported: {path}"
    assert numbers(path, "weights") == shown.matrices["weights"].values.ravel().tolist()
    assert len(rows(path)) == sum(matrix.values.size for matrix in shown.matrices.values())


def test_cancel_writes_nothing_and_leaves_an_older_file(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    slow, path = Slow(monkeypatch), tmp_path / "a.csv"
    path.write_text("old")
    large(window)
    export(window, path, "csv")
    qtbot.waitUntil(lambda: "Exporting a.csv …" in window.notices.texts, timeout=LONG)
    (cancel,) = notice(window, "Exporting").offers
    assert cancel.text() == "Cancel"
    cancel.click()
    slow.let.release(10_000)
    settle()
    window.desk.exporting.close()
    assert (path.read_text(), [each.name for each in tmp_path.iterdir()]) == ("old", ["a.csv"])
    assert not any("Export" in text for text in (*window.notices.texts, window.status_text.accessibleName()))


def test_a_second_export_waits_for_the_first_and_both_are_written(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    slow = Slow(monkeypatch)
    large(window)
    export(window, tmp_path / "a.csv", "csv")
    export(window, tmp_path / "b.csv", "csv", part="weights")
    assert slow.begun.wait(LONG / 1000)
    slow.let.release(100_000)
    qtbot.waitUntil(done(window), timeout=LONG)
    assert {row["stage"] for row in rows(tmp_path / "b.csv")} == {"weights"}
    assert len(rows(tmp_path / "a.csv")) > len(rows(tmp_path / "b.csv")) == 100 * 100


def test_a_window_closed_during_an_export_is_gone_at_once_and_leaves_no_part_of_a_file(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(monkeypatch)
    large(window)
    window.document.mark_saved(tmp_path / "saved.attn.json")
    export(window, tmp_path / "a.csv", "csv")
    assert slow.begun.wait(LONG / 1000)
    slow.let.release()
    assert window.close()
    slow.let.release(10_000)
    assert list(tmp_path.iterdir()) == []


def test_a_fault_of_a_long_export_is_said_with_its_path(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    large(window)
    path = tmp_path / "none" / "a.csv"
    export(window, path, "csv")
    assert window.desk.exporting.busy
    qtbot.waitUntil(done(window), timeout=LONG)
    assert any(str(path) in text and "there is no folder" in text for text in window.notices.texts)
    assert "Exported" not in window.status_text.accessibleName()


@pytest.mark.parametrize("kind", ["numpy", "torch"])
def test_a_script_that_cannot_be_made_is_refused_in_words_and_nothing_is_written(
    window: MainWindow, tmp_path: Path, kind: str, qtbot: QtBot
) -> None:
    large(window, 256)
    export(window, tmp_path / "a.py", kind)
    qtbot.waitUntil(done(window), timeout=LONG)
    assert any(f"{tmp_path / 'a.py'}: these are more than the 150,000 numbers" in text for text in window.notices.texts)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_without_room_is_refused_in_words_with_its_path(window: MainWindow, tmp_path: Path) -> None:
    export(window, tmp_path / "a.png", "png", size=(320, 240), look=Look("light", 250))
    assert any(f"{tmp_path / 'a.png'}: 320x240 is too small" in text for text in window.notices.texts)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_of_an_unfinished_panel_waits_for_its_numbers_in_the_worker_and_has_the_final_ones(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    unfinished(window)
    threads, refine = [], catalog.refine

    def watched(panel: str, of: Any) -> Iterator[Result]:
        for result in refine(panel, of):
            threads.append(threading.current_thread().name)
            yield result

    monkeypatch.setattr(catalog, "refine", watched)
    export(window, tmp_path / "a.png", "png", size=(1280, 720))
    window.document.open_panel("attention")  # the window is alive, and the picture is of what was shown
    qtbot.waitUntil(done(window), timeout=LONG)
    assert set(threads) == {"attnstudio worker"}
    monkeypatch.undo()
    wanted = Wanted("png", size=(1280, 720))
    scene = replace(window.document.scene, open_panel="scaling")
    final = pictures.picture_of(scene, ".png", wanted.size, wanted.look)
    assert QImage(str(tmp_path / "a.png")) == QImage.fromData(final)
    first = pictures.picture_of(scene, ".png", wanted.size, wanted.look, compute=catalog.compute)
    assert QImage.fromData(first) != QImage.fromData(final)


def test_a_table_of_an_unfinished_panel_has_the_final_numbers(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    scenario = unfinished(window)
    export(window, tmp_path / "a.csv", "csv")
    qtbot.waitUntil(done(window), timeout=LONG)
    final = catalog.final("scaling", scenario)
    assert numbers(tmp_path / "a.csv", "spread") == final.matrices["spread"].values.ravel().tolist()
    assert final.matrices["spread"].values.tolist() != window.document.result.matrices["spread"].values.tolist()


def test_an_error_in_an_export_is_reported_and_the_next_export_works(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    def broken(_result: Result) -> Iterator[bytes]:
        raise ZeroDivisionError("broken")

    large(window)
    monkeypatch.setattr(export_job, "csv_parts", broken)
    with qtbot.captureExceptions() as raised:
        export(window, tmp_path / "a.csv", "csv")
        qtbot.waitUntil(lambda: bool(raised), timeout=LONG)
    assert raised[0][0] is ZeroDivisionError
    monkeypatch.undo()
    assert not window.desk.exporting.busy
    assert "Exported" not in window.status_text.accessibleName()
    export(window, tmp_path / "b.csv", "csv")
    qtbot.waitUntil(done(window), timeout=LONG)
    assert (tmp_path / "b.csv").exists()


def test_a_large_scene_is_written_in_the_worker(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    large(window, 256)
    window.document.edit("attention", tensors=TensorPack(weights=np.full((4, 128, 128), 1 / 128)))
    export(window, tmp_path / "a.attn.json", "scene")
    assert window.desk.exporting.busy
    qtbot.waitUntil(done(window), timeout=LONG)
    assert catalog.open_file(tmp_path / "a.attn.json").scene == window.document.scene
