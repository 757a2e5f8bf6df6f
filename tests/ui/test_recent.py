"""The list of files opened lately: newest first, ten at most, equal names told apart."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from attnstudio.ui.recent import RecentFiles, labels


@pytest.fixture
def menu(qtbot: QtBot) -> QMenu:
    menu = QMenu()
    qtbot.addWidget(menu)
    return menu


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions()]


def test_the_newest_is_first_once_and_there_are_ten_at_most(qapp: QApplication) -> None:
    recent = RecentFiles([], lambda _path: None, qapp)
    for i in (*range(12), 5):
        recent.add(Path(f"/f/{i}.npz"))
    assert [Path(path).stem for path in recent.paths] == ["5", "11", "10", "9", "8", "7", "6", "4", "3", "2"]
    assert all(Path(path).is_absolute() for path in recent.paths)


def test_equal_names_have_as_much_of_their_folders_as_tells_them_apart() -> None:
    paths = [Path("/x/week 1/head.npz"), Path("/x/week 2/head.npz"), Path("/y/week 2/head.npz"), Path("/x/one.npz")]
    found = [label.replace("\\", "/") for label in labels(paths)]
    assert found == ["head.npz  –  week 1", "head.npz  –  x/week 2", "head.npz  –  y/week 2", "one.npz"]


def test_the_menu_opens_what_is_chosen_and_names_the_whole_path(menu: QMenu) -> None:
    opened: list[Path] = []
    recent = RecentFiles([str(Path("/x/q&a.npz")), str(Path("/y/b.npz"))], opened.append, menu)
    recent.fill(menu)
    assert texts(menu)[:2] == ["&1  q&&a.npz", "&2  b.npz"]
    assert menu.actions()[1].toolTip() == str(Path("/y/b.npz"))
    menu.actions()[1].trigger()
    assert opened == [Path("/y/b.npz")]


def test_it_is_cleared_and_an_empty_list_says_so(menu: QMenu) -> None:
    recent = RecentFiles(["/x/a.npz"], lambda _path: None, menu)
    recent.fill(menu)
    menu.actions()[-1].trigger()
    assert recent.paths == ()
    recent.fill(menu)
    assert (texts(menu), menu.actions()[0].isEnabled()) == (["No file has been opened yet"], False)


def test_a_file_can_be_removed(qapp: QObject) -> None:
    recent = RecentFiles([str(Path("/x/a.npz")), str(Path("/x/b.npz"))], lambda _path: None, qapp)
    recent.remove(Path("/x/a.npz"))
    assert recent.paths == (str(Path("/x/b.npz")),)
