"""All that goes in and out of a window: files that are opened, kept, exported and copied, and what is said of it."""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from attnstudio import catalog
from attnstudio.catalog import Opening
from attnstudio.files.faults import FileFault
from attnstudio.files.resources import resource_path
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.scene import Scene
from attnstudio.ui.document import Document
from attnstudio.ui.notices import NoticeBar, Offer
from attnstudio.ui.panel import Panel
from attnstudio.ui.recent import RecentFiles
from attnstudio.ui.typed import settle
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.exchange.exporting import ExportWork
    from attnstudio.exchange.keeping import Keeping
    from attnstudio.exchange.opening import OpeningWork
    from attnstudio.ui.file_work import FileWork

REMOVE = QT_TRANSLATE_NOOP("attnstudio", "Remove it from the list")
LESSON = ".toml"
_LESSONS = QT_TRANSLATE_NOOP("attnstudio", "Lessons (*.toml);;All files (*)")
_FIRST = QT_TRANSLATE_NOOP("attnstudio", "One file is opened at a time: of {count}, this is {name}.")
_NO_FILE = QT_TRANSLATE_NOOP("attnstudio", "Only files of this computer can be opened.")


class Desk(QObject):
    """What the File menu does, what is dropped on the window, and what is left for the next run.

    Parameters
    ----------
    document : Document
    notices : NoticeBar
    panel : callable () -> Panel
        Returns the open panel.
    window : QWidget
        Dialogs belong to it.
    recent : iterable of str
        Paths of files that earlier runs have opened, newest first.
    """

    told = Signal(object)  # a Message for the status line: what was done
    lesson_wanted = Signal(object)  # the Path of a lesson that is to be opened

    def __init__(
        self,
        document: Document,
        notices: NoticeBar,
        panel: Callable[[], Panel],
        window: QWidget,
        recent: Iterable[str] = (),
    ) -> None:
        super().__init__(window)
        self._document, self._notices, self._panel, self._window = document, notices, panel, window
        self.recent = RecentFiles(recent, self._open_recent, self)
        self.keeping: Keeping | None = None
        self._opening: OpeningWork | None = None
        self._exporting: ExportWork | None = None
        self._left = False

    @property
    def slots(self) -> dict[str, Callable[[], object]]:
        """What the actions of these names do."""
        return {
            "new": lambda: self.files.unless_unsaved(self._start_anew),
            "open": self._choose, "save": self._save, "save_as": self._save_as,
            "continue": self._continue, "export": self._export,
            **{f"copy {form}": partial(self._copy, form) for form in ("latex", "numpy", "markdown", "tabs")},
        }  # fmt: skip

    @cached_property
    def files(self) -> "FileWork":
        """What asks for files and about unsaved work; made when it is first wanted."""
        from attnstudio.ui.file_work import FileWork

        files = FileWork(self._document, self._window, self._open, self._write, FileFault)
        files.failed.connect(self._tell)
        return files

    @property
    def opening(self) -> "OpeningWork":
        """What opens files; made when the first is opened."""
        if self._opening is None:
            from attnstudio.exchange.opening import OpeningWork

            self._opening = OpeningWork(self._document, self.files, self._notices, self._window)
            self._opening.opened.connect(self._opened)
            self._opening.failed.connect(self.tell_fault)
        return self._opening

    @property
    def exporting(self) -> "ExportWork":
        """What exports; made when something is exported."""
        if self._exporting is None:
            from attnstudio.exchange.exporting import ExportWork

            self._exporting = ExportWork(self._document, self.files, self._notices, self._window)
            self._exporting.done.connect(self._done)
            self._exporting.failed.connect(self._tell)
        return self._exporting

    def keep_in(self, folder: Path) -> "Keeping":
        """Keep work in a folder from now on, and offer what is there."""
        from attnstudio.exchange.keeping import Keeping

        self.keeping = Keeping(self._document, folder, self._notices, self.files)
        self.keeping.shown.connect(self._show_anew)
        self.keeping.lesson_wanted.connect(self._resume)
        self.keeping.offer()
        return self.keeping

    def follow(self, *, modified: bool) -> None:
        """Do what follows from another state of the document: work that stands in a file need not be kept."""
        if self.keeping is not None:
            self._notices.put_away("last")
            if not modified:
                self.keeping.recovery.clear()

    def leave(self, *, clean: bool, lesson: str = "") -> None:
        """End all work with files, in a lesson or in none; `clean` where unsaved work was asked about."""
        if self._left:
            return
        self._left = True
        if self._opening is not None:
            self._opening.close()
        if self._exporting is not None:
            self._exporting.close()
        if self.keeping is not None:
            self.keeping.leave(clean=clean, lesson=lesson)

    def drop(self, paths: Sequence[Path]) -> None:
        """Open the first of some files that were dropped on the window."""
        if not paths:
            self._tell(Message(_NO_FILE))
            return
        settle(self._window)

        def open_first() -> None:
            self.files.open_path(paths[0])
            if len(paths) > 1:
                words = Message(_FIRST, {"count": len(paths), "name": paths[0].name})
                self._notices.show_message("dropped", words, error=False)

        self._notices.put_away("dropped")
        self._unless_lost(paths[0], open_first)

    def fill_examples(self, menu: QMenu) -> None:
        """List the examples that ship in a menu, once."""
        from attnstudio.files.examples import examples

        for example in examples() if menu.isEmpty() else ():
            action = menu.addAction(example.title.replace("&", "&&"))
            action.triggered.connect(partial(self.open_example, example.name))

    def opened_lesson(self, path: Path) -> None:
        """Remember the lesson of a person's own file that was opened."""
        self._notices.put_away("file")
        if not path.is_relative_to(resource_path("lessons")):
            self.recent.add(path)

    def choose_lesson(self, opened: Callable[[Path], object]) -> None:
        """Let the file of a lesson be chosen."""
        dialog = self.files.choose(said("Open a lesson"), lambda path: opened(Path(path)), said(_LESSONS))
        dialog.setFileMode(dialog.FileMode.ExistingFile)
        dialog.open()

    def show_notices(self, group: str, notices: Sequence[Message]) -> None:
        """Show what must be known."""
        self._notices.show_group(group, notices)

    def _choose(self) -> None:
        self.files.open()

    def _save(self) -> None:
        self.files.save()

    def _save_as(self) -> None:
        self.files.save_as()

    def _open(self, path: Path) -> None:
        if path.suffix.lower() == LESSON:
            self.lesson_wanted.emit(path)
        else:
            self.opening.open_path(path)

    def _open_recent(self, path: Path) -> None:
        settle(self._window)
        self._unless_lost(path, lambda: self._open(path))

    def _unless_lost(self, path: Path, then: Callable[[], None]) -> None:
        """Go on with `then`, after asking where work would be lost; a lesson is an undo step, and loses none."""
        if path.suffix.lower() == LESSON:
            then()
        else:
            self.files.unless_unsaved(then)

    def open_example(self, name: str, _checked: bool = False) -> None:
        """Open an example that ships, as an undo step."""
        settle(self._window)
        opening = catalog.open_example(name)
        self._document.load_as_edit(opening.scene)
        self._show_anew(opening)

    def _start_anew(self) -> None:
        self._load(Opening(catalog.start_scene()))

    def _opened(self, opening: Opening, path: Path) -> None:
        self.recent.add(path)
        self._load(opening)

    def _load(self, opening: Opening) -> None:
        if self._opening is not None:
            self._opening.cancel()
        self._document.load(opening.scene, opening.path, unsaved=opening.unsaved)
        self._notices.put_away("file")
        self._show_anew(opening)

    def _show_anew(self, opening: Opening) -> None:
        """Say what must be known of what was opened, and nothing any more of what was done before."""
        self._notices.show_group("opened", opening.notices)
        self.told.emit(self._panel().told)

    def tell_fault(self, path: Path, fault: FileFault) -> None:
        """Say what is wrong with a file."""
        whole = path.absolute()
        gone = str(whole) in self.recent.paths and not whole.exists()
        offers: list[Offer] = [(REMOVE, lambda: self.recent.remove(whole))] if gone else []
        self._notices.show_message("file", Message("{fault}", {"fault": fault}), offers=offers)

    def _write(self, path: Path, scene: Scene) -> None:
        from attnstudio.files.scenes import write_scene

        write_scene(scene, path)
        self.recent.add(path)
        self._notices.put_away("file")

    def _continue(self) -> None:
        if self.keeping is not None:
            self.keeping.go_on()

    def _resume(self, lesson: str) -> None:
        from attnstudio.exchange.lesson_shelf import path_of

        self.lesson_wanted.emit(path_of(lesson))

    def _export(self) -> None:
        self.exporting.ask(self._panel())

    def _done(self, message: Message) -> None:
        self._notices.put_away("file")
        self.told.emit(message)

    def _copy(self, form: str) -> None:
        from attnstudio.exchange import copying

        shown = self._document.shown
        matrix = copying.matrix_meant(self._window.focusWidget(), self._panel().copied(), shown)
        self._notices.put_away("copy")
        if matrix is None:
            self._notices.show_message("copy", copying.nothing_copied(shown), error=False)
            return
        try:
            self.told.emit(copying.copy(matrix, form))
        except ValueError as error:
            words = Message(copying.NOT_COPIED, {"reason": error})
            self._notices.show_message("copy", words, error=False)

    def _tell(self, message: Message) -> None:
        self._notices.show_message("file", message)
