"""The control for a whole number."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from attnstudio.state.fields import Whole
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number
from attnstudio.ui.control_row import ControlRow, describe, line_height
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.reasons import tell_parts
from attnstudio.ui.words import said

LEAST = QT_TRANSLATE_NOOP("attnstudio", "{limit} is the least.")
MOST = QT_TRANSLATE_NOOP("attnstudio", "{limit} is the most.")


class _StepButton(QPushButton):
    """Square, in the line of a field."""

    def __init__(self, sign: str, name: str) -> None:
        super().__init__(sign)
        self.setProperty("chip", True)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the arrow keys of the field do the same
        self._words = ""

    def explain(self, reason: str) -> None:
        """Disable it and say why, or with no reason enable it."""
        words = reason or self.accessibleName()
        if words != self._words:
            self._words = words
            self.setEnabled(not reason)
            describe(self, words)
            tell_parts(self)  # a control that is off says why, whatever its value

    def sizeHint(self) -> QSize:
        return QSize(line_height(), line_height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class WholeControl(ControlRow):
    """A whole number: typed, stepped with the arrow keys, or with the buttons − and +.

    Parameters
    ----------
    spec : Whole
    name : str
        For assistive tools; the label without it.
    parent : QWidget, optional
    """

    edited = Signal(int)
    finished = Signal()

    def __init__(self, spec: Whole, *, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(said(spec.label), parent)
        self.spec = spec
        name = name or said(spec.label)
        self.field = NumberField(spec)
        self.field.setAccessibleName(name)
        limits = Message(
            QT_TRANSLATE_NOOP("attnstudio", "{low} to {high}."),
            {"low": format_number(spec.low, 0), "high": format_number(spec.high, 0)},
        )
        self.field.set_tip(f"{said(spec.help)}\n{said(limits)}".strip())
        self.less = self._button("−", -1, Message(QT_TRANSLATE_NOOP("attnstudio", "{name}: one less"), {"name": name}))
        self.more = self._button("+", 1, Message(QT_TRANSLATE_NOOP("attnstudio", "{name}: one more"), {"name": name}))
        for part in (self.less, self.field, self.more):
            self.add(part)
        self._line.addStretch(1)
        self.setFocusProxy(self.field)
        self.field.edited.connect(self._typed)
        self.field.stepped.connect(lambda steps, _fine: self._step(steps))
        self.field.finished.connect(self.finished)
        self.field.refused.connect(self.show_note)
        self._mark()

    def value(self) -> int:
        return round(self.field.value())

    def show_value(self, value: int) -> None:
        """Show a number without telling anyone."""
        before = self.value()
        self.field.show_value(value)
        if self.value() != before:
            self._mark()

    def _button(self, sign: str, steps: int, name: Message) -> _StepButton:
        button = _StepButton(sign, said(name))
        button.clicked.connect(lambda: self._step(steps))
        button.clicked.connect(self.finished)
        return button

    def _step(self, steps: int) -> None:
        self.field.setValue(self.field.value() + steps)

    def _typed(self, value: float) -> None:
        self._mark()
        self.edited.emit(round(value))

    def _mark(self) -> None:
        self.less.explain(_limit(LEAST, self.spec.low) if self.value() <= self.spec.low else "")
        self.more.explain(_limit(MOST, self.spec.high) if self.value() >= self.spec.high else "")


def _limit(template: str, limit: int) -> str:
    return said(Message(template, {"limit": format_number(limit, 0)}))
