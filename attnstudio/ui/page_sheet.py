"""Pages of text with buttons that show live what they speak of: the myths, and the pages for teachers."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTabWidget, QVBoxLayout, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.button import Button
from attnstudio.ui.control_row import describe
from attnstudio.ui.lesson_text import LessonText
from attnstudio.ui.scroll_column import ScrollColumn
from attnstudio.ui.theme import look
from attnstudio.ui.words import said
from attnstudio.ui.wrapped import Sentence

CLOSE = QT_TRANSLATE_NOOP("attnstudio", "Close")
CLOSE_TIP = QT_TRANSLATE_NOOP("attnstudio", "Close this page (Esc)")
WIDTH, HEIGHT = 700, 600  # pixels at 100 %


class Part(NamedTuple):
    """A heading and a text in Markdown; `key` is told when its button is pressed."""

    heading: str
    text: str
    key: str = ""


class Page(NamedTuple):
    """Parts one under another, and what the button says: that of the page where it has a key, else of a part."""

    title: str
    parts: Sequence[Part]
    button: str
    tip: str
    key: str = ""


class TextPage(ScrollColumn):
    """One page; Page keys and arrows scroll it wherever the focus is."""

    chosen = Signal(str)  # the key of a part

    def __init__(self, page: Page, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, Button] = {}
        for part in page.parts:
            heading, text = Sentence("title", bold=True), LessonText(part.heading or page.title)
            heading.show_text(part.heading)
            text.show_markdown(part.text)
            self.column.addWidget(heading)
            self.column.addWidget(text)
            if part.key:
                button = self.buttons[part.key] = Button(page.button, page.tip)
                button.setAccessibleName(f"{said(page.button)}: {part.heading}")
                button.setAutoDefault(False)
                button.clicked.connect(partial(self._choose, part.key))
                self.column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
                self.column.addSpacing(look().px(8))
        self.column.addStretch(1)

    def _choose(self, key: str, _checked: bool = False) -> None:
        self.chosen.emit(key)

    def space(self) -> None:
        super().space()
        edge = look().px(16)
        self.column.setContentsMargins(edge, edge, edge, edge)

    def focusNextPrevChild(self, forward: bool) -> bool:
        moved = super().focusNextPrevChild(forward)
        if moved and (now := self.focusWidget()) is not None:
            self.ensureWidgetVisible(now)
        return moved

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        if event.key() == Qt.Key.Key_Home:
            bar.setValue(bar.minimum())
        elif event.key() == Qt.Key.Key_End:
            bar.setValue(bar.maximum())
        else:
            super().keyPressEvent(event)


class PageSheet(QDialog):
    """Pages, one of them in front, each with its tab where there are several; not modal, Esc closes it.

    Parameters
    ----------
    title : str
    pages : sequence of Page
    front : int
        The page that is in front at first.
    """

    chosen = Signal(str)  # the key of a part; the sheet is then put away, so that what is shown can be seen

    def __init__(self, title: str, pages: Sequence[Page], parent: QWidget, front: int = 0) -> None:
        super().__init__(parent)
        self.setWindowTitle(said(title))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.pages = [TextPage(page) for page in pages]
        layout, self.tabs = QVBoxLayout(self), QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setVisible(len(pages) > 1)
        self.tabs.tabBar().setAccessibleName(self.windowTitle())
        for page, shown in zip(pages, self.pages, strict=True):
            self.tabs.addTab(shown, said(page.title))
            shown.chosen.connect(self._choose)
        self.tabs.setCurrentIndex(front)
        buttons = QDialogButtonBox(self)
        self.close_button = Button(CLOSE, CLOSE_TIP)  # which Return presses where the sheet has no default, too
        self.close_button.setProperty("chip", False)
        self.close_button.setAutoDefault(False)
        buttons.addButton(self.close_button, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        self._pages = pages
        self.start = buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)  # of the page that is in front
        self.start.clicked.connect(lambda: self._choose(pages[self.tabs.currentIndex()].key))
        self.tabs.currentChanged.connect(self._offer)
        self._offer(front)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(buttons)
        room = parent.size()
        self.resize(min(look().px(WIDTH), room.width()), min(look().px(HEIGHT), room.height()))

    def _offer(self, index: int) -> None:
        page = self._pages[index]
        self.start.setVisible(bool(page.key))
        self.start.setAutoDefault(bool(page.key))
        self.start.setDefault(bool(page.key))
        self.start.setText(said(page.button))
        describe(self.start, said(page.tip))

    def _choose(self, key: str) -> None:
        self.chosen.emit(key)
        self.close()
