"""The window: rail, open panel, menus, top bar, notices and status line around one Document."""

from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow

from attnstudio import catalog
from attnstudio.exchange.desk import Desk
from attnstudio.exchange.sheets import Sheets
from attnstudio.exchange.teaching import Teaching
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.actions import ActionSpec, refused
from attnstudio.ui.appearance import Appearance
from attnstudio.ui.commands import PANEL_BUTTONS
from attnstudio.ui.document import Document
from attnstudio.ui.frame import WindowFrame
from attnstudio.ui.glyphs import glyph_notices
from attnstudio.ui.menus import WindowMenus
from attnstudio.ui.notices import NoticeBar
from attnstudio.ui.panel import Panel
from attnstudio.ui.projector import Projector
from attnstudio.ui.rail import Rail
from attnstudio.ui.screens import corners, put_on_screen
from attnstudio.ui.settings import Settings
from attnstudio.ui.status_line import StatusLine
from attnstudio.ui.tab_order import move_on
from attnstudio.ui.top_bar import TopBar
from attnstudio.ui.typed import settle
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.ui.file_work import FileWork

OPEN_PANEL = QT_TRANSLATE_NOOP("attnstudio", "Open the panel {title}")


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
        self._projector = Projector(self, appearance)
        self._views: dict[str, Panel] = {}
        self._start_maximised = settings.maximised
        self._closing = False
        self._told: object = None
        self._titled: object = None
        self._checks: object = None
        self._build(settings)
        self.setAcceptDrops(True)
        put_on_screen(self, settings.place)
        document.changed.connect(self._show_document)
        appearance.changed.connect(self._show_appearance)
        self._projector.changed.connect(self._show_projection)
        self._show_document()
        self._show_appearance()
        self._show_projection()

    def start(self, *, full_screen: bool = False) -> None:
        """Appear as the last run left it."""
        self.frame.fit_width()  # first, or all would be laid out twice
        if self._start_maximised:
            self.showMaximized()
        else:
            self.show()
        if full_screen:
            self._projector.full_screen.enter()
        self.setFocus()  # no button has a ring before a key is used; Tab goes to the first

    @property
    def files(self) -> "FileWork":
        """What asks for files and about unsaved work."""
        return self.desk.files

    @property
    def settings(self) -> Settings:
        """What the next run comes back to."""
        full_screen, shown = self._projector.full_screen, self._appearance
        place = corners(full_screen.place)
        recent = self.desk.recent.paths
        return Settings(
            place, full_screen.maximised, shown.chosen, shown.zoom, shown.digits, recent, self.teaching.pages.width
        )

    def tell(self, key: str, message: Message, *, error: bool = True) -> None:
        """Show a message in the notice bar until it is put away."""
        self.notices.show_message(key, message, error=error)

    def tell_typed(self, refusal: Message | None) -> None:
        """Say why typed text was not taken; None where that is over."""
        if refusal is None:
            self.notices.put_away("typed")
        else:
            self.tell("typed", refusal)

    def keep_in(self, folder: Path) -> None:
        """Keep work in a folder, for after a crash and for the next start; offer what is there."""
        keeping = self.desk.keep_in(folder)
        self._menus.show_last(there=keeping.has_last)
        self.teaching.keep_in(folder)

    def leave(self, *, clean: bool) -> None:
        """End all work with lessons and files; `clean` where unsaved work was asked about."""
        self.teaching.leave()
        self.desk.leave(clean=clean, lesson=self.teaching.resumed)

    def _build(self, settings: Settings) -> None:
        self.notices = NoticeBar(self)
        self.desk = Desk(self.document, self.notices, self._open_view, self, settings.recent)
        self.teaching = Teaching(self.document, self.desk, self._open_view, self)
        self.sheets = Sheets(self.document, lambda: self._menus.listed(), self)  # noqa: PLW0108  # menus are made later, of these slots
        slots: dict[str, Callable[[], object]] = {
            **self.desk.slots, **self.teaching.slots, "quit": self.close,
            "undo": self.document.undo, "redo": self.document.redo, "reset": self.document.reset, "columns": self._turn,
            "menus": self._go_to_menus,
            **self.sheets.slots, **self._appearance.slots, **self._projector.slots,
        }  # fmt: skip
        panels = [
            ActionSpec(spec.name, spec.title, said(Message(OPEN_PANEL, {"title": spec.title})), (f"Ctrl+{i}",),
                       group="panel")
            for i, spec in enumerate(catalog.PANELS, 1)
        ]  # fmt: skip
        self._menus = WindowMenus(self, slots, panels, self.document.open_panel)
        self._menus.examples.aboutToShow.connect(partial(self.desk.fill_examples, self._menus.examples))
        self._menus.recent.aboutToShow.connect(partial(self.desk.recent.fill, self._menus.recent))
        self._menus.lessons.aboutToShow.connect(partial(self.teaching.menu.fill, self._menus.lessons))
        self._menus.show_last(there=False)
        self.actions_by_name = self._menus.actions
        undo, redo, export, project = (self.actions_by_name[name] for name in ("undo", "redo", "export", "project"))
        self.top_bar = TopBar([undo, redo, self._menus.examples, *PANEL_BUTTONS, export, project], self)
        self.rail = Rail([(self._menus.panels[spec.name], spec.glyph) for spec in catalog.PANELS], self)
        self.frame = WindowFrame(self.top_bar, self.rail, self.notices, self)
        self.setCentralWidget(self.frame)
        self.teaching.stand_in(self.frame.side, settings.side)
        self._status = StatusLine(self.statusBar(), self.teaching.tab)
        self.status_text, self.shapes_text = self._status.text, self._status.shapes
        for told in (self.desk.told, self.teaching.told):
            told.connect(self._say)
        self.teaching.changed.connect(self._show_lesson)
        self._show_lesson()

    def _show_document(self) -> None:
        document = self.document
        scene, result, path, modified = document.scene, document.shown, document.path, document.modified
        self._show_panel(scene.open_panel)
        checks = [*map(result.captions.get, ("shapes", "row_sums"))]
        can = (document.can_undo, document.can_redo)
        turned, turns = document.state(scene.open_panel).orientation == "columns", self._open_view().turns
        told = (path, modified, can, turned, turns, result.notices, result.labels)
        self._show_title(modified=modified)
        if checks != self._checks:
            self._checks = checks
            self.shapes_text.show_text("  ·  ".join(said(check) for check in checks if check is not None))
        if told == self._told:
            return  # as with most moves of a slider
        self._told = told
        self.notices.show_group("state", (*result.notices, *glyph_notices({*chain.from_iterable(result.labels)})))
        if modified != self.isWindowModified():  # Qt would tell every widget again
            self.setWindowModified(modified)
        self.desk.follow(modified=modified)
        self._menus.show_document(can_undo=document.can_undo, can_redo=document.can_redo, turned=turned, turns=turns)

    def _show_title(self, *, modified: bool) -> None:
        """Name what is open: a step by its own title, then what its numbers are called and where they come from.

        The title of a scene is that of the panel it was opened on.
        """
        document = self.document
        path, panel, captions = document.path, document.scene.open_panel, document.shown.captions
        step, own, origin = self.teaching.title, captions.get("title"), captions.get("origin")
        called = (document.scene.title if panel == document.start.open_panel else "") or catalog.panel_named(
            panel
        ).title
        titled = step, path, modified, called, own, origin
        if titled == self._titled:
            return
        self._titled = titled
        names = [step, path.name if path else said(own) if own else "" if step else called]
        name, *rest = [each for each in names if each]
        self.top_bar.show_title(name, *rest, said(origin) if origin else "", modified=modified)
        self.setWindowTitle(f"{name}[*] – attnstudio")

    def _show_panel(self, name: str) -> None:
        if name not in self._views:
            view = self._views[name] = catalog.panel_named(name).view(self.document)
            view.status.connect(self._say)
            view.example_wanted.connect(self.desk.open_example)
        if self.frame.show_panel(self._views[name]):
            self.notices.put_away("copy")  # it spoke of the other panel
            self._say(self._views[name].told)
            own = self._views[name].actions()
            self._menus.show_own(catalog.panel_named(name).title, own)
            self.top_bar.show_own(own)
        self._menus.panels[name].setChecked(True)

    def _say(self, message: Message) -> None:
        self._status.say(said(message))

    def _show_lesson(self) -> None:
        self._menus.show_lesson(**self.teaching.offered())
        self._show_title(modified=self.document.modified)

    def _show_appearance(self) -> None:
        for name in self._appearance.checked:
            self.actions_by_name[name].setChecked(True)
        self._status.fit_look()
        self.frame.fit_width()

    def _show_projection(self) -> None:
        self._menus.show_projection(full_screen=self.isFullScreen(), projecting=self._projector.on)
        self.top_bar.fold_menus(self.menuBar().actions() if self._projector.on else ())
        self.rail.setVisible(not self._projector.on)

    def _open_view(self) -> Panel:
        return self._views[self.document.scene.open_panel]

    def _go_to_menus(self) -> None:
        bar, folded = self.menuBar(), self.top_bar.menus
        if self._projector.on:
            folded.menu().popup(folded.mapToGlobal(folded.rect().bottomLeft()))
            folded.menu().setActiveAction(bar.actions()[0])
        else:
            bar.setActiveAction(bar.actions()[0])

    def _turn(self) -> None:
        panel = self.document.scene.open_panel
        turned = self.document.state(panel).orientation == "columns"
        self.document.edit_state(panel, orientation="rows" if turned else "columns")

    def closeEvent(self, event: QCloseEvent) -> None:
        settle(self)
        if self.document.modified and not self._closing:
            event.ignore()
            self.files.unless_unsaved(self._close_now)
        else:
            event.accept()
            self.leave(clean=True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.desk.drop([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])

    def _close_now(self) -> None:
        self._closing = True
        self.close()

    def focusNextPrevChild(self, forward: bool) -> bool:
        return move_on(self, forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() != Qt.Key.Key_Escape:  # else no field or cell has used it
            if reason := refused(event, self.actions()):
                self._status.say(reason)
            super().keyPressEvent(event)
        elif not self._open_view().leave() and self.isFullScreen():
            self._projector.leave()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self._projector.follow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.frame.fit_width()
