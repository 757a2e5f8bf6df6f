"""The running application, in a process of its own: faults inside it, settings, a fresh start."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from running_app import run, run_here

from attnstudio.files.progress_files import read_progress

pytestmark = pytest.mark.usefixtures("qapp")
Start = Callable[..., Any]

RAISES = """
real = catalog.compute
def compute(panel, scenario):
    if scenario.temperature != 1.0:
        raise RuntimeError("the compute step failed")
    return real(panel, scenario)
catalog.compute = compute
"""


def test_q22_a_failing_slot_is_told_once_logged_and_the_window_goes_on(tmp_path: Path) -> None:
    found = run(
        RAISES
        + """
def act(shown):
    def slot():
        shown.document.edit("attention", temperature=2.0)
    for _ in range(3):
        QTimer.singleShot(0, slot)
        QApplication.processEvents()
    thread = threading.Thread(target=lambda: catalog.compute("attention", real_scenario(shown)))
    thread.start(); thread.join()
    QApplication.processEvents()
    shown.document.edit("attention", base="2")
    return [list(shown.notices.texts), shown.document.modified, shown.isVisible()]
def real_scenario(shown):
    return shown.document.scenario("attention").with_changes(temperature=3.0)
once_shown(act)
""",
        tmp_path,
    )
    texts, modified, visible = found
    assert len(texts) == 1
    assert "the compute step failed" in texts[0]
    assert "4 times" in texts[0]
    assert "log.txt" in texts[0]
    assert (modified, visible) == (True, True)
    log = (tmp_path / "data" / "attnstudio" / "log.txt").read_text()
    assert log.count("Traceback (most recent call last)") == 1


def test_q22_work_can_be_saved_after_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "kept.attn.json"
    found = run(
        RAISES
        + f"""
from pathlib import Path
def act(shown):
    shown.document.edit("attention", base="2")
    action = shown.actions_by_name["reset"]
    action.triggered.connect(lambda: shown.document.edit("attention", temperature=2.0))
    action.trigger()
    shown.document.undo()
    shown.files._save_chosen(Path({str(path)!r}), lambda: None)
    return list(shown.notices.texts)
once_shown(act)
""",
        tmp_path,
    )
    assert "the compute step failed" in found[0]
    assert '"base": "2"' in path.read_text()


SETTINGS = """
def act(shown):
    from attnstudio.ui.theme import look
    return [look().name, look().zoom, list(shown.notices.texts), look().digits]
once_shown(act)
"""


def settings_file(folder: Path, content: str) -> Path:
    path = folder / "config" / "attnstudio" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_text(content)
    return path


def test_the_last_run_is_come_back_to_unless_the_start_is_fresh(tmp_path: Path) -> None:
    left = json.dumps({"theme": "dark", "zoom": 125, "digits": 2})
    path = settings_file(tmp_path, left)
    assert run_here(SETTINGS, tmp_path, "--fresh", "--theme", "light") == ["light", 100, [], None]
    assert path.read_text() == left
    assert run_here(SETTINGS, tmp_path) == ["dark", 125, [], 2]


@pytest.mark.parametrize(
    ("start", "content"),
    [(run, '{"theme": "da')]
    + [(run_here, content) for content in ("", "\0" * 200, '{"theme": "da', "[]", '{"zoom": "big"}')],
)
def test_q12_a_damaged_settings_file_is_told_in_the_window_and_the_next_start_is_clean(
    tmp_path: Path, start: Start, content: str
) -> None:
    settings_file(tmp_path, content)
    _, zoom, notices, _ = start(SETTINGS, tmp_path, "--theme", "light")
    assert zoom == 100
    assert ["damaged" in notice for notice in notices] == [True]
    assert start(SETTINGS, tmp_path, "--theme", "light") == ["light", 100, [], None]


def test_q10_where_nothing_can_be_kept_the_app_starts_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("in the way")
    assert ["will not be kept" in notice for notice in run(SETTINGS, tmp_path)[2]] == [True]


def test_q24_full_screen_fills_the_screen_that_the_window_is_on(tmp_path: Path) -> None:
    screens = [
        {"name": name, "x": x, "y": 0, "width": width, "height": height, "logicalDpi": 96, "dpr": 1}
        for name, x, width, height in (("laptop", 0, 1366, 768), ("projector", 1366, 1920, 1080))
    ]
    (tmp_path / "screens.json").write_text(json.dumps({"screens": screens}))
    code = """
def act(shown):
    shown.setGeometry(1500, 100, 1000, 700)
    QApplication.processEvents()
    shown.actions_by_name["full_screen"].trigger()
    QApplication.processEvents()
    return [shown.screen().name(), shown.width(), shown.height()]
once_shown(act)
"""
    platform = f"offscreen:configfile={tmp_path / 'screens.json'}"
    assert run(code, tmp_path, QT_QPA_PLATFORM=platform) == ["projector", 1920, 1080]


def test_a_seed_starts_with_random_numbers_that_say_so(tmp_path: Path) -> None:
    code = """
def act(shown):
    return shown.top_bar._title.accessibleName()
once_shown(act)
"""
    assert run_here(code, tmp_path, "--seed", "11") == "Random numbers  ·  random, seed 11"


def test_pyqtgraph_is_not_imported_by_the_first_screen(tmp_path: Path) -> None:
    code = """
def act(shown):
    return sorted(name for name in sys.modules if name.split(".")[0] in ("pyqtgraph", "PySide6.QtSvg"))
once_shown(act)
"""
    assert run(code, tmp_path) == []


def test_what_only_a_guess_a_file_or_another_panel_needs_is_not_loaded_by_the_first_screen(tmp_path: Path) -> None:
    code = """
from attnstudio.ui.choice import ListBox
def act(shown):
    later = ("fractions", "decimal", "attnstudio.core.score_samples", "attnstudio.ui.guess_entry",
             "attnstudio.files.scenes", "attnstudio.panels.heads.scenario", "attnstudio.panels.scaling.scenario")
    view = shown._open_view()
    hidden = [*view.prediction.bar.findChildren(ListBox), *view.side.source.findChildren(ListBox)]
    return [name for name in later if name in sys.modules], len(hidden)
once_shown(act)
"""
    assert run(code, tmp_path) == [[], 0]


LESSON = """
def act(shown):
    for _ in range(6):
        QApplication.processEvents()
    lesson = shown.teaching.lesson
    return [lesson.name, len(lesson.steps), shown.teaching.pages.area.is_open] if lesson else None
once_shown(act)
"""


def test_a_lesson_is_opened_at_the_start_by_name_or_by_its_file(tmp_path: Path) -> None:
    assert run_here(LESSON, tmp_path) is None
    name, steps, is_open = run(LESSON, tmp_path, "--lesson", "lookup")
    assert (name, is_open) == ("lookup", True)
    assert steps > 5
    mine = tmp_path / "mine.toml"
    head = 'format = "attnstudio lesson"\nversion = 1\ntitle = "Mine"\n'
    mine.write_text(head + '[[steps]]\npanel = "attention"\ntext = "Hello."\n', encoding="utf-8")
    assert run_here(LESSON, tmp_path, str(mine)) == ["mine", 1, True]
    assert run_here(LESSON, tmp_path, "--lesson", str(mine)) == ["mine", 1, True]


UNKEPT = """
import os
def act(shown):
    for _ in range(6):
        QApplication.processEvents()
    def full(*_):
        raise OSError(28, "No space left on device")
    replace, os.replace = os.replace, full
    try:
        shown.teaching.run.forward()
    finally:
        os.replace = replace
    return shown.teaching.step.name
once_shown(act)
"""


def test_progress_that_could_not_be_kept_is_tried_once_more_where_the_run_ends_without_the_window_closing(
    tmp_path: Path,
) -> None:
    left = run_here(UNKEPT, tmp_path, "--lesson", "lookup")
    assert read_progress(tmp_path / "data" / "attnstudio").progress.lesson("lookup").at == left


LATER = (
    *(f"attnstudio.ui.{name}" for name in (
        "lesson_pane", "lesson_page", "lesson_text", "lesson_run", "side_pane", "side_splitter", "code_pane", "pointer",
        "page_sheet", "formula_images", "task_line", "first_keys", "file_work",
    )),
    *(f"attnstudio.exchange.{name}" for name in ("learner", "lesson_shelf", "lesson_pictures", "pointing")),
    *(f"attnstudio.panels.attention.{name}" for name in ("broken", "explain_broken", "finding", "code", "script")),
    "attnstudio.core.mistakes", "attnstudio.files.lesson_files", "attnstudio.state.lesson",
    "attnstudio.state.comparison", "tomllib", "html", "PySide6.QtSvg", "PySide6.QtPrintSupport", "PySide6.QtNetwork",
)  # fmt: skip


def test_nothing_of_lessons_faults_and_files_is_loaded_by_the_first_screen(tmp_path: Path) -> None:
    code = f"""
def act(shown):
    return [name for name in {LATER!r} if name in sys.modules]
once_shown(act)
"""
    assert run(code, tmp_path, "--fresh") == []


def test_no_classes_of_widgets_that_nothing_uses_are_made_by_the_first_screen(tmp_path: Path) -> None:
    code = """
from PySide6 import QtWidgets
def act(shown):
    return [name for name in ("QStyle", "QWizard", "QCalendarWidget", "QMdiArea") if name in vars(QtWidgets)]
once_shown(act)
"""
    assert run(code, tmp_path, "--fresh") == []


def test_the_collector_of_garbage_rests_until_the_window_stands(tmp_path: Path) -> None:
    code = """
import gc
start, rested = window.MainWindow.start, []
def started(self, **options):
    rested.append(gc.isenabled())
    start(self, **options)
window.MainWindow.start = started
def act(shown):
    for _ in range(4):
        QApplication.processEvents()
    return [*rested, gc.isenabled()]
once_shown(act)
"""
    assert run(code, tmp_path, "--fresh") == [False, True]


WHOLE = """
from attnstudio.ui.notices import Notice
def act(shown):
    for _ in range(4):
        QApplication.processEvents()
    bar, found = shown.notices, []
    inside = bar.viewport().rect()
    for row in bar.findChildren(Notice):
        place = row.label.rect().translated(row.label.mapTo(bar.viewport(), row.label.rect().topLeft()))
        whole = row.label.height() >= row.label.heightForWidth(row.label.width())
        middle = abs(place.center().y() - (row.y() + row.height() // 2)) <= 1
        found.append([row.label.text(), whole and middle and inside.contains(place)])
    return found
once_shown(act)
"""


@pytest.mark.parametrize(
    ("start", "content", "count"),
    [(run, "", 2)] + [(run_here, *case) for case in (("", 2), ('{"theme": "da', 2), ("{}", 1), ('{"zoom": 200}', 1))],
)
def test_what_is_told_at_the_start_is_read_whole_in_the_first_window(
    tmp_path: Path, start: Start, content: str, count: int
) -> None:
    settings_file(tmp_path, content)
    tensors = tmp_path / "tensors.npz"
    np.savez(tensors, q=np.eye(3), k=np.eye(3), v=np.eye(3), a_name_that_nothing_here_reads=np.eye(2))
    notices = start(WHOLE, tmp_path, str(tensors))
    assert [whole for _, whole in notices] == [True] * count, notices
