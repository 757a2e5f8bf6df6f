"""The page of myths and the pages for teachers, with the lessons that their buttons open."""

from PySide6.QtWidgets import QWidget

from attnstudio import catalog
from attnstudio.files.resources import resource_path
from attnstudio.state.lesson import Lesson
from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.page_sheet import Page, PageSheet, Part

T = QT_TRANSLATE_NOOP
MYTHS_TITLE = T("lessons", "Myths about attention")
SHOW = T("lessons", "Show it")
SHOW_TIP = T("lessons", "Open the counter-example: it is live")
TEACHERS_TITLE = T("lessons", "For teachers")
START = T("lessons", "Start the playlist")
START_TIP = T("lessons", "Open the first scene; PageDown goes on, PageUp goes back")


def myths() -> Lesson:
    """Return the myths, each a step whose state is the counter-example."""
    return catalog.open_lesson(resource_path("myths", "myths.toml"))


def playlist(panel: str) -> Lesson:
    """Return the scenes of a lecture on a panel."""
    return catalog.open_lesson(resource_path("playlists", f"{panel}.toml"))


def myths_sheet(window: QWidget) -> PageSheet:
    """Return the page of myths; its `chosen` tells the name of a step of `myths`."""
    parts = [Part(step.title, step.text, step.name) for step in myths().steps]
    return PageSheet(MYTHS_TITLE, [Page(MYTHS_TITLE, parts, SHOW, SHOW_TIP)], window)


def teachers_sheet(window: QWidget, panel: str) -> PageSheet:
    """Return the pages for teachers, that of a panel in front; its `chosen` tells the panel of a playlist."""
    pages = []
    for spec in catalog.PANELS:
        text = resource_path("teachers", f"{spec.name}.md").read_text(encoding="utf-8")
        pages.append(Page(spec.title, [Part("", text)], START, START_TIP, spec.name))
    return PageSheet(TEACHERS_TITLE, pages, window, front=catalog.NAMES.index(panel))
