"""What one run leaves to the next: work that a crash would have lost, and where the person was."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from attnstudio import catalog
from attnstudio.exchange.locating import offer_locating
from attnstudio.exchange.recovery import DAMAGED, Claim, Recovery, left_behind
from attnstudio.files.faults import FileFault, MissingTensors
from attnstudio.files.kept_scenes import About, about_kept, keep, kept_in
from attnstudio.files.scenes import NOWHERE
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
_DAMAGED = T("attnstudio", "What was kept cannot be read: {fault}. It is left as it is in {folder}.")
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

    shown = Signal(object)  # the Opening of what was kept, once it is on the screen
    lesson_wanted = Signal(str)  # the lesson of which it was a step, to be gone on with

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

    def leave(self, *, clean: bool, lesson: str = "") -> None:
        """Keep where the person is, be it in a lesson; `clean` where all unsaved work was asked about."""
        document = self._document
        if (clean or not document.modified) and document.scene is not self._start:
            name = document.path.name if document.path else document.scene.title
            with suppress(FileFault):  # nobody is there any more to be told
                keep(document.scene, About(name, document.path, document.modified, lesson), self.last)
        self.recovery.end(clean=clean)

    def _recover(self, claim: Claim, located: Mapping[str, Path] = NOWHERE) -> None:
        try:
            self._show(claim.folder, replace(claim.about, unsaved=True), located)
        except MissingTensors as fault:
            self._say_missing(fault, claim.folder, lambda more: self._recover(claim, {**located, **more}))
        except FileFault as fault:
            self._notices.show_message("file", _damaged(fault, claim.put_aside()))
        else:
            self.recovery.adopt(claim)

    def _go_on(self, located: Mapping[str, Path] = NOWHERE) -> None:
        try:
            self._show(self.last, about_kept(self.last), located)
        except MissingTensors as fault:
            self._say_missing(fault, self.last, lambda more: self._go_on({**located, **more}))
        except FileFault as fault:
            aside = self.last.rename(self._folder / f"{DAMAGED}{os.urandom(6).hex()}")
            self._notices.show_message("file", _damaged(fault, aside))

    def _show(self, folder: Path, about: About, located: Mapping[str, Path]) -> None:
        """Show a kept scene; a file that is gone meanwhile is not made anew by Save."""
        opening = catalog.open_file(kept_in(folder) or folder, located=located)
        path = about.path
        there = path is not None and path.is_file()
        self._document.load(
            opening.scene, path if there else None, unsaved=about.unsaved or (path is not None and not there)
        )
        self._notices.put_away("file")
        self.shown.emit(opening)
        if about.lesson:
            self.lesson_wanted.emit(about.lesson)

    def _say_missing(self, fault: MissingTensors, folder: Path, go_on: Callable[[Mapping[str, Path]], None]) -> None:
        offer_locating(self._files, self._notices, _damaged(fault, folder), fault, go_on)


def _damaged(fault: FileFault, folder: Path) -> Message:
    return Message(_DAMAGED, {"fault": fault, "folder": folder})


def _name(about: About) -> str | Message:
    return about.name or Message(_NAMELESS)
