"""Actions from one table: name, text, keys, tip; menus and the shortcut sheet are made of the same actions."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from attnstudio.ui.tips import letter_for_letter
from attnstudio.ui.typed import settle
from attnstudio.ui.words import said

NATIVE = QKeySequence.SequenceFormat.NativeText


class ActionSpec(NamedTuple):
    """One thing a person can do.

    Parameters
    ----------
    name : str
        Its key, also the object name of the QAction.
    text : str
        As the menu shows it.
    tip : str
        What it does, as a sentence: tooltip, status line and shortcut sheet.
    keys : tuple of str
        Key sequences, the one that menus show first; Ctrl is the Command key on a Mac.
    short : str
        What a button in the top bar shows in place of the text.
    group : str
        Actions of one group exclude each other and are checkable.
    checkable : bool
    strict : bool
        It is not done while a number is typed that cannot be taken.
    """

    name: str
    text: str
    tip: str
    keys: tuple[str, ...] = ()
    short: str = ""
    group: str = ""
    checkable: bool = False
    strict: bool = False


def make_actions(
    owner: QWidget, table: Sequence[ActionSpec], slots: Mapping[str, Callable[[], Any]]
) -> dict[str, QAction]:
    """Build the actions of a table and give them to `owner`, so that their keys work while menus are hidden.

    Parameters
    ----------
    owner : QWidget
        Usually the window. What is being typed in its window is handed over before anything is done.
    table : sequence of ActionSpec
    slots : mapping of str to callable
        What each name does; called without arguments.

    Returns
    -------
    dict of str to QAction
        In the order of the table.

    Raises
    ------
    KeyError
        If a name of the table has no slot.
    """
    groups: dict[str, QActionGroup] = {}
    actions = {}
    for spec in table:
        action = _made(owner, spec, slots[spec.name])
        if spec.group:
            action.setActionGroup(groups.setdefault(spec.group, QActionGroup(owner)))
        owner.addAction(action)
        actions[spec.name] = action
    return actions


def _made(owner: QWidget, spec: ActionSpec, slot: Callable[[], Any]) -> QAction:
    action = QAction(owner)
    action.setText(said(spec.text))  # with it as an argument, the class of icons would be made, which nothing uses
    action.setObjectName(spec.name)
    if spec.short:
        action.setIconText(said(spec.short))
    action.setCheckable(spec.checkable or bool(spec.group))
    action.setShortcuts([QKeySequence(keys) for keys in spec.keys])
    action.setWhatsThis(said(spec.tip))
    explain(action, spec.tip)
    action.triggered.connect(lambda _checked=False: settle(owner.window(), strict=spec.strict) and slot())
    return action


def explain(action: QAction, tip: str) -> None:
    """Say what an action does, or why it cannot be used now."""
    sentence, keys = said(tip), action.shortcut().toString(NATIVE)
    action.setStatusTip(sentence)
    action.setToolTip(letter_for_letter(f"{sentence}  ({keys})" if keys else sentence))


def offer(action: QAction, possible: bool, tip: str, reason: str) -> None:
    """Offer an action with its tip, or say why it is impossible now."""
    sentence = tip if possible else reason
    if action.isEnabled() != possible or action.statusTip() != said(sentence):
        action.setEnabled(possible)
        explain(action, sentence)


def refused(event: QKeyEvent, actions: Sequence[QAction]) -> str | None:
    """Return why a key does nothing now; None where it belongs to no action that is off."""
    keys = QKeySequence(event.keyCombination())
    return next((each.statusTip() for each in actions if not each.isEnabled() and keys in each.shortcuts()), None)


def keys_of(action: QAction) -> str:
    """Return the keys of an action as a person reads them, empty if it has none."""
    return ", ".join(keys.toString(NATIVE) for keys in action.shortcuts())


def fill_menus(
    bar: QMenuBar, menus: Sequence[tuple[str, Sequence[str]]], actions: Mapping[str, Sequence[QAction]]
) -> list[QMenu]:
    """Add menus of titles and names to a bar; one name may stand for several actions, an empty one is a separator."""
    made = []
    for title, names in menus:
        menu = bar.addMenu(said(title))
        menu.setToolTipsVisible(True)  # an entry that is off says why
        for name in names:
            if name:
                menu.addActions(list(actions[name]))
            else:
                menu.addSeparator()
        made.append(menu)
    return made
