"""The numbered strip over a formula: the order of reading, the way to enlarge a stage, and its cover."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui import strip_access
from attnstudio.ui.accessible_sides import offer
from attnstudio.ui.key_uses import ENTER, KeyUse, goes_on
from attnstudio.ui.painted import Painted
from attnstudio.ui.pills import Measures, Pill, are_cut, eye_of, laid_out, paint_pill
from attnstudio.ui.strokes import stroke
from attnstudio.ui.theme import look
from attnstudio.ui.words import said

_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
_COVER = Qt.Key.Key_Space
KEYS = (
    KeyUse(tuple(_STEPS), QT_TRANSLATE_NOOP("attnstudio", "Point at the next or previous stage")),
    KeyUse(ENTER, QT_TRANSLATE_NOOP("attnstudio", "Show or enlarge the stage, or return to the formula")),
    KeyUse((_COVER,), QT_TRANSLATE_NOOP("attnstudio", "Cover the stage, or reveal it")),
)
TIPS = {  # by whether the stage is enlarged, or can be shown in place of another one; and covered
    (False, False): QT_TRANSLATE_NOOP("attnstudio", "{stage}: Enter or {number} enlarges, Space covers"),
    (False, True): QT_TRANSLATE_NOOP("attnstudio", "{stage}: Enter or {number} enlarges, Space reveals"),
    (True, False): QT_TRANSLATE_NOOP("attnstudio", "{stage}: Enter or {number} returns, Space covers"),
    (True, True): QT_TRANSLATE_NOOP("attnstudio", "{stage}: Enter or {number} returns, Space reveals"),
    (None, False): QT_TRANSLATE_NOOP("attnstudio", "{stage}: Enter shows it, {number} enlarges, Space covers"),
    (None, True): QT_TRANSLATE_NOOP("attnstudio", "{stage}: Enter shows it, {number} enlarges, Space reveals"),
}
KEPT_TIPS = {  # of a stage that a lesson keeps covered
    False: QT_TRANSLATE_NOOP(
        "attnstudio", "{stage}: Enter or {number} enlarges; covered until the question is answered"
    ),
    True: QT_TRANSLATE_NOOP("attnstudio", "{stage}: Enter or {number} returns; covered until the question is answered"),
    None: QT_TRANSLATE_NOOP(
        "attnstudio", "{stage}: Enter shows it, {number} enlarges; covered until the question is answered"
    ),
}
COVERED = QT_TRANSLATE_NOOP("attnstudio", "{stage}, covered")
ENLARGED = QT_TRANSLATE_NOOP("attnstudio", "{stage}, enlarged")
PRESENT = QT_TRANSLATE_NOOP("attnstudio", "{stage}, shown alone")
ALL_COVERED = QT_TRANSLATE_NOOP("attnstudio", "Covered: {stages}.")
NONE_COVERED = QT_TRANSLATE_NOOP("attnstudio", "No stage is covered.")


class StageStrip(Painted):
    """Numbered pills in one line; one tab stop, arrows move.

    A click on a pill enlarges its stage, one on the eye at its right end covers or reveals it. Eyes show while anything
    is covered; else on the pill that has the pointer or the keyboard.

    Parameters
    ----------
    stages : sequence of (str, str)
        Title of each stage and the kind that colours it.
    """

    chosen = Signal(int)  # to be enlarged, or to return from
    cover_toggled = Signal(int)

    def __init__(self, stages: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stages = [(said(title), kind) for title, kind in stages]
        self._covered: frozenset[int] = frozenset()
        self._held: frozenset[int] = frozenset()
        self._enlarged: int | None = None
        self._present: int | None = None
        self._pointed: int | None = None
        self._kept: tuple[object, tuple[Measures, list[QRectF]]] | None = None
        self.current = 0  # where the keyboard is
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(", ".join(map(self.stage, range(len(self._stages)))))
        self._describe()

    @property
    def count(self) -> int:
        """How many stages there are."""
        return len(self._stages)

    def show_covered(self, covered: frozenset[int], kept: frozenset[int] = frozenset()) -> None:
        """Show which stages are covered, and which of them cannot be revealed now."""
        if (covered, kept) != (self._covered, self._held):
            changed, self._covered, self._held = covered ^ self._covered, covered, kept
            self._tell(changed)

    def show_enlarged(self, index: int | None) -> None:
        """Show which stage fills the panel."""
        if index != self._enlarged:
            before, self._enlarged = self._enlarged, index
            self._tell(frozenset(i for i in (before, index) if i is not None))

    def show_present(self, index: int | None) -> None:
        """Show which stage stands alone where there is no room for all; None where they all stand."""
        if index != self._present:
            before, self._present = self._present, index
            self._tell(frozenset(i for i in (before, index) if i is not None))

    def stage(self, index: int) -> str:
        """Return number and title of a stage."""
        return f"{index + 1} {self._stages[index][0]}"

    def spoken(self, index: int) -> str:
        """Return a pill in words."""
        words: Message | str = self.stage(index)
        for template, holds in self._said_of(index):
            words = Message(template, {"stage": words}) if holds else words
        return said(words) if isinstance(words, Message) else words

    def _said_of(self, index: int) -> tuple[tuple[str, bool], ...]:
        present = index == self._present
        return (COVERED, index in self._covered), (ENLARGED, index == self._enlarged), (PRESENT, present)

    def tip(self, index: int) -> str:
        """Return what can be done with a pill."""
        shows = self._present not in (None, index)
        enlarged = None if shows else index == self._enlarged
        covered = index in self._covered
        template = KEPT_TIPS[enlarged] if covered and index in self._held else TIPS[enlarged, covered]
        return said(Message(template, {"stage": self.stage(index), "number": index + 1}))

    def pill(self, index: int) -> QRectF:
        """Where pill `index` stands."""
        return self._places()[1][index]

    def pill_at(self, point: QPointF) -> int | None:
        """Return the pill under a place."""
        return next((i for i in range(self.count) if self.pill(i).contains(point)), None)

    def eye(self, index: int) -> QRectF | None:
        """Where the eye of a pill takes clicks; None while it has none."""
        has_keyboard = self.hasFocus() and index == self.current
        if not (self._covered or index == self._pointed or has_keyboard):
            return None
        return eye_of(self.pill(index), self._places()[0])

    def go(self, index: int) -> None:
        """Point at a stage."""
        if index != self.current:
            self.current = index
            self._describe()
            strip_access.announce_focus(self, index)
            self.update()

    def _tell(self, changed: frozenset[int]) -> None:
        self._describe()
        strip_access.announce_names(self, changed)
        self.update()

    def _describe(self) -> None:
        stages = ", ".join(self.stage(index) for index in sorted(self._covered))
        words = [said(Message(ALL_COVERED, {"stages": stages}) if stages else NONE_COVERED)]
        for template, index in ((ENLARGED, self._enlarged), (PRESENT, self._present)):
            if index is not None:
                words.append(said(Message(template, {"stage": self.stage(index)})) + ".")
        self.setAccessibleDescription(" ".join(words))
        self.setToolTip(self.tip(self.current))

    def _places(self) -> tuple[Measures, list[QRectF]]:
        """Return the measures of the pills and where each stands."""
        key = self.width(), self.height(), look()
        if self._kept is None or self._kept[0] != key:
            titles = [title for title, _ in self._stages]
            self._kept = (key, laid_out(titles, self.width(), self.height(), look()))
        return self._kept[1]

    @property
    def crowded(self) -> bool:
        """Whether titles are cut."""
        return are_cut([title for title, _ in self._stages], *self._places(), look())

    def paint(self, painter: QPainter) -> None:
        measures, places = self._places()
        for i, ((title, kind), place) in enumerate(zip(self._stages, places, strict=True)):
            covered, filled = i in self._covered, i in (self._enlarged, self._present)
            paint_pill(painter, Pill(i + 1, title, kind, place, measures, covered, filled, self.eye(i) is not None))

    def sizeHint(self) -> QSize:
        return QSize(look().px(300), look().px(30))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():  # on the screen alone: no export shows it
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(stroke(look(), "accent", 2.0))
                half = look().line(2.0) / 2
                ring = self.pill(self.current).adjusted(half, half, -half, -half)
                painter.drawRoundedRect(ring, ring.height() / 2, ring.height() / 2)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index = self.pill_at(QPointF(event.pos()))
            if index is not None:
                QToolTip.showText(event.globalPos(), self.tip(index), self, self.pill(index).toRect())
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.pill_at(event.position())
        if index is None or event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        eye = self.eye(index)  # as it was when the pointer came down
        self.go(index)
        (self.cover_toggled if eye is not None and eye.contains(event.position()) else self.chosen).emit(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.pill_at(event.position())
        eye = None if index is None else self.eye(index)
        if eye is not None and eye.contains(event.position()):
            self.mousePressEvent(event)  # or the second of two clicks on an eye would do nothing

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.pill_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(None)

    def _point(self, index: int | None) -> None:
        if index != self._pointed:
            self._pointed = index
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if goes_on(event):
            return
        if event.key() in _STEPS:
            self.go((self.current + _STEPS[Qt.Key(event.key())]) % self.count)
        elif event.key() in ENTER:
            self.chosen.emit(self.current)
        elif event.key() == _COVER:
            self.cover_toggled.emit(self.current)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        QTimer.singleShot(0, self, lambda: strip_access.announce_focus(self, self.current))  # after Qt's own
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


offer(StageStrip, strip_access.StripAccess)
