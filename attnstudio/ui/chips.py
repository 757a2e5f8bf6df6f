"""Chips: a row of small buttons that wraps, one tab stop, moved through with the arrow keys."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from attnstudio.state.message import QT_TRANSLATE_NOOP
from attnstudio.ui.control_row import hint, line_height
from attnstudio.ui.flow import FlowLayout
from attnstudio.ui.key_uses import KeyUse, goes_on
from attnstudio.ui.reasons import tell_parts
from attnstudio.ui.theme import look, text_width

WIDEST = 120  # pixels of the light theme at 100 % that a chip's text takes before it is shortened
_NEXT, _BEFORE = (Qt.Key.Key_Right, Qt.Key.Key_Down), (Qt.Key.Key_Left, Qt.Key.Key_Up)
_FIRST, _LAST = Qt.Key.Key_Home, Qt.Key.Key_End
KEYS = (
    KeyUse(
        _NEXT + _BEFORE, QT_TRANSLATE_NOOP("attnstudio", "Go to the next or previous; where one is chosen, choose it")
    ),
    KeyUse((_FIRST, _LAST), QT_TRANSLATE_NOOP("attnstudio", "Go to the first or the last")),
    KeyUse((Qt.Key.Key_Space,), QT_TRANSLATE_NOOP("attnstudio", "Turn on or off, where several can be chosen")),
)
_BLANKS = str.maketrans({"\n": "⏎", "\t": "⇥", "\r": "⏎"})


class Chip(QPushButton):
    """A checkable button whose text is shown letter for letter, shortened where it is long."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.words = ""
        self._wanted = QSize()
        self._fitted: object = None  # to what it shows and says
        self.tip = self.reason = ""
        self.setCheckable(True)
        self.setProperty("chip", True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_words(self, words: str, name: str) -> None:
        """Show a label and give assistive tools its name."""
        if (words, name) != (self.words, self.accessibleName()):
            self.words = words
            self.setAccessibleName(name)
            self._fit()

    def explain(self, tip: str, reason: str = "") -> None:
        """Say what the chip is for; with a reason it is disabled and says why."""
        self.tip, self.reason = tip, reason
        self.setEnabled(not reason)
        self.setAccessibleDescription(reason or tip)
        self._fit()

    def tint(self, kind: str) -> None:
        """Give it the colour of a kind for when it is chosen: query, key or value."""
        self.setProperty("role", kind)
        if self.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
            self.style().unpolish(self)
            self.style().polish(self)

    def shown(self) -> str:
        """Return the text as it stands on the chip."""
        text = self.words.translate(_BLANKS)
        text = text if text.strip() else "␣" * max(1, len(text))
        metrics = QFontMetricsF(look().font(bold=True))
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, look().px(WIDEST))

    def _fit(self) -> None:
        fitted, self._fitted = self._fitted, (self.words, self.accessibleDescription(), look())
        if fitted == self._fitted:
            return
        shown = self.shown()
        self.setText(shown.replace("&", "&&"))
        whole = self.words if shown != self.words else ""
        self.setToolTip(hint("\n".join(part for part in (whole, self.accessibleDescription()) if part)))
        wanted = self.sizeHint()
        if wanted != self._wanted:  # or a long row would be laid out once a chip
            self._wanted = wanted
            self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def sizeHint(self) -> QSize:
        width = text_width(look().font(bold=True), self.shown()) + 2 * look().px(8) + 4
        return QSize(max(round(width), look().px(34)), line_height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            inset = look().px(3)
            painter.setPen(QPen(look().colour("text"), look().line(1.5)))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), inset, inset)


class ChipRow(QWidget):
    """Entries of a sequence, or options of a choice, as chips.

    Parameters
    ----------
    labels : sequence of str
        Shown letter for letter.
    name : str
        What is chosen, for assistive tools.
    names : sequence of str, optional
        What each chip is called there; the labels without it.
    tip : str
        What choosing does.
    several : bool
        False: exactly one is chosen, its position is the value, arrows choose. True: any number, their frozenset is the
        value, arrows move and Space turns.
    kind : str
        query, key or value: colour of the chosen chip.
    fill : bool
        Chips share the whole width while they fit on one line.
    parent : QWidget, optional
    """

    edited = Signal(object)  # int, or frozenset of int with `several`
    finished = Signal()  # follows each edit: one choice is one undo step

    def __init__(
        self,
        labels: Sequence[str] = (),
        *,
        name: str,
        names: Sequence[str] | None = None,
        tip: str = "",
        several: bool = False,
        kind: str = "",
        fill: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.several = several
        self.chips: list[Chip] = []
        self._value: int | frozenset[int] = frozenset() if several else 0
        self._stop = 0  # the chip that Tab goes to
        self._kind = kind
        self._tip = tip
        self._labels: tuple[tuple[str, str], ...] = ()
        self._flow = FlowLayout(self, fill=fill)
        self.setAccessibleName(name)
        self.set_labels(labels, names)

    def set_labels(self, labels: Sequence[str], names: Sequence[str] | None = None) -> None:
        """Show these chips; those that stay keep the focus."""
        wanted = tuple(zip(labels, names or labels, strict=True))
        if wanted == self._labels:
            return
        self._labels = wanted
        while len(self.chips) > len(labels):
            chip = self.chips.pop()
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        while len(self.chips) < len(labels):
            self.chips.append(self._made(len(self.chips)))
        for chip, (label, name) in zip(self.chips, wanted, strict=True):
            chip.show_words(label, name)
        self._mark()
        tell_parts(self)

    def set_kind(self, kind: str) -> None:
        """Give the chosen chip the colour of a kind."""
        if kind != self._kind:
            self._kind = kind
            for chip in self.chips:
                chip.tint(kind)

    def set_reason(self, i: int, reason: str | None) -> None:
        """Disable chip `i` and say why, or enable it again with None."""
        if self.chips[i].reason != (reason or ""):
            self.chips[i].explain(self.chips[i].tip, reason or "")
            self._mark()

    def value(self) -> int | frozenset[int]:
        return self._value

    def show_value(self, value: int | frozenset[int]) -> None:
        """Show what is chosen without telling anyone; positions that have no chip are kept but not seen."""
        if value != self._value:
            self._value = value
            if not self.several:
                self._stop = int(value)  # type: ignore[arg-type]
            self._mark()

    def _made(self, i: int) -> Chip:
        chip = Chip(self)
        chip.setAutoExclusive(not self.several)
        chip.tint(self._kind)
        chip.explain(self._tip)
        chip.clicked.connect(lambda: self._choose(i))
        chip.installEventFilter(self)
        self._flow.addWidget(chip)
        if self.isVisible():
            chip.ensurePolished()  # or a larger type that comes before it is seen would pass it by
        return chip

    def _mark(self) -> None:
        """Check the chosen chips and make one of them the tab stop."""
        usable = [i for i, chip in enumerate(self.chips) if chip.isEnabled()]
        stop = self._stop if self._stop in usable else usable[0] if usable else -1
        for i, chip in enumerate(self.chips):
            chip.setChecked(i in self._value if isinstance(self._value, frozenset) else i == self._value)
            chip.setFocusPolicy(Qt.FocusPolicy.StrongFocus if i == stop else Qt.FocusPolicy.ClickFocus)

    def _choose(self, i: int) -> None:
        self._stop = i
        new = self._value ^ {i} if isinstance(self._value, frozenset) else i
        changed = new != self._value
        self._value = new
        self._mark()
        if changed:
            self.edited.emit(new)
            self.finished.emit()

    def _move(self, key: int) -> bool:
        """Move the keyboard along the chips that can be used; return whether the key does that."""
        usable = [i for i, chip in enumerate(self.chips) if chip.isEnabled()]
        here = next((i for i, chip in enumerate(self.chips) if chip.hasFocus()), self._stop)
        places = {
            **dict.fromkeys(_NEXT, [i for i in usable if i > here][:1]),
            **dict.fromkeys(_BEFORE, [i for i in usable if i < here][-1:]),
            _FIRST: usable[:1],
            _LAST: usable[-1:],
        }
        if key not in places:
            return False
        for there in places[Qt.Key(key)]:
            self._stop = there
            self.chips[there].setFocus(Qt.FocusReason.TabFocusReason)
            self._mark() if self.several else self._choose(there)
        return True

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return goes_on(event) or self._move(event.key())
        if event.type() == QEvent.Type.FocusIn and watched in self.chips:
            self._stop = self.chips.index(watched)
        return False
