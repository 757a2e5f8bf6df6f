"""The application in a process of its own, with code that acts in it once the window shows."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

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
