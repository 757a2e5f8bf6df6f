"""From the start of the process to the first painted frame, beside a bare window with one 16 × 16 matrix.

    python -m pip install -e '.[dev,bench]'
    pytest tests/benchmarks/test_start_up.py

Both are processes of their own that stop after their first frame; they take turns. The bare one imports PySide6 and
NumPy and paints a matrix with its numbers, as quickly as one can. A first round compiles and warms the caches.
"""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROUNDS, TIMES_BARE, MOST_MB = 11, 1.8, 120.0
BARE = """
from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QApplication, QWidget
import numpy as np

class Matrix(QWidget):
    values = np.random.default_rng(0).random((16, 16))
    def paintEvent(self, _event):
        painter = QPainter(self)
        for (i, j), value in np.ndenumerate(self.values):
            cell = QRectF(40 * j, 30 * i, 39, 29)
            painter.fillRect(cell, QColor.fromHsvF(0.6, value, 1.0))
            painter.drawText(cell, Qt.AlignmentFlag.AlignCenter, f"{value:.2f}")
        painter.end()
        QTimer.singleShot(0, painted)

app = QApplication([])
window = Matrix()
window.resize(640, 480)
window.show()
"""
OURS = """
from attnstudio import preflight

def started(self, start, **options):
    from PySide6.QtCore import QTimer
    start(self, **options)
    view = self._views["attention"].matrices["weights"]
    paint = type(view).paintEvent
    def first(shown, event):
        paint(shown, event)
        if shown is view:
            QTimer.singleShot(0, painted)
    type(view).paintEvent = first

def watched(check=preflight.check_display):  # called before anything of the window is imported, as in every start
    from attnstudio.window import MainWindow
    start = MainWindow.start
    MainWindow.start = lambda self, **options: started(self, start, **options)
    return check()

preflight.check_display = watched
"""
FIRST_FRAME = """
import json, os, resource, sys, time

def painted():
    try:  # the peak of this program; that of resource takes over the peak of the process that started it
        status = open("/proc/self/status").read()
        memory = int(status.split("VmHWM:")[1].split()[0]) / 1024
    except OSError:
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([time.time(), memory, "pyqtgraph" in sys.modules]), flush=True)
    os._exit(0)
"""
RUN = {
    "bare": FIRST_FRAME + BARE + "app.exec()",
    "attnstudio": FIRST_FRAME + OURS + "from attnstudio.cli import main\nsys.exit(main(['--fresh']))",
}


def first_frame(program: str, compiled: Path) -> tuple[float, float, bool]:
    """Return the seconds from the start of a process to its first frame, its peak MB, and whether it has pyqtgraph."""
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(compiled),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    start = time.time()
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    painted, memory, plots = json.loads(done.stdout)
    return painted - start, memory, plots


def test_the_first_frame_stands_as_soon_and_in_as_little_memory_as_it_must(tmp_path, capsys):
    frames = {name: [] for name in RUN}
    for _ in range(ROUNDS + 1):
        for name, program in RUN.items():
            frames[name].append(first_frame(program, tmp_path))
    seconds = {name: [frame[0] for frame in taken[1:]] for name, taken in frames.items()}  # the first warms the caches
    median = {name: statistics.median(taken) for name, taken in seconds.items()}
    shortest = {name: min(taken) for name, taken in seconds.items()}
    memory = max(frame[1] for frame in frames["attnstudio"])
    ratio = median["attnstudio"] / median["bare"]
    least = shortest["attnstudio"] / shortest["bare"]
    with capsys.disabled():
        print(f"\nstart to first frame: {1000 * median['attnstudio']:.0f} ms, bare {1000 * median['bare']:.0f} ms")
        print(f"{ratio:.2f} x (at most {TIMES_BARE} x), of the shortest {least:.2f} x")
        print(f"peak {memory:.0f} MB (at most {MOST_MB:g})")
        print(f"load {os.getloadavg()[0]:.1f}")
    assert not any(frame[2] for frame in frames["attnstudio"])
    assert memory <= MOST_MB
    assert min(ratio, least) <= TIMES_BARE
