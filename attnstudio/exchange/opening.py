"""Opening a file: at once where that is quick, else in the worker; what the file does not say is asked."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from attnstudio import catalog
from attnstudio.catalog import Opening
from attnstudio.exchange.locating import offer_locating
from attnstudio.exchange.underway import PATIENCE, Underway
from attnstudio.files.array_file import Progress
from attnstudio.files.faults import Cancelled, FileFault, MissingTensors, Unanswered
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.document import Document
from attnstudio.ui.file_work import FileWork
from attnstudio.ui.notices import NoticeBar
from attnstudio.ui.worker import Worker

if TYPE_CHECKING:
    from attnstudio.ui.question_sheet import QuestionSheet

AT_ONCE = 4 * 2**20  # bytes of a file that is opened before anything else is done
_OPENING = QT_TRANSLATE_NOOP("attnstudio", "Opening {name} …")
_PROGRESS = QT_TRANSLATE_NOOP("attnstudio", "Opening {name} … {percent} %")


@dataclass(frozen=True)
class Attempt:
    """A file, and what has been answered and located for it so far."""

    path: Path
    answers: Mapping[str, str] = field(default_factory=dict)
    located: Mapping[str, Path] = field(default_factory=dict)
    front: str = ""  # the panel that was open when it was asked for


class _TooLong(Cancelled):
    """Opening at once takes longer than anyone should wait for the window."""


class _Job:
    """One attempt in the worker; both threads know how far it is and whether it is wanted."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self.share = 0.0
        self.cancelled = Event()

    def steps(self) -> Iterator[Opening | Exception]:
        """Yield what comes of it."""
        try:
            yield _opened(self.attempt, self._tell)
        except (Cancelled, FileFault) as fault:
            yield fault

    def _tell(self, share: float) -> None:
        self.share = share
        if self.cancelled.is_set():
            raise Cancelled


class OpeningWork(QObject):
    """Opens one file at a time; until it is open, everything stays as it is.

    Parameters
    ----------
    document : Document
        Its open panel stays in front where it can show the file.
    files : FileWork
        Asks about unsaved work.
    notices : NoticeBar
    window : QWidget
        Dialogs belong to it.
    """

    opened = Signal(object, object)  # an Opening and the Path that was asked for
    failed = Signal(object, object)  # the Path and the FileFault that says why not

    def __init__(self, document: Document, files: FileWork, notices: NoticeBar, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._files, self._notices, self._window = document, files, notices, window
        self._job: _Job | None = None
        self.sheet: QuestionSheet | None = None
        self._worker = Worker(self)
        self._worker.came.connect(self._came)
        self._underway = Underway(notices, "opening", (_OPENING, _PROGRESS), self.cancel, self)

    @property
    def busy(self) -> bool:
        """Whether the worker is at a file."""
        return self._job is not None

    def open_path(self, path: Path) -> None:
        """Open a file in place of one that is being opened."""
        self._try(Attempt(path, front=self._document.scene.open_panel))

    def cancel(self) -> None:
        """Open nothing: all stays as it is."""
        if self._job is not None:
            self._job.cancelled.set()
            self._worker.stop()
        self._rest()

    def close(self) -> None:
        """Cancel, and wait for the worker."""
        self.cancel()
        self._worker.close()

    def _try(self, attempt: Attempt) -> None:
        self.cancel()
        if _size(attempt.path) > AT_ONCE:
            self._start(attempt)
            return
        try:
            opening = _opened(attempt, _impatient())
        except _TooLong:
            self._start(attempt)
        except FileFault as fault:
            self._failed(attempt, fault)
        else:
            self.opened.emit(opening, attempt.path)

    def _start(self, attempt: Attempt) -> None:
        self._job = job = _Job(attempt)
        self._worker.start(job.steps())
        self._underway.begin(attempt.path.name, lambda: job.share)

    def _came(self, value: Opening | Exception) -> None:
        job = self._job
        if job is None:
            return
        self._rest()
        if isinstance(value, FileFault):
            self._failed(job.attempt, value)
        elif isinstance(value, Opening):  # what was done meanwhile is asked about
            self._files.unless_unsaved(lambda: self.opened.emit(value, job.attempt.path))

    def _rest(self) -> None:
        self._job = None
        self._underway.end()

    def _failed(self, attempt: Attempt, fault: FileFault) -> None:
        if isinstance(fault, Unanswered):
            self._ask(attempt, fault)
        elif isinstance(fault, MissingTensors):

            def go_on(more: Mapping[str, Path]) -> None:
                self._try(replace(attempt, located={**attempt.located, **more}))

            offer_locating(self._files, self._notices, Message("{fault}", {"fault": fault}), fault, go_on)
        else:
            self.failed.emit(attempt.path, fault)

    def _ask(self, attempt: Attempt, fault: Unanswered) -> None:
        from attnstudio.ui.question_sheet import QuestionSheet

        self.sheet = sheet = QuestionSheet(attempt.path.name, fault.questions, self._window)
        sheet.answered.connect(lambda answers: self._try(replace(attempt, answers={**attempt.answers, **answers})))
        sheet.destroyed.connect(lambda: self._forget(sheet))
        sheet.open()

    def _forget(self, sheet: "QuestionSheet") -> None:
        if self.sheet is sheet:
            self.sheet = None


def _opened(attempt: Attempt, progress: Progress) -> Opening:
    return catalog.open_file(
        attempt.path, answers=attempt.answers, progress=progress, located=attempt.located, front=attempt.front
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0  # opening it says what is wrong


def _impatient() -> Progress:
    """Return a listener to progress that ends it when it takes too long."""
    until = time.monotonic() + PATIENCE

    def tell(_share: float) -> None:
        if time.monotonic() > until:
            raise _TooLong

    return tell
