"""A card: a rounded frame with a title, an optional note and a place for content."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnstudio.state.message import Message
from attnstudio.ui.labels import pen
from attnstudio.ui.painted import Painted
from attnstudio.ui.theme import look
from attnstudio.ui.tips import letter_for_letter
from attnstudio.ui.tokens import told

NO_NOTE = Message("")


class Card(Painted):
    """A rounded card whose frame and title are painted, so that exports show them too.

    Parameters
    ----------
    title : Message
    note : Message
        Stands right of the title, or under it where that is too narrow and the card is tall enough.
    """

    def __init__(self, title: Message, note: Message = NO_NOTE, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = QVBoxLayout(self)
        self.content.setSpacing(0)
        self._title = self._note = ""
        self._shorter: list[str] = []
        self._told: tuple[Message, ...] = ()
        self.set_title(title, note)
        self._lay_out()

    def set_title(self, title: Message, note: Message = NO_NOTE, shorter: Sequence[Message] = ()) -> None:
        """Change the title and the note; `shorter` titles are taken where only they leave room for the note."""
        if (title, note, *shorter) == self._told:
            return
        self._told = title, note, *shorter
        self._title, self._note, self._shorter = told(title), told(note), [*map(told, shorter)]
        self.setAccessibleName(self._title)
        self.setAccessibleDescription(self._note)
        self._lay_out()

    def title_shown(self) -> str:
        """Return the title as far as it fits."""
        title = self._title
        if self._note and not self._leaves_room(title) and not self._is_roomy():
            title = next(filter(self._leaves_room, self._shorter), title)
        return pen(look(), "title", True).elided(title, self.width() - 2 * look().px(12))

    def note_at(self) -> QPointF | None:
        """Return where the baseline of the note starts; None where there is no room for it."""
        if not self._note:
            return None
        bold, small, edge = pen(look(), "title", True), pen(look()), look().px(12)
        if self._leaves_room(self.title_shown()):
            return QPointF(self.width() - edge - small.width(self._note), self._top() + bold.ascent)
        return QPointF(edge, self._top() + bold.height + small.ascent) if self._is_roomy() else None

    def _leaves_room(self, title: str) -> bool:
        """Return whether the note has room right of a title."""
        widths = pen(look(), "title", True).width(title) + pen(look()).width(self._note)
        return widths + 3 * look().px(12) <= self.width()

    def _is_roomy(self) -> bool:
        """Return whether the note may stand under the title."""
        small = pen(look())
        return self.height() >= 14 * small.height and small.width(self._note) <= self.width() - 2 * look().px(12)

    def paint(self, painter: QPainter) -> None:
        style = look()
        painter.setPen(QPen(style.colour("border"), style.line()))
        painter.setBrush(style.colour("card"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), style.px(6), style.px(6))
        bold = pen(style, "title", True)
        painter.setPen(style.colour("text"))
        painter.setFont(bold.font)
        painter.drawText(QPointF(style.px(12), self._top() + bold.ascent), self.title_shown())
        if (place := self.note_at()) is not None:
            painter.setPen(style.colour("muted"))
            painter.setFont(pen(style).font)
            painter.drawText(place, self._note)

    def _top(self) -> float:
        return look().px(8)

    def _lay_out(self) -> None:
        """Keep the content clear of the title and the note."""
        self.setToolTip("" if self.title_shown() == self._title else letter_for_letter(self._title))
        bold, place = pen(look(), "title", True), self.note_at()
        below = place is not None and place.x() == look().px(12)
        if not self._title:
            self.content.setContentsMargins(look().px(10), look().px(8), look().px(10), look().px(8))
            return
        header = self._top() + bold.height + (pen(look()).height if below else 0) + look().px(4)
        side, bottom = look().px(10), look().px(8)
        self.content.setContentsMargins(side, round(header), side, bottom)
        self.update(0, 0, self.width(), round(header))  # not what the content covers: a title may follow a slider

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self._lay_out()
            self.update()
        super().changeEvent(event)
