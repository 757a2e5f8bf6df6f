"""Actions made from a table: each does its thing, says what it does, and stands in the shortcut sheet."""

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenuBar, QWidget
from pytestqt.qtbot import QtBot

from attnstudio.ui.actions import ActionSpec, explain, fill_menus, keys_of, make_actions
from attnstudio.ui.commands import ACTIONS, MENUS, PANEL_BUTTONS, SUBMENUS
from attnstudio.ui.shortcuts import ShortcutSheet, control_rows

TABLE = (
    ActionSpec("save", "&Save", "Save the scene", ("Ctrl+S", "F2")),
    ActionSpec("light", "&Light", "Light background", group="theme"),
    ActionSpec("dark", "&Dark", "Dark background", group="theme", short="D"),
)


@pytest.fixture
def owner(qtbot: QtBot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


def test_an_action_calls_its_slot_by_menu_and_by_each_key(owner: QWidget, qtbot: QtBot) -> None:
    done: list[str] = []
    actions = make_actions(owner, TABLE, {spec.name: lambda name=spec.name: done.append(name) for spec in TABLE})
    with qtbot.waitExposed(owner):
        owner.show()
    owner.activateWindow()
    actions["light"].trigger()
    qtbot.keyClick(owner, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(owner, Qt.Key.Key_F2)
    assert done == ["light", "save", "save"]


def test_actions_of_a_group_exclude_each_other(owner: QWidget) -> None:
    actions = make_actions(owner, TABLE, {spec.name: lambda: None for spec in TABLE})
    actions["light"].trigger()
    actions["dark"].trigger()
    assert [actions[name].isChecked() for name in ("save", "light", "dark")] == [False, False, True]


def test_an_action_without_a_slot_is_refused(owner: QWidget) -> None:
    with pytest.raises(KeyError, match="save"):
        make_actions(owner, TABLE, {})


def test_a_tip_carries_the_keys_and_can_give_a_reason(owner: QWidget) -> None:
    action = make_actions(owner, TABLE, {spec.name: lambda: None for spec in TABLE})["save"]
    assert action.toolTip() == "Save the scene  (Ctrl+S)"
    explain(action, "Nothing to save")
    assert (action.statusTip(), action.toolTip()) == ("Nothing to save", "Nothing to save  (Ctrl+S)")
    assert keys_of(action) == "Ctrl+S, F2"


def test_a_menu_is_filled_by_name_with_separators(owner: QWidget) -> None:
    actions = make_actions(owner, TABLE, {spec.name: lambda: None for spec in TABLE})
    parts = {"save": [actions["save"]], "themes": [actions["light"], actions["dark"]]}
    (menu,) = fill_menus(QMenuBar(owner), [("&File", ("save", "", "themes"))], parts)
    assert menu.title() == "&File"
    assert [action.objectName() for action in menu.actions()] == ["save", "", "light", "dark"]
    assert menu.actions()[1].isSeparator()


def test_every_action_stands_in_one_menu_and_every_menu_entry_exists() -> None:
    menus = (*MENUS, *SUBMENUS.values())
    names = Counter(name for _, entries in menus for name in entries if name)
    assert names == Counter([spec.name for spec in ACTIONS] + ["examples", "recent", "shipped", "panels", *SUBMENUS])


def test_no_key_does_two_things() -> None:
    keys = Counter(key for spec in ACTIONS for key in spec.keys)
    assert {key for key, times in keys.items() if times > 1} == set()


def test_menu_letters_do_not_clash() -> None:
    texts = {spec.name: spec.text for spec in ACTIONS}
    texts |= {name: title for name, (title, _) in SUBMENUS.items()}
    for title, entries in (*MENUS, *SUBMENUS.values(), ("&bar", ())):
        marked = [texts[name] for name in entries if name in texts] or [title for title, _ in MENUS]
        letters = Counter(text[text.index("&") + 1].lower() for text in marked)
        assert {letter for letter, times in letters.items() if times > 1} == set(), title


def test_every_action_says_what_it_does_in_words_without_emoji() -> None:
    for spec in (*ACTIONS, *PANEL_BUTTONS):
        assert spec.tip
        assert spec.tip != spec.text
        assert all(ord(letter) < 0x1F000 and ord(letter) != 0xFE0F for letter in spec.text + spec.tip + spec.short)


def test_the_sheet_lists_every_action_with_keys_by_its_menu(owner: QWidget, qtbot: QtBot) -> None:
    owner.resize(800, 600)
    actions = make_actions(owner, TABLE, {spec.name: lambda: None for spec in TABLE})
    explain(actions["save"], "Nothing to save")
    sheet = ShortcutSheet({"&File": [actions["save"]], "View": [actions["light"]]}, owner)
    qtbot.addWidget(sheet)
    rows = [[sheet.table.item(i, j).text() for j in range(3)] for i in range(sheet.table.rowCount())]
    assert rows[0] == ["Ctrl+S, F2", "Save the scene", "File"]
    assert rows[1:] == [list(row) for row in control_rows()]
    assert not sheet.isModal()
    assert sheet.table.accessibleName() == "Keyboard shortcuts"


def test_every_sentence_of_the_sheet_is_shown_whole(owner: QWidget, qtbot: QtBot) -> None:
    owner.resize(800, 600)
    sheet = ShortcutSheet({}, owner)
    qtbot.addWidget(sheet)
    sheet.resize(600, 500)
    sheet.show()
    heights = {sheet.table.rowHeight(i) for i in range(sheet.table.rowCount())}
    assert len(heights) > 1  # some wrap
    for i in range(sheet.table.rowCount()):
        assert sheet.table.rowHeight(i) >= sheet.table.sizeHintForRow(i)
