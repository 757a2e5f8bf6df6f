"""What a screen reader hears of a slider: real numbers, not ticks."""

from typing import Protocol, cast

from PySide6.QtGui import QAccessible, QAccessibleValueInterface
from PySide6.QtWidgets import QAccessibleWidget, QSlider
from shiboken6 import VoidPtr

from attnstudio.state.fields import Number


class Speaking(Protocol):
    """A slider that knows its value in the unit of its field."""

    spec: Number

    def shown_value(self) -> float: ...
    def value_text(self) -> str: ...
    def choose(self, value: float) -> None: ...


class _Value(QAccessibleValueInterface):
    """The value in real units, for reading and for setting."""

    def __init__(self, access: "SliderAccess") -> None:
        super().__init__()
        self._access = access

    def currentValue(self) -> float:
        return self._access.slider.shown_value()

    def setCurrentValue(self, value: float) -> None:
        spec = self._access.slider.spec
        self._access.slider.choose(min(max(float(value), spec.low), spec.high))

    def minimumValue(self) -> float:
        return self._access.slider.spec.low

    def maximumValue(self) -> float:
        return self._access.slider.spec.high

    def minimumStepSize(self) -> float:
        return self._access.slider.spec.fine


class SliderAccess(QAccessibleWidget):
    """A slider as assistive tools see it."""

    def __init__(self, slider: QSlider) -> None:
        super().__init__(slider, QAccessible.Role.Slider)
        self._value = _Value(self)

    @property
    def slider(self) -> Speaking:
        return cast(Speaking, self.object())

    def text(self, t: QAccessible.Text) -> str:
        return self.slider.value_text() if t == QAccessible.Text.Value else super().text(t)

    def interface_cast(self, t: QAccessible.InterfaceType) -> int:
        if t == QAccessible.InterfaceType.ValueInterface:
            return cast(int, self._value)  # PySide turns the object into its C++ address
        found: object = super().interface_cast(t)
        return cast(int, VoidPtr(0) if found is None else found)  # None would end the process
