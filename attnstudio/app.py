"""The application: Qt set up, the window run until it closes, or a picture made without one."""

import os
import signal
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QObject, QSize, QSocketNotifier
from PySide6.QtWidgets import QApplication

from attnstudio import catalog
from attnstudio.catalog import Opening
from attnstudio.files.resources import resource_path
from attnstudio.state.scene import Scene
from attnstudio.ui import theme
from attnstudio.ui.appearance import Appearance
from attnstudio.ui.document import Document
from attnstudio.ui.faults import Faults, data_folder
from attnstudio.ui.settings import SettingsFile, config_folder
from attnstudio.ui.style_sheet import style_sheet
from attnstudio.ui.theme import Look
from attnstudio.ui.words import said
from attnstudio.window import MainWindow

SCALES = ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI")


@dataclass(frozen=True)
class Start:
    """How a run begins.

    Parameters
    ----------
    opening : Opening
    theme : str, optional
        Shown in this run in place of the remembered one.
    full_screen : bool
    fresh : bool
        True to leave out what the last run left, and leave nothing.
    """

    opening: Opening
    theme: str | None = None
    full_screen: bool = False
    fresh: bool = False


def create_app() -> QApplication:
    """Return the application, its name and fonts set."""
    app = QApplication([*sys.argv[:1], "-style", "Fusion"])
    app.setApplicationName("attnstudio")  # and no organisation, or the folders would be called attnstudio/attnstudio
    app.setApplicationDisplayName("attnstudio")
    theme.load_fonts(resource_path("fonts"))
    return app


def run(start: Start) -> int:
    """Show the window until it is closed; the exit status is returned."""
    app = create_app()
    settings_file = SettingsFile(None if start.fresh else config_folder())
    window = build_window(app, start, settings_file)
    faults = Faults(data_folder(), app)
    faults.reported.connect(window.tell)
    faults.install()
    with _Interruptible(app):
        window.start(full_screen=start.full_screen)
        status = app.exec()
    settings_file.save(window.settings)
    faults.uninstall()
    return status


def build_window(app: QApplication, start: Start, settings_file: SettingsFile) -> MainWindow:
    """Return the window on a scene, as the last run left it."""
    settings, notices = settings_file.load()
    opening = start.opening
    document = Document(opening.scene, catalog.compute, catalog.cover, app, refine=catalog.refine)
    if opening.path:
        document.load(opening.scene, opening.path)
    appearance = Appearance(app, settings.theme, settings.zoom, start.theme, settings.digits)
    app.setStyleSheet("")  # while building, a style sheet would dress every widget again for each parent it gets
    window = MainWindow(document, appearance, settings)
    app.setStyleSheet(style_sheet(theme.look()))
    window.notices.show_group("opened", opening.notices)
    window.notices.show_group("settings", notices)
    return window


def render(scene: Scene, path: Path, size: tuple[int, int], look: Look) -> None:
    """Write a picture of the open panel of a scene, without a screen.

    Parameters
    ----------
    scene : Scene
    path : Path
        What it ends in decides what is written: .png, .svg or .pdf.
    size : (int, int)
        Width and height in pixels; in a PDF 96 of them are an inch.
    look : Look

    Raises
    ------
    FileFault
        If the file cannot be written; an older one is then as it was.
    """
    from attnstudio.files.atomic import write_whole
    from attnstudio.ui.render import FORMATS, Caption, laid_out

    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    for name in SCALES:  # the picture has the pixels that were asked for, whatever this screen's scale
        os.environ.pop(name, None)
    app = QApplication.instance() or create_app()
    assert isinstance(app, QApplication)
    theme.apply(app, look)
    document = Document(scene, catalog.final, catalog.cover)
    spec, captions = catalog.panel_named(scene.open_panel), document.shown.captions
    panel = spec.view(document, controls=False)
    laid_out(panel, QSize(*size))
    title = said(captions["title"]) if "title" in captions else scene.title or spec.title
    caption = Caption(title, " · ".join(said(captions[name]) for name in ("origin", "shapes")))
    write_whole(path, FORMATS[path.suffix.lower()](panel, caption))


class _Interruptible(QObject):
    """Lets Ctrl+C in the terminal, and a request to terminate, end the event loop as closing the window does."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self._read, self._write = socket.socketpair()
        self._write.setblocking(False)
        self._notifier = QSocketNotifier(self._read.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(lambda: self._read.recv(64))  # Python runs its handlers once woken

    def __enter__(self) -> None:
        signal.set_wakeup_fd(self._write.fileno())
        for kind in (signal.SIGINT, signal.SIGTERM):
            signal.signal(kind, self._end)

    def __exit__(self, *_: object) -> None:
        signal.set_wakeup_fd(-1)
        self._notifier.setEnabled(False)
        self._read.close()
        self._write.close()

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._app.exit(0)
