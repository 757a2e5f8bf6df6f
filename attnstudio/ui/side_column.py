"""The column of controls beside what a panel shows: it scrolls, and its buttons stay below."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from attnstudio.state.message import Message
from attnstudio.ui.card import NO_NOTE, Card
from attnstudio.ui.painted import Ground
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

BESIDE = 4  # pixels between controls and the bar that scrolls them
WIDEST = 16_777_215  # what Qt takes for no limit


class SideColumn(Card):
    """A card with controls one under another; a subclass builds them, then calls `fill` once.

    Parameters
    ----------
    title : Message
    wide : int
        Pixels at 100 % beside the rest.
    parent : QWidget, optional
    """

    def __init__(self, title: Message, wide: int, parent: QWidget | None = None) -> None:
        super().__init__(title, parent=parent)
        self._named, self._wide = title, wide
        self._compact = self._filling = False
        self._rows, self._foot = QVBoxLayout(), QWidget()
        self._bottom = QHBoxLayout(self._foot)
        self._scroll = QScrollArea()

    def fill(self, controls: Iterable[QWidget], buttons: Iterable[QPushButton]) -> None:
        """Set controls one under another, and buttons below what scrolls."""
        column = Ground("card")
        column.setLayout(self._rows)
        for widget in controls:
            self._rows.addWidget(widget)
        self._rows.addStretch(1)
        self._scroll.setWidgetResizable(True)
        self._scroll.verticalScrollBar().rangeChanged.connect(self._end_buttons)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setWidget(column)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.content.addWidget(self._scroll, 1)
        for button in buttons:
            self._bottom.addWidget(button, 1)
        self.content.addWidget(self._foot)
        self._space()

    def set_compact(self, compact: bool, *, filling: bool = False) -> None:
        """Move the controls together, so that fewer need scrolling; `filling`: they have the panel to themselves."""
        self._compact = compact
        if filling != self._filling:
            self._filling = filling
            self.set_title(NO_NOTE if filling else self._named)
            self.setAccessibleName(said(self._named))
            old, new = (self.content, self._rows) if filling else (self._rows, self.content)
            old.removeWidget(self._foot)
            new.addWidget(self._foot)
        self._space()

    def _space(self) -> None:
        rows, above_buttons = (2, 2) if self._compact else (7, 6)
        for layout, gap in ((self._rows, rows), (self.content, above_buttons), (self._bottom, 8)):
            layout.setSpacing(look().px(gap))
        self._rows.setContentsMargins(0, 0, look().px(BESIDE), 0)
        self._end_buttons()
        width = look().px(self._wide)
        self.setMinimumWidth(0 if self._filling else width)
        self.setMaximumWidth(WIDEST if self._filling else width)

    def _end_buttons(self) -> None:
        """Let the buttons end where what is above them does: the controls, or the bar that scrolls them."""
        inside = self._filling or self._scroll.verticalScrollBar().maximum() > 0
        self._bottom.setContentsMargins(0, 0, 0 if inside else look().px(BESIDE), 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_scroll"):
            self._space()
