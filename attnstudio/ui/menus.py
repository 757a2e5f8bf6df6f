"""The menu bar of a window: its own actions, one for each panel, and those of the panel that is open."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from attnstudio.ui.actions import ActionSpec, fill_menus, make_actions, offer
from attnstudio.ui.commands import (
    ACTIONS,
    COLUMNS_TIP,
    CONTINUE_TIP,
    END_LESSON_TIP,
    LEAVE_TIP,
    MENUS,
    NEXT_STEP_TIP,
    NO_COLUMNS,
    NO_LESSON,
    NO_NEXT_SCENE,
    NO_NEXT_STEP,
    NO_SCENE_BEFORE,
    NO_STEP_BEFORE,
    NOT_FULL,
    NOTHING_LEFT,
    NOTHING_TO_REDO,
    NOTHING_TO_UNDO,
    PREVIOUS_STEP_TIP,
    REDO_TIP,
    SUBMENUS,
    UNDO_TIP,
)
from attnstudio.ui.words import said


class WindowMenus:
    """Makes the actions of a window and puts them into its menu bar.

    Parameters
    ----------
    window : QMainWindow
    slots : mapping of str to callable
        What each action of `commands` does.
    panels : sequence of ActionSpec
        One for each panel.
    open_panel : callable (str)
        Opens the panel of a name.
    """

    def __init__(
        self,
        window: QMainWindow,
        slots: Mapping[str, Callable[[], object]],
        panels: Sequence[ActionSpec],
        open_panel: Callable[[str], object],
    ) -> None:
        self._window = window
        self.actions = make_actions(window, ACTIONS, slots)
        self.actions["leave"].setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # the window has Esc
        self.panels = make_actions(window, panels, {spec.name: partial(open_panel, spec.name) for spec in panels})
        self.examples = QMenu(said("&Examples"), window)
        self.examples.setToolTip(said("Scenes to start from"))
        self.recent = QMenu(said("Open &recent"), window)
        self.lessons = QMenu(said("&Open"), window)
        self.lessons.setToolTipsVisible(True)
        parts = {name: [action] for name, action in self.actions.items()}
        parts |= {
            "examples": [self.examples.menuAction()],
            "recent": [self.recent.menuAction()],
            "shipped": [self.lessons.menuAction()],
            "panels": [*self.panels.values()],
        }
        for place, (title, names) in SUBMENUS.items():
            submenu = QMenu(said(title), window)
            submenu.addActions([self.actions[name] for name in names])
            parts[place] = [submenu.menuAction()]
        self._menus = fill_menus(window.menuBar(), MENUS, parts)
        self._own = QMenu(window)
        self._own.setToolTipsVisible(True)
        window.menuBar().insertMenu(self._menus[-1].menuAction(), self._own)  # before Help

    def show_own(self, title: str, actions: Sequence[QAction]) -> None:
        """Give the actions of the open panel their menu, and their keys to the window."""
        for action in self._own.actions():
            self._window.removeAction(action)
        self._own.clear()
        self._own.addActions(actions)
        self._window.addActions(actions)
        self._own.setTitle(title)
        self._own.menuAction().setVisible(bool(actions))

    def show_document(self, *, can_undo: bool, can_redo: bool, turned: bool, turns: bool) -> None:
        """Show what can be taken back and made again, and whether queries are columns where a panel `turns`."""
        offer(self.actions["undo"], can_undo, UNDO_TIP, NOTHING_TO_UNDO)
        offer(self.actions["redo"], can_redo, REDO_TIP, NOTHING_TO_REDO)
        self.actions["columns"].setChecked(turned and turns)
        offer(self.actions["columns"], turns, COLUMNS_TIP, NO_COLUMNS)

    def show_lesson(self, *, opened: bool, forward: bool, back: bool, playlist: bool, pane: bool) -> None:
        """Offer what can be done with the lesson that is open; a playlist is turned with the page keys alone, too."""
        next_step, previous = self.actions["next_step"], self.actions["previous_step"]
        for action, keys in ((next_step, "PgDown"), (previous, "PgUp")):
            action.setShortcuts([QKeySequence(each) for each in (f"Ctrl+{keys}", keys)[: 1 + playlist]])
        ends = (NO_SCENE_BEFORE, NO_NEXT_SCENE) if playlist else (NO_STEP_BEFORE, NO_NEXT_STEP)
        no_step_before, no_next_step = ends if opened else (NO_LESSON, NO_LESSON)
        offer(next_step, forward, NEXT_STEP_TIP, no_next_step)
        offer(previous, back, PREVIOUS_STEP_TIP, no_step_before)
        offer(self.actions["end_lesson"], opened, END_LESSON_TIP, NO_LESSON)
        self.actions["pane"].setChecked(pane)

    def show_last(self, *, there: bool) -> None:
        """Offer to come back to where the last run was."""
        offer(self.actions["continue"], there, CONTINUE_TIP, NOTHING_LEFT)

    def show_projection(self, *, full_screen: bool, projecting: bool) -> None:
        """Show whether the window fills the screen, and whether it does so for a class: menus are folded then."""
        self.actions["full_screen"].setChecked(full_screen)
        self.actions["project"].setChecked(projecting)
        offer(self.actions["leave"], full_screen, LEAVE_TIP, NOT_FULL)
        self._window.menuBar().setVisible(not projecting)

    def listed(self) -> dict[str, Sequence[QAction]]:
        """Return the actions of every menu, by its title."""
        return {menu.title().replace("&", ""): menu.actions() for menu in (*self._menus, self._own)}
