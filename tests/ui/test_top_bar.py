"""The top bar: buttons of the window and of the open panel; those without room are in a menu."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.ui import theme
from attnstudio.ui.actions import ActionSpec, make_actions
from attnstudio.ui.commands import PANEL_BUTTONS
from attnstudio.ui.top_bar import TopBar


@pytest.fixture
def owner(qtbot: QtBot) -> QWidget:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, theme.Look())  # widths are those of the app's own style
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def actions(owner: QWidget, *names: str, done: Callable[[str], object] = print) -> list[QAction]:
    table = [ActionSpec(name, f"&{name.title()}", f"What {name} does") for name in names]
    return list(make_actions(owner, table, {name: lambda name=name: done(name) for name in names}).values())


@pytest.fixture
def bar(owner: QWidget) -> TopBar:
    undo, project = actions(owner, "undo", "project")
    menu = QMenu("&Examples", owner)
    menu.setToolTip("Scenes to start from")
    menu.addAction("one")
    made = TopBar([undo, menu, *PANEL_BUTTONS, project], owner)
    made.resize(900, made.sizeHint().height())
    owner.resize(900, 100)
    owner.show()
    return made


def shown(bar: TopBar) -> list[str]:
    return [button.accessibleName() for button in bar.buttons if not button.isHidden()]


def named(bar: TopBar, name: str) -> QToolButton:
    return next(button for button in bar.buttons if button.accessibleName() == name)


def test_buttons_stand_in_their_order(bar: TopBar) -> None:
    assert shown(bar) == ["Undo", "Examples", "Predict", "Pin A|B", "Project"]
    places = [button.x() for button in bar.buttons]
    assert places == sorted(places)
    assert bar.more.isHidden()


def test_without_a_panel_that_has_them_its_buttons_are_off_and_say_why(bar: TopBar) -> None:
    for name, why in (
        ("Predict", "This panel has no stages to cover"),
        ("Pin A|B", "This panel has nothing to compare"),
    ):
        assert not named(bar, name).isEnabled()
        assert named(bar, name).toolTip() == why


def test_the_buttons_trigger_the_actions_of_the_open_panel_and_follow_them(bar: TopBar, owner: QWidget) -> None:
    done: list[str] = []
    predict, other = actions(owner, "predict", "other", done=done.append)
    bar.show_own([other, predict])
    button = named(bar, "Predict")
    button.click()
    assert done == ["predict"]
    assert (button.isEnabled(), button.toolTip()) == (True, "What predict does")
    predict.setEnabled(False)
    assert not button.isEnabled()
    bar.show_own([])
    assert button.toolTip() == "This panel has no stages to cover"
    predict.setEnabled(True)
    assert not button.isEnabled()


def test_what_has_no_room_is_in_a_menu_and_the_last_button_stays(bar: TopBar, owner: QWidget) -> None:
    done: list[str] = []
    (pin,) = actions(owner, "pin", done=done.append)
    bar.show_own([pin])
    bar.resize(420, bar.height())
    QApplication.processEvents()
    assert shown(bar) == ["Undo", "Examples", "Project"]
    assert not bar.more.isHidden()
    assert (bar.more.accessibleName(), bar.more.toolTip()) == ("More", "What has no room in this window")
    for _ in range(2):
        bar.more.menu().aboutToShow.emit()
    entries = bar.more.menu().actions()
    assert [action.text() for action in entries] == ["&Predict", "&Pin"]
    assert not entries[0].isEnabled()
    entries[1].trigger()
    assert done == ["pin"]
    bar.resize(900, bar.height())
    assert shown(bar) == ["Undo", "Examples", "Predict", "Pin", "Project"]
    assert bar.more.isHidden()


def test_a_menu_without_room_is_in_the_other_as_a_menu(bar: TopBar) -> None:
    bar.resize(300, bar.height())
    bar.more.menu().aboutToShow.emit()
    entry = bar.more.menu().actions()[0]
    assert entry.menu() is not None
    assert [action.text() for action in entry.menu().actions()] == ["one"]


@pytest.mark.parametrize("width", range(240, 900, 30))
def test_no_button_is_cut_off_at_any_width(bar: TopBar, width: int) -> None:
    bar.resize(width, bar.height())
    QApplication.processEvents()
    for button in (*bar.buttons, bar.more):
        if not button.isHidden():
            assert bar.rect().contains(button.geometry())
            assert button.width() >= button.minimumSizeHint().width()


def test_the_menu_of_what_has_no_room_lets_go_of_a_panel_that_is_no_longer_open(bar: TopBar, owner: QWidget) -> None:
    (first,), (second,) = actions(owner, "pin"), actions(owner, "pin")
    bar.show_own([first])
    bar.setFixedWidth(60)
    bar.more.menu().aboutToShow.emit()
    assert first in bar.more.menu().actions()
    bar.show_own([second])
    assert first not in bar.more.menu().actions()


@pytest.mark.qt_log_ignore("^This plugin does not support (raise|grabbing the keyboard)", extend=True)
def test_folded_menus_open_by_alt_and_their_letters_as_long_as_they_are_folded(bar: TopBar, owner: QWidget) -> None:
    in_sight = QMenuBar(owner)
    menus = [in_sight.addMenu(title) for title in ("&File", "&Edit", "Attention")]
    for menu in menus:
        menu.addAction("one")
    in_sight.hide()
    folded = bar.menus.menu()
    for letter, wanted in ((Qt.Key.Key_E, ["&Edit"]), (Qt.Key.Key_F, ["&File"]), (Qt.Key.Key_A, [])):
        bar.fold_menus(in_sight.actions())  # again and again: no letter may be there twice
        QTest.keyClick(owner, letter, Qt.KeyboardModifier.AltModifier)
        assert folded.isVisible() is bool(wanted)
        assert [menu.title() for menu in menus if menu.isVisible()] == wanted
        folded.close()
    bar.fold_menus([])
    QTest.keyClick(owner, Qt.Key.Key_F, Qt.KeyboardModifier.AltModifier)
    assert not folded.isVisible()
