"""The strip of stages as a screen reader has it: one button for every stage, covered or not, enlarged or not."""

import weakref
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

import shiboken6
from PySide6.QtCore import QRect
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget

from attnstudio.ui.accessible_part import Part

if TYPE_CHECKING:
    from attnstudio.ui.strip import StageStrip


def announce_focus(strip: "StageStrip", index: int) -> None:
    """Tell a screen reader, where one runs, that the keyboard is now on a stage."""
    if QAccessible.isActive() and strip.hasFocus():
        _announce(strip, QAccessible.Event.Focus, index)


def announce_names(strip: "StageStrip", changed: Iterable[int]) -> None:
    """Tell a screen reader, where one runs, that stages would now be said in other words."""
    if QAccessible.isActive():
        for index in changed:
            _announce(strip, QAccessible.Event.NameChanged, index)


def _announce(strip: "StageStrip", kind: QAccessible.Event, index: int) -> None:
    event = QAccessibleEvent(strip, kind)
    event.setChild(index)
    QAccessible.updateAccessibility(event)


class StripAccess(QAccessibleWidget):
    """A group of buttons, made once: Qt does not let go of one that was handed out."""

    def __init__(self, strip: "StageStrip") -> None:
        super().__init__(strip, QAccessible.Role.Grouping)
        self._strip = weakref.ref(strip)
        self._pills = [PillAccess(self, index) for index in range(strip.count)]

    @property
    def strip(self) -> "StageStrip | None":
        """The strip, as long as it lives."""
        strip = self._strip()
        return strip if strip is not None and shiboken6.isValid(strip) else None

    def childCount(self) -> int:
        return len(self._pills)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return self._pills[index] if 0 <= index < len(self._pills) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return self._pills.index(child) if child in self._pills else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return next((pill for pill in self._pills if pill.rect().contains(x, y)), None)

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        strip = self.strip
        return self._pills[strip.current] if strip is not None and strip.hasFocus() else None


class _Deeds(QAccessibleActionInterface):
    """What can be done with a stage without keys: enlarge it, cover it."""

    def __init__(self, pill: "PillAccess") -> None:
        super().__init__()
        self._pill = pill

    def actionNames(self) -> list[str]:
        return [self.pressAction(), self.toggleAction()]

    def doAction(self, name: str) -> None:
        strip = self._pill.strip
        if strip is not None and name in self.actionNames():
            (strip.chosen if name == self.pressAction() else strip.cover_toggled).emit(self._pill.index)

    def keyBindingsForAction(self, name: str) -> list[str]:  # noqa: ARG002
        return []


class PillAccess(Part):
    """The button of one stage."""

    def __init__(self, group: StripAccess, index: int) -> None:
        super().__init__(group, index)
        self._group = group
        self._deeds = _Deeds(self)

    @property
    def strip(self) -> "StageStrip | None":
        return self._group.strip

    def isValid(self) -> bool:
        return self.strip is not None

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Button

    def rect(self) -> QRect:
        strip = self.strip
        if strip is None:
            return QRect()
        place = strip.pill(self.index).toRect()
        return QRect(strip.mapToGlobal(place.topLeft()), place.size())

    def text(self, kind: QAccessible.Text) -> str:
        strip = self.strip
        if strip is None:
            return ""
        says = {QAccessible.Text.Name: strip.spoken, QAccessible.Text.Description: strip.tip}
        return says[kind](self.index) if kind in says else ""

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        strip = self.strip
        if strip is None:
            state.invalid = True
            return state
        state.focusable = True
        state.focused = strip.hasFocus() and strip.current == self.index
        return state

    def interface_cast(self, kind: QAccessible.InterfaceType) -> int:
        if kind == QAccessible.InterfaceType.ActionInterface:
            return cast(int, self._deeds)  # PySide turns the object into its C++ address
        found: object = super().interface_cast(kind)
        return cast(int, shiboken6.VoidPtr(0) if found is None else found)  # None would end the process
