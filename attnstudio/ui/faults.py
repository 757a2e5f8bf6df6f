"""What happens when something in the program itself goes wrong: one plain message, a log file, and work goes on."""

import contextlib
import platform
import sys
import tempfile
import threading
import traceback
from datetime import datetime
from pathlib import Path
from types import TracebackType

import PySide6
from PySide6.QtCore import (
    QCoreApplication,
    QMessageLogContext,
    QObject,
    QStandardPaths,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)

import attnstudio
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message

LARGEST_LOG = 1_000_000  # bytes; the older half is dropped beyond
_SENTENCE = QT_TRANSLATE_NOOP(
    "attnstudio", "Something went wrong inside attnstudio ({fault}). Your work is still here and can be saved; the "
                  "last change may be incomplete. Details are in {log}.")  # fmt: skip
_AGAIN = QT_TRANSLATE_NOOP("attnstudio", "{sentence} It happened {count} times.")


class Faults(QObject):
    """Catches what slots, threads and Qt complain of; `reported` may be emitted from any thread.

    Parameters
    ----------
    folder : Path
        Where log.txt is written; the folder for temporary files where that is impossible.
    """

    reported = Signal(str, object)  # which fault, and the Message to show for it: replaces an earlier one of the same

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._log = Log(folder)
        self._counts: dict[str, int] = {}
        self._warnings: set[str] = set()

    def install(self) -> None:
        """Take over the hooks of Python and Qt."""
        sys.excepthook = self.caught
        threading.excepthook = self._caught_in_thread
        qInstallMessageHandler(self.qt_said)

    def uninstall(self) -> None:
        """Give the hooks back."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        qInstallMessageHandler(None)

    def caught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log an exception that nothing handled, and report it."""
        if issubclass(kind, KeyboardInterrupt):
            QCoreApplication.quit()
            return
        key = _place_of(error, trace)
        self._counts[key] = count = self._counts.get(key, 0) + 1
        if count == 1:
            self._log.write("".join(traceback.format_exception(kind, error, trace)))
            if sys.stderr:
                print(f"attnstudio: {_named(error)}; details are in {self._log.path}", file=sys.stderr)
        sentence = Message(_SENTENCE, {"fault": _named(error), "log": self._log.path})
        self.reported.emit(key, Message(_AGAIN, {"sentence": sentence, "count": count}) if count > 1 else sentence)

    def qt_said(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        """Log what Qt warns of, each sentence once."""
        if kind in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) or text in self._warnings:
            return
        self._warnings.add(text)
        self._log.write(f"Qt: {text} ({context.category})\n")

    def _caught_in_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self.caught(args.exc_type, args.exc_value, args.exc_traceback)


class Log:
    """A text file of bounded size that never raises."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "log.txt"

    def write(self, text: str) -> None:
        """Append an entry with time and versions."""
        head = f"{datetime.now():%Y-%m-%d %H:%M:%S} attnstudio {attnstudio.__version__}, Python " \
               f"{platform.python_version()}, PySide6 {PySide6.__version__}, {sys.platform}\n"  # fmt: skip
        try:
            self._append(head + text + "\n")
        except OSError:
            self.path = Path(tempfile.mkdtemp(prefix="attnstudio-"), self.path.name)
            with contextlib.suppress(OSError):
                self._append(head + text + "\n")

    def _append(self, text: str) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.exists() and self.path.stat().st_size > LARGEST_LOG:
            self.path.write_bytes(self.path.read_bytes()[-LARGEST_LOG // 2 :])
        with self.path.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)


def data_folder() -> Path:
    """Return where this system keeps the data of attnstudio."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation))


def _named(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:200]}" if text else type(error).__name__


def _place_of(error: BaseException, trace: TracebackType | None) -> str:
    """Name the line that raised, so that the same fault is known again."""
    last = traceback.extract_tb(trace)[-1:]
    return f"{type(error).__name__} {last[0].filename}:{last[0].lineno}" if last else type(error).__name__
