"""Exporting: the sheet, the file that is chosen, what is written into it, and what is said of that."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from attnstudio import catalog
from attnstudio.files.atomic import write_whole
from attnstudio.files.faults import FileFault
from attnstudio.files.scenes import write_scene
from attnstudio.state.fields import Scenario
from attnstudio.state.figures import Result
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.document import Document
from attnstudio.ui.export_sheet import PICTURES, ExportSheet, Wanted
from attnstudio.ui.file_work import EXISTS, SUFFIX, FileWork
from attnstudio.ui.panel import Panel
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

T = QT_TRANSLATE_NOOP
ENDINGS = {"png": ".png", "svg": ".svg", "pdf": ".pdf", "csv": ".csv", "numpy": ".py", "torch": ".py", "scene": SUFFIX}
FILTERS = {
    "png": T("attnstudio", "PNG pictures (*.png)"), "svg": T("attnstudio", "SVG pictures (*.svg)"),
    "pdf": T("attnstudio", "PDF pages (*.pdf)"), "csv": T("attnstudio", "CSV tables (*.csv)"),
    "numpy": T("attnstudio", "Python scripts (*.py)"), "torch": T("attnstudio", "Python scripts (*.py)"),
    "scene": T("attnstudio", "Scenes (*.attn.json)"),
}  # fmt: skip
_CHOOSE = T("attnstudio", "Export as")
_DONE = T("attnstudio", "Exported: {path}")


class ExportWork(QObject):
    """Exports what is on the screen.

    Parameters
    ----------
    document : Document
    files : FileWork
        Its dialogs choose the file.
    window : QWidget
        The sheet belongs to it.
    """

    done = Signal(object)  # the Message to show
    failed = Signal(object)  # likewise; no file was changed

    def __init__(self, document: Document, files: FileWork, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._files, self._window = document, files, window
        self.sheet: ExportSheet | None = None

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
        return wanted.part or (path.name.removesuffix(SUFFIX) if path else self._document.scene.open_panel)

    def export(self, path: Path, wanted: Wanted) -> None:
        """Write a file; its name decides what it is where it contradicts what was chosen."""
        whole, kind = decided(path, wanted.kind)
        if whole != path and whole.exists():
            self.failed.emit(Message(EXISTS, {"path": whole}))
            return
        try:
            self._write(whole, replace(wanted, kind=kind))
        except (FileFault, ValueError) as fault:  # the latter says why there is no such script
            self.failed.emit(Message("{fault}", {"fault": fault}))
        else:
            self.done.emit(Message(_DONE, {"path": whole}))

    def _write(self, path: Path, wanted: Wanted) -> None:
        scene = self._document.scene
        if wanted.kind == "scene":
            write_scene(scene, path)
            return
        write_whole(path, self._content(wanted))

    def _content(self, wanted: Wanted) -> bytes:
        document = self._document
        scene, shown = document.scene, document.shown
        if wanted.kind in PICTURES:
            from attnstudio.exchange.pictures import picture_of

            self._window.setUpdatesEnabled(False)  # or it would be painted in the look of the picture
            try:
                return picture_of(
                    scene, ENDINGS[wanted.kind], wanted.size, wanted.look, part=wanted.part, compute=self._final
                )
            finally:
                self._window.setUpdatesEnabled(True)
        if wanted.kind == "csv":
            from attnstudio.files.tables import csv_bytes

            return csv_bytes(_only(shown, wanted.part))
        return catalog.script(scene.open_panel, document.state(scene.open_panel), wanted.kind).encode()

    def _final(self, panel: str, scenario: Scenario) -> Result:
        """Return the Result of the screen where it is final, else what it will be."""
        document = self._document
        known = not document.computing and document.scene.open_panel == panel and document.scenario(panel) is scenario
        return document.result if known else catalog.final(panel, scenario)


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


def _only(result: Result, part: str | None) -> Result:
    return (
        result
        if part is None or part not in result.matrices
        else replace(result, matrices={part: result.matrices[part]})
    )
