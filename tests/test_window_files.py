"""Files and the window: dropped, recent, kept against a crash, come back to, exported and copied."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QToolButton, QWidget
from real_window import opened, settle
from running_app import PRELUDE, ROOT, run, run_here

from attnstudio import catalog
from attnstudio.exchange.keeping import Keeping
from attnstudio.files.scenes import read_scene, write_scene
from attnstudio.ui import theme
from attnstudio.ui.export_sheet import KINDS, ExportSheet, Wanted
from attnstudio.ui.matrix import MatrixView
from attnstudio.ui.notices import Notice
from attnstudio.ui.theme import Look
from attnstudio.ui.words import said
from attnstudio.window import MainWindow

COPY = Qt.DropAction.CopyAction


@pytest.fixture
def window(qapp: QApplication) -> Iterator[MainWindow]:
    assert qapp is not None
    with opened() as window:
        yield window
        window.desk.leave(clean=True)


@pytest.fixture
def scene_file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.attn.json"
    write_scene(catalog.open_example("toy-sentence").scene, path)
    return path


def do(window: MainWindow, name: str) -> None:
    window.actions_by_name[name].trigger()


def change(window: MainWindow, temperature: float = 2.0) -> None:
    window.document.edit("attention", temperature=temperature)
    window.document.end_gesture()


def mime(*paths: Path | str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) if isinstance(path, Path) else QUrl(path) for path in paths])
    return data


def drop(widget: QWidget, data: QMimeData) -> None:
    """Drop as the system does: on the widget at the place, or the first around it that takes drops."""
    target: QWidget | None = widget
    while target is not None and not target.acceptDrops():
        target = target.parentWidget()
    assert target is not None
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPointF(5, 5).toPoint(), COPY, data, left, none)
    QApplication.sendEvent(target, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(target, QDropEvent(QPointF(5, 5), COPY, data, left, none))


def offers(window: MainWindow, words: str) -> dict[str, object]:
    row = next(row for row in window.notices.findChildren(Notice) if words in row.label.text() and not row.isHidden())
    return {button.text(): button for button in row.offers}


def test_a_file_can_be_dropped_anywhere_in_the_window(window: MainWindow, scene_file: Path) -> None:
    data = mime(scene_file)
    kinds = {type(widget): widget for widget in window.findChildren(QWidget) if widget.isVisible()}
    assert len(kinds) > 20
    for widget in (window, *kinds.values()):
        window.document.load(catalog.start_scene())
        drop(widget, data)
        assert window.document.path == scene_file, widget


def test_of_several_files_the_first_is_opened_and_that_is_said(window: MainWindow, scene_file: Path) -> None:
    drop(window, mime(scene_file, scene_file.with_name("other.npz")))
    assert window.document.path == scene_file
    assert "of 2, this is mine.attn.json" in window.notices.texts[-1]


def test_what_is_dropped_and_cannot_be_opened_is_said_and_all_stays(window: MainWindow, tmp_path: Path) -> None:
    before = window.document.scene
    (tmp_path / "notes.txt").write_text("no scene")
    for dropped, words in (
        (tmp_path, "folder"),
        (tmp_path / "notes.txt", "notes.txt"),
        ("https://x.org/a", "Only files"),
    ):
        drop(window, mime(dropped))
        assert words in window.notices.texts[-1]
        assert window.document.scene is before


def test_unsaved_work_is_asked_about_before_what_is_dropped_is_opened(window: MainWindow, scene_file: Path) -> None:
    change(window)
    drop(window, mime(scene_file))
    assert window.document.path is None
    assert isinstance(window.files.dialog, QMessageBox)
    window.files.dialog.button(QMessageBox.StandardButton.Discard).click()
    assert window.document.path == scene_file


def recent_entries(window: MainWindow) -> list[str]:
    window._menus.recent.aboutToShow.emit()
    return [action.text() for action in window._menus.recent.actions()]


def test_what_was_opened_or_saved_is_in_the_recent_files_and_kept(
    window: MainWindow, scene_file: Path, tmp_path: Path
) -> None:
    window.files.open_path(scene_file)
    window.files._save_chosen(tmp_path / "other", lambda: None)
    assert recent_entries(window)[:2] == ["&1  other.attn.json", "&2  mine.attn.json"]
    assert window.settings.recent == (str(tmp_path / "other.attn.json"), str(scene_file))
    window._menus.recent.actions()[1].trigger()
    assert window.document.path == scene_file


def test_q29_a_recent_file_that_is_gone_is_named_and_can_be_removed_and_nothing_is_made(
    window: MainWindow, scene_file: Path
) -> None:
    window.files.open_path(scene_file)
    do(window, "new")
    before = window.document.scene
    scene_file.unlink()
    recent_entries(window)
    window._menus.recent.actions()[0].trigger()
    assert str(scene_file) in window.notices.texts[0]
    assert window.document.scene is before
    (remove,) = offers(window, str(scene_file)).values()
    remove.click()  # type: ignore[attr-defined]
    assert recent_entries(window) == ["No file has been opened yet"]
    assert not scene_file.exists()


def begun(window: MainWindow, folder: Path) -> Keeping:
    window.keep_in(folder)
    settle()
    assert window.desk.keeping is not None
    return window.desk.keeping


def test_where_the_last_run_was_is_offered_in_a_notice_and_in_the_menu(tmp_path: Path, qapp: QApplication) -> None:
    assert qapp is not None
    with opened() as first:
        begun(first, tmp_path)
        assert not first.actions_by_name["continue"].isEnabled()
        assert first.actions_by_name["continue"].statusTip()
        change(first, 3.0)
        first.document.mark_saved(tmp_path / "mine.attn.json")
        write_scene(first.document.scene, tmp_path / "mine.attn.json")
        first.document.open_panel("scaling")
        assert first.close()
        left = first.document.scene
    with opened() as second:
        begun(second, tmp_path)
        assert second.document.scene == catalog.start_scene()
        assert "mine.attn.json" in second.notices.texts[0]
        assert second.actions_by_name["continue"].isEnabled()
        offers(second, "mine.attn.json")["Continue where you were"].click()  # type: ignore[attr-defined]
        assert second.document.scene == left
        assert (second.document.path, second.document.modified) == (tmp_path / "mine.attn.json", False)
        assert second.notices.texts == ()
        second.desk.leave(clean=True)


def test_work_that_was_discarded_can_still_be_come_back_to_and_counts_as_unsaved(
    tmp_path: Path, qapp: QApplication
) -> None:
    assert qapp is not None
    with opened() as first:
        begun(first, tmp_path)
        change(first, 3.0)
        first.close()
        assert isinstance(first.files.dialog, QMessageBox)
        first.files.dialog.button(QMessageBox.StandardButton.Discard).click()
        assert not first.isVisible()
    with opened() as second:
        begun(second, tmp_path)
        do(second, "continue")
        assert second.document.scenario("attention").temperature == 3.0
        assert second.isWindowModified()
        second.desk.leave(clean=True)


def test_a_run_in_which_nothing_was_done_leaves_what_the_one_before_had_left(
    tmp_path: Path, qapp: QApplication
) -> None:
    assert qapp is not None
    for temperature in (3.0, None):
        with opened() as window:
            keeping = begun(window, tmp_path)
            if temperature:
                change(window, temperature)
                window.document.undo()
                window.document.open_panel("scaling")
            assert window.close()
            assert keeping.has_last


def test_a_change_puts_the_offer_away_and_the_menu_still_has_it(tmp_path: Path, qapp: QApplication) -> None:
    assert qapp is not None
    with opened() as first:
        begun(first, tmp_path)
        first.document.open_panel("scaling")
        first.close()
    with opened() as second:
        begun(second, tmp_path)
        assert len(second.notices.texts) == 1
        change(second)
        assert second.notices.texts == ()
        assert second.actions_by_name["continue"].isEnabled()
        second.desk.leave(clean=True)


WORKS = """
def act(shown):
    from PySide6.QtCore import QTimer
    from attnstudio.exchange.recovery import Recovery
    QApplication.processEvents()
    shown.document.edit("attention", temperature=3.0)
    shown.document.end_gesture()
    recovery = shown.findChildren(Recovery)[0]
    recovery.findChild(QTimer, "recovery").timeout.emit()
    while recovery._worker.busy:
        QApplication.processEvents()
    print("kept", flush=True)
    import time
    for i in range(200_000):
        shown.document.edit("attention", temperature=3.0 + 0.1 * (i % 5))
        shown.document.end_gesture()
        recovery.findChild(QTimer, "recovery").timeout.emit()
        QApplication.processEvents()
once_shown(act)
"""
cannot_be_killed = pytest.mark.skipif(sys.platform == "win32", reason="no process can be killed like this there")
RECOVERS = """
def act(shown):
    QApplication.processEvents()
    return list(shown.notices.texts)
once_shown(act)
"""


def killed(folder: Path, after: float) -> None:
    """Kill the application this many seconds after something has been kept."""
    variables = os.environ | {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data")}
    code = PRELUDE + WORKS + "\nfrom attnstudio.cli import main\nsys.exit(main([]))"
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=variables, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "kept\n"
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
    process.communicate()


@cannot_be_killed
def test_what_was_not_saved_before_kill_9_is_offered_by_the_next_start_unless_it_is_fresh(tmp_path: Path) -> None:
    killed(tmp_path, 0.0)
    assert run(RECOVERS, tmp_path, "--fresh") == []
    assert ["closed unexpectedly" in text for text in run(RECOVERS, tmp_path)] == [True]


@cannot_be_killed
@pytest.mark.parametrize("after", [0.0, 0.013, 0.05, 0.11])
def test_unsaved_work_survives_kill_9_at_any_moment_and_is_offered_at_the_next_start(
    tmp_path: Path, after: float, qapp: QApplication
) -> None:
    assert qapp is not None
    killed(tmp_path, after)
    assert run_here(RECOVERS, tmp_path, "--fresh") == []
    with opened() as window:
        keeping = begun(window, tmp_path / "data" / "attnstudio")
        assert ["closed unexpectedly" in text for text in window.notices.texts] == [True]
        offers(window, "closed unexpectedly")["Recover"].click()  # type: ignore[attr-defined]
        assert window.document.scenario("attention").temperature >= 3.0
        assert window.isWindowModified()
        assert len(list((tmp_path / "data" / "attnstudio" / "recovery").iterdir())) == 1
        keeping.leave(clean=True)
    assert list((tmp_path / "data" / "attnstudio" / "recovery").iterdir()) == []


def left_by_a_crash(folder: Path, content: bytes | None = None) -> None:
    with opened() as window:
        keeping = begun(window, folder)
        change(window, 3.0)
        keeping.recovery.end(clean=False)
        window.desk.keeping = None
    if content is not None:
        (path,) = (folder / "recovery").glob("*/scene.attn.json")
        path.write_bytes(content)


def test_work_that_a_crash_left_can_be_discarded(tmp_path: Path, qapp: QApplication) -> None:
    assert qapp is not None
    left_by_a_crash(tmp_path)
    with opened() as window:
        begun(window, tmp_path)
        offers(window, "closed unexpectedly")["Discard"].click()  # type: ignore[attr-defined]
        assert window.notices.texts == ()
        assert list((tmp_path / "recovery").iterdir()) == []
        assert not window.document.modified
        window.desk.leave(clean=True)


def test_an_offer_that_is_put_away_is_made_again_at_the_next_start(tmp_path: Path, qapp: QApplication) -> None:
    assert qapp is not None
    left_by_a_crash(tmp_path)
    for _ in range(2):
        with opened() as window:
            keeping = begun(window, tmp_path)
            assert len(window.notices.texts) == 1
            window.close()
            for claim in keeping._claims:
                claim.lock.unlock()  # as the end of the process does


@pytest.mark.parametrize("content", [b"", b"\0" * 100, b'{"format": "attnstudio scene", "ver'])
def test_damaged_work_is_said_put_aside_and_not_offered_again(
    tmp_path: Path, content: bytes, qapp: QApplication
) -> None:
    assert qapp is not None
    left_by_a_crash(tmp_path, content)
    with opened() as window:
        before = window.document.scene
        begun(window, tmp_path)
        offers(window, "closed unexpectedly")["Recover"].click()  # type: ignore[attr-defined]
        assert "cannot be read" in window.notices.texts[0]
        assert window.document.scene is before
        (aside,) = (tmp_path / "recovery").iterdir()
        assert str(aside) in window.notices.texts[0]
        assert (aside / "scene.attn.json").read_bytes() == content
        window.desk.leave(clean=True)
    with opened() as window:
        begun(window, tmp_path)
        assert window.notices.texts == ()
        window.desk.leave(clean=True)


@pytest.mark.parametrize("way", ["Recover", "Continue where you were"])
def test_kept_work_whose_numbers_were_moved_is_located_and_loses_nothing(
    tmp_path: Path, way: str, qapp: QApplication
) -> None:
    assert qapp is not None
    numbers = np.random.default_rng(0).standard_normal((3, 90, 20))
    np.savez(tmp_path / "head.npz", q=numbers[0], k=numbers[1], v=numbers[2])
    folder = tmp_path / "kept"
    with opened() as first:
        keeping = begun(first, folder)
        first.files.open_path(tmp_path / "head.npz")
        change(first, 3.0)
        before = first.document.scene
        keeping.leave(clean=way != "Recover")
        first.desk.keeping = None
    (tmp_path / "moved").mkdir()
    moved = (tmp_path / "head.npz").rename(tmp_path / "moved" / "head.npz")
    np.savez(tmp_path / "wrong.npz", q=numbers[1], k=numbers[1], v=numbers[2])
    with opened() as second:
        begun(second, folder)
        start = second.document.scene
        (button,) = [b for words in ("unexpectedly", "Last time") for b in shown_offers(second, words, way)]
        button.click()
        for missing, choice in (("head.npz", tmp_path / "wrong.npz"), ("wrong.npz", moved)):
            assert second.document.scene is start
            assert f"{tmp_path / missing}: " in second.notices.texts[-1]
            assert ". It is left as it is in " in second.notices.texts[-1]
            (locate,) = shown_offers(second, "cannot be read", "Locate…")
            locate.click()
            assert isinstance(second.files.dialog, QFileDialog)
            second.files.dialog.fileSelected.emit(str(choice))
            second.files.dialog.close()
            settle()
        assert second.document.scene == before
        assert second.isWindowModified()
        assert second.notices.texts == ()
        second.desk.leave(clean=True)
    assert list((folder / "recovery").glob("*")) == []


def shown_offers(window: MainWindow, words: str, offer: str) -> list[QToolButton]:
    rows = [row for row in window.notices.findChildren(Notice) if words in row.label.text() and not row.isHidden()]
    return [button for row in rows for button in row.offers if button.text() == offer]


@pytest.mark.usefixtures("qapp")
def test_a_fresh_start_keeps_nothing_and_leaves_nothing(tmp_path: Path) -> None:
    code = """
def act(shown):
    shown.document.edit("attention", temperature=3.0)
    shown.document.end_gesture()
    QApplication.processEvents()
    return shown.desk.keeping is None and not shown.actions_by_name["continue"].isEnabled()
once_shown(act)
"""
    assert run_here(code, tmp_path, "--fresh") is True
    assert not list(tmp_path.rglob("*.attn.json"))


@pytest.mark.usefixtures("qapp")
def test_a_request_to_terminate_keeps_unsaved_work(tmp_path: Path) -> None:
    code = """
def act(shown):
    QApplication.processEvents()
    shown.document.edit("attention", temperature=3.0)
    shown.document.end_gesture()
    return shown.desk.keeping is not None
once_shown(act)
"""
    assert run(code, tmp_path) is True  # it ends as by a signal, nobody asked
    assert ["closed unexpectedly" in text for text in run_here(RECOVERS, tmp_path)] == [True]


def sheet(window: MainWindow) -> ExportSheet:
    do(window, "export")
    found = window.desk.exporting.sheet
    assert found is not None
    return found


def test_the_sheet_offers_what_the_panel_can_enlarge_and_starts_as_the_window_is(window: MainWindow) -> None:
    shown = sheet(window)
    chooser = shown.what.chooser
    assert [chooser.itemText(i) for i in range(chooser.count())][:3] == ["The whole panel", "Compare", "Scale"]  # type: ignore[union-attr]
    panel = window._views["attention"]
    assert shown.wanted == Wanted("png", None, (panel.width(), panel.height()), Look())
    assert not shown.isModal() or shown.windowModality() == Qt.WindowModality.WindowModal
    shown.reject()


def test_only_what_goes_together_can_be_chosen_and_the_rest_says_why(window: MainWindow) -> None:
    shown = sheet(window)
    shown.what.edited.emit("dial")
    shown.kind.edited.emit("csv")
    assert shown.wanted.part is None  # a figure has no table
    assert not shown.theme.isEnabled()
    assert shown.theme.accessibleDescription() == "Only a picture has this"
    shown.what.edited.emit("weights")
    assert shown.wanted.part == "weights"
    shown.kind.edited.emit("numpy")
    assert shown.wanted.part is None
    shown.kind.edited.emit("png")
    assert shown.theme.isEnabled()
    shown.size_list.edited.emit("a4")
    assert shown.wanted.size == (1123, 794)
    shown.reject()


def chosen(window: MainWindow, path: Path, kind: str) -> None:
    shown = sheet(window)
    shown.kind.edited.emit(kind)
    shown.action.click()
    dialog = window.files.dialog
    assert isinstance(dialog, QFileDialog)
    dialog.fileSelected.emit(str(path))
    dialog.close()
    settle()


def kind_of(path: Path) -> str:
    content = path.read_bytes()
    starts = {b"\x89PNG": "png", b"%PDF": "pdf", b"<?xml": "svg", b"\xef\xbb\xbfstage": "csv", b"{": "scene"}
    return next((kind for start, kind in starts.items() if content.startswith(start)), "script")


@pytest.mark.parametrize("kind", [kind for kind, _ in KINDS])
def test_e11_a_name_without_an_ending_gets_that_of_what_was_chosen(
    window: MainWindow, tmp_path: Path, kind: str
) -> None:
    chosen(window, tmp_path / "it", kind)
    (path,) = tmp_path.iterdir()
    endings = {"numpy": "it.py", "torch": "it.py", "scene": "it.attn.json"}
    assert path.name == endings.get(kind, f"it.{kind}")
    assert kind_of(path) == ("script" if kind in ("numpy", "torch") else kind)
    assert window.status_text.accessibleName() == f"Exported: {path}"
    assert window.notices.texts == ()


@pytest.mark.parametrize(
    ("name", "kind"), [("w.svg", "svg"), ("w.PNG", "png"), ("w.csv", "csv"), ("w.attn.json", "scene")]
)
def test_e11_an_ending_that_contradicts_decides(window: MainWindow, tmp_path: Path, name: str, kind: str) -> None:
    chosen(window, tmp_path / name, "pdf")
    assert [(path.name, kind_of(path)) for path in tmp_path.iterdir()] == [(name, kind)]


def test_an_export_does_not_replace_a_file_that_was_not_named_whole(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "it.csv").write_text("old")
    chosen(window, tmp_path / "it", "csv")
    assert (tmp_path / "it.csv").read_text() == "old"
    assert "exists already" in window.notices.texts[0]


def test_e10_an_export_that_fails_says_path_and_reason_and_no_success(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "locked.csv").write_text("old")
    (tmp_path / "locked.csv").chmod(0o444)
    (tmp_path / "folder.csv").mkdir()
    cases = (
        (tmp_path / "locked.csv", "permission"),
        (tmp_path / "none" / "a.csv", "there is no folder"),
        (tmp_path / "folder.csv", "folder"),
    )
    for path, reason in cases:
        window.status_text.show_text("")
        chosen(window, path, "csv")
        assert str(path) in window.notices.texts[0]
        assert reason in window.notices.texts[0]
        assert window.status_text.accessibleName() == ""
    assert (tmp_path / "locked.csv").read_text() == "old"


def test_e16_a_cancelled_dialog_writes_nothing_and_says_nothing(window: MainWindow, tmp_path: Path) -> None:
    shown = sheet(window)
    shown.action.click()
    assert isinstance(window.files.dialog, QFileDialog)
    window.files.dialog.reject()
    settle()
    assert list(tmp_path.iterdir()) == []
    assert window.notices.texts == ()


def test_a_picture_in_another_theme_leaves_the_window_as_it_is_and_is_that_of_the_command(
    window: MainWindow, tmp_path: Path
) -> None:
    before, look = window.frame.grab().toImage(), theme.look()
    wanted = Wanted("png", None, (1280, 720), Look("dark"))
    window.desk.exporting.export(tmp_path / "dark.png", wanted)
    settle()
    assert theme.look() == look
    assert window.frame.grab().toImage() == before
    command = [sys.executable, "-m", "attnstudio", "render", "worked-example", "-o", str(tmp_path / "command.png"),
               "--size", "1280x720", "--theme", "dark"]  # fmt: skip
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    assert QImage(str(tmp_path / "dark.png")) == QImage(str(tmp_path / "command.png"))


def test_one_stage_or_figure_fills_its_picture(window: MainWindow, tmp_path: Path) -> None:
    pictures = set()
    for part in (None, "weights", "dial"):
        window.desk.exporting.export(tmp_path / f"{part}.png", Wanted("png", part, (900, 600), Look()))
        image = QImage(str(tmp_path / f"{part}.png"))
        assert (image.width(), image.height()) == (900, 600)
        pictures.add((tmp_path / f"{part}.png").read_bytes())
    assert len(pictures) == 3
    assert window._views["attention"].enlarged is None


def test_a_table_of_one_stage_has_that_stage_alone_and_covered_numbers_stay_covered(
    window: MainWindow, tmp_path: Path
) -> None:
    window.desk.exporting.export(tmp_path / "a.csv", Wanted("csv", "weights"))
    lines = (tmp_path / "a.csv").read_text("utf-8-sig").splitlines()
    assert {line.split(",")[0] for line in lines[1:]} == {"weights"}
    window.document.edit_state("attention", covered=frozenset({"weights"}))
    window.desk.exporting.export(tmp_path / "b.csv", Wanted("csv", "weights"))
    assert "0.50" not in (tmp_path / "b.csv").read_text("utf-8-sig")


def test_an_exported_scene_opens_as_the_screen_is(window: MainWindow, tmp_path: Path) -> None:
    change(window)
    window.desk.exporting.export(tmp_path / "a.attn.json", Wanted("scene"))
    assert read_scene(tmp_path / "a.attn.json", catalog.scenario_types()) == window.document.scene
    assert window.document.modified  # exporting is not saving


def weights(window: MainWindow) -> MatrixView:
    return next(v for v in window.findChildren(MatrixView) if v.isVisible() and v.matrix.name == "weights")


@pytest.mark.parametrize(
    ("form", "words"),
    [("latex", r"\begin{array}"), ("numpy", "np.array("), ("markdown", "| --- |"), ("tabs", "k₁\tk₂")],
)
def test_the_matrix_that_has_the_keyboard_is_copied_and_that_is_said(window: MainWindow, form: str, words: str) -> None:
    weights(window).setFocus()
    do(window, f"copy {form}")
    assert words in QApplication.clipboard().text()
    assert "0.506" in QApplication.clipboard().text()
    assert window.status_text.accessibleName().startswith("Copied as ")
    assert "1 × 3" in window.status_text.accessibleName()


@pytest.mark.parametrize("way", ["file", "example", "new", "tensors"])
def test_what_was_copied_is_said_no_more_once_something_else_is_open(
    window: MainWindow, scene_file: Path, tmp_path: Path, way: str
) -> None:
    np.savez(tmp_path / "head.npz", q=np.eye(3), k=np.eye(3), v=np.eye(3))
    weights(window).setFocus()
    do(window, "copy numpy")
    assert window.status_text.accessibleName().startswith("Copied as ")
    if way == "new":
        do(window, "new")
    elif way == "example":
        window.desk.open_example("paper")
    else:
        window.files.open_path(scene_file if way == "file" else tmp_path / "head.npz")
    settle()
    assert window.status_text.accessibleName() == said(window._views["attention"].told)


def test_the_stage_that_fills_the_panel_is_copied_wherever_the_keyboard_is(window: MainWindow) -> None:
    window._views["attention"].enlarge("logits")
    window.top_bar.buttons[-1].setFocus()
    do(window, "copy numpy")
    assert "1.0, 0.0, 0.5" in QApplication.clipboard().text()


def test_what_is_covered_or_meant_by_nothing_is_not_copied_and_that_is_said(window: MainWindow) -> None:
    QApplication.clipboard().setText("before")
    do(window, "copy numpy")
    assert "go to a matrix first" in window.notices.texts[0]
    weights(window).setFocus()
    window.document.edit_state("attention", covered=frozenset({"weights"}))
    do(window, "copy numpy")
    assert "covered" in window.notices.texts[0]
    assert QApplication.clipboard().text() == "before"
    window.document.undo()
    do(window, "copy numpy")
    assert window.notices.texts == ()


def test_digits_of_the_screen_are_those_of_a_matrix_for_reading(window: MainWindow) -> None:
    weights(window).setFocus()
    do(window, "digits 2")
    for form, exact in (("latex", False), ("markdown", False), ("numpy", True)):
        do(window, f"copy {form}")
        assert ("0.506" in QApplication.clipboard().text()) == exact
    do(window, "digits")


@pytest.mark.usefixtures("qapp")
def test_the_settings_of_a_run_bring_the_recent_files_to_the_next(tmp_path: Path) -> None:
    np.savez(tmp_path / "head.npz", q=np.eye(3), k=np.eye(3), v=np.eye(3))
    code = f"""
from pathlib import Path
def act(shown):
    shown.files.open_path(Path({str(tmp_path / "head.npz")!r}))
    return shown.desk.recent.paths
once_shown(act)
"""
    assert run(code, tmp_path) == [str(tmp_path / "head.npz")]
    kept = json.loads((tmp_path / "config" / "attnstudio" / "settings.json").read_text())
    assert kept["recent"] == [str(tmp_path / "head.npz")]
    code = "\ndef act(shown):\n    return shown.desk.recent.paths\nonce_shown(act)\n"
    assert run_here(code, tmp_path) == [str(tmp_path / "head.npz")]
    assert run_here(code, tmp_path, "--fresh") == []


def test_the_timers_of_keeping_have_names(window: MainWindow, tmp_path: Path) -> None:
    keeping = begun(window, tmp_path)
    assert all(timer.objectName() for timer in keeping.findChildren(QTimer))
