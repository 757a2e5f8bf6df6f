"""The application: Qt set up, the window run until it closes, or a picture made without one."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QSocketNotifier, QTimer
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
from attnstudio.window import MainWindow

if TYPE_CHECKING:
    from attnstudio.state.lesson import Lesson

WAKE_EVERY = 200  # milliseconds
SCALES = ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI")


class Start(NamedTuple):
    """How a run begins.

    Parameters
    ----------
    opening : Opening
    theme : str, optional
        Shown in this run in place of the remembered one.
    full_screen : bool
    fresh : bool
        True to leave out what the last run left, and leave nothing.
    lesson : Lesson, optional
        Opened at once.
    """

    opening: Opening
    theme: str | None = None
    full_screen: bool = False
    fresh: bool = False
    lesson: "Lesson | None" = None


def create_app() -> QApplication:
    """Return the application, its name, style and fonts set; a notebook or an earlier window may have made it."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        app = existing
        app.setStyle("Fusion")
    else:
        app = QApplication([*sys.argv[:1], "-style", "Fusion"])  # `setStyle` would load the class of styles
    app.setApplicationName("attnstudio")  # and no organisation, or the folders would be called attnstudio/attnstudio
    app.setApplicationDisplayName("attnstudio")
    theme.load_fonts(resource_path("fonts"))
    return app


def run(start: Start, shown: Callable[[], object]) -> int:
    """Show the window until it is closed, and call `shown` once it stands; the exit status is returned."""
    app = create_app()
    settings_file = SettingsFile(None if start.fresh else config_folder())
    window = build_window(app, start, settings_file)
    faults = Faults(data_folder(), app)
    faults.reported.connect(window.tell)
    faults.install()
    with _Interruptible(app):
        window.start(full_screen=start.full_screen)
        QTimer.singleShot(0, shown)
        if not start.fresh:
            QTimer.singleShot(0, window, lambda: window.keep_in(data_folder()))
        if (lesson := start.lesson) is not None:
            QTimer.singleShot(0, window, lambda: window.teaching.open(lesson))
        status = app.exec()
    window.leave(clean=False)
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


def render(scene: Scene, path: Path, size: tuple[int, int], look: Look, part: str | None = None) -> None:
    """Write a picture of the open panel of a scene, without a screen.

    Parameters
    ----------
    scene : Scene
    path : Path
        What it ends in decides what is written: .png, .svg or .pdf.
    size : (int, int)
        Width and height in pixels; in a PDF 96 of them are an inch.
    look : Look
    part : str, optional
        The stage or figure that fills the picture.

    Raises
    ------
    ValueError
        If the panel has no such part; those it has are listed.
    FileFault
        If the file cannot be written; an older one is then as it was.
    """
    from attnstudio.exchange.pictures import picture_of
    from attnstudio.files.atomic import write_whole

    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    for name in SCALES:  # the picture has the pixels that were asked for, whatever this screen's scale
        os.environ.pop(name, None)
    app = QApplication.instance() or create_app()
    assert isinstance(app, QApplication)
    theme.apply(app, look)
    write_whole(path, picture_of(scene, path.suffix.lower(), size, look, part=part))


class _Interruptible(QObject):
    """Lets Ctrl+C in the terminal, and a request to terminate, end the event loop as closing the window does."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        if sys.platform == "win32":  # nothing but a socket would wake Qt there, and sockets are never opened
            self._ends: tuple[int, ...] = ()
            timer = QTimer(self)
            timer.setObjectName("signals")
            timer.timeout.connect(lambda: None)  # Python runs its handlers once woken
            timer.start(WAKE_EVERY)
            return
        self._ends = read, write = os.pipe()
        os.set_blocking(write, False)
        self._notifier = QSocketNotifier(read, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(lambda: os.read(read, 64))

    def __enter__(self) -> None:
        if self._ends:
            signal.set_wakeup_fd(self._ends[1])
        for kind in (signal.SIGINT, signal.SIGTERM):
            signal.signal(kind, self._end)

    def __exit__(self, *_: object) -> None:
        if self._ends:
            signal.set_wakeup_fd(-1)
            self._notifier.setEnabled(False)
        for end in self._ends:
            os.close(end)

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._app.exit(0)
