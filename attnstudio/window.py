"""The window: rail, open panel, menus, top bar, notices and status line around one Document."""

from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from attnstudio import catalog
from attnstudio.files.examples import examples
from attnstudio.files.faults import FileFault
from attnstudio.files.resources import resource_path
from attnstudio.files.scenes import write_scene
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.scene import Scene
from attnstudio.ui.actions import ActionSpec, fill_menus, make_actions, offer
from attnstudio.ui.appearance import Appearance
from attnstudio.ui.commands import ACTIONS, MENUS, NOTHING_TO_REDO, NOTHING_TO_UNDO, REDO_TIP, UNDO_TIP
from attnstudio.ui.document import Document
from attnstudio.ui.file_work import FileWork
from attnstudio.ui.glyphs import glyph_notices
from attnstudio.ui.notices import NoticeBar
from attnstudio.ui.panel import Panel
from attnstudio.ui.rail import Rail
from attnstudio.ui.screens import FullScreen, fitted
from attnstudio.ui.settings import Settings
from attnstudio.ui.tab_order import move_on
from attnstudio.ui.theme import NAMES, look
from attnstudio.ui.top_bar import ElidedLabel, TopBar
from attnstudio.ui.typed import settle
from attnstudio.ui.words import said

OPEN_PANEL = QT_TRANSLATE_NOOP("attnstudio", "Open the panel {title}")
FIRST_SIZE = (1440, 900)  # logical pixels, where no earlier run left a place
TITLE_BAR = 32  # height that systems add above a window at the most
NARROW = 1100  # below, the rail shows glyphs alone


class MainWindow(QMainWindow):
    """Everything around the open panel.

    Parameters
    ----------
    document : Document
    appearance : Appearance
    settings : Settings
        Where the last run left the window.
    """

    def __init__(self, document: Document, appearance: Appearance, settings: Settings) -> None:
        super().__init__()
        self.document = document
        self._appearance = appearance
        self._full_screen = FullScreen(self)
        self._borrowed_before: str | None = None
        self._views: dict[str, Panel] = {}
        self._closing = False
        self._told: object = None
        self._checks: object = None
        self.files = FileWork(document, self, self._open_file, self._write, FileFault)
        self.files.failed.connect(partial(self.tell, "file"))
        self._build()
        self._place(settings)
        document.changed.connect(self._show_document)
        appearance.changed.connect(self._show_appearance)
        self._show_document()
        self._show_appearance()

    def start(self, *, full_screen: bool = False) -> None:
        """Appear as the last run left it."""
        if self._start_maximised:
            self.showMaximized()
        else:
            self.show()
        if full_screen:
            self._full_screen.enter()
        self.setFocus()  # no button has a ring before a key is used; Tab goes to the first

    @property
    def settings(self) -> Settings:
        """What the next run comes back to."""
        place, shown = self._full_screen.place, self._appearance
        corners = (place.x(), place.y(), place.width(), place.height())
        return Settings(corners, self._full_screen.maximised, shown.chosen, shown.zoom)

    def tell(self, key: str, message: Message, *, error: bool = True) -> None:
        """Show a message in the notice bar until it is put away."""
        self.notices.show_message(key, message, error=error)

    def tell_typed(self, refusal: Message | None) -> None:
        """Say why typed text was not taken; None where that is over."""
        if refusal is None:
            self.notices.put_away("typed")
        else:
            self.tell("typed", refusal)

    def _build(self) -> None:
        slots: dict[str, Callable[[], object]] = {
            "new": lambda: self.files.unless_unsaved(lambda: self._load(catalog.Opening(catalog.start_scene()))),
            "open": self.files.open, "save": self.files.save, "save_as": self.files.save_as, "quit": self.close,
            "undo": self.document.undo, "redo": self.document.redo, "reset": self.document.reset,
            **{name: partial(self._appearance.choose, name) for name in ("system", *NAMES)},
            "zoom_in": partial(self._appearance.step_zoom, 1), "zoom_out": partial(self._appearance.step_zoom, -1),
            "zoom_reset": partial(self._appearance.set_zoom, 100),
            "full_screen": self._toggle_full_screen, "leave": self._leave_full_screen, "project": self._toggle_project,
            "keys": self._show_keys, "about": self._show_about,
        }  # fmt: skip
        self.actions_by_name = make_actions(self, ACTIONS, slots)
        self.actions_by_name["leave"].setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # keyPressEvent has Esc
        panels = [
            ActionSpec(spec.name, spec.title, said(Message(OPEN_PANEL, {"title": spec.title})), (f"Ctrl+{i}",),
                       group="panel")
            for i, spec in enumerate(catalog.PANELS, 1)
        ]  # fmt: skip
        self._panel_actions = make_actions(
            self, panels, {s.name: partial(self.document.open_panel, s.name) for s in panels}
        )
        self._build_menus()
        self._build_parts()

    def _build_menus(self) -> None:
        self._examples = QMenu(said("&Examples"), self)
        self._examples.setToolTip(said("Scenes to start from"))
        self._examples.aboutToShow.connect(self._fill_examples)
        parts = {name: [action] for name, action in self.actions_by_name.items()}
        parts |= {"examples": [self._examples.menuAction()], "panels": [*self._panel_actions.values()]}
        self._menus = fill_menus(self.menuBar(), MENUS, parts)
        self._own_menu = QMenu(self)
        self.menuBar().insertMenu(self._menus[-1].menuAction(), self._own_menu)  # before Help

    def _build_parts(self) -> None:
        buttons = [self.actions_by_name[name] for name in ("undo", "redo", "project")]
        self.top_bar = TopBar(buttons, [self._examples], self)
        self.rail = Rail([(self._panel_actions[s.name], s.glyph) for s in catalog.PANELS], self)
        self.notices = NoticeBar(self)
        self._stack = QStackedWidget(self)
        self._scroll = QScrollArea(self)  # a panel larger than the window stays in reach
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._stack)
        whole, middle, centre = QVBoxLayout(), QHBoxLayout(), QVBoxLayout()
        for layout in (whole, middle, centre):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        centre.addWidget(self.notices)
        centre.addWidget(self._scroll, 1)
        middle.addWidget(self.rail)
        middle.addLayout(centre, 1)
        whole.addWidget(self.top_bar)
        whole.addLayout(middle, 1)
        inside = QWidget(self)
        inside.setLayout(whole)
        self.setCentralWidget(inside)
        self.status_text, self.shapes_text = ElidedLabel(self), ElidedLabel(self)
        self.shapes_text.setProperty("tone", "muted")
        self.statusBar().addWidget(self.status_text, 1)
        self.statusBar().addPermanentWidget(self.shapes_text)

    def _place(self, settings: Settings) -> None:
        self._start_maximised = settings.maximised
        areas = [screen.availableGeometry() for screen in self.screen().virtualSiblings()]
        if settings.place:
            wanted = QRect(*settings.place)
        else:
            wanted = QRect(0, 0, *FIRST_SIZE)
            wanted.moveCenter(self.screen().availableGeometry().center())
        self.setGeometry(fitted(wanted, areas, TITLE_BAR))

    def _show_document(self) -> None:
        document = self.document
        scene, result, path, modified = document.scene, document.result, document.path, document.modified
        self._show_panel(scene.open_panel)
        title, origin, *checks = (result.captions.get(name) for name in ("title", "origin", "shapes", "row_sums"))
        labels = [part for matrix in result.matrices.values() for part in (matrix.row_labels, matrix.column_labels)]
        can = (document.can_undo, document.can_redo)
        told = (scene.title, path, modified, can, title, origin, result.notices, labels)
        if checks != self._checks:
            self._checks = checks
            self.shapes_text.show_text("  ·  ".join(said(check) for check in checks if check is not None))
        if told == self._told:
            return  # as with most moves of a slider
        self._told = told
        self.notices.show_group("state", (*result.notices, *glyph_notices({*chain.from_iterable(labels)})))
        name = path.name if path else said(title) if title else scene.title
        self.top_bar.show_title(name, said(origin) if origin else "", modified=modified)
        self.setWindowTitle(f"{name}[*] – attnstudio" if name else "attnstudio[*]")
        if modified != self.isWindowModified():  # Qt would tell every widget again
            self.setWindowModified(modified)
        offer(self.actions_by_name["undo"], document.can_undo, UNDO_TIP, NOTHING_TO_UNDO)
        offer(self.actions_by_name["redo"], document.can_redo, REDO_TIP, NOTHING_TO_REDO)

    def _show_panel(self, name: str) -> None:
        if name not in self._views:
            view = self._views[name] = catalog.panel_named(name).view(self.document)
            view.status.connect(lambda message: self.status_text.show_text(said(message)))
            self._stack.addWidget(view)
        if self._stack.currentWidget() is not self._views[name]:
            self._stack.setCurrentWidget(self._views[name])
            self.status_text.show_text("")
            self._show_own_menu(name)
        self._panel_actions[name].setChecked(True)

    def _show_own_menu(self, name: str) -> None:
        """Give the open panel's actions their menu, and their keys to the window."""
        for action in self._own_menu.actions():
            self.removeAction(action)
        self._own_menu.clear()
        own = self._views[name].actions()
        self._own_menu.addActions(own)
        self.addActions(own)
        self._own_menu.setTitle(catalog.panel_named(name).title)
        self._own_menu.menuAction().setVisible(bool(own))

    def _show_appearance(self) -> None:
        self.actions_by_name[self._appearance.shown].setChecked(True)
        self.statusBar().setContentsMargins(look().px(14), 0, look().px(8), 0)
        self._fit_width()

    def _fit_width(self) -> None:
        self.rail.set_compact(self.width() < look().px(NARROW))

    def _open_file(self, path: Path) -> None:
        self._load(catalog.open_file(path))

    def _load(self, opening: catalog.Opening) -> None:
        self.document.load(opening.scene, opening.path)
        self.notices.put_away("file")
        self.notices.show_group("opened", opening.notices)

    def _write(self, path: Path, scene: Scene) -> None:
        write_scene(scene, path)
        self.notices.put_away("file")

    def _fill_examples(self) -> None:
        if self._examples.isEmpty():
            for example in examples():
                action = self._examples.addAction(example.title.replace("&", "&&"))
                action.triggered.connect(partial(self._open_example, example.name))

    def _open_example(self, name: str, _checked: bool = False) -> None:
        settle(self)
        opening = catalog.open_example(name)
        self.document.load_as_edit(opening.scene)
        self.notices.show_group("opened", opening.notices)

    def _toggle_full_screen(self) -> None:
        if self.isFullScreen():
            self._leave_full_screen()
        else:
            self._full_screen.enter()

    def _leave_full_screen(self) -> None:
        if self.actions_by_name["project"].isChecked():
            self.actions_by_name["project"].trigger()
        self._full_screen.leave()

    def _toggle_project(self) -> None:
        on = self.actions_by_name["project"].isChecked()
        if on:
            self._borrowed_before = self._appearance.borrowed
            self._full_screen.enter()
        else:
            self._full_screen.leave()
        self.menuBar().setVisible(not on)
        self.rail.setVisible(not on)
        self._appearance.borrow("projector" if on else self._borrowed_before)

    def _show_keys(self) -> None:
        from attnstudio.ui.shortcuts import ShortcutSheet

        menus = [*self._menus, self._own_menu]
        ShortcutSheet({menu.title().replace("&", ""): menu.actions() for menu in menus}, self).show()

    def _show_about(self) -> None:
        from attnstudio.ui.about import AboutPage

        AboutPage(resource_path("licences", "THIRD_PARTY.md").read_text(encoding="utf-8"), self).show()

    def closeEvent(self, event: QCloseEvent) -> None:
        settle(self)
        if self.document.modified and not self._closing:
            event.ignore()
            self.files.unless_unsaved(self._close_now)
        else:
            event.accept()

    def _close_now(self) -> None:
        self._closing = True
        self.close()

    def focusNextPrevChild(self, forward: bool) -> bool:
        return move_on(self.centralWidget(), forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.isFullScreen():  # unless a field or a cell has used it
            self._leave_full_screen()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.actions_by_name["full_screen"].setChecked(self.isFullScreen())
            self.actions_by_name["leave"].setEnabled(self.isFullScreen())
            if self.actions_by_name["project"].isChecked() and not self.isFullScreen():
                self.actions_by_name["project"].trigger()  # the system's own key ends full screen too

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_width()
