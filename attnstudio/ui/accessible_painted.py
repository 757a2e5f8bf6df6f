"""A painted widget as a screen reader has it: it tells nothing while it is put away."""

import weakref
from typing import Generic, TypeVar

import shiboken6
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAccessibleWidget, QWidget

View = TypeVar("View", bound=QWidget)


class PaintedSide(QAccessibleWidget, Generic[View]):
    """Has what the widget shows now; what was put away keeps old numbers, which may be covered by now."""

    def __init__(self, view: View, role: QAccessible.Role = QAccessible.Role.Client) -> None:
        super().__init__(view, role)
        self._view = weakref.ref(view)

    @property
    def view(self) -> View | None:
        """The widget, as long as it lives and is not put away."""
        view = self._view()
        if view is None or not shiboken6.isValid(view):
            return None
        return view if view.isWindow() or view.isVisibleTo(view.window()) else None

    def text(self, kind: QAccessible.Text) -> str:
        return "" if self.view is None else super().text(kind)
