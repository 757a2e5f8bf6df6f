"""Unsaved work is kept a moment after each change, so that a crash loses none of it; the next start offers it."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from attnstudio.files.faults import FileFault, told_in_words
from attnstudio.files.kept_scenes import About, about_kept, forget, keep, kept_in
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.state.scene import Scene
from attnstudio.ui.document import Document
from attnstudio.ui.worker import Worker

QUIET = 2000  # milliseconds without a change before work is kept
MOST_WAITS = 15  # for a gesture to end: a field may have the keyboard for ever
LOCK, DAMAGED = "lock", "damaged-"
_UNKEPT = QT_TRANSLATE_NOOP("attnstudio", "Work is not kept against a crash: {fault}")


@dataclass(eq=False)
class Claim:
    """A folder that this process alone has, as long as it lives: a lock in it names the process."""

    folder: Path
    lock: QLockFile

    @property
    def scene_file(self) -> Path | None:
        """The scene in it."""
        return kept_in(self.folder)

    @property
    def about(self) -> About:
        """What is known of it."""
        return about_kept(self.folder)

    @property
    def time(self) -> datetime:
        """When it was kept."""
        return datetime.fromtimestamp((self.scene_file or self.folder).stat().st_mtime)

    def drop(self) -> None:
        """Remove the folder with all that is in it."""
        forget(self.folder)
        self.lock.unlock()
        shutil.rmtree(self.folder, ignore_errors=True)

    def put_aside(self) -> Path:
        """Keep the folder for whoever can read it, and offer it no more; return where it is."""
        self.lock.unlock()
        return self.folder.rename(self.folder.with_name(DAMAGED + self.folder.name))


def claimed(folder: Path) -> Claim | None:
    """Return the claim on a folder; None while another process has it, or where it cannot be had."""
    lock = QLockFile(str(folder / LOCK))
    lock.setStaleLockTime(0)  # it is as old as its process
    return Claim(folder, lock) if lock.tryLock(0) else None


def left_behind(folder: Path) -> list[Claim]:
    """Return what processes that live no more have left, newest first, claimed; what is empty is removed."""
    claims = []
    for each in sorted(folder.iterdir()) if folder.is_dir() else []:
        if each.is_dir() and not each.name.startswith(DAMAGED) and (claim := claimed(each)) is not None:
            if claim.scene_file is None:
                claim.drop()
            else:
                claims.append(claim)
    return sorted(claims, key=lambda claim: claim.time, reverse=True)


class Recovery(QObject):
    """Keeps the scene of a document while it has unsaved changes.

    Parameters
    ----------
    document : Document
    folder : Path
        Each process makes one of its own in it.
    parent : QObject
    """

    failed = Signal(object)  # the Message that work is not kept, once

    def __init__(self, document: Document, folder: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._folder = document, folder
        self._claim: Claim | None = None
        self._kept: Scene | None = None
        self._told = False
        self._waits = 0
        self._worker = Worker(self)
        self._worker.came.connect(self._tell)
        self._timer = QTimer(self)
        self._timer.setObjectName("recovery")
        self._timer.setSingleShot(True)
        self._timer.setInterval(QUIET)
        self._timer.timeout.connect(self._keep)
        document.changed.connect(self._timer.start)  # Qt's own: nothing of Python runs while a slider moves

    def adopt(self, claim: Claim) -> None:
        """Go on keeping work where a process that is no more kept it."""
        self._worker.close()
        if self._claim is not None:
            self._claim.drop()
        self._claim, self._kept = claim, None

    def clear(self) -> None:
        """Keep nothing, since all work stands in a file; what is being written is removed when it is there."""
        self._timer.stop()
        self._kept = None
        if self._claim is not None:
            self._worker.start(_cleared(self._claim.folder))

    def end(self, *, clean: bool) -> None:
        """Leave nothing where the end is wanted; else the last of the work."""
        self._timer.stop()
        self._worker.close()
        if clean or not self._document.modified:
            if self._claim is not None:
                self._claim.drop()
            self._claim = None
        elif (claim := self._own()) is not None:
            for fault in _keeping(self._document.scene, self._about(), claim.folder):
                self._tell(fault)
            claim.lock.unlock()

    def _keep(self) -> None:
        document = self._document
        if document.in_gesture and self._waits < MOST_WAITS:
            self._waits += 1
            self._timer.start()
            return
        self._waits = 0
        if not document.modified:
            self.clear()
        elif document.scene is not self._kept and (claim := self._own()) is not None:
            self._kept = document.scene
            self._worker.start(_keeping(document.scene, self._about(), claim.folder))

    def _about(self) -> About:
        document = self._document
        return About(document.path.name if document.path else document.scene.title, document.path)

    def _own(self) -> Claim | None:
        """Return the folder of this process, made when it is first needed."""
        if self._claim is None:
            folder = self._folder / os.urandom(6).hex()
            try:
                with told_in_words(folder):
                    folder.mkdir(parents=True)
            except FileFault as fault:
                self._tell(fault)
            else:
                self._claim = claimed(folder)
        return self._claim

    def _tell(self, fault: object) -> None:
        if fault is not None and not self._told:
            self._told = True
            self.failed.emit(Message(_UNKEPT, {"fault": fault}))


def _keeping(scene: Scene, about: About, folder: Path) -> Iterator[FileFault | None]:
    try:
        keep(scene, about, folder)
    except FileFault as fault:
        yield fault
    else:
        yield None


def _cleared(folder: Path) -> Iterator[None]:
    forget(folder)
    yield None
