"""A row of the controls column: a label, and beside it what is operated."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from attnstudio.state.message import Message
from attnstudio.ui.theme import look
from attnstudio.ui.tips import escaped, exchange
from attnstudio.ui.words import said


def hint(text: str) -> str:
    """Return a tooltip that shows `text` letter for letter, in lines of readable length."""
    return f'<p style="white-space:pre-wrap">{escaped(text)}</p>' if text else ""


def describe(widget: QWidget, text: str) -> None:
    """Say what a widget is for: a tooltip for the eye, the same in plain words for assistive tools.

    Qt would hand them the tooltip with its markup where a widget has no description of its own.
    """
    before, now = widget.toolTip(), hint(text)
    widget.setToolTip(now)
    exchange(before, now)
    widget.setAccessibleDescription(text)


def line_height() -> int:
    """Height of a chip or a field: one line of type, its padding and its frame."""
    return round(QFontMetricsF(look().font()).height()) + 2 * look().px(4) + 2


class PlainLabel(QLabel):
    """Words letter for letter: what came from a file or a keyboard is never markup."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


class ControlLabel(PlainLabel):
    """As wide as the widest of its column."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self.column: tuple[ControlLabel, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)

    def own_width(self) -> int:
        """Width that its own text takes."""
        return 0 if self.isHidden() else super().sizeHint().width()

    def sizeHint(self) -> QSize:
        widest = max((label.own_width() for label in self.column), default=0)
        return QSize(max(widest, self.own_width()), line_height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class ControlRow(QWidget):
    """A label and the parts of a control in one line.

    Parameters
    ----------
    label : str
        Letter for letter; empty takes no place.
    parent : QWidget, optional
    """

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = ControlLabel(label, self)
        self.note = PlainLabel(parent=self)  # why a typed text was not taken
        self.note.setWordWrap(True)
        self.note.setProperty("tone", "error")
        self.note.hide()
        self._line = QHBoxLayout()
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(0)
        self._lines.addLayout(self._line)
        self._lines.addWidget(self.note)
        self._line.addWidget(self.label, 0, Qt.AlignmentFlag.AlignTop)  # beside the first line of chips that wrap
        self.set_label(label)
        self._space()

    def set_label(self, label: str) -> None:
        """Show another label."""
        self.label.setText(label)
        self.label.setVisible(bool(label))

    def add(self, part: QWidget, stretch: int = 0) -> None:
        """Put a part at the end of the line."""
        self._line.addWidget(part, stretch)

    def add_below(self, part: QWidget) -> None:
        """Give a part a line of its own; what is added to the first one stands at its right end then."""
        self._line.addStretch(1)
        self._lines.insertWidget(1, part)

    def show_note(self, note: Message | None) -> None:
        """Say under the line what was wrong; None takes it away."""
        self.note.setText(said(note) if note is not None else "")
        self.note.setVisible(note is not None)

    def _space(self) -> None:
        self._line.setSpacing(look().px(8))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._space()


def align_labels(controls: Iterable[ControlRow]) -> None:
    """Make controls that stand under each other start at the same place, whatever the size of the type."""
    column = tuple(control.label for control in controls)
    for label in column:
        label.column = column
        label.updateGeometry()
