"""A fault of the program is said once, counted, logged with its traceback, and nothing stops."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMessageLogContext, QtMsgType
from pytestqt.qtbot import QtBot

from attnstudio.ui import faults as module
from attnstudio.ui.faults import Faults

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def faults(tmp_path: Path) -> Iterator[Faults]:
    made = Faults(tmp_path / "data")
    yield made
    made.deleteLater()


def raised(text: str) -> tuple[type[BaseException], BaseException, object]:
    try:
        raise ValueError(text)
    except ValueError as error:
        return type(error), error, error.__traceback__


def report(faults: Faults, text: str) -> list[str]:
    said: list[str] = []
    faults.reported.connect(lambda _key, message: said.append(str(message)))
    kind, error, trace = raised(text)
    faults.caught(kind, error, trace)  # type: ignore[arg-type]
    return said


def test_q22_a_fault_is_reported_in_words_and_logged_with_its_traceback(faults: Faults, tmp_path: Path) -> None:
    said = report(faults, "expected 3, got 4")
    log = tmp_path / "data" / "log.txt"
    assert len(said) == 1
    assert "ValueError: expected 3, got 4" in said[0]
    assert str(log) in said[0]
    assert "Traceback" not in said[0]
    assert "Traceback (most recent call last)" in log.read_text()
    assert "expected 3, got 4" in log.read_text()


def test_q22_the_same_fault_is_counted_under_one_key_and_logged_once(faults: Faults, tmp_path: Path) -> None:
    keys = []
    faults.reported.connect(lambda key, _message: keys.append(key))
    report(faults, "first")
    said = report(faults, "second")
    assert len(set(keys)) == 1
    assert "2 times" in said[-1]
    assert (tmp_path / "data" / "log.txt").read_text().count("Traceback") == 1


def test_q22_a_fault_in_a_thread_is_reported_too(faults: Faults, qtbot: QtBot, tmp_path: Path) -> None:
    before = threading.excepthook
    threading.excepthook = faults._caught_in_thread
    try:
        with qtbot.waitSignal(faults.reported):
            thread = threading.Thread(target=lambda: 1 / 0)
            thread.start()
            thread.join()
    finally:
        threading.excepthook = before
    assert "ZeroDivisionError" in (tmp_path / "data" / "log.txt").read_text()


def test_hooks_are_taken_and_given_back(faults: Faults) -> None:
    before = sys.excepthook, threading.excepthook
    faults.install()
    try:
        assert sys.excepthook == faults.caught
    finally:
        faults.uninstall()
    assert (sys.excepthook, threading.excepthook) == (sys.__excepthook__, threading.__excepthook__)
    sys.excepthook, threading.excepthook = before


def test_q10_where_the_log_cannot_be_written_another_place_is_taken_and_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    faults = Faults(tmp_path / "file" / "data")
    (said,) = report(faults, "somewhere")
    log = Path(said.partition("Details are in ")[2].removesuffix("."))
    assert "somewhere" in log.read_text()
    log.unlink()
    log.parent.rmdir()


def test_the_log_does_not_grow_without_end(faults: Faults, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST_LOG", 2000)
    for i in range(50):
        faults.qt_said(QtMsgType.QtWarningMsg, QMessageLogContext(), f"warning {i}")
    text = (tmp_path / "data" / "log.txt").read_text()
    assert len(text) < 2500
    assert "warning 49" in text


def test_a_warning_of_qt_is_logged_once_and_chatter_is_not(faults: Faults, tmp_path: Path) -> None:
    for kind in (QtMsgType.QtWarningMsg, QtMsgType.QtWarningMsg, QtMsgType.QtDebugMsg):
        faults.qt_said(kind, QMessageLogContext(), f"said as {kind.name}")
    text = (tmp_path / "data" / "log.txt").read_text()
    assert text.count("said as QtWarningMsg") == 1
    assert "QtDebugMsg" not in text
