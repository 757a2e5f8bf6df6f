"""Open, Save, Save as, and the question about unsaved work: never modal loops, a failure changes nothing."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from attnstudio.state.history import Moment
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.scene import SCENE_SUFFIX, Scene
from attnstudio.ui.document import Document
from attnstudio.ui.words import said

_OPENED = QT_TRANSLATE_NOOP(
    "attnstudio", "Scenes, tensors and lessons (*.attn.json *.npz *.npy *.safetensors *.toml);;All files (*)"
)
_SAVED = QT_TRANSLATE_NOOP("attnstudio", "Scenes (*.attn.json)")
_QUESTION = QT_TRANSLATE_NOOP("attnstudio", "The changes to {name} are not saved.")
EXISTS = QT_TRANSLATE_NOOP("attnstudio", "{path} exists already: to replace it, choose it by its whole name.")


class FileWork(QObject):
    """What the File menu does.

    Parameters
    ----------
    document : Document
    window : QWidget
        Dialogs belong to it.
    open_file : callable (Path)
        Opens a file in the document; it says itself what is wrong with one.
    write : callable (Path, Scene) -> None
    fault : type
        What that raises before anything is changed, with the whole sentence for people as its text.
    """

    failed = Signal(object)  # the Message to show; the state is as it was

    def __init__(
        self,
        document: Document,
        window: QWidget,
        open_file: Callable[[Path], Any],
        write: Callable[[Path, Scene], Any],
        fault: type[Exception],
    ) -> None:
        super().__init__(window)
        self._document, self._window, self._open_file, self._write = document, window, open_file, write
        self._fault = fault
        self.dialog: QMessageBox | QFileDialog | None = None

    def open(self) -> None:
        """Let a file be chosen and open it."""
        self.unless_unsaved(self._choose_opened)

    def open_path(self, path: Path) -> None:
        """Open a scene or tensors; whatever is wrong with the file is said and the state stays."""
        self._open_file(path)

    def save(self, then: Callable[[], None] = lambda: None, work: Moment | None = None) -> None:
        """Save to the file that is open, or to one that is chosen, and go on with `then` once that is done.

        `work`: what lies behind what is open, to its own file.
        """
        path = self._document.path if work is None else work.source.path
        if path is None:
            self.save_as(then, work)
        else:
            self._save_to(path, then, work)

    def save_as(self, then: Callable[[], None] = lambda: None, work: Moment | None = None) -> None:
        """Let a file be chosen and save to it."""
        dialog = self.choose(said("Save as"), lambda path: self._save_chosen(Path(path), then, work), said(_SAVED))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SCENE_SUFFIX[1:])
        dialog.selectFile(str((None if work else self._document.path) or f"scene{SCENE_SUFFIX}"))
        dialog.open()

    def unless_unsaved(self, then: Callable[[], None]) -> None:
        """Go on with `then`, after asking where work would be lost: about what is open, then about what is behind."""
        self._ask(self._document.unsaved, then)

    def _ask(self, works: Sequence[Moment], then: Callable[[], None]) -> None:
        if not works:
            then()
            return
        work, *others = works
        if isinstance(self.dialog, QMessageBox):
            self.dialog.close()
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("attnstudio")
        path = work.source.path
        name = path.name if path else work.scene.title or said("this scene")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(said(Message(_QUESTION, {"name": f"“{name}”"})))
        box.setInformativeText(said("Save them before going on?"))
        answers = QMessageBox.StandardButton
        box.setStandardButtons(answers.Save | answers.Discard | answers.Cancel)
        box.setDefaultButton(answers.Save)
        box.finished.connect(lambda answer: self._answered(answer, work, lambda: self._ask(others, then)))
        self._show(box)
        box.open()

    def _answered(self, answer: int, work: Moment, then: Callable[[], None]) -> None:
        if answer == QMessageBox.StandardButton.Save:
            self.save(then, None if work.scene is self._document.scene else work)
        elif answer == QMessageBox.StandardButton.Discard:
            then()

    def _choose_opened(self) -> None:
        dialog = self.choose(said("Open"), lambda path: self.open_path(Path(path)), said(_OPENED))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.open()

    def choose(self, title: str, chosen: Callable[[str], object], names: str = "") -> QFileDialog:
        """Return a dialog in which a file is chosen, to be opened; `names` says which it shows."""
        path = self._document.path
        dialog = QFileDialog(self._window, title, str(path.parent) if path else "", names)
        dialog.fileSelected.connect(chosen)
        self._show(dialog)
        return dialog

    def _show(self, dialog: QMessageBox | QFileDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.destroyed.connect(lambda: self._forget(dialog))
        self.dialog = dialog

    def _forget(self, dialog: QMessageBox | QFileDialog) -> None:
        if self.dialog is dialog:
            self.dialog = None

    def _save_chosen(self, path: Path, then: Callable[[], None], work: Moment | None = None) -> None:
        whole = path if path.name.endswith(SCENE_SUFFIX) else path.with_name(path.name + SCENE_SUFFIX)
        if whole != path and whole.exists():
            self.failed.emit(Message(EXISTS, {"path": whole}))
        else:
            self._save_to(whole, then, work)

    def _save_to(self, path: Path, then: Callable[[], None], work: Moment | None = None) -> None:
        try:
            self._write(path, self._document.scene if work is None else work.scene)
        except self._fault as error:
            self._tell(error)
        else:
            self._document.mark_saved(path, work)
            then()

    def _tell(self, error: Exception) -> None:
        self.failed.emit(Message("{text}", {"text": error}))
