"""Controls for the fields of a Scenario; each shows a value, and tells of edits and of the end of a gesture."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from attnstudio.state.fields import Number
from attnstudio.state.message import QT_TRANSLATE_NOOP, Message, format_number
from attnstudio.ui.binding import bind
from attnstudio.ui.chips import ChipRow
from attnstudio.ui.choice import ChoiceControl
from attnstudio.ui.control_row import ControlRow, align_labels, describe
from attnstudio.ui.number_field import NumberField
from attnstudio.ui.slider import NumberSlider
from attnstudio.ui.switch import SwitchControl
from attnstudio.ui.whole import WholeControl
from attnstudio.ui.words import said

__all__ = [
    "ChipRow", "ChoiceControl", "NumberControl", "SwitchControl", "WholeControl", "align_labels", "bind",
]  # fmt: skip

_KEYS = QT_TRANSLATE_NOOP(
    "attnstudio",
    "{low} to {high}, typed {typed_low} to {typed_high}.\n"
    "Arrows {step}, Shift + arrows {fine}, Page keys ten steps, Home and End the ends, a digit or Enter to type, "
    "double click or Delete for {default}.",
)
_LOG_KEYS = QT_TRANSLATE_NOOP(
    "attnstudio",
    "{low} to {high}, typed {typed_low} to {typed_high}.\n"
    "Arrows a step, Shift + arrows a fine one, Page keys ten steps, Home and End the ends, a digit or Enter to type, "
    "double click or Delete for {default}.",
)


class NumberControl(ControlRow):
    """A slider and its typed value; the slider is the tab stop, typing on it goes on in the field.

    Parameters
    ----------
    spec : Number
    name : str
        In words, for assistive tools: "key 1, component 2".
    kind : str
        Colour of the look.
    default : float
        Where a double click and Delete go.
    below : bool
        Whether the slider has a line of its own: beside a long label it would be too short to aim with.
    parent : QWidget, optional
    """

    edited = Signal(float)
    finished = Signal()

    def __init__(
        self, spec: Number, *, name: str, kind: str = "accent", default: float = 0.0, below: bool = False,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__(said(spec.label), parent)
        self.spec = spec
        self.slider = NumberSlider(spec, kind=kind, default=default)
        self.field = NumberField(spec)
        self.field.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        if below:
            self.add_below(self.slider)
        else:
            self.add(self.slider, 1)
        self.add(self.field)
        self.setFocusProxy(self.slider)
        self.slider.edited.connect(self._slid)
        self.slider.typing.connect(self.field.start_typing)
        self.field.edited.connect(self._typed)
        self.field.stepped.connect(lambda steps, fine: self.slider.step(steps, fine=fine))
        self.field.left.connect(self.slider.setFocus)
        self.field.refused.connect(self.show_note)
        self.slider.finished.connect(self.finished)
        self.field.finished.connect(self.finished)
        self.set_name(name)
        self.set_default(default)
        self.show_value(default)

    def value(self) -> float:
        return self.slider.shown_value()

    def show_value(self, value: float) -> None:
        """Show a number without telling anyone."""
        self.slider.show_value(value)
        self.field.show_value(value)

    def set_name(self, name: str) -> None:
        """Tell assistive tools what it is."""
        self.slider.setAccessibleName(name)
        self.field.setAccessibleName(name)

    def set_kind(self, kind: str) -> None:
        """Give it the colour of a kind."""
        self.slider.kind = kind
        self.slider.update()

    def set_default(self, default: float) -> None:
        """Set where a double click and Delete go."""
        self.slider.default = default
        spec = self.spec
        numbers = {
            "low": spec.low, "high": spec.high, "typed_low": spec.allowed_low, "typed_high": spec.allowed_high,
            "step": spec.step, "fine": spec.fine, "default": default,
        }  # fmt: skip
        written = {name: format_number(number, spec.digits) for name, number in numbers.items()}
        tip = f"{said(spec.help)}\n{said(Message(_LOG_KEYS if spec.log else _KEYS, written))}".strip()
        describe(self.slider, tip)
        self.field.set_tip(tip)

    def _slid(self, value: float) -> None:
        self.field.show_value(value)
        self.edited.emit(value)

    def _typed(self, value: float) -> None:
        self.slider.show_value(value)
        self.edited.emit(value)
