"""Locating: where the numbers of a scene are now, if they are not where it says."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from attnstudio.files.faults import MissingTensors
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.file_work import FileWork
from attnstudio.ui.notices import NoticeBar, Offer
from attnstudio.ui.words import said

LOCATE = QT_TRANSLATE_NOOP("attnstudio", "Locate…")
_TITLE = QT_TRANSLATE_NOOP("attnstudio", "Where is {name}?")


def offer_locating(
    files: FileWork,
    notices: NoticeBar,
    words: Message,
    fault: MissingTensors,
    go_on: Callable[[Mapping[str, Path]], None],
) -> None:
    """Say that numbers are missing, with a button to choose their file; `go_on` gets its path by the link to it."""

    def chosen(path: str) -> None:
        files.unless_unsaved(lambda: go_on({fault.wanted: Path(path)}))  # what was done since the words came

    def choose() -> None:
        dialog = files.choose(said(Message(_TITLE, {"name": Path(fault.wanted).name})), chosen)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.open()

    offers: list[Offer] = [(LOCATE, choose)]
    notices.show_message("file", words, offers=offers)
