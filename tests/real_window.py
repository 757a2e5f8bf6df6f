"""The real main window for tests: opened on a scene at a size, and taken down without a trace."""

from collections.abc import Iterator
from contextlib import contextmanager

from other_owners import deleted_unseen
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from attnstudio import catalog
from attnstudio.state.fields import Scenario
from attnstudio.state.scene import PanelState, Scene
from attnstudio.ui import theme
from attnstudio.ui.appearance import Appearance
from attnstudio.ui.document import Document
from attnstudio.ui.settings import Settings
from attnstudio.ui.style_sheet import style_sheet
from attnstudio.window import MainWindow

SIZE = (1440, 900)


def scene_of(name: str, scenario: Scenario) -> Scene:
    """Return the scene that shows a Scenario of one panel, the others at their defaults."""
    start = catalog.start_scene()
    return Scene(name, {**start.panels, name: PanelState(scenario)}, title="a test")


@contextmanager
def opened(
    scene: Scene | None = None,
    *,
    size: tuple[int, int] = SIZE,
    look: theme.Look = theme.Look(),  # noqa: B008
) -> Iterator[MainWindow]:
    """Show the window on a scene, laid out and painted; close it and put the look back."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    appearance = Appearance(app, look.name, look.zoom, digits=look.digits)
    document = Document(scene or catalog.start_scene(), catalog.compute, catalog.cover)
    app.setStyleSheet("")  # as when the application starts: it would dress every widget again for each parent it gets
    window = MainWindow(document, appearance, Settings(theme=look.name, zoom=look.zoom))
    app.setStyleSheet(style_sheet(theme.look()))
    document.setParent(window)
    try:
        window.setGeometry(0, 0, *size)  # before it shows, or all would be laid out and drawn in two sizes
        window.start()
        window.activateWindow()
        settle()
        yield window
        assert not (unseen := deleted_unseen()), unseen
    finally:
        for widget in (*app.topLevelWidgets(), window):
            widget.hide()
        window.deleteLater()
        appearance.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if theme.look() != theme.Look():
            theme.apply(app, theme.Look())


def settle() -> None:
    """Carry out what is posted: layouts first ask for each other, then everything is painted."""
    for _ in range(4):
        QApplication.processEvents()
