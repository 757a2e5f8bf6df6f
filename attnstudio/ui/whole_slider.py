"""A slider for a whole number."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from attnstudio.state.message import QT_TRANSLATE_NOOP, Message
from attnstudio.ui.control_row import describe
from attnstudio.ui.controls import NumberControl
from attnstudio.ui.words import said

if TYPE_CHECKING:
    from attnstudio.state.log_whole import LogWhole

KEYS = QT_TRANSLATE_NOOP(
    "attnstudio",
    "{low} to {high}, {count} steps to each doubling: {steps}; any whole number can be typed.\n"
    "Arrows a step, with Shift to the next whole number, Page keys ten steps, Home and End the ends, a digit or Enter "
    "to type, double click or Delete for {default}.",
)
SHOWN = 3  # steps before and after the default that are named


class WholeSlider(NumberControl):
    """A NumberControl that tells of whole numbers, as a Whole field wants them."""

    edited = Signal(int)
    spec: "LogWhole"  # type: ignore[assignment]

    def set_default(self, default: float) -> None:
        super().set_default(default)
        spec = self.spec
        at = round(spec.tick_of(default))
        steps = spec.values[max(0, at - SHOWN) : at + SHOWN + 1]
        values = {"low": spec.low, "high": spec.high, "count": spec.per_doubling, "default": round(default),
                  "steps": f"… {', '.join(map(str, steps))} …"}  # fmt: skip
        tip = f"{said(spec.help)}\n{said(Message(KEYS, values))}"
        describe(self.slider, tip)
        self.field.set_tip(tip)
