"""Exporting: the sheet, the file that is chosen, the work at it, and what is said of that."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from attnstudio import catalog
from attnstudio.exchange.export_job import ENDINGS, ExportJob, Shown
from attnstudio.exchange.underway import Underway
from attnstudio.files.faults import FileFault
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.document import Document
from attnstudio.ui.export_sheet import PICTURES, ExportSheet, Wanted
from attnstudio.ui.file_work import EXISTS, FileWork
from attnstudio.ui.notices import NoticeBar
from attnstudio.ui.panel import Panel
from attnstudio.ui.theme import look
from attnstudio.ui.words import said
from attnstudio.ui.worker import Worker

T = QT_TRANSLATE_NOOP
FILTERS = {
    "png": T("attnstudio", "PNG pictures (*.png)"), "svg": T("attnstudio", "SVG pictures (*.svg)"),
    "pdf": T("attnstudio", "PDF pages (*.pdf)"), "csv": T("attnstudio", "CSV tables (*.csv)"),
    "numpy": T("attnstudio", "Python scripts (*.py)"), "torch": T("attnstudio", "Python scripts (*.py)"),
    "scene": T("attnstudio", "Scenes (*.attn.json)"),
}  # fmt: skip
_CHOOSE = T("attnstudio", "Export as")
_DONE = T("attnstudio", "Exported: {path}")
_EXPORTING = T("attnstudio", "Exporting {name} …")
_PROGRESS = T("attnstudio", "Exporting {name} … {percent} %")
Outcome = ExportJob | FileFault | None


class ExportWork(QObject):
    """Exports what is on the screen: at once where that is quick, else in the worker, one file after the other.

    Parameters
    ----------
    document : Document
    files : FileWork
        Its dialogs choose the file.
    notices : NoticeBar
    window : QWidget
        The sheet belongs to it.
    """

    done = Signal(object)  # the Message to show
    failed = Signal(object)  # likewise; no file was changed

    def __init__(self, document: Document, files: FileWork, notices: NoticeBar, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._files, self._window = document, files, window
        self.sheet: ExportSheet | None = None
        self._jobs: list[ExportJob] = []  # the worker is at the first
        self._worker = Worker(self)
        self._worker.came.connect(self._came)
        self._worker.ended.connect(self._ended)
        self._underway = Underway(notices, "exporting", (_EXPORTING, _PROGRESS), self.cancel, self)

    @property
    def busy(self) -> bool:
        """Whether the worker is at a file."""
        return bool(self._jobs)

    def cancel(self) -> None:
        """Write nothing of the file that the worker is at, and go on with the next."""
        self._worker.stop()
        self._next()

    def close(self) -> None:
        """Let go of all that is not written, and wait for the worker."""
        self._jobs.clear()
        self._underway.end()
        self._worker.close()

    def ask(self, panel: Panel) -> None:
        """Let a person say what is to be exported of the open panel."""
        matrices = frozenset(self._document.shown.matrices)
        self.sheet = sheet = ExportSheet(panel.parts(), matrices, panel.size(), look(), self._window)
        sheet.chosen.connect(self._choose)
        sheet.destroyed.connect(lambda: self._forget(sheet))
        sheet.open()

    def _forget(self, sheet: ExportSheet) -> None:
        if self.sheet is sheet:
            self.sheet = None

    def _choose(self, wanted: Wanted) -> None:
        names = said(FILTERS[wanted.kind])
        dialog = self._files.choose(said(_CHOOSE), lambda chosen: self.export(Path(chosen), wanted), names)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(f"{self._stem(wanted)}{ENDINGS[wanted.kind]}")
        dialog.open()

    def _stem(self, wanted: Wanted) -> str:
        path = self._document.path
        return wanted.part or (path.name.removesuffix(ENDINGS["scene"]) if path else self._document.scene.open_panel)

    def export(self, path: Path, wanted: Wanted) -> None:
        """Write a file; its name decides what it is where it contradicts what was chosen."""
        whole, kind = decided(path, wanted.kind)
        if whole != path and whole.exists():
            self.failed.emit(Message(EXISTS, {"path": whole}))
            return
        job = ExportJob(whole, replace(wanted, kind=kind), self._document.scene, self._shown(kind))
        if job.quick:
            for outcome in job.steps():
                self._take(job, outcome)
            return
        self._jobs.append(job)
        if self._jobs == [job]:
            self._start(job)

    def _shown(self, kind: str) -> list[Shown]:
        """Return what the open panel shows, and for a picture after it what is pinned there."""
        document = self._document
        panel = document.scene.open_panel
        state = document.state(panel)
        shown = [Shown(state.scenario, document.result)]
        if kind in PICTURES and state.pinned is not None:
            shown.append(Shown(state.pinned, catalog.compute(panel, state.pinned)))
        return shown

    def _start(self, job: ExportJob) -> None:
        self._underway.begin(job.path.name, lambda: job.share)
        self._worker.start(job.steps())

    def _next(self) -> None:
        """Put away the file that the worker was at, and let it begin with the next."""
        self._underway.end()
        del self._jobs[:1]
        if self._jobs:
            self._start(self._jobs[0])

    def _came(self, outcome: Outcome) -> None:
        if self._jobs and outcome is not None:
            job = self._jobs[0]
            self._next()
            self._take(job, outcome)

    def _ended(self) -> None:
        if self._jobs and not self._worker.busy:  # an error, which is reported where all are
            self._next()

    def _take(self, job: ExportJob, outcome: Outcome) -> None:
        """Say what came of an export; a picture is painted now."""
        if outcome is job:
            try:
                if job.wanted.kind in PICTURES:
                    self._paint(job)
            except FileFault as fault:
                outcome = fault
            else:
                self.done.emit(Message(_DONE, {"path": job.path}))
                return
        if outcome is not None:
            self.failed.emit(Message("{fault}", {"fault": outcome}))

    def _paint(self, job: ExportJob) -> None:
        self._window.setUpdatesEnabled(False)  # or it would be painted in the look of the picture
        try:
            job.paint()
        finally:
            self._window.setUpdatesEnabled(True)


def decided(path: Path, kind: str) -> tuple[Path, str]:
    """Return the whole name of a file, and what it is: its ending decides where it is one of those known here."""
    name = path.name.lower()
    if name.endswith(ENDINGS[kind]):
        return path, kind
    endings = {ending: known for known, ending in reversed(ENDINGS.items())} | {".json": "scene"}
    for ending, known in endings.items():
        if name.endswith(ending):
            return path, known
    return path.with_name(path.name + ENDINGS[kind]), kind
