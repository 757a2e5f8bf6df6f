"""What every test gets: Qt without a screen, settings in a folder of their own, nothing left behind."""

import gc
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
for name in ("QT_SCALE_FACTOR", "QT_FONT_DPI", "QT_STYLE_OVERRIDE", "QT_QPA_PLATFORMTHEME"):
    os.environ.pop(name, None)

hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the ways in which pictures that tests compare with are made anew."""
    parser.addoption(
        "--refresh-screenshots", action="store_true", help="write tests/screenshots anew; look at them then"
    )
    parser.addoption(
        "--refresh-formulas", action="store_true", help="write resources/formulas/*.svg anew; look at them then"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Move the places of settings, data and caches away from the user's, for this process and those it starts."""
    folder = tempfile.TemporaryDirectory(prefix="attnstudio-tests-")
    config.add_cleanup(folder.cleanup)
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"):
        path = Path(folder.name, variable.removeprefix("XDG_").lower())
        path.mkdir(mode=0o700)
        os.environ[variable] = str(path)
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):  # else each of the many processes compiles everything anew
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder.name, "bytecode"))


def pytest_collection_finish() -> None:
    """Take modules and tests, which outlive every test, out of what the collector walks through after windows."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)  # a window is many objects, and few of them are garbage before it closes


@pytest.fixture(scope="session")
def qapp(qapp: "QApplication") -> "QApplication":
    """Return pytest-qt's application, with the shipped fonts."""
    from PySide6.QtCore import QSettings, QStandardPaths

    from attnstudio.files.resources import resource_path
    from attnstudio.ui import theme

    theme.load_fonts(resource_path("fonts"))
    if sys.platform != "linux":  # there the XDG variables do it, and test mode would write to the home folder
        QStandardPaths.setTestModeEnabled(True)
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, os.environ["XDG_CONFIG_HOME"])
    return qapp


@pytest.fixture(autouse=True)
def nothing_left_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves a window or a running thread. A failed test is not asked: its traceback holds them."""
    threads, widgets, failed = set(threading.enumerate()), set(_windows()), request.session.testsfailed
    yield
    if request.session.testsfailed > failed:
        return
    if set(_windows()) - widgets:  # held nowhere: what only the collector can free must be free for it
        _delete_later_now(1)  # the young objects, among which are this test's: all take half a second after many tests
    if set(_windows()) - widgets:
        _delete_later_now(2)
    left = set(_windows()) - widgets
    running = [thread for thread in threading.enumerate() if thread not in threads and _still_runs(thread)]
    assert not left, f"left behind: {[(type(widget).__name__, widget.windowTitle()) for widget in left]}"
    assert not running, f"left running: {running}"
    assert not _busy_workers(), "left running: workers of the global QThreadPool"


def _windows() -> "list[QWidget]":
    """Return the windows that exist. Qt is not loaded for it: a test without it stays without it."""
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return []
    return [widget for widget in widgets.QApplication.topLevelWidgets() if not widget.inherits("QTipLabel")]


def _delete_later_now(generation: int) -> None:
    """Carry out what waits for the event loop or for the garbage collector, up to a generation of objects."""
    from PySide6.QtCore import QCoreApplication, QEvent

    gc.collect(generation)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _still_runs(thread: threading.Thread) -> bool:
    """Say whether a thread runs on for more than a second. Threads that Python did not start cannot be joined."""
    if isinstance(thread, threading._DummyThread):
        return False
    thread.join(1.0)
    return thread.is_alive()


def _busy_workers() -> int:
    core = sys.modules.get("PySide6.QtCore")
    return 0 if core is None else core.QThreadPool.globalInstance().activeThreadCount()
