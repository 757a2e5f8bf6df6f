"""A part of a painted widget as a screen reader has it: no widget of its own, nothing within it."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface, QWindow

from attnstudio.ui.accessible_sides import keep


class Part(QAccessibleInterface):
    """A child of the accessible side of a widget; a subclass says what it is, where, and in which state."""

    def __init__(self, whole: QAccessibleInterface, index: int) -> None:
        super().__init__()
        self._whole, self.index = whole, index
        keep(self)

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def parent(self) -> QAccessibleInterface:
        return self._whole

    def window(self) -> QWindow | None:  # type: ignore[override]
        return self._whole.window()

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]  # noqa: ARG002
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]  # noqa: ARG002
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: ARG002
        return -1

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Take no text from a screen reader."""
