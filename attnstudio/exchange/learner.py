"""What is kept of a learner's lessons on this machine: written at once, exported as a table, or forgotten."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from attnstudio import catalog
from attnstudio.exchange.desk import Desk
from attnstudio.files.faults import FileFault
from attnstudio.files.progress_files import Kept, begin_anew, new_learner, read_progress, write_progress
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.progress import Progress
from attnstudio.ui.words import said

T = QT_TRANSLATE_NOOP
FORGET = T("lessons", "Forget all progress in the lessons?")
FOR_GOOD = T("lessons", "What was done and answered is deleted from this computer; this cannot be undone.")
UNKEPT = T("lessons", "Progress is not kept now; the next page or answer tries again. {fault}")
STAYS = T("lessons", "Nothing is forgotten. {fault}")
OTHERS = T("lessons", "Begin with other questions?")
PUT_AWAY = T("lessons", "What was answered to these is deleted from this computer; this cannot be undone. "
                        "Challenges stay solved.")  # fmt: skip
NAMES = T("lessons", "Tables (*.csv)")
DONE = T("lessons", "Progress is in {path}.")


class Learner(QObject):
    """Holds the progress; without a folder it ends with the window.

    Several windows and processes may keep theirs in one folder: what was written there meanwhile is taken up.

    Parameters
    ----------
    desk : Desk
        Its dialogs and notices are used.
    window : QWidget
    """

    forgotten = Signal()
    joined = Signal()  # what is kept is more than what was given, or another learner's

    def __init__(self, desk: Desk, window: QWidget) -> None:
        super().__init__(window)
        self._desk, self._window = desk, window
        self._folder: Path | None = None
        self.progress = self._known = new_learner()  # the latter as it was last read or written
        self._notices: tuple[Message, ...] = ()
        self._is_kept = True  # as far as there is a folder to keep it in
        self.box: QMessageBox | None = None

    def keep_in(self, folder: Path) -> None:
        """Keep progress in a folder, and take up what is there."""
        self._folder = folder
        self._hold(read_progress(folder))

    def keep(self, progress: Progress) -> None:
        """Take another state, and write it at once."""
        self.progress = progress
        if self._folder is not None:
            self._is_kept = self._take(partial(write_progress, progress, self._folder, self._known), UNKEPT)
        if self.progress != progress:
            self.joined.emit()

    def leave(self) -> None:
        """Try once more to keep what could not be kept: there is no next page or answer."""
        if not self._is_kept:
            self.keep(self.progress)

    def _take(self, write: Callable[[], Kept], failed: str) -> bool:
        """Take what was written; say why nothing was, and keep what there is."""
        try:
            kept = write()
        except FileFault as fault:
            self._desk.show_notices("unkept", (Message(failed, {"fault": fault}),))
            return False
        self._hold(kept)
        self._desk.show_notices("unkept", ())  # what is said of it no longer holds
        return True

    def _hold(self, kept: Kept) -> None:
        self.progress = self._known = kept.progress
        if kept.notices:
            self._notices += kept.notices
            self._desk.show_notices("progress", self._notices)

    def export(self) -> None:
        """Let a file be chosen, and write a table of what was done."""
        dialog = self._desk.files.choose(said("Export progress"), lambda path: self._write(Path(path)), said(NAMES))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.selectFile("progress.csv")
        dialog.open()

    def _write(self, path: Path) -> None:
        from attnstudio.files.atomic import write_whole
        from attnstudio.files.lesson_files import lessons
        from attnstudio.files.progress_table import progress_csv
        from attnstudio.files.tables import table_bytes

        try:
            known = [catalog.open_lesson(lesson.path) for lesson in lessons()]
            write_whole(path, table_bytes(progress_csv(self.progress, known)))
        except FileFault as fault:
            self._desk.tell_fault(path, fault)
        else:
            self._desk.told.emit(Message(DONE, {"path": path.name}))

    def ask_to_forget(self) -> None:
        """Ask, and forget what was done."""
        self._ask(FORGET, FOR_GOOD, QMessageBox.StandardButton.Reset, self._forget)

    def ask_for_others(self, draw: Callable[[], None]) -> None:
        """Ask, and have other questions drawn."""
        self._ask(OTHERS, PUT_AWAY, QMessageBox.StandardButton.Yes, partial(self._draw, draw))

    def _ask(
        self, question: str, told: str, yes: QMessageBox.StandardButton, answered: Callable[[int], None]
    ) -> None:  # fmt: skip
        self.box = box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("attnstudio")
        box.setText(said(question))
        box.setInformativeText(said(told))
        box.setStandardButtons(yes | QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.finished.connect(answered)
        box.open()

    def _draw(self, draw: Callable[[], None], answer: int) -> None:
        self.box = None
        if answer == QMessageBox.StandardButton.Yes:
            draw()

    def _forget(self, answer: int) -> None:
        self.box = None
        begun = partial(Kept, new_learner()) if self._folder is None else partial(begin_anew, self._folder)
        if answer == QMessageBox.StandardButton.Reset and self._take(begun, STAYS):
            self.forgotten.emit()
