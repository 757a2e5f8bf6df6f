"""What one run leaves to the next: work that a crash would have lost, and where the person was."""

import os
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject

from attnstudio import catalog
from attnstudio.exchange.recovery import DAMAGED, Claim, Recovery, left_behind
from attnstudio.files.faults import FileFault, MissingTensors
from attnstudio.files.kept_scenes import About, about_kept, keep, kept_in
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.document import Document
from attnstudio.ui.file_work import FileWork
from attnstudio.ui.notices import NoticeBar, Offer

T = QT_TRANSLATE_NOOP
CONTINUE = T("attnstudio", "Continue where you were")
RECOVER, DISCARD = T("attnstudio", "Recover"), T("attnstudio", "Discard")
LAST_KEY = "last"
_LEFT = T("attnstudio", "attnstudio was closed unexpectedly. Work that was not saved is still here: “{name}”, {time}.")
_LAST = T("attnstudio", "Last time this was open: “{name}”.")
_DAMAGED = T("attnstudio", "What was kept cannot be read: {fault} It is left as it is in {folder}.")
_NAMELESS = T("attnstudio", "a scene")


class Keeping(QObject):
    """Keeps the scene of a document in a folder of attnstudio's own, and offers what an earlier run has kept there.

    Parameters
    ----------
    document : Document
    folder : Path
    notices : NoticeBar
    files : FileWork
        Asks about unsaved work.
    """

    def __init__(self, document: Document, folder: Path, notices: NoticeBar, files: FileWork) -> None:
        super().__init__(files)
        self._document, self._folder, self._notices, self._files = document, folder, notices, files
        self._start = document.scene
        self._claims: list[Claim] = []
        self.recovery = Recovery(document, folder / "recovery", self)
        self.recovery.failed.connect(lambda message: notices.show_message("recovery", message))

    @property
    def last(self) -> Path:
        """Where the scene is that was open last."""
        return self._folder / "last"

    @property
    def has_last(self) -> bool:
        """Whether there is one."""
        return kept_in(self.last) is not None

    def offer(self) -> None:
        """Offer what earlier runs have left; where they were only on the screen that the app starts on."""
        self._claims = left_behind(self._folder / "recovery")
        for claim in self._claims:
            words = Message(_LEFT, {"name": _name(claim.about), "time": f"{claim.time:%Y-%m-%d %H:%M}"})
            offers: list[Offer] = [
                (RECOVER, lambda claim=claim: self._files.unless_unsaved(lambda: self._recover(claim))),  # type: ignore[misc]
                (DISCARD, claim.drop),
            ]
            self._notices.show_message(f"left {claim.folder.name}", words, error=False, offers=offers)
        if not self._claims and self.has_last and self._document.scene == catalog.start_scene():
            words = Message(_LAST, {"name": _name(about_kept(self.last))})
            self._notices.show_message(LAST_KEY, words, error=False, offers=[(CONTINUE, self.go_on)])

    def go_on(self) -> None:
        """Come back to where the last run was, after asking about unsaved work."""
        self._files.unless_unsaved(self._go_on)

    def leave(self, *, clean: bool) -> None:
        """Keep where the person is; `clean` where all unsaved work was asked about."""
        document = self._document
        if (clean or not document.modified) and document.scene is not self._start:
            name = document.path.name if document.path else document.scene.title
            with suppress(FileFault):  # nobody is there any more to be told
                keep(document.scene, About(name, document.path, document.modified), self.last)
        self.recovery.end(clean=clean)

    def _recover(self, claim: Claim) -> None:
        try:
            self._show(claim.folder, claim.about.path, unsaved=True)
        except FileFault as fault:
            self._say_damaged(fault, claim.folder if isinstance(fault, MissingTensors) else claim.put_aside())
        else:
            self.recovery.adopt(claim)

    def _go_on(self) -> None:
        about = about_kept(self.last)
        try:
            self._show(self.last, about.path, unsaved=about.unsaved)
        except FileFault as fault:
            aside = self.last
            if not isinstance(fault, MissingTensors):
                aside = self.last.rename(self._folder / f"{DAMAGED}{os.urandom(6).hex()}")
            self._say_damaged(fault, aside)

    def _show(self, folder: Path, path: Path | None, *, unsaved: bool) -> None:
        """Show a kept scene; a file that is gone meanwhile is not made anew by Save."""
        opening = catalog.open_file(kept_in(folder) or folder)
        there = path is not None and path.is_file()
        self._document.load(opening.scene, path if there else None, unsaved=unsaved or (path is not None and not there))
        self._notices.put_away("file")
        self._notices.show_group("opened", opening.notices)

    def _say_damaged(self, fault: FileFault, folder: Path) -> None:
        self._notices.show_message("file", Message(_DAMAGED, {"fault": fault, "folder": folder}))


def _name(about: About) -> str | Message:
    return about.name or Message(_NAMELESS)
