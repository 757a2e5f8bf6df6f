"""The pane beside the panel: pages behind tabs, and a button that folds it away."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.control_row import describe
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

T = QT_TRANSLATE_NOOP
LEAST = 290  # pixels at 100 % in width
TABS, TABS_TIP = T("attnstudio", "Side pane"), T("attnstudio", "What the pane beside the panel shows")
FOLD, FOLD_TIP = "×", T("attnstudio", "Fold this pane away (F4)")
PANEL, PANEL_TIP = T("attnstudio", "Show the panel"), T("attnstudio", "Turn to the panel; F4 turns back to this pane")


class SidePane(QWidget):
    """Pages by their names, one at a time."""

    folded = Signal()
    turned = Signal(str)  # another page, by its name

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: list[str] = []
        self._titles: list[str] = []
        self._rows: list[QHBoxLayout] = []  # of the pages without margins
        self.tabs = ChipRow(name=said(TABS), tip=said(TABS_TIP))
        self.fold_button = QToolButton()
        self.fold_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._stack = QStackedWidget()
        self._top, whole = QHBoxLayout(), QVBoxLayout(self)
        whole.setContentsMargins(1, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self._top)
        self._top.addWidget(self.tabs, 1)
        self._top.addWidget(self.fold_button, 0, Qt.AlignmentFlag.AlignTop)
        whole.addWidget(self._stack, 1)
        self.fold_button.clicked.connect(self.folded)
        self.tabs.edited.connect(lambda index: self.turn_to(self._names[index]))
        self.set_alone(False)
        self._space()

    @property
    def page(self) -> str:
        """The name of the page that shows."""
        return self._names[self._stack.currentIndex()]

    def add(self, name: str, title: str, page: QWidget, *, inset: bool = False) -> None:
        """Add a page; `inset`: one that has no margins of its own."""
        self._names.append(name)
        self._titles.append(said(title))
        if inset:
            inner, row = QWidget(), QHBoxLayout()
            inner.setLayout(row)
            row.addWidget(page)
            self._rows.append(row)
            self._space()
        self._stack.addWidget(inner if inset else page)
        self.tabs.set_labels(self._titles)

    def turn_to(self, name: str) -> None:
        """Show a page."""
        index = self._names.index(name)
        self.tabs.show_value(index)
        if index != self._stack.currentIndex():
            self._stack.setCurrentIndex(index)
            self.turned.emit(name)

    def set_alone(self, alone: bool) -> None:
        """Say how to get back to the panel where this pane takes turns with it."""
        words, tip = (said(PANEL), PANEL_TIP) if alone else (FOLD, FOLD_TIP)
        self.fold_button.setText(words)
        if self.fold_button.property("words") != alone:  # a sign alone needs less room around it
            self.fold_button.setProperty("words", alone)
            self.fold_button.style().unpolish(self.fold_button)
            self.fold_button.style().polish(self.fold_button)
        self.fold_button.setAccessibleName(said(PANEL if alone else tip))
        describe(self.fold_button, said(tip))

    def _space(self) -> None:
        edge = look().px(14)
        self._top.setContentsMargins(edge, look().px(8), edge, look().px(4))
        for row in self._rows:
            row.setContentsMargins(edge, look().px(6), edge, edge)
        self._top.setSpacing(look().px(8))
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        return QSize(look().px(LEAST), look().px(120))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), look().colour("card"))
            painter.fillRect(0, 0, 1, self.height(), look().colour("border"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_top"):
            self._space()
