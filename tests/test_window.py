"""The window around the panel: files, menus, full screen, themes, notices, and what the next start comes back to."""

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMenu, QMessageBox, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from attnstudio import catalog
from attnstudio.commands.arguments import with_options
from attnstudio.files.examples import examples
from attnstudio.files.scenes import write_scene
from attnstudio.ui import glyphs, theme
from attnstudio.ui.about import AboutPage
from attnstudio.ui.appearance import Appearance
from attnstudio.ui.document import Document
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.rail import RailButton
from attnstudio.ui.settings import Settings
from attnstudio.ui.shortcuts import ShortcutSheet, control_rows
from attnstudio.ui.style_sheet import style_sheet
from attnstudio.window import MainWindow

Open = Callable[..., MainWindow]


@pytest.fixture
def open_window(qtbot: QtBot, qapp: QApplication) -> Iterator[Open]:
    made = []

    def opened(settings: Settings = Settings(theme="light"), borrowed: str | None = None) -> MainWindow:  # noqa: B008
        appearance = Appearance(qapp, settings.theme, settings.zoom, borrowed)
        document = Document(catalog.start_scene(), catalog.compute, catalog.cover)
        qapp.setStyleSheet("")  # as when the application starts: it would dress every widget again for each parent
        window = MainWindow(document, appearance, settings)
        qapp.setStyleSheet(style_sheet(theme.look()))
        document.setParent(window)
        made.append((window, appearance))
        with qtbot.waitExposed(window):
            window.start()
        return window

    yield opened
    for window, appearance in made:
        window.hide()
        window.deleteLater()
        appearance.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if theme.look() != theme.Look():
        theme.apply(qapp, theme.Look())


@pytest.fixture
def window(open_window: Open) -> MainWindow:
    return open_window()


def do(window: MainWindow, name: str) -> None:
    window.actions_by_name[name].trigger()


def change(window: MainWindow, temperature: float = 2.0) -> None:
    window.document.edit("attention", temperature=temperature)
    window.document.end_gesture()


def question(window: MainWindow) -> QMessageBox:
    assert isinstance(window.files.dialog, QMessageBox)
    return window.files.dialog


def answer(window: MainWindow, button: QMessageBox.StandardButton) -> None:
    question(window).button(button).click()


def choose(window: MainWindow, path: Path) -> None:
    assert isinstance(window.files.dialog, QFileDialog)
    window.files.dialog.fileSelected.emit(str(path))
    window.files.dialog.close()


def bar_text(window: MainWindow) -> str:
    return " ".join(label.accessibleName() or label.text() for label in window.top_bar.findChildren(QLabel))


def test_the_first_screen_says_what_is_open_what_its_numbers_are_and_that_rows_sum_to_one(window: MainWindow) -> None:
    assert "Worked example: one query, three keys  ·  toy, made by hand" in bar_text(window)
    assert "T_q 1" in window.shapes_text.accessibleName()
    assert "sum to 1" in window.shapes_text.accessibleName()
    assert window.notices.texts == ()
    assert [button.text() for button in window.rail.findChildren(RailButton)] == ["Attention", "Scaling", "Heads"]


def test_a_panel_is_not_titled_with_the_example_that_another_one_opened_on(window: MainWindow) -> None:
    for example, title in ((None, "Worked example: one query, three keys"), ("two-equal-keys", "Two equal keys share")):
        if example is not None:
            window.desk.open_example(example)
        window.document.open_panel("scaling")
        assert window.windowTitle().startswith("Scaling[*]")
        assert "Scaling  ·  random, seed 7" in bar_text(window)
        window.document.open_panel("heads")
        assert window.windowTitle().startswith("all-MiniLM-L6-v2")
        window.document.open_panel("attention")
        assert window.windowTitle().startswith(title)
    window.desk.open_example("textbook-row")
    assert window.windowTitle().startswith("Scaling: the textbook row [8, 4, 0]")
    window.document.undo()
    assert window.windowTitle().startswith("Two equal keys share")


def test_a_panel_that_is_asked_for_at_the_start_has_not_the_title_of_another_but_keeps_that_of_a_file(
    window: MainWindow, tmp_path: Path
) -> None:
    start, asked = catalog.Opening(catalog.start_scene()), Namespace(panel="scaling", seed=None)
    window.document.load(with_options(start, asked).scene)
    assert window.windowTitle().startswith("Scaling[*]")
    assert with_options(start._replace(path=tmp_path / "week3.attn.json"), asked).scene.title == start.scene.title


def test_a_change_marks_the_window_and_undo_takes_the_mark_away(window: MainWindow) -> None:
    change(window)
    assert window.isWindowModified()
    assert "not saved" in bar_text(window)
    do(window, "undo")
    assert not window.isWindowModified()
    assert "not saved" not in bar_text(window)


def test_undo_and_redo_are_offered_when_possible_and_say_why_when_not(window: MainWindow) -> None:
    undo, redo = window.actions_by_name["undo"], window.actions_by_name["redo"]
    assert (undo.isEnabled(), redo.isEnabled()) == (False, False)
    assert undo.statusTip() == "Nothing has been changed that could be taken back"
    change(window)
    assert (undo.isEnabled(), redo.isEnabled()) == (True, False)
    assert undo.statusTip() == "Take back the last change"
    undo.trigger()
    assert (undo.isEnabled(), redo.isEnabled()) == (False, True)


def test_reset_brings_the_panel_back_and_can_be_undone(window: MainWindow) -> None:
    change(window, 3.0)
    do(window, "reset")
    assert window.document.scenario("attention") == catalog.start_scene().panels["attention"].scenario
    do(window, "undo")
    assert window.document.scenario("attention").specs()["temperature"].check(3.0) == 3.0
    assert window.document.modified


def test_saving_asks_for_a_name_once_and_the_file_opens_as_the_same_scene(window: MainWindow, tmp_path: Path) -> None:
    change(window)
    do(window, "save")
    choose(window, tmp_path / "mine")
    path = tmp_path / "mine.attn.json"
    assert window.document.path == path
    assert window.windowTitle() == "mine.attn.json[*] – attnstudio"
    change(window, 3.0)
    do(window, "save")
    assert not window.isWindowModified()
    assert catalog.open_file(path).scene == window.document.scene
    assert sorted(tmp_path.iterdir()) == [path]


def test_save_as_does_not_replace_a_file_that_was_not_named_whole(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "mine.attn.json").write_text("old")
    do(window, "save_as")
    choose(window, tmp_path / "mine")
    assert (tmp_path / "mine.attn.json").read_text() == "old"
    assert "exists already" in window.notices.texts[0]


def test_a_save_that_fails_says_so_and_the_work_stays_unsaved(window: MainWindow, tmp_path: Path) -> None:
    change(window)
    do(window, "save_as")
    choose(window, tmp_path / "none" / "mine.attn.json")
    assert str(tmp_path / "none" / "mine.attn.json") in window.notices.texts[0]
    assert window.document.modified
    do(window, "save_as")
    choose(window, tmp_path / "mine.attn.json")
    assert window.notices.texts == ()


def test_a_file_that_cannot_be_opened_leaves_everything_and_every_fault_is_shown(
    window: MainWindow, tmp_path: Path
) -> None:
    scene, bad = window.document.scene, tmp_path / "bad.attn.json"
    wrong = {"scenario": {"temperature": -1, "causal": "up"}}
    head = {"format": "attnstudio scene", "version": 1, "open_panel": "attention"}
    bad.write_text(json.dumps(head | {"panels": {"attention": wrong}}))
    do(window, "open")
    choose(window, bad)
    assert window.document.scene is scene
    for words in (str(bad), "scenario.temperature", "scenario.causal"):
        assert words in window.notices.texts[0]


def test_q29_a_file_that_is_gone_is_named_and_not_created(window: MainWindow, tmp_path: Path) -> None:
    window.files.open_path(tmp_path / "gone.attn.json")
    assert str(tmp_path / "gone.attn.json") in window.notices.texts[0]
    assert window.document.path is None
    assert list(tmp_path.iterdir()) == []


def test_closing_without_changes_asks_nothing(window: MainWindow) -> None:
    do(window, "quit")
    assert not window.isVisible()
    assert window.files.dialog is None


def test_closing_with_unsaved_work_asks_without_blocking_and_cancel_stays(window: MainWindow) -> None:
    change(window)
    assert not window.close()
    assert window.isVisible()
    assert question(window).text() == "The changes to “Worked example: one query, three keys” are not saved."
    answer(window, QMessageBox.StandardButton.Cancel)
    assert window.isVisible()


def test_closing_can_discard(window: MainWindow) -> None:
    change(window)
    window.close()
    answer(window, QMessageBox.StandardButton.Discard)
    assert not window.isVisible()


def test_closing_can_save_first(window: MainWindow, tmp_path: Path) -> None:
    change(window)
    window.close()
    answer(window, QMessageBox.StandardButton.Save)
    assert window.isVisible()
    choose(window, tmp_path / "kept.attn.json")
    assert not window.isVisible()
    assert (tmp_path / "kept.attn.json").exists()


def test_a_save_that_fails_does_not_close(window: MainWindow, tmp_path: Path) -> None:
    change(window)
    window.close()
    answer(window, QMessageBox.StandardButton.Save)
    choose(window, tmp_path / "none" / "kept.attn.json")
    assert window.isVisible()
    assert window.document.modified


def test_closing_twice_asks_once(window: MainWindow) -> None:
    change(window)
    window.close()
    window.close()
    boxes = [widget for widget in window.findChildren(QMessageBox) if widget.isVisible()]
    assert boxes == [question(window)]


def test_starting_anew_asks_about_unsaved_work_too(window: MainWindow) -> None:
    change(window)
    do(window, "new")
    assert window.document.modified
    answer(window, QMessageBox.StandardButton.Discard)
    assert not window.document.modified
    assert not window.document.can_undo


def test_q25_full_screen_and_escape_return_to_the_window(window: MainWindow, qtbot: QtBot) -> None:
    do(window, "full_screen")
    assert window.isFullScreen()
    assert window.actions_by_name["full_screen"].isChecked()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    assert not window.actions_by_name["full_screen"].isChecked()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.isVisible()


def test_q25_escape_leaves_full_screen_from_wherever_the_focus_is(window: MainWindow, qtbot: QtBot) -> None:
    kinds = {}
    for widget in window.findChildren(QWidget):
        tabbed = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not widget.focusProxy()
        if tabbed and widget.isVisible() and widget.isEnabled():
            kinds[type(widget)] = widget
    assert len(kinds) > 5
    for kind, widget in kinds.items():
        do(window, "full_screen")
        widget.setFocus()
        for _ in range(2):  # a field being typed in takes the first
            if window.isFullScreen():
                qtbot.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)
        assert not window.isFullScreen(), kind


@pytest.mark.parametrize("back", ["full_screen", "leave"])
def test_q25_a_maximised_window_comes_back_maximised(open_window: Open, back: str) -> None:
    window = open_window(Settings(place=(50, 60, 500, 400), maximised=True, theme="light"))
    assert window.isMaximized()
    do(window, "full_screen")
    assert window.isFullScreen()
    assert window.settings.maximised
    do(window, back)
    assert window.isMaximized()


def test_q25_quitting_in_full_screen_does_not_start_in_full_screen(open_window: Open) -> None:
    window = open_window(Settings(place=(50, 60, 500, 400), theme="light"))
    do(window, "full_screen")
    do(window, "quit")
    left = window.settings
    assert (left.maximised, left.place) == (False, (50, 60, 500, 400))
    assert not open_window(left).isFullScreen()


def test_the_projector_button_enlarges_fills_the_screen_folds_menus_and_returns(open_window: Open) -> None:
    window = open_window(Settings(theme="dark"))
    do(window, "project")
    assert (theme.look().name, window.isFullScreen()) == ("projector", True)
    assert (window.menuBar().isVisible(), window.rail.isVisible()) == (False, False)
    assert window.top_bar.isVisible()
    do(window, "project")
    assert (theme.look().name, window.isFullScreen()) == ("dark", False)
    assert (window.menuBar().isVisible(), window.rail.isVisible()) == (True, True)


@pytest.mark.parametrize("way", ["escape", "full_screen", "of the system"])
def test_any_way_out_of_full_screen_ends_the_projector(open_window: Open, qtbot: QtBot, way: str) -> None:
    window = open_window(Settings(theme="dark"))
    do(window, "project")
    if way == "escape":
        qtbot.keyClick(window, Qt.Key.Key_Escape)
    elif way == "of the system":
        window.setWindowState(Qt.WindowState.WindowNoState)
    else:
        do(window, way)
    assert (theme.look().name, window.isFullScreen()) == ("dark", False)
    assert not window.actions_by_name["project"].isChecked()


def test_keys_work_while_menus_are_folded(window: MainWindow, qtbot: QtBot) -> None:
    change(window)
    do(window, "project")
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not window.document.can_undo


def test_the_window_undoes_while_a_field_has_the_keyboard_and_no_typing_to_undo(
    window: MainWindow, qtbot: QtBot
) -> None:
    ctrl = Qt.KeyboardModifier.ControlModifier
    change(window)
    field = next(field for field in window.findChildren(NumberField) if field.isVisible())
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_9)
    typed = field.text()
    qtbot.keyClick(field, Qt.Key.Key_Z, ctrl)
    assert field.text() != typed
    assert window.document.can_undo
    qtbot.keyClick(field, Qt.Key.Key_Z, ctrl)
    assert not window.document.can_undo
    field.drop()
    qtbot.keyClick(field, Qt.Key.Key_Y, ctrl)
    assert window.document.can_undo


def test_themes_and_text_size_change_at_once_and_are_kept(window: MainWindow) -> None:
    do(window, "dark")
    do(window, "zoom_in")
    assert theme.look() == theme.Look("dark", 110)
    assert (window.settings.theme, window.settings.zoom) == ("dark", 110)
    do(window, "zoom_reset")
    assert theme.look().zoom == 100


def test_a_theme_of_the_command_line_or_the_projector_is_not_remembered(open_window: Open) -> None:
    window = open_window(Settings(theme="light"), borrowed="dark")
    assert theme.look().name == "dark"
    assert window.actions_by_name["dark"].isChecked()
    do(window, "project")
    assert window.settings.theme == "light"
    do(window, "project")
    assert theme.look().name == "dark"


def test_q14_a_window_left_on_a_screen_that_is_gone_lies_on_one_that_exists(open_window: Open) -> None:
    window = open_window(Settings(place=(5000, -3000, 9000, 9000), theme="light"))
    assert window.screen().availableGeometry().contains(window.geometry())


def test_the_window_comes_back_where_it_was(open_window: Open) -> None:
    window = open_window(Settings(place=(40, 60, 620, 500), theme="light"))
    assert window.geometry() == QRect(40, 60, 620, 500)
    window.setGeometry(30, 50, 700, 480)
    assert window.settings.place == (30, 50, 700, 480)


def test_the_rail_shows_glyphs_alone_in_a_narrow_window(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1400, 700)
    qtbot.waitUntil(lambda: not window.rail.buttons[0].compact)
    wide = window.rail.sizeHint().width()
    window.resize(960, 540)
    qtbot.waitUntil(lambda: window.rail.buttons[0].compact)
    assert window.rail.sizeHint().width() < wide
    assert window.rail.buttons[0].accessibleName() == "Attention"


@pytest.mark.parametrize(("name", "zoom"), [("light", 100), ("light", 250), ("projector", 100)])
def test_q26_a_small_laptop_can_hold_the_window_in_every_size_of_text(open_window: Open, name: str, zoom: int) -> None:
    window = open_window(Settings(theme=name, zoom=zoom))
    window.resize(960, 540)
    assert (window.width(), window.height()) == (960, 540)
    shown = [button for button in (*window.top_bar.buttons, window.top_bar.more) if button.isVisible()]
    assert window.top_bar.buttons[-1] in shown
    for button in shown:
        assert button.width() >= button.minimumSizeHint().width()
        assert window.rect().contains(QRect(button.mapTo(window, QPoint()), button.size()))


def test_the_title_gives_way_to_the_buttons_and_is_whole_in_its_tooltip(window: MainWindow) -> None:
    window.top_bar.show_title("x" * 500, "toy", modified=True)
    window.resize(960, 540)
    title = window.top_bar.findChildren(QLabel)[1]
    assert title.text().endswith("…")
    assert title.toolTip().startswith("x" * 500)


def test_the_shortcut_sheet_lists_every_action_of_the_window_that_has_keys(window: MainWindow) -> None:
    do(window, "keys")
    (sheet,) = window.findChildren(ShortcutSheet)
    rows = [tuple(sheet.table.item(i, j).text() for j in range(3)) for i in range(sheet.table.rowCount())]
    listed = Counter(keys for keys, _, _ in rows) - Counter(keys for keys, _, _ in control_rows())
    expected = Counter(
        ", ".join(keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in action.shortcuts())
        for action in window.actions()
        if action.shortcuts()
    )
    assert listed == expected
    assert not sheet.isModal()
    sheet.close()


def test_no_key_of_the_window_does_two_things(window: MainWindow) -> None:
    keys = Counter(keys.toString() for action in window.actions() for keys in action.shortcuts())
    assert {key for key, times in keys.items() if times > 1} == set()


def test_about_names_the_version_and_the_work_of_others(window: MainWindow) -> None:
    do(window, "about")
    (page,) = window.findChildren(AboutPage)
    text = page.text.toPlainText()
    assert "attnstudio 0" in text
    assert "DejaVu" in text
    assert not page.isModal()
    page.close()


def test_every_button_around_the_panel_has_a_name_and_a_tooltip(window: MainWindow) -> None:
    for button in (*window.top_bar.buttons, *window.rail.buttons):
        assert len(button.accessibleName()) > 1
        assert button.toolTip()


def test_the_examples_button_and_the_file_menu_list_the_examples_that_ship(window: MainWindow) -> None:
    button = next(b for b in window.top_bar.findChildren(QToolButton) if b.menu())
    menu = button.menu()
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == [example.title for example in examples()]
    for action in menu.actions():
        action.trigger()
        assert window.document.scene.title == action.text()
        do(window, "undo")


def test_notices_of_the_state_are_in_the_window_and_go_with_it(window: MainWindow) -> None:
    window.document.edit("attention", padding=frozenset({0, 1, 2}))
    assert "masked" in window.notices.texts[0]
    do(window, "undo")
    assert window.notices.texts == ()


def test_notices_of_a_file_are_shown_and_go_with_the_next(window: MainWindow, tmp_path: Path) -> None:
    np.savez(tmp_path / "head.npz", q=np.ones((2, 4)), k=np.ones((3, 4)), v=np.ones((3, 2)), other=np.ones(3))
    window.files.open_path(tmp_path / "head.npz")
    assert "other" in window.notices.texts[0]
    assert "from the file head.npz" in bar_text(window)
    assert window.document.path is None
    window.files.open_path(tmp_path / "head.npz")
    do(window, "new")
    assert window.notices.texts == ()


def test_q04_characters_without_a_font_are_told_in_a_hint(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(glyphs, "_drawable", lambda letter: letter != "猫")
    arrays = {"q": np.ones((2, 4)), "k": np.ones((2, 4)), "v": np.ones((2, 2))}
    np.savez(tmp_path / "head.npz", tokens=np.array(["猫", "sat"]), **arrays)
    window.files.open_path(tmp_path / "head.npz")
    assert "U+732B" in window.notices.texts[0]


def test_the_status_line_shows_what_the_panel_says(window: MainWindow) -> None:
    window.document.edit("attention", temperature=1.5)
    view = window._views["attention"]
    view.status.emit("q · k₁ = 2")
    assert window.status_text.text() == "q · k₁ = 2"


def test_the_whole_panel_can_be_reached_in_a_window_that_is_too_small(window: MainWindow) -> None:
    window.resize(300, 250)
    view, area = window._views["attention"], window.frame.area
    assert view.width() >= view.minimumSizeHint().width()
    assert area.horizontalScrollBar().maximum() == max(0, view.width() - area.viewport().width())


def test_a_scene_file_opens_as_itself_and_is_where_save_writes(tmp_path: Path) -> None:
    path = tmp_path / "mine.attn.json"
    write_scene(catalog.start_scene(), path)
    assert catalog.open_file(path) == catalog.Opening(catalog.start_scene(), path)
