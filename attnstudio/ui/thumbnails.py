"""A bar of thumbnails: stages and figures in small, while one of them fills the panel."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.control_row import describe
from attnstudio.ui.key_uses import ENTER, KeyUse, goes_on
from attnstudio.ui.painted import Painted, smooth
from attnstudio.ui.strokes import stroke
from attnstudio.ui.theme import look, text_width
from attnstudio.ui.words import said

_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
_CHOOSE = (*ENTER, Qt.Key.Key_Space)
KEYS = (
    KeyUse(tuple(_STEPS), QT_TRANSLATE_NOOP("attnstudio", "Point at the next or previous thumbnail")),
    KeyUse(_CHOOSE, QT_TRANSLATE_NOOP("attnstudio", "Enlarge what it shows, or return to the formula")),
)
ENLARGE = QT_TRANSLATE_NOOP("attnstudio", "Enlarge {title}")
RETURN = QT_TRANSLATE_NOOP("attnstudio", "{title} is enlarged: return to the formula")
HEIGHT, LEAST_PICTURE = 64, 18  # pixels at 100 %: of the bar, and of a miniature that still shows something
Item = tuple[str, str, Painted]


class Thumbnail(QAbstractButton):
    """A title over a miniature of what it enlarges."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.key, self.low = "", False
        self._source: Painted | None = None
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def show_item(self, item: Item, *, current: bool) -> None:
        """Stand for another part of the panel."""
        self.key, title, self._source = item
        self.setText(title)
        self.updateGeometry()
        self.setChecked(current)
        words = said(Message(RETURN if current else ENLARGE, {"title": title}))
        self.setAccessibleName(words)
        describe(self, words)
        self.update()

    def picture(self) -> QRectF:
        """Where the miniature stands; empty where the bar is too low for it."""
        edge, top = look().px(5), self._title_height()
        room = QRectF(self.rect()).adjusted(edge, top, -edge, -edge)
        return room if room.height() >= look().px(LEAST_PICTURE) else QRectF()

    def title_shown(self) -> str:
        """Return the title as far as it fits."""
        metrics = QFontMetricsF(look().font("small", bold=self.isChecked()))
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width() - 2 * look().px(5) + 0.5)

    def _title_height(self) -> float:
        return QFontMetricsF(look().font("small")).height() + look().px(5)

    def sizeHint(self) -> QSize:
        width = text_width(look().font("small", bold=True), self.text()) + 2 * look().px(6)
        return QSize(round(width), round(self._title_height()) + look().px(5) if self.low else look().px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(look().px(24), round(self._title_height()) + look().px(3))

    def nextCheckState(self) -> None:
        """Stay as it is: what is enlarged is for the panel to say."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _CHOOSE and not goes_on(event):
            self.click()
        else:
            event.ignore()  # for the bar, which moves along; Qt would go wherever Tab goes

    def paintEvent(self, _event: QPaintEvent) -> None:
        style, current, picture = look(), self.isChecked(), self.picture()
        with QPainter(self) as painter:
            smooth(painter)
            painter.setPen(stroke(style, "accent" if current else "outline", 2.0 if current else 1.0))
            painter.setBrush(style.colour("pressed" if current or self.underMouse() else "card"))
            self._frame(painter, style.line(1.0))
            painter.setPen(style.colour("text"))
            painter.setFont(style.font("small", bold=current))
            title = QRectF(self.rect()) if picture.isEmpty() else QRectF(0, style.px(2), self.width(), picture.top())
            painter.drawText(title, Qt.AlignmentFlag.AlignCenter, self.title_shown())
            if self.hasFocus():
                painter.setPen(stroke(style, "text", 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                self._frame(painter, style.px(3))
            if self._source is not None and not picture.isEmpty():
                painter.setClipRect(picture)
                self._source.paint_miniature(painter, picture)

    def _frame(self, painter: QPainter, inset: float) -> None:
        rect, corner = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), look().px(5)
        painter.drawRoundedRect(rect, corner, corner)


class ThumbnailBar(QWidget):
    """Thumbnails side by side: one tab stop, arrows move, Enter or a click chooses."""

    chosen = Signal(str)  # the key of an item

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[Thumbnail] = []
        self._low = False
        self._shown: object = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._space()

    def set_low(self, low: bool) -> None:
        """Have the titles alone, where what fills the panel needs the room of the miniatures."""
        if low != self._low:
            self._low = low
            for button in self.buttons:
                button.low = low
                button.updateGeometry()

    def show_items(self, items: Sequence[Item], current: str | None = None) -> None:
        """Show these parts of the panel.

        Parameters
        ----------
        items : sequence of (str, str, Painted)
            Key, title, and what paints the miniature.
        current : str, optional
            Key of the part that fills the panel.
        """
        if (tuple(items), current) == self._shown:
            return
        self._shown = (tuple(items), current)
        while len(self.buttons) > len(items):
            button = self.buttons.pop()
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        while len(self.buttons) < len(items):
            self._add()
        for button, item in zip(self.buttons, items, strict=True):
            button.show_item(item, current=item[0] == current)
        self._make_stop(next((i for i, item in enumerate(items) if item[0] == current), 0))

    def refresh(self) -> None:
        """Draw the miniatures anew; called whenever what they show may have changed."""
        for button in self.buttons:
            button.update()

    def _add(self) -> None:
        button = Thumbnail(self)
        button.low = self._low
        button.clicked.connect(lambda: self.chosen.emit(button.key))
        self.buttons.append(button)
        self._row.addWidget(button)  # with a stretch it would not ask for the room of its title

    def _make_stop(self, stop: int) -> None:
        """Let the Tab key go to one of them."""
        for i, button in enumerate(self.buttons):
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if i == stop else Qt.FocusPolicy.ClickFocus)

    def _space(self) -> None:
        self._row.setSpacing(look().px(5))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        here = next((i for i, button in enumerate(self.buttons) if button.hasFocus()), None)
        if goes_on(event):
            return
        if here is None or event.key() not in _STEPS:
            super().keyPressEvent(event)
            return
        there = (here + _STEPS[Qt.Key(event.key())]) % len(self.buttons)
        self._make_stop(there)
        self.buttons[there].setFocus(Qt.FocusReason.TabFocusReason)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._space()
            for button in self.buttons:
                button.updateGeometry()
