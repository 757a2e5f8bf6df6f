"""The application in a process of its own, or in this one, with code that acts in it once the window shows."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PRELUDE = """
import json, sys, threading
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from attnstudio import app, catalog, window

def once_shown(act):
    start = window.MainWindow.start
    def started(self, **options):
        start(self, **options)
        QTimer.singleShot(0, lambda: finish(self, act))
    window.MainWindow.start = started

def finish(shown, act):
    try:
        print(json.dumps(act(shown)))
    finally:
        QApplication.exit(0)
"""


def run(code: str, folder: Path, *arguments: str, patience: float = 60, **environment: str) -> Any:
    """Run the application with code that acts once the window shows; return what that code found.

    After `patience` seconds it is taken to hang: code that does much gets more, or a busy computer would fail it.
    """
    variables = os.environ | {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data")}
    variables |= environment
    end = f"\nfrom attnstudio.cli import main\nsys.exit(main({list(arguments)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", PRELUDE + textwrap.dedent(code) + end],
        cwd=ROOT, env=variables, capture_output=True, text=True, check=False, timeout=patience,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout, done.stderr  # what the code raised is reported there
    return json.loads(done.stdout)


def run_here(code: str, folder: Path, *arguments: str) -> Any:
    """Do the same as `run` in this process, which is far quicker where nothing hangs on how a process starts."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from attnstudio.cli import main
    from attnstudio.window import MainWindow

    windows: list[MainWindow] = []
    found: list[Any] = []
    acts: list[Callable[[MainWindow], object]] = []
    exec(textwrap.dedent(code), {"once_shown": acts.append, "QApplication": QApplication})

    def finish(shown: MainWindow) -> None:
        try:
            found.extend(json.loads(json.dumps([act(shown) for act in acts])))
        finally:
            QApplication.exit(0)

    with _put_back() as patch:
        for name in ("config", "data"):
            patch.setenv(f"XDG_{name.upper()}_HOME", str(folder / name))
        start = MainWindow.start

        def started(shown: MainWindow, **options: bool) -> None:
            windows.append(shown)
            start(shown, **options)
            QTimer.singleShot(0, lambda: finish(shown))

        patch.setattr(MainWindow, "start", started)
        assert main(arguments) == 0
        _taken_down(windows.pop())
    (only,) = found
    return only


@contextmanager
def _put_back() -> "Iterator[pytest.MonkeyPatch]":
    """Put back what a run sets for its process: hooks, handlers of signals, and how the application is called."""
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    from attnstudio.ui import theme

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    handlers = {kind: signal.getsignal(kind) for kind in (signal.SIGINT, signal.SIGTERM)}
    said, names = qInstallMessageHandler(None), (app.applicationName(), app.applicationDisplayName())
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "excepthook", sys.excepthook)
            patch.setattr(threading, "excepthook", threading.excepthook)
            yield patch
    finally:
        qInstallMessageHandler(said)
        for kind, handler in handlers.items():
            signal.signal(kind, handler)
        app.setApplicationName(names[0])
        app.setApplicationDisplayName(names[1])
        theme.apply(app, theme.Look())


def _taken_down(window: Any) -> None:
    """Take down a window and what its run gave to the application, which a process would have ended with."""
    from PySide6.QtCore import QCoreApplication, QEvent

    window.hide()
    for made in (window, window.document, window._appearance):
        made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
