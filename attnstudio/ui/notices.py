"""The notice bar: what the user must know, inside the window, each line to be put away."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from attnstudio.state.message import Message
from attnstudio.ui.aloud import announce
from attnstudio.ui.control_row import PlainLabel, describe
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

_TALLEST = 0.35  # of the window, then the bar scrolls
Offer = tuple[str, Callable[[], object]]  # what a button says, and what it does


class Notice(QWidget):
    """One sentence, or the lines of one fault, with a button that puts it away, and buttons for what can be done."""

    def __init__(self, text: str, *, error: bool, offers: Sequence[Offer] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._error = error
        self.label = PlainLabel(text, self)
        self.label.setWordWrap(True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.close_button = QToolButton(self)
        self.close_button.setText("×")
        self.close_button.setProperty("words", True)
        self.close_button.setToolTip(said("Put this notice away"))
        self.close_button.setAccessibleName(self.close_button.toolTip())
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.offers = [self._button(words, act) for words, act in offers]
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.label, 1)
        for button in self._buttons():
            self._layout.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self._fit_look()

    def height_for(self, width: int) -> int:
        """Height that the whole text needs in a width."""
        self.label.ensurePolished()
        margins, room, high = self._layout.contentsMargins(), width, 0
        for button in self._buttons():
            button.ensurePolished()
            room -= self._layout.spacing() + button.sizeHint().width()
            high = max(high, button.sizeHint().height())
        text = self.label.heightForWidth(room - margins.left() - margins.right())
        return margins.top() + max(text, high) + margins.bottom()

    def _button(self, words: str, act: Callable[[], object]) -> QToolButton:
        button = QToolButton(self)
        button.setText(words)
        button.setProperty("words", True)
        describe(button, words)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _checked=False: act())
        return button

    def _buttons(self) -> list[QToolButton]:
        return [*self.offers, self.close_button]

    def _fit_look(self) -> None:
        self._layout.setContentsMargins(look().px(16), look().px(5), look().px(8), look().px(5))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_look()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), look().colour("note"))
        strip = QRectF(0, 0, look().px(4), self.height())
        painter.fillRect(strip, look().colour("error" if self._error else "accent"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, look().colour("border"))
        painter.end()


class NoticeBar(QScrollArea):
    """Notices one under another; gone while there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._window: QWidget | None = None
        self._rows: dict[str, Notice] = {}
        self._groups: dict[str, tuple[str, ...]] = {}
        self._put_away: set[str] = set()
        self._inside = QWidget(self)
        self._layout = QVBoxLayout(self._inside)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self.setWidget(self._inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.hide()

    @property
    def texts(self) -> tuple[str, ...]:
        """What is shown, from above."""
        return tuple(row.label.text() for row in self._rows.values())

    def show_message(
        self, key: str, message: Message | str, *, error: bool = True, offers: Sequence[Offer] = ()
    ) -> None:
        """Show a message until it is put away; it takes the place of an earlier one with the same key.

        Each of its offers has a button, which puts the notice away and does what it says.
        """
        text = said(message)
        if key in self._rows and (offers or self._rows[key].offers):
            self._remove(key)
        if key in self._rows:
            self._rows[key].label.setText(text)
        else:
            acts = [(said(words), partial(self._take, key, act)) for words, act in offers]
            row = Notice(text, error=error, offers=acts, parent=self._inside)
            row.close_button.clicked.connect(lambda: self.put_away(key))
            self._rows[key] = row
            self._layout.addWidget(row)
            row.show()
            self._announce(text)
        self._fit()

    def retell(self, key: str, message: Message) -> None:
        """Change the words of a notice that shows, as work goes on; one that was put away stays away."""
        if key in self._rows:
            self._rows[key].label.setText(said(message))
            self._fit()

    def show_group(self, group: str, notices: Sequence[Message]) -> None:
        """Show the notices of a group in place of its last ones; one that was put away stays away while it holds.

        One that only has other numbers is the same notice.
        """
        before, now = self._groups.get(group, ()), dict[str, Message]()
        for notice in notices:
            key = f"{group} {notice.template}"
            while key in now:
                key += " again"
            now[key] = notice
        for key in before:
            if key not in now:
                self._remove(key)
                self._put_away.discard(key)
        for key, notice in now.items():
            if key not in self._put_away and (key not in self._rows or self._rows[key].label.text() != said(notice)):
                self.show_message(key, notice, error=False)
        self._groups[group] = tuple(now)

    def put_away(self, key: str) -> None:
        """Take a notice off the screen."""
        self._put_away.add(key)
        self._remove(key)

    def _take(self, key: str, act: Callable[[], object]) -> None:
        self.put_away(key)
        act()

    def _remove(self, key: str) -> None:
        row = self._rows.pop(key, None)
        if row:
            self._layout.removeWidget(row)
            row.hide()
            row.deleteLater()
            self._fit()

    def _announce(self, text: str) -> None:
        announce(self, lambda: text)

    def _fit(self) -> None:
        """Give every notice the height of its text. Layouts would keep a height from before the bar had its width."""
        self.setVisible(bool(self._rows))
        if not self.isVisible():
            return  # its width, and the look of its text, come with the window
        tallest = int(self.window().height() * _TALLEST)
        wanted = self._fit_rows(self.width())
        scrolls = wanted > tallest
        if scrolls:
            self._fit_rows(self.width() - self.verticalScrollBar().sizeHint().width())
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        self.setFixedHeight(min(wanted, tallest))

    def _fit_rows(self, width: int) -> int:
        heights = [row.height_for(width) for row in self._rows.values()]
        for row, height in zip(self._rows.values(), heights, strict=True):
            row.setFixedHeight(height)
        return sum(heights)

    def sizeHint(self) -> QSize:
        return QSize(0, self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()  # a request comes after the texts have a new look, the changes may come before
        return done

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() == QEvent.Type.Resize:
            self._fit()  # how tall it may be depends on the window
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._window is not self.window():
            self._window = self.window()
            self._window.installEventFilter(self)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
