"""What the window can do: everything has a key or a menu, says what it does, and why not where it cannot be done."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolButton, QWidget
from real_window import opened, settle

from attnstudio import catalog
from attnstudio.ui import theme
from attnstudio.ui.description_sheet import DescriptionSheet
from attnstudio.ui.shortcuts import ShortcutSheet
from attnstudio.ui.tokens import told
from attnstudio.window import MainWindow

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qapp: QApplication) -> Iterator[MainWindow]:
    with opened() as window:
        yield window
    assert qapp is not None


def do(window: MainWindow, name: str) -> None:
    window.actions_by_name[name].trigger()


def entries(menu: QMenu) -> Iterator[QAction]:
    for action in menu.actions():
        if action.menu() is not None:
            yield from entries(action.menu())
        elif not action.isSeparator():
            yield action


def in_menus(window: MainWindow) -> list[QAction]:
    """Return what stands in a menu that can be opened."""
    titles = [action for action in window.menuBar().actions() if action.isVisible()]
    for action in titles:
        action.menu().aboutToShow.emit()
    return [action for title in titles for action in entries(title.menu())]


def states(window: MainWindow) -> Iterator[str]:
    """Bring the window into states in which one thing or another cannot be done."""
    yield "as it starts"
    window.document.edit("attention", temperature=2.0)
    window.document.end_gesture()
    yield "changed"
    do(window, "undo")
    yield "undone"
    do(window, "full_screen")
    yield "in full screen"
    do(window, "leave")
    window.document.edit_state("attention", covered=frozenset({"weights"}))
    yield "covered"
    state = window.document.state("attention")
    window.document.edit_state("attention", pinned=state.scenario)
    yield "pinned"


def test_every_action_has_a_place_in_a_menu_and_says_what_it_does_or_why_not(window: MainWindow) -> None:
    for state in states(window):
        settle()
        places = in_menus(window)
        for action in window.actions():
            name = f"{action.objectName()}, {state}"
            assert action in places, name
            assert action.toolTip().strip(), name
            assert action.whatsThis().strip(), name
            says_why = action.statusTip() != action.whatsThis()
            assert action.isEnabled() or says_why, name


def test_every_action_of_the_open_panel_is_one_of_the_window(window: MainWindow) -> None:
    own = window._views["attention"].actions()
    assert own
    assert set(own) <= set(window.actions())


def test_everything_that_is_off_says_why(window: MainWindow) -> None:
    found = 0
    for state in states(window):
        settle()
        for widget in window.findChildren(QWidget):
            takes_keyboard = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            if widget.isVisible() and takes_keyboard and not widget.isEnabled():
                found += 1
                assert widget.toolTip().strip(), (widget, state)
                if isinstance(widget, QToolButton) and (action := widget.defaultAction()) is not None:
                    assert action.statusTip() != action.whatsThis() or action not in window.actions(), (widget, state)
    assert found > 0


def test_an_entry_of_a_menu_shows_its_tooltip(window: MainWindow) -> None:
    for action in window.menuBar().actions():
        assert action.menu().toolTipsVisible(), action.text()


def test_queries_as_columns_is_a_step_that_undo_and_the_menu_follow(window: MainWindow) -> None:
    columns = window.actions_by_name["columns"]
    QTest.keyClick(window, Qt.Key.Key_T, CONTROL)
    assert window.document.state("attention").orientation == "columns"
    assert columns.isChecked()
    do(window, "undo")
    assert window.document.state("attention").orientation == "rows"
    assert not columns.isChecked()
    do(window, "redo")
    assert columns.isChecked()
    columns.trigger()
    assert window.document.state("attention").orientation == "rows"


def test_digits_are_chosen_in_the_menu_shown_and_kept(window: MainWindow) -> None:
    def checked() -> list[str]:
        group = window.actions_by_name["digits"].actionGroup()
        return [action.text().replace("&", "") for action in group.actions() if action.isChecked()]

    assert (checked(), window.settings.digits) == (["As they need"], None)
    for count in (0, 6):
        do(window, f"digits {count}")
        assert (theme.look().digits, window.settings.digits, checked()) == (count, count, [str(count)])
    do(window, "digits")
    assert (theme.look().digits, window.settings.digits) == (None, None)


def test_the_screen_is_said_in_words_as_it_is_shown(window: MainWindow) -> None:
    def said_now() -> str:
        QTest.keyClick(window, Qt.Key.Key_I, CONTROL)
        (sheet,) = window.findChildren(DescriptionSheet)  # the same one again
        text: str = sheet.text.toPlainText()
        return text

    document, before = window.document, said_now()
    described = catalog.describe("attention", document.shown, document.state("attention"))
    for part in (described.play_area, described.controls, described.details, described.hint):
        assert told(part) in before
    assert "0.506" in before
    document.edit_state("attention", covered=frozenset({"weights"}))
    assert "0.506" not in said_now()
    window.findChildren(DescriptionSheet)[0].close()


def test_the_open_sheet_follows_covers_and_reveals(window: MainWindow) -> None:
    do(window, "describe")
    (sheet,) = window.findChildren(DescriptionSheet)
    assert "0.506" in sheet.text.toPlainText()
    QTest.keyClick(window, Qt.Key.Key_P)
    assert "0.506" not in sheet.text.toPlainText()
    for _ in range(4):
        assert "0.506" not in sheet.text.toPlainText()
        QTest.keyClick(window, Qt.Key.Key_N)
    assert "0.506" in sheet.text.toPlainText()
    sheet.close()


def test_buttons_for_predict_and_pin_are_those_of_the_open_panel(window: MainWindow) -> None:
    own = {action.objectName(): action for action in window._views["attention"].actions()}
    for name, text in (("predict", "Predict"), ("pin", "Pin A|B")):
        (button,) = (b for b in window.top_bar.buttons if b.text() == text)
        assert (button.defaultAction() is own.get(name)) == (name in own)
        assert button.isEnabled() == (name in own and own[name].isEnabled())


def test_the_shortcut_sheet_lists_the_keys_of_every_kind_of_control(window: MainWindow) -> None:
    do(window, "keys")
    (sheet,) = window.findChildren(ShortcutSheet)
    places = {sheet.table.item(i, 2).text() for i in range(sheet.table.rowCount())}
    assert places >= {
        "File", "Edit", "View", "Attention", "Help", "Cell of a matrix", "Slider", "Number field", "Row of choices",
        "Stages", "Thumbnails", "Figure", "Key dial", "Plane of values", "Guess",
    }  # fmt: skip
    sheet.close()
